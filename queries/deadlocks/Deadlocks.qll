/**
 * Deadlocks: threads that hold locks and wait for locks that the others hold. Each condition is a stage that takes
 * candidates away: the orders in which locks are taken, orders that contradict each other, threads that may run at the same
 * time, objects that several threads know, no third lock that lets in one thread only.
 *
 * What flows in are acquisitions, the runs of callables and the objects that expressions denote. What comes out are cycles
 * of two locks, with the acquisitions.
 */

import java
import java.SourceOrder
import java.TestSources
import java.concurrency.LockIdentity
import java.pointsto.Allocations as Allocations
import java.pointsto.PointsTo as PointsTo
import java.program.Analyses
import java.program.Program
import java.program.Publication
import Acquisitions
import Ordering
import models.DeadlockModels

/**
 * Holds if `a`, in `r`, takes the lock `o`, which several threads may know: also where `o` stands for objects that others hold
 * and call, of which the object that is locked is perhaps one.
 */
cached
predicate acquires(Acquisition a, S::Run r, Program::Object o) {
  acquiresItself(a, r, o)
  or
  exists(Program::Object made | acquiresItself(a, r, made) and o = openFor(made))
}

/**
 * Holds if `a`, in `r`, takes the lock `o`, as the analysis of objects tells that from others, where these are not of a large
 * family: one object stands for all of such, and is not single, so that two of them are taken in either order.
 */
private predicate acquiresItself(Acquisition a, S::Run r, Program::Object o) {
  exists(Program::Object known | acquiresKnown(a, r, known) and o = lockOf(known))
}

/** Holds if `o` stands for the locks of a large family. */
private predicate standsForOthers(Program::Object o) { o = getOneOfFamily(_) }

/** Gets the lock that `known`, which some acquisition takes, is: what stands for its large family, or itself. */
private Program::Object lockOf(Program::Object known) {
  acquiresKnown(_, _, known) and
  if exists(getOneOfFamily(known)) then result = getOneOfFamily(known) else result = known
}

/** Holds if `e` denotes the lock `o` in `context`. */
bindingset[e, context, o]
pragma[inline_late]
private predicate denotesLock(Expr e, Program::Context context, Program::Object o) {
  exists(Program::Object known | Program::denotes(e, context, known) and o = lockOf(known))
}

/** Holds if `place` calls a method of an object that is the lock `o`, in `context`. */
bindingset[place, context, o]
pragma[inline_late]
private predicate isCalledOnLock(Expr place, Program::Context context, Program::Object o) {
  exists(Program::Object known | PointsTo::receives(place, context, known) and o = lockOf(known))
}

/** The number of objects with classes below one class from which on one stands for all. */
private int largeFamily() { result = 150 }

/** Gets a class of the sources at or above that of `o`, which some acquisition locks. */
pragma[nomagic]
private RefType getAClassOfLock(Program::Object o) {
  acquiresKnown(_, _, o) and
  result.fromSource() and
  result = o.getType().getASourceSupertype*() and
  not result instanceof TypeObject
}

/** Gets the number of locks with classes below `t`, if these are many. */
private int countLocksBelow(RefType t) {
  result = strictcount(Program::Object o | t = getAClassOfLock(o)) and
  result >= largeFamily()
}

/** Gets the object that stands for all locks of the large family of `o`: that of a class which belongs to no other. */
private Program::Object getOneOfFamily(Program::Object o) {
  exists(RefType t |
    t = getAClassOfLock(o) and
    exists(countLocksBelow(t)) and
    not exists(RefType above | above = t.getASourceSupertype() and exists(countLocksBelow(above)))
  |
    result = min(Program::Object other | t = getAClassOfLock(other) |
      other order by keyOfLocation(other.getLocation()), other.toString()
    )
  )
}

/** Holds if `a`, in `r`, takes the lock `o`, which several threads may know, as the analysis of objects tells it from others. */
private predicate acquiresKnown(Acquisition a, S::Run r, Program::Object o) {
  locks(a, r, o) and
  not isOfOwn(a, r)
}

/** Holds if `a`, in `r`, takes the lock `o`, which several threads may know, then or later. */
private predicate locks(Acquisition a, S::Run r, Program::Object o) {
  r.getCallable() = a.getCallable() and
  Program::isShared(o) and
  (
    Program::denotes(a.getLockExpr(), r.getContext(), o) and not exists(a.getCallWithArgument())
    or
    exists(a.getCallWithArgument()) and
    PointsTo::denotes(a.getLockExpr(), r.getContext(), o) and
    (a.takesArgumentOf(o.getType().(RefType).getASourceSupertype*()) or isLockingView(o.getExpr()))
    or
    Program::locksByMethod(a.getMethod(), r.getContext(), o)
    or
    PointsTo::receives(a.getLibraryCall(), r.getContext(), o)
  )
}

/** Gets what stands for the objects of the class of `made` that others hold and call, if they may hold `made`. */
private Program::Object openFor(Program::Object made) {
  acquiresItself(_, _, made) and
  acquiresItself(_, _, result) and
  PointsTo::Objects::isHeldOutside(made) and
  Allocations::isOpenObject(result.getAllocation(), made.getType()) and
  not Allocations::isOpenObject(made.getAllocation(), _)
}

/** Holds if `a`, in `r`, takes the lock of an object that only its own thread knows by then: nobody waits for that. */
private predicate isOfOwn(Acquisition a, S::Run r) {
  r.getCallable() = a.getCallable() and
  (
    isUnknownToOthers(a.getLockExpr())
    or
    r.getState().isInTheMaking() and
    (
      a.getLockExpr().(InstanceAccess).isOwnInstanceAccess()
      or
      exists(Method m | m = a.getMethod() and not m.isStatic())
    )
  )
}

/** Holds if what `r` executes may take a lock. */
private predicate leadsToLock(S::Run r) {
  acquires(_, r, _)
  or
  exists(S::Run next | leadsToLock(next) and S::edge(r, _, next))
}

/** Holds if `next`, which leads to a lock, is run by `r` at `site`, where it holds `o`, which it has taken by `a`. */
private predicate entersHoldingAt(
  S::Run r, Acquisition a, Program::Object o, ExprParent site, S::Run next
) { entersLockedAt(r, a, o, site, next) and leadsToLock(next) }

/** Holds if `next` is run by `r` at `site`, where it holds `o`, which it has taken by `a`. */
private predicate entersLockedAt(
  S::Run r, Acquisition a, Program::Object o, ExprParent site, S::Run next
) {
  acquires(a, r, o) and
  isHeldAtSite(a, site) and
  S::edge(r, site, next) and
  not runsHandedIn(a, site, _, _)
  or
  isHandedInTogether(a, r, o, site, next)
}

