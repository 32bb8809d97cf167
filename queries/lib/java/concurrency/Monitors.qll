/**
 * Monitors: what at most one thread (or, for the shared half of a lock, no writer beside the readers) can hold, and
 * which of them an expression denotes.
 */

import java
import java.callgraph.CallGraph
import java.concurrency.StateLocks
import java.concurrency.GuardExpressions
import java.concurrency.LockTypes
import java.concurrency.Stability
import java.concurrency.ThreadCalls
private import java.models.Models

/** Holds if `e` is used as a lock: synchronized on, locked, asked whether it is held, or handed on to such a use. */
private predicate usedAsLock(Expr e) {
  e = any(SynchronizedStmt s).getExpr()
  or
  exists(LockCall call | e = call.getQualifier())
  or
  exists(MethodCall call | runsSerially(call) and e = call.getQualifier())
  or
  asksWhetherHeld(_, e)
  or
  exists(MethodCall view | usedAsLock(view) and isLockView(view) and e = view.getQualifier())
  or
  exists(Expr outer | usedAsLock(outer) and e = passedThrough(outer))
  or
  exists(VarAccess access | usedAsLock(access) and e = copied(access.getVariable()))
  or
  exists(MethodCall call | usedAsLock(call) and e = returned(call.getMethod()))
  or
  // A lock that a call hands to a method which locks its parameter, or to the constructor of a lock's wrapper.
  exists(Parameter p, Call call | usedAsLock(p.getAnAccess()) |
    call.getCallee().getSourceDeclaration() = p.getCallable() and
    e = call.getArgument(p.getPosition())
  )
}

/** Holds if `call` hands something to what runs its tasks one at a time. */
predicate runsSerially(MethodCall call) { handsOver(_, call, _, "serial") }

/** Gets an operand whose value `e` has: of a cast, an assignment, a conditional expression. */
private Expr passedThrough(Expr e) {
  result = getSameValue(e) or
  result = e.(ConditionalExpr).getABranchExpr() or
  result = e.(SwitchExpr).getAResult()
}

/** Gets a value that `v`, a local variable or a final field, has taken over from elsewhere. */
private Expr copied(Variable v) {
  (v instanceof LocalVariableDecl or v.(Field).isFinal()) and
  result = v.getAnAssignedValue() and
  not result instanceof NullLiteral and
  not isNewLock(result) and
  not isNamedByStatic(v, result)
}

/**
 * Holds if `v` is a static field, so that there is one lock in it, and `value` a call on an object, in which the lock is one
 * of many of a field.
 */
private predicate isNamedByStatic(Field v, MethodCall value) {
  v.isStatic() and
  v.isFinal() and
  value = v.getAnAssignedValue() and
  not value.getMethod().isStatic() and
  not isLockView(value)
}

/** Gets the field that all constructions give for the parameter `p` of a constructor: the same lock under two names. */
private Field givenFor(Parameter p) {
  result = unique(Field f | f = givenField(p)) and
  not exists(Expr given | given = argumentFor(p) and not given instanceof FieldAccess) and
  (
    p.getCallable() instanceof Constructor
    or
    // A method of the same object, that nobody else calls.
    p.getCallable().isPrivate() and
    not exists(p.getAnAssignedValue()) and
    (p.getCallable().isStatic() or isCalledOnOwn(p.getCallable())) and
    forall(Expr given | given = argumentFor(p) |
      given.(FieldAccess).isOwnFieldAccess() or given.(FieldAccess).getField().isStatic()
    )
  )
}

/** Holds if all calls of the private method `m` are on `this`. */
private predicate isCalledOnOwn(Method m) {
  m.isPrivate() and
  forall(MethodCall call | call.getMethod().getSourceDeclaration() = m | call.isOwnMethodCall())
}

/**
 * Gets the class, at the top of its classes, of the object in the final field `f`, if that is the object which makes the one
 * with the field: all that make such objects hand in their `this`, so that it is one lock by either name.
 */
private RefType ownerIn(Field f) {
  f.isFinal() and
  not f.isStatic() and
  result = unique(RefType t | t = makerIn(f)) and
  forall(Expr value | value = f.getAnAssignedValue() |
    exists(Parameter p |
      value = p.getAnAccess() and
      p.getCallable() instanceof Constructor and
      not exists(p.getAnAssignedValue()) and
      not exists(Expr given | given = argumentFor(p) |
        not given.(ThisAccess).isOwnInstanceAccess() and not given instanceof NullLiteral
      )
    )
  )
}

