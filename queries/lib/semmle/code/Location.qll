/** Forwards to `java.Location`. */

import java.Location
