/**
 * The ways on which threads come to accesses of shared fields: those of `java.concurrency.ThreadEntries` that lead there,
 * on objects that are meant to be thread-safe.
 */

import java
import java.concurrency.LockSets
import java.concurrency.SharedAccess
import java.concurrency.ThreadEntries

/** Holds if `m`, declared in a class that is not meant to be thread-safe, is called on objects of one that is. */
private predicate isInheritedByMeant(Method m) {
  exists(ClassMeantThreadSafe c | properSuperclass(c, m.getDeclaringType()) | not replaces(c, m))
}

/** Holds if `c`, or what it extends, has a method that overrides `m`. */
pragma[nomagic]
private predicate replaces(ClassMeantThreadSafe c, Method m) {
  exists(Method overrider |
    overrider.getDeclaringType() = c.getASourceSupertype*() and overridesDirectly(overrider, m)
  )
}

/** Holds if `m`, in a class that others extend to be thread-safe, is replaced in all of them. */
private predicate isOverriddenEverywhere(Method m) {
  properSuperclass(_, m.getDeclaringType()) and
  not m.getDeclaringType() instanceof ClassMeantThreadSafe and
  not isInheritedByMeant(m)
}

/** Holds if `call` calls an inherited method on an object that is not meant to be thread-safe. */
private predicate isOnSiblingObject(MethodCall call) {
  exists(RefType t |
    isSibling(t, call.getMethod().getDeclaringType().getSourceDeclaration()) and
    t = call.getReceiverType().getSourceDeclaration()
  )
  or
  call.getQualifier() instanceof SuperAccess and
  isSibling(call.getEnclosingCallable().getDeclaringType(),
    call.getMethod().getDeclaringType().getSourceDeclaration())
}

/** Holds if a thread in `caller` comes to `callee`, which is no entry, by `site`, on an object meant to be thread-safe. */
private predicate leadsInside(Callable caller, ExprParent site, Callable callee) {
  leadsOn(caller, site, callee) and
  // What all thread-safe subclasses replace is no entry for them.
  (isEntry(callee) implies isOverriddenEverywhere(callee)) and
  not isOnSiblingObject(site) and
  // What all thread-safe subclasses replace, they only reach by super.
  (isOverriddenEverywhere(callee) implies site.(Call).getQualifier() instanceof SuperAccess)
}

/** Holds if `c` contains a shared access, or leads to one through calls of callables that are no entries. */
private predicate leadsToAccess(Callable c) {
  c = any(SharedAccess a).getEnclosingCallable()
  or
  exists(Callable callee | leadsToAccess(callee) and leadsInside(c, _, callee))
}

/** The ways on which threads come to accesses of shared fields. */
module SharedWays implements WaysSig {
  /** Holds if threads enter `c` from outside, and go on to a shared access. */
  cached
  predicate enters(Callable c) { isEntry(c) and not isOverriddenEverywhere(c) and leadsToAccess(c) }

  /** Holds if a thread in `caller` comes to `callee`, which leads to a shared access and is no entry, by `site`. */
  cached
  predicate leads(Callable caller, ExprParent site, Callable callee) {
    leadsToAccess(callee) and
    leadsInside(caller, site, callee)
  }
}

/** The locks that are held on these ways. */
module SharedLocks = LockSets<SharedWays>;
