/**
 * @name Pairs of paths to the race on used
 * @kind table
 * @id test/path-pairs
 */

import java
import java.program.Program
import java.program.Stages

module S = Stages<Program>;

/** Gets a path from a run with which a thread begins to `r`, as the names of callables with their lines. */
string pathTo(S::Run r) {
  S::beginsWith(_, r) and result = name(r)
  or
  exists(S::Run caller, ExprParent site | S::edge(caller, site, r) |
    result = pathTo(caller) + ":" + site.(Expr).getLocation().getStartLine() + " > " + name(r)
  )
}

string name(S::Run r) {
  result = r.getCallable().getDeclaringType().getName() + "." + r.getCallable().getName()
}

/** Gets the path and what happens at its end. */
string described(Access a, S::Run r) {
  a.getEnclosingCallable() = r.getCallable() and
  result = pathTo(r) + ":" + a.getLocation().getStartLine() + " " + a.describe()
}

from Access a, S::Run r, Access b, S::Run s
where S::unlockedRuns(a, r, b, s) and a.getMemory().getField().hasName("used")
select described(a, r) as one, described(b, s) as other
