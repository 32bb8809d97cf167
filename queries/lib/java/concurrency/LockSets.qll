/**
 * Which locks are held when threads come to a callable, whatever way leads there from an entry.
 *
 * A lock is lost on a way where no call holds it. That is a positive recursion over callables; that a lock is held on
 * every way is concluded by one negation at the end.
 */

import java
import java.callgraph.CallGraph
private import java.callgraph.Functions
import java.concurrency.AccessPaths
import java.concurrency.Locks
import java.concurrency.LocksTaken

/** Holds if `m` is somewhere held by readers. */
cached
private predicate hasReaders(Monitor m) {
  exists(LockMode mode | locallyHeld(_, m, mode) and not mode.isExclusive())
  or
  // A helper may lock the half that it is given.
  exists(Call call, Expr half |
    half = call.getAnArgument() and m = getDenotedMonitor(half) and getDenotedMode(half).isShared()
  )
}

private newtype TGuard =
  TExclusive(Monitor m) or
  TShared(Monitor m) { hasReaders(m) }

/** A way of holding a monitor: alone, or at least as a reader. */
class Guard extends TGuard {
  /** Gets the monitor. */
  Monitor getMonitor() { this = TExclusive(result) or this = TShared(result) }

  /** Holds if this excludes everybody else. */
  predicate isExclusive() { this = TExclusive(_) }

  /** Gets a text that describes this. */
  string toString() {
    if this.getMonitor() instanceof UnknownMonitor
    then result = this.getMonitor().toString()
    else if this.isExclusive()
    then result = "'" + this.getMonitor() + "'"
    else result = "'" + this.getMonitor() + "' as a reader"
  }
}

/** Gets a guard that holding `m` in `mode` gives. */
Guard guardOf(Monitor m, LockMode mode) {
  mode.isExclusive() and result = TExclusive(m)
  or
  exists(mode) and result = TShared(m)
}

/**
 * Holds if the callable of `n` makes sure that it holds `lock`, as it names it, when `n` is executed: by a block or a
 * method that is `synchronized`, or between calls that take it and give it back.
 */
predicate holds(ControlFlowNode n, Lock lock) {
  exists(SynchronizedStmt s |
    s = getAnEnclosingSynchronized(statementOf(n)) and lock = lockOfBlock(s)
  )
  or
  // Also where callers hold it, as an annotation or a check says.
  lock = TRootPath(TThisRoot()) and
  locallyHeld(n, getInstanceMonitor(thisTypeOf(n.getEnclosingCallable())), _)
  or
  lock = lockOfMethod(n.getEnclosingCallable())
  or
  exists(LockAcquire acquire |
    lock = lockOfCall(acquire) and
    acquire.getEnclosingCallable() = n.getEnclosingCallable() and
    locallyHeld(n, getLockMonitor(acquire), _)
  )
}

/** Gets the variable of the object, other than `this`, on which `call` calls an instance method. */
private Variable receiverOf(MethodCall call) {
  not call.getMethod().isStatic() and
  result = call.getQualifier().(VarAccess).getVariable()
}

/** Holds if `site` runs `callee`, an instance method, on another object than `this`, as far as the text shows. */
private predicate isOnOtherObject(ExprParent site, Callable callee) {
  exists(MethodCall call, Expr qualifier |
    runsUnder(site, _, callee, _, _) and
    call = site and
    qualifier = call.getQualifier() and
    not call.getMethod().isStatic() and
    not qualifier instanceof ThisAccess and
    not qualifier instanceof SuperAccess and
    not runsOwnFunction(call, callee)
  )
}

/** Holds if `call` runs `callee` as a function that is made in the callable of `call`, of the same `this`. */
private predicate runsOwnFunction(Call call, Callable callee) {
  exists(FunctionCreation f |
    runsFunction(call, f, callee) and
    f.getEnclosingCallable() = call.getEnclosingCallable() and
    (f instanceof LambdaExpr or f.(MemberRefExpr).getQualifier() instanceof InstanceAccess)
  )
}

/**
 * Gets the node at which `site`, which runs something, is evaluated. Calls of constructors by `this` and `super` have none
 * here: before them nothing is locked.
 */
pragma[nomagic]
private ControlFlowNode nodeOf(Expr site) {
  (site instanceof Call or runsUncalled(_, site, _)) and
  result = site.getControlFlowNode()
}

