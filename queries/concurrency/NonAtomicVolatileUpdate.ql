/**
 * @name Update of a volatile field is not atomic
 * @description An increment of a volatile field reads, computes and writes: two threads that do so at once lose one of
 *              the updates.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/non-atomic-volatile-update
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Contexts
import java.concurrency.Held
import java.concurrency.ThreadSafeTypes

/** Holds if `read` is only compared with something. */
predicate isCompared(FieldRead read) { read = any(EqualityTest t).getAnOperand() }

/** Holds if `update` reads `f` and writes a value that depends on what it has read. */
predicate updates(Expr update, FieldAccess target) {
  update.(UnaryAssignExpr).getExpr() = target
  or
  update.(AssignOp).getDest() = target
  or
  exists(FieldRead read |
    update.(AssignExpr).getDest() = target and
    target.getField().isVolatile() and
    read = update.(AssignExpr).getSource().getAChildExpr*() and
    read.getField() = target.getField() and
    (
      not read.hasQualifier() and not target.hasQualifier()
      or
      read.getQualifier().toString() = target.getQualifier().toString()
    ) and
    not isCompared(read) and
    read.getType() instanceof PrimitiveType
  )
}

/** Gets the type to use for an atomic update of a field of the type `t`. */
string atomicType(Type t) {
  if t.hasName("long")
  then result = "AtomicLong or LongAdder"
  else if t instanceof BooleanType
  then result = "AtomicBoolean"
  else if t instanceof IntegralType
  then result = "AtomicInteger"
  else result = "AtomicReference"
}

from Expr update, FieldAccess target, Field f
where
  updates(update, target) and
  f = target.getField() and
  f.isVolatile() and
  unprotected(target) and
  not heldDuring(target, _) and
  not f.getDeclaringType() instanceof ClassMeantThreadSafe
select update,
  "Threads that do this at once lose updates of $@: volatile makes each read and write visible, not the two together. Use " +
    atomicType(f.getType()) + ", or a lock.", f, "'" + f.getName() + "'"
