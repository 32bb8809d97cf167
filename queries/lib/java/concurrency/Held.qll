/** Which monitors the text of a callable shows to be held, and where each was taken. */

import java
import java.Concurrency
import java.concurrency.Contexts

/** Gets the monitor of the object that `lock` denotes, as far as a variable, `this` or a class names it. */
Monitor monitorOf(Expr lock) {
  exists(VarAccess a | a = lock |
    result.(VariableMonitor).getVariable() = originOf(a.getVariable()) and
    (not a.hasQualifier() or a.getQualifier() instanceof ThisAccess or a.getVariable().isStatic())
  )
  or
  result.(InstanceMonitor).getThisType() =
    lock.(ThisAccess).getType().(RefType).getSourceDeclaration()
  or
  result.(ClassMonitor).getClassType() =
    lock.(TypeLiteral).getReferencedType().(RefType).getSourceDeclaration()
}

/** Gets the monitor that a thread holds while it executes the synchronized method `m`. */
Monitor monitorOfMethod(Method m) {
  m.isSynchronized() and
  (
    m.isStatic() and
    result.(ClassMonitor).getClassType() = m.getDeclaringType().getSourceDeclaration()
    or
    not m.isStatic() and
    result.(InstanceMonitor).getThisType() = m.getDeclaringType().getSourceDeclaration()
  )
}

/** Holds if `m`, taken at `place` (a synchronized method or the expression of a statement), is held at `s`. */
predicate heldAt(Stmt s, Monitor m, Element place) {
  exists(SynchronizedStmt sync |
    synchronizedAround(s, sync) and place = sync.getExpr() and m = monitorOf(place)
  )
  or
  place = s.getEnclosingCallable() and m = monitorOfMethod(place)
}
