/** Monitors: what `synchronized` and lock objects protect. */

import java

/** A type of explicit locks: it has methods `lock` and `unlock`. */
class LockType extends RefType {
  LockType() { hasLockMethod(this, "lock") and hasLockMethod(this, "unlock") }

  /** Gets a call that acquires a lock of this type. */
  MethodCall getLockAccess() { result = this.lockCall(["lock", "tryLock", "lockInterruptibly"]) }

  /** Gets a call that releases a lock of this type. */
  MethodCall getUnlockAccess() { result = this.lockCall("unlock") }

  /** Gets a call that asks whether the current thread holds a lock of this type. */
  MethodCall getIsHeldByCurrentThreadAccess() { result = this.lockCall("isHeldByCurrentThread") }

  private MethodCall lockCall(string name) {
    result.getMethod().getName() = name and
    result.getMethod().getDeclaringType().getSourceDeclaration() =
      this.getSourceDeclaration().getASourceSupertype*()
  }
}

/** A type that hands out a pair of locks, for readers and for writers. */
class ReadWriteLockType extends RefType {
  ReadWriteLockType() {
    hasLockMethod(this, ["readLock", "asReadLock"]) and
    hasLockMethod(this, ["writeLock", "asWriteLock"])
  }
}

/** Holds if `t` or a supertype declares a method of the name `name`, one of those that make a lock. */
private predicate hasLockMethod(RefType t, string name) {
  name = ["lock", "unlock", "readLock", "writeLock", "asReadLock", "asWriteLock"] and
  t.getSourceDeclaration().getASourceSupertype*().declaresMethod(name)
}

/** Gets an expression that denotes the lock held in `v`, or a view of it. */
private Expr lockExpr(Variable v) {
  v.getType() instanceof LockType and result = v.getAnAccess()
  or
  v.getType() instanceof ReadWriteLockType and
  exists(MethodCall view | view = result |
    view.getMethod().getName() = ["readLock", "writeLock", "asReadLock", "asWriteLock"] and
    view.getQualifier() = v.getAnAccess()
  )
}

/** Gets the variable whose value `v` is known to hold: itself, or the field that all its assignments copy. */
Variable originOf(Variable v) {
  result = aliasOf(v)
  or
  not exists(aliasOf(v)) and result = v
}

/** Gets the field of which the local variable `v` is a copy, or of whose lock it holds a view, whatever is assigned. */
private Field aliasOf(LocalVariableDecl v) {
  result = unique(Field f | f = copiedField(v, _)) and
  not exists(Expr value | value = v.getAnAssignedValue() and not exists(copiedField(v, value)))
}

/** Gets the field of which `value`, assigned to the local variable `v`, is a copy or a view. */
private Field copiedField(LocalVariableDecl v, Expr value) {
  value = v.getAnAssignedValue() and
  (value = result.getAnAccess() or value = lockExpr(result))
}

private newtype TMonitor =
  TVariableMonitor(Variable v) {
    v = originOf(any(Variable u | u.getAnAccess() = any(SynchronizedStmt s).getExpr())) or
    v = originOf(any(Variable u | any(MethodCall c).getQualifier() = lockExpr(u)))
  } or
  TInstanceMonitor(RefType t) {
    t.isSourceDeclaration() and
    t instanceof Class and
    t.fromSource()
  } or
  TClassMonitor(RefType t) {
    t.isSourceDeclaration() and
    t instanceof ClassOrInterface and
    t.fromSource()
  }

/** Something that at most one thread can hold. */
class Monitor extends TMonitor {
  /** Gets the place where this monitor is declared. */
  Location getLocation() { none() }

  /** Gets a text that describes this. */
  string toString() { none() }

  /** Holds if there is one such monitor for the whole program rather than one for each instance. */
  predicate isStatic() { none() }
}

/** The monitor of the object in a variable, or the lock in it. */
class VariableMonitor extends Monitor, TVariableMonitor {
  /** Gets the variable. */
  Variable getVariable() { this = TVariableMonitor(result) }

  override Location getLocation() { result = this.getVariable().getLocation() }

  override string toString() { result = this.getVariable().getName() }

  override predicate isStatic() { this.getVariable().isStatic() }
}

