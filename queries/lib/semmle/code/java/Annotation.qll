/** Forwards to `java.Annotation`. */

import java.Annotation
