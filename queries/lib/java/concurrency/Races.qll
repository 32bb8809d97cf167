/**
 * One race a field: which two accesses to show, how threads come to them, and how many of the accesses are protected.
 */

import java
import java.SourceOrder
import java.concurrency.Protection

/** Holds if `a` races, and does not only repeat what the read of the field does that leads to it. */
private predicate isReported(ReachedAccess a) {
  (races(a, _) or races(_, a)) and
  not (
    a.isWithOrigin() and
    exists(ReachedAccess origin | origin = a.getOrigin() | races(origin, _) or races(_, origin))
  )
}

/** Gets how well `a` serves as the first access of the race that is shown: the least is the best. */
private int firstRank(ReachedAccess a) {
  isReported(a) and
  isMeantToBeGuarded(a.getField()) and
  exists(int unmonitored, int reading |
    (if a.isUnmonitored() then unmonitored = 0 else unmonitored = 4) and
    (
      if a.modifies()
      then reading = 0
      else if a.getEnclosingCallable() instanceof GetterMethod and changesWithin(a.getField())
      then reading = 2
      else reading = 1
    ) and
    result = unmonitored + reading + early(a) + deep(a)
  )
}

/** Holds if some access changes what `f` holds: code that looks into that shows a race better than code that hands it out. */
private predicate changesWithin(SharedField f) {
  exists(ReachedAccess a | a.getField() = f and a.modifiesContent())
}

/**
 * Holds if `a` is to the own object in a method that the sources only call on objects that nobody else knows yet. What is
 * done to an object that the field holds already may be done at any time.
 */
predicate isBeforeSharing(ReachedAccess a) {
  a.isOwnFieldAccess() and
  not a.modifiesContent() and
  isOnlyBeforeSharing(a.getEnclosingCallable())
}

/** Gets what makes `a` worse to show, if nobody else knows its object by then, as the sources or its name say. */
private int early(ReachedAccess a) {
  if isBeforeSharing(a) or isByBuilder(a)
  then result = 16
  else result = 0
}

/** Holds if `a` is to an object that a builder makes. */
predicate isByBuilder(ReachedAccess a) { isProductOfBuilder(a.getQualifier()) }

/** Gets what makes `a` worse to show if it is on what the field leads to: a race on what the field holds is plainer. */
private int deep(ReachedAccess a) { if a.isOwnedUse() then result = 3 else result = 0 }

/** Gets the access with which the race on `f` is shown to begin. */
cached
ReachedAccess getFirstAccess(SharedField f) {
  result = min(ReachedAccess a, int weight, string path, int line, int column |
    a.getField() = f and weight = firstRank(a) and beginsAt(a, path, line, column)
  |
    a order by weight, path, line, column
  )
}

/** Gets how well `b` serves as the access beside `a`, the first one of a race: the least is the best. */
private int secondRank(ReachedAccess a, ReachedAccess b) {
  a = getFirstAccess(_) and
  (races(a, b) or races(b, a)) and
  not (
    b.isWithOrigin() and
    exists(ReachedAccess origin | origin = b.getOrigin() | races(a, origin) or races(origin, a))
  ) and
  exists(int guarded, int same, int modifying |
    (if b.isProtectedBy(_) then guarded = 0 else guarded = 4) and
    (if b.getEnclosingCallable() = a.getEnclosingCallable() then same = 8 else same = 0) and
    (if b.modifies() then modifying = 0 else modifying = 1) and
    result = guarded + same + modifying + sameAccess(a, b) + early(b)
  )
}

pragma[inline]
private int sameAccess(ReachedAccess a, ReachedAccess b) {
  if a = b
  then result = 2
  else result = 0
}

/** Gets the access that is shown beside `a`, the first one of a race. */
cached
ReachedAccess getSecondAccess(ReachedAccess a) {
  result = min(ReachedAccess b, int weight, string path, int line, int column |
    weight = secondRank(a, b) and beginsAt(b, path, line, column)
  |
    b order by weight, path, line, column
  )
}

/** Gets the `n`-th, from 1, of the other accesses of `f` that race and hold no monitor. */
ReachedAccess getFurtherAccess(SharedField f, int n) {
  result = rank[n](ReachedAccess a, string path, int line, int column |
    a.getField() = f and
    a.isUnmonitored() and
    isReported(a) and
    a != getFirstAccess(f) and
    a != getSecondAccess(getFirstAccess(f)) and
    beginsAt(a, path, line, column)
  |
    a order by path, line, column
  )
}

/** Gets words for the part of what a field leads to that `a` uses. */
private string partText(ReachedAccess a) {
  a = getFirstAccess(_) and
  result = min(Field holder, int level, boolean writes, string text |
    a.usesPart(holder, level, writes) and
    (a.modifies() implies writes = true) and
    exists(string name | name = "'" + holder.getName() + "'" |
      level = -1 and text = name + " of " + holder.getDeclaringType().getName()
      or
      level = 0 and text = "what " + name + " of " + holder.getDeclaringType().getName() + " holds"
      or
      level > 0 and text = "the content of what is in " + name
    )
  |
    text order by text
  )
}

