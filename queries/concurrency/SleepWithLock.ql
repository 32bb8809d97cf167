/**
 * @name Sleep with a lock held
 * @description A sleeping thread keeps its locks: all threads that need them sleep with it.
 * @kind problem
 * @problem.severity error
 * @precision medium
 * @id java/sleep-with-lock-held
 * @tags concurrency
 *       performance
 */

import java
import java.callgraph.CallGraph
import java.concurrency.Confidence
import java.concurrency.Contexts
import java.concurrency.ThreadCalls

/** Holds if a lock, taken at `place`, is held at `s`; `name` says what took it. */
predicate lockHeld(Stmt s, Element place, string name) {
  exists(SynchronizedStmt sync |
    sync = getAnEnclosingSynchronized(s) and place = sync.getExpr() and name = "this block"
  )
  or
  place = s.getEnclosingCallable() and
  place.(Method).isSynchronized() and
  name = "synchronized '" + place.getName() + "'"
}

/** Gets the method that `call` runs, if only its own class knows it. */
Method hiddenTarget(MethodCall call) {
  result = ownTarget(call) and
  (result.isPrivate() or result.isStatic())
}

/** Holds if `m` sleeps at `sleep` whenever it comes so far: directly, or in a method of its class that only it knows. */
predicate leadsToSleep(Callable m, SleepCall sleep) {
  sleep.getEnclosingCallable() = m
  or
  exists(MethodCall call |
    call.getEnclosingCallable() = m and leadsToSleep(hiddenTarget(call), sleep)
  )
}

/** Holds if `e` sleeps at `sleep`, itself or in what it calls. */
predicate sleeps(MethodCall e, SleepCall sleep) {
  e = sleep
  or
  leadsToSleep(hiddenTarget(e), sleep) and not lockHeld(sleep.getEnclosingStmt(), _, _)
}

/** Holds if `sleep` is executed with the lock held that was taken at `place`. */
predicate sleepsWithLock(SleepCall sleep, Element place, string name, MethodCall via) {
  sleeps(via, sleep) and
  lockHeld(via.getEnclosingStmt(), place, name)
}

/** Gets the first place at which a lock is taken that is held during `sleep`. */
Element firstPlace(SleepCall sleep) {
  result = min(Element p, int line, int column |
    sleepsWithLock(sleep, p, _, _) and beginsAt(p, line, column)
  |
    p order by line, column
  )
}

/** Gets the callable that takes the lock at `place`. */
Callable takerAt(Element place) {
  place = firstPlace(_) and
  (result = place or result = place.(Expr).getEnclosingCallable())
}

/** Holds if `evidence` makes the finding at `sleep` surer by `points`. */
query predicate confidence(SleepCall sleep, int points, string evidence) {
  isOnlyBeforeSharing(takerAt(firstPlace(sleep))) and
  evidence = "before-sharing" and
  isWorth(evidence, points)
}

from SleepCall sleep, Element place, string name
where place = firstPlace(sleep) and sleepsWithLock(sleep, place, name, _)
select sleep,
  "The thread sleeps with the lock held that $@ takes: nobody else can take it in that time. Sleep outside, or 'wait' on the object, which releases it.",
  place, name