/*-- What one call hands in belongs together --*/

/** Gets the parameter whose value `e` is: it is never assigned. */
private Parameter parameterRead(Expr e) {
  e = result.getAnAccess() and
  not exists(result.getAnAssignedValue())
}

/** Holds if `a` locks what its callable is handed for `lock`, and runs with that lock, at `site`, what it is handed for `function`. */
private predicate runsHandedIn(Acquisition a, ExprParent site, Parameter lock, Parameter function) {
  lock = parameterRead(a.getLockExpr()) and
  function = parameterRead(site.(MethodCall).getQualifier()) and
  lock.getCallable() = a.getCallable() and
  function.getCallable() = lock.getCallable() and
  function != lock and
  isHeldAtSite(a, site)
}

/** Holds if `r`, which takes `o` by `a`, runs `next` at `site`, a function that a way into `r` hands it with that lock. */
private predicate isHandedInTogether(
  Acquisition a, S::Run r, Program::Object o, ExprParent site, S::Run next
) {
  exists(Parameter lock, Parameter function |
    runsHandedIn(a, site, lock, function) and acquires(a, r, o) and S::edge(r, site, next)
  |
    exists(S::Run caller, Call call |
      S::edge(caller, call, r) and
      denotesLock(call.getArgument(lock.getPosition()), caller.getContext(), o) and
      mayBe(call.getArgument(function.getPosition()), next.getCallable())
    )
    or
    S::beginsWith(_, r)
  )
}

/** Holds if the function that `e` denotes may be `callee`: only what is written in place is known not to be another one. */
bindingset[e, callee]
pragma[inline_late]
private predicate mayBe(Expr e, Callable callee) {
  if e instanceof LambdaExpr
  then callee = e.(LambdaExpr).asMethod()
  else if e instanceof MemberRefExpr
  then callee = [e.(MemberRefExpr).asMethod(), e.(MemberRefExpr).getReferencedCallable()]
  else if e.(ClassInstanceExpr).getConstructedType() instanceof AnonymousClass
  then callee.getDeclaringType() = e.(ClassInstanceExpr).getConstructedType()
  else any()
}

/** Holds if both acquisitions lock what their callable is handed, `inner` while it holds the lock of `outer`. */
private predicate areHandedIn(
  Acquisition outer, Acquisition inner, Parameter first, Parameter second
) {
  isNestedIn(inner, outer) and
  first = parameterRead(outer.getLockExpr()) and
  second = parameterRead(inner.getLockExpr()) and
  first.getCallable() = outer.getCallable() and
  second.getCallable() = outer.getCallable()
}

/** Holds if `r` takes `first` by `outer` and then `second` by `inner`; where one call hands in both, it hands in these. */
private predicate nests(
  S::Run r, Acquisition outer, Program::Object first, Acquisition inner, Program::Object second
) {
  isNestedIn(inner, outer) and
  acquires(outer, r, first) and
  acquires(inner, r, second) and
  (
    not areHandedIn(outer, inner, _, _)
    or
    S::beginsWith(_, r)
    or
    exists(Parameter a, Parameter b, S::Run caller, Call call |
      areHandedIn(outer, inner, a, b) and
      S::edge(caller, call, r) and
      denotesLock(call.getArgument(a.getPosition()), caller.getContext(), first) and
      denotesLock(call.getArgument(b.getPosition()), caller.getContext(), second)
    )
  )
}

/** Holds if `next`, which leads to a lock, is run by `r` at a place where it holds `o`. */
private predicate entersHolding(S::Run r, Acquisition a, Program::Object o, S::Run next) {
  entersHoldingAt(r, a, o, _, next)
}

/** Holds if some thread may enter `r` when it holds `o`, which it has taken `calls` calls before. */
cached
predicate mayHold(S::Run r, Program::Object o, int calls) {
  entersHolding(_, _, o, r) and calls = 1
  or
  exists(S::Run before |
    mayHold(before, o, calls - 1) and
    S::edge(before, _, r) and
    leadsToLock(r) and
    calls <= max(int bound | deadlockBound(bound) | bound)
  )
}

/** Holds if `inner`, in `r`, takes `second` when `first`, another object, may be held. */
private predicate takesAfter(
  Program::Object first, Program::Object second, Acquisition inner, S::Run r
) {
  acquires(inner, r, second) and
  first != second and
  (mayHold(r, first, _) or nests(r, _, first, inner, second))
}

/** Holds if some thread may take `second` when it holds `first`: the edges of the graph of lock orders. */
predicate isBefore(Program::Object first, Program::Object second) {
  takesAfter(first, second, _, _)
}

/** Holds if `inner` takes `second` when `first` may be held. */
predicate takesSecond(Acquisition inner, Program::Object first, Program::Object second) {
  takesAfter(first, second, inner, _)
}

/** Holds if some threads take the two locks in one order, and some in the other. */
predicate isCycle(Program::Object first, Program::Object second) {
  isBefore(first, second) and
  isBefore(second, first)
}

/** Holds if `second` may be taken when `first` is held, both in cycles, and they are objects of two kinds. */
private predicate isDistinctStep(Program::Object first, Program::Object second) {
  isBefore(first, second) and
  not isSameKind(first, second)
}

/** Holds if some threads take `second` when they hold `first`, some the third after the second, some the first after the third. */
predicate isCycleOfThree(Program::Object first, Program::Object second, Program::Object third) {
  isDistinctStep(first, second) and
  isDistinctStep(second, third) and
  isDistinctStep(third, first) and
  // A cycle of two of them is a finding of its own.
  not isBefore(second, first) and
  not isBefore(third, second) and
  not isBefore(first, third)
}

/** Holds if taking `second` when `first` is held is part of a cycle. */
private predicate isOnCycle(Program::Object first, Program::Object second) {
  isCycle(first, second) and not isSameKind(first, second)
  or
  isCycleOfThree(first, second, _)
}

/** Holds if `inner`, in `r`, takes `second` while `first` is held, and other code takes them in the other order. */
cached
predicate contradicts(Program::Object first, Program::Object second, Acquisition inner, S::Run r) {
  isOnCycle(first, second) and
  takesAfter(first, second, inner, r) and
  // Names do not tell twins apart.
  (areTwins(first, second) or not isTakenAgain(inner, r))
}

/**
 * Holds if `a` and `b`, two objects for the analysis, are not surely two at run time: what looks like two locks may be one, or
 * two in an order of their own.
 */