/**
 * Holds if what happens at `a`, the first access of a race, happens at another place, `e`, which `link` names in `sentence`: in a
 * helper that it calls, or where the copy of a reference is used.
 */
predicate happensElsewhere(ReachedAccess a, Expr e, string sentence, string link) {
  a = getFirstAccess(_) and
  (
    e = placeOfUse(a) and sentence = " At stake is $@." and link = partText(a)
    or
    not a.isOwnedUse() and
    e = getAUseOfCopy(a) and
    sentence = " The reference that is read here is used $@." and
    link = "there"
  )
}

/** Gets the first use of the copy of what `a` reads. */
private Expr getAUseOfCopy(ReachedAccess a) {
  a = getFirstAccess(_) and
  result = min(Expr use, string path, int line, int column |
    use = useOfCopy(a) and not use.(VarAccess).isVarWrite() and beginsAt(use, path, line, column)
  |
    use order by path, line, column
  )
}

/** Gets the monitor under which most accesses of `f` are safe. */
Monitor getUsualGuard(SharedField f) {
  result = min(Monitor m, int safe | safe = countSafe(f, m) | m order by safe desc, m.toString())
}

/** Gets words for what is safe under `m`. */
private string safety(Monitor m) {
  m = getUsualGuard(_) and
  if m instanceof ThreadMonitor
  then result = "on " + m.toString()
  else result = "safe under '" + m.toString() + "'"
}

/** Gets a text that says how many accesses of `f` hold the monitor that most of them hold; empty if none holds any. */
string getStatistics(SharedField f) {
  exists(Monitor m | m = getUsualGuard(f) |
    result = " " + countSafe(f, m) + " of " + countAccesses(f) + " accesses are " + safety(m) + "."
  )
  or
  exists(getFirstAccess(f)) and not exists(getUsualGuard(f)) and result = ""
}

/** An access that is shown, with the way on which threads come to it. */
class ShownAccess extends ReachedAccess {
  ShownAccess() { this = getFirstAccess(_) or this = getSecondAccess(_) }

  /** Gets the callable that is `step` calls before this on the way that is shown; 0 is the one that contains this. */
  Callable getCallableOnWay(int step) {
    step = 0 and result = this.getEnclosingCallable()
    or
    exists(ExprParent site |
      site = this.getSiteOnWay(step) and
      SharedWays::leads(result, site, this.getCallableOnWay(step - 1))
    )
  }

  /** Gets the call that leads to the callable number `step - 1` of the way that is shown, from 1. */
  ExprParent getSiteOnWay(int step) {
    exists(Callable callee | callee = this.getCallableOnWay(step - 1) |
      if this.isUnmonitored()
      then result = unmonitoredSiteBefore(callee)
      else result = siteBefore(callee)
    ) and
    step <= 12
  }

  /** Gets the entry at which the way that is shown begins. */
  Callable getEntryOnWay() { result = this.getCallableOnWay(this.getLength()) }

  /** Gets the number of calls of the way that is shown. */
  int getLength() { result = max(int step | exists(this.getCallableOnWay(step))) }
}

/** Holds if some way of `length` calls leads from an entry to `c`. */
private predicate enters(Callable c, int length) {
  SharedWays::enters(c) and length = 0
  or
  exists(Callable caller |
    enters(caller, length - 1) and length <= 12 and SharedWays::leads(caller, _, c)
  )
}

/** Holds if some way of `length` calls leads from an entry to `c` and holds no lock at all. */
private predicate entersUnlocked(Callable c, int length) {
  SharedWays::enters(c) and length = 0
  or
  exists(Callable caller, ExprParent site |
    entersUnlocked(caller, length - 1) and
    length <= 12 and
    SharedWays::leads(caller, site, c) and
    not heldAtSite(site, c, _)
  )
}

/** Gets the call before `callee` on the shortest way from an entry that holds no monitor at all. */
private ExprParent unmonitoredSiteBefore(Callable callee) {
  not SharedWays::enters(callee) and
  result = min(ExprParent site, Callable caller, int length, string path, int line, int column |
    entersUnlocked(caller, length) and
    SharedWays::leads(caller, site, callee) and
    not heldAtSite(site, callee, _) and
    length < min(int own | entersUnlocked(callee, own)) and
    beginsAt(site, path, line, column)
  |
    site order by length, path, line, column
  )
}

