/**
 * Objects that nobody else knows yet: what a callable does to an object that it has made itself and has not handed to
 * anybody is no race, and neither is what the methods do that it calls on such an object.
 */

import java
import java.callgraph.CallGraph
import java.concurrency.ThreadEntries
import models.RaceModels

/** Holds if `e` makes an object; a function is none. */
predicate makes(Expr e) {
  e instanceof ClassInstanceExpr and not e instanceof FunctionalExpr
  or
  e instanceof ArrayCreationExpr
  or
  e instanceof ArrayInit
}

/** Holds if `v` is assigned objects that its callable makes on the spot, or is handed what some caller has made; perhaps others too. */
private predicate holdsOwn(LocalScopeVariable v) {
  makes(v.(LocalVariableDecl).getAnAssignedValue()) or
  isHandedOwn(v)
}

/** Holds if some caller hands `p` what it has made. */
private predicate isHandedOwn(Parameter p) {
  not exists(p.getAnAssignedValue()) and
  not p.isVarargs() and
  exists(Expr arg | handsTo(_, arg, p) |
    makes(arg) or exists(LocalScopeVariable v | holdsOwn(v) and arg = v.getAnAccess())
  )
}

/** Holds if `call` hands `arg` to `p`. */
private predicate handsTo(Call call, Expr arg, Parameter p) {
  exists(Callable callee |
    RunsInProgram::calls(_, call, callee) and
    p = callee.getParameter(arg.(Argument).getPosition()) and
    call.getAnArgument() = arg and
    p.getType() instanceof RefType and
    exists(callee.getBody())
  )
}

/** Gets an access to the own object in `v`, as the receiver of a call, the base of an access, or otherwise. */
private VarAccess accessOf(LocalScopeVariable v) { holdsOwn(v) and result = v.getAnAccess() }

/** Holds if `e`, an access to an object of the callable's own, is no receiver or argument, and may tell others of the object. */
private predicate isHandedOn(VarAccess e) {
  e = accessOf(_) and
  not e = any(FieldAccess a).getQualifier() and
  not e = any(ArrayAccess a).getArray() and
  not e = any(EqualityTest t).getAnOperand() and
  not e.isVarWrite() and
  not e = any(MethodCall call).getQualifier() and
  not e = any(Call call | call.getCallee().fromSource()).getAnArgument()
}

/** Holds if `e`, an access to an object of the callable's own, may tell others of the object. */
private predicate tells(VarAccess e) {
  isHandedOn(e)
  or
  exists(MethodCall call |
    e = accessOf(_) and e = call.getQualifier() and tellsOfThis(call.getMethod())
  )
  or
  exists(Call call | e = accessOf(_) and e = call.getAnArgument() |
    not handsTo(call, e, _)
    or
    exists(Parameter p | handsTo(call, e, p) |
      not isHandedOwn(p)
      or
      exists(VarAccess use | use = p.getAnAccess() |
        tells(use) or use.getEnclosingCallable() != p.getCallable()
      )
    )
  )
}

/** Holds if a caller may hand `p` what others know, or have come to know by then. */
private predicate isHandedKnown(Parameter p) {
  isHandedOwn(p) and
  exists(Expr arg | handsTo(_, arg, p) and not makes(arg) |
    not arg = accessOf(_)
    or
    exists(LocalScopeVariable v | arg = accessOf(v) |
      arg.getEnclosingCallable() != v.getCallable() or knownBefore(v, arg) or isHandedKnown(v)
    )
  )
}

