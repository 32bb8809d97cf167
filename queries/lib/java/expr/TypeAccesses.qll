/** Uses of types and packages in expressions. */

import java.Element
import java.Expr
import java.Member
import java.Statement
import java.Type
import java.Variable

/** A class literal `C.class`. */
class TypeLiteral extends Expr, @typeliteral {
  /** Gets the use of the type that is written. */
  Expr getTypeName() { result.getParent() = this }

  /** Gets the type. */
  Type getReferencedType() { result = this.getTypeName().getType() }

  override string toString() { result = this.getReferencedType().getName() + ".class" }

  override string getAPrimaryQlClass() { result = "TypeLiteral" }
}

/** The use of a type where an expression could stand, or as part of a declaration. */
class TypeAccess extends Expr, @typeaccess {
  /** Gets the qualifier, if there is one. */
  Expr getQualifier() { result.isNthChildOf(this, -1) }

  /** Holds if this has a qualifier. */
  predicate hasQualifier() { exists(this.getQualifier()) }

  /** Gets a type argument. */
  Expr getATypeArgument() { result = this.getTypeArgument(_) }

  /** Gets the type argument at place `index`, from 0. */
  Expr getTypeArgument(int index) { index >= 0 and result.isNthChildOf(this, index) }

  /** Gets the compilation unit in which this is written. */
  override CompilationUnit getCompilationUnit() { result = this.getFile() }

  override string toString() { result = this.getType().getName() }

  override string getAPrimaryQlClass() { result = "TypeAccess" }
}

/** A use of an array type. */
class ArrayTypeAccess extends Expr, @arraytypeaccess {
  /** Gets the use of the type of the components. */
  Expr getComponentName() { result.getParent() = this }

  override string toString() { result = "...[]" }

  override string getAPrimaryQlClass() { result = "ArrayTypeAccess" }
}

/** A use of a wildcard as a type argument. */
class WildcardTypeAccess extends Expr, @wildcardtypeaccess {
  /** Gets the use of the bound from above, if one is written. */
  Expr getUpperBound() { result.isNthChildOf(this, 0) }

  /** Gets the use of the bound from below, if there is one. */
  Expr getLowerBound() { result.isNthChildOf(this, 1) }

  /** Holds if no bound is written. */
  predicate hasNoBound() { not exists(this.getAChildExpr()) }

  override string toString() { result = "? ..." }

  override string getAPrimaryQlClass() { result = "WildcardTypeAccess" }
}

/** A use of a union type, in a `catch` clause. */
class UnionTypeAccess extends Expr, @uniontypeaccess {
  /** Gets an alternative. */
  Expr getAnAlternative() { result.getParent() = this }

  /** Gets the alternative at place `index`, from 0. */
  Expr getAlternative(int index) { result.isNthChildOf(this, index) }

  override string toString() { result = "...|..." }

  override string getAPrimaryQlClass() { result = "UnionTypeAccess" }
}

/** A use of an intersection type, in a cast or a bound. */
class IntersectionTypeAccess extends Expr, @intersectiontypeaccess {
  /** Gets a bound. */
  Expr getABound() { result.getParent() = this }

  /** Gets the bound at place `index`, from 0. */
  Expr getBound(int index) { result.isNthChildOf(this, index) }

  override string toString() { result = "...&..." }

  override string getAPrimaryQlClass() { result = "IntersectionTypeAccess" }
}

/** A package name that qualifies something. */
class PackageAccess extends Expr, @packageaccess {
  override string toString() { result = "package" }

  override string getAPrimaryQlClass() { result = "PackageAccess" }
}
