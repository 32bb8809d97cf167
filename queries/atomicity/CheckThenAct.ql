/**
 * @name Check, then act, on an object that synchronizes each call
 * @description Each call of a thread-safe collection or atomic variable is atomic, two calls are not: what the first
 *              one finds may have changed when the second one relies on it.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/check-then-act
 * @tags concurrency
 *       atomicity
 */

import java
import java.concurrency.CompoundOperations
import java.concurrency.Confidence

/** Gets evidence for the compound operation that ends with `act`. */
private string getEvidenceOf(MethodCall act) {
  exists(CompoundOperation operation | act = operation.getAct() |
    result = operation.getHarm()
    or
    operation.isUnderWrongLock() and result = "wrong-lock"
    or
    isLockedByHabit(operation.getObject()) and result = "locked-by-habit"
    or
    isForOneThread(act.getEnclosingCallable().getDeclaringType()) and result = "one-thread-type"
  )
}

/** Holds if `evidence` makes it surer by `points` that `act` relies on what may have changed. */
query predicate confidence(MethodCall act, int points, string evidence) {
  evidence = getEvidenceOf(act) and
  isWorth(evidence, points)
}

from CompoundOperation operation, MethodCall check, string remedy
where
  not operation.isQuestion() and
  check = lastCheck(operation) and
  remedy = min(string text | text = operation.getRemedy(check))
select operation.getAct(),
  "This call relies on what $@ found in '" + operation.getText() +
    "', which other threads may have changed in between. " + remedy, check,
  check.getMethod().getName() + "(...)"
