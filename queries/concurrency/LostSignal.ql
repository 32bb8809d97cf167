/**
 * @name Condition tested before the lock is taken in which a thread waits
 * @description Between the test and the wait another thread may change what was tested and give its signal: nobody waits yet,
 *              the signal is lost, and the thread waits for one that does not come.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/lost-signal
 * @tags concurrency
 *       deadlock
 *       correctness
 */

import java
import java.TestSources
import java.concurrency.Waits

from SignalWait wait, Expr test, Monitor lock
where
  test = testBeforeLock(wait) and
  lock = neededMonitor(wait) and
  not isTestCallable(wait.getEnclosingCallable())
select wait,
  "This waits for what is tested $@, before the lock '" + lock.toString() +
    "' is taken: if the signal is given in between, nobody gets it, and the thread waits for ever. Test again, in a loop, with the lock held.",
  test, "here"
