/** Forwards to `java.Javadoc`. */

import java.Javadoc
