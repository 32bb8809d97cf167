/**
 * @name Notification without a change
 * @description A thread that is woken tests its condition again: if nothing was changed, it waits on, or need not have waited.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/naked-notify
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.ThreadCalls

/** Holds if `c`, which wakes threads, may change something, or have it changed. */
predicate maySayMore(Callable c) {
  exists(NotifyCall call | call.getEnclosingCallable() = c) and
  (
    exists(VarAccess a |
      a.getEnclosingCallable() = c and a.isVarWrite() and a.getVariable() instanceof Field
    )
    or
    exists(Assignment a | a.getEnclosingCallable() = c and a.getDest() instanceof ArrayAccess)
    or
    exists(UnaryAssignExpr a | a.getEnclosingCallable() = c and a.getExpr() instanceof ArrayAccess)
    or
    exists(Call call |
      call.getEnclosingCallable() = c and
      not call instanceof MonitorCall and
      not call.getCallee().hasName(["lock", "unlock", "currentThread", "getName", "println"])
    )
  )
}

from NotifyCall call, Callable c
where
  c = call.getEnclosingCallable() and
  c.fromSource() and
  not maySayMore(c) and
  not exists(FunctionalExpr f | f.asMethod() = c)
select call,
  "Nothing is changed in $@ before threads are woken: they test their condition again and find what they found before. Change the state that they wait for with the lock held.",
  c, "'" + c.getName() + "'"
