/**
 * @name Synchronized on a boxed, interned or value-based object
 * @description Boxed numbers and strings are shared by code that knows nothing of each other, and may be replaced by
 *              equal ones: a lock on them excludes too many threads, or none.
 * @kind problem
 * @problem.severity error
 * @precision very-high
 * @id java/sync-on-boxed-types
 * @tags concurrency
 *       correctness
 */

import java
import java.models.Models

/** Gets why `lock` must not be used as a lock. */
string objection(Expr lock) {
  lock = any(SynchronizedStmt s).getExpr() and
  (
    lock.getType() instanceof BoxedType and
    result = "is a boxed value, which may be shared with unrelated code or replaced by an equal one"
    or
    lock.getType() instanceof TypeString and
    result =
      "is a string, which unrelated code may share (interned) or which has equals that are no lock at all"
    or
    exists(string package, string type |
      valueBasedType(package, type) and
      lock.getType().(RefType).getSourceDeclaration().hasQualifiedName(package, type)
    ) and
    result = "is a value: Java promises nothing about its identity"
  )
}

/** Holds if the variable that `lock` reads only ever holds an object that was made for it alone. */
predicate isOwnObject(VarAccess lock) {
  exists(objection(lock)) and
  lock.getVariable().isFinal() and
  exists(lock.getVariable().getAnAssignedValue()) and
  forall(Expr e | e = lock.getVariable().getAnAssignedValue() | e instanceof ClassInstanceExpr)
}

/** Gets the declaration of what `lock` reads; `lock` itself, if it reads no variable. */
Element declarationOf(Expr lock) {
  exists(objection(lock)) and
  if exists(lock.(VarAccess).getVariable())
  then result = lock.(VarAccess).getVariable()
  else result = lock
}

from Expr lock
where not isOwnObject(lock)
select lock,
  "The lock $@ " + objection(lock) + ". Use a 'private final Object' made for the purpose.",
  declarationOf(lock), "'" + lock.toString() + "'"
