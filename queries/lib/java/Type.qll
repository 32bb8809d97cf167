/** Types: primitive types, classes, interfaces, arrays, and how they relate. */

import java.Element
import java.Member
import java.Modifier
import java.Package
import java.Generics
import java.Variable
import java.Statement
import java.Expr

/** A type. */
class Type extends Element, @type {
  /** Gets the name of this type with its type arguments, as one would write it in an error message. */
  string getTypeDescriptor() { result = this.getName() }

  /** Gets the type without its type arguments; itself, if it has none. */
  Type getErasure() { result = this }
}

/** A primitive type, `void`, or the type of `null`. */
class PrimitiveType extends Type, @primitive {
  override string getName() { primitives(this, result) }

  /** Gets the class that boxes values of this type. */
  BoxedType getBoxedType() { result.getPrimitiveType() = this }

  override string toString() { result = this.getName() }
}

/** The type `boolean`, or its boxed form. */
class BooleanType extends Type {
  BooleanType() {
    primitives(this, "boolean") or
    this.(Class).hasQualifiedName("java.lang", "Boolean")
  }
}

/** The type `void`. */
class VoidType extends PrimitiveType {
  VoidType() { primitives(this, "void") }
}

/** The type of `null`. */
class NullType extends PrimitiveType {
  NullType() { primitives(this, "<nulltype>") }
}

/** A primitive type of numbers. */
class NumericType extends PrimitiveType {
  NumericType() { this.getName() = ["byte", "short", "int", "long", "char", "float", "double"] }
}

/** A primitive type of integers. */
class IntegralType extends NumericType {
  IntegralType() { this.getName() = ["byte", "short", "int", "long", "char"] }
}

/** A type of objects. */
class RefType extends Type, Annotatable, Modifiable, @reftype {
  /** Gets the package of this type. */
  Package getPackage() { classes_or_interfaces(this, _, result, _) }

  /** Gets the type in which this type is declared, if any. */
  RefType getEnclosingType() { enclInReftype(this, result) }

  /** Gets a direct supertype. */
  RefType getASupertype() { hasDirectSupertype(this, result) }

  /** Gets a direct subtype. */
  RefType getASubtype() { hasDirectSupertype(result, this) }

  /** Gets this type or one of its supertypes. */
  RefType getAnAncestor() { result = this.getASupertype*() }

  /** Gets this type or one of its subtypes. */
  RefType getADescendant() { this = result.getASupertype*() }

  /** Gets a proper supertype, if this is no interface or class of its own name. */
  RefType getAStrictAncestor() { result = this.getASupertype+() and result != this }

  /** Holds if `t` is a direct supertype of this. */
  predicate hasSupertype(RefType t) { hasDirectSupertype(this, t) }

  /** Holds if `t` is a direct subtype of this. */
  predicate hasSubtype(RefType t) { hasDirectSupertype(t, this) }

  /** Holds if this extends or implements the type `package.name`, at any distance. */
  predicate extendsOrImplements(RefType t) { hasDirectSupertype(this, t) }

  /** Gets a member that this type declares. */
  Member getAMember() { result.getDeclaringType() = this }

  /** Gets a member type. */
  MemberType getAMemberType() { result.getEnclosingType() = this }

  /** Gets a method that this type declares. */
  Method getAMethod() { result.getDeclaringType() = this }

  /** Gets a constructor that this type declares. */
  Constructor getAConstructor() { result.getDeclaringType() = this }

  /** Gets a method or constructor that this type declares. */
  Callable getACallable() { result.getDeclaringType() = this }

  /** Gets a field that this type declares. */
  Field getAField() { result.getDeclaringType() = this }

  /** Holds if this type declares the member `m`. */
  predicate declaresMember(Member m) { m.getDeclaringType() = this }

  /** Holds if this type declares a field of the name `name`. */
  predicate declaresField(string name) { this.getAField().getName() = name }

  /** Holds if this type declares a method of the name `name`. */
  predicate declaresMethod(string name) { this.getAMethod().getName() = name }

