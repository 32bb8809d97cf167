/** Forwards to `java.Modules`. */

import java.Modules
