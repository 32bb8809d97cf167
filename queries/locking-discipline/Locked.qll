/**
 * Which paths are certainly locked where: by the code of a callable, and on all ways to it (section 4.3 of the paper).
 *
 * What flows in are `synchronized` blocks and methods, explicit locks between their calls, and the ways of threads from
 * call to call. What comes out are `pathLocallyHeld` (the callable alone), `pathHeldOnEntry` (all ways to it) and `pathHeld`
 * (both). What annotations promise of callers is kept apart, since inference must not take it for granted:
 * `isPromised`.
 *
 * What ends it, the kill rules of the paper:
 *
 * - The end of a block gives its own lock back, and no other: monitors are reentrant and blocks are nested, so that what is
 *   held around a block is held after it. (The paper drops all locks of a compatible type there, and says itself that
 *   this is for simplicity.) For explicit locks, whose calls may come in any order, a release of something that may be the
 *   lock ends it.
 * - An assignment to a variable or field that occurs in the path ends it, and so does a call that may lead to one.
 * - A call of a method leaves monitors alone. A method that releases an explicit lock for its caller ends it.
 * - Where ways meet, only what is held on all of them is.
 */

import java
import java.concurrency.LockModes
import GuardPaths

/** Holds if `b` may be executed after `a`, both of one callable. */
bindingset[a, b]
pragma[inline_late]
private predicate mayFollow(ControlFlowNode a, ControlFlowNode b) {
  exists(BasicBlock one, BasicBlock other, int i, int j |
    cfg_position(a, one, i) and cfg_position(b, other, j)
  |
    one = other and i < j
    or
    other = one.getASuccessor+()
  )
}

/*-- In one callable --*/

/** Holds if the block of `s` holds the lock `p`. */
private predicate blockLocks(SynchronizedStmt s, AccessPath p) { denotes(s.getExpr(), p) }

/** Holds if `call` takes the lock `p`, which is known as `m`. */
private predicate callLocks(LockAcquire call, Monitor m, AccessPath p) {
  m = getLockMonitor(call) and
  (
    denotes(operandOf(call), p)
    or
    // An object that is a lock, and takes itself.
    not call.hasQualifier() and not call.getMethod().isStatic() and p = TRootPath(TThisRoot())
  )
}

/**
 * Holds if `call` takes `p`, a lock that has no monitor (what a method returned, say), always before `n`, and nothing in between
 * gives `p` back.
 */
private predicate takesNameless(LockAcquire call, AccessPath p, ControlFlowNode n) {
  not exists(getLockMonitor(call)) and
  not call.isConditional() and
  denotes(operandOf(call), p) and
  strictlyDominates(call.getControlFlowNode(), n) and
  not exists(LockRelease release |
    release.getEnclosingCallable() = call.getEnclosingCallable() and
    denotes(operandOf(release), p) and
    mayFollow(release.getControlFlowNode(), n)
  )
}

/** Holds if, in `c`, all calls that take `m` take `p`. */
private predicate alwaysMeans(Callable c, Monitor m, AccessPath p) {
  exists(LockAcquire call | callLocks(call, m, p) and c = call.getEnclosingCallable()) and
  not exists(LockAcquire other |
    other.getEnclosingCallable() = c and getLockMonitor(other) = m and not callLocks(other, m, p)
  )
}

/** Holds if a release in `c` gives back something that may be the lock `m`, and is not known to be another one. */
private predicate mayRelease(Callable c, Monitor m, LockRelease release) {
  release.getEnclosingCallable() = c and
  alwaysMeans(c, m, _) and
  not getLockMonitor(release) = m and
  // What has been taken before is what is given back.
  not exists(LockAcquire own |
    own.getEnclosingCallable() = c and
    isSameLock(own, release) and
    mayFollow(own.getControlFlowNode(), release.getControlFlowNode())
  ) and
  exists(RefType one, RefType other |
    one = release.getLockExpr().getType() and
    other =
      any(LockAcquire a | a.getEnclosingCallable() = c and getLockMonitor(a) = m).getLockExpr()
          .getType()
  |
    one.getSourceDeclaration().getASourceSupertype*() = other.getSourceDeclaration() or
    other.getSourceDeclaration().getASourceSupertype*() = one.getSourceDeclaration()
  )
}

