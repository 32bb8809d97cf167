/**
 * Waits for a signal, on monitors and on conditions: which lock they need, which test says what is waited for, and which
 * waits a signal may end.
 */

import java
import java.concurrency.Held
import java.concurrency.ThreadCalls
private import java.models.Models

/** A call that waits for a signal, with a lock in hand that it gives back meanwhile: `wait`, `await`. */
class SignalWait extends MethodCall {
  SignalWait() { this instanceof WaitCall or this instanceof AwaitCall }

  /** Holds if the wait ends after a time. */
  predicate isTimed() { this.(WaitCall).isTimed() or this.(AwaitCall).isTimed() }
}

/** A call that ends waits: `notify`, `notifyAll`, `signal`, `signalAll`. */
class SignalCall extends MethodCall {
  SignalCall() {
    this instanceof NotifyCall
    or
    this.getMethod().getName() = ["signal", "signalAll"] and
    this.getMethod().getDeclaringType() instanceof ConditionType
  }

  /** Holds if this ends one wait, whichever it is. */
  predicate endsOne() { this.getMethod().getName() = ["notify", "signal"] }
}

/** Gets the variable that holds the condition on which `call` waits, or gives a signal. */
Variable conditionOf(MethodCall call) {
  (call instanceof SignalWait or call instanceof SignalCall) and
  not call instanceof MonitorCall and
  result = call.getQualifier().(VarAccess).getVariable()
}

/** Gets the expression of the lock that the condition in `v` is made of, if all assignments make it of one. */
private Expr lockOfFactory(Variable v) {
  exists(MethodCall make, string package, string type |
    make = v.getAnAssignedValue() and
    conditionFactory(package, type, make.getMethod().getName()) and
    make.getMethod().isMemberOf(package, type) and
    if isLockView(make.getQualifier())
    then result = make.getQualifier().(MethodCall).getQualifier()
    else result = make.getQualifier()
  )
}

/** Gets the monitor of the lock that the condition in `v` belongs to, if it is one. */
Monitor lockOfCondition(Variable v) {
  result = unique(Monitor m | m = monitorOf(lockOfFactory(v))) and
  strictcount(v.getAnAssignedValue()) = count(lockOfFactory(v))
}

/** Gets the monitor that a thread has to hold at `call`, a wait or a signal. */
Monitor neededMonitor(MethodCall call) {
  call instanceof MonitorCall and result = receiverMonitor(call)
  or
  result = lockOfCondition(conditionOf(call))
}

/*-- What is waited for --*/

/** Gets the condition of `s`, a loop or an `if`. */
private Expr conditionIn(Stmt s) {
  result = s.(IfStmt).getCondition() or
  result = s.(LoopStmt).getCondition()
}

/** Holds if the value of `condition` may change: it reads a field that is not final, or calls something. */
predicate asksForState(Expr condition) {
  condition = conditionIn(_) and
  exists(Expr part | part = condition.getAChildExpr*() |
    part.(FieldRead).getField() = any(Field f | not f.isFinal())
    or
    part instanceof MethodCall and not doesToThread(part, _)
  )
}

/** Gets the innermost loop around `wait`. */
LoopStmt innermostLoopAround(MethodCall wait) {
  (wait instanceof SignalWait or wait instanceof SignalCall) and
  result = wait.getEnclosingStmt().getEnclosingStmt+() and
  not exists(LoopStmt inner |
    inner = wait.getEnclosingStmt().getEnclosingStmt+() and result = inner.getEnclosingStmt+()
  )
}

/**
 * Gets a condition that is always tested before `wait` in the innermost loop around it, which has no condition of its own:
 * the wait comes if it is `value`.
 */
private Expr testInLoop(SignalWait wait, boolean value) {
  asksForState(result) and
  exists(IfStmt test, LoopStmt loop |
    loop = innermostLoopAround(wait) and
    not asksForState(loop.getCondition()) and
    result = test.getCondition() and
    loop = test.getEnclosingStmt+() and
    strictlyDominates(result.getControlFlowNode(), wait.getControlFlowNode()) and
    if test.getThen() = wait.getEnclosingStmt().getEnclosingStmt*()
    then value = true
    else value = false
  )
}

