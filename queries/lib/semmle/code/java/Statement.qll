/** Forwards to `java.Statement`. */

import java.Statement
