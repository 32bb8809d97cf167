/** Forwards to `java.Modifier`. */

import java.Modifier
