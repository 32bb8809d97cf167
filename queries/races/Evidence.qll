/**
 * What speaks for and against a race: how the code treats a field and its class elsewhere. Each predicate is a feature that
 * rows of `evidencePoints` give points to.
 *
 * What flows in are the accesses and the locks that each holds; what comes out are features, by field or by access.
 */

import java
import java.concurrency.Confidence
import java.concurrency.LockSets
import java.concurrency.Polling
import java.concurrency.ThreadCalls
import java.concurrency.Unshared
import java.program.Accesses
import java.program.Analyses
import java.program.Program
import models.RaceModels

/** Holds if `e` is, or is within, the condition of a loop or an `if`. */
private predicate isTested(Expr e) {
  e = any(Access a).getExpr() and
  exists(ConditionalStmt s | e = s.getCondition().getAChildExpr*())
}

/** Gets an access to `f` outside of what is elided. */
private Access accessOf(Field f) { result.getMemory().getField() = f and not isInTheMaking(result) }

private FieldAccess exprOfAccess(Field f) { result = accessOf(f).getExpr() }

private module Known = Benign<exprOfAccess/1>;

/** Holds if `f` is a flag that, once it is set, keeps its value, and no thread misses that or sets it twice. */
predicate isMonotonicFlag(Field f) {
  Known::isOneWayFlag(f) and
  not isTestedAndSet(f) and
  not mayNeverBeSeen(f)
}

predicate isStatistic = Known::isStatistic/1;

/** Holds if `f` holds a value that never changes, is assigned only where it is missing, and is computed from nothing else. */
predicate isCache(Field f) {
  (
    isImmutableType(f.getType()) or f.getType().(PrimitiveType).hasName(["int", "boolean", "float"])
  ) and
  exists(Access a | a = accessOf(f) and a.isWrite()) and
  forall(Access a | a = accessOf(f) and a.isWrite() | isAssignedWhenMissing(a, f))
}

private predicate isAssignedWhenMissing(Access a, Field f) {
  a = accessOf(f) and
  exists(IfStmt test | isAssignedWithin(a, test) and looksAt(test, f))
}

/** Holds if `a` is a write that is only executed if the condition of `test` holds, which compares two values. */
pragma[nomagic]
private predicate isAssignedWithin(Access a, IfStmt test) {
  a = accessOf(_) and
  a.isWrite() and
  test.getCondition() instanceof EqualityTest and
  a.getExpr().getEnclosingStmt().getEnclosingStmt*() = test.getThen()
}

/** Holds if the condition of `test` reads `f`, or a local variable that has been set to what `f` held. */
pragma[nomagic]
private predicate looksAt(IfStmt test, Field f) {
  exists(Expr read |
    test.getCondition() instanceof EqualityTest and read = test.getCondition().getAChildExpr*()
  |
    read = f.getAnAccess()
    or
    exists(LocalVariableDecl v |
      read = v.getAnAccess() and v.getAnAssignedValue() = f.getAnAccess()
    )
  )
}

/*-- How the memory is protected elsewhere --*/

/** Holds if `a` happens with the locks `held` held, when others may know the object. */
pragma[nomagic]
private predicate happensUnder(Access a, S::LockSet held) { S::usesKnown(a, _, _, held) }

/** Holds if `lock` is among `held`, which some access happens under. */
pragma[nomagic]
private predicate isAmong(S::LockSet held, S::HeldLock lock) { lock = held.getALock() }

/** Holds if `lock` is held whenever `a`, to `f` or to what it holds, happens. */
private predicate isGuardedBy(Field f, Access a, S::HeldLock lock) {
  f = fieldOf(a) and
  strictcount(S::LockSet held | happensUnder(a, held) and isAmong(held, lock)) = countLockSets(a)
}

private int countLockSets(Access a) {
  result = strictcount(S::LockSet held | happensUnder(a, held))
}

/** Gets the number of accesses to `f`, or to what it holds, that `lock` protects. */
private int countGuarded(Field f, S::HeldLock lock) {
  result = strictcount(Access a | isGuardedBy(f, a, lock))
}

/** Gets the number of accesses to `f`, or to what it holds, that are protected by the lock that protects most. */
pragma[nomagic]
private int countMostGuarded(Field f) { result = max(countGuarded(f, _)) }

pragma[nomagic]
private int countKnown(Field f) {
  result = strictcount(Access a | f = fieldOf(a) and happensUnder(a, _))
}

/** Gets the feature that says how many of the accesses to `f`, or to what it holds, one lock protects. */
private string featureOfGuards(Field f) {
  result = getEvidenceOfRule(countMostGuarded(f), countKnown(f))
}

