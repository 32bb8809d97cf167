/** Forwards to `java.frameworks.Mockito`. */

import java.frameworks.Mockito
