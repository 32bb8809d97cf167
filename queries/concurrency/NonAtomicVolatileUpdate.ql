/**
 * @name Update of a volatile field is not atomic
 * @description An increment of a volatile field reads, computes and writes, and so does who replaces its object by a
 *              changed copy: two threads that do so at once lose one of the updates.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/non-atomic-volatile-update
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Confidence
import java.concurrency.Contexts
import java.concurrency.Held
import java.concurrency.Replacement
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
  or
  replacesByCopy(target, _) and update.(AssignExpr).getDest() = target
  or
  keepsExtreme(target) and update.(AssignExpr).getDest() = target
}

/** Holds if the outcome of `update` is used, as an identity or a position that no other thread is to get. */
predicate isUsed(Expr update) {
  updates(update, _) and
  not update.getParent() instanceof ExprStmt and
  not exists(ForStmt loop | update = loop.getAnUpdate()) and
  not update = any(LambdaExpr lambda).getExprBody()
}

/** Gets a write of `f`, when others may know its object. */
private FieldWrite laterWrite(Field f) {
  updates(_, any(FieldAccess target | target.getField() = f)) and
  result.getField() = f and
  not makesObject(result.getEnclosingCallable()) and
  not runsAlone(result.getEnclosingCallable())
}

/** Holds if `update` changes the volatile field `f`, at `target`, where nothing keeps other threads from doing so. */
predicate isLostUpdate(Expr update, FieldAccess target, Field f) {
  updates(update, target) and
  f = target.getField() and
  f.isVolatile() and
  unprotected(target) and
  not heldDuring(target, _) and
  not f.getDeclaringType() instanceof ClassMeantThreadSafe
}

/** Gets evidence that several threads make `update`, or that a lost update matters. */
string getEvidenceOf(Expr update) {
  exists(FieldAccess target, Field f | isLostUpdate(update, target, f) |
    isUsed(update) and result = "update-used"
    or
    // Who made this field volatile counts on others that replace the object.
    replacesByCopy(target, _) and result = "lost-update"
    or
    heldDuring(laterWrite(f), _) and result = "locked-elsewhere"
    or
    isCalledByTasks(update.getEnclosingCallable()) and result = "threads"
    or
    isForOneThread(f.getDeclaringType()) and result = "one-thread-type"
  )
}

/** Holds if `evidence` makes it surer by `points` that updates are lost by `update`. */
query predicate confidence(Expr update, int points, string evidence) {
  evidence = getEvidenceOf(update) and
  isWorth(evidence, points)
}

/** Gets what to use for the update `update` of `f`. */
string remedyOf(Expr update, Field f) {
  isLostUpdate(update, _, f) and
  if exists(FieldAccess target | updates(update, target) and keepsExtreme(target))
  then result = "accumulateAndGet of an " + atomicType(f.getType()).regexpReplaceAll(" or .*", "")
  else result = atomicType(f.getType())
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

from Expr update, Field f
where isLostUpdate(update, _, f)
select update,
  "Threads that do this at once lose updates of $@: volatile makes each read and write visible, not the two together. Use " +
    remedyOf(update, f) + ", or a lock.", f, "'" + f.getName() + "'"
