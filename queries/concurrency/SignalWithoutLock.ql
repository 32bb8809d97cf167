/**
 * @name Condition used without its lock
 * @description 'await', 'signal' and 'signalAll' of a condition throw IllegalMonitorStateException if the thread does not
 *              hold the lock that the condition was made of.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/signal-without-lock
 * @tags concurrency
 *       correctness
 */

import java
import java.TestSources
import java.concurrency.Waits

/** Holds if a thread may come to `call`, on the condition in `condition`, without `lock`, which the condition belongs to. */
predicate lacksLock(MethodCall call, Variable condition, Monitor lock) {
  condition = conditionOf(call) and
  lock = lockOfCondition(condition) and
  not heldDuring(call, lock) and
  enteredUnlocked(call.getEnclosingCallable()) and
  not isTestCallable(call.getEnclosingCallable())
}

from MethodCall call, Variable condition, Monitor lock
where lacksLock(call, condition, lock)
select call,
  "A thread may come here without the lock '" + lock.toString() +
    "', of which the condition $@ is made: '" + call.getMethod().getName() +
    "' throws IllegalMonitorStateException. Take that lock before.", condition,
  "'" + condition.getName() + "'"
