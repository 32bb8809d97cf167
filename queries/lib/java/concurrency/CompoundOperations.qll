/**
 * Compound operations: two calls on one object that synchronizes each call itself, the second of which relies on the
 * first, where others can come in between.
 *
 * Which steps rely on which look, `java.concurrency.Reliance` says; who can come in between, `java.concurrency.SharedObjects`.
 */

import java
import java.Collections
import java.Maps
import java.SourceOrder
import java.concurrency.HiddenTests
import java.concurrency.Reliance
import java.concurrency.SharedObjects
import java.models.Models

/** Holds if the object in `v` synchronizes each call itself, as its type or all the values that it gets tell. */
private predicate synchronizesItself(Variable v) {
  isSynchronizedType(v.getType())
  or
  exists(v.getAnAssignedValue()) and
  forall(Expr value | value = v.getAnAssignedValue() |
    isSynchronizedType(value.getType()) or isThreadSafeValue(value)
  )
}

/** Holds if objects of the library type `t` synchronize each call. */
private predicate isSynchronizedType(RefType t) {
  isThreadSafeType(t) and
  exists(string package, string type |
    compoundOperation(package, type, _, _, _, _) and
    t.getSourceDeclaration().getASourceSupertype*().hasQualifiedName(package, type)
  )
}

/** Holds if several threads may have the object on which `call` is made, which `v` holds. */
private predicate isShared(MethodCall call, Variable v) {
  v = getReceiverVariable(call) and
  (
    isMeantForThreads(v)
    or
    v instanceof LocalScopeVariable and
    (isMadeForThreads(v) or isCapturedByTask(v)) and
    if v.(LocalScopeVariable).getCallable() = call.getEnclosingCallable()
    then not isUnknownToOthers(call.getQualifier())
    else isEntry(call.getEnclosingCallable())
  )
}

/** Holds if `m` is the method `name`, or `name/n` with `n` parameters, of which rows for `package.type` tell. */
private predicate isNamedInRow(Method m, string package, string type, string name) {
  exists(string plain | plain = m.getName() |
    name = plain or name = plain + "/" + m.getNumberOfParameters()
  ) and
  (
    compoundOperation(package, type, name, _, _, _) or
    compoundOperation(package, type, _, name, _, _)
  )
}

/** Gets the type by which `call` knows its object: that of the receiver, or of what declares the method. */
private RefType receiverType(MethodCall call) {
  isNamedInRow(call.getMethod(), _, _, _) and
  (
    result = call.getQualifier().getType().(RefType).getSourceDeclaration() or
    result = call.getMethod().getDeclaringType().getSourceDeclaration()
  )
}

/** Holds if `call` is one of `name` on the object in `v`, which is a `package.type`. */
private predicate isDirectCallOn(
  MethodCall call, Variable v, string package, string type, string name
) {
  isNamedInRow(call.getMethod(), package, type, name) and
  receiverType(call).getASourceSupertype*().hasQualifiedName(package, type) and
  v = getReceiverVariable(call) and
  synchronizesItself(v) and
  isShared(call, v)
}

/** Gets the call of a library that `call`, of an own method without parameters, gives the outcome of, or makes as all it does. */
private MethodCall hiddenIn(MethodCall call) {
  isDirectCallOn(result, _, _, _, _) and
  exists(Method m | m = call.getMethod().getSourceDeclaration() |
    m = result.getEnclosingCallable() and
    m.hasNoParameters() and
    not overridesDirectly(_, m) and
    (call.isOwnMethodCall() or not call.hasQualifier()) and
    (
      getGivenBack(m).getAChildExpr*() = result and
      m.getBody() instanceof SingletonBlock and
      not result.getNumArgument() > 1
      or
      result.getParent() = m.getBody().(SingletonBlock).getStmt()
    )
  )
}

/** Holds if `call` is one of `name` on the object in `v`, which is a `package.type`, itself or by an own method. */
private predicate isCallOn(MethodCall call, Variable v, string package, string type, string name) {
  isDirectCallOn(call, v, package, type, name)
  or
  isDirectCallOn(hiddenIn(call), v, package, type, name) and v instanceof Field
}

/** Gets the call of a library that `call` is, or that the own method makes which it calls. */
private MethodCall libraryCall(MethodCall call) {
  isDirectCallOn(call, _, _, _, _) and result = call
  or
  not isDirectCallOn(call, _, _, _, _) and result = hiddenIn(call)
}

/** Holds if `check` and `act` are two calls in one callable on the object in `v` that the models tell of. */
private predicate isLibraryPair(
  MethodCall check, MethodCall act, Variable v, string arguments, string remedy
) {
  exists(string package, string type, string checking, string acting |
    compoundOperation(package, type, checking, acting, arguments, remedy) and
    isCallOn(check, v, package, type, checking) and
    isCallOn(act, v, package, type, acting) and
    (check.getEnclosingCallable() = act.getEnclosingCallable() or isFallback(check, act)) and
    check != act
  )
  or
  isSearchThenPut(check, act, v) and
  arguments = "none" and
  remedy =
    "Hold a lock around both, or keep what must be there once as the key of a map and use putIfAbsent."
}

