/** Forwards to `java.JDK`. */

import java.JDK
