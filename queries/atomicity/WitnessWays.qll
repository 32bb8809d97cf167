/**
 * The ways of a violation: from the context to the method that takes the witness twice, and from each taking there to
 * the place that locks.
 */

import java
import Places
import java.concurrency.LockTypes
import java.concurrency.LocksTaken
import Scopes
import LockFlow
import Witnesses

/** Holds if `lock` is taken at `n`, on the way of a violation. */
private predicate isOnWay(ControlFlowNode n, Lock lock) {
  exists(Violation v | lock = v.getWitness() and (n = v.getSecond() or n = getFirst(v)))
  or
  exists(ControlFlowNode before, Lock outer | isOnWay(before, outer) |
    passesTo(before, outer, n, lock)
  )
}

/** Holds if the call at `n` takes `lock` in `target`, which names it `inner`. */
pragma[nomagic]
private predicate entersAt(ControlFlowNode n, Lock lock, Callable target, Lock inner) {
  isOnWay(n, lock) and
  exists(Call call |
    n = nodeOfSite(call) and
    runsLocker(call, target) and
    takes(target, inner) and
    isCalled(call, target, inner, lock) and
    isPossible(inner, target)
  )
}

/** Holds if the call at `n` takes `lock` through a call at `next`, in what it runs, that takes `inner`. */
private predicate passesTo(ControlFlowNode n, Lock lock, ControlFlowNode next, Lock inner) {
  exists(Callable target |
    entersAt(n, lock, target, inner) and
    isTakenAt(next, inner) and
    target = next.getEnclosingCallable() and
    not exists(placeIn(target, inner))
  )
}

/** Gets a place in `c` that locks `lock`. */
private Place placeIn(Callable c, Lock lock) {
  lock = lockOfMethod(c) and result = c
  or
  exists(SynchronizedStmt s |
    lock = lockOfBlock(s) and c = s.getEnclosingCallable() and result = s.getExpr()
  )
  or
  exists(LockAcquire a | lock = lockOfCall(a) and c = a.getEnclosingCallable() and result = a)
}

/** Gets the place that locks `lock`, taken at `n`, without further calls from the called method. */
private Place placeAt(ControlFlowNode n, Lock lock) {
  isOnWay(n, lock) and
  (
    lock = lockOfBlock(n.asStmt()) and result = n.asStmt().(SynchronizedStmt).getExpr()
    or
    lock = lockOfCall(n.asExpr()) and result = n.asExpr().(LockAcquire)
  )
  or
  exists(Callable target, Lock inner |
    entersAt(n, lock, target, inner) and
    (
      exists(target.getBody()) and result = placeIn(target, inner)
      or
      not exists(target.getBody()) and result = n.asExpr()
    )
  )
}

/** Holds if a place that locks `lock`, taken at `n`, is `calls` further calls away. */
private predicate isAway(ControlFlowNode n, Lock lock, int calls) {
  exists(placeAt(n, lock)) and calls = 0
  or
  exists(ControlFlowNode next, Lock inner |
    passesTo(n, lock, next, inner) and isAway(next, inner, calls - 1) and calls < 20
  )
}

/** Gets the smallest number of calls between `n`, which takes `lock`, and the place that locks. */
int distanceToPlace(ControlFlowNode n, Lock lock) {
  result = min(int calls | isAway(n, lock, calls))
}

/** Gets the nearest place that locks `lock`, taken at `n`. */
Place getPlace(ControlFlowNode n, Lock lock) {
  distanceToPlace(n, lock) = 0 and
  result = min(Place place, string path, int line, int column |
    place = placeAt(n, lock) and beginsAt(place, path, line, column)
  |
    place order by path, line, column
  )
  or
  exists(ControlFlowNode next, Lock inner |
    isNext(n, lock, next, inner) and result = getPlace(next, inner)
  )
}

/** Holds if the nearest place that locks `lock`, taken at `n`, is reached through `next`, which takes `inner`. */
predicate isNext(ControlFlowNode n, Lock lock, ControlFlowNode next, Lock inner) {
  next = nextNode(n, lock) and
  inner = min(Lock other | isNearer(n, lock, next, other) | other order by other.toString())
}

/** Holds if `next`, which takes `inner`, is on a shortest way from `n`. */
private predicate isNearer(ControlFlowNode n, Lock lock, ControlFlowNode next, Lock inner) {
  passesTo(n, lock, next, inner) and
  distanceToPlace(next, inner) = distanceToPlace(n, lock) - 1
}

/** Gets the first call on the shortest way from `n`, which takes `lock`, behind `n`. */
private ControlFlowNode nextNode(ControlFlowNode n, Lock lock) {
  result = min(ControlFlowNode next, string path, int line, int column |
    isNearer(n, lock, next, _) and beginsAt(elementOf(next), path, line, column)
  |
    next order by path, line, column
  )
}