/** Gets the condition that says what `wait` waits for: it waits while that is `value`. */
Expr waitCondition(SignalWait wait, boolean value) {
  result = innermostLoopAround(wait).getCondition() and asksForState(result) and value = true
  or
  result = testInLoop(wait, value)
}

/**
 * Holds if `e` is the condition of `wait`, an operand of it, or what a method that only tests gives back there: the thread waits
 * while it is `value`, or may.
 */
private predicate isInCondition(SignalWait wait, Expr e, boolean value) {
  e = waitCondition(wait, value)
  or
  exists(LogicExpr outer, boolean outerValue |
    isInCondition(wait, outer, outerValue) and
    e = outer.getAnOperand() and
    if outer instanceof LogNotExpr then value = outerValue.booleanNot() else value = outerValue
  )
  or
  exists(MethodCall call | isInCondition(wait, call, value) and e = onlyResult(call.getMethod()))
}

/** Gets the expression that `m`, which does nothing else, returns. */
private Expr onlyResult(Method m) {
  exists(ReturnStmt s |
    s = m.getSourceDeclaration().getBody().(SingletonBlock).getStmt() and result = s.getExpr()
  )
}

/** Gets a part of the condition of `wait` that has no parts of its own there: it waits while that is `value`, or may. */
private Expr partOfCondition(SignalWait wait, boolean value) {
  isInCondition(wait, result, value) and
  not result instanceof LogicExpr and
  not exists(onlyResult(result.(MethodCall).getMethod()))
}

/** Holds if `call` runs a method of the sources that may do more than to test something. */
private predicate isMoreThanTest(MethodCall call) {
  exists(call.getMethod().getSourceDeclaration().getBody()) and
  not exists(onlyResult(call.getMethod()))
}

/** Gets a field, other than a final one, that the condition of `wait` reads. */
Field fieldWaitedFor(SignalWait wait) {
  result = partOfCondition(wait, _).getAChildExpr*().(FieldRead).getField() and
  not result.isFinal()
}

/** Gets words for what `wait` waits to change: what it tests, in the state in which it waits. */
string waitedWhile(SignalWait wait) {
  exists(Expr part, boolean value | part = partOfCondition(wait, value) |
    result = stateOf(part, value)
    or
    not exists(stateOf(part, value)) and
    exists(Expr read | read = part.getAChildExpr*() |
      result = read.(FieldRead).getField().getQualifiedName() or
      result = read.(MethodCall).getMethod().getQualifiedName()
    ) and
    // What a method tests that takes something at once is not known.
    not isMoreThanTest(part.getAChildExpr*())
  )
}

/** Gets words for what `e` reads: a field, what a method says, how much there is of something. */
private string placeRead(Expr e) {
  e = partOfCondition(_, _).getAChildExpr*() and
  (
    result = e.(FieldRead).getField().getQualifiedName()
    or
    exists(MethodCall call, string owner |
      call = e and
      not isMoreThanTest(call) and
      if exists(call.getQualifier().(FieldRead).getField())
      then owner = call.getQualifier().(FieldRead).getField().getQualifiedName() + "."
      else owner = ""
    |
      if call.getMethod().getName() = ["size", "isEmpty"]
      then result = owner + "size"
      else result = owner + call.getMethod().getQualifiedName()
    )
  )
}

