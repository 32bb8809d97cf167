/** Shared fields that are found not null, and are then read again without a lock. */

import java
import java.concurrency.Contexts
import java.concurrency.Held

/**
 * Holds if threads are meant to share `f`: it is volatile, or changed with a lock held. Tasks that are run in
 * order, or on one thread, are no sign of that: what only they use belongs to one thread at a time.
 */
predicate isShared(Field f) {
  f.isVolatile()
  or
  exists(FieldWrite w | w.getField() = f and f.fromSource() |
    locallyHeld(getEffectNode(w), _, any(LockMode mode | mode.isExclusive())) and
    not exists(getSerialMonitor(w.getEnclosingCallable())) and
    not exists(getThreadMonitor(w.getEnclosingCallable())) and
    not runsAlone(w.getEnclosingCallable())
  )
}

/** Holds if `write`, in code that other threads may run at any time, sets `f` to null. */
predicate setsNull(FieldWrite write, Field f) {
  write.getField() = f and
  write.getASource() instanceof NullLiteral and
  not runsAlone(write.getEnclosingCallable()) and
  not isNeverRun(write.getEnclosingCallable()) and
  isShared(f)
}

/** Holds if `test` finds `f`, read there, not null, in which case the run goes on at `b`. */
predicate testedNotNull(EqualityTest test, FieldRead read, Field f, BasicBlock b) {
  exists(boolean isNull |
    read.getField() = f and
    setsNull(_, f) and
    nullTest(test, read, isNull) and
    b = branchEntry(test, isNull.booleanNot()) and
    (read.isOwnFieldAccess() or f.isStatic())
  )
}

/** Holds if `use` would throw if `f`, which it reads, were null. */
predicate dereferences(FieldRead use, Field f) {
  use.getField() = f and
  setsNull(_, f) and
  (use.isOwnFieldAccess() or f.isStatic()) and
  (
    use = any(MethodCall c).getQualifier() or
    use = any(FieldAccess a).getQualifier() or
    use = any(ArrayAccess a).getArray()
  )
}

/** Holds if `use` relies on what `test` has found out about `f`, and no lock is held at either. */
predicate testThenUse(EqualityTest test, FieldRead use, Field f) {
  exists(FieldRead read, BasicBlock b |
    testedNotNull(test, read, f, b) and
    dereferences(use, f) and
    use.getEnclosingCallable() = read.getEnclosingCallable() and
    b.bbDominates(use.getBasicBlock()) and
    unprotected(read) and
    unprotected(use) and
    not heldDuring(use, _) and
    not exists(FieldWrite w |
      w.getField() = f and w.getEnclosingCallable() = use.getEnclosingCallable()
    )
  )
}
