/** Forwards to `java.JDKAnnotations`. */

import java.JDKAnnotations
