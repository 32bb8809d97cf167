/** Members of types: methods, constructors, fields, initialisers. */

import java.Element
import java.Type
import java.Annotation
import java.Exception
import java.Modifier
import java.Variable
import java.Statement
import java.Expr
import java.Javadoc
import java.dispatch.VirtualDispatch

/** A member: a method, constructor, field or member type. */
class Member extends Element, Annotatable, Modifiable, Documentable, @member {
  /** Gets the type that declares this member. */
  RefType getDeclaringType() { declaredIn(this, result) }

  /** Gets the name with those of package and type, `java.lang.Object.wait`. */
  string getQualifiedName() {
    result = this.getDeclaringType().getQualifiedName() + "." + this.getName()
  }

  /** Holds if this is the member `package.type.name`; nested types are given as `Outer$Inner`. */
  predicate hasQualifiedName(string package, string type, string name) {
    this.getDeclaringType().hasQualifiedName(package, type) and
    this.hasName(name)
  }

  /** Holds if the type `package.type`, or a type below it, declares this. */
  pragma[inline]
  predicate isMemberOf(string package, string type) {
    this.getDeclaringType().getSourceDeclaration().getASourceSupertype*()
        .hasQualifiedName(package, type)
  }

  /** Gets the documentation comment of this member, if any. */
  Javadoc getJavadoc() { hasJavadoc(this, result) and not isNormalComment(result) }
}

/** Holds if the member `m` is declared in the type `t`. */
cached
predicate declaredIn(Member m, RefType t) {
  methods(m, _, _, _, t, _) or
  constrs(m, _, _, _, t, _) or
  fields(m, _, _, t) or
  enclInReftype(m, t)
}

/** A method or constructor. */
class Callable extends StmtParent, Member, @callable {
  /** Gets the declared return type; `void` for constructors. */
  Type getReturnType() { methods(this, _, _, result, _, _) or constrs(this, _, _, result, _, _) }

  /** Gets the name with the qualified erased types of the parameters, `m(java.lang.String,int)`. */
  string getSignature() { methods(this, _, result, _, _, _) or constrs(this, _, result, _, _, _) }

  /** Gets the name with the simple names of the parameter types, `m(String, int)`. */
  string getStringSignature() { result = this.getName() + this.paramsString() }

  /** Gets the simple names of the parameter types in parentheses, `(String, int)`; types without their arguments have no `<>`. */
  string paramsString() {
    result =
      "(" +
        concat(int i, Type t | t = this.getParameterType(i) |
          t.getName().replaceAll("<>", ""), ", " order by i
        ) + ")"
  }

  /** Gets the descriptor of this callable as in class files (JVMS 4.3.3), `(Ljava/lang/String;I)V`. */
  string getMethodDescriptor() {
    result =
      "(" +
        concat(int i, string d | d = this.getParameterType(i).getErasure().getTypeDescriptor() |
          d, "" order by i
        ) + ")" + this.getReturnType().getErasure().getTypeDescriptor()
  }

  /** Gets the generic declaration of which this is an instantiation; itself, if it is none. */
  Callable getSourceDeclaration() {
    methods(this, _, _, _, _, result) or
    constrs(this, _, _, _, _, result)
  }

  /** Holds if this is its own declaration. */
  predicate isSourceDeclaration() { this.getSourceDeclaration() = this }

  /** Gets the body, if there is one. */
  BlockStmt getBody() { result.getParent() = this }

  /** Holds if this has a body of its own. */
  predicate hasBody() { exists(this.getBody()) }

  /** Gets a parameter. */
  Parameter getAParameter() { result.getCallable() = this }

  /** Gets the parameter at position `n`, from 0. */
  Parameter getParameter(int n) { params(result, _, n, this, _) }

  /** Gets the type of a parameter. */
  Type getAParamType() { result = this.getAParameter().getType() }

  /** Gets the type of the parameter at position `n`, from 0. */
  Type getParameterType(int n) { params(_, result, n, this, _) }

  /** Gets the number of parameters. */
  int getNumberOfParameters() { result = count(this.getAParameter()) }

  /** Holds if this has no parameter. */
  predicate hasNoParameters() { not exists(this.getAParameter()) }

  /** Holds if the last parameter takes a variable number of arguments. */
  predicate isVarargs() { this.getAParameter().isVarargs() }

  /** Gets the position of the parameter that takes a variable number of arguments, if there is one. */
  int getVaragsParameterIndex() {
    exists(Parameter p | p = this.getParameter(result) and p.isVarargs())
  }

