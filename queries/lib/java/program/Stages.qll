/**
 * The stages of the race analysis of Naik, Aiken and Whaley: OriginalPairs, ReachablePairs, AliasingPairs, EscapingPairs
 * and UnlockedPairs. Each takes pairs of accesses away from the one before.
 *
 * What flows in is a whole program: its calls, objects and threads. What comes out is pairs of accesses, the threads that
 * execute them and the objects that they meet on. Contexts are kept as far as they decide which objects are accessed and
 * which locks are held; the pairs themselves are made of what is left then.
 */

import java
import java.callgraph.CallGraph
private import java.callgraph.Functions as Functions
import java.concurrency.Escapes
import java.concurrency.LockIdentity
import java.concurrency.LockSets
import java.concurrency.Locks
import java.concurrency.ThreadSafeTypes
import java.program.Accesses
import java.program.ProgramSig
import java.program.Publication

/** The stages for the program `P`. */
module Stages<ProgramSig P> {
  /*-- Runs: callables in contexts, and how threads come to them --*/

  /** Gets the state of `this` in `callee`, which `site` runs, if the state of `this` in the caller is `outer`. */
  private State stateIn(ExprParent site, Callable callee, State outer) {
    P::runs(_, _, site, callee, _) and
    (
      callee.isStatic()
      or
      not site instanceof Call
      or
      runsFunctionAt(site, callee) and not runsOnFresh(site, callee)
    ) and
    exists(outer) and
    result.isShared()
    or
    runsOnFresh(site, callee) and exists(outer) and result.isInTheMaking()
    or
    isPlainCall(site, callee) and result = stateOfReceiver(site, outer)
  }

  /** Gets the state of the object on which `site` calls a method, or that it makes; the state of `this` is `outer`. */
  private State stateOfReceiver(Call site, State outer) {
    isPlainCall(site, _) and
    if
      site instanceof ClassInstanceExpr
      or
      isUnknownToOthers(site.(MethodCall).getQualifier())
      or
      isOnOwn(site) and makesObject(site.getEnclosingCallable())
    then result.isInTheMaking() and exists(outer)
    else if isOnOwn(site)
    then if isAfterStart(nodeOfSite(site))
    then result = outer.afterStart()
    else result = outer
    else if site.(MethodCall).hasQualifier()
    then result = stateOfValue(site.(MethodCall).getQualifier(), outer)
    else (result.isShared() and exists(outer))
  }

  /** Gets the state of the object that `e` denotes, which is not made by its callable; the state of `this` is `outer`. */
  bindingset[e, outer]
  private State stateOfValue(Expr e, State outer) {
    if e.(InstanceAccess).isOwnInstanceAccess() or P::isOwningField(ownFieldRead(e))
    then result = outer
    else if isOwnPartOfUnknown(e)
    then result.isInTheMaking()
    else if isCapturedAlone(e)
    then result.isOwn()
    else if isReachedFromOwn(e)
    then result = outer.ofParts()
    else result.isShared()
  }

  /**
   * Holds if `c` starts a thread at `node`, itself or by a call on its own object: what that thread gets to know of the
   * object is not looked at.
   */
  private predicate startsAt(Callable c, ControlFlowNode node) {
    exists(ExprParent site |
      P::startedBy(_, site) and c = callableOfSite(site) and node = nodeOfSite(site)
    )
    or
    exists(ExprParent site, Callable callee |
      startsAt(callee, _) and
      isOnOwn(site) and
      P::runs(c, _, site, callee, _) and
      node = nodeOfSite(site)
    )
  }

  /** Holds if a thread may have been started when `node`, an access or a call on the own object, is evaluated: in its own callable. */
  private predicate isAfterStart(ControlFlowNode node) {
    exists(Callable c, ControlFlowNode start | startsAt(c, start) |
      isOfOwn(c, node) and mayFollow(start, node)
    )
  }

  /** Holds if `node`, in `c`, is an access or a call on the own object. */
  pragma[nomagic]
  private predicate isOfOwn(Callable c, ControlFlowNode node) {
    exists(Access a | a.isOnThis() and node = a.getNode() and c = a.getEnclosingCallable())
    or
    exists(ExprParent site | isOnOwn(site) and node = nodeOfSite(site) and c = callableOfSite(site))
  }

  /** Holds if `e` reads what was made for the object that its field is read of, which nobody else knows. */
  private predicate isOwnPartOfUnknown(FieldRead e) {
    holdsOnlyMade(e.getField()) and
    isUnknownToOthers(e.getQualifier())
  }

  /** Holds if `site` runs `callee` on its receiver, or on the object that it makes. */
  private predicate isPlainCall(Call site, Callable callee) {
    P::runs(_, _, site, callee, _) and
    not callee.isStatic() and
    not runsFunctionAt(site, callee)
  }

  /** Holds if `callee` is a function that `site` is handed and runs on the spot. */
  private predicate runsFunctionAt(Call site, Callable callee) {
    P::runs(_, _, site, callee, _) and
    not callee.getName() = site.getCallee().getName()
  }

  /** Holds if `site` hands an object that nobody else knows to what runs `callee` on it, and has done so when it returns. */
  private predicate runsOnFresh(Call site, Callable callee) {
    runsFunctionAt(site, callee) and
    Functions::runsHandedObject(site, callee, "now") and
    exists(Expr handed |
      handed = site.getAnArgument() and
      isUnknownBefore(handed) and
      handed.getType().(RefType).getSourceDeclaration().getASourceSupertype*() =
        callee.getDeclaringType()
    )
  }

  /** Gets the state of `this` in `c`, with which `t` begins. */
  private State stateAtStart(P::Thread t, Callable c) {
    P::begins(t, c, _) and
    if P::beginsOnOwn(t, c) then result.isOwn() else result.isShared()
  }

  private predicate isRun(Callable c, P::Context context, State state) {
    exists(P::Thread t | P::begins(t, c, context) and state = stateAtStart(t, c))
    or
    exists(Callable caller, P::Context outer, State before, ExprParent site |
      isRun(caller, outer, before) and
      P::runs(caller, outer, site, c, context) and
      state = stateIn(site, c, before)
    )
  }

  private newtype TRun =
    TRunOf(Callable c, P::Context context, State state) { isRun(c, context, state) }

  /** A callable in a context, on an object of which something is known. */
  class Run extends TRun {
    Callable callable;
    P::Context context;
    State state;

    Run() { this = TRunOf(callable, context, state) }

    /** Gets the callable. */
    Callable getCallable() { result = callable }

    /** Gets the context. */
    P::Context getContext() { result = context }

    /** Gets what is known of the object that this runs on. */
    State getState() { result = state }

    /** Gets the place where the callable is declared. */
    Location getLocation() { result = callable.getLocation() }

    /** Gets a text that describes this. */
    string toString() { result = callable.getName() + " in " + context.toString() }
  }

  /** Holds if `site`, evaluated in `a`, runs `b`, which the same thread executes. */
  cached
  predicate edge(Run a, ExprParent site, Run b) {
    exists(Callable caller, P::Context outer, State before, Callable callee, P::Context inner,
      State after |
      a = TRunOf(caller, outer, before) and
      P::runs(caller, outer, site, callee, inner) and
      after = stateIn(site, callee, before) and
      b = TRunOf(callee, inner, after)
    )
  }

  /** Holds if `site` is only evaluated on the thread of the name `thread`, which a test before it has asked for. */
  predicate isSiteOf(ExprParent site, string thread) {
    edge(_, site, _) and
    exists(ThreadMonitor m | isOnlyOn(nodeOfSite(site), m) and thread = m.getThread())
  }

  /** Holds if `a` runs `b`, where no thread is asked for: projected, so that threads are joined once. */
  pragma[nomagic]
  private predicate leadsTo(Run a, Run b) {
    exists(ExprParent site | edge(a, site, b) and not isSiteOf(site, _))
  }

