/** Types whose instances may be shared by threads: made for it, meant for it, or never changing. */

import java
import java.TestSources
import java.UnknownMethods
import java.models.Models
import java.concurrency.Locks
import java.concurrency.ThreadCalls
private import java.controlflow.Loops

/** Holds if `t` may be shared by threads without further care; see `isImmutableType` for what never changes. */
predicate isThreadSafeType(Type t) {
  exists(RefType declaration | declaration = t.(RefType).getSourceDeclaration() |
    isThreadSafeLibraryType(declaration)
    or
    isOfThreadSafePackage(declaration)
    or
    // A class below one of these; an interface of theirs asks for nothing.
    exists(Class above | above = declaration.(Class).getASourceSupertype+() |
      isOfThreadSafePackage(above)
    )
    or
    declaration instanceof ClassMeantThreadSafe
    or
    isInterfaceForThreads(declaration)
  )
  or
  t instanceof LockType
  or
  t instanceof ReadWriteLockType
  or
  t instanceof ConditionType
}

/** Holds if the interface `t` of the sources says that its objects are for several threads. */
private predicate isInterfaceForThreads(Interface t) {
  classAnnotation(t.getAnAnnotation().getType().getName(), "thread-safe")
  or
  isDocumentedAs(t, "thread-safe") and not isDocumentedAs(t, "not-thread-safe")
}

/** Holds if `m` is synchronized because the method of a library is, or was, that it overrides: that says nothing. */
private predicate isSynchronizedByHabit(Method m) {
  exists(Method inherited | m.overrides(inherited) and not inherited.fromSource() |
    inherited.isSynchronized()
    or
    exists(string package, string type |
      synchronizedBefore(package, type, inherited.getName()) and
      inherited.getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type)
    )
  )
}

/** Holds if all types of the package of `declaration`, or of one around it, are made for several threads. */
private predicate isOfThreadSafePackage(RefType declaration) {
  exists(string package | threadSafePackage(package) |
    declaration.getPackage().getName() = package or
    declaration.getPackage().getName().matches(package + ".%")
  )
}

private predicate isThreadSafeLibraryType(RefType declaration) {
  exists(string package, string type |
    threadSafeType(package, type) and
    declaration.getASourceSupertype*().hasQualifiedName(package, type)
  )
}

/** Holds if `call` calls the method `name` of `package.type`. */
private predicate callsNamed(MethodCall call, string package, string type, string name) {
  isNamed(call.getMethod(), package, type, name)
  or
  isNamedInRow(package, type, name) and callsUnknownMethod(call, package, type, name)
}

private predicate isNamedInRow(string package, string type, string name) {
  threadSafeFactory(package, type, name) or
  threadSafeView(package, type, name) or
  immutableFactory(package, type, name)
}

/** Holds if `m` is the method `name` of `package.type`, of which rows say that it makes something safe. */
pragma[nomagic]
private predicate isNamed(Method m, string package, string type, string name) {
  isNamedInRow(package, type, name) and
  m.hasName(name) and
  m.getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type)
}

/** Holds if `e` makes an object that may be shared by threads without further care, or its type says that it is one. */
private predicate makesThreadSafe(Expr e) {
  isThreadSafeType(e.getType()) and not e instanceof NullLiteral
  or
  exists(string package, string type, string name | callsNamed(e, package, type, name) |
    threadSafeFactory(package, type, name)
    or
    threadSafeView(package, type, name) and makesThreadSafe(e.(MethodCall).getArgument(0))
  )
  or
  makesThreadSafe(e.(CastingExpr).getExpr())
  or
  makesThreadSafe(e.(ConditionalExpr).getTrueExpr()) and
  makesThreadSafe(e.(ConditionalExpr).getFalseExpr())
}

/** Holds if `e` calls a method that nothing overrides and that always returns an object which it makes for several threads. */
private predicate isMadeThreadSafe(MethodCall e) {
  exists(Method m | m = e.getMethod().getSourceDeclaration() |
    forex(ReturnStmt s | s.getEnclosingCallable() = m | makesThreadSafe(s.getExpr())) and
    not overridesDirectly(_, m)
  )
}

/** Holds if `p`, of a constructor, is given objects for several threads wherever the sources call it. */
private predicate isGivenThreadSafe(Parameter p) {
  p.getCallable() instanceof Constructor and
  not p.getType() instanceof PrimitiveType and
  forex(Expr given | given = p.getAnArgument() | makesThreadSafe(given) or isMadeThreadSafe(given))
}