/** Holds if some access to `f`, or to what it holds, is protected by a lock that belongs to it. */
predicate isGuardedSomewhere(Field f) { exists(countMostGuarded(f)) }

/*-- The life of an object --*/

/** Holds if a row says that methods of the name of `m` begin or end the life of an object. */
private predicate isLifeCycleMethod(Method m) {
  m.fromSource() and
  exists(string pattern | lifeCycleName(pattern) and m.getName().matches(pattern))
}

/**
 * Holds if `c` may be executed in the midst of the life of its object: it is where a thread begins, or called by such a
 * callable, and it neither makes the object nor is its name that of the beginning or the end of a life.
 */
private predicate isInMidLife(Callable c) {
  not isLifeCycleMethod(c) and
  not isElided(c) and
  (
    Program::begins(_, c, _)
    or
    exists(Callable caller | isInMidLife(caller) and Program::runs(caller, _, _, c, _))
  )
}

/**
 * Holds if `a` writes in a callable that is only executed when a life begins or ends. What constructors write to others is
 * not of the life of these.
 */
predicate isOfLifeCycle(Access a) {
  a.isWrite() and
  not isInMidLife(a.getEnclosingCallable()) and
  not isElided(a.getEnclosingCallable())
}

/** Gets a field of the own object that `c` assigns whatever happens. */
private Field alwaysAssigned(Callable c) {
  exists(AssignExpr assign, FieldAccess dest |
    dest = assign.getDest() and
    dest.isOwnFieldAccess() and
    dest.getEnclosingCallable() = c and
    assign.getParent().(ExprStmt).getParent() = c.getBody() and
    result = dest.getField()
  )
}

/** Holds if `c` puts the whole state of its object: it assigns at least four fields whatever happens. */
private predicate isWholeWriter(Callable c) { strictcount(alwaysAssigned(c)) >= 4 }

/** Holds if `a` is one of the writes of a callable that puts the whole state of its object. */
predicate isOfWholeState(Access a) {
  a.isWrite() and
  a.isOnThis() and
  isWholeWriter(a.getEnclosingCallable())
}

/**
 * Holds if `a` is what a method that configures an object does: it takes no lock and only puts its arguments into fields, or
 * its name is that of a setter, as rows of `setterName` say.
 */
predicate isOfSetter(Access a) {
  a.isWrite() and
  a.isOnThis() and
  exists(Method m, AssignExpr assign |
    m = a.getEnclosingCallable() and
    assign.getDest() = a.getExpr() and
    not m.hasNoParameters() and
    not m.isSynchronized() and
    not exists(SynchronizedStmt s | s.getEnclosingCallable() = m) and
    (
      assign.getSource() = m.getAParameter().getAnAccess() and
      assign.getParent().(ExprStmt).getParent() = m.getBody() and
      (m.getBody().(BlockStmt).getNumStmt() = 1 or isChainedSetter(m))
      or
      exists(string pattern | setterName(pattern) and m.getName().matches(pattern))
    )
  )
}

/** Holds if `a` reads a field in a method that takes no lock and, as its name says, sets another field to what it is given. */
predicate isOfSettingMethod(Access a) {
  not a.isWrite() and
  a.isOnThis() and
  exists(Access set |
    isOfSetter(set) and
    set.getEnclosingCallable() = a.getEnclosingCallable() and
    set.getMemory() != a.getMemory()
  )
}

/** Holds if `a` is to a field of the own object in a method that the sources only call on objects that nobody else knows yet. */
predicate isBeforeSharing(Access a) {
  a.isOnThis() and
  isOnlyBeforeSharing(a.getEnclosingCallable())
}

/** Holds if `a` is what a getter returns. */
predicate isOfGetter(Access a) {
  not a.isWrite() and
  a.getEnclosingCallable() instanceof GetterMethod
}

/** Holds if `call` hands its first argument to another thread, which owns it from then on. */
private predicate handsFirstOver(MethodCall call) {
  exists(string package, string type |
    handsOver(package, type, call.getMethod().getName()) and
    call.getMethod().isMemberOf(package, type)
  )
}

/** Holds if `a` is to an object that its callable has handed over before. */
predicate isAfterHandOver(Access a) {
  exists(MethodCall call, LocalScopeVariable v |
    handsFirstOver(call) and
    v.getAnAccess() = call.getArgument(0) and
    a.getBase() = v.getAnAccess() and
    strictlyDominates(call.getControlFlowNode(), a.getNode())
  )
}