/** The monitor of `this`. */
class InstanceMonitor extends Monitor, TInstanceMonitor {
  /** Gets the class of `this`. */
  RefType getThisType() { this = TInstanceMonitor(result) }

  override Location getLocation() { result = this.getThisType().getLocation() }

  override string toString() { result = "this" }
}

/** The monitor of a class object. */
class ClassMonitor extends Monitor, TClassMonitor {
  /** Gets the class. */
  RefType getClassType() { this = TClassMonitor(result) }

  override Location getLocation() { result = this.getClassType().getLocation() }

  override string toString() { result = this.getClassType().getName() + ".class" }

  override predicate isStatic() { any() }
}

/** Holds if `e` stands in the block of a `synchronized` statement on `lock`. */
private predicate synchronizedOn(Expr e, Expr lock) {
  exists(SynchronizedStmt sync |
    lock = sync.getExpr() and sync.getBlock() = e.getEnclosingStmt().getEnclosingStmt*()
  )
}

/** Holds if `e` is only evaluated while `m` is held, as the callable of `e` alone shows. */
predicate locallyMonitors(Expr e, Monitor m) {
  exists(Variable v | m = TVariableMonitor(originOf(v)) |
    synchronizedOn(e, v.getAnAccess()) or locallyLocked(e, v)
  )
  or
  exists(ThisAccess self | synchronizedOn(e, self) |
    m = TInstanceMonitor(self.getType().(RefType).getSourceDeclaration())
  )
  or
  exists(Method method | e.getEnclosingCallable() = method and method.isSynchronized() |
    if method.isStatic()
    then m = TClassMonitor(method.getDeclaringType().getSourceDeclaration())
    else m = TInstanceMonitor(method.getDeclaringType().getSourceDeclaration())
  )
  or
  exists(TypeLiteral literal | synchronizedOn(e, literal) |
    m = TClassMonitor(literal.getReferencedType().(RefType).getSourceDeclaration())
  )
  or
  synchronizedOnQualifier(e) and
  m = TInstanceMonitor(e.(FieldAccess).getField().getDeclaringType().getSourceDeclaration())
}

/** Holds if `e` accesses a field of the object in a local variable, inside a block that is synchronized on it. */
predicate synchronizedOnQualifier(FieldAccess e) {
  exists(LocalScopeVariable v |
    e.getQualifier() = v.getAnAccess() and synchronizedOn(e, v.getAnAccess())
  )
}

/** Gets the node at which `e` takes effect: that of the assignment, for the target of one. */
private ControlFlowNode effectNode(Expr e) {
  exists(Assignment a | a.getDest() = e and result = a.getControlFlowNode())
  or
  not exists(Assignment a | a.getDest() = e) and result = e.getControlFlowNode()
}

/** Holds if `call`, in `c`, acquires the lock in `v`. */
private predicate acquires(Callable c, Variable v, MethodCall call) {
  call.getQualifier() = lockExpr(v) and
  call.getMethod().getName() = ["lock", "tryLock", "lockInterruptibly"] and
  call.getEnclosingCallable() = c
}

/** Holds if `call`, in `c`, releases the lock in `v`. */
private predicate releases(Callable c, Variable v, MethodCall call) {
  call.getQualifier() = lockExpr(v) and
  call.getMethod().getName() = "unlock" and
  call.getEnclosingCallable() = c
}

/** Holds if `acquire` and `release`, calls in `c` on the lock in `v`, enclose what lies between them. */
private predicate lockRegion(
  Callable c, Variable v, ControlFlowNode acquire, ControlFlowNode release
) {
  exists(MethodCall lockCall, MethodCall unlockCall |
    acquires(c, v, lockCall) and
    releases(c, v, unlockCall) and
    acquire = lockCall.getControlFlowNode() and
    release = unlockCall.getControlFlowNode() and
    dominates(acquire, release)
  )
}

/**
 * Holds if `e` is only evaluated while the lock in `v` is held: a call that acquires it dominates `e` and a call that
 * releases it, and the release post-dominates `e`.
 */
predicate locallyLocked(Expr e, Variable v) {
  exists(Callable c, ControlFlowNode acquire, ControlFlowNode release, ControlFlowNode node |
    lockRegion(c, v, acquire, release) and
    e.getEnclosingCallable() = c and
    node = effectNode(e) and
    dominates(acquire, node) and
    postDominates(release, node)
  )
}
