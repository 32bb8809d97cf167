/**
 * @name Thread is run rather than started
 * @description Calling 'run' of a thread executes its code on the calling thread; no new thread begins.
 * @kind problem
 * @problem.severity recommendation
 * @precision high
 * @id java/call-to-thread-run
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.ThreadCalls

/** Holds if `c` runs the code of a thread on purpose: it is itself a `run`, or runs its own object. */
predicate runsOnPurpose(MethodCall run) {
  run.getEnclosingCallable().hasName("run") or
  run.isOwnMethodCall()
}

from MethodCall run, RefType receiver
where
  run.getMethod().hasName("run") and
  run.getMethod().hasNoParameters() and
  receiver = run.getReceiverType() and
  receiver instanceof ThreadType and
  not runsOnPurpose(run)
select run,
  "This runs the code of the thread of type $@ on the calling thread and waits for its end. Call 'start()' to begin a new thread.",
  receiver.getSourceDeclaration(), receiver.getName()
