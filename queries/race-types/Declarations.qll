/**
 * What declarations say of locks, written or inferred: guards of fields (`guarded_by`), and what callers of methods hold
 * (`requires`).
 */

import java
import java.concurrency.Held
import Locks
import Sharing

/*-- Written --*/

/** Gets the lock that an annotation says guards the field `f`; an annotation of the class is about all its fields. */
LockExpr writtenGuard(Field f) {
  result = writtenGuardOf(f)
  or
  not exists(writtenGuardOf(f)) and
  not f.isFinal() and
  exists(Clause c |
    c.getKeyword() = "guarded_by" and
    c.getElement() = f.getDeclaringType() and
    result = lockNamed(c, c.getPart(_).regexpReplaceAll("\\s", ""))
  )
}

private LockExpr writtenGuardOf(Field f) {
  exists(Clause c | c.getKeyword() = "guarded_by" and c.getElement() = f |
    result = lockNamed(c, c.getPart(_).regexpReplaceAll("\\s", ""))
  )
  or
  exists(GuardDeclaration d |
    d.getElement() = f and d.getMeaning() = "guarded" and not d.isOneOfSeveral()
  |
    result = lockOfGuard(d.getGuard().getWhole())
    or
    d.getGuard().isItself() and
    not f.isStatic() and
    result = TFieldLock(TThisLock(f.getDeclaringType()), f)
    or
    d.getGuard().isItself() and result = TStaticLock(f)
  )
}

/** Gets a lock that an annotation says the callers of `c` hold. */
LockExpr writtenRequires(Callable c) {
  exists(Clause clause | clause.getKeyword() = "requires" and clause.getElement() = c |
    result = lockNamed(clause, clause.getPart(_).regexpReplaceAll("\\s", ""))
  )
  or
  exists(GuardDeclaration d | d.getElement() = c and d.getMeaning() = "callers" |
    result = lockOfGuard(d.getGuard().getWhole())
  )
}

/*-- Inferred --*/

/** Gets the class, that of `this` in `c` or one around it, in whose terms locks are written in `c`. */
private RefType namingClass(Callable c) {
  result = thisTypeOf(c).getEnclosingType*() and
  c.fromSource() and
  result.fromSource()
}

/** Gets the lock that is the root of `m`'s path in the code of `c`. */
private LockExpr ownerLock(Callable c, RefType owner) {
  not c.isStatic() and
  AllLocks::heldOnEntry(c, any(Guard g | g.getMonitor().getOwner() = owner)) and
  exists(RefType t | t = namingClass(c) |
    owner = instanceMonitorType(t) and
    not exists(RefType nearer |
      nearer = namingClass(c) and
      nearer != t and
      nearer.getEnclosingType+() = t and
      instanceMonitorType(nearer) = owner
    ) and
    result = TThisLock(t)
    or
    exists(Ghost g |
      g.getDeclaringType() = t and
      instanceMonitorType(g.getType()) = owner and
      result = TGhostLock(g)
    )
  )
}

/** Gets the lock that `m`, held on all ways to `c`, is in the code of `c`. */
private LockExpr lockOfMonitor(Callable c, Monitor m) {
  AllLocks::heldOnEntry(c, any(Guard g | g.getMonitor() = m and g.isExclusive())) and
  (
    m instanceof InstanceMonitor and result = ownerLock(c, m.getOwner())
    or
    result = TClassLock(m.(ClassMonitor).getClassType())
    or
    exists(Field f | f = m.(VariableMonitor).getVariable() |
      result = TStaticLock(f) or result = TFieldLock(ownerLock(c, m.getOwner()), f)
    )
  )
}

/**
 * Gets a lock that all ways to `c`, which nobody calls from outside, seem to hold. `HeldLocks.qll` keeps those that each
 * call holds by the rules of the type system.
 */
LockExpr possibleRequires(Callable c) {
  isOn("infer") and
  c.fromSource() and
  not exists(writtenRequires(c)) and
  not isEntry(c) and
  not c instanceof InitializerMethod and
  not c.(Method).overrides(_) and
  not (c.isSynchronized() and result = TThisLock(_)) and
  (
    result = lockOfMonitor(c, _)
    or
    // What annotations say of a caller holds for what it calls on the same object.
    exists(MethodCall call, Callable caller |
      call.isOwnMethodCall() and
      c = call.getMethod().getSourceDeclaration() and
      c.(Method).isPrivate() and
      caller = call.getEnclosingCallable() and
      caller.getDeclaringType() = c.getDeclaringType() and
      not result.getRoot() = TVariableLock(_)
    |
      result = annotatedLock(caller) or result = possibleRequires(caller)
    )
  )
}

/** Gets a lock that an annotation says is held in all of the code of `c`. */
private LockExpr annotatedLock(Callable c) {
  result = writtenRequires(c)
  or
  exists(Clause clause | clause.getKeyword() = "holds" and clause.getElement() = c |
    result = lockNamed(clause, clause.getPart(_).regexpReplaceAll("\\s", ""))
  )
}

/** Gets a lock by which the field `f` might be guarded: what is written or, without that, what could be inferred. */
LockExpr candidateGuard(Field f) {
  result = writtenGuard(f)
  or
  not exists(writtenGuard(f)) and
  f.fromSource() and
  (f.isStatic() or isSharedClass(f.getDeclaringType())) and
  (
    result = defaultGuard(f)
    or
    isOn("infer") and
    exists(LockExpr base | base = inferrableRoot(f) |
      result = base or exists(Field lock | result = TFieldLock(base, lock))
    )
  )
}

/** Gets the guard that `f` has without any annotation: `this`, or the class object of a static field. */
LockExpr defaultGuard(Field f) {
  f.fromSource() and
  if f.isStatic()
  then result = TClassLock(f.getDeclaringType())
  else result = TThisLock(f.getDeclaringType())
}

private LockExpr inferrableRoot(Field f) {
  not f.isStatic() and
  exists(RefType t | t = f.getDeclaringType() |
    result = TThisLock(t)
    or
    result = TThisLock(t.getEnclosingType+()) and t instanceof InnerClass
    or
    exists(Ghost g | g.getDeclaringType() = t and result = TGhostLock(g))
  )
  or
  exists(RefType t | t = f.getDeclaringType().getEnclosingType*() |
    result = TClassLock(t)
    or
    exists(Field lock | lock.getDeclaringType() = t and result = TStaticLock(lock) |
      lock.getAnAccess() = any(SynchronizedStmt s).getExpr() or lock.getType() instanceof LockType
    )
  )
}
