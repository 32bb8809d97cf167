/** Whether a lock that a callable takes is given back on every way out of it. */

import java
import java.callgraph.CallGraph
import java.concurrency.Contexts
import java.concurrency.Locks
private import java.models.Models

/** Holds if `acquire` takes the lock in the variable of `m`, and holds it from the node after it, or on its true branch. */
predicate takesForOwnRelease(LockAcquire acquire, VariableMonitor m) {
  m = getLockMonitor(acquire) and
  not goesOut(m.getVariable()) and
  not takesAgain(acquire) and
  not acquire.isOptimistic() and
  (acquire.isConditional() implies exists(successBlock(acquire))) and
  not acquire.getEnclosingCallable().getDeclaringType() instanceof LockType and
  not acquire.getEnclosingCallable().getDeclaringType() instanceof ReadWriteLockType
}

/** Holds if `acquire` takes back a lock that the callable had from its caller and gave away for a while. */
private predicate takesAgain(LockAcquire acquire) {
  exists(LockRelease release |
    getLockMonitor(release) = getLockMonitor(acquire) and
    release.getEnclosingCallable() = acquire.getEnclosingCallable() and
    strictlyDominates(release.getControlFlowNode(), acquire.getControlFlowNode()) and
    not exists(LockAcquire first |
      getLockMonitor(first) = getLockMonitor(acquire) and
      first.getEnclosingCallable() = acquire.getEnclosingCallable() and
      strictlyDominates(first.getControlFlowNode(), release.getControlFlowNode())
    )
  )
}

/** Holds if the local variable `v` is returned, with the lock that it is or contains, or holds a new object. */
private predicate goesOut(LocalVariableDecl v) {
  exists(ReturnStmt s | s.getExpr() = v.getAnAccess())
  or
  v.getAnAssignedValue() instanceof ClassInstanceExpr
}

/** Gets the block at which a run goes on if `acquire`, a condition, has taken its lock. */
BasicBlock successBlock(LockAcquire acquire) {
  acquire.isConditional() and
  acquire.getBasicBlock().getLastNode().asExpr() = acquire and
  result = acquire.getBasicBlock().getABranchSuccessor(true)
}

/** Holds if `release` may give back what `acquire` takes: the same lock, in the same mode as far as that is known. */
predicate matches(LockAcquire acquire, LockRelease release) {
  getLockMonitor(release) = getLockMonitor(acquire) and
  getALockMode(release) = getALockMode(acquire)
}

/** Holds if a call of `c` gives back what `acquire` takes: it contains a release, or calls what does. */
private predicate releasesFor(Callable c, LockAcquire acquire) {
  takesForOwnRelease(acquire, _) and
  (
    exists(LockRelease release |
      matches(acquire, release) and
      release.getEnclosingCallable() = c and
      c != acquire.getEnclosingCallable()
    )
    or
    exists(Callable callee |
      releasesFor(callee, acquire) and
      RunsInProgram::calls(c, _, callee) and
      c != acquire.getEnclosingCallable() and
      c.getDeclaringType() = acquire.getEnclosingCallable().getDeclaringType()
    )
  )
}

/** Gets an expression, in the callable of `acquire`, that gives back its lock: a release or a call of what releases. */
Expr releasing(LockAcquire acquire) {
  takesForOwnRelease(acquire, _) and
  result.getEnclosingCallable() = acquire.getEnclosingCallable() and
  (
    matches(acquire, result)
    or
    exists(Callable callee |
      releasesFor(callee, acquire) and RunsInProgram::calls(_, result, callee)
    )
  )
}

/**
 * Holds if the callable of `acquire` makes a function that gives back the lock, for whoever gets it to run: a lambda, or a
 * reference such as `lock::unlock`.
 */