/** Gets the class, at the top of its classes, of a `this` that a constructor puts into `f`. */
private RefType makerIn(Field f) {
  exists(Parameter p |
    f.getAnAssignedValue() = p.getAnAccess() and
    p.getCallable() instanceof Constructor and
    result =
      instanceMonitorType(argumentFor(p).(ThisAccess).getType().(RefType).getSourceDeclaration())
  )
}

private Expr argumentFor(Parameter p) {
  exists(Call call | call.getCallee().getSourceDeclaration() = p.getCallable() |
    result = call.getArgument(p.getPosition())
  )
}

private Field givenField(Parameter p) { result = argumentFor(p).(FieldAccess).getField() }

/** Gets a value that the variable of `e` has taken over from elsewhere, and may have at `e`. */
private Expr copiedTo(VarAccess e) {
  exists(Variable v |
    usedAsLock(e) and
    e = v.getAnAccess() and
    result = copied(v) and
    not exists(Expr later |
      later = copied(v) and
      strictcount(copied(v)) > 1 and
      strictlyDominates(result.getControlFlowNode(), later.getControlFlowNode()) and
      strictlyDominates(later.getControlFlowNode(), e.getControlFlowNode())
    ) and
    (
      strictcount(copied(v)) = 1 or
      v instanceof Field or
      e.getBasicBlock() = result.getBasicBlock().getASuccessor*()
    )
  )
}

/** Holds if `e` makes an object. */
private predicate isNewLock(Expr e) {
  e instanceof ClassInstanceExpr
  or
  isNewLock(getGivenBack(e.(MethodCall).getMethod().getSourceDeclaration()))
  or
  e instanceof ArrayCreationExpr
  or
  // A view of a lock that nothing else knows is the lock.
  isLockView(e) and isNewLock(e.(MethodCall).getQualifier())
}

/** Holds if `v`, a local variable or a final field, has a value that is no copy of anything we know. */
private predicate hasOwnValue(Variable v) {
  not v instanceof LocalVariableDecl and not v.(Field).isFinal()
  or
  not exists(copied(v))
  or
  exists(Expr value | value = v.getAnAssignedValue() |
    isNewLock(value)
    or
    not value instanceof NullLiteral and not isCopyable(value)
  )
}

/** Holds if `e` is an expression through which we look for the lock behind it. */
private predicate isCopyable(Expr e) {
  e instanceof FieldAccess
  or
  e instanceof ThisAccess
  or
  exists(Parameter p | e = p.getAnAccess() and exists(givenFor(p)))
  or
  e.(VarAccess).getVariable() instanceof LocalVariableDecl
  or
  isLockView(e)
  or
  exists(returned(e.(MethodCall).getMethod()))
  or
  isUnseenGetter(e)
  or
  isElement(e, _, _)
  or
  isCopyable(getSameValue(e))
  or
  isCopyable(e.(ConditionalExpr).getTrueExpr()) and isCopyable(e.(ConditionalExpr).getFalseExpr())
  or
  exists(e.(SwitchExpr).getAResult()) and
  not exists(Expr value | value = e.(SwitchExpr).getAResult() | not isKnownResult(value))
}

/** Holds if `e`, a result of a `switch`, is a lasting field or `this`, so that it is known which lock it is. */
private predicate isKnownResult(Expr e) {
  exists(SwitchExpr s | e = s.getAResult()) and
  (e instanceof ThisAccess or isStable(e.(FieldAccess).getField()))
}

/** Holds if `e`, used as a lock, has one of several values. */
private predicate isChoice(Expr e) {
  usedAsLock(e) and
  (
    e instanceof ConditionalExpr and isCopyable(e)
    or
    e instanceof SwitchExpr and isCopyable(e)
    or
    exists(LocalVariableDecl v | e = v.getAnAccess() and not hasOwnValue(v) |
      strictcount(copied(v)) > 1 or isChoice(copied(v))
    )
  )
}

/** Gets the expression that `m`, a getter or the like, gives back, if it makes no lock. */
private Expr returned(Method m) {
  result = getGivenBack(m.getSourceDeclaration()) and
  not result instanceof NullLiteral and
  not isNewLock(result) and
  not exists(result.(MethodCall).getAnArgument()) and
  not m.getReturnType() instanceof PrimitiveType
}

/**
 * Holds if `call` calls a method of `this` without parameters whose result is unknown, but not a new object: subclasses
 * decide which lock it is.
 */
