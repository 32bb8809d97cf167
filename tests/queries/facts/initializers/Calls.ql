/**
 * @name Where initialisers are executed
 * @kind table
 * @id java/test/initializer-calls
 */

import java

from MethodCall call, Constructor c, string place
where
  call.getMethod() instanceof InstanceInitializer and
  c = call.getEnclosingCallable() and
  (
    exists(SuperConstructorInvocationStmt s |
      s.getEnclosingCallable() = c and strictlyDominates(s, call)
    ) and
    place = "behind super(...)"
    or
    exists(MethodCall after |
      after.getEnclosingCallable() = c and
      after.getMethod().hasName("after") and
      strictlyDominates(call, after)
    ) and
    place = "before after()"
    or
    call.getEnclosingStmt().getIndex() = 0 and place = "first"
  )
select c, call.getMethod().getDeclaringType().getName(), place
