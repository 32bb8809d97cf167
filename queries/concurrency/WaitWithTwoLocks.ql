/**
 * @name Wait with two locks held
 * @description A waiting thread releases only the lock that it waits on. Every other lock stays held, and whoever
 *              needs it in order to notify waits for ever.
 * @kind problem
 * @problem.severity error
 * @precision medium
 * @id java/wait-with-two-locks
 * @tags concurrency
 *       deadlock
 */

import java
import java.concurrency.Held
import java.TestSources
import java.concurrency.ThreadCalls
import java.concurrency.Waits

/** Holds if `call` waits while `other`, taken at `place`, stays held. */
predicate keepsLock(MethodCall call, Monitor other, Element place) {
  heldAt(call.getEnclosingStmt(), other, place) and
  (
    call instanceof WaitCall and exists(Monitor own | own = receiverMonitor(call) and own != other)
    or
    call instanceof AwaitCall
  )
}

/** Holds if some code gives the signal that `call` waits for without `other` in hand: it can come, and the wait ends. */
predicate isSignalledWithout(MethodCall call, Monitor other) {
  keepsLock(call, other, _) and
  exists(SignalCall signal | isAboutOne(signal, call) |
    not heldDuring(signal, other) and not isTestCallable(signal.getEnclosingCallable())
  )
}

/** Holds if the finding at `call` is about the `"lock"` that stays held while `wait`, which is `call`, waits. */
query predicate about(MethodCall call, MethodCall wait, string part) {
  keepsLock(call, _, _) and
  wait = call and
  part = "lock"
}

from MethodCall call, Monitor other, Element place
where
  keepsLock(call, other, place) and
  not isSignalledWithout(call, other) and
  place = min(Element p, int line, int column |
    keepsLock(call, _, p) and beginsAt(p, line, column)
  |
    p order by line, column
  )
select call,
  "The thread keeps the monitor '" + other.toString() +
    "', taken $@, while it waits here: a thread that needs that monitor to come to the notification waits for ever. Wait with one lock held.",
  place, "here"
