/**
 * Accesses that conflict when several threads use one object, and the monitors under which they happen: what
 * `java.concurrency` knows, under the names that CodeQL has for it.
 */

import java
import java.Concurrency
import java.models.Models
import java.concurrency.ThreadSafeTypes
import java.concurrency.Protection

/** A field of a class meant to be thread-safe whose accesses have to be synchronized. */
class ExposedField extends SharedField {
  ExposedField() {
    not this.isVolatile() and
    not isThreadSafeType(this.getType()) and
    not isThreadSafeValue(this.getInitializer())
  }
}

/** An access to an exposed field that may happen while other threads use the object. */
class ExposedFieldAccess extends SharedAccess {
  ExposedFieldAccess() { not this.isOwnedUse() and this.getField() instanceof ExposedField }
}

/** Holds if `a` may change what the field holds: the value, an element of its array, the state of its object. */
predicate isModifying(ExposedFieldAccess a) { a.modifies() }

/** Holds if `e` is evaluated on the way from the entry `entry`; it is an access, or a call that leads to one. */
predicate publicAccess(Expr e, Callable entry) {
  exists(Callable c | c = e.getEnclosingCallable() |
    e instanceof ReachedAccess or SharedWays::leads(c, e, _)
  ) and
  leadsFrom(entry, e.getEnclosingCallable())
}

/** Holds if `entry` is `c`, or leads to it through calls of callables that are no entries. */
private predicate leadsFrom(Callable entry, Callable c) {
  SharedWays::enters(entry) and c = entry
  or
  exists(Callable caller | leadsFrom(entry, caller) and SharedWays::leads(caller, _, c))
}

/** Holds if some way from the entry `entry` to `e` holds no monitor at all. */
predicate unmonitoredFrom(Expr e, Callable entry) {
  leadsUnmonitored(entry, e.getEnclosingCallable()) and
  (
    e instanceof ReachedAccess and not heldAtAccess(e, _)
    or
    exists(Callable callee | SharedWays::leads(_, e, callee) and not heldAtSite(e, callee, _))
  )
}

private predicate leadsUnmonitored(Callable entry, Callable c) {
  SharedWays::enters(entry) and c = entry
  or
  exists(Callable caller, ExprParent site |
    leadsUnmonitored(entry, caller) and
    SharedWays::leads(caller, site, c) and
    not heldAtSite(site, c, _)
  )
}

/** Holds if every way from an entry to `a` holds `mon`, and there is such a way. */
predicate monitors(ExposedFieldAccess a, Monitor mon) {
  a.(ReachedAccess).isProtectedBy(any(Guard g | g.getMonitor() = mon))
}

/** Holds if `a` and `b` access one field, both reached from entries, and one changes what the other uses. */
predicate conflicting(ExposedFieldAccess a, ExposedFieldAccess b) {
  a.getField() = b.getField() and
  a instanceof ReachedAccess and
  b instanceof ReachedAccess and
  conflicts(a, b)
}

/** Holds if some access that a thread comes to modifies `f`. */
predicate hasPublicModification(ExposedField f) {
  exists(ReachedAccess a | a.getField() = f and a.modifies())
}

/** Holds if `a` can be reached without any monitor, and something conflicts with it. */
predicate unmonitoredConflict(ExposedFieldAccess a) {
  a.(ReachedAccess).isUnmonitored() and
  conflicting(a, _)
}

/** Holds if all accesses of `f` that race are monitored, and no monitor is common to two of them. */
predicate noCommonMonitor(ExposedField f) {
  exists(ReachedAccess a | a.getField() = f and races(a, _)) and
  not exists(ExposedFieldAccess a | a.getField() = f and unmonitoredConflict(a))
}

/** A class that is meant to be thread-safe, by the name and with the members that CodeQL has for it. */
class ClassAnnotatedAsThreadSafe extends ClassMeantThreadSafe {
  /** Holds if a public method leads to an access that modifies `f`. */
  predicate hasPublicWriteAccess(ExposedField f) {
    f.getMeantClass() = this and
    hasPublicModification(f)
  }

  /**
   * Holds if `e`, in the public method `m`, leads to the access `a` of `f` without any monitor; `write` says whether
   * `a` modifies it.
   */
  predicate unlockedPublicAccess(
    ExposedField f, Expr e, Method m, ExposedFieldAccess a, boolean write
  ) {
    f.getMeantClass() = this and
    a.getField() = f and
    a.(ReachedAccess).isUnmonitored() and
    unmonitoredFrom(a, m) and
    e.getEnclosingCallable() = m and
    (
      e = a
      or
      exists(Callable callee |
        SharedWays::leads(m, e, callee) and
        not heldAtSite(e, callee, _) and
        leadsUnmonitoredFrom(callee, a.getEnclosingCallable())
      )
    ) and
    if a.modifies() then write = true else write = false
  }

  /** Holds if the accesses of `f` are monitored, but for some only one monitor is, and it is not the same for all. */
  predicate singleMonitorMismatch(ExposedField f) {
    f.getMeantClass() = this and
    noCommonMonitor(f) and
    2 <= strictcount(Monitor mon |
      exists(ExposedFieldAccess a | a.getField() = f |
        mon = unique(Monitor only | monitors(a, only))
      )
    )
  }

  /** Holds if the accesses of `f` are monitored, but by no common monitor. */
  predicate notFullyMonitored(ExposedField f) {
    f.getMeantClass() = this and
    noCommonMonitor(f) and
    not this.singleMonitorMismatch(f)
  }
}

/** Holds if `callee`, not held under any monitor, leads to `c`. */
private predicate leadsUnmonitoredFrom(Callable callee, Callable c) {
  SharedWays::leads(_, _, callee) and c = callee
  or
  exists(Callable caller, ExprParent site |
    leadsUnmonitoredFrom(callee, caller) and
    SharedWays::leads(caller, site, c) and
    not heldAtSite(site, c, _)
  )
}
