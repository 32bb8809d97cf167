/**
 * Which races are reported: the pairs that race, by field or object, the worst pair of each, and the ways on which two threads
 * come to it.
 */

import java
import java.SourceOrder
import java.concurrency.Locks
import java.escape.Escape as Escape
import java.pointsto.PointsTo as PointsTo
import java.program.Accesses
import java.program.Analyses
import java.program.Program
import java.program.Stages
import Evidence
import OneForAll
import Pairs
import models.RaceModels

private newtype TSubject =
  TFieldSubject(Field f) { exists(Sort b | isRacing(b) | f = b.getMemory().getField()) } or
  THeldSubject(Field f) { exists(Sort b | isRacing(b) | f = b.getHolder()) } or
  TObjectSubject(Location made, string text) {
    exists(Sort b, S::Place place | race(_, _, _, b, _, _, place) |
      not exists(b.getMemory().getField()) and
      not exists(b.getHolder()) and
      made = place.getObject().getLocation() and
      text = place.getObject().toString()
    )
  }

/** Holds if `b` changes memory, in a race. */
private predicate isRacing(Sort b) { race(_, _, _, b, _, _, _) }

/** What a race is about: a field, what a field holds, or the objects that are made in one place. */
class Subject extends TSubject {
  /** Gets the field, if this is one, or what one holds. */
  Field getField() { this = TFieldSubject(result) or this = THeldSubject(result) }

  /** Holds if this is what a field holds, and not the field. */
  predicate isContent() { not this = TFieldSubject(_) }

  /** Gets the place where this is declared or made. */
  Location getLocation() {
    result = this.getField().getLocation() or
    this = TObjectSubject(result, _)
  }

  /** Gets the words for this in a message. */
  string toString() {
    exists(Field f | this = TFieldSubject(f) and result = f.getName())
    or
    exists(Field f | this = THeldSubject(f) and result = "what " + f.getName() + " holds")
    or
    exists(string text | this = TObjectSubject(_, text) and result = text)
  }
}

/** Gets what the race with the write `b` on `place` is about. */
private Subject subjectOf(Sort b, S::Place place) {
  race(_, _, _, b, _, _, place) and
  (
    result = TFieldSubject(b.getMemory().getField())
    or
    result = THeldSubject(b.getHolder())
    or
    not exists(b.getMemory().getField()) and
    not exists(b.getHolder()) and
    result = TObjectSubject(place.getObject().getLocation(), place.getObject().toString())
  )
}

/*-- Ranking --*/

/** Gets a feature of `subject`. */
private string featureOf(Subject subject) {
  result = featureOfField(subject.getField()) and
  not (result = "set-up-writes" and isSetUpBesideThreads(subject))
  or
  // Where there may be several objects, the threads may not have the same one.
  not isOfSingleObject(subject) and
  exists(Field f | f = subject.getField() and not f.isStatic() |
    f.getDeclaringType().isAbstract() and result = "abstract-class"
    or
    isUsedByOwnObject(f) and result = "own-accesses"
  )
  or
  exists(Field f | subject = TFieldSubject(f) |
    f.getType() instanceof RefType and not isImmutableType(f.getType()) and result = "reference"
    or
    f.getType().hasName(["long", "double"]) and result = "wide"
    or
    isMonotonicFlag(f) and result = "benign-flag"
    or
    isStatistic(f) and not isCountedByTwo(subject) and result = "benign-statistic"
    or
    isCache(f) and result = "benign-cache"
  )
}

/** Holds if threads that the program starts, or its `main`, race on `subject`, of which there is one: it is made ready beside them. */
private predicate isSetUpBesideThreads(Subject subject) {
  exists(S::Threads one, Sort b, S::Threads other, S::Place place |
    race(_, one, _, b, other, _, place) and
    subject = subjectOf(b, place) and
    featureOfStarts(one, other) = "threads"
  |
    isOne(place) or not exists(place.getObject())
  )
}

/**
 * Holds if a race on `subject` is on an object that is the only one of those made in its place, or that one loop lets all of
 * its threads have.
 */
private predicate isOfSingleObject(Subject subject) {
  exists(S::Place place | subject = subjectOf(_, place) | isOne(place) or areHanded(_, _, place))
}

/** Holds if the object of `place` is the only one of those made in its place: it is made once, or a container makes it once. */
predicate isOne(S::Place place) {
  race(_, _, _, _, _, _, place) and
  (
    Program::isSingle(place.getObject()) or
    isContainersOnly(place.getObject()) or
    isOfOneStarter(_, _, place)
  )
}

/** Gets a feature of the two accesses. */
bindingset[a, b]
private string featureOfAccesses(Sort a, Sort b) {
  result = featureOfAccess([a, b].getFirst())
  or
  a.isWrite() and result = "two-writes"
  or
  [a, b].getFirst().isUpdate() and result = "update"
  or
  not exists(b.getMemory().getField()) and
  if b.getMemory().isElements() then result = "elements" else result = "content"
}

/** Gets the points that `subject` has by itself. */
private int pointsOf(Subject subject) {
  result = sum(string feature, int points |
    feature = featureOf(subject) and evidencePoints(feature, points)
  |
    points
  )
}

private int pointsOfAccesses(Sort a, Sort b) {
  race(a, _, _, b, _, _, _) and
  result = sum(string feature, int points |
    feature = featureOfAccesses(a, b) and evidencePoints(feature, points)
  |
    points
  )
}

