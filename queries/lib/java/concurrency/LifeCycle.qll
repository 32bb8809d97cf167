/**
 * The life of an object: what happens to it before others can know it, or a second thread runs.
 *
 * What is called once, by contract, before an object is shared, rows say. For what the project itself calls, the calls
 * tell: a method that makes an object ready, as its name says, and of which all calls are on objects in the making, is
 * not called when the object is shared.
 */

import java
private import java.SourceOrder
private import java.TestSources
private import java.callgraph.CallGraph
private import java.concurrency.Containers
private import java.concurrency.MethodNames
private import java.concurrency.ThreadCalls
private import java.concurrency.ThreadSafeTypes
import java.concurrency.Unshared
private import java.controlflow.Guards
private import java.models.Models
private import java.pointsto.Roots

/** Holds if a program begins with `m`, on a thread that is alone. */
predicate isMain(Method m) { isMainMethod(m) }

/** Holds if `m` is called once, before its object is shared. */
predicate isPreparation(Method m) {
  exists(string package, string type, Method declared |
    preparesObject(package, type, m.getName()) and
    declared = m.getAnOverride() and
    declared.getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type)
  )
  or
  // The library is not there: its names are enough.
  exists(string package, string type, RefType above |
    preparesObject(package, type, m.getName()) and
    above = m.getDeclaringType().getASourceSupertype() and
    not above.fromSource() and
    not exists(above.getAMember()) and
    isTypeOfName(above, package, type)
  )
  or
  methodAnnotation(m.getAnAnnotation().getType().getName(), "prepares")
}

/**
 * Holds if `f` is only written, its own making apart, by whoever sets a flag first: once in the life of the object, where it
 * is started.
 */
predicate isWrittenOnce(Field f) {
  f.fromSource() and
  isWrittenLater(_, f) and
  forall(FieldWrite w | isWrittenLater(w, f) |
    exists(Guard flag, boolean first |
      isFirstToSet(flag, first) and flag.controls(w.getBasicBlock(), first)
    )
  )
}

/** Holds if `w` writes `f` in a callable that does not make its object. */
private predicate isWrittenLater(FieldWrite w, Field f) {
  w.getField() = f and
  not makesObject(w.getEnclosingCallable())
}

/** Holds if `call` sets a flag, and has the value `first` if nobody has set it before. */
private predicate isFirstToSet(MethodCall call, boolean first) {
  exists(string package, string type |
    setsOnce(package, type, call.getMethod().getName(), first) and
    call.getMethod().getDeclaringType().hasQualifiedName(package, type)
  ) and
  call.getArgument(call.getNumArgument() - 1).(BooleanLiteral).getBooleanValue() = true
}

/** Holds if only one thread executes `c` for an object, as its kind or its name says: it makes the object, or ends it. */
predicate runsAlone(Callable c) {
  c instanceof Constructor or
  c instanceof InitializerMethod or
  isMain(c) or
  oneThreadMethod(c.getName(), ["makes", "ends"])
}

/** Holds if `c` makes the object: a constructor, an initialiser, a method of deserialisation. */
predicate makesObject(Callable c) {
  c instanceof Constructor or
  c instanceof InitializerMethod or
  oneThreadMethod(c.getName(), "makes")
}

/** Holds if `c` hands a task to others at `site`, or starts a thread. */
pragma[nomagic]
predicate handsTaskOver(Constructor c, Expr site) {
  c.fromSource() and
  (ByHierarchy::runsLater(c, site, _) or site.(ThreadStart).getEnclosingCallable() = c)
}

/** Holds if `call` is on `this` in the making, or on an object that the calling method has made itself. */
predicate isOnObjectInTheMaking(Call call) {
  isOnThisInTheMaking(call)
  or
  exists(LocalVariableDecl v | call.(MethodCall).getQualifier() = v.getAnAccess() |
    exists(v.getAnAssignedValue()) and
    // What a function captures, others may know when it is run.
    v.getCallable() = call.getEnclosingCallable() and
    forall(Expr value | value = v.getAnAssignedValue() |
      makesOwnObject(value) or value instanceof NullLiteral
    )
  )
  or
  makesOwnObject(call.(MethodCall).getQualifier())
}

/** Holds if `e` makes an object that its methods are about: what a function does, it does to what is around it. */
private predicate makesOwnObject(ClassInstanceExpr e) { not e instanceof FunctionalExpr }

