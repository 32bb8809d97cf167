/** Accesses that conflict when several threads use one object, and the monitors under which they happen. */

import java
import java.Concurrency
import java.models.Models
import java.concurrency.ThreadSafeTypes

/** A field of a class meant to be thread-safe whose accesses have to be synchronized. */
class ExposedField extends Field {
  ExposedField() {
    this.getDeclaringType() instanceof ClassMeantThreadSafe and
    not this.isVolatile() and
    not this instanceof EnumConstant and
    not this.getType() instanceof LockType and
    not this.getType() instanceof ReadWriteLockType and
    not isThreadSafeType(this.getType()) and
    not isThreadSafeValue(this.getInitializer())
  }
}

/** An access to an exposed field that may happen while other threads use the object. */
class ExposedFieldAccess extends FieldAccess {
  ExposedFieldAccess() {
    this.getField() instanceof ExposedField and
    not this.getEnclosingCallable() instanceof InitializerMethod and
    not this.getEnclosingCallable().(Constructor).getDeclaringType() =
      this.getField().getDeclaringType() and
    not exists(LocalVariableDecl v, Expr made |
      this.getQualifier() = v.getAnAccess() and made = v.getInitializer().getUnderlyingExpr()
    |
      made instanceof ClassInstanceExpr
      or
      isCopy(made) and (this.isVarWrite() or this.getField().getType() instanceof PrimitiveType)
    ) and
    not exists(SynchronizedStmt sync | sync.getExpr() = this)
  }
}

/** Holds if `e` copies an object: nobody else knows the copy, but what its fields refer to may be shared. */
private predicate isCopy(Expr e) { e.(MethodCall).getMethod().getName().matches("clone%") }

/** Holds if `a` may change what the field holds: the value, an element of its array, the state of its object. */
predicate isModifying(ExposedFieldAccess a) {
  a.isVarWrite()
  or
  exists(Expr element | element = elementOf(a) |
    element = any(Assignment assign).getDest() or element = any(UnaryAssignExpr unary).getExpr()
  )
  or
  exists(MethodCall call, Method callee, RefType declaring |
    call.getQualifier() = a and
    callee = call.getMethod() and
    declaring = callee.getDeclaringType().getSourceDeclaration()
  |
    exists(string package, string type |
      modifiesReceiver(package, type, callee.getName()) and
      declaring.getASourceSupertype*().hasQualifiedName(package, type)
    )
  )
}

/** Gets an element, of any depth, of the array that `a` holds. */
private ArrayAccess elementOf(ExposedFieldAccess a) {
  result.getArray() = a or
  result.getArray() = elementOf(a)
}

/**
 * Holds if `e`, in the method `m` of a class meant to be thread-safe, is an access that conflicts with others, or a
 * call of a method of the same class that may lead to one.
 */
private predicate relevant(Method m, Expr e) {
  m = e.(ExposedFieldAccess).getEnclosingCallable() and
  m.getDeclaringType() = e.(ExposedFieldAccess).getField().getDeclaringType()
  or
  exists(Method callee | callsWithin(m, e, callee) and relevant(callee, _))
}

/** Holds if `call`, in `m`, calls `callee`, and one class meant to be thread-safe declares both. */
private predicate callsWithin(Method m, MethodCall call, Method callee) {
  call.getEnclosingCallable() = m and
  callee = call.getMethod().getSourceDeclaration() and
  callee.getDeclaringType() = m.getDeclaringType() and
  m.getDeclaringType() instanceof ClassMeantThreadSafe
}

/** Holds if `e` is evaluated on the way from some public method; `entry` is the first such method met. */
predicate publicAccess(Expr e, Method entry) {
  exists(Method m | relevant(m, e) |
    m.isPublic() and entry = m
    or
    exists(Expr call | callsWithin(_, call, m) and publicAccess(call, entry))
  )
}

/** Holds if some way from a public method to `e` holds no monitor at all. */
private predicate unmonitored(Expr e) {
  exists(Method m | relevant(m, e) and not monitoredHere(e, _) |
    m.isPublic() or exists(Expr call | callsWithin(_, call, m) and unmonitored(call))
  )
}

/** Holds if some way from the public method `entry` to `e` holds no monitor at all. */
predicate unmonitoredFrom(Expr e, Method entry) {
  exists(Method m | relevant(m, e) and not monitoredHere(e, _) |
    m.isPublic() and entry = m
    or
    exists(Expr call | callsWithin(_, call, m) and unmonitoredFrom(call, entry))
  )
}

/** Holds if `e` is evaluated under `mon`, and `mon` can protect what `e` accesses. */
private predicate monitoredHere(Expr e, Monitor mon) {
  relevant(_, e) and
  locallyMonitors(e, mon) and
  not (mon instanceof InstanceMonitor and onOtherInstance(e) and not synchronizedOnQualifier(e))
}