  /** Holds if `t` begins with `r`. */
  predicate beginsWith(P::Thread t, Run r) {
    exists(Callable c, P::Context context |
      P::begins(t, c, context) and r = TRunOf(c, context, stateAtStart(t, c))
    )
  }

  /** Holds if `t` executes `c`. */
  pragma[nomagic]
  predicate executesCallable(P::Thread t, Callable c) {
    exists(Run r | executes(t, r) and c = r.getCallable())
  }

  /** Holds if `t` executes `r`. */
  cached
  predicate executes(P::Thread t, Run r) {
    beginsWith(t, r)
    or
    exists(Run caller | executes(t, caller) and leadsTo(caller, r))
    or
    exists(Run caller, ExprParent site, string thread |
      P::isRunBy(t, thread) and
      executes(t, caller) and
      edge(caller, site, r) and
      isSiteOf(site, thread)
    )
  }

  /** Holds if `a` happens in `r`, and is not to what is made there. */
  private predicate happensIn(Access a, Run r) {
    a.getEnclosingCallable() = r.getCallable() and
    not isInTheMaking(a)
  }

  /** Gets what is known, in `r`, of the object or class that `a` is to. */
  cached
  State stateOf(Access a, Run r) {
    happensIn(a, r) and
    if isUnknownToOthers(a.getBase())
    then result.isInTheMaking()
    else if a.isOnThis()
    then if isAfterStart(a.getNode())
    then result = r.getState().afterStart()
    else if r.getState().isOwn() and isHandedIn(a.getHolder().getField())
    then result.isShared()
    else result = r.getState()
    else if exists(a.getBase())
    then result = stateOfValue(a.getBase(), r.getState())
    else result.isShared()
  }

  /** Holds if `t` executes `a`. */
  cached
  predicate reaches(P::Thread t, Access a) { exists(Run r | happensIn(a, r) and executes(t, r)) }

  private newtype TPlace =
    TStatic() or
    TOn(P::Object o)

  /** What the memory of an access belongs to: an object, or nothing, if it is a static field. */
  class Place extends TPlace {
    /** Gets the object, if there is one. */
    P::Object getObject() { this = TOn(result) }

    /** Holds if this is an object that several threads may know, or static. */
    predicate isShared() { this = TStatic() or P::isShared(this.getObject()) }

    /** Gets a text that describes this. */
    string toString() {
      this = TStatic() and result = "static"
      or
      result = this.getObject().toString()
    }
  }

  /** Holds if `a`, in `r`, is to the memory of `place`. */
  predicate isTo(Access a, Run r, Place place) {
    happensIn(a, r) and
    (
      a.getMemory().isStatic() and place = TStatic()
      or
      P::denotes(a.getBase(), r.getContext(), place.getObject()) and mayBeOf(a, place)
      or
      not exists(a.getBase()) and P::isBase(a.getExpr(), r.getContext(), place.getObject())
    )
  }

  /** Holds if `a` may be to the object of `place`: what is called content is that of objects of libraries. */
  pragma[inline]
  private predicate mayBeOf(Access a, Place place) {
    exists(a.getMemory().getField())
    or
    exists(RefType t | t = place.getObject().getType() |
      t instanceof Array and a.getMemory().isElements()
      or
      not t instanceof Array and
      not t.fromSource() and
      not a.getMemory().isElements() and
      // A writer that locks itself is one, whatever the type of the field that holds it.
      not isThreadSafeType(t)
    )
  }

  /*-- Locks --*/

  private module LockObjects implements LockObjectsSig {
    class Object = P::Object;

    predicate isSingle(Object o) { P::isSingle(o) }

    predicate isOpen(Object o) { P::isOpen(o) }
  }

  /** Whether two locks are one, by the objects that they are or belong to. */
  module ByObject = ObjectIdentity<LockObjects>;

  private newtype THeldLock =
    TNamedLock(Monitor m) { exists(nameOfLock(m)) } or
    TKnownLock(P::Object o) { isSingleLock(_, _, o) } or
    TAccessedLock()

  /** A lock that is held: known by its name, or by its object, or that of the accessed object itself, whatever its name. */
  class HeldLock extends THeldLock {
    /** Gets the monitor that this is known as, if it is known by its name. */
    Monitor getMonitor() { this = TNamedLock(result) }

    /** Gets the object that this is, if it is known by that. */
    P::Object getObject() { this = TKnownLock(result) }

    /** Holds if this is one of several locks, now this one and now that. */
    predicate isChoice() { this.getMonitor() instanceof ChosenMonitor }

    /** Holds if this is an element of an array whose index is not known. */
    predicate isStripe() { this.getMonitor().(ElementMonitor).getIndex() = "*" }

    /** Gets a text that sorts this among others, and tells it from these. */
    string getKey() {
      if isAmbiguous(this.toString())
      then result = this.toString() + " " + keyBeyondText(this)
      else result = this.toString()
    }

    /** Gets a text for people. */
    string toString() {
      result = nameOfLock(this.getMonitor())
      or
      exists(P::Object o | o = this.getObject() |
        result = "the object " + o.toString() + " made at " + placeText(o.getLocation())
      )
      or
      this = TAccessedLock() and result = "the lock of the accessed object"
    }
  }

  /** Holds if several locks have the text `text`. */
  private predicate isAmbiguous(string text) {
    strictcount(HeldLock lock | text = lock.toString()) > 1
  }

  /** Gets a text that tells `lock` from others that look alike to people. */
  private string keyBeyondText(HeldLock lock) {
    isAmbiguous(lock.toString()) and
    (result = keyOfLocation(lock.getMonitor().getLocation()) or result = P::keyOf(lock.getObject()))
  }

  /** Gets the lock that is known as `m`. */
  HeldLock lockNamed(Monitor m) { m = result.getMonitor() }

  private newtype TToken =
    TGuardToken(Guard g) or
    TObjectToken(P::Object o, boolean exclusive) {
      exclusive = [true, false] and
      isSingleLock(_, _, o)
    }

  /** Holds if `m`, as `c` in `context` names it, is the lock `o`, and there is only one such object. */
  private predicate isSingleLock(Monitor m, TRun r, P::Object o) {
    exists(Callable c, P::Context context | r = TRunOf(c, context, _) |
      o = unique(P::Object one | one = lockObject(m, c, context)) and P::isSingle(o)
    )
  }

  private P::Object lockObject(Monitor m, Callable c, P::Context context) {
    exists(Expr e |
      m = getDenotedMonitor(e) and c = e.getEnclosingCallable() and P::denotes(e, context, result)
    )
  }

  /*-- Of which object a lock is that is known by name --*/

  /** Holds if `a`, in `r`, is to an object of which there is one: what protects it must be one lock, too. */
  private predicate isToOne(Access a, Run r) {
    exists(Place place | isTo(a, r, place) and P::isSingle(place.getObject()))
  }

  /** Gets the guard of a token that is known by the name of a field, or of a class: several objects have such a lock. */
  private Guard namedGuard(Token token) {
    token = TGuardToken(result) and
    isOfObjects(result.getMonitor())
  }

  /** Holds if `token`, held on all ways to `r`, is asked for its objects. */
  private predicate isAskedOnEntry(Run r, Token token) {
    exists(Access a | isToOne(a, r) and holdsFromCallers(a, r, _, token)) and
    exists(namedGuard(token))
    or
    exists(Run callee, ExprParent site |
      isAskedOnEntry(callee, token) and
      edge(r, site, callee) and
      not takesAlong(r, site, callee.getCallable(), token)
    )
  }

