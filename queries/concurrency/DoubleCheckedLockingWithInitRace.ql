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
import java.concurrency.DoubleChecked
import java.models.Models

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

/** Holds if `call` calls `m` on the object to which `object` refers. */
pragma[noinline]
predicate callsOn(MethodCall call, VarAccess object, Method m) {
  object = stored(_, _) and
  call.getQualifier() = object and
  m = call.getMethod()
}

/** Holds if `e` changes the object to which `object` refers. */
predicate changes(Expr e, VarAccess object) {
  object = stored(_, _) and
  (
    exists(Method m | callsOn(e, object, m) |
      m.getReturnType() instanceof VoidType
      or
      exists(string package, string type |
        modifiesReceiver(package, type, m.getName()) and
        m.getDeclaringType().getSourceDeclaration().getASourceSupertype*()
            .hasQualifiedName(package, type)
      )
    )
    or
    exists(Assignment a | e = a |
      a.getDest().(FieldAccess).getQualifier() = object or
      a.getDest().(ArrayAccess).getArray() = object
    )
  )
}

/** Holds if `e`, in the block of `sync`, changes the object in `f` after `write` has published it. */
predicate changesLate(SynchronizedStmt sync, FieldWrite write, Field f, Expr e) {
  exists(AssignExpr a |
    doubleCheckedLocking(_, sync, _, write, f) and
    a.getDest() = write and
    changes(e, stored(write, f)) and
    synchronizedAround(e.getEnclosingStmt(), sync) and
    strictlyDominates(a.getControlFlowNode(), e.getControlFlowNode())
  )
}

from SynchronizedStmt sync, FieldWrite write, Field f, Expr late
where
  f.isVolatile() and
  changesLate(sync, write, f, late) and
  late = min(Expr e, int line, int column |
    changesLate(sync, write, f, e) and beginsAt(e, line, column)
  |
    e order by line, column
  )
select late,
  "Other threads see the object as soon as $@ is set, $@, and use it without this lock and without this change. Finish the object in a local variable, and assign the field last.",
  f, "'" + f.getName() + "'", write, "before"