/** Holds if `m` is held in `mode` at `node`, at which `site` is evaluated. */
pragma[nomagic]
private predicate heldAtNode(ExprParent site, ControlFlowNode node, Monitor m, LockMode mode) {
  node = nodeOf(site) and
  locallyHeld(node, m, mode)
}

private predicate isHeldSite(ExprParent site) { heldAtNode(site, _, _, _) }

/** Holds if `site`, at which `m` is held in `mode`, runs `callee`. */
pragma[nomagic]
private predicate runsUnder(
  ExprParent site, ControlFlowNode node, Callable callee, Monitor m, LockMode mode
) { heldAtNode(site, node, m, mode) and RunsAt<isHeldSite/1>::runs(_, site, callee) }

/** Holds if `m`, held at `node` where `site` runs `callee`, is the same lock for `callee`, or one of no object of its class. */
private predicate isKept(ExprParent site, ControlFlowNode node, Callable callee, Monitor m) {
  runsUnder(site, node, callee, m, _) and
  (
    m.isStatic() or
    not isOnOtherObject(site, callee) or
    not m.getOwner() = instanceMonitorType(callee.getDeclaringType()) or
    namesLockOf(node.getEnclosingCallable(), receiverOf(site), m.(VariableMonitor).getVariable())
  )
}

/** Holds if `g`, as `callee` knows it, is held while `site` runs `callee`. */
cached
predicate heldAtSite(ExprParent site, Callable callee, Guard g) {
  exists(ControlFlowNode node, Monitor m, LockMode mode | runsUnder(site, node, callee, m, mode) |
    isKept(site, node, callee, m) and g = guardOf(m, mode)
    or
    m.(VariableMonitor).getVariable() = receiverOf(site) and
    g = guardOf(getInstanceMonitor(callee.getDeclaringType()), mode)
  )
  or
  // The monitor of the receiver, whatever else that is called.
  RunsAt<isHeldSite/1>::runs(_, site, callee) and
  isSynchronizedOn(site.(Expr).getEnclosingStmt(), receiverOf(site)) and
  g =
    guardOf(getInstanceMonitor(callee.getDeclaringType()), any(LockMode mode | mode.isExclusive()))
  or
  exists(Monitor m, LockMode mode |
    exists(Parameter p | runsThrough(site, p, callee) and heldAroundFor(site, p, m, mode)) and
    not exists(Parameter p |
      runsThrough(site, p, callee) and not heldAroundFor(site, p, m, mode)
    ) and
    g = guardOf(m, mode) and
    (m.isStatic() or isOnThis(site) or m.getOwner() != ownerOf(callee) or isMadeFor(site, callee))
  )
}

/** Holds if `call` is handed the function with the code `callee` where that is made: both have one `this`. */
private predicate isMadeFor(Call call, Callable callee) {
  runsThrough(call, _, callee) and
  exists(FunctionCreation f |
    callee = f.getARunCallable() and f.getEnclosingCallable() = call.getEnclosingCallable()
  )
}

/**
 * Holds if the method around `inner`, which callers hand the function `callee` to, runs it with `g` held, by its name in
 * `callee`, whichever call hands it over.
 */
cached
predicate heldForFunction(ExprParent inner, Callable callee, Guard g) {
  exists(Call call | handsInto(call, inner, callee) and heldAtSite(call, callee, g)) and
  not exists(Call call | handsInto(call, inner, callee) and not heldAtSite(call, callee, g))
}

/** Holds if `call` hands the function with the code `callee` to a parameter that `inner` runs. */
private predicate handsInto(Call call, ExprParent inner, Callable callee) {
  exists(Parameter p |
    runsThrough(call, p, callee) and
    (
      runsParameter(p, inner)
      or
      exists(Parameter next, Call on |
        runsParameter(p, on) and isPassedOn(on, p, next) and runsParameter(next, inner)
      )
    )
  )
}

/** Holds if `call` is on `this`. */
private predicate isOnThis(MethodCall call) {
  not call.hasQualifier() or
  call.getQualifier() instanceof InstanceAccess
}

/** Gets the class of `this` where the code of `callee` stands. */
private RefType ownerOf(Callable callee) {
  runsThrough(_, _, callee) and
  result = instanceMonitorType(thisTypeOf(callee))
}

/** Holds if `call` hands a function whose code is `callee` to the parameter `p` of a method that runs it on the spot. */
private predicate runsThrough(Call call, Parameter p, Callable callee) {
  exists(FunctionCreation f, Expr argument |
    runsFunction(call, f, callee) and
    passes(call, argument, p) and
    mayBeFunction(argument, f) and
    runsParameter(p, _)
  )
}

