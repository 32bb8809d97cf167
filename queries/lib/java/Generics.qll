/**
 * Generic types and callables, their parameters and instantiations.
 *
 * The database holds the members of a generic type once, at its declaration: an instantiation such as `List<String>`
 * is a type with arguments and supertypes, its members are those of `getSourceDeclaration()`.
 */

import java.Type
import java.Member

/** A generic class or interface: the declaration, with type parameters. */
class GenericType extends ClassOrInterface {
  GenericType() { typeVars(_, _, _, this) }

  /** Gets the `i`-th type parameter, from 0. */
  TypeVariable getTypeParameter(int i) { typeVars(result, _, i, this) }

  /** Gets a type parameter. */
  TypeVariable getATypeParameter() { result = this.getTypeParameter(_) }

  /** Gets the number of type parameters. */
  int getNumberOfTypeParameters() { result = strictcount(this.getATypeParameter()) }

  /** Gets an instantiation of this type. */
  ParameterizedType getAParameterizedType() { result.getGenericType() = this }

  /** Gets the raw type of this. */
  RawType getRawType() { result.getSourceDeclaration() = this }

  /** Gets a place where this generic type is instantiated. */
  Expr getAnInstantiation() { result.(TypeAccess).getType() = this.getAParameterizedType() }

  override string getAPrimaryQlClass() { result = "GenericType" }
}

/** A generic class. */
class GenericClass extends GenericType, Class {
  override string getAPrimaryQlClass() { result = "GenericClass" }
}

/** A generic interface. */
class GenericInterface extends GenericType, Interface {
  override string getAPrimaryQlClass() { result = "GenericInterface" }
}

/** A generic method or constructor: the declaration, with type parameters. */
class GenericCallable extends Callable {
  GenericCallable() { typeVars(_, _, _, this) }

  /** Gets the `i`-th type parameter, from 0. */
  TypeVariable getTypeParameter(int i) { typeVars(result, _, i, this) }

  /** Gets a type parameter. */
  TypeVariable getATypeParameter() { result = this.getTypeParameter(_) }

  /** Gets the number of type parameters. */
  int getNumberOfTypeParameters() { result = strictcount(this.getATypeParameter()) }
}

/** A generic method. */
class GenericMethod extends GenericCallable, Method { }

/** A generic constructor. */
class GenericConstructor extends GenericCallable, Constructor { }

/** A bound of a type variable or wildcard. */
class TypeBound extends @typebound {
  /** Gets the type that bounds. */
  RefType getType() { typeBounds(this, result, _, _) }

  /** Gets the place of this bound in the list, from 0. */
  int getPosition() { typeBounds(this, _, result, _) }

  /** Gets the type variable or wildcard that is bounded. */
  BoundedType getBoundedType() { typeBounds(this, _, _, result) }

  /** Gets the place of the type that bounds. */
  Location getLocation() { hasLocation(this, result) }

  /** Gets a text that describes this. */
  string toString() { result = this.getType().getName() }
}

/** A type with bounds: a type variable or a wildcard. */
class BoundedType extends RefType, @boundedtype {
  /** Holds if this has a bound. */
  predicate hasTypeBound() { exists(TypeBound b | b.getBoundedType() = this) }

  /** Gets a bound of this. */
  TypeBound getATypeBound() { result.getBoundedType() = this }

  /** Gets the first bound of this. */
  TypeBound getFirstTypeBound() { result = this.getATypeBound() and result.getPosition() = 0 }

  /** Gets a type that bounds this. */
  RefType getABound() { typeBounds(_, result, _, this) }

  /** Gets the type that is the first bound. */
  RefType getFirstBound() { typeBounds(_, result, 0, this) }

  /** Gets a type that bounds this from above, also by the bounds of a variable that does; `Object` if there is none. */
  RefType getUpperBoundType() {
    result = this.getFirstUpperBoundType()
    or
    exists(int i | i > 0 and typeBounds(_, result, i, this))
  }

  /** Gets the first type that bounds this from above; `Object` if there is none. */
  RefType getFirstUpperBoundType() {
    not this.(Wildcard).hasLowerBound() and result = this.getFirstBound()
    or
    (this.(Wildcard).hasLowerBound() or not exists(this.getFirstBound())) and
    result instanceof TypeObject
  }

  /** Gets a bound of this, or of one of its bounds that is bounded itself, that is not bounded. */
  RefType getAnUltimateUpperBoundType() {
    exists(RefType bound | bound = this.getUpperBoundType() |
      result = bound and not bound instanceof BoundedType
      or
      result = bound.(BoundedType).getAnUltimateUpperBoundType()
    )
  }

