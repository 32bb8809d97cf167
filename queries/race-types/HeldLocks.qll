/**
 * The lock set `ls` of the judgment `P; E; ls |- e : t`: which locks are held where, by blocks and methods that are
 * `synchronized`, between the calls of explicit locks, by `holds`, and by what callers are required to hold.
 */

import java
import java.concurrency.Locks
import java.concurrency.LockModes
import java.concurrency.ThreadEntries
import Contents
import Types

/*-- In one callable --*/

/** Holds if locks that are held at `n` are of interest: it uses a field that may be guarded, or calls what needs locks. */
private predicate isPlace(ControlFlowNode n) {
  exists(FieldAccess a | exists(candidateGuard(a.getField())) | n = getEffectNode(a))
  or
  exists(Call call, Callable callee |
    callee = call.getCallee().getSourceDeclaration() and
    (exists(writtenRequires(callee)) or exists(possibleRequires(callee)))
  |
    n = call.(Expr).getControlFlowNode() or n = call.(Stmt).getControlFlowNode()
  )
  or
  exists(Expr at | contentUse(_, at, _) and n = at.getControlFlowNode())
  or
  n = nodeOfSite(siteOfFunction(_))
}

/** Gets the only place that runs `m`, of a function that the same callable makes there: no other thread does. */
private ExprParent siteOfFunction(Method m) {
  exists(Callable maker |
    maker = hostCallable(m) and
    leadsOn(maker, result, m) and
    result = unique(ExprParent site | leadsOn(_, site, m))
  ) and
  not isEntry(m)
}

/** Gets a lock that the declaration of `c` makes sure that its code holds. */
private LockExpr heldByDeclaration(Callable c) {
  c.isSynchronized() and
  (
    if c.isStatic()
    then result = TClassLock(c.getDeclaringType().getSourceDeclaration())
    else result = TThisLock(c.getDeclaringType().getSourceDeclaration())
  )
  or
  result = writtenRequires(c)
  or
  isOn("constructor_holds_lock") and
  makesObject(c) and
  not c.isStatic() and
  exists(LockExpr self | self = TThisLock(c.getDeclaringType()) |
    result = self or result = TFieldLock(self, _)
  )
  or
  // Whoever initialises a class holds its lock (JLS 12.4.2).
  c instanceof StaticInitializer and result = TClassLock(c.getDeclaringType())
}

/** Gets the lock that `acquire`, a call that takes `m`, takes. */
private LockExpr lockOfAcquire(LockAcquire acquire, Monitor m) {
  m = getLockMonitor(acquire) and
  (
    result = lockOf(operandOf(acquire))
    or
    not acquire.hasQualifier() and
    not acquire.getMethod().isStatic() and
    result = TThisLock(thisTypeOf(acquire.getEnclosingCallable()))
  )
}

/** Gets the lock that all calls in `c` that take `m` take. */
private LockExpr explicitLock(Callable c, Monitor m) {
  exists(LockAcquire acquire |
    result = lockOfAcquire(acquire, m) and
    c = acquire.getEnclosingCallable() and
    not exists(LockAcquire other |
      other.getEnclosingCallable() = c and
      m = getLockMonitor(other) and
      not result = lockOfAcquire(other, m)
    )
  )
  or
  // Taken by a method of the same object, for this one.
  exists(Field f |
    f = m.(VariableMonitor).getVariable() and
    isTakenElsewhere(c, m) and
    (
      result = TStaticLock(f)
      or
      not c.isStatic() and
      thisTypeOf(c).getASourceSupertype*() = f.getDeclaringType() and
      result = TFieldLock(TThisLock(thisTypeOf(c)), f)
    )
  )
}

/** Holds if `c` holds the explicit lock `m` somewhere, and takes it by calling what takes it. */
private predicate isTakenElsewhere(Callable c, Monitor m) {
  exists(ControlFlowNode n |
    locallyHeld(n, m, _) and isPlace(n) and c = n.getEnclosingCallable()
  ) and
  m = getLockMonitor(_) and
  not exists(LockAcquire other | other.getEnclosingCallable() = c and m = getLockMonitor(other))
}

/** Gets a statement of the rest of the block in which `holds` of the clause `c` stands. */
private Stmt restOfBlock(Clause c) {
  c.getKeyword() = "holds" and
  exists(Stmt first |
    first = c.getElement() or
    first = c.getElement().(LocalVariableDecl).getDeclExpr().getEnclosingStmt()
  |
    result.getParent() = first.getParent() and result.getIndex() >= first.getIndex()
  )
}

/** Gets the statement in which `n` is, or one around it. */
private Stmt aroundNode(ControlFlowNode n) {
  exists(Clause c | c.getKeyword() = "holds" and n.getEnclosingCallable() = scopeCallable(c)) and
  (result = n.asStmt() or result = n.asExpr().getEnclosingStmt())
  or
  result = aroundNode(n).getEnclosingStmt()
}

