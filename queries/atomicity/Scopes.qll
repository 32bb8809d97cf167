/**
 * Scopes: what holds a lock from a beginning to an end (a synchronized method, a synchronized block, the way from the
 * acquisition of an explicit lock to its release), and whole methods.
 */

import java
import Places
import java.concurrency.LockTypes
import java.concurrency.LocksTaken

/** A scope. */
newtype TScope =
  /** The body of a callable; it holds a lock, if the callable is synchronized. */
  TCallableScope(Callable c) {
    exists(c.getBody()) and
    (
      c.isSynchronized()
      or
      exists(Call call | mayLock(call) and c = call.getEnclosingCallable())
      or
      exists(SynchronizedStmt s | c = s.getEnclosingCallable())
      or
      exists(LockAcquire a | exists(lockOfCall(a)) and c = a.getEnclosingCallable())
    )
  } or
  /** The block of a `synchronized` statement. */
  TBlockScope(SynchronizedStmt s) or
  /** All that is executed between `acquire` and the releases of the same lock. */
  TRegionScope(LockAcquire acquire) { exists(lockOfCall(acquire)) and not acquire.isOptimistic() }

/** A scope. */
class Scope extends TScope {
  /** Gets the callable in which this is. */
  Callable getCallable() {
    this = TCallableScope(result)
    or
    exists(SynchronizedStmt s | this = TBlockScope(s) and result = s.getEnclosingCallable())
    or
    exists(LockAcquire a | this = TRegionScope(a) and result = a.getEnclosingCallable())
  }

  /** Gets the lock that is held here, if one is and it has a locking expression. */
  Lock getLock() {
    exists(Callable c | this = TCallableScope(c) and result = lockOfMethod(c))
    or
    exists(SynchronizedStmt s | this = TBlockScope(s) and result = lockOfBlock(s))
    or
    exists(LockAcquire a | this = TRegionScope(a) and result = lockOfCall(a))
  }

  /** Holds if a lock is held here, if only the unknown one, `*`. */
  predicate isContext() {
    exists(Callable c | this = TCallableScope(c) and c.isSynchronized())
    or
    this = TBlockScope(_)
    or
    this = TRegionScope(_)
  }

  /** Gets the place where this begins: what is named as the context. */
  Place getBeginning() {
    this = TCallableScope(result)
    or
    exists(SynchronizedStmt s | this = TBlockScope(s) and result = s.getExpr())
    or
    this = TRegionScope(result)
  }

  /** Holds if `n` is executed within this. */
  predicate covers(ControlFlowNode n) { coversAt(this, n, _, _) }

  /** Holds if this goes on at the beginning of `b`. */
  predicate coversStart(BasicBlock b) { beginsWithin(this, b) }

  /** Holds if this goes on at the end of `b`. */
  predicate coversEnd(BasicBlock b) { endsWithin(this, b) }

  /** Gets the Java text of the lock that is held here, `*` if it has none. */
  string getLockText() {
    result = this.getLock().toString()
    or
    this.isContext() and not exists(this.getLock()) and result = "*"
  }

  /** Gets a text that describes this. */
  string toString() { result = this.getBeginning().toString() }
}

/** Holds if `s` is in the block of `sync`. */
private predicate isInBlock(Stmt s, SynchronizedStmt sync) {
  s = sync.getBlock() or
  isInBlock(s.getEnclosingStmt(), sync)
}

/** Holds if `n`, the node at `i` of `b`, is executed within the scope. */
private predicate coversAt(TScope scope, ControlFlowNode n, BasicBlock b, int i) {
  exists(SynchronizedStmt sync | scope = TBlockScope(sync) |
    isInBlock(n.asStmt(), sync) or isInBlock(n.asExpr().getEnclosingStmt(), sync)
  ) and
  b.getNode(i) = n
  or
  exists(LockAcquire a | scope = TRegionScope(a) |
    exists(int begin |
      nodeAt(a, b, begin) and
      b.getNode(i) = n and
      i > begin and
      not exists(int j | releaseAt(a, b, j) and j > begin and j < i)
    )
    or
    regionEnters(a, b) and b.getNode(i) = n and not exists(int j | releaseAt(a, b, j) and j < i)
  )
}

/** Holds if `call` is executed at `i` in `b`. */
private predicate nodeAt(LockCall call, BasicBlock b, int i) {
  exists(ControlFlowNode n | n.asExpr() = call and b.getNode(i) = n)
}

/** Holds if the node at `i` of `b` gives back the lock that `a` takes. */
private predicate releaseAt(LockAcquire a, BasicBlock b, int i) {
  exists(LockRelease release |
    lockOfCall(release) = lockOfCall(a) and
    release.getEnclosingCallable() = a.getEnclosingCallable() and
    nodeAt(release, b, i)
  )
}

/** Holds if the lock that `a` takes is held at the end of `b`. */
private predicate regionLeaves(LockAcquire a, BasicBlock b) {
  exists(int begin | nodeAt(a, b, begin) and not exists(int j | releaseAt(a, b, j) and j > begin))
  or
  regionEnters(a, b) and not releaseAt(a, b, _) and not nodeAt(a, b, _)
}

/** Holds if the lock that `a` takes is held at the beginning of `b`. */
private predicate regionEnters(LockAcquire a, BasicBlock b) {
  exists(BasicBlock before | regionLeaves(a, before) and b = before.getASuccessor() |
    not a.isConditional() or
    not before = a.getBasicBlock() or
    b = before.getABranchSuccessor(branchThatHolds(a))
  )
}

/** Gets the outcome of the condition that `a` is, or that negates it, for which the lock is held. */
private boolean branchThatHolds(LockAcquire a) {
  a.isConditional() and
  if a.getParent() instanceof LogNotExpr then result = false else result = true
}

/** Holds if the scope goes on at the beginning of `b`, which may be empty. */
private predicate beginsWithin(TScope scope, BasicBlock b) {
  exists(Callable c | scope = TCallableScope(c) and b.getEnclosingCallable() = c)
  or
  scope = TBlockScope(_) and coversAt(scope, _, b, 0)
  or
  exists(LockAcquire a | scope = TRegionScope(a) and regionEnters(a, b))
  or
  scope = TBlockScope(_) and isEmptyWithin(scope, b)
}

/** Holds if the scope goes on at the end of `b`, which may be empty. */
private predicate endsWithin(TScope scope, BasicBlock b) {
  exists(Callable c | scope = TCallableScope(c) and b.getEnclosingCallable() = c)
  or
  scope = TBlockScope(_) and
  exists(int i |
    coversAt(scope, _, b, i) and not exists(int j | j = i + 1 and exists(b.getNode(j)))
  )
  or
  exists(LockAcquire a | scope = TRegionScope(a) and regionLeaves(a, b))
  or
  scope = TBlockScope(_) and isEmptyWithin(scope, b)
}

/** Holds if `b` has no nodes and comes after a part of the block. */
private predicate isEmptyWithin(TScope scope, BasicBlock b) {
  not exists(b.getANode()) and
  (
    exists(BasicBlock before, int i |
      scope = TBlockScope(_) and
      coversAt(scope, _, before, i) and
      not exists(int j | j = i + 1 and exists(before.getNode(j))) and
      b = before.getASuccessor()
    )
    or
    isEmptyWithin(scope, any(BasicBlock before | b = before.getASuccessor()))
  )
}
