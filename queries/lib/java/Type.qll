/** Types: primitive types, classes, interfaces, arrays, and how they relate. */

import java.Element
import java.Member
import java.Modifier
import java.Package
import java.Generics
import java.JDK
import java.Variable
import java.Statement
import java.Expr

/** A type. */
class Type extends Element, @type {
  /** Gets the descriptor of this type as in class files (JVMS 4.3.2), `I` or `Ljava/lang/String;`. */
  string getTypeDescriptor() { none() }

  /** Gets the type without its type arguments (JLS 4.6); itself, if it has none. */
  Type getErasure() { result = this }

  /** Holds if this is a type of values, or the class that boxes one. */
  predicate isPrimitiveOrBoxed() { this instanceof PrimitiveType or this instanceof BoxedType }

  override string toString() { result = this.getName() }
}

/**
 * Holds if `t` is a direct supertype of `sub`: it is extended or implemented, it is the raw type of the generic type
 * `sub` or of its instantiation, it bounds the type variable or wildcard `sub`, or both are arrays and their components
 * are related so.
 */
predicate hasSubtype(RefType t, Type sub) {
  hasDirectSupertype(sub, t)
  or
  t.(RawType).getSourceDeclaration() = sub.(GenericType)
  or
  t.(RawType).getSourceDeclaration() = sub.(ParameterizedType).getSourceDeclaration()
  or
  hasSubtype(t.(Array).getComponentType(), sub.(Array).getComponentType())
  or
  typeBounds(_, t, _, sub) and not wildcards(sub, _, 2)
}

/** Holds if `t` is `sub` or a supertype of it, at any distance. */
predicate hasDescendant(RefType t, Type sub) { t = sub.(RefType).getASupertype*() }

/**
 * Holds if `t` is a direct supertype of `s` by declaration: extended, implemented, or `Object` where a class writes
 * none. The database has `Object` above interfaces too, for their members; it is no supertype here.
 */
cached
predicate hasDirectSupertype(RefType s, RefType t) {
  (extendsReftype(s, t) or implInterface(s, t)) and
  s != t and
  not (isInterface(s) and t instanceof TypeObject)
}

/** Holds if the declaration `sup` is a supertype of the declaration `sub`, at any distance; not itself. */
cached
predicate sourceAncestor(RefType sub, RefType sup) = fastTC(sourceSupertype/2)(sub, sup)

/** Holds if the declaration `sup` is a direct supertype of the declaration `sub`. */
predicate sourceSupertype(RefType sub, RefType sup) {
  exists(RefType t |
    hasDirectSupertype(sub, t) and
    sub.isSourceDeclaration() and
    sup = t.getSourceDeclaration() and
    sup != sub
  )
}

/** A primitive type: a type of numbers, characters or truth values. */
class PrimitiveType extends Type, @primitive {
  PrimitiveType() {
    primitives(this, ["boolean", "byte", "char", "short", "int", "long", "float", "double"])
  }

  override string getName() { primitives(this, result) }

  /** Gets the class that boxes values of this type. */
  BoxedType getBoxedType() { result.getPrimitiveType() = this }

  /** Gets a value that variables of this type have when nothing is assigned to them, as a literal would have it. */
  Literal getADefaultValue() {
    exists(string name, string value | name = this.getName() and value = result.getLiteral() |
      name = "boolean" and value = "false"
      or
      name = "char" and value = ["'\\0'", "'\\u0000'"]
      or
      name = ["byte", "short", "int"] and value = "0"
      or
      name = "long" and value = ["0", "0L", "0l"]
      or
      name = "float" and value = ["0", "0F", "0f", "0.0f", "0.0F"]
      or
      name = "double" and value = ["0", "0.0", "0D", "0d"]
    )
  }

  override string getTypeDescriptor() {
    exists(string name | name = this.getName() |
      name = "boolean" and result = "Z"
      or
      name = "byte" and result = "B"
      or
      name = "char" and result = "C"
      or
      name = "double" and result = "D"
      or
      name = "float" and result = "F"
      or
      name = "int" and result = "I"
      or
      name = "long" and result = "J"
      or
      name = "short" and result = "S"
    )
  }

  override string getAPrimaryQlClass() { result = "PrimitiveType" }
}

/** The type `void`. */
class VoidType extends Type, @primitive {
  VoidType() { primitives(this, "void") }

  override string getName() { primitives(this, result) }

  override string getTypeDescriptor() { result = "V" }