/** Gets a feature of the threads `one` and `other`: who starts them, and that they use objects of their own. */
private string featureOfThreads(S::Threads one, S::Threads other) {
  race(_, one, _, _, other, _, _) and
  (
    result = featureOfStarts(one, other)
    or
    (
      O::isOnlyStarter(one.getTheThread(), other.getTheThread()) or
      O::isOnlyStarter(other.getTheThread(), one.getTheThread())
    ) and
    result = "not-awaited"
    or
    Program::isLesser([one, other].getTheThread()) and
    // Of what `main` starts itself it is known what comes before.
    not O::isOnlyStarter(one.getTheThread(), other.getTheThread()) and
    not O::isOnlyStarter(other.getTheThread(), one.getTheThread()) and
    result = "main"
    or
    isOfOwnPath(one) and isOfOwnPath(other) and result = "own-path"
  )
}

/** Holds if `threads` come to the object from an object of their own. */
bindingset[threads]
private predicate isOfOwnPath(S::Threads threads) {
  threads.getState().isOwn() or
  threads.getState().isReached()
}

/** Holds if `threads` is one that begins with a `main` method. */
private predicate includesMain(S::Threads threads) { threads.getTheThread().getKind() = "main" }

/** Gets the feature that tells who starts `one` and `other`. */
private string featureOfStarts(S::Threads one, S::Threads other) {
  race(_, one, _, _, other, _, _) and
  if one.areCallbacks() and other.areCallbacks()
  then result = "callbacks"
  else if one.areCallbacks() or other.areCallbacks()
  then if one.areOutside() or other.areOutside()
  then result = "callback-and-outside"
  else result = "thread-and-callback"
  else if one.areOutside() and other.areOutside()
  then result = "outside"
  else if one.areOutside() or other.areOutside()
  then if isSerial([one, other])
  then result = "serial-and-outside"
  else result = "thread-and-outside"
  else result = "threads"
}

/** Holds if `threads` is a single thread that runs its tasks one by one, such as the event dispatch thread. */
private predicate isSerial(S::Threads threads) {
  threads.isRunOneByOne() or
  threads.getTheThread().getKind() = "serial"
}

/**
 * Gets the feature that tells on which of the accesses to `subject` locks are held: those that its own code takes. A lock that
 * code far away holds when it calls shows nothing of how the memory is meant to be used.
 */
private string featureOfLocks(Subject subject, S::LockSet held, S::LockSet otherHeld) {
  meetUnder(subject, held, otherHeld) and
  (
    isOfSubject(subject, held) and isOfSubject(subject, otherHeld) and result = "other-locks"
    or
    (
      isOfSubject(subject, held) and otherHeld = ""
      or
      held = "" and isOfSubject(subject, otherHeld)
    ) and
    result = "one-side-locked"
  )
}

/** Holds if two accesses to `subject`, under these locks, race. */
private predicate meetUnder(Subject subject, S::LockSet held, S::LockSet otherHeld) {
  exists(Sort b, S::Place place |
    race(_, _, held, b, _, otherHeld, place) and subject = subjectOf(b, place)
  )
}

/** Holds if a lock of `held` is one that code takes where it uses the memory of `subject`, or in the file of its field. */
private predicate isOfSubject(Subject subject, S::LockSet held) {
  (meetUnder(subject, held, _) or meetUnder(subject, _, held)) and
  exists(S::HeldLock lock | lock = held.getALock() |
    takesInFile(subject.getLocation().getFile(), lock.getMonitor())
    or
    // Callers lock the object whose method comes to the memory.
    lock.getMonitor() =
      getInstanceMonitor(any(Access a | a = getARacingAccess(subject)).getEnclosingCallable()
            .getDeclaringType())
    or
    exists(Access a | isToSubject(a, subject) and S::takesForItself(a, lock))
  )
}

/** Holds if `a` is to the field of `subject` or to what it holds, or races on it. */
private predicate isToSubject(Access a, Subject subject) {
  fieldOf(a) = subject.getField() or
  a = getARacingAccess(subject)
}

/** Holds if code of `file` takes the lock `m`. */
private predicate takesInFile(File file, Monitor m) {
  exists(ControlFlowNode node |
    locallyHeld(node, m, _) and file = node.getEnclosingCallable().getFile()
  )
}

private int pointsOfFeature(string feature) {
  feature = [featureOfThreads(_, _), featureOfLocks(_, _, _)] and
  result = sum(int points | evidencePoints(feature, points) | points)
}

private int pointsOfThreads(S::Threads one, S::Threads other) {
  exists(featureOfThreads(one, other)) and
  result = sum(string feature | feature = featureOfThreads(one, other) | pointsOfFeature(feature))
}

private int pointsOfLocks(Subject subject, S::LockSet held, S::LockSet otherHeld) {
  meetUnder(subject, held, otherHeld) and
  if exists(featureOfLocks(subject, held, otherHeld))
  then result = pointsOfFeature(featureOfLocks(subject, held, otherHeld))
  else result = 0
}

/** Gets the points of the two accesses on `place`, in a race on `subject`, whoever executes them. */
pragma[nomagic]
private int pointsOnPlace(Subject subject, Sort a, Sort b, S::Place place) {
  race(a, _, _, b, _, _, place) and
  subject = subjectOf(b, place) and
  result =
    pointsOfAccesses(a, b) + pointsOfStart(a, b) + pointsOfPlace(subject, place, isByOneField(a, b))
}

/**
 * Gets a feature of the object of a race on `subject`: whether it is only one, so that both threads have the same, how it
 * comes to them, and whether anything shows that objects such as this are meant for several threads. One of a library that
 * comes from anywhere stands for all of its type. `oneField` tells whether the accesses come to it by one field.
 */
private string featureOfPlace(Subject subject, S::Place place, boolean oneField) {
  subject = subjectOf(_, place) and
  oneField = [true, false] and
  (
    isOne(place) and result = "one-object"
    or
    if isGivenDirectly(place)
    then result = "given-to-thread"
    else (
      isUnmarked(subject) and result = "unmarked"
      or
      isMerged(place) and oneField = true and result = "merged"
      or
      isMerged(place) and oneField = false and result = "merged-elsewhere"
    )
  )
}

