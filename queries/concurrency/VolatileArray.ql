/**
 * @name Elements of a volatile array are not volatile
 * @description 'volatile' on a field of an array type concerns the reference: what one thread stores in an element need
 *              not be seen by others.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/volatile-array
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Contexts
import java.concurrency.Held

/** Gets an access to an element of the array in the volatile field `f`. */
ArrayAccess elementAccess(Field f) { f.isVolatile() and result.getArray() = f.getAnAccess() }

/** Holds if `e` stores a value in an element of the array in `f`, and nothing makes it visible. */
predicate storesElement(Expr e, Field f) {
  exists(ArrayAccess a | a = elementAccess(f) |
    e.(Assignment).getDest() = a or e.(UnaryAssignExpr).getExpr() = a
  ) and
  unprotected(e) and
  not heldDuring(e, _) and
  not publishedAfter(e, f)
}

/** Holds if the field `f` itself is written after `e`, which makes `e` visible. */
predicate publishedAfter(Expr e, Field f) {
  exists(Assignment a |
    e.(Assignment).getDest() = elementAccess(f) and
    a.getDest() = f.getAnAccess() and
    a.getEnclosingCallable() = e.getEnclosingCallable() and
    isAfter(a, e)
  )
}

/** Holds if `a`, an assignment, is executed after `e` whenever the callable ends normally. */
pragma[inline]
predicate isAfter(Expr a, Expr e) {
  exists(BasicBlock late, BasicBlock early |
    late = a.getBasicBlock() and early = e.getBasicBlock()
  |
    late = early and a.getLocation().getStartLine() > e.getLocation().getStartLine()
    or
    late.bbStrictlyPostDominates(early)
  )
}

/** Gets the first read of an element of the array in `f` elsewhere than in the callable of `store`. */
ArrayAccess readElsewhere(Expr store, Field f) {
  storesElement(store, f) and
  result = min(ArrayAccess a, string path, int line, int column |
    a = elementAccess(f) and
    not exists(AssignExpr w | w.getDest() = a) and
    a.getEnclosingCallable() != store.getEnclosingCallable() and
    beginsAt(a, path, line, column)
  |
    a order by path, line, column
  )
}

/** Gets the first such store to `f`. */
Expr firstStore(Field f) {
  result = min(Expr e, string path, int line, int column |
    storesElement(e, f) and exists(readElsewhere(e, f)) and beginsAt(e, path, line, column)
  |
    e order by path, line, column
  )
}

from Field f, Expr store
where store = firstStore(f)
select store,
  "The field $@ is volatile, its elements are not: the thread that reads $@ may not see this value. Use an Atomic...Array, VarHandle access, or a lock.",
  f, "'" + f.getName() + "'", readElsewhere(store, f), "here"