/** Gets words for the state that `e` asks for if it is `value`: one text for forms that mean one thing. */
private string stateOf(Expr e, boolean value) {
  exists(EqualityTest test, Expr read, Expr other |
    e = partOfCondition(_, value) and
    test = e and
    test.hasOperands(read, other) and
    exists(placeRead(read)) and
    (
      if test.polarity() = value
      then result = wordsForEqual(read, other)
      else result = wordsForUnequal(read, other)
    )
  )
  or
  exists(ComparisonExpr test, Expr read, Expr other, boolean less |
    e = partOfCondition(_, value) and
    test = e and
    (
      read = test.getLesserOperand() and other = test.getGreaterOperand() and less = value
      or
      read = test.getGreaterOperand() and
      other = test.getLesserOperand() and
      less = value.booleanNot()
    ) and
    exists(placeRead(read)) and
    (if less = true then result = wordsForLess(read, other) else result = wordsForMore(read, other))
  )
  or
  e = partOfCondition(_, value) and
  (
    if e.(MethodCall).getMethod().hasName("isEmpty")
    then if value = true
    then result = placeRead(e) + " is none"
    else result = placeRead(e) + " is some"
    else (
      (e instanceof MethodCall or e instanceof FieldRead) and
      result = placeRead(e) + " is " + value.toString()
    )
  )
}

private predicate isNone(Expr e) { e.(Literal).getLiteral() = "0" }

private predicate isOne(Expr e) { e.(Literal).getLiteral() = "1" }

private string wordsForEqual(Expr read, Expr other) {
  isCompared(read, other) and
  if isNone(other)
  then result = placeRead(read) + " is none"
  else result = placeRead(read) + " is at " + valueOf(other)
}

/** Gets words for a value that something is compared with. */
private string valueOf(Expr other) {
  isCompared(_, other) and
  if other instanceof Literal then result = other.toString() else result = "a limit"
}

private string wordsForUnequal(Expr read, Expr other) {
  isCompared(read, other) and
  if isNone(other)
  then result = placeRead(read) + " is some"
  else result = placeRead(read) + " is not at " + valueOf(other)
}

private string wordsForLess(Expr read, Expr other) {
  isCompared(read, other) and
  if isNone(other) or isOne(other)
  then result = placeRead(read) + " is none"
  else result = placeRead(read) + " is below " + valueOf(other)
}

private string wordsForMore(Expr read, Expr other) {
  isCompared(read, other) and
  if isNone(other) or isOne(other)
  then result = placeRead(read) + " is some"
  else result = placeRead(read) + " is at " + valueOf(other)
}

/** Holds if a condition of a wait compares `read` with `other`. */
private predicate isCompared(Expr read, Expr other) {
  exists(BinaryExpr test | test = partOfCondition(_, _) and test.hasOperands(read, other)) and
  exists(placeRead(read))
}

/** Holds if `signal` and `wait` are about one monitor or condition, as far as names tell. */
predicate isAboutOne(SignalCall signal, SignalWait wait) {
  receiverMonitor(signal.(MonitorCall)) = receiverMonitor(wait.(MonitorCall)) or
  conditionOf(signal) = conditionOf(wait)
}

/*-- Tests before the lock is taken --*/

/** Holds if `test`, the condition of a statement around `wait` that asks for state, is evaluated without the lock that `wait` needs. */
private predicate isTestedWithout(SignalWait wait, Expr test) {
  exists(Stmt s |
    s = wait.getEnclosingStmt().getEnclosingStmt+() and
    test = conditionIn(s) and
    asksForState(test) and
    exists(Monitor m | m = neededMonitor(wait) | not heldDuring(test, m)) and
    strictlyDominates(test.getControlFlowNode(), wait.getControlFlowNode())
  )
}

/** Holds if a condition that asks for state, with the lock held that `wait` needs, decides whether the thread comes to `wait`. */
private predicate isTestedWith(SignalWait wait) {
  exists(Expr test |
    test = conditionIn(_) and
    test.getEnclosingCallable() = wait.getEnclosingCallable() and
    asksNow(test, wait) and
    strictlyDominates(test.getControlFlowNode(), wait.getControlFlowNode()) and
    heldDuring(test, neededMonitor(wait))
  )
}

/**
 * Holds if `condition`, in the callable of `wait`, asks for more than constants, and than what local variables have been
 * since before the lock of `wait` was taken.
 */
