/**
 * Deadlocks: threads that hold locks and wait for locks that the others hold. Each condition is a stage that takes
 * candidates away: the orders in which locks are taken, orders that contradict each other, threads that may run at the same
 * time, objects that several threads know, no third lock that lets in one thread only.
 *
 * What flows in are acquisitions, the runs of callables and the objects that expressions denote. What comes out are cycles
 * of two locks, with the acquisitions.
 */

import java
import Acquisitions
import Order
import Program
import Stages
import models.DeadlockModels

module S = Stages<Program>;

module O = Order<Program>;

/** Holds if `a`, in `r`, takes the lock `o`, which several threads may know. */
cached
predicate acquires(Acquisition a, S::Run r, Program::Object o) {
  r.getCallable() = a.getCallable() and
  Program::isShared(o) and
  (
    Program::denotes(a.getLockExpr(), r.getContext(), o) or
    Program::locksByMethod(a.getMethod(), r.getContext(), o)
  )
}

/** Holds if what `r` executes may take a lock. */
private predicate leadsToLock(S::Run r) {
  acquires(_, r, _)
  or
  exists(S::Run next | leadsToLock(next) and S::edge(r, _, next))
}

/** Holds if `next`, which leads to a lock, is run by `r` at a place where it holds `o`. */
private predicate entersHolding(S::Run r, Acquisition a, Program::Object o, S::Run next) {
  exists(ExprParent site |
    acquires(a, r, o) and isHeldAtSite(a, site) and S::edge(r, site, next) and leadsToLock(next)
  )
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

/** Holds if some threads take the two locks in one order, and some in the other. */
predicate isCycle(Program::Object first, Program::Object second) {
  isBefore(first, second) and
  isBefore(second, first)
}

/** Holds if `inner`, in `r`, takes `second` while `first` is held, and other code takes them in the other order. */
cached
predicate contradicts(Program::Object first, Program::Object second, Acquisition inner, S::Run r) {
  isCycle(first, second) and
  takesAfter(first, second, inner, r) and
  not isTakenAgain(inner, r) and
  not isSameKind(first, second)
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
private predicate takesBoth(
  Program::Object first, Acquisition outer, Program::Object second, Acquisition inner,
  Program::Thread t
) {
  comesFrom(first, second, inner, outer) and
  not isHeldAround(outer, first, second) and
  exists(S::Run r | contradicts(first, second, inner, r) and S::executes(t, r))
}

/** Holds if the callable of `outer`, which takes `first`, holds `second` by then: taking that again does not wait. */
private predicate isHeldAround(Acquisition outer, Program::Object first, Program::Object second) {
  isCycle(first, second) and
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

/** Holds if a third lock is held at `a` and at `b`. */
private predicate haveGate(Acquisition a, Acquisition outerA, Acquisition b, Acquisition outerB) {
  exists(string gate |
    gate = gateOf(a) and
    gate = gateOf(b) and
    not gate = S::keyOfMonitor([a, outerA, b, outerB].getMonitor())
  ) and
  comesFrom(_, _, a, outerA) and
  comesFrom(_, _, b, outerB)
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
  exists(Program::Thread one, Program::Thread other |
    takesBoth(first, outer, second, inner, one) and
    takesBoth(second, otherOuter, first, otherInner, other) and
    Program::inParallel(one, other)
  ) and
  not (inner.isShared() and otherOuter.isShared()) and
  not (otherInner.isShared() and outer.isShared()) and
  not haveGate(inner, outer, otherInner, otherOuter) and
  not isReentrant(outer, inner) and
  not isReentrant(otherOuter, otherInner) and
  // Two objects of one kind are another matter, see `swapped`.
  not outer.getMonitor() = inner.getMonitor() and
  not outer.getMonitor() = otherOuter.getMonitor()
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
    locksReceiver(outer, place, inner) and Program::isBase(place, r.getContext(), o)
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

/*-- Waiting for a thread that needs a lock --*/

/** Holds if `wait`, in `r`, waits for the end of `t` when `o` is held, which `t` may take by `needed`. */
predicate waitsForHolder(
  MethodCall wait, Program::Thread t, Program::Object o, Acquisition held, Acquisition needed
) {
  O::isWaitFor(wait, t) and
  exists(S::Run r |
    r.getCallable() = wait.getEnclosingCallable() and
    acquires(held, r, o) and
    isHeldAtSite(held, wait)
  ) and
  exists(S::Run r | acquires(needed, r, o) and S::executes(t, r)) and
  not isReleasedBy(wait, held)
}

/** Holds if `wait` gives back the lock of `held`: `Object.wait` on the same object. */
private predicate isReleasedBy(MethodCall wait, Acquisition held) {
  wait.getMethod().hasName("wait") and
  exists(held)
}