  /** Holds if the objects of the lock of `token`, which the callable of `r` takes itself, are asked for. */
  private predicate isAskedInside(Run r, Token token) {
    exists(Access a | isToOne(a, r) and holdsHere(a, token)) and exists(namedGuard(token))
    or
    exists(Run callee, ExprParent site |
      isAskedOnEntry(callee, token) and
      edge(r, site, callee) and
      takesAlong(r, site, callee.getCallable(), token)
    )
  }

  /** Gets an expression of the lock `m` in `c`. */
  pragma[nomagic]
  private Expr lockExprIn(Callable c, Monitor m) {
    m = getDenotedMonitor(result) and
    isLockOperand(result) and
    c = result.getEnclosingCallable()
  }

  /** Holds if the lock that `e` denotes in `context` is `o`, or is made for its owner `o` alone. */
  private predicate isLockOf(Expr e, P::Context context, P::Object o) {
    exists(Expr source |
      source = copiedLock(e)
      or
      not exists(copiedLock(e)) and e = lockExprIn(_, _) and source = e
    |
      if holdsOnlyMade(source.(FieldAccess).getField())
      then
        P::denotes(source.(FieldAccess).getQualifier(), context, o) or
        P::isBase(source, context, o)
      else P::denotes(source, context, o)
    )
  }

  /** Gets the field of some object from which the local variable `e` has the lock, perhaps one of several. */
  private FieldAccess copiedLock(Expr e) {
    e = lockExprIn(_, _) and
    holdsOnlyMade(result.getField()) and
    result = valueOfCopy(e.(VarAccess).getVariable())
  }

  /** Gets an expression whose value `v`, in which a lock is, may have. */
  private Expr valueOfCopy(LocalVariableDecl v) {
    v.getAnAccess() = lockExprIn(_, _) and result = v.getAnAssignedValue()
    or
    result = getSameValue(valueOfCopy(v))
    or
    result = valueOfCopy(v).(ConditionalExpr).getABranchExpr()
  }

  private newtype TOwner =
    TUnknownOwner() or
    TKnownOwner(P::Object o)

  /** Gets the object of a lock, or that has it, as far as `o` is distinguished from others: the program itself makes it. */
  bindingset[o]
  private TOwner ownerOf(P::Object o) {
    if P::isMade(o)
    then result = TKnownOwner(o)
    else result = TUnknownOwner()
  }

  /** Gets an object of the lock of `token`, which the callable of `r` takes itself. */
  private TOwner ownerInside(Run r, Token token) {
    isAskedInside(r, token) and
    exists(Monitor m, Callable c | m = namedGuard(token).getMonitor() and c = r.getCallable() |
      exists(P::Object o |
        isLockOf(lockExprIn(c, m), r.getContext(), o)
        or
        m = getMethodMonitor(c) and P::locksByMethod(c, r.getContext(), o)
      |
        result = ownerOf(o)
      )
      or
      exists(Expr e | e = lockExprIn(c, m) and not isLockOf(e, r.getContext(), _)) and
      result = TUnknownOwner()
      or
      not exists(lockExprIn(c, m)) and not m = getMethodMonitor(c) and result = TUnknownOwner()
    )
  }

  /** Gets an object of the lock of `token` that callers of `r` hold. */
  private TOwner ownerOnEntry(Run r, Token token) {
    isAskedOnEntry(r, token) and
    exists(Run caller, ExprParent site | edge(caller, site, r) |
      takesAlong(caller, site, r.getCallable(), token) and result = ownerInside(caller, token)
      or
      not takesAlong(caller, site, r.getCallable(), token) and result = ownerOnEntry(caller, token)
    )
  }

  /** Holds if `o` has a lock that somebody takes. */
  private predicate isOwner(P::Object o) { ownerInside(_, _) = TKnownOwner(o) }

  /** Gets a text for `o`, for people: of what is made again and again, two are not known to be one. */
  private string textOfOwner(P::Object o) {
    isOwner(o) and
    exists(string text | text = o.toString() + " at " + placeText(o.getLocation()) |
      if P::isSingle(o) then result = text else result = "one " + text
    )
  }

  /** Gets a text that sorts `o`, which has a lock, among others, and tells it from these. */
  private string keyOfOwner(P::Object o) {
    if strictcount(P::Object other | textOfOwner(other) = textOfOwner(o)) > 1
    then result = textOfOwner(o) + " " + P::keyOf(o)
    else result = textOfOwner(o)
  }

  /** Gets what stands between the objects of an `Owners`. */
  private string ownerSeparator() { result = " | " }

  /** Gets the keys of the objects whose lock `token`, which protects `a`, may be; none if that is not known of all of them. */
  private string ownersOf(Access a, Run r, Token token) {
    isToOne(a, r) and
    holds(a, r, _, token) and
    exists(namedGuard(token)) and
    // The stripe of an element is one lock whenever the element is.
    not isStripeOf(a, namedGuard(token).getMonitor()) and
    (
      if holdsHere(a, token)
      then
        result = concat(P::Object o | ownerInside(r, token) = TKnownOwner(o) |
          keyOfOwner(o), ownerSeparator() order by keyOfOwner(o)
        ) and
        not ownerInside(r, token) = TUnknownOwner()
      else
        result = concat(P::Object o | ownerOnEntry(r, token) = TKnownOwner(o) |
          keyOfOwner(o), ownerSeparator() order by keyOfOwner(o)
        ) and
      not ownerOnEntry(r, token) = TUnknownOwner()
    ) and
    result != ""
  }

  /** The objects that a lock may belong to, if that matters and is known: the keys of each, or the empty text. */
  class Owners extends string {
    Owners() { this = "" or this = ownersOf(_, _, _) }

    /** Gets one of them. */
    P::Object getAnObject() { keyOfOwner(result) = this.splitAt(ownerSeparator()) }

    /** Holds if it is one of several, or not known which. */
    predicate areSeveral() { this.matches("%" + ownerSeparator() + "%") }

    /** Gets a text for people, which stands behind the name of the lock. */
    string describe() {
      result =
        " of " +
          concat(P::Object o | o = this.getAnObject() |
            textOfOwner(o), ", " order by textOfOwner(o)
          ) and
      this != ""
      or
      this = "" and result = ""
    }
  }

  /** A way of holding a lock, as it is known to a callable or everywhere. */
  private class Token extends TToken {
    /** Holds if this excludes everybody else. */
    predicate isExclusive() {
      exists(Guard g | this = TGuardToken(g) and g.isExclusive())
      or
      this = TObjectToken(_, true)
    }

    /** Gets the lock. */
    HeldLock getLock() {
      exists(Guard g | this = TGuardToken(g) and result = lockNamed(g.getMonitor()))
      or
      this = TObjectToken(result.getObject(), _)
    }

    string toString() { result = this.getLock().toString() }
  }

  private Token objectToken(Monitor m, LockMode mode, Run r) {
    exists(P::Object o, boolean exclusive |
      isSingleLock(m, r, o) and
      result = TObjectToken(o, exclusive) and
      if mode.isExclusive() then exclusive = [true, false] else exclusive = false
    )
  }

  /** Holds if `site`, in `r`, runs `callee` with `token` held, named as `callee` names it. */
  private predicate takesAlong(Run r, ExprParent site, Callable callee, Token token) {
    edge(r, site, _) and
    (
      exists(Guard g | heldAtSite(site, callee, g) and token = TGuardToken(g) and isLasting(g))
      or
      exists(Guard g | heldForFunction(site, callee, g) and token = TGuardToken(g) and isLasting(g))
      or
      exists(Monitor m, LockMode mode |
        locallyHeld(nodeOfSite(site), m, mode) and
        P::runs(_, _, site, callee, _) and
        token = objectToken(m, mode, r)
      )
    )
  }

