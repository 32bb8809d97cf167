/**
 * @name Busy wait
 * @description A loop that only tests and pauses uses the processor while it waits, and notices the change late.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/busy-wait
 * @tags concurrency
 *       performance
 */

import java
import java.concurrency.Polling

/** Holds if `loop` keeps others from changing what it waits for. */
predicate keepsLock(PollingLoop loop) {
  synchronizedAround(loop, _) or
  loop.getEnclosingCallable().isSynchronized()
}

/** Gets what the loop does between two tests. */
string pauses(PollingLoop loop) {
  if loop.getAPause() instanceof SleepCall
  then result = "sleeps and asks again"
  else if exists(loop.getAPause())
  then result = "gives way and asks again"
  else result = "does nothing but ask"
}

from PollingLoop loop, Field f, string consequence
where
  f = loop.getField() and
  (f.isVolatile() or keepsLock(loop)) and
  not doesToThread(loop.getAPause(), "yields") and
  // Sleeping with a lock held is reported by another query.
  not (keepsLock(loop) and loop.getAPause() instanceof SleepCall) and
  if keepsLock(loop)
  then
    consequence =
      "holds a lock meanwhile, without which nobody who respects the lock can change it. Wait with 'wait()', which releases it."
  else
    consequence =
      "uses the processor for that. Let the thread wait for a latch, a condition or a queue, and wake it."
select loop.getCondition(),
  "This loop " + pauses(loop) + " whether another thread has changed $@, and " + consequence, f,
  "'" + f.getName() + "'"