/** Holds if `e` denotes an object that is made to be shared by threads without further care. */
predicate isThreadSafeValue(Expr e) {
  makesThreadSafe(e) or
  isMadeThreadSafe(e) or
  isGivenThreadSafe(e.(VarAccess).getVariable()) or
  holdsThreadSafe(e.(VarAccess).getVariable())
}

/** Holds if all that is assigned to `v` are objects made for several threads. */
private predicate holdsThreadSafe(LocalVariableDecl v) {
  forex(Expr value | value = v.getAnAssignedValue() and not value instanceof NullLiteral |
    makesThreadSafe(value)
  )
}

/** Holds if the instances of `t` never change. */
predicate isImmutableType(Type t) {
  t instanceof ImmutableType or
  isImmutableClass(t.(RefType).getSourceDeclaration())
}

/** Holds if `t`, a declaration, is a class whose instances never change: a known one, or one without anything to change. */
cached
predicate isImmutableClass(RefType t) {
  t.isSourceDeclaration() and
  (
    t instanceof ImmutableType
    or
    exists(string package, string type |
      immutableType(package, type) and t.getASourceSupertype*().hasQualifiedName(package, type)
    )
    or
    classAnnotation(t.(ClassOrInterface).getAnAnnotation().getType().getName(), "immutable")
    or
    t.fromSource() and
    t instanceof Class and
    not t.isAbstract() and
    not mayChange(t) and
    exists(Field f | f = t.getAField() and not f.isStatic())
  )
}

/** Holds if instances of the class `t` may change. */
private predicate mayChange(RefType t) {
  t instanceof Class and
  t.isSourceDeclaration() and
  (
    exists(Field f | f = t.getAField() and not f.isStatic() |
      not f.isFinal()
      or
      exists(RefType value | value = f.getType().(RefType).getSourceDeclaration() |
        not f.getType() instanceof ImmutableType and
        not exists(string package, string type |
          immutableType(package, type) and
          value.getASourceSupertype*().hasQualifiedName(package, type)
        ) and
        (not value.fromSource() or not value instanceof Class or mayChange(value))
      )
    )
    or
    exists(RefType base | base = t.getASourceSupertype() and base instanceof Class |
      mayChange(base)
      or
      not base.fromSource() and
      not base instanceof TypeObject and
      not base.hasName(["Record", "Enum"])
    )
  )
}

/** A class that is meant to be used by several threads at once. */
class ClassMeantThreadSafe extends Class {
  ClassMeantThreadSafe() { exists(evidenceRank(this, _)) and not isExempt(this) }

  /** Gets what shows that this class is meant to be thread-safe. */
  string getEvidence() {
    result = min(string evidence, int weight | weight = evidenceRank(this, evidence) |
      evidence order by weight, evidence
    )
  }
}

/** Holds if nothing but the code of `c` shows that it is meant to be thread-safe. */
predicate isMeantByEvidenceOnly(ClassMeantThreadSafe c) {
  not exists(int weight | weight = evidenceRank(c, _) and weight <= 1)
}

/**
 * Holds if something shows that several threads use objects of the class `c`, or of a class around or above it, whether or
 * not evidence makes a class one that is checked.
 */
predicate showsSharing(Class c) {
  exists(Class shown | shown = c.getEnclosingType*() or shown = c.getASourceSupertype+() |
    shown instanceof ClassMeantThreadSafe or exists(ownEvidence(shown, _))
  )
}

/** Gets a method that another thread executes, as it is handed over at `start`: of a function, or of an object. */
private Method runBy(ThreadStart start) {
  exists(Expr task | task = start.getHandedOver() |
    result = task.(FunctionalExpr).asMethod()
    or
    result.hasName(["run", "call"]) and
    result.fromSource() and
    (
      result.getDeclaringType() = task.(ClassInstanceExpr).getAnonymousClass() or
      result.getDeclaringType() = task.getType().(RefType).getSourceDeclaration()
    )
  ) and
  not isTestCallable(start.getEnclosingCallable())
}

/** Holds if `e`, in the code of a task, denotes an object that others handed to it: it captures it, or has it in a field. */
private predicate isGivenToTask(Expr e, Method task) {
  task = runBy(_) and
  e.getEnclosingCallable() = task and
  (
    e instanceof FieldAccess
    or
    exists(LocalScopeVariable v | e = v.getAnAccess() and v.getCallable() != task)
  )
}