  /**
   * Gets the use of a type that is written for the receiver, `@A C this`; none in databases for CodeQL's library, which has
   * no such parameters.
   */
  Expr getReceiverTypeExpr() { not isAnnotElem(this) and result.isNthChildOf(this, -2) }

  /** Gets an entry of the `throws` clause. */
  Exception getAnException() { exceptions(result, _, this) }

  /** Gets an exception type that this declares to throw. */
  RefType getAThrownExceptionType() { exceptions(_, result, this) }

  /** Gets a call whose static target is this. */
  Call getAReference() { staticTarget(result, this) }

  /** Gets a call in this whose static target is `target`. */
  Call getACallSite(Callable target) {
    result.getEnclosingCallable() = this and
    result.getCallee() = target
  }

  /** Gets a static target of a call in this. */
  Callable getACallee() { this.calls(result) }

  /** Gets a call in the body of this. */
  Call getACall() { result.getEnclosingCallable() = this }

  /** Holds if a call in this has the static target `target`. */
  predicate calls(Callable target) { exists(this.getACallSite(target)) }

  /** Holds if this calls the constructor `target` with `super(...)`. */
  predicate callsSuperConstructor(Constructor target) {
    this.getACallSite(target) instanceof SuperConstructorInvocationStmt
  }

  /** Holds if this calls the constructor `target` with `this(...)`. */
  predicate callsThis(Constructor target) {
    this.getACallSite(target) instanceof ThisConstructorInvocationStmt
  }

  /** Holds if this calls the constructor `target` with `this(...)` or `super(...)`. */
  predicate callsConstructor(Constructor target) {
    this.callsSuperConstructor(target) or
    this.callsThis(target)
  }

  /**
   * Holds if a call in this may reach `target`: its static target, or a method that overrides it in a class of which
   * the receiver may be (`viableCallable`).
   */
  predicate polyCalls(Callable target) {
    this.calls(target)
    or
    exists(Call call | call.getEnclosingCallable() = this and target = viableCallable(call))
  }

  /** Holds if this reads the field `f`. */
  predicate reads(Field f) { f.getAnAccess().(FieldRead).getEnclosingCallable() = this }

  /** Holds if this writes the field `f`. */
  predicate writes(Field f) { f.getAnAccess().(FieldWrite).getEnclosingCallable() = this }

  /** Holds if this accesses the field `f`. */
  predicate accesses(Field f) { f.getAnAccess().getEnclosingCallable() = this }

  /** Gets a field that this accesses. */
  Field getAnAccessedField() { this.accesses(result) }

  /** Gets the callable around the class of this, if that is declared in a body. */
  Callable getEnclosingCallable() {
    exists(NestedType t | t = this.getDeclaringType().getSourceDeclaration() |
      result = t.(AnonymousClass).getClassInstanceExpr().getEnclosingCallable() or
      result = t.(LocalClassOrInterface).getLocalTypeDeclStmt().getEnclosingCallable()
    )
  }

  override string toString() { result = this.getName() }

  override string getAPrimaryQlClass() { result = "Callable" }
}

/** A method. */
class Method extends Callable, @method {
  override string getName() { methods(this, result, _, _, _, _) }

  override Method getSourceDeclaration() { methods(this, _, _, _, _, result) }

  override string getSignature() { methods(this, _, result, _, _, _) }

  /** Holds if brackets are behind the parameters of this method, as in `int f()[]`. */
  predicate isCStyleArray() { c_style_arrays(this, _) }

  /** Holds if this and `m` have the same erased parameter types. */
  pragma[inline]
  predicate sameParamTypes(Method m) {
    this.getSignature().suffix(this.getName().length()) =
      m.getSignature().suffix(m.getName().length())
  }

  /**
   * Holds if this overrides or implements `m` (JLS 8.4.8.1): a supertype, at any distance, declares `m`, which can be
   * overridden here, and the signatures agree once the type arguments of that supertype are put in.
   */
  predicate overrides(Method m) { overridesDirectly(this, m) }

  /** Holds if this overrides `m`, or is another instantiation of the declaration `m`. */
  predicate overridesOrInstantiates(Method m) {
    this.overrides(m)
    or
    this.getSourceDeclaration() = m and this != m
  }

  /** Gets this method or one that it overrides. */
  Method getAnOverride() { result = this or overridesDirectly(this, result) }

  /** Gets the declaration of a method that this overrides. */
  Method getASourceOverriddenMethod() {
    exists(Method m | this.overrides(m) and result = m.getSourceDeclaration())
  }

  /** Gets the declaration of this. */
  Method getSourceMethod() { result = this.getSourceDeclaration() }