/** Gets the call before `callee` on the shortest way from an entry. */
private ExprParent siteBefore(Callable callee) {
  not SharedWays::enters(callee) and
  result = min(ExprParent site, Callable caller, int length, string path, int line, int column |
    enters(caller, length) and
    SharedWays::leads(caller, site, callee) and
    length < min(int own | enters(callee, own)) and
    beginsAt(site, path, line, column)
  |
    site order by length, path, line, column
  )
}

/**
 * Gets the access under a lock that is not known, of a field `f` that is safe if all its accesses hold this lock, and has
 * a race if they do not.
 */
ReachedAccess getUncertainAccess(SharedField f) {
  isMeantToBeGuarded(f) and
  not exists(getFirstAccess(f)) and
  result = min(ReachedAccess a, int reading, string path, int line, int column |
    a.getField() = f and
    a.holdsUnknownLock() and
    (racesUnlessLocked(a, _) or racesUnlessLocked(_, a)) and
    not a.isWithOrigin() and
    (if a.modifies() then reading = 0 else reading = 1) and
    beginsAt(a, path, line, column)
  |
    a order by reading, path, line, column
  )
}

/** Gets the access that races with `a`, an access under a lock that is not known, if that is not held there. */
ReachedAccess getUncertainPartner(ReachedAccess a) {
  a = getUncertainAccess(_) and
  result = min(ReachedAccess b, int same, string path, int line, int column |
    (racesUnlessLocked(a, b) or racesUnlessLocked(b, a)) and
    not b.isWithOrigin() and
    (if b.getEnclosingCallable() = a.getEnclosingCallable() then same = 1 else same = 0) and
    beginsAt(b, path, line, column)
  |
    b order by same, path, line, column
  )
}

private newtype TWayNode = TStep(ShownAccess a, int step) { step in [0 .. a.getLength() + 1] }

/** A place on the way from an entry to an access that is shown: the entry, the calls, the access itself. */
class WayNode extends TWayNode {
  /** Gets the access to which the way leads. */
  ShownAccess getAccess() { this = TStep(result, _) }

  /** Gets the number of steps from here to the access. */
  int getStep() { this = TStep(_, result) }

  /** Gets the next place. */
  WayNode getNext() { result = TStep(this.getAccess(), this.getStep() - 1) }

  /** Holds if this is the access. */
  predicate isAccess() { this.getStep() = 0 }

  /** Holds if this is the entry. */
  predicate isEntryPoint() { this.getStep() = this.getAccess().getLength() + 1 }

  /** Gets the element: a callable, a call, an access. */
  Top getElement() {
    this.isAccess() and result = this.getAccess()
    or
    this.isEntryPoint() and result = this.getAccess().getEntryOnWay()
    or
    not this.isEntryPoint() and result = this.getAccess().getSiteOnWay(this.getStep())
  }

  /** Gets a text for what happens here. */
  string getLabel() {
    this.isEntryPoint() and result = "a thread enters " + entryText(this.getElement())
    or
    this.isAccess() and
    result =
      this.getAccess().describe() + " of '" + this.getAccess().getField().getName() + "', " +
        this.getAccess().describeGuards()
    or
    not this.isAccess() and
    not this.isEntryPoint() and
    result = "calls " + entryText(this.getAccess().getCallableOnWay(this.getStep() - 1))
  }

  /** Gets the name of a lock that protects the access, if this is it; the empty one if none does. */
  string getALockInHand() {
    this.isAccess() and
    (
      exists(Guard g | this.getAccess().isProtectedBy(g) | result = g.toString())
      or
      not this.getAccess().isProtectedBy(_) and result = ""
    )
  }

  /** Gets the place where this is written. */
  Location getLocation() { result = this.getElement().getLocation() }

  /** Gets a text that describes this. */
  string toString() {
    this.isAccess() and result = this.getAccess().getField().getName()
    or
    this.isEntryPoint() and result = entryText(this.getAccess().getEntryOnWay())
    or
    not this.isAccess() and
    not this.isEntryPoint() and
    result = "call of " + entryText(this.getAccess().getCallableOnWay(this.getStep() - 1))
  }
}

/** Gets the name of the callable that makes the lambda expression of which `c` is the body. */
private string makerOf(Callable c) {
  exists(LambdaExpr lambda, Callable maker |
    lambda.asMethod() = c and maker = lambda.getEnclosingCallable()
  |
    if maker instanceof InitializerMethod or exists(LambdaExpr outer | outer.asMethod() = maker)
    then result = maker.getDeclaringType().getEnclosingType*().(TopLevelType).getName()
    else result = maker.getName() + maker.paramsString()
  )
}

/** Gets how `c` is named in a message. */
string entryText(Callable c) {
  (SharedLocks::isReached(c) or exists(ShownAccess a | c = a.getEnclosingCallable())) and
  if exists(makerOf(c))
  then if isEntry(c)
  then result = "a function in " + makerOf(c) + " that is run later"
  else result = "a function in " + makerOf(c)
  else result = c.getName() + c.paramsString()
}
