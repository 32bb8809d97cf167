/**
 * @name Thread started in a constructor
 * @description The new thread can use the object before its constructor, and those of subclasses, have set its fields.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/thread-start-in-constructor
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Confidence
import java.concurrency.Contexts
import java.concurrency.ThreadCalls

/** Gets the class whose constructor, or instance initialiser, contains `start`. */
RefType constructedType(ThreadStartCall start) {
  exists(Callable c | c = start.getEnclosingCallable() |
    (c instanceof Constructor or c instanceof InstanceInitializer) and result = c.getDeclaringType()
  )
}

/** Holds if `made` is an object whose code uses the object of the class `outer` in whose constructor it is made. */
predicate capturesThis(ClassInstanceExpr made, RefType outer) {
  exists(ThreadStartCall start, RefType inner |
    made = madeOf(start) and outer = constructedType(start) and inner = classOf(made)
  |
    inner.getEnclosingType() = outer and usesInstance(inner, outer)
  )
  or
  made = madeOf(_) and
  made.(MemberRefExpr).getQualifier() instanceof ThisAccess and
  outer = made.getEnclosingCallable().getDeclaringType()
}

/** Gets the class of the object that `made` creates. */
RefType classOf(ClassInstanceExpr made) {
  made = madeOf(_) and
  (result = made.getConstructedType().getSourceDeclaration() or result = made.getAnonymousClass())
}

/** Holds if code of `inner` uses the instance of the class `outer` around it. */
predicate usesInstance(RefType inner, RefType outer) {
  inner = classOf(_) and
  outer = inner.getEnclosingType() and
  not inner.isStatic() and
  (
    exists(ThisAccess self |
      self.getEnclosingCallable().getDeclaringType() = inner and self.getType() = outer
    )
    or
    exists(Member m | not m.isStatic() and memberUsed(inner, m) |
      m.getDeclaringType() = outer.getASourceSupertype*() and
      not m.getDeclaringType() = inner.getASourceSupertype*()
    )
  )
}

/** Holds if code of `inner` uses the field or method `m` without naming an object. */
predicate memberUsed(RefType inner, Member m) {
  inner = classOf(_) and
  (
    exists(FieldAccess a |
      a.getEnclosingCallable().getDeclaringType() = inner and
      m = a.getField() and
      not a.hasQualifier()
    )
    or
    exists(MethodCall c |
      c.getEnclosingCallable().getDeclaringType() = inner and
      m = c.getMethod().getSourceDeclaration() and
      not c.hasQualifier()
    )
  )
}

/** Holds if `e`, in a constructor of `c`, may hand the object under construction to a thread. */
predicate refersToThis(Expr e, RefType c) {
  c = constructedType(_) and
  e.getEnclosingCallable().getDeclaringType() = c and
  (e instanceof ThisAccess or capturesThis(e, c))
}

/** Gets an expression that becomes the thread that `start` starts, or part of it. */
Expr madeOf(ThreadStartCall start) {
  exists(constructedType(start)) and
  (
    result = start.getQualifier()
    or
    exists(Variable v | v.getAnAccess() = madeOf(start) and result = v.getAnAssignedValue())
    or
    result = madeOf(start).(ClassInstanceExpr).getAnArgument()
    or
    result = madeOf(start).(CastExpr).getExpr()
  )
}

/** Holds if the thread that `start` starts gets hold of the object under construction. */
predicate publishesThis(ThreadStartCall start) {
  start.isOwnMethodCall() or
  refersToThis(madeOf(start), constructedType(start))
}

/** Gets a field that the constructor of `start` sets after it. */
FieldWrite lateWrite(ThreadStartCall start) {
  result.isOwnFieldAccess() and
  result.getEnclosingCallable() = start.getEnclosingCallable() and
  exists(Assignment a |
    a.getDest() = result and strictlyDominates(start.getControlFlowNode(), a.getControlFlowNode())
  ) and
  not result.getField() = start.getQualifier().(VarAccess).getVariable()
}

/** Gets a subclass whose own construction still has to come when `start` is called. */
Class laterSubclass(ThreadStartCall start) {
  exists(RefType c | c = constructedType(start) and not c.isFinal() |
    result.getASourceSupertype+() = c and
    result.fromSource() and
    exists(Field f | f = result.getAField() and not f.isStatic())
  )
}