/** Holds if `call` is on `this` in the making, or on a part of it. */
private predicate isOnThisInTheMaking(Call call) {
  makesObject(call.getEnclosingCallable()) and
  (
    call.(MethodCall).isOwnMethodCall()
    or
    // A part of the object that a constructor makes.
    call.getEnclosingCallable() instanceof Constructor and
    isOwnPart(call.(MethodCall).getQualifier())
  )
}

/** Holds if `e` denotes what a field of the own object holds, by the field or by a local variable that is put there. */
private predicate isOwnPart(Expr e) {
  e.(FieldAccess).isOwnFieldAccess()
  or
  exists(LocalVariableDecl v, AssignExpr assign |
    e = v.getAnAccess() and
    e.getEnclosingCallable() = v.getCallable() and
    assign.getSource() = v.getAnAccess() and
    assign.getEnclosingCallable() = v.getCallable() and
    assign.getDest().(FieldAccess).isOwnFieldAccess()
  )
}

/**
 * Holds if `e` reads what a builder makes: the own field of a class nested in that of the field's value, which a method
 * without parameters returns.
 */
predicate isProductOfBuilder(FieldRead e) { e.isOwnFieldAccess() and isProduct(e.getField()) }

/** Holds if `f` is where a builder keeps what it makes. */
private predicate isProduct(Field f) {
  f.fromSource() and
  not f.isStatic() and
  f.getDeclaringType().isStatic() and
  f.getType().(RefType).getSourceDeclaration() = f.getDeclaringType().getEnclosingType() and
  exists(Method build |
    build.getDeclaringType() = f.getDeclaringType() and
    build.hasNoParameters() and
    exists(ReturnStmt s | s.getEnclosingCallable() = build and s.getExpr() = f.getAnAccess())
  )
}

/** Holds if `call`, of `callee`, is on an object that nobody else knows yet. */
private predicate isEarly(MethodCall call, Method callee) {
  RunsInProgram::calls(_, call, callee) and
  (
    isOnThisInTheMaking(call)
    or
    isUnknownToOthers(call.getQualifier())
    or
    isBeforeSharing(call)
    or
    isOnObjectInTheMaking(call) and
    isNamedForPreparation(callee) and
    not isAfterCapture(call) and
    not isAfterStart(call) and
    not isAfterPut(call) and
    // What a function captures, others may know when it is run.
    not exists(LocalScopeVariable v | call.getQualifier() = v.getAnAccess() |
      v.getCallable() != call.getEnclosingCallable()
    )
  )
}

/** Holds if `call` puts `value`, which nobody else knew, into a map for several threads in a field, as one that others look up. */
predicate putsForOthers(MethodCall call, VarAccess value) {
  exists(Field f |
    f = call.getQualifier().(FieldAccess).getField() and
    call.getMethod().hasName(["put", "putIfAbsent"]) and
    value = call.getArgument(1) and
    isUnknownBefore(value) and
    f.getType().(RefType).getSourceDeclaration().getASourceSupertype*()
        .hasQualifiedName("java.util", "Map") and
    (
      isThreadSafeType(f.getType())
      or
      forex(Expr made | made = f.getAnAssignedValue() and not made instanceof NullLiteral |
        isThreadSafeValue(made)
      )
    ) and
    exists(MethodCall look |
      look.getQualifier() = f.getAnAccess() and
      look.getMethod().hasName(["get", "getOrDefault", "values", "entrySet", "forEach"])
    )
  )
}

/** Holds if `call` is on a local object that has been put before where others find it. */
predicate isAfterPut(MethodCall call) {
  exists(MethodCall put, LocalVariableDecl v |
    putsForOthers(put, v.getAnAccess()) and
    call.getQualifier() = v.getAnAccess() and
    strictlyDominates(put.getControlFlowNode(), call.getControlFlowNode())
  )
}

/** Holds if `call` comes after a function has got its receiver, a local object, which others may run by then. */
private predicate isAfterCapture(MethodCall call) {
  exists(LocalVariableDecl v, Expr function |
    call.getQualifier() = v.getAnAccess() and
    isCapturedBy(v, function) and
    function.getEnclosingCallable() = call.getEnclosingCallable() and
    beginsBefore(function, call) and
    not call.getParent*() = function
  )
}

