/**
 * @name Scheduled executor without core threads
 * @description A ScheduledThreadPoolExecutor keeps no more threads than its core size: with zero it runs nothing well,
 *              and burns a processor in some versions of Java.
 * @kind problem
 * @problem.severity recommendation
 * @precision very-high
 * @id java/java-util-concurrent-scheduledthreadpoolexecutor
 * @tags concurrency
 *       correctness
 */

import java

/** Gets an expression whose value is always 0: the literal, or a variable that only ever holds it. */
Expr zero() {
  result.(IntegerLiteral).getIntValue() = 0
  or
  exists(Variable v |
    result = v.getAnAccess() and
    v.getInitializer().(IntegerLiteral).getIntValue() = 0 and
    not v instanceof Parameter and
    not exists(VarAccess w | w = v.getAnAccess() and w.isVarWrite())
  )
}

/** Holds if `size` is the core size that `call` gives to a scheduled executor. */
predicate setsCoreSize(Call call, Expr size) {
  exists(Callable c | c = call.getCallee() and size = call.getArgument(0) |
    c.(Constructor).getDeclaringType()
        .hasQualifiedName("java.util.concurrent", "ScheduledThreadPoolExecutor")
    or
    c.hasQualifiedName("java.util.concurrent", "Executors", "newScheduledThreadPool")
    or
    c.hasName("setCorePoolSize") and
    c.hasQualifiedName("java.util.concurrent", "ThreadPoolExecutor", _) and
    call.getQualifier().getType().(RefType).getASourceSupertype*()
        .hasQualifiedName("java.util.concurrent", "ScheduledThreadPoolExecutor")
  )
}

from Call call, Expr size
where
  setsCoreSize(call, size) and
  size = zero() and
  // Who shuts it down may well let its threads go.
  not exists(MethodCall end |
    call.getCallee().hasName("setCorePoolSize") and
    end.getMethod().hasName(["shutdown", "shutdownNow"]) and
    end.getEnclosingCallable() = call.getEnclosingCallable()
  )
select call,
  "This scheduled executor has $@ core threads, and a scheduled executor uses no others. Give it at least one.",
  size, "0"
