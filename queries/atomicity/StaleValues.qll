/**
 * What is made of the value that was found under the first acquisition of a witness: whether it decides on, or is used
 * with, what is done under the second one or later.
 */

import java
import Places
import Scopes
import Witnesses
import WitnessWays
import ProtectedState
import java.concurrency.Held

/** Gets the call that takes the witness of `v` for the first time and has a result that is used. */
private MethodCall firstCall(Violation v) {
  result = getFirst(v).asExpr() and
  not result.getParent() instanceof ExprStmt
}

/** Gets an expression that the result of the first call of `v` goes into: the call, or what contains it. */
private Expr holder(Violation v) {
  result = firstCall(v)
  or
  result = holder(v).getParent() and not result instanceof LambdaExpr
}

/** Gets a local variable that holds what was found under the first acquisition of `v`. */
private LocalVariableDecl foundIn(Violation v) {
  result.getAnAssignedValue() = holder(v)
  or
  exists(SynchronizedStmt s, VarWrite w |
    getFirst(v).asStmt() = s and
    w.getEnclosingStmt().getEnclosingStmt+() = s and
    w = result.getAnAccess() and
    not result.getDeclExpr().getEnclosingStmt().getEnclosingStmt+() = s
  )
  or
  // Between the calls that take and give back an explicit lock.
  exists(LockAcquire acquire, Expr value |
    getFirst(v).asExpr() = acquire and
    value = result.getAnAssignedValue() and
    value.getEnclosingCallable() = v.getCallable() and
    isInSection(acquire, value)
  )
}

/** Holds if what was found under the first acquisition of `v` is used at `use`, at the second one or later. */
private predicate isUsedLater(Violation v, Expr use) {
  use = foundIn(v).getAnAccess() and use.(VarAccess).isVarRead() and isNotBefore(use, v.getSecond())
  or
  use = holder(v) and elementOf(v.getSecond()).(Expr).getParent+() = use
  or
  // One expression: what is found goes into the second call.
  use = holder(v) and elementOf(v.getSecond()).(Call).getAnArgument() = use
}

/** Holds if `use` stands in or behind the statement of `second`. */
bindingset[use, second]
private predicate isNotBefore(Expr use, ControlFlowNode second) {
  exists(Location at, Location other |
    at = use.getLocation() and
    (
      other = second.asExpr().getEnclosingStmt().getLocation() or
      other = second.asStmt().getLocation()
    )
  |
    at.getStartLine() > other.getStartLine()
    or
    at.getStartLine() = other.getStartLine() and at.getStartColumn() >= other.getStartColumn()
  )
}

/** Gets the statement that the node of the second acquisition of `v` stands in, or one around it. */
private Stmt aroundSecond(Violation v) {
  result = v.getSecond().asStmt().getEnclosingStmt*() or
  result = v.getSecond().asExpr().getEnclosingStmt().getEnclosingStmt*()
}

/** Holds if what was found under the first acquisition of `v` decides whether the second one is reached. */
predicate decidesOnSecond(Violation v) {
  exists(Stmt decision, Expr condition |
    condition = decision.(ConditionalStmt).getCondition() or
    condition = decision.(SwitchStmt).getExpr()
  |
    (condition = holder(v) or condition = foundIn(v).getAnAccess().getParent*()) and
    (
      decision = aroundSecond(v) and not v.getSecond().asExpr().getParent*() = condition
      or
      exists(Stmt inner | inner.getEnclosingStmt*() = decision.(IfStmt).getThen() |
        inner instanceof ReturnStmt or inner instanceof ThrowStmt or inner instanceof BreakStmt
      ) and
      decision.getEnclosingStmt() = aroundSecond(v)
    )
  )
}

/** Holds if what was found under the first acquisition of `v` is used at the second one or later. */
predicate isUsedWithSecond(Violation v) { isUsedLater(v, _) }

/** Holds if `v` is one place in a loop, and what is found in one round is no part of what all rounds make. */
private predicate isPerRound(Violation v) {
  getFirst(v) = v.getSecond() and
  not exists(Assignment a | a.getSource() = holder(v) |
    not a.getDest() = any(LocalScopeVariable x).getAnAccess() or a instanceof AssignOp
  )
}

/** Holds if the second acquisition of `v` is part of the treatment of an exception. */
private predicate isForException(Violation v) {
  aroundSecond(v) instanceof CatchClause and
  not exists(CatchClause clause, Stmt inner |
    clause = aroundSecond(v) and
    clause = inner.getEnclosingStmt*() and
    inner = getFirst(v).asExpr().getEnclosingStmt()
  )
}

/** Holds if the second call of `v` takes out an element that the first one found: where it is gone already, there is nothing to do. */
private predicate takesOutFound(Violation v) {
  exists(MethodCall second, Method m |
    second = v.getSecond().asExpr() and
    second.getParent() instanceof ExprStmt and
    m = second.getMethod().getSourceDeclaration() and
    m.getName().matches(["remove%", "unregister%", "deregister%", "detach%", "discard%"]) and
    not exists(ThrowStmt s | s.getEnclosingCallable() = m)
  |
    isElementOf(second.getAnArgument(), v) and
    not second.getAnArgument().getType() instanceof PrimitiveType
  )
}

