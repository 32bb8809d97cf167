/**
 * Name protection: uses of a variable by its name, calls of methods whose callers hold a lock, and which of them do
 * without the lock.
 *
 * What flows in are declarations of guards and the locks that are held; what comes out are the uses that do not hold
 * them. What a callable does to an object in the making, or to one of its own that nobody else knows, is no use.
 */

import java
import java.TestSources
import java.concurrency.Held
import java.models.Models
private import java.callgraph.Functions
import Locked

/*-- Which uses count --*/

/** Holds if `qualifier` denotes an object that its callable has made itself; what it does with the object is not looked at. */
predicate isOnObjectMadeHere(Expr qualifier) {
  exists(LocalVariableDecl v | qualifier = v.getAnAccess() |
    exists(v.getAnAssignedValue()) and
    forall(Expr value | value = v.getAnAssignedValue() |
      value instanceof ClassInstanceExpr or
      value instanceof NullLiteral or
      copiesOwnObject(value.getUnderlyingExpr())
    )
  )
  or
  qualifier instanceof ClassInstanceExpr
}

/** Holds if `e` is the operand of a `synchronized` statement or of a call on a lock. */
predicate isOperand(Expr e) {
  e = any(SynchronizedStmt s).getExpr() or
  e = operandOf(_) or
  asksWhetherHeld(_, e)
}

/** Holds if a thread may come to the code of `e` when others may know the objects that it is about. */
private predicate isInReachedCode(Expr e) {
  exists(Callable c |
    c = e.getEnclosingCallable() and AllLocks::isReached(c) and not c instanceof InitializerMethod
  )
}

/** A use of a field that needs its guard: not one of an object in the making. */
class FieldUse extends FieldAccess {
  FieldUse() {
    this.getField().fromSource() and
    isInReachedCode(this) and
    not isTestFile(this.getFile()) and
    not (
      makesObject(this.getEnclosingCallable()) and
      (
        this.isOwnFieldAccess()
        or
        this.getField().isStatic() and this.getEnclosingCallable() instanceof StaticInitializer
      )
    ) and
    not isOnObjectMadeHere(this.getQualifier())
  }

  /** Holds if this does nothing to the value of the field: it gives the field another one, or takes its lock. */
  predicate isAboutVariableOnly() { exists(AssignExpr a | a.getDest() = this) or isOperand(this) }
}

/** Holds if the use `e` only needs that nobody writes: it does not write itself. */
predicate isRead(Expr e) { not e instanceof VarWrite }

/*-- Silence --*/

/** Holds if `@SuppressWarnings` around `e` is about guards. */
predicate isSilenced(Expr e) {
  exists(string category | guardSuppression(category) |
    silences(e.getEnclosingCallable(), category)
    or
    exists(LocalVariableDeclStmt s | s = e.getAnEnclosingStmt() |
      s.getAVariable().getVariable().(Annotatable).suppressesWarningsAbout(category)
    )
  )
}

/** Holds if `c`, or something around it, silences warnings of `category`. */
private predicate silences(Callable c, string category) {
  guardSuppression(category) and
  (
    c.suppressesWarningsAbout(category) or
    c.getDeclaringType().getEnclosingType*().(Annotatable).suppressesWarningsAbout(category) or
    silences(hostCallable(c), category)
  )
}

/*-- Which guards are held --*/

/** Holds if the object that has the field, or the value for guards that begin with `itself`, is `self` for `use`. */
private predicate selfOf(GuardDeclaration d, VarAccess use, AccessPath self) {
  use.getVariable() = d.getElement() and
  if d.getGuard().getRoot().isItself()
  then denotes(use, self)
  else (
    denotesOwner(use, self)
    or
    use.getVariable() instanceof Parameter and
    self =
      TRootPath(instanceRoot(thisTypeOf(use.getEnclosingCallable()),
          thisTypeOf(use.getVariable().(Parameter).getCallable())))
    or
    use.getVariable().isStatic() and self = TRootPath(TThisRoot())
  )
}

/** Gets what the guard of `d` is called where `use` happens. */
AccessPath guardAt(GuardDeclaration d, VarAccess use) {
  exists(AccessPath self |
    selfOf(d, use, self) and guardIs(d, thisTypeOf(use.getEnclosingCallable()), self, result)
  )
}

