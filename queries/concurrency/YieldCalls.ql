/**
 * @name Thread.yield called
 * @description 'Thread.yield' is a hint that systems treat differently; it neither waits for anything nor makes other
 *              threads' writes visible.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/thread-yield-call
 * @tags concurrency
 *       portability
 */

import java
import java.concurrency.MethodNames
import java.concurrency.Polling

/** Holds if `s` stands in a loop that retries an atomic operation, where giving way is part of the backing off. */
predicate inRetryLoop(Stmt s) {
  exists(LoopStmt loop, MethodCall cas |
    loop = s.getEnclosingStmt+() and
    loop = cas.getEnclosingStmt().getEnclosingStmt*() and
    nameSays(cas.getMethod(), "retries")
  )
}

from MethodCall call, Callable c
where
  call.getMethod().hasQualifiedName("java.lang", "Thread", "yield") and
  c = call.getEnclosingCallable() and
  not inRetryLoop(call.getEnclosingStmt()) and
  // A loop that may never see the change it waits for is the worse mistake, reported by another query.
  not exists(PollingLoop loop | call = loop.getAPause() and not loop.getField().isVolatile())
select call,
  "Whether 'Thread.yield()' lets another thread run before $@ goes on is not defined. Wait for what is needed with a latch, a condition or a queue.",
  c, "'" + c.getName() + "'"
