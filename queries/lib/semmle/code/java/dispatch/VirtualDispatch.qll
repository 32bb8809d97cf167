/** Forwards to `java.dispatch.VirtualDispatch`, so that imports written for CodeQL work. */

import java.dispatch.VirtualDispatch
