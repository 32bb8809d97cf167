/**
 * Two sections of one lock in a callable: what is found in the first is relied on in the second, though the lock is given
 * back in between, and others may change it.
 */

import java
import java.Collections
import java.Maps
import java.concurrency.Contexts
import java.concurrency.FieldTests
import java.concurrency.Held
import java.concurrency.Reliance
import java.concurrency.SharedObjects
import java.concurrency.ThreadSafeTypes

/** Gets the monitor that the method of `call`, on this object, holds for all that it does. */
private Monitor monitorOfOwnCall(MethodCall call) {
  exists(Method m | m = call.getMethod().getSourceDeclaration() |
    (call.isOwnMethodCall() or not call.hasQualifier()) and
    m.fromSource() and
    result = getMethodMonitor(m)
  )
}

/** Holds if `look` finds out about `f`, of this object or static, with `m` held: it reads the field, or asks a getter. */
private predicate looksUnder(Expr look, Field f, Monitor m) {
  f.fromSource() and
  not f.isFinal() and
  readsField(look, f) and
  f.getType() instanceof PrimitiveType and
  locallyHeld(getEffectNode(look), m, _)
  or
  f.fromSource() and
  readsField(look, f) and
  isContainer(f) and
  locallyHeld(getEffectNode(look), m, _)
  or
  exists(Method g |
    asksOwn(look, g) and
    readsField(givenBack(g), f) and
    not f.isFinal() and
    f.getType() instanceof PrimitiveType and
    m = monitorOfOwnCall(look)
  )
}

/** Holds if `f` holds a collection or a map that does not lock itself. */
private predicate isContainer(Field f) {
  (f.getType() instanceof CollectionType or f.getType() instanceof MapType) and
  not isThreadSafeType(f.getType())
}

/** Holds if `act` changes `f`, or what it holds, with `m` held. */
private predicate actsUnder(Expr act, Field f, Monitor m) {
  act.(FieldWrite).getField() = f and
  (act.(FieldWrite).isOwnFieldAccess() or f.isStatic()) and
  locallyHeld(getEffectNode(act), m, any(LockMode mode | mode.isExclusive()))
  or
  readsField(act.(MethodCall).getQualifier(), f) and
  isContainer(f) and
  isChangingMethod(act.(MethodCall).getMethod()) and
  not act.(MethodCall).getMethod()
      .hasName(["putIfAbsent", "computeIfAbsent", "merge", "compute"]) and
  locallyHeld(act.getControlFlowNode(), m, any(LockMode mode | mode.isExclusive()))
  or
  m = monitorOfOwnCall(act) and
  exists(FieldWrite write |
    write.getField() = f and
    write.isOwnFieldAccess() and
    write.getEnclosingCallable() = act.(MethodCall).getMethod().getSourceDeclaration()
  )
}

/** Holds if `c` takes `m` at several places, so that it may give it up in between. */
pragma[nomagic]
private predicate takesAtSeveralPlaces(Callable c, Monitor m) {
  strictcount(Expr e | c = e.getEnclosingCallable() and takesLock(e, m)) > 1
}

/** Holds if `look` and `act` are about `f`, in one callable, and made with `m` held. */
pragma[nomagic]
private predicate areUnder(Expr look, Expr act, Field f, Monitor m) {
  exists(Callable c |
    takesAtSeveralPlaces(c, m) and
    looksUnder(look, f, m) and
    actsUnder(act, f, m) and
    c = look.getEnclosingCallable() and
    c = act.getEnclosingCallable() and
    not c instanceof InitializerMethod and
    not m = getMethodMonitor(c) and
    not isOfWait(look, act) and
    look != act and
    not look = act.(MethodCall).getQualifier()
  )
}

/** Holds if a loop asks for `look` again and again, which `act` is not in: it waits until it finds what it wants. */
bindingset[look, act]
private predicate isOfWait(Expr look, Expr act) {
  exists(LoopStmt loop |
    loop = look.getEnclosingStmt().getEnclosingStmt*() and
    not loop = act.getEnclosingStmt().getEnclosingStmt*()
  )
}

