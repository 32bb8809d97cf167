/**
 * @name Thread made and dropped
 * @description A thread that is made and kept nowhere is never started: its code does not run.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/thread-never-started
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.ThreadCalls

/** Holds if making an object of the class `c` may start it. */
predicate startsItself(Class c) {
  exists(ThreadStartCall start |
    start.getEnclosingCallable().getDeclaringType() = c.getASourceSupertype*()
  )
}

from ClassInstanceExpr made, ExprStmt s
where
  made = s.getExpr() and
  made.getConstructedType() instanceof ThreadType and
  (
    made.getConstructedType().hasQualifiedName("java.lang", "Thread") or
    made.getConstructedType().fromSource()
  ) and
  not startsItself(made.getConstructedType()) and
  not exists(Call other |
    // A constructor that hands the new object on may have it started.
    other.getEnclosingCallable().(Constructor).getDeclaringType() =
      made.getConstructedType().getASourceSupertype*() and
    (other.getAnArgument() instanceof ThisAccess or other.(MethodCall).isOwnMethodCall())
  )
select made, "$@ is made, kept nowhere and not started: its code never runs. Call 'start()' on it.",
  made, "This thread"
