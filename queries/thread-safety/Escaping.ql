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
import java.concurrency.Confidence

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
    exists(ReachedAccess a |
      a.getField() = f and a.modifies() and not a.isOwnedUse() and a.isSafeUnder(_)
    ) and
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

/** Holds if code of another file uses `f`. */
predicate isUsedOutside(Field f) {
  isState(_, f) and
  exists(FieldAccess a | a.getField() = f |
    not a.getFile() = f.getFile() and not isTestCallable(a.getEnclosingCallable())
  )
}

/** Holds if `evidence` makes it surer by `points` that `f` escapes. */
query predicate confidence(Field f, int points, string evidence) {
  exists(ClassMeantThreadSafe c | isState(c, f) |
    not isMeantByEvidenceOnly(c) and evidence = "declared" and isWorth(evidence, points)
  )
  or
  isState(_, f) and
  (
    if isUsedOutside(f)
    then (evidence = "used-outside" and isWorth(evidence, points))
    else (evidence = "unused-outside" and isWorth(evidence, points))
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
