/** Uses of what fields hold: elements of arrays, calls on library objects that are not thread-safe. */

import java
import java.concurrency.Escapes
import Locks

/** Gets an expression that stands for the value of `a`: itself, behind casts, or a local variable that copies it. */
private Expr valueOf(FieldAccess a) {
  isKnownMutable(a.getField().getType()) and
  a.getField().fromSource() and
  not a.isVarWrite() and
  result = a
  or
  result.(CastingExpr).getExpr() = valueOf(a)
  or
  exists(LocalVariableDecl v |
    v.getAnAssignedValue() = valueOf(a) and isFinalVariable(v) and result = v.getAnAccess()
  )
}

/** Gets an element, of any depth, of the array that `a` holds. */
private ArrayAccess elementOf(FieldAccess a) {
  result.getArray() = valueOf(a) or
  result.getArray() = elementOf(a)
}

/** Holds if `at` uses what the field of `a` holds; `write` says whether that changes it. */
predicate contentUse(FieldAccess a, Expr at, boolean write) {
  exists(ArrayAccess element | element = elementOf(a) and at = element |
    if element = any(Assignment assign).getDest() or element = any(UnaryAssignExpr unary).getExpr()
    then write = true
    else write = false
  )
  or
  exists(MethodCall call | call.getQualifier() = valueOf(a) and at = call |
    not call.getMethod().getDeclaringType() instanceof TypeObject and
    not call instanceof LockCall and
    if modifiesItsReceiver(call.getMethod()) then write = true else write = false
  )
  or
  exists(EnhancedForStmt loop |
    loop.getExpr() = valueOf(a) and at = valueOf(a) and at = loop.getExpr()
  ) and
  write = false
  or
  // A library method reads its argument, unless rows say that it changes it.
  exists(MethodCall call, int i | call.getArgument(i) = valueOf(a) and at = call.getArgument(i) |
    not call.getMethod().fromSource() and
    if modifiesItsArgument(call.getMethod(), i) then write = true else write = false
  )
}
