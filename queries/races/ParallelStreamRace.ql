/**
 * @name Race in a parallel stream
 * @description The function that a parallel stream runs for its elements changes memory that all of its threads have in
 *              common, without a lock of its own. The lock of the caller does not help: its threads do not hold it.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/parallel-stream-race
 * @tags concurrency
 *       race
 *       correctness
 */

import java
import java.SourceOrder
import ParallelFunctions

/** Gets the first call that has `f` run on several threads. */
MethodCall firstRun(FunctionCreation f) {
  result = min(MethodCall call, string path, int line, int column |
    runsInParallel(call, f) and beginsAt(call, path, line, column)
  |
    call order by path, line, column
  )
}

/** Holds if `f` makes the change `change`, which `what` describes, to memory that all of its threads have in common. */
predicate changes(FunctionCreation f, Expr change, string what) {
  exists(Access a |
    changesInCommon(f, a) and change = a.getExpr() and what = a.describe() + " of " + subjectOf(a)
  )
  or
  changesReceiver(f) and
  change = f and
  what = "change of " + contentText(f.(MemberRefExpr).getQualifier())
}

/** Gets the words for what `a` changes. */
string subjectOf(Access a) {
  changesInCommon(_, a) and
  if exists(a.getMemory().getField())
  then result = "'" + a.getMemory().getField().getName() + "'"
  else result = contentText(a.getBase())
}

/** Gets the words for what the object that `e` denotes holds. */
string contentText(Expr e) {
  (
    e = any(Access a | changesInCommon(_, a)).getBase() or e = any(MemberRefExpr f).getQualifier()
  ) and
  if e instanceof VarAccess
  then result = "what '" + e.(VarAccess).getVariable().getName() + "' holds"
  else result = "what an object holds"
}

/** Gets the first function that makes the change `change`. */
FunctionCreation firstFunction(Expr change) {
  result = min(FunctionCreation f, string path, int line, int column |
    changes(f, change, _) and beginsAt(f, path, line, column)
  |
    f order by path, line, column
  )
}

from Expr change, string what, MethodCall call
where changes(_, change, what) and call = firstRun(firstFunction(change))
select change,
  "This " + what +
    ", which all threads have in common, is made by the function that $@ runs on several threads at once: they race, whatever the caller locks.",
  call, "'" + call.getMethod().getName() + "'"
