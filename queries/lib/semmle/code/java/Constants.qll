/** Forwards to `java.Constants`. */

import java.Constants
