/** Compilation units. */

import java.Element
import java.FileSystem
import java.Package
import java.Type
import java.Modules

/** A compilation unit: a Java source file with its package. */
class CompilationUnit extends Element, File {
  CompilationUnit() { (cupackage(this, _) or cumodule(this, _)) and this.isSourceFile() }

  override string getName() { result = this.getStem() }

  /** Holds if this unit has the name `name`, that of its file without extension. */
  override predicate hasName(string name) { name = this.getStem() }

  /** Gets the package of this unit. */
  Package getPackage() { cupackage(this, result) }

  /** Gets the module that this unit declares or belongs to. */
  Module getModule() { cumodule(this, result) }

  /** Gets a type that is declared at the top of this unit. */
  TopLevelType getATypeInScope() { result.getFile() = this }

  override string getAPrimaryQlClass() { result = "CompilationUnit" }
}
