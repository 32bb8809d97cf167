/** Packages. */

import java.Element
import java.Type

/** A package. */
class Package extends Element, @package {
  /** Gets the qualified name of this package; empty for the unnamed one. */
  override string getName() { packages(this, result) }

  /** Gets a class or interface that belongs directly to this package. */
  RefType getATopLevelType() {
    result.getPackage() = this and
    not exists(result.getEnclosingType())
  }

  override string toString() { result = this.getName() }
}
