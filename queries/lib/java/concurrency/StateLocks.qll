/**
 * Atomic variables that work as locks: the thread that sets one from its first value to another goes on, and sets it back at the
 * end. `compareAndSet(IDLE, BUSY)` takes such a lock, `set(IDLE)` gives it back.
 */

import java
private import java.controlflow.Guards

/** Gets a text for the constant that `e` denotes: a literal, or a final field such as an enum constant. */
private string constantText(Expr e) {
  result = e.(Literal).getValue()
  or
  exists(Field f | e = f.getAnAccess() and f.isFinal() and f.isStatic() |
    result = f.getDeclaringType().getQualifiedName() + "." + f.getName()
  )
}

/** Holds if `call` calls the method `name` of the atomic variable that `f` holds. */
private predicate isCallOn(MethodCall call, Field f, string name) {
  call.getQualifier() = f.getAnAccess() and
  name = call.getMethod().getName() and
  f.fromSource() and
  f.getType().(RefType).getSourceDeclaration()
      .hasQualifiedName("java.util.concurrent.atomic",
        ["AtomicBoolean", "AtomicInteger", "AtomicLong", "AtomicReference"])
}

/** Gets a text for the value that the atomic variable in `f` has first. */
private string firstValue(Field f) {
  exists(ClassInstanceExpr made | isCallOn(_, f, _) and made = f.getOnlyValue() |
    result = constantText(made.getArgument(0))
    or
    not exists(made.getArgument(0)) and
    exists(string type | type = made.getConstructedType().getSourceDeclaration().getName() |
      type = "AtomicBoolean" and result = "false"
      or
      type = ["AtomicInteger", "AtomicLong"] and result = "0"
    )
  )
}

/** Holds if `call` sets the atomic variable in `f` from its first value to another, if that is possible. */
private predicate setsFromFirst(MethodCall call, Field f) {
  isCallOn(call, f, "compareAndSet") and
  constantText(call.getArgument(0)) = firstValue(f) and
  exists(string busy | busy = constantText(call.getArgument(1)) and busy != firstValue(f))
}

/** Holds if `call` sets the atomic variable in `f` back to its first value. */
private predicate setsBack(MethodCall call, Field f) {
  isCallOn(call, f, ["set", "lazySet", "setRelease"]) and
  constantText(call.getArgument(0)) = firstValue(f)
  or
  isCallOn(call, f, "compareAndSet") and constantText(call.getArgument(1)) = firstValue(f)
}

/** Holds if `call` changes the atomic variable in `f` in another way. */
private predicate changesOtherwise(MethodCall call, Field f) {
  exists(string name | isCallOn(call, f, name) |
    not name = ["get", "getPlain", "getAcquire", "getOpaque", "toString", "intValue", "longValue"]
  ) and
  not setsFromFirst(call, f) and
  not setsBack(call, f)
}

/*-- Methods that only claim or free the variable --*/

/** Holds if `call` calls `m`, which nothing overrides, on the own object. */
private predicate callsOwn(MethodCall call, Method m) {
  (call.isOwnMethodCall() or call.getMethod().isStatic()) and
  m = call.getMethod().getSourceDeclaration() and
  (setsFromFirst(any(MethodCall c | c.getEnclosingCallable() = m), _) or isFreeing(m, _)) and
  not overridesDirectly(_, m)
}

/** Holds if `m` returns `true` only where it has set the atomic variable in `f` from its first value. */
private predicate isClaiming(Method m, Field f) {
  exists(MethodCall attempt |
    setsFromFirst(attempt, f) and
    m = attempt.getEnclosingCallable() and
    m.getReturnType().hasName("boolean") and
    not exists(MethodCall back | setsBack(back, f) and back.getEnclosingCallable() = m) and
    forex(ReturnStmt s | s.getEnclosingCallable() = m |
      s.getExpr() = attempt
      or
      s.getExpr().(BooleanLiteral).getBooleanValue() = false
      or
      s.getExpr().(BooleanLiteral).getBooleanValue() = true and
      attempt.(Guard).controls(s.getBasicBlock(), true)
    )
  )
}

/** Holds if `m`, which does not try to set it, sets the atomic variable in `f` back. */
private predicate isFreeing(Method m, Field f) {
  exists(MethodCall back | setsBack(back, f) and m = back.getEnclosingCallable()) and
  not exists(MethodCall attempt | setsFromFirst(attempt, f) and m = attempt.getEnclosingCallable())
}

/** Holds if `call` sets the atomic variable in `f` from its first value, itself or by a method of its own, if that is possible. */
private predicate claims(MethodCall call, Field f) {
  setsFromFirst(call, f)
  or
  exists(Method m | callsOwn(call, m) and isClaiming(m, f))
}

/** Holds if `call` sets the atomic variable in `f` back, itself or by a method of its own. */
private predicate frees(MethodCall call, Field f) {
  setsBack(call, f)
  or
  exists(Method m | callsOwn(call, m) and isFreeing(m, f))
}

/** Holds if `call`, which sets `f` back, comes after an attempt to set it in the same callable, or in all callers of the own method. */
private predicate isAfterAttempt(MethodCall call, Field f) {
  exists(MethodCall attempt |
    claims(attempt, f) and
    frees(call, f) and
    attempt.getEnclosingCallable() = call.getEnclosingCallable() and
    strictlyDominates(attempt.getControlFlowNode(), call.getControlFlowNode())
  )
  or
  exists(Method m |
    setsBack(call, f) and
    m = call.getEnclosingCallable() and
    isFreeing(m, f) and
    not m = any(MemberRefExpr e).getReferencedCallable() and
    forex(MethodCall outer | outer.getMethod().getSourceDeclaration() = m |
      callsOwn(outer, m) and
      exists(MethodCall attempt |
        claims(attempt, f) and
        attempt.getEnclosingCallable() = outer.getEnclosingCallable() and
        strictlyDominates(attempt.getControlFlowNode(), outer.getControlFlowNode())
      )
    )
  )
}

/**
 * Holds if the atomic variable in `f` works as a lock: it is set from its first value by `compareAndSet` only, and set back
 * by the thread that has tried to.
 */
cached
predicate isStateLock(Field f) {
  setsFromFirst(_, f) and
  setsBack(_, f) and
  not changesOtherwise(_, f) and
  forall(MethodCall back | setsBack(back, f) | isAfterAttempt(back, f)) and
  // Nobody else has it.
  forall(FieldAccess a | a = f.getAnAccess() and not a.isVarWrite() |
    a = any(MethodCall c).getQualifier()
  )
}

/** Holds if `call` takes the lock that the atomic variable in `f` is, if its result is `true`. */
predicate takesStateLock(MethodCall call, Field f) { isStateLock(f) and claims(call, f) }

/** Holds if `call` gives back the lock that the atomic variable in `f` is. */
predicate givesStateLockBack(MethodCall call, Field f) { isStateLock(f) and frees(call, f) }
