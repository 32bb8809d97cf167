/**
 * @name Pairs that are ordered
 * @description The pairs of accesses that no common lock protects and that are no race, because something orders them: which
 *              thread executes each, and what orders the two.
 * @kind problem
 * @problem.severity recommendation
 * @precision high
 * @id java/race-ordered
 * @tags statistics
 *       race
 */

import java
import Races

from
  Sort x, Access a, S::Threads one, S::LockSet held, Sort y, Access b, S::Threads other,
  S::LockSet otherHeld, S::Place place, string how
where
  isOrdered(x, one, y, other, how) and
  unlocked(x, one, held, y, other, otherHeld, place) and
  isMember(a, x, one, held, place) and
  isMember(b, y, other, otherHeld, place)
select a.getExpr(),
  "This " + a.describe() + " of " + a.getMemory() + " by " + one + " is no race with the $@ by " +
    other + ": " + how + " orders them.", b.getExpr(), b.describe()