/** Gets the points of the features of the object of a race on `subject`. */
private int pointsOfPlace(Subject subject, S::Place place, boolean oneField) {
  subject = subjectOf(_, place) and
  oneField = [true, false] and
  result = sum(string feature | feature = featureOfPlace(subject, place, oneField) |
    getPointsOf(feature)
  )
}

/** Holds if no lock, no collection, and neither `static` nor `volatile` show that the field of `subject` is meant for several threads. */
private predicate isUnmarked(Subject subject) {
  featureOf(subject) = "no-locking-class" and
  not featureOf(subject) = ["static", "concurrent-container"] and
  not subject.getField().isVolatile()
}

/** Gets the points of a pair, those of its subject apart. */
pragma[nomagic]
private int pointsOfPair(
  Subject subject, Sort a, S::Threads one, S::LockSet held, Sort b, S::Threads other,
  S::LockSet otherHeld, S::Place place
) {
  race(a, one, held, b, other, otherHeld, place) and
  result =
    pointsOnPlace(subject, a, b, place) + pointsOfThreads(one, other) +
      pointsOfLocks(subject, held, otherHeld) + pointsOfSharing(one, other, place) +
      pointsOfStarter(a, one, b, other, place)
}

/** Gets the feature that code which starts threads of both `one` and `other` lets them have the object of `place`. */
private string featureOfSharing(S::Threads one, S::Threads other, S::Place place) {
  areHanded(one, other, place) and
  result = "handed-to-all"
}

/** Gets the feature for code that starts a thread of `one` for `a`, and one of `other` for `b`, and gives both the object. */
private string featureOfStarter(Sort a, S::Threads one, Sort b, S::Threads other, S::Place place) {
  areStartedTogether(a, one, b, other, place) and
  not areHanded(one, other, place) and
  result = "handed-to-all"
}

/** Gets the points for whether code that starts both threads lets them have the object of `place`. */
private int pointsOfStarter(Sort a, S::Threads one, Sort b, S::Threads other, S::Place place) {
  race(a, one, _, b, other, _, place) and
  if exists(featureOfStarter(a, one, b, other, place))
  then result = getPointsOf(featureOfStarter(a, one, b, other, place))
  else result = 0
}

/** Gets the points for whether code that starts threads of both `one` and `other` lets them have the object of `place`. */
private int pointsOfSharing(S::Threads one, S::Threads other, S::Place place) {
  race(_, one, _, _, other, _, place) and
  if exists(featureOfSharing(one, other, place))
  then result = getPointsOf(featureOfSharing(one, other, place))
  else result = 0
}

/** Holds if one loop starts the threads `one` and `other`, and gives all of them the object of `place`. */
private predicate areHanded(S::Threads one, S::Threads other, S::Place place) {
  race(_, one, _, _, other, _, place) and
  featureOfStarts(one, other) = "threads" and
  not isOne(place) and
  exists(Program::Thread t |
    isWrittenForAll(t, place.getObject()) and
    exists(S::Run r | S::executes(t, r) and S::isTo(_, r, place)) and
    t = one.getAThread() and
    t = other.getAThread()
  )
}

/**
 * Holds if one callable starts a thread of `one` that executes `a` and a thread of `other` that executes `b`, and gives both
 * the object of `place`.
 */
private predicate areStartedTogether(
  Sort a, S::Threads one, Sort b, S::Threads other, S::Place place
) {
  race(a, one, _, b, other, _, place) and
  featureOfStarts(one, other) = "threads" and
  not isOne(place) and
  exists(Program::Thread s, Program::Thread t |
    doesAsWritten(s, a, place) and
    s = one.getAThread() and
    doesAsWritten(t, b, place) and
    t = other.getAThread() and
    isWrittenForBoth(s, t, place.getObject())
  )
}

/**
 * Holds if `t` runs a function that is written where `t` starts, and executes `s` on the object of `place`, which the
 * function captures.
 */
pragma[nomagic]
private predicate doesAsWritten(Program::Thread t, Sort s, S::Place place) {
  exists(S::Run r |
    isWrittenFor(t, _, place.getObject()) and
    S::executes(t, r) and
    S::isTo(s.getAnAccess(), r, place)
  )
}

/** Holds if `a` and `b` come to an array or library object by fields, and not by the same one. */
private predicate comeByTwoFields(Sort a, Sort b) {
  race(a, _, _, b, _, _, _) and
  not exists(b.getMemory().getField()) and
  not a.getHolder() = b.getHolder()
}

/** Gets whether `a` and `b` come to an array or library object by one field. */
private boolean isByOneField(Sort a, Sort b) {
  race(a, _, _, b, _, _, _) and
  if comeByTwoFields(a, b) then result = false else result = true
}

/** Holds if a thread gets the object when it is started, directly or within another object, or a static field holds it. */
private predicate isGivenDirectly(S::Place place) {
  race(_, _, _, _, _, _, place) and
  not isMerged(place) and
  exists(Program::Object o | o = place.getObject() |
    isGiven(o)
    or
    isContainersOnly(o)
    or
    exists(Program::Object holder |
      isGiven(holder) and not holder.getType() instanceof Array and PointsTo::refersTo(holder, o)
    )
  )
}

/** Holds if `o` is handed to a thread when that is started, or held by a static field. */
private predicate isGiven(Program::Object o) {
  exists(string how | Escape::escapesAt(o, how) |
    how = ["is handed to a thread", "is what a thread runs", "is held by a static field"]
  )
}

private predicate isMerged(S::Place place) {
  exists(Program::Object o | o = place.getObject() |
    o.getAllocation().isOpen() and not o.getType().fromSource() and not isContainersOnly(o)
  )
}

