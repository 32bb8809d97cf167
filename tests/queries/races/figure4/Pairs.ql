/**
 * @name Pairs after each stage
 * @kind table
 * @id test/pairs
 */

import java
import java.program.Program
import java.program.Stages

module S = Stages<Program>;

/** Gets a text for `a`: what it is to, what it does, and where. */
string text(Access a) {
  result = a.describe() + " of " + a.getMemory() + " in " + a.getEnclosingCallable().getName()
}

/** Gets a text for `a`, and in which context, if there is one: on an object that is made in so and so. */
string textIn(Access a, S::Run r) { result = text(a) + " on the " + r.getContext() }

from string stage, string a, string b
where
  exists(Access x, Access y | a = text(x) and b = text(y) |
    stage = "1 original" and originalPairs(x, y)
    or
    stage = "2 reachable" and S::reachablePairs(x, y)
    or
    stage = "3 aliasing" and S::aliasingPairs(x, y)
    or
    stage = "4 escaping" and S::escapingPairs(x, y)
    or
    stage = "5 unlocked" and S::unlockedPairs(x, y)
  )
  or
  exists(Access x, S::Run r, Access y, S::Run s | a = textIn(x, r) and b = textIn(y, s) |
    stage = "2' reachable" and S::reachableRuns(x, r, y, s)
    or
    stage = "3' aliasing" and S::aliasingRuns(x, r, y, s)
    or
    stage = "4' escaping" and S::escapingRuns(x, r, y, s)
    or
    stage = "5' unlocked" and S::unlockedRuns(x, r, y, s)
  )
select stage, a, b