  /** Holds if subtypes inherit this: it is not private. */
  predicate isInheritable() {
    not this.isPrivate() and
    not (this.isStatic() and this.getDeclaringType() instanceof Interface) and
    not this instanceof InitializerMethod
  }

  /** Holds if a call of this is decided by the class of the receiver: this is neither private nor static. */
  predicate isVirtual() {
    not this.isPrivate() and
    not this.isStatic() and
    not this instanceof InitializerMethod
  }

  /** Holds if another method may override this. */
  predicate isOverridable() {
    this.isVirtual() and
    not this.isFinal() and
    not this.getDeclaringType().isFinal()
  }

  /**
   * Gets a method that a call of this may execute: itself, or one that overrides it, each with a body, and declared in
   * the source tree or not.
   */
  Method getAPossibleImplementation() {
    result = this.getSourceDeclaration() and not result.isAbstract()
    or
    result = this.getAPossibleImplementationOfSrcMethod()
  }

  private Method getAPossibleImplementationOfSrcMethod() {
    overridesDirectly(result, this.getSourceDeclaration()) and
    not result.isAbstract()
  }

  override string getAPrimaryQlClass() { result = "Method" }
}

/**
 * Holds if `overrider` overrides or implements `overridden`, which a supertype, at any distance, declares: see
 * `Method.overrides`.
 */
cached
predicate overridesDirectly(Method overrider, Method overridden) {
  exists(RefType sub, RefType sup |
    overridesIgnoringAccess(overrider, sub, overridden, sup) and
    // A method that is overridden is not private.
    (overridden.isPublic() or overridden.isProtected() or sub.getPackage() = sup.getPackage())
  )
}

/**
 * Holds if `overrider`, declared in `sub`, has the signature of `overridden`, declared in the supertype `sup`, and
 * neither is private or static.
 */
predicate overridesIgnoringAccess(Method overrider, RefType sub, Method overridden, RefType sup) {
  exists(string signature |
    mayOverrideIn(overrider, sub, signature, sup) and virtualMethod(overridden, signature, sup)
  )
  or
  overridesGeneric(overrider, sub, overridden, sup)
  or
  // What the class of a lambda expression or method reference declares implements the method of its interface.
  exists(string name, int arity |
    methods(overrider, name, _, _, sub, _) and
    overrider = any(FunctionalExpr f).asMethod() and
    arity = overrider.getNumberOfParameters() and
    sourceAncestor(sub, sup) and
    isInterface(sup) and
    methods(overridden, name, _, _, sup, _) and
    overridden.isAbstract() and
    arity = overridden.getNumberOfParameters()
  )
}

/** Holds if `overrider`, declared in `sub`, overrides what the supertype `sup` has with the erased signature `signature`. */
pragma[nomagic]
private predicate mayOverrideIn(Method overrider, RefType sub, string signature, RefType sup) {
  virtualMethod(overrider, signature, sub) and
  sourceAncestor(sub, sup)
}

/** Holds if `t` declares the method `m` with the erased signature `signature`, and calls of it are dispatched. */
private predicate virtualMethod(Method m, string signature, RefType t) {
  methods(m, _, signature, _, t, _) and
  m.isVirtual()
}

/*
 * A supertype `Comparable<Id>` has the method `compareTo(Id)`, of which the database holds the declaration
 * `compareTo(T)` only. The three predicates below follow type variables from a generic supertype to the classes below
 * it, and compare the erased types of the parameters.
 */

/** Holds if the `i`-th type parameter of the generic supertype `sup` is `argument` in the declaration `sub`. */
private predicate suppliedArgument(RefType sub, RefType sup, int i, RefType argument) {
  exists(ParameterizedType t |
    hasDirectSupertype(sub, t) and
    sub.isSourceDeclaration() and
    sup = t.getSourceDeclaration() and
    argument = t.getTypeArgument(i)
  )
  or
  exists(RefType mid, RefType passed |
    sourceSupertype(sub, mid) and suppliedArgument(mid, sup, i, passed)
  |
    not typeVars(passed, _, _, mid) and argument = passed
    or
    exists(int j | typeVars(passed, _, j, mid) and suppliedArgument(sub, mid, j, argument))
  )
}

/**
 * Holds if the `n`-th parameter of `m`, declared in `t`, has the `i`-th type parameter of `t` as type; as that of its
 * elements, if `isArray`.
 */
private predicate variableParameter(Method m, RefType t, int n, int i, boolean isArray) {
  exists(TypeVariable v, Type declared |
    params(_, declared, n, m, _) and typeVars(v, _, i, t) and methods(m, _, _, _, t, _)
  |
    boundOfMethod(declared, m) = v and isArray = false
    or
    boundOfMethod(declared.(Array).getComponentType(), m) = v and isArray = true
  )
}

