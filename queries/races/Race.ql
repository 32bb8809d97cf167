/**
 * @name Race
 * @description Two threads can access the same memory at the same time, one of them changing it, without a lock that both
 *              hold and without anything that orders them. One finding a field or container, the worst pair of each, with
 *              the calls by which each thread comes to its access.
 * @kind path-problem
 * @problem.severity error
 * @precision low
 * @id java/race
 * @tags concurrency
 *       race
 *       path-per-thread
 *       told-once
 */

import java
import java.concurrency.Confidence
import Races

/** The ways of the threads to the accesses that are shown. */
query predicate edges(WayNode a, WayNode b) { b = a.getNext() }

/** The places on them, and what happens there, also with which locks in hand. */
query predicate nodes(WayNode n, string key, string val) {
  key = "semmle.label" and val = n.getLabel()
  or
  key = "quarrel.holds" and
  n.isAccess() and
  if n.getSide().getLocks() = "" then val = "" else val = n.getSide().describeLocks()
}

from Subject subject, Side first, Side second, Side shown
where isReportedAt(_, subject, first, second) and shown = [first, second]
select first.getAccess().getExpr(), getBeginning(shown), getEnd(shown),
  getMessage(subject, first, second), second.getAccess().getExpr(), second.getAccess().describe(),
  subject, subject.toString()

/** Holds if `access` is the first one of the race that is reported on `subject`, and `first` and `second` are its sides. */
predicate isReportedAt(Expr access, Subject subject, Side first, Side second) {
  isReported(subject) and
  first.getSubject() = subject and
  first.getNumber() = 1 and
  second = first.getOther() and
  access = first.getAccess().getExpr()
}

/** Gets the name of what `subject` is about, with the class that declares it. */
string fieldView(Subject subject) {
  isReportedAt(_, subject, _, _) and
  (
    exists(Field f | f = subject.getField() |
      if subject.isContent()
      then result = "what " + f.getDeclaringType().getQualifiedName() + "." + f.getName() + " holds"
      else result = f.getDeclaringType().getQualifiedName() + "." + f.getName()
    )
    or
    not exists(subject.getField()) and result = subject.toString()
  )
}

/** Gets the name of an object on which the race of `side` happens, with the place where it is made. */
string objectView(Side side) {
  isReportedAt(_, _, side, _) and
  exists(S::Place place | place = side.getAPlace() |
    exists(Location made | made = place.getObject().getLocation() |
      result = place + ", made at " + made.getFile().getRelativePath() + ":" + made.getStartLine()
    )
    or
    not exists(place.getObject()) and result = "static state"
  )
}

/** Holds if reports group the race at `access` by `value` where they show `key`. */
query predicate properties(Expr access, string key, string value) {
  exists(Subject subject, Side first | isReportedAt(access, subject, first, _) |
    key = "field" and value = fieldView(subject)
    or
    key = "object" and value = objectView(first)
  )
}

/** Holds if the race at `access` is about `field`: about its `"value"`, or the `"content"` of what it holds. */
query predicate about(Expr access, Field field, string part) {
  exists(Subject subject | isReportedAt(access, subject, _, _) and field = subject.getField() |
    if subject.isContent() then part = "content" else part = "value"
  )
}

/** Holds if `evidence` makes the race at `access` surer by `points`. */
query predicate confidence(Expr access, int points, string evidence) {
  exists(Subject subject | isReportedAt(access, subject, _, _) |
    evidence = getFeature(subject) and isWorth(evidence, points)
    or
    evidence = featureOfWhoMeets(subject) and isWorth(evidence, points)
    or
    exists(int far, int pointsOfCall |
      far = (countCalls(subject) - 7).minimum(10) and
      far > 0 and
      evidence = "far-call" and
      isWorth(evidence, pointsOfCall) and
      points = far * pointsOfCall
    )
    or
    // What the rank counts and is no feature of the subject or of the pair.
    points = getPoints(subject) - sum(string f | f = getFeature(subject) | getPointsOf(f)) and
    points != 0 and
    evidence = "the objects and the order of the two accesses"
  )
}

