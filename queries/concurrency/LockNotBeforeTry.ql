/**
 * @name Lock not taken directly before try
 * @description What may throw between taking the lock and the 'try' whose 'finally' releases it leaves the lock held;
 *              what throws inside the 'try' before the lock is taken makes 'finally' release a lock that is not held.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/lock-not-before-try
 * @tags concurrency
 *       reliability
 */

import java
import java.concurrency.Confidence
import java.concurrency.Releases

/** Gets the first call that may throw between `acquire` and the `try` that releases its lock. */
Expr throwerBefore(LockAcquire acquire, TryStmt try) {
  try = releasingTry(acquire) and
  not isInside(acquire, try) and
  result = min(Expr e, int line, int column |
    bare(acquire, e) and
    mayThrow(e) and
    not e instanceof LockCall and
    not e = releasing(acquire) and
    strictlyDominates(e.getControlFlowNode(), try.getControlFlowNode()) and
    beginsAt(e, line, column)
  |
    e order by line, column
  )
}

/** Holds if `acquire` stands in the block of `try`, which releases its lock. */
predicate isInside(LockAcquire acquire, TryStmt try) {
  try = releasingTry(acquire) and
  try.getBlock() = acquire.getEnclosingStmt().getEnclosingStmt+() and
  not exists(LockRelease release |
    matches(acquire, release) and
    try.getBlock() = release.getEnclosingStmt().getEnclosingStmt+() and
    strictlyDominates(release.getControlFlowNode(), acquire.getControlFlowNode())
  ) and
  // What is held when the `try` begins is given back and taken again inside it.
  not locallyHeld(try.getControlFlowNode(), getLockMonitor(acquire), _)
}

/** Gets the first call in the block of `try`, before `acquire`, that may throw and send the thread to the release. */
Expr throwerInside(LockAcquire acquire, TryStmt try) {
  isInside(acquire, try) and
  isUnconditionalRelease(acquire, try) and
  result = min(Expr e, int line, int column |
    e.getEnclosingCallable() = acquire.getEnclosingCallable() and
    try.getBlock() = e.getEnclosingStmt().getEnclosingStmt+() and
    mayThrow(e) and
    not e instanceof LockCall and
    strictlyDominates(e.getControlFlowNode(), acquire.getControlFlowNode()) and
    beginsAt(e, line, column)
  |
    e order by line, column
  )
}

/** Holds if the `finally` block of `try` releases the lock of `acquire` without a test. */
predicate isUnconditionalRelease(LockAcquire acquire, TryStmt try) {
  try = releasingTry(acquire) and
  releasing(acquire).getEnclosingStmt().getEnclosingStmt() = try.getFinally()
}

/** Holds if only `acquire` itself could send the thread to the release of `try` without its lock. */
predicate mayThrowItself(LockAcquire acquire, TryStmt try) {
  isInside(acquire, try) and
  isUnconditionalRelease(acquire, try) and
  not exists(throwerInside(acquire, try))
}

/** Holds if `evidence` makes it surer by `points` that `acquire` is in the wrong place. */
query predicate confidence(LockAcquire acquire, int points, string evidence) {
  mayThrowItself(acquire, _) and
  // Waiting that an interrupt ends does throw.
  not exists(acquire.getMethod().getAThrownExceptionType()) and
  evidence = "lock-throws" and
  isWorth(evidence, points)
}

/** Gets the first release of the lock of `acquire` in the `finally` block of `try`. */
LockRelease firstRelease(LockAcquire acquire, TryStmt try) {
  isUnconditionalRelease(acquire, try) and
  result = min(LockRelease e, int line, int column |
    e = releasing(acquire) and
    e.getEnclosingStmt().getEnclosingStmt() = try.getFinally() and
    beginsAt(e, line, column)
  |
    e order by line, column
  )
}

from LockAcquire acquire, Expr thrower, TryStmt try, Element release, string name, string message
where
  not acquire.isConditional() and
  (
    thrower = throwerBefore(acquire, try) and
    release = try and
    name = "the 'try'" and
    message =
      "If $@, between here and $@ that releases the lock, throws, the lock is never released. Begin the 'try' directly after taking the lock."
    or
    thrower = throwerInside(acquire, try) and
    release = firstRelease(acquire, try) and
    name = "'finally'" and
    message =
      "If $@ throws before the lock is taken here, $@ releases a lock that is not held, which throws again. Take the lock before the 'try'."
    or
    mayThrowItself(acquire, try) and
    thrower = acquire and
    release = firstRelease(acquire, try) and
    name = "'finally'" and
    message =
      "If $@ itself throws, $@ releases a lock that is not held, which throws again and hides why. Take the lock before the 'try'."
  )
select acquire, message, thrower, "'" + thrower.toString() + "'", release, name
