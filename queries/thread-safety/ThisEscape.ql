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

/** Gets what shows that other threads use an object of `c`, which a constructor or initialiser lets escape at `place`. */
private string getReason(Callable c, Expr place) {
  publishesThis(c, place, _) and
  if c.getDeclaringType() instanceof ClassMeantThreadSafe
  then
    result =
      c.getDeclaringType().getName() + " is meant to be thread-safe: " +
        c.getDeclaringType().(ClassMeantThreadSafe).getEvidence() + "."
  else (
    // Who keeps all objects of a class in a collection for several threads counts on them.
    exists(Field f |
      f = place.(MethodCall).getQualifier().(FieldAccess).getField() and
      f.isStatic() and
      isForThreads(f) and
      result = "'" + f.getName() + "' is for several threads."
    ) and
    exists(getAssignmentAfter(c, place))
  )
}

/** Gets what `c`, which makes an object ready, is called. */
private string nameOf(Callable c) {
  publishesThis(c, _, _) and
  if c instanceof Constructor then result = "constructor" else result = "initialiser"
}

/** Holds if `f` holds a collection or a map that is made for several threads. */
private predicate isForThreads(Field f) {
  publishesThis(_, any(MethodCall call | call.getQualifier() = f.getAnAccess()), _) and
  (
    isThreadSafeType(f.getType())
    or
    forex(Expr value | value = f.getAnAssignedValue() | isThreadSafeValue(value))
  )
}

from Callable c, Expr place, string how, string after, Element later, string laterText
where
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
  "The " + nameOf(c) + " of $@ " + how + after +
    ": another thread can use the object while it is being made. " + getReason(c, place),
  c.getDeclaringType(), c.getDeclaringType().getName(), later, laterText
