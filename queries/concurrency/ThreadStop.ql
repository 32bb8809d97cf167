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
private import java.models.Models

from MethodCall call, Method m, string package, string type, string name, string effect
where
  m = call.getMethod() and
  dangerousMethod(package, type, name, effect) and
  m.hasQualifiedName(package, type, name) and
  not call.isOwnMethodCall() and
  // The classes that offer the methods, where a JDK is looked at.
  not call.getEnclosingCallable().getDeclaringType().getEnclosingType*()
      .hasQualifiedName("java.lang", ["Thread", "ThreadGroup"])
select call,
  "'" + m.getDeclaringType().getName() + "." + name + "' " + effect +
    ". Ask the thread to end or pause with a volatile flag or 'interrupt()', tested in its loop."
