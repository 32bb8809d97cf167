/**
 * The pairs of accesses that race: what is left of the stages when order and configuration are taken into account.
 *
 * Pairs are made of sorts of accesses, not of accesses: those of one sort are to the same field, or to what the same field
 * holds, and whatever this analysis and the ranking ask of one is true of all. A field with a hundred accesses has ten
 * thousand pairs of accesses on each object, and a handful of pairs of sorts.
 *
 * What flows in are accesses with threads, objects and locks, what orders threads, and features of accesses. What comes out
 * are pairs of sorts, with the threads, the locks that each holds, and the object.
 */

import java
import java.SourceOrder
import java.concurrency.KeptThreads
import java.program.Accesses
import java.program.Analyses
import java.program.Stages
import Evidence

/*-- Sorts --*/

/** Holds if `a` may be one of a pair that is ordered for what stands around both: it is a sort of its own. */
private predicate isAlone(Access a) {
  O::isPublished(a, _, _)
  or
  O::isPublished(_, a, _)
  or
  O::isBeforeStart(a, _)
  or
  isOfPhase(a.getNode()) and (a.isOnThis() or isStatic(a))
  or
  isAfterKeptThread(a.getNode(), _)
  or
  areSwappedBuffers(a.getHolder().getField(), _, _, _)
  or
  usesMade(a, _, _)
  or
  exists(Field f, Program::Thread t |
    isUsedBeforeStart(f, t) and f = memoryOf(a) and S::reaches(t, a)
  )
}

/** Holds if `a` is to a static field, or to what one holds. */
private predicate isStatic(Access a) { fieldOf(a).isStatic() }

/** Holds if `f`, or what it holds, is accessed before the start of `t`, by the thread that starts it. */
private predicate isUsedBeforeStart(Field f, Program::Thread t) {
  exists(Access first | O::isBeforeStart(first, t) and f = memoryOf(first))
}

/** Gets the field that `a` accesses, or whose content it does. */
pragma[nomagic]
private Field memoryOf(Access a) { result = fieldOf(a) }

/** Gets what is asked of `a` alone: a feature, or a thread that it is apart from. */
private string traitOf(Access a) {
  result = featureOfAccess(a)
  or
  a.isUpdate() and result = "update"
  or
  result = "element " + getConstantIndex(a)
  or
  exists(Variable index | index = getOwnIndex(a) |
    result = "own index " + index.getName() + " of " + keyOfLocation(index.getLocation())
  )
  or
  result = M::placeOf(a)
  or
  exists(Method run |
    isByItsThread(a, run) and (isAfterKeptThread(_, run) or keepsOneThreadOf(run))
  |
    result = "of the thread that is kept for " + keyOfLocation(run.getLocation())
  )
  or
  exists(Program::Thread starter, Program::Thread t, string how |
    O::isApart(a, starter, t, how) and
    result = "apart: " + keyOfThread(starter) + ", " + keyOfThread(t) + ", " + how
  )
}

/** Gets a text for `t`, one of two threads of which one starts the other. */
private string keyOfThread(Program::Thread t) {
  (O::isApart(_, t, _, _) or O::isApart(_, _, t, _)) and
  exists(string at |
    if exists(t.getLocation()) then at = keyOfLocation(t.getLocation()) else at = ""
  |
    result = t + " at " + at
  )
}

/** Holds if `a` is used in the way that races are made of. */
pragma[nomagic]
private predicate isUsed(Access a) { S::usesKnown(a, _, _, _) }

/** Gets the traits of `a`, one behind the other. */
private string traitsOf(Access a) {
  isUsed(a) and
  not isAlone(a) and
  result = concat(string trait | trait = traitOf(a) | trait, "; " order by trait)
}

private newtype THolder =
  TNoHolder() or
  THolderField(Field f) { exists(Access a | f = a.getHolder().getField()) }

private THolder holderOf(Access a) {
  if exists(a.getHolder())
  then result = THolderField(a.getHolder().getField())
  else result = TNoHolder()
}

