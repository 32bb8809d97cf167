/**
 * State that is tested without the lock under which it is then changed, and not tested again once the lock is held: two
 * threads may both come past the test, one after the other take the lock, and both act.
 */

import java
import java.concurrency.Contexts
import java.concurrency.FieldTests
import java.concurrency.Held
import java.concurrency.LifeCycle
import java.concurrency.SharedObjects
import java.concurrency.ThreadSafeTypes

/** Gets a block around `e` that holds `m`. */
private SynchronizedStmt blockAround(Expr e, Monitor m) {
  result = getAnEnclosingSynchronized(e.getEnclosingStmt()) and
  m = getSynchronizedMonitor(result)
}

/** Holds if `look` and `write` are both made with `m` held, which is given back in between. */
private predicate isInTwoSections(Expr look, Expr act, Monitor m) {
  exists(Expr test, Field f |
    leadsTo(test, act, _, f) and look = lookOf(test, f) and not look = test
  ) and
  not act.getEnclosingCallable() = any(Method c | m = getMethodMonitor(c)) and
  exists(SynchronizedStmt first | first = blockAround(look, m) |
    not first = blockAround(act, m) and exists(blockAround(act, m))
  ) and
  not blockAround(look, m) = blockAround(act, m)
}

/** Holds if `test` is made without `m`, under which `act` is then done. */
private predicate isWithout(Expr test, Expr act, FieldWrite write, Field f, Monitor m) {
  leadsTo(test, act, write, f) and
  m = lockAt(write) and
  exists(Expr look | look = lookOf(test, f) |
    not heldDuring(look, m) and
    not exists(Monitor other | heldDuring(look, other) and heldDuring(act, other))
    or
    isInTwoSections(look, act, m)
  )
}

/** Holds if `flag` is set with `m` held where `write` sets `f`, and wherever else `f` is set: it tells of `f`. */
private predicate isSetTogether(Field f, Field flag, FieldWrite write, Monitor m) {
  isWithout(_, _, write, f, m) and
  exists(FieldWrite set |
    set.getField() = flag and
    flag != f and
    set.getEnclosingCallable() = write.getEnclosingCallable() and
    locallyHeld(getEffectNode(set), m, _)
  ) and
  forall(FieldWrite other | other.getField() = f and not makesObject(other.getEnclosingCallable()) |
    exists(FieldWrite set |
      set.getField() = flag and set.getEnclosingCallable() = other.getEnclosingCallable()
    )
  )
}

/** Holds if the value of `f` is asked for again at `again`, with `m` held, on all ways to `write`. */
private predicate isTestedAgain(Expr test, FieldWrite write, Field f, Monitor m) {
  isWithout(test, _, write, f, m) and
  exists(Expr again |
    again.getEnclosingCallable() = write.getEnclosingCallable() and
    (
      readsField(again, f)
      or
      exists(Field flag |
        isSetTogether(f, flag, write, m) and
        again.(FieldRead).getField() = flag and
        again = any(IfStmt s).getCondition().getAChildExpr*()
      )
      or
      exists(Method g | asksOwn(again, g) and readsField(givenBack(g).getAChildExpr*(), f))
    ) and
    not again = lookOf(test, f).getAChildExpr*() and
    locallyHeld(getEffectNode(again), m, _) and
    strictlyDominates(again.getControlFlowNode(), write.getControlFlowNode())
  )
}

/** Holds if it matters that two threads execute the code of `write` rather than one; `sure` says whether it surely does. */
private predicate matters(FieldWrite write, Field f, boolean sure) {
  isWithout(_, _, write, f, _) and
  (
    // Two objects are made, and different ones used.
    not f.getType() instanceof PrimitiveType and
    not isImmutableType(f.getType()) and
    not isKnownBefore(write.getASource()) and
    sure = true
    or
    exists(Expr effect, Monitor m |
      isWithout(_, _, write, f, m) and
      effect.getEnclosingCallable() = write.getEnclosingCallable() and
      locallyHeld(getEffectNode(effect), m, _) and
      (
        strictlyDominates(write.getControlFlowNode(), effect.getControlFlowNode()) or
        strictlyDominates(effect.getControlFlowNode(), write.getControlFlowNode())
      )
    |
      exists(FieldAccess a | not a.getField() = f |
        a = effect and
        a.isVarWrite() and
        not exists(AssignExpr s | s.getDest() = a and exists(nameOfConstant(s.getSource()))) and
        sure = true
        or
        effect.(MethodCall).getQualifier() = a and
        isChangingMethod(effect.(MethodCall).getMethod()) and
        not effect.(MethodCall).getMethod().hasName(["clear", "close"]) and
        sure = true
      )
      or
      effect instanceof ThreadStart and sure = true
      or
      effect.(MethodCall).getMethod().fromSource() and sure = false
    )
  )
}

/** Holds if `value` is an object that others made, or that was there before: two threads do not make two of it. */
private predicate isKnownBefore(Expr value) {
  exists(Parameter p | value.getUnderlyingExpr() = p.getAnAccess())
  or
  value.getUnderlyingExpr() instanceof FieldAccess
  or
  value.getUnderlyingExpr() instanceof NullLiteral
}

/** Holds if the callable of `write`, which sets `f`, sets it back too: it says to others that something is going on. */
private predicate isSetBack(FieldWrite write, Field f) {
  actsBy(_, write, f) and
  exists(FieldWrite back |
    back.getField() = f and
    back.getEnclosingCallable() = write.getEnclosingCallable() and
    exists(string unset |
      setsOtherwise(write, f, unset) and nameOfConstant(back.getASource()) = unset
    )
  )
}

/**
 * Holds if `test` finds `f` not yet set, without the lock under which `write` then sets it, where it is not tested again;
 * `sure` says whether it surely makes a difference that two threads do so.
 */
predicate testThenLock(Expr test, FieldWrite write, Field f, boolean sure) {
  exists(Monitor m | isWithout(test, _, write, f, m) and not isTestedAgain(test, write, f, m)) and
  (
    sure = true and matters(write, f, true)
    or
    sure = false and matters(write, f, false) and not matters(write, f, true)
  ) and
  not test = any(LoopStmt loop).getCondition().getAChildExpr*() and
  not isSetBack(write, f) and
  enteredUnlocked(test.getEnclosingCallable())
}
