/**
 * @name Guarded variable used without its lock
 * @description A variable is declared to be guarded by a lock, and is used where that lock is not held: the declaration
 *              promises what the code does not keep, and threads can see each other's half-made changes.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/guarded-by-violation
 * @tags concurrency
 *       locking-discipline
 *       annotations
 */

import java
import java.SourceOrder
import java.concurrency.Races
import Uses

/** Holds if `a`, in `c`, uses `v` without a guard that is declared for it. */
predicate isBad(VarAccess a, Callable c, Variable v) {
  exists(GuardDeclaration d |
    isUnguardedUse(a, d) and v = d.getElement() and c = a.getEnclosingCallable()
  )
}

/** Holds if `java/not-threadsafe` reports `a`: it begins the race that is reported of a class meant to be thread-safe. */
predicate isToldAsRace(VarAccess a) { a = getFirstAccess(_) }

/** Gets the use of `v` in `c` without its guard that is reported: a write rather than a read, and the first one. */
VarAccess toldIn(Callable c, Variable v) {
  result = min(VarAccess a, int weight, int line, int column |
    isBad(a, c, v) and (if isRead(a) then weight = 1 else weight = 0) and beginsAt(a, line, column)
  |
    a order by weight, line, column
  )
}

/** Gets words for further uses of `v` in `c`. */
string further(Callable c, Variable v) {
  exists(int n | n = strictcount(VarAccess a | isBad(a, c, v)) |
    n = 1 and result = ""
    or
    n = 2 and result = " Nor does one more use in this method."
    or
    n > 2 and result = " Nor do " + (n - 1) + " more uses in this method."
  )
}

/** Gets words for the locks that are declared for what `use` uses, and that it does not hold. */
string locksText(VarAccess use) {
  exists(string separator |
    if exists(GuardDeclaration d | isUnguardedUse(use, d) and d.isOneOfSeveral())
    then separator = " or "
    else separator = " and "
  |
    result = strictconcat(GuardDeclaration d, string text |
      isUnguardedUse(use, d) and
      if d.getGuard().isItself()
      then text = "the lock of its value"
      else text = "'" + d.getText() + "'"
    |
      text, separator order by text
    )
  )
}

from VarAccess use, Variable v, string kind
where use = toldIn(_, v) and if isRead(use) then kind = "read" else kind = "write"
select use,
  "This " + kind + " of $@ does not hold " + locksText(use) +
    ", by which it is declared to be guarded" + max(GuardDeclaration d | | whyUnguarded(use, d)) +
    "." + further(use.getEnclosingCallable(), v), v, "'" + v.getName() + "'"
