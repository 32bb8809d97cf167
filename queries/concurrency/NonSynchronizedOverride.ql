/**
 * @name Override does not synchronize
 * @description A method that overrides a synchronized one, uses the same state and does not synchronize breaks what
 *              users of the superclass rely on.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/non-sync-override
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Confidence
import java.concurrency.Held

/** Holds if `f` is state that needs care when threads share it. */
predicate isMutableState(Field f) { not f.isFinal() and not f.isVolatile() and not f.isStatic() }

/** Gets a field of its object that the synchronized method `m` uses, itself or in what it calls on the object. */
Field protectedField(Method m) {
  m.isSynchronized() and
  exists(FieldAccess a |
    a.getEnclosingCallable() = m and result = a.getField() and isMutableState(result)
  )
}

/** Gets an access, in `m`, to a field that the synchronized method `base`, which `m` overrides, protects. */
FieldAccess sharedAccess(Method m, Method base) {
  overridesDirectly(m, base) and
  base.isSynchronized() and
  not m.isSynchronized() and
  result.getEnclosingCallable() = m and
  result.getField() = [protectedField(base), protectedField(relatedMethod(base))] and
  not locallyHeld(getEffectNode(result), _, _)
}

/** Gets another synchronized method of the class of `base`, which protects the same object. */
Method relatedMethod(Method base) {
  base.isSynchronized() and
  result.getDeclaringType() = base.getDeclaringType() and
  result.isSynchronized() and
  not result.isStatic()
}

/** Gets a field of the class of `m` that `m` writes without a lock though what it overrides is synchronized. */
FieldAccess ownWrite(Method m, Method base) {
  overridesDirectly(m, base) and
  base.isSynchronized() and
  base.fromSource() and
  exists(protectedField(base)) and
  not m.isSynchronized() and
  result.getEnclosingCallable() = m and
  result.isVarWrite() and
  result.isOwnFieldAccess() and
  isMutableState(result.getField()) and
  not locallyHeld(getEffectNode(result), _, _)
}

/** Gets the first access of `m` that shows that it needs the lock of `base`. */
FieldAccess evidence(Method m, Method base) {
  result = min(FieldAccess a, int line, int column |
    (a = sharedAccess(m, base) or a = ownWrite(m, base)) and beginsAt(a, line, column)
  |
    a order by line, column, a.getField().getName()
  )
}

/** Holds if `m` only calls the method that it overrides, with its own arguments. */
private predicate onlyDelegates(Method m) {
  exists(Stmt only, SuperMethodCall call |
    only = m.getBody().(SingletonBlock).getStmt() and
    call.getMethod().getSourceDeclaration() = m.getAnOverride() and
    not exists(Expr arg | arg = call.getAnArgument() and not arg instanceof VarAccess)
  |
    call = getSameValue*(only.(ExprStmt).getExpr()) or
    call = getSameValue*(only.(ReturnStmt).getExpr())
  )
}

/** Holds if `m` takes a lock itself. */
private predicate locksItself(Method m) {
  exists(SynchronizedStmt s | s.getEnclosingCallable() = m)
  or
  exists(LockCall call | call.getEnclosingCallable() = m)
}

/** Holds if `m` overrides the synchronized `base`, does something of its own, and takes no lock. */
predicate overridesUnlocked(Method m, Method base) {
  overridesDirectly(m, base) and
  base.isSynchronized() and
  m.fromSource() and
  not m.isStatic() and
  not m.isSynchronized() and
  not m.isAbstract() and
  not onlyDelegates(m) and
  not locksItself(m)
}

/** Holds if `m`, by `access`, uses what the lock of `base` is known to protect, and threads may come to it without a lock. */
predicate needsLock(Method m, Method base, FieldAccess access) {
  access = evidence(m, base) and
  m.fromSource() and
  not m.isStatic() and
  enteredUnlocked(m)
}

/**
 * Gets what speaks for and against harm by `m`: less so where it only writes fields that nothing above it uses, most of
 * all when its object begins or ends, or where it uses nothing that is known to be protected.
 */
string getEvidenceOf(Method m) {
  exists(ownWrite(m, _)) and
  not exists(sharedAccess(m, _)) and
  (result = "own-state" or result = getEvidenceOfName(m))
  or
  overridesUnlocked(m, _) and not needsLock(m, _, _) and result = "uses-no-state"
}

/** Holds if `evidence` makes it surer by `points` that `m` does harm. */
query predicate confidence(Method m, int points, string evidence) {
  evidence = getEvidenceOf(m) and
  isWorth(evidence, points)
}

from Method m, Method base, Element shown, string message, string text
where
  // Of several synchronized methods that it overrides, the nearest counts.
  not exists(Method nearer |
    overridesDirectly(m, nearer) and nearer.isSynchronized() and overridesDirectly(nearer, base)
  ) and
  (
    needsLock(m, base, shown) and
    text = "'" + shown.(FieldAccess).getField().getName() + "'" and
    message =
      "This overrides $@, which is synchronized, but uses $@ without a lock. Make it synchronized too."
    or
    not needsLock(m, _, _) and
    overridesUnlocked(m, base) and
    shown = base.getDeclaringType() and
    text = shown.getName() and
    message =
      "This overrides $@, which is synchronized, without a lock. Users of $@ may rely on it: make it synchronized too, unless it has nothing to protect."
  )
select m, message, base, "'" + base.getDeclaringType().getName() + "." + base.getName() + "'",
  shown, text
