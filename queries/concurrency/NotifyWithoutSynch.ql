/**
 * @name Wait or notify without the monitor
 * @description 'wait', 'notify' and 'notifyAll' throw IllegalMonitorStateException if the thread does not hold the
 *              monitor of the object on which they are called.
 * @kind problem
 * @problem.severity error
 * @precision low
 * @id java/notify-without-sync
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Confidence
import java.concurrency.Held
import java.concurrency.ThreadCalls

/** Holds if a thread may come to `call` that holds no monitor at all. */
predicate holdsNothing(MonitorCall call) {
  unprotected(call) and
  not call.getEnclosingCallable().getDeclaringType() instanceof TypeObject and
  not exists(Call outer |
    outer.getCallee().getSourceDeclaration() = call.getEnclosingCallable() and
    exists(getAnEnclosingSynchronized(outer.getEnclosingStmt()))
  ) and
  // Who is handed the object to wait on relies on the caller for its monitor.
  not call.getQualifier().(VarAccess).getVariable() instanceof Parameter and
  not call.getQualifier().getType() instanceof ConditionType
}

/** Holds if the monitor taken at `place` is another one than that which `call` needs. */
predicate holdsAnother(MonitorCall call, Element place) {
  exists(Monitor needed, Monitor held |
    needed = receiverMonitor(call) and
    heldAt(call.getEnclosingStmt(), held, place) and
    held != needed and
    isObjectOfItsOwn(held, needed)
  ) and
  not heldAt(call.getEnclosingStmt(), receiverMonitor(call), _) and
  forall(SynchronizedStmt sync | sync = getAnEnclosingSynchronized(call.getEnclosingStmt()) |
    exists(monitorOf(sync.getExpr()))
  )
}

/** Holds if no code can hold the monitor of the object in `f`: nothing is done with it but to wait and to notify. */
private predicate isNeverLocked(Field f) {
  f.isPrivate() and
  f = any(MonitorCall call).getQualifier().(FieldAccess).getField() and
  f.getInitializer() instanceof ClassInstanceExpr and
  not exists(FieldAccess a |
    a.getField() = f and
    not a = any(MonitorCall call).getQualifier() and
    not a = f.getInitializer().getParent()
  )
}

/** Holds if `call` needs the monitor of an object that nobody holds, while that taken at `place` is held. */
predicate holdsOnlyAnother(MonitorCall call, Element place) {
  isNeverLocked(call.getQualifier().(FieldAccess).getField()) and
  heldAt(call.getEnclosingStmt(), _, place)
}

/** Holds if `a` and `b` cannot be one object: `this`, classes, and final fields that hold an object made for them. */
predicate isObjectOfItsOwn(Monitor a, Monitor b) {
  a = heldBeside(b) and
  isDistinct(a) and
  isDistinct(b)
}

/** Gets a monitor that is held where `needed` is needed. */
Monitor heldBeside(Monitor needed) {
  exists(MonitorCall call |
    needed = receiverMonitor(call) and heldAt(call.getEnclosingStmt(), result, _)
  )
}

/** Holds if `m` is known not to be another name for an object that a variable holds. */
predicate isDistinct(Monitor m) {
  m instanceof InstanceMonitor
  or
  m instanceof ClassMonitor
  or
  exists(Field f | f = m.(VariableMonitor).getVariable() |
    f.getInitializer() instanceof ClassInstanceExpr or
    f.getInitializer() instanceof ArrayCreationExpr
  )
}

/** Gets the declaration of the object whose monitor `call` needs, or its callable, with a name for it. */
Element neededElement(MonitorCall call, string name) {
  result = call.getQualifier().(VarAccess).getVariable() and
  name = "'" + call.getQualifier().toString() + "'"
  or
  call.isOnThis() and result = call.getEnclosingCallable().getDeclaringType() and name = "'this'"
  or
  not call.isOnThis() and
  not call.getQualifier() instanceof VarAccess and
  result = call.getQualifier() and
  name = "the receiver"
}

/** Holds if `evidence` makes the finding at `call` surer by `points`. */
query predicate confidence(MonitorCall call, int points, string evidence) {
  evidence = "other-monitor" and
  isWorth(evidence, points) and
  not holdsNothing(call) and
  (holdsAnother(call, _) or holdsOnlyAnother(call, _))
}

from MonitorCall call, Element needed, string name, string message, Element place, string text
where
  needed = neededElement(call, name) and
  (
    holdsNothing(call) and
    place = call.getEnclosingCallable() and
    text = "'" + place.getName() + "'" and
    message = "$@ may come here without any monitor, but '" + call.getName() + "' needs that of $@"
    or
    place = min(Element p, int line, int column |
      (holdsAnother(call, p) or holdsOnlyAnother(call, p)) and beginsAt(p, line, column)
    |
      p order by line, column
    ) and
    text = "The monitor held here" and
    message = "$@ is another one than '" + call.getName() + "' needs, that of $@"
  )
select call,
  message +
    ": it throws IllegalMonitorStateException. Synchronize on the object on which it is called.",
  place, text, needed, name
