/**
 * Objects that nobody else knows yet, as the type rules see them: those of a constructor, and those in a local variable of
 * their maker. `java.concurrency.Unshared` follows them through parameters and results too; a proof does not rely on that.
 */

import java
import java.concurrency.ThreadEntries
import java.concurrency.Unshared
import Annotations

/** Holds if `c`, or a method that it calls on the same object, may let others see `this`. */
private predicate leaksThis(Callable c) {
  exists(ThisAccess self | self.getEnclosingCallable() = c |
    not self = any(VarAccess a).getQualifier() and
    not self = any(MethodCall call).getQualifier() and
    not self = any(SynchronizedStmt s).getExpr() and
    not self.getParent() instanceof ReturnStmt and
    not self.getParent() instanceof EqualityTest
  )
  or
  exists(ClassInstanceExpr e | e.getEnclosingCallable() = c |
    e instanceof FunctionalExpr or
    exists(e.getAnonymousClass()) or
    e.getConstructedType().(InnerClass).hasEnclosingInstance()
  )
  or
  exists(MethodCall call, Callable callee |
    call.getEnclosingCallable() = c and
    call.isOwnMethodCall() and
    callee = call.getMethod().getSourceDeclaration()
  |
    leaksThis(callee) or leaksThis(callee.(Method).getAPossibleImplementation())
  )
  or
  exists(ConstructorCall call | call.getEnclosingCallable() = c |
    (call.callsThis() or call.callsSuper()) and
    leaksThis(call.getConstructor().getSourceDeclaration())
  )
}

/** Holds if `e` makes an object that nobody else knows: by `new`, as a copy, or by calling a method that does. */
private predicate isNew(Expr e) {
  e instanceof ClassInstanceExpr and
  not e instanceof FunctionalExpr and
  not leaksThis(e.(ClassInstanceExpr).getConstructor().getSourceDeclaration())
  or
  copiesOwnObject(e)
  or
  isNew(e.(CastingExpr).getExpr())
  or
  isFactory(e.(MethodCall).getMethod().getSourceDeclaration())
}

/** Holds if all that `m` returns is made on the spot. */
private predicate isFactory(Method m) {
  not m.isAbstract() and
  not exists(Method other | other.overrides(m)) and
  exists(ReturnStmt s | s.getEnclosingCallable() = m and isNew(s.getExpr())) and
  forall(ReturnStmt s | s.getEnclosingCallable() = m | isNew(s.getExpr()))
}

/** Holds if what `v` ever holds is made by its own callable. */
private predicate holdsMade(LocalVariableDecl v) {
  isNew(v.getAnAssignedValue()) and
  forall(Expr value | value = v.getAnAssignedValue() | value instanceof NullLiteral or isNew(value))
}

/** Holds if `a`, on a fresh copy, is about what the original has too: its field has not been given a value of the copy's own. */
predicate isAboutOriginal(FieldAccess a) {
  exists(LocalVariableDecl v |
    a.getQualifier() = v.getAnAccess() and
    holdsMade(v) and
    not v.getAnAssignedValue() instanceof ClassInstanceExpr and
    not exists(FieldWrite w |
      w.getField() = a.getField() and
      w.getQualifier() = v.getAnAccess() and
      w != a and
      dominates(w.getControlFlowNode(), a.getControlFlowNode())
    )
  )
}

/** Gets a use of `v` with which others may come to know what it holds. */
private VarAccess publishes(LocalVariableDecl v) {
  holdsMade(v) and
  result = v.getAnAccess() and
  not result = any(VarAccess a).getQualifier() and
  not result = any(SynchronizedStmt s).getExpr() and
  not result.isVarWrite() and
  not result.getParent() instanceof EqualityTest and
  not exists(MethodCall call |
    result = call.getQualifier() and
    not leaksThis(call.getMethod().getSourceDeclaration()) and
    not leaksThis(call.getMethod().getSourceDeclaration().getAPossibleImplementation())
  )
  or
  // What a function captures is used whenever that is run.
  holdsMade(v) and result = v.getAnAccess() and result.getEnclosingCallable() != v.getCallable()
}

/** Holds if `b` is executed after a use of `v` in another block with which others may come to know what it holds. */
private predicate isAfterPublication(BasicBlock b, LocalVariableDecl v) {
  b = publishes(v).getBasicBlock().getASuccessor()
  or
  exists(BasicBlock before | isAfterPublication(before, v) and b = before.getASuccessor())
}

/** Holds if at `n` nobody but this thread knows what `v` holds. */
predicate isFreshAt(LocalVariableDecl v, ControlFlowNode n) {
  holdsMade(v) and
  exists(VarAccess use | use = v.getAnAccess() and n = use.getControlFlowNode()) and
  n.getEnclosingCallable() = v.getCallable() and
  not isAfterPublication(n.getBasicBlock(), v) and
  not exists(BasicBlock b, int i, int j |
    cfg_position(publishes(v).getControlFlowNode(), b, i) and cfg_position(n, b, j) and i < j
  )
}

/** Gets the local variable, holding a fresh object, that is the receiver of `site`. */
LocalVariableDecl freshReceiver(ExprParent site) {
  exists(VarAccess q |
    q = site.(FieldAccess).getQualifier() or q = site.(MethodCall).getQualifier()
  |
    q.getVariable() = result and isFreshAt(result, q.getControlFlowNode())
  )
}

/**
 * Holds if the code of `c` makes objects (a constructor, a method of deserialisation, a private method that only these call
 * on `this`) or, if `static`, initialises its class.
 */
private predicate isMakerOf(Callable c, boolean static) {
  isOn("constructor_holds_lock") and
  (
    makesObject(c) and not c instanceof InitializerMethod and not c.isStatic() and static = false
    or
    c instanceof InitializerMethod and if c.isStatic() then static = true else static = false
    or
    c.(Method).isPrivate() and
    not c.isStatic() and
    static = false and
    exists(callOf(c)) and
    not c = any(MemberRefExpr e).getReferencedCallable() and
    forall(MethodCall call | call = callOf(c) |
      call.isOwnMethodCall() and isMakerOf(call.getEnclosingCallable(), false)
    )
  )
}

/** Gets a call of the private method `m`. */
private MethodCall callOf(Method m) {
  m.isPrivate() and
  result.getMethod().getSourceDeclaration() = m
}

/** Holds if `a` accesses a field of what its callable makes: `this` of a constructor, the class of an initialiser. */
predicate isInMaking(FieldAccess a) {
  exists(Callable c, boolean static | c = a.getEnclosingCallable() and isMakerOf(c, static) |
    static = false and a.isOwnFieldAccess()
    or
    static = true and
    a.getField().isStatic() and
    a.getField().getDeclaringType() = c.getDeclaringType().getSourceDeclaration()
  )
}

/** Holds if `call` is on the object that its callable makes. */
predicate isCallInMaking(Call call) {
  isMakerOf(call.getEnclosingCallable(), false) and
  (
    call.(MethodCall).isOwnMethodCall() or
    call.(ConstructorCall).callsThis() or
    call.(ConstructorCall).callsSuper()
  )
}

/** Holds if nobody but this thread knows the object whose field `a` accesses. */
predicate isUnshared(FieldAccess a) {
  isInMaking(a) or
  exists(freshReceiver(a)) or
  a.getQualifier().getUnderlyingExpr() instanceof ClassInstanceExpr
}
