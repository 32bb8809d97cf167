/**
 * Objects that nobody else knows yet: accesses to an object that the callable has made itself, or had made, and has not
 * published do not race. Nor do accesses in methods that are called on such an object or get it as an argument.
 *
 * What flows in are the places where objects are made, assigned, handed on and returned; what comes out is the expressions
 * that denote an object which others do not know when they are evaluated.
 */

import java
import java.callgraph.CallGraph
import java.concurrency.ThreadCalls
import java.models.Models

/** Holds if `e` makes an object; a function is none. */
predicate makes(Expr e) {
  e instanceof ClassInstanceExpr and not e instanceof FunctionalExpr
  or
  e instanceof ArrayCreationExpr
  or
  e instanceof ArrayInit
  or
  exists(string package, string type |
    makesNew(package, type, e.(MethodCall).getMethod().getName())
  |
    e.(MethodCall).getMethod().getDeclaringType().getSourceDeclaration()
        .hasQualifiedName(package, type)
  )
}

/** Holds if `e` copies the own object, by `super.clone()`: what its fields refer to is not copied. */
predicate copiesOwnObject(MethodCall e) {
  e.getMethod() instanceof CloneMethod and
  e.getQualifier() instanceof SuperAccess
}

/*-- What may be own, by form --*/

/** Holds if the value of `e` may be an object that its callable has made, or had made, as far as its form tells. */
private predicate mayBeOwn(Expr e) {
  makes(e)
  or
  mayBeOwn(e.(CastingExpr).getExpr())
  or
  mayBeOwn(e.(ConditionalExpr).getABranchExpr())
  or
  e = accessOf(_)
  or
  exists(Callable callee | RunsInProgram::calls(_, e, callee) and mayReturnOwn(callee))
  or
  isOfThread(e)
  or
  isTakenOut(e)
  or
  isSwap(e) and not exists(MethodCall other | isSwap(other) and not isGivenUp(other.getArgument(0)))
}

/** Holds if `call` gets what the thread alone has: a thread-local value, unless one is set that others may know. */
private predicate isOfThread(MethodCall call) {
  call.getMethod().hasName("get") and
  call.getMethod().getDeclaringType() instanceof TypeThreadLocal and
  not exists(MethodCall set, Variable v |
    call.getQualifier() = v.getAnAccess() and
    set.getQualifier() = v.getAnAccess() and
    set.getMethod().hasName("set") and
    not makes(set.getArgument(0)) and
    not set.getArgument(0) instanceof NullLiteral
  )
}

/**
 * Holds if `read` takes out what a field holds, and the same block puts another object or none there: all uses of the field hold
 * one monitor and keep the object to themselves, so that nobody else knows it from then on.
 */
private predicate isTakenOut(FieldRead read) {
  exists(Field f, LocalVariableDecl v, AssignExpr emptied, string lock |
    f = read.getField() and
    f.isPrivate() and
    read = v.getAnAssignedValue() and
    emptied.getDest().(FieldAccess).getField() = f and
    (makes(emptied.getSource()) or emptied.getSource() instanceof NullLiteral) and
    strictlyDominates(read.getControlFlowNode(), emptied.getControlFlowNode()) and
    read.getBasicBlock() = emptied.getBasicBlock() and
    lock = monitorAround(read) and
    lock = monitorAround(emptied.getDest()) and
    forall(FieldAccess other |
      other = f.getAnAccess() and
      not other.getEnclosingCallable() instanceof InitializerMethod and
      not other.getEnclosingCallable() instanceof Constructor
    |
      lock = monitorAround(other) and
      (other = read or other instanceof VarWrite or isOnlyUsed(other))
    )
  )
}

