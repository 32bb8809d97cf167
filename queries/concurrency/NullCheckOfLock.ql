/**
 * @name Lock tested for null under itself
 * @description A field whose object is locked is not null: a test for null in the block comes too late.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/null-check-of-lock
 * @tags concurrency
 *       correctness
 */

import java

/** Holds if `test`, in the block of `s`, compares the field `f`, whose object `s` locks, with null. */
predicate testsOwnLock(EqualityTest test, SynchronizedStmt s, Field f) {
  exists(FieldAccess lock, FieldRead read, NullLiteral nothing |
    lock = s.getExpr() and
    lock.getField() = f and
    read.getField() = f and
    test.hasOperands(read, nothing) and
    s.getBlock() = test.getEnclosingStmt().getEnclosingStmt+() and
    test.getEnclosingCallable() = s.getEnclosingCallable() and
    (
      f.isStatic()
      or
      lock.isOwnFieldAccess() and read.isOwnFieldAccess()
      or
      lock.getQualifier().(VarAccess).getVariable() = read.getQualifier().(VarAccess).getVariable()
    )
  )
}

from EqualityTest test, SynchronizedStmt s, Field f
where
  testsOwnLock(test, s, f) and
  // What the block itself sets may be null.
  not exists(FieldWrite w |
    w.getField() = f and s.getBlock() = w.getEnclosingStmt().getEnclosingStmt+()
  )
select test,
  "The object in $@ was locked $@: if the field were null, that would have thrown. Test before, or lock something else.",
  f, "'" + f.getName() + "'", s.getExpr(), "here"
