/** Forwards to `java`. */

import java
