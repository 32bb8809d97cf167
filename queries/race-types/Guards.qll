/** Fields and their guards: which fields need a lock, where they and their contents are used, and which lock it is. */

import java
import HeldLocks

/*-- Fields --*/

/** Holds if several threads may know the variable `f`: it is static, or its class is thread-shared. */
private predicate isSharedField(Field f) {
  f.fromSource() and
  not f instanceof EnumConstant and
  not isTestFile(f.getFile()) and
  (f.isStatic() or isSharedClass(f.getDeclaringType()))
}

/** Holds if `f` is assigned after its object, or its class, has been made. */
private predicate isAssignedLater(Field f) {
  exists(FieldWrite w |
    w.getField() = f and not isUnshared(w) and not isTestCallable(w.getEnclosingCallable())
  )
}

/** Holds if `f` is final, or (with inference) never assigned once its object is made. */
predicate isFinalInType(Field f) {
  f.isFinal()
  or
  isOn("infer") and f.fromSource() and not isAssignedLater(f)
}

/** Holds if the variable `f` itself needs a guard: it is shared and neither final nor volatile. */
predicate needsGuard(Field f) { isSharedField(f) and not isFinalInType(f) and not f.isVolatile() }

/**
 * Holds if what `f` holds, an array or an object of a library class that is not thread-safe, needs a guard: it is changed.
 */
predicate contentNeedsGuard(Field f) {
  isSharedField(f) and
  isKnownMutable(f.getType()) and
  not f.getType().(RefType).getSourceDeclaration().fromSource() and
  not isThreadSafeType(f.getType()) and
  not (
    exists(Expr value | value = f.getAnAssignedValue() and not value instanceof NullLiteral) and
    forall(Expr value | value = f.getAnAssignedValue() and not value instanceof NullLiteral |
      isThreadSafeValue(value)
    )
  ) and
  exists(FieldAccess a | a.getField() = f and contentUse(a, _, true) and not isUnshared(a))
}

/*-- Uses --*/

/** Holds if `a` needs the guard of its field at `n`, as does `at`, the expression that uses the field or what it holds. */
predicate use(FieldAccess a, Expr at, ControlFlowNode n, boolean write) {
  exists(Field f | f = a.getField() |
    needsGuard(f) and
    at = a and
    n = getEffectNode(a) and
    (if a.isVarWrite() then write = true else write = false)
    or
    contentNeedsGuard(f) and contentUse(a, at, write) and n = at.getControlFlowNode()
  ) and
  exists(a.getEnclosingCallable()) and
  not isTestCallable(a.getEnclosingCallable()) and
  (
    not isUnshared(a)
    or
    at != a and isAboutOriginal(a)
  )
}

/*-- Guards --*/

/** Holds if at `at`, a use of `f` by `a`, the lock set has what is `guard` there. */
private predicate isGuardedAt(FieldAccess a, Expr at, Field f, LockExpr guard) {
  exists(ControlFlowNode n, boolean write, LockExpr outer |
    f = a.getField() and
    guard = candidateGuard(f) and
    use(a, at, n, write) and
    substitutes(a, guard, outer) and
    inLockSet(n, outer, write)
  )
}

/** Gets the number of uses of `f` at which `guard` is held. */
private int support(Field f, LockExpr guard) {
  result = strictcount(FieldAccess a, Expr at | isGuardedAt(a, at, f, guard))
}

/** Gets a number by which plainer guards come first. */
private int plainness(Field f, LockExpr l) {
  l = candidateGuard(f) and
  if l = TThisLock(f.getDeclaringType())
  then result = 0
  else if l.getRoot() = TThisLock(f.getDeclaringType())
  then result = 1
  else if l = defaultGuard(f)
  then result = 2
  else result = 3
}

/** Gets the guard that the inference chooses for `f`: the one that most uses hold. */
LockExpr inferredGuard(Field f) {
  isOn("infer") and
  not exists(writtenGuard(f)) and
  (needsGuard(f) or contentNeedsGuard(f)) and
  result = max(LockExpr l, int n, string text | n = support(f, l) and text = l.toString() |
    l order by n, 0 - plainness(f, l), text desc
  )
}

/** Gets the guard of `f`: `t fd guarded_by l`. */
cached
LockExpr guardOf(Field f) {
  result = writtenGuard(f)
  or
  result = inferredGuard(f)
  or
  not exists(writtenGuard(f)) and
  not exists(inferredGuard(f)) and
  isOn("default_guard") and
  (needsGuard(f) or contentNeedsGuard(f)) and
  result = defaultGuard(f)
}

/** Holds if `a` uses its field, or what that holds, at `at` without its guard. */
predicate isUnguarded(FieldAccess a, Expr at, boolean write) {
  use(a, at, _, write) and
  exists(guardOf(a.getField())) and
  not exists(LockExpr guard |
    guard = guardOf(a.getField()) and isGuardedAt(a, at, a.getField(), guard)
  )
}

/** Gets a lock that the inference requires callers of `c` to hold, and without which its uses of fields would lack it. */
LockExpr neededRequires(Callable c) {
  result = inferredRequires(c) and
  (
    exists(FieldAccess a, ControlFlowNode n |
      use(a, _, n, _) and
      n.getEnclosingCallable() = c and
      substitutes(a, guardOf(a.getField()), result) and
      not heldInPlace(n, result, _)
    )
    or
    exists(Call call, Callable callee, LockExpr inner |
      call.getEnclosingCallable() = c and
      callee = call.getCallee().getSourceDeclaration() and
      (inner = neededRequires(callee) or inner = writtenRequires(callee)) and
      substitutes(call, inner, result) and
      not heldInPlace(nodeOfSite(call), result, _)
    )
  )
}
