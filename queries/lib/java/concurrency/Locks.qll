/**
 * Which locks are held where, as the code of one callable shows: in `synchronized` methods and blocks, between the calls
 * that take and give back a lock, in the block of a `try` whose resource takes one, after a check that it is held.
 *
 * Explicit locks are followed along the control flow: a node is under a lock if no way that leads there from the entry
 * comes without it. A conditional acquisition counts on the edge on which it has succeeded.
 */

import java
import java.TestSources
import java.callgraph.CallGraph
private import java.callgraph.Functions
import java.concurrency.HeldChecks
import java.concurrency.LockTypes
private import java.controlflow.FinallyWays
import java.concurrency.Monitors
import java.concurrency.StateLocks
private import java.controlflow.Guards
private import java.models.Models

/** Gets the monitor that `call` is about, if it is known. */
cached
Monitor getLockMonitor(LockCall call) {
  result = getDenotedMonitor(call.getLockExpr())
  or
  call.getMethod().isStatic() and
  result.(ClassMonitor).getClassType() = call.getMethod().getDeclaringType()
  or
  // An object that extends a lock and takes itself.
  not call.hasQualifier() and
  not call.getMethod().isStatic() and
  result.(InstanceMonitor).getThisType() =
    instanceMonitorType(call.getEnclosingCallable().getDeclaringType())
}

/** Gets a mode of `call`: that of the half it is called on, or else what its type and method say. */
LockMode getALockMode(LockCall call) {
  if exists(getDenotedMode(call.getLockExpr()))
  then result = getDenotedMode(call.getLockExpr())
  else result = call.getADeclaredMode()
}

/** Gets the monitor that `call` is about, the unknown one if it is not known which. */
private Monitor monitorOfCall(LockCall call) {
  if exists(getLockMonitor(call))
  then result = getLockMonitor(call)
  else result instanceof UnknownMonitor
}

/** Holds if `call`, whose targets are unknown, has the name `name`. */
private predicate isUnknownCall(MethodCall call, string name) {
  not call instanceof LockCall and
  (
    unresolved_calls(call, name, _)
    or
    exists(Method m | m = call.getMethod().getSourceDeclaration() |
      name = m.getName() and
      not exists(m.getBody()) and
      not m.fromSource() and
      not m.isStatic() and
      not m.getDeclaringType().getPackage().getName().matches("java.%")
    )
  )
}

/** Holds if `call`, as its name says, takes or (if `takes` is false) gives back a lock of which nothing else is known. */
private predicate isNamedLockCall(MethodCall call, boolean takes) {
  exists(string name, string acquire, string release |
    isUnknownCall(call, name) and lockingNames(acquire, release)
  |
    name.matches(acquire) and takes = true
    or
    name.matches(release) and takes = false
  )
}

/** Holds if `call` takes what only its name shows to be a lock: the same callable gives one back, by a name that fits. */
predicate takesUnknownLock(MethodCall call) {
  exists(MethodCall other, string name, string otherName, string acquire, string release |
    isNamedLockCall(call, true) and
    isNamedLockCall(other, false) and
    call.getEnclosingCallable() = other.getEnclosingCallable() and
    isUnknownCall(call, name) and
    isUnknownCall(other, otherName) and
    lockingNames(acquire, release) and
    name.matches(acquire) and
    otherName.matches(release)
  )
}

/** Holds if `place` takes a lock of which only the acquisition is known; `why` says why. */
predicate takesUnknownLockAt(Expr place, string why) {
  takesUnknownLock(place) and why = "by its name only"
  or
  place instanceof LockAcquire and
  not exists(getLockMonitor(place)) and
  why = "what it is called on may be several locks"
  or
  exists(SynchronizedStmt s |
    place = s.getExpr() and
    not exists(getSynchronizedMonitor(s)) and
    why = "what it is synchronized on has no name"
  )
}

/** Gets the condition that decides, at the end of `b`, what is executed next. */
private Expr conditionOf(BasicBlock b) {
  result = b.getLastNode().asExpr() and
  exists(b.getABranchSuccessor(_))
}

/** Holds if `e` has the value `value` only if `call`, a conditional acquisition, has succeeded. */
private predicate impliesAcquired(Expr e, boolean value, LockAcquire call) {
  e = call and call.isConditional() and not call.hasStamp() and value = true
  or
  exists(EqualityTest test, Expr operand, BooleanLiteral literal, boolean inner | test = e |
    impliesAcquired(operand, inner, call) and
    test = operand.getParent() and
    test = literal.getParent() and
    value = inner.booleanXor(test.polarity().booleanXor(literal.getBooleanValue()))
  )
  or
  // A stamp other than 0, written in any of the usual ways.
  exists(BinaryExpr test, Expr stamp, Expr zero |
    test = e and
    isStampOf(stamp, call) and
    test = stamp.getParent() and
    isZero(zero) and
    test = zero.getParent()
  |
    value = test.(EqualityTest).polarity().booleanNot()
    or
    test.(ComparisonExpr).getOp() = [">", "<"] and value = true
  )
  or
  exists(VarAccess access | access = e and isFlagOf(access.getVariable(), call) and value = true)
}

/** Holds if the only things assigned to the local variable `v` are the result of `call`, `false`, and `true` where its lock is taken. */
private predicate isFlagOf(LocalVariableDecl v, LockAcquire call) {
  impliesAcquired(v.getAnAssignedValue(), true, call) and
  not exists(Expr other |
    other = v.getAnAssignedValue() and
    not impliesAcquired(other, true, _) and
    not other.(BooleanLiteral).getBooleanValue() = false and
    not isSetWhenTaken(v, other, call)
  )
}

