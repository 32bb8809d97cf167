/**
 * @name Thread priority set
 * @description Priorities of threads mean different things on different systems, and nothing on some; a program that
 *              needs them to work is not portable and can starve threads.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/thread-priority
 * @tags concurrency
 *       portability
 */

import java
import java.concurrency.ThreadCalls

/** Holds if `priority` is the normal one, or one that another thread has: nothing depends on it. */
predicate isNeutral(Expr priority) {
  priority.(FieldAccess).getField().hasName("NORM_PRIORITY")
  or
  priority.(IntegerLiteral).getIntValue() = 5
  or
  priority.(MethodCall).getMethod().hasName("getPriority") and
  priority.(MethodCall).getMethod() instanceof ThreadMethod
}

from MethodCall call, Expr priority
where
  call.getMethod().hasName("setPriority") and
  call.getMethod() instanceof ThreadMethod and
  priority = call.getArgument(0) and
  not isNeutral(priority) and
  not call.getEnclosingCallable().hasName("setPriority")
select call,
  "What the priority $@ changes depends on the system. Order threads with locks, queues or executors instead.",
  priority, priority.toString()