/** Holds if `call` hands its first argument over by a queue or the like that is made for several threads. */
private predicate handsToOthers(MethodCall call) {
  handsFirstOver(call) and
  exists(Expr queue | queue = call.getQualifier() |
    isThreadSafeType(queue.getType())
    or
    exists(Field f | f = queue.(FieldAccess).getField() |
      exists(f.getAnAssignedValue()) and
      forall(Expr value | value = f.getAnAssignedValue() and not value instanceof NullLiteral |
        isThreadSafeValue(value)
      )
    )
  )
}

/**
 * Holds if `a` is to an object that its callable has put into a queue for several threads before, and has not waited for the
 * threads that got it.
 */
private predicate isAfterPublishing(Access a) {
  exists(MethodCall call, LocalScopeVariable v |
    handsToOthers(call) and
    v.getAnAccess() = call.getArgument(0) and
    a.getBase() = v.getAnAccess() and
    strictlyDominates(call.getControlFlowNode(), a.getNode()) and
    not exists(Expr wait |
      mayWait(wait) and
      wait.getEnclosingCallable() = call.getEnclosingCallable() and
      strictlyDominates(wait.getControlFlowNode(), a.getNode()) and
      not strictlyDominates(wait.getControlFlowNode(), call.getControlFlowNode())
    )
  )
}

/** Holds if `a` changes an object that its callable has put before into a field's map for several threads, where others find it. */
private predicate isAfterPutting(Access a) {
  a.isWrite() and
  exists(MethodCall call, LocalScopeVariable v |
    putsForOthers(call, v.getAnAccess()) and
    v.getAnAccess() = [a.getBase(), a.getBase().(FieldAccess).getQualifier()] and
    strictlyDominates(call.getControlFlowNode(), a.getNode()) and
    not locallyHeld(a.getNode(), _, _)
  )
  or
  // By a setter of the object.
  isOfSetter(a) and
  not locallyHeld(a.getNode(), _, _) and
  exists(MethodCall set |
    set.getMethod().getSourceDeclaration() = a.getEnclosingCallable() and
    isAfterPut(set) and
    not locallyHeld(set.getControlFlowNode(), _, _)
  )
}

/** Holds if `e` may wait for what another thread does: a call, or the read of a field that others set. */
private predicate mayWait(Expr e) {
  isWait(e, _) or
  e instanceof WaitCall or
  e instanceof AwaitCall or
  signals(_, _, _, e.(MethodCall).getMethod().getName()) or
  e.(FieldRead).getField().isVolatile()
}

/** Holds if objects of the class `t` are handed from thread to thread by queues, and the class takes no locks. */
private predicate isHandedOver(RefType t) {
  t = fieldOf(_).getDeclaringType() and
  not takesLocks(t) and
  exists(MethodCall call, RefType given |
    handsFirstOver(call) and
    given = call.getArgument(0).getType().(RefType).getSourceDeclaration() and
    given.getASourceSupertype*() = t
  )
}

/** Holds if code in `t` or a class around it takes locks. */
private predicate takesLocks(RefType t) {
  t = fieldOf(_).getDeclaringType() and
  exists(Callable c | c.getDeclaringType().getEnclosingType*() = t or c.getDeclaringType() = t |
    c.isSynchronized()
    or
    exists(SynchronizedStmt s | s.getEnclosingCallable() = c)
    or
    exists(LockAcquire call | call.getEnclosingCallable() = c)
  )
}

/** Holds if `m` waits until `f` has some value, and then sets it: what comes after that is done by one thread at a time. */
private predicate latches(Method m, Field f) {
  exists(LoopStmt loop, MethodCall wait, FieldRead test |
    wait.getMethod().getName() = ["wait", "await", "awaitUninterruptibly"] and
    wait.getEnclosingCallable() = m and
    wait.getEnclosingStmt().getEnclosingStmt+() = loop and
    test.getEnclosingCallable() = m and
    test.getField() = f and
    test.isOwnFieldAccess() and
    (
      test = loop.getCondition().getAChildExpr*() or
      test.getEnclosingStmt().getEnclosingStmt+() = loop
    )
  ) and
  exists(FieldWrite set |
    set.getEnclosingCallable() = m and set.getField() = f and set.isOwnFieldAccess()
  ) and
  exists(FieldWrite reset |
    reset.getField() = f and
    reset.isOwnFieldAccess() and
    reset.getEnclosingCallable() != m and
    not isElided(reset.getEnclosingCallable())
  )
}

