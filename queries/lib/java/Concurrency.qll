/** Monitors: what `synchronized` and lock objects protect. The parts lie under `java/concurrency/`. */

import java
import java.concurrency.LockTypes
import java.concurrency.Monitors
import java.concurrency.Locks

/** Holds if `e` is only evaluated while `m` is held, in whatever mode, as the callable of `e` alone shows. */
predicate locallyMonitors(Expr e, Monitor m) {
  locallyHeld(getEffectNode(e), m, _)
  or
  synchronizedOnQualifier(e) and
  m.(InstanceMonitor).getThisType() =
    instanceMonitorType(e.(FieldAccess).getField().getDeclaringType().getSourceDeclaration())
}

/** Holds if `e` accesses a field of the object in a variable, inside a block that is synchronized on it. */
predicate synchronizedOnQualifier(FieldAccess e) {
  exists(VarAccess qualifier, SynchronizedStmt sync |
    qualifier = e.getQualifier() and
    sync = getAnEnclosingSynchronized(e.getEnclosingStmt()) and
    sync.getExpr().(VarAccess).getVariable() = qualifier.getVariable()
  )
}

/** Holds if `e` is only evaluated while the lock in `v` is held, whatever takes it. */
predicate locallyLocked(Expr e, Variable v) {
  exists(VariableMonitor m | m.getVariable() = v and locallyHeld(getEffectNode(e), m, _)) and
  not exists(SynchronizedStmt sync | sync = getAnEnclosingSynchronized(e.getEnclosingStmt()) |
    getSynchronizedMonitor(sync).(VariableMonitor).getVariable() = v
  )
}

/** Holds if `e` is evaluated in the block of `sync`, which is synchronized on the value of `v`. */
predicate locallySynchronizedOn(Expr e, SynchronizedStmt sync, Variable v) {
  sync = getAnEnclosingSynchronized(e.getEnclosingStmt()) and
  sync.getExpr().(VarAccess).getVariable() = v
}

/** Holds if `e` is evaluated under the monitor of `this`, an instance of `thisType`. */
predicate locallySynchronizedOnThis(Expr e, RefType thisType) {
  exists(SynchronizedStmt sync | sync = getAnEnclosingSynchronized(e.getEnclosingStmt()) |
    thisType = sync.getExpr().(ThisAccess).getType().(RefType).getSourceDeclaration()
  )
  or
  exists(Method m | m = e.getEnclosingCallable() and m.isSynchronized() and not m.isStatic() |
    thisType = m.getDeclaringType().getSourceDeclaration()
  )
}

/** Holds if `e` is evaluated under the monitor of the class object of `classType`. */
predicate locallySynchronizedOnClass(Expr e, RefType classType) {
  exists(SynchronizedStmt sync | sync = getAnEnclosingSynchronized(e.getEnclosingStmt()) |
    thisClassLiteral(sync.getExpr(), classType)
  )
  or
  exists(Method m | m = e.getEnclosingCallable() and m.isSynchronized() and m.isStatic() |
    classType = m.getDeclaringType().getSourceDeclaration()
  )
}

private predicate thisClassLiteral(TypeLiteral literal, RefType t) {
  t = literal.getReferencedType().(RefType).getSourceDeclaration()
}