private newtype TSort =
  TAlone(Access a) { isUsed(a) and isAlone(a) } or
  TAlike(Memory memory, THolder holder, boolean isElement, boolean write, string traits) {
    exists(Access a | hasProfile(a, memory, holder, isElement, write, traits))
  }

/** Holds if these are what is asked of `a`. */
pragma[nomagic]
private predicate hasProfile(
  Access a, Memory memory, THolder holder, boolean isElement, boolean write, string traits
) {
  traits = traitsOf(a) and
  memory = a.getMemory() and
  holder = holderOf(a) and
  (if a.getMemory().isElements() then isElement = true else isElement = false) and
  if a.isWrite() then write = true else write = false
}

/** Accesses to one field, or to what one field holds, that do not differ in what is asked of pairs. */
class Sort extends TSort {
  /** Gets an access of this sort. */
  cached
  Access getAnAccess() {
    this = TAlone(result)
    or
    exists(Memory memory, THolder holder, boolean isElement, boolean write, string traits |
      hasProfile(result, memory, holder, isElement, write, traits) and
      this = TAlike(memory, holder, isElement, write, traits)
    )
  }

  /** Gets the first access of this sort. */
  cached
  Access getFirst() {
    result = min(Access a, string path, int line, int column |
      a = this.getAnAccess() and beginsAt(a.getExpr(), path, line, column)
    |
      a order by path, line, column
    )
  }

  /** Gets the memory that this accesses. */
  Memory getMemory() { result = this.getFirst().getMemory() }

  /** Gets the field that holds the array or library object that this accesses, if one does. */
  Field getHolder() { result = this.getFirst().getHolder().getField() }

  /** Holds if this changes the memory. */
  predicate isWrite() { this.getFirst().isWrite() }

  /** Gets the place of the first access. */
  Location getLocation() { result = this.getFirst().getLocation() }

  /** Gets a text that describes this. */
  string toString() { result = this.getFirst().describe() + " of " + this.getMemory() }
}

/** Holds if `t` accesses the memory of `place`, an object that one execution of a callable makes for its threads, by `a`. */
pragma[nomagic]
private predicate usesMade(Access a, Program::Thread t, S::Place place) {
  O::isMadeForThreads(_, place.getObject()) and
  exists(S::Run r | S::isTo(a, r, place) and S::executes(t, r))
}

/*-- Pairs --*/

/** Holds if threads of `t` access the memory of `place` by an access of the sort `s`, with the locks `locks` held. */
pragma[nomagic]
private predicate uses(Sort s, S::Threads t, S::Place place, S::LockSet locks) {
  exists(Access a | S::usesKnown(a, t, place, locks) and a = s.getAnAccess())
}

/** Gets a memory of `place` that some thread writes. */
pragma[nomagic]
private Memory writtenMemory(S::Place place) {
  exists(Sort s | uses(s, _, place, _) and s.isWrite() and result = s.getMemory())
}

/** Holds if threads of `t` access `memory` of `place`, which some thread writes, by `s` with the locks `locks` held. */
pragma[nomagic]
private predicate mayContend(
  Memory memory, S::Place place, Sort s, S::Threads t, S::LockSet locks
) { uses(s, t, place, locks) and memory = s.getMemory() and memory = writtenMemory(place) }

/**
 * Holds if threads of `t` access `memory` of `place`, which some thread writes, by `s` with the locks `locks` held, and no
 * others do so to whom the object belongs less: what races with those races with these.
 */
pragma[nomagic]
private predicate contends(Memory memory, S::Place place, Sort s, S::Threads t, S::LockSet locks) {
  mayContend(memory, place, s, t, locks) and
  not exists(S::Threads other |
    mayContend(memory, place, s, other, locks) and other.standsFor(t)
  ) and
  not isOneOfMany(place, s, t, locks) and
  not holdsMoreThanNeeded(place, s, t, locks)
}

