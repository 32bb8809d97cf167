/**
 * Deadlocks: threads that hold locks and wait for locks that the others hold. Each condition is a stage that takes
 * candidates away: the orders in which locks are taken, orders that contradict each other, threads that may run at the same
 * time, objects that several threads know, no third lock that lets in one thread only.
 *
 * What flows in are acquisitions, the runs of callables and the objects that expressions denote. What comes out are cycles
 * of two locks, with the acquisitions.
 */

import java
import java.pointsto.PointsTo as PointsTo
import java.TestSources
import Acquisitions
import Order
import Program
import Publication
import Stages
import models.DeadlockModels

module S = Stages<Program>;

module O = Order<Program>;

/** Holds if `a`, in `r`, takes the lock `o`, which several threads may know. */
cached
predicate acquires(Acquisition a, S::Run r, Program::Object o) {
  r.getCallable() = a.getCallable() and
  Program::isShared(o) and
  not isOfOwn(a, r) and
  (
    Program::denotes(a.getLockExpr(), r.getContext(), o) or
    Program::locksByMethod(a.getMethod(), r.getContext(), o)
  )
}

/** Holds if `a`, in `r`, takes the lock of an object that only its own thread knows by then: nobody waits for that. */
private predicate isOfOwn(Acquisition a, S::Run r) {
  r.getCallable() = a.getCallable() and
  (
    isUnknownToOthers(a.getLockExpr())
    or
    r.getState().isInTheMaking() and
    (
      a.getLockExpr().(InstanceAccess).isOwnInstanceAccess()
      or
      exists(Method m | m = a.getMethod() and not m.isStatic())
    )
  )
}

/** Holds if what `r` executes may take a lock. */
private predicate leadsToLock(S::Run r) {
  acquires(_, r, _)
  or
  exists(S::Run next | leadsToLock(next) and S::edge(r, _, next))
}

/** Holds if `next`, which leads to a lock, is run by `r` at `site`, where it holds `o`, which it has taken by `a`. */
private predicate entersHoldingAt(
  S::Run r, Acquisition a, Program::Object o, ExprParent site, S::Run next
) { acquires(a, r, o) and isHeldAtSite(a, site) and S::edge(r, site, next) and leadsToLock(next) }

/** Holds if `next`, which leads to a lock, is run by `r` at a place where it holds `o`. */
private predicate entersHolding(S::Run r, Acquisition a, Program::Object o, S::Run next) {
  entersHoldingAt(r, a, o, _, next)
}

/** Holds if some thread may enter `r` when it holds `o`, which it has taken `calls` calls before. */
cached
predicate mayHold(S::Run r, Program::Object o, int calls) {
  entersHolding(_, _, o, r) and calls = 1
  or
  exists(S::Run before |
    mayHold(before, o, calls - 1) and
    S::edge(before, _, r) and
    leadsToLock(r) and
    calls <= max(int bound | deadlockBound(bound) | bound)
  )
}

/** Holds if `inner`, in `r`, takes `second` when `first`, another object, may be held. */
private predicate takesAfter(
  Program::Object first, Program::Object second, Acquisition inner, S::Run r
) {
  acquires(inner, r, second) and
  first != second and
  (
    mayHold(r, first, _)
    or
    exists(Acquisition outer | isNestedIn(inner, outer) and acquires(outer, r, first))
  )
}

/** Holds if some thread may take `second` when it holds `first`: the edges of the graph of lock orders. */
predicate isBefore(Program::Object first, Program::Object second) {
  takesAfter(first, second, _, _)
}

/** Holds if `inner` takes `second` when `first` may be held. */
predicate takesSecond(Acquisition inner, Program::Object first, Program::Object second) {
  takesAfter(first, second, inner, _)
}

/** Holds if some threads take the two locks in one order, and some in the other. */
predicate isCycle(Program::Object first, Program::Object second) {
  isBefore(first, second) and
  isBefore(second, first)
}

/** Holds if `second` may be taken when `first` is held, both in cycles, and they are objects of two kinds. */
private predicate isDistinctStep(Program::Object first, Program::Object second) {
  isBefore(first, second) and
  not isSameKind(first, second)
}

