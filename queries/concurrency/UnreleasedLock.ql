/**
 * @name Lock not released on every way out
 * @description A lock that a method keeps when it returns early or with an exception keeps all others out for ever.
 * @kind problem
 * @problem.severity error
 * @precision medium
 * @id java/unreleased-lock
 * @tags concurrency
 *       deadlock
 */

import java
import java.Extent
import java.concurrency.MethodNames
import java.concurrency.Releases

/** Holds if `acquire` is released nowhere in the sources, though the lock is known to nobody else. */
predicate isNeverReleased(LockAcquire acquire) {
  exists(Variable v | takesForOwnRelease(acquire, any(VariableMonitor m | m.getVariable() = v)) |
    v.(Field).isPrivate()
  ) and
  not exists(LockRelease release | getLockMonitor(release) = getLockMonitor(acquire)) and
  not exists(releasing(acquire)) and
  not acquire.getParent() instanceof ReturnStmt
}

/** Gets the first call between `acquire` and the release that may throw, and past which nothing releases. */
Expr firstThrower(LockAcquire acquire) {
  exists(releasing(acquire)) and
  not exists(releasingTry(acquire)) and
  result = min(Expr e, int line, int column |
    bare(acquire, e) and
    mayThrow(e) and
    not e = releasing(acquire) and
    not e instanceof LockCall and
    beginsAt(e, line, column)
  |
    e order by line, column
  )
}

/** Gets the first expression that releases for `acquire` in the same callable. */
Expr firstRelease(LockAcquire acquire) {
  result = min(Expr e, int line, int column | e = releasing(acquire) and beginsAt(e, line, column) |
    e order by line, column
  )
}

from LockAcquire acquire, string message, Element place, string text
where
  takesForOwnRelease(acquire, _) and
  not isHandedOut(acquire) and
  (
    isNeverReleased(acquire) and
    place = getLockMonitor(acquire).(VariableMonitor).getVariable() and
    text = "'" + place.getName() + "'" and
    message = "The lock $@ is taken here, and nothing releases it. Release it in a 'finally' block."
    or
    exists(releasing(acquire)) and
    leavesWithLock(acquire, _) and
    place = firstRelease(acquire) and
    text = "here" and
    (
      if leavesWithLock(acquire, true)
      then
        message =
          "Some way out of this method does not release the lock taken here, as another does $@: threads that need it then wait for ever. Release it in a 'finally' block."
      else
        message =
          "An exception may leave this method with the lock taken here, which is released $@: threads that need it then wait for ever. Release it in a 'finally' block."
    )
    or
    not leavesWithLock(acquire, _) and
    place = firstThrower(acquire) and
    text = "'" + place.toString() + "'" and
    message =
      "If $@ throws, the lock taken here is never released. Release it in a 'finally' block."
  )
select acquire, message, place, text

/** Holds if the callable of `acquire` takes the lock for its caller. */
predicate isHandedOut(LockAcquire acquire) {
  nameSays(acquire.getEnclosingCallable(), "takes-lock") and
  not exists(LockRelease release |
    release = releasing(acquire) and
    not exists(CatchClause clause | clause = release.getEnclosingStmt().getEnclosingStmt*())
  )
  or
  isReleasedByFunction(acquire) and not exists(LockRelease release | release = releasing(acquire))
}

/**
 * Holds if `acquire` and its only release `release` are statements of `block`, the `first`-th and the `last`-th, and the
 * block goes on to need no variable that is declared between them.
 */
predicate isReleasedInBlock(
  LockAcquire acquire, Expr release, BlockStmt block, int first, int last
) {
  takesForOwnRelease(acquire, _) and
  not isHandedOut(acquire) and
  not acquire.isConditional() and
  release = unique(Expr e | e = releasing(acquire)) and
  release instanceof LockRelease and
  block.getStmt(first).(ExprStmt).getExpr() = acquire and
  block.getStmt(last).(ExprStmt).getExpr() = release and
  last > first + 1 and
  not exists(int between, int after, LocalVariableDecl v |
    between in [first + 1 .. last - 1] and
    after >= last and
    v.getDeclExpr() = block.getStmt(between).(LocalVariableDeclStmt).getAVariable() and
    v.getAnAccess().getEnclosingStmt().getEnclosingStmt*() = block.getStmt(after)
  ) and
  not block.getStmt([first + 1 .. last - 1]) instanceof LocalTypeDeclStmt
}

/** Holds if what stands between `acquire` and the release goes into a `try`, and the release into its `finally`. */
query predicate edits(LockAcquire acquire, string title, Extent place, string how, string text) {
  (leavesWithLock(acquire, _) or exists(firstThrower(acquire))) and
  title = "Release the lock in a finally block" and
  exists(BlockStmt block, int first, int last | isReleasedInBlock(acquire, _, block, first, last) |
    place.getStmt() = block.getStmt(first + 1) and how = "line before" and text = "try {"
    or
    place.getStmt() = block.getStmt([first + 1 .. last]) and how = "indent" and text = ""
    or
    place.getStmt() = block.getStmt(last) and how = "line before" and text = "} finally {"
    or
    place.getStmt() = block.getStmt(last) and how = "line after" and text = "}"
  )
}