/** Holds if `call` runs what `p` holds by handing it to `next`. */
private predicate isPassedOn(Call call, Parameter p, Parameter next) {
  runsThrough(_, p, _) and
  runsParameter(p, call) and
  passes(call, p.getAnAccess(), next)
}

/** Holds if whatever runs what `p` holds, in the callable of `p` itself, holds `m` in `mode`. */
private predicate heldDirectlyAround(Parameter p, Monitor m, LockMode mode) {
  (runsThrough(_, p, _) or isPassedOn(_, _, p)) and
  exists(ExprParent inner | runsParameter(p, inner) and locallyHeld(nodeOf(inner), m, mode)) and
  forall(ExprParent inner | runsParameter(p, inner) | locallyHeld(nodeOf(inner), m, mode))
}

/** Holds if `inner` runs what `p` holds with `m` held in `mode`: here, or where it is handed on. */
private predicate heldInside(Parameter p, ExprParent inner, Monitor m, LockMode mode) {
  runsThrough(_, p, _) and
  runsParameter(p, inner) and
  (
    locallyHeld(nodeOf(inner), m, mode)
    or
    exists(Parameter next, Monitor there |
      isPassedOn(inner, p, next) and
      heldDirectlyAround(next, there, mode) and
      m = seenFrom(inner, there)
    )
    or
    // A function that the callable of `p` makes runs it, and is handed on itself.
    exists(Call on, Parameter next, Monitor there |
      isWrappedFor(on, p, inner, next) and
      heldDirectlyAround(next, there, mode) and
      m = seenFrom(on, there)
    )
  )
}

/** Holds if `inner`, which runs what `p` holds, stands in a function that the callable of `p` hands to `next` by `on`. */
private predicate isWrappedFor(Call on, Parameter p, ExprParent inner, Parameter next) {
  runsThrough(_, p, _) and
  runsParameter(p, inner) and
  exists(Method function |
    function = inner.(Expr).getEnclosingCallable() and
    function != p.getCallable() and
    runsThrough(on, next, function) and
    on.getEnclosingCallable() = p.getCallable()
  )
}

/** Holds if whatever runs what `p` holds, once it is handed to the callable of `p`, holds `m` in `mode`. */
private predicate heldAround(Parameter p, Monitor m, LockMode mode) {
  heldInside(p, _, m, mode) and
  forall(ExprParent inner | runsParameter(p, inner) | heldInside(p, inner, m, mode))
}

/** Holds if `call` hands a function to `p` that is run with `m` held in `mode`, as the caller calls it. */
private predicate heldAroundFor(Call call, Parameter p, Monitor m, LockMode mode) {
  exists(Monitor there, LockMode inside |
    runsThrough(call, p, _) and
    heldAround(p, there, inside) and
    m = seenFrom(call, there) and
    if exists(halfGivenFor(call, there)) then mode = halfGivenFor(call, there) else mode = inside
  )
}

/** Gets the mode of the half of a lock that `call` hands to the parameter that `m` is the lock of. */
bindingset[call, m]
private LockMode halfGivenFor(Call call, Monitor m) {
  exists(Parameter q |
    q = m.(VariableMonitor).getVariable() and
    result = getDenotedMode(call.getArgument(q.getPosition()))
  )
}

/** Gets what a caller calls the lock `m` of what `call` runs: a parameter is the argument, that of the object is in what holds it. */
bindingset[call, m]
private Monitor seenFrom(Call call, Monitor m) {
  exists(Parameter q | q = m.(VariableMonitor).getVariable() |
    result = getDenotedMonitor(call.getArgument(q.getPosition()))
  )
  or
  not m.(VariableMonitor).getVariable() instanceof Parameter and
  if exists(partOf(call, m)) then result = partOf(call, m) else result = m
}

/** Gets the lock `m` of the object in a variable on which `call` is made. */
bindingset[call, m]
private Monitor partOf(Call call, Monitor m) {
  exists(Variable v |
    v = call.(MethodCall).getQualifier().(VarAccess).getVariable() and
    not m.isStatic() and
    result = getPart(v, m)
  )
}

/*-- What callees take for their parameters --*/

/** Holds if `p` is handed something by a call, and its callable, of the sources, is the only one that this may run. */
private predicate isHandedTo(Call call, Expr argument, Parameter p) {
  exists(Callable callee, int i |
    callee = call.getCallee().getSourceDeclaration() and
    callee.fromSource() and
    locksAParameter(callee) and
    not overridesDirectly(_, callee) and
    p = callee.getParameter(i) and
    argument = call.getArgument(i) and
    not callee.isVarargs()
  )
}

