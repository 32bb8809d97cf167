/**
 * @name Override asks for a lock that the overridden method does not
 * @description A method says that its callers hold a lock, and overrides one that says nothing of it: whoever calls the
 *              overridden method does not know, and calls without.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/override-needs-more-locks
 * @tags concurrency
 *       locking-discipline
 *       annotations
 */

import java
import java.SourceOrder
import Uses

/** Holds if `m` asks its callers for the lock of `d`. */
predicate asks(Method m, GuardDeclaration d) {
  d.getElement() = m and
  d.getMeaning() = "callers" and
  exists(d.getGuard())
}

/** Holds if `overridden` asks its callers for the lock that `d`, on an overriding method, names. */
predicate asksToo(Method overridden, GuardDeclaration d) {
  exists(Method m, GuardDeclaration other |
    asks(m, d) and overridesDirectly(m, overridden) and asks(overridden, other)
  |
    other.getGuard() = d.getGuard() or
    other.getText() = d.getText() or
    getNamedMonitor(other) = getNamedMonitor(d)
  )
}

/** Holds if `call`, of `overridden`, which `m` overrides, holds no lock at all. */
predicate isBareCall(MethodCall call, Method overridden, Method m) {
  asks(m, _) and
  overridesDirectly(m, overridden) and
  overridden.fromSource() and
  call.getMethod().getSourceDeclaration() = overridden and
  not locallyHeld(call.getControlFlowNode(), _, _) and
  enteredUnlocked(call.getEnclosingCallable()) and
  not makesObject(call.getEnclosingCallable()) and
  not isTestFile(call.getFile())
}

/** Gets the first call of `overridden`, which `m` overrides, that holds no lock at all. */
MethodCall firstBareCall(Method overridden, Method m) {
  result = min(MethodCall c, string path, int line, int column |
    isBareCall(c, overridden, m) and beginsAt(c, path, line, column)
  |
    c order by path, line, column
  )
}

/** Holds if no code that is known calls `m`, or `overridden`, which it overrides: callers are others. */
predicate isCalledByOthers(Method overridden, Method m) {
  asks(m, _) and
  overridesDirectly(m, overridden) and
  overridden.fromSource() and
  not overridden.isPackageProtected() and
  not exists(MethodCall call | call.getMethod().getSourceDeclaration() = [m, overridden])
}

from Method m, Method overridden, GuardDeclaration d, Element at, string link, string words
where
  asks(m, d) and
  (
    at = firstBareCall(overridden, m) and
    link = "this call" and
    words = " comes here without any lock."
    or
    isCalledByOthers(overridden, m) and
    at = overridden.getDeclaringType() and
    link = overridden.getDeclaringType().getName() and
    words = " is all that callers may know."
  ) and
  not asksToo(overridden, d) and
  not overridden.isSynchronized() and
  // All that come here hold it, whatever they know.
  not exists(AccessPath p | promises(m, d, p) and pathHeldOnEntry(m, p, true)) and
  not exists(string category |
    guardSuppression(category) and m.suppressesWarningsAbout(category)
  ) and
  not isTestFile(m.getFile())
select m,
  "This asks its callers to hold '" + d.getText() + "', and overrides $@, which does not: $@" +
    words, overridden,
  "'" + overridden.getDeclaringType().getName() + "." + overridden.getName() + "'", at, link
