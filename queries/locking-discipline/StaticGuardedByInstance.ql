/**
 * @name Static state declared to be guarded by an object
 * @description A static field, or a static method, names a lock that each object of a class has its own of: threads that use
 *              two objects hold two locks, and meet in the field.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/static-guarded-by-instance
 * @tags concurrency
 *       locking-discipline
 *       annotations
 */

import java
import Uses

from GuardDeclaration d, Element named, Element place
where
  named = d.getElement() and
  named.(Modifiable).isStatic() and
  exists(d.getGuard().getRoot().getThisType()) and
  (if exists(d.getAnnotation()) then place = d.getAnnotation() else place = named) and
  not isTestFile(named.getFile())
select place,
  "$@ is static, and \"" + d.getText() + "\" names a lock of one object of " +
    d.getGuard().getRoot().getThisType().getName() +
    ": threads that hold the locks of two objects use it at once. Guard it by a static lock.",
  named, "'" + named.getName() + "'"
