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

from Access a, S::Threads one, Access b, S::Threads other, string how
where O::isOrdered(a, one, b, other, how)
select a.getExpr(),
  "This " + a.describe() + " of " + a.getMemory() + " by " + one + " is no race with the $@ by " +
    other + ": " + how + " orders them.", b.getExpr(), b.describe()