/** Gets a text for a monitor that is held at `a`, an access of a private field of the own object: by its method, or a block around it. */
private string monitorAround(FieldAccess a) {
  a.getField().isPrivate() and
  a.isOwnFieldAccess() and
  (
    a.getEnclosingCallable().isSynchronized() and
    not a.getEnclosingCallable().isStatic() and
    result = "this"
    or
    exists(SynchronizedStmt s | s.getBlock() = a.getEnclosingStmt().getEnclosingStmt+() |
      s.getExpr().(InstanceAccess).isOwnInstanceAccess() and result = "this"
      or
      exists(FieldAccess lock | lock = s.getExpr() |
        lock.isOwnFieldAccess() and
        lock.getField().isFinal() and
        result = lock.getField().getQualifiedName()
      )
    )
  )
}

/** Holds if the object that `read` finds is called, asked or compared where it stands, and handed to nobody. */
private predicate isOnlyUsed(FieldRead read) {
  exists(MethodCall call | read = call.getQualifier() |
    not call.getMethod().fromSource() and call.getType() instanceof PrimitiveType
    or
    call.getParent() instanceof ExprStmt
  )
  or
  read = any(EqualityTest test).getAnOperand()
}

/** Holds if `call` swaps an object with another thread. */
private predicate isSwap(MethodCall call) {
  call.getMethod().getDeclaringType().getSourceDeclaration()
      .hasQualifiedName("java.util.concurrent", "Exchanger") and
  call.getMethod().hasName("exchange")
}

/** Holds if the callable of `e`, which hands an object to another thread, does nothing with the object from then on. */
private predicate isGivenUp(Expr e) {
  e = any(MethodCall call | isSwap(call)).getArgument(0) and
  (
    makes(e)
    or
    e instanceof NullLiteral
    or
    exists(LocalVariableDecl v | e = v.getAnAccess() |
      // What comes back takes its place.
      exists(Expr value | value = v.getAnAssignedValue() and value.(MethodCall).getArgument(0) = e)
      or
      not exists(VarAccess later |
        later = v.getAnAccess() and
        later != e and
        (
          strictlyDominates(e.getControlFlowNode(), later.getControlFlowNode()) or
          later.getBasicBlock() = e.getBasicBlock().getASuccessor+() or
          later.getEnclosingCallable() != e.getEnclosingCallable()
        )
      )
    )
  )
}

/** Holds if `m` may return an object that it has made, as far as its form tells. */
private predicate mayReturnOwn(Callable m) { mayBeOwn(returnedBy(m)) }

/** Gets an expression whose value `m` returns. */
private Expr returnedBy(Callable m) {
  exists(ReturnStmt s | s.getEnclosingCallable() = m and result = s.getExpr())
}

/** Holds if `v` is assigned objects that its callable makes, or is handed what some caller has made; perhaps others too. */
private predicate holdsOwn(LocalScopeVariable v) {
  mayBeOwn(v.(LocalVariableDecl).getAnAssignedValue()) or
  isHandedOwn(v)
}

