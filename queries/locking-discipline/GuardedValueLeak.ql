/**
 * @name Guarded value used where its lock is not held
 * @description The value of a guarded field leaves the field: it is used after the lock has been given back, or returned to code
 *              that uses it without the lock. Guarding the name protects the reference, not what it refers to.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/guarded-value-leak
 * @tags concurrency
 *       locking-discipline
 *       annotations
 */

import java
import ValueProtection

/** Gets the first use, in its callable, of a value that was read from the field of `d` under the lock. */
Dereference firstUse(Callable c, GuardDeclaration d) {
  result = min(Dereference use, int line, int column |
    isUsedAfterLock(d, use) and
    c = use.getEnclosingCallable() and
    beginsAt(use.getExpr(), line, column)
  |
    use order by line, column
  )
}

/** Gets the first use of what `s` returns of the field of `d`. */
Dereference firstUseOf(ReturnStmt s, GuardDeclaration d) {
  result = min(Dereference use, string path, int line, int column |
    isReturnedTo(d, s, use) and beginsAt(use.getExpr(), path, line, column)
  |
    use order by path, line, column
  )
}

/** Gets the first place where the value of the field of `d` gets another name, and in `use` its first use by that. */
Expr firstGiven(GuardDeclaration d, Expr use) {
  exists(Dereference first |
    first = min(Dereference other, string path, int line, int column |
      isUsedByOtherName(result, d, other) and beginsAt(other.getExpr(), path, line, column)
    |
      other order by path, line, column
    ) and
    use = first.getExpr()
  )
}

/** Gets an argument that the field of `d` keeps, and in `use` the first use of it by the code that gives it. */
Expr firstKept(GuardDeclaration d, Expr use) {
  exists(Dereference first |
    first = min(Dereference other, int line, int column |
      isUsedByGiver(result, d, other) and beginsAt(other.getExpr(), line, column)
    |
      other order by line, column
    ) and
    use = first.getExpr()
  )
}

/** Holds if the read at which the value leaves the field is reported already: it holds no lock itself. */
predicate isReadWithout(GuardDeclaration d, Callable c) {
  exists(VarAccess a | isUnguardedUse(a, d) and a.getEnclosingCallable() = c)
}

/** Holds if `place`, where a value that `d` guards goes elsewhere, is reported by `words` and `other`, where it goes. */
predicate isMove(
  Element place, GuardDeclaration d, Element f, string words, Element other, string otherWords
) {
  exists(string name | otherWords = "'" + name + "'" and name = other.getName() |
    isMovedOut(place, d, other) and
    isDeclaredFor(d, f) and
    (
      if other instanceof Method
      then
        words =
          "This returns the value of $@, declared to be guarded by '" + d.getText() + "', and $@ " +
            "does not say so to its callers. Say it of what it returns, or return a copy."
      else
        words =
          "This gives the value of $@, declared to be guarded by '" + d.getText() + "', to $@, " +
            "which is not: whoever uses it by that name does not know the lock."
    )
    or
    isMovedIn(place, d, f) and
    other = place.(VarAccess).getVariable() and
    words =
      "$@, declared to be guarded by '" + d.getText() +
        "', gets the value of $@, which is not: whoever uses it by that name does not know the lock."
  )
}

/** Holds if `place` uses the value of the field `f`, guarded by `d`, without the lock, or hands it to code that does. */
predicate isLeak(
  Element place, GuardDeclaration d, Field f, string words, Expr other, string otherWords
) {
  f = d.getElement() and
  (
    exists(Callable c, Dereference use |
      use = firstUse(c, d) and
      place = use.getExpr() and
      not isReadWithout(d, c) and
      words =
        "The value of $@ is used here without '" + d.getText() +
          "', by which the field is declared to be guarded: the lock around $@ does not protect what is done with it afterwards." and
      other = min(FieldAccess a, int line, int column |
        a.getField() = f and
        a.getEnclosingCallable() = c and
        isGuardedUse(a, d) and
        beginsAt(a, line, column)
      |
        a order by line, column
      ) and
      otherWords = "the read"
    )
    or
    exists(ReturnStmt s | place = s and not isReadWithout(d, s.getEnclosingCallable()) |
      other = firstUseOf(s, d).getExpr() and
      words =
        "This returns the value of $@, declared to be guarded by '" + d.getText() +
          "', to code that $@ without the lock. Return a copy, or say what callers have to hold." and
      otherWords = "uses it"
      or
      isReturnedToAll(d, s) and
      not exists(firstUseOf(s, d)) and
      other = s.getExpr() and
      words =
        "This returns the value of $@, declared to be guarded by '" + d.getText() +
          "', to code that does not know the lock: $@ leaves the lock here. Return a copy, or say what callers have to hold." and
      otherWords = "it"
    )
    or
    place = firstGiven(d, other) and
    not isReadWithout(d, place.(Expr).getEnclosingCallable()) and
    words =
      "The value of $@, declared to be guarded by '" + d.getText() +
        "', gets another name here, by which code $@ without any lock." and
    otherWords = "uses it"
    or
    place = firstKept(d, other) and
    words =
      "This becomes the value of $@, declared to be guarded by '" + d.getText() +
        "', and the code that hands it over $@ afterwards, without any lock." and
    otherWords = "uses it"
  )
}

from Element place, GuardDeclaration d, Element f, string words, Element other, string otherWords
where
  (
    isLeak(place, d, f, words, other, otherWords) or isMove(place, d, f, words, other, otherWords)
  ) and
  not isTestFile(f.getFile())
select place, words, f, "'" + f.getName() + "'", other, otherWords
