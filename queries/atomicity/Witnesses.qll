/**
 * Witnesses: locks that are taken and given back twice in the scope of another one, in one method or through calls
 * (section 4.4 and figure 8 of the paper), and where each of the steps is.
 */

import java
import Places
import java.concurrency.LocksTaken
import Scopes
import LockFlow

/** Holds if `n` is executed under a lock, as its callable alone shows. */
predicate isInContext(ControlFlowNode n) {
  exists(Scope scope | scope.isContext() and scope.covers(n))
  or
  n.getEnclosingCallable().isSynchronized()
}

/** Holds if in `c`, outside of all contexts in it, `lock` is taken again at `n`. */
predicate isPotentialWitness(Callable c, Lock lock, ControlFlowNode n) {
  takesAgain(TCallableScope(c), lock, n) and
  not c.isSynchronized() and
  not exists(Scope scope | scope.isContext() and takesAgain(scope, lock, n))
}

/** Holds if in `c`, outside of all contexts in it, `lock` is taken again. */
private predicate isTakenTwice(Callable c, Lock lock) { isPotentialWitness(c, lock, _) }

/** Holds if `call` is in no context in its callable, so that its potential witnesses are passed on to the callers. */
private predicate isOutsideContexts(Call call) {
  mayLock(call) and
  not isInContext(nodeOfSite(call))
}

/** The potential witnesses of methods: FINAL_T of the paper. */
private module Final = ToCallers<isTakenTwice/2, isOutsideContexts/1>;

/** Holds if `c`, or something that it calls, takes `lock` twice, outside of all contexts. */
private predicate takesTwice(Callable c, Lock lock) { Final::inCallable(c, lock) }

/** Holds if what `call` runs takes `lock` twice. */
private predicate takesTwiceAt(Call call, Lock lock) { Final::inCall(call, lock) }

/** Holds if `call`, in the context `scope`, takes `lock`, another lock, twice. */
predicate confirms(Scope scope, Call call, Lock lock) {
  takesTwiceAt(call, lock) and
  scope.isContext() and
  (scope.covers(nodeOfSite(call)) or scope = TCallableScope(call.getEnclosingCallable())) and
  not mayHold(nodeOfSite(call), lock)
}

/** Holds if `call` runs `target`, which takes `inner`, the caller's `outer`, twice, and that was to be found. */
predicate leadsTo(Call call, Lock outer, Callable target, Lock inner) {
  (
    confirms(_, call, outer)
    or
    exists(Callable c |
      isConfirmedIn(c, outer, _) and
      c = call.getEnclosingCallable() and
      isOutsideContexts(call) and
      takesTwiceAt(call, outer)
    )
  ) and
  runsLocker(call, target) and
  takesTwice(target, inner) and
  isCalled(call, target, inner, outer) and
  isPossible(outer, call.getEnclosingCallable()) and
  isPossible(inner, target)
}

/** Holds if `c`, `calls` calls away from a context, takes `lock` twice. */
predicate isConfirmedIn(Callable c, Lock lock, int calls) {
  exists(Call call, Lock outer | leadsTo(call, outer, c, lock) |
    confirms(_, call, outer) and calls = 1
    or
    not isInContext(nodeOfSite(call)) and
    isConfirmedIn(call.getEnclosingCallable(), outer, calls - 1) and
    calls < 20
  )
}

/** A violation of atomicity: `lock` is taken for the second time at `second`, in a context. */
newtype TViolation =
  /** The context is in the same method. */
  TLocalViolation(ControlFlowNode second, Lock lock) {
    exists(Scope scope | scope.isContext() and takesAgain(scope, lock, second))
  } or
  /** The context is in a caller. */
  TRemoteViolation(ControlFlowNode second, Lock lock) {
    isPotentialWitness(second.getEnclosingCallable(), lock, second) and
    isConfirmedIn(second.getEnclosingCallable(), lock, _)
  }

/** A violation of atomicity. */
class Violation extends TViolation {
  /** Gets the place where the witness is taken for the second time. */
  ControlFlowNode getSecond() {
    this = TLocalViolation(result, _) or
    this = TRemoteViolation(result, _)
  }

  /** Gets the witness, as it is named there. */
  Lock getWitness() { this = TLocalViolation(_, result) or this = TRemoteViolation(_, result) }

  /** Gets the callable in which the witness is taken. */
  Callable getCallable() { result = this.getSecond().getEnclosingCallable() }

  /** Gets a scope in which the witness is taken twice. */
  Scope getAScope() {
    takesAgain(result, this.getWitness(), this.getSecond()) and
    (
      this = TLocalViolation(_, _) and result.isContext()
      or
      this = TRemoteViolation(_, _) and result = TCallableScope(this.getCallable())
    )
  }

  /** Gets the innermost scope in which the witness is taken twice. */
  Scope getScope() {
    result = max(Scope scope, int line, int column |
      scope = this.getAScope() and beginsAt(scope.getBeginning(), _, line, column)
    |
      scope order by line, column
    )
  }

  /** Gets a text that describes this. */
  string toString() { result = this.getSecond().toString() }
}

/** Holds if from some place in `b` on, all ways lead without change of the witness to its second taking. */
private predicate comesToSecond(Violation v, Scope scope, BasicBlock b) {
  scope = v.getScope() and
  exists(BasicBlock second, int i |
    second.getNode(i) = v.getSecond() and
    isUnforgotten(scope, v.getWitness(), second, -1, i) and
    scope.coversStart(second) and
    b = second.getAPredecessor()
  )
  or
  exists(BasicBlock next |
    comesToSecond(v, scope, next) and
    not isForgottenAt(scope, v.getWitness(), next, _) and
    scope.coversStart(next) and
    scope.coversEnd(next) and
    b = next.getAPredecessor()
  )
}

/** Holds if in `b`, between the nodes at `first` and `second`, nothing that happened in `scope` is over for `lock`. */
bindingset[scope, lock, b, first, second]
private predicate isUnforgotten(Scope scope, Lock lock, BasicBlock b, int first, int second) {
  not exists(int j | isForgottenAt(scope, lock, b, j) and j > first and j < second)
}

/** Gets a place where the witness of `v` is taken before. */
private ControlFlowNode firstOf(Violation v) {
  exists(Scope scope, BasicBlock b, int i |
    takesWithin(scope, v.getWitness(), result, b, i) and scope = v.getScope()
  |
    comesToSecond(v, scope, b) and
    scope.coversEnd(b) and
    not exists(int j | isForgottenAt(scope, v.getWitness(), b, j) and j > i)
    or
    exists(int second |
      b.getNode(second) = v.getSecond() and
      i < second and
      isUnforgotten(scope, v.getWitness(), b, i, second)
    )
  )
}

/** Gets the place to show where the witness of `v` is taken before: the last one before the second. */
ControlFlowNode getFirst(Violation v) {
  result = min(ControlFlowNode n, int weight, int line, int column |
    n = firstOf(v) and
    beginsAt(elementOf(n), _, line, column) and
    (
      if n = v.getSecond()
      then weight = 2
      else if beginsBefore(elementOf(v.getSecond()), elementOf(n))
      then weight = 1
      else weight = 0
    )
  |
    n order by weight, line desc, column desc
  )
}
