/** Compilation units. */

import java.Element
import java.FileSystem
import java.Package

/** A compilation unit: a Java source file with its package. */
class CompilationUnit extends Element, File {
  CompilationUnit() { cupackage(this, _) }

  override string getName() { result = this.getStem() }

  /** Gets the package of this unit. */
  Package getPackage() { cupackage(this, result) }

  /** Holds if this unit has the name `name`. */
  override predicate hasName(string name) { name = this.getStem() }
}