/** Holds if some caller hands `p` what it has made. */
private predicate isHandedOwn(Parameter p) {
  not exists(p.getAnAssignedValue()) and
  not p.isVarargs() and
  exists(Expr arg | handsTo(_, arg, p) and mayBeOwn(arg))
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

/** Holds if some caller hands `p` the object on which it is called. */
private predicate isHandedThis(Parameter p) {
  not exists(p.getAnAssignedValue()) and
  not p.isVarargs() and
  exists(Expr arg | handsTo(_, arg, p) |
    arg instanceof ThisAccess or arg = any(Parameter q | isHandedThis(q)).getAnAccess()
  )
}

/** Gets an access to what `v` holds, if that is an object of the callable's own or of a caller's. */
private VarAccess watchedAccess(LocalScopeVariable v) {
  (holdsOwn(v) or isHandedThis(v)) and
  result = v.getAnAccess()
}

/** Gets an access to the own object in `v`, as the receiver of a call, the base of an access, or otherwise. */
private VarAccess accessOf(LocalScopeVariable v) { holdsOwn(v) and result = v.getAnAccess() }

/*-- Where objects are published --*/

/** Holds if a method of a library takes `arg` into a text, or looks into it, and keeps nothing of it. */
private predicate isForgotten(Expr arg) {
  exists(MethodCall call | arg = call.getAnArgument() and isOutputCall(call))
  or
  exists(MethodCall call, int index, string package, string type |
    arg = call.getArgument(index) and
    forgetsArgument(package, type, call.getMethod().getName(), index) and
    call.getMethod().isMemberOf(package, type)
  )
}

/** Holds if `call` takes what it is given into a text, prints or logs it, also where the library is not there. */
predicate isOutputCall(MethodCall call) {
  exists(string package, string type, string name, RefType t | printsArgument(package, type, name) |
    call.getMethod().hasName(name) and
    t = call.getMethod().getDeclaringType().getSourceDeclaration().getASourceSupertype*() and
    t.hasQualifiedName(package, type)
    or
    unresolved_calls(call, name, _) and
    t = call.getReceiverType() and
    t.hasQualifiedName(package, type)
  )
}

/** Holds if `e`, which denotes an object, is looked at, locked or called where it stands, and goes nowhere else. */
private predicate isUsedInPlace(Expr e) {
  e = any(FieldAccess a).getQualifier() or
  e = any(ArrayAccess a).getArray() or
  e = any(EqualityTest t).getAnOperand() or
  e = any(MethodCall call).getQualifier() or
  e = any(Call call | call.getCallee().fromSource()).getAnArgument() or
  e = any(SynchronizedStmt s).getExpr() or
  e = any(InstanceOfExpr test).getExpr() or
  e = any(AddExpr text).getAnOperand() or
  e = any(EnhancedForStmt loop).getExpr() or
  isForgotten(e)
}

/** Holds if `e`, an access to an object that is watched, is no receiver or argument, and may publish the object. */
private predicate isHandedOn(VarAccess e) {
  e = watchedAccess(_) and
  not e.isVarWrite() and
  not isUsedInPlace(e) and
  not exists(CastingExpr cast | cast.getExpr() = e and isUsedInPlace(cast))
}

/** Holds if `e`, an access to an object that is watched, may publish the object. */
private predicate publishes(VarAccess e) {
  isHandedOn(e)
  or
  exists(MethodCall call | e = watchedAccess(_) and e = call.getQualifier() |
    publishesThis(call.getMethod())
    or
    returnsThis(call.getMethod()) and not call.getParent() instanceof ExprStmt
  )
  or
  e = watchedAccess(_) and isPublishedBy(_, e)
}

/** Holds if `call`, which is handed `arg`, may publish it. */
private predicate isPublishedBy(Call call, Expr arg) {
  isHandedWatched(call, arg) and not handsTo(call, arg, _)
  or
  exists(Parameter p | handsWatched(call, arg, p) and isPublishedThrough(p))
}

/** Holds if `call` is handed `arg`, an object that is watched or `this`, and need not forget it. */
pragma[nomagic]
private predicate isHandedWatched(Call call, Expr arg) {
  arg = call.getAnArgument() and
  (arg = watchedAccess(_) or arg instanceof ThisAccess) and
  not isForgotten(arg)
}

/** Holds if `call` hands `arg`, of which that holds, to `p`. */
pragma[nomagic]
private predicate handsWatched(Call call, Expr arg, Parameter p) {
  isHandedWatched(call, arg) and
  handsTo(call, arg, p)
}

/** Holds if the object that is handed to `p` may be published. */
private predicate isPublishedThrough(Parameter p) {
  handsWatched(_, _, p) and not isHandedOwn(p) and not isHandedThis(p)
  or
  exists(VarAccess use | use = p.getAnAccess() |
    publishes(use) or use.getEnclosingCallable() != p.getCallable()
  )
}

/** Gets a method of the sources that a call of `m` may run. */
private Method implementationOf(Method m) {
  result = m.getSourceDeclaration() or
  overridesDirectly(result, m.getSourceDeclaration())
}

/** Holds if `m`, or what overrides it, may publish the object that it is called on, other than by returning it. */
private predicate publishesThis(Method m) {
  exists(Method impl | impl = implementationOf(m) |
    exists(ThisAccess self |
      self.getEnclosingCallable() = impl and
      not isUsedInPlace(self) and
      not self.getParent() instanceof ReturnStmt
    )
    or
    exists(ThisAccess self | self.getEnclosingCallable() = impl and isPublishedBy(_, self))
    or
    exists(MethodCall call |
      call.getEnclosingCallable() = impl and
      call.isOwnMethodCall() and
      publishesThis(call.getMethod())
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

/** Holds if `m`, or what overrides it, may return the object that it is called on. */
private predicate returnsThis(Method m) {
  exists(Method impl | impl = implementationOf(m) and returnedBy(impl) instanceof ThisAccess)
}

/** Holds if `function` is handed to a call that returns only when it has been run, perhaps by another thread. */
private predicate isAwaited(ClassInstanceExpr function) {
  exists(MethodCall call | function = call.getAnArgument() and isWait(call, "itself"))
}

/** Holds if, at `node`, others may come to know the object in `v`, which its callable has made. */
private predicate published(LocalScopeVariable v, ControlFlowNode node) {
  exists(VarAccess e | e = accessOf(v) |
    publishes(e) and e.getEnclosingCallable() = v.getCallable() and node = e.getControlFlowNode()
    or
    // Captured: known from where the function or the object of the class is made.
    exists(ClassInstanceExpr maker |
      e.getEnclosingCallable() != v.getCallable() and
      maker = makerWithin(e.getEnclosingCallable(), v.getCallable()) and
      node = maker.getControlFlowNode() and
      not (isAwaited(maker) and not publishes(e))
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

/*-- What others may know --*/

/** Holds if `node` puts the object that `value` denotes into `v`. */
private predicate assigns(LocalScopeVariable v, ControlFlowNode node, Expr value) {
  holdsOwn(v) and
  value = v.(LocalVariableDecl).getAnAssignedValue() and
  not value instanceof NullLiteral and
  (
    exists(AssignExpr assign | assign.getSource() = value and node = assign.getControlFlowNode())
    or
    exists(LocalVariableDeclExpr e | e.getInit() = value and node = e.getControlFlowNode())
  )
}

/** Holds if `node` is at `pos` of `b`, or is where `b` begins. */
pragma[inline]
private predicate isAt(ControlFlowNode node, BasicBlock b, int pos) {
  cfg_position(node, b, pos)
  or
  node = b and pos = 0
}

/** Holds if at `pos` of `b` the object in `v` becomes another one, which its callable has made if its form tells so. */
private predicate replacedAt(LocalScopeVariable v, BasicBlock b, int pos) {
  exists(ControlFlowNode node, Expr value |
    assigns(v, node, value) and mayBeOwn(value) and isAt(node, b, pos)
  )
}

/** Holds if at `pos` of `b` others come to know the object in `v`, or it becomes one that others may know. */
private predicate publishedAt(LocalScopeVariable v, BasicBlock b, int pos) {
  exists(ControlFlowNode node | isAt(node, b, pos) |
    published(v, node) or exists(Expr value | assigns(v, node, value) and mayBeKnown(value))
  )
}

/** Holds if others may know the object in `v` when `b` is left. */
private predicate knownAtExit(LocalScopeVariable v, BasicBlock b) {
  exists(int pos | publishedAt(v, b, pos) |
    not exists(int later | replacedAt(v, b, later) and later > pos)
  )
  or
  knownAtEntry(v, b) and not replacedAt(v, b, _)
}

/** Holds if others may know the object in `v` when `b` is entered. */
private predicate knownAtEntry(LocalScopeVariable v, BasicBlock b) {
  exists(BasicBlock before | knownAtExit(v, before) and b = before.getASuccessor())
}

/** Holds if `e`, an access to the object in `v`, is at `pos` of `b`. */
private predicate isAccessAt(LocalScopeVariable v, VarAccess e, BasicBlock b, int pos) {
  e = accessOf(v) and
  cfg_position(e.getControlFlowNode(), b, pos)
}

/** Holds if others may know the object in `v` before `e` is evaluated, which itself may publish it. */
private predicate knownBefore(LocalScopeVariable v, VarAccess e) {
  exists(BasicBlock b, int pos | isAccessAt(v, e, b, pos) |
    exists(int earlier | publishedAt(v, b, earlier) and earlier < pos |
      not exists(int between | replacedAt(v, b, between) and earlier < between and between < pos)
    )
    or
    knownAtEntry(v, b) and not exists(int before | replacedAt(v, b, before) and before < pos)
  )
}

/** Holds if others may know the object in `v` when `e` has been evaluated. */
private predicate knownAt(LocalScopeVariable v, VarAccess e) {
  knownBefore(v, e)
  or
  exists(BasicBlock b, int pos | isAccessAt(v, e, b, pos) and publishedAt(v, b, pos))
}

/** Holds if the callable of `e` may put, hand on or return the value of `e` as an object of its own. */
private predicate isPassedOn(Expr e) {
  assigns(_, _, e)
  or
  exists(Parameter p | handsTo(_, e, p) and isHandedOwn(p))
  or
  exists(Callable m | mayReturnOwn(m) and e = returnedBy(m))
  or
  exists(CastingExpr cast | isPassedOn(cast) and e = cast.getExpr())
  or
  exists(ConditionalExpr choice | isPassedOn(choice) and e = choice.getABranchExpr())
}

/** Holds if others may know the value of `e`, which is passed on, when it is. */
private predicate mayBeKnown(Expr e) {
  isPassedOn(e) and
  (
    not mayBeOwn(e) and not e instanceof NullLiteral
    or
    mayBeKnown(e.(CastingExpr).getExpr())
    or
    mayBeKnown(e.(ConditionalExpr).getABranchExpr())
    or
    exists(LocalScopeVariable v | e = accessOf(v) |
      e.getEnclosingCallable() != v.getCallable() or knownBefore(v, e) or isHandedKnown(v)
    )
    or
    exists(Callable callee |
      RunsInProgram::calls(_, e, callee) and not makes(e) and not isSwap(e) and not isOfThread(e)
    |
      not mayReturnOwn(callee) or mayBeKnown(returnedBy(callee))
    )
  )
}

/** Holds if a caller may hand `p` what others know, or have come to know by then. */
private predicate isHandedKnown(Parameter p) {
  isHandedOwn(p) and
  exists(Expr arg | handsTo(_, arg, p) and mayBeKnown(arg))
}

/** Holds if `e` is a call of methods that return objects which nobody else knows. */
private predicate isMadeByCall(MethodCall e) {
  mayBeOwn(e) and
  forall(Callable callee |
    RunsInProgram::calls(_, e, callee) and not isSwap(e) and not isOfThread(e)
  |
    mayReturnOwn(callee) and not mayBeKnown(returnedBy(callee))
  )
}

/**
 * Holds if `e` denotes an object that its callable, what that calls, or all of its callers, have made and that nobody else
 * knows when `e` is evaluated.
 */
cached
predicate isUnknownToOthers(Expr e) {
  makes(e)
  or
  isTakenOut(e)
  or
  isMadeByCall(e)
  or
  isUnknownToOthers(e.(CastingExpr).getExpr())
  or
  isUnknownToOthers(e.(ConditionalExpr).getTrueExpr()) and
  isUnknownToOthers(e.(ConditionalExpr).getFalseExpr())
  or
  exists(LocalScopeVariable v |
    e = accessOf(v) and
    e.getEnclosingCallable() = v.getCallable() and
    not knownAt(v, e) and
    not isHandedKnown(v)
  )
}

/** Holds if `e` denotes an object that its callable has made and that nobody else knows before `e` is evaluated. */
cached
predicate isUnknownBefore(Expr e) {
  makes(e)
  or
  isMadeByCall(e)
  or
  exists(LocalScopeVariable v |
    e = accessOf(v) and
    e.getEnclosingCallable() = v.getCallable() and
    not knownBefore(v, e) and
    not isHandedKnown(v)
  )
}