/** Holds if some threads take `second` when they hold `first`, some the third after the second, some the first after the third. */
predicate isCycleOfThree(Program::Object first, Program::Object second, Program::Object third) {
  isDistinctStep(first, second) and
  isDistinctStep(second, third) and
  isDistinctStep(third, first) and
  // What two of them lead to is told of the two.
  not isBefore(second, first) and
  not isBefore(third, second) and
  not isBefore(first, third)
}

/** Holds if taking `second` when `first` is held is part of a cycle. */
private predicate isOnCycle(Program::Object first, Program::Object second) {
  isCycle(first, second) and not isSameKind(first, second)
  or
  isCycleOfThree(first, second, _)
}

/** Holds if `inner`, in `r`, takes `second` while `first` is held, and other code takes them in the other order. */
cached
predicate contradicts(Program::Object first, Program::Object second, Acquisition inner, S::Run r) {
  isOnCycle(first, second) and
  takesAfter(first, second, inner, r) and
  not isTakenAgain(inner, r)
}

/** Holds if `a` and `b` are objects of one class: what looks like two locks may be one, or two in an order of their own. */
bindingset[a, b]
private predicate isSameKind(Program::Object a, Program::Object b) {
  a.getType() = b.getType() and
  a.getType().fromSource()
}

/** Holds if the lock of `inner` is held on all ways to it: taking it again does not wait. */
private predicate isTakenAgain(Acquisition inner, S::Run r) {
  acquires(inner, r, _) and
  (
    S::isHeldOnEntry(r, inner.getMonitor())
    or
    exists(Acquisition outer | isNestedIn(inner, outer) and outer.getMonitor() = inner.getMonitor())
  )
}

/** Holds if `outer`, in `r`, takes the lock `first`, and the code that it leads to while holding it comes to `inner`. */
private predicate comesFrom(
  Program::Object first, Program::Object second, Acquisition inner, Acquisition outer
) {
  exists(S::Run r | contradicts(first, second, inner, r) |
    isNestedIn(inner, outer) and acquires(outer, r, first)
    or
    exists(S::Run begin, S::Run next |
      entersHolding(begin, outer, first, next) and comesTo(first, next, r, _)
    )
  )
}

/** Holds if `r`, or what it runs, is `last`, a run with a contradicting acquisition after `first`, `calls` calls away. */
private predicate comesTo(Program::Object first, S::Run r, S::Run last, int calls) {
  contradicts(first, _, _, last) and r = last and calls = 0
  or
  exists(S::Run next |
    comesTo(first, next, last, calls - 1) and
    S::edge(r, _, next) and
    mayHold(r, first, _) and
    calls < max(int bound | deadlockBound(bound) | bound)
  )
}

/** Holds if a thread of `t` takes `second` by `inner` when it holds `first`, which it takes by `outer`. */
predicate takesBoth(
  Program::Object first, Acquisition outer, Program::Object second, Acquisition inner,
  Program::Thread t
) {
  comesFrom(first, second, inner, outer) and
  not isHeldAround(outer, first, second) and
  exists(S::Run r | contradicts(first, second, inner, r) and S::executes(t, r))
}

/**
 * Holds if `site`, with the lock of `outer` held, runs `callee`, which comes to `inner`, of a contradiction, by `calls` more
 * calls.
 */
predicate leadsFrom(
  Acquisition outer, Acquisition inner, ExprParent site, Callable callee, int calls
) {
  exists(Program::Object first, S::Run next, S::Run last |
    entersHoldingAt(_, outer, first, site, next) and
    comesTo(first, next, last, calls) and
    contradicts(first, _, inner, last) and
    callee = next.getCallable()
  )
}

/** Holds if `caller`, entered with the lock of `outer` held, runs `callee` by `site`, which comes to `inner` by `calls` more calls. */
predicate leadsOn(
  Acquisition outer, Acquisition inner, Callable caller, ExprParent site, Callable callee, int calls
) {
  exists(Program::Object first, S::Run r, S::Run next, S::Run last |
    acquires(outer, _, first) and
    mayHold(r, first, _) and
    comesTo(first, r, last, calls + 1) and
    S::edge(r, site, next) and
    comesTo(first, next, last, calls) and
    contradicts(first, _, inner, last) and
    caller = r.getCallable() and
    callee = next.getCallable()
  )
}

/** Holds if `t` may run at the same time as any thread, itself included. */
private predicate isGeneral(Program::Thread t) {
  not exists(Program::Thread other | not Program::inParallel(t, other))
}