/** Gets the feature that one of the accesses stands before the start of a thread that executes the other. */
private string featureOfStart(Sort a, Sort b) {
  (isBeforeStart(a, b) or isBeforeStart(b, a)) and
  result = "before-start"
}

private int pointsOfStart(Sort a, Sort b) {
  race(a, _, _, b, _, _, _) and
  if exists(featureOfStart(a, b)) then result = getPointsOf(featureOfStart(a, b)) else result = 0
}

private predicate isBeforeStart(Sort first, Sort second) {
  (race(first, _, _, second, _, _, _) or race(second, _, _, first, _, _, _)) and
  exists(Program::Thread t |
    O::isBeforeStart(first.getFirst(), t) and S::reaches(t, second.getFirst())
  )
}

/**
 * Holds if a pair of `subject` has `points`, and `compared` are those by which pairs are compared: that threads of the program
 * have the only object says most.
 */
pragma[nomagic]
private predicate isRated(
  Subject subject, Sort a, S::Threads one, S::LockSet held, Sort b, S::Threads other,
  S::LockSet otherHeld, S::Place place, int points, int compared
) {
  points = pointsOfPair(subject, a, one, held, b, other, otherHeld, place) and
  compared = points + pointsOfMeeting(one, other, place)
}

/** Gets the points for whether threads of `one` and of `other`, all of the program, are sure to meet at the object of `place`. */
private int pointsOfMeeting(S::Threads one, S::Threads other, S::Place place) {
  race(_, one, _, _, other, _, place) and
  if isOfOneStarter(one, other, place) then result = -getPointsOf("open-program") else result = 0
}

/** Holds if code that is executed once makes the object of `place`, or the one that makes it, and starts threads of both. */
private predicate isOfOneStarter(S::Threads one, S::Threads other, S::Place place) {
  race(_, one, _, _, other, _, place) and
  featureOfStarts(one, other) = "threads" and
  exists(Program::Object owner, Callable starter |
    starter = owner.getExpr().getEnclosingCallable() and
    starter = starterOf(one) and
    starter = starterOf(other) and
    PointsTo::isMadeOnce(owner) and
    (owner = place.getObject() or PointsTo::isMadeWith(place.getObject(), owner))
  )
}

/** Gets the callable that starts a thread of `threads`. */
private Callable starterOf(S::Threads threads) {
  result = threads.getAThread().getStart().getEnclosingCallable()
}

private int bestPoints(Subject subject) {
  result = max(int compared | isRated(subject, _, _, _, _, _, _, _, _, compared) | compared)
}

/** Gets the points of the worst race of `subject`. */
int getPoints(Subject subject) {
  result = max(int points | points = pointsOfBest(subject) | points) + pointsOf(subject)
}

/** Gets the points of a pair that is the worst of `subject`. */
private int pointsOfBest(Subject subject) {
  isRated(subject, _, _, _, _, _, _, _, result, bestPoints(subject))
}

/** Gets the feature because of which races on `subject` are reported as notes. */
string getBenignFeature(Subject subject) {
  result = min(string feature | feature = featureOf(subject) and benignRace(feature) | feature)
}

/** Holds if two threads of the program count `subject` up on one object: the sum is wrong, not only old. */
private predicate isCountedByTwo(Subject subject) {
  exists(Sort a, S::Threads one, Sort b, S::Threads other, S::Place place |
    race(a, one, _, b, other, _, place) and
    subject = subjectOf(b, place) and
    a.getFirst().isUpdate() and
    b.getFirst().isUpdate() and
    featureOfStarts(one, other) = "threads"
  |
    one != other or isOne(place) or not exists(place.getObject()) or areHanded(one, other, place)
  )
}

/** Holds if two threads of the program, none of which begins with `main`, race on `subject`. */
predicate racesInProgram(Subject subject) {
  exists(S::Threads one, Sort b, S::Threads other, S::Place place |
    race(_, one, _, b, other, _, place) and
    subject = subjectOf(b, place) and
    not one.areOutside() and
    not other.areOutside() and
    not includesMain([one, other])
  )
}

/** Holds if a race on `subject` may do harm, however sure it is. */
predicate mayHarm(Subject subject) {
  exists(getPoints(subject)) and
  not exists(getBenignFeature(subject))
}

/** Holds if the race on `subject` is reported: of those with the same cause, it has the most points. */
predicate isReported(Subject subject) {
  mayHarm(subject) and
  (
    not exists(causeOf(subject)) or
    subject = max(Subject other | causeOf(other) = causeOf(subject) |
      other order by getPoints(other), keyOfLocation(other.getLocation()) desc, other.toString()
    )
  )
}

/*-- The pair that is shown --*/

private predicate isBest(
  Subject subject, Sort a, S::Threads one, S::LockSet held, Sort b, S::Threads other,
  S::LockSet otherHeld, S::Place place
) {
  (mayHarm(subject) or exists(getBenignFeature(subject))) and
  isRated(subject, a, one, held, b, other, otherHeld, place, _, bestPoints(subject))
}

/** Gets a feature of the race on `subject`: of its subject, or of its worst pair. */
string getFeature(Subject subject) {
  result = featureOf(subject)
  or
  exists(S::Threads one, S::Threads other | areThreadsOfBest(subject, one, other) |
    result = featureOfThreads(one, other)
  )
  or
  exists(S::LockSet held, S::LockSet otherHeld |
    isBest(subject, _, _, held, _, _, otherHeld, _) and
    result = featureOfLocks(subject, held, otherHeld)
  )
  or
  exists(Sort a, Sort b | areAccessesOfBest(subject, a, b) |
    result = featureOfAccesses(a, b) or result = featureOfStart(a, b)
  )
  or
  exists(S::Place place, boolean byOneField |
    isPlaceOfBest(subject, place, byOneField) and
    result = featureOfPlace(subject, place, byOneField)
  )
  or
  exists(S::Threads one, S::Threads other, S::Place place |
    isBest(subject, _, one, _, _, other, _, place) and result = featureOfSharing(one, other, place)
  )
  or
  exists(Sort a, S::Threads one, Sort b, S::Threads other, S::Place place |
    isBest(subject, a, one, _, b, other, _, place) and
    result = featureOfStarter(a, one, b, other, place)
  )
}