/** Holds if `check` searches through all of the collection or map in `v` for an element, and `act` puts one in. */
private predicate isSearchThenPut(MethodCall check, MethodCall act, Variable v) {
  exists(Expr all | searchesAll(check, all) and v = getObjectVariable(all)) and
  isDirectCallOn(act, v, _, _, _) and
  act.getMethod().hasName(["put", "add"]) and
  check.getEnclosingCallable() = act.getEnclosingCallable()
}

/*-- Own classes that synchronize each call --*/

/** Holds if `m`, of a class of the sources, takes the lock of its object for all that it does. */
private predicate isLockingMethod(Method m) {
  m.fromSource() and
  not m.isStatic() and
  exists(m.getBody()) and
  (
    m.isSynchronized() or
    m.getBody().(SingletonBlock).getStmt().(SynchronizedStmt).getExpr() instanceof ThisAccess
  )
}

/** Holds if `m`, or what it calls on its object, reads the own field `f`. */
private predicate readsOwn(Method m, Field f) {
  exists(FieldRead read |
    read.getEnclosingCallable() = m and
    read.isOwnFieldAccess() and
    f = read.getField() and
    not f.isFinal()
  )
  or
  exists(FieldRead read |
    read.getEnclosingCallable() = m and
    read.isOwnFieldAccess() and
    f = read.getField() and
    f.isFinal() and
    not f.getType() instanceof PrimitiveType
  )
}

/** Holds if `m` changes the own field `f`, or what it holds. */
private predicate changesOwn(Method m, Field f) {
  exists(FieldAccess a |
    a.getEnclosingCallable() = m and a.isOwnFieldAccess() and f = a.getField()
  |
    a.isVarWrite()
    or
    exists(MethodCall call | call.getQualifier() = a and isChangingMethod(call.getMethod()))
    or
    exists(ArrayAccess element | element.getArray() = a |
      element = any(Assignment s).getDest() or element = any(UnaryAssignExpr s).getExpr()
    )
  )
}

/** Holds if `look` tells something of the state of its object that `act` changes; both lock the object. */
private predicate isOwnPairOfMethods(Method look, Method act) {
  isLockingMethod(look) and
  isLockingMethod(act) and
  look.getDeclaringType() = act.getDeclaringType() and
  not look.getReturnType() instanceof VoidType and
  not changesItsObject(look) and
  exists(Field f | readsOwn(look, f) and changesOwn(act, f))
}

/** Gets the method of the sources that `call` calls on the object in `v`. */
private Method ownMethod(MethodCall call, Variable v) {
  result = call.getMethod().getSourceDeclaration() and
  isLockingMethod(result) and
  v = getReceiverVariable(call) and
  isShared(call, v)
}

/** Holds if `check` and `act` are calls in one callable on the object in `v`, of a class that synchronizes both. */
private predicate isOwnPair(MethodCall check, MethodCall act, Variable v) {
  exists(Method look, Method acting |
    look = ownMethod(check, v) and
    acting = ownMethod(act, v) and
    isOwnPairOfMethods(look, acting) and
    check.getEnclosingCallable() = act.getEnclosingCallable()
  )
}

/** Holds if what `act` looks up may be relied on by `check`, or the other way round: a pair of calls on one object. */
private predicate isPair(Expr check, Expr act) {
  isLibraryPair(check, act, _, _, _) or
  isOwnPair(check, act, _)
}

private module Pairs = Reliance<isPair/2>;

/** Holds if the first arguments of the pair `check` and `act` are the same. */
private predicate hasSameArgument(MethodCall check, MethodCall act) {
  isPair(check, act) and
  exists(Expr a, Expr b | a = check.getArgument(0) and b = act.getArgument(0) |
    exists(Variable v | a = v.getAnAccess() and b = v.getAnAccess())
    or
    exists(string value | value = a.(Literal).getValue() and value = b.(Literal).getValue())
    or
    exists(Method m |
      m = a.(MethodCall).getMethod() and m = b.(MethodCall).getMethod() and m.hasNoParameters()
    )
  )
}

/** Holds if `m` may give back nothing where there is nothing: `null`, or what a library call gives that does so. */
private predicate mayGiveNull(Method m) {
  exists(ReturnStmt s | s.getEnclosingCallable() = m |
    s.getExpr() instanceof NullLiteral
    or
    s.getExpr().(ConditionalExpr).getABranchExpr() instanceof NullLiteral
    or
    s.getExpr().(MethodCall).getMethod().hasName(["poll", "pollFirst", "pollLast", "peek"]) and
    not s.getExpr().(MethodCall).getMethod().fromSource()
  )
}

/** Holds if `m` throws, itself or by a library call, where the state of its object is not as a look before found it. */
private predicate mayRefuse(Method m) {
  exists(ThrowStmt s | s.getEnclosingCallable() = m)
  or
  exists(MethodCall call |
    call.getEnclosingCallable() = m and
    call.getQualifier().(FieldAccess).isOwnFieldAccess() and
    not call.getMethod().fromSource() and
    call.getMethod()
        .hasName(["removeFirst", "removeLast", "pop", "element", "getFirst", "getLast",
            "firstElement", "lastElement"])
    or
    call.getEnclosingCallable() = m and
    call.getQualifier().(FieldAccess).isOwnFieldAccess() and
    call.getMethod().hasName("remove") and
    (call.getMethod().hasNoParameters() or call.getArgument(0).getType() instanceof PrimitiveType)
  )
}

