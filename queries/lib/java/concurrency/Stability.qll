/**
 * Names that last: variables and fields that nothing assigns once they have a value, methods that only give one of them
 * back, and fields that hold what another one holds. What such names denote has one name, whoever writes which of them.
 */

import java
private import java.concurrency.Contexts
import java.concurrency.LockTypes
private import java.concurrency.ThreadEntries

/** Holds if `f` is not assigned once its object, or its class, is made and known to others. */
cached
predicate isStable(Field f) {
  f.isFinal()
  or
  f.fromSource() and
  not isReassigned(f) and
  (f.isPrivate() or isHidden(f.getDeclaringType()) or not (f.isPublic() or f.isProtected())) and
  not f instanceof EnumConstant
}

/** Holds if `v` is assigned at its declaration only, or once. */
cached
predicate isAssignedOnce(LocalVariableDecl v) {
  strictcount(v.getAnAssignedValue()) = 1 and
  not exists(VarWrite w | w.getVariable() = v and not exists(AssignExpr a | a.getDest() = w)) and
  (
    exists(v.getInitializer()) or
    // `x` is declared without a value, and given one later.
    strictcount(VarWrite w | w.getVariable() = v) = 1
  )
}

/** Holds if `v`, a variable of a callable, has one value as long as it exists. */
predicate isConstant(LocalScopeVariable v) {
  isAssignedOnce(v)
  or
  not exists(VarWrite w | w.getVariable() = v)
}

/** Gets the operand whose value `e`, a cast or an assignment, has. */
Expr getSameValue(Expr e) {
  result = e.(CastingExpr).getExpr() or
  result = e.(AssignExpr).getSource()
}

/** Gets what `m` gives back, if it has a single `return` and nothing overrides it. */
Expr getGivenBack(Method m) {
  result =
    unique(ReturnStmt s | s.getEnclosingCallable() = m and exists(s.getExpr()) | s).getExpr() and
  not overridesDirectly(_, m)
}

/** Gets the field, of its own object or static, whose lasting value `m`, a getter, gives back. */
Field getGottenField(Method m) {
  exists(FieldAccess a |
    a = getGivenBack(m) and
    result = a.getField() and
    (a.isOwnFieldAccess() or result.isStatic()) and
    m.hasNoParameters() and
    isStable(result)
  )
}

/**
 * Gets the stable field of the same object of which `f` only ever holds the value, or a view of whose lock it holds: `f`
 * may be assigned again and again, since it gets the same object each time.
 */
private Field copiedField(Field f) {
  not f.isStatic() and
  f.fromSource() and
  result = unique(Field g | g = copiedBy(f, _)) and
  forall(Expr value | value = f.getAnAssignedValue() and not value instanceof NullLiteral |
    exists(copiedBy(f, value))
  ) and
  not exists(FieldWrite w | w.getField() = f and not w.isOwnFieldAccess()) and
  isStable(result) and
  (isStable(f) or f.isPrivate())
}

private Field copiedBy(Field f, Expr value) {
  value = f.getAnAssignedValue() and
  not f.isStatic() and
  not result.isStatic() and
  exists(FieldAccess a | a.getField() = result and a.isOwnFieldAccess() |
    value = a
    or
    isLockView(value) and value.(MethodCall).getQualifier() = a
  )
}

/** Gets the field by whose name the value of `f` is known: `f` itself, or the one that it only ever copies. */
Field getNamingField(Field f) {
  result = getNamingField(copiedField(f))
  or
  not exists(copiedField(f)) and result = f
}

/** Holds if the stable field `f` holds the object itself that has it. */
predicate holdsItsObject(Field f) {
  isStable(f) and
  not f.isStatic() and
  f.getOnlyValue() instanceof ThisAccess
}