  override string getAPrimaryQlClass() { result = "BoundedType" }
}

/** A type variable. */
class TypeVariable extends BoundedType, @typevariable {
  override string getName() { typeVars(this, result, _, _) }

  /** Gets the place of this in the list of type parameters, from 0. */
  int getIndex() { typeVars(this, _, result, _) }

  /** Gets the generic type that declares this, if one does. */
  GenericType getGenericType() { typeVars(this, _, _, result) }

  /** Gets the generic callable that declares this, if one does. */
  GenericCallable getGenericCallable() { typeVars(this, _, _, result) }

  /** Gets the erasure: that of the first bound. */
  override Type getErasure() { result = this.getFirstUpperBoundType().getErasure() }

  /** Gets the element that declares this. */
  Element getDeclaringElement() { typeVars(this, _, _, result) }

  /** Gets a type that is given for this in an instantiation. */
  RefType getASuppliedType() {
    exists(int i, ParameterizedType t |
      typeVars(this, _, i, t.getSourceDeclaration()) and result = t.getTypeArgument(i)
    )
  }

  /** Gets a type that is given for this, also through other type variables; no type variable itself. */
  RefType getAnUltimatelySuppliedType() {
    result = this.getASuppliedType() and not result instanceof TypeVariable
    or
    result = this.getASuppliedType().(TypeVariable).getAnUltimatelySuppliedType()
  }

  /** Gets the package of the generic type or callable. */
  override Package getPackage() {
    result = this.getGenericType().getPackage() or
    result = this.getGenericCallable().getDeclaringType().getPackage()
  }

  override string toString() { result = this.getName() }

  override string getAPrimaryQlClass() { result = "TypeVariable" }
}

/** A wildcard. */
class Wildcard extends BoundedType, @wildcard {
  override string getName() { wildcards(this, result, _) }

  /** Holds if nothing bounds this, or `Object` from above. */
  predicate isUnconstrained() {
    wildcards(this, _, 1) and
    (not this.hasTypeBound() or this.getFirstBound() instanceof TypeObject)
  }

  /** Holds if this is bounded from above, be it by `Object` alone. */
  predicate hasUpperBound() { wildcards(this, _, 1) }

  /** Holds if this is bounded from below. */
  predicate hasLowerBound() { wildcards(this, _, 2) }

  /** Gets the bound from above, if one is written. */
  TypeBound getUpperBound() { this.hasUpperBound() and result = this.getATypeBound() }

  /** Gets the bound from below, if there is one. */
  TypeBound getLowerBound() { this.hasLowerBound() and result = this.getATypeBound() }

  /** Gets the type that bounds this from below, if there is one. */
  RefType getLowerBoundType() { result = this.getLowerBound().getType() }

  override Type getErasure() { result = this.getFirstUpperBoundType().getErasure() }

  override string toString() { result = this.getName() }

  override string getAPrimaryQlClass() { result = "Wildcard" }
}

/** An instantiation of a generic type. */
class ParameterizedType extends ClassOrInterface {
  ParameterizedType() { isParameterized(this) }

  /** Gets the `i`-th type argument, from 0. */
  RefType getTypeArgument(int i) { typeArgs(result, i, this) }

  /** Gets a type argument. */
  RefType getATypeArgument() { typeArgs(result, _, this) }

  /** Gets the number of type arguments. */
  int getNumberOfTypeArguments() { result = count(int i | typeArgs(_, i, this)) }

  /** Gets the generic type. */
  GenericType getGenericType() { result = this.getSourceDeclaration() }

  override string getAPrimaryQlClass() { result = "ParameterizedType" }
}

/** A parameterised class. */
class ParameterizedClass extends ParameterizedType, Class {
  override string getAPrimaryQlClass() { result = "ParameterizedClass" }
}

/** A parameterised interface. */
class ParameterizedInterface extends ParameterizedType, Interface {
  override string getAPrimaryQlClass() { result = "ParameterizedInterface" }
}

/** A raw type: a generic type that is used without arguments. */
class RawType extends ClassOrInterface {
  RawType() { isRaw(this) }

  override string getAPrimaryQlClass() { result = "RawType" }
}

/** A raw class. */
class RawClass extends RawType, Class {
  override string getAPrimaryQlClass() { result = "RawClass" }
}

/** A raw interface. */
class RawInterface extends RawType, Interface {
  override string getAPrimaryQlClass() { result = "RawInterface" }
}