/** Holds if `value`, assigned to `v`, is `true`, and the statement before it waits for the lock that `call` tries to take. */
private predicate isSetWhenTaken(LocalVariableDecl v, BooleanLiteral value, LockAcquire call) {
  impliesAcquired(v.getAnAssignedValue(), true, call) and
  value = v.getAnAssignedValue() and
  value.getBooleanValue() = true and
  exists(LockAcquire wait, ExprStmt before, ExprStmt after, int i |
    not wait.isConditional() and
    getLockMonitor(wait) = getLockMonitor(call) and
    before.getExpr() = wait and
    after = value.getEnclosingStmt() and
    before = any(BlockStmt b | after = b.getStmt(i + 1)).getStmt(i)
  )
}

/** Holds if `e` is the stamp that `call` returns. */
private predicate isStampOf(Expr e, LockAcquire call) {
  call.isConditional() and
  call.hasStamp() and
  (
    e = call
    or
    e.(AssignExpr).getSource() = call
    or
    exists(LocalVariableDecl v | e = v.getAnAccess() and call = v.getAnAssignedValue())
  )
}

private predicate isZero(Expr e) { e.(Literal).getLiteral() = ["0", "0L", "0l"] }

/** Events that begin the holding of a monitor at a node: by block and position. `level` as in `HeldByFlow`. */
private signature predicate eventSig(BasicBlock b, int pos, Monitor m, LockMode level);

/** Events that end the holding of a monitor at a node, for runs that have come to the `finally` block there as `coming`. */
private signature predicate endSig(BasicBlock b, int pos, Coming coming, Monitor m, LockMode level);

/** Beginnings of the holding of a monitor on the edges of a block on which its condition is `branch`. */
private signature predicate branchSig(BasicBlock b, boolean branch, Monitor m, LockMode level);

/**
 * What is held, by forward flow. A `level` is followed on its own: the exclusive one is what only exclusive acquisitions
 * give, the shared one what these and shared ones give, the optimistic one what all of them give.
 */
private module Held<eventSig/4 gain, endSig/5 lose, branchSig/4 gainOnBranch> {
  private predicate tracked(Callable c, Monitor m, LockMode level) {
    exists(BasicBlock b | c = b.getEnclosingCallable() |
      gain(b, _, m, level) or gainOnBranch(b, _, m, level)
    )
  }

  /** Holds if `b`, entered as `coming`, has an event at `pos`; `held` says what it leads to. */
  private predicate event(
    BasicBlock b, int pos, Coming coming, Monitor m, LockMode level, boolean held
  ) {
    lose(b, pos, coming, m, level) and held = false and tracked(b.getEnclosingCallable(), m, level)
    or
    gain(b, pos, m, level) and
    coming = comingTo(b) and
    held = true and
    not lose(b, pos, coming, m, level)
  }

  private int lastEvent(BasicBlock b, Coming coming, Monitor m, LockMode level) {
    result = max(int pos | event(b, pos, coming, m, level, _))
  }

  /** Holds if `b`, entered as `coming`, may be left without `m`; on its exceptional edges, if `exceptional`. */
  private predicate leftWithout(
    BasicBlock b, Coming coming, Monitor m, LockMode level, boolean exceptional
  ) {
    exists(int last | last = lastEvent(b, coming, m, level) |
      event(b, last, coming, m, level, false) and exceptional = [true, false]
      or
      // A call that throws has not taken the lock.
      event(b, last, coming, m, level, true) and
      exceptional = true and
      last = b.length() - 1 and
      not exists(int earlier | event(b, earlier, coming, m, level, _) and earlier < last) and
      enteredWithoutAs(b, coming, m, level)
    )
    or
    not exists(lastEvent(b, coming, m, level)) and
    enteredWithoutAs(b, coming, m, level) and
    exceptional = [true, false]
  }

  /**
   * Holds if a run that is at `p` as `before` may go on to `b` and be there as `after`; because the last node of `p` throws, if
   * `exceptional`.
   */
  pragma[inline]
  private predicate follows(
    BasicBlock p, Coming before, BasicBlock b, Coming after, boolean exceptional
  ) {
    goesOnAs(p, before, b, after, exceptional)
    or
    not hasFinally(p.getEnclosingCallable()) and
    before.isOutside() and
    after = before and
    (
      b = p.getAnExceptionSuccessor() and exceptional = true
      or
      b = p.getASuccessor() and not b = p.getAnExceptionSuccessor() and exceptional = false
    )
  }

  /** Holds if `b` may be entered without `m` by a run that has come to the `finally` block there as `coming`. */
  private predicate enteredWithoutAs(BasicBlock b, Coming coming, Monitor m, LockMode level) {
    tracked(b.getEnclosingCallable(), m, level) and b instanceof EntryBlock and coming.isOutside()
    or
    exists(BasicBlock p, Coming before, boolean exceptional |
      leftWithout(p, before, m, level, exceptional) and
      follows(p, before, b, coming, exceptional) and
      (exceptional = true or not gainedBetween(p, b, m, level))
    )
  }

  private predicate gainedBetween(BasicBlock p, BasicBlock b, Monitor m, LockMode level) {
    exists(boolean branch | gainOnBranch(p, branch, m, level) |
      b = p.getABranchSuccessor(branch) and not b = p.getABranchSuccessor(branch.booleanNot())
    )
  }