/** Holds if the task that `start` hands to another thread calls `m` on an object that it is given, or on the one that hands it over. */
private predicate hasTaskCall(ThreadStart start, Method m) {
  exists(MethodCall call |
    call.getEnclosingCallable() = runBy(start) and m = call.getMethod().getSourceDeclaration()
  |
    isGivenToTask(call.getQualifier(), _)
    or
    start.getHandedOver() instanceof LambdaExpr and
    (call.isOwnMethodCall() or call.isEnclosingMethodCall(_))
  )
  or
  exists(MemberRefExpr task |
    task = start.getHandedOver() and
    (task.getQualifier() instanceof VarAccess or task.getQualifier() instanceof InstanceAccess) and
    m = task.getReferencedCallable().getSourceDeclaration() and
    not isTestCallable(start.getEnclosingCallable())
  )
}

/** Holds if several tasks, which the sources hand to other threads in a loop or in one callable, call `m` on one object. */
predicate isCalledByTasks(Method m) {
  m.fromSource() and
  exists(ThreadStart start | hasTaskCall(start, m) |
    isInLoop(start)
    or
    exists(ThreadStart other |
      hasTaskCall(other, m) and
      other != start and
      other.getEnclosingCallable() = start.getEnclosingCallable() and
      not start instanceof ThreadStartCall and
      not other instanceof ThreadStartCall
    )
  )
}

/** Holds if a task that another thread executes captures `v`. */
predicate isCapturedByTask(LocalScopeVariable v) {
  exists(VarAccess e | e = v.getAnAccess() and isGivenToTask(e, _))
}

/**
 * Holds if the sources hand tasks to other threads that call methods on objects of the class `c`, of the sources, which they
 * are given: its objects are used by several threads.
 */
predicate isUsedByTasks(Class c) {
  c.fromSource() and
  (
    exists(MethodCall call |
      isGivenToTask(call.getQualifier(), _) and
      c = call.getQualifier().getType().(RefType).getSourceDeclaration()
    )
    or
    exists(ThreadStart start, MemberRefExpr task |
      task = start.getHandedOver() and
      task.getQualifier() instanceof VarAccess and
      c = task.getQualifier().getType().(RefType).getSourceDeclaration() and
      not isTestCallable(start.getEnclosingCallable())
    )
  )
}

/** Holds if nothing but a task that it hands to another thread shows that `c` is meant to be thread-safe. */
predicate isMeantByTasksOnly(ClassMeantThreadSafe c) {
  not exists(int weight | weight = evidenceRank(c, _) and weight < 9)
}

/** Holds if `c` says that it is not thread-safe, or cannot change. */
private predicate isExempt(Class c) {
  classAnnotation(c.getAnAnnotation().getType().getName(), ["not-thread-safe", "immutable"])
  or
  // What nobody has annotated or named, its documentation may take out.
  isDocumentedAs(c, "not-thread-safe") and
  not exists(int weight | weight = evidenceRank(c, _) and weight <= 1)
}

/** Holds if the documentation of `c` says `meaning` of it, as rows of `classDocumentation` have it. */
private predicate isDocumentedAs(ClassOrInterface c, string meaning) {
  exists(string pattern |
    classDocumentation(pattern, meaning) and documentation(c).matches(pattern)
  )
}

/** Gets a text of the documentation of `c`, of the sources, in lower case and in one line. */
pragma[nomagic]
private string documentation(ClassOrInterface c) {
  exists(JavadocText text |
    isNamedType(c) and
    text.getParent() = c.(Documentable).getDoc() and
    result = text.getText().toLowerCase().replaceAll("\n", " ")
  )
}

/** Gets the rank, the best being the least, of `evidence` for `c` being meant to be thread-safe. */
private int evidenceRank(Class c, string evidence) {
  c.isSourceDeclaration() and
  (
    exists(string annotation |
      annotation = c.getAnAnnotation().getType().getName() and
      classAnnotation(annotation, "thread-safe") and
      evidence = "annotated @" + annotation and
      result = 0
    )
    or
    exists(string pattern | namedBy(c, pattern)) and
    evidence = "assumed by configuration" and
    result = 1
    or
    assumedThreadSafe("auto") and result = ownEvidence(c, evidence)
    or
    assumedThreadSafe("auto") and
    exists(Class base, string inherited |
      base = c.getASourceSupertype() and
      base.fromSource() and
      result = evidenceRank(base, inherited).maximum(8) and
      evidence = "extends " + base.getName() + ", which is meant to be"
    ) and
    isNamedClass(c)
  )
}