/** Holds if `function`, in the callable of `v`, has what `v` holds: it is run when somebody wants to. */
pragma[nomagic]
private predicate isCapturedBy(LocalVariableDecl v, Expr function) {
  ByHierarchy::runsLater(v.getCallable(), _, _) and
  function.getEnclosingCallable() = v.getCallable() and
  exists(VarAccess a | a = v.getAnAccess() |
    a.getEnclosingCallable() = function.(FunctionalExpr).asMethod() or
    a = function.(MemberRefExpr).getQualifier() or
    a.getEnclosingCallable().getDeclaringType() = function.(ClassInstanceExpr).getAnonymousClass()
  )
}

/** Holds if the name of `m` says that it makes an object ready, or gives it what it needs to know. */
private predicate isNamedForPreparation(Method m) {
  m.fromSource() and
  not m.isStatic() and
  exists(m.getBody()) and
  (
    sourceMethodSays(m, ["prepares", "initialises"])
    or
    // What a setter does to an object that the field holds already, it may do at any time.
    sourceMethodSays(m, "configures") and
    exists(FieldWrite w | w.getEnclosingCallable() = m and w.isOwnFieldAccess())
  )
}

/** Holds if `v` holds an object that `c` has made, or had made, and `made` is where it begins to. */
private predicate makesIn(Callable c, Variable v, Expr made) {
  made = v.getAnAssignedValue() and
  made.getEnclosingCallable() = c and
  isUnknownToOthers(made)
}

/** Holds if `call` is on what `v` holds, which its callable has made. */
private predicate isOnMade(MethodCall call, Variable v, Expr made) {
  call.getQualifier() = v.getAnAccess() and
  makesIn(call.getEnclosingCallable(), v, made) and
  strictlyDominates(made.getControlFlowNode(), call.getControlFlowNode())
}

/** Holds if `call` is on what `v` holds, which its callable makes, and makes it known to others or starts it. */
private predicate sharesMade(Expr place, Variable v) {
  isOnMade(_, v, _) and
  exists(VarAccess a | a = v.getAnAccess() |
    place = a.(Argument).getCall()
    or
    place = any(AssignExpr assign | assign.getSource() = a)
    or
    exists(ReturnStmt s | s.getExpr() = a and place = a)
    or
    // A function that has it: others may run that from then on.
    a.getEnclosingCallable() = place.(FunctionalExpr).asMethod()
    or
    a = place.(MemberRefExpr).getQualifier()
    or
    a.getEnclosingCallable().getDeclaringType() = place.(ClassInstanceExpr).getAnonymousClass()
    or
    exists(MethodCall call | call.getQualifier() = a and place = call |
      startsThread(call.getMethod().getSourceDeclaration()) or call instanceof ThreadStartCall
    )
  )
}

/** Holds if `m` starts a thread, or hands something over to be run by one. */
private predicate startsThread(Callable m) {
  ByHierarchy::runsLater(m, _, _)
  or
  exists(ThreadStart start | start.getEnclosingCallable() = m)
  or
  exists(MethodCall call | call.isOwnMethodCall() and call.getEnclosingCallable() = m |
    startsThread(call.getMethod().getSourceDeclaration())
  )
}

/** Holds if `call` is on what a local variable holds, and a call before it, on the same object, has started a thread. */
private predicate isAfterStart(MethodCall call) {
  exists(LocalVariableDecl v, MethodCall start |
    call.getQualifier() = v.getAnAccess() and
    start.getQualifier() = v.getAnAccess() and
    startsThread(start.getMethod().getSourceDeclaration()) and
    strictlyDominates(start.getControlFlowNode(), call.getControlFlowNode())
  )
}

/** Holds if `call` is on an object that its callable has made, perhaps into a field, and that is not handed on or started before. */
private predicate isBeforeSharing(MethodCall call) {
  exists(Variable v, Expr made | isOnMade(call, v, made) |
    not exists(Expr place |
      sharesMade(place, v) and
      place != call and
      place.getEnclosingCallable() = call.getEnclosingCallable() and
      dominates(made.getControlFlowNode(), place.getControlFlowNode()) and
      beginsBefore(place, call)
    )
  )
}

