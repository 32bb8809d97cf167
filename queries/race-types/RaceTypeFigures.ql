/**
 * @name Figures of the race types
 * @description How many annotations are written and inferred, by kind and per thousand lines, how many classes get which
 *              verdict, and how many violations and racy fields are reported: table 1 and figure 4 of the paper.
 * @kind table
 * @id java/race-type-figures
 * @tags race-types
 *       statistics
 */

import java
import Verdicts

/** Gets the number of lines of the file `f`, up to the end of its last declaration or statement. */
int linesOf(File f) {
  not isTestFile(f) and
  result = max(int line |
    exists(RefType t | t.fromSource() and t.getFile() = f and line = t.getLocation().getEndLine())
    or
    exists(Callable c |
      c.fromSource() and c.getFile() = f and line = c.getBody().getLocation().getEndLine()
    )
  )
}

/** Gets the number of lines of all files but tests. */
int allLines() { result = sum(File f | | linesOf(f)) }

/** Gets how many of `what`, of the group `group`, there are. */
int figure(string group, string what) {
  group = "size" and
  (
    what = "lines" and result = allLines()
    or
    what = "classes" and result = count(JudgedClass c)
  )
  or
  group = "written annotations" and
  (
    what = any(Clause c).getKeyword() and
    result = strictcount(Clause c | c.getKeyword() = what and isCounted(c))
    or
    what = "GuardedBy and its kin" and
    result = count(GuardDeclaration d | not isTestFile(d.getElement().getFile()))
    or
    what = "all" and
    result =
      count(Clause c | isCounted(c)) +
        count(GuardDeclaration d | not isTestFile(d.getElement().getFile()))
  )
  or
  group = "inferred annotations" and
  (
    what = "guarded_by" and result = count(Field f | exists(inferredGuard(f)))
    or
    what = "requires" and result = count(Callable c | exists(neededRequires(c)))
    or
    what = "ghost" and result = count(Ghost g | g.isInferred())
    or
    what = "thread_local" and
    result = count(JudgedClass c | isThreadLocal(c) and not saysSharing(c, _))
  )
  or
  group = "verdicts" and
  what = ["race-free", "race-free under assumptions", "not typable"] and
  result = count(JudgedClass c | c.getVerdict() = what)
  or
  group = "verdicts" and
  what = "race-free because thread-local" and
  result = count(JudgedClass c | c.getVerdict() = "race-free" and isThreadLocal(c))
  or
  group = "violations" and
  result = strictcount(Element at, string message | isUnsilenced(at, what, _, _, message))
  or
  group = "racy fields" and
  (
    what = "all" and result = count(Field f | isRacy(f))
    or
    what = "with a lock that some uses hold" and
    result = count(Field f | isRacy(f) and exists(inferredGuard(f)))
  )
}

/** Holds if `c` counts as an annotation: it is understood, and in no test. */
predicate isCounted(Clause c) {
  not exists(c.getFormProblem()) and
  not isTestFile(c.getElement().getFile())
}

/** Holds if `f` is used without its lock. */
predicate isRacy(Field f) {
  exists(Element at, FieldAccess a |
    isUnsilenced(at, _, "race", _, _) and isUnguarded(a, at, _) and f = a.getField()
  )
}

/** Gets `n` per thousand lines, rounded to tenths. */
bindingset[n]
string perThousand(int n) {
  exists(int tenths | tenths = (n * 10000.0 / allLines() + 0.5).floor() |
    result = (tenths / 10).toString() + "." + (tenths % 10).toString()
  )
}

from string group, string what, int n, string share
where n = figure(group, what) and if group = "size" then share = "" else share = perThousand(n)
select group, what, n as number, share as perThousandLines
