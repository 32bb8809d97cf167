/**
 * When a function that is written in place (a lambda, a method reference, an anonymous class) is run: before the
 * expression it is handed to is finished, or at some other time, perhaps on another thread.
 *
 * Rows of `runsArgument` tell it for library methods, the bodies of methods in the sources for these.
 */

import java
import java.models.Models

/** A function that is written in place: a lambda, a method reference, an anonymous class. */
class InPlaceFunction extends ClassInstanceExpr {
  InPlaceFunction() { this instanceof FunctionalExpr or exists(this.getAnonymousClass()) }

  /** Gets a method that running this may execute. */
  Method getARunMethod() {
    result = this.(LambdaExpr).asMethod()
    or
    result = this.(MemberRefExpr).getReferencedCallable()
    or
    not this instanceof FunctionalExpr and
    result = this.getAnonymousClass().getAMethod() and
    not result.isPrivate() and
    not result instanceof InitializerMethod
  }

  /** Holds if this may be run after the expression that it is handed to is finished, or on another thread. */
  predicate runsLater() { keptAt(this) }

  /** Holds if this may be run by another thread than the one that makes it. */
  predicate runsOnAnotherThread() { threadedAt(this) }

  /** Holds if this is only run, if at all, by the thread that makes it, where it is handed over. */
  predicate runsNow() { not this.runsLater() }

  /** Gets an expression whose evaluation runs this: the one that hands it over, or its own. */
  Expr getARunPlace() {
    this.runsNow() and
    (
      exists(LocalVariableDecl v | this = v.getAnAssignedValue() and result = v.getAnAccess())
      or
      not exists(LocalVariableDecl v | this = v.getAnAssignedValue()) and result = this
    )
  }
}

/** Holds if the models say when `callee` runs its arguments. */
private predicate toldWhen(Callable callee, string when) {
  exists(string package, string type, RefType declaring |
    declaring = callee.getDeclaringType().getSourceDeclaration()
  |
    runsArgument(package, type, callee.(Method).getName(), when) and
    declaring.getASourceSupertype*().hasQualifiedName(package, type)
    or
    callee instanceof Constructor and
    runsArgument(package, type, "<init>", when) and
    declaring.hasQualifiedName(package, type)
  )
}

/** Holds if functions of the type `t` are run at once by library methods that nothing else is known of. */
private predicate isAppliedType(RefType t) {
  t.getPackage().hasName(["java.util.function", "com.google.common.base"])
  or
  t.getSourceDeclaration().hasQualifiedName("java.util", "Comparator")
  or
  t.getPackage().hasName("java.security") and t.getName().matches("Privileged%")
}

/** A variable in which a function may be held. */
private class FunctionVariable extends LocalScopeVariable {
  FunctionVariable() {
    exists(RefType t | t = this.getType() |
      t.getSourceDeclaration() instanceof Interface or t instanceof TypeVariable
    )
    or
    exists(InPlaceFunction f | f = this.getAnAssignedValue())
    or
    this.getType().(RefType).getSourceDeclaration().isAbstract()
  }
}

/** An expression whose value may be a function we want to follow. */
private predicate mayBeFunction(Expr e) {
  e instanceof InPlaceFunction or
  e = any(FunctionVariable v).getAnAccess()
}

/** Holds if `e` is handed to the parameter `p` of a method in the sources that nothing is told of. */
private predicate handedTo(Expr e, Parameter p) {
  mayBeFunction(e) and
  exists(Call call, int i, Callable callee |
    e = call.getArgument(i) and
    callee = call.getCallee().getSourceDeclaration() and
    not toldWhen(callee, _) and
    exists(callee.getBody()) and
    p.getCallable() = callee and
    p.getPosition() = i.minimum(callee.getNumberOfParameters() - 1)
  )
}

/** Holds if `e` is handed to something that keeps it, nothing further being known, or leaves the method. */
private predicate leavesAt(Expr e) {
  mayBeFunction(e) and
  (
    exists(Call call, Callable callee | e = call.getAnArgument() and callee = call.getCallee() |
      toldWhen(callee.getSourceDeclaration(), ["later", "thread", "serial"])
      or
      not toldWhen(callee.getSourceDeclaration(), _) and
      not exists(callee.getSourceDeclaration().getBody()) and
      not exists(int i | e = call.getArgument(i) and isAppliedType(callee.getParameterType(i)))
    )
    or
    exists(ReturnStmt s | e = s.getExpr())
    or
    e = any(Field f).getAnAssignedValue()
    or
    e = any(ArrayInit a).getAnInit()
    or
    exists(AssignExpr a | e = a.getSource() and a.getDest() instanceof ArrayAccess)
    or
    exists(LocalScopeVariable v |
      e = v.getAnAccess() and e.getEnclosingCallable() != v.getCallable()
    )
  )
}

/** Holds if `e`, a function, may be run later than where it is handed over. */
private predicate keptAt(Expr e) {
  leavesAt(e)
  or
  exists(Parameter p | handedTo(e, p) and keptAt(p.getAnAccess()))
  or
  exists(LocalVariableDecl v |
    mayBeFunction(e) and e = v.getAnAssignedValue() and keptAt(v.getAnAccess())
  )
}

/** Holds if `e`, a function, may be run by another thread. */
private predicate threadedAt(Expr e) {
  mayBeFunction(e) and
  (
    exists(Call call | e = call.getAnArgument() |
      toldWhen(call.getCallee().getSourceDeclaration(), ["thread", "serial"])
    )
    or
    exists(Parameter p | handedTo(e, p) and threadedAt(p.getAnAccess()))
    or
    exists(LocalVariableDecl v | e = v.getAnAssignedValue() and threadedAt(v.getAnAccess()))
  )
}

/** Gets a task that `call` hands to something that runs its tasks one at a time. */
Expr getASerialTask(MethodCall call) {
  result = call.getAnArgument() and
  toldWhen(call.getMethod().getSourceDeclaration(), "serial")
}

/** Gets the method that running the object made by `e` executes. */
private Method taskMethod(ClassInstanceExpr e) {
  result = e.(InPlaceFunction).getARunMethod()
  or
  not e instanceof InPlaceFunction and
  result.getDeclaringType() = e.getConstructedType().getSourceDeclaration() and
  result.hasName(["run", "call"]) and
  result.hasNoParameters()
}

/** Gets the call that hands over the object made by `e`, to be run by itself. */
private MethodCall serialCall(ClassInstanceExpr e) {
  e = getASerialTask(result)
  or
  exists(LocalVariableDecl v |
    e = v.getAnAssignedValue() and v.getAnAccess() = getASerialTask(result)
  )
}

/** Gets a call that hands over the task whose body `m` is, which is run in no other way. */
MethodCall getASerialHandOver(Method m) {
  exists(ClassInstanceExpr e | m = taskMethod(e) and result = serialCall(e)) and
  not exists(ClassInstanceExpr e | m = taskMethod(e) and not exists(serialCall(e)))
}
