/** Forwards to `java.FileSystem`. */

import java.FileSystem