/** Holds if `acquire` and `release` are on the same lock, as far as names show. */
private predicate isSameLock(LockAcquire acquire, LockRelease release) {
  acquire.getEnclosingCallable() = release.getEnclosingCallable() and
  (
    getLockMonitor(acquire) = getLockMonitor(release)
    or
    exists(AccessPath p | denotes(operandOf(acquire), p) and denotes(operandOf(release), p))
  )
}

/** Holds if the lock `p` was taken at `start`, and is held at `n` in `mode`, as long as nothing on `p` is assigned. */
private predicate takenAt(ControlFlowNode n, ControlFlowNode start, AccessPath p, LockMode mode) {
  exists(SynchronizedStmt s |
    blockLocks(s, p) and
    s = getAnEnclosingSynchronized(statementOf(n)) and
    start = s.getExpr().getControlFlowNode() and
    mode.isExclusive()
  )
  or
  exists(LockAcquire call |
    takesNameless(call, p, n) and start = call.getControlFlowNode() and mode = getALockMode(call)
  )
  or
  exists(Monitor m, LockAcquire call, Callable c |
    c = n.getEnclosingCallable() and
    alwaysMeans(c, m, p) and
    callLocks(call, m, p) and
    call.getEnclosingCallable() = c and
    locallyHeld(n, m, mode) and
    start = call.getControlFlowNode() and
    not isReleasedBetween(c, m, start, n)
  )
  or
  exists(Monitor m, MethodCall call |
    takesInside(call, m, p) and
    call.getEnclosingCallable() = n.getEnclosingCallable() and
    not exists(MethodCall other, AccessPath q |
      takesInside(other, m, q) and
      q != p and
      other.getEnclosingCallable() = call.getEnclosingCallable()
    ) and
    locallyHeld(n, m, mode) and
    start = call.getControlFlowNode()
  )
}

/** Holds if `call` takes `p`, a lock of the object on which it is called; its caller knows the lock as `m`. */
private predicate takesInside(MethodCall call, Monitor m, AccessPath p) {
  exists(Field f, AccessPath self |
    takesLockInside(call, f, m) and
    denotesReceiverOf(call, self) and
    p = TLongerPath(self, TFieldStep(f))
  )
}

/** Holds if something that may be `m`, taken at `start`, is given back before `n`. */
bindingset[start, n]
private predicate isReleasedBetween(
  Callable c, Monitor m, ControlFlowNode start, ControlFlowNode n
) {
  exists(LockRelease release |
    mayRelease(c, m, release) and
    mayFollow(start, release.getControlFlowNode()) and
    mayFollow(release.getControlFlowNode(), n)
  )
}

/** Holds if the lock `p` was taken for `n`, but what is given back in between may be the same lock. */
predicate isLostByRelease(ControlFlowNode n, AccessPath p) {
  exists(Monitor m, LockAcquire call, Callable c |
    c = n.getEnclosingCallable() and
    mayRelease(c, m, _) and
    callLocks(call, m, p) and
    call.getEnclosingCallable() = c and
    locallyHeld(n, m, _) and
    isReleasedBetween(c, m, call.getControlFlowNode(), n)
  ) and
  not pathLocallyHeld(n, p, _)
}

/** Gets a variable or field of the lock `p` that may be assigned while `p` is held. */
private Variable unstableOf(AccessPath p) {
  takenAt(_, _, p, _) and
  result = p.getAVariable() and
  not isStable(result) and
  not isConstant(result)
}

/** Holds if `c`, or something that it calls, assigns the field `f`, on which the path of a lock goes. */
predicate mayAssign(Callable c, Field f) {
  f = unstableOf(_) and
  exists(FieldWrite w | w.getField() = f and c = w.getEnclosingCallable()) and
  not makesObject(c)
  or
  exists(Callable callee | mayAssign(callee, f) and leadsOn(c, _, callee))
}

