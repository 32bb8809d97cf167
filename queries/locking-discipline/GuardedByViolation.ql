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

/** Gets the variable or method for which `d` is declared; of a guard in the type of a cast, that type. */
Element declaredFor(GuardDeclaration d) {
  isDeclaredFor(d, result) and not result instanceof Expr
  or
  result = d.getElement() and not exists(Element e | isDeclaredFor(d, e) and not e instanceof Expr)
}

/** Holds if `use` does without the guard of `d`. */
predicate isBadUse(Expr use, GuardDeclaration d) {
  isUnguardedUse(use, d) or
  isUnguardedValue(use, d) or
  isUnguardedReceiver(use, d)
}

/** Holds if `a`, in `c`, uses `v` without a guard that is declared for it. Of a chain of calls the first use counts. */
predicate isBad(Expr a, Callable c, Element v) {
  isBadUseOf(a, v) and
  not isBadUseOf(a.(MethodCall).getQualifier(), v) and
  c = a.getEnclosingCallable()
}

private predicate isBadUseOf(Expr a, Element v) {
  exists(GuardDeclaration d | isBadUse(a, d) and v = declaredFor(d))
}

/** Holds if `a` only looks at what it uses. */
predicate isLook(Expr a) { isRead(a) or isUnguardedValue(a, _) }

/** Gets the use of `v` in `c` without its guard that is reported: a write rather than a read, and the first one. */
Expr reportedIn(Callable c, Element v) {
  result = min(Expr a, int weight, int line, int column |
    isBad(a, c, v) and (if isLook(a) then weight = 1 else weight = 0) and beginsAt(a, line, column)
  |
    a order by weight, line, column
  )
}

/** Gets the use number `i`, from 1, of `v` in `c` without its guard after the one that is reported. */
Expr alsoIn(Callable c, Element v, int i) {
  result = rank[i](Expr a, int line, int column |
    isBad(a, c, v) and a != reportedIn(c, v) and beginsAt(a, line, column)
  |
    a order by line, column
  )
}

/** Gets words for further uses of `v` in `c`; the first three have places. */
string further(Callable c, Element v) {
  exists(int n | n = strictcount(Expr a | isBad(a, c, v)) - 1 |
    n = 0 and result = ""
    or
    n = 1 and result = " Nor does $@."
    or
    n = 2 and result = " Nor do $@ and $@."
    or
    n = 3 and result = " Nor do $@, $@ and $@."
    or
    n = 4 and result = " Nor do $@, $@, $@, and one more use in this method."
    or
    n > 4 and result = " Nor do $@, $@, $@, and " + (n - 3) + " more uses in this method."
  )
}

/** Gets the place of the use number `i` that `further` names, or that of the reported one if there are not so many. */
Expr placeOf(Callable c, Element v, int i) {
  i = [1 .. 3] and
  if exists(alsoIn(c, v, i)) then result = alsoIn(c, v, i) else result = reportedIn(c, v)
}

/** Gets words for that place. */
string wordsOf(Callable c, Element v, int i) {
  i = [1 .. 3] and
  exists(reportedIn(c, v)) and
  if exists(alsoIn(c, v, i))
  then
    i = 1 and result = "a second one"
    or
    i = 2 and result = "a third one"
    or
    i = 3 and result = "a fourth one"
  else result = ""
}

/** Gets words for a lock that is declared for what `use` uses, and that it does not hold. */
private string lockText(Expr use) {
  exists(GuardDeclaration d | isBadUse(use, d) |
    if d.getGuard().isItself()
    then result = "the lock of its value"
    else result = "'" + d.getText() + "'"
  )
}

/** Gets words for the locks that are declared for what `use` uses, and that it does not hold. */
string locksText(Expr use) {
  exists(string separator |
    if exists(GuardDeclaration d | isBadUse(use, d) and d.isOneOfSeveral())
    then separator = " or "
    else separator = " and "
  |
    result = strictconcat(string text | text = lockText(use) | text, separator order by text)
  )
}

/** Gets words for what `use` is, and does. */
string kindOf(Expr use) {
  if isUnguardedUse(use, _)
  then (if isRead(use) then result = "read of" else result = "write of")
  else (
    isUnguardedValue(use, _) and result = "use of the value of"
    or
    isUnguardedReceiver(use, _) and result = "use of the receiver of"
  )
}

/** Gets words for why `use` does not hold its guard, or none. */
string why(Expr use) {
  isBadUse(use, _) and
  if exists(whyUnguarded(use, _))
  then result = max(GuardDeclaration d | | whyUnguarded(use, d))
  else result = ""
}

from Expr use, Element v, Callable c
where use = reportedIn(c, v)
select use,
  "This " + kindOf(use) + " $@ does not hold " + locksText(use) +
    ", by which it is declared to be guarded" + why(use) + "." + further(c, v), v,
  "'" + v.getName() + "'", placeOf(c, v, 1), wordsOf(c, v, 1), placeOf(c, v, 2), wordsOf(c, v, 2),
  placeOf(c, v, 3), wordsOf(c, v, 3)
