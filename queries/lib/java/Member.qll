/** Members of types: methods, constructors, fields, initialisers. */

import java.Element
import java.Type
import java.Annotation
import java.Modifier
import java.Variable
import java.Statement
import java.Expr
import java.Javadoc

/** A member: a method, constructor, field or member type. */
class Member extends Element, Annotatable, Modifiable, @member {
  /** Gets the type that declares this member. */
  RefType getDeclaringType() { declaredIn(this, result) }

  /** Holds if this is the member `package.type.name`. */
  predicate hasQualifiedName(string package, string type, string name) {
    this.getDeclaringType().hasQualifiedName(package, type) and
    this.hasName(name)
  }

  /** Gets the name with those of package and type. */
  string getQualifiedName() {
    result = this.getDeclaringType().getQualifiedName() + "." + this.getName()
  }

  /** Gets the documentation comment of this member, if any. */
  Javadoc getJavadoc() { hasJavadoc(this, result) }
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
class Callable extends Member, @callable {
  /** Gets the declared return type; `void` for constructors. */
  Type getReturnType() { methods(this, _, _, result, _, _) or constrs(this, _, _, result, _, _) }

  /** Gets the name with the erased parameter types, `m(java.lang.String,int)`. */
  string getSignature() { methods(this, _, result, _, _, _) or constrs(this, _, result, _, _, _) }

  /** Gets the generic declaration of which this is an instantiation; itself, if it is none. */
  Callable getSourceDeclaration() {
    methods(this, _, _, _, _, result) or
    constrs(this, _, _, _, _, result)
  }

  /** Holds if this is its own declaration. */
  predicate isSourceDeclaration() { this.getSourceDeclaration() = this }

  /** Gets the body, if there is one. */
  BlockStmt getBody() { result.getParent() = this }

  /** Gets a parameter. */
  Parameter getAParameter() { result.getCallable() = this }

  /** Gets the parameter at position `n`, from 0. */
  Parameter getParameter(int n) { params(result, _, n, this, _) }

  /** Gets the type of a parameter. */
  Type getAParamType() { result = this.getAParameter().getType() }

  /** Gets the type of the parameter at position `n`. */
  Type getParameterType(int n) { params(_, result, n, this, _) }

  /** Gets the number of parameters. */
  int getNumberOfParameters() { result = count(this.getAParameter()) }

  /** Holds if this has no parameter. */
  predicate hasNoParameters() { not exists(this.getAParameter()) }

  /** Holds if this takes a variable number of arguments. */
  predicate isVarargs() { this.getAParameter().isVarargs() }

  /** Gets a call in the body of this. */
  Call getACall() { result.getCaller() = this }

  /** Gets a call of this. */
  Call getAReference() { result.getCallee() = this }

  /** Holds if this calls `target` directly, by its static target. */
  predicate calls(Callable target) {
    exists(Call c | c.getCaller() = this and c.getCallee() = target)
  }

  /** Holds if this calls the constructor `target`, through `new`, `this(...)` or `super(...)`. */
  predicate callsConstructor(Constructor target) {
    exists(Call c | c.getCaller() = this and c.getCallee().getSourceDeclaration() = target)
  }

  /** Holds if this calls `target`, or something that does. */
  predicate polyCalls(Callable target) { this.calls(target) }

  /** Gets an exception type that this declares to throw. */
  RefType getAThrownExceptionType() { exceptions(_, result, this) }

  /** Holds if this reads the field `f`. */
  predicate reads(Field f) { f.getAnAccess().(FieldRead).getEnclosingCallable() = this }

  /** Holds if this writes the field `f`. */
  predicate writes(Field f) { f.getAnAccess().(FieldWrite).getEnclosingCallable() = this }

  /** Holds if this accesses the field `f`. */
  predicate accesses(Field f) { f.getAnAccess().getEnclosingCallable() = this }

  /** Gets the name with the simple names of the parameter types, `m(String, int)`. */
  string getStringSignature() { result = this.getName() + this.paramsString() }

  /** Gets the simple names of the parameter types in parentheses, `(String, int)`. */
  string paramsString() {
    result =
      "(" + concat(int i, Type t | t = this.getParameterType(i) | t.getName(), ", " order by i) +
        ")"
  }

  override string toString() { result = this.getName() }
}

/** A method. */
class Method extends Callable, @method {
  override string getName() { methods(this, result, _, _, _, _) }

  override Method getSourceDeclaration() { methods(this, _, _, _, _, result) }