/** Gets a node of `c` after which `v`, a part of the lock `p`, may have another value. */
private ControlFlowNode assigns(Callable c, Variable v) {
  v = unstableOf(_) and
  (
    exists(VarWrite w |
      w.getVariable() = v and c = w.getEnclosingCallable() and result = getEffectNode(w)
    )
    or
    exists(ExprParent site, Callable callee |
      leadsOn(c, site, callee) and mayAssign(callee, v) and result = nodeOfSite(site)
    )
  )
}

/** Holds if what was taken as `p` at `start` may be called otherwise at `n`. */
private predicate isKilled(ControlFlowNode n, ControlFlowNode start, AccessPath p) {
  takenAt(n, start, p, _) and
  exists(ControlFlowNode kill |
    kill = assigns(n.getEnclosingCallable(), unstableOf(p)) and
    mayFollow(start, kill) and
    reachesWithout(kill, n, start)
  )
}

/** Holds if `n` may be executed after `kill`, without that `start` is executed again in between. */
bindingset[kill, n, start]
pragma[inline_late]
private predicate reachesWithout(ControlFlowNode kill, ControlFlowNode n, ControlFlowNode start) {
  exists(BasicBlock one, BasicBlock other, int i, int j |
    cfg_position(kill, one, i) and cfg_position(n, other, j)
  |
    one = other and i < j
    or
    leadsPast(one, start.getBasicBlock(), other)
  )
}

/** Holds if `b` follows `a` on a way that does not begin anew at `start`. */
private predicate leadsPast(BasicBlock a, BasicBlock start, BasicBlock b) {
  exists(ControlFlowNode n, ControlFlowNode s, AccessPath p |
    takenAt(n, s, p, _) and
    exists(unstableOf(p)) and
    start = s.getBasicBlock() and
    a = assigns(n.getEnclosingCallable(), unstableOf(p)).getBasicBlock()
  ) and
  b = a.getASuccessor() and
  b != start
  or
  exists(BasicBlock between |
    leadsPast(a, start, between) and b = between.getASuccessor() and b != start
  )
}

/** Holds if the callable of `n` itself makes sure that `p` is locked in `mode` when `n` is executed. */
cached
predicate pathLocallyHeld(ControlFlowNode n, AccessPath p, LockMode mode) {
  exists(ControlFlowNode start | takenAt(n, start, p, mode) and not isKilled(n, start, p))
  or
  isLockOfMethod(n.getEnclosingCallable(), p) and mode.isExclusive()
}

/** Holds if the lock `p` was taken for `n`, but a part of `p` may have been assigned since. */
predicate isLostByAssignment(ControlFlowNode n, AccessPath p) {
  exists(ControlFlowNode start | isKilled(n, start, p)) and
  not pathLocallyHeld(n, p, _)
}

/*-- On the ways to a callable --*/

/** Holds if `p` is locked at `site`, by its own callable; so that nobody else reads either, if `mode`. */
private predicate pathHeldAtSite(ExprParent site, AccessPath p, boolean mode) {
  exists(LockMode held | pathLocallyHeld(nodeOfSite(site), p, held) |
    held.isExclusive() and mode = [true, false]
    or
    held.isShared() and mode = false
  )
}

/** Holds if `callee`, run by `site`, finds `p` locked, as its caller alone shows. */
private predicate bringsAlong(
  Callable caller, ExprParent site, Callable callee, AccessPath p, boolean mode
) {
  exists(AccessPath outer |
    leadsOn(caller, site, callee) and mayHoldLocks(callee) and pathHeldAtSite(site, outer, mode)
  |
    isHandedOn(outer) and renames(site, callee, p, outer)
    or
    outer.isGlobal() and isHandedOn(outer) and p = outer
  )
}

/** Holds if `p` may be passed on to what is called: nothing in it can be assigned by somebody else. */
private predicate isHandedOn(AccessPath p) {
  p.isStable()
  or
  forall(Variable v | v = p.getAVariable() | not v instanceof Field or isStable(v))
}

/** Holds if on some way to `c` the lock `p` is held. */
private predicate someWayHolds(Callable c, AccessPath p, boolean mode) {
  bringsAlong(_, _, c, p, mode)
  or
  exists(Callable caller, ExprParent site | passesOn(caller, site, c, p, mode, _))
}