private predicate isUnseenGetter(MethodCall call) {
  not exists(returned(call.getMethod())) and
  not isNewLock(call) and
  not isLockView(call) and
  call.isOwnMethodCall() and
  not call.getMethod().isStatic() and
  call.getMethod().getSourceDeclaration().fromSource() and
  call.getMethod().hasNoParameters() and
  not call.getMethod().getReturnType() instanceof PrimitiveType
}

/**
 * Holds if `e` gives one of the locks of `container`, an array, a collection or a method with parameters: that at `index`, a
 * constant, or for `*`, one that is chosen at run time.
 */
private predicate isElement(Expr e, Element container, string index) {
  exists(ArrayAccess a | a = e |
    container = a.getArray().(VarAccess).getVariable() and index = indexText(a.getIndexExpr())
  )
  or
  exists(MethodCall call | call = e |
    exists(call.getAnArgument()) and
    not isLockView(call) and
    not call instanceof LockCall and
    not exists(returned(call.getMethod())) and
    not isNewLock(call) and
    call.getType() instanceof RefType and
    index = indexText(call.getArgument(0)) and
    if call.getMethod().fromSource()
    then container = call.getMethod().getSourceDeclaration()
    else container = call.getQualifier().(VarAccess).getVariable()
  )
}

/** Gets a text for `index`, if it is a constant, or else `*`. */
private string indexText(Expr index) {
  (index = any(ArrayAccess a).getIndexExpr() or index = any(MethodCall call).getArgument(0)) and
  if exists(index.(Literal).getLiteral())
  then result = index.(Literal).getLiteral()
  else result = "*"
}

/** Gets the class at the top of the classes in the sources that `t` extends: the one that names the monitor of `this`. */
RefType instanceMonitorType(RefType t) {
  t.fromSource() and
  t.isSourceDeclaration() and
  t instanceof Class and
  (
    result = instanceMonitorType(sourceSuperclass(t))
    or
    not exists(sourceSuperclass(t)) and result = t
  )
}

/** Gets the class in the sources that `t` extends, unless it is extended by itself. */
private RefType sourceSuperclass(RefType t) {
  result = t.getASourceSupertype() and
  result instanceof Class and
  result.fromSource() and
  // Where the sources contain `Object`, as those of a JDK do, it does not make one monitor of all.
  not result instanceof TypeObject and
  not result.getASourceSupertype*() = t
}

/** Holds if `f` holds an executor of one thread, and no other: its tasks exclude each other. */
predicate isOneThreadExecutor(Field f) {
  f.fromSource() and
  f.isFinal() and
  makesOneThreadExecutor(f.getAnAssignedValue()) and
  forall(Expr value | value = f.getAnAssignedValue() | makesOneThreadExecutor(value))
}

private newtype TMonitor =
  TVariableMonitor(Variable v) {
    exists(VarAccess access | usedAsLock(access) and v = access.getVariable())
    or
    v = namedAsGuard()
    or
    v = lockNamedBy(_, _)
    or
    exists(MethodCall call | runsFunctionsOn(v, call) and call.getMethod().isSynchronized())
    or
    isStateLock(v)
    or
    isOneThreadExecutor(v)
    or
    // A lock of one's own making: what its methods do to a lock inside, they do to it.
    exists(MethodCall call, LockCall inside |
      call.getQualifier() = v.getAnAccess() and
      call.getMethod().getSourceDeclaration() = inside.getEnclosingCallable()
    )
  } or
  TInstanceMonitor(RefType t) { t = instanceMonitorType(_) } or
  TClassMonitor(RefType t) {
    t.isSourceDeclaration() and
    t instanceof ClassOrInterface and
    (t.fromSource() or exists(TypeLiteral l | usedAsLock(l) and l.getReferencedType() = t))
    or
    exists(MethodCall call | call instanceof LockCall or runsSerially(call) |
      call.getMethod().isStatic() and t = call.getMethod().getDeclaringType()
    )
  } or
  TCallMonitor(Method m) {
    exists(MethodCall call |
      usedAsLock(call) and
      m = call.getMethod().getSourceDeclaration() and
      m.hasNoParameters() and
      not isLockView(call)
    )
    or
    m = any(GuardDeclaration d).getGuard().getWhole().getMethod()
  } or
  TElementMonitor(Element container, string index) {
    exists(Expr e | usedAsLock(e) and isElement(e, container, index))
    or
    exists(Field f | runsWithLockOf(container, _, f) and index = "." + f.getName())
  } or
  TNewMonitor(Expr e) { usedAsLock(e) and isNewLock(e) } or
  TChosenMonitor(Expr e) { isChoice(e) } or
  TAddedMonitor(RefType t, string name) { isAddedLock(_, _, t, name) } or
  TThreadMonitor(string thread) {
    threadAnnotation(_, thread) or
    threadCallback(_, _, _, thread) or
    threadHandler(_, _, _, thread) or
    threadQuery(_, _, _, thread) or
    threadType(_, _, thread)
  } or
  TFieldThreadMonitor(Field f) { asksForThread(_, f, _) } or
  TUnknownMonitor()