private predicate isNamedClass(Class c) { isNamedType(c) }

/** Holds if `t`, of the sources and no tests, has a name of its own. */
private predicate isNamedType(ClassOrInterface t) {
  t.fromSource() and
  not isTestFile(t.getFile()) and
  not t instanceof AnonymousClass and
  not t instanceof EnumType
}

/** Holds if the code of `c` makes another thread run the object itself. */
predicate handsItselfToThread(Class c) {
  exists(ThreadStart start |
    start.getHandedOver().(ThisAccess).getType() = c and
    start.getHandedOver().getEnclosingCallable().getDeclaringType() = c
  )
}

/** Gets the field that has the lock `m`, alone or with others that a number or a key distinguishes. */
private Field fieldOfLocks(Monitor m) {
  result = m.(VariableMonitor).getVariable() or
  result = m.(ElementMonitor).getContainer()
}

/** Gets the rank of `evidence` in the own code of `c`. */
private int ownEvidence(Class c, string evidence) {
  isNamedClass(c) and
  (
    exists(Field f, string guard |
      f.getDeclaringType() = c and
      exists(getDeclaredGuard(f)) and
      guardAnnotation(guard) and
      f.getAnAnnotation().getType().hasName(guard) and
      evidence = "has fields annotated @" + guard and
      result = 2
    )
    or
    exists(LockAcquire call, Field f |
      f.getDeclaringType() = c and
      fieldOfLocks(getLockMonitor(call)) = f and
      call.getEnclosingCallable().getDeclaringType().getEnclosingType*() = c and
      evidence = "takes its lock '" + f.getName() + "'" and
      result = 3
    )
    or
    exists(SynchronizedStmt s, Field f |
      f.getDeclaringType() = c and
      not f.isStatic() and
      fieldOfLocks(getSynchronizedMonitor(s)) = f and
      s.getEnclosingCallable().getDeclaringType() = c and
      evidence = "synchronizes on its field '" + f.getName() + "'" and
      result = 4
    )
    or
    exists(Call call, Expr lock, Field f |
      lock = call.getAnArgument() and
      f.getDeclaringType() = c and
      getDenotedMonitor(lock).(VariableMonitor).getVariable() = f and
      lock.getType() instanceof LockType and
      call.getEnclosingCallable().getDeclaringType() = c and
      evidence = "has its lock '" + f.getName() + "' taken" and
      result = 4
    )
    or
    exists(Method m |
      m.getDeclaringType() = c and
      exists(getAnnotatedMonitor(m, _)) and
      evidence = "has methods that an annotation locks" and
      result = 6
    )
    or
    exists(SynchronizedStmt s |
      s.getExpr().(ThisAccess).isOwnInstanceAccess() and
      s.getEnclosingCallable().getDeclaringType() = c and
      evidence = "synchronizes on itself" and
      result = 5
    )
    or
    exists(Method m |
      m.getDeclaringType() = c and
      m.isSynchronized() and
      not m.isStatic() and
      not isSynchronizedByHabit(m) and
      evidence = "has synchronized methods" and
      result = 6
    )
    or
    handsItselfToThread(c) and evidence = "hands itself to another thread" and result = 7
    or
    handsWorkToThread(c) and evidence = "hands work on itself to another thread" and result = 9
    or
    isDocumentedAs(c, "thread-safe") and
    not isDocumentedAs(c, "not-thread-safe") and
    evidence = "its documentation says so" and
    result = 2
  )
}

/** Holds if code of `c` makes a function, or an object of an inner class, and makes another thread run it. */
private predicate handsWorkToThread(Class c) {
  exists(ThreadStart start, ClassInstanceExpr task |
    task = start.getHandedOver() and
    c = task.getEnclosingCallable().getDeclaringType() and
    not task.getEnclosingCallable().isStatic() and
    not isTestFile(c.getFile()) and
    (
      task instanceof FunctionalExpr
      or
      exists(Class inner | inner = task.getConstructedType().getSourceDeclaration() |
        inner instanceof AnonymousClass
        or
        inner.getEnclosingType() = c and not inner.isStatic()
      )
    )
  )
}

/** Holds if the user's pattern names `c`. */
private predicate namedBy(Class c, string pattern) {
  pattern != "auto" and
  isMeantBy(nameForPatterns(c), pattern)
}
