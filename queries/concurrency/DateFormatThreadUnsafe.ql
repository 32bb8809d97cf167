/**
 * @name Static format shared without a lock
 * @description Formats and calendars keep the state of a conversion in fields: two threads that use one at once get
 *              wrong results or exceptions.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/thread-unsafe-dateformat
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Contexts
import java.concurrency.Held
import java.concurrency.MethodNames
private import java.models.Models

/** Holds if objects of the type `t` must not be used by two threads at once, though they look like constants. */
predicate isUnsafeFormat(RefType t) {
  exists(string package, string type |
    conversionType(package, type) and
    t.getSourceDeclaration().getASourceSupertype*().hasQualifiedName(package, type)
  )
}

/** A static field that holds a format or the like. */
class StaticFormat extends Field {
  StaticFormat() {
    this.isStatic() and
    this.fromSource() and
    isUnsafeFormat(this.getType()) and
    not isSingleThreadedProgram(this.getDeclaringType().getEnclosingType*())
  }
}

/** Holds if `call` uses the state of the format in `f`, and may do so at the same time as another thread. */
predicate usesUnlocked(MethodCall call, StaticFormat f) {
  call.getQualifier() = f.getAnAccess() and
  not nameSays(call.getMethod(), "asks") and
  unprotected(call) and
  not heldDuring(call, _)
}

/** Gets the first use of `f` without a lock. */
MethodCall firstUse(StaticFormat f) {
  result = min(MethodCall call, string path, int line, int column |
    usesUnlocked(call, f) and beginsAt(call, path, line, column)
  |
    call order by path, line, column
  )
}

from StaticFormat f, MethodCall call, string remedy
where
  call = firstUse(f) and
  if f.getType().(RefType).getSourceDeclaration().getASourceSupertype*().hasName("DateFormat")
  then remedy = "Use java.time.format.DateTimeFormatter, or a new object for each use."
  else remedy = "Make a new object for each use, or keep one in a ThreadLocal."
select call,
  "The static $@ of the type " + f.getType().getName() +
    " is used here without a lock, but its objects must not be used by two threads at once. " +
    remedy, f, "'" + f.getName() + "'"
