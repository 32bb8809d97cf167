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

from MethodCall call, string name, string remedy
where
  call.getMethod().hasQualifiedName("java.lang", "ThreadGroup", name) and
  (
    if name = ["activeCount", "activeGroupCount", "enumerate"]
    then remedy = "Keep the threads that you start in a collection or an executor of your own."
    else remedy = "Manage threads with an executor."
  ) and
  not call.isOwnMethodCall()
select call, "'ThreadGroup." + name + "' " + objection(name) + ". " + remedy
