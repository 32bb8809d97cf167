/** Forwards to `java.CompilationUnit`. */

import java.CompilationUnit