  /** Holds if `b`, which `site` in `a` runs, is run without any lock that `a` takes itself: nearly all are, so that this is asked, not collected. */
  pragma[inline]
  predicate bareEdge(Run a, ExprParent site, Run b) {
    edge(a, site, b) and
    not takesAlong(a, site, b.getCallable(), _)
  }

  /**
   * Gets whether outsiders begin `t`. What they hold is known apart from what the program's own threads hold: that a public
   * method may be called without a lock does not mean that the program does so.
   */
  boolean isFromOutside(P::Thread t) { if P::isOutside(t) then result = true else result = false }

  /** Gets whether threads that outsiders begin execute `r`: both may hold. */
  private boolean isRunFromOutside(Run r) {
    exists(P::Thread t | executes(t, r) and result = isFromOutside(t))
  }

  /** Holds if some way of threads that outsiders begin, or of others, to `r` takes no lock at all. */
  cached
  predicate isBare(Run r, boolean outside) {
    exists(P::Thread t | beginsWith(t, r) and outside = isFromOutside(t))
    or
    exists(Run caller | isBare(caller, outside) and bareEdge(caller, _, r))
  }

  /** Holds if `token`, held when `caller` is entered, is so when it runs `callee` by `site`. */
  pragma[inline]
  private predicate passes(ExprParent site, Callable callee, Token token) {
    exists(Guard g | token = TGuardToken(g) | isKeptBy(site, callee, g.getMonitor()))
    or
    token = TObjectToken(_, _)
  }

  private predicate someWayHolds(Run r, boolean outside, Token token) {
    outside = isRunFromOutside(r) and
    not isBare(r, outside) and
    exists(Run caller, ExprParent site | edge(caller, site, r) |
      takesAlong(caller, site, r.getCallable(), token) and outside = isRunFromOutside(caller)
      or
      someWayHolds(caller, outside, token) and passes(site, r.getCallable(), token)
    )
  }

  private predicate someWayLacks(Run r, boolean outside, Token token) {
    someWayHolds(r, outside, token) and
    exists(Run caller, ExprParent site |
      edge(caller, site, r) and
      outside = isRunFromOutside(caller) and
      not takesAlong(caller, site, r.getCallable(), token)
    |
      not (someWayHolds(caller, outside, token) and passes(site, r.getCallable(), token))
      or
      someWayLacks(caller, outside, token)
    )
  }

  /** Holds if `token` is held on all ways to `r`, of threads that outsiders begin or of others. */
  private predicate heldOnEntry(Run r, boolean outside, Token token) {
    someWayHolds(r, outside, token) and
    not someWayLacks(r, outside, token)
  }

  /** Holds if `token` is held on all ways to `r`. */
  private predicate heldOnEachEntry(Run r, Token token) {
    heldOnEntry(r, _, token) and
    not exists(boolean outside |
      outside = isRunFromOutside(r) and not heldOnEntry(r, outside, token)
    )
  }

  /** Holds if the lock `m` is held, alone, on all ways to `r`. */
  predicate isHeldOnEntry(Run r, Monitor m) {
    exists(Guard g | heldOnEachEntry(r, TGuardToken(g)) and g.isExclusive() and m = g.getMonitor())
  }

  /** Gets a lock that is held, alone, on all ways to `r`. */
  HeldLock lockOnEntry(Run r) {
    exists(Token token |
      heldOnEachEntry(r, token) and token.isExclusive() and result = token.getLock()
    )
  }

  /** Holds if the callable of `a` holds `token`, which protects what `a` accesses, whenever `a` happens. */
  private predicate holdsHere(Access a, Token token) {
    exists(Guard g | heldAt(a, g) and token = TGuardToken(g))
  }

  /** Holds if `token` is held on all ways to `r`, in which `a` happens, and protects what `a` accesses; `outside` says whose ways. */
  private predicate holdsFromCallers(Access a, Run r, boolean outside, Token token) {
    heldOnEntry(r, outside, token) and
    happensIn(a, r) and
    (
      exists(Guard g, Monitor m | token = TGuardToken(g) and m = g.getMonitor() and fits(a, m))
      or
      token = TObjectToken(_, _)
      or
      isCandidate(r, ownerParameter(a), token) and not mayBeOfOther(r, ownerParameter(a), token)
    )
  }

  /** Gets the parameter of its callable through which `a` comes to the object that it accesses, or that holds it. */
  private Parameter ownerParameter(Access a) {
    result = objectOf(anchor(a)) and
    result.getCallable() = a.getEnclosingCallable() and
    not exists(result.getAnAssignedValue())
  }

  /** Holds if an object that is accessed comes in by `p`, or is handed on from it. */
  private predicate isOwnerParameter(Parameter p) {
    p = ownerParameter(_)
    or
    exists(Parameter next, Call call, int i |
      isOwnerParameter(next) and
      next = call.getCallee().getSourceDeclaration().getParameter(i) and
      call.getArgument(i) = p.getAnAccess() and
      not exists(p.getAnAssignedValue())
    )
  }

  /** Holds if `token`, held on all ways to `r`, is a lock of objects of the class of `p`: perhaps of what `p` holds. */
  private predicate isCandidate(Run r, Parameter p, Token token) {
    isOwnerParameter(p) and
    p.getCallable() = r.getCallable() and
    heldOnEntry(r, _, token) and
    exists(Guard g | token = TGuardToken(g) |
      g.getMonitor().getOwner() =
        instanceMonitorType(p.getType().(RefType).getErasure().(RefType).getSourceDeclaration())
    )
  }

  /** Holds if callers may hand another object to `p` than the one whose lock `token` is: other than their `this`. */
  private predicate mayBeOfOther(Run r, Parameter p, Token token) {
    isCandidate(r, p, token) and
    (
      beginsWith(_, r)
      or
      exists(Run caller, Call site, Expr arg |
        edge(caller, site, r) and
        arg = site.getArgument(p.getPosition()) and
        not (
          arg.(ThisAccess).isOwnInstanceAccess() and
          takesAlong(caller, site, r.getCallable(), token)
        )
      |
        not exists(Parameter q | arg = q.getAnAccess() and isCandidate(caller, q, token))
        or
        exists(Parameter q | arg = q.getAnAccess() and mayBeOfOther(caller, q, token))
      )
    )
  }

  /** Holds if the callable of `a` holds `token`, a lock of which there is one, whenever `a` happens in `r`. */
  private predicate holdsObject(Access a, Run r, Token token) {
    exists(Monitor m, LockMode mode |
      locallyHeld(a.getNode(), m, mode) and happensIn(a, r) and token = objectToken(m, mode, r)
    )
  }

  /** Holds if `token` is held whenever `a` happens in `r`, and it protects what `a` accesses. */
  private predicate holds(Access a, Run r, boolean outside, Token token) {
    holdsHere(a, token) and happensIn(a, r) and outside = isRunFromOutside(r)
    or
    holdsFromCallers(a, r, outside, token)
    or
    holdsObject(a, r, token) and outside = isRunFromOutside(r)
  }

  /**
   * Gets the keys of the locks that protect `a` in `r`, joined, where it is executed by threads that outsiders begin, or by
   * others: no lock is the empty text.
   */
  cached
  string lockSet(Access a, Run r, boolean outside) {
    result = strictconcat(HeldLock lock, Owners owners | protects(a, r, outside, lock, owners) |
      keyOfHolding(lock, owners), "; " order by keyOfHolding(lock, owners)
    )
    or
    happensIn(a, r) and
    outside = isRunFromOutside(r) and
    not protects(a, r, outside, _, _) and
    result = ""
  }

  /** Gets a text that tells the holding of `lock`, of `owners`, from others. */
  bindingset[lock, owners]
  private string keyOfHolding(HeldLock lock, string owners) {
    if owners = ""
    then result = lock.getKey()
    else result = lock.getKey() + " of " + owners
  }