/** Gets what makes `start` dangerous, with the words for it. */
Element danger(ThreadStartCall start, string text) {
  publishesThis(start) and
  (
    result = min(FieldWrite w, int line, int column |
      w = lateWrite(start) and beginsAt(w, line, column)
    |
      w order by line, column, w.getField().getName()
    ) and
    text = "before its constructor sets $@ (and the new thread may use it now)"
    or
    not exists(lateWrite(start)) and
    result = min(Class c, string name | c = laterSubclass(start) and name = c.getQualifiedName() |
      c order by name
    ) and
    text = "before the fields of its subclass $@ are initialised"
    or
    not exists(lateWrite(start)) and
    not exists(laterSubclass(start)) and
    result = constructedType(start) and
    isOpen(result) and
    text = "before subclasses of $@, which others may write, initialise their fields"
  )
}

/** Holds if code that is not seen here can extend `c`. */
predicate isOpen(Class c) {
  (c.isPublic() or c.isProtected()) and
  not c.isFinal() and
  not c instanceof AnonymousClass and
  not c instanceof EnumType and
  exists(Constructor k | k = c.getAConstructor() | k.isPublic() or k.isProtected())
}

/** Holds if classes other than `c` have, or may have, the constructors of `c` run before their own. */
private predicate canBeExtended(Class c) {
  not c.isFinal() and
  not c instanceof AnonymousClass and
  not c instanceof EnumType and
  (c.isPrivate() implies exists(RefType sub | sub.getASourceSupertype+() = c))
}

/** Holds if a constructor of `c`, which others may extend, contains `start`, and the thread is not known to use the object. */
predicate startsEarly(ThreadStartCall start, Class c) {
  not exists(danger(start, _)) and
  c = start.getEnclosingCallable().(Constructor).getDeclaringType() and
  canBeExtended(c)
}

/** Holds if the code that the thread of `start` begins with reads or calls on the field of `late`, which is set after it. */
private predicate usesLate(ThreadStartCall start, FieldWrite late) {
  late = lateWrite(start) and
  publishesThis(start) and
  exists(FieldRead read, Callable user |
    read.getField() = late.getField() and
    user = read.getEnclosingCallable() and
    (
      user = ranFirst(start)
      or
      exists(MethodCall call |
        call.getEnclosingCallable() = ranFirst(start) and
        call.getMethod().getSourceDeclaration() = user
      )
    )
  )
}

/** Gets the callable that the thread of `start` begins with, as far as the constructor shows. */
private Callable ranFirst(ThreadStartCall start) {
  publishesThis(start) and
  (
    result = madeOf(start).(FunctionalExpr).asMethod()
    or
    result = madeOf(start).(MemberRefExpr).getReferencedCallable().getSourceDeclaration()
    or
    exists(RefType t |
      t = classOf(madeOf(start))
      or
      (start.isOwnMethodCall() or madeOf(start) instanceof ThisAccess) and
      t = constructedType(start)
    |
      result = t.getAMethod() and result.hasName("run") and result.hasNoParameters()
    )
  )
}

/** Gets what speaks for harm by `start` and against it. */
string getEvidenceOf(ThreadStartCall start) {
  usesLate(start, _) and result = "uses-set-later"
  or
  startsEarly(start, _) and not publishesThis(start) and result = "knows-nothing-of-it"
}

/** Holds if `evidence` makes it surer by `points` that `start` comes too early. */
query predicate confidence(ThreadStartCall start, int points, string evidence) {
  evidence = getEvidenceOf(start) and
  isWorth(evidence, points)
}

from ThreadStartCall start, string message, Element place, string name
where
  exists(string text |
    place = danger(start, text) and
    message =
      "This starts a thread that knows the object under construction, " + text +
        ". Start it in a method that is called when the object is complete."
  ) and
  (
    if place instanceof FieldWrite
    then name = "'" + place.(FieldWrite).getField().getName() + "'"
    else name = place.getName()
  )
  or
  startsEarly(start, place) and
  name = place.getName() and
  message =
    "This starts a thread in a constructor of $@, before constructors of subclasses have run. Start it in a method that is called when the object is complete."
select start, message, place, name