/** Holds if `call` is on `this`, or on a part of it that a field holds. */
private predicate isOnOwn(MethodCall call) {
  call.isOwnMethodCall() or
  call.getQualifier() instanceof SuperAccess or
  call.getQualifier().(FieldAccess).isOwnFieldAccess()
}

/** Holds if some call of `m` is on an object in the making, or comes from what is called on one. */
private predicate isCalledEarly(Method m) {
  m.fromSource() and
  not m.isStatic() and
  exists(m.getBody()) and
  not makesObject(m) and
  (
    isEarly(_, m)
    or
    exists(Callable caller, MethodCall site | RunsInProgram::calls(caller, site, m) |
      isOnOwn(site) and isCalledEarly(caller)
    )
  )
}

/** Holds if `site`, not on an object in the making itself, runs `callee`, of which some call is, when `caller` is executed. */
pragma[nomagic]
private predicate runsPerhapsEarly(Callable caller, ExprParent site, Method callee) {
  isOnOwn(site) and
  isCalledEarly(callee) and
  RunsInProgram::runs(caller, site, callee) and
  not isEarly(site, callee)
}

/** Holds if some call of `callee` is on an object in the making, and another one on an object that may be finished. */
pragma[nomagic]
private predicate isRunOnOther(Method callee) {
  exists(ExprParent site |
    isCalledEarly(callee) and
    RunsInProgram::runs(_, site, callee) and
    not isOnOwn(site) and
    not isEarly(site, callee)
  )
}

/** Holds if `m` says that it overrides a method, and none is known: its class extends something that is not. */
predicate overridesUnknown(Method m) {
  m.getAnAnnotation().getType().hasQualifiedName("java.lang", "Override") and
  not overridesDirectly(m, _)
}

/** Holds if `m` overrides a method that is not in the sources, so that it is called from elsewhere. */
private predicate isCalledByLibrary(Method m) {
  exists(Method overridden | overridden = m.getAnOverride() and overridden != m |
    not overridden.fromSource()
  )
  or
  overridesUnknown(m)
}

/** Holds if `c` may be executed when its object is shared: something else than what is called on objects in the making leads to it. */
private predicate mayRunLater(Callable c) {
  not makesObject(c) and not isCalledEarly(c)
  or
  isCalledEarly(c) and
  (
    isCalledByLibrary(c)
    or
    ByHierarchy::runsLater(_, _, c)
    or
    c = any(MemberRefExpr e).getReferencedCallable().getSourceDeclaration()
    or
    isRunOnOther(c)
    or
    exists(Callable caller | runsPerhapsEarly(caller, _, c) and mayRunLater(caller))
  )
}

/**
 * Holds if the sources call `m` for nothing else than to make an object: each call is on an object that the caller has
 * just made, or comes from a method of which that holds, or from a constructor.
 */
cached
predicate isOnlyBeforeSharing(Method m) { isCalledEarly(m) and not mayRunLater(m) }

/** Holds if `m` makes an object ready, as its name says, and the sources call it for nothing else. */
predicate isOnlyForPreparation(Method m) { isNamedForPreparation(m) and isOnlyBeforeSharing(m) }

/** Gets `main`, with which a program begins, or a callable at most two calls away from it. */
private Callable beginning(Method main, int calls) {
  isMain(main) and calls = 0 and result = main and not isTestCallable(main)
  or
  calls in [1, 2] and RunsInProgram::calls(beginning(main, calls - 1), _, result)
}

/** Holds if `m` is called on an object in the making where the program of `main` begins. */
private predicate isCalledAtBeginning(Method m, Method main) {
  exists(MethodCall call | isEarly(call, m) and call.getEnclosingCallable() = beginning(main, _))
}

/**
 * Holds if a program, which begins with a `main` method and starts threads there, calls `m` to make its objects ready, before
 * it starts the threads that use them, and for nothing else: of callers that the sources do not hold nothing is assumed,
 * unless the class says that it is for several threads.
 */
predicate isOnlyBeforeThreads(Method m) {
  isOnlyBeforeSharing(m) and
  // What is called on a part of an object in the making may be called on that of another.
  not exists(MethodCall call | RunsInProgram::calls(_, call, m) and not isEarly(call, m)) and
  exists(Method main | isCalledAtBeginning(m, main) | startsThread(beginning(main, _))) and
  not classAnnotation(m.getDeclaringType().getAnAnnotation().getType().getName(), "thread-safe")
}