/** Holds if `e` is an element of what was found under the first acquisition of `v`. */
private predicate isElementOf(Expr e, Violation v) {
  e.(ArrayAccess).getArray() = foundIn(v).getAnAccess()
  or
  exists(EnhancedForStmt loop | e = loop.getVariable().getVariable().getAnAccess() |
    loop.getExpr() = foundIn(v).getAnAccess() or loop.getExpr() = holder(v)
  )
  or
  e.(MethodCall).getQualifier() = foundIn(v).getAnAccess() and
  e.(MethodCall).getMethod().hasName(["get", "next", "nextElement"])
  or
  exists(LocalVariableDecl x | e = x.getAnAccess() and isElementOf(x.getOnlyValue(), v))
}

/** Holds if what was found under the first acquisition of `v` may be stale where it matters. */
predicate hasStaleValue(Violation v) {
  (decidesOnSecond(v) or isUsedWithSecond(v)) and
  not isPerRound(v) and
  not takesOutFound(v) and
  not isForException(v)
}

/** Gets the field to name as what may change: one that the first section reads. */
Field getStaleField(Violation v) {
  result = min(Field f |
    f = getACommonField(v) and readsInSection(getPlace(getFirst(v), v.getWitness()), f)
  |
    f order by f.getName(), f.getDeclaringType().getName()
  )
}

/** Gets the outermost class around the code of `e`. */
private RefType outermostClass(Callable c) {
  result = c.getDeclaringType().getSourceDeclaration().getEnclosingType*() and
  not exists(result.getEnclosingType())
}

/** Gets the callable in which `place` stands, or that it is. */
bindingset[place]
private Callable callableOf(Place place) {
  result = place
  or
  not isLibraryCall(place) and result = place.(Expr).getEnclosingCallable()
}

/**
 * Holds if the context of `v` and the two sections stand in one class, which accesses the same state in both, as
 * far as can be seen: one author wrote all three, and meant the context to hold for both.
 */
predicate isOwnState(Violation v) {
  getFirst(v) != v.getSecond() and
  not isForException(v) and
  exists(RefType t |
    t = outermostClass(callableOf(getPlace(getFirst(v), v.getWitness()))) and
    t = outermostClass(callableOf(getSecondPlace(v))) and
    t = outermostClass(v.getCallable()) and
    t = outermostClass(getContext(v).getCallable())
  ) and
  (
    exists(getACommonField(v))
    or
    not accesses(getPlace(getFirst(v), v.getWitness()), _) and not accesses(getSecondPlace(v), _)
  )
}

/** Gets the monitor that the context of `v` holds, if it is known which. */
private Monitor contextMonitor(Violation v) { takesLockAt(getContext(v).getBeginning(), result) }

/** Gets a field that `v` is about: one that both sections access, or the one whose object is locked by each call. */
private Field concernedField(Violation v) {
  exists(getContext(v)) and
  (
    result = getACommonField(v)
    or
    not exists(getACommonField(v)) and result = v.getWitness().getLastField()
  )
}

/** Gets an access that changes `f`, which a violation is about, or what it holds, when others may know the object. */
private FieldAccess changeOf(Field f) {
  f = concernedField(_) and
  result.getField() = f and
  changesFieldOrContent(result) and
  not makesObject(result.getEnclosingCallable()) and
  not isTestCallable(result.getEnclosingCallable())
}

/**
 * Holds if some code changes `f`, the field of a violation, or its content without the lock `m` of the context, or only
 * unknown code changes it.
 */
private predicate isChangedWithout(Field f, Monitor m) {
  exists(Violation v | f = concernedField(v) and m = contextMonitor(v)) and
  (exists(FieldAccess a | a = changeOf(f) and not heldDuring(a, m)) or not exists(changeOf(f)))
}

/** Gets the variable that holds the object which is the witness of `v`: a field, or a local variable or parameter. */
private Variable witnessVariable(Violation v) {
  result = v.getWitness().getLastField()
  or
  not exists(v.getWitness().getLastField()) and result = v.getWitness().getAVariable()
}

/**
 * Holds if the witness of `v` is another object of the class whose own lock is the context: the lock of the one does not
 * protect the state of the other.
 */
private predicate isOfOtherObject(Violation v) {
  contextMonitor(v) instanceof InstanceMonitor and
  not v.getWitness() = getContext(v).getLock() and
  exists(RefType t |
    t = instanceMonitorType(concernedField(v).getDeclaringType()) and
    t = contextMonitor(v).getOwner() and
    t = instanceMonitorType(witnessVariable(v).getType().(RefType).getSourceDeclaration())
  )
}

/**
 * Holds if others can come in between the two sections of `v`: some code changes what `v` is about without the lock of
 * the context, or it is not known what that is.
 */
predicate canChangeMeanwhile(Violation v) {
  exists(getContext(v)) and
  (
    not exists(contextMonitor(v))
    or
    not exists(concernedField(v))
    or
    isOfOtherObject(v) and exists(changeOf(concernedField(v)))
    or
    isChangedWithout(concernedField(v), contextMonitor(v))
  )
}