  /**
   * Holds if this type has the member `m`: it declares it, or inherits it from a supertype that is not overridden on
   * the way.
   */
  predicate hasMember(Member m) { this.declaresMember(m) or this.inherits(m) }

  /** Holds if this type inherits the member `m` from a supertype. */
  predicate inherits(Member m) {
    exists(RefType ancestor |
      ancestor = this.getSourceDeclaration().getASourceSupertype+() and
      ancestor.declaresMember(m) and
      not m.isPrivate() and
      (m.isPackageProtected() implies ancestor.getPackage() = this.getPackage())
    |
      m instanceof Field and not this.declaresField(m.getName())
      or
      m instanceof Method and
      not m.isPrivate() and
      not exists(Method own |
        own.getDeclaringType() = this and own.getSignature() = m.(Method).getSignature()
      )
    )
  }

  /** Holds if `this` is nested in `t`, or in a type nested in it. */
  predicate isNestedIn(RefType t) { t = this.getEnclosingType+() }

  /** Gets the compile-time name with package and enclosing types. */
  string getQualifiedName() {
    exists(string package | package = this.getPackage().getName() |
      if package = ""
      then result = this.nestedName()
      else result = package + "." + this.nestedName()
    )
  }

  /** Gets the name with the names of the enclosing types in front, `Outer$Inner`. */
  string nestedName() {
    not exists(this.getEnclosingType()) and result = this.getName()
    or
    result = this.getEnclosingType().nestedName() + "$" + this.getName()
  }

  /** Holds if this type is declared as `type` in the package `package`; nested types as `Outer$Inner`. */
  predicate hasQualifiedName(string package, string type) {
    this.getPackage().hasName(package) and
    type = this.nestedName()
  }

  /** Gets the declaration of which this is an instantiation; itself, if it is none. */
  RefType getSourceDeclaration() { result = this }

  /** Holds if this is its own declaration. */
  predicate isSourceDeclaration() { this.getSourceDeclaration() = this }

  /** Gets the declaration of a direct supertype. */
  RefType getASourceSupertype() { result = this.getASupertype().getSourceDeclaration() }

  /** Holds if this type is declared at the top of a file. */
  predicate isTopLevel() { this instanceof TopLevelType }

  override predicate contains(Element e) { e.(Member).getDeclaringType() = this }

  override string toString() { result = this.getName() }
}

/** Holds if `t` is a direct supertype of `s`: extended, implemented, or `Object` for an interface that extends none. */
cached
predicate hasDirectSupertype(RefType s, RefType t) { extendsReftype(s, t) or implInterface(s, t) }

/** A class or interface. */
class ClassOrInterface extends RefType, @classorinterface {
  override string getName() { classes_or_interfaces(this, result, _, _) }

  override RefType getSourceDeclaration() { classes_or_interfaces(this, _, _, result) }

  override Type getErasure() { result = this.getSourceDeclaration() }

  /** Gets a type that this sealed type permits as direct subtype. */
  ClassOrInterface getAPermittedSubtype() { permits(this, result) }

  /** Holds if this type is sealed. */
  predicate isSealed() { exists(this.getAPermittedSubtype()) }

  /** Holds if this is a local class or interface. */
  predicate isLocal() { isLocalClassOrInterface(this, _) }

  /** Holds if this has package access. */
  predicate isPackageAccess() { this.isPackageProtected() }
}

/** A class: also an enum, a record, or an anonymous class. */
class Class extends ClassOrInterface {
  Class() { not isInterface(this) }

  /** Holds if this class is anonymous. */
  predicate isAnonymous() { isAnonymClass(this.getSourceDeclaration(), _) }
}

/** An interface, annotation types included. */
class Interface extends ClassOrInterface {
  Interface() { isInterface(this) }
}

/** An enum class. */
class EnumType extends Class {
  EnumType() { isEnumType(this) }

  /** Gets an enum constant. */
  EnumConstant getAnEnumConstant() { result.getDeclaringType() = this }
}