bindingset[a, b]
private predicate isSameKind(Program::Object a, Program::Object b) {
  S::ByObject::identityOf(a, b).isMaybe()
}

/** Holds if `a` and `b` are objects of one class of the program. */
bindingset[a, b]
predicate isOneClass(Program::Object a, Program::Object b) { S::ByObject::isOneClass(a, b) }

/** Holds if `a` and `b` are two objects of one class, whatever they are called, and some threads lock them in either order. */
private predicate areTwins(Program::Object a, Program::Object b) {
  isCycle(a, b) and
  isOneClass(a, b) and
  Program::isSingle(a) and
  Program::isSingle(b)
}

/** Holds if some thread may come to `r` without `o`, one of two twins, in hand. */
private predicate entersWithout(S::Run r, Program::Object o) {
  areTwins(o, _) and
  leadsToLock(r) and
  (
    S::beginsWith(_, r)
    or
    exists(S::Run before, ExprParent site |
      entersWithout(before, o) and
      S::edge(before, site, r) and
      not exists(Acquisition a | acquires(a, before, o) and isHeldAtSite(a, site))
    )
  )
}

/** Holds if the lock of `inner` is held on all ways to it: taking it again does not wait. */
private predicate isTakenAgain(Acquisition inner, S::Run r) {
  acquires(inner, r, _) and
  (
    S::isHeldOnEntry(r, inner.getMonitor())
    or
    exists(Acquisition outer | isNestedIn(inner, outer) and outer.getMonitor() = inner.getMonitor())
  )
}

/** Holds if `outer`, in `r`, takes the lock `first`, and the code that it leads to while holding it comes to `inner`. */
private predicate comesFrom(
  Program::Object first, Program::Object second, Acquisition inner, Acquisition outer
) {
  exists(S::Run r | contradicts(first, second, inner, r) |
    nests(r, outer, first, inner, second) and isFree(r, first, second)
    or
    exists(S::Run begin, S::Run next |
      entersHolding(begin, outer, first, next) and
      comesTo(first, next, r, _) and
      isFree(begin, first, second)
    )
  )
}

/** Holds if a thread may come to `begin`, where it takes `first`, without `second`, so far as twins are concerned. */
private predicate isFree(S::Run begin, Program::Object first, Program::Object second) {
  contradicts(first, second, _, _) and
  acquires(_, begin, first) and
  (areTwins(first, second) implies entersWithout(begin, second))
}

/** Holds if `r`, or what it runs, is `last`, a run with a contradicting acquisition after `first`, `calls` calls away. */
private predicate comesTo(Program::Object first, S::Run r, S::Run last, int calls) {
  contradicts(first, _, _, last) and r = last and calls = 0
  or
  exists(S::Run next |
    comesTo(first, next, last, calls - 1) and
    S::edge(r, _, next) and
    mayHold(r, first, _) and
    calls < max(int bound | deadlockBound(bound) | bound)
  )
}

/** Holds if `comesFrom`, and the callable of `outer` does not hold `second` by then. */
private predicate waitsAfter(
  Program::Object first, Program::Object second, Acquisition inner, Acquisition outer
) { comesFrom(first, second, inner, outer) and not isHeldAround(outer, first, second) }

/** Gets the number of locks that are held wherever `outer` and `inner` take theirs: they may keep other threads out. */
pragma[nomagic]
private int countGates(Acquisition outer, Acquisition inner) {
  waitsAfter(_, _, inner, outer) and
  result =
    count(S::HeldLock gate | gate = gateOf(inner, _)) +
      count(S::HeldLock gate | gate = gateAround(outer, _))
}

/** Holds if there are many ways to take `second` after `first`. */
pragma[nomagic]
private predicate isTakenInManyWays(Program::Object first, Program::Object second) {
  strictcount(Acquisition inner, Acquisition outer | waitsAfter(first, second, inner, outer)) > 4
}

/** Gets a text that sorts ways to take two locks: first those within one callable, and those with the fewest gates. */
private string keyOfWay(Acquisition outer, Acquisition inner) {
  exists(int gates, string form |
    gates = 1000 + countGates(outer, inner) and
    if isNestedIn(inner, outer) then form = "a" else form = "b"
  |
    result =
      form + gates.toString() + " " + keyOfLocation(outer.getLocation()) + " " +
        keyOfLocation(inner.getLocation())
  )
}

/** Gets the `n`-th of many ways to take `second` after `first`, from 1: the first three stand for all. */
pragma[nomagic]
private string keyOfManyWays(Program::Object first, Program::Object second, int n) {
  n = [1 .. 3] and
  isTakenInManyWays(first, second) and
  result = rank[n](Acquisition inner, Acquisition outer, string key |
    waitsAfter(first, second, inner, outer) and key = keyOfWay(outer, inner)
  |
    key order by key
  )
}

/** Holds if a thread of `t` takes `second` by `inner` when it holds `first`, which it takes by `outer`. */
predicate takesBoth(
  Program::Object first, Acquisition outer, Program::Object second, Acquisition inner,
  Program::Thread t
) {
  waitsAfter(first, second, inner, outer) and
  (
    isTakenInManyWays(first, second)
    implies
    keyOfWay(outer, inner) = keyOfManyWays(first, second, _)
  ) and
  exists(S::Run r | contradicts(first, second, inner, r) and S::executes(t, r))
}

/**
 * Holds if `site`, with the lock of `outer` held, runs `callee`, which comes to `inner`, of a contradiction, by `calls` more
 * calls.
 */
predicate leadsFrom(
  Acquisition outer, Acquisition inner, ExprParent site, Callable callee, int calls
) {
  exists(Program::Object first, S::Run next, S::Run last |
    entersHoldingAt(_, outer, first, site, next) and
    comesTo(first, next, last, calls) and
    contradicts(first, _, inner, last) and
    callee = next.getCallable()
  )
}

/** Holds if `caller`, entered with the lock of `outer` held, runs `callee` by `site`, which comes to `inner` by `calls` more calls. */
bindingset[outer, inner]
pragma[inline_late]
predicate leadsOn(
  Acquisition outer, Acquisition inner, Callable caller, ExprParent site, Callable callee, int calls
) {
  exists(Program::Object first, S::Run r, S::Run next, S::Run last |
    acquires(outer, _, first) and
    mayHold(r, first, _) and
    comesTo(first, r, last, calls + 1) and
    S::edge(r, site, next) and
    comesTo(first, next, last, calls) and
    contradicts(first, _, inner, last) and
    caller = r.getCallable() and
    callee = next.getCallable()
  )
}