/** Holds if something goes wrong with `act` of an own pair if others come between `check` and it, `how` saying what. */
private predicate isOwnHarm(MethodCall check, MethodCall act, string how) {
  isOwnPair(check, act, _) and
  exists(Method m | m = act.getMethod().getSourceDeclaration() |
    mayGiveNull(m) and isUsedAtOnce(act) and how = "null-after-test"
    or
    mayRefuse(m) and not isCaught(act) and Pairs::isDecided(act, check) and how = "gone-after-test"
    or
    Pairs::getsValue(act, check) and not act.getParent+() = check and how = "lost-update"
    or
    // A number is compared, and then counted up or down.
    Pairs::isDecided(act, check) and
    not Pairs::getsValue(act, check) and
    check.getType() instanceof NumericType and
    check.getParent() instanceof ComparisonExpr and
    act.getParent() instanceof ExprStmt and
    exists(Field f, FieldWrite write |
      readsOwn(check.getMethod().getSourceDeclaration(), f) and
      f.getType() instanceof NumericType and
      write.getField() = f and
      write.isOwnFieldAccess() and
      write.getEnclosingCallable() = m and
      (write = any(AssignOp a).getDest() or write = any(UnaryAssignExpr u).getExpr())
    ) and
    not exists(ConditionalStmt s | s.getCondition().getEnclosingCallable() = m) and
    how = "changed-after-test"
    or
    hasSameArgument(check, act) and
    Pairs::isDecided(act, check) and
    check.getType() instanceof BooleanType and
    act.getParent() instanceof ExprStmt and
    how = "same-thing-twice"
  )
}

/** Holds if an exception of `act` is caught where it stands. */
private predicate isCaught(Expr act) {
  exists(TryStmt try |
    try.getBlock() = act.getEnclosingStmt().getEnclosingStmt+() and
    exists(try.getACatchClause()) and
    try.getEnclosingCallable() = act.getEnclosingCallable()
  )
}

/** Holds if the value of `e` is used at once, as if it were never null. */
predicate isUsedAtOnce(Expr e) {
  e = any(MethodCall use).getQualifier() or
  e = any(FieldAccess use).getQualifier() or
  e = any(EnhancedForStmt s).getExpr() or
  e = any(ArrayAccess a).getArray() or
  e = any(SynchronizedStmt s).getExpr() or
  e = any(UnaryExpr u).getOperand() or
  isUnboxed(e) or
  isUsedFrom(e, _)
}

/** Holds if the object of `e` is unboxed where it stands. */
private predicate isUnboxed(Expr e) {
  e.getType() instanceof BoxedType and
  (
    e.getParent() instanceof BinaryExpr and
    not e.getParent() instanceof EqualityTest and
    not e.getParent().(Expr).getType() instanceof TypeString
    or
    e = any(AssignOp a | not a.getType() instanceof TypeString).getSource()
    or
    exists(Variable v | e = v.getAnAssignedValue() and v.getType() instanceof PrimitiveType)
    or
    e =
      any(ReturnStmt s |
        s.getEnclosingCallable().getReturnType() instanceof PrimitiveType
      ).getExpr()
  )
}

/** Holds if `e` is all that is ever assigned to a local variable which nothing compares, and `use` uses it at once. */
private predicate isUsedFrom(Expr e, VarAccess use) {
  e instanceof MethodCall and
  exists(LocalVariableDecl v |
    e = v.getOnlyValue() and
    use = v.getAnAccess() and
    not v.getAnAccess() = any(EqualityTest t).getAnOperand() and
    not v.getAnAccess() = any(InstanceOfExpr t).getExpr() and
    not v.getAnAccess() = any(Call call).getAnArgument() and
    (
      use = any(MethodCall call).getQualifier() or
      use = any(FieldAccess a).getQualifier() or
      use = any(EnhancedForStmt s).getExpr()
    )
  )
}

/*-- Questions and answers of objects that lock each call, in code that minds threads --*/

/** Holds if `call` asks the object in `v`, by a synchronized method, in the condition of an `if`. */
private predicate asks(MethodCall call, Variable v) {
  call.getMethod().isSynchronized() and
  call.getQualifier() = v.getAnAccess() and
  call = any(IfStmt branch).getCondition().getAChildExpr*() and
  not call.getMethod().getDeclaringType().getASupertype*()
      .hasQualifiedName("java.lang", "Throwable")
}

/** Gets an expression whose value `ask`, a question in the condition of an `if`, decides or helps to decide. */
private Expr decidedBy(MethodCall ask) {
  asks(ask, _) and
  (result = ask or result.getAChildExpr() = decidedBy(ask))
}