private predicate asksNow(Expr condition, SignalWait wait) {
  condition = conditionIn(_) and
  condition.getEnclosingCallable() = wait.getEnclosingCallable() and
  exists(Expr part | part = condition.getAChildExpr*() |
    part instanceof MethodCall
    or
    part instanceof FieldAccess
    or
    exists(LocalVariableDecl v, Expr value |
      part = v.getAnAccess() and
      value = v.getAnAssignedValue() and
      heldDuring(value, neededMonitor(wait))
    )
  )
}

/**
 * Gets the test before `wait` after which a signal may be given that `wait` does not get: the lock is taken later, and
 * nothing is tested again.
 */
Expr testBeforeLock(SignalWait wait) {
  isTestedWithout(wait, result) and
  not isTestedWith(wait) and
  not wait.isTimed() and
  heldDuring(wait, neededMonitor(wait)) and
  // The first around it, from the inside.
  not exists(Expr nearer |
    isTestedWithout(wait, nearer) and
    nearer != result and
    strictlyDominates(result.getControlFlowNode(), nearer.getControlFlowNode())
  )
}

/*-- Waits after which nothing is tested again --*/

/** Gets the innermost `if` around `wait`, in a loop, that asks for state: it waits if that holds. */
private IfStmt ifAround(SignalWait wait) {
  result = wait.getEnclosingStmt().getEnclosingStmt+() and
  exists(innermostLoopAround(wait)) and
  asksForState(result.getCondition()) and
  innermostLoopAround(wait) = result.getEnclosingStmt+() and
  not exists(IfStmt inner |
    inner = wait.getEnclosingStmt().getEnclosingStmt+() and result = inner.getEnclosingStmt+()
  )
}

/** Gets a field, other than one that holds a lock or condition, that `test`, the condition of an `if` around a wait, reads. */
private Field fieldTested(Expr test) {
  test = ifAround(_).getCondition() and
  result = test.getAChildExpr*().(FieldRead).getField() and
  not result.getType() instanceof ConditionType
}

/** Holds if a run comes from `wait` to the beginning of `b`, in one turn of the loop, with nothing asked of what was tested before the wait. */
private predicate comesUntested(SignalWait wait, BasicBlock b) {
  exists(BasicBlock before |
    before = wait.getBasicBlock() and exists(ifAround(wait))
    or
    comesUntested(wait, before) and not testsAgain(wait, before)
  |
    b = before.getANormalSuccessor() and
    // The next turn of the loop begins anew.
    not b.bbDominates(wait.getBasicBlock()) and
    not b = innermostLoopAround(wait).getCondition().getBasicBlock()
  )
}

/** Holds if `b` ends with a condition that reads what was tested before `wait`. */
private predicate testsAgain(SignalWait wait, BasicBlock b) {
  exists(Expr condition |
    exists(b.getABranchSuccessor(_)) and
    condition = b.getLastNode().asExpr() and
    b.getEnclosingCallable() = wait.getEnclosingCallable() and
    condition.getAChildExpr*().(FieldRead).getField() = fieldTested(ifAround(wait).getCondition())
  )
}

/**
 * Gets an expression that `wait` comes to and that uses what was tested before it, `test`, which is not tested again: the wait
 * may have ended for no reason, or another thread may have been faster.
 */
Expr usedUntested(SignalWait wait, Expr test) {
  test = ifAround(wait).getCondition() and
  exists(BasicBlock b |
    comesUntested(wait, b) and
    b = result.getBasicBlock() and
    result.(FieldRead).getField() = fieldTested(test) and
    not testsAgain(wait, b) and
    isUse(result)
  )
}

/** Holds if `e` is read for what it holds, and not for its monitor, nor to be set. */
private predicate isUse(FieldRead e) {
  not e = any(MonitorCall call).getQualifier() and
  not e = any(SynchronizedStmt s).getExpr() and
  not e = any(LockCall call).getQualifier()
}