/** Holds if `m`, or what overrides it, may tell others of the object that it is called on. */
private predicate tellsOfThis(Method m) {
  exists(Method impl |
    impl = m.getSourceDeclaration() or overridesDirectly(impl, m.getSourceDeclaration())
  |
    exists(ThisAccess self |
      self.getEnclosingCallable() = impl and
      not self = any(FieldAccess a).getQualifier() and
      not self = any(MethodCall c).getQualifier()
    )
    or
    exists(MethodCall call |
      call.getEnclosingCallable() = impl and
      call.isOwnMethodCall() and
      tellsOfThis(call.getMethod())
    )
    or
    // A function or an inner object that is made there knows it.
    exists(ClassInstanceExpr e |
      e.getEnclosingCallable() = impl and
      (
        e instanceof FunctionalExpr or
        exists(e.getAnonymousClass()) or
        e.getConstructedType().getSourceDeclaration() instanceof InnerClass
      )
    )
    or
    m.hasName("start") and m.hasNoParameters()
  )
}

/** Holds if `call` calls a method that a row of `awaitsEnd` names; `what` says whose end the call waits for. */
predicate isWait(MethodCall call, string what) {
  exists(string package, string type |
    awaitsEnd(package, type, call.getMethod().getName(), what) and
    call.getMethod().getDeclaringType().getSourceDeclaration().getASourceSupertype*()
        .hasQualifiedName(package, type)
  )
}

/** Holds if `function` is handed to a call that returns only when it has been run, perhaps by another thread. */
private predicate isAwaited(ClassInstanceExpr function) {
  exists(MethodCall call | function = call.getAnArgument() and isWait(call, "itself"))
}

/** Holds if, at `node`, others may come to know the object in `v`, which its callable has made. */
private predicate published(LocalScopeVariable v, ControlFlowNode node) {
  exists(VarAccess e | e = accessOf(v) |
    tells(e) and e.getEnclosingCallable() = v.getCallable() and node = e.getControlFlowNode()
    or
    // Captured: known from where the function or the object of the class is made.
    exists(ClassInstanceExpr maker |
      e.getEnclosingCallable() != v.getCallable() and
      maker = makerWithin(e.getEnclosingCallable(), v.getCallable()) and
      node = maker.getControlFlowNode() and
      not (isAwaited(maker) and not tells(e))
    )
  )
  or
  // What is captured by a local class is taken to be known from the first.
  exists(VarAccess e, BasicBlock b |
    e = accessOf(v) and
    e.getEnclosingCallable() != v.getCallable() and
    not exists(makerWithin(e.getEnclosingCallable(), v.getCallable())) and
    b instanceof EntryBlock and
    b.getEnclosingCallable() = v.getCallable() and
    node = b.getFirstNode()
  )
}

/** Gets the expression that makes the function `c`, or the object of the anonymous class in which `c` is declared. */
private ClassInstanceExpr makerOf(Callable c) {
  c = any(VarAccess e | e = accessOf(_)).getEnclosingCallable() and
  (c = result.(LambdaExpr).asMethod() or c.getDeclaringType() = result.getAnonymousClass())
  or
  makerOf(_).getEnclosingCallable() = c and
  (c = result.(LambdaExpr).asMethod() or c.getDeclaringType() = result.getAnonymousClass())
}

/** Gets the expression in `outer` that makes `c`, or what `c` is nested in. */
private ClassInstanceExpr makerWithin(Callable c, Callable outer) {
  result = makerOf(c) and result.getEnclosingCallable() = outer
  or
  result = makerWithin(makerOf(c).getEnclosingCallable(), outer)
}

/** Holds if `node` puts an object into `v`: one that its callable makes there, if `own`, or one from elsewhere. */
private predicate assigns(LocalScopeVariable v, ControlFlowNode node, boolean own) {
  holdsOwn(v) and
  exists(Expr value |
    value = v.(LocalVariableDecl).getAnAssignedValue() and
    not value instanceof NullLiteral and
    if makes(value) then own = true else own = false
  |
    exists(AssignExpr assign | assign.getSource() = value and node = assign.getControlFlowNode())
    or
    exists(LocalVariableDeclExpr e | e.getInit() = value and node = e.getControlFlowNode())
  )
}