  /** Holds if `m` is held whenever `b` is entered. */
  predicate entered(BasicBlock b, Monitor m, LockMode level) {
    tracked(b.getEnclosingCallable(), m, level) and
    not enteredWithoutAs(b, _, m, level)
  }

  /** Holds if who has entered `b` as `coming` may be before the node at `pos`, at which something is asked, without `m`. */
  bindingset[b, pos]
  predicate lacksAt(BasicBlock b, int pos, Coming coming, Monitor m, LockMode level) {
    exists(int last |
      last = max(int earlier | event(b, earlier, coming, m, level, _) and earlier < pos) and
      event(b, last, coming, m, level, false)
    )
    or
    enteredWithoutAs(b, coming, m, level) and
    not exists(int earlier | event(b, earlier, coming, m, level, _) and earlier < pos)
  }

  /** Holds if `b` has an event, for `m`. */
  private predicate hasEvent(BasicBlock b, Monitor m, LockMode level) {
    event(b, _, _, m, level, _)
  }

  /** Holds if `m` is held whenever `node` is executed. */
  predicate at(ControlFlowNode node, Monitor m, LockMode level) {
    exists(BasicBlock b | entered(b, m, level) and not hasEvent(b, m, level) |
      cfg_position(node, b, _)
    )
    or
    exists(BasicBlock b, int pos | hasEvent(b, m, level) and cfg_position(node, b, pos) |
      not lacksAt(b, pos, _, m, level)
    )
  }
}

/** Gets the mode in which `call` takes its lock. */
private LockMode acquiredMode(LockAcquire call) {
  if call.isOptimistic()
  then result.isOptimistic()
  else result = getALockMode(call)
}

/** Holds if `call` is a resource of a `try`, which gives the lock back at the end of its block. */
private predicate isResource(Expr call) {
  exists(TryStmt try |
    call = try.getAResource() or
    call = try.getAResource().(LocalVariableDeclStmt).getAVariable().getInit()
  )
}

/** Holds if the call at `pos` of `b` takes `m` in the mode `mode`, whatever happens. */
private predicate takesAt(BasicBlock b, int pos, Monitor m, LockMode mode) {
  exists(LockAcquire call |
    not call.isConditional() and
    not isResource(call) and
    cfg_position(call, b, pos) and
    m = monitorOfCall(call) and
    mode = acquiredMode(call)
  )
}

/** Holds if the condition at the end of `b` is `branch` only if a call has taken `m` in the mode `mode`. */
private predicate takesOnBranch(BasicBlock b, boolean branch, Monitor m, LockMode mode) {
  exists(LockAcquire call |
    impliesAcquired(conditionOf(b), branch, call) and
    m = monitorOfCall(call) and
    mode = acquiredMode(call)
  )
}

private predicate directGain(BasicBlock b, int pos, Monitor m, LockMode level) {
  exists(LockMode mode | takesAt(b, pos, m, mode) and level = mode.getAnImpliedMode())
  or
  exists(MethodCall call |
    takesUnknownLock(call) and
    cfg_position(call, b, pos) and
    m instanceof UnknownMonitor and
    exists(level)
  )
}

private predicate directGainOnBranch(BasicBlock b, boolean branch, Monitor m, LockMode level) {
  exists(LockMode mode | takesOnBranch(b, branch, m, mode) and level = mode.getAnImpliedMode())
  or
  // An atomic variable that works as a lock, if it is set.
  exists(MethodCall call |
    takesStateLock(call, m.(VariableMonitor).getVariable()) and
    isTrueOnly(conditionOf(b), branch, call) and
    exists(level)
  )
  or
  // A test whether it is on the thread of `m`.
  m = getAskedThread(conditionOf(b)) and branch = true and exists(level)
  or
  exists(Expr test, boolean value |
    asksForThread(test, m.(FieldThreadMonitor).getField(), value) and
    guardImplies(conditionOf(b), branch, test, value) and
    exists(level)
  )
}

/** Holds if `e`, a condition, is `branch` only if `call`, which takes a lock by setting an atomic variable, gives `true`. */
private predicate isTrueOnly(Expr e, boolean branch, MethodCall call) {
  takesStateLock(call, _) and
  (
    e = call and branch = true
    or
    guardImplies(e, branch, call, true)
    or
    exists(LocalVariableDecl v | call = v.getOnlyValue() |
      e = v.getAnAccess() and branch = true
      or
      guardImplies(e, branch, v.getAnAccess(), true)
    )
  )
}

private predicate directLose(BasicBlock b, int pos, Coming coming, Monitor m, LockMode level) {
  losesAlways(b, pos, m, level) and coming = comingTo(b)
  or
  // Whoever took the shared half before giving the exclusive one back still holds it.
  releasesExclusive(b, pos, m) and
  usesBothHalves(b.getEnclosingCallable(), m) and
  not level.isExclusive() and
  SharedHalf::lacksAt(b, pos, coming, m, any(LockMode shared | shared.isShared()))
}

/** Holds if the call at `pos` of `b` gives back the exclusive half of `m`, or the whole. */
private predicate releasesExclusive(BasicBlock b, int pos, Monitor m) {
  exists(LockRelease call |
    cfg_position(call, b, pos) and m = monitorOfCall(call) and getALockMode(call).isExclusive()
  )
}

