/** Packages. */

import java.Element
import java.Type
import java.CompilationUnit

/** A package. */
class Package extends Element, Annotatable, @package {
  /** Gets the qualified name of this package; empty for the unnamed one. */
  override string getName() { packages(this, result) }

  /** Gets a class or interface that belongs directly to this package. */
  TopLevelType getATopLevelType() { result.getPackage() = this }

  /** Gets a compilation unit of this package. */
  CompilationUnit getACompilationUnit() { result.getPackage() = this }

  override string toString() { result = this.getName() }

  override string getAPrimaryQlClass() { result = "Package" }
}
