/**
 * @name Static or volatile field initialised lazily without a lock
 * @description Two threads that find the field unset both set it, and another may see an object whose construction it
 *              does not see, or use one that is replaced.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/lazy-initialization
 * @tags concurrency
 *       correctness
 */

import java
import java.UnknownMethods
import java.concurrency.Confidence
import java.concurrency.Held
import java.concurrency.ThreadSafeTypes

/** Holds if `test` finds the static field `f` null, or a volatile one of its object, and `write` then sets it. */
predicate setIfNull(EqualityTest test, FieldWrite write, Field f) {
  exists(FieldRead read, boolean branch |
    (
      f.isStatic()
      or
      f.isVolatile() and read.isOwnFieldAccess() and write.isOwnFieldAccess() and isFilled(f)
    ) and
    read.getField() = f and
    nullTest(test, read, branch) and
    write.getField() = f and
    write.getEnclosingCallable() = test.getEnclosingCallable() and
    not write.getASource() instanceof NullLiteral and
    branchEntry(test, branch).bbDominates(write.getBasicBlock())
  )
}

/** Gets an expression with the object in `f`: an access, a call of its getter, or a local variable that holds what it held. */
private Expr objectIn(Field f) {
  (f.isVolatile() or f.isStatic()) and
  f.fromSource() and
  (
    result = f.getAnAccess()
    or
    // A lazy getter: what it sets, it gives back.
    exists(Method getter, ReturnStmt s |
      getter = result.(MethodCall).getMethod().getSourceDeclaration() and
      getter.hasNoParameters() and
      s.getEnclosingCallable() = getter and
      s.getExpr() = f.getAnAccess()
    )
    or
    exists(LocalVariableDecl v |
      v.getAnAssignedValue() = f.getAnAccess() and result = v.getAnAccess()
    )
  )
}

/** Holds if the code of the class of `f` gives the object in `f` something to keep, which is lost if another takes its place. */
predicate isFilled(Field f) {
  exists(MethodCall call |
    call.getQualifier() = objectIn(f) and
    call.getParent() instanceof ExprStmt and
    call.getNumArgument() > 0 and
    exists(string name | name = call.getMethod().getName() or name = getUnknownName(call) |
      name.regexpMatch("(set|add|put|register|offer|append|push)([A-Z].*)?")
    ) and
    not makesObject(call.getEnclosingCallable())
  )
}

/** Holds if it does no harm that two threads make an object of the type `t`: nobody can tell the two apart. */
predicate isValue(Type t) {
  t instanceof ImmutableType and not t instanceof EnumType and not t instanceof PrimitiveType
  or
  t.(RefType).getPackage().hasName("java.lang.reflect")
  or
  t.(RefType).getSourceDeclaration().hasQualifiedName("java.lang", "Class")
}

/** Holds if several threads are meant to use one object of the type `t`, and what it holds. */
predicate isForThreads(RefType t) {
  showsSharing(t.getSourceDeclaration())
  or
  isThreadSafeType(t) and not isImmutableType(t) and not isValue(t)
}

/** Holds if `m` is one lock for all threads that use a static field: nothing can put another in its place. */
private predicate isOneLock(Monitor m) {
  m.isStatic() and
  not m instanceof UnknownMonitor and
  not exists(Field lock | lock = m.(VariableMonitor).getVariable() | isReplaced(lock))
}

/** Holds if code other than that of a static initialiser puts another object into the static field `lock`. */
private predicate isReplaced(Field lock) {
  lock.isStatic() and
  exists(FieldWrite w | w.getField() = lock |
    not w.getEnclosingCallable() instanceof StaticInitializer
  )
}

/** Holds if `e` is evaluated with a lock held, which `one` tells to be one lock for all threads or not. */
private predicate isLocked(Expr e, boolean one) {
  exists(Monitor m | heldDuring(e, m) | if isOneLock(m) then one = true else one = false)
}

/** Holds if `test`, by which `write` is set, is made where threads may be at the same time. */
private predicate testsUnlocked(EqualityTest test) {
  setIfNull(test, _, _) and
  not isLocked(test, true) and
  not runsAlone(test.getEnclosingCallable()) and
  (enteredUnlocked(test.getEnclosingCallable()) or isLocked(test, false))
}

/** Holds if `test` and `write` are those of a double check: `f` is tested again under the lock that is held at `write`. */
private predicate isTestedAgain(EqualityTest test, FieldWrite write, Field f) {
  exists(EqualityTest again |
    setIfNull(test, write, f) and
    setIfNull(again, write, f) and
    again != test and
    isLocked(again, true)
  )
}

