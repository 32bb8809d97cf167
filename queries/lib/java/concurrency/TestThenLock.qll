/**
 * State that is tested without the lock under which it is then changed, and not tested again once the lock is held: two
 * threads may both come past the test, one after the other take the lock, and both act.
 */

import java
import java.concurrency.Contexts
import java.concurrency.Held
import java.concurrency.LifeCycle
import java.concurrency.SharedObjects
import java.concurrency.Stability
import java.concurrency.ThreadSafeTypes

/** Holds if `e` reads the field `f` of this object, of one around it, or static. */
private predicate readsField(Expr e, Field f) {
  exists(FieldRead read | read = e and f = read.getField() |
    read.isOwnFieldAccess() or f.isStatic() or read.isEnclosingFieldAccess(_)
  )
}

/** Gets what `m`, a method without parameters, gives back of its object. */
private Expr givenBack(Method m) {
  m.hasNoParameters() and
  result = getGivenBack(m.getSourceDeclaration())
}

/** Holds if `call` asks this object, or an object around it, or a class, by a method without parameters. */
private predicate asksOwn(MethodCall call, Method m) {
  m = call.getMethod().getSourceDeclaration() and
  m.fromSource() and
  m.hasNoParameters() and
  (call.isOwnMethodCall() or not call.hasQualifier() or m.isStatic())
}

/** Gets a value that `e` has if the field `f` still has the value `unset`: "null", "false", "true" or the name of a constant. */
private boolean tells(Expr e, Field f, string unset) {
  f.fromSource() and
  (
    exists(Expr read, EqualityTest test, Expr other |
      test = e and
      test.hasOperands(read, other) and
      readsField(read, f) and
      unset = nameOfConstant(other) and
      result = test.polarity()
    )
    or
    readsField(e, f) and
    e.getType() instanceof BooleanType and
    result = [true, false] and
    unset = result.toString()
    or
    exists(MethodCall call | call = e |
      call.getMethod().hasName("isNull") and
      call.getMethod().getDeclaringType().hasQualifiedName("java.util", "Objects") and
      readsField(call.getArgument(0), f) and
      unset = "null" and
      result = true
      or
      call.getMethod().hasName("nonNull") and
      call.getMethod().getDeclaringType().hasQualifiedName("java.util", "Objects") and
      readsField(call.getArgument(0), f) and
      unset = "null" and
      result = false
      or
      exists(Method m | asksOwn(call, m) | result = tells(givenBack(m), f, unset))
    )
    or
    exists(EqualityTest test, MethodCall call, Method m, Expr other |
      test = e and
      test.hasOperands(call, other) and
      asksOwn(call, m) and
      readsField(givenBack(m), f) and
      unset = nameOfConstant(other) and
      result = test.polarity()
    )
    or
    result = tells(e.(LogNotExpr).getExpr(), f, unset).booleanNot()
    or
    exists(LocalVariableDecl v | e = v.getAnAccess() |
      result = tells(unique(Expr value | value = v.getAnAssignedValue()), f, unset)
    )
  )
}

/** Gets a name of the value of `e`, if it is always the same: `null`, a truth value, a constant. */
private string nameOfConstant(Expr e) {
  e instanceof NullLiteral and result = "null"
  or
  result = e.(BooleanLiteral).getBooleanValue().toString()
  or
  exists(Field f | f = e.(FieldAccess).getField() | result = f.getName() and isConstantField(f))
  or
  result = e.(IntegerLiteral).getIntValue().toString()
}

/** Holds if `f` is a constant: of an enumeration, or static and final. */
private predicate isConstantField(Field f) {
  f instanceof EnumConstant
  or
  f.isStatic() and f.isFinal()
}

/** Holds if `write` gives `f` another value than `unset`. */
private predicate setsOtherwise(FieldWrite write, Field f, string unset) {
  write.getField() = f and
  exists(tells(_, f, unset)) and
  exists(Expr value | value = write.getASource() |
    unset = "null" and not value instanceof NullLiteral
    or
    unset != "null" and nameOfConstant(value) != unset
  )
}

/** Gets the expression in which `test`, the outcome of a condition, reads its field: where the look takes place. */
private Expr lookOf(Expr test, Field f) {
  exists(tells(test, f, _)) and
  (
    not test instanceof VarAccess and result = test
    or
    readsField(test, f) and result = test
    or
    exists(LocalVariableDecl v | test = v.getAnAccess() |
      result = unique(Expr value | value = v.getAnAssignedValue())
    )
  )
}

/** Gets a block that is only entered if the condition `test` finds that `f` is still `unset`. */
private BasicBlock unsetEntry(Expr test, Field f, string unset) {
  result = branchEntry(test, tells(test, f, unset))
}

/** Holds if `act`, a write of `f` or a call of an own method that does `write`, is made in the callable of `act`. */
private predicate actsBy(Expr act, FieldWrite write, Field f) {
  write.getField() = f and
  setsOtherwise(write, f, _) and
  (
    act = write
    or
    exists(MethodCall call, Method m |
      act = call and
      m = call.getMethod().getSourceDeclaration() and
      m = write.getEnclosingCallable() and
      (call.isOwnMethodCall() or not call.hasQualifier() or m.isStatic()) and
      (m.isPrivate() or m.isStatic() or m.isSynchronized() or m.isFinal())
    )
  )
}

/** Holds if `test`, by the value that it finds, leads to `act`, by which `write` then gives `f` another value. */
private predicate leadsTo(Expr test, Expr act, FieldWrite write, Field f) {
  actsBy(act, write, f) and
  exists(string unset |
    setsOtherwise(write, f, unset) and unsetEntry(test, f, unset).bbDominates(act.getBasicBlock())
  ) and
  test.getEnclosingCallable() = act.getEnclosingCallable()
}

/** Gets a lock that is taken where `write` is made, in its callable. */
private Monitor lockOf(FieldWrite write) {
  actsBy(_, write, _) and
  locallyHeld(getEffectNode(write), result, any(LockMode mode | mode.isExclusive()))
}

/** Gets a block around `e` that holds `m`. */
private SynchronizedStmt blockAround(Expr e, Monitor m) {
  synchronizedAround(e.getEnclosingStmt(), result) and
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
  m = lockOf(write) and
  exists(Expr look | look = lookOf(test, f) |
    not heldDuring(look, m) and
    not exists(Monitor other | heldDuring(look, other) and heldDuring(act, other))
    or
    isInTwoSections(look, act, m)
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
      exists(Method g | asksOwn(again, g) and readsField(givenBack(g).getAChildExpr*(), f))
    ) and
    not again = lookOf(test, f).getAChildExpr*() and
    locallyHeld(getEffectNode(again), m, _) and
    strictlyDominates(again.getControlFlowNode(), write.getControlFlowNode())
  )
}

/** Holds if it makes a difference that two threads do what belongs to `write`, and not one, `sure` saying whether it surely does. */
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

/** Holds if the callable of `write`, which sets `f`, sets it back too: it says that something is going on, for who comes again. */
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
  not test = any(LoopStmt loop).getCondition() and
  not isSetBack(write, f) and
  enteredUnlocked(test.getEnclosingCallable())
}