/** Holds if some thread takes `second` by `inner` when it holds `first`, which it takes by `outer`. */
pragma[nomagic]
private predicate isStep(
  Program::Object first, Acquisition outer, Program::Object second, Acquisition inner
) { takesBoth(first, outer, second, inner, _) }

/** Holds if a thread takes this step that may run at the same time as any other. */
pragma[nomagic]
private predicate isGeneralStep(
  Program::Object first, Acquisition outer, Program::Object second, Acquisition inner
) { exists(Program::Thread t | isGeneral(t) and takesBoth(first, outer, second, inner, t)) }

/** Holds if `t` takes this step, which no general thread takes. */
pragma[nomagic]
private predicate isSpecialStep(
  Program::Object first, Acquisition outer, Program::Object second, Acquisition inner,
  Program::Thread t
) { takesBoth(first, outer, second, inner, t) and not isGeneralStep(first, outer, second, inner) }

/** Holds if two steps of a cycle, from `a` to `b` and from `b` to `c`, are taken by threads that may run at the same time. */
pragma[nomagic]
private predicate meet(
  Program::Object a, Acquisition outer, Program::Object b, Acquisition inner, Acquisition outer2,
  Program::Object c, Acquisition inner2
) {
  isGeneralStep(a, outer, b, inner) and isStep(b, outer2, c, inner2) and isOnOneCycle(a, b, c)
  or
  isStep(a, outer, b, inner) and isGeneralStep(b, outer2, c, inner2) and isOnOneCycle(a, b, c)
  or
  exists(Program::Thread s, Program::Thread t |
    isSpecialStep(a, outer, b, inner, s) and
    isSpecialStep(b, outer2, c, inner2, t) and
    Program::inParallel(s, t)
  ) and
  isOnOneCycle(a, b, c)
}

/** Holds if taking `b` after `a`, and `c` after `b`, are two steps of a cycle. */
private predicate isOnOneCycle(Program::Object a, Program::Object b, Program::Object c) {
  isCycle(a, b) and c = a
  or
  isCycleOfThree(a, b, c)
}

/** Holds if two steps of a cycle of three follow each other, and no third lock lets in one of the threads only. */
pragma[nomagic]
private predicate followsUngated(
  Program::Object a, Acquisition outer, Program::Object b, Acquisition inner, Acquisition outer2,
  Program::Object c, Acquisition inner2
) {
  isCycleOfThree(a, b, c) and
  meet(a, outer, b, inner, outer2, c, inner2) and
  not (inner.isShared() and outer2.isShared()) and
  not haveGate(inner, outer, inner2, outer2) and
  not isReentrant(outer, inner)
}

/** Holds if the callable of `outer`, which takes `first`, holds `second` by then: taking that again does not wait. */
private predicate isHeldAround(Acquisition outer, Program::Object first, Program::Object second) {
  isOnCycle(first, second) and
  exists(S::Run r, Acquisition around |
    acquires(outer, r, first) and isNestedIn(outer, around) and acquires(around, r, second)
  )
}

/** Gets the key of a lock that is held on all ways to `inner`, in some run. */
private string gateOf(Acquisition inner) {
  exists(S::Run r | contradicts(_, _, inner, r) |
    result = S::keyOnEntry(r)
    or
    exists(Acquisition outer |
      isNestedIn(inner, outer) and result = S::keyOfMonitor(outer.getMonitor())
    )
  )
}

/**
 * Holds if a third lock is held at `a`, within `outerA`, and at `b`, within `outerB`. It is asked of pairs that are there: two
 * hundred locks, nested in both orders, have forty thousand, and as many pairs of those.
 */
bindingset[a, outerA, b, outerB]
pragma[inline_late]
private predicate haveGate(Acquisition a, Acquisition outerA, Acquisition b, Acquisition outerB) {
  exists(string gate |
    gate = gateOf(a) and
    gate = gateOf(b) and
    not gate = S::keyOfMonitor([a, outerA, b, outerB].getMonitor())
  )
}

/**
 * Holds if one thread may hold `first`, by `outer`, and wait for `second` at `inner`, while another holds `second`, by
 * `otherOuter`, and waits for `first` at `otherInner`.
 */
