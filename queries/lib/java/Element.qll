/** Program elements: whatever has a name or a place in a program. */

import java.Location
import java.FileSystem
import java.CompilationUnit
import java.Annotation

/** A program element. */
class Element extends @element, Top {
  /** Holds if this has the name `name`. */
  predicate hasName(string name) { name = this.getName() }

  /** Gets the name of this, if it has one. */
  string getName() { none() }

  /** Holds if this is written in the source tree. */
  predicate fromSource() { exists(this.getFile()) and not this.isCompilerGenerated() }

  /** Gets the compilation unit in which this is written. */
  CompilationUnit getCompilationUnit() { result = this.getFile() }

  /** Holds if nobody wrote this: it is implied by the language. */
  predicate isCompilerGenerated() { compiler_generated(this, _) }

  /** Holds if this directly contains `e`. */
  predicate contains(Element e) { none() }
}