/** Holds if at `pos` of `b` others come to know the object in `v`, if `known`, or it becomes another, which nobody knows. */
private predicate changesAt(LocalScopeVariable v, BasicBlock b, int pos, boolean known) {
  exists(ControlFlowNode node |
    cfg_position(node, b, pos)
    or
    node = b and pos = 0
  |
    (published(v, node) or assigns(v, node, false)) and known = true
    or
    assigns(v, node, true) and not published(v, node) and known = false
  )
}

private int lastChange(LocalScopeVariable v, BasicBlock b) {
  result = max(int pos | changesAt(v, b, pos, _))
}

/** Holds if others may know the object in `v` when `b` is left. */
private predicate knownAtExit(LocalScopeVariable v, BasicBlock b) {
  changesAt(v, b, lastChange(v, b), true)
  or
  knownAtEntry(v, b) and not exists(lastChange(v, b))
}

/** Holds if others may know the object in `v` when `b` is entered. */
private predicate knownAtEntry(LocalScopeVariable v, BasicBlock b) {
  exists(BasicBlock before | knownAtExit(v, before) and b = before.getASuccessor())
}

/** Holds if others may know the object in `v` at `pos` of `b`, or at what is evaluated there. */
private predicate knownAt(LocalScopeVariable v, VarAccess e) {
  e = accessOf(v) and
  exists(BasicBlock b, int pos | cfg_position(e.getControlFlowNode(), b, pos) |
    exists(int last |
      last = max(int before | changesAt(v, b, before, _) and before <= pos) and
      changesAt(v, b, last, true)
    )
    or
    knownAtEntry(v, b) and not exists(int before | changesAt(v, b, before, _) and before <= pos)
  )
}

/** Holds if `e` denotes an object that its callable, or all of its callers, has made and that nobody else knows when `e` is evaluated. */
cached
predicate isUnknownToOthers(Expr e) {
  makes(e)
  or
  exists(LocalScopeVariable v |
    e = accessOf(v) and
    e.getEnclosingCallable() = v.getCallable() and
    not knownAt(v, e) and
    not isHandedKnown(v)
  )
}

/** Holds if others may know the object in `v` before `e` is evaluated, which itself may tell them. */
private predicate knownBefore(LocalScopeVariable v, VarAccess e) {
  e = accessOf(v) and
  exists(BasicBlock b, int pos | cfg_position(e.getControlFlowNode(), b, pos) |
    exists(int last |
      last = max(int before | changesAt(v, b, before, _) and before < pos) and
      changesAt(v, b, last, true)
    )
    or
    knownAtEntry(v, b) and not exists(int before | changesAt(v, b, before, _) and before < pos)
  )
}

/** Holds if `e` denotes an object that its callable has made and that nobody else knows before `e` is evaluated. */
cached
predicate isFirstTold(Expr e) {
  makes(e)
  or
  exists(LocalScopeVariable v |
    e = accessOf(v) and
    e.getEnclosingCallable() = v.getCallable() and
    not knownBefore(v, e) and
    not isHandedKnown(v)
  )
}

/** Holds if `m` returns an object that it has made. */
private predicate returnsNew(Method m) {
  m.fromSource() and
  forex(ReturnStmt s | s.getEnclosingCallable() = m |
    makes(s.getExpr()) or makes(onlyValue(s.getExpr().(VarAccess).getVariable()))
  )
}

/** Gets a loop around `s`, within its callable. */
private LoopStmt loopAround(Stmt s) { result = s.getEnclosingStmt+() }

/**
 * Holds if `e` denotes another object each time it is evaluated: its callable has made the object, or had it made by a
 * method that does nothing else, and no loop comes to `e` again with the same one.
 */