/** Holds if `p` is `outer` in `caller`, where it is held on some way, and `site` runs `c`. */
private predicate passesOn(
  Callable caller, ExprParent site, Callable c, AccessPath p, boolean mode, AccessPath outer
) {
  someWayHolds(caller, outer, mode) and
  leadsOn(caller, site, c) and
  mayHoldLocks(c) and
  (
    renames(site, c, p, outer)
    or
    outer.isGlobal() and p = outer
  )
}

/** Holds if on some way to `c` the lock `p`, which is held on another one, is not. */
private predicate someWayLacks(Callable c, AccessPath p, boolean mode) {
  someWayHolds(c, p, mode) and
  (
    isEntry(c)
    or
    exists(Callable caller, ExprParent site |
      leadsOn(caller, site, c) and
      AllLocks::isReached(caller) and
      not bringsAlong(caller, site, c, p, mode) and
      forall(AccessPath outer | passesOn(caller, site, c, p, mode, outer) |
        someWayLacks(caller, outer, mode)
      )
    )
  )
}

/** Holds if `p` is locked whenever threads come to `c`; by readers at least, if `exclusive` is false. */
cached
predicate pathHeldOnEntry(Callable c, AccessPath p, boolean exclusive) {
  someWayHolds(c, p, exclusive) and
  not someWayLacks(c, p, exclusive) and
  AllLocks::isReached(c)
}

/** Holds if `p` is certainly locked when `n` is executed; so that nobody else reads either, if `exclusive`. */
predicate pathHeld(ControlFlowNode n, AccessPath p, boolean exclusive) {
  exists(LockMode mode | pathLocallyHeld(n, p, mode) |
    mode.isExclusive() and exclusive = [true, false]
    or
    mode.isShared() and exclusive = false
  )
  or
  pathHeldOnEntry(n.getEnclosingCallable(), p, exclusive)
}

/*-- What annotations and checks promise --*/

/** Gets the promise of `c` that its callers hold a lock, which `c` calls `p`. */
predicate promises(Callable c, GuardDeclaration d, AccessPath p) {
  d.getElement() = c and
  d.getMeaning() = "callers" and
  guardIs(d, thisTypeOf(c), TRootPath(TThisRoot()), p)
}

/** Holds if `question` is whether the current thread holds `lock`. */
private predicate asksFor(HeldQuestion question, Expr lock) {
  asksWhetherHeld(question, lock) or
  lock = operandOf(question.(LockQuery))
}

/**
 * Holds if `n` relies on what an annotation or the answer to a question says: that `p` is locked; so that nobody else reads
 * either, if `exclusive`.
 */
predicate isPromised(ControlFlowNode n, AccessPath p, boolean exclusive) {
  exists(GuardDeclaration d | promises(n.getEnclosingCallable(), d, p) |
    exclusive = false
    or
    exclusive = true and not getNamedMode(d).isShared()
  )
  or
  // Whoever calls what gives the lock back holds it until then.
  exists(GuardDeclaration d |
    d.getElement() = n.getEnclosingCallable() and
    d.getMeaning() = "releases" and
    guardIs(d, thisTypeOf(n.getEnclosingCallable()), TRootPath(TThisRoot()), p) and
    exclusive = [true, false] and
    not exists(LockRelease release |
      release.getEnclosingCallable() = n.getEnclosingCallable() and
      denotes(operandOf(release), p) and
      mayFollow(release.getControlFlowNode(), n)
    )
  )
  or
  exists(HeldQuestion question, Expr lock |
    asksFor(question, lock) and
    denotes(lock, p) and
    isConfirmed(n, question) and
    not isGivenBackBetween(question, p, n)
  |
    exclusive = false
    or
    exclusive = true and not getALockMode(question).isShared()
  )
}

/** Holds if `p`, which `question` is about, is given back before `n`. */
bindingset[question, p, n]
private predicate isGivenBackBetween(HeldQuestion question, AccessPath p, ControlFlowNode n) {
  exists(LockRelease release |
    release.getEnclosingCallable() = question.getEnclosingCallable() and
    denotes(operandOf(release), p) and
    mayFollow(question.getControlFlowNode(), release.getControlFlowNode()) and
    mayFollow(release.getControlFlowNode(), n)
  )
}
