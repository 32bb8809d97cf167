/** Modifiers, and what can carry them. */

import java.Element
import java.Type

/** A modifier such as `public` or `volatile`. */
class Modifier extends Element, @modifier {
  override string getName() { modifiers(this, result) }

  /** Gets an element that carries this modifier. */
  Modifiable getElement() { hasModifier(result, this) }

  override string toString() { result = this.getName() }

  override string getAPrimaryQlClass() { result = "Modifier" }
}

/** An element that may carry modifiers. */
class Modifiable extends Element {
  /** Gets a modifier that this carries, written or implied. */
  Modifier getAModifier() { hasModifier(this, result) }

  /** Holds if this carries the modifier `name`. */
  predicate hasModifier(string name) { this.getAModifier().getName() = name }

  /** Holds if this carries no modifier. */
  predicate hasNoModifier() { not hasModifier(this, _) }

  /** Holds if this is `abstract`. */
  predicate isAbstract() { this.hasModifier("abstract") }

  /** Holds if this is `static`. */
  predicate isStatic() { this.hasModifier("static") }

  /** Holds if this is `final`. */
  predicate isFinal() { this.hasModifier("final") }

  /** Holds if this is `public`. */
  predicate isPublic() { this.hasModifier("public") }

  /** Holds if this is `protected`. */
  predicate isProtected() { this.hasModifier("protected") }

  /** Holds if this is `private`. */
  predicate isPrivate() { this.hasModifier("private") }

  /** Holds if this has package access: none of the access modifiers. */
  pragma[inline]
  predicate isPackageProtected() {
    not this.isPrivate() and
    not this.isProtected() and
    not this.isPublic()
  }

  /** Holds if this is `volatile`. */
  predicate isVolatile() { this.hasModifier("volatile") }

  /** Holds if this is `synchronized`. */
  predicate isSynchronized() { this.hasModifier("synchronized") }

  /** Holds if this is `native`. */
  predicate isNative() { this.hasModifier("native") }

  /** Holds if this is a `default` method. */
  predicate isDefault() { this.hasModifier("default") }

  /** Holds if this is `transient`. */
  predicate isTransient() { this.hasModifier("transient") }

  /** Holds if this is `strictfp`. */
  predicate isStrictfp() { this.hasModifier("strictfp") }

  /** Holds if this is `sealed`. */
  predicate isSealed() { this.hasModifier("sealed") }

  /** Holds if this is `non-sealed`. */
  predicate isNonSealed() { this.hasModifier("non-sealed") }
}
