/**
 * @name Two locks taken one after the other in a block that is meant to be atomic
 * @description While one lock is held, a second one is taken and given back, and then a third one; what the two protect
 *              together can change in between.
 * @kind problem
 * @problem.severity recommendation
 * @precision low
 * @id java/atomicity-violation-two-locks
 * @tags concurrency
 *       atomicity
 */

import java
import Places
import java.concurrency.LocksTaken
import Scopes
import TwoLocks
import WitnessPaths
import WitnessWays

/** Holds if at `n`, in the innermost context `scope`, `second` is taken after `first`; for each place one pair. */
predicate isReported(ControlFlowNode n, Scope scope, Lock first, Lock second) {
  isVariant(scope, first, second, n) and
  exists(string key | key = rank[1](string k | k = keyOf(n, _, _, _)) |
    key = keyOf(n, scope, first, second)
  )
}

/** Gets a text by which the pairs at `n` are ordered: near contexts and short names first. */
string keyOf(ControlFlowNode n, Scope scope, Lock first, Lock second) {
  isVariant(scope, first, second, n) and
  exists(int line, int column |
    beginsAt(scope.getBeginning(), _, line, column) and
    result =
      (1000000 - line).toString() + " " + (100000 + first.toString().length()).toString() + " " +
        (100000 + second.toString().length()).toString() + " " + first + " " + second + " " + column
  )
}

from ControlFlowNode n, Scope scope, Lock first, Lock second, Callable c, Place firstPlace
where
  isReported(n, scope, first, second) and
  c = n.getEnclosingCallable() and
  (
    firstPlace = elementOf(firstTaking(scope, first, second, n))
    or
    not exists(firstTaking(scope, first, second, n)) and firstPlace = elementOf(n)
  )
select elementOf(n),
  lockWords(second, c) +
    " is locked here after $@, while $@ is held. What the two protect can change in between: hold both for the whole block.",
  firstPlace, lockWords(first, c), scope.getBeginning(), "'" + scope.getLockText() + "'"
