/**
 * @name Lock taken twice in a block that is meant to be atomic
 * @description While one lock is held, another one is taken and given back twice; what was found the first time
 *              may have changed the second time, so that the block is not atomic.
 * @kind path-problem
 * @problem.severity warning
 * @precision low
 * @id java/atomicity-violation
 * @tags concurrency
 *       atomicity
 */

import java
import Places
import LockFlow
import Scopes
import StaleValues
import WitnessPaths
import WitnessWays
import Witnesses

/** Holds if `v` is told: a value that others may change in between, whatever they have to do with the context, is used. */
predicate isInQuestion(Violation v) { isRelevant(v) and hasStaleValue(v) and canChangeMeanwhile(v) }

import Told<isInQuestion/1>

query predicate edges(PathNode a, PathNode b) { isFollowedBy(a, b) }

from Violation v
where isTold(v)
select elementOf(v.getSecond()), getSource(v), getSink(v), getMessage(v), elementOf(getFirst(v)),
  "the first time", getContext(v).getBeginning(), contextText(v)
