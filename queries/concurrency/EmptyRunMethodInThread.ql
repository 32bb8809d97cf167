/**
 * @name Thread without code
 * @description A thread that has neither a 'run' of its own nor a Runnable does nothing when it is started.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/empty-run-method-in-thread
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Confidence
import java.concurrency.ThreadCalls

/** Holds if `c` extends `Thread` directly and has no `run` with any code. */
predicate hasNoCode(Class c, Element place) {
  c.fromSource() and
  c.isSourceDeclaration() and
  c.getASourceSupertype().hasQualifiedName("java.lang", "Thread") and
  not c.isAbstract() and
  (
    not exists(runOf(c)) and place = c and not takesRunnable(c)
    or
    place = runOf(c) and runOf(c).getBody().getNumStmt() = 0 and not c instanceof AnonymousClass
  ) and
  not exists(Class sub | sub.getASourceSupertype+() = c and exists(runOf(sub)))
}

/** Gets the method `run` that `c` itself declares. */
Method runOf(Class c) {
  result.getDeclaringType() = c and
  result.hasName("run") and
  result.hasNoParameters()
}

/** Holds if some constructor of `c` may hand a Runnable to `Thread`, or an anonymous `c` is made with one. */
predicate takesRunnable(Class c) {
  c.getASourceSupertype().hasQualifiedName("java.lang", "Thread") and
  (
    exists(SuperConstructorInvocationStmt call |
      call.getEnclosingCallable().getDeclaringType() = c and isRunnable(call.getAnArgument())
    )
    or
    isRunnable(c.(AnonymousClass).getClassInstanceExpr().getAnArgument())
  )
}

/** Holds if `e` may be a Runnable. */
predicate isRunnable(Expr e) {
  e = any(Call c).getAnArgument() and
  (
    e instanceof FunctionalExpr or
    e.getType().(RefType).getSourceDeclaration().getASourceSupertype*()
        .hasQualifiedName("java.lang", "Runnable") or
    e.getType() instanceof ErrorType or
    not exists(e.getType())
  )
}

/** Holds if `made` makes a plain thread with nothing to run. */
predicate runsNothing(ClassInstanceExpr made) {
  made.getConstructedType().hasQualifiedName("java.lang", "Thread") and
  not exists(made.getAnonymousClass()) and
  not isRunnable(made.getAnArgument())
}

/** Holds if `made`, a plain thread with nothing to run, is started, by the expression or by a variable that has no other. */
predicate startsNothing(ClassInstanceExpr made) {
  runsNothing(made) and
  exists(ThreadStartCall start |
    start.getQualifier() = made
    or
    exists(LocalVariableDecl v | made = v.getOnlyValue() and start.getQualifier() = v.getAnAccess())
  )
}

/** Holds if `evidence` makes it surer by `points` that `made` is a mistake. */
query predicate confidence(ClassInstanceExpr made, int points, string evidence) {
  runsNothing(made) and
  not startsNothing(made) and
  evidence = "not-started-here" and
  isWorth(evidence, points)
}

from Element e, string message, Element place, string name
where
  exists(Class c |
    hasNoCode(c, e) and
    place = c and
    name = c.getName() and
    if e = c
    then
      message =
        "The thread class $@ has no 'run' and gets no Runnable: its threads end as soon as they begin. Override 'run'."
    else
      message =
        "The 'run' of the thread class $@ is empty: its threads end as soon as they begin. Give it code, or drop the thread."
  )
  or
  runsNothing(e) and
  place = e and
  name = "This thread" and
  message = "$@ has nothing to run: it ends as soon as it begins. Give it a Runnable."
select e, message, place, name