/** Holds if `m` takes a lock and leaves it to its caller to give it back. */
private predicate leavesLocked(Method m) {
  exists(LockAcquire call | call.getEnclosingCallable() = m and not call.isConditional()) and
  not exists(LockRelease call | call.getEnclosingCallable() = m)
}

/** Holds if `t` has a lock of its own making: a flag that its methods wait for and set, or methods that take and give back a lock. */
private predicate hasLatch(RefType t) {
  t = fieldOf(_).getDeclaringType() and
  exists(Method m | m.getDeclaringType() = t or m.getDeclaringType() = t.getASourceSupertype+() |
    latches(m, _) or leavesLocked(m)
  )
}

/** Gets a feature of what is raced on, by the field. */
string featureOfField(Field f) {
  f = fieldOf(_) and
  (
    result = featureOfGuards(f)
    or
    hasLatch(f.getDeclaringType()) and result = "latched"
    or
    isHandedOver(f.getDeclaringType()) and result = "handed-over"
    or
    isForOneThread(f.getDeclaringType()) and result = "one-thread-type"
    or
    takesLocks(f.getDeclaringType()) and result = "locking-class"
    or
    not takesLocks(f.getDeclaringType()) and
    not isGuardedSomewhere(f) and
    result = "no-locking-class"
    or
    f.isStatic() and result = "static"
    or
    isWrittenOnce(f) and result = "started-once"
    or
    isKeptForThreads(f.getDeclaringType()) and
    not isHandedOver(f.getDeclaringType()) and
    result = "concurrent-container"
    or
    isTestedAndSet(f) and result = "test-then-set"
    or
    isChangedInSetUp(f) and result = "set-up-writes"
  )
}

/** Holds if a collection or map that is made for several threads holds objects of the class `t` or of a type above it. */
private predicate isKeptForThreads(RefType t) {
  t = fieldOf(_).getDeclaringType() and
  exists(Field container, RefType element |
    element = container.getType().(ParameterizedType).getATypeArgument().getErasure() and
    not element instanceof TypeObject and
    t.getSourceDeclaration().getASourceSupertype*() = element and
    element.fromSource() and
    (isThreadSafeType(container.getType()) or isThreadSafeValue(container.getAnAssignedValue()))
  )
}

/** Holds if `f`, or what it holds, is only changed where its object is made ready, whoever may know it by then. */
private predicate isChangedInSetUp(Field f) {
  forex(Access change | isKnownChange(f, change) | isSetUp(change.getEnclosingCallable()))
}

/** Holds if `change` is one of `f`, or of what it holds, when others may know the object. */
private predicate isKnownChange(Field f, Access change) {
  f = fieldOf(change) and
  change.isWrite() and
  happensUnder(change, _)
}

/** Holds if objects only use their own `f`: no code that comes to an object by another one reads or writes it. */
predicate isUsedByOwnObject(Field f) {
  not f.isStatic() and
  forex(Access a | a = accessOf(f) | a.isOnThis())
}

/** Holds if some callable tests `f` and sets it, so that two threads may both find it not set. */
private predicate isTestedAndSet(Field f) {
  exists(Access test, Access set |
    test.getMemory().getField() = f and
    set.getMemory().getField() = f and
    not test.isWrite() and
    set.isWrite() and
    isTested(test.getExpr()) and
    test.getEnclosingCallable() = set.getEnclosingCallable() and
    not isElided(set.getEnclosingCallable())
  )
}

/** Gets a feature of `a` alone. */
string featureOfAccess(Access a) {
  isOfLifeCycle(a) and result = "life-cycle"
  or
  isOfWholeState(a) and not isOfLifeCycle(a) and result = "whole-state"
  or
  isOfSetter(a) and not isOfLifeCycle(a) and not isAfterPutting(a) and result = "configured"
  or
  isOfSettingMethod(a) and result = "configured"
  or
  isBeforeSharing(a) and not S::stateOf(a, _).isKnownToStarted() and result = "before-sharing"
  or
  isProductOfBuilder(a.getBase()) and result = "builder"
  or
  isOfGetter(a) and result = "getter"
  or
  isAfterHandOver(a) and
  (if isAfterPublishing(a) then result = "after-publishing" else result = "after-hand-over")
  or
  isAfterPutting(a) and result = "after-putting"
  or
  isOfText(a) and result = "text"
  or
  isOfSize(a) and result = "size"
  or
  isStateChecked(a) and result = "state-checked"
  or
  isOfArgument(a) and result = "argument"
  or
  isWithinConcurrent(a) and result = "within-concurrent"
  or
  isUpdateWithinReference(a) and result = "within-reference"
  or
  isClaimWithinConcurrent(a) and result = "claimed-within-concurrent"
}