/** Gets the name of `t` in messages: a class without a name is called by its kind and the class around it. */
string shownName(RefType t) {
  t.isSourceDeclaration() and
  if t.getName() = "" or t instanceof AnonymousClass
  then exists(string what |
    result = what + " in " + shownName(t.getEnclosingType().getSourceDeclaration()) and
    if exists(LambdaExpr lambda | lambda.getAnonymousClass() = t)
    then what = "a function"
    else what = "an anonymous class"
  )
  else result = t.getName()
}

/** Holds if `call`, on the object in the field `v`, hands over a function. */
private predicate runsFunctionsOn(Field v, MethodCall call) {
  call.getQualifier() = v.getAnAccess() and
  call.getAnArgument() instanceof FunctionalExpr and
  call.getMethod().fromSource()
}

/** Holds if `call`, on the object in the field `v`, hands over a function, and `f` is a lock of this object. */
private predicate runsWithLockOf(Field v, MethodCall call, Field f) {
  runsFunctionsOn(v, call) and
  usedAsLock(f.getAnAccess()) and
  not f.isStatic() and
  f.getDeclaringType() = call.getMethod().getDeclaringType().getASourceSupertype*()
}

/** Gets the lock `m` of an object, its monitor or that in a field, if that object is the one in the field `v`. */
Monitor getPart(Field v, Monitor m) {
  exists(MethodCall call | runsFunctionsOn(v, call) |
    m = getInstanceMonitor(call.getMethod().getDeclaringType()) and result = TVariableMonitor(v)
  )
  or
  exists(Field f | runsWithLockOf(v, _, f) |
    m = TVariableMonitor(f) and result = TElementMonitor(v, "." + f.getName())
  )
}

/** Something that at most one thread can hold, or of whose holders at most one can write. */
class Monitor extends TMonitor {
  /** Gets the place where this monitor is declared. */
  Location getLocation() { none() }

  /** Gets a text that describes this. */
  string toString() { none() }

  /** Holds if there is one such monitor for the whole program rather than one for each instance. */
  predicate isStatic() { none() }

  /** Gets the class whose instances have one such monitor each, or whose objects hold it in a field. */
  RefType getOwner() { none() }
}

/** The monitor of the object in a variable, or the lock in it. */
class VariableMonitor extends Monitor, TVariableMonitor {
  /** Gets the variable. */
  Variable getVariable() { this = TVariableMonitor(result) }

  override Location getLocation() { result = this.getVariable().getLocation() }

  override string toString() { result = this.getVariable().getName() }

  override predicate isStatic() { this.getVariable().isStatic() }

  override RefType getOwner() {
    result = instanceMonitorType(this.getVariable().(Field).getDeclaringType())
  }
}

/** The monitor of `this`, the same in a class and in the classes that it extends. */
class InstanceMonitor extends Monitor, TInstanceMonitor {
  /** Gets the class of `this`, or the class at the top of those in the sources that it extends. */
  RefType getThisType() { this = TInstanceMonitor(result) }

  override Location getLocation() { result = this.getThisType().getLocation() }

  override string toString() { result = "this" }

  override RefType getOwner() { result = this.getThisType() }
}

/** The monitor of a class object, or a lock that static methods of the class take and give back. */
class ClassMonitor extends Monitor, TClassMonitor {
  /** Gets the class. */
  RefType getClassType() { this = TClassMonitor(result) }

  override Location getLocation() { result = this.getClassType().getLocation() }

  override string toString() { result = this.getClassType().getName() + ".class" }

  override predicate isStatic() { any() }
}

/*-- Locks that annotations take --*/

