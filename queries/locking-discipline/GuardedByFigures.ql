/**
 * @name Figures of the locking discipline: guards
 * @description How many guards are written and how many are inferred, by name and by value, how many of either are right, and
 *              the precision and recall of what is written: the table of the paper's figure 12.
 * @kind table
 * @id java/guarded-by-figures
 * @tags locking-discipline
 *       statistics
 */

import java
import ValueProtection

/** Holds if `place` has a guard that is written. */
predicate isWritten(Place place) {
  exists(GuardDeclaration d | place = writtenPlace(d) | not isTestFile(d.getElement().getFile()))
}

/** Holds if what is written of `place` is what the code keeps, in the way that `semantics` names. */
predicate isRight(Place place, string semantics) {
  isWritten(place) and
  (
    semantics = "name" and forex(GuardDeclaration d | place = writtenPlace(d) | isNameProtected(d))
    or
    semantics = "value" and
    forex(GuardDeclaration d | place = writtenPlace(d) | isValueProtected(d))
  )
}

/** Holds if a guard of `place` is inferred. */
predicate isInferred(Place place, string semantics) {
  not isTestFile(place.getElement().getFile()) and
  (
    semantics = "name" and guardsName(place, _)
    or
    semantics = "value" and guardsValue(place, _)
  )
}

/** Holds if what is written of `place` is inferred as well. */
predicate isAgreed(Place place, string semantics) {
  isWritten(place) and
  (
    semantics = "name" and
    exists(GuardDeclaration d | place = writtenPlace(d) and guardsName(place, writtenGuard(d)))
    or
    semantics = "value" and
    exists(GuardDeclaration d | place = writtenPlace(d) and guardsValue(place, writtenGuard(d)))
  )
}

from string semantics, int goal, int written, int right, int inferred, int agreed
where
  semantics = ["name", "value"] and
  written = count(Place p | isWritten(p)) and
  right = count(Place p | isRight(p, semantics)) and
  inferred = count(Place p | isInferred(p, semantics)) and
  agreed = count(Place p | isAgreed(p, semantics)) and
  goal = count(Place p | isRight(p, semantics) or isInferred(p, semantics))
select semantics, goal, written, right as correct, percent(right, written) as precision,
  percent(right, goal) as recall, inferred, agreed, percent(inferred, goal) as inferredRecall