/** Holds if `t` may run at the same time as any thread, itself included. */
private predicate isGeneral(Program::Thread t) {
  not exists(Program::Thread other | not Program::inParallel(t, other))
}

/** Holds if some thread takes `second` by `inner` when it holds `first`, which it takes by `outer`. */
pragma[nomagic]
private predicate isStep(
  Program::Object first, Acquisition outer, Program::Object second, Acquisition inner
) { takesBoth(first, outer, second, inner, _) }

/** Holds if a thread takes this step that may run at the same time as any other. */
pragma[nomagic]
private predicate isGeneralStep(
  Program::Object first, Acquisition outer, Program::Object second, Acquisition inner
) { exists(Program::Thread t | isGeneral(t) and takesBoth(first, outer, second, inner, t)) }

/** Holds if `t` takes this step, which no general thread takes. */
pragma[nomagic]
private predicate isSpecialStep(
  Program::Object first, Acquisition outer, Program::Object second, Acquisition inner,
  Program::Thread t
) { takesBoth(first, outer, second, inner, t) and not isGeneralStep(first, outer, second, inner) }

/** Holds if two steps of a cycle, from `a` to `b` and from `b` to `c`, are taken by threads that may run at the same time. */
pragma[nomagic]
private predicate meet(
  Program::Object a, Acquisition outer, Program::Object b, Acquisition inner, Acquisition outer2,
  Program::Object c, Acquisition inner2
) {
  isGeneralStep(a, outer, b, inner) and isStep(b, outer2, c, inner2) and isOnOneCycle(a, b, c)
  or
  isStep(a, outer, b, inner) and isGeneralStep(b, outer2, c, inner2) and isOnOneCycle(a, b, c)
  or
  exists(Program::Thread s, Program::Thread t |
    isSpecialStep(a, outer, b, inner, s) and
    isSpecialStep(b, outer2, c, inner2, t) and
    Program::inParallel(s, t)
  ) and
  isOnOneCycle(a, b, c)
}

/** Holds if taking `b` after `a`, and `c` after `b`, are two steps of a cycle. */
private predicate isOnOneCycle(Program::Object a, Program::Object b, Program::Object c) {
  isCycle(a, b) and c = a
  or
  isCycleOfThree(a, b, c)
}

/** Holds if two steps of a cycle of three follow each other, and no third lock lets in one of the threads only. */
pragma[nomagic]
private predicate followsUngated(
  Program::Object a, Acquisition outer, Program::Object b, Acquisition inner, Acquisition outer2,
  Program::Object c, Acquisition inner2
) {
  isCycleOfThree(a, b, c) and
  meet(a, outer, b, inner, outer2, c, inner2) and
  not (inner.isShared() and outer2.isShared()) and
  not haveGate(inner, outer, inner2, outer2) and
  not isReentrant(outer, inner)
}

/**
 * Holds if `outer`, wherever it takes `first`, is within `second`: its callable holds that by then, or all callers do. Taking it
 * again does not wait.
 */
private predicate isHeldAround(Acquisition outer, Program::Object first, Program::Object second) {
  isOnCycle(first, second) and
  (
    exists(S::Run r, Acquisition around |
      acquires(outer, r, first) and isNestedIn(outer, around) and acquires(around, r, second)
    )
    or
    not areTwins(first, second) and
    exists(S::HeldLock name |
      isNameOf(second, name) and
      forex(S::Run r | acquires(outer, r, first) |
        name = S::lockOnEntry(r) and mayHold(r, second, _)
      )
    )
  )
}

/** Holds if code of a contradiction takes `o`, which may be held where other locks are taken, as `name`. */
private predicate isNameOf(Program::Object o, S::HeldLock name) {
  exists(Acquisition a |
    isOnCycle(_, o) and
    mayHold(_, o, _) and
    acquires(a, _, o) and
    name = S::lockNamed(a.getMonitor())
  )
}

/** Holds if `around` takes the lock `gate`, which is one wherever it is named so; `alone` says whether it lets in one thread only. */
private predicate isGate(Acquisition around, S::HeldLock gate, boolean alone) {
  gate = S::lockNamed(around.getMonitor()) and
  (
    identityByName(gate.getMonitor(), true).isSurelyOne() or
    gate.getMonitor() instanceof CallMonitor
  ) and
  if around.isShared() then alone = false else alone = true
}

/** Gets a lock that is held on all ways to `inner`, in some run. */
private S::HeldLock gateOf(Acquisition inner, boolean alone) {
  exists(S::Run r | contradicts(_, _, inner, r) |
    result = S::lockOnEntry(r) and alone = true
    or
    exists(Acquisition outer | isNestedIn(inner, outer) and isGate(outer, result, alone))
  )
}

/** Gets a lock that is held wherever `outer` takes the first lock of a contradiction. */
private S::HeldLock gateAround(Acquisition outer, boolean alone) {
  comesFrom(_, _, _, outer) and
  (
    exists(Acquisition around | isNestedIn(outer, around) and isGate(around, result, alone))
    or
    forex(S::Run r | acquires(outer, r, _) | result = S::lockOnEntry(r)) and alone = true
  )
}

/**
 * Holds if a third lock is held at `a`, within `outerA`, and at `b`, within `outerB`, not by both as readers. It is asked of
 * pairs that are there: two hundred locks, nested in both orders, have forty thousand, and as many pairs of those.
 */
bindingset[a, outerA, b, outerB]
pragma[inline_late]
private predicate haveGate(Acquisition a, Acquisition outerA, Acquisition b, Acquisition outerB) {
  exists(S::HeldLock gate, boolean one, boolean other |
    gate = [gateOf(a, one), gateAround(outerA, one)] and
    gate = [gateOf(b, other), gateAround(outerB, other)] and
    (one = true or other = true) and
    not gate = S::lockNamed([a, outerA, b, outerB].getMonitor())
  )
}

/**
 * Holds if one thread may hold `first`, by `outer`, and wait for `second` at `inner`, while another holds `second`, by
 * `otherOuter`, and waits for `first` at `otherInner`.
 */
cached
predicate deadlock(
  Program::Object first, Acquisition outer, Acquisition inner, Program::Object second,
  Acquisition otherOuter, Acquisition otherInner
) {
  meet(first, outer, second, inner, otherOuter, first, otherInner) and
  not (inner.isShared() and otherOuter.isShared()) and
  not (otherInner.isShared() and outer.isShared()) and
  not haveGate(inner, outer, otherInner, otherOuter) and
  // Two objects of one kind that are not known apart are another matter, see `swapped`.
  if areTwins(first, second)
  then not isOrderedByValue([outer, otherOuter])
  else (
    not isReentrant(outer, inner) and
    not isReentrant(otherOuter, otherInner) and
    not isOneName(outer, inner) and
    not isOneName(otherOuter, otherInner) and
    not isOneName(outer, otherOuter)
  )
}