  /*-- The lock of the accessed array or library object itself --*/

  /** Gets the variable whose array or library object `a` accesses. */
  private Variable usedVariable(Access a) {
    not exists(a.getMemory().getField()) and
    result = a.getBase().(VarAccess).getVariable()
  }

  /** Holds if the elements or the content of what `p` holds are accessed, here or where it is handed on. */
  private predicate isUsedParameter(Parameter p) {
    p = usedVariable(_)
    or
    exists(Parameter next, Call call, int i |
      isUsedParameter(next) and
      next = call.getCallee().getSourceDeclaration().getParameter(i) and
      call.getArgument(i) = p.getAnAccess()
    )
  }

  /** Holds if the lock of what `v` holds is held, alone, at `node`. */
  private predicate holdsLockOf(ControlFlowNode node, Variable v) {
    exists(VariableMonitor m, LockMode mode |
      locallyHeld(node, m, mode) and mode.isExclusive() and v = m.getVariable()
    )
    or
    isSynchronizedOn(node.getEnclosingStmt(), v)
  }

  /** Holds if `arg` is what `site`, in `caller`, hands to `p` of `callee`. */
  private predicate handsTo(Run caller, Call site, Expr arg, Run callee, Parameter p) {
    isUsedParameter(p) and
    p.getCallable() = callee.getCallable() and
    edge(caller, site, callee) and
    arg = site.getArgument(p.getPosition())
  }

  /** Holds if `r` may be entered without the lock of what `p` holds. */
  private predicate mayLackLockOf(Run r, Parameter p) {
    beginsWith(_, r) and isUsedParameter(p) and p.getCallable() = r.getCallable()
    or
    exists(Run caller, Call site, Expr arg | handsTo(caller, site, arg, r, p) |
      not holdsLockOf(nodeOfSite(site), arg.(VarAccess).getVariable()) and
      (
        not arg.(VarAccess).getVariable() = caller.getCallable().getAParameter() or
        mayLackLockOf(caller, arg.(VarAccess).getVariable())
      )
    )
  }

  /** Holds if the lock of the array or library object that `a` accesses in `r` is held, by whatever name. */
  private predicate holdsOwnLock(Access a, Run r) {
    happensIn(a, r) and
    (
      holdsLockOf(a.getNode(), usedVariable(a))
      or
      exists(Parameter p |
        p = usedVariable(a) and
        p.getCallable() = r.getCallable() and
        not exists(p.getAnAssignedValue()) and
        handsTo(_, _, _, r, p) and
        not mayLackLockOf(r, p)
      )
    )
  }

  /** Holds if the callable of `a` itself sees to it that `lock` protects `a`. */
  predicate takesForItself(Access a, HeldLock lock) {
    exists(Token token | holdsHere(a, token) and lock = token.getLock())
    or
    holdsOwnLock(a, _) and lock = TAccessedLock()
  }

  /**
   * Holds if `a`, in `r`, happens with `lock` held, as firmly as `a` needs; `owners` says of which objects, if that matters and
   * is known.
   */
  private predicate protects(Access a, Run r, boolean outside, HeldLock lock, Owners owners) {
    holdsOwnLock(a, r) and outside = isRunFromOutside(r) and lock = TAccessedLock() and owners = ""
    or
    exists(Token token |
      holds(a, r, outside, token) and
      lock = token.getLock() and
      (token.isExclusive() or not a.isWrite()) and
      if exists(ownersOf(a, r, token)) then owners = ownersOf(a, r, token) else owners = ""
    )
  }

  /** A set of locks that is held at some access. */
  class LockSet extends string {
    LockSet() { this = lockSet(_, _, _) }

    /** Gets a lock of this. */
    HeldLock getALock() { this.has(result, _) }

    /** Holds if `lock` is one of this, and one of `owners`, or of any if that is the empty text. */
    predicate has(HeldLock lock, Owners owners) {
      exists(Access a, Run r, boolean outside |
        this = lockSet(a, r, outside) and protects(a, r, outside, lock, owners)
      )
    }

    /** Gets a text for people, who see it beside `other`: locks of one name that differ by their object have that with them. */
    bindingset[this, other]
    pragma[inline_late]
    string describeBeside(LockSet other) {
      if this = ""
      then result = "no lock" and exists(other)
      else
        result = strictconcat(HeldLock lock, string more |
          this.isShown(lock) and
          exists(Owners owners | this.has(lock, owners) |
            if other.getALock() = lock then more = owners.describe() else more = ""
          )
        |
          describeAmongAll(lock) + more, "; " order by lock.getKey(), more
        )
    }

    /** Holds if `lock` is for people: an object is known by the names of its lock, if it has one. */
    bindingset[this, lock]
    predicate isShown(HeldLock lock) {
      this.getALock() = lock and
      (
        exists(lock.getObject())
        implies
        not exists(HeldLock name | name = this.getALock() | not exists(name.getObject()))
      )
    }
  }

  /** Gets a text for `lock` that people can tell from those of other locks: where a name is not enough, with its package. */
  private string describeAmongAll(HeldLock lock) {
    exists(string package |
      package = lock.getMonitor().getOwner().getPackage().getName() or
      package = lock.getMonitor().(ClassMonitor).getClassType().getPackage().getName() or
      package =
        lock.getMonitor().(VariableMonitor).getVariable().(Field).getDeclaringType().getPackage()
            .getName()
    |
      isAmbiguous(lock.toString()) and package != "" and result = lock.toString() + " of " + package
    )
    or
    not (isAmbiguous(lock.toString()) and exists(lock.getMonitor())) and result = lock.toString()
  }

  /**
   * Holds if `a` and `b` have a lock in common: one that is known by one name, unless this is surely, or perhaps, that of two
   * objects. It is asked of sets that meet: two thousand sets have four million pairs.
   */
  bindingset[a, b]
  pragma[inline_late]
  predicate haveCommonLock(LockSet a, LockSet b) {
    exists(HeldLock lock, Owners owners, Owners others |
      a.has(lock, owners) and b.has(lock, others) and not lock.isChoice()
    |
      owners = ""
      or
      others = ""
      or
      ByObject::identityOf(owners.getAnObject(), others.getAnObject()).isSurelyOne() and
      // Of the elements of an array each may have another one.
      (lock.isStripe() implies owners = others and not owners.areSeveral())
    )
    or
    hasOneOf(a, b)
    or
    hasOneOf(b, a)
  }

  /** Holds if `a` has one of several locks, and `b` all of these. */
  bindingset[a, b]
  pragma[inline_late]
  private predicate hasOneOf(LockSet a, LockSet b) {
    exists(ChosenMonitor m | a.has(lockNamed(m), _) |
      forall(Monitor alternative | alternative = m.getAnAlternative() |
        b.has(lockNamed(alternative), _)
      )
    )
  }

  /*-- The stages, with the contexts --*/

  /** Holds if `a` in `r` and `b` in `s` are a pair, and threads that may run at the same time execute them. */
  predicate reachableRuns(Access a, Run r, Access b, Run s) {
    exists(P::Thread one, P::Thread other |
      executes(one, r) and executes(other, s) and P::inParallel(one, other)
    ) and
    happensIn(a, r) and
    happensIn(b, s) and
    originalPairs(a, b)
  }

  /** Holds if `a` in `r` and `b` in `s`, a reachable pair, may be to one place. */
  predicate aliasingRuns(Access a, Run r, Access b, Run s) {
    reachableRuns(a, r, b, s) and
    not areToOtherElements(a, b) and
    exists(Place place | isTo(a, r, place) and isTo(b, s, place))
  }

