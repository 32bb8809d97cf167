/**
 * The statistical variant: locks that are nearly always held, and the uses and calls that do without them.
 *
 * What flows in are the counts of `Inference`; what comes out are the odd uses. Fields of classes that other queries
 * look at in this way are left to these: `java/not-threadsafe` looks at classes meant to be thread-safe, and
 * `java/inconsistent-field-synchronization` at the other ones, by uses of the own class. Here remain fields that other
 * classes use, and methods.
 */

import java
import java.concurrency.MethodNames
import java.concurrency.SharedAccess
import java.SourceOrder
import Inference

/** Holds if `held` of `all`, at least four of five and at least four, speak for a rule. */
bindingset[held, all]
private predicate isEvidence(int held, int all) { held >= 4 and held < all and held * 5 >= all * 4 }

/** Holds if other queries report on `f`. */
private predicate isReportedElsewhere(Field f) {
  f instanceof SharedField
  or
  // All uses are by the class itself, of its own object.
  forall(FieldUse use | use.getField() = f |
    use.getEnclosingCallable().getDeclaringType().getSourceDeclaration() = f.getDeclaringType() and
    (use.isOwnFieldAccess() or f.isStatic())
  )
}

/** Holds if `use` is of a field that is nearly always used under `r`, with a write among the uses under it. */
private predicate isUsual(Field f, Relative r, int held, int all) {
  counts(f, r, held, all) and
  isEvidence(held, all) and
  not f.isFinal() and
  not f.isVolatile() and
  not isReportedElsewhere(f) and
  not exists(GuardDeclaration d | d.getElement() = f) and
  not r.getRoot() = TItself() and
  exists(FieldUse w | w.getField() = f and w instanceof VarWrite)
}

/** Gets the lock under which `f` is nearly always used. */
private Relative usual(Field f) {
  result = max(Relative r, int held, string text | isUsual(f, r, held, _) and text = r.toString() |
    r order by held, text
  )
}

/** Holds if `use` is one of the few uses of `f` that hold no lock at all, where `held` of `all` hold `lock`. */
predicate oddUse(FieldUse use, Field f, string lock, int held, int all) {
  exists(Relative r |
    r = usual(f) and
    isUsual(f, r, held, all) and
    lock = r.toString() and
    use.getField() = f and
    not locallyHeld(getEffectNode(use), _, _) and
    enteredUnlocked(use.getEnclosingCallable()) and
    not nameSays(use.getEnclosingCallable(), "describes") and
    not nameSays(use.getEnclosingCallable(), ["initialises", "prepares"]) and
    not isOperand(use) and
    not isSilenced(use)
  )
}

/*-- Calls --*/

/** Holds if `call`, of the private or package-private method `m`, counts. */
private predicate isCounted(MethodCall call, Method m) {
  m = call.getMethod().getSourceDeclaration() and
  m.fromSource() and
  not m.isPublic() and
  not m.isProtected() and
  not m.isSynchronized() and
  not m.isStatic() and
  exists(m.getBody()) and
  AllLocks::isReached(call.getEnclosingCallable()) and
  not makesObject(call.getEnclosingCallable()) and
  not isOnObjectMadeHere(call.getQualifier()) and
  not isTestFile(call.getFile()) and
  // It uses state that a lock may guard.
  exists(FieldUse use |
    use.getEnclosingCallable() = m and use.isOwnFieldAccess() and use instanceof VarWrite
  ) and
  // Whoever takes the lock itself needs no caller to.
  not exists(SynchronizedStmt s | s.getEnclosingCallable() = m) and
  not exists(LockAcquire a | a.getEnclosingCallable() = m) and
  not exists(GuardDeclaration d | d.getElement() = m)
}

/** Holds if `call` of `m` holds `r`, as `m` calls it. */
private predicate callHolds(MethodCall call, Method m, Relative r) {
  isCounted(call, m) and
  mayHoldLocks(call.getEnclosingCallable()) and
  exists(AccessPath p, AccessPath self |
    pathHeld(call.getControlFlowNode(), p, true) and denotesReceiverOf(call, self) and p.isStable()
  |
    p = self and r = TOwner()
    or
    exists(Field f | p = TLongerPath(self, TFieldStep(f)) and r = TPart(TOwner(), f))
    or
    r = TGlobal(p)
  )
}

/** Holds if `held` of `all` calls of `m` hold `r`. */
private predicate callCounts(Method m, Relative r, int held, int all) {
  held = strictcount(MethodCall call | callHolds(call, m, r)) and
  all = strictcount(MethodCall call | isCounted(call, m)) and
  isEvidence(held, all)
}

/** Holds if `call` of `m` holds no lock, where `held` of `all` calls hold `lock`. */
predicate oddCall(MethodCall call, Method m, string lock, int held, int all) {
  exists(Relative r |
    r = max(Relative other, int n, string text |
      callCounts(m, other, n, _) and text = other.toString()
    |
      other order by n, text
    ) and
    callCounts(m, r, held, all) and
    lock = r.toString()
  ) and
  isCounted(call, m) and
  not locallyHeld(call.getControlFlowNode(), _, _) and
  enteredUnlocked(call.getEnclosingCallable()) and
  not nameSays(call.getEnclosingCallable(), "describes") and
  not nameSays(call.getEnclosingCallable(), ["initialises", "prepares"]) and
  not isSilenced(call)
}
