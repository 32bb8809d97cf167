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
    (a.isOwnFieldAccess() or result.isStatic()) and
    synchronizesItself(result) and
    isMeantForThreads(result)
  )
}

/**
 * Holds if the type of `f` was chosen for several threads, or `f` belongs to them: old collections lock each call whether
 * or not anybody wanted that, so that `f` is static, or its class shows that its objects are shared.
 */
private predicate isMeantForThreads(Field f) {
  f.isStatic()
  or
  showsSharing(f.getDeclaringType())
  or
  not exists(string package, string type |
    synchronizesEachCall(package, type) and
    f.getType().(RefType).getSourceDeclaration().hasQualifiedName(package, type)
  ) and
  not exists(Expr value, string package, string type |
    value = f.getAnAssignedValue() and
    synchronizesEachCall(package, type) and
    value.getType().(RefType).getSourceDeclaration().hasQualifiedName(package, type)
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
    not isRetried(this, field) and
    not doesNoHarm(check, this, field)
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

/** Holds if whatever others do between `check` and `act`, calls on the object in `f`, the outcome is the same. */
private predicate doesNoHarm(MethodCall check, MethodCall act, Field f) {
  reliesOn(act, check) and
  isPair(check, act, f, _, _) and
  (
    putsWhatEverybodyPuts(check, act)
    or
    // To remove what is gone already does nothing.
    act.getMethod().getName() = "remove" and
    check.getMethod().getName() = ["contains", "containsKey"] and
    isWholeBranch(act)
    or
    // Who goes through a collection does not need an element.
    act.getMethod().getName() = "iterator" and
    not act = any(MethodCall next | next.getMethod().getName() = "next").getQualifier()
    or
    // What is there stays there.
    check.getMethod().getName() = ["size", "isEmpty"] and
    act.getMethod().getName() = ["get", "elementAt", "firstElement", "lastElement"] and
    not mayShrink(f)
  )
}

/** Holds if `act` puts a value that does not change and is not made of what `check` found: others put an equal one. */
private predicate putsWhatEverybodyPuts(MethodCall check, MethodCall act) {
  isPair(check, act, _, _, _) and
  act.getMethod().getName() = "put" and
  exists(Expr value | value = act.getArgument(1) |
    isImmutableType(value.getType()) and
    not value.getType() instanceof NumericOrCharType and
    not value.getType() instanceof BoxedType and
    not value = holder(check) and
    (value = valueHolder(check) implies isAssignedAfter(value, check))
  )
}

/** Holds if the variable that `value` reads gets a new value after `check`, whenever `value` is read. */
private predicate isAssignedAfter(VarAccess value, MethodCall check) {
  value = valueHolder(check) and
  exists(AssignExpr assign |
    assign.getDest().(VarAccess).getVariable() = value.getVariable() and
    not assign.getSource() = holder(check) and
    not assign.getSource() = valueHolder(check) and
    strictlyDominates(check.getControlFlowNode(), assign.getControlFlowNode()) and
    strictlyDominates(assign.getControlFlowNode(), value.getControlFlowNode())
  )
}

/** Holds if `act`, whose outcome nobody asks for, is all that a branch does. */
private predicate isWholeBranch(MethodCall act) {
  exists(IfStmt s, Stmt all |
    all = act.getParent() and
    all instanceof ExprStmt and
    (s.getThen() = all or s.getThen().(SingletonBlock).getStmt() = all)
  )
}

/** Holds if elements may be taken out of the collection in `f`, or another one put in its place, or code that is not known has it. */
private predicate mayShrink(Field f) {
  f = receiverField(_) and
  (
    not f.isPrivate()
    or
    exists(FieldAccess a | a.getField() = f |
      a = any(Call call).getAnArgument()
      or
      a = any(ReturnStmt s).getExpr()
      or
      a = any(AssignExpr e).getSource()
      or
      a.isVarWrite() and not makesObject(a.getEnclosingCallable())
    )
    or
    exists(MethodCall call, string name |
      call.getQualifier() = f.getAnAccess() and name = call.getMethod().getName()
    |
      takesOut(name)
    )
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