/** Holds if `e` accesses or calls a member of an object that is not `this`. */
private predicate onOtherInstance(Expr e) {
  exists(FieldAccess a | a = e |
    not a.getField().isStatic() and
    a.hasQualifier() and
    not a.getQualifier() instanceof ThisAccess and
    not a.getQualifier() instanceof SuperAccess
  )
  or
  exists(MethodCall c | c = e |
    not c.getMethod().isStatic() and
    c.hasQualifier() and
    not c.getQualifier() instanceof ThisAccess and
    not c.getQualifier() instanceof SuperAccess
  )
}

/** Gets a monitor that is held somewhere in the class that declares `f`. */
private Monitor candidate(ExposedField f) {
  exists(Expr e, Method m |
    relevant(m, e) and m.getDeclaringType() = f.getDeclaringType() and monitoredHere(e, result)
  ) and
  (f.isStatic() implies result.isStatic())
}

/** Holds if some way from a public method to `e`, in the class of the exposed field `f`, does not hold `mon`. */
private predicate escapes(Expr e, Monitor mon) {
  exists(Method m |
    relevant(m, e) and
    mon = candidate(any(ExposedField f | f.getDeclaringType() = m.getDeclaringType())) and
    not monitoredHere(e, mon)
  |
    m.isPublic() or exists(Expr call | callsWithin(_, call, m) and escapes(call, mon))
  )
}

/** Holds if every way from a public method to `a` holds `mon`, and there is such a way. */
predicate monitors(ExposedFieldAccess a, Monitor mon) {
  publicAccess(a, _) and
  mon = candidate(a.getField()) and
  not escapes(a, mon)
}

/** Holds if `a` and `b` access one field, both reachable from public methods, and at least one modifies it. */
predicate conflicting(ExposedFieldAccess a, ExposedFieldAccess b) {
  a.getField() = b.getField() and
  publicAccess(a, _) and
  publicAccess(b, _) and
  (isModifying(a) or isModifying(b))
}

/** Holds if some access that a public method leads to modifies `f`. */
predicate hasPublicModification(ExposedField f) {
  exists(ExposedFieldAccess a | a.getField() = f and isModifying(a) and publicAccess(a, _))
}

/** Holds if `a` can be reached without any monitor, and something conflicts with it. */
predicate unmonitoredConflict(ExposedFieldAccess a) {
  unmonitored(a) and
  hasPublicModification(a.getField())
}

/** Holds if all accesses of `f` are monitored, some modify it, and no monitor is common to them all. */
predicate noCommonMonitor(ExposedField f) {
  hasPublicModification(f) and
  not exists(ExposedFieldAccess a | a.getField() = f and unmonitored(a)) and
  not exists(Monitor mon | mon = candidate(f) |
    forall(ExposedFieldAccess a | a.getField() = f and publicAccess(a, _) | monitors(a, mon))
  )
}

/** Gets the access that is best shown beside `a`: one that conflicts with it, a modifying one and another one if possible. */
ExposedFieldAccess getAConflictToShow(ExposedFieldAccess a) {
  result = min(ExposedFieldAccess b, int weight, string path, int line, int column |
    conflicting(a, b) and
    weight = conflictRank(a, b) and
    b.hasLocationInfo(path, line, column, _, _)
  |
    b order by weight, path, line, column
  )
}

private int conflictRank(ExposedFieldAccess a, ExposedFieldAccess b) {
  conflicting(a, b) and
  exists(int same, int modifying |
    (if a = b then same = 2 else same = 0) and
    (if isModifying(b) then modifying = 0 else modifying = 1)
  |
    result = same + modifying
  )
}

/** Gets a text for what `a` does. */
string describeAccess(ExposedFieldAccess a) {
  if isModifying(a)
  then result = "write"
  else result = "read"
}

/** Gets a text for the monitors that are held at `a`, whatever way leads there. */
string describeMonitors(ExposedFieldAccess a) {
  publicAccess(a, _) and
  (
    if exists(Monitor mon | monitors(a, mon))
    then
      result =
        "holding " + concat(Monitor mon | monitors(a, mon) | "'" + mon.toString() + "'", ", ")
    else if unmonitored(a)
    then result = "holding no monitor"
    else result = "holding no monitor that protects it on every way"
  )
}

/** Gets a public method that leads to `a`: one without a monitor, if there is one, the first in the file. */
Method getAnEntryToShow(ExposedFieldAccess a) {
  result = min(Method m, int weight, int line, int column |
    publicAccess(a, m) and
    (if unmonitoredFrom(a, m) then weight = 0 else weight = 1) and
    m.hasLocationInfo(_, line, column, _, _)
  |
    m order by weight, line, column
  )
}
