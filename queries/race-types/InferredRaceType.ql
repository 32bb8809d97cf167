/**
 * @name Race type that is not written down
 * @description The guard of a field, the locks that a method requires, or the owner of a helper class was inferred, and the uses
 *              hold it: nothing says so to whoever changes the code next. The edit writes the annotation.
 * @kind problem
 * @problem.severity recommendation
 * @precision high
 * @id java/inferred-race-type
 * @tags concurrency
 *       race-types
 *       annotations
 */

import java
import Rules

/** Holds if all uses of `f` hold the guard that is inferred for it. */
predicate isKept(Field f) {
  exists(inferredGuard(f)) and
  not exists(FieldAccess a | a.getField() = f and isUnguarded(a, _, _))
}

/** Gets the text of `l` as an annotation in the class `t` names it. */
bindingset[t]
string nameIn(LockExpr l, RefType t) {
  exists(string short | short = l.textIn(t) |
    if short.matches("this.%") then result = short.suffix(5) else result = short
  )
}

/** Holds if the annotation `text` belongs `how` the place `place` of `e`, and `what` says so. */
predicate isMissing(Element e, Element place, string how, string text, string what) {
  not isTestFile(e.getFile()) and
  (
    exists(Field f, string lock |
      e = f and
      isKept(f) and
      lock = nameIn(inferredGuard(f), f.getDeclaringType()) and
      place = f and
      how = "after" and
      text = " /*# guarded_by " + lock + " */" and
      what = "All uses of '" + f.getName() + "' hold '" + lock + "'"
    )
    or
    exists(Method m, string locks |
      e = m and
      locks = strictconcat(LockExpr l | l = neededRequires(m) |
        nameIn(l, m.getDeclaringType()), ", " order by l.toString()
      ) and
      place = m.getBody() and
      how = "before" and
      text = "/*# requires " + locks + " */ " and
      what = "All calls of '" + m.getName() + "' hold '" + locks + "'"
    )
    or
    exists(Ghost g, RefType t |
      g.isInferred() and
      t = g.getDeclaringType() and
      e = t and
      exists(Field f | f.getDeclaringType() = t and isKept(f)) and
      place = t and
      how = "after" and
      text = "/*#<ghost " + g.getType().getName() + " " + g.getName() + ">*/" and
      what =
        "All uses of '" + t.getName() + "' are under a lock of its owner, of the class '" +
          g.getType().getName() + "'"
    )
  )
}

from Element e, string what
where isMissing(e, _, _, _, what)
select e, what + ", and nothing says so."

/** The annotation, as a comment. */
query predicate edits(Element e, string title, Element place, string how, string text) {
  isMissing(e, place, how, text, _) and
  title = "Write" + (" " + text.trim())
}