/** Holds if `use` needs the guard of `d` held so that nobody else reads either. */
bindingset[d, use]
pragma[inline_late]
private predicate needsExclusive(GuardDeclaration d, Expr use) {
  not getNamedMode(d).isShared() and
  not (isRead(use) and not getNamedMode(d).isExclusive())
}

/** Holds if `n` holds `p` as firmly as `use` needs it under the guard of `d`. */
bindingset[n, p, d, use]
private predicate holdsPath(ControlFlowNode n, AccessPath p, GuardDeclaration d, Expr use) {
  exists(boolean exclusive | isPromised(n, p, exclusive) or pathHeld(n, p, exclusive) |
    exclusive = true or not needsExclusive(d, use)
  )
}

/**
 * Holds if the monitor that `d` names is held when `use` happens, as far as monitors show, and is that of the right
 * object: locks that helpers take, that are checked for, or that stand for the order of tasks have no path.
 */
private predicate holdsMonitor(VarAccess use, GuardDeclaration d) {
  use.getVariable() = d.getElement() and
  exists(Monitor m |
    m = getNamedMonitor(d) and
    (
      exists(LockMode mode | locallyHeld(getEffectNode(use), m, mode) |
        mode.isExclusive() or not needsExclusive(d, use)
      ) and
      not isOfOtherObject(use, d)
      or
      exists(Guard g |
        AllLocks::heldOnEntry(use.getEnclosingCallable(), g) and
        g.getMonitor() = m and
        (g.isExclusive() or not needsExclusive(d, use))
      )
    )
  |
    m.isStatic() or
    use.(FieldAccess).isOwnFieldAccess() or
    use.(FieldAccess).isEnclosingFieldAccess(_) or
    not use instanceof FieldAccess or
    not m.getOwner() = instanceMonitorType(use.(FieldAccess).getField().getDeclaringType())
  ) and
  not isLostByAssignment(getEffectNode(use), guardAt(d, use)) and
  not isLostByRelease(getEffectNode(use), guardAt(d, use))
}

/** Gets an expression in `c` that names the lock `m` where it is taken, or asked for. */
private Expr lockNamedIn(Callable c, Monitor m) {
  c = result.getEnclosingCallable() and
  m = getDenotedMonitor(result) and
  (isLockOperand(result) or asksWhetherHeld(_, result))
}

/** Holds if all that names the lock of `d`, called `p` there, in the callable `c` means that of another object. */
bindingset[c, d, p]
private predicate namesOtherObject(Callable c, GuardDeclaration d, AccessPath p) {
  forex(Expr lock | lock = lockNamedIn(c, getNamedMonitor(d)) |
    exists(AccessPath other |
      denotes(lock, other) and other != p and other.getLastField() = p.getLastField()
    )
  )
}

/** Holds if all that names the lock of `d` in the callable of `use` means that of another object than the one used. */
private predicate isOfOtherObject(VarAccess use, GuardDeclaration d) {
  namesOtherObject(use.getEnclosingCallable(), d, guardAt(d, use))
}

/** Holds if `use` holds the guard of `d`. */
private predicate holdsGuardOf(VarAccess use, GuardDeclaration d) {
  holdsPath(getEffectNode(use), guardAt(d, use), d, use) or
  holdsMonitor(use, d)
}

/** Holds if `e` is only compared with `null`. */
private predicate isNullTested(Expr e) {
  exists(EqualityTest test, NullLiteral n | test.hasOperands(e, n))
}

/** Holds if `d` guards what the variable or method holds, and not its name: the values have state. */
predicate guardsValues(GuardDeclaration d) { hasGuard(_, _, d) }

/** Holds if `use` of the element of `d` needs the guard. */
private predicate needsGuard(VarAccess use, GuardDeclaration d) {
  use.getVariable() = d.getElement() and
  d.getMeaning() = "guarded" and
  exists(d.getGuard()) and
  not guardsValues(d) and
  (
    use instanceof FieldUse
    or
    use.getVariable() instanceof LocalScopeVariable and isInReachedCode(use)
  ) and
  not (d.getGuard().isItself() and (use.(FieldUse).isAboutVariableOnly() or isOperand(use))) and
  // Whoever reads a volatile field sees what was written last; the lock keeps changes apart.
  not (isRead(use) and (use.getVariable().isVolatile() or d.isAboutWritesOnly())) and
  // What guards itself may be asked whether it is there.
  not (
    isNullTested(use) and (d.getGuard().isItself() or d.getGuard().getField() = use.getVariable())
  ) and
  // The lock itself has to be read to be taken.
  not (isOperand(use) and use.getVariable() = d.getGuard().getWhole().getField()) and
  not isSilenced(use)
}