/** Holds if `c` takes the lock that a parameter of it is. */
pragma[nomagic]
private predicate locksAParameter(Callable c) {
  exists(Parameter q | q.getCallable() = c |
    q.getAnAccess() = any(SynchronizedStmt s).getExpr() or q.getAnAccess() = operandOf(_)
  )
}

/** Holds if `use` uses what `p` holds, other than as a lock. */
private predicate isUse(Parameter p, VarAccess use) {
  locksAParameter(p.getCallable()) and
  use = p.getAnAccess() and
  not use = any(SynchronizedStmt s).getExpr() and
  not use = operandOf(_)
}

/** Holds if the callable of `p` uses what that holds only where the lock in its parameter `q` is held in `mode`. */
private predicate isUsedUnder(Parameter p, Parameter q, LockMode mode) {
  q.getCallable() = p.getCallable() and
  locksAParameter(q.getCallable()) and
  isUse(p, _) and
  forall(VarAccess use | isUse(p, use) | isHeldAtUse(use, q, mode))
}

/** Holds if the lock in the parameter `q` is held in `mode` when `use` is evaluated. */
private predicate isHeldAtUse(VarAccess use, Parameter q, LockMode mode) {
  isUse(_, use) and
  (
    locallyHeld(use.getControlFlowNode(), any(VariableMonitor m | m.getVariable() = q), mode)
    or
    mode.isExclusive() and isSynchronizedOn(use.getEnclosingStmt(), q)
  )
}

/**
 * Holds if `argument`, which `call` hands over, is only used where the callee holds the lock `m` in `mode`, which `call` hands
 * over, too: perhaps it is that of the argument itself.
 */
cached
predicate isUsedUnderLock(Call call, Expr argument, Monitor m, LockMode mode) {
  exists(Parameter p, Parameter q, Expr lock, LockMode inside |
    isHandedTo(call, argument, p) and
    isHandedTo(call, lock, q) and
    isUsedUnder(p, q, inside) and
    m = getDenotedMonitor(lock) and
    if exists(getDenotedMode(lock)) then mode = getDenotedMode(lock) else mode = inside
  )
}

/** The ways on which threads come to callables. */
signature module WaysSig {
  /** Holds if threads enter `c` from outside, where they hold no lock of the sources. */
  predicate enters(Callable c);

  /** Holds if a thread that executes `caller` comes to `callee` when it evaluates `site`. */
  predicate leads(Callable caller, ExprParent site, Callable callee);
}

/** The locks that are held on the ways `Ways`. */
module LockSets<WaysSig Ways> {
  /** Holds if threads come to `c`. */
  cached
  predicate isReached(Callable c) {
    Ways::enters(c)
    or
    exists(Callable caller | isReached(caller) and Ways::leads(caller, _, c))
  }

  /** Holds if a thread may come from `caller`, which it has reached, to `c` by `site`, where it takes no lock with it. */
  private predicate leadsUnlocked(Callable caller, ExprParent site, Callable c) {
    Ways::leads(caller, site, c) and
    not heldAtSite(site, c, _)
  }

  /** Holds if some way to `c` holds no lock at all. */
  cached
  predicate entersUnlocked(Callable c) {
    Ways::enters(c)
    or
    exists(Callable caller | entersUnlocked(caller) and leadsUnlocked(caller, _, c))
  }

  /** Holds if some way to `c` holds `g` at a call, and all of them hold something. */
  private predicate someWayHolds(Callable c, Guard g) {
    not entersUnlocked(c) and
    isReached(c) and
    exists(ExprParent site, Callable caller | Ways::leads(caller, site, c) and isReached(caller) |
      heldAtSite(site, c, g) or someWayHolds(caller, g)
    )
  }

  /** Holds if some way to `c` holds `g`, and another one does not. */
  private predicate someWayLacks(Callable c, Guard g) {
    someWayHolds(c, g) and
    exists(Callable caller, ExprParent site |
      Ways::leads(caller, site, c) and not heldAtSite(site, c, g) and isReached(caller)
    |
      not someWayHolds(caller, g) or someWayLacks(caller, g)
    )
  }

  /** Holds if all ways to `c` hold `g`. */
  cached
  predicate heldOnEntry(Callable c, Guard g) { someWayHolds(c, g) and not someWayLacks(c, g) }
}