/** Gets the smallest number of calls from a context to `c`, in which `lock` is taken twice. */
private int distanceFromContext(Callable c, Lock lock) {
  result = min(int calls | isConfirmedIn(c, lock, calls))
}

/** Holds if `call`, which takes `outer`, is on a shortest way from a context to `c`, which takes `lock` twice. */
private predicate isWayTo(Callable c, Lock lock, Call call, Lock outer) {
  leadsTo(call, outer, c, lock) and
  (
    distanceFromContext(c, lock) = 1 and confirms(_, call, outer)
    or
    not isInContext(nodeOfSite(call)) and
    distanceFromContext(call.getEnclosingCallable(), outer) = distanceFromContext(c, lock) - 1
  )
}

/** Gets the call that is reported as the way to `c`, which takes `lock` twice. */
private Call callTo(Callable c, Lock lock) {
  result = min(Call call, string path, int line, int column |
    isWayTo(c, lock, call, _) and beginsAt(call, path, line, column)
  |
    call order by path, line, column
  )
}

/** Gets what `lock`, which `c` takes twice, is called at the call that is reported as the way to `c`. */
private Lock lockAtCallTo(Callable c, Lock lock) {
  result = min(Lock outer | isWayTo(c, lock, callTo(c, lock), outer) |
    outer order by outer.toString()
  )
}

/** Gets the call, `back` calls before the method of `v`, on the way from the context. */
Call getWayCall(Violation v, int back) { isWayCall(v, back, result, _) }

/** Holds if `call` is on the way to `v`, `back` calls before its method, and takes `lock`. */
private predicate isWayCall(Violation v, int back, Call call, Lock lock) {
  v = TRemoteViolation(_, _) and
  back = 1 and
  call = callTo(v.getCallable(), v.getWitness()) and
  lock = lockAtCallTo(v.getCallable(), v.getWitness())
  or
  exists(Call later, Lock inner | isWayCall(v, back - 1, later, inner) |
    not confirms(_, later, inner) and
    call = callTo(later.getEnclosingCallable(), inner) and
    lock = lockAtCallTo(later.getEnclosingCallable(), inner)
  )
}

/** Gets the context of `v`: the innermost scope of another lock in which the witness is taken twice. */
Scope getContext(Violation v) {
  v = TLocalViolation(_, _) and result = v.getScope()
  or
  exists(Call call, Lock lock |
    isWayCall(v, _, call, lock) and
    result = max(Scope scope, int line, int column |
      confirms(scope, call, lock) and beginsAt(scope.getBeginning(), _, line, column)
    |
      scope order by line, column
    )
  )
}

/** Holds if `e` is the step number `i`, of part `part`, on the way of `v`. */
predicate isStep(Violation v, int part, int i, Place e) {
  part = 0 and i = 0 and e = getContext(v).getBeginning()
  or
  part = 1 and exists(int back | e = getWayCall(v, back) and i = -back)
  or
  part = 2 and isTakingStep(v, getFirst(v), i, e)
  or
  part = 3 and isTakingStep(v, v.getSecond(), i, e)
}

/** Holds if `e` is the step number `i` from `n`, the first or second taking of `v`'s witness, to the place that locks. */
private predicate isTakingStep(Violation v, ControlFlowNode n, int i, Place e) {
  exists(ControlFlowNode at, Lock lock | isTakingNode(v, n, i, at, lock) and e = elementOf(at))
  or
  exists(ControlFlowNode at, Lock lock, int last |
    isTakingNode(v, n, last, at, lock) and
    distanceToPlace(at, lock) = 0 and
    i = last + 1 and
    e = getPlace(at, lock) and
    not at.asStmt() instanceof SynchronizedStmt and
    not at.asExpr() instanceof LockAcquire and
    not e = at.asExpr()
  )
}

/** Holds if `at`, which takes `lock`, is `i` calls behind `n`, a taking of `v`'s witness. */
private predicate isTakingNode(
  Violation v, ControlFlowNode n, int i, ControlFlowNode at, Lock lock
) {
  (n = getFirst(v) or n = v.getSecond()) and at = n and lock = v.getWitness() and i = 0
  or
  exists(ControlFlowNode before, Lock outer |
    isTakingNode(v, n, i - 1, before, outer) and isNext(before, outer, at, lock)
  )
}

/** Gets the place that locks the witness of `v` for the second time. */
Place getSecondPlace(Violation v) { result = getPlace(v.getSecond(), v.getWitness()) }

/** Holds if the ways of `v` are within the bound. */
predicate isNear(Violation v) {
  distanceToPlace(getFirst(v), v.getWitness()) < callBound() and
  distanceToPlace(v.getSecond(), v.getWitness()) < callBound() and
  not exists(getWayCall(v, callBound() + 1))
}

/** Holds if `place` is a call of a library method that locks its object. */
predicate isLibraryCall(Place place) {
  place = placeAt(_, _) and
  place instanceof MethodCall and
  not place instanceof LockAcquire
}
