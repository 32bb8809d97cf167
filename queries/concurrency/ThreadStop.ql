/**
 * @name Thread stopped or suspended from outside
 * @description 'stop' releases locks in the middle of changes, 'suspend' keeps them held for ever; both, and 'resume',
 *              throw UnsupportedOperationException in newer Java.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/thread-stop
 * @tags concurrency
 *       reliability
 */

import java
import java.concurrency.ThreadCalls

/** Gets what happens when the method `name` of a thread or of a group of threads is called. */
string effect(string name) {
  name = "stop" and
  result = "ends the thread wherever it is and releases its locks with their data half changed"
  or
  name = "suspend" and
  result = "halts the thread with all its locks held, so that who needs them waits for ever"
  or
  name = "resume" and result = "belongs to 'suspend', which halts threads with their locks held"
  or
  name = "destroy" and result = "ends the thread without releasing its locks"
  or
  name = "runFinalizersOnExit" and
  result = "runs finalizers on objects that other threads still use"
}

from MethodCall call, Method m, string name
where
  m = call.getMethod() and
  name = m.getName() and
  (
    m.getDeclaringType().hasQualifiedName("java.lang", ["Thread", "ThreadGroup"]) and
    name = ["stop", "suspend", "resume"]
    or
    m.getDeclaringType().hasQualifiedName("java.lang", "Thread") and name = "destroy"
    or
    m.getDeclaringType().hasQualifiedName("java.lang", ["System", "Runtime"]) and
    name = "runFinalizersOnExit"
  ) and
  not call.isOwnMethodCall() and
  // The classes that offer the methods, where a JDK is looked at.
  not call.getEnclosingCallable().getDeclaringType().getEnclosingType*()
      .hasQualifiedName("java.lang", ["Thread", "ThreadGroup"])
select call,
  "'" + m.getDeclaringType().getName() + "." + name + "' " + effect(name) +
    ". Ask the thread to end or pause with a volatile flag or 'interrupt()', tested in its loop."