  /** Holds if `a` in `r` and `b` in `s`, an aliasing pair, may be to one place that several threads may know. */
  predicate escapingRuns(Access a, Run r, Access b, Run s) {
    reachableRuns(a, r, b, s) and
    not areToOtherElements(a, b) and
    exists(Place place | isTo(a, r, place) and isTo(b, s, place) and place.isShared())
  }

  /** Holds if `a` in `r` and `b` in `s`, an escaping pair, have no lock in common that is held on all ways to them. */
  predicate unlockedRuns(Access a, Run r, Access b, Run s) {
    escapingRuns(a, r, b, s) and
    not haveCommonLock(lockSet(a, r, _), lockSet(b, s, _))
  }

  /*-- The stages, without contexts --*/

  /** Holds if `t` accesses the memory of `place` by `a`. */
  cached
  predicate uses(Access a, P::Thread t, Place place) {
    exists(Run r | isTo(a, r, place) and executes(t, r))
  }

  /** Holds if each of `a` and `b`, a pair, is executed by a thread, and these may run at the same time. */
  predicate reachablePairs(Access a, Access b) {
    exists(P::Thread one, P::Thread other |
      reaches(one, a) and reaches(other, b) and P::inParallel(one, other)
    ) and
    originalPairs(a, b)
  }

  /** Holds if `a`, executed by `one`, and `b`, executed by `other`, may be to the memory of `place`. */
  predicate meet(Access a, Threads one, Access b, Threads other, Place place) {
    exists(Memory memory |
      usesMemory(memory, place, a, one) and usesMemory(memory, place, b, other)
    ) and
    mayCoincide(one, other) and
    isPair(a, b) and
    not areToOtherElements(a, b)
  }

  private predicate usesMemory(Memory memory, Place place, Access a, Threads t) {
    exists(P::Thread thread | uses(a, thread, place) and t = plainGroupOf(thread)) and
    memory = a.getMemory()
  }

  /** Holds if `a` and `b`, a reachable pair, may be to one place. */
  predicate aliasingPairs(Access a, Access b) { meet(a, _, b, _, _) }

  /** Holds if `a` and `b`, an aliasing pair, may be to one place that several threads may know. */
  predicate escapingPairs(Access a, Access b) {
    exists(Place place | meet(a, _, b, _, place) and place.isShared())
  }

  /** Holds if `t` accesses the memory of `place`, which several threads may know, by `a` with the locks `locks` held. */
  private predicate usesShared(Access a, P::Thread t, Place place, LockSet locks) {
    place.isShared() and
    exists(Run r | isTo(a, r, place) and executes(t, r) and locks = lockSet(a, r, isFromOutside(t)))
  }

  /** Holds if `a` and `b`, an escaping pair, may happen without a common lock. */
  predicate unlockedPairs(Access a, Access b) { unlockedOn(a, b, _) }

  /** Holds if `a` and `b`, an escaping pair, may happen on `place` without a common lock. */
  predicate unlockedOn(Access a, Access b, Place place) {
    exists(Memory memory, Threads one, Threads other, LockSet held, LockSet otherHeld |
      usesUnder(memory, place, a, one, held) and
      usesUnder(memory, place, b, other, otherHeld) and
      mayCoincide(one, other) and
      isPair(a, b) and
      not areToOtherElements(a, b) and
      not haveCommonLock(held, otherHeld)
    )
  }

  private predicate usesUnder(Memory memory, Place place, Access a, Threads t, LockSet locks) {
    exists(P::Thread thread | usesShared(a, thread, place, locks) and t = plainGroupOf(thread)) and
    memory = a.getMemory()
  }

  /*-- Beyond the paper: ownership --*/

  /** Holds if `t` executes `r`, and the object or class of `a` is in the state of those that `t` use. */
  private predicate executeAs(Threads t, Access a, Run r, boolean outside) {
    exists(Threads plain | executedBy(r, plain, outside) | t.sameBut(plain, stateOf(a, r)))
  }

  /**
   * Gets the number of `t`, a thread that is distinguished from others and that somebody starts, among all such threads in the order
   * of the sources.
   */
  cached
  int numberOf(P::Thread t) {
    t = rank[result](P::Thread one, string path, int line, int column, string name |
      isSpecial(one) and
      P::startedBy(one, _) and
      one.getLocation().hasLocationInfo(path, line, column, _, _) and
      name = one.toString()
    |
      one order by path, line, column, name
    )
  }

  /** Gets the number of a thread that executes `r`. */
  pragma[nomagic]
  private int numberIn(Run r) {
    exists(P::Thread t | executes(t, r) and result = numberOf(t)) and
    // Where only a few do, all are looked at.
    strictcount(P::Thread t | executes(t, r)) > 4
  }

  /**
   * Holds if `t` executes `r`, and so do two threads that are started before and two that are started after it: the first
   * ones and the last ones stand for all, since a hundred threads have ten thousand pairs of one kind.
   */
  private predicate isOneOfMany(P::Thread t, Run r) {
    exists(int n |
      executes(t, r) and n = numberOf(t) and n > secondNumberIn(r) and n < lastNumberButOneIn(r)
    )
  }

  /** Gets the second of the numbers of the threads that execute `r`. */
  pragma[noinline]
  private int secondNumberIn(Run r) { result = rank[2](int n | n = numberIn(r) | n) }

  /** Gets the last but one of the numbers of the threads that execute `r`. */
  pragma[noinline]
  private int lastNumberButOneIn(Run r) {
    result = rank[2](int n | n = numberIn(r) | n order by n desc)
  }

  /** Holds if some thread of `t`, which outsiders begin or not, executes `r`, whatever is known of objects. */
  pragma[nomagic]
  private predicate executedBy(Run r, Threads t, boolean outside) {
    exists(P::Thread thread |
      executes(thread, r) and
      not isOneOfMany(thread, r) and
      t = plainGroupOf(thread) and
      outside = isFromOutside(thread)
    )
  }

  /**
   * Holds if threads of `t` access the memory of `place`, in the state that their objects are in, by `a` with the locks
   * `locks` held; not while its own thread makes it.
   */
  cached
  predicate usesKnown(Access a, Threads t, Place place, LockSet locks) {
    place.isShared() and
    exists(Run r, boolean outside |
      isTo(a, r, place) and executeAs(t, a, r, outside) and locks = lockSet(a, r, outside)
    )
  }

  /** Holds if threads of `t` access `memory` of `place`; `write` says whether they write there. */
  cached
  predicate usesMemoryOf(Threads t, Place place, Memory memory, boolean write) {
    exists(Access a |
      usesKnown(a, t, place, _) and
      memory = a.getMemory() and
      if a.isWrite() then write = true else write = false
    )
  }

  /** Holds if `t` has to be distinguished from other threads: it does not run at the same time as all of them. */
  private predicate isSpecial(P::Thread t) {
    not P::isRunBy(t, _) and
    (
      exists(P::Thread other | not P::inParallel(t, other))
      or
      // What only a thread starts of which there is one may be ordered with it.
      P::startedBy(t, _) and
      not exists(ExprParent site, P::Thread starter |
        P::startedBy(t, site) and
        startsFrom(starter, site) and
        P::inParallel(starter, starter) and
        // Tasks may hand in the next one.
        starter != t
      )
    )
  }

  /** Holds if `t` executes the callable of `site`. */
  private predicate startsFrom(P::Thread t, ExprParent site) {
    P::startedBy(_, site) and
    exists(Run r | executes(t, r) and r.getCallable() = callableOfSite(site))
  }

  private newtype TThreads =
    TOutsiders(State state) { state.isShared() or state.isKnownToStarted() } or
    TCallbacks(State state) { not state.isInTheMaking() } or
    TStarted(State state) { not state.isInTheMaking() } or
    TRunBy(string thread) { P::isRunBy(_, thread) } or
    TOne(P::Thread t, State state) { isSpecial(t) and not state.isInTheMaking() }