/** Holds if `call` is about the lock in the field `lock` of the object that `owner` holds. */
private predicate isLockIn(LockCall call, Variable owner, Field lock) {
  exists(FieldAccess e |
    e = call.getLockExpr() and
    lock = e.getField() and
    owner = e.getQualifier().(VarAccess).getVariable()
  )
}

/**
 * Holds if `release` gives back the lock of one object while that of another one, in the same field, is held: who goes hand
 * over hand from one to the next always has one of them.
 */
private predicate isHandOverHand(LockRelease release) {
  exists(Variable owner, Variable other, Field lock, LockAcquire acquire |
    isLockIn(release, owner, lock) and
    isLockIn(acquire, other, lock) and
    other != owner and
    strictlyDominates(acquire.getControlFlowNode(), release.getControlFlowNode()) and
    not exists(LockRelease between |
      isLockIn(between, other, lock) and
      strictlyDominates(acquire.getControlFlowNode(), between.getControlFlowNode()) and
      strictlyDominates(between.getControlFlowNode(), release.getControlFlowNode())
    )
  )
}

private predicate losesAlways(BasicBlock b, int pos, Monitor m, LockMode level) {
  exists(LockRelease call, LockMode mode |
    cfg_position(call, b, pos) and
    m = monitorOfCall(call) and
    mode = getALockMode(call) and
    not isHandOverHand(call)
  |
    level.isExclusive() and mode.isExclusive()
    or
    not level.isExclusive() and mode.isShared()
    or
    not level.isExclusive() and
    mode.isExclusive() and
    not usesBothHalves(b.getEnclosingCallable(), m)
  )
  or
  exists(MethodCall call |
    givesStateLockBack(call, m.(VariableMonitor).getVariable()) and
    cfg_position(call, b, pos) and
    exists(level)
  )
  or
  exists(LockValidate call |
    cfg_position(call, b, pos) and m = monitorOfCall(call) and level.isOptimistic()
  )
  or
  exists(MethodCall call |
    isNamedLockCall(call, false) and
    cfg_position(call, b, pos) and
    m instanceof UnknownMonitor and
    exists(level)
  )
}

/** Holds if `c` takes the shared half of `m` by a call, and gives the exclusive one back. */
private predicate usesBothHalves(Callable c, Monitor m) {
  exists(LockAcquire call |
    call.getEnclosingCallable() = c and m = monitorOfCall(call) and acquiredMode(call).isShared()
  ) and
  exists(LockRelease call |
    call.getEnclosingCallable() = c and m = monitorOfCall(call) and getALockMode(call).isExclusive()
  )
}

private predicate gainsSharedHalf(BasicBlock b, int pos, Monitor m, LockMode level) {
  usesBothHalves(b.getEnclosingCallable(), m) and
  takesAt(b, pos, m, level) and
  level.isShared()
}

private predicate gainsSharedHalfOnBranch(BasicBlock b, boolean branch, Monitor m, LockMode level) {
  usesBothHalves(b.getEnclosingCallable(), m) and
  takesOnBranch(b, branch, m, level) and
  level.isShared()
}

private predicate losesSharedHalf(BasicBlock b, int pos, Coming coming, Monitor m, LockMode level) {
  coming = comingTo(b) and
  exists(LockRelease call |
    usesBothHalves(b.getEnclosingCallable(), m) and
    cfg_position(call, b, pos) and
    m = monitorOfCall(call) and
    level = getALockMode(call) and
    level.isShared()
  )
}

/** The shared half of locks, taken by itself and not with the exclusive one. */
private module SharedHalf = Held<gainsSharedHalf/4, losesSharedHalf/5, gainsSharedHalfOnBranch/4>;

/** Holds if the call at `pos` of `b` takes `m`, or returns only if it is held. */
private predicate directGainOrCheck(BasicBlock b, int pos, Monitor m, LockMode level) {
  directGain(b, pos, m, level)
  or
  exists(HeldQuestion question, LockMode mode |
    confirmedAt(b, pos, question) and asks(question, m, mode) and level = mode.getAnImpliedMode()
  )
}

/** Holds if the condition at the end of `b` is `branch` only if `m` is held: taken, or asked for. */
private predicate directGainOrCheckOnBranch(
  BasicBlock b, boolean branch, Monitor m, LockMode level
) {
  directGainOnBranch(b, branch, m, level)
  or
  exists(HeldQuestion question, LockMode mode |
    confirmedOnBranch(b, branch, question) and
    asks(question, m, mode) and
    level = mode.getAnImpliedMode()
  )
}

/*-- What declarations say of methods --*/

/** Holds if an annotation of `c` says, as `meaning`, that it takes `m` for its caller or gives it back. */
predicate promisesOfLock(Callable c, Monitor m, string meaning) {
  exists(GuardDeclaration d |
    d.getElement() = c and
    d.getMeaning() = meaning and
    meaning = ["acquires", "acquires if", "releases"] and
    m = getNamedMonitor(d)
  )
}

/** Gets the result with which `c` returns if it takes the lock that its annotation names; `true` if none is written. */
private boolean resultOfTaking(Callable c) {
  exists(GuardDeclaration d | d.getElement() = c and d.getMeaning() = "acquires if" |
    result = d.getAnnotation().getBooleanValue("result")
    or
    not exists(d.getAnnotation().getBooleanValue("result")) and result = true
  )
}

/** Holds if an annotation of `m` says `meaning` of what it does to locks: a row of `methodAnnotation`. */
predicate saysOfLocks(Method m, string meaning) {
  meaning = ["may-release-locks", "releases-no-locks", "uses-no-locks"] and
  methodAnnotation(m.getAnAnnotation().getType().getName(), meaning)
}