/** Holds if `a`, an annotation of the method `m`, has a tool lock its body; in the field `name`, in `mode`. */
private predicate isLocking(Method m, Annotation a, string name, LockMode mode) {
  exists(string package, string type, string instanceLock, string staticLock |
    lockingAnnotation(package, type, instanceLock, staticLock, mode.toString()) and
    a = m.getAnAnnotation() and
    a.getType().hasQualifiedName(package, type) and
    if exists(namedLock(a))
    then name = namedLock(a)
    else if m.isStatic()
    then name = staticLock
    else name = instanceLock
  )
}

/** Gets the text, other than an empty one, that `a` names a lock by. */
private string namedLock(Annotation a) {
  result = a.getValue("value").(StringLiteral).getValue() and
  result != ""
}

/** Gets the field that `a`, an annotation of `m` that locks its body, names or finds in the class. */
private Field lockNamedBy(Method m, Annotation a) {
  exists(string name |
    isLocking(m, a, name, _) and
    result.hasName(name) and
    result.getDeclaringType() = m.getDeclaringType().getSourceDeclaration()
  )
}

/** Holds if a tool adds the field `name` to `t` as the lock that the annotation `a` of `m` takes. */
private predicate isAddedLock(Method m, Annotation a, RefType t, string name) {
  isLocking(m, a, name, _) and
  not exists(lockNamedBy(m, a)) and
  t = m.getDeclaringType().getSourceDeclaration()
}

/** Gets the monitor that an annotation of `m` has a tool take for the time of its body, in `mode`. */
Monitor getAnnotatedMonitor(Method m, LockMode mode) {
  exists(Annotation a | isLocking(m, a, _, mode) |
    result.(VariableMonitor).getVariable() = lockNamedBy(m, a)
    or
    exists(RefType t, string name | isAddedLock(m, a, t, name) and result = TAddedMonitor(t, name))
  )
}

/** A lock in a field that a tool adds to a class, for an annotation. */
class AddedMonitor extends Monitor, TAddedMonitor {
  /** Gets the class. */
  RefType getClassType() { this = TAddedMonitor(result, _) }

  override Location getLocation() { result = this.getClassType().getLocation() }

  override string toString() { this = TAddedMonitor(_, result) }

  override predicate isStatic() {
    exists(string name | this = TAddedMonitor(_, name) and lockingAnnotation(_, _, _, name, _)) and
    not exists(Method m |
      isAddedLock(m, _, this.getClassType(), this.toString()) and not m.isStatic()
    )
  }

  override RefType getOwner() { result = instanceMonitorType(this.getClassType()) }
}

/**
 * A lock of which only its acquisition is known: by a call of a name that locks have, on an object of an unknown type, or
 * by a block that is synchronized on something that has no name here. It may be any lock.
 */
class UnknownMonitor extends Monitor, TUnknownMonitor {
  override string toString() { result = "a lock that is not known" }

  override predicate isStatic() { any() }
}

/** A thread that does some work alone, by annotation or contract: what only it executes is as safe as under one lock. */
class ThreadMonitor extends Monitor, TThreadMonitor {
  /** Gets the name of the thread. */
  string getThread() { this = TThreadMonitor(result) }

  override string toString() { result = "the " + this.getThread() }

  override predicate isStatic() { any() }
}

/** Gets the monitor that stands for the one thread which runs the arguments of `call`, as a row says. */
ThreadMonitor getHandlerThread(Call call) {
  exists(string package, string type |
    threadHandler(package, type, call.getCallee().getName(), result.getThread()) and
    call.getCallee().getDeclaringType().hasQualifiedName(package, type)
  )
}

/** Gets what stands for the one thread that executes `call` if the result is true: a row says so, or all that is called returns. */
ThreadMonitor getAskedThread(MethodCall call) {
  exists(string package, string type |
    threadQuery(package, type, call.getMethod().getName(), result.getThread()) and
    call.getMethod().getDeclaringType().hasQualifiedName(package, type)
  )
  or
  exists(Method m | m = call.getMethod().getSourceDeclaration() |
    m.isStatic() and
    exists(ReturnStmt only |
      only = m.getBody().(SingletonBlock).getStmt() and result = getAskedThread(only.getExpr())
    )
  )
}

/**
 * Gets the monitor that stands for the one thread that executes `m`. An annotation of `m` or its class names the thread, or a
 * row does: of an overridden method, of the class, or of the call that `m` is handed to.
 */