/** Gets what speaks against the race on `subject`, because of the threads that execute the accesses that are shown. */
private string featureOfWhoMeets(Subject subject) {
  exists(Side side | side.getSubject() = subject and Program::isOutside(side.getAThread())) and
  not isOfOneForAll(subject) and
  // Who puts things into a collection for several threads, says that these meet there.
  not getFeature(subject) = ["within-concurrent", "within-reference", "after-putting"] and
  (
    result = "open-program"
    or
    getFeature(subject) = "no-locking-class" and result = "no-locks-outside"
  )
  or
  exists(Side side | side.getSubject() = subject and side.getLocks() = "" |
    Program::isOutside(side.getAThread()) and
    isCalledLocked(getBeginning(side).getCallable()) and
    result = "callers-locked"
  )
  or
  exists(Side side | side.getSubject() = subject |
    Program::isOutside(side.getAThread()) and
    not Program::isOutside(side.getOther().getAThread()) and
    isRunByProgram(getBeginning(side).getCallable()) and
    not racesInProgram(subject) and
    result = "called-in-order"
  )
  or
  isOfOwnPool(subject) and result = "handed-to-pool"
  or
  result = "same-entry" and
  exists(Side first | first.getSubject() = subject and first.getNumber() = 1 |
    not Program::isOutside(first.getAThread()) and
    // Two threads of one class: each has objects of its own, as a rule, where there is more than one.
    forex(Program::Object o | o = first.getAPlace().getObject() | not Program::isSingle(o)) and
    not isOne(first.getAPlace()) and
    not isOfOwnPool(subject) and
    not exists(Program::Thread a, Program::Thread b |
      first.isExecutedBy(a) and first.getOther().isExecutedBy(b)
    |
      a = b and isHandedToAll(a, first.getAPlace().getObject())
      or
      isHandedToBoth(a, b, first.getAPlace().getObject())
    ) and
    forall(Program::Thread a, Program::Thread b |
      first.isExecutedBy(a) and first.getOther().isExecutedBy(b)
    |
      a.getAnEntry() = b.getAnEntry()
    )
  )
}

/** Holds if the race on `subject` is of tasks that one object hands to a pool of its own, on that object. */
private predicate isOfOwnPool(Subject subject) {
  exists(Side first, Program::Thread t | first.getSubject() = subject and first.getNumber() = 1 |
    first.isExecutedBy(t) and
    first.getOther().isExecutedBy(t) and
    isHandedToOwnPool(t, first.getAPlace().getObject())
  )
}

/**
 * Holds if the race on `subject` is on an object that both threads have for certain: a container's, or one of the code that
 * starts the other thread.
 */
private predicate isOfOneForAll(Subject subject) {
  exists(Side side | side.getSubject() = subject |
    isContainersOnly(side.getAPlace().getObject()) and
    // A container makes the object ready before it lets its threads call it.
    not exists(Side maker | maker.getSubject() = subject | isByMaker(maker))
    or
    exists(Program::Thread t |
      side.getOther().isExecutedBy(t) and
      (
        isOfStarter(side.getAccess().getEnclosingCallable(), t, side.getAPlace().getObject())
        or
        fieldOf(side.getAccess()).isStatic() and
        isStartedWithClassOf(t, side.getAccess().getEnclosingCallable())
      )
    )
  )
}

/** Holds if an outsider comes to the access of `side` by making the object ready: it sets, or begins. */
private predicate isByMaker(Side side) {
  Program::isOutside(side.getAThread()) and
  exists(Callable c | c = getBeginning(side).getCallable() |
    isPreparation(c) or getEvidenceOfName(c) = ["begins", "configures"]
  )
}

/** Holds if `c`, with which outsiders begin, is executed by threads of the program too. */
private predicate isRunByProgram(Callable c) {
  c = getBeginning(_).getCallable() and
  exists(Program::Thread t, S::Run r |
    S::executes(t, r) and r.getCallable() = c and not Program::isOutside(t)
  )
}

/** Holds if the stage `number`, of the name `name`, keeps the race at `access` for what `text` says. */
query predicate stages(Expr access, int number, string name, string text) {
  exists(Subject subject, Side first, Side second | isReportedAt(access, subject, first, second) |
    number = 1 and
    name = "original" and
    text =
      indefinite(first) + " and " + indefinite(second) + " of " + fieldView(subject) +
        ": one of them changes it"
    or
    number = 2 and
    name = "reachable" and
    text =
      threadText(first) + " comes to the first, " + threadText(second) +
        " to the second, and the two may run at the same time"
    or
    number = 3 and name = "aliasing" and text = "both may be on " + concat(objectView(first), "; ")
    or
    number = 4 and
    name = "escaping" and
    (
      if first.getAccess().getMemory().isStatic()
      then text = "it is static: every thread can come to it"
      else text = "more than one thread may know this object"
    )
    or
    number = 5 and
    name = "unlocked" and
    text =
      "no lock protects both on every way: the first " + verb(first) + ", the second " +
        verb(second)
    or
    number = 6 and
    name = "known" and
    text = "other threads may know the object already when they happen"
    or
    number = 7 and
    name = "not ordered" and
    text = "no start or end of a thread, latch, future or volatile field puts the two in order"
  )
}

/** Gets what `side` holds, as a part of a sentence. */
string verb(Side side) { result = "holds " + side.describeLocks() }

/** Gets what `side` does, with the article. */
string indefinite(Side side) {
  exists(string done | done = side.getAccess().describe() |
    if done = ["update", "iteration"] then result = "an " + done else result = "a " + done
  )
}