cached
predicate deadlock(
  Program::Object first, Acquisition outer, Acquisition inner, Program::Object second,
  Acquisition otherOuter, Acquisition otherInner
) {
  meet(first, outer, second, inner, otherOuter, first, otherInner) and
  not (inner.isShared() and otherOuter.isShared()) and
  not (otherInner.isShared() and outer.isShared()) and
  not haveGate(inner, outer, otherInner, otherOuter) and
  not isReentrant(outer, inner) and
  not isReentrant(otherOuter, otherInner) and
  // Two objects of one kind are another matter, see `swapped`.
  not outer.getMonitor() = inner.getMonitor() and
  not outer.getMonitor() = otherOuter.getMonitor()
}

/**
 * Holds if three threads may each hold one of three locks and wait for the next: one takes the first by `outer` and waits at
 * `inner`, the next holds that lock, by `outer2`, and waits at `inner2`, the last holds that one, by `outer3`, and waits for
 * the first at `inner3`.
 */
cached
predicate deadlockOfThree(
  Program::Object first, Acquisition outer, Acquisition inner, Program::Object second,
  Acquisition outer2, Acquisition inner2, Program::Object third, Acquisition outer3,
  Acquisition inner3
) {
  followsUngated(first, outer, second, inner, outer2, third, inner2) and
  followsUngated(second, outer2, third, inner2, outer3, first, inner3) and
  followsUngated(third, outer3, first, inner3, outer, second, inner)
}

/** Holds if the lock of `inner` is held where `outer` takes its own: taking it again does not wait. */
bindingset[outer, inner]
pragma[inline_late]
private predicate isReentrant(Acquisition outer, Acquisition inner) {
  exists(Acquisition around |
    isNestedIn(outer, around) and around.getMonitor() = inner.getMonitor()
  )
}

/*-- Two objects of one kind, swapped --*/

/** Gets the variable that `e` reads, if it is a local variable or parameter. */
private LocalScopeVariable localOf(Expr e) { result = e.(VarAccess).getVariable() }

/** Gets the variable of the object whose instance field `e` reads. */
private LocalScopeVariable ownerOf(FieldAccess e) {
  not e.getField().isStatic() and
  result = localOf(e.getQualifier())
}

/** Holds if `e` reads an instance field of `this`. */
private predicate isOwnField(FieldAccess e) { e.isOwnFieldAccess() }

/** Holds if `a` and `b`, lock expressions of one callable, may denote two objects at a time that have one role. */
bindingset[a, b]
private predicate mayDiffer(Expr a, Expr b) {
  localOf(a) != localOf(b)
  or
  a instanceof ThisAccess and exists(localOf(b))
  or
  b instanceof ThisAccess and exists(localOf(a))
  or
  // One field of two objects.
  a.(FieldAccess).getField() = b.(FieldAccess).getField() and
  (
    ownerOf(a) != ownerOf(b)
    or
    isOwnField(a) and exists(ownerOf(b))
    or
    isOwnField(b) and exists(ownerOf(a))
  )
}

/** Holds if `call`, under the lock of `outer`, runs a method that locks its receiver, another object than that of `outer`. */
private predicate locksReceiver(Acquisition outer, MethodCall call, Acquisition inner) {
  isHeldAtSite(outer, call) and
  inner.getMethod() = call.getMethod().getSourceDeclaration() and
  not inner.getMethod().isStatic() and
  exists(localOf(call.getQualifier())) and
  (
    exists(Method m | m = outer.getMethod() and not m.isStatic())
    or
    mayDiffer(outer.getLockExpr(), call.getQualifier())
  )
}

/**
 * Holds if `outer`, in `r`, locks one object of `o`, and at `place` another one, by `inner`, so that two threads that do so
 * with the two swapped wait for each other.
 */
cached
predicate swapped(Program::Object o, Acquisition outer, Acquisition inner, Expr place, S::Run r) {
  acquires(outer, r, o) and
  not Program::isSingle(o) and
  not isOrderedByValue(outer) and
  (
    isNestedIn(inner, outer) and
    acquires(inner, r, o) and
    place = inner.getElement() and
    (
      exists(Method m | m = outer.getMethod() and not m.isStatic()) and
      exists(localOf(inner.getLockExpr()))
      or
      mayDiffer(outer.getLockExpr(), inner.getLockExpr())
    )
    or
    locksReceiver(outer, place, inner) and PointsTo::receives(place, r.getContext(), o)
  ) and
  exists(Program::Thread t | S::executes(t, r) | Program::inParallel(t, t))
}