cached
ThreadMonitor getThreadMonitor(Method m) {
  exists(Annotatable annotated |
    annotated = m
    or
    annotated = m.getDeclaringType() and not m.isStatic()
  |
    threadAnnotation(annotated.getAnAnnotation().getType().getName(), result.getThread())
  )
  or
  exists(string package, string type, string name, Method declared |
    threadCallback(package, type, name, result.getThread()) and
    declared = m.getAnOverride() and
    declared.getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type) and
    name = ["*", declared.getName()]
  )
  or
  exists(string package, string type |
    threadType(package, type, result.getThread()) and
    m.isMemberOf(package, type) and
    m.fromSource() and
    not m.isStatic() and
    not handsOver(_, _, m, _)
  )
  or
  exists(Call call |
    result = getHandlerThread(call) and
    handsOver(_, call, m, _) and
    not exists(Call other |
      handsOver(_, other, m, _) and
      other.getCallee().getDeclaringType() != call.getCallee().getDeclaringType()
    )
  )
}

/*-- Threads in fields --*/

/** Holds if `f` holds a thread, and no other as long as that runs: it is final, or a thread puts itself there. */
private predicate holdsOneThread(Field f) {
  f.fromSource() and
  f.getType().(RefType).getASourceSupertype*() instanceof TypeThread and
  (
    isStable(f)
    or
    isCurrentThread(f.getAnAssignedValue()) and
    not exists(Expr other |
      other = f.getAnAssignedValue() and
      not isCurrentThread(other) and
      not other instanceof NullLiteral
    )
  )
}

/** Holds if `e` asks which thread executes it. */
private predicate isCurrentThread(MethodCall e) {
  e.getMethod().hasQualifiedName("java.lang", "Thread", "currentThread")
}

/**
 * Holds if `e` has the value `value` only on the thread in the field `f`, of its own object or static: it compares that with the
 * current thread, or calls a method that does.
 */
predicate asksForThread(Expr e, Field f, boolean value) {
  exists(EqualityTest test, FieldAccess access |
    e = test and
    isCurrentThread(test.getAnOperand()) and
    access = test.getAnOperand() and
    f = access.getField() and
    (access.isOwnFieldAccess() or f.isStatic()) and
    holdsOneThread(f) and
    value = test.polarity()
  )
  or
  exists(MethodCall call |
    e = call and
    (call.isOwnMethodCall() or f.isStatic()) and
    asksForThread(getGivenBack(call.getMethod().getSourceDeclaration()), f, value)
  )
}

/** The thread in a field with which code compares the thread that executes it: what only that does is as safe as under a lock. */
class FieldThreadMonitor extends Monitor, TFieldThreadMonitor {
  /** Gets the field. */
  Field getField() { this = TFieldThreadMonitor(result) }

  override Location getLocation() { result = this.getField().getLocation() }

  override string toString() { result = "the thread in " + this.getField().getName() }

  override predicate isStatic() { this.getField().isStatic() }

  override RefType getOwner() { result = instanceMonitorType(this.getField().getDeclaringType()) }
}

/** Gets what stands for the thread in a field that executes `m`, its body, which nothing else runs. */
FieldThreadMonitor getOwnFieldThread(Method m) {
  m.isPrivate() and
  exists(ClassInstanceExpr made |
    made = unique(Expr value | value = result.getField().getAnAssignedValue()) and
    handsOver(_, made, m, _)
  ) and
  not exists(ExprParent site |
    handsOver(_, site, m, _) and not site = result.getField().getAnAssignedValue()
  ) and
  not RunsInProgram::runs(_, _, m)
}

/** The lock that is an element of an array or a collection, or that a method gives for its arguments. */
class ElementMonitor extends Monitor, TElementMonitor {
  /** Gets the variable or method that has the locks. */
  Element getContainer() { this = TElementMonitor(result, _) }

  /** Gets the index, if it is constant, or else `*`. */
  string getIndex() { this = TElementMonitor(_, result) }

  override Location getLocation() { result = this.getContainer().getLocation() }

  override string toString() {
    if this.getIndex().matches(".%")
    then result = this.getContainer().(Variable).getName() + this.getIndex()
    else if this.getContainer() instanceof Method
    then result = this.getContainer().(Method).getName() + "(" + this.shownIndex() + ")"
    else result = this.getContainer().(Variable).getName() + "[" + this.shownIndex() + "]"
  }

  private string shownIndex() {
    if this.getIndex() = "*"
    then result = "..."
    else result = this.getIndex()
  }

  override predicate isStatic() { this.getContainer().(Member).isStatic() }

