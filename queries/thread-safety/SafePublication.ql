/**
 * @name Field of a thread-safe class is not safely published
 * @description A field that gets a value during construction, and is neither final nor volatile, may be seen with its
 *              default value by a thread to which the object is handed without synchronization.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/safe-publication
 * @tags concurrency
 *       thread-safety
 */

import java
import java.SourceOrder
import java.ConflictingAccess
import java.concurrency.Confidence

/** Holds if `e`, a value that `f` gets when an object is made, is the default value of its type. */
predicate isDefaultValue(Field f, Expr e) {
  e = initialValue(f) and
  (
    isNull(e)
    or
    f.getType() instanceof PrimitiveType and isZero(e)
  )
}

/** Holds if `e` is `null`, or a final variable that is declared with it. */
private predicate isNull(Expr e) {
  e.getUnderlyingExpr() instanceof NullLiteral
  or
  exists(Variable v | e.getUnderlyingExpr() = v.getAnAccess() and v.isFinal() |
    isNull(v.getInitializer())
  )
}

/** Holds if the constant expression `e` is what a field of its primitive type is without a value: zero or false. */
private predicate isZero(Expr e) {
  e.(CompileTimeConstantExpr).getIntValue() = 0
  or
  e.(CompileTimeConstantExpr).getBooleanValue() = false
  or
  e.(LongLiteral).getValue() = "0"
  or
  e.(FloatLiteral).getFloatValue() = 0.0
  or
  e.(DoubleLiteral).getDoubleValue() = 0.0
  or
  e instanceof CompileTimeConstantExpr and
  (
    isZero(e.(CastExpr).getExpr())
    or
    e.getType() instanceof IntegralType and isZero(e.(MinusExpr).getExpr())
    or
    isZero(any(Variable v | e = v.getAnAccess()).getInitializer())
  )
}

/** Gets a value that `f` gets when an object is made. */
Expr initialValue(Field f) {
  result = f.getInitializer()
  or
  exists(AssignExpr a, Callable c |
    a.getDest() = f.getAnAccess() and
    a.getDest().(FieldAccess).isOwnFieldAccess() and
    result = a.getSource() and
    c = a.getEnclosingCallable() and
    c.getDeclaringType() = f.getDeclaringType() and
    (c instanceof Constructor or c instanceof InstanceInitializer or isOnlyForMaking(c))
  )
}

/** Holds if only constructors and initialisers call `m` on their object, by themselves or through such methods. */
private predicate isOnlyForMaking(Method m) {
  isOnlyBeforeSharing(m) and
  forex(MethodCall call | call.getMethod().getSourceDeclaration() = m | call.isOwnMethodCall())
}

/**
 * Holds if others may read `f` of `c` before they synchronize with the thread that made the object. Where only the code
 * of `c` tells that it is meant to be thread-safe, `f` has to be one that never changes and is read without any lock:
 * it could just as well be final.
 */
predicate isReadFreely(ClassMeantThreadSafe c, Field f) {
  f = c.getAField() and
  (
    not isMeantByEvidenceOnly(c)
    or
    // The start of a thread publishes what was there before.
    not isMeantByTasksOnly(c) and
    exists(ReachedAccess a | a.getField() = f and a.isUnmonitored()) and
    not exists(SharedAccess a | a.getField() = f and a.assigns())
  )
}

/** Holds if `evidence` makes it surer by `points` that `f` should be published safely. */
query predicate confidence(Field f, int points, string evidence) {
  exists(ClassMeantThreadSafe c | isReadFreely(c, f) |
    not isMeantByEvidenceOnly(c) and evidence = "declared" and isWorth(evidence, points)
    or
    not exists(SharedAccess a | a.getField() = f and a.assigns()) and
    evidence = "could-be-final" and
    isWorth(evidence, points)
  )
}

from ClassMeantThreadSafe c, Field f, Expr value
where
  isReadFreely(c, f) and
  f.fromSource() and
  not f.isStatic() and
  not f.isFinal() and
  not f.isVolatile() and
  not isThreadSafeType(f.getType()) and
  not isThreadSafeValue(initialValue(f)) and
  value = min(Expr e, int line, int column |
    e = initialValue(f) and not isDefaultValue(f, e) and beginsAt(e, line, column)
  |
    e order by line, column
  )
select f,
  "The class $@ is meant to be thread-safe (" + c.getEvidence() +
    "), but another thread may see its field '" + f.getName() +
    "' before $@. Make it final or volatile.", c, c.getName(), value, "this value"
