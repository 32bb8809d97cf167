/**
 * @name Figures of the locking discipline: callers
 * @description How many methods say which locks their callers hold, how many are inferred to have such callers, and the
 *              precision and recall of what is written: the table of the paper's figure 13.
 * @kind table
 * @id java/holding-figures
 * @tags locking-discipline
 *       statistics
 */

import java
import Inference

/** Holds if `m` says which lock its callers hold. */
predicate isWritten(Callable m) {
  exists(GuardDeclaration d | d.getElement() = m and d.getMeaning() = "callers") and
  not isTestFile(m.getFile())
}

/** Holds if all calls of `m` hold what it says. */
predicate isRight(Callable m) {
  isWritten(m) and
  forex(GuardDeclaration d | d.getElement() = m and d.getMeaning() = "callers" |
    exists(d.getGuard()) and not isUnheldCall(_, d) and not isUnheldReference(_, d)
  )
}

/** Holds if a lock that all callers of `m` hold is inferred. */
predicate isInferred(Callable m) { isHolding(m, _) }

/** Holds if what `m` says is inferred as well. */
predicate isAgreed(Callable m) {
  exists(GuardDeclaration d |
    d.getElement() = m and d.getMeaning() = "callers" and isHolding(m, writtenGuard(d))
  ) and
  not isTestFile(m.getFile())
}

/** Holds if some guard that is written elsewhere is a lock that all callers of `m` hold: the paper's OGoal. */
predicate isOfWrittenLock(Callable m) {
  exists(GuardDeclaration d, Relative r |
    isHolding(m, r) and
    r = writtenGuard(d) and
    d.getElement().(Member).getDeclaringType() = m.getDeclaringType()
  )
}

from int goal, int tolerant, int written, int right, int inferred, int agreed
where
  written = count(Callable m | isWritten(m)) and
  right = count(Callable m | isRight(m)) and
  inferred = count(Callable m | isInferred(m)) and
  agreed = count(Callable m | isAgreed(m)) and
  goal = count(Callable m | isRight(m) or isInferred(m)) and
  tolerant = count(Callable m | isRight(m) or isOfWrittenLock(m))
select goal, tolerant as tolerantGoal, written, right as correct,
  percent(right, written) as precision, percent(right, goal) as recall,
  percent(right, tolerant) as tolerantRecall, inferred, agreed,
  percent(inferred, goal) as inferredRecall
