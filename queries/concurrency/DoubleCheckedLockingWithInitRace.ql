/**
 * @name Double-checked locking publishes before initialisation ends
 * @description Once the volatile field is set, other threads use the object without the lock; what is done to it
 *              afterwards, inside the lock, they may miss.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/unsafe-double-checked-locking-init-order
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Held
import java.concurrency.DoubleChecked
import java.concurrency.SharedObjects

/** Gets an access to the object that `write` stores in `f`: through the field, or through the variable it came from. */
VarAccess stored(FieldWrite write, Field f) {
  doubleCheckedLocking(_, _, _, write, f) and
  result.getEnclosingCallable() = write.getEnclosingCallable() and
  (
    result = f.getAnAccess()
    or
    exists(LocalVariableDecl v |
      write.getASource() = v.getAnAccess() and result = v.getAnAccess()
      or
      exists(AssignExpr a | a.getDest() = write and v.getAnAssignedValue() = a) and
      result = v.getAnAccess()
    )
  )
}

/** Holds if `e` changes the object to which `object` refers. */
predicate changesContent(Expr e, VarAccess object) {
  exists(MethodCall call | e = call and call.getQualifier() = object |
    call.getMethod().getReturnType() instanceof VoidType or isChangingMethod(call.getMethod())
  )
  or
  exists(Assignment a | e = a |
    a.getDest().(FieldAccess).getQualifier() = object or
    a.getDest().(ArrayAccess).getArray() = object
  )
}

/** Holds if `e` changes the object to which `object`, what a write has stored, refers. */
predicate changes(Expr e, VarAccess object) { object = stored(_, _) and changesContent(e, object) }

/** Holds if `e` hands the object to which `object` refers, what a write has stored, to a method that changes it. */
private predicate changesAsGiven(MethodCall e, VarAccess object) {
  exists(int i, Parameter p |
    object = stored(_, _) and
    object = e.getArgument(i) and
    p = e.getMethod().getSourceDeclaration().getParameter(i) and
    not exists(p.getAnAssignedValue()) and
    changesContent(_, p.getAnAccess())
  )
}

/** Holds if `e`, a call of an own method, changes the object in `f`, or what `f` is a sign of, in that method. */
predicate changesInMethod(MethodCall e, Field f) {
  doubleCheckedLocking(_, _, _, _, f) and
  exists(FieldAccess a, Method m |
    m = e.getMethod().getSourceDeclaration() and
    (e.isOwnMethodCall() or not e.hasQualifier()) and
    a.getEnclosingCallable() = m and
    a.getField() = f and
    changesContent(_, a)
  )
}

/** Holds if the code that has double-checked a flag, which `write` sets, then uses `f` without the lock. */
predicate isUsedUnlocked(FieldWrite write, Field f) {
  exists(Expr outer, Monitor m, FieldRead read |
    doubleCheckedLocking(outer, m, _, write, _) and
    read.getField() = f and
    read.getEnclosingCallable() = outer.getEnclosingCallable() and
    not locallyHeld(read.getControlFlowNode(), m, _)
  )
}

/** Holds if `e`, in code that has double-checked a flag, sets another field of its object, or changes what is in it. */
predicate changesBesides(Expr e, FieldWrite write) {
  exists(FieldAccess a |
    doubleCheckedLocking(_, _, _, write, _) and
    write.getType() instanceof BooleanType and
    a.getEnclosingCallable() = write.getEnclosingCallable() and
    not a.getField() = write.getField() and
    (a.isOwnFieldAccess() or a.getField().isStatic()) and
    isUsedUnlocked(write, a.getField())
  |
    a.isVarWrite() and e.(Assignment).getDest() = a
    or
    changesContent(e, a)
  )
}

/** Holds if `e`, which holds the lock `m`, changes the object in `f` after `write` has published it. */
predicate changesLate(FieldWrite write, Field f, Expr e) {
  exists(AssignExpr a, Monitor m |
    doubleCheckedLocking(_, m, _, write, f) and
    a.getDest() = write and
    (
      changes(e, stored(write, f)) or
      changesAsGiven(e, stored(write, f)) or
      changesInMethod(e, f) or
      changesBesides(e, write)
    ) and
    e.getEnclosingCallable() = write.getEnclosingCallable() and
    heldDuring(e, m) and
    strictlyDominates(a.getControlFlowNode(), e.getControlFlowNode())
  )
}

from FieldWrite write, Field f, Expr late, string message
where
  f.isVolatile() and
  changesLate(write, f, late) and
  late = min(Expr e, int line, int column | changesLate(write, f, e) and beginsAt(e, line, column) |
    e order by line, column
  ) and
  if f.getType() instanceof BooleanType
  then
    message =
      "Other threads go on as soon as $@ is set, $@, and may do so without this change. Set the flag last."
  else
    message =
      "Other threads see the object as soon as $@ is set, $@, and use it without this lock and without this change. Finish the object in a local variable, and assign the field last."
select late, message, f, "'" + f.getName() + "'", write, "before"
