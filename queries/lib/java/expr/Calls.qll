/** Calls: of methods and constructors, and functions that are written in place. */

import java.Element
import java.Expr
import java.Member
import java.Statement
import java.Type
import java.Variable
private import java.expr.ImplicitReceivers

/**
 * Holds if `c` is the static target of `call`. In the database, what makes an object of an anonymous class calls the
 * constructor of that class, which nobody wrote; here it calls the constructor of the superclass.
 */
cached
predicate staticTarget(@caller call, Callable c) {
  called_declaration(call, c) and
  not isAnonymousConstructor(c, _) and
  not isInAnonymousConstructor(call)
  or
  exists(@constructor own, @classorinterface t, @superconstructorinvocationstmt s |
    called_declaration(call, own) and
    isAnonymousConstructor(own, t) and
    not implInterface(t, _) and
    stmts(s, _, _, _, own) and
    called_declaration(s, c)
  )
}

private predicate isAnonymousConstructor(@constructor c, @classorinterface t) {
  constrs(c, _, _, _, t, _) and
  isAnonymClass(t, _)
}

/** Holds if `call` is a part of the constructor of an anonymous class. */
predicate isInAnonymousConstructor(@caller call) {
  exists(@constructor c | isAnonymousConstructor(c, _) |
    stmts(call, _, _, _, c) or callableEnclosingExpr(call, c)
  )
}

/** A call: of a method, of a constructor through `new`, `this(...)` or `super(...)`. */
class Call extends ExprParent, @caller {
  /** Gets an argument. */
  Expr getAnArgument() { result = this.getArgument(_) }

  /** Gets the argument at position `index`, from 0. */
  Expr getArgument(int index) { none() }

  /** Gets the number of arguments. */
  int getNumArgument() { result = count(this.getAnArgument()) }

  /** Gets the static target. */
  Callable getCallee() { staticTarget(this, result) }

  /** Gets the callable that contains this call. */
  Callable getEnclosingCallable() { none() }

  /** Gets the callable that contains this call. */
  Callable getCaller() { result = this.getEnclosingCallable() }

  /** Gets the innermost statement that contains this call; itself, if it is one. */
  Stmt getEnclosingStmt() { none() }

  /** Gets the qualifier, if there is one. */
  Expr getQualifier() { none() }

  override string toString() { result = "call" }
}

/** An argument of a call. */
class Argument extends Expr {
  private Call call;
  private int pos;

  Argument() { call.getArgument(pos) = this }

  /** Gets the call. */
  Call getCall() { result = call }

  /** Gets the position of this argument, from 0. */
  int getPosition() { result = pos }

  /** Gets the position of the parameter that this argument is for, which may take several. */
  int getParameterPos() {
    exists(Callable c | c = call.getCallee() |
      if exists(c.getVaragsParameterIndex())
      then result = pos.minimum(c.getVaragsParameterIndex())
      else result = pos
    )
  }

  /** Holds if this is an array that stands for all arguments of a parameter that takes a variable number. */
  predicate isExplicitVarargsArray() {
    this.isVararg() and
    call.getNumArgument() = call.getCallee().getNumberOfParameters() and
    (this.getType() instanceof Array or this.getType() instanceof NullType) and
    this.getType().(Array).getDimension() >=
      call.getCallee().getParameterType(pos).(Array).getDimension()
  }

  /** Holds if this is one of the arguments of a parameter that takes a variable number, the `arrayindex`-th. */
  predicate isNthVararg(int arrayindex) {
    this.isVararg() and
    not this.isExplicitVarargsArray() and
    arrayindex = pos - call.getCallee().getVaragsParameterIndex()
  }

  /** Holds if this is for a parameter that takes a variable number of arguments. */
  predicate isVararg() { pos >= call.getCallee().getVaragsParameterIndex() }
}

/** A call of a constructor. */
abstract class ConstructorCall extends Call {
  /** Gets the constructor. */
  abstract Constructor getConstructor();

  /** Gets the class whose constructor is called. */
  abstract RefType getConstructedType();

  /** Holds if this is a call `this(...)`. */
  predicate callsThis() { this instanceof ThisConstructorInvocationStmt }

