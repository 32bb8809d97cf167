/**
 * Tests that find a field not yet set: `null`, a flag, a constant; on the field itself, a copy of it in a local variable, or
 * what a getter tells of it.
 */

import java
import java.concurrency.Contexts
import java.concurrency.Locks
import java.concurrency.Stability

/** Holds if `e` reads the field `f` of this object, of one around it, or static. */
predicate readsField(Expr e, Field f) {
  exists(FieldRead read | read = e and f = read.getField() |
    read.isOwnFieldAccess() or f.isStatic() or read.isEnclosingFieldAccess(_)
  )
}

/** Holds if `e` has the value of the field `f`: reads it, or a local variable that has been set to it. */
private predicate hasValueOf(Expr e, Field f) {
  readsField(e, f)
  or
  readsField(e.(AssignExpr).getSource(), f)
  or
  e.(AssignExpr).getDest().(FieldAccess).getField() = f
  or
  exists(LocalVariableDecl v, Expr value |
    e = v.getAnAccess() and
    value = v.getAnAssignedValue() and
    (readsField(value, f) or value.(AssignExpr).getDest().(FieldAccess).getField() = f)
  )
}

/** Gets what `m`, a method without parameters, gives back of its object. */
Expr givenBack(Method m) { m.hasNoParameters() and result = getGivenBack(m.getSourceDeclaration()) }

/** Holds if `call` asks this object, or an object around it, or a class, by a method without parameters. */
predicate asksOwn(MethodCall call, Method m) {
  m = call.getMethod().getSourceDeclaration() and
  m.fromSource() and
  m.hasNoParameters() and
  (call.isOwnMethodCall() or not call.hasQualifier() or m.isStatic())
}

/** Gets a value that `e` has if the field `f` still has the value `unset`: "null", "false", "true" or the name of a constant. */
boolean tells(Expr e, Field f, string unset) {
  f.fromSource() and
  (
    exists(Expr read, EqualityTest test, Expr other |
      test = e and
      test.hasOperands(read, other) and
      hasValueOf(read, f) and
      unset = nameOfConstant(other) and
      result = test.polarity()
    )
    or
    hasValueOf(e, f) and
    e.getType() instanceof BooleanType and
    result = [true, false] and
    unset = result.toString()
    or
    exists(MethodCall call | call = e |
      call.getMethod().hasName("isNull") and
      call.getMethod().getDeclaringType().hasQualifiedName("java.util", "Objects") and
      hasValueOf(call.getArgument(0), f) and
      unset = "null" and
      result = true
      or
      call.getMethod().hasName("nonNull") and
      call.getMethod().getDeclaringType().hasQualifiedName("java.util", "Objects") and
      hasValueOf(call.getArgument(0), f) and
      unset = "null" and
      result = false
      or
      exists(Method m | asksOwn(call, m) | result = tells(givenBack(m), f, unset))
    )
    or
    exists(EqualityTest test, MethodCall call, Method m, Expr other |
      test = e and
      test.hasOperands(call, other) and
      asksOwn(call, m) and
      readsField(givenBack(m), f) and
      unset = nameOfConstant(other) and
      result = test.polarity()
    )
    or
    result = tells(e.(LogNotExpr).getExpr(), f, unset).booleanNot()
    or
    exists(LocalVariableDecl v | e = v.getAnAccess() | result = tells(v.getOnlyValue(), f, unset))
  )
}

/** Gets a value that `e` only has if the field `f` has another value than `value`, the name of a constant. */
boolean rulesOut(Expr e, Field f, string value) {
  result = tells(e, f, value).booleanNot()
  or
  // It is known which other one it is.
  exists(string other | result = tells(e, f, other) |
    other != value and setsTo(f, value) and not other = ["true", "false", "null"]
  )
  or
  result = rulesOut(e.(LogNotExpr).getExpr(), f, value).booleanNot()
  or
  result = true and rulesOut(e.(AndLogicalExpr).getAnOperand(), f, value) = true
  or
  result = false and rulesOut(e.(OrLogicalExpr).getAnOperand(), f, value) = false
  or
  exists(Method m | asksOwn(e, m) | result = rulesOut(givenBack(m), f, value))
}

