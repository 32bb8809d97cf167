/** Double-checked locking: a field is tested without a lock, then with it, and then set. */

import java
import java.concurrency.Contexts
import java.concurrency.Held

/** Gets a read of `f`, or of a local variable into which the callable copies `f`, in the condition `cond`. */
private Expr testedValue(Expr cond, Field f) {
  (
    nullTest(cond, result, _)
    or
    result = cond and result.getType() instanceof BooleanType
  ) and
  (
    result = f.getAnAccess()
    or
    exists(LocalVariableDecl v | result = v.getAnAccess() and holdsCopy(v, f))
  )
}

/** Holds if a value of `f` is assigned to `v`. */
private predicate holdsCopy(LocalVariableDecl v, Field f) {
  exists(Expr value | value = v.getAnAssignedValue() |
    value = f.getAnAccess() or value.(AssignExpr).getDest() = f.getAnAccess()
  )
}

/** Gets the value that the condition `cond` has if `f`, which it tests, is not yet set. */
private boolean unsetBranch(Expr cond, Field f) {
  exists(Expr tested | tested = testedValue(cond, f) |
    nullTest(cond, tested, result)
    or
    tested = cond and result = false
  )
}

/** Holds if `b` is only reached if `cond`, which tests `f`, finds it not yet set. */
private predicate reachedIfUnset(Expr cond, Field f, BasicBlock b) {
  branchEntry(cond, unsetBranch(cond, f)).bbDominates(b)
}

/**
 * Holds if `outer` tests whether `f` is set; if not, `sync` takes a lock, `inner` tests again, and `write` sets `f`,
 * all in one callable.
 */
predicate doubleCheckedLocking(
  Expr outer, SynchronizedStmt sync, Expr inner, FieldWrite write, Field f
) {
  write.getField() = f and
  synchronizedAround(write.getEnclosingStmt(), sync) and
  synchronizedAround(inner.getEnclosingStmt(), sync) and
  not synchronizedAround(outer.getEnclosingStmt(), sync) and
  // Whoever holds the lock at the first test already has no need of the second.
  not heldDuring(outer, getSynchronizedMonitor(sync)) and
  outer.getEnclosingCallable() = sync.getEnclosingCallable() and
  reachedIfUnset(outer, f, sync.getBasicBlock()) and
  reachedIfUnset(inner, f, write.getBasicBlock()) and
  (setsFlag(write) or not f.getType() instanceof BooleanType)
}

/** Holds if `write` assigns `true` to a flag that never goes back: it says that something has been initialised. */
private predicate setsFlag(FieldWrite write) {
  write.getASource().(BooleanLiteral).getBooleanValue() = true and
  not exists(FieldWrite other |
    other.getField() = write.getField() and
    other.getASource().(BooleanLiteral).getBooleanValue() = false and
    not runsAlone(other.getEnclosingCallable())
  )
}