/** Holds if `a` and `b` take a lock of one name, unless each call hands in the lock and what comes with it. */
bindingset[a, b]
pragma[inline_late]
private predicate isOneName(Acquisition a, Acquisition b) {
  a.getMonitor() = b.getMonitor() and
  not runsHandedIn(a, _, _, _) and
  not areHandedIn(a, _, _, _)
}

/**
 * Holds if three threads may each hold one of three locks and wait for the next: one takes the first by `outer` and waits at
 * `inner`, the next holds that lock, by `outer2`, and waits at `inner2`, the last holds that one, by `outer3`, and waits for
 * the first at `inner3`.
 */
cached
predicate deadlockOfThree(
  Program::Object first, Acquisition outer, Acquisition inner, Program::Object second,
  Acquisition outer2, Acquisition inner2, Program::Object third, Acquisition outer3,
  Acquisition inner3
) {
  followsUngated(first, outer, second, inner, outer2, third, inner2) and
  followsUngated(second, outer2, third, inner2, outer3, first, inner3) and
  followsUngated(third, outer3, first, inner3, outer, second, inner)
}

/** Holds if the lock of `inner` is held where `outer` takes its own: taking it again does not wait. */
bindingset[outer, inner]
pragma[inline_late]
private predicate isReentrant(Acquisition outer, Acquisition inner) {
  exists(Acquisition around |
    isNestedIn(outer, around) and around.getMonitor() = inner.getMonitor()
  )
}

/*-- Two objects of one kind, swapped --*/

/** Gets the variable that `e` reads, if it is a local variable or parameter. */
private LocalScopeVariable localOf(Expr e) { result = e.(VarAccess).getVariable() }

/** Gets the variable of the object whose instance field `e` reads. */
private LocalScopeVariable ownerOf(FieldAccess e) {
  not e.getField().isStatic() and
  result = localOf(e.getQualifier())
}

/** Holds if `e` reads an instance field of `this`. */
private predicate isOwnField(FieldAccess e) { e.isOwnFieldAccess() }

/** Holds if `a` and `b`, lock expressions of one callable, may denote two objects at a time that have one role. */
bindingset[a, b]
private predicate mayDiffer(Expr a, Expr b) {
  localOf(a) != localOf(b)
  or
  a instanceof ThisAccess and exists(localOf(b))
  or
  b instanceof ThisAccess and exists(localOf(a))
  or
  // One field of two objects.
  a.(FieldAccess).getField() = b.(FieldAccess).getField() and
  (
    ownerOf(a) != ownerOf(b)
    or
    isOwnField(a) and exists(ownerOf(b))
    or
    isOwnField(b) and exists(ownerOf(a))
  )
}

/** Holds if `call`, under a lock in a field of its object, `outer`, runs a method of another one that takes the lock in this field. */
private predicate locksFieldOfReceiver(Acquisition outer, MethodCall call, Acquisition inner) {
  isHeldAtSite(outer, call) and
  isOwnField(outer.getLockExpr()) and
  isOwnField(inner.getLockExpr()) and
  inner.getLockExpr().(FieldAccess).getField() = outer.getLockExpr().(FieldAccess).getField() and
  not inner.getLockExpr().(FieldAccess).getField().isStatic() and
  inner.getCallable() = call.getMethod().getSourceDeclaration() and
  exists(localOf(call.getQualifier()))
}

/** Holds if `call`, under the lock of `outer`, runs a method that locks its receiver, another object than that of `outer`. */
private predicate locksReceiver(Acquisition outer, MethodCall call, Acquisition inner) {
  isHeldAtSite(outer, call) and
  inner.getMethod() = call.getMethod().getSourceDeclaration() and
  not inner.getMethod().isStatic() and
  exists(localOf(call.getQualifier())) and
  (
    exists(Method m | m = outer.getMethod() and not m.isStatic())
    or
    mayDiffer(outer.getLockExpr(), call.getQualifier())
  )
}

/**
 * Holds if `outer`, in `r`, locks an object of `o`, and `inner` locks another one at `place`: two threads that do so with the
 * two objects swapped wait for each other.
 */
cached
predicate swapped(Program::Object o, Acquisition outer, Acquisition inner, Expr place, S::Run r) {
  locksTwo(o, outer, inner, place, r) and
  exists(Program::Thread t, Program::Thread other |
    S::executes(t, r) and
    isLockedTwiceBy(o, outer, inner, place, other) and
    Program::inParallel(t, other)
  )
}

/** Holds if threads of `t` lock an object of `o` by `outer`, and at `place` another one, by `inner`. */
pragma[nomagic]
private predicate isLockedTwiceBy(
  Program::Object o, Acquisition outer, Acquisition inner, Expr place, Program::Thread t
) { exists(S::Run r | locksTwo(o, outer, inner, place, r) and S::executes(t, r)) }

/** Holds if `o`, a lock, may stand for two objects at run time. */
private predicate mayBeTwo(Program::Object o) {
  acquires(_, _, o) and
  (not Program::isSingle(o) or standsForOthers(o))
}

/** Gets the element of an array that `a` locks, as it stands there or in a local variable. */
private ArrayAccess elementOf(Acquisition a) {
  result = a.getLockExpr()
  or
  exists(LocalVariableDecl v | a.getLockExpr() = v.getAnAccess() and result = v.getOnlyValue())
}

/** Holds if both acquisitions, the second within the first, lock elements of one array, by two variables that say which. */
predicate areElements(Acquisition outer, Acquisition inner) {
  isNestedIn(inner, outer) and
  exists(ArrayAccess one, ArrayAccess other |
    one = elementOf(outer) and
    other = elementOf(inner) and
    one.getArray().(VarAccess).getVariable() = other.getArray().(VarAccess).getVariable() and
    localOf(one.getIndexExpr()) != localOf(other.getIndexExpr())
  )
}