/** Holds if `use` of the element of `d` does not hold the guard that `d` names: name protection. */
predicate isUnguardedUse(VarAccess use, GuardDeclaration d) {
  needsGuard(use, d) and
  not holdsGuardOf(use, d) and
  not (
    d.isOneOfSeveral() and
    exists(GuardDeclaration other |
      other.getAnnotation() = d.getAnnotation() and holdsGuardOf(use, other)
    )
  )
}

/** Holds if `use` of the element of `d` holds the guard that `d` names. */
predicate isGuardedUse(VarAccess use, GuardDeclaration d) {
  needsGuard(use, d) and
  not isUnguardedUse(use, d)
}

/*-- Values --*/

/** Gets the object with the variable or method that `named` names. */
private AccessPath ownerOf(Expr named, RefType own) {
  hasGuard(_, named, _) and
  own = thisTypeOf(named.getEnclosingCallable()) and
  (
    denotesOwner(named, result)
    or
    denotesReceiverOf(named, result)
    or
    exists(LocalScopeVariable v | v = named.(VarAccess).getVariable() |
      result = TRootPath(instanceRoot(own, thisTypeOf(v.getCallable())))
    )
    or
    (
      named instanceof ThisAccess or
      named.(FieldAccess).getField().isStatic() or
      named.(MethodCall).getMethod().isStatic() or
      named instanceof CastingExpr or
      named instanceof ClassInstanceExpr
    ) and
    result = TRootPath(TThisRoot())
  )
}

/** Gets what the guard of `d`, declared where `named` names it, is called where the value of `e` is used. */
private AccessPath guardOfValue(Expr e, Expr named, GuardDeclaration d) {
  hasGuard(e, named, d) and
  exists(RefType own, AccessPath self | own = thisTypeOf(e.getEnclosingCallable()) |
    d.getGuard().getRoot().isItself() and denotes(e, self) and guardIs(d, own, self, result)
    or
    not d.getGuard().getRoot().isItself() and
    self = ownerOf(named, own) and
    guardIs(d, own, self, result)
  )
  or
  hasGuard(e, named, d) and
  d.getGuard().getRoot().isItself() and
  result = guardOfValue(copiedFrom(e), named, d)
}

/** Holds if `at`, a use of the value of `e`, holds the guard of `d`, declared where `named` names it. */
private predicate holdsGuardOfValue(Expr e, Expr named, Expr at, GuardDeclaration d) {
  usesValue(e, named, at, d) and
  (
    holdsPath(getEffectNode(at), guardOfValue(e, named, d), d, at)
    or
    exists(Monitor m | m = getNamedMonitor(d) and isHeldFor(at, m, d) |
      m.isStatic()
      or
      (e = named or not d.getGuard().getRoot().isItself()) and
      (
        named.(FieldAccess).isOwnFieldAccess() or
        named.(MethodCall).isOwnMethodCall() or
        named instanceof ThisAccess or
        named.(VarAccess).getVariable() instanceof LocalScopeVariable
      )
    ) and
    not namesOtherObject(e.getEnclosingCallable(), d, guardOfValue(e, named, d)) and
    not isLostByAssignment(getEffectNode(at), guardOfValue(e, named, d)) and
    not isLostByRelease(getEffectNode(at), guardOfValue(e, named, d))
  )
}

/** Holds if `m` is held at `at`, as firmly as that needs it under the guard of `d`. */
private predicate isHeldFor(Expr at, Monitor m, GuardDeclaration d) {
  usesValue(_, _, at, d) and
  (
    exists(LockMode mode | locallyHeld(getEffectNode(at), m, mode) |
      mode.isExclusive() or not needsExclusive(d, at)
    )
    or
    exists(Guard g | AllLocks::heldOnEntry(at.getEnclosingCallable(), g) and g.getMonitor() = m |
      g.isExclusive() or not needsExclusive(d, at)
    )
  )
}

