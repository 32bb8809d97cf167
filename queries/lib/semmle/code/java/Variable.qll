/** Forwards to `java.Variable`. */

import java.Variable
