/** Forwards to `java.Modules`, so that imports written for CodeQL work. */

import java.Modules
