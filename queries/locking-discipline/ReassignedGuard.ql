/**
 * @name Guard that is assigned again
 * @description What a declaration names as a guard is a field that gets other objects while threads use it: two threads can
 *              hold "the guard" at once.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/reassigned-guard
 * @tags concurrency
 *       locking-discipline
 *       annotations
 */

import java
import java.SourceOrder
import Uses

/** Holds if `write` gives `f`, on the path of a guard, another object when other threads may use it. */
predicate replaces(FieldWrite write, Field f) {
  exists(GuardDeclaration d |
    f = d.getGuard().getField() or f = d.getGuard().getBase+().getField()
  ) and
  write.getField() = f and
  write instanceof FieldUse and
  not write.getASource() instanceof NullLiteral
}

from GuardDeclaration d, Field f, FieldWrite write, Element named, Element place
where
  (f = d.getGuard().getField() or f = d.getGuard().getBase+().getField()) and
  not f.isFinal() and
  write = min(FieldWrite w, string path, int line, int column |
    replaces(w, f) and beginsAt(w, path, line, column)
  |
    w order by path, line, column
  ) and
  named = d.getElement() and
  (if exists(d.getAnnotation()) then place = d.getAnnotation() else place = named) and
  not isTestFile(named.getFile())
select place,
  "The guard \"" + d.getText() +
    "\" of $@ goes through the field $@, which $@ gives another object: threads that hold the old one and the new one exclude nobody. Make the field final.",
  named, "'" + named.getName() + "'", f, "'" + f.getName() + "'", write, "this assignment"