/** Holds if `outer`, in `r`, locks one object of `o`, and at `place` another one, by `inner`. */
pragma[nomagic]
private predicate locksTwo(
  Program::Object o, Acquisition outer, Acquisition inner, Expr place, S::Run r
) {
  acquires(outer, r, o) and
  (mayBeTwo(o) or areElements(outer, inner)) and
  not isOrderedByValue(outer) and
  (isOrderedByAge(secondLocked(place)) implies exists(placeUpwards(place))) and
  (
    isNestedIn(inner, outer) and
    acquires(inner, r, o) and
    place = inner.getElement() and
    (
      exists(Method m | m = outer.getMethod() and not m.isStatic()) and
      exists(localOf(inner.getLockExpr()))
      or
      mayDiffer(outer.getLockExpr(), inner.getLockExpr())
      or
      areElements(outer, inner)
    )
    or
    locksReceiver(outer, place, inner) and isCalledOnLock(place, r.getContext(), o)
    or
    locksFieldOfReceiver(outer, place, inner) and acquires(inner, _, o)
  ) and
  not isInOneOrder(outer, inner, place)
}

/*-- Locks in fields of two objects that are known --*/

/** Holds if two locks in a field are taken, by `outer` and, at `place`, by `inner`: they belong to what `first` and `second` denote. */
private predicate areInFields(
  Acquisition outer, Acquisition inner, Expr place, Expr first, Expr second
) {
  first = outer.getLockExpr() and
  exists(outer.getLockExpr().(FieldAccess).getField()) and
  (
    isNestedIn(inner, outer) and
    place = inner.getElement() and
    second = inner.getLockExpr() and
    second.(FieldAccess).getField() = first.(FieldAccess).getField()
    or
    locksFieldOfReceiver(outer, place, inner) and second = place
  )
}

/** Gets the expression of the object that has the lock of `e`, if it is not `this`. */
private Expr ownerExpr(Expr e) {
  areInFields(_, _, _, e, _) and result = e.(FieldAccess).getQualifier()
  or
  areInFields(_, _, _, _, e) and
  (result = e.(FieldAccess).getQualifier() or result = e.(MethodCall).getQualifier())
}

/** Holds if the lock of `e` belongs to `owner`, in `r`. */
private predicate belongsTo(Expr e, S::Run r, Program::Object owner) {
  r.getCallable() = e.getEnclosingCallable() and
  (
    PointsTo::denotes(ownerExpr(e), r.getContext(), owner)
    or
    (areInFields(_, _, _, e, _) or areInFields(_, _, _, _, e)) and
    e.(FieldAccess).isOwnFieldAccess() and
    PointsTo::thisPointsTo(r.getCallable(), r.getContext(), owner)
  )
}

/** Holds if the lock of `one` is taken by `outer`, and then, at `place`, that of `two`, another object. */
private predicate areOwners(
  Acquisition outer, Acquisition inner, Expr place, Program::Object one, Program::Object two
) {
  exists(Expr first, Expr second, S::Run r |
    areInFields(outer, inner, place, first, second) and
    belongsTo(first, r, one) and
    belongsTo(second, r, two) and
    one != two and
    S::executes(_, r)
  |
    not exists(parameterRead(ownerExpr(first)))
    or
    not exists(parameterRead(ownerExpr(second)))
    or
    S::beginsWith(_, r)
    or
    exists(S::Run caller, Call call |
      S::edge(caller, call, r) and
      PointsTo::denotes(call.getArgument(parameterRead(ownerExpr(first)).getPosition()),
        caller.getContext(), one) and
      PointsTo::denotes(call.getArgument(parameterRead(ownerExpr(second)).getPosition()),
        caller.getContext(), two)
    )
  )
}

/** Holds if the objects whose locks are taken, by `outer` and at `place` by `inner`, are all known, and no two of them are swapped. */
private predicate isInOneOrder(Acquisition outer, Acquisition inner, Expr place) {
  exists(ownerOfOne(outer, inner, place)) and
  forall(Program::Object owner | owner = ownerOfOne(outer, inner, place) |
    Program::isSingle(owner)
  ) and
  not exists(Program::Object one, Program::Object two |
    areOwners(outer, inner, place, one, two) and areOwners(outer, inner, place, two, one)
  )
}

/** Gets an object whose lock is taken by `outer` or, at `place`, by `inner`. */
private Program::Object ownerOfOne(Acquisition outer, Acquisition inner, Expr place) {
  areOwners(outer, inner, place, result, _) or
  areOwners(outer, inner, place, _, result)
}

/** Gets the expression of the second object that is locked at `place`: itself, or what it calls a method of. */
Expr secondLocked(Expr place) {
  (
    isNestedIn(any(Acquisition a | a.getElement() = place), _) or
    locksReceiver(_, place, _) or
    locksFieldOfReceiver(_, place, _)
  ) and
  if place instanceof MethodCall then result = place.(MethodCall).getQualifier() else result = place
}

/**
 * Holds if `place`, in a method that holds the monitor of its own object, calls a method of an object from the field `f` that takes
 * the monitor of that object, of the same class, too.
 */
private predicate stepsTo(MethodCall place, Field f) {
  exists(Acquisition outer, Method callee |
    isHeldAtSite(outer, place) and
    not outer.getMethod().isStatic() and
    (exists(outer.getMethod()) or outer.getLockExpr().(ThisAccess).isOwnInstanceAccess()) and
    callee = place.getMethod().getSourceDeclaration() and
    callee.isSynchronized() and
    not callee.isStatic() and
    callee.getDeclaringType() = place.getEnclosingCallable().getDeclaringType() and
    f = fieldBehind(place.getQualifier())
  )
}

/**
 * Gets a place that locks its own object and then the object in a field that the constructor sets, where `place` locks the
 * objects in another field of the class: from parent to child and from child to parent.
 */
MethodCall placeUpwards(MethodCall place) {
  exists(Field parts, Field whole |
    stepsTo(place, parts) and
    stepsTo(result, whole) and
    parts != whole and
    parts.getDeclaringType() = whole.getDeclaringType() and
    // Many parts, of one whole.
    exists(localOf(place.getQualifier())) and
    not exists(localOf(result.getQualifier()))
  )
}

/*-- A lock that a thread waits for although it holds it --*/

/** Holds if `m` cannot be taken again by the thread that holds it, as a row says of its type. */
private predicate isNotReentrant(Monitor m) {
  exists(string package, string type |
    notReentrant(package, type) and
    m.(VariableMonitor).getVariable().getType().(RefType).getSourceDeclaration()
        .getASourceSupertype*().hasQualifiedName(package, type)
  )
}

/** Holds if `m` is held at `node` in `mode`, the strongest. */
private predicate isHeldIn(ControlFlowNode node, Monitor m, LockMode mode) {
  locallyHeld(node, m, mode) and
  (
    mode.isExclusive()
    or
    mode.isShared() and
    not exists(LockMode stronger | locallyHeld(node, m, stronger) and stronger.isExclusive())
  )
}