/** Holds if the callable of `a` compares something by which it may decide which of two locks is taken first. */
private predicate isOrderedByValue(Acquisition a) {
  exists(MethodCall call | call.getEnclosingCallable() = a.getCallable() |
    call.getMethod().getName() = ["identityHashCode", "compareTo", "compare"]
  )
  or
  exists(ComparisonExpr test |
    test.getEnclosingCallable() = a.getCallable() and
    exists(IfStmt s | s.getCondition() = test and exists(s.getElse()))
  )
}

/*-- A lock that is held as by a reader, and wanted as a writer --*/

/** Holds if `call` takes a lock as a writer that its thread holds as a reader: it waits for itself. */
predicate upgrades(LockAcquire call, Monitor m) {
  m = getLockMonitor(call) and
  getALockMode(call).isExclusive() and
  not call.isConditional() and
  exists(LockMode mode | locallyHeld(call.getControlFlowNode(), m, mode) and mode.isShared()) and
  not exists(LockMode mode | locallyHeld(call.getControlFlowNode(), m, mode) and mode.isExclusive())
}

/**
 * Holds if `call`, of a method of the own object, is made with `m` held as a reader, and leads to `acquire`, which takes it as
 * a writer, on the same object.
 */
predicate upgradesThrough(MethodCall call, LockAcquire acquire, Monitor m) {
  exists(LockMode mode | locallyHeld(call.getControlFlowNode(), m, mode) and mode.isShared()) and
  not exists(LockMode mode |
    locallyHeld(call.getControlFlowNode(), m, mode) and mode.isExclusive()
  ) and
  call.isOwnMethodCall() and
  leadsToWriter(call.getMethod().getSourceDeclaration(), acquire, m) and
  not m.(VariableMonitor).getVariable() instanceof LocalScopeVariable
}

/** Holds if `c`, or an own method that it calls, takes `m` as a writer by `acquire`, without it before. */
private predicate leadsToWriter(Callable c, LockAcquire acquire, Monitor m) {
  acquire.getEnclosingCallable() = c and
  m = getLockMonitor(acquire) and
  getALockMode(acquire).isExclusive() and
  not acquire.isConditional() and
  not locallyHeld(acquire.getControlFlowNode(), m, _)
  or
  exists(MethodCall call |
    call.getEnclosingCallable() = c and
    call.isOwnMethodCall() and
    not locallyHeld(call.getControlFlowNode(), m, _) and
    leadsToWriter(call.getMethod().getSourceDeclaration(), acquire, m)
  )
}

/*-- Waiting for a thread that needs a lock --*/

/** Holds if `o`, taken by `held`, may be held when `wait` is evaluated in `r`. */
private predicate holdsAt(Expr wait, S::Run r, Program::Object o, Acquisition held) {
  isBlocking(wait) and
  r.getCallable() = wait.getEnclosingCallable() and
  (
    acquires(held, r, o) and isHeldAtSite(held, wait)
    or
    exists(S::Run begin, S::Run next |
      entersHoldingAny(begin, held, o, next) and leadsToWait(next, r, o, _)
    )
  )
}

/** Holds if `wait` may make its thread wait for another one, other than for a lock. */
private predicate isBlocking(MethodCall wait) {
  O::isWaitFor(wait, _) and not hasTimeLimit(wait) and not isKnownDone(wait)
  or
  isSignalWait(wait, _)
}

/** Holds if `wait`, for a future, is only evaluated where that has been found to be done. */
private predicate isKnownDone(MethodCall wait) {
  exists(MethodCall test, IfStmt s |
    test.getMethod().hasName("isDone") and
    test = s.getCondition().getAChildExpr*() and
    test.getEnclosingCallable() = wait.getEnclosingCallable() and
    wait.getEnclosingStmt().getEnclosingStmt*() = s.getThen() and
    test.getQualifier().(VarAccess).getVariable() = wait.getQualifier().(VarAccess).getVariable()
  )
}

/** Holds if `wait` gives up after some time. */
private predicate hasTimeLimit(MethodCall wait) {
  exists(Expr limit | limit = wait.getAnArgument() |
    limit.getType() instanceof NumericType and not limit.(Literal).getLiteral() = "0"
  )
}

private predicate hasWait(S::Run r) {
  exists(MethodCall wait | isBlocking(wait) and r.getCallable() = wait.getEnclosingCallable())
}

