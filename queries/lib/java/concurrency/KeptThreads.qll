/**
 * Threads that an object keeps in a field: what such a thread does on its object, and what others do when they have waited for
 * its end.
 */

import java
import java.callgraph.CallGraph
import java.concurrency.Locks
private import java.concurrency.ThreadEntries

/** Holds if an object of the class `c` keeps the thread that executes `m`, which nothing else does, by the assignment `keep`. */
predicate keepsThreadOf(Method m, RefType c, AssignExpr keep) {
  exists(FunctionalExpr f, ClassInstanceExpr thread |
    thread.getConstructedType() instanceof ThreadType and
    f = thread.getAnArgument() and
    keep.getSource() = thread and
    keep.getDest().(FieldAccess).isOwnFieldAccess() and
    m = [f.asMethod(), f.(MemberRefExpr).getReferencedCallable().getSourceDeclaration()] and
    exists(m.getBody()) and
    c = f.getEnclosingCallable().getDeclaringType().getSourceDeclaration()
  ) and
  strictcount(ExprParent site | ByHierarchy::runsLater(_, site, m)) = 1
}

/** Holds if only the thread that executes `run`, which its object keeps, executes `c`: it is that, or a private part of it. */
predicate isOfKeptThread(Callable c, Method run) {
  keepsThreadOf(run, _, _) and
  not ByHierarchy::runs(_, _, run) and
  (
    c = run
    or
    c.isPrivate() and
    ByHierarchy::runs(run, _, c) and
    not exists(Callable other | other != run | ByHierarchy::runs(other, _, c)) and
    not ByHierarchy::runsLater(_, _, c)
  )
}

/**
 * Holds if an object keeps one thread at most that executes `run`: it is made with the object, or under a lock and only where
 * there is none.
 */
predicate keepsOneThreadOf(Method run) {
  exists(AssignExpr keep | keepsThreadOf(run, _, keep) |
    makesObject(keep.getEnclosingCallable())
    or
    exists(IfStmt s, EqualityTest test |
      locallyHeld(keep.getControlFlowNode(), _, any(LockMode mode | mode.isExclusive())) and
      keep.getEnclosingStmt().getEnclosingStmt*() = s.getThen() and
      test = s.getCondition() and
      test.polarity() = true and
      test.getAnOperand() instanceof NullLiteral and
      test.getAnOperand().(FieldAccess).getField() = keep.getDest().(FieldAccess).getField()
    )
  )
}

/**
 * Holds if `node` is executed when the thread that executes `run`, which its object keeps, has ended: its callable has waited for
 * that, and holds the lock under which another thread would have been made.
 */
predicate isAfterKeptThread(ControlFlowNode node, Method run) {
  exists(AssignExpr keep, MethodCall join, Monitor m |
    keepsThreadOf(run, _, keep) and
    isJoinOf(join, keep.getDest().(FieldAccess).getField()) and
    node.getEnclosingCallable() = join.getEnclosingCallable() and
    strictlyDominates(join.getControlFlowNode(), node) and
    locallyHeld(keep.getControlFlowNode(), m, any(LockMode mode | mode.isExclusive())) and
    locallyHeld(node, m, _)
  )
}

/** Holds if `join` waits until the thread in the field `f` of its own object has ended, however long that takes. */
private predicate isJoinOf(MethodCall join, Field f) {
  join.getMethod().hasName("join") and
  join.getMethod().hasNoParameters() and
  join.getMethod().getDeclaringType() instanceof TypeThread and
  join.getQualifier().(FieldAccess).isOwnFieldAccess() and
  f = join.getQualifier().(FieldAccess).getField()
}