/** Holds if threads of `t` use `place` by `s` with `locks` held, one of many sets of locks. */
pragma[nomagic]
private predicate usesUnderOneOfMany(S::Place place, Sort s, S::Threads t, S::LockSet locks) {
  mayContend(_, place, s, t, locks) and
  strictcount(S::LockSet other | mayContend(_, place, s, t, other)) > 8
}

/** Holds if all locks of `part` are in `whole`, which has others besides, and both are held at one of many uses. */
pragma[nomagic]
private predicate isPartOf(S::LockSet part, S::LockSet whole) {
  isOneOfManySets(part) and
  (
    part = "" and isOneOfManySets(whole) and whole != ""
    or
    part != whole and
    strictcount(S::HeldLock lock, S::Owners owners |
      hasLock(part, lock, owners) and hasLock(whole, lock, owners)
    ) = strictcount(S::HeldLock lock, S::Owners owners | hasLock(part, lock, owners))
  )
}

pragma[nomagic]
private predicate isOneOfManySets(S::LockSet locks) { usesUnderOneOfMany(_, _, _, locks) }

pragma[nomagic]
private predicate hasLock(S::LockSet locks, S::HeldLock lock, S::Owners owners) {
  isOneOfManySets(locks) and
  locks.has(lock, owners)
}

/**
 * Holds if threads of `t` use `place` by `s` with many sets of locks held, of which one is a part of `locks`: what races with
 * uses under `locks` races with those, too.
 */
pragma[nomagic]
private predicate holdsMoreThanNeeded(S::Place place, Sort s, S::Threads t, S::LockSet locks) {
  exists(S::LockSet part |
    usesUnderOneOfMany(place, s, t, locks) and
    usesUnderOneOfMany(place, s, t, part) and
    isPartOf(part, locks)
  )
}

/** Holds if more than a few groups of threads use `place` by `s` with the locks `locks` held. */
pragma[nomagic]
private predicate isUsedByMany(S::Place place, Sort s, S::LockSet locks) {
  strictcount(S::Threads t | mayContend(_, place, s, t, locks)) > 4
}

/** Gets the number of `t`, a single thread that uses `place` by `s` with the locks `locks` held, as several do. */
pragma[nomagic]
private int numberAmong(S::Place place, Sort s, S::LockSet locks, S::Threads t) {
  isUsedByMany(place, s, locks) and
  mayContend(_, place, s, t, locks) and
  result = S::numberOf(t.getTheThread())
}

/** Holds if of the threads of `numberAmong` those with numbers below `low` or above `high` are two each. */
pragma[nomagic]
private predicate isWithin(S::Place place, Sort s, S::LockSet locks, int low, int high) {
  low = rank[2](int n | n = numberAmong(place, s, locks, _) | n) and
  high = rank[2](int n | n = numberAmong(place, s, locks, _) | n order by n desc)
}

/**
 * Holds if `t` is a single thread, and both two that are started before it and two that are started after it do the same: the
 * first ones and the last ones stand for all.
 */
pragma[nomagic]
private predicate isOneOfMany(S::Place place, Sort s, S::Threads t, S::LockSet locks) {
  exists(int n, int low, int high |
    n = numberAmong(place, s, locks, t) and
    isWithin(place, s, locks, low, high) and
    n > low and
    n < high
  )
}

/** Holds if threads of `t` write `memory` of `place` by `s` with the locks `locks` held. */
pragma[nomagic]
private predicate changes(Memory memory, S::Place place, Sort s, S::Threads t, S::LockSet locks) {
  contends(memory, place, s, t, locks) and
  s.isWrite()
}

/**
 * Holds if a thread of `one` may execute an access of `a`, and one of `other` an access of `b`, a write, on `place`, which
 * others know by then, at the same time and without a common lock: what is left of UnlockedPairs.
 */