/** Gets the type `t` in a parameter of `m`; of a type variable that `m` declares, the type that bounds it. */
bindingset[t, m]
pragma[inline_late]
private Type boundOfMethod(Type t, Method m) {
  if typeVars(t, _, _, m)
  then typeBounds(_, result, 0, t)
  else result = t
}

private predicate hasVariableParameter(Method m, RefType t, string name, int arity) {
  variableParameter(m, t, _, _, _) and
  m.isVirtual() and
  name = m.getName() and
  arity = m.getNumberOfParameters()
}

/** Holds if `own`, of `sub`, and `inherited`, of the generic supertype `sup`, have one name and number of parameters. */
private predicate overrideCandidate(Method own, RefType sub, Method inherited, RefType sup) {
  exists(string name, int arity |
    hasVariableParameter(inherited, sup, name, arity) and
    sourceAncestor(sub, sup) and
    methods(own, name, _, _, sub, _) and
    own.getNumberOfParameters() = arity and
    own.isVirtual()
  )
}

/** Holds if the erasure of the type of the `n`-th parameter of `m` is `t`, an array of it if `isArray`. */
private predicate erasedParameter(Method m, int n, Type t, boolean isArray) {
  overrideCandidate(m, _, _, _) and
  exists(Type declared | params(_, declared, n, m, _) |
    t = declared.getErasure() and isArray = false
    or
    t = declared.(Array).getComponentType().getErasure() and isArray = true
  )
}

/** Holds if the erasure of what the `i`-th type parameter of `sup` is in the declaration `sub` is `t`. */
private predicate erasedArgument(RefType sub, RefType sup, int i, Type t) {
  exists(RefType argument | suppliedArgument(sub, sup, i, argument) and t = argument.getErasure())
}

/** Holds if the `n`-th parameters agree, and that of `inherited` has a type parameter as type, or as that of elements. */
private predicate variableParameterAgrees(
  Method own, RefType sub, Method inherited, RefType sup, int n
) {
  exists(int i, Type t, boolean isArray |
    overrideCandidate(own, sub, inherited, sup) and
    variableParameter(inherited, sup, n, i, isArray) and
    erasedArgument(sub, sup, i, t) and
    erasedParameter(own, n, t, isArray)
  )
}

/** Holds if the `n`-th parameters agree, and that of `inherited` has another type. */
private predicate plainParameterAgrees(
  Method own, RefType sub, Method inherited, RefType sup, int n
) {
  exists(Type declared, Type t |
    overrideCandidate(own, sub, inherited, sup) and
    params(_, declared, n, inherited, _) and
    not variableParameter(inherited, sup, n, _, _) and
    t = declared.getErasure() and
    erasedParameter(own, n, t, false)
  )
}

private predicate overridesGeneric(Method own, RefType sub, Method inherited, RefType sup) {
  overrideCandidate(own, sub, inherited, sup) and
  own.getNumberOfParameters() = strictcount(int n |
    variableParameterAgrees(own, sub, inherited, sup, n) or
    plainParameterAgrees(own, sub, inherited, sup, n)
  )
}

/** A callable that is its own declaration. */
class SrcCallable extends Callable {
  SrcCallable() { this.isSourceDeclaration() }

  /**
   * Holds if code outside of the source tree may call this: it is public, or protected, and so is each type around it,
   * or it implements what such code may call.
   */
  predicate isImplicitlyPublic() {
    this.getDeclaringType() instanceof AnonymousClass or
    this.(Method).getASourceOverriddenMethod().isPublic()
  }

  /** Holds if this can be called from outside its package: it is public or overrides a public method. */
  predicate isEffectivelyPublic() { this.isPublic() or this.isImplicitlyPublic() }
}

/** A method that is its own declaration. */
class SrcMethod extends Method {
  SrcMethod() { this.isSourceDeclaration() }

  /** Holds if another type implements this abstract method, or this is not abstract. */
  predicate isImplemented() { exists(this.getAPossibleImplementation()) }
}

/** The method in which the static initialisers of a class and those of its static fields are executed. */
class StaticInitializer extends Method {
  StaticInitializer() { methods(this, "<clinit>", _, _, _, _) }

  override string getAPrimaryQlClass() { result = "StaticInitializer" }
}

/** The method in which the instance initialisers of a class and those of its instance fields are executed. */
class InstanceInitializer extends Method {
  InstanceInitializer() { methods(this, "<obinit>", _, _, _, _) }

  override string getAPrimaryQlClass() { result = "InstanceInitializer" }
}

