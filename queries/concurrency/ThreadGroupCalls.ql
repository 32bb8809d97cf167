/**
 * @name Method of ThreadGroup called
 * @description The methods of ThreadGroup that count, list or control threads are racy or obsolete: their answer is old
 *              when it arrives.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/thread-group
 * @tags concurrency
 *       reliability
 */

import java
import java.concurrency.Confidence

/** Gets what is wrong with the method `name` of `ThreadGroup`. */
string objection(string name) {
  name = ["activeCount", "activeGroupCount"] and
  result = "only estimates a number that changes meanwhile"
  or
  name = "enumerate" and
  result =
    "silently leaves out threads that do not fit into the array, and those that begin meanwhile"
  or
  name = ["destroy", "isDestroyed", "allowThreadSuspension", "setDaemon", "isDaemon"] and
  result = "is obsolete and does nothing reliable in newer Java"
}

/** Holds if `call` makes a group of threads, or gets one, of which not much can be expected. */
predicate getsGroup(Call call) {
  call.(ClassInstanceExpr).getConstructedType().hasQualifiedName("java.lang", "ThreadGroup")
  or
  call.(MethodCall).getMethod().hasName("getThreadGroup") and
  call.(MethodCall).getMethod().getReturnType().(RefType)
      .hasQualifiedName("java.lang", "ThreadGroup")
}

/** Holds if `evidence` makes it surer by `points` that `call` does harm. */
query predicate confidence(Call call, int points, string evidence) {
  getsGroup(call) and
  evidence = "makes-group" and
  isWorth(evidence, points)
}

from Call call, string message
where
  exists(string name, string remedy |
    call.(MethodCall).getMethod().hasQualifiedName("java.lang", "ThreadGroup", name) and
    (
      if name = ["activeCount", "activeGroupCount", "enumerate"]
      then remedy = "Keep the threads that you start in a collection or an executor of your own."
      else remedy = "Manage threads with an executor."
    ) and
    not call.(MethodCall).isOwnMethodCall() and
    message = "'ThreadGroup." + name + "' " + objection(name) + ". " + remedy
  )
  or
  getsGroup(call) and
  message =
    "A 'ThreadGroup' tells little that is sure of its threads, and most of what it can do is obsolete. Keep the threads in a collection or an executor of your own."
select call, message