/** Holds if `a` is to the content of what a collection made for several threads holds, and takes no lock for that. */
private predicate isWithinConcurrent(Access a) {
  not exists(a.getMemory().getField()) and
  not a.getMemory().isElements() and
  isHeldConcurrently(a.getBase()) and
  not locallyHeld(a.getNode(), _, _) and
  not a.getExpr().getAnEnclosingStmt() instanceof SynchronizedStmt
}

/**
 * Holds if `a` updates a field of what an atomic reference holds, where it was gotten or by a method that is called on it: to
 * replace the whole is one step, to change what it holds is not.
 */
private predicate isUpdateWithinReference(Access a) {
  a.isUpdate() and
  exists(a.getMemory().getField()) and
  not locallyHeld(a.getNode(), _, _) and
  (
    isHeldByReference(a.getBase())
    or
    a.isOnThis() and
    exists(MethodCall call |
      call.getMethod().getSourceDeclaration() = a.getEnclosingCallable() and
      isHeldByReference(call.getQualifier()) and
      not locallyHeld(call.getControlFlowNode(), _, _)
    )
  )
}

/**
 * Holds if `a` sets a flag of its object, which the method has found otherwise, to claim the object, and callers find the
 * object in a collection that is made for several threads, and leave it there: the flag is to keep out who finds it next.
 */
private predicate isClaimWithinConcurrent(Access a) {
  a.isOnThis() and
  not locallyHeld(a.getNode(), _, _) and
  exists(Field f, Access test | a = accessOf(f) and exists(assignedTruth(a.getExpr())) |
    test = accessOf(f) and
    not test.isWrite() and
    isTested(test.getExpr()) and
    test.getEnclosingCallable() = a.getEnclosingCallable() and
    strictlyDominates(test.getNode(), a.getNode())
  ) and
  exists(MethodCall call |
    call.getMethod().getSourceDeclaration() = a.getEnclosingCallable() and
    isHeldConcurrently(call.getQualifier()) and
    not locallyHeld(call.getControlFlowNode(), _, _)
  )
}

/** Holds if `a` is to the elements or the content of what its callable is handed: which object that is, callers decide. */
private predicate isOfArgument(Access a) {
  not exists(a.getMemory().getField()) and
  exists(Parameter p | p = a.getBase().(VarAccess).getVariable() |
    // What a library hands to a function, it has from where that was handed over.
    not p.getCallable() = any(LambdaExpr function).asMethod()
  )
}

/** Holds if `c` refuses at `test` what it is called for, unless its object is in a certain state. */
private predicate checksState(Callable c, IfStmt test) {
  c = test.getEnclosingCallable() and
  exists(ThrowStmt refusal |
    refusal.getEnclosingStmt*() = test.getThen() and
    refusal.getExpr().getType().(RefType).hasQualifiedName("java.lang", "IllegalStateException")
  )
}

/** Holds if `a` only happens if the callable has found its object in a certain state, such as stopped. */
private predicate isStateChecked(Access a) {
  exists(IfStmt test |
    checksState(a.getEnclosingCallable(), test) and
    strictlyDominates(test.getCondition().getControlFlowNode(), a.getNode()) and
    not test.getCondition().getAChildExpr*() = a.getExpr()
  )
}

/** Holds if `e` is, or is put into, what the program prints as its output. */
private predicate isOutput(Expr e) {
  exists(MethodCall call |
    e = call.getAnArgument() and
    call.getQualifier().(FieldAccess).getField().hasQualifiedName("java.lang", "System", "out")
  )
  or
  exists(AddExpr text | isOutput(text) and e = text.getAnOperand())
}

/**
 * Holds if what `a` reads only becomes part of a text, or is logged. What a program prints is
 * its result.
 */
private predicate isOfText(Access a) {
  not a.isWrite() and
  not isOutput(a.getExpr()) and
  exists(Expr shown | shown = a.getExpr() |
    exists(AddExpr text | text.getType() instanceof TypeString and shown = text.getAnOperand())
    or
    exists(MethodCall call | shown = call.getAnArgument() and isOutputCall(call))
    or
    a.getEnclosingCallable().hasName("toString")
  )
}

/** Holds if `a` asks a collection for its size, and for nothing that it holds. */
private predicate isOfSize(Access a) {
  a.getExpr().(MethodCall).getMethod().hasName(["size", "isEmpty"]) and
  a.getExpr().(MethodCall).getMethod().hasNoParameters()
}