  /** Holds if this directly overrides or implements `m`: same signature, in a supertype. */
  predicate overrides(Method m) { overridesDirectly(this, m) }

  /** Gets a method that this overrides, at any distance. */
  Method getAnOverride() { overridesDirectly*(this, result) }

  /** Holds if this overrides `m`, or instantiates a method that does, or is it. */
  predicate overridesOrInstantiates(Method m) {
    this.overrides(m) or
    this.getSourceDeclaration() = m
  }

  /** Gets the method that this overrides which overrides nothing itself. */
  Method getSourceMethod() { result = this.getSourceDeclaration() }

  /** Holds if this can be overridden. */
  predicate isVirtual() {
    not this.isPrivate() and
    not this.isStatic() and
    not this.isFinal() and
    not this.getDeclaringType().isFinal()
  }

  /** Gets a method that a call of this may reach: itself, or one that overrides it. */
  Method getAPossibleImplementation() {
    result = this.getSourceDeclaration() and exists(result.getBody())
    or
    overridesDirectly+(result, this.getSourceDeclaration()) and exists(result.getBody())
  }
}

/** Holds if `overrider` overrides `overridden`, which a supertype (at any distance) declares with the same signature. */
cached
predicate overridesDirectly(Method overrider, Method overridden) {
  exists(RefType sub, RefType ancestor, string signature |
    methods(overrider, _, signature, _, sub, _) and
    ancestor = sub.getSourceDeclaration().getASourceSupertype+() and
    methods(overridden, _, signature, _, ancestor, _)
  ) and
  not overrider.isStatic() and
  not overrider.isPrivate() and
  not overridden.isStatic() and
  not overridden.isPrivate()
}

/** A method that is called when its class is initialised: static initialisers and initialisers of static fields. */
class StaticInitializer extends Method {
  StaticInitializer() { this.hasName("<clinit>") }
}

/** The instance initialisers and initialisers of instance fields of a class, run by its constructors. */
class InstanceInitializer extends Method {
  InstanceInitializer() { this.hasName("<obinit>") }
}

/** A static initialiser or the instance initialisers. */
class InitializerMethod extends Method {
  InitializerMethod() { this instanceof StaticInitializer or this instanceof InstanceInitializer }
}

/** A method that is no initialiser. */
class SrcMethod extends Method {
  SrcMethod() { this.isSourceDeclaration() }
}

/** A method `getX` or `isX` without parameters that returns a field. */
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
}

/** A method `setX` with one parameter that is stored in a field. */
class SetterMethod extends Method {
  SetterMethod() { exists(assignedFromParameter(this)) }

  /** Gets the field that this sets. */
  Field getField() { result = assignedFromParameter(this) }
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

  /** Holds if nobody wrote this constructor. */
  predicate isDefaultConstructor() { isDefConstr(this) }
}

/** The declaration of one or more fields, `int a, b;`. */
class FieldDeclaration extends ExprParent, @fielddecl {
  /** Gets the `pos`-th field that this declares. */
  Field getField(int pos) { fieldDeclaredIn(result, this, pos) }

  /** Gets a field that this declares. */
  Field getAField() { result = this.getField(_) }

  /** Gets the number of fields that this declares. */
  int getNumField() { result = count(this.getAField()) }

  override string toString() {
    if this.getNumField() = 1
    then result = this.getField(0).getType().getName() + " " + this.getField(0).getName() + ";"
    else result = this.getField(0).getType().getName() + " " + this.getField(0).getName() + ", ...;"
  }
}

/** A field. */
class Field extends Member, ExprParent, @field, Variable {
  override string getName() { fields(this, result, _, _) }

  override Type getType() { fields(this, _, result, _) }

  override RefType getDeclaringType() { fields(this, _, _, result) }

  /** Gets the declaration in which this is declared. */
  FieldDeclaration getDeclaration() { result.getAField() = this }

  /** Gets the initialiser, if there is one. */
  override Expr getInitializer() { exprs(result, _, _, this, 0) }

  override Expr getAnAssignedValue() {
    result = this.getInitializer() or
    result = Variable.super.getAnAssignedValue()
  }

  /** Gets the field itself: fields are not instantiated. */
  Field getSourceDeclaration() { result = this }

  /** Holds if this is its own declaration. */
  predicate isSourceDeclaration() { any() }

  override string toString() { result = this.getName() }
}

/** An instance field. */
class InstanceField extends Field {
  InstanceField() { not this.isStatic() }
}

/** An enum constant. */
class EnumConstant extends Field {
  EnumConstant() { isEnumConst(this) }
}