// There may be millions of pairs, and few combinations of a part of them.
pragma[noinline]
private predicate areThreadsOfBest(Subject subject, S::Threads one, S::Threads other) {
  isBest(subject, _, one, _, _, other, _, _)
}

pragma[noinline]
private predicate areAccessesOfBest(Subject subject, Sort a, Sort b) {
  isBest(subject, a, _, _, b, _, _, _)
}

pragma[noinline]
private predicate isPlaceOfBest(Subject subject, S::Place place, boolean byOneField) {
  exists(Sort a, Sort b |
    isBest(subject, a, _, _, b, _, _, place) and byOneField = isByOneField(a, b)
  )
}

/** Holds if threads of `t` do what makes the best pairs of some subject. */
pragma[nomagic]
private predicate isOfBest(Sort s, S::Threads t, S::LockSet locks, S::Place place) {
  isBest(_, s, t, locks, _, _, _, place) or
  isBest(_, _, _, _, s, t, locks, place)
}

/** Gets the first access of the sort `s` that threads of `t` execute on `place` with the locks `locks` held. */
private Access firstOf(Sort s, S::Threads t, S::LockSet locks, S::Place place) {
  result = min(Access a | isMemberOfBest(a, s, t, locks, place) |
    a order by keyOfLocation(a.getLocation())
  )
}

/** Holds if `a` is one of the accesses of the sort `s` that threads of `t` execute on `place` for the best pairs. */
pragma[nomagic]
private predicate isMemberOfBest(Access a, Sort s, S::Threads t, S::LockSet locks, S::Place place) {
  isOfBest(s, t, locks, place) and
  isMember(a, s, t, locks, place)
}

/** Gets a text that sorts `a`, and tells it from accesses that look otherwise. */
private string keyOfAccess(Access a) {
  a = firstOf(_, _, _, _) and
  result = keyOfLocation(a.getLocation()) + a.describe()
}

/** Holds if some best pair of `subject` begins with what threads of `one` do by `x`, and `key` sorts that. */
pragma[nomagic]
private predicate canBeFirst(
  Subject subject, Sort x, S::Threads one, S::LockSet held, S::Place place, string key
) {
  isBest(subject, x, one, held, _, _, _, place) and
  key = keyOfAccess(firstOf(x, one, held, place))
}

/** Holds if such a pair is among those whose first access is the first in the sources. */
pragma[nomagic]
private predicate isFirst(
  Subject subject, Sort x, S::Threads one, S::LockSet held, S::Place place
) {
  exists(string key |
    canBeFirst(subject, x, one, held, place, key) and
    key = min(string other | canBeFirst(subject, _, _, _, _, other) | other)
  )
}

/** Holds if such a pair ends with what threads of `other` do by `y`, and `key` sorts that. */
pragma[nomagic]
private predicate canBeSecond(
  Subject subject, Sort y, S::Threads other, S::LockSet otherHeld, S::Place place, string key
) {
  exists(Sort x, S::Threads one, S::LockSet held |
    isFirst(subject, x, one, held, place) and
    isBest(subject, x, one, held, y, other, otherHeld, place)
  ) and
  key = keyOfAccess(firstOf(y, other, otherHeld, place))
}

/** Holds if such a pair is among those whose second access is the first in the sources. */
pragma[nomagic]
private predicate isSecond(
  Subject subject, Sort y, S::Threads other, S::LockSet otherHeld, S::Place place
) {
  exists(string key |
    canBeSecond(subject, y, other, otherHeld, place, key) and
    key = min(string another | canBeSecond(subject, _, _, _, _, another) | another)
  )
}

/**
 * Gets a text that sorts the best pairs of a subject whose accesses are the first in the sources, and tells them apart as far as
 * they are shown. There may be millions of pairs, so accesses are chosen before texts are made of pairs.
 */
private string keyOfPair(
  Subject subject, Access a, S::Threads one, S::LockSet held, Access b, S::Threads other,
  S::LockSet otherHeld, S::Place place
) {
  exists(Sort x, Sort y |
    isFirst(subject, x, one, held, place) and
    isSecond(subject, y, other, otherHeld, place) and
    isBest(subject, x, one, held, y, other, otherHeld, place) and
    a = firstOf(x, one, held, place) and
    b = firstOf(y, other, otherHeld, place)
  ) and
  result = held + "|" + otherHeld + "|" + keyOfThreads(one) + "|" + keyOfThreads(other)
}

private string keyOfThreads(S::Threads threads) {
  result = threads + min(threadKey(threads.getAThread()))
}

/** Gets a text that sorts threads, and tells those apart that look otherwise. */
private string threadKey(Program::Thread t) {
  if exists(t.getLocation())
  then result = t + keyOfLocation(t.getLocation())
  else result = t.toString()
}

private newtype TSide =
  /** One of the two accesses of the race that is shown of `subject`: the first or the second. */
  TShownSide(Subject subject, int number) {
    isBest(subject, _, _, _, _, _, _, _) and
    number in [1, 2]
  }

/** One of the two accesses of the race that is shown of a subject, with the threads that execute it. */
class Side extends TSide {
  Subject subject;
  int number;