/**
 * Holds if `call` may give back any lock: what it calls says so, and has no code that shows which, or may be overridden by
 * such code.
 */
private predicate mayReleaseAll(MethodCall call) {
  exists(Method m |
    m = call.getMethod().getSourceDeclaration() and saysOfLocks(m, "may-release-locks")
  |
    not exists(m.getBody())
    or
    not m.isPrivate() and
    not m.isFinal() and
    not m.isStatic() and
    not exists(LockCall inside | inside.getEnclosingCallable() = m)
  )
}

/** Holds if `m` is a lock that is given back by a call, wherever that stands. */
private predicate isExplicit(Monitor m) { m = getLockMonitor(any(LockAcquire acquire)) }

private module HeldDirectly = Held<directGainOrCheck/4, directLose/5, directGainOrCheckOnBranch/4>;

/** Holds if `c` returns with `m` held: it takes it and does not give it back, or returns only if its caller holds it. */
private predicate returnsWith(Callable c, Monitor m, LockMode level) {
  exists(ExitBlock exit |
    exit instanceof @cfgexitblock and
    exit.getEnclosingCallable() = c and
    HeldDirectly::entered(exit, m, level)
  )
  or
  promisesOfLock(c, m, "acquires") and exists(level)
  or
  hasTaken(c, m, level)
}

/**
 * Holds if `c` always has another callable take `m`, for its own caller: by a call that lies on all ways to the end of `c`,
 * and whose targets are known.
 */
private predicate hasTaken(Callable c, Monitor m, LockMode level) {
  exists(Call call, Callable callee, Monitor inner |
    alwaysCalls(c, call, callee) and
    returnsWith(callee, inner, level) and
    m = translated(call, callee, inner)
  )
}

/** Holds if `c`, which gives back no lock, always makes `call`, which always executes `callee`. */
private predicate alwaysCalls(Callable c, Call call, Callable callee) {
  callee = call.getCallee().getSourceDeclaration() and
  callee.fromSource() and
  c = call.getEnclosingCallable() and
  not c = callee and
  not isResource(call) and
  not exists(LockRelease release | release.getEnclosingCallable() = c) and
  not overridesDirectly(_, callee) and
  (callee.getReturnType() instanceof VoidType or returnsValueOf(c, call)) and
  exists(ExitBlock exit |
    exit instanceof @cfgexitblock and
    exit.getEnclosingCallable() = c and
    call.(ControlFlowNode).getBasicBlock().bbDominates(exit)
  )
}

/** Holds if `c` returns what `call` gives, directly or by a local variable. */
private predicate returnsValueOf(Callable c, Call call) {
  exists(ReturnStmt s | s.getEnclosingCallable() = c |
    call = s.getExpr()
    or
    exists(LocalVariableDecl v | s.getExpr() = v.getAnAccess() and call = v.getOnlyValue())
  )
}

/** Holds if `c` takes `m` for its caller where it returns `value`. */
private predicate returnsIfWith(Callable c, boolean value, Monitor m, LockMode level) {
  promisesOfLock(c, m, "acquires if") and value = resultOfTaking(c) and exists(level)
  or
  exists(ReturnStmt only, LockAcquire acquire |
    only = c.getBody().(SingletonBlock).getStmt() and
    impliesAcquired(only.getExpr(), value, acquire) and
    m = getLockMonitor(acquire) and
    level = acquiredMode(acquire).getAnImpliedMode()
  )
}

/** Holds if `c` does something to `m` for its caller. */
private predicate locksForCaller(Callable c, Monitor m) {
  returnsWith(c, m, _) or
  returnsIfWith(c, _, m, _) or
  givesBack(c, m, _)
}

/** Holds if `c` gives back `m`, which it has not taken itself. */
private predicate givesBack(Callable c, Monitor m, LockMode level) {
  exists(BasicBlock b |
    losesAlways(b, _, m, level) and
    c = b.getEnclosingCallable() and
    not directGain(any(BasicBlock other | other.getEnclosingCallable() = c), _, m, _) and
    not directGainOnBranch(any(BasicBlock other | other.getEnclosingCallable() = c), _, m, _)
  )
  or
  promisesOfLock(c, m, "releases") and exists(level)
}

/** Holds if `call`, which takes or gives back no lock by itself, may execute `callee`, which does so for its caller. */
pragma[nomagic]
private predicate runsLocking(Call call, Callable callee) {
  locksForCaller(callee, _) and
  (
    RunsInProgram::calls(_, call, callee)
    or
    // What is declared counts, whatever overrides it.
    callee = call.getCallee().getSourceDeclaration() and promisesOfLock(callee, _, _)
  ) and
  not call instanceof LockCall
}

/**
 * Gets the monitor that `inner`, a monitor that `callee`, executed by `call`, takes or gives back, is at the call: a
 * parameter is the argument, a lock inside of another object is that object.
 */