  override string getAPrimaryQlClass() { result = "VoidType" }
}

/** The type of `null`. */
class NullType extends Type, @primitive {
  NullType() { primitives(this, "<nulltype>") }

  override string getName() { primitives(this, result) }

  override string getAPrimaryQlClass() { result = "NullType" }
}

/** The type `boolean`, or the class that boxes it. */
class BooleanType extends Type {
  BooleanType() { isPrimitiveOrItsBox(this, "boolean") }
}

/** The type `char`, or the class that boxes it. */
class CharacterType extends Type {
  CharacterType() { isPrimitiveOrItsBox(this, "char") }
}

/** A type of numbers: a primitive type other than `boolean` and `char`, or the class that boxes it. */
class NumericType extends Type {
  NumericType() { isPrimitiveOrItsBox(this, ["byte", "short", "int", "long", "float", "double"]) }
}

/** A type of numbers, or of characters: a primitive type other than `boolean`, or the class that boxes it. */
class NumericOrCharType extends Type {
  NumericOrCharType() { this instanceof NumericType or this instanceof CharacterType }
}

/** A type of integers (JLS 4.2), or the class that boxes it. */
class IntegralType extends Type {
  IntegralType() { isPrimitiveOrItsBox(this, ["byte", "short", "int", "long", "char"]) }
}

/** A type of floating-point numbers, or the class that boxes it. */
class FloatingPointType extends Type {
  FloatingPointType() { isPrimitiveOrItsBox(this, ["float", "double"]) }
}

/** Holds if `t` is the primitive type `name`, or boxes it. */
private predicate isPrimitiveOrItsBox(Type t, string name) {
  t.(PrimitiveType).getName() = name or
  t.(BoxedType).getPrimitiveType().getName() = name
}

/** A type whose values never change: a primitive type, the class that boxes one, or `String`. */
class ImmutableType extends Type {
  ImmutableType() {
    this instanceof PrimitiveType or
    this instanceof NullType or
    this instanceof VoidType or
    this instanceof BoxedType or
    this instanceof TypeString
  }
}

/** A type of objects. */
class RefType extends Type, Annotatable, Modifiable, @reftype {
  /** Gets the package of this type. */
  Package getPackage() { classes_or_interfaces(this, _, result, _) }

  /** Gets the type in which this type is declared, if any. */
  RefType getEnclosingType() { enclInReftype(this, result) }

  /** Holds if this type is declared at the top of a compilation unit. */
  predicate isTopLevel() { this instanceof TopLevelType }

  /** Gets a direct supertype: see `hasSubtype`. */
  RefType getASupertype() { hasSubtype(result, this) }

  /** Gets a direct subtype: see `hasSubtype`. */
  RefType getASubtype() { hasSubtype(this, result) }

  /** Gets this type or one of its supertypes, at any distance. */
  RefType getAnAncestor() { result = this.getASupertype*() }

  /** Gets a supertype of this type, at any distance. */
  RefType getAStrictAncestor() { result = this.getASupertype+() and result != this }

  /** Gets this type or one of its subtypes, at any distance. */
  RefType getADescendant() { this = result.getASupertype*() }

  /** Gets the declaration of a direct supertype; not this type itself. */
  RefType getASourceSupertype() {
    result = this.getASupertype().getSourceDeclaration() and
    result != this
  }

  /** Holds if `t` is a direct supertype of this. */
  predicate hasSupertype(RefType t) { hasSubtype(t, this) }

  /** Holds if `t` is a direct subtype of this. */
  predicate hasSubtype(RefType t) { hasSubtype(this, t) }

  /** Holds if this extends or implements `t` directly, or `t` bounds it. */
  predicate extendsOrImplements(RefType t) {
    hasDirectSupertype(this, t)
    or
    typeBounds(_, t, _, this) and not wildcards(this, _, 2)
  }

  /** Gets a common subtype of this and `other`, one of them included. */
  RefType commonSubtype(RefType other) {
    result.getASourceSupertype*() = this.getSourceDeclaration() and
    result.getASourceSupertype*() = other.getSourceDeclaration()
  }

  /** Gets a member that this type declares. */
  Member getAMember() { result.getDeclaringType() = this }

  /** Gets a member type. */
  MemberType getAMemberType() { result.getEnclosingType() = this }

  /** Gets a method that this type declares. */
  Method getAMethod() { methods(result, _, _, _, this, _) }

  /** Gets a constructor that this type declares. */
  Constructor getAConstructor() { constrs(result, _, _, _, this, _) }

