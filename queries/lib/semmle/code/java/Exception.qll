/** Forwards to `java.Exception`. */

import java.Exception