private predicate reachesWait(S::Run r) {
  hasWait(r)
  or
  exists(S::Run next | reachesWait(next) and S::edge(r, _, next))
}

private predicate entersHoldingAny(S::Run r, Acquisition a, Program::Object o, S::Run next) {
  entersToWait(r, a, o, _, next)
}

/** Holds if `next`, which leads to a wait, is run by `r` at `site`, where it holds `o`, which it has taken by `a`. */
private predicate entersToWait(
  S::Run r, Acquisition a, Program::Object o, ExprParent site, S::Run next
) { acquires(a, r, o) and isHeldAtSite(a, site) and S::edge(r, site, next) and reachesWait(next) }

/** Holds if `site`, with the lock of `held` held, runs `callee`, which comes to `wait` by `calls` more calls. */
predicate leadsFromTo(
  Acquisition held, MethodCall wait, ExprParent site, Callable callee, int calls
) {
  exists(Program::Object o, S::Run next, S::Run last |
    entersToWait(_, held, o, site, next) and
    leadsToWait(next, last, o, calls) and
    isBlocking(wait) and
    last.getCallable() = wait.getEnclosingCallable() and
    callee = next.getCallable()
  )
}

/** Holds if `caller`, entered with the lock of `held` held, runs `callee` by `site`, which comes to `wait` by `calls` more calls. */
predicate leadsOnTo(
  Acquisition held, MethodCall wait, Callable caller, ExprParent site, Callable callee, int calls
) {
  exists(Program::Object o, S::Run r, S::Run next, S::Run last |
    acquires(held, _, o) and
    entersOrPasses(r, o) and
    leadsToWait(r, last, o, calls + 1) and
    S::edge(r, site, next) and
    leadsToWait(next, last, o, calls) and
    isBlocking(wait) and
    last.getCallable() = wait.getEnclosingCallable() and
    caller = r.getCallable() and
    callee = next.getCallable()
  )
}

/** Holds if `r`, entered with `o` held, leads to `last`, a run that waits, by `calls` calls. */
private predicate leadsToWait(S::Run r, S::Run last, Program::Object o, int calls) {
  entersHoldingAny(_, _, o, r) and hasWait(last) and r = last and calls = 0
  or
  exists(S::Run next |
    entersOrPasses(r, o) and
    S::edge(r, _, next) and
    leadsToWait(next, last, o, calls - 1) and
    calls <= max(int bound | waitBound(bound) | bound)
  )
}

/** Holds if `r` may be entered with `o` held, on a way to a run that waits. */
private predicate entersOrPasses(S::Run r, Program::Object o) { passesHolding(r, o, _) }

private predicate passesHolding(S::Run r, Program::Object o, int calls) {
  entersHoldingAny(_, _, o, r) and calls = 1
  or
  exists(S::Run before |
    passesHolding(before, o, calls - 1) and
    S::edge(before, _, r) and
    reachesWait(r) and
    calls <= max(int bound | waitBound(bound) | bound)
  )
}

/** Holds if `wait`, in `r`, waits for the end of `t` when `o` is held, which `t` may take by `needed`. */
cached
predicate waitsForHolder(
  MethodCall wait, Program::Thread t, Program::Object o, Acquisition held, Acquisition needed
) {
  O::isWaitFor(wait, t) and
  exists(S::Run r | holdsAt(wait, r, o, held)) and
  exists(S::Run r | acquires(needed, r, o) and S::executes(t, r))
}

/*-- Waiting for a signal that needs a lock --*/

/** Holds if `call` calls the method `name` of `package.type`, or what overrides it. */
bindingset[package, type, name]
private predicate isCallOf(MethodCall call, string package, string type, string name) {
  call.getMethod().hasName(name) and
  call.getMethod().getDeclaringType().getSourceDeclaration().getASourceSupertype*()
      .hasQualifiedName(package, type)
}

/** Holds if `wait` returns when another thread calls `signal` on the same object. */
private predicate isSignalWait(MethodCall wait, string signal) {
  exists(string package, string type, string name |
    waitsForSignal(package, type, name, signal) and isCallOf(wait, package, type, name)
  ) and
  not isTestCallable(wait.getEnclosingCallable()) and
  not hasTimeLimit(wait)
}