  /**
   * Threads that are not distinguished, because each runs at the same time as all others and as itself; or a single one. They
   * use objects that others may know, or such as are their own.
   */
  class Threads extends TThreads {
    /** Gets a thread of these. */
    P::Thread getAThread() {
      this = TOne(result, _)
      or
      exists(string thread | P::isRunBy(result, thread) and this = TRunBy(thread))
      or
      not isSpecial(result) and
      not P::isRunBy(result, _) and
      if P::isOutside(result)
      then this = TOutsiders(_)
      else if P::isCallback(result)
      then this = TCallbacks(_)
      else this = TStarted(_)
    }

    /** Gets the thread, if there is only one. */
    P::Thread getTheThread() { this = TOne(result, _) }

    /** Holds if one thread runs these one after the other: all that is handed to it, such as the event dispatch thread. */
    predicate isRunOneByOne() { this = TRunBy(_) }

    /** Holds if these are the threads of `plain`, using objects that are in the state `state`. */
    predicate sameBut(Threads plain, State state) {
      plain.getState().isShared() and
      (
        this = TOutsiders(state) and plain = TOutsiders(_)
        or
        this = TRunBy(_) and plain = this and state.isShared()
        or
        this = TCallbacks(state) and plain = TCallbacks(_)
        or
        this = TStarted(state) and plain = TStarted(_)
        or
        this = TOne(plain.getTheThread(), state)
      )
    }

    /** Gets the state of the objects that these use. */
    State getState() {
      this = TStarted(result)
      or
      this = TCallbacks(result)
      or
      this = TOne(_, result)
      or
      this = TOutsiders(result)
      or
      this = TRunBy(_) and result.isShared()
    }

    /**
     * Holds if these race with all that `other` race with: they are as many, and the objects belong to them less. Of `main`
     * methods a program may have a hundred.
     */
    predicate standsFor(Threads other) {
      this = TStarted(_) and
      (
        other = TStarted(_) and this.getState().isLessOwn(other.getState())
        or
        (other = TCallbacks(_) or P::isLesser(other.getTheThread())) and
        not other.getState().isLessOwn(this.getState())
      )
      or
      this = TCallbacks(_) and other = TCallbacks(_) and this.getState().isLessOwn(other.getState())
      or
      this = TOutsiders(_) and other = TOutsiders(_) and this.getState().isLessOwn(other.getState())
      or
      this.getTheThread() = other.getTheThread() and this.getState().isLessOwn(other.getState())
    }

    /** Holds if threads of `teller` start some of these, and let them have what they have made. */
    predicate mayBeStartedBy(Threads teller) {
      teller.getState().isKnownToStarted() and
      not this.getState().isKnownToStarted() and
      startsSome(teller.getAThread(), this.getAThread())
    }

    /** Holds if outsiders start these. */
    predicate areOutside() { P::isOutside(this.getAThread()) }

    /** Holds if libraries run these, perhaps by the thread that has handed them over. */
    predicate areCallbacks() { this = TCallbacks(_) or P::isCallback(this.getTheThread()) }

    /** Gets a text that describes this. */
    string toString() {
      this = TOutsiders(_) and result = "outsiders"
      or
      this = TStarted(_) and result = "started threads"
      or
      this = TCallbacks(_) and result = "callbacks"
      or
      this = TRunBy(result)
      or
      result = this.getTheThread().toString()
    }
  }

  /** Holds if `starter` starts `t`, itself or by threads that it starts, in a method of an object of which nobody else knows. */
  private predicate startsSome(P::Thread starter, P::Thread t) {
    exists(ExprParent site |
      P::startedBy(t, site) and startsFrom(starter, site) and isOfUnknown(callableOfSite(site))
    )
    or
    exists(P::Thread between, ExprParent site |
      startsSome(starter, between) and P::startedBy(t, site) and startsFrom(between, site)
    )
  }

  /** Holds if `c` is run on an object that its callers have just made. */
  private predicate isOfUnknown(Callable c) {
    exists(Run r |
      c = r.getCallable() and (r.getState().isInTheMaking() or r.getState().isKnownToStarted())
    )
  }

  /** Holds if a thread of `one` and another one of `other` may run at the same time. */
  bindingset[one, other]
  pragma[inline_late]
  predicate mayCoincide(Threads one, Threads other) {
    // What belongs to one thread does not belong to another.
    not (one.getState().isOwn() and other.getState().isOwn()) and
    (one.getState().isKnownToStarted() implies other.mayBeStartedBy(one)) and
    (other.getState().isKnownToStarted() implies one.mayBeStartedBy(other)) and
    exists(Threads a, Threads b |
      one.sameBut(a, _) and other.sameBut(b, _) and mayCoincideAsPlain(a, b)
    )
  }

  /** Holds if a thread of `one` and another one of `other` may run at the same time, whatever the state of their objects. */
  cached
  predicate mayCoincideAsPlain(Threads one, Threads other) {
    one.getState().isShared() and
    other.getState().isShared() and
    not (one = other and one.isRunOneByOne()) and
    not exists(P::Thread a, P::Thread b | a = one.getTheThread() and b = other.getTheThread() |
      not P::inParallel(a, b)
    ) and
    not exists(P::Thread a | a = one.getTheThread() and not exists(other.getTheThread()) |
      not exists(P::Thread b | b = other.getAThread() and P::inParallel(a, b))
    ) and
    not exists(P::Thread b | b = other.getTheThread() and not exists(one.getTheThread()) |
      not exists(P::Thread a | a = one.getAThread() and P::inParallel(a, b))
    )
  }

  /** Gets the group that `t` belongs to when nothing is known of the objects that it uses. */
  private Threads plainGroupOf(P::Thread t) {
    t = result.getAThread() and
    result.getState().isShared()
  }
}

/*-- What locks protect, within one callable --*/

/** Gets a text for a place in the sources. */
bindingset[l]
pragma[inline_late]
string placeText(Location l) {
  result = l.getFile().getRelativePath() + ":" + l.getStartLine() + ":" + l.getStartColumn()
}

/** Gets the name of `t`, with its place if it has none of its own. */
private string keyOf(RefType t) {
  if shownName(t) = t.getName()
  then result = t.getName()
  else result = shownName(t) + " (" + placeText(t.getLocation()) + ")"
}

/** Gets the name of the lock `m`, which some code holds, for people. */
private string nameOfLock(Monitor m) { result = [plainName(m), chosenName(m)] }

/** Gets the name of `m`, which is no choice, for people. */
private string plainName(Monitor m) {
  (
    exists(Guard g | g.getMonitor() = m)
    or
    exists(Guard g | m = g.getMonitor().(ChosenMonitor).getAnAlternative())
  ) and
  (
    exists(RefType t | t = m.(InstanceMonitor).getThisType() and result = "this of " + keyOf(t))
    or
    exists(Field f | f = m.(VariableMonitor).getVariable() |
      result = "'" + keyOf(f.getDeclaringType()) + "." + f.getName() + "'"
    )
    or
    exists(LocalScopeVariable v | v = m.(VariableMonitor).getVariable() |
      result = "'" + v.getName() + "' of " + v.getCallable().getName()
    )
    or
    exists(RefType t | t = m.(ClassMonitor).getClassType() and result = t.getName() + ".class")
    or
    exists(Field f | f = m.(FieldThreadMonitor).getField() |
      result = "the thread in '" + keyOf(f.getDeclaringType()) + "." + f.getName() + "'"
    )
    or
    exists(Member container | container = m.(ElementMonitor).getContainer() |
      result = "'" + container.getDeclaringType().getName() + "." + m.toString() + "'"
    )
    or
    exists(RefType t | t = m.(AddedMonitor).getClassType() |
      result = "'" + t.getName() + "." + m.toString() + "'"
    )
    or
    exists(Method method | method = m.(CallMonitor).getMethod() |
      result = "what " + method.getDeclaringType().getName() + "." + method.getName() + "() returns"
    )
  )
}

