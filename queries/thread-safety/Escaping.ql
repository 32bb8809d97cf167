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
 * thread-safe, it has to hold a lock where it changes `f`, and code elsewhere does use `f`: of one that nobody else has
 * touched so far, the author may know that.
 */
predicate isState(ClassMeantThreadSafe c, Field f) {
  f = c.getAField() and
  (
    not isMeantByEvidenceOnly(c)
    or
    exists(getDeclaredGuard(f))
    or
    exists(ReachedAccess a | a.getField() = f and a.modifies() and a.isSafeUnder(_)) and
    isUsedElsewhere(f)
  )
}

/** Holds if another class than that of `f`, which is no subclass either, uses `f` of an object that it has not made. */
predicate isUsedElsewhere(SharedField f) {
  exists(SharedAccess a, RefType user |
    a.getField() = f and
    user = a.getEnclosingCallable().getDeclaringType() and
    not user.getEnclosingType*() = f.getDeclaringType().getEnclosingType*() and
    not user.getEnclosingType*().getASourceSupertype*() = f.getDeclaringType()
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