/** A record class. */
class Record extends Class {
  Record() { isRecord(this) }
}

/** An annotation type. */
class AnnotationType extends Interface {
  AnnotationType() { isAnnotType(this) }

  /** Gets an element of this annotation type. */
  Method getAnAnnotationElement() { result = this.getAMethod() and isAnnotElem(result) }
}

/** A class or interface declared in another type or in a block. */
class NestedType extends ClassOrInterface {
  NestedType() { exists(this.getEnclosingType()) }

  /** Gets how many types enclose this one. */
  int getNestingDepth() { result = count(this.getEnclosingType+()) }

  /** Holds if instances of this type hold no enclosing instance. */
  override predicate isStatic() {
    super.isStatic() or
    this instanceof Interface or
    this instanceof EnumType or
    this instanceof Record
  }
}

/** A nested class. */
class NestedClass extends NestedType, Class { }

/** A nested class that is not static. */
class InnerClass extends NestedClass {
  InnerClass() { not this.isStatic() }
}

/** An anonymous class. */
class AnonymousClass extends NestedClass {
  AnonymousClass() { isAnonymClass(this, _) }

  /** Gets the expression that creates the only instances of this class. */
  ClassInstanceExpr getClassInstanceExpr() { isAnonymClass(this, result) }

  override string toString() { result = "new " + this.anonymousBase() + "(...) { ... }" }

  private string anonymousBase() {
    result = min(string name | name = this.getASupertype().getName() and name != "Object")
    or
    not exists(RefType base | base = this.getASupertype() and base.getName() != "Object") and
    result = "Object"
  }
}

/** A class or interface declared in a block. */
class LocalClassOrInterface extends NestedType {
  LocalClassOrInterface() { isLocalClassOrInterface(this, _) }

  /** Gets the statement that declares this. */
  LocalTypeDeclStmt getLocalTypeDeclStmt() { isLocalClassOrInterface(this, result) }
}

/** A class or interface declared at the top of a file. */
class TopLevelType extends ClassOrInterface {
  TopLevelType() { not exists(this.getEnclosingType()) }
}

/** A class declared at the top of a file. */
class TopLevelClass extends TopLevelType, Class { }

/** A member class or interface. */
class MemberType extends NestedType, Member {
  MemberType() { not isAnonymClass(this, _) and not isLocalClassOrInterface(this, _) }

  override string getName() { result = NestedType.super.getName() }

  override string getQualifiedName() { result = NestedType.super.getQualifiedName() }

  override string toString() { result = NestedType.super.toString() }
}

/** An array type. */
class Array extends RefType, @array {
  override string getName() { arrays(this, result, _, _, _) }

  /** Gets the type of the elements when all dimensions are indexed. */
  Type getElementType() { arrays(this, _, result, _, _) }

  /** Gets the type of what one index selects. */
  Type getComponentType() { arrays(this, _, _, _, result) }

  /** Gets the number of dimensions. */
  int getDimension() { arrays(this, _, _, result, _) }

  override string toString() { result = this.getName() }
}

/** A class that boxes a primitive type. */
class BoxedType extends Class {
  BoxedType() {
    this.getPackage().hasName("java.lang") and
    this.getName() = ["Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double"]
  }

  /** Gets the primitive type whose values this boxes. */
  PrimitiveType getPrimitiveType() {
    exists(string boxed, string primitive |
      boxed = this.getName() and primitive = result.getName()
    |
      boxed = "Boolean" and primitive = "boolean"
      or
      boxed = "Byte" and primitive = "byte"
      or
      boxed = "Character" and primitive = "char"
      or
      boxed = "Short" and primitive = "short"
      or
      boxed = "Integer" and primitive = "int"
      or
      boxed = "Long" and primitive = "long"
      or
      boxed = "Float" and primitive = "float"
      or
      boxed = "Double" and primitive = "double"
    )
  }
}

/** The type of what could not be typed. */
class ErrorType extends RefType, @errortype {
  override string getName() { result = "<any>" }

  override string toString() { result = this.getName() }
}
