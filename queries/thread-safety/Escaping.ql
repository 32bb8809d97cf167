/**
 * @name Field of a thread-safe class escapes
 * @description A field that other classes can reach is read and written without the synchronization of its own class.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/escaping
 * @tags concurrency
 *       thread-safety
 */

import java
import java.ConflictingAccess

/**
 * Holds if `f` is part of the state that `c` guards. Where only the code of `c` tells that it is meant to be
 * thread-safe, it has to hold a lock where it changes `f`.
 */
predicate isState(ClassMeantThreadSafe c, Field f) {
  f = c.getAField() and
  (
    not isMeantByEvidenceOnly(c)
    or
    exists(getDeclaredGuard(f))
    or
    exists(ReachedAccess a | a.getField() = f and a.modifies() and a.isSafeUnder(_))
  )
}

from ClassMeantThreadSafe c, Field f, string access
where
  isState(c, f) and
  f.fromSource() and
  not isHidden(c) and
  not f.isPrivate() and
  not f.isFinal() and
  not f.isVolatile() and
  (
    f.isPublic() and access = "is public"
    or
    f.isProtected() and access = "is protected"
    or
    f.isPackageProtected() and access = "can be reached from its package"
  )
select f,
  "The class $@ is meant to be thread-safe (" + c.getEvidence() + "), but its field '" +
    f.getName() + "' " + access + ": others can use it without synchronization. Make it private.",
  c, c.getName()
