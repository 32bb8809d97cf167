/**
 * @name Busy wait
 * @description A loop that tests and sleeps, or only tests, uses the processor while it waits, and notices the change late.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/busy-wait
 * @tags concurrency
 *       performance
 */

import java
import java.concurrency.Confidence
import java.concurrency.Polling
import java.controlflow.Loops

/** Holds if `loop` keeps others from changing what it waits for. */
predicate keepsLock(LoopStmt loop) {
  exists(getAnEnclosingSynchronized(loop)) or
  loop.getEnclosingCallable().isSynchronized()
}

/** Holds if `sleep` is executed again and again by `loop`, a loop around it of the same callable. */
private predicate sleepsIn(SleepCall sleep, LoopStmt loop) {
  loop.getEnclosingCallable() = sleep.getEnclosingCallable() and
  loop = loopAround(sleep.getEnclosingStmt())
}

/** Holds if `m` waits for other threads by the means that are made for it, or meets them in what these offer. */
private predicate meetsOthers(Method m) {
  m.hasQualifiedName("java.lang", "Object", "wait")
  or
  m.getDeclaringType().getPackage().getName().matches("java.util.concurrent%")
  or
  exists(MethodCall call | call.getEnclosingCallable() = m and mayMeetOthers(call.getMethod()))
}

/** Holds if what a call of `named` runs may meet other threads. */
private predicate mayMeetOthers(Method named) {
  exists(Method m | meetsOthers(m) |
    named = m or named = m.getAnOverride() or named.getSourceDeclaration() = m
  )
}

/** Holds if a call in `loop`, or in its condition, may meet other threads. */
private predicate hasMeeting(LoopStmt loop) {
  sleepsIn(_, loop) and
  exists(MethodCall call | mayMeetOthers(call.getMethod()) |
    loop = call.getEnclosingStmt().getEnclosingStmt*()
  )
}

/** Holds if `loop` goes on until it is left, or a condition changes, not for so many times. */
private predicate isOpenEnded(LoopStmt loop) {
  loop instanceof WhileStmt
  or
  loop instanceof DoStmt
  or
  loop instanceof ForStmt and not exists(loop.(ForStmt).getAnUpdate())
}

/** Gets the innermost loop that waits by `sleep`, where nothing shows that it waits by better means. */
LoopStmt sleepingLoop(SleepCall sleep) {
  sleepsIn(sleep, result) and
  isOpenEnded(result) and
  not hasMeeting(result) and
  not exists(LoopStmt inner |
    sleepsIn(sleep, inner) and
    isOpenEnded(inner) and
    not hasMeeting(inner) and
    inner.getEnclosingStmt+() = result
  )
}

/** Holds if `loop` waits for another thread to change `f`, which it is sure to see if it can be changed. */
predicate polls(PollingLoop loop, Field f) {
  f = loop.getField() and
  (f.isVolatile() or keepsLock(loop)) and
  not doesToThread(loop.getAPause(), "yields")
}

/** Gets what `loop`, which does not sleep, does between two tests. */
string pauses(PollingLoop loop) {
  if exists(loop.getAPause())
  then result = "gives way and asks again"
  else result = "does nothing but ask"
}

/** Gets evidence that the loop around `sleep` does not only wait, or waits for something else than is known. */
string getEvidenceOf(SleepCall sleep) {
  exists(LoopStmt loop | loop = sleepingLoop(sleep) |
    not polls(loop, _) and result = "works-between"
    or
    keepsLock(loop) and result = "sleeps-locked"
  )
}

/** Holds if `evidence` makes it surer by `points` that `sleep` is a busy wait. */
query predicate confidence(SleepCall sleep, int points, string evidence) {
  evidence = getEvidenceOf(sleep) and
  isWorth(evidence, points)
}

from Expr place, Element about, string message, string text
where
  exists(PollingLoop loop, Field f, string consequence |
    polls(loop, f) and
    not sleepsIn(_, loop) and
    place = loop.getCondition() and
    about = f and
    text = "'" + f.getName() + "'" and
    message =
      "This loop " + pauses(loop) + " whether another thread has changed $@, and " + consequence and
    if keepsLock(loop)
    then
      consequence =
        "holds a lock meanwhile, without which nobody who respects the lock can change it. Wait with 'wait()', which releases it."
    else
      consequence =
        "uses the processor for that. Let the thread wait for a latch, a condition or a queue, and wake it."
  )
  or
  exists(LoopStmt loop | loop = sleepingLoop(place) |
    polls(loop, about) and
    text = "'" + about.(Field).getName() + "'" and
    message =
      "This sleeps and asks again until another thread has changed $@. Let the thread wait for a latch, a condition or a queue, and wake it."
    or
    not polls(loop, _) and
    about = loop and
    text = "a loop" and
    message =
      "This sleeps between the tests of $@. If it waits for another thread, let it wait for a latch, a condition or a queue instead, and be woken."
  )
select place, message, about, text
