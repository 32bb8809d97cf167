/**
 * @name Static field initialised lazily without a lock
 * @description Two threads that find the field unset both set it, and another may see an object whose construction it
 *              does not see.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/lazy-initialization
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Held

/** Holds if `test` finds the static field `f` null, and `write` then sets it. */
predicate setIfNull(EqualityTest test, FieldWrite write, Field f) {
  exists(FieldRead read, boolean branch |
    f.isStatic() and
    read.getField() = f and
    nullTest(test, read, branch) and
    write.getField() = f and
    write.getEnclosingCallable() = test.getEnclosingCallable() and
    not write.getASource() instanceof NullLiteral and
    branchEntry(test, branch).bbDominates(write.getBasicBlock())
  )
}

/** Holds if it does no harm that two threads make an object of the type `t`: nobody can tell the two apart. */
predicate isValue(Type t) {
  t instanceof ImmutableType and
  not t instanceof EnumType and
  not t instanceof PrimitiveType
}

/** Gets the first write of `f` that `test` leads to, both without a lock. */
FieldWrite firstWrite(EqualityTest test, Field f) {
  result = min(FieldWrite w, int line, int column |
    setIfNull(test, w, f) and unprotected(w) and unprotected(test) and beginsAt(w, line, column)
  |
    w order by line, column
  )
}

from EqualityTest test, FieldWrite write, Field f, string message
where
  write = firstWrite(test, f) and
  not isValue(f.getType()) and
  f.fromSource() and
  not isSingleThreadedProgram(f.getDeclaringType().getEnclosingType*()) and
  (
    if f.isVolatile()
    then
      message =
        "Two threads that find $@ null here both go on to set it, $@, and use different objects."
    else
      message =
        "Two threads that find $@ null here both set it, $@, and others may see the object half constructed."
  )
select test, message + " Use a synchronized method, or a holder class that initialises it once.", f,
  "'" + f.getName() + "'", write, "here"