  Side() { this = TShownSide(subject, number) }

  /** Gets what the race is about. */
  Subject getSubject() { result = subject }

  /** Gets 1 for the first access and 2 for the second. */
  int getNumber() { result = number }

  /** Gets the other access. */
  Side getOther() { result = TShownSide(subject, 3 - number) }

  /** Gets the access. */
  Access getAccess() { isShown(subject, number, result, _, _, _) }

  /** Gets a thread that executes the access, of those with the shortest way. */
  Program::Thread getAThread() {
    this.isExecutedBy(result) and
    threadKey(result) = nearestThread(this)
  }

  /** Holds if `t` executes the access as it is shown. */
  predicate isExecutedBy(Program::Thread t) { isExecutedIn(this, t, _) }

  /** Gets the locks that are held. */
  S::LockSet getLocks() { isShown(subject, number, _, _, result, _) }

  /** Gets words for the locks that are held, beside those of the other access. */
  string describeLocks() {
    if this.getLocks() = "" and exists(getLooseLock(this.getAccess()))
    then result = min(getLooseLock(this.getAccess()))
    else result = this.getLocks().describeBeside(this.getOther().getLocks())
  }

  /** Gets an object on which the race happens, or the class. */
  S::Place getAPlace() { isShown(subject, number, _, _, _, result) }

  /** Gets a text that describes this. */
  string toString() { result = this.getAccess().describe() + " of " + subject }
}

/** Holds if the access `number` of the race that is shown of `subject` is `x`, by `t`, holding `locks`, on `place`. */
cached
private predicate isShown(
  Subject subject, int number, Access x, S::Threads t, S::LockSet locks, S::Place place
) {
  exists(Access a, S::Threads one, S::LockSet held, Access b, S::Threads other,
    S::LockSet otherHeld |
    keyOfPair(subject, a, one, held, b, other, otherHeld, place) =
      min(keyOfPair(subject, _, _, _, _, _, _, _))
  |
    number = 1 and x = a and t = one and locks = held
    or
    number = 2 and x = b and t = other and locks = otherHeld
  )
}

/*-- Causes --*/

/** Holds if nothing protects the field `subject` anywhere: its object should not have been shared, or all of it guarded. */
private predicate isUnprotected(Subject subject) {
  not subject.isContent() and
  exists(Field f | f = subject.getField() | not f.isStatic() and not isGuardedSomewhere(f)) and
  forex(Side side | side.getSubject() = subject | side.getLocks() = "")
}

/**
 * Gets a text for the cause of the race on `subject`, if it is that of a field: the fields of a class that nothing protects
 * have one, and those that the same two methods access with the same locks.
 */
private string causeOf(Subject subject) {
  mayHarm(subject) and
  not raceGrouping("field") and
  exists(string owner | owner = subject.getField().getDeclaringType().getQualifiedName() |
    if isUnprotected(subject)
    then result = owner
    else
      result =
        owner + kindOf(subject) +
          concat(Side side | side.getSubject() = subject |
            "|" + keyOfPlace(side), "" order by side.getNumber()
          )
  )
}

/** Gets a text that tells a field from what it holds: the one wants to be atomic, the other another collection. */
private string kindOf(Subject subject) {
  mayHarm(subject) and
  if subject.isContent() then result = "|content" else result = ""
}

/** Gets a text for the callable of the access of `side`, and the locks that it holds. */
private string keyOfPlace(Side side) {
  result =
    keyOfLocation(side.getAccess().getEnclosingCallable().getLocation()) + " " + side.getLocks()
}

/** Gets another subject that races for the same cause as `subject`, which is reported. */
private Subject getOfSameCause(Subject subject) {
  isReported(subject) and
  causeOf(result) = causeOf(subject) and
  result != subject
}

/** Gets the words for what else races for the cause of the race on `subject`: a few names, and how many there are. */
private string othersText(Subject subject) {
  exists(int all | all = count(getOfSameCause(subject)) |
    all = 0 and result = "" and isReported(subject)
    or
    all > 0 and
    result =
      " The same goes for " +
        concat(int i, string name | name = nameOfOther(subject, i) and i <= 5 |
          name, ", " order by i
        ) + restText(all - 5) + " of the class."
  )
}

/** Gets the words for `more` other fields. */
bindingset[more]
private string restText(int more) {
  if more > 0
  then result = " and " + more.toString() + " more"
  else result = ""
}

/** Gets the name of what races for the same cause as `subject`, the `i`th by name. */
private string nameOfOther(Subject subject, int i) {
  result = rank[i](string name | name = "'" + getOfSameCause(subject).toString() + "'" |
    name order by name
  )
}

/** Gets an access that races on `subject`. */
private Access getARacingAccess(Subject subject) {
  exists(Sort x, Sort y, S::Place place |
    race(x, _, _, y, _, _, place) and
    subject = subjectOf(y, place) and
    result = [x, y].getAnAccess()
  )
}

/** Gets the number of accesses that race on `subject`. */
int countAccesses(Subject subject) { result = strictcount(getARacingAccess(subject)) }

/*-- The ways to them --*/

/** Holds if `t` executes the access of `side`, as it is shown, in `r`. */
private predicate isExecutedIn(Side side, Program::Thread t, S::Run r) {
  exists(Subject subject, int number, Access a, S::Threads threads, S::LockSet locks,
    S::Place place |
    side = TShownSide(subject, number) and
    isShown(subject, number, a, threads, locks, place) and
    S::isTo(a, r, place) and
    S::stateOf(a, r) = threads.getState() and
    t = threads.getAThread() and
    S::lockSet(a, r, S::isFromOutside(t)) = locks and
    S::executes(t, r)
  )
}

