/** Forwards to `java.ConflictingAccess`. */

import java.ConflictingAccess
