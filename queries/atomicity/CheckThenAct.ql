/**
 * @name Check, then act, on an object that synchronizes each call
 * @description Each call of a thread-safe collection or atomic variable is atomic, two calls are not: what the first
 *              one finds may have changed when the second one relies on it.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/check-then-act
 * @tags concurrency
 *       atomicity
 */

import java
import java.Collections
import java.Maps
import java.concurrency.Confidence
import CompoundOperations

/** Holds if what `call` finds is used at once, as if it were never null. */
private predicate isUsedAtOnce(MethodCall call) {
  call = any(CompoundOperation operation).getAct() and
  (
    call = any(MethodCall use).getQualifier() or
    call = any(FieldAccess use).getQualifier() or
    call = any(EnhancedForStmt s).getExpr() or
    call.getParent() instanceof BinaryExpr
  )
}

/** Holds if `e` makes a collection or map, which others then fill, or reads a variable that holds one made before. */
private predicate makesContainer(Expr e) {
  (e.getType() instanceof CollectionType or e.getType() instanceof MapType) and
  (
    e instanceof ClassInstanceExpr
    or
    e.(MethodCall).getMethod().isStatic()
    or
    exists(LocalVariableDecl v | e = v.getAnAccess() |
      v.getAnAssignedValue() instanceof ClassInstanceExpr or
      v.getAnAssignedValue().(MethodCall).getMethod().isStatic()
    )
  )
}

/** Gets evidence for the compound operation that ends with `act`. */
private string getEvidenceOf(MethodCall act) {
  exists(CompoundOperation operation | act = operation.getAct() |
    act.getMethod().hasName("get") and isUsedAtOnce(act) and result = "null-after-test"
    or
    act.getMethod().hasName(["put", "set"]) and
    makesContainer(act.getArgument(1)) and
    result = "container-lost"
  )
}

/** Holds if `evidence` makes it surer by `points` that `act` relies on what may have changed. */
query predicate confidence(MethodCall act, int points, string evidence) {
  isWorth(getEvidenceOf(act), points, evidence)
}

from CompoundOperation operation, MethodCall check, string remedy
where check = lastCheck(operation) and remedy = min(string text | text = operation.getRemedy(check))
select operation.getAct(),
  "This call relies on what $@ found in '" + operation.getText() +
    "', which other threads may have changed in between. " + remedy, check,
  check.getMethod().getName() + "(...)"