/** Holds if `n` lies between `look` and `act`, on all ways, and the lock is not held there. */
private predicate isBetween(ControlFlowNode n, Expr look, Expr act, Field f, Monitor m) {
  areUnder(look, act, f, m) and
  n.getEnclosingCallable() = look.getEnclosingCallable() and
  strictlyDominates(look.getControlFlowNode(), n) and
  strictlyDominates(n, act.getControlFlowNode()) and
  not locallyHeld(n, m, _) and
  not n.asExpr() = act.(MethodCall).getQualifier()
}

private predicate isPair(Expr look, Expr act) { isBetween(_, look, act, _, _) }

private module Sections = Reliance<isPair/2>;

/** Holds if the second section looks once more at what is in `f`, before `act`. */
private predicate looksAgain(Expr look, Expr act, Field f, Monitor m) {
  exists(ControlFlowNode between, Expr again |
    isBetween(between, look, act, f, m) and
    readsField(again, f) and
    again.getEnclosingCallable() = act.getEnclosingCallable() and
    again != act.(MethodCall).getQualifier() and
    locallyHeld(getEffectNode(again), m, _) and
    strictlyDominates(between, again.getControlFlowNode()) and
    strictlyDominates(again.getControlFlowNode(), act.getControlFlowNode())
  )
}

/**
 * Holds if the first section counts in `f` what the look allows, as who enters does: the number says so until the second
 * section counts it out, whatever others do in between.
 */
private predicate isCountedIn(Expr look, Expr act, Field f, Monitor m) {
  exists(ControlFlowNode between, FieldWrite counted |
    isBetween(between, look, act, f, m) and
    counted.getField() = f and
    counted != act and
    isUpdate(counted) and
    locallyHeld(getEffectNode(counted), m, _) and
    strictlyDominates(look.getControlFlowNode(), getEffectNode(counted)) and
    not strictlyDominates(between, getEffectNode(counted))
  )
}

/** Holds if the value that `act` writes is computed from what `look` found. */
private predicate writesComputed(Expr act, Expr look) {
  isPair(look, act) and
  exists(Expr value | isComputedFrom(value, look) |
    value = act.(FieldWrite).getASource().getAChildExpr*()
    or
    value = act.(MethodCall).getAnArgument().getAChildExpr*()
    or
    exists(LocalVariableDecl v, VarAccess use |
      value = v.getAnAssignedValue().getAChildExpr*() and
      use = v.getAnAccess() and
      (use = act.(FieldWrite).getASource() or use = act.(MethodCall).getAnArgument())
    )
  )
}

/** Holds if `e` computes a value from what `look` found. */
private predicate isComputedFrom(BinaryExpr e, Expr look) {
  not e.getType() instanceof BooleanType and
  e = Sections::foundIn(look)
}

/**
 * Holds if `act` relies on what `look` found in `f` in an earlier section of `m`, which does not look again; `harm` is a word
 * for what goes wrong.
 */
predicate isStaleInSection(Expr look, Expr act, Field f, Monitor m, string harm) {
  isBetween(_, look, act, f, m) and
  not looksAgain(look, act, f, m) and
  not isCountedIn(look, act, f, m) and
  enteredUnlocked(look.getEnclosingCallable()) and
  not isTestCallable(look.getEnclosingCallable()) and
  not exists(Monitor other | other != m and heldDuring(look, other) and heldDuring(act, other)) and
  (
    writesComputed(act, look) and harm = "lost-update"
    or
    not writesComputed(act, look) and
    Sections::isDecided(act, look) and
    (
      f.getType() instanceof PrimitiveType and
      not f.getType() instanceof BooleanType and
      isUpdate(act) and
      harm = "not-tested-again"
      or
      throwsIfGone(act) and harm = "gone-after-test"
      or
      act.(MethodCall).getMethod().hasName(["put", "add"]) and
      look.getParent().(MethodCall).getMethod().getName().matches("contains%") and
      harm = "same-thing-twice"
    )
  )
}

/** Holds if `act` counts up or down, or adds to what is there. */
private predicate isUpdate(Expr act) {
  act = any(UnaryAssignExpr u).getExpr() or
  act = any(AssignOp a).getDest()
}
