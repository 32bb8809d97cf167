/**
 * The flow of lock operations through the scopes of one method: which locks have been taken and given back before, R,
 * and which are taken again, T (sections 4.2 and 4.3, figure 6 of the paper).
 */

import java
import java.concurrency.LockTypes
import java.concurrency.ThreadCalls
import java.concurrency.LocksTaken
private import java.controlflow.Loops
import Scopes

/** Holds if `lock` is taken (and, sooner or later, given back) at the node `n`: by a block, a call, an acquisition. */
predicate isTakenAt(ControlFlowNode n, Lock lock) {
  lock = lockOfBlock(n.asStmt())
  or
  exists(LockAcquire a |
    n = a.getControlFlowNode() and lock = lockOfCall(a) and not a.isOptimistic()
  )
  or
  exists(Call call | n = nodeOfSite(call) and takesAt(call, lock))
}

/**
 * Holds if `n` is in a scope of `lock`, so that it may be held there: to take it again is to enter it again. What is
 * surely held, `holds` of `java.concurrency.LockSets` tells.
 */
predicate mayHold(ControlFlowNode n, Lock lock) {
  exists(Scope scope | scope.covers(n) and lock = scope.getLock())
  or
  lock = lockOfMethod(n.getEnclosingCallable())
}

/** Holds if `n` takes `lock`, which is not held there; it is the node at `i` of `b`. */
predicate takesAnew(ControlFlowNode n, Lock lock, BasicBlock b, int i) {
  isTakenAt(n, lock) and
  not mayHold(n, lock) and
  b.getNode(i) = n
}

/** Holds if `lock` is taken in `scope` at `n`, the node at `i` of `b`. */
predicate takesWithin(Scope scope, Lock lock, ControlFlowNode n, BasicBlock b, int i) {
  takesAnew(n, lock, b, i) and
  (scope.covers(n) or scope = TCallableScope(n.getEnclosingCallable()))
}

/** Holds if `v` gets a new value at `n`. */
private predicate isAssignedAt(ControlFlowNode n, Variable v) {
  exists(Assignment a | n.asExpr() = a and a.getDest() = v.getAnAccess())
  or
  exists(UnaryAssignExpr a | n.asExpr() = a and a.getExpr() = v.getAnAccess())
  or
  n.asExpr().(LocalVariableDeclExpr).getVariable() = v
}

/**
 * Holds if the lock of `scope` is given back for a while at the node at `i` of `b`: at a wait, and where a loop that
 * waits begins, even if it is not entered.
 */
private predicate waitsAt(Scope scope, BasicBlock b, int i) {
  exists(MethodCall wait, ControlFlowNode n |
    isWait(wait) and
    scope.isContext() and
    n.getEnclosingCallable() = scope.getCallable() and
    b.getNode(i) = n
  |
    n.asExpr() = wait
    or
    n.asStmt() = wait.getEnclosingStmt().getEnclosingStmt+().(LoopStmt) and
    (scope.covers(n) or scope = TCallableScope(n.getEnclosingCallable()))
  )
}

/** Holds if `call` waits, which gives back a lock. */
private predicate isWait(MethodCall call) { call instanceof WaitCall or call instanceof AwaitCall }

/** Holds if `scope`, in which a lock is taken, goes on from the end of `before` at the beginning of `b`. */
private predicate goesOn(Scope scope, BasicBlock before, BasicBlock b) {
  takesWithin(scope, _, _, _, _) and
  scope.coversEnd(before) and
  b = before.getASuccessor() and
  scope.coversStart(b)
}

/** Holds if it is of interest when `lock` is taken in `scope`. */
signature predicate isOfInterestSig(Scope scope, Lock lock);

/** The set R of the paper for the locks of interest. */
module Released<isOfInterestSig/2 isOfInterest> {
  /** Holds if after the node at `i` of `b` the locking expression `lock` may denote another lock. */
  private predicate isRenewedAt(Lock lock, BasicBlock b, int i) {
    exists(Scope scope | isOfInterest(scope, lock)) and
    // DEPENDS of the paper.
    isAssignedAt(b.getNode(i), lock.getAVariable())
    or
    exists(Scope scope |
      isOfInterest(scope, lock) and b.getEnclosingCallable() = scope.getCallable()
    ) and
    lock.hasElement() and
    exists(Assignment a | b.getNode(i).asExpr() = a and a.getDest() instanceof ArrayAccess)
  }

  /** Holds if at the node at `i` of `b` what happened before in `scope` is over for `lock`. */
  predicate isForgottenAt(Scope scope, Lock lock, BasicBlock b, int i) {
    isOfInterest(scope, lock) and
    (
      isRenewedAt(lock, b, i) and b.getEnclosingCallable() = scope.getCallable()
      or
      waitsAt(scope, b, i)
    )
  }

  /** Holds if at the end of `b`, in `scope`, `lock` is in R: taken and given back before. */
  private predicate isTakenBefore(Scope scope, Lock lock, BasicBlock b) {
    scope.coversEnd(b) and
    (
      exists(int i |
        isOfInterest(scope, lock) and
        takesWithin(scope, lock, _, b, i) and
        not exists(int j | isForgottenAt(scope, lock, b, j) and j > i)
      )
      or
      isTakenBeforeStart(scope, lock, b) and not isForgottenAt(scope, lock, b, _)
    )
  }

  /** Holds if at the beginning of `b`, in `scope`, `lock` is in R. */
  private predicate isTakenBeforeStart(Scope scope, Lock lock, BasicBlock b) {
    exists(BasicBlock before | isTakenBefore(scope, lock, before) and goesOn(scope, before, b))
  }

  /** Holds if in `scope`, `lock` is in R before the node at `i` of `b`: it has been taken and given back. */
  bindingset[scope, lock, b, i]
  predicate isTakenBeforeNode(Scope scope, Lock lock, BasicBlock b, int i) {
    isTakenBeforeStart(scope, lock, b) and
    not exists(int j | isForgottenAt(scope, lock, b, j) and j < i)
    or
    exists(int first |
      takesWithin(scope, lock, _, b, first) and
      first < i and
      not exists(int j | isForgottenAt(scope, lock, b, j) and j in [first .. i - 1])
    )
  }
}

/** Holds if in `scope`, `lock` may be taken twice, as far as the number of places tells. */
private predicate mayBeTakenTwice(Scope scope, Lock lock) {
  exists(ControlFlowNode n, ControlFlowNode other |
    takesWithin(scope, lock, n, _, _) and takesWithin(scope, lock, other, _, _) and n != other
  )
  or
  exists(ControlFlowNode n | takesWithin(scope, lock, n, _, _) and isNodeInLoop(n))
}

private module Twice = Released<mayBeTakenTwice/2>;

/** Holds if at the node at `i` of `b` what happened before in `scope` is over for `lock`, which may be taken twice. */
predicate isForgottenAt(Scope scope, Lock lock, BasicBlock b, int i) {
  Twice::isForgottenAt(scope, lock, b, i)
}

/** Holds if in `scope`, `lock` is taken again at `n`: it is in R there, and comes into T. */
predicate takesAgain(Scope scope, Lock lock, ControlFlowNode n) {
  exists(BasicBlock b, int i |
    mayBeTakenTwice(scope, lock) and
    takesWithin(scope, lock, n, b, i) and
    Twice::isTakenBeforeNode(scope, lock, b, i)
  )
}
