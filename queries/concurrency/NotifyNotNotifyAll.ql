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
import java.concurrency.Held
import java.concurrency.ThreadCalls

/** Gets the innermost loop around `wait`, of which the condition tells what is waited for. */
LoopStmt waitLoop(WaitCall wait) {
  result = wait.getEnclosingStmt().getEnclosingStmt+() and
  exists(result.getCondition()) and
  not exists(LoopStmt inner |
    inner = wait.getEnclosingStmt().getEnclosingStmt+() and result = inner.getEnclosingStmt+()
  )
}

/** Gets a field or method of which the condition of the wait in `wait`'s loop depends. */
Member waitedFor(WaitCall wait) {
  exists(Expr part | part = waitLoop(wait).getCondition().getAChildExpr*() |
    result = part.(FieldAccess).getField() or result = part.(MethodCall).getMethod()
  )
}

/** Holds if the threads that wait at `a` and at `b`, on the monitor `m`, wait for different things. */
predicate waitForDifferentThings(Monitor m, WaitCall a, WaitCall b) {
  m = receiverMonitor(a) and
  m = receiverMonitor(b) and
  a != b and
  exists(waitedFor(a)) and
  exists(waitedFor(b)) and
  exists(Member one | one = waitedFor(a) and not one = waitedFor(b)) and
  exists(Member other | other = waitedFor(b) and not other = waitedFor(a))
}

/** Gets the first wait on `m` of those that wait for different things. */
WaitCall firstWait(Monitor m) {
  result = min(WaitCall a, int line, int column |
    waitForDifferentThings(m, a, _) and beginsAt(a, line, column)
  |
    a order by line, column
  )
}

/** Gets the first wait on `m` for something else than `firstWait` waits for. */
WaitCall secondWait(Monitor m) {
  result = min(WaitCall b, int line, int column |
    waitForDifferentThings(m, firstWait(m), b) and beginsAt(b, line, column)
  |
    b order by line, column
  )
}

from NotifyCall call, Monitor m
where call.getName() = "notify" and m = receiverMonitor(call)
select call,
  "'notify()' wakes any one of the threads that wait, but they wait for different conditions, $@ and $@: the one that could go on may not be the one that wakes. Call 'notifyAll()'.",
  firstWait(m), "here", secondWait(m), "here"