/** Holds if `use`, by a synchronized method, uses the object in `v` where the answer of `ask` has led. */
private predicate usesAfter(MethodCall ask, MethodCall use, Variable v) {
  asks(ask, v) and
  use.getMethod().isSynchronized() and
  use.getQualifier() = v.getAnAccess() and
  use.getEnclosingCallable() = ask.getEnclosingCallable() and
  use != ask and
  branchEntry(decidedBy(ask), _).bbDominates(use.getBasicBlock())
}

/** Holds if the code of `c` shows that several threads may use what it uses. */
private predicate mindsThreads(Callable c) {
  exists(MethodCall call | asks(call, _) and c = call.getEnclosingCallable()) and
  (
    c.isSynchronized()
    or
    exists(SynchronizedStmt s | s.getEnclosingCallable() = c)
    or
    exists(FieldAccess a | a.getEnclosingCallable() = c and a.getField().isVolatile())
    or
    exists(VarAccess a |
      a.getEnclosingCallable() = c and a.getVariable().getType() instanceof TypeThreadLocal
    )
  )
}

/** Holds if both `ask` and `use` are evaluated in a block that is synchronized on `v`. */
private predicate areLockedTogether(MethodCall ask, MethodCall use, Variable v) {
  exists(SynchronizedStmt s |
    usesAfter(ask, use, v) and
    s.getExpr() = v.getAnAccess() and
    s = ask.getEnclosingStmt().getEnclosingStmt+() and
    s = use.getEnclosingStmt().getEnclosingStmt+()
  )
}

/** Holds if whoever accesses `f`, once its object is made, holds one lock. */
private predicate isAlwaysLocked(Field f) {
  asks(_, f) and
  exists(Monitor m |
    m = getAMonitorAt(f) and
    not exists(FieldAccess a |
      a.getField() = f and not makesObject(a.getEnclosingCallable()) and not heldDuring(a, m)
    )
  )
}

/** Gets a lock that is held where some code accesses `f`. */
private Monitor getAMonitorAt(Field f) {
  exists(FieldAccess a | asks(_, f) and a.getField() = f and heldDuring(a, result))
}

/** Holds if `use` relies on what `ask` has found out about the object in `v`, whose lock nobody holds between the two. */
private predicate askThenUse(MethodCall ask, MethodCall use, Variable v) {
  usesAfter(ask, use, v) and
  mindsThreads(use.getEnclosingCallable()) and
  not areLockedTogether(ask, use, v) and
  not isAlwaysLocked(v) and
  not isUnknownToOthers(use.getQualifier())
}

/** Holds if nothing is known of `check` and `act`, calls on the object in `v`, but that one is asked and the other relies on it. */
private predicate isAskedPair(MethodCall check, MethodCall act, Variable v) {
  askThenUse(check, act, v) and
  not isLibraryPair(_, act, v, _, _) and
  not isOwnHarm(check, act, _)
}

/*-- Keys that a loop goes through --*/

/** Holds if `keys` gives the keys of the map in `v`. */
private predicate givesKeys(MethodCall keys, Variable v) {
  keys.getMethod().hasName(["keySet", "keys", "navigableKeySet", "descendingKeySet"]) and
  v = getReceiverVariable(keys) and
  synchronizesItself(v) and
  isShared(keys, v)
}

/** Gets `keys`, or what goes through these keys: an iterator, a copy, a stream. */
private Expr keysIn(MethodCall keys) {
  givesKeys(keys, _) and result = keys
  or
  result.(MethodCall).getQualifier() = keysIn(keys) and
  result.(MethodCall).getMethod()
      .hasName(["iterator", "stream", "parallelStream", "filter", "sorted", "distinct"])
  or
  result.(ClassInstanceExpr).getArgument(0) = keysIn(keys) and
  result.getType() instanceof CollectionType
  or
  exists(LocalVariableDecl v | keysIn(keys) = v.getOnlyValue() and result = v.getAnAccess())
}

/** Gets a variable that holds one key after the other of those that `keys` gives. */
private LocalScopeVariable keyFrom(MethodCall keys) {
  exists(EnhancedForStmt s | s.getExpr() = keysIn(keys) and result = s.getVariable().getVariable())
  or
  exists(MethodCall next |
    next.getQualifier() = keysIn(keys) and
    next.getMethod().hasName(["next", "nextElement"]) and
    result.(LocalVariableDecl).getAnAssignedValue().getUnderlyingExpr() = next
  )
  or
  exists(MethodCall each, LambdaExpr lambda |
    each.getQualifier() = keysIn(keys) and
    each.getAnArgument() = lambda and
    result = lambda.asMethod().getParameter(0)
  )
}

/** Gets a key that a loop through what `keys` gives has come to. */
private Expr keyOf(MethodCall keys) {
  result = keyFrom(keys).getAnAccess()
  or
  result.(MethodCall).getQualifier() = keysIn(keys) and
  result.(MethodCall).getMethod().hasName(["next", "nextElement"])
}

/** Holds if `act` looks up the value of a key that a loop through the keys of the map in `v`, by `keys`, has come to. */
private predicate looksUpKey(MethodCall keys, MethodCall act, Variable v) {
  givesKeys(keys, v) and
  act.getMethod().hasName("get") and
  act.getNumArgument() = 1 and
  act.getArgument(0) = keyOf(keys) and
  v = getReceiverVariable(act) and
  isUsedAtOnce(act) and
  not isCaught(act)
}

