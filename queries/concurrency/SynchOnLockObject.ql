/**
 * @name Monitor of a lock object
 * @description The monitor of a Lock is not the lock: a block that synchronizes on it does not exclude threads that call lock().
 * @kind problem
 * @problem.severity error
 * @precision medium
 * @id java/sync-on-lock-object
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Confidence
import java.concurrency.LockTypes

/** Holds if `lock`, of which the monitor is taken, is a lock of `java.util.concurrent` or made by one. */
predicate isLockObject(Expr lock) {
  lock = any(SynchronizedStmt s).getExpr() and
  exists(RefType above |
    above = lock.getType().(RefType).getSourceDeclaration().getASourceSupertype*()
  |
    above.getPackage().hasName("java.util.concurrent.locks") and
    not above.hasName(["LockSupport", "AbstractOwnableSynchronizer"])
  )
}

/** Holds if `lock`, of which the monitor is taken, has other means for several threads. */
predicate isConcurrentObject(Expr lock) {
  lock = any(SynchronizedStmt s).getExpr() and
  not isLockObject(lock) and
  not lock instanceof ThisAccess and
  lock.getType().(RefType).getSourceDeclaration().getPackage().getName() = ["java.util.concurrent",
    "java.util.concurrent.atomic"]
}

/** Holds if `evidence` makes it surer by `points` that the monitor of `lock` is the wrong lock. */
query predicate confidence(Expr lock, int points, string evidence) {
  isConcurrentObject(lock) and
  evidence = "may-be-mutex" and
  isWorth(evidence, points)
}

from Expr lock, string message
where
  isLockObject(lock) and
  message =
    "This takes the monitor of $@, which excludes nobody who calls 'lock()'. Call 'lock()' and, in a finally block, 'unlock()'."
  or
  isConcurrentObject(lock) and
  message =
    "This takes the monitor of $@, whose own methods do not take it: they go on meanwhile. Use them alone, or a lock of its own for all."
select lock, message, lock, "'" + lock.toString() + "'"
