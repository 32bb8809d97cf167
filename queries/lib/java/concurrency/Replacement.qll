/**
 * Volatile fields whose object is copied, and then replaced by the copy: two steps, between which another thread may put
 * its own copy there.
 */

import java
import java.Collections
import java.Maps

/** Holds if objects of the type `t` contain others. */
private predicate isContainer(Type t) {
  t instanceof CollectionType or
  t instanceof MapType or
  t instanceof Array
}

/** Holds if `f` is a volatile field that holds a container. */
private predicate isReplaceable(Field f) { f.isVolatile() and isContainer(f.getType()) }

/** Gets an expression with what `read` found in a volatile field: itself, or a local variable that keeps it. */
private Expr foundBy(FieldRead read) {
  exists(Field f | isReplaceable(f) and read = f.getAnAccess()) and result = read
  or
  exists(LocalVariableDecl v | foundBy(read) = v.getOnlyValue() and result = v.getAnAccess())
}

/** Gets an expression that makes a copy of what `read` found. */
private Expr madeFrom(FieldRead read) {
  result.(ClassInstanceExpr).getAnArgument() = foundBy(read) and isContainer(result.getType())
  or
  exists(MethodCall call | call = result |
    call.getMethod().hasName("clone") and call.getQualifier() = foundBy(read)
    or
    call.getMethod().hasName(["copyOf", "copyOfRange"]) and call.getAnArgument() = foundBy(read)
  )
}

/** Holds if `fill` puts what `read` found into `copy`. */
private predicate fills(MethodCall fill, FieldRead read, VarAccess copy) {
  fill.getAnArgument() = foundBy(read) and
  (
    fill.getMethod().hasName(["putAll", "addAll"]) and copy = fill.getQualifier()
    or
    fill.getMethod().hasQualifiedName("java.lang", "System", "arraycopy") and
    fill.getArgument(0) = foundBy(read) and
    copy = fill.getArgument(2)
  )
}

/** Gets an access to a local variable that holds a copy of what `read` found: made of it, or filled with it. */
private VarAccess copyOf(FieldRead read) {
  exists(LocalVariableDecl v | result = v.getAnAccess() |
    madeFrom(read) = v.getAnAssignedValue().getUnderlyingExpr() or fills(_, read, v.getAnAccess())
  )
}

/** Gets an expression with a copy of what `read` found. */
private Expr copyIn(FieldRead read) { result = madeFrom(read) or result = copyOf(read) }

/**
 * Holds if `write` replaces the object of a volatile field, of `this` or static, by a copy of what `read` found there
 * before: a change that another thread makes in between is lost.
 */
predicate replacesByCopy(FieldWrite write, FieldRead read) {
  exists(AssignExpr a |
    a.getSource().getUnderlyingExpr() = copyIn(read) and
    a.getDest() = write and
    write.getField() = read.getField()
  ) and
  (
    write.isOwnFieldAccess() and read.isOwnFieldAccess()
    or
    read.getField().isStatic()
  )
}

/**
 * Holds if `write` sets a volatile field, of `this` or static, to what a test around it has found greater or less than the value
 * of the field: another thread may set one in between that is further still.
 */
predicate keepsExtreme(FieldWrite write) {
  write.getField().isVolatile() and
  exists(IfStmt s, ComparisonExpr test, FieldRead read, VarAccess found, AssignExpr a |
    a.getDest() = write and
    test = s.getCondition().getAChildExpr*() and
    read = test.getAnOperand() and
    found = test.getAnOperand() and
    read.getField() = write.getField() and
    found.getVariable() = a.getSource().(VarAccess).getVariable() and
    found.getVariable() instanceof LocalScopeVariable and
    a.getEnclosingStmt().getEnclosingStmt*() = s.getThen() and
    (
      write.isOwnFieldAccess() and read.isOwnFieldAccess()
      or
      read.getField().isStatic()
    )
  )
}
