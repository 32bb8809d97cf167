/** Types of locks and the calls that take them, give them back, view them or ask about them; from `models/locks.yml`. */

import java
import java.concurrency.LockModes
import java.models.Models

/** A type of explicit locks: one that the models name, or one that has methods `lock` and `unlock`. */
class LockType extends RefType {
  LockType() {
    hasLockMethod(this, "lock") and hasLockMethod(this, "unlock")
    or
    exists(string package, string type |
      lockMethod(package, type, _, ["acquire", "try"], _) and
      not permitLock(package, type) and
      this.getSourceDeclaration().getASourceSupertype*().hasQualifiedName(package, type)
    )
  }

  /** Gets a call that acquires a lock of this type. */
  MethodCall getLockAccess() {
    result.(LockAcquire).getLockType() = this or
    result = this.lockCall(["lock", "tryLock", "lockInterruptibly"])
  }

  /** Gets a call that releases a lock of this type. */
  MethodCall getUnlockAccess() {
    result.(LockRelease).getLockType() = this or
    result = this.lockCall("unlock")
  }

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

/** A type of conditions of a lock. */
class ConditionType extends RefType {
  ConditionType() {
    exists(string package, string type |
      conditionType(package, type) and
      this.getSourceDeclaration().getASourceSupertype*().hasQualifiedName(package, type)
    )
  }
}

/** Holds if `t` or a supertype declares a method of the name `name`, one of those that make a lock. */
private predicate hasLockMethod(RefType t, string name) {
  name = ["lock", "unlock", "readLock", "writeLock", "asReadLock", "asWriteLock"] and
  t.getSourceDeclaration().getASourceSupertype*().declaresMethod(name)
}

/** Holds if `m` does `action` to a lock in `mode` (in each mode that fits), as the models say or, for other types of locks, its name. */
cached
predicate isLockMethod(Method m, string action, LockMode mode) {
  exists(RefType declaring, string package, string type, string text |
    declaring = m.getDeclaringType().getSourceDeclaration() and
    lockMethod(package, type, m.getName(), action, text) and
    mode = modeInRow(text) and
    declaring.getASourceSupertype*().hasQualifiedName(package, type)
  )
  or
  exists(RefType declaring |
    declaring = m.getDeclaringType().getSourceDeclaration() and
    hasLockMethod(declaring, "lock") and
    hasLockMethod(declaring, "unlock") and
    not m.isStatic() and
    mode.isExclusive()
  |
    m.getName() = ["lock", "lockInterruptibly"] and action = "acquire"
    or
    m.getName() = "tryLock" and action = "try"
    or
    m.getName() = "unlock" and action = "release"
    or
    m.getName() = "isHeldByCurrentThread" and action = "asks"
  )
}

/**
 * Holds if `call` does `action` to a lock in `mode`. Where the class of the lock is named but absent, the call has no
 * method; its name and the type of its receiver say as much.
 */
cached
predicate isLockCall(MethodCall call, string action, LockMode mode) {
  isLockMethod(call.getMethod(), action, mode)
  or
  exists(string name, string package, string type, string text |
    unresolved_calls(call, name, _) and
    lockMethod(package, type, name, action, text) and
    mode = modeInRow(text) and
    call.getQualifier().getType().(RefType).hasQualifiedName(package, type)
  )
  or
  takesForBlock(call, mode) and action = "acquire"
}

/**
 * Holds if `call` is the resource of a `try`, and takes a lock in `mode`: a method `lock` or the like, of a class of a
 * library that is absent. What it gives ends the hold when the block ends (Jetty's `AutoLock`, and many such).
 */
private predicate takesForBlock(MethodCall call, LockMode mode) {
  exists(TryStmt try, string name |
    call = try.getAResource() or
    call = try.getAResource().(LocalVariableDeclStmt).getAVariable().getInit()
  |
    unresolved_calls(call, name, _) and
    not call.getQualifier() instanceof TypeAccess and
    (
      name.regexpMatch("(?i)(write|exclusive)?lock|lock(write|exclusive|interruptibly)?|acquire(write)?lock") and
      mode.isExclusive()
      or
      name.regexpMatch("(?i)(read|shared)lock|lock(read|shared)|acquire(read|shared)lock") and
      mode.isShared()
    )
  )
}

/** Holds if `call` gives a view of the lock that is its receiver: a half of it, or the whole. */
predicate isLockView(MethodCall call) { isViewIn(call, _) }

/** Gets the mode of the half of a lock of which `call` gives a view; none, if it is a view of the whole. */
LockMode getViewMode(MethodCall call) {
  exists(string text | isViewIn(call, text) and result.toString() = text)
}

/** Holds if `call` gives a view of the half in the mode `text` of the lock that is its receiver, or of the whole for `any`. */
cached
private predicate isViewIn(MethodCall call, string text) {
  exists(RefType declaring, string package, string type |
    declaring = call.getMethod().getDeclaringType().getSourceDeclaration() and
    lockView(package, type, call.getMethod().getName(), text) and
    declaring.getASourceSupertype*().hasQualifiedName(package, type)
  )
  or
  exists(ReadWriteLockType t |
    t = call.getMethod().getDeclaringType() and
    not isLockMethod(call.getMethod(), _, _) and
    call.getMethod().hasNoParameters()
  |
    call.getMethod().getName() = ["readLock", "asReadLock"] and text = "shared"
    or
    call.getMethod().getName() = ["writeLock", "asWriteLock"] and text = "exclusive"
  )
}

/** Holds if `call` is on an object that counts as a lock: any, but for counters of permits only those with one permit. */
private predicate countsAsLock(MethodCall call) {
  isLockCall(call, _, _) and
  not exists(string package, string type |
    permitLock(package, type) and
    call.getQualifier().getType().(RefType).hasQualifiedName(package, type)
  )
  or
  exists(Variable v | isLockCall(call, _, _) and call.getQualifier() = v.getAnAccess() |
    exists(v.getAnAssignedValue()) and
    forall(Expr made | made = v.getAnAssignedValue() |
      made.(ClassInstanceExpr).getArgument(0).(IntegerLiteral).getLiteral() = "1"
    )
  )
}

/** A call that does something to a lock. */
class LockCall extends MethodCall {
  LockCall() {
    countsAsLock(this) and
    // Within a lock's own class the calls on itself are how it is made; a class that extends one uses it.
    (
      this.hasQualifier() or
      this.getMethod().isStatic() or
      not this.getMethod().getDeclaringType().fromSource()
    )
  }

