/**
 * Compound operations: two calls on one object that synchronizes each call itself, the second of which relies on the
 * first, with no lock held around both.
 */

import java
import java.SourceOrder
import java.concurrency.Held
import java.concurrency.Locks
import java.concurrency.ThreadSafeTypes
import models.Models

/** Gets the field or local variable whose object `call` is made on, if it synchronizes each call itself. */
private Field receiverField(MethodCall call) {
  exists(FieldAccess a | a = call.getQualifier() and result = a.getField() |
    (a.isOwnFieldAccess() or result.isStatic()) and synchronizesItself(result)
  )
}

/** Holds if the object in `f` synchronizes each call itself, as its type or all the values that it gets tell. */
private predicate synchronizesItself(Field f) {
  isSynchronizedType(f.getType())
  or
  exists(f.getAnAssignedValue()) and
  forall(Expr value | value = f.getAnAssignedValue() |
    isSynchronizedType(value.getType()) or isThreadSafeValue(value)
  )
}

/** Holds if objects of the library type `t` synchronize each call. */
private predicate isSynchronizedType(RefType t) {
  isThreadSafeType(t) and
  exists(string package, string type |
    compoundOperation(package, type, _, _, _, _) and
    t.getSourceDeclaration().getASourceSupertype*().hasQualifiedName(package, type)
  )
}

/** Holds if `call` is one of `name` on the object in `f`, which is a `package.type`. */
private predicate isCallOn(MethodCall call, Field f, string package, string type, string name) {
  f = receiverField(call) and
  exists(Method m | m = call.getMethod() |
    name = m.getName() or name = m.getName() + "/" + m.getNumberOfParameters()
  ) and
  (
    compoundOperation(package, type, name, _, _, _) or
    compoundOperation(package, type, _, name, _, _)
  ) and
  call.getMethod().getDeclaringType().getSourceDeclaration().getASourceSupertype*()
      .hasQualifiedName(package, type)
}

/** Holds if `check` and `act` are two calls in one callable on the object in `f` that the models tell of. */
private predicate isPair(
  MethodCall check, MethodCall act, Field f, string arguments, string remedy
) {
  exists(string package, string type, string checking, string acting |
    compoundOperation(package, type, checking, acting, arguments, remedy) and
    isCallOn(check, f, package, type, checking) and
    isCallOn(act, f, package, type, acting) and
    check.getEnclosingCallable() = act.getEnclosingCallable() and
    check != act
  )
}

/** Holds if the first arguments of the pair `check` and `act` are the same. */
private predicate hasSameArgument(MethodCall check, MethodCall act) {
  isPair(check, act, _, "same", _) and
  exists(Expr a, Expr b | a = check.getArgument(0) and b = act.getArgument(0) |
    exists(Variable v | a = v.getAnAccess() and b = v.getAnAccess())
    or
    exists(string value | value = a.(Literal).getValue() and value = b.(Literal).getValue())
    or
    exists(Method m |
      m = a.(MethodCall).getMethod() and m = b.(MethodCall).getMethod() and m.hasNoParameters()
    )
  )
}

/** Gets `call`, which is one of a pair, or an expression that contains it. */
private Expr holder(MethodCall call) {
  result = call and (isPair(call, _, _, _, _) or isPair(_, call, _, _, _))
  or
  result = holder(call).getParent() and not result instanceof LambdaExpr
}

/** Gets an access to a local variable that holds what `check` found, or an expression that contains one. */
private Expr valueHolder(MethodCall check) {
  exists(LocalVariableDecl v |
    isPair(check, _, _, _, _) and
    v.getAnAssignedValue() = holder(check) and
    result = v.getAnAccess()
  )
  or
  result = valueHolder(check).getParent() and not result instanceof LambdaExpr
}

/** Holds if `decision` depends on what `check` found, itself or through a local variable. */
private predicate decides(MethodCall check, Stmt decision) {
  exists(Expr condition |
    condition = decision.(ConditionalStmt).getCondition() or
    condition = decision.(SwitchStmt).getExpr()
  |
    condition = holder(check) or condition = valueHolder(check)
  ) and
  isPair(check, _, _, _, _) and
  decision.getEnclosingCallable() = check.getEnclosingCallable()
}

/** Gets the statement of `act`, one of a pair, or one around it. */
private Stmt around(MethodCall act) {
  isPair(_, act, _, _, _) and result = act.getEnclosingStmt()
  or
  result = around(act).getEnclosingStmt()
}

/** Holds if `act` is only reached as `check` decides, or uses the value that it found. */
private predicate reliesOn(MethodCall act, MethodCall check) {
  isPair(check, act, _, _, _) and
  (
    exists(Stmt decision | decides(check, decision) |
      around(act) = decision and not act.getEnclosingStmt() = decision
      or
      leavesIn(decision) and
      dominates(check.getControlFlowNode(), act.getControlFlowNode()) and
      around(act) = decision.getEnclosingStmt()
    )
    or
    exists(ConditionalExpr c | c.getCondition() = holder(check) |
      holder(act) = c.getTrueExpr() or holder(act) = c.getFalseExpr()
    )
    or
    act.getAnArgument() = holder(check)
    or
    act.getAnArgument() = valueHolder(check)
  )
}

/** Holds if a branch of `decision` leaves what is around it. */
private predicate leavesIn(IfStmt decision) {
  decides(_, decision) and
  exists(Stmt last |
    last = decision.getThen() or last = decision.getThen().(BlockStmt).getLastStmt()
  |
    last instanceof ReturnStmt or last instanceof ThrowStmt or last instanceof JumpStmt
  )
}

/** Holds if no lock is held at both `check` and `act`, in their callable or on all ways to it. */
private predicate isUnprotected(MethodCall check, MethodCall act) {
  reliesOn(act, check) and
  not exists(Monitor m |
    locallyHeld(check.getControlFlowNode(), m, _) and locallyHeld(act.getControlFlowNode(), m, _)
  ) and
  not AllLocks::heldOnEntry(check.getEnclosingCallable(), _)
}

/** Two calls on one object that synchronizes each call, the second of which relies on the first. */
class CompoundOperation extends MethodCall {
  MethodCall check;
  Field field;
  string remedy;

  CompoundOperation() {
    exists(string arguments | isPair(check, this, field, arguments, remedy) |
      arguments = "none" or hasSameArgument(check, this)
    ) and
    reliesOn(this, check) and
    isUnprotected(check, this) and
    not runsAlone(this.getEnclosingCallable()) and
    not isRetried(this, field)
  }

  /** Gets the call that relies on the other one. */
  MethodCall getAct() { result = this }

  /** Gets a call that it relies on. */
  MethodCall getACheck() { result = check }

  /** Gets the name of the object. */
  string getText() { result = field.getName() }

  /** Gets what to do about it, where it relies on `other`. */
  string getRemedy(MethodCall other) { result = remedy and other = check }
}

/** Holds if the outcome of `act` is used: it tells what other threads did, and the author asks. */
private predicate isRetried(MethodCall act, Field f) {
  isPair(_, act, f, _, _) and
  not act.getParent() instanceof ExprStmt and
  (
    act.getMethod().getName() = ["remove", "poll", "add"] and
    act.getMethod().getReturnType() instanceof BooleanType
    or
    act.getMethod().getName() = "put"
  )
}

/** Gets the last call before `operation` that it relies on. */
MethodCall lastCheck(CompoundOperation operation) {
  result = max(MethodCall check, int line, int column |
    check = operation.getACheck() and beginsAt(check, line, column)
  |
    check order by line, column
  )
}
