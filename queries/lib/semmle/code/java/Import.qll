/** Forwards to `java.Import`. */

import java.Import
