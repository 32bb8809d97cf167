/** Forwards to `java.Member`. */

import java.Member
