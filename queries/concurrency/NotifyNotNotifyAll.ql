/**
 * @name Notify rather than notifyAll
 * @description If threads wait on one monitor for different conditions, 'notify' may wake one that cannot go on, while
 *              the one that could keeps waiting.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/notify-instead-of-notify-all
 * @tags concurrency
 *       deadlock
 */

import java
import java.concurrency.Confidence
import java.concurrency.Held
import java.concurrency.ThreadCalls

/** Gets the innermost loop around `wait`, of which the condition says what is waited for. */
LoopStmt waitLoop(WaitCall wait) {
  result = wait.getEnclosingStmt().getEnclosingStmt+() and
  exists(result.getCondition()) and
  not exists(LoopStmt inner |
    inner = wait.getEnclosingStmt().getEnclosingStmt+() and result = inner.getEnclosingStmt+()
  )
}

/** Gets what tells the condition of the loop around `wait` from others: a field, a method, a literal, a negation. */
string waitedFor(WaitCall wait) {
  exists(Expr part | part = waitLoop(wait).getCondition().getAChildExpr*() |
    result = "field " + part.(FieldAccess).getField().getQualifiedName()
    or
    result = "method " + part.(MethodCall).getMethod().getQualifiedName()
    or
    not part instanceof NullLiteral and result = part.(Literal).getValue()
  )
  or
  exists(Expr part, string negation |
    part = waitLoop(wait).getCondition().getAChildExpr*() and
    negation = getNegation(part) and
    result = negation + " " + part.toString()
  )
}

/** Gets a word for whether the truth value, or the comparison with null, `part` is asked for as it is or negated. */
private string getNegation(Expr part) {
  part instanceof EqualityTest and
  part.(EqualityTest).getAnOperand() instanceof NullLiteral and
  (if part.(EqualityTest).polarity() = true then result = "is" else result = "is not")
  or
  part.getType() instanceof BooleanType and
  (part instanceof VarAccess or part instanceof MethodCall) and
  (if part.getParent() instanceof LogNotExpr then result = "not" else result = "yes")
}

/** Holds if the threads that wait at `a` and at `b`, on the monitor `m`, wait for different things. */
predicate waitForDifferentThings(Monitor m, WaitCall a, WaitCall b) {
  m = receiverMonitor(a) and
  m = receiverMonitor(b) and
  a != b and
  exists(waitedFor(a)) and
  exists(waitedFor(b)) and
  exists(string one | one = waitedFor(a) and not one = waitedFor(b)) and
  exists(string other | other = waitedFor(b) and not other = waitedFor(a))
}

/** Holds if an object can be the `this` of both `a` and `b`, or the two are not about `this`. */
predicate mayMeet(MonitorCall a, MonitorCall b) {
  exists(Monitor m | m = receiverMonitor(a) and m = receiverMonitor(b) |
    not m instanceof InstanceMonitor
    or
    exists(RefType one, RefType other |
      one = a.getEnclosingCallable().getDeclaringType() and
      other = b.getEnclosingCallable().getDeclaringType()
    |
      one = other.getASourceSupertype*() or other = one.getASourceSupertype*()
    )
  )
}

/** Holds if `a` and `b`, which wait for different things, wait where `notify` may wake either. */
predicate competes(NotifyCall notify, WaitCall a, WaitCall b) {
  notify.getName() = "notify" and
  waitForDifferentThings(receiverMonitor(notify), a, b) and
  mayMeet(notify, a) and
  mayMeet(notify, b) and
  mayMeet(a, b)
}

/** Gets the first of the waits that `notify` may end, if they wait for different things. */
WaitCall firstWait(NotifyCall notify) {
  result = min(WaitCall a, string path, int line, int column |
    competes(notify, a, _) and beginsAt(a, path, line, column)
  |
    a order by path, line, column
  )
}

/** Gets the first wait that `notify` may end for something else than `firstWait` waits for. */
WaitCall secondWait(NotifyCall notify) {
  result = min(WaitCall b, string path, int line, int column |
    competes(notify, firstWait(notify), b) and beginsAt(b, path, line, column)
  |
    b order by path, line, column
  )
}

/** Holds if `call` wakes one thread, and it is not known that threads wait for different things. */
predicate mayWakeAny(NotifyCall call) {
  call.getName() = "notify" and
  not exists(firstWait(call)) and
  not call.getQualifier() instanceof SuperAccess
}

/** Holds if `evidence` makes it surer by `points` that `call` wakes the wrong thread. */
query predicate confidence(NotifyCall call, int points, string evidence) {
  mayWakeAny(call) and
  isWorth("one-condition", points, evidence)
}

from
  NotifyCall call, string message, Element first, string firstText, Element second,
  string secondText
where
  first = firstWait(call) and
  second = secondWait(call) and
  firstText = "here" and
  secondText = "here" and
  message =
    "'notify()' wakes any one of the threads that wait, but they wait for different conditions, $@ and $@: the one that could go on may not be the one that wakes. Call 'notifyAll()'."
  or
  mayWakeAny(call) and
  first = call and
  firstText = "'notify()'" and
  second = call.getEnclosingCallable() and
  secondText = "'" + second.getName() + "'" and
  message =
    "$@ in $@ wakes any one of the threads that wait. If they wait for different conditions, or more than one can go on, call 'notifyAll()'."
select call, message, first, firstText, second, secondText

/** Holds if `call` becomes a call of `notifyAll`, which wakes all that it wakes now, and the others. */
query predicate edits(NotifyCall call, string title, Element place, string how, string text) {
  exists(firstWait(call)) and
  exists(secondWait(call)) and
  title = "Call notifyAll()" and
  place = call and
  how = "replace notify" and
  text = "notifyAll"
}