/*-- Values that are changed in the map --*/

/** Gets a call that gives a value of the map in `v`, a field, which stays there. */
private MethodCall valueOf(Field v) {
  result.getMethod().hasName(["get", "getOrDefault", "computeIfAbsent"]) and
  v = getReceiverVariable(result) and
  synchronizesItself(v)
}

/** Gets an expression with the value that `look` gives: itself, or a local variable that keeps it. */
private Expr valueFrom(MethodCall look) {
  look = valueOf(_) and
  (
    result = look
    or
    exists(LocalVariableDecl kept |
      look = kept.getAnAssignedValue() and result = kept.getAnAccess()
    )
  )
}

/** Gets a call that puts something into a value which stays in the map in `v`. */
private MethodCall fillOf(Field v) {
  result.getQualifier() = valueFrom(valueOf(v)) and
  isChangingMethod(result.getMethod()) and
  not takesOut(result.getMethod().getName()) and
  AllLocks::isReached(result.getEnclosingCallable())
}

/**
 * Holds if `act` removes an empty value from the map in `v`, which `check` gave, while other threads may fill it: what they
 * put there is lost. That the map still has the same value says nothing about that.
 */
private predicate dropsFilled(MethodCall check, MethodCall act, Field v) {
  isLibraryPair(check, act, v, _, _) and
  check = valueOf(v) and
  act.getMethod().hasName("remove") and
  exists(MethodCall ask |
    ask.getQualifier() = valueFrom(check) and
    ask.getMethod().hasName(["isEmpty", "size"]) and
    branchEntry(decidedByValue(ask), _).bbDominates(act.getBasicBlock())
  ) and
  exists(MethodCall fill | fill = fillOf(v) |
    not exists(Monitor m | heldDuring(fill, m) and heldDuring(act, m))
  )
}

/** Gets `ask`, which asks a value in a map how much there is in it, or a condition of which it is a part. */
private Expr decidedByValue(MethodCall ask) {
  ask.getQualifier() = valueFrom(_) and
  ask.getMethod().hasName(["isEmpty", "size"]) and
  result = ask
  or
  result = decidedByValue(ask).getParent() and
  (result instanceof LogicExpr or result instanceof BinaryExpr)
}

/*-- Compound operations --*/

/** Holds if what `act` does, a call of a library method, is nothing but to look. */
private predicate onlyLooks(MethodCall act) { not isChangingMethod(act.getMethod()) }

/**
 * Holds if `act` relies on what `check` found, both being calls on the object in `v`, and others that come in between
 * make a difference.
 */
private predicate relies(MethodCall check, MethodCall act, Variable v, string remedy) {
  exists(string arguments, string row |
    isLibraryPair(check, act, v, arguments, row) and
    if dropsFilled(check, act, v)
    then remedy = "Use computeIfPresent or compute, here and where the value is changed."
    else remedy = row
  |
    arguments = "none" or hasSameArgument(check, act)
  ) and
  // To remove the very value that was found is one step, unless that changes where it is.
  (
    act.getMethod().hasName("remove") and act.getNumArgument() = 2
    implies
    dropsFilled(check, act, v)
  ) and
  (Pairs::reliesOn(act, check) or isFallback(check, act)) and
  not act.getParent*() = check and
  not isRetried(act) and
  not doesNoHarm(check, act, v)
  or
  isOwnPair(check, act, v) and
  isOwnHarm(check, act, _) and
  remedy =
    "Hold the lock of '" + v.getName() +
      "' around both calls, or let its class do both in one method."
  or
  isAskedPair(check, act, v) and
  remedy = "Hold the lock of '" + v.getName() + "' around both calls."
  or
  looksUpKey(check, act, v) and
  mayShrink(v) and
  remedy = "Iterate over the entries, or test what get returns."
}

/** Two calls on one object that synchronizes each call, the second of which relies on the first. */
class CompoundOperation extends MethodCall {
  MethodCall check;
  Variable object;
  string remedy;

  CompoundOperation() {
    relies(check, this, object, remedy) and
    not isKeptOut(check, this, object, kindOfInterference(this)) and
    // Whose lock protects an object that others have handed over, the other half of this pack says.
    not (
      object instanceof LocalScopeVariable and
      isUnderSomeLock(check, this) and
      not isAskedPair(check, this, object)
    ) and
    not runsAlone(this.getEnclosingCallable()) and
    AllLocks::isReached(this.getEnclosingCallable()) and
    not isTestCallable(this.getEnclosingCallable())
  }

  /** Gets the call that relies on the other one. */
  MethodCall getAct() { result = this }

  /** Gets a call that it relies on. */
  MethodCall getACheck() { result = check }

  /** Gets the variable that holds the object. */
  Variable getObject() { result = object }

  /** Gets the name of the object. */
  string getText() { result = object.getName() }

  /** Gets what to do about it, where it relies on `other`. */
  string getRemedy(MethodCall other) { result = remedy and other = check }

  /** Gets a word for what goes wrong. */
  string getHarm() {
    isOwnHarm(check, this, result)
    or
    looksUpKey(check, this, object) and result = "null-after-test"
    or
    isLibraryPair(check, this, object, _, _) and result = libraryHarm(check, this)
  }

