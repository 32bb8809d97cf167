/**
 * @name Double-checked locking on a field that is not volatile
 * @description A thread that finds the field set without taking the lock may see an object whose construction it does
 *              not see. The field must be volatile.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/unsafe-double-checked-locking
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.DoubleChecked

/** Gets the first unsafe test of `f`: what makes it volatile mends all. */
Expr firstUnsafe(Field f) {
  result = min(Expr outer, string path, int line, int column |
    isUnsafeDoubleCheck(outer, f) and beginsAt(outer, path, line, column)
  |
    outer order by path, line, column
  )
}

from Expr outer, FieldWrite write, Field f, string reason
where
  outer = firstUnsafe(f) and
  doubleCheckedLocking(outer, _, _, write, f) and
  write = min(FieldWrite w, string path, int line, int column |
    doubleCheckedLocking(outer, _, _, w, f) and beginsAt(w, path, line, column)
  |
    w order by path, line, column
  ) and
  (
    not isSeenWhole(f.getType()) and
    (
      if f.getType() instanceof BooleanType
      then reason = "a thread that finds it true here need not see what was written before $@"
      else reason = "a thread that finds it set here may see the object of $@ half constructed"
    )
    or
    isSeenWhole(f.getType()) and
    reason = "a later read without the lock may still miss the value of $@ that this test has seen"
  )
select outer,
  "The field $@ is not volatile: " + reason +
    ". Declare it volatile, or initialise it in a holder class.", f, "'" + f.getName() + "'", write,
  "this write"

/** Holds if the finding at `outer` is about the `"value"` of `field`. */
query predicate about(Expr outer, Field field, string part) {
  outer = firstUnsafe(field) and
  part = "value"
}

/** Holds if the field that `outer` tests becomes volatile. */
query predicate edits(Expr outer, string title, Element place, string how, string text) {
  exists(Field f, FieldDeclaration declaration |
    outer = firstUnsafe(f) and
    declaration.getField(0) = f and
    declaration.getNumField() = 1 and
    place = declaration.getTypeAccess() and
    title = "Declare '" + f.getName() + "' volatile"
  ) and
  how = "before" and
  text = "volatile "
}