  override RefType getOwner() {
    result = instanceMonitorType(this.getContainer().(Member).getDeclaringType())
  }
}

/** A lock that is made where it is taken. */
class NewMonitor extends Monitor, TNewMonitor {
  /** Gets the expression that makes it. */
  Expr getExpr() { this = TNewMonitor(result) }

  override Location getLocation() { result = this.getExpr().getLocation() }

  override string toString() { result = this.getExpr().toString() }
}

/** One of several locks that are known, now this one and now that. */
class ChosenMonitor extends Monitor, TChosenMonitor {
  /** Gets the expression that may denote each of them. */
  Expr getExpr() { this = TChosenMonitor(result) }

  /** Gets one of the locks. */
  Monitor getAnAlternative() { mayDenote(this.getExpr(), result, _) }

  override Location getLocation() { result = this.getExpr().getLocation() }

  override string toString() {
    result = "one of " + concat(string name | name = this.nameOfOne() | name, ", " order by name)
  }

  private string nameOfOne() {
    exists(Monitor m | m = this.getAnAlternative() |
      result = m.(VariableMonitor).getVariable().getName()
      or
      m instanceof InstanceMonitor and result = "this"
      or
      result = m.(ClassMonitor).getClassType().getName() + ".class"
    )
  }
}

/** Gets the monitor of `this` in code of the class `t`. */
InstanceMonitor getInstanceMonitor(RefType t) { result.getThisType() = instanceMonitorType(t) }

/** The monitor of whatever a method returns, where nothing more is known about it. */
class CallMonitor extends Monitor, TCallMonitor {
  /** Gets the method. */
  Method getMethod() { this = TCallMonitor(result) }

  override Location getLocation() { result = this.getMethod().getLocation() }

  override string toString() { result = this.getMethod().getName() + "()" }

  override predicate isStatic() { this.getMethod().isStatic() }

  override RefType getOwner() { result = instanceMonitorType(this.getMethod().getDeclaringType()) }
}

/** A half of a read-write lock, or the whole of a lock. */
private newtype TPart =
  TWhole() or
  THalf(LockMode mode)

/** Holds if `e`, where it is used as a lock, may denote `part` of `m`. */
private predicate mayDenote(Expr e, Monitor m, TPart part) {
  usedAsLock(e) and
  (
    exists(Variable v | e = v.getAnAccess() |
      hasOwnValue(v) and
      part = TWhole() and
      not exists(givenFor(v)) and
      if exists(ownerIn(v)) then m = TInstanceMonitor(ownerIn(v)) else m = TVariableMonitor(v)
      or
      mayDenote(argumentFor(v), m, part) and exists(givenFor(v))
      or
      not hasOwnValue(v) and mayDenote(copiedTo(e), m, part)
    )
    or
    m =
      TInstanceMonitor(instanceMonitorType(e.(ThisAccess).getType().(RefType)
              .getSourceDeclaration())) and
    part = TWhole()
    or
    m = TClassMonitor(e.(TypeLiteral).getReferencedType().(RefType).getSourceDeclaration()) and
    part = TWhole()
    or
    mayDenote(passedThrough(e), m, part)
    or
    exists(Element container, string index |
      isElement(e, container, index) and m = TElementMonitor(container, index) and part = TWhole()
    )
    or
    m = TNewMonitor(e) and part = TWhole()
    or
    exists(MethodCall call, TPart inner | call = e |
      isLockView(call) and
      mayDenote(call.getQualifier(), m, inner) and
      if exists(getViewMode(call)) then part = THalf(getViewMode(call)) else part = inner
    )
    or
    exists(MethodCall call | call = e and not isLockView(call) |
      mayDenote(returned(call.getMethod()), m, part)
      or
      not exists(returned(call.getMethod())) and
      m = TCallMonitor(call.getMethod().getSourceDeclaration()) and
      part = TWhole()
    )
  )
}

/** Gets the monitor that `e`, used as a lock, denotes, if it is known which one. */
cached
Monitor getDenotedMonitor(Expr e) {
  if mayDenote(e, TNewMonitor(_), _)
  then
    // On some way at least, a lock that nobody else has.
    result = min(NewMonitor m | mayDenote(e, m, _) | m order by m.toString())
  else if strictcount(Monitor m | mayDenote(e, m, _)) > 1 and isOfLasting(e)
  then result.(ChosenMonitor).getExpr() = e
  else result = unique(Monitor m | mayDenote(e, m, _))
}