/** Holds if `call` wakes those that wait for `signal`. */
private predicate isSignalCall(MethodCall call, string signal) {
  exists(string package, string type |
    waitsForSignal(package, type, _, signal) and isCallOf(call, package, type, signal)
  ) and
  not isTestCallable(call.getEnclosingCallable())
}

/** Holds if `wait`, in `r`, waits for a signal on `o`, and `signal`, in `s`, gives it. */
private predicate answers(MethodCall wait, MethodCall signal, Program::Object o) {
  exists(string name |
    isSignalWait(wait, name) and
    isSignalCall(signal, name) and
    PointsTo::receives(wait, _, o) and
    PointsTo::receives(signal, _, o) and
    Program::isShared(o)
  )
}

/** Holds if a thread that evaluates `signal` has to take `o` before that, by `needed`. */
private predicate signalsUnder(MethodCall signal, Program::Object o, Acquisition needed) {
  answers(_, signal, _) and
  (
    isHeldAtSite(needed, signal) and acquires(needed, _, o)
    or
    // Callers take it, all of them.
    exists(S::Run r |
      r.getCallable() = signal.getEnclosingCallable() and acquiresNamed(needed, o, S::keyOnEntry(r))
    )
  )
}

private predicate acquiresNamed(Acquisition a, Program::Object o, string key) {
  key = S::keyOfMonitor(a.getMonitor()) and
  acquires(a, _, o)
}

/** Holds if `wait` gives back the lock of `held`: it waits for the monitor itself, or for a condition of the lock. */
private predicate isReleasedBy(MethodCall wait, Acquisition held) {
  isSignalWait(wait, _) and
  exists(S::Run r, Program::Object o |
    acquires(held, r, o) and r.getCallable() = held.getCallable()
  |
    PointsTo::receives(wait, _, o)
    or
    // The condition of an explicit lock, made by it.
    exists(MethodCall make, Program::Object condition |
      PointsTo::receives(wait, _, condition) and
      make.getMethod().hasName("newCondition") and
      PointsTo::denotes(make, _, condition) and
      PointsTo::receives(make, _, o)
    )
  )
}

/**
 * Holds if `wait` waits for a signal with the lock of `held` in hand, which whoever gives the signal, such as `signal`, has to
 * take before, by `needed`.
 */
cached
predicate waitsForSignaller(
  MethodCall wait, Acquisition held, MethodCall signal, Acquisition needed
) {
  exists(Program::Object o, Program::Object event |
    answers(wait, signal, event) and
    holdsAt(wait, _, o, held) and
    o != event and
    not isReleasedBy(wait, held) and
    signalsUnder(signal, o, needed) and
    // Nobody gives the signal without the lock.
    not exists(MethodCall other | answers(wait, other, event) and not signalsUnder(other, o, _))
  )
}

/*-- Pools that wait for themselves --*/

/** Holds if `o` is an executor with a limited number of threads, as rows say. */
private predicate isBoundedPool(Program::Object o) {
  exists(string package, string type, string name | boundedPool(package, type, name) |
    exists(MethodCall make | make = o.getExpr() | isCallOf(make, package, type, name))
    or
    exists(ClassInstanceExpr make | make = o.getExpr() |
      name = type and
      make.getConstructedType().getSourceDeclaration().getASourceSupertype*()
          .hasQualifiedName(package, type) and
      // As many threads as it takes.
      not make.getAnArgument().(FieldAccess).getField().hasName("MAX_VALUE")
    )
  )
}

/** Holds if the tasks of `t` are run by the pool `o`, which `t` is handed to. */
private predicate runsOnPool(Program::Thread t, Program::Object o) {
  isBoundedPool(o) and
  PointsTo::receives(t.getStart(), _, o)
}

/** Holds if `wait`, executed by a task of a pool with a limited number of threads, waits for a task of the same pool, handed over at `start`. */
cached
predicate waitsForOwnPool(MethodCall wait, Program::Object pool, Expr start) {
  exists(Program::Thread task, Program::Thread awaited, S::Run r |
    runsOnPool(task, pool) and
    runsOnPool(awaited, pool) and
    O::isWaitFor(wait, awaited) and
    not hasTimeLimit(wait) and
    not isKnownDone(wait) and
    start = awaited.getStart() and
    S::executes(task, r) and
    r.getCallable() = wait.getEnclosingCallable()
  )
}