/** Gets a run in which the access of `side` happens as it is shown. */
private S::Run runOf(Side side) {
  (isReported(side.getSubject()) or exists(getBenignFeature(side.getSubject()))) and
  isExecutedIn(side, _, result)
}

/** Holds if some access that is shown is in `r`, or in what it leads to. */
private predicate leadsToShown(S::Run r) {
  r = runOf(_)
  or
  exists(S::Run next | leadsToShown(next) and S::edge(r, _, next))
}

/** Gets a text that tells `t` from threads that look otherwise. */
private string keyOfThread(Program::Thread t) {
  any(Side s).isExecutedBy(t) and
  result = threadKey(t)
}

private newtype TStop =
  TThreadStop(string key) { key = keyOfThread(_) } or
  TCallableStop(Callable c, boolean named) {
    exists(S::Run r | leadsToShown(r) and c = r.getCallable()) and
    named = [true, false]
  }

private class Stop extends TStop {
  string toString() { result = "" }
}

private predicate isStart(Stop stop) { stop = TThreadStop(_) }

private predicate beginsAt(Stop a, Stop b) {
  exists(Program::Thread t, S::Run r |
    a = TThreadStop(keyOfThread(t)) and
    S::beginsWith(t, r) and
    b = TCallableStop(r.getCallable(), isNamed(t))
  )
}

/** Gets whether `t` is run by a thread that rows name, which goes where others do not. */
private boolean isNamed(Program::Thread t) {
  if Program::isRunBy(t, _)
  then result = true
  else result = false
}

/** Gets whether a thread of `key` is run by a thread that rows name. */
private boolean isNamedKey(string key) {
  exists(Program::Thread t | key = keyOfThread(t) and result = isNamed(t))
}

/** Holds if threads that are `named`, or not, come from `caller` to `callee` by `site`; if `bare`, where it takes no lock. */
private predicate leadsOn(
  Callable caller, ExprParent site, Callable callee, boolean named, boolean bare
) {
  exists(S::Run r, S::Run s |
    leadsToShown(s) and
    S::edge(r, site, s) and
    caller = r.getCallable() and
    callee = s.getCallable() and
    named = [true, false] and
    (S::isSiteOf(site, _) implies named = true)
  |
    bare = false
    or
    bare = true and S::bareEdge(r, site, s) and S::isBare(r, _)
  )
}

private predicate bareStep(Stop a, Stop b) {
  beginsAt(a, b)
  or
  exists(Callable c, Callable d, boolean named |
    leadsOn(c, _, d, named, true) and a = TCallableStop(c, named) and b = TCallableStop(d, named)
  )
}

private predicate anyStep(Stop a, Stop b) {
  beginsAt(a, b)
  or
  exists(Callable c, Callable d, boolean named |
    leadsOn(c, _, d, named, false) and a = TCallableStop(c, named) and b = TCallableStop(d, named)
  )
}

private int bareDistance(Stop start, Stop stop) =
  shortestDistances(isStart/1, bareStep/2)(start, stop, result)

private int anyDistance(Stop start, Stop stop) =
  shortestDistances(isStart/1, anyStep/2)(start, stop, result)

/** Gets the number of calls on the shortest way of the thread `key` to `c`: one without locks, if `bare`. */
private int distanceTo(string key, Callable c, boolean bare) {
  bare = true and result = min(bareDistance(TThreadStop(key), TCallableStop(c, _)))
  or
  bare = false and result = min(anyDistance(TThreadStop(key), TCallableStop(c, _)))
}

/** Holds if the last call on the shortest way of the thread `key` to `callee` is `site` in `caller`. */
private predicate lastCall(
  string key, Callable callee, boolean bare, ExprParent site, Callable caller
) {
  isLastCall(key, callee, bare, site, caller) and
  keyOfLocation(site.(Top).getLocation()) = min(ExprParent other |
    isLastCall(key, callee, bare, other, _)
  |
    keyOfLocation(other.(Top).getLocation())
  )
}

private predicate isLastCall(
  string key, Callable callee, boolean bare, ExprParent site, Callable caller
) {
  leadsOn(caller, site, callee, isNamedKey(key), bare) and
  isOnWay(key, callee, bare) and
  distanceTo(key, callee, bare) = distanceTo(key, caller, bare) + 1
}

/** Holds if the way that is shown of an access comes by `c`, or by another callable of the same distance. */
private predicate isOnWay(string key, Callable c, boolean bare) {
  exists(Side side | wayOf(side, key, bare) and c = side.getAccess().getEnclosingCallable())
  or
  exists(Callable callee |
    callsOnWay(key, c, callee, bare) and
    distanceTo(key, c, bare) = distanceTo(key, callee, bare) - 1
  )
}

/** Holds if `caller` calls `callee`, by which the way that is shown of an access comes. */
pragma[nomagic]
private predicate callsOnWay(string key, Callable caller, Callable callee, boolean bare) {
  isOnWay(key, callee, bare) and
  leadsOn(caller, _, callee, isNamedKey(key), bare)
}

/** Gets the key of the thread with the shortest way to the access of `side`: without locks, if it holds none. */
private string nearestThread(Side side) {
  result = min(string key, int distance | distance = distanceOf(side, key) |
    key order by distance, key
  )
}

/** Gets the number of calls on the way of the thread `key` to the access of `side`. */
private int distanceOf(Side side, string key) {
  exists(Program::Thread t, Callable c |
    side.isExecutedBy(t) and key = keyOfThread(t) and c = side.getAccess().getEnclosingCallable()
  |
    if side.getLocks() = "" and exists(distanceTo(key, c, true))
    then result = distanceTo(key, c, true)
    else if side.getLocks() = ""
    then result = 1000 + distanceTo(key, c, false)
    else result = distanceTo(key, c, false)
  )
}

