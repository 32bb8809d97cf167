/** Forwards to `java.Concurrency`. */

import java.Concurrency
