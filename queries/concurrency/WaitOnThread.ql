/**
 * @name Waiting on a thread object
 * @description The virtual machine itself waits on threads and wakes who waits on them: join() does, when the thread ends.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/wait-on-thread
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.ThreadCalls

from MonitorCall call, Expr thread
where
  thread = call.getQualifier() and
  not thread instanceof ThisAccess and
  not thread instanceof SuperAccess and
  thread.getType() instanceof ThreadType
select call,
  "'" + call.getName() +
    "()' is called on $@, a thread, on whose monitor 'join()' waits and which is notified when it ends. Use an object of your own.",
  thread, "'" + thread.toString() + "'"
