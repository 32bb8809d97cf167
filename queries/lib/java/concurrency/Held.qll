/** Which locks are held at an expression, by its own callable and on all ways to that, and where they were taken. */

import java
import java.concurrency.Contexts
import java.concurrency.LockSets

/** Gets the monitor of the object that `e` denotes, as far as a variable, `this`, a class or a getter names it. */
Monitor monitorOf(Expr e) {
  result = getDenotedMonitor(e)
  or
  not exists(getDenotedMonitor(e)) and
  (
    result.(VariableMonitor).getVariable() = originOf(e.(VarAccess).getVariable()) or
    result = getOwnerMonitor(e.(FieldAccess).getField()) or
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
    sync = getAnEnclosingSynchronized(s) and
    place = sync.getExpr() and
    m = getSynchronizedMonitor(sync)
  )
  or
  place = s.getEnclosingCallable() and m = getMethodMonitor(place)
}

/** The ways on which threads come to code, whatever it does. */
module AllWays implements WaysSig {
  /** Holds if threads enter `c` from outside. */
  predicate enters(Callable c) { isEntry(c) }

  /** Holds if a thread that executes `caller` comes to `callee` when it evaluates `site`. */
  predicate leads(Callable caller, ExprParent site, Callable callee) {
    leadsOn(caller, site, callee)
  }
}

/** The locks that are held on these ways. */
module AllLocks = LockSets<AllWays>;

/** Holds if `m` is held whenever `e` is evaluated, by its own callable or on all ways to it. */
predicate heldDuring(Expr e, Monitor m) {
  locallyHeld(getEffectNode(e), m, _)
  or
  exists(Guard g | AllLocks::heldOnEntry(e.getEnclosingCallable(), g) and m = g.getMonitor())
}

/** Holds if a thread may come to `c`, when others may know the object, without any lock. */
predicate enteredUnlocked(Callable c) { AllLocks::entersUnlocked(c) and not runsAlone(c) }

/** Holds if `e` may be evaluated by a thread that holds no lock, while other threads run. */
predicate unprotected(Expr e) {
  enteredUnlocked(e.getEnclosingCallable()) and
  not locallyHeld(getEffectNode(e), _, _)
}
