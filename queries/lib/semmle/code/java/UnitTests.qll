/** Forwards to `java.UnitTests`. */

import java.UnitTests