predicate isReleasedByFunction(LockAcquire acquire) {
  exists(Monitor m, FunctionalExpr f |
    takesForOwnRelease(acquire, m) and f.getEnclosingCallable() = acquire.getEnclosingCallable()
  |
    exists(LockRelease release |
      matches(acquire, release) and release.getEnclosingCallable() = f.asMethod()
    )
    or
    exists(Expr lock | lock = f.(MemberRefExpr).getQualifier() |
      isLockMethod(f.(MemberRefExpr).getReferencedCallable(), "release", _) and
      (
        lock = m.(VariableMonitor).getVariable().getAnAccess()
        or
        isLockView(lock) and
        lock.(MethodCall).getQualifier() = m.(VariableMonitor).getVariable().getAnAccess()
      )
    )
  )
}

/** Gets a condition on which it depends whether `release`, in the same statement, is executed: a flag, most often. */
private Expr guardOf(Expr release) {
  release = releasing(_) and
  exists(IfStmt test |
    test = release.getEnclosingStmt().getEnclosingStmt+() and
    result = test.getCondition().getAChildExpr*()
  )
}

/** Holds if what happens in `b` gives back the lock of `acquire`, or decides by a test whether it must be. */
private predicate endsHere(LockAcquire acquire, BasicBlock b) {
  // The parts of the statement that releases count too: that its receiver may throw is no matter.
  exists(Expr part |
    part = releasing(acquire).getAChildExpr*() or
    part = releasing(acquire).(MethodCall).getQualifier()
  |
    b = part.getBasicBlock()
  )
  or
  exists(Expr release |
    release = releasing(acquire) and
    b = guardOf(release).getBasicBlock() and
    b != acquire.getBasicBlock() and
    // A test before the lock is taken decides nothing.
    not b.bbStrictlyDominates(acquire.getBasicBlock())
  )
}

/** Holds if `release`, for `acquire`, comes after it in the same block. */
private predicate releasedAfter(LockAcquire acquire) {
  exists(BasicBlock b, int i, int j |
    b.getNode(i).asExpr() = acquire and b.getNode(j).asExpr() = releasing(acquire) and i < j
  )
}

/** Gets a block to which a run comes directly from `acquire` with the lock held. */
private BasicBlock firstBlock(LockAcquire acquire) {
  takesForOwnRelease(acquire, _) and
  (
    result = successBlock(acquire)
    or
    not acquire.isConditional() and
    not releasedAfter(acquire) and
    exists(BasicBlock b | b = acquire.getBasicBlock() |
      result = b.getASuccessor() and
      // The call itself throws before it has taken the lock.
      not (b.getLastNode().asExpr() = acquire and result = b.getAnExceptionSuccessor())
    )
  )
}

/** Holds if a run may come from `acquire` to the beginning of `b` with the lock held. */
predicate heldAtBeginning(LockAcquire acquire, BasicBlock b) {
  b = firstBlock(acquire)
  or
  exists(BasicBlock before |
    heldAtBeginning(acquire, before) and
    not endsHere(acquire, before) and
    b = before.getASuccessor()
  )
}

/** Holds if a run may leave the callable of `acquire` with its lock held; `normally` or with an exception. */
predicate leavesWithLock(LockAcquire acquire, boolean normally) {
  exists(ExitBlock exit | heldAtBeginning(acquire, exit) |
    if exists(BasicBlock before | exit = before.getAnExceptionSuccessor())
    then normally = false
    else normally = true
  )
}

/** Holds if the node number `pos` of `b` gives back the lock of `acquire`. */
private predicate releasesAt(LockAcquire acquire, BasicBlock b, int pos) {
  b.getNode(pos).asExpr() = releasing(acquire)
}

/** Holds if `acquire`, which always takes its lock, is the node number `pos` of `b`. */
private predicate takesAt(LockAcquire acquire, BasicBlock b, int pos) {
  takesForOwnRelease(acquire, _) and
  not acquire.isConditional() and
  b = acquire.getBasicBlock() and
  b.getNode(pos).asExpr() = acquire
}

