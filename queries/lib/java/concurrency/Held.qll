/** Which monitors are held at an access, by the text of its callable and by all callers of that, and where they were taken. */

import java
import java.concurrency.Contexts
import java.concurrency.Locks

/** Gets the monitor of the object that `e` denotes, as far as a variable, `this`, a class or a getter names it. */
Monitor monitorOf(Expr e) {
  result = getDenotedMonitor(e)
  or
  not exists(getDenotedMonitor(e)) and
  (
    result.(VariableMonitor).getVariable() = originOf(e.(VarAccess).getVariable()) or
    result.(InstanceMonitor).getThisType() =
      instanceMonitorType(e.(ThisAccess).getType().(RefType).getSourceDeclaration()) or
    result.(ClassMonitor).getClassType() =
      e.(TypeLiteral).getReferencedType().(RefType).getSourceDeclaration()
  )
}

/** Gets the monitor of the object on which `call` is called, `this` included. */
Monitor receiverMonitor(MethodCall call) {
  result = monitorOf(call.getQualifier())
  or
  not call.hasQualifier() and
  result.(InstanceMonitor).getThisType() =
    instanceMonitorType(call.getEnclosingCallable().getDeclaringType().getSourceDeclaration())
}

/** Holds if `m`, taken at `place` (a synchronized method or the expression of a statement), is held at `s`. */
predicate heldAt(Stmt s, Monitor m, Element place) {
  exists(SynchronizedStmt sync |
    synchronizedAround(s, sync) and place = sync.getExpr() and m = getSynchronizedMonitor(sync)
  )
  or
  place = s.getEnclosingCallable() and m = getMethodMonitor(place)
}

/** Holds if `call` calls `c`, a callable that only the sources call, on the same object or on none. */
private predicate closedCall(MethodCall call, Callable c) {
  calledFromSourceOnly(c) and
  call.getCallee().getSourceDeclaration() = c
}

/** Holds if some call of `c`, which only the sources call, holds `m`. */
private predicate someCallerHolds(Callable c, Monitor m) {
  exists(MethodCall call | closedCall(call, c) |
    locallyHeld(call.getControlFlowNode(), m, _) or someCallerHolds(call.getEnclosingCallable(), m)
  )
}

/** Holds if some way into `c` does not hold `m`, which another way holds. */
private predicate someCallerLacks(Callable c, Monitor m) {
  someCallerHolds(c, m) and
  (
    exists(MethodCall call |
      closedCall(call, c) and
      not locallyHeld(call.getControlFlowNode(), m, _) and
      not runsAlone(call.getEnclosingCallable())
    |
      not someCallerHolds(call.getEnclosingCallable(), m) or
      someCallerLacks(call.getEnclosingCallable(), m)
    )
    or
    exists(Call call |
      call.getCallee().getSourceDeclaration() = c and not call instanceof MethodCall
    )
  )
}

/** Holds if every way into `c` holds `m`, but for those from constructors. */
predicate heldOnEntry(Callable c, Monitor m) { someCallerHolds(c, m) and not someCallerLacks(c, m) }

/** Holds if `m` is held whenever `e` is evaluated, by its own callable or by all callers of it. */
predicate heldDuring(Expr e, Monitor m) {
  locallyHeld(getEffectNode(e), m, _) or
  heldOnEntry(e.getEnclosingCallable(), m)
}
