/**
 * @name Monitor method called on a condition
 * @description 'wait', 'notify' and 'notifyAll' of a Condition belong to the monitor of the object, not to the lock
 *              that the condition was made by; 'await', 'signal' and 'signalAll' were meant.
 * @kind problem
 * @problem.severity error
 * @precision medium
 * @id java/wait-on-condition-interface
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.ThreadCalls

/** Gets the method of a condition that was meant where the method `name` of `Object` is called. */
string meant(string name) {
  name = "wait" and result = "await"
  or
  name = "notify" and result = "signal"
  or
  name = "notifyAll" and result = "signalAll"
}

/** Gets where the condition that `e` denotes is declared; `e` itself, if it is no variable. */
Element declarationOf(Expr e) {
  e = any(MonitorCall c).getQualifier() and
  if exists(e.(VarAccess).getVariable()) then result = e.(VarAccess).getVariable() else result = e
}

from MonitorCall call, Expr condition
where condition = call.getQualifier() and condition.getType() instanceof ConditionType
select call,
  "This is '" + call.getName() +
    "' of the monitor of $@, which is a Condition: the threads that use it as one are not concerned. Call '" +
    meant(call.getName()) + "()' with its lock held.", declarationOf(condition),
  condition.toString()
