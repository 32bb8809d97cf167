/**
 * @name Lock taken twice within another lock
 * @description While one lock is held, another one is taken and given back twice, and no value is known that is
 *              found the first time and used the second time.
 * @kind path-problem
 * @problem.severity recommendation
 * @precision low
 * @id java/lock-taken-twice
 * @tags concurrency
 *       atomicity
 *       maintainability
 */

import java
import Places
import LockFlow
import Scopes
import StaleValues
import WitnessPaths
import WitnessWays
import Witnesses

/** Holds if `v` may be reported: it has the pattern, but there is no sign of a stale value, and the state is another class's. */
predicate isInQuestion(Violation v) { isRelevant(v) and not hasStaleValue(v) and not isOwnState(v) }

import Reported<isInQuestion/1>

query predicate edges(PathNode a, PathNode b) { isFollowedBy(a, b) }

from Violation v
where isReported(v)
select elementOf(v.getSecond()), getSource(v), getSink(v), getMessage(v), elementOf(getFirst(v)),
  "the first time", getContext(v).getBeginning(), contextText(v)