/** Holds if `call`, the node number `pos` of `b`, stands in a callable that takes a lock. */
private predicate callAt(Expr call, BasicBlock b, int pos) {
  isLockingCallable(call.(Call).getEnclosingCallable()) and
  b.getNode(pos).asExpr() = call
}

/** Holds if `c` takes a lock itself. */
pragma[nomagic]
private predicate isLockingCallable(Callable c) {
  exists(LockAcquire acquire |
    takesForOwnRelease(acquire, _) and c = acquire.getEnclosingCallable()
  )
}

/** Holds if `call` may be executed between `acquire` and the release of its lock. */
predicate heldAtCall(LockAcquire acquire, Expr call) {
  exists(BasicBlock b, int pos | callAt(call, b, pos) and heldAtBeginning(acquire, b) |
    not exists(int before | releasesAt(acquire, b, before) and before <= pos)
  )
  or
  exists(BasicBlock b, int pos, int begin | callAt(call, b, pos) and takesAt(acquire, b, begin) |
    begin < pos and
    not exists(int before | releasesAt(acquire, b, before) and begin < before and before <= pos)
  )
}

/** Gets a `try` statement of which the `finally` block, or a clause that catches everything, releases for `acquire`. */
TryStmt releasingTry(LockAcquire acquire) {
  exists(Stmt s | s = releasing(acquire).getEnclosingStmt().getEnclosingStmt*() |
    s = result.getFinally()
    or
    exists(CatchClause clause | clause = result.getACatchClause() and s = clause.getBlock() |
      clause.getACaughtType().hasQualifiedName("java.lang", "Throwable")
    )
  )
}

/** Holds if the call `e`, executed with the lock of `acquire` held, stands where no `try` would release it. */
predicate bare(LockAcquire acquire, Expr e) {
  heldAtCall(acquire, e) and
  not releasingTry(acquire).getBlock() = e.getEnclosingStmt().getEnclosingStmt*() and
  not releasingTry(acquire).getFinally() = e.getEnclosingStmt().getEnclosingStmt*() and
  not releasingTry(acquire).getACatchClause() = e.getEnclosingStmt().getEnclosingStmt*()
}

/** Holds if `call` may well throw: it declares to, or its code throws or calls what does, or is not known. */
predicate mayThrow(Call call) {
  exists(Callable c | c = call.getCallee().getSourceDeclaration() |
    exists(c.getAThrownExceptionType())
    or
    throws(c)
    or
    not exists(c.getBody()) and not isHarmless(c) and not c.isCompilerGenerated()
  )
}

/** Holds if the code of `c` throws, or calls something that may. */
private predicate throws(Callable c) {
  exists(ThrowStmt t | t.getEnclosingCallable() = c)
  or
  exists(Call call | call.getEnclosingCallable() = c and mayThrow(call))
}

/** Holds if library code, `c`, does not throw where it is used rightly, by the rows of `throwsNothing`. */
private predicate isHarmless(Callable c) {
  exists(string type, string name, string of |
    throwsNothingIn(c.getDeclaringType().getPackage(), type, name) and
    of = c.getDeclaringType().getName() and
    of.matches(type) and
    c.getName().matches(name)
  ) and
  not mayThrowAfterAll(c.getDeclaringType().getPackage().getName(), c.getName())
}

/** Holds if methods `name` of types `type` in `package`, both patterns, do not throw, as a row says. */
pragma[nomagic]
private predicate throwsNothingIn(Package package, string type, string name) {
  exists(string pattern | throwsNothing(pattern, type, name) and package.getName().matches(pattern))
}

/** Holds if methods `name` of `package` throw where they are used rightly, whatever a row says of the others. */
bindingset[package, name]
private predicate mayThrowAfterAll(string package, string name) {
  exists(string pattern | throwsAfterAll(package, pattern) and name.matches(pattern))
}