  /** Holds if a lock is held at both calls, which does not keep others out. */
  predicate isUnderWrongLock() {
    isUnderSomeLock(check, this) and
    not isAskedPair(check, this, object)
  }

  /** Holds if nothing is known but that one call asks the object, and another relies on the answer: another query reports such. */
  predicate isQuestion() { isAskedPair(check, this, object) }
}

/** Gets the kind of change by others that makes a difference to `act`: what they put in, or take out, or any. */
private string kindOfInterference(MethodCall act) {
  relies(_, act, _, _) and
  if isOwnPair(_, act, _)
  then result = "any"
  else if onlyLooks(act) or takesOut(act.getMethod().getName())
  then result = "out"
  else result = "in"
}

/** Gets a word for what goes wrong if others come between `check` and `act`, a pair of library calls. */
private string libraryHarm(MethodCall check, MethodCall act) {
  isLibraryPair(check, act, _, _, _) and
  (
    act.getMethod().hasName("get") and
    not act.getMethod().isMemberOf("java.util", "List") and
    isUsedAtOnce(act) and
    result = "null-after-test"
    or
    act.getMethod().hasName(["poll", "pollFirst", "pollLast", "peek", "peekFirst", "peekLast"]) and
    isUsedAtOnce(act) and
    not isOfOnlyConsumer(check, act) and
    result = "null-after-test"
    or
    throwsIfGone(act) and
    Pairs::isDecided(act, check) and
    not isCaught(act) and
    not isOfOnlyConsumer(check, act) and
    result = "gone-after-test"
    or
    act.getMethod().hasName(["put", "set", "lazySet", "replace", "setLength", "setCharAt"]) and
    exists(Expr value | value = act.getArgument(act.getNumArgument() - 1) |
      value = Pairs::foundIn(check) and
      not isAssignedAfter(value, check) and
      not value instanceof VarAccess and
      not value instanceof AssignOp
      or
      isMadeOf(value, check)
    ) and
    result = "lost-update"
    or
    act.getMethod().hasName(["put", "set"]) and
    makesShared(act.getArgument(act.getNumArgument() - 1)) and
    result = "container-lost"
    or
    act.getMethod().hasName("put") and isGivenToNew(check, act) and result = "object-lost"
    or
    claimsByLiteral(check, act) and result = "claimed-twice"
    or
    isComparedThenCounted(check, act) and result = "changed-after-test"
    or
    isSearchThenPut(check, act, _) and result = "same-thing-twice"
    or
    dropsFilled(check, act, _) and result = "filled-meanwhile"
    or
    libraryCall(act) != act and
    Pairs::isDecided(act, check) and
    throwsIfGone(libraryCall(act)) and
    result = "gone-after-test"
    or
    act.getMethod().hasName("add") and
    check.getMethod().hasName("contains") and
    act.getMethod().isMemberOf("java.util", "List") and
    not isKnownByIdentity(act.getArgument(0).getType()) and
    result = "same-thing-twice"
  )
}

/**
 * Holds if no class of the sources that is a `t` says which of its objects are equal: two threads add one twice only if both
 * have the very object, as listeners and other parts of a program are not.
 */
private predicate isKnownByIdentity(RefType t) {
  not t instanceof TypeObject and
  not t instanceof TypeVariable and
  not t instanceof Array and
  exists(t.getSourceDeclaration().getAMember()) and
  not isImmutableType(t) and
  not isOfValues(t.getSourceDeclaration()) and
  not hasValuesBelow(t.getSourceDeclaration())
}

/** Holds if a class below `t` says which of its objects are equal. */
private predicate hasValuesBelow(RefType t) {
  exists(RefType sub | sub.getAMember() instanceof EqualsMethod or sub instanceof Record |
    t = sub.getASourceSupertype+()
  )
}

/** Holds if `t` or a class above it says which of its objects are equal. */
private predicate isOfValues(RefType t) {
  t instanceof Record
  or
  exists(RefType above | above = t.getASourceSupertype*() |
    above.getAMember() instanceof EqualsMethod and not above instanceof TypeObject
  )
}

/**
 * Holds if `act` looks at or takes out the head of a queue and goes on with it where it is: as a rule, one thread consumes
 * what is in a queue. A method that returns it leaves that to the callers.
 */
private predicate isOfOnlyConsumer(MethodCall check, MethodCall act) {
  not isCalledByTasks(act.getEnclosingCallable()) and
  exists(Variable v | isLibraryPair(check, act, v, _, _) |
    v.getType().(RefType).getSourceDeclaration().getASourceSupertype*()
        .hasQualifiedName("java.util", "Queue") and
    (
      check.getMethod().hasName("peek") or
      not isReturned(act) or
      act.getEnclosingCallable().isPrivate()
    )
  )
}

/** Holds if what `act` gives is returned. */
private predicate isReturned(MethodCall act) {
  isLibraryPair(_, act, _, _, _) and
  exists(ReturnStmt s |
    s.getExpr() = act.getParent*()
    or
    exists(LocalVariableDecl v |
      v.getAnAssignedValue().getUnderlyingExpr() = act and s.getExpr() = v.getAnAccess()
    )
  )
}

