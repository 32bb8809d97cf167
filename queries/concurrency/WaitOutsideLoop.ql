/**
 * @name Wait outside a loop
 * @description A waiting thread may wake although nobody notified it, or after another thread took what it waited for:
 *              without a loop that tests the condition again it goes on although the condition does not hold.
 * @kind problem
 * @problem.severity error
 * @precision low
 * @id java/wait-outside-loop
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Confidence
import java.concurrency.Contexts
import java.concurrency.MethodNames
import java.concurrency.Waits
import java.controlflow.Loops

/** Holds if `call` waits, on a monitor or a condition, outside all loops. */
predicate waitsOutsideLoop(SignalWait call, boolean timed) {
  not isStmtInLoop(call.getEnclosingStmt()) and
  // What is tested before the lock is taken is another mistake.
  not exists(testBeforeLock(call)) and
  if call.isTimed() then timed = true else timed = false
}

/** Gets the first use of what was tested before `call`, in a loop that does not test it again. */
Expr firstUntested(SignalWait call) {
  not call.isTimed() and
  result = min(Expr e, int line, int column |
    e = usedUntested(call, _) and beginsAt(e, line, column)
  |
    e order by line, column
  )
}

/** Gets an `if` statement around `call` that tests some state: the test that is not repeated. */
IfStmt testBefore(MethodCall call) {
  waitsOutsideLoop(call, _) and
  result = call.getEnclosingStmt().getEnclosingStmt+() and
  exists(Expr state | state = result.getCondition().getAChildExpr*() |
    state instanceof MethodCall
    or
    exists(Field f | f = state.(FieldAccess).getField() and not f.isFinal())
  ) and
  // What is tested before the monitor is taken is not what is waited for.
  forall(SynchronizedStmt sync | sync = getAnEnclosingSynchronized(call.getEnclosingStmt()) |
    sync = getAnEnclosingSynchronized(result)
  )
}

/** Gets the innermost test around `call`, or else its callable. */
Element testOrCallable(MethodCall call, string text) {
  waitsOutsideLoop(call, _) and
  (
    result = max(IfStmt test, int line, int column |
      test = testBefore(call) and beginsAt(test, line, column)
    |
      test.getCondition() order by line, column
    ) and
    text = "the condition"
    or
    not exists(testBefore(call)) and
    result = call.getEnclosingCallable() and
    text = "'" + result.getName() + "'"
  )
}

/** Holds if `c` does nothing of its own but waiting: those who call it have the loop. */
predicate isWrapper(Callable c) {
  exists(MethodCall call | waitsOutsideLoop(call, _) and c = call.getEnclosingCallable()) and
  (
    forex(Call call | call.getCallee().getSourceDeclaration() = c |
      isStmtInLoop(call.getEnclosingStmt())
    )
    or
    c.getDeclaringType() instanceof ConditionType
    or
    exists(MethodCall call |
      waitsOutsideLoop(call, _) and
      c = call.getEnclosingCallable() and
      call.getQualifier().(VarAccess).getVariable() instanceof Parameter
    )
    or
    nameSays(c, "waits") and
    not exists(IfStmt test, MethodCall call |
      c = call.getEnclosingCallable() and test = testBefore(call)
    )
  )
}

/** Holds if `call` waits for a time, and the test before it asks whether there is any time to wait: it is a delay. */
predicate isDelay(MethodCall call) {
  exists(Variable time |
    call.getArgument(0) = time.getAnAccess() and
    testBefore(call).getCondition().getAChildExpr*() = time.getAnAccess()
  )
}

/** Holds if `evidence` makes it surer by `points` that the wait `call` may end too early and do harm. */
query predicate confidence(MethodCall call, int points, string evidence) {
  (waitsOutsideLoop(call, false) or exists(firstUntested(call))) and
  evidence = "untimed-wait" and
  isWorth(evidence, points)
}

from MethodCall call, Element place, string text, string message
where
  exists(boolean timed |
    waitsOutsideLoop(call, timed) and
    place = testOrCallable(call, text) and
    not isWrapper(call.getEnclosingCallable()) and
    (
      exists(testBefore(call)) and
      not isDelay(call) and
      message =
        "The thread may wake without being notified, but $@ is tested only once, before the wait. Make the 'if' a 'while'."
      or
      not exists(testBefore(call)) and
      timed = false and
      message =
        "The thread may wake without being notified, or be notified before it waits: $@ tests no condition. Wait in a loop, while what is waited for does not hold."
    )
  )
  or
  place = firstUntested(call) and
  text = "uses '" + place.toString() + "'" and
  message =
    "The thread may wake without being notified, or after another one was faster: it then $@ although the condition before the wait is not tested again. Make the 'if' a 'while'."
select call, message, place, text

/**
 * Holds if the `if` before `call` becomes a `while`: it guards nothing but the wait, for as long as it takes, and says
 * nothing about the other case.
 */
query predicate edits(MethodCall call, string title, Element place, string how, string text) {
  waitsOutsideLoop(call, false) and
  not isWrapper(call.getEnclosingCallable()) and
  exists(IfStmt test, ExprStmt wait |
    test = testBefore(call) and
    test.getCondition() = testOrCallable(call, _) and
    not exists(test.getElse()) and
    wait.getExpr() = call and
    (wait = test.getThen() or wait = test.getThen().(SingletonBlock).getStmt()) and
    place = test
  ) and
  title = "Test the condition in a loop" and
  how = "replace if" and
  text = "while"
}