  /** Gets a method or constructor that this type declares. */
  Callable getACallable() { result = this.getAMethod() or result = this.getAConstructor() }

  /** Gets a field that this type declares. */
  Field getAField() { fields(result, _, _, this) }

  /** Gets a declaration of fields in this type. */
  FieldDeclaration getAFieldDeclaration() { fielddecls(result, this) }

  /** Holds if this type declares the member `m`. */
  predicate declaresMember(Member m) { m.getDeclaringType() = this }

  /** Holds if this type declares a field of the name `name`. */
  predicate declaresField(string name) { fields(_, name, _, this) }

  /** Holds if this type declares a method of the name `name`. */
  predicate declaresMethod(string name) { methods(_, name, _, _, this, _) }

  /** Holds if this type declares a method of the name `name` with `n` parameters. */
  predicate declaresMethod(string name, int n) {
    exists(Method m | m = this.getAMethod() | m.getName() = name and m.getNumberOfParameters() = n)
  }

  /** Gets the number of methods that this type declares. */
  int getNumberOfMethods() { result = count(this.getAMethod()) }

  /**
   * Holds if this type has the member `m`: it declares it, or inherits it from a supertype that is not overridden on
   * the way.
   */
  predicate hasMember(Member m) { this.declaresMember(m) or this.inherits(m) }

  /**
   * Holds if this type inherits the field or method `m` from a supertype (JLS 8.3, 8.4.8): it is not private,
   * accessible here, and neither hidden nor overridden by a declaration on the way.
   */
  predicate inherits(Member m) {
    inheritsField(this.getSourceDeclaration(), m) or
    inheritsMethod(this.getSourceDeclaration(), m, _)
  }

  /**
   * Holds if this type has the method `m`, which `declaringType` declares: it declares it itself, or inherits it from
   * a superclass or superinterface.
   */
  predicate hasMethod(Method m, RefType declaringType) {
    this.hasNonInterfaceMethod(m, declaringType) or
    this.hasInterfaceMethod(m, declaringType)
  }

  /** Holds if this type has the method `m`, which `declaringType`, no interface, declares. */
  predicate hasNonInterfaceMethod(Method m, RefType declaringType) {
    m.getDeclaringType() = declaringType and
    not declaringType instanceof Interface and
    (declaringType = this or inheritsMethod(this.getSourceDeclaration(), m, declaringType))
  }

  /** Holds if this type has the method `m`, which the interface `declaringType` declares. */
  predicate hasInterfaceMethod(Method m, RefType declaringType) {
    m.getDeclaringType() = declaringType and
    declaringType instanceof Interface and
    (declaringType = this or inheritsMethod(this.getSourceDeclaration(), m, declaringType))
  }

  /** Holds if this is nested in `t`, or in a type nested in it. */
  predicate isNestedIn(RefType t) { t = this.getEnclosingType+() }

  /** Gets the name with package and enclosing types, `java.util.Map$Entry`. */
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

  override string getTypeDescriptor() {
    exists(string name | name = this.getErasure().(RefType).getQualifiedName() |
      result = "L" + name.replaceAll(".", "/") + ";"
    )
  }

  /** Gets the declaration of which this is an instantiation; itself, if it is none. */
  RefType getSourceDeclaration() { result = this }

  /** Holds if this is its own declaration. */
  predicate isSourceDeclaration() { this.getSourceDeclaration() = this }

  /** Gets a call that is made on an expression of this type. */
  MethodCall getACallOnThis() { result.getReceiverType() = this }

  override string toString() { result = this.getName() }

  override string getAPrimaryQlClass() { result = "RefType" }
}

/** Holds if the declaration `t` inherits the field `f`. */
private predicate inheritsField(RefType t, Field f) {
  exists(RefType sup | sup = t.getASourceSupertype() |
    fields(f, _, _, sup) or inheritsField(sup, f)
  ) and
  not f.isPrivate() and
  not t.declaresField(f.getName()) and
  (f.isPackageProtected() implies f.getDeclaringType().getPackage() = t.getPackage())
}

/** Holds if the declaration `t` inherits the method `m`, which `declaring` declares. */
private predicate inheritsMethod(RefType t, Method m, RefType declaring) {
  exists(RefType sup | sup = t.getASourceSupertype() |
    methods(m, _, _, _, sup, _) and
    declaring = sup and
    not (m.isStatic() and sup instanceof Interface) and
    not m instanceof InitializerMethod
    or
    inheritsMethod(sup, m, declaring)
  ) and
  not m.isPrivate() and
  not exists(Method own |
    methods(own, _, _, _, t, _) and (own.getSignature() = m.getSignature() or own.overrides(m))
  ) and
  (m.isPackageProtected() implies declaring.getPackage() = t.getPackage())
}