private predicate wayOf(Side side, string key, boolean bare) {
  exists(runOf(side)) and
  key = nearestThread(side) and
  if side.getLocks() = "" and exists(distanceTo(key, side.getAccess().getEnclosingCallable(), true))
  then bare = true
  else (bare = false and exists(distanceTo(key, side.getAccess().getEnclosingCallable(), false)))
}

/** Holds if the way that is shown of `side` comes by `c`, with `left` calls to come. */
private predicate comesBy(Side side, Callable c, int left) {
  wayOf(side, _, _) and c = side.getAccess().getEnclosingCallable() and left = 0
  or
  exists(Callable callee, string key, boolean bare |
    comesBy(side, callee, left - 1) and wayOf(side, key, bare) and lastCall(key, callee, bare, _, c)
  )
}

private newtype TWayNode =
  TAccessNode(Side side) { wayOf(side, _, _) } or
  TCallNode(Side side, ExprParent site, Callable callee, int left) {
    exists(string key, boolean bare |
      comesBy(side, callee, left - 1) and
      wayOf(side, key, bare) and
      lastCall(key, callee, bare, site, _)
    )
  } or
  TBeginNode(Side side, Callable c, int left) {
    exists(string key, boolean bare |
      comesBy(side, c, left - 1) and wayOf(side, key, bare) and distanceTo(key, c, bare) = 1
    )
  }

/** A place on the way of a thread to an access: the callable that it begins with, a call, the access itself. */
class WayNode extends TWayNode {
  /** Gets the access of the race to which the way leads. */
  Side getSide() {
    this = TAccessNode(result) or
    this = TCallNode(result, _, _, _) or
    this = TBeginNode(result, _, _)
  }

  /** Gets the number of places that come after this one. */
  int getLeft() {
    this = TAccessNode(_) and result = 0
    or
    this = TCallNode(_, _, _, result)
    or
    this = TBeginNode(_, _, result)
  }

  /** Holds if the thread begins here. */
  predicate isBeginning() { this = TBeginNode(_, _, _) }

  /** Gets the callable with which the thread begins, if it does so here. */
  Callable getCallable() { this = TBeginNode(_, result, _) }

  /** Holds if this is the access. */
  predicate isAccess() { this = TAccessNode(_) }

  /** Gets the next place on the way. */
  WayNode getNext() { follows(this, result) }

  /** Gets the words for what happens here. */
  string getLabel() {
    exists(Side side | side = this.getSide() |
      this.isAccess() and
      result =
        side.getAccess().describe() + " of " + side.getSubject() + ", holding " +
          side.describeLocks()
      or
      exists(Callable c | this = TBeginNode(_, c, _) |
        result = threadText(side) + " begins with " + callableText(c)
      )
      or
      exists(Callable callee | this = TCallNode(_, _, callee, _) |
        result = "calls " + callableText(callee)
      )
    )
  }

  /** Gets the place where this is written. */
  Location getLocation() {
    exists(Side side | this = TAccessNode(side) and result = side.getAccess().getLocation())
    or
    exists(ExprParent site | this = TCallNode(_, site, _, _) and result = site.(Top).getLocation())
    or
    exists(Callable c | this = TBeginNode(_, c, _) and result = c.getLocation())
  }

  /** Gets a text that describes this. */
  string toString() { result = this.getLabel() }
}

private predicate isAt(WayNode n, Side side, int left) { side = n.getSide() and left = n.getLeft() }

/** Holds if `next` comes after `n` on one way. */
private predicate follows(WayNode n, WayNode next) {
  exists(Side side, int left | isAt(n, side, left) and isAt(next, side, left - 1))
}

/** Gets how `c` is named in a message. */
string callableText(Callable c) {
  exists(S::Run r | leadsToShown(r) and c = r.getCallable()) and
  result = typeText(c.getDeclaringType()) + "." + c.getName() + c.paramsString()
}

/** Gets how the thread of `side` is named in a message. */
string threadText(Side side) { result = min(side.getAThread().toString()) }

/** Gets the number of calls on the longer one of the two ways that are shown of `subject`. */
int countCalls(Subject subject) {
  result = max(WayNode begin | begin.isBeginning() and begin.getSide().getSubject() = subject |
    begin.getLeft()
  )
}

/** Gets the beginning of the way that is shown of `side`. */
WayNode getBeginning(Side side) { result = TBeginNode(side, _, _) }

/** Gets the end of the way that is shown of `side`. */
WayNode getEnd(Side side) { result.getSide() = side and result.isAccess() }

/** Gets the words for what the race on `subject` is about, with a link. */
private string subjectText(Subject subject) {
  exists(Field f | f = subject.getField() |
    if subject.isContent()
    then result = "$@"
    else if f.isStatic()
    then result = "the static field $@"
    else result = "$@ of " + typeText(f.getDeclaringType())
  )
  or
  not exists(subject.getField()) and result = "$@" and exists(subject.getLocation())
}

/** Gets the words for the number of accesses that race on one subject, where they are more than the two that are shown. */
bindingset[accesses]
private string countText(int accesses) {
  if accesses > 2
  then result = " In all, " + accesses.toString() + " accesses race on it."
  else result = ""
}

/** Gets the message about the race on `subject`, with two links: the second access, and what the race is about. */
string getMessage(Subject subject, Side first, Side second) {
  first.getSubject() = subject and
  first.getNumber() = 1 and
  second = first.getOther() and
  result =
    "This " + first.getAccess().describe() + ", by " + threadText(first) + " holding " +
      first.describeLocks() + ", can happen at the same time as the $@ by " + threadText(second) +
      " holding " + second.describeLocks() + ": they race on " + subjectText(subject) + "." +
      countText(countAccesses(subject)) + othersText(subject)
}
