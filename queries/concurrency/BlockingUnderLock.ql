/**
 * @name Blocking with a lock held
 * @description A call that waits for other threads, for the network, the disk or a process, or that runs code of others,
 *              takes as long as they want; all threads that need a lock that is held meanwhile wait with it.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/blocking-under-lock
 * @tags concurrency
 *       performance
 */

import java
import java.SourceOrder
import java.TestSources
import java.callgraph.CallGraph
import java.concurrency.Held
import java.concurrency.LifeCycle
import java.concurrency.Locks
import java.models.Models

/** Holds if a row says that `call` may take as long as others want; `effect` is the end of a sentence about it. */
predicate blocks(Call call, string effect) {
  exists(string package, string type, string name, Callable callee |
    blockingCall(package, type, name, effect) and
    callee = call.getCallee().getSourceDeclaration() and
    callee.getName() = name and
    callee.isMemberOf(package, type)
  )
  or
  callsBack(call) and effect = "runs code of others, who may take locks of their own"
}

/** Holds if `call` runs code of others: a listener or a function that they have given to the object. */
predicate callsBack(MethodCall call) {
  exists(Field f |
    isOfField(call.getQualifier(), f) and runsForeign(call.getMethod(), call.getReceiverType(), f)
  )
  or
  exists(Field f, FunctionalExpr each |
    isOfField(call.getQualifier(), f) and
    each = call.getAnArgument() and
    (
      exists(MemberRefExpr m | m = each |
        runsForeign(m.getReferencedCallable(), m.getReferencedCallable().getDeclaringType(), f)
      )
      or
      exists(MethodCall inner |
        inner.getEnclosingCallable() = each.(LambdaExpr).asMethod() and
        inner.getQualifier() = each.(LambdaExpr).asMethod().getAParameter().getAnAccess() and
        runsForeign(inner.getMethod(), inner.getReceiverType(), f)
      )
    )
  )
}

/** Holds if `m`, called on an object of the type `t` that comes from `f`, runs code of others. */
bindingset[m, t, f]
pragma[inline_late]
predicate runsForeign(Method m, RefType t, Field f) {
  m.isAbstract() and
  exists(Interface type | type = t.getSourceDeclaration() |
    isCallbackType(type)
    or
    isEffectType(type) and isFilledByOthers(f)
    or
    // One of several that a method takes in.
    m.getReturnType() instanceof VoidType and
    type.fromSource() and
    not f.getType().(RefType).fromSource() and
    fillerOf(f) instanceof Method
  )
}

/** Holds if `t` is a type of a library for functions that give nothing back: they are there for their effect. */
predicate isEffectType(Interface t) {
  t.hasQualifiedName("java.lang", "Runnable") or
  t.hasQualifiedName("java.util.function",
        ["Consumer", "BiConsumer", "IntConsumer", "LongConsumer"])
}

/** Holds if `e` denotes what `f` holds, or an element of it, by local variables and calls. */
predicate isOfField(Expr e, Field f) {
  mayHoldCallbacks(f) and e.(FieldRead).getField() = f and e.(FieldRead).isOwnFieldAccess()
  or
  exists(LocalVariableDecl v | e = v.getAnAccess() |
    isOfField(v.getAnAssignedValue(), f)
    or
    exists(EnhancedForStmt loop |
      v = loop.getVariable().getVariable() and isOfField(loop.getExpr(), f)
    )
  )
  or
  isOfField(e.(MethodCall).getQualifier(), f) and not e.getType() instanceof PrimitiveType
  or
  isOfField(e.(ArrayAccess).getArray(), f)
  or
  isOfField(e.(CastingExpr).getExpr(), f)
  or
  e instanceof ClassInstanceExpr and isOfField(e.(ClassInstanceExpr).getAnArgument(), f)
}

/** Holds if others give `f`, or what it holds, something to keep: a method that is not private hands on its parameter. */
predicate isFilledByOthers(Field f) { exists(fillerOf(f)) }

/** Gets a callable that is not private and puts its parameter into `f`, or what `f` holds. */
Callable fillerOf(Field f) {
  not result.isPrivate() and
  exists(Parameter p | p = result.getAParameter() |
    exists(AssignExpr set | set.getDest() = f.getAnAccess() and set.getSource() = p.getAnAccess())
    or
    exists(MethodCall add |
      add.getQualifier() = f.getAnAccess() and
      add.getAnArgument() = p.getAnAccess() and
      add.getMethod().getName() = ["add", "addLast", "addFirst", "addElement", "put", "putIfAbsent",
        "offer", "push"]
    )
  )
}