predicate isAnotherEachTime(VarAccess e) {
  exists(LocalVariableDecl v, Expr value |
    e = v.getAnAccess() and
    e.getEnclosingCallable() = v.getCallable() and
    value = onlyValue(v) and
    (
      makes(value)
      or
      exists(Method m | m = value.(MethodCall).getMethod().getSourceDeclaration() |
        returnsNew(m) and not overridesDirectly(_, m)
      )
    ) and
    forall(LoopStmt loop | loop = loopAround(e.getEnclosingStmt()) |
      loop = loopAround(value.getEnclosingStmt())
    )
  )
}

private newtype TState =
  TShared() or
  TReached() or
  TThreadOwn() or
  TMaking()

/** What is known of an object where it is used: who may use it at the same time. */
class State extends TState {
  /** Holds if others may know it. */
  predicate isShared() { this = TShared() }

  /** Holds if the thread came to it from an object of its own, by fields that others may hold too. */
  predicate isReached() { this = TReached() }

  /** Holds if it belongs to the thread: no other thread of the same start has the same one. */
  predicate isOwn() { this = TThreadOwn() }

  /** Holds if nobody else knows it yet. */
  predicate isInTheMaking() { this = TMaking() }

  /** Holds if more threads may have an object in this state than one in the state `other`. */
  predicate isLessOwn(State other) {
    this.isShared() and (other.isReached() or other.isOwn())
    or
    this.isReached() and other.isOwn()
  }

  /** Gets the state of what the fields of such an object hold, if others may hold it too. */
  State ofParts() {
    if this.isOwn() or this.isReached()
    then result.isReached()
    else result.isShared()
  }

  /** Gets a text that describes this. */
  string toString() {
    this = TShared() and result = "shared"
    or
    this = TReached() and result = "reached"
    or
    this = TThreadOwn() and result = "own"
    or
    this = TMaking() and result = "in the making"
  }
}

/** Holds if `site` is a call on the own object. */
predicate isOnOwn(ExprParent site) {
  site.(MethodCall).isOwnMethodCall() or
  site.(MethodCall).getQualifier() instanceof SuperAccess or
  site instanceof ThisConstructorInvocationStmt or
  site instanceof SuperConstructorInvocationStmt
}

/** Gets the value that `v` always has, if it is assigned once. */
private Expr onlyValue(LocalVariableDecl v) {
  strictcount(v.getAnAssignedValue()) = 1 and
  result = v.getAnAssignedValue()
}

/** Gets the field of the own object that the value of `e` is read from, directly, by a local variable or by a getter. */
cached
Field ownFieldRead(Expr e) {
  result = e.(FieldRead).getField() and e.(FieldRead).isOwnFieldAccess()
  or
  result = ownFieldRead(e.(CastingExpr).getExpr())
  or
  result = ownFieldRead(onlyValue(e.(VarAccess).getVariable()))
  or
  e.(MethodCall).isOwnMethodCall() and
  result = e.(MethodCall).getMethod().getSourceDeclaration().(GetterMethod).getField()
}

/** Holds if `f` holds what the maker of its object has handed in, so that the maker may hand the same to several. */
private predicate isHandedIn(Field f) {
  exists(Parameter p |
    p.getCallable() instanceof Constructor and f.getAnAssignedValue() = p.getAnAccess()
  )
}

/** Holds if `e` is reached from the own object, by fields that it has found itself and by methods that take nothing. */
cached
predicate isReachedFromOwn(Expr e) {
  exists(Field f | f = ownFieldRead(e) and not isHandedIn(f))
  or
  exists(FieldRead read | read = e |
    isReachedFromOwn(read.getQualifier()) and not isHandedIn(read.getField())
  )
  or
  isReachedFromOwn(e.(CastingExpr).getExpr())
  or
  isReachedFromOwn(onlyValue(e.(VarAccess).getVariable()))
  or
  exists(MethodCall call | call = e |
    call.getMethod().hasNoParameters() and
    call.getMethod().fromSource() and
    not call.getMethod().isStatic() and
    not isHandedIn(call.getMethod().getSourceDeclaration().(GetterMethod).getField()) and
    isReachedFromOwn(call.getQualifier())
  )
}