/** Holds if `later` may be evaluated after `first`, in one execution of their callable. */
bindingset[first, later]
pragma[inline_late]
private predicate mayFollow(ControlFlowNode first, ControlFlowNode later) {
  exists(BasicBlock b, int i, int j |
    cfg_position(first, b, i) and cfg_position(later, b, j) and i < j
  )
  or
  later.getBasicBlock() = first.getBasicBlock().getASuccessor+()
}

/** Gets the name of the choice `m` for people. */
private string chosenName(ChosenMonitor m) {
  exists(Guard g | g.getMonitor() = m) and
  result =
    "one of " +
      concat(string name | name = plainName(m.getAnAlternative()) | name, ", " order by name)
}

/** Holds if `g` means something beyond one execution of a callable: it is not known by a local variable only. */
private predicate isLasting(Guard g) {
  not g.getMonitor().(VariableMonitor).getVariable() instanceof LocalScopeVariable
}

/** Holds if `site` calls an instance method of another object than `this`. */
private predicate isOnOtherObject(MethodCall site) {
  not site.getMethod().isStatic() and
  exists(Expr qualifier | qualifier = site.getQualifier() | not qualifier instanceof InstanceAccess)
}

/** Holds if `m`, held in the caller, means the same lock to `callee`, which `site` runs. */
bindingset[site, callee, m]
private predicate isKeptBy(ExprParent site, Callable callee, Monitor m) {
  m.isStatic() or
  not isOnOtherObject(site) or
  not m.getOwner() = instanceMonitorType(callee.getDeclaringType())
}

/** Gets the access to a field by which the object of `a` is known: `a` itself, or that which holds the array or library object. */
private FieldAccess anchor(Access a) { result = a.getExpr() or result = a.getHolder() }

/** Gets the variable of the object, other than `this`, whose field `e` is. */
private Variable objectOf(FieldAccess e) {
  e = anchor(_) and
  result = e.getQualifier().(VarAccess).getVariable()
}

/** Holds if `e` is on another object than `this` or one around it. */
private predicate isOnOther(FieldAccess e) {
  e = anchor(_) and
  exists(Expr q | q = e.getQualifier() |
    not q instanceof InstanceAccess and not q instanceof TypeAccess
  )
}

/** Holds if `m`, held where `a` happens, protects the memory that `a` accesses: it belongs to the same object, or to one that owns it. */
bindingset[a, m]
pragma[inline_late]
private predicate fits(Access a, Monitor m) {
  m instanceof ChosenMonitor and exists(a)
  or
  m.isStatic() and not isLoose(a, m)
  or
  isOfObjects(m) and
  not isLoose(a, m) and
  (
    not hasOtherAnchor(a) and not hasStaticAnchor(a)
    or
    exists(FieldAccess e | e = otherAnchor(a) and not hasStaticAnchor(a) |
      not m.getOwner() = instanceMonitorType(e.getField().getDeclaringType()) or
      namesLockOf(a.getEnclosingCallable(), objectOf(e), m.(VariableMonitor).getVariable())
    )
  )
}

/** Gets words for a lock that is held at `a` and keeps nobody out: it is one of several, and others may hold another. */
string getLooseLock(Access a) {
  exists(Monitor m |
    locallyHeld(a.getNode(), m, _) and
    isLoose(a, m) and
    result = "'" + m.toString() + "', which others need not hold"
  )
}

/** Holds if `m` is one of several locks, and `a` to a variable of which there is one for all of them. */
bindingset[a, m]
pragma[inline_late]
private predicate isLoose(Access a, Monitor m) {
  isOneOfSeveral(m) and exists(a.getMemory().getField()) and not hasOtherAnchor(a)
  or
  // Each owner locks itself, or its own lock, and what both hold is one.
  isSharedByOwners(a.getHolder().getField()) and
  not m.isStatic() and
  m.getOwner() = instanceMonitorType(a.getHolder().getField().getDeclaringType())
}

/** Gets the access to a field of another object by which the object of `a` is known. */
private FieldAccess otherAnchor(Access a) { result = anchor(a) and isOnOther(result) }

private predicate hasOtherAnchor(Access a) { exists(otherAnchor(a)) }

/** Holds if `a` is to a static field, or to what one holds: locks of objects do not protect it. */
private predicate hasStaticAnchor(Access a) { anchor(a).getField().isStatic() }

/**
 * Holds if `a` is to the element of an array whose index says which of the locks `m` the callable of `a` takes: `data[i]` under
 * `locks[i]`, `buckets[hash]` under `locks[hash % n]`. Threads that come to one element hold one lock.
 */
predicate isStripeOf(Access a, ElementMonitor m) {
  exists(Expr lock, Expr lockIndex, Expr index |
    takesStripe(lock, m, lockIndex) and
    lock.getEnclosingCallable() = a.getEnclosingCallable() and
    index = a.getExpr().(ArrayAccess).getIndexExpr() and
    exists(lastingPart(lockIndex)) and
    forall(VarAccess part | part = lockIndex.getAChildExpr*() and not isConstantPart(part) |
      part.getVariable() = lastingPart(index)
    ) and
    not lockIndex.getAChildExpr*() instanceof Call
  )
}

/** Holds if `lock` takes the lock `m`, the element of an array at `index`. */
private predicate takesStripe(Expr lock, ElementMonitor m, Expr index) {
  waitsForLock(lock, m) and
  index = [lock, lock.(MethodCall).getQualifier()].(ArrayAccess).getIndexExpr()
}

/** Holds if `part` reads what never changes, or how long an array is. */
private predicate isConstantPart(VarAccess part) {
  part.getVariable().isFinal() and part.getVariable() instanceof Field
  or
  part.getVariable().hasName("length")
}

/** Gets a local variable or parameter that is part of `index` and is given its value once, or by the loop around. */
private LocalScopeVariable lastingPart(Expr index) {
  (takesStripe(_, _, index) or index = any(Access a).getExpr().(ArrayAccess).getIndexExpr()) and
  index.getAChildExpr*() = result.getAnAccess() and
  not exists(VarAccess write |
    write = result.getAnAccess() and
    write.isVarWrite() and
    not exists(ForStmt loop | write.getParent*() = loop.getAnUpdate())
  )
}

/** Holds if there is one `m` for each object of some class. */
private predicate isOfObjects(Monitor m) {
  exists(Guard g | g.getMonitor() = m) and
  not m.isStatic() and
  not m.(VariableMonitor).getVariable() instanceof LocalScopeVariable and
  not m instanceof NewMonitor and
  not m instanceof ChosenMonitor
}

/** Holds if the callable of `a` makes sure that `g`, which protects what `a` accesses, is held. */
private predicate heldAt(Access a, Guard g) {
  exists(Monitor m, LockMode mode |
    locallyHeld(a.getNode(), m, mode) and g = guardOf(m, mode) and fits(a, m)
  )
  or
  // The monitor of the object itself, by the name that it has here.
  exists(VariableMonitor m, LockMode mode, FieldAccess e |
    e = anchor(a) and
    locallyHeld(a.getNode(), m, mode) and
    m.getVariable() = objectOf(e) and
    g = guardOf(getInstanceMonitor(e.getField().getDeclaringType()), mode)
  )
  or
  exists(FieldAccess e |
    e = anchor(a) and
    isSynchronizedOn(a.getExpr().getEnclosingStmt(), objectOf(e)) and
    g =
      guardOf(getInstanceMonitor(e.getField().getDeclaringType()),
        any(LockMode mode | mode.isExclusive()))
  )
}