/** Holds if some code sets `f` to the constant `value`. */
private predicate setsTo(Field f, string value) {
  exists(tells(_, f, _)) and
  exists(FieldWrite write | write.getField() = f and value = nameOfConstant(write.getASource()))
}

/** Gets a name of the value of `e`, if it is always the same: `null`, a truth value, a constant. */
string nameOfConstant(Expr e) {
  e instanceof NullLiteral and result = "null"
  or
  result = e.(BooleanLiteral).getBooleanValue().toString()
  or
  exists(Field f | f = e.(FieldAccess).getField() | result = f.getName() and isConstantField(f))
  or
  result = e.(IntegerLiteral).getIntValue().toString()
}

/** Holds if `f` is a constant: of an enumeration, or static and final. */
private predicate isConstantField(Field f) {
  f instanceof EnumConstant
  or
  f.isStatic() and f.isFinal()
}

/** Holds if `write` gives `f` another value than `unset`. */
predicate setsOtherwise(FieldWrite write, Field f, string unset) {
  write.getField() = f and
  exists(tells(_, f, unset)) and
  exists(Expr value | value = write.getASource() |
    unset = "null" and not value instanceof NullLiteral
    or
    unset != "null" and nameOfConstant(value) != unset
  )
}

/** Gets the last read of `f` whose value, copied into a local variable, the comparison `test` compares. */
private Expr copyIn(EqualityTest test, Field f) {
  exists(LocalVariableDecl v |
    test.getAnOperand() = v.getAnAccess() and
    result = v.getAnAssignedValue() and
    readsField(result, f) and
    strictlyDominates(result.getControlFlowNode(), test.getControlFlowNode()) and
    not exists(Expr later |
      later = v.getAnAssignedValue() and
      strictlyDominates(result.getControlFlowNode(), later.getControlFlowNode()) and
      strictlyDominates(later.getControlFlowNode(), test.getControlFlowNode())
    )
  )
}

/** Gets the expression in which `test`, the outcome of a condition, reads its field: where the look takes place. */
Expr lookOf(Expr test, Field f) {
  exists(tells(test, f, _)) and
  (
    not test instanceof VarAccess and not exists(copyIn(test, f)) and result = test
    or
    readsField(test, f) and result = test
    or
    result = copyIn(test, f)
    or
    exists(LocalVariableDecl v | test = v.getAnAccess() | result = v.getOnlyValue())
  )
}

/** Gets a block that is only entered if the condition `test` finds that `f` is still `unset`. */
BasicBlock unsetEntry(Expr test, Field f, string unset) {
  result = branchEntry(test, tells(test, f, unset))
}

/** Holds if `act`, a write of `f` or a call of an own method that does `write`, is made in the callable of `act`. */
predicate actsBy(Expr act, FieldWrite write, Field f) {
  write.getField() = f and
  setsOtherwise(write, f, _) and
  (
    act = write
    or
    exists(MethodCall call, Method m |
      act = call and
      m = call.getMethod().getSourceDeclaration() and
      m = write.getEnclosingCallable() and
      (call.isOwnMethodCall() or not call.hasQualifier() or m.isStatic()) and
      not overridesDirectly(_, m)
    )
  )
}

/** Holds if `test`, by the value that it finds, leads to `act`, by which `write` then gives `f` another value. */
predicate leadsTo(Expr test, Expr act, FieldWrite write, Field f) {
  actsBy(act, write, f) and
  exists(string unset |
    setsOtherwise(write, f, unset) and unsetEntry(test, f, unset).bbDominates(act.getBasicBlock())
  ) and
  test.getEnclosingCallable() = act.getEnclosingCallable()
}

/** Gets a lock that is taken where `write` is made, in its callable. */
Monitor lockAt(FieldWrite write) {
  actsBy(_, write, _) and
  locallyHeld(getEffectNode(write), result, any(LockMode mode | mode.isExclusive()))
}