/** Holds if `f` is no local state of a callable: what others may have given to the object. */
predicate mayHoldCallbacks(Field f) {
  f.fromSource() and
  (isFilledByOthers(f) or exists(EnhancedForStmt loop | loop.getExpr() = f.getAnAccess()))
}

/** Holds if `t` is a type of callbacks, as rows of `callbackType` say. */
predicate isCallbackType(Interface t) {
  exists(string pattern | callbackType(pattern) and t.getName().toLowerCase().matches(pattern))
}

/** Holds if `call` is executed with the lock `m` held, which its callable takes at `place`. */
predicate isUnder(Call call, Monitor m, Element place) {
  exists(ControlFlowNode n, LockMode mode |
    n = nodeOfSite(call) and locallyHeld(n, m, mode) and mode.isExclusive() and isOfInterest(call)
  |
    heldAt(call.getEnclosingStmt(), m, place)
    or
    exists(LockAcquire acquire |
      place = acquire and
      acquire.getEnclosingCallable() = call.getEnclosingCallable() and
      m = getLockMonitor(acquire) and
      strictlyDominates(acquire.getControlFlowNode(), n)
    )
  )
}

/** Holds if `call` blocks, or runs a method of its class that does and that only this class knows. */
predicate isOfInterest(Call call) { blocks(call, _) or leadsToBlocking(hiddenTarget(call), _) }

/** Gets the method that `call` runs, if only its own class knows it. */
Method hiddenTarget(MethodCall call) { result = ownTarget(call) and result.isPrivate() }

/** Holds if `m` executes `call`, which blocks: directly, or in a method of its class that only it knows. */
predicate leadsToBlocking(Callable m, Call call) {
  blocks(call, _) and call.getEnclosingCallable() = m
  or
  exists(MethodCall inner |
    inner.getEnclosingCallable() = m and leadsToBlocking(hiddenTarget(inner), call)
  )
}

/** Holds if `call` blocks while the lock `m` is held, which is taken at `place`. */
predicate blocksUnder(Call call, Monitor m, Element place) {
  blocks(call, _) and
  not isTestCallable(call.getEnclosingCallable()) and
  (
    isUnder(call, m, place)
    or
    exists(MethodCall via |
      leadsToBlocking(hiddenTarget(via), call) and
      isUnder(via, m, place) and
      not isUnder(call, _, _)
    )
  )
}

/** Gets the number of places, other than those where an object is made, at which `m` is taken. */
int countPlaces(Monitor m) {
  blocksUnder(_, m, _) and
  result = count(Element place | takesLockAt(place, m))
}

/** Gets the lock to report, among those that are held during `call`: the one that is taken at most places. */
Monitor getLockOf(Call call) {
  result = max(Monitor m, int places | blocksUnder(call, m, _) and places = countPlaces(m) |
    m order by places, m.toString()
  )
}

/** Gets the first place at which the lock is taken that is held during `call`. */
Element firstPlace(Call call) {
  result = min(Element place, int line, int column |
    blocksUnder(call, getLockOf(call), place) and beginsAt(place, line, column)
  |
    place order by line, column
  )
}

/** Gets words for the lock that is held during `call`. */
string lockText(Monitor m) {
  m = getLockOf(_) and
  if m instanceof InstanceMonitor
  then result = "'this' (" + m.(InstanceMonitor).getThisType().getName() + ")"
  else result = "'" + m.toString() + "'"
}

/** Gets the words for the other places, `n`, that take the lock. */
bindingset[n]
string othersText(int n) {
  n = 1 and result = "1 other place needs it."
  or
  n > 1 and result = n + " other places need it."
}

from Call call, string effect, Monitor m
where
  m = getLockOf(call) and
  // Nobody waits for a lock that is only taken here.
  countPlaces(m) > 1 and
  effect = min(string text | blocks(call, text) | text) and
  not runsAlone(call.getEnclosingCallable())
select call,
  "This call " + effect + ", and the lock " + lockText(m) + " that $@ takes is held meanwhile: " +
    othersText(countPlaces(m) - 1), firstPlace(call), "this place"