/** Holds if `test` leads to `write`, of `f`, and nothing keeps two threads from both being there; `how` says what is missing. */
predicate initsTwice(EqualityTest test, FieldWrite write, Field f, string how) {
  setIfNull(test, write, f) and
  testsUnlocked(test) and
  (
    not isLocked(write, _) and how = "no lock"
    or
    isLocked(write, false) and not isLocked(write, true) and how = "many locks"
    or
    isLocked(write, true) and not isTestedAgain(test, write, f) and how = "late lock"
    or
    isLocked(write, true) and
    isTestedAgain(test, write, f) and
    not f.isVolatile() and
    how = "not volatile"
  )
}

/** Gets the first write of `f` that `test` leads to, with what is missing. */
FieldWrite firstWrite(EqualityTest test, Field f, string how) {
  result = min(FieldWrite w, int line, int column |
    initsTwice(test, w, f, _) and beginsAt(w, line, column)
  |
    w order by line, column
  ) and
  initsTwice(test, result, f, how)
}

/** Holds if `write` puts an object there that is made for it, here or by a method of the class: two threads make two. */
private predicate putsNewObject(FieldWrite write) {
  exists(AssignExpr assign | assign.getDest() = write | makesNew(assign.getSource()))
}

/** Holds if `e` makes an object, itself or by a method of the class, or denotes one that was made so before. */
private predicate makesNew(Expr e) {
  e instanceof ClassInstanceExpr or
  e instanceof ArrayCreationExpr or
  e.(MethodCall).isOwnMethodCall() or
  e.(MethodCall).getMethod().isStatic() or
  makesNew(e.(CastingExpr).getExpr()) or
  makesNew(any(LocalVariableDecl v | e = v.getAnAccess()).getAnAssignedValue())
}

/** Holds if `write` puts an object there that is there already, elsewhere: two threads find one. */
private predicate putsKnownObject(FieldWrite write) {
  exists(Expr value | value = write.getASource().getUnderlyingExpr() |
    value = any(Parameter p).getAnAccess()
    or
    value instanceof FieldAccess
    or
    value.(MethodCall).getMethod().getName().regexpMatch("(get|find|next|elementAt)([A-Z].*)?") and
    not value.(MethodCall).isOwnMethodCall() and
    not value.(MethodCall).getMethod().isStatic()
  )
}

/** Gets evidence that it does less harm that threads may both come to `write`. */
string getEvidenceOf(FieldWrite write) {
  exists(Field f, string how | write = firstWrite(_, f, how) |
    isValue(f.getType()) and result = "value-object"
    or
    isFilled(f) and putsNewObject(write) and result = "object-lost"
    or
    putsKnownObject(write) and result = "value-object"
    or
    not isFilled(f) and
    not putsKnownObject(write) and
    isForThreads(f.getType()) and
    how != "not volatile" and
    result = "shared-object"
    or
    isForOneThread(f.getDeclaringType()) and not f.isStatic() and result = "one-thread-type"
    or
    result = getEvidenceOfName(write.getEnclosingCallable()) and result = ["begins", "ends"]
    or
    how = "not volatile" and result = "other-query"
  )
}

/** Holds if `evidence` makes it surer by `points` that threads both come to `write`, with harm. */
query predicate confidence(FieldWrite write, int points, string evidence) {
  evidence = getEvidenceOf(write) and
  isWorth(evidence, points)
}

from EqualityTest test, FieldWrite write, Field f, string how, string message
where
  write = firstWrite(test, f, how) and
  (f.isStatic() or how = "no lock") and
  f.fromSource() and
  not isSingleThreadedProgram(f.getDeclaringType().getEnclosingType*()) and
  (
    how = "no lock" and
    (
      if f.isVolatile()
      then
        message =
          "Two threads that find $@ null, $@, both set it here, and use different objects. Use a synchronized method, or a holder class that initialises it once."
      else
        message =
          "Two threads that find $@ null, $@, both set it here, and others may see the object half constructed. Use a synchronized method, or a holder class that initialises it once."
    )
    or
    how = "many locks" and
    message =
      "Two threads that find $@ null, $@, may hold different locks when they set it here. Use one lock in a static final field, or a holder class."
    or
    how = "late lock" and
    message =
      "Two threads that find $@ null, $@, set it here one after the other: the lock comes after the test. Test with the lock held, or use a holder class."
    or
    how = "not volatile" and
    message =
      "A thread that finds $@ set, $@, without the lock may see the object half constructed. Declare the field volatile, or use a holder class."
  )
select write, message, f, "'" + f.getName() + "'", test, "here"
