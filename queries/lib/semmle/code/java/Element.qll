/** Forwards to `java.Element`. */

import java.Element