/** Holds if `holds` in the clause `c` says that `l` is held at `n`; of a callable, that it is held in all of its code. */
predicate isAssertedHeld(ControlFlowNode n, LockExpr l, Clause c) {
  isPlace(n) and
  (
    aroundNode(n) = restOfBlock(c)
    or
    c.getKeyword() = "holds" and c.getElement() = n.getEnclosingCallable()
  ) and
  l = lockNamed(c, c.getPart(_).regexpReplaceAll("\\s", ""))
}

/**
 * Holds if the callable of `n` makes sure that it holds `l` there; so that nobody else does, if `exclusive`, otherwise at
 * least as a reader.
 */
cached
predicate heldByCallable(ControlFlowNode n, LockExpr l, boolean exclusive) {
  isPlace(n) and
  (
    exists(SynchronizedStmt s |
      s = getAnEnclosingSynchronized(statementOf(n)) and l = lockOf(s.getExpr())
    ) and
    exclusive = [true, false]
    or
    l = heldByDeclaration(n.getEnclosingCallable()) and exclusive = [true, false]
    or
    isAssertedHeld(n, l, _) and exclusive = [true, false]
    or
    exists(Monitor m, LockMode mode |
      locallyHeld(n, m, mode) and l = explicitLock(n.getEnclosingCallable(), m)
    |
      mode.isExclusive() and exclusive = [true, false]
      or
      mode.isShared() and exclusive = false
    )
  )
}

/** Holds if `l` is held at `n` by its callable or, in a function that is run on the spot, by the callable that makes it. */
predicate heldInPlace(ControlFlowNode n, LockExpr l, boolean exclusive) {
  heldByCallable(n, l, exclusive)
  or
  isPlace(n) and heldInPlace(nodeOfSite(siteOfFunction(n.getEnclosingCallable())), l, exclusive)
}

/** Gets the callable whose callers are those of `c`: `c`, or what makes the function whose body it is and runs it on the spot. */
private Callable hostInPlace(Callable c) {
  not exists(siteOfFunction(c)) and result = c
  or
  result = hostInPlace(siteOfFunction(c).(Expr).getEnclosingCallable())
}

/*-- Required of callers --*/

/** Holds if `call`, of code that counts, calls `callee`, which may need the lock `l`. */
private predicate isCallOf(Call call, Callable callee, LockExpr l) {
  callee = call.getCallee().getSourceDeclaration() and
  (l = writtenRequires(callee) or l = possibleRequires(callee)) and
  exists(call.getEnclosingCallable()) and
  not isTestCallable(call.getEnclosingCallable())
}

/** Holds if nobody but this thread knows the object whose lock `l`, as its callee names it, `call` is to hold. */
private predicate isOwnLock(Call call, LockExpr l) {
  exists(Callable callee | isCallOf(call, callee, l) |
    l.getRoot() = TThisLock(callee.getDeclaringType()) and
    (isCallInMaking(call) or exists(freshReceiver(call)) or call instanceof ClassInstanceExpr)
    or
    // A constructor needs no lock of what it has not made, but of its ghosts.
    exists(Parameter p | l.getRoot() = TVariableLock(p) and p.getCallable() = callee |
      exists(LocalVariableDecl v |
        call.getArgument(p.getPosition()) = v.getAnAccess() and
        isFreshAt(v, call.getArgument(p.getPosition()).getControlFlowNode())
      )
    )
  )
}

/** Holds if `call` may find `l`, as `callee` names it, not held, by the inferred requirements that are left. */
private predicate callLacks(Call call, Callable callee, LockExpr l) {
  isCallOf(call, callee, l) and
  l = possibleRequires(callee) and
  not isOwnLock(call, l) and
  forall(LockExpr outer | substitutes(call, l, outer) |
    not heldInPlace(nodeOfSite(call), outer, true) and
    (
      not outer = possibleRequires(hostInPlace(call.getEnclosingCallable())) or
      lacks(hostInPlace(call.getEnclosingCallable()), outer)
    )
  )
}

/** Holds if not all calls of `c` hold `l`, which the inference took into account. */
private predicate lacks(Callable c, LockExpr l) { callLacks(_, c, l) }

/** Gets a lock that the inference requires callers of `c` to hold. */
LockExpr inferredRequires(Callable c) { result = possibleRequires(c) and not lacks(c, result) }

/** Gets a lock that callers of `c` hold: `t mn(arg*) requires ls`. */
cached
LockExpr requires(Callable c) { result = writtenRequires(c) or result = inferredRequires(c) }

/** Holds if `l` is in the lock set of `n`; in a way that excludes other threads that read, if `exclusive`. */
predicate inLockSet(ControlFlowNode n, LockExpr l, boolean exclusive) {
  heldInPlace(n, l, exclusive)
  or
  isPlace(n) and
  l = inferredRequires(hostInPlace(n.getEnclosingCallable())) and
  exclusive = [true, false]
}

/** Holds if `call` needs the lock `l`, as `callee` names it, and does not hold it. */
predicate lacksRequired(Call call, Callable callee, LockExpr l) {
  isCallOf(call, callee, l) and
  l = requires(callee) and
  not isOwnLock(call, l) and
  not exists(LockExpr outer |
    substitutes(call, l, outer) and inLockSet(nodeOfSite(call), outer, true)
  )
}