  /** Holds if this is a call `super(...)`. */
  predicate callsSuper() { this instanceof SuperConstructorInvocationStmt }

  /** Holds if this calls a constructor of an enum class. */
  predicate isEnumConstructor() { this.getConstructedType() instanceof EnumType }
}

/** `new C(...)`, a lambda expression or a method reference: what creates an object of a known class. */
class ClassInstanceExpr extends Expr, ConstructorCall, @classinstancexpr {
  override Expr getArgument(int index) {
    this instanceof @newexpr and
    result.isNthChildOf(this, index) and
    index >= 0
  }

  override Expr getQualifier() { result.isNthChildOf(this, -2) and this instanceof @newexpr }

  /** Gets the use of the class that is named. */
  Expr getTypeName() { result.isNthChildOf(this, -3) and this instanceof @newexpr }

  /** Gets a type argument of the class that is named. */
  Expr getATypeArgument() { result = this.getTypeName().(TypeAccess).getATypeArgument() }

  /** Gets the type argument of the class that is named at place `index`, from 0. */
  Expr getTypeArgument(int index) {
    result = this.getTypeName().(TypeAccess).getTypeArgument(index)
  }

  /** Holds if the type arguments are to be inferred: `new C<>(...)`. */
  predicate isDiamond() {
    this instanceof @newexpr and
    this.getType().(ParameterizedType).getErasure() =
      this.getType().(RefType).getSourceDeclaration() and
    not exists(this.getATypeArgument())
  }

  override Constructor getConstructor() { staticTarget(this, result) }

  override RefType getConstructedType() { result = this.getType() }

  /** Gets the anonymous class that is declared here, if one is. */
  AnonymousClass getAnonymousClass() { isAnonymClass(result, this) }

  override Stmt getEnclosingStmt() { result = Expr.super.getEnclosingStmt() }

  override Callable getEnclosingCallable() { result = Expr.super.getEnclosingCallable() }

  override string toString() { result = "new " + this.constructedName() + "(...)" }

  private string constructedName() {
    if exists(this.getAnonymousClass()) and exists(this.getTypeName())
    then result = this.getTypeName().getType().getName()
    else result = this.getConstructedType().getName()
  }

  override string getAPrimaryQlClass() { result = "ClassInstanceExpr" }
}

/** A lambda expression or method reference. */
abstract class FunctionalExpr extends ClassInstanceExpr {
  /** Gets the method that is executed when the function is called. */
  abstract Method asMethod();
}

/** A lambda expression. */
class LambdaExpr extends FunctionalExpr, @lambdaexpr {
  override Method asMethod() {
    result = this.getAnonymousClass().getAMethod() and
    not result instanceof InitializerMethod
  }

  /** Holds if the body is an expression. */
  predicate hasExprBody() { lambdaKind(this, 0) }

  /** Holds if the body is a block. */
  predicate hasStmtBody() { lambdaKind(this, 1) }

  /** Gets the body, if it is an expression. */
  Expr getExprBody() {
    this.hasExprBody() and
    exists(Stmt s | s = this.asMethod().getBody().getAStmt() |
      result = s.(ReturnStmt).getExpr() or result = s.(ExprStmt).getExpr()
    )
  }

  /** Gets the body, if it is a block. */
  BlockStmt getStmtBody() { this.hasStmtBody() and result = this.asMethod().getBody() }

  /** Gets the parameter at position `i`, from 0. */
  Parameter getParameter(int i) { result = this.asMethod().getParameter(i) }

  override string toString() { result = "...->..." }

  override string getAPrimaryQlClass() { result = "LambdaExpr" }
}

/** A method reference. */
class MemberRefExpr extends FunctionalExpr, @memberref {
  override Method asMethod() {
    result = this.getAnonymousClass().getAMethod() and
    not result instanceof InitializerMethod
  }

  /** Gets the callable that is referred to. */
  Callable getReferencedCallable() { memberRefBinding(this, result) }

  override Expr getQualifier() { result.isNthChildOf(this, -1) }