/** A class or interface. */
class ClassOrInterface extends RefType, @classorinterface {
  override string getName() { classes_or_interfaces(this, result, _, _) }

  override RefType getSourceDeclaration() { classes_or_interfaces(this, _, _, result) }

  override Type getErasure() { result = this.getSourceDeclaration() }

  /** Gets a type that this sealed type permits as direct subtype, written or implied. */
  ClassOrInterface getAPermittedSubtype() { permits(this, result) }

  /** Holds if this type is sealed. */
  override predicate isSealed() { exists(this.getAPermittedSubtype()) }

  /** Holds if this is declared in a body. */
  predicate isLocal() { isLocalClassOrInterface(this, _) }

  /** Holds if this has package access. */
  predicate isPackageAccess() { this.isPackageProtected() }

  override string getAPrimaryQlClass() { result = "ClassOrInterface" }
}

/** A class: also an enum, a record, or an anonymous class. */
class Class extends ClassOrInterface {
  Class() { not isInterface(this) }

  /** Holds if this class is anonymous, that of a lambda expression or method reference included. */
  predicate isAnonymous() { isAnonymClass(this.getSourceDeclaration(), _) }

  /** Holds if nobody declares this class: it has what a compact source file declares (JLS 8.1.8). */
  predicate isImplicit() { isImplicitClass(this) }

  override RefType getSourceDeclaration() { classes_or_interfaces(this, _, _, result) }

  override string getAPrimaryQlClass() { result = "Class" }
}

/** An interface, annotation types included. */
class Interface extends ClassOrInterface {
  Interface() { isInterface(this) }

  override RefType getSourceDeclaration() { classes_or_interfaces(this, _, _, result) }

  override string getAPrimaryQlClass() { result = "Interface" }
}

/** An interface with one abstract method, so that lambda expressions can have its type (JLS 9.8). */
class FunctionalInterface extends Interface {
  FunctionalInterface() {
    this.hasAnnotation("java.lang", "FunctionalInterface") or
    1 = strictcount(string signature | hasAbstractMethod(this, signature))
  }

  /** Gets the abstract method. */
  Method getRunMethod() {
    this.hasMethod(result, _) and
    result.isAbstract() and
    not isPublicObjectMethod(result.getSignature())
  }
}

private predicate hasAbstractMethod(Interface t, string signature) {
  exists(Method m |
    (methods(m, _, _, _, t, _) or inheritsMethod(t, m, _)) and
    m.isAbstract() and
    signature = m.getSignature() and
    not isPublicObjectMethod(signature)
  )
}

private predicate isPublicObjectMethod(string signature) {
  signature = ["equals(java.lang.Object)", "hashCode()", "toString()"]
}

/** An enum class. */
class EnumType extends Class {
  EnumType() { isEnumType(this) }

  /** Gets an enum constant. */
  EnumConstant getAnEnumConstant() { result.getDeclaringType() = this }

  /** Gets the enum constant with the name `name`. */
  EnumConstant getEnumConstant(string name) {
    result = this.getAnEnumConstant() and
    result.getName() = name
  }

  override string getAPrimaryQlClass() { result = "EnumType" }
}

/** A record class. */
class Record extends Class {
  Record() { isRecord(this) }

  /** Gets a field that holds a component of this record. */
  Field getAComponentField() { result = this.getAField() and not result.isStatic() }

  /** Gets the constructor that takes the components. */
  Constructor getCanonicalConstructor() {
    result = this.getAConstructor() and
    isCanonicalConstr(result)
  }

  override string getAPrimaryQlClass() { result = "Record" }
}

/** A class or interface declared in another type or in a body. */
class NestedType extends ClassOrInterface {
  NestedType() { enclInReftype(this, _) }

  /** Gets the type in which this is declared. */
  override RefType getEnclosingType() { enclInReftype(this, result) }

  /** Gets how many types enclose this one. */
  int getNestingDepth() {
    not this.getEnclosingType() instanceof NestedType and result = 1
    or
    result = this.getEnclosingType().(NestedType).getNestingDepth() + 1
  }

