/**
 * @name Method does not do to locks what it says
 * @description An annotation says that a method takes a lock for its caller, gives it back, or leaves locks alone, and the
 *              code does not do so: callers that rely on it hold another set of locks than they think.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/broken-lock-promise
 * @tags concurrency
 *       locking-discipline
 *       annotations
 */

import java
import java.SourceOrder
import Uses

/** Gets what the method `m` says of locks, and does not do. */
string brokenPromise(Method m) {
  exists(m.getBody()) and
  exists(GuardDeclaration d, Monitor lock |
    d.getElement() = m and lock = getNamedMonitor(d) and promisesOfLock(m, lock, d.getMeaning())
  |
    d.getMeaning() = "acquires" and
    not returnsHolding(m, lock, _) and
    result = "takes '" + d.getText() + "' for its callers, and may return without it"
    or
    d.getMeaning() = "releases" and
    not exists(LockRelease release |
      release.getEnclosingCallable() = m and getLockMonitor(release) = lock
    ) and
    not callsLocks(m) and
    result = "gives '" + d.getText() + "' back for its callers, and does not"
    or
    d.getMeaning() = "acquires if" and
    not exists(LockAcquire acquire |
      acquire.getEnclosingCallable() = m and getLockMonitor(acquire) = lock
    ) and
    not callsLocks(m) and
    result = "may take '" + d.getText() + "' for its callers, and never does"
  )
}

/** Holds if `m` calls a method that does something to locks, so that its own code does not show all. */
private predicate callsLocks(Method m) {
  exists(MethodCall call, Callable callee |
    call.getEnclosingCallable() = m and callee = call.getMethod().getSourceDeclaration()
  |
    exists(LockCall inside | inside.getEnclosingCallable() = callee) or promisesOfLock(callee, _, _)
  )
}

/** Gets the first place in `m` that does to locks what `m` says that it does not. */
Expr offence(Method m) {
  result = min(Expr e, int line, int column | isOffence(m, e) and beginsAt(e, line, column) |
    e order by line, column
  )
}

private predicate isOffence(Method m, Expr e) {
  e.getEnclosingCallable() = m and
  (
    saysOfLocks(m, "releases-no-locks") and
    exists(LockRelease release | e = release |
      not exists(LockAcquire acquire |
        acquire.getEnclosingCallable() = m and
        getLockMonitor(acquire) = getLockMonitor(release) and
        dominates(acquire.getControlFlowNode(), release.getControlFlowNode())
      )
    )
    or
    saysOfLocks(m, "uses-no-locks") and
    (e instanceof LockRelease or e instanceof LockAcquire or e = any(SynchronizedStmt s).getExpr())
  )
}

/** Gets how much `m` says of the locks of its callers: that it may give them back, gives none back, or uses none. */
private int promised(Method m) {
  saysOfLocks(m, "may-release-locks") and result = 0
  or
  saysOfLocks(m, "releases-no-locks") and result = 1
  or
  saysOfLocks(m, "uses-no-locks") and result = 2
}

/** Gets a method that `m` overrides, and that says more of locks: callers that only know the overridden method rely on it. */
private Method saysMore(Method m) { m.overrides(result) and promised(m) < promised(result) }

from Element place, Method m, string words
where
  not isTestFile(m.getFile()) and
  m.fromSource() and
  not exists(string category |
    guardSuppression(category) and m.suppressesWarningsAbout(category)
  ) and
  (
    place = m and words = "says that it " + brokenPromise(m)
    or
    place = offence(m) and
    if saysOfLocks(m, "uses-no-locks")
    then words = "says that it uses no locks, and uses this one"
    else words = "says that it gives no lock of its callers back, and gives this one back"
    or
    place = m and
    saysOfLocks(m, "uses-no-locks") and
    m.isSynchronized() and
    words = "says that it uses no locks, and is synchronized"
    or
    place = m and
    words =
      "may do more to locks than '" +
        min(Method o | o = saysMore(m) | o.getDeclaringType().getName() + "." + o.getName()) +
        "', which it overrides, says"
    or
    place = m and
    saysOfLocks(m, "may-release-locks") and
    exists(string whose |
      wantsHeldReceiver(m) and whose = "its receiver"
      or
      whose = "'" + any(Parameter p | p = m.getAParameter() and wantsHeldGuard(p)).getName() + "'"
    |
      words = "counts on the locks of " + whose + ", and says that it may give locks back"
    )
  )
select place, "$@ " + words + ".", m, "'" + m.getName() + "'"