/** Holds if a thread that holds `m` in the mode `held` waits for itself where it takes it in the mode `wanted`. */
private predicate excludesItself(Monitor m, LockMode held, LockMode wanted) {
  m = getLockMonitor(_) and
  (
    held.isShared() and wanted.isExclusive()
    or
    isNotReentrant(m) and held.isExclusive() and (wanted.isExclusive() or wanted.isShared())
  )
}

/** Holds if `acquire` waits until it gets `m` in the mode `mode`. */
private predicate waitsToTake(LockAcquire acquire, Monitor m, LockMode mode) {
  m = getLockMonitor(acquire) and
  mode = getALockMode(acquire) and
  not acquire.isConditional() and
  not acquire.isOptimistic()
}

/** Holds if `call` takes a lock that its thread holds in the mode `held`, so that it waits for itself. */
predicate waitsForItself(LockAcquire call, Monitor m, LockMode held) {
  exists(LockMode wanted |
    waitsToTake(call, m, wanted) and
    isHeldIn(call.getControlFlowNode(), m, held) and
    excludesItself(m, held, wanted)
  )
}

/**
 * Holds if `call`, of a method of the own object, is made with `m` held in the mode `held`, and leads to `acquire`, which takes
 * it on the same object, so that the thread waits for itself.
 */
predicate waitsForItselfThrough(MethodCall call, LockAcquire acquire, Monitor m, LockMode held) {
  exists(LockMode wanted |
    isHeldIn(call.getControlFlowNode(), m, held) and
    leadsToTaking(ownCallee(call, m), acquire, m, wanted) and
    excludesItself(m, held, wanted)
  ) and
  not m.(VariableMonitor).getVariable() instanceof LocalScopeVariable
}

/** Gets the method that `call` runs, for which `m` is the same lock. */
private Method ownCallee(MethodCall call, Monitor m) {
  m = getLockMonitor(_) and
  result = call.getMethod().getSourceDeclaration() and
  (
    call.isOwnMethodCall()
    or
    m.isStatic() and exists(result.getBody())
  )
}

/** Holds if `c`, or an own method that it calls, takes `m` in the mode `wanted` by `acquire`, without it before. */
private predicate leadsToTaking(Callable c, LockAcquire acquire, Monitor m, LockMode wanted) {
  waitsToTake(acquire, m, wanted) and
  acquire.getEnclosingCallable() = c and
  excludesItself(m, _, wanted) and
  not locallyHeld(acquire.getControlFlowNode(), m, _)
  or
  exists(MethodCall call |
    call.getEnclosingCallable() = c and
    not locallyHeld(call.getControlFlowNode(), m, _) and
    leadsToTaking(ownCallee(call, m), acquire, m, wanted)
  )
}

/*-- Waiting for a thread that needs a lock --*/

/** Holds if `o`, taken by `held`, may be held when `wait` is evaluated in `r`. */
private predicate holdsAt(Expr wait, S::Run r, Program::Object o, Acquisition held) {
  isBlocking(wait) and
  r.getCallable() = wait.getEnclosingCallable() and
  (
    (acquires(held, r, o) or locks(held, r, o)) and isHeldAtSite(held, wait)
    or
    exists(S::Run begin, S::Run next |
      entersHoldingAny(begin, held, o, next) and leadsToWait(next, r, o, _)
    )
  )
}

/** Holds if `wait` may make its thread wait for another one, other than for a lock. */
private predicate isBlocking(MethodCall wait) {
  O::isWaitFor(wait, _) and not hasTimeLimit(wait) and not isKnownDone(wait)
  or
  isSignalWait(wait, _)
}

/** Holds if `wait`, for a future, is only evaluated where that has been found to be done. */
private predicate isKnownDone(MethodCall wait) {
  exists(MethodCall test, IfStmt s |
    test.getMethod().hasName("isDone") and
    test = s.getCondition().getAChildExpr*() and
    test.getEnclosingCallable() = wait.getEnclosingCallable() and
    wait.getEnclosingStmt().getEnclosingStmt*() = s.getThen() and
    test.getQualifier().(VarAccess).getVariable() = wait.getQualifier().(VarAccess).getVariable()
  )
}

/** Holds if `wait` gives up after some time. */
private predicate hasTimeLimit(MethodCall wait) {
  exists(Expr limit | limit = wait.getAnArgument() |
    limit.getType() instanceof NumericType and not limit.(Literal).getLiteral() = "0"
  )
}

private predicate hasWait(S::Run r) {
  exists(MethodCall wait | isBlocking(wait) and r.getCallable() = wait.getEnclosingCallable())
}

private predicate reachesWait(S::Run r) {
  hasWait(r)
  or
  exists(S::Run next | reachesWait(next) and S::edge(r, _, next))
}

private predicate entersHoldingAny(S::Run r, Acquisition a, Program::Object o, S::Run next) {
  entersToWait(r, a, o, _, next)
}

/** Holds if `next`, which leads to a wait, is run by `r` at `site`, where it holds `o`, which it has taken by `a`. */
private predicate entersToWait(
  S::Run r, Acquisition a, Program::Object o, ExprParent site, S::Run next
) { acquires(a, r, o) and isHeldAtSite(a, site) and S::edge(r, site, next) and reachesWait(next) }

/** Holds if `site`, with the lock of `held` held, runs `callee`, which comes to `wait` by `calls` more calls. */
predicate leadsFromTo(
  Acquisition held, MethodCall wait, ExprParent site, Callable callee, int calls
) {
  exists(Program::Object o, S::Run next, S::Run last |
    entersToWait(_, held, o, site, next) and
    leadsToWait(next, last, o, calls) and
    isBlocking(wait) and
    last.getCallable() = wait.getEnclosingCallable() and
    callee = next.getCallable()
  )
}

/** Holds if `caller`, entered with the lock of `held` held, runs `callee` by `site`, which comes to `wait` by `calls` more calls. */
predicate leadsOnTo(
  Acquisition held, MethodCall wait, Callable caller, ExprParent site, Callable callee, int calls
) {
  exists(Program::Object o, S::Run r, S::Run next, S::Run last |
    acquires(held, _, o) and
    entersOrPasses(r, o) and
    leadsToWait(r, last, o, calls + 1) and
    S::edge(r, site, next) and
    leadsToWait(next, last, o, calls) and
    isBlocking(wait) and
    last.getCallable() = wait.getEnclosingCallable() and
    caller = r.getCallable() and
    callee = next.getCallable()
  )
}

