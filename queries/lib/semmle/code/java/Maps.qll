/** Forwards to `java.Maps`. */

import java.Maps