  /** Holds if instances of this type hold no enclosing instance. */
  override predicate isStatic() {
    super.isStatic() or
    this.(ClassOrInterface).getSourceDeclaration().hasModifier("static") or
    this instanceof Interface or
    this instanceof EnumType or
    this instanceof Record or
    this.getEnclosingType() instanceof Interface
  }

  override string getAPrimaryQlClass() { result = "NestedType" }
}

/** A nested class. */
class NestedClass extends NestedType, Class {
  override string getAPrimaryQlClass() { result = "NestedClass" }
}

/** A nested class that is not static. */
class InnerClass extends NestedClass {
  InnerClass() { not this.isStatic() }

  /** Holds if instances of this class hold an enclosing instance: it is not declared in a static context. */
  predicate hasEnclosingInstance() {
    this instanceof MemberType
    or
    exists(Expr creation | isAnonymClass(this.getSourceDeclaration(), creation) |
      not creation.isInStaticContext()
    )
    or
    exists(LocalTypeDeclStmt s | isLocalClassOrInterface(this.getSourceDeclaration(), s) |
      not s.getEnclosingCallable().isStatic()
    )
  }

  override string getAPrimaryQlClass() { result = "InnerClass" }
}

/** An anonymous class; lambda expressions and method references have one too. */
class AnonymousClass extends NestedClass {
  AnonymousClass() { isAnonymClass(this.getSourceDeclaration(), _) }

  /** Gets the expression that creates the only instances of this class. */
  ClassInstanceExpr getClassInstanceExpr() { isAnonymClass(this.getSourceDeclaration(), result) }

  override string toString() { result = "new " + this.anonymousBase() + "(...) { ... }" }

  private string anonymousBase() {
    result = min(string name | name = this.getASupertype().getName() and name != "Object")
    or
    not exists(RefType base | base = this.getASupertype() and base.getName() != "Object") and
    result = "Object"
  }

  override string getAPrimaryQlClass() { result = "AnonymousClass" }
}

/** A class or interface declared in a body. */
class LocalClassOrInterface extends NestedType {
  LocalClassOrInterface() { isLocalClassOrInterface(this.getSourceDeclaration(), _) }

  /** Gets the statement that declares this. */
  LocalTypeDeclStmt getLocalTypeDeclStmt() {
    isLocalClassOrInterface(this.getSourceDeclaration(), result)
  }

  override string getAPrimaryQlClass() { result = "LocalClassOrInterface" }
}

/** A class declared in a body. */
class LocalClass extends LocalClassOrInterface, NestedClass {
  override string getAPrimaryQlClass() { result = "LocalClass" }
}

/** An interface declared in a body. */
class LocalInterface extends LocalClassOrInterface, Interface {
  override string getAPrimaryQlClass() { result = "LocalInterface" }
}

/** A class or interface declared at the top of a compilation unit. */
class TopLevelType extends ClassOrInterface {
  TopLevelType() { not enclInReftype(this, _) }

  override string getAPrimaryQlClass() { result = "TopLevelType" }
}

/** A class declared at the top of a compilation unit. */
class TopLevelClass extends TopLevelType, Class {
  override string getAPrimaryQlClass() { result = "TopLevelClass" }
}

/** A class or interface that is a member of another one. */
class MemberType extends NestedType, Member {
  MemberType() {
    not isAnonymClass(this.getSourceDeclaration(), _) and
    not isLocalClassOrInterface(this.getSourceDeclaration(), _)
  }

  override string getName() { result = NestedType.super.getName() }

  override string getQualifiedName() { result = NestedType.super.getQualifiedName() }

  override string toString() { result = NestedType.super.toString() }

  override string getAPrimaryQlClass() { result = "MemberType" }
}

/** A member class. */
class MemberClass extends MemberType, Class {
  override string getName() { result = MemberType.super.getName() }

  override string getQualifiedName() { result = MemberType.super.getQualifiedName() }

  override string toString() { result = MemberType.super.toString() }

  override string getAPrimaryQlClass() { result = "MemberClass" }
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

  override string getTypeDescriptor() { result = "[" + this.getComponentType().getTypeDescriptor() }

  override string toString() { result = this.getName() }

  override string getAPrimaryQlClass() { result = "Array" }
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

  override string getAPrimaryQlClass() { result = "BoxedType" }
}

/** The type of what could not be typed. */
class ErrorType extends RefType, @errortype {
  override string getName() { result = "<any>" }

  override string toString() { result = this.getName() }

  override string getAPrimaryQlClass() { result = "ErrorType" }
}
