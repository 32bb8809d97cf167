/** Double-checked locking: a field is tested without a lock, then with it, and then set. */

import java
import java.concurrency.FieldTests
import java.concurrency.Held
import java.concurrency.ThreadSafeTypes

/**
 * Holds if `outer` tests whether `f` is set; if not, the lock `m` is taken, `inner` tests again, and `write` sets `f`: in the
 * callable of `outer`, or in one that it calls.
 */
predicate doubleCheckedLocking(Expr outer, Monitor m, Expr inner, FieldWrite write, Field f) {
  exists(Expr act, string unset |
    leadsTo(outer, act, write, f) and
    m = lockAt(write) and
    unset = ["null", "false"] and
    setsOtherwise(write, f, unset) and
    unsetEntry(outer, f, unset).bbDominates(act.getBasicBlock()) and
    unsetEntry(inner, f, unset).bbDominates(write.getBasicBlock()) and
    inner.getEnclosingCallable() = write.getEnclosingCallable() and
    locallyHeld(getEffectNode(inner), m, _) and
    // Whoever holds the lock at the first test already has no need of the second.
    not heldDuring(outer, m)
    or
    // Both tests and the lock are here, and a helper sets the field.
    unset = ["null", "false"] and
    act != write and
    leadsTo(outer, act, write, f) and
    leadsTo(inner, act, write, f) and
    setsOtherwise(write, f, unset) and
    unsetEntry(outer, f, unset).bbDominates(act.getBasicBlock()) and
    unsetEntry(inner, f, unset).bbDominates(act.getBasicBlock()) and
    locallyHeld(act.getControlFlowNode(), m, any(LockMode mode | mode.isExclusive())) and
    locallyHeld(getEffectNode(inner), m, _) and
    not heldDuring(outer, m)
  ) and
  (setsFlag(write) or not f.getType() instanceof BooleanType)
}

/** Holds if `write` assigns `true` to a flag that never goes back: it says that something has been initialised. */
private predicate setsFlag(FieldWrite write) {
  write.getASource().(BooleanLiteral).getBooleanValue() = true and
  not exists(FieldWrite other |
    other.getField() = write.getField() and
    other.getASource().(BooleanLiteral).getBooleanValue() = false and
    not runsAlone(other.getEnclosingCallable())
  )
}

/** Holds if objects of the type `t` are seen whole by whoever sees a reference to them (JLS 17.5), or are no objects. */
predicate isSeenWhole(Type t) {
  t instanceof ImmutableType and not t.(PrimitiveType).getName() = ["long", "double", "boolean"]
  or
  exists(Class c | c = t.(RefType).getSourceDeclaration() |
    c instanceof Record
    or
    c.fromSource() and
    not c.isAbstract() and
    exists(c.getAField()) and
    forall(Field f | f = c.getASourceSupertype*().getAField() and not f.isStatic() |
      f.isFinal()
    ) and
    forall(RefType s | s = c.getASourceSupertype+() |
      s instanceof TypeObject or s instanceof Interface or s.fromSource()
    )
  )
}

/** Gets a read of `f`, which is double-checked there, that the callable `c` makes without a lock. */
private FieldRead getUnlockedRead(Callable c, Field f) {
  exists(Expr outer |
    doubleCheckedLocking(outer, _, _, _, f) and c = outer.getEnclosingCallable()
  ) and
  result.getField() = f and
  result.getEnclosingCallable() = c and
  not locallyHeld(result.getControlFlowNode(), _, _)
}

/**
 * Holds if the callable of `outer` reads `f` once without a lock, so that it cannot see two values, and sees the object
 * whole.
 */
predicate isReadOnceUnlocked(Expr outer, Field f) {
  doubleCheckedLocking(outer, _, _, _, f) and
  strictcount(getUnlockedRead(outer.getEnclosingCallable(), f)) = 1
}

/**
 * Holds if `read`, without a lock, is the first look of double-checked locking that is right although the field is not
 * volatile: it is the only such read there, and the objects in the field have nothing but final fields.
 */
predicate isRightUnlockedRead(FieldRead read) {
  exists(Expr outer, Field f |
    isReadOnceUnlocked(outer, f) and
    isSeenWhole(f.getType()) and
    read = getUnlockedRead(outer.getEnclosingCallable(), f)
  )
}

/** Holds if `outer` tests the field `f` without a lock, and nothing makes sure that it sees all of what `f` holds. */
predicate isUnsafeDoubleCheck(Expr outer, Field f) {
  doubleCheckedLocking(outer, _, _, _, f) and
  not f.isVolatile() and
  not f.isFinal() and
  (isSeenWhole(f.getType()) implies not isReadOnceUnlocked(outer, f))
}

/**
 * Holds if `read`, without a lock, is a look of double-checked locking that is wrong because the field is not volatile,
 * for which there is a query of its own.
 */
predicate isWrongUnlockedRead(FieldRead read) {
  exists(Expr outer, Field f |
    isUnsafeDoubleCheck(outer, f) and read = getUnlockedRead(outer.getEnclosingCallable(), f)
  )
}