/** Holds if `at` dereferences the value of `e`, whose guard `d` is declared where `named` names it. */
private predicate usesValue(Expr e, Expr named, Expr at, GuardDeclaration d) {
  hasGuard(e, named, d) and
  (
    isDereferenced(e, at) and
    not (
      d.getGuard().isItself() and
      locksReceiver(at) and
      not wantsHeldReceiver(at.(MethodCall).getMethod().getSourceDeclaration())
    )
    or
    isHandedToUser(e) and at = e
  ) and
  isInReachedCode(e) and
  not isTestFile(e.getFile()) and
  not (named instanceof FieldAccess and not named instanceof FieldUse) and
  not isOnObjectMadeHere(named.(MethodCall).getQualifier()) and
  not named instanceof ClassInstanceExpr and
  not isOperand(e) and
  not isSilenced(e)
}

/** Holds if `e`, the value of which `d` guards, is dereferenced without the guard: value protection, as types declare it. */
predicate isUnguardedValue(Expr e, GuardDeclaration d) {
  exists(Expr named, Expr at |
    usesValue(e, named, at, d) and
    not holdsGuardOfValue(e, named, at, d) and
    not (
      d.isOneOfSeveral() and
      exists(GuardDeclaration other |
        other.getAnnotation() = d.getAnnotation() and holdsGuardOfValue(e, named, at, other)
      )
    )
  )
}

/** Holds if `use`, of a field of the own object without its name, does without the guard `d` of the receiver. */
predicate isUnguardedReceiver(FieldAccess use, GuardDeclaration d) {
  guardsReceiverOf(d, use.getEnclosingCallable()) and
  use.isOwnFieldAccess() and
  not exists(use.getQualifier()) and
  not use.getField().isStatic() and
  not use.getField().isFinal() and
  isInReachedCode(use) and
  not isTestFile(use.getFile()) and
  not isSilenced(use) and
  not exists(AccessPath p |
    guardIs(d, thisTypeOf(use.getEnclosingCallable()), TRootPath(TThisRoot()), p) and
    holdsPath(getEffectNode(use), p, d, use)
  ) and
  not locallyHeld(getEffectNode(use), getNamedMonitor(d), _)
}

/** Holds if `e`, the value of which `d` guards, is dereferenced under the guard. */
predicate isGuardedValue(Expr e, GuardDeclaration d) {
  usesValue(e, _, _, d) and
  not isUnguardedValue(e, d)
}

/*-- Why --*/

/** Holds if the code of `e` is run later than where it stands, when the locks around it are no longer held. */
predicate isRunLater(Expr e) {
  exists(LambdaExpr lambda |
    isLambdaMethod(e.getEnclosingCallable(), lambda) and isEntry(e.getEnclosingCallable())
  )
}

/** Gets words for why `use` does not hold the guard of `d`, where there is more to say than that it does not. */
string whyUnguarded(VarAccess use, GuardDeclaration d) {
  isUnguardedUse(use, d) and
  (
    if isLostByAssignment(getEffectNode(use), guardAt(d, use))
    then result = ": the lock was taken, but what the guard names may have been assigned since"
    else if pathHeld(getEffectNode(use), guardAt(d, use), false)
    then result = ": it is held as by a reader only"
    else if exists(Monitor m |
      m = getNamedMonitor(d) and
      not m.isStatic() and
      locallyHeld(getEffectNode(use), m, _) and
      not use.(FieldAccess).isOwnFieldAccess()
    )
    then result = ": the lock that is held is that of another object"
    else if isRunLater(use) and locallyHeld(hostNode(use), getNamedMonitor(d), _)
    then result = ": this code is run later, when the lock around it is no longer held"
    else result = ""
  )
}

/** Gets the node of the lambda expression in which `e` stands. */
private ControlFlowNode hostNode(Expr e) {
  exists(LambdaExpr lambda |
    isLambdaMethod(e.getEnclosingCallable(), lambda) and result = lambda.getControlFlowNode()
  )
}

/*-- Calls of methods whose callers hold a lock --*/