  /** Gets the type of the receiver, if the callable is a method. */
  RefType getReceiverType() {
    exists(Method m | m = this.getReferencedCallable() |
      result = this.getQualifier().getType()
      or
      not exists(this.getQualifier()) and result = m.getDeclaringType()
    )
  }

  override string toString() { result = "...::..." }

  override string getAPrimaryQlClass() { result = "MemberRefExpr" }
}

/** Holds if `call`, in code of `caller`, calls the instance method `m` without a qualifier, and not on `this`. */
pragma[nomagic]
private predicate callsOfOuter(MethodCall call, RefType caller, Method m) {
  not call.hasQualifier() and
  m = call.getMethod() and
  not m.isStatic() and
  not call.isOwnMethodCall() and
  caller = call.getEnclosingCallable().getDeclaringType()
}

/** A method call. */
class MethodCall extends Expr, Call, @methodaccess {
  override Expr getQualifier() { result.isNthChildOf(this, -1) }

  /** Holds if this has a qualifier. */
  predicate hasQualifier() { exists(this.getQualifier()) }

  /** Gets an argument. */
  override Expr getAnArgument() { exists(int i | i >= 0 and result.isNthChildOf(this, i)) }

  override Expr getArgument(int index) { result.isNthChildOf(this, index) and index >= 0 }

  /** Gets a type argument that is written for the method. */
  Expr getATypeArgument() { result = this.getTypeArgument(_) }

  /** Gets the type argument that is written for the method at place `index`, from 0. */
  Expr getTypeArgument(int index) { index >= 0 and result.isNthChildOf(this, -2 - index) }

  /** Gets the method: the static target. */
  Method getMethod() { result = this.getCallee() }

  override Stmt getEnclosingStmt() { result = Expr.super.getEnclosingStmt() }

  override Callable getEnclosingCallable() { result = Expr.super.getEnclosingCallable() }

  /** Gets the type on which the method is called: that of the qualifier, or the one around this. */
  RefType getReceiverType() {
    result = this.getQualifier().getType()
    or
    not this.hasQualifier() and result = this.getEnclosingCallable().getDeclaringType()
  }

  /** Holds if the method is one of this class or a superclass and is called on `this`, written or implied. */
  predicate isOwnMethodCall() {
    this.getQualifier().(InstanceAccess).isOwnInstanceAccess()
    or
    not this.hasQualifier() and
    exists(RefType caller, RefType declaring |
      callsInstanceMember(this, caller, declaring) and isAtOrBelow(caller, declaring)
    )
  }

  /** Holds if the method is called on an instance of the class `t` around this one, written or implied. */
  predicate isEnclosingMethodCall(RefType t) {
    this.getQualifier().(InstanceAccess).isEnclosingInstanceAccess(t)
    or
    exists(RefType caller, Method m |
      callsOfOuter(this, caller, m) and t = memberSite(caller.getSourceDeclaration(), m)
    )
  }

  override string toString() { result = this.getCallText() }

  /** Gets the name of the method with `(...)` behind it. */
  string getCallText() {
    result = this.getMethod().getName() + "(...)"
    or
    not exists(this.getMethod()) and
    exists(string name | unresolved_calls(this, name, _) and result = name + "(...)")
    or
    not exists(this.getMethod()) and not unresolved_calls(this, _, _) and result = "<call>(...)"
  }

  override string getAPrimaryQlClass() { result = "MethodCall" }
}

/** A method call, by its older name. */
class MethodAccess = MethodCall;

/** Holds if `call`, in the class `caller`, calls an instance method of the class `declaring`. */
pragma[noinline]
private predicate callsInstanceMember(MethodCall call, RefType caller, RefType declaring) {
  exists(Method m | m = call.getMethod() and not m.isStatic() |
    caller = call.getEnclosingCallable().getDeclaringType().getSourceDeclaration() and
    declaring = m.getDeclaringType().getSourceDeclaration()
  )
}

/** A call of a static method. */
class StaticMethodCall extends MethodCall {
  StaticMethodCall() { this.getMethod().isStatic() }
}

/** A call on `super`. */
class SuperMethodCall extends MethodCall {
  SuperMethodCall() { this.getQualifier() instanceof SuperAccess }
}