private Monitor translated(Call call, Callable callee, Monitor inner) {
  runsLocking(call, callee) and
  locksForCaller(callee, inner) and
  (
    exists(Parameter p | p = inner.(VariableMonitor).getVariable() and p.getCallable() = callee |
      result = getDenotedMonitor(call.getArgument(p.getPosition()))
    )
    or
    // An object that extends a lock and takes itself is known by what holds it.
    inner.(InstanceMonitor).getThisType() = instanceMonitorType(callee.getDeclaringType()) and
    exists(Expr qualifier | qualifier = call.(MethodCall).getQualifier() |
      result.(VariableMonitor).getVariable() = qualifier.(VarAccess).getVariable()
    )
    or
    // The lock of a wrapper is known by the wrapper, or by the lock that was wrapped.
    exists(Field f | f = inner.(VariableMonitor).getVariable() and not f.isStatic() |
      exists(Expr qualifier | qualifier = call.(MethodCall).getQualifier() |
        f.getDeclaringType() = callee.getDeclaringType() and
        not qualifier instanceof ThisAccess and
        not qualifier instanceof SuperAccess and
        result.(VariableMonitor).getVariable() = qualifier.(VarAccess).getVariable()
      )
      or
      exists(Parameter p |
        call instanceof ClassInstanceExpr and
        p.getCallable() = callee and
        f.getAnAssignedValue() = p.getAnAccess() and
        result = getDenotedMonitor(call.getArgument(p.getPosition()))
      )
    )
    or
    result = inner and
    (
      inner.isStatic()
      or
      inner instanceof VariableMonitor and
      not exists(Parameter p | p = inner.(VariableMonitor).getVariable()) and
      not exists(Expr qualifier | qualifier = call.(MethodCall).getQualifier() |
        not qualifier instanceof ThisAccess and not qualifier instanceof SuperAccess
      )
    )
  )
}

/** Holds if `callee`, executed by `call`, takes `m` for its caller. */
private predicate takesIn(Call call, Callable callee, Monitor m, LockMode level) {
  exists(Monitor inner | returnsWith(callee, inner, level) and m = translated(call, callee, inner))
}

/**
 * Holds if `call`, on another object, executes code that takes the lock in the field `f` of that object for its caller,
 * always or depending on its result; the caller knows the lock as `m`.
 */
predicate takesLockInside(MethodCall call, Field f, Monitor m) {
  exists(Callable callee, VariableMonitor inner |
    f = inner.getVariable() and
    not f.isStatic() and
    (returnsWith(callee, inner, _) or returnsIfWith(callee, _, inner, _)) and
    m = translated(call, callee, inner) and
    m != inner
  )
}

/** Holds if whatever `call` may execute takes `m` for its caller. */
private predicate takesFor(Call call, Monitor m, LockMode level) {
  takesIn(call, _, m, level) and
  forall(Callable callee | RunsInProgram::calls(_, call, callee) | takesIn(call, callee, m, level))
  or
  exists(Callable declared |
    declared = call.getCallee().getSourceDeclaration() and
    promisesOfLock(declared, _, "acquires") and
    takesIn(call, declared, m, level)
  )
}

/** Holds if the condition at the end of `b` is `branch` only if it has called what then has taken `m` for its caller. */
private predicate takesForOnBranch(BasicBlock b, boolean branch, Monitor m, LockMode level) {
  exists(MethodCall call, Callable callee, boolean value, Monitor inner |
    guardImplies(conditionOf(b), branch, call, value) and
    callee = call.getMethod().getSourceDeclaration() and
    returnsIfWith(callee, value, inner, level) and
    m = translated(call, callee, inner) and
    not exists(Method other | other.overrides(callee) and not promisesOfLock(callee, _, _))
  )
}

private predicate gainOnBranch(BasicBlock b, boolean branch, Monitor m, LockMode level) {
  directGainOrCheckOnBranch(b, branch, m, level) or
  takesForOnBranch(b, branch, m, level)
}

/** Holds if `call` may execute a method that gives back `m` for its caller. */
private predicate givesBackFor(Call call, Monitor m, LockMode level) {
  exists(Monitor inner, Callable callee |
    givesBack(callee, inner, level) and m = translated(call, callee, inner)
  )
}

private predicate gain(BasicBlock b, int pos, Monitor m, LockMode level) {
  directGainOrCheck(b, pos, m, level)
  or
  exists(MethodCall call |
    takesFor(call, m, level) and not isResource(call) and cfg_position(call, b, pos)
  )
}

private predicate lose(BasicBlock b, int pos, Coming coming, Monitor m, LockMode level) {
  directLose(b, pos, coming, m, level)
  or
  coming = comingTo(b) and
  exists(MethodCall call | cfg_position(call, b, pos) |
    givesBackFor(call, m, level)
    or
    mayReleaseAll(call) and isExplicit(m) and exists(level) and not takesFor(call, m, _)
  )
}

private module HeldByFlow = Held<gain/4, lose/5, gainOnBranch/4>;

/** Holds if `m` is held, as `level` says at least, whenever `c` returns. */
predicate returnsHolding(Callable c, Monitor m, LockMode level) {
  exists(ExitBlock exit |
    exit instanceof @cfgexitblock and
    exit.getEnclosingCallable() = c and
    HeldByFlow::entered(exit, m, level)
  )
}

/** Holds if a resource of `try` takes `m` for the time of its block. */
private predicate takenByResource(TryStmt try, Monitor m, LockMode level) {
  exists(Expr resource |
    resource = try.getAResource() or
    resource = try.getAResource().(LocalVariableDeclStmt).getAVariable().getInit()
  |
    takesFor(resource, m, level)
    or
    exists(LockAcquire call | call = resource and m = getLockMonitor(call) |
      level = acquiredMode(call).getAnImpliedMode()
    )
  )
}

/** Gets the monitor that a `synchronized` statement takes. */
cached
Monitor getSynchronizedMonitor(SynchronizedStmt s) { result = getDenotedMonitor(s.getExpr()) }

