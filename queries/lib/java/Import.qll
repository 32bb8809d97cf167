/** Import declarations. */

import java.Element

/** An import declaration. */
class Import extends Element, @import {
  /** Holds if this imports one type. */
  predicate isSingleType() { imports(this, _, _, 1) }

  /** Holds if this imports on demand. */
  predicate isOnDemand() { imports(this, _, _, [2, 3, 4]) }

  /** Holds if this imports static members. */
  predicate isStatic() { imports(this, _, _, [4, 5]) }

  /** Gets the imported type, or the one whose members are imported. */
  ClassOrInterface getImportedType() { imports(this, result, _, _) }

  /** Gets the imported package. */
  Package getImportedPackage() { imports(this, result, _, _) }

  override string getName() { imports(this, _, result, _) }

  override string toString() { result = "import " + this.getName() }
}