cached
predicate unlocked(
  Sort a, S::Threads one, S::LockSet held, Sort b, S::Threads other, S::LockSet otherHeld,
  S::Place place
) {
  exists(Memory memory |
    changes(memory, place, b, other, otherHeld) and contends(memory, place, a, one, held)
  ) and
  coincide(one, other) and
  not excludeEachOther(held, otherHeld) and
  isOrderedPair(a, b)
}

/** Holds if threads of `one` and `other` use the same memory, and may run at the same time. */
pragma[nomagic]
private predicate coincide(S::Threads one, S::Threads other) {
  contends(_, _, _, one, _) and
  changes(_, _, _, other, _) and
  S::mayCoincide(one, other)
}

/** Holds if a write with the locks `written` held and another use with `used` held may be to the same memory of one place. */
pragma[nomagic]
private predicate areHeldAtOnePlace(S::LockSet written, S::LockSet used) {
  exists(Memory memory, S::Place place |
    changes(memory, place, _, _, written) and contends(memory, place, _, _, used)
  )
}

/** Holds if `used` and `written`, which meet at some place, have a lock in common. */
pragma[nomagic]
private predicate excludeEachOther(S::LockSet used, S::LockSet written) {
  areHeldAtOnePlace(written, used) and
  S::haveCommonLock(used, written)
}

/** Holds if `a` and `b`, which changes the memory, are a pair in this order. */
pragma[nomagic]
private predicate isOrderedPair(Sort a, Sort b) {
  a.getMemory() = b.getMemory() and
  b.isWrite() and
  isPair(a.getFirst(), b.getFirst()) and
  not areToOtherElements(a.getFirst(), b.getFirst())
}

/** Holds if single threads of `one` and of `other` have an unlocked pair of accesses. */
pragma[nomagic]
private predicate meet(S::Threads one, S::Threads other) {
  unlocked(_, one, _, _, other, _, _) and
  exists(one.getTheThread()) and
  exists(other.getTheThread())
}

/** Holds if `one` and `other`, which meet, are single threads that never run at the same time; `how` says why. */
pragma[nomagic]
private predicate areApart(S::Threads one, S::Threads other, string how) {
  meet(one, other) and
  O::areApart(one.getTheThread(), other.getTheThread(), how)
}

/** Holds if accesses of `s`, executed by `one`, never happen while the single thread `other` runs; `how` says why. */
pragma[nomagic]
private predicate isApart(Sort s, S::Threads one, S::Threads other, string how) {
  O::isApart(s.getFirst(), one.getTheThread(), other.getTheThread(), how)
}

/** Holds if `a` and `b` are an unlocked pair. */
pragma[nomagic]
private predicate arePaired(Sort a, Sort b) { unlocked(a, _, _, b, _, _, _) }

/** Holds if `a` and `b`, an unlocked pair, never happen at the same time, whoever executes them; `how` says why. */
pragma[nomagic]
private predicate areApartAsSorts(Sort a, Sort b, string how) {
  arePaired(a, b) and
  (
    exists(Field f |
      O::isPublished(a.getFirst(), b.getFirst(), f) and
      how = "the volatile field '" + f.getName() + "'"
    )
    or
    (
      isMadeByItsThread(a.getFirst(), b.getFirst()) or isMadeByItsThread(b.getFirst(), a.getFirst())
    ) and
    how = "the end of the thread that the object keeps"
    or
    exists(Method run |
      keepsOneThreadOf(run) and
      isByItsThread(a.getFirst(), run) and
      isByItsThread(b.getFirst(), run)
    ) and
    how = "the one thread that the object keeps"
    or
    (
      areInOtherBuffers(a.getFirst(), b.getFirst()) or areInOtherBuffers(b.getFirst(), a.getFirst())
    ) and
    how = "two buffers that are swapped"
    or
    exists(Monitor m |
      areOfTwoPhases(a.getFirst().getNode(), b.getFirst().getNode(), m) and
      how = "a flag that is set for good"
    |
      a.getFirst().isOnThis() and b.getFirst().isOnThis()
      or
      isStatic(a.getFirst()) and isStatic(b.getFirst()) and m.isStatic()
    )
  )
}

