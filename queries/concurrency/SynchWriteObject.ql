/**
 * @name Only writeObject is synchronized
 * @description A synchronized 'writeObject' protects nothing if no other method takes the same monitor.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/inconsistent-sync-writeobject
 * @tags concurrency
 *       serialization
 */

import java

/** Holds if `m` is the method with which objects write themselves to a stream. */
predicate isWriteObject(Method m) {
  m.hasName("writeObject") and
  m.isPrivate() and
  m.getNumberOfParameters() = 1 and
  m.getParameterType(0) instanceof TypeObjectOutputStream
}

/** Holds if something else in `c` or a supertype than `writeObject` synchronizes on the object. */
predicate synchronizesElsewhere(RefType c) {
  isWriteObject(c.getAMethod()) and
  exists(RefType t | t = c.getASourceSupertype*() |
    exists(Method m |
      m = t.getAMethod() and
      m.isSynchronized() and
      not m.isStatic() and
      not isWriteObject(m) and
      not t instanceof TypeObject and
      not t.hasQualifiedName("java.lang", "Throwable")
    )
    or
    exists(SynchronizedStmt s |
      s.getExpr() instanceof ThisAccess and s.getEnclosingCallable().getDeclaringType() = t
    )
  )
  or
  exists(SynchronizedStmt s, ThisAccess self |
    self = s.getExpr() and
    isWriteObject(c.getAMethod()) and
    self.getType() = c and
    not isWriteObject(s.getEnclosingCallable())
  )
}

from Method write, RefType c
where
  isWriteObject(write) and
  write.isSynchronized() and
  c = write.getDeclaringType() and
  not synchronizesElsewhere(c)
select write,
  "'writeObject' takes the monitor of the object, but no other method of $@ does: a thread can change the object while it is written. Synchronize the changes too, or drop the keyword.",
  c, c.getName()
