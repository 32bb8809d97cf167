/** Forwards to `java.Type`. */

import java.Type