/** Holds if `r`, entered with `o` held, leads to `last`, a run that waits, by `calls` calls. */
private predicate leadsToWait(S::Run r, S::Run last, Program::Object o, int calls) {
  entersHoldingAny(_, _, o, r) and hasWait(last) and r = last and calls = 0
  or
  exists(S::Run next |
    entersOrPasses(r, o) and
    S::edge(r, _, next) and
    leadsToWait(next, last, o, calls - 1) and
    calls <= max(int bound | waitBound(bound) | bound)
  )
}

/** Holds if `r` may be entered with `o` held, on a way to a run that waits. */
private predicate entersOrPasses(S::Run r, Program::Object o) { passesHolding(r, o, _) }

private predicate passesHolding(S::Run r, Program::Object o, int calls) {
  entersHoldingAny(_, _, o, r) and calls = 1
  or
  exists(S::Run before |
    passesHolding(before, o, calls - 1) and
    S::edge(before, _, r) and
    reachesWait(r) and
    calls <= max(int bound | waitBound(bound) | bound)
  )
}

/** Holds if `wait`, in `r`, waits for the end of `t` when `o` is held, which `t` may take by `needed`. */
cached
predicate waitsForHolder(
  MethodCall wait, Program::Thread t, Program::Object o, Acquisition held, Acquisition needed
) {
  O::isWaitFor(wait, t) and
  exists(S::Run r | holdsAt(wait, r, o, held)) and
  exists(S::Run r | acquires(needed, r, o) and S::executes(t, r))
}

/*-- Waiting for a signal that needs a lock --*/

/** Holds if `call` calls the method `name` of `package.type`, or what overrides it. */
bindingset[package, type, name]
private predicate isCallOf(MethodCall call, string package, string type, string name) {
  call.getMethod().hasName(name) and
  call.getMethod().isMemberOf(package, type)
}

/** Holds if `wait` returns when another thread calls `signal` on the same object. */
private predicate isSignalWait(MethodCall wait, string signal) {
  exists(string package, string type, string name |
    waitsForSignal(package, type, name, signal) and isCallOf(wait, package, type, name)
  ) and
  not isTestCallable(wait.getEnclosingCallable()) and
  not hasTimeLimit(wait)
}

/** Holds if `call` wakes those that wait for `signal`. */
private predicate isSignalCall(MethodCall call, string signal) {
  exists(string package, string type |
    waitsForSignal(package, type, _, signal) and isCallOf(call, package, type, signal)
  ) and
  not isTestCallable(call.getEnclosingCallable())
}

/** Holds if `wait`, in `r`, waits for a signal on `o`, and `signal`, in `s`, gives it. */
private predicate answers(MethodCall wait, MethodCall signal, Program::Object o) {
  exists(string name |
    isSignalWait(wait, name) and
    isSignalCall(signal, name) and
    PointsTo::receives(wait, _, o) and
    PointsTo::receives(signal, _, o) and
    Program::isShared(o)
  )
}

/** Holds if a thread that evaluates `signal` has to take `o` before that, by `needed`. */
private predicate signalsUnder(MethodCall signal, Program::Object o, Acquisition needed) {
  answers(_, signal, _) and
  (
    isHeldAtSite(needed, signal) and acquires(needed, _, o)
    or
    // Callers take it, all of them.
    exists(S::Run r |
      r.getCallable() = signal.getEnclosingCallable() and
      acquiresNamed(needed, o, S::lockOnEntry(r))
    )
  )
}

private predicate acquiresNamed(Acquisition a, Program::Object o, S::HeldLock name) {
  name = S::lockNamed(a.getMonitor()) and
  acquires(a, _, o)
}

/** Holds if `wait` gives back the lock of `held`: it waits for the monitor itself, or for a condition of the lock. */
private predicate isReleasedBy(MethodCall wait, Acquisition held) {
  isSignalWait(wait, _) and
  exists(S::Run r, Program::Object o |
    acquires(held, r, o) and r.getCallable() = held.getCallable()
  |
    PointsTo::receives(wait, _, o)
    or
    // The condition of an explicit lock, made by it.
    exists(MethodCall make, Program::Object condition |
      PointsTo::receives(wait, _, condition) and
      make.getMethod().hasName("newCondition") and
      PointsTo::denotes(make, _, condition) and
      PointsTo::receives(make, _, o)
    )
  )
}

/**
 * Holds if `wait` waits for a signal with the lock of `held` in hand, which whoever gives the signal, such as `signal`, has to
 * take before, by `needed`.
 */
cached
predicate waitsForSignaller(
  MethodCall wait, Acquisition held, MethodCall signal, Acquisition needed
) {
  exists(Program::Object o, Program::Object event |
    answers(wait, signal, event) and
    holdsAt(wait, _, o, held) and
    o != event and
    not isReleasedBy(wait, held) and
    signalsUnder(signal, o, needed) and
    // Nobody gives the signal without the lock.
    not exists(MethodCall other | answers(wait, other, event) and not signalsUnder(other, o, _))
  )
}

/*-- Pools that wait for themselves --*/

/** Holds if `o` is an executor with a limited number of threads, as rows say. */
private predicate isBoundedPool(Program::Object o) {
  exists(string package, string type, string name | boundedPool(package, type, name) |
    exists(MethodCall make | make = o.getExpr() | isCallOf(make, package, type, name))
    or
    exists(ClassInstanceExpr make | make = o.getExpr() |
      name = type and
      make.getConstructedType().getSourceDeclaration().getASourceSupertype*()
          .hasQualifiedName(package, type) and
      // As many threads as it takes.
      not make.getAnArgument().(FieldAccess).getField().hasName("MAX_VALUE")
    )
  )
}

/** Holds if `pool`, of which tasks wait for each other, has one thread. */
predicate isPoolOfOne(Program::Object pool) {
  waitsForOwnPool(_, pool, _) and
  makesOneThreadExecutor(pool.getExpr())
}

/** Holds if the tasks of `t` are run by the pool `o`, which `t` is handed to. */
private predicate runsOnPool(Program::Thread t, Program::Object o) {
  isBoundedPool(o) and
  PointsTo::receives(t.getStart(), _, o)
}

/** Holds if `wait`, executed by a task of a pool with a limited number of threads, waits for a task of the same pool, handed over at `start`. */
cached
predicate waitsForOwnPool(MethodCall wait, Program::Object pool, Expr start) {
  exists(Program::Thread task, Program::Thread awaited, S::Run r |
    runsOnPool(task, pool) and
    runsOnPool(awaited, pool) and
    O::isWaitFor(wait, awaited) and
    not hasTimeLimit(wait) and
    not isKnownDone(wait) and
    start = awaited.getStart() and
    S::executes(task, r) and
    r.getCallable() = wait.getEnclosingCallable()
  )
}