/** Holds if the thread that its object keeps for `run` makes `a`. */
private predicate isByItsThread(Access a, Method run) {
  isOfKeptThread(a.getEnclosingCallable(), run) and
  (
    a.isOnThis() or
    a.getExpr().(FieldAccess).isEnclosingFieldAccess(_) or
    a.getHolder().isEnclosingFieldAccess(_)
  )
}

/**
 * Holds if `a` accesses the contents of one of two swapped buffers, under the lock that swaps them, and `b` those of the
 * other buffer, in the thread that swaps.
 */
private predicate areInOtherBuffers(Access a, Access b) {
  exists(Field front, Field back, Monitor m, Method run |
    areSwappedBuffers(front, back, m, run) and
    front = a.getHolder().getField() and
    back = b.getHolder().getField() and
    a.isOnThis() and
    locallyHeld(a.getNode(), m, _) and
    isByItsThread(b, run)
  )
}

/** Holds if the thread that its object keeps makes `a`, and has ended when `b` is made. */
private predicate isMadeByItsThread(Access a, Access b) {
  exists(Method run | isByItsThread(a, run) and isAfterKeptThread(b.getNode(), run)) and
  b.isOnThis()
}

/** Holds if the accesses of `a`, executed by `one`, and of `b`, executed by `other`, never happen at the same time; `how` says why. */
predicate isOrdered(Sort a, S::Threads one, Sort b, S::Threads other, string how) {
  unlocked(a, one, _, b, other, _, _) and
  (
    isApart(a, one, other, how) or
    isApart(b, other, one, how) or
    areApart(one, other, how) or
    areApartAsSorts(a, b, how) or
    areApartBySignals(a, one, b, other, how)
  )
}

/** Holds if `s`, which threads of `one` execute in an unlocked pair, has a place among the signals of its threads. */
pragma[nomagic]
private predicate isPlaced(Sort s, S::Threads one) {
  (unlocked(s, one, _, _, _, _, _) or unlocked(_, _, _, s, one, _, _)) and
  exists(M::placeOf(s.getFirst()))
}

/** Holds if accesses of `a` by `one` and of `b` by `other` are ordered by signals or meetings of all threads that execute them. */
pragma[nomagic]
private predicate areApartBySignals(Sort a, S::Threads one, Sort b, S::Threads other, string how) {
  unlocked(a, one, _, b, other, _, _) and
  isPlaced(a, one) and
  isPlaced(b, other) and
  how = max(string text | signalBetween(a, one, b, other, text)) and
  forall(Program::Thread t, Program::Thread u |
    t = one.getAThread() and
    S::reaches(t, a.getFirst()) and
    u = other.getAThread() and
    S::reaches(u, b.getFirst()) and
    Program::inParallel(t, u)
  |
    M::areApart(a.getFirst(), t, b.getFirst(), u, _)
  )
}

/** Holds if `text` says by which signals or meetings some threads of `one` and `other` are ordered that execute `a` and `b`. */
pragma[nomagic]
private predicate signalBetween(Sort a, S::Threads one, Sort b, S::Threads other, string text) {
  unlocked(a, one, _, b, other, _, _) and
  isPlaced(a, one) and
  isPlaced(b, other) and
  exists(Program::Thread t, Program::Thread u |
    t = one.getAThread() and
    u = other.getAThread() and
    M::areApart(a.getFirst(), t, b.getFirst(), u, text)
  )
}

/** Holds if `a` and `b` are an unlocked pair on `place`, which `c` makes for the threads that it starts. */
pragma[nomagic]
private predicate arePairedOn(Sort a, Sort b, S::Place place, Callable c) {
  O::isMadeForThreads(c, place.getObject()) and
  unlocked(a, _, _, b, _, _, place)
}