/** Holds if `value` reads a local variable whose only value is made of what `check` found, and is not that itself. */
private predicate isMadeOf(VarAccess value, MethodCall check) {
  exists(LocalVariableDecl v, Expr made |
    value = v.getAnAccess() and
    made = v.getAnAssignedValue() and
    made = Pairs::foundIn(check) and
    not made.getUnderlyingExpr() = check and
    not made.getUnderlyingExpr() instanceof VarAccess
  )
}

/** Holds if `act` sets the flag that `check` found otherwise, and the code around it goes on to do more. */
private predicate claimsByLiteral(MethodCall check, MethodCall act) {
  isLibraryPair(check, act, _, _, _) and
  Pairs::isDecided(act, check) and
  exists(MethodCall set | set = libraryCall(act) |
    set.getMethod().hasName(["set", "lazySet"]) and
    (
      set.getArgument(0).(BooleanLiteral).getBooleanValue() = true or
      set.getArgument(0).(FieldAccess).getField() instanceof EnumConstant
    )
  ) and
  exists(Expr other |
    other instanceof MethodCall and
    not other.(MethodCall).getMethod().getDeclaringType().getName().matches("%Log%")
    or
    other instanceof ClassInstanceExpr
    or
    other.(FieldAccess).isVarWrite()
  |
    other.getEnclosingCallable() = act.getEnclosingCallable() and
    strictlyDominates(act.getControlFlowNode(), other.getControlFlowNode())
  )
}

/** Holds if `e` makes what threads then share: a collection, a map, a lock, an atomic variable. */
private predicate isNewShared(Expr e) {
  (
    e.getType() instanceof CollectionType
    or
    e.getType() instanceof MapType
    or
    isThreadSafeType(e.getType()) and
    not isImmutableType(e.getType()) and
    not e.getType().(RefType).getSourceDeclaration().fromSource()
  ) and
  (e instanceof ClassInstanceExpr or e.(MethodCall).getMethod().isStatic())
}

/** Holds if `e` makes what threads then share, or reads a variable that holds one made before. */
private predicate makesShared(Expr e) {
  isLibraryPair(_, e.getParent(), _, _, _) and
  (
    isNewShared(e)
    or
    exists(LocalVariableDecl v | e = v.getAnAccess() | isNewShared(v.getAnAssignedValue()))
  )
}

/**
 * Holds if `act` puts an object of a class of the sources where `check` found none, and code that goes on with one or the
 * other changes it: what is given to the one that another thread replaces is lost.
 */
private predicate isGivenToNew(MethodCall check, MethodCall act) {
  isLibraryPair(check, act, _, _, _) and
  exists(LocalVariableDecl made, Class c, MethodCall use |
    act.getArgument(act.getNumArgument() - 1) = made.getAnAccess() and
    made.getAnAssignedValue().(ClassInstanceExpr).getConstructedType().getSourceDeclaration() =
      c and
    c.fromSource() and
    changesItsObject(use.getMethod().getSourceDeclaration()) and
    use.getCompilationUnit() = act.getCompilationUnit()
  |
    // The variable that holds what was found or made.
    use.getQualifier() = made.getAnAccess() and
    (
      strictlyDominates(act.getControlFlowNode(), use.getControlFlowNode()) or
      use.getBasicBlock() = act.getBasicBlock().getASuccessor+()
    )
    or
    exists(LocalVariableDecl found |
      use.getQualifier() = found.getAnAccess() and
      found.getAnAssignedValue() = fallbackOf(check, act)
    )
  )
}

/** Gets the expression that has either what `check` found or what a function that puts it there by `act` makes. */
private MethodCall fallbackOf(MethodCall check, MethodCall act) {
  isLibraryPair(check, act, _, _, _) and
  isFallback(check, act) and
  result.getAnArgument().(LambdaExpr).asMethod() = act.getEnclosingCallable()
}

/** Holds if the outcome of `act` is used: it tells what other threads did, and the author asks. */
private predicate isRetried(MethodCall act) {
  isLibraryPair(_, act, _, _, _) and
  not act.getParent() instanceof ExprStmt and
  not act = any(LambdaExpr lambda).getExprBody() and
  (
    act.getMethod().getName() = ["remove", "poll", "add"] and
    act.getMethod().getReturnType() instanceof BooleanType
    or
    act.getMethod().getName() = "put"
    or
    act.getMethod().getName().matches(["poll%", "peek%"]) and not isUsedAtOnce(act)
  )
}

/** Holds if whatever others do between `check` and `act`, calls on the object in `v`, the outcome is the same. */
private predicate doesNoHarm(MethodCall check, MethodCall act, Variable v) {
  (Pairs::reliesOn(act, check) or isFallback(check, act)) and
  isLibraryPair(check, act, v, _, _) and
  (
    putsWhatEverybodyPuts(check, act)
    or
    // To remove what is gone already does nothing.
    act.getMethod().getName() = "remove" and
    check.getMethod().getName() = ["contains", "containsKey"] and
    isWholeBranch(act)
    or
    // Who goes through a collection does not need an element.
    act.getMethod().getName() = "iterator" and
    not act = any(MethodCall next | next.getMethod().getName() = "next").getQualifier()
    or
    // What is there stays there.
    onlyLooks(act) and not mayShrink(v)
    or
    // A count that is not held to a bound may go up or down at any time.
    countsAtomically(act) and not isComparedThenCounted(check, act)
  )
}

