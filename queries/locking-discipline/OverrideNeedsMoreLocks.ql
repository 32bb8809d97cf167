/**
 * @name Override asks for a lock that the overridden method does not
 * @description A method says that its callers hold a lock, and overrides one that says nothing of it: whoever calls the
 *              overridden method does not know, and calls without.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/override-needs-more-locks
 * @tags concurrency
 *       locking-discipline
 *       annotations
 */

import java
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

from Method m, Method overridden, GuardDeclaration d
where
  asks(m, d) and
  overridesDirectly(m, overridden) and
  not overridden.getDeclaringType() instanceof TypeObject and
  not asksToo(overridden, d) and
  not overridden.isSynchronized() and
  // Somebody may come here with nothing held, and not through a lock's own methods, which cannot name it.
  AllLocks::entersUnlocked(m) and
  // All that come here hold it, whatever they know.
  not exists(Path p | promises(m, d, p) and lockedOnEntry(m, p, true)) and
  not exists(string category |
    guardSuppression(category) and m.suppressesWarningsAbout(category)
  ) and
  not isTestFile(m.getFile())
select m,
  "This asks its callers to hold '" + d.getText() +
    "', and overrides $@, which does not: calls of that one come here without the lock.",
  overridden, "'" + overridden.getDeclaringType().getName() + "." + overridden.getName() + "'"