/**
 * Holds if `e`, what a block is synchronized on or a call of a lock, takes `m`. A call that tries to, and one that begins an
 * optimistic read, do so only if they succeed; see `waitsForLock`.
 */
predicate takesLock(Expr e, Monitor m) {
  exists(SynchronizedStmt s | e = s.getExpr() and m = getSynchronizedMonitor(s))
  or
  m = getLockMonitor(e.(LockAcquire))
}

/** Holds if `e` takes `m`, and waits while another thread has it. */
predicate waitsForLock(Expr e, Monitor m) {
  takesLock(e, m) and
  not e.(LockAcquire).isConditional() and
  not e.(LockAcquire).isOptimistic()
}

/** Holds if `place`, an expression or a `synchronized` method, takes `m`, as `takesLock` says. */
predicate takesLockAt(Element place, Monitor m) {
  takesLock(place, m) or
  m = getMethodMonitor(place)
}

/** Gets the monitor that the `synchronized` method `m` takes. */
Monitor getMethodMonitor(Method m) {
  m.isSynchronized() and
  if m.isStatic()
  then result.(ClassMonitor).getClassType() = m.getDeclaringType().getSourceDeclaration()
  else
    result.(InstanceMonitor).getThisType() =
      instanceMonitorType(m.getDeclaringType().getSourceDeclaration())
}

/**
 * Gets what stands for the order of the tasks one of which has the body `m`: what they are handed to, which runs one at
 * a time, works like a monitor that they hold.
 */
Monitor getSerialMonitor(Method m) {
  result = getOneThreadExecutor(m)
  or
  exists(MethodCall call | handsOver(_, call, m, "serial") and not isRunOtherwise(m) |
    result = getDenotedMonitor(call.getQualifier())
    or
    call.getMethod().isStatic() and
    // Where it is known which thread that is, the thread is what orders the tasks.
    not exists(getThreadMonitor(m)) and
    result.(ClassMonitor).getClassType() = call.getMethod().getDeclaringType()
  )
}

/** Gets the field with an executor of one thread to which, and to nothing else, all that runs `m` hands it. */
private VariableMonitor getOneThreadExecutor(Method m) {
  exists(Field f |
    result.getVariable() = f and
    handsOver(_, _, m, "thread") and
    isOneThreadExecutor(f) and
    forall(ExprParent site | handsOver(_, site, m, _) |
      site.(MethodCall).getQualifier().(FieldAccess).getField() = f
    ) and
    not RunsInProgram::runs(_, _, m)
  )
}

/** Holds if `m`, a task that is run one at a time with others, may be run in another way too. */
private predicate isRunOtherwise(Method m) {
  handsOver(_, _, m, "serial") and
  (
    exists(string when | handsOver(_, _, m, when) and when != "serial")
    or
    RunsInProgram::runs(_, _, m)
  ) and
  not isMadeForSerial(m.getDeclaringType())
}

/**
 * Holds if each object of the class `c` is handed, where it is made, to what runs its tasks one at a time: that others run
 * objects of a type above does not mean these.
 */
private predicate isMadeForSerial(Class c) {
  exists(ClassInstanceExpr made | isMade(made, c)) and
  forall(ClassInstanceExpr made | isMade(made, c) |
    handsToLibrary(_, made, "serial") and
    not exists(string when | handsToLibrary(_, made, when) and when != "serial")
  ) and
  not exists(Class below | below.getASourceSupertype() = c)
}

/** Holds if `made`, outside of tests, makes an object of the class `c`, which has a task that is run in order. */
private predicate isMade(ClassInstanceExpr made, Class c) {
  c = made.getConstructedType().getSourceDeclaration() and
  exists(Method task | handsOver(_, _, task, "serial") and task.getDeclaringType() = c) and
  not isTestCallable(made.getEnclosingCallable())
}

/** Gets the `synchronized` statement, of any depth, in whose block `s` stands. */
cached
SynchronizedStmt getAnEnclosingSynchronized(Stmt s) { standsIn*(s, result.getBlock()) }

/** Holds if `s` is directly enclosed by `outer`, a statement of the same callable. */
private predicate standsIn(Stmt s, Stmt outer) { outer = s.getEnclosingStmt() }

/** Holds if `s` stands in the block of `try`, one of whose resources takes a lock. */
private predicate inLockingTry(Stmt s, TryStmt try) {
  takenByResource(try, _, _) and
  standsIn*(s, try.getBlock())
}

/** Gets the statement in which `node` stands, or the statement that it is. */
pragma[inline]
Stmt statementOf(ControlFlowNode node) {
  result = node.asExpr().getEnclosingStmt() or
  result = node.asStmt()
}

/**
 * Holds if an annotation of `m`, or a comment, says that its callers hold `monitor`. A comment on a private method is no
 * evidence: all of its callers are in the sources, and show what they hold.
 */
predicate callersHold(Method m, Monitor monitor) {
  exists(GuardDeclaration d |
    d.getElement() = m and
    d.getMeaning() = "callers" and
    monitor = getNamedMonitor(d) and
    (exists(d.getAnnotation()) or not m.isPrivate())
  )
}

/** Gets the monitor that the annotation of `f`, or a comment, names as its guard, if it is understood. */
Monitor getDeclaredGuard(Field f) {
  exists(GuardDeclaration d | d.getElement() = f and result = getNamedMonitor(d))
}

