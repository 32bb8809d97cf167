/** Forwards to `java.Collections`. */

import java.Collections