/** Holds if the locks that `e`, a choice, may denote are those of objects, classes and lasting fields. */
private predicate isOfLasting(Expr e) {
  isChoice(e) and
  forall(Monitor m | mayDenote(e, m, _) |
    m instanceof InstanceMonitor or
    m instanceof ClassMonitor or
    isStable(m.(VariableMonitor).getVariable())
  )
}

/**
 * Holds if `m` is a lock that its code has made by then, on some way at least: it excludes nobody who is not handed the
 * same one.
 */
predicate isOwnLock(Monitor m) {
  m instanceof NewMonitor
  or
  exists(LocalVariableDecl v | v = m.(VariableMonitor).getVariable() |
    isMadeSomehow(v.getAnAssignedValue())
  )
}

/** Holds if `e` makes an object, on some way at least. */
private predicate isMadeSomehow(Expr e) {
  (
    e = any(LocalVariableDecl v | usedAsLock(v.getAnAccess())).getAnAssignedValue() or
    e = passedThrough(_)
  ) and
  (isNewLock(e) or isMadeSomehow(passedThrough(e)))
}

/**
 * Holds if `m` is one of several locks, each time it is taken perhaps another: that in a parameter, a stripe, the one that
 * belongs to a key. Two that hold one of them need not exclude each other, except where what they use belongs to the lock.
 */
predicate isOneOfSeveral(Monitor m) {
  m.(ElementMonitor).getIndex() = "*"
  or
  m.(VariableMonitor).getVariable() instanceof LocalScopeVariable and not isOwnLock(m)
}

/**
 * Gets the mode of the half of a read-write lock that `e`, used as a lock, denotes, that of readers if it may be either
 * half; none, if it denotes the whole of a lock.
 */
cached
LockMode getDenotedMode(Expr e) {
  exists(getDenotedMonitor(e)) and
  if mayDenote(e, _, THalf(any(LockMode shared | shared.isShared())))
  then result.isShared()
  else mayDenote(e, _, THalf(result))
}

/** Gets the monitor of the object in `f`, if that is the one which made the object with the field. */
Monitor getOwnerMonitor(Field f) { result = TInstanceMonitor(ownerIn(f)) }

/** Gets what says in the sources which lock `m` is: a variable, a class, a method. */
Element elementOfMonitor(Monitor m) {
  result = m.(VariableMonitor).getVariable() or
  result = m.(InstanceMonitor).getThisType() or
  result = m.(ClassMonitor).getClassType() or
  result = m.(CallMonitor).getMethod()
}

/** Gets the variable whose value `v` is known to hold: itself, or the field that all its assignments copy. */
Variable originOf(Variable v) {
  result = unique(Variable u | mayDenote(v.getAnAccess(), TVariableMonitor(u), _))
  or
  not mayDenote(v.getAnAccess(), _, _) and result = v
}

/** Gets a variable that a guard, as it is declared, names as a lock or as what holds one. */
private Variable namedAsGuard() {
  exists(GuardDeclaration d | result = variableOf(d.getGuard().getWhole(), d))
}

/** Gets the variable that holds the lock `g`, named by `d`. */
private Variable variableOf(GuardExpr g, GuardDeclaration d) {
  g = d.getGuard().getWhole() and
  (
    result = g.getField()
    or
    result = g.getScopeVariable()
    or
    g.isItself() and result = d.getElement()
  )
}

/** Gets the monitor that `d` names as a guard, if it is understood. */
Monitor getNamedMonitor(GuardDeclaration d) {
  exists(GuardExpr g | g = d.getGuard().getWhole() |
    exists(Variable v | v = variableOf(g, d) |
      result = getDenotedMonitor(v.getAnAccess())
      or
      not exists(getDenotedMonitor(v.getAnAccess())) and result = TVariableMonitor(v)
    )
    or
    exists(Method m | m = g.getMethod() |
      result = getDenotedMonitor(returned(m))
      or
      not exists(getDenotedMonitor(returned(m))) and result = TCallMonitor(m)
    )
    or
    result = TInstanceMonitor(instanceMonitorType(g.getThisType()))
    or
    result = TClassMonitor(g.getClassType())
  )
}

/** Gets the mode of the half of a lock that `d` names, or that the variable which it names holds; none, if it names the whole. */
LockMode getNamedMode(GuardDeclaration d) {
  result.toString() = d.getGuard().getMode() or
  result = getDenotedMode(variableOf(d.getGuard(), d).getAnAccess())
}
