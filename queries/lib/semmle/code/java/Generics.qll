/** Forwards to `java.Generics`. */

import java.Generics
