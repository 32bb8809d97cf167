/** Forwards to `java.dispatch.VirtualDispatch`. */

import java.dispatch.VirtualDispatch