/** Holds if `question` is whether `m` is held in `mode`. */
private predicate asks(HeldQuestion question, Monitor m, LockMode mode) {
  question instanceof LockQuery and m = getLockMonitor(question) and mode = getALockMode(question)
  or
  exists(Expr lock |
    asksWhetherHeld(question, lock) and m = getDenotedMonitor(lock) and mode.isExclusive()
  )
  or
  asks(question.getInner(), m, mode) and (question.isOwnMethodCall() or m.isStatic())
}

/** Holds if `m` is held at `node` at `level`, for one of the reasons that are no `synchronized`. */
private predicate heldAtLevel(ControlFlowNode node, Monitor m, LockMode level) {
  HeldByFlow::at(node, m, level)
  or
  exists(TryStmt try | inLockingTry(statementOf(node), try) and takenByResource(try, m, level))
}

/**
 * Holds if the callable of `node` makes sure that `m` is held, in `mode`, whenever `node` is executed: the strongest
 * mode only, and an optimistic one only if a `validate` may confirm it.
 */
cached
predicate locallyHeld(ControlFlowNode node, Monitor m, LockMode mode) {
  exists(SynchronizedStmt s | s = getAnEnclosingSynchronized(statementOf(node)) |
    m = getSynchronizedMonitor(s)
    or
    not exists(getSynchronizedMonitor(s)) and m instanceof UnknownMonitor
  ) and
  mode.isExclusive()
  or
  exists(Method method | method = node.getEnclosingCallable() |
    m = [getMethodMonitor(method), getSerialMonitor(method), getThreadMonitor(method),
      getOwnFieldThread(method), any(Monitor held | callersHold(method, held))] and
    mode.isExclusive()
    or
    m = getAnnotatedMonitor(method, mode)
  )
  or
  heldAtLevel(node, m, mode) and
  not exists(LockMode stronger |
    heldAtLevel(node, m, stronger) and stronger != mode and mode = stronger.getAnImpliedMode()
  ) and
  (mode.isOptimistic() implies isValidated(node, m))
}

/** Holds if `node` is only executed on the thread of `m`: a test before it has asked whether this is so. */
cached
predicate isOnlyOn(ControlFlowNode node, ThreadMonitor m) {
  HeldByFlow::at(node, m, any(LockMode mode | mode.isExclusive()))
}

/** Holds if `validate` may be called on `m` after `node`. */
private predicate isValidated(ControlFlowNode node, Monitor m) {
  exists(LockValidate call, BasicBlock b |
    m = getLockMonitor(call) and
    b = call.getBasicBlock() and
    heldAtLevel(node, m, any(LockMode optimistic | optimistic.isOptimistic())) and
    b = node.getBasicBlock().getASuccessor*()
  )
}

/** Gets the node at which `e` takes effect: that of the assignment, for the target of one. */
pragma[inline]
ControlFlowNode getEffectNode(Expr e) {
  exists(Assignment a | a.getDest() = e and result = a.getControlFlowNode())
  or
  not exists(Assignment a | a.getDest() = e) and result = e.getControlFlowNode()
}

/** Holds if the callable `c` names the lock in `lock`, a field, of the object in `object`. */
predicate namesLockOf(Callable c, Variable object, Variable lock) {
  exists(VarAccess access |
    access.getVariable() = lock and
    access.getQualifier().(VarAccess).getVariable() = object and
    access.getEnclosingCallable() = c and
    exists(VariableMonitor m | m.getVariable() = lock)
  )
}

/** Holds if `s` stands in a block that is synchronized on the object in `v`, whatever else that object is called. */
predicate isSynchronizedOn(Stmt s, Variable v) {
  getAnEnclosingSynchronized(s).getExpr().(VarAccess).getVariable() = v
  or
  // Two locks that are chosen from two objects, as where the lesser one comes first: those of both.
  exists(SynchronizedStmt inner |
    inner = getAnEnclosingSynchronized(s) and
    v = candidateOf(chosenLock(inner)) and
    strictcount(SynchronizedStmt outer |
      outer = getAnEnclosingSynchronized(s) and areOfOneChoice(chosenLock(inner), chosenLock(outer))
    ) >= strictcount(candidateOf(chosenLock(inner)))
  )
}

/** Gets the local variable whose object `s` locks, if it gets that from several others. */
private LocalVariableDecl chosenLock(SynchronizedStmt s) {
  result = s.getExpr().(VarAccess).getVariable() and
  strictcount(candidateOf(result)) > 1
}

/** Gets an expression whose value `v`, a local variable that is locked, may have. */
private Expr chosenValue(LocalVariableDecl v) {
  v.getAnAccess() = any(SynchronizedStmt s).getExpr() and result = v.getAnAssignedValue()
  or
  result = getSameValue(chosenValue(v))
  or
  result = chosenValue(v).(ConditionalExpr).getABranchExpr()
}

/** Gets a variable of the callable that `v`, which is locked, may be a copy of. */
private LocalScopeVariable candidateOf(LocalVariableDecl v) {
  chosenValue(v) = result.getAnAccess()
}

/** Holds if `a` and `b`, both locked, are chosen from one set of variables. */
private predicate areOfOneChoice(LocalVariableDecl a, LocalVariableDecl b) {
  exists(LocalScopeVariable v | v = candidateOf(a) and v = candidateOf(b)) and
  not exists(LocalScopeVariable v | v = candidateOf(a) and not v = candidateOf(b)) and
  not exists(LocalScopeVariable v | v = candidateOf(b) and not v = candidateOf(a))
}