/** A static initialiser or the instance initialisers of a class. */
class InitializerMethod extends Method {
  InitializerMethod() { methods(this, ["<clinit>", "<obinit>"], _, _, _, _) }
}

/** A method without parameters whose body does nothing but return a field. */
class GetterMethod extends Method {
  GetterMethod() {
    this.hasNoParameters() and
    exists(ReturnStmt s, Field f |
      s = this.getBody().(SingletonBlock).getStmt() and s.getExpr() = f.getAnAccess()
    )
  }

  /** Gets the field that this returns. */
  Field getField() {
    exists(ReturnStmt s |
      s = this.getBody().(SingletonBlock).getStmt() and s.getExpr() = result.getAnAccess()
    )
  }

  override string getAPrimaryQlClass() { result = "GetterMethod" }
}

/** A method with one parameter, which a statement of its body stores in a field. */
class SetterMethod extends Method {
  SetterMethod() { exists(assignedFromParameter(this)) }

  /** Gets the field that this sets. */
  Field getField() { result = assignedFromParameter(this) }

  override string getAPrimaryQlClass() { result = "SetterMethod" }
}

private Field assignedFromParameter(Method m) {
  m.getNumberOfParameters() = 1 and
  exists(ExprStmt s, AssignExpr a |
    s.getParent() = m.getBody() and
    s.getExpr() = a and
    a.getDest() = result.getAnAccess() and
    a.getSource() = m.getAParameter().getAnAccess()
  )
}

/** A constructor. */
class Constructor extends Callable, @constructor {
  override string getName() { constrs(this, result, _, _, _, _) }

  override Constructor getSourceDeclaration() { constrs(this, _, _, _, _, result) }

  override string getSignature() { constrs(this, _, result, _, _, _) }

  /** Holds if this is the constructor of a class that has none in the text. That of a record is canonical instead. */
  predicate isDefaultConstructor() { isDefConstr(this) }

  /** Holds if this is the canonical constructor of a record. */
  predicate isCanonical() { isCanonicalConstr(this) }

  /** Holds if this takes no parameters. */
  predicate isParameterless() { this.hasNoParameters() }

  override string getAPrimaryQlClass() { result = "Constructor" }
}

/** The declaration of one or more fields, `int a, b;`. */
class FieldDeclaration extends ExprParent, @fielddecl, Element {
  /** Gets the use of the type that is declared. */
  Expr getTypeAccess() { result.getParent() = this }

  /** Gets a field that this declares. */
  Field getAField() { fieldDeclaredIn(result, this, _) }

  /** Gets the `pos`-th field that this declares, from 0. */
  Field getField(int pos) { fieldDeclaredIn(result, this, pos) }

  /** Gets the number of fields that this declares. */
  int getNumField() { result = count(this.getAField()) }

  override string toString() {
    if this.getNumField() = 1
    then result = this.getTypeName() + " " + this.getField(0).getName() + ";"
    else result = this.getTypeName() + " " + this.getField(0).getName() + ", ...;"
  }

  private string getTypeName() { result = this.getField(0).getType().getName() }

  override string getAPrimaryQlClass() { result = "FieldDeclaration" }
}

/** A field. */
class Field extends Member, ExprParent, @field, Variable {
  override string getName() { fields(this, result, _, _) }

  override Type getType() { fields(this, _, result, _) }

  override RefType getDeclaringType() { fields(this, _, _, result) }

  /** Gets the declaration in which this is declared. */
  FieldDeclaration getDeclaration() { result.getAField() = this }

  /** Gets the initialiser, if there is one. */
  override Expr getInitializer() {
    // The database has an assignment to the field for it, which is no `AssignExpr` of this library.
    exists(@varaccess access, @assignexpr assignment |
      compiler_generated(access, 8) and
      variableBinding(access, this) and
      exprs(access, _, _, assignment, 0) and
      exprs(result, _, _, assignment, 1)
    )
  }

  override Expr getAnAssignedValue() {
    result = this.getInitializer() or
    result = Variable.super.getAnAssignedValue()
  }

  /** Gets the field itself: fields are not instantiated. */
  Field getSourceDeclaration() { result = this }

  /** Holds if this is its own declaration. */
  predicate isSourceDeclaration() { any() }

  override string toString() { result = this.getName() }

  override string getAPrimaryQlClass() { result = "Field" }
}

/** An instance field. */
class InstanceField extends Field {
  InstanceField() { not this.isStatic() }
}

/** An enum constant. */
class EnumConstant extends Field {
  EnumConstant() { isEnumConst(this) }

  override string getAPrimaryQlClass() { result = "EnumConstant" }
}