/** Gets what the guard of `d`, on the method that `call` calls, is called by the caller. */
private AccessPath guardAtCall(GuardDeclaration d, MethodCall call) {
  call.getMethod().getSourceDeclaration() = d.getElement() and
  exists(GuardExpr root | root = d.getGuard().getRoot() |
    exists(AccessPath self |
      not exists(root.getParameter()) and
      (
        denotesReceiverOf(call, self)
        or
        call.getMethod().isStatic() and self = TRootPath(TThisRoot())
      ) and
      guardIs(d, thisTypeOf(call.getEnclosingCallable()), self, result)
    )
    or
    exists(AccessPath inner, Parameter p |
      p = root.getParameter() and guardIs(d, _, _, inner) and result = atArgument(call, p, inner)
    )
  )
}

/** Gets what `inner`, which begins with the parameter `p`, is called where `call` gives it an argument. */
private AccessPath atArgument(MethodCall call, Parameter p, AccessPath inner) {
  call.getMethod().getSourceDeclaration() = p.getCallable() and
  exists(GuardDeclaration d |
    d.getElement() = p.getCallable() and d.getGuard().getRoot().getParameter() = p
  ) and
  (
    inner = TRootPath(TVariableRoot(p)) and denotes(call.getArgument(p.getPosition()), result)
    or
    exists(AccessPath base |
      base = atArgument(call, p, inner.getBase()) and
      result = TLongerPath(base, inner.getLastStep())
    )
  )
}

/** Holds if `call`, of a method with the promise `d`, is one that needs the lock. */
private predicate needsLock(MethodCall call, GuardDeclaration d) {
  call.getMethod().getSourceDeclaration() = d.getElement() and
  d.getMeaning() = ["callers", "releases"] and
  exists(d.getGuard()) and
  isInReachedCode(call) and
  not isTestFile(call.getFile()) and
  not (makesObject(call.getEnclosingCallable()) and call.isOwnMethodCall()) and
  not isOnObjectMadeHere(call.getQualifier()) and
  not isSilenced(call)
}

/** Holds if the monitor that `d` names is held at `call`, and is that of the right object. */
private predicate holdsMonitorAtCall(MethodCall call, GuardDeclaration d) {
  needsLock(call, d) and
  not exists(d.getGuard().getRoot().getParameter()) and
  not namesOtherObject(call.getEnclosingCallable(), d, guardAtCall(d, call)) and
  exists(Monitor m | m = getNamedMonitor(d) and heldDuring(call, m) |
    m.isStatic() or
    // What takes a lock for its callers, and what gives it back, are called on one object.
    d.getMeaning() = "releases" or
    call.isOwnMethodCall() or
    not call.hasQualifier() or
    call.getQualifier() instanceof InstanceAccess or
    not m.getOwner() = instanceMonitorType(d.getElement().(Method).getDeclaringType())
  )
}

private predicate holdsLockOf(MethodCall call, GuardDeclaration d) {
  exists(AccessPath p, boolean exclusive |
    p = guardAtCall(d, call) and
    (
      isPromised(call.getControlFlowNode(), p, exclusive) or
      pathHeld(call.getControlFlowNode(), p, exclusive)
    )
  |
    exclusive = true or getNamedMode(d).isShared()
  )
  or
  holdsMonitorAtCall(call, d)
}

/** Holds if `call` does not hold the lock that the method that it calls asks its callers for by `d`. */
predicate isUnheldCall(MethodCall call, GuardDeclaration d) {
  needsLock(call, d) and
  not holdsLockOf(call, d) and
  not (
    d.isOneOfSeveral() and
    exists(GuardDeclaration other |
      other.getAnnotation() = d.getAnnotation() and holdsLockOf(call, other)
    )
  )
}

/** Holds if `e` makes a function of a method whose callers hold a lock, by `d`, and whoever runs it need not hold it. */
predicate isUnheldReference(MemberRefExpr e, GuardDeclaration d) {
  e.getReferencedCallable().getSourceDeclaration() = d.getElement() and
  d.getMeaning() = "callers" and
  exists(d.getGuard()) and
  isInReachedCode(e) and
  not isTestFile(e.getFile()) and
  not isSilenced(e) and
  not (
    // Run on the spot, under the lock that is held there.
    exists(ExprParent site | runsFunction(site, e, _)) and
    locallyHeld(e.getControlFlowNode(), getNamedMonitor(d), _)
  )
}