/** Holds if `act` counts an atomic number up or down. */
private predicate countsAtomically(MethodCall act) {
  isLibraryPair(_, act, _, _, _) and
  act.getMethod()
      .hasName(["incrementAndGet", "getAndIncrement", "decrementAndGet", "getAndDecrement",
          "addAndGet", "getAndAdd"])
}

/**
 * Holds if `check` is compared with a bound and `act` counts the number on as far as that: down if more than the bound is
 * left, up if less is taken. Nobody looks at what `act` gives, which would tell whether another thread was faster.
 */
private predicate isComparedThenCounted(MethodCall check, MethodCall act) {
  isLibraryPair(check, act, _, _, _) and
  countsAtomically(act) and
  act.getParent() instanceof ExprStmt and
  exists(ComparisonExpr bound, boolean holds |
    bound.getAnOperand() = check and
    branchEntry(bound, holds).bbDominates(act.getBasicBlock()) and
    if act.getMethod().getName().toLowerCase().matches("%decrement%")
    then isMore(check, bound, holds)
    else isMore(check, bound, holds.booleanNot())
  )
}

/** Holds if `check` is more than what `bound` compares it with, or as much, where `bound` is `holds`. */
private predicate isMore(MethodCall check, ComparisonExpr bound, boolean holds) {
  isLibraryPair(check, _, _, _, _) and
  (
    check = bound.getGreaterOperand() and holds = true
    or
    check = bound.getLesserOperand() and holds = false
  )
}

/** Holds if `act` puts a value that does not change and is not made of what `check` found: others put an equal one. */
private predicate putsWhatEverybodyPuts(MethodCall check, MethodCall act) {
  isLibraryPair(check, act, _, _, _) and
  act.getMethod().getName() = "put" and
  not isSearchThenPut(check, act, _) and
  exists(Expr value | value = act.getArgument(1) |
    isImmutableType(value.getType()) and
    not value.getType() instanceof NumericOrCharType and
    not value.getType() instanceof BoxedType and
    not value = Pairs::holder(check) and
    (value = Pairs::valueHolder(check) implies isAssignedAfter(value, check))
  )
}

/** Holds if the variable that `value` reads gets a new value after `check`, whenever `value` is read. */
private predicate isAssignedAfter(VarAccess value, MethodCall check) {
  value = Pairs::valueHolder(check) and
  exists(AssignExpr assign |
    assign.getDest().(VarAccess).getVariable() = value.getVariable() and
    not assign.getSource() = Pairs::foundIn(check) and
    strictlyDominates(check.getControlFlowNode(), assign.getControlFlowNode()) and
    strictlyDominates(assign.getControlFlowNode(), value.getControlFlowNode())
  )
}

/** Holds if `act`, whose outcome nobody asks for, is all that a branch does. */
private predicate isWholeBranch(MethodCall act) {
  exists(IfStmt s, Stmt all |
    all = act.getParent() and
    all instanceof ExprStmt and
    (s.getThen() = all or s.getThen().(SingletonBlock).getStmt() = all)
  )
}

/**
 * Holds if elements may be taken out of the collection in `v`, or another one put in its place, or code that is not known
 * has it. What subclasses do with it, those of the sources show.
 */
private predicate mayShrink(Variable v) {
  exists(MethodCall call | v = getReceiverVariable(call) and synchronizesItself(v)) and
  (
    v.(Field).isPublic()
    or
    not v instanceof Field
    or
    exists(FieldAccess a | a.getField() = v |
      a = any(Call call).getAnArgument()
      or
      a = any(ReturnStmt s).getExpr()
      or
      a = any(AssignExpr e).getSource()
      or
      a.isVarWrite() and not makesObject(a.getEnclosingCallable()) and not isSetWhereMissing(a, v)
    )
    or
    exists(MethodCall call, string name | name = call.getMethod().getName() |
      v = getReceiverVariable(call) and takesOut(name)
      or
      v = getReceiverVariable(call.getQualifier()) and
      call.getQualifier().(MethodCall).getMethod().hasName(["keySet", "values", "entrySet"]) and
      takesOut(name)
    )
  )
}

/** Holds if `write` sets `f` where it has been found `null`: nothing is replaced. */
private predicate isSetWhereMissing(FieldWrite write, Field f) {
  write.getField() = f and
  exists(EqualityTest test, FieldRead read, boolean isNull |
    read.getField() = f and
    nullTest(test, read, isNull) and
    branchEntry(test, isNull).bbDominates(write.getBasicBlock())
  )
}

/** Gets the last call before `operation` that it relies on. */
MethodCall lastCheck(CompoundOperation operation) {
  result = max(MethodCall check, int line, int column |
    check = operation.getACheck() and beginsAt(check, line, column)
  |
    check order by line, column
  )
}