/**
 * Holds if `a` and `b`, on `place`, never happen at the same time: one execution of a callable makes the object and starts the
 * threads that use it, and these are ordered with what it does itself, and among themselves.
 */
private predicate isOrderedOn(Sort a, Sort b, S::Place place) {
  exists(Callable c, Access x, Access y |
    arePairedOn(a, b, place, c) and x = a.getFirst() and y = b.getFirst()
  |
    isIn(x, c) and isIn(y, c)
    or
    isIn(x, c) and isApartFromAll(x, c, y, place)
    or
    isIn(y, c) and isApartFromAll(y, c, x, place)
    or
    not isIn(x, c) and
    not isIn(y, c) and
    forall(Program::Thread s, Program::Thread t | usesMade(x, s, place) and usesMade(y, t, place) |
      O::areApartWithin(c, s, t)
    )
  )
}

/** Holds if `x`, in `c`, never happens while a thread runs that executes `y` on `place`. */
bindingset[x, c, y, place]
private predicate isApartFromAll(Access x, Callable c, Access y, S::Place place) {
  not isIn(y, c) and
  forall(Program::Thread t | usesMade(y, t, place) | O::isApartWithin(x, c, t))
}

/** Holds if `a` stands in `c`. */
bindingset[a, c]
private predicate isIn(Access a, Callable c) { a.getEnclosingCallable() = c }

/** Holds if rows or annotations say that only one thread at a time accesses the memory of `s`. */
private predicate isOfConfined(Sort s) { isConfined(fieldOf(s.getFirst())) }

/**
 * Holds if `one`, holding `held`, may execute an access of `a`, and `other`, holding `otherHeld`, one of `b`, on `place` at
 * the same time: nothing orders them.
 */
cached
predicate race(
  Sort a, S::Threads one, S::LockSet held, Sort b, S::Threads other, S::LockSet otherHeld,
  S::Place place
) {
  unlocked(a, one, held, b, other, otherHeld, place) and
  not isOrdered(a, one, b, other, _) and
  not isOrderedOn(a, b, place) and
  not isOfConfined(a) and
  not isOfConfined(b)
}

/*-- Pairs of accesses, for queries that count or list them --*/

/** Holds if threads of `t` execute `a`, of the sort `s`, on `place` with the locks `locks` held. */
predicate isMember(Access a, Sort s, S::Threads t, S::LockSet locks, S::Place place) {
  S::usesKnown(a, t, place, locks) and
  a = s.getAnAccess()
}

/** Holds if `a` and `b`, in this order a pair, are accesses of the sorts `x` and `y`, in either order, as these are used on `place`. */
bindingset[x, one, held, y, other, otherHeld, place]
pragma[inline]
private predicate areMembers(
  Sort x, S::Threads one, S::LockSet held, Sort y, S::Threads other, S::LockSet otherHeld,
  S::Place place, Access a, Access b
) {
  exists(Access first, Access second |
    isMember(first, x, one, held, place) and isMember(second, y, other, otherHeld, place)
  |
    a = first and b = second and isPair(a, b)
    or
    a = second and b = first and isPair(a, b)
  )
}

/** Holds if `a` and `b`, an unlocked pair, are to the object of `place`, which others may know by then. */
predicate knownPairs(Access a, Access b, S::Place place) {
  exists(Sort x, S::Threads one, S::LockSet held, Sort y, S::Threads other, S::LockSet otherHeld |
    unlocked(x, one, held, y, other, otherHeld, place) and
    areMembers(x, one, held, y, other, otherHeld, place, a, b)
  )
}

/** Holds if `a` and `b`, a pair that others know, race on `place`. */
predicate racingPairs(Access a, Access b, S::Place place) {
  exists(Sort x, S::Threads one, S::LockSet held, Sort y, S::Threads other, S::LockSet otherHeld |
    race(x, one, held, y, other, otherHeld, place) and
    areMembers(x, one, held, y, other, otherHeld, place, a, b)
  )
}
