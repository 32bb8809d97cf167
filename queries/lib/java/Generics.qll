/** Generic types and callables, their parameters and instantiations. */

import java.Type
import java.Member

/** A generic class or interface: the declaration, with type parameters. */
class GenericType extends ClassOrInterface {
  GenericType() { typeVars(_, _, _, this) }

  /** Gets the `i`-th type parameter. */
  TypeVariable getTypeParameter(int i) { typeVars(result, _, i, this) }

  /** Gets a type parameter. */
  TypeVariable getATypeParameter() { result = this.getTypeParameter(_) }

  /** Gets the number of type parameters. */
  int getNumberOfTypeParameters() { result = strictcount(this.getATypeParameter()) }

  /** Gets an instantiation of this type. */
  ParameterizedType getAParameterizedType() { result.getGenericType() = this }

  /** Gets the raw type of this. */
  RawType getRawType() { result.getSourceDeclaration() = this }
}

/** A generic class. */
class GenericClass extends GenericType, Class { }

/** A generic interface. */
class GenericInterface extends GenericType, Interface { }

/** A type with a bound: a type variable or a wildcard. */
class BoundedType extends RefType, @boundedtype {
  /** Gets a bound of this type. */
  RefType getABound() { typeBounds(_, result, _, this) }

  /** Gets the first bound. */
  RefType getFirstBound() { typeBounds(_, result, 0, this) }

  override RefType getASupertype() { result = this.getABound() }
}

/** A type variable. */
class TypeVariable extends BoundedType, @typevariable {
  override string getName() { typeVars(this, result, _, _) }

  /** Gets the generic type that declares this, if one does. */
  GenericType getGenericType() { typeVars(this, _, _, result) }

  /** Gets the generic callable that declares this, if one does. */
  Callable getGenericCallable() { typeVars(this, _, _, result) }

  override string toString() { result = this.getName() }
}

/** A wildcard. */
class Wildcard extends BoundedType, @wildcard {
  override string getName() { wildcards(this, result, _) }

  /** Holds if this has an upper bound other than the implied one. */
  predicate hasUpperBound() { wildcards(this, _, 1) }

  /** Holds if this has a lower bound. */
  predicate hasLowerBound() { wildcards(this, _, 2) }

  override string toString() { result = this.getName() }
}

/** An instantiation of a generic type. */
class ParameterizedType extends ClassOrInterface {
  ParameterizedType() { isParameterized(this) }

  /** Gets the `i`-th type argument. */
  RefType getTypeArgument(int i) { typeArgs(result, i, this) }

  /** Gets a type argument. */
  RefType getATypeArgument() { typeArgs(result, _, this) }

  /** Gets the generic type. */
  GenericType getGenericType() { result = this.getSourceDeclaration() }
}

/** A parameterised class. */
class ParameterizedClass extends ParameterizedType, Class { }

/** A parameterised interface. */
class ParameterizedInterface extends ParameterizedType, Interface { }

/** A raw type: a generic type used without arguments. */
class RawType extends ClassOrInterface {
  RawType() { isRaw(this) }
}
