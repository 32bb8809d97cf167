/**
 * @name Condition that nobody signals
 * @description A thread that waits for a condition which nothing in the program signals waits for ever.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/never-signalled
 * @tags concurrency
 *       deadlock
 *       correctness
 */

import java
import java.TestSources
import java.concurrency.Waits

/** Gets an access to `v` that does more than to wait for its condition, to signal it or to look at it. */
VarAccess otherUse(Field v) {
  exists(AwaitCall wait | conditionOf(wait) = v) and
  result = v.getAnAccess() and
  not result.isVarWrite() and
  not result = any(AwaitCall wait).getQualifier()
}

from AwaitCall wait, Field condition
where
  condition = conditionOf(wait) and
  condition.fromSource() and
  (
    condition.isPrivate()
    or
    condition.isFinal() and not condition.isPublic() and not condition.isProtected()
  ) and
  exists(lockOfCondition(condition)) and
  not exists(otherUse(condition)) and
  not wait.isTimed() and
  not wait instanceof WaitCall and
  not isTestCallable(wait.getEnclosingCallable())
select wait,
  "This waits for a signal of '" + condition.getName() +
    "', $@, that nothing gives: it waits for ever. Signal the condition where what it waits for changes.",
  condition, "a condition"
