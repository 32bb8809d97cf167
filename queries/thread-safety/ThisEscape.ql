/**
 * @name Constructor lets this escape
 * @description A constructor of a class that is meant to be thread-safe makes the object known to others before it is
 *              ready: other threads can see fields without their values, final ones too.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/this-escape
 * @tags concurrency
 *       thread-safety
 */

import java
import java.concurrency.Escapes

from Constructor c, Expr place, string how, string after, Element later, string laterText
where
  c.getDeclaringType() instanceof ClassMeantThreadSafe and
  not isTestCallable(c) and
  publishesThis(c, place, how) and
  (
    later = getAssignmentAfter(c, place) and
    after = ", before $@ is assigned" and
    laterText = "'" + later.(FieldAccess).getField().getName() + "'"
    or
    not exists(getAssignmentAfter(c, place)) and
    not c.getDeclaringType().isFinal() and
    exists(RefType sub | sub.getASourceSupertype() = c.getDeclaringType()) and
    after = ", before the constructors of subclasses such as $@ run" and
    later = min(RefType sub | sub.getASourceSupertype() = c.getDeclaringType() |
      sub order by sub.getQualifiedName()
    ) and
    laterText = later.getName()
  )
select place,
  "The constructor of $@ " + how + after +
    ": another thread can use the object while it is being made. " +
    c.getDeclaringType().getName() + " is meant to be thread-safe: " +
    c.getDeclaringType().(ClassMeantThreadSafe).getEvidence() + ".", c.getDeclaringType(),
  c.getDeclaringType().getName(), later, laterText
