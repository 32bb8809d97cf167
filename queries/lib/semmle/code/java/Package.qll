/** Forwards to `java.Package`. */

import java.Package
