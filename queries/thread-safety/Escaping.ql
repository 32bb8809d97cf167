/**
 * @name Field of a thread-safe class escapes
 * @description A field that other classes can reach is read and written without the synchronization of its own class.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/escaping
 * @tags concurrency
 *       thread-safety
 */

import java
import java.ConflictingAccess

from ClassMeantThreadSafe c, Field f, string access
where
  f = c.getAField() and
  f.fromSource() and
  not f.isPrivate() and
  not f.isFinal() and
  not f.isVolatile() and
  (
    f.isPublic() and access = "is public"
    or
    f.isProtected() and access = "is protected"
    or
    f.isPackageProtected() and access = "can be reached from its package"
  )
select f,
  "The class $@ is meant to be thread-safe (" + c.getEvidence() + "), but its field '" +
    f.getName() + "' " + access + ": others can use it without synchronization. Make it private.",
  c, c.getName()
