/** Where threads begin. */

import java
import java.models.Models
import java.concurrency.RunsLambda

/** A method that threads of its own call: `run` of a `Runnable`, and what else the rows of `threadEntry` name. */
class ThreadEntryMethod extends Method {
  ThreadEntryMethod() {
    exists(string package, string type, Method declared |
      threadEntry(package, type, this.getName()) and
      declared = this.getAnOverride() and
      declared.getDeclaringType().hasQualifiedName(package, type)
    )
  }
}

/** A call that makes another thread run something: the argument, or the receiver of `start`. */
class ThreadStart extends Call {
  Expr handed;

  ThreadStart() {
    handed = this.getAnArgument() and
    exists(string package, string type, RefType declaring |
      declaring = this.getCallee().getDeclaringType().getSourceDeclaration()
    |
      runsArgument(package, type, this.getCallee().(Method).getName(), "thread") and
      declaring.getASourceSupertype*().hasQualifiedName(package, type)
      or
      this.getCallee() instanceof Constructor and
      runsArgument(package, type, "<init>", "thread") and
      declaring.hasQualifiedName(package, type)
    )
    or
    handed = this.(MethodCall).getQualifier() and isThreadsStart(this.getCallee())
  }

  /** Gets what the other thread runs. */
  Expr getHandedOver() { result = handed }
}

/** Holds if `m` is `start` of a class of threads. */
private predicate isThreadsStart(Method m) {
  m.hasName("start") and
  m.hasNoParameters() and
  m.getDeclaringType().getASourceSupertype*() instanceof TypeThread
}