  /** Gets the expression that denotes the lock, if it is one; static methods have none. */
  Expr getLockExpr() {
    result = this.getQualifier() and
    not exists(Method m | m = this.getMethod() and m.isStatic())
  }

  /** Gets the type of the lock. */
  RefType getLockType() {
    result = this.getLockExpr().getType()
    or
    this.getMethod().isStatic() and result = this.getMethod().getDeclaringType()
  }

  /** Gets what the models say this does: `acquire`, `try`, `release`, `optimistic`, `validate` or `asks`. */
  string getAction() { isLockCall(this, result, _) }

  /** Gets the mode that the type of the lock, or else the method, says; several, if a release fits each of them. */
  LockMode getADeclaredMode() {
    result = lockTypeMode(this.getLockType())
    or
    not exists(lockTypeMode(this.getLockType())) and isLockCall(this, _, result)
  }
}

/** Gets the mode in which locks of the type `t` are always held. */
private LockMode lockTypeMode(RefType t) {
  exists(string package, string type |
    lockTypeMode(package, type, result.toString()) and
    t.getSourceDeclaration().getASourceSupertype*().hasQualifiedName(package, type)
  )
}

/** A call that acquires a lock, or tries to. */
class LockAcquire extends LockCall {
  LockAcquire() { this.getAction() = ["acquire", "try", "optimistic"] }

  /** Holds if the lock is held only where the result of this is `true`, or a stamp other than 0. */
  predicate isConditional() {
    this.getAction() = "try"
    or
    this.getAction() = "acquire" and
    (
      this.getMethod().getReturnType() instanceof BooleanType
      or
      not exists(this.getMethod()) and not this.getParent() instanceof ExprStmt
    )
  }

  /** Holds if this begins an optimistic read, which holds nothing until it is validated. */
  predicate isOptimistic() { this.getAction() = "optimistic" }

  /** Holds if the result of this is a stamp that the release takes. */
  predicate hasStamp() { this.getMethod().getReturnType().hasName("long") }
}

/** A call that releases a lock. */
class LockRelease extends LockCall {
  LockRelease() { this.getAction() = "release" }
}

/** A call that confirms an optimistic read, `validate`. */
class LockValidate extends LockCall {
  LockValidate() { this.getAction() = "validate" }
}

/** Holds if `call`, of a method that rows name, asks whether the current thread holds the monitor of `lock`. */
predicate asksWhetherHeld(MethodCall call, Expr lock) {
  exists(string package, string type, string name |
    asksForArgument(package, type, name) and
    call.getMethod().hasQualifiedName(package, type, name) and
    lock = call.getArgument(0)
  )
}

/** A call that asks whether the current thread holds a lock. */
class LockQuery extends LockCall {
  LockQuery() { this.getAction() = "asks" }
}
