/**
 * Threads that an object keeps in a field: what such a thread does on its object, and what others do when they have waited for
 * its end.
 */

import java
import java.callgraph.CallGraph
import java.concurrency.Locks
private import java.concurrency.ThreadEntries

/** Holds if an object of the class `c` keeps, in `kept`, the thread `made` that executes `m`, which nothing else does. */
predicate keepsThreadOf(Method m, RefType c, Field kept, ClassInstanceExpr made) {
  exists(FunctionalExpr f |
    made.getConstructedType() instanceof ThreadType and
    f = made.getAnArgument() and
    made = kept.getAnAssignedValue() and
    not kept.isStatic() and
    not exists(AssignExpr keep |
      keep.getSource() = made and not keep.getDest().(FieldAccess).isOwnFieldAccess()
    ) and
    m = [f.asMethod(), f.(MemberRefExpr).getReferencedCallable().getSourceDeclaration()] and
    exists(m.getBody()) and
    c = f.getEnclosingCallable().getDeclaringType().getSourceDeclaration()
  ) and
  strictcount(ExprParent site | ByHierarchy::runsLater(_, site, m)) = 1
}

/** Holds if only the thread that executes `run`, which its object keeps, executes `c`: it is that, or a private part of it. */
predicate isOfKeptThread(Callable c, Method run) {
  keepsThreadOf(run, _, _, _) and
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
  exists(Field kept, Expr made | keepsThreadOf(run, _, kept, made) |
    makesObject(made.getEnclosingCallable())
    or
    exists(IfStmt s, EqualityTest test |
      locallyHeld(made.getControlFlowNode(), _, any(LockMode mode | mode.isExclusive())) and
      made.getEnclosingStmt().getEnclosingStmt*() = s.getThen() and
      test = s.getCondition() and
      test.polarity() = true and
      test.getAnOperand() instanceof NullLiteral and
      test.getAnOperand().(FieldAccess).getField() = kept
    )
  )
}

/**
 * Holds if `node` is executed when the thread that executes `run`, which its object keeps, has ended: its callable has waited for
 * that, and holds the lock under which another thread would have been made, unless that is made with the object.
 */
predicate isAfterKeptThread(ControlFlowNode node, Method run) {
  exists(Field kept, Expr made, MethodCall join |
    keepsThreadOf(run, _, kept, made) and
    isJoinOf(join, kept) and
    node.getEnclosingCallable() = join.getEnclosingCallable() and
    strictlyDominates(join.getControlFlowNode(), node)
  |
    makesObject(made.getEnclosingCallable())
    or
    exists(Monitor m |
      locallyHeld(made.getControlFlowNode(), m, any(LockMode mode | mode.isExclusive())) and
      locallyHeld(node, m, _)
    )
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

/*-- Two buffers, swapped --*/

/**
 * Holds if `front` and `back` hold two objects at any time, each now this one and now that: both are made with their object, and
 * only `c`, the one thread that the object keeps for `run`, swaps them, with `m` held.
 */
predicate areSwappedBuffers(Field front, Field back, Monitor m, Method run) {
  isBuffer(front) and
  isBuffer(back) and
  exists(Callable c, FieldWrite one, FieldWrite other |
    isCopiedFrom(one, front, back) and
    isCopiedFrom(other, back, front) and
    c = one.getEnclosingCallable() and
    c = other.getEnclosingCallable() and
    strictcount(FieldWrite w | w.getField() = front and not makesObject(w.getEnclosingCallable())) =
      1 and
    strictcount(FieldWrite w | w.getField() = back and not makesObject(w.getEnclosingCallable())) =
      1 and
    isOfKeptThread(c, run) and
    keepsOneThreadOf(run) and
    locallyHeld(getEffectNode(one), m, any(LockMode mode | mode.isExclusive())) and
    locallyHeld(getEffectNode(other), m, any(LockMode mode | mode.isExclusive()))
  )
}

/** Holds if `f` is a private field that holds what is made for it, or what another such field has held. */
private predicate isBuffer(Field f) {
  f.isPrivate() and
  not f.isStatic() and
  f.getAnAssignedValue() instanceof ClassInstanceExpr and
  not exists(Expr value |
    value = f.getAnAssignedValue() and
    not value instanceof VarAccess and
    not (value instanceof ClassInstanceExpr and makesObject(value.getEnclosingCallable()))
  )
}

/** Holds if `write` gives `target`, of the own object, what `origin` holds, or held when a local variable was given that. */
private predicate isCopiedFrom(FieldWrite write, Field target, Field origin) {
  write.getField() = target and
  write.isOwnFieldAccess() and
  target != origin and
  exists(VarAccess source | source = write.getASource() |
    source.(FieldAccess).isOwnFieldAccess() and source.(FieldAccess).getField() = origin
    or
    exists(FieldAccess before |
      before = unique(Expr value |
        value = source.getVariable().(LocalVariableDecl).getAnAssignedValue()
      ) and
      before.getField() = origin and
      before.isOwnFieldAccess()
    )
  )
}
