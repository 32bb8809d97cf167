/**
 * Phases in the life of an object: open until a flag is set for good, then closed. What is only done where the flag was found
 * not set, under the lock under which it is set, is over when whoever has set it goes on without the lock. So is what fills an
 * object once, under a lock, for those who have passed the lock before they use it.
 *
 * What flows in are fields that are flags, tests and locks; what comes out are nodes of the first phase and of the second.
 */

import java
import java.concurrency.LockIdentity
import java.concurrency.FieldTests
import java.concurrency.Locks
private import java.callgraph.CallGraph
private import java.callgraph.Functions
private import java.concurrency.LifeCycle
private import java.concurrency.Waits
private import java.controlflow.Guards

/** Gets the field whose flag `call` asks or sets: that of an `AtomicBoolean` in it. */
private Field flagOf(MethodCall call) {
  result.fromSource() and
  call.getQualifier() = result.getAnAccess() and
  call.getMethod().getDeclaringType()
      .hasQualifiedName("java.util.concurrent.atomic", "AtomicBoolean")
}

/** Holds if `e` asks for the flag `f`, and has the value `open` if it is not set. */
private predicate asks(Expr e, Field f, boolean open) {
  e.(FieldRead).getField() = f and f.getType() instanceof BooleanType and open = false
  or
  // What is set once, and null before.
  exists(EqualityTest test | test = e |
    test.hasOperands(any(FieldRead read | read.getField() = f), any(NullLiteral unset)) and
    f.fromSource() and
    open = test.polarity()
  )
  or
  f = flagOf(e) and
  exists(string name | name = e.(MethodCall).getMethod().getName() |
    name = ["get", "getAcquire", "getPlain", "getOpaque"] and open = false
    or
    setsFlag(e, f) and name = "getAndSet" and open = false
    or
    setsFlag(e, f) and name = "compareAndSet" and open = true
  )
}

/** Holds if some code tests whether `f` holds null. */
private predicate isComparedWithNull(Field f) {
  f.fromSource() and
  exists(EqualityTest test |
    test.hasOperands(any(FieldRead read | read.getField() = f), any(NullLiteral unset))
  )
}

/** Holds if `e` sets the flag `f`: assigns `true` to it, or has it set. */
private predicate setsFlag(Expr e, Field f) {
  exists(AssignExpr assign | e = assign |
    assign.getDest().(FieldAccess).getField() = f and
    assign.getSource().(BooleanLiteral).getBooleanValue() = true
  )
  or
  // What is null before: looked for where a test asks for that.
  exists(AssignExpr assign | e = assign |
    assign.getDest().(FieldAccess).getField() = f and
    f.getType() instanceof RefType and
    isComparedWithNull(f) and
    not assign.getSource() instanceof NullLiteral
  )
  or
  f = flagOf(e) and
  exists(MethodCall call | call = e |
    call.getMethod().hasName(["set", "lazySet", "setRelease", "getAndSet", "compareAndSet"]) and
    call.getArgument(call.getNumArgument() - 1).(BooleanLiteral).getBooleanValue() = true
  )
}

/** Holds if `f` is a flag that is never set back when its object has been made. */
private predicate isSetForGood(Field f) {
  setsFlag(_, f) and
  not exists(FieldWrite w |
    w.getField() = f and
    not makesObject(w.getEnclosingCallable()) and
    not setsFlag(any(AssignExpr assign | assign.getDest() = w), f)
  ) and
  not exists(MethodCall call | f = flagOf(call) |
    not asks(call, f, _) and not setsFlag(call, f) and not call.getMethod().hasName("toString")
  )
}

/** Holds if `m` is held, alone, at `e`. */
private predicate holdsAt(Expr e, Monitor m) {
  (asks(e, _, _) or setsFlag(e, _)) and
  locallyHeld(e.getControlFlowNode(), m, any(LockMode mode | mode.isExclusive()))
}

/** Holds if `b` is only entered if `test`, with `m` held, has found the flag `f` not set. */
private predicate isFoundOpen(Expr test, Field f, Monitor m, BasicBlock b) {
  isSetForGood(f) and
  holdsAt(test, m) and
  exists(boolean open | asks(test, f, open) and guardControls(test, b, open))
}

/** Holds if `node` is of the first phase: it is only executed with `m` held, and after the flag `f` was found not set. */
private predicate isOpenAt(ControlFlowNode node, Field f, Monitor m) {
  isFoundOpen(_, f, m, node.getBasicBlock()) and
  locallyHeld(node, m, any(LockMode mode | mode.isExclusive()))
}

/**
 * Holds if `node` is of the second phase: only who has found the flag `f` not set comes there, and has set it with `m` held
 * before.
 */
private predicate isClosedAt(ControlFlowNode node, Field f, Monitor m) {
  exists(AssignExpr set, TryStmt try |
    setsFlag(set, f) and
    holdsAt(set, m) and
    isFoundOpen(_, f, m, set.getBasicBlock()) and
    isLeftNormally(try, set) and
    isBehind(try, node)
  )
  or
  isFoundOpen(_, f, m, node.getBasicBlock()) and
  exists(Expr set |
    setsFlag(set, f) and
    holdsAt(set, m) and
    set.getEnclosingCallable() = node.getEnclosingCallable() and
    strictlyDominates(set.getControlFlowNode(), node)
  )
  or
  // A helper that is only called there.
  isOnlyCalledClosed(node.getEnclosingCallable(), f, m)
}

/** Holds if `helper`, of the class that has the flag `f`, is only called by threads that have set that before, with `m` held. */
private predicate isOnlyCalledClosed(Method helper, Field f, Monitor m) {
  exists(MethodCall call |
    isClosedAt(call.getControlFlowNode(), f, m) and helper = ownTarget(call)
  ) and
  not helper.isPublic() and
  not helper = any(MemberRefExpr e).getReferencedCallable().getSourceDeclaration() and
  forall(MethodCall call | call.getMethod().getSourceDeclaration() = helper |
    call.isOwnMethodCall() and isClosedAt(call.getControlFlowNode(), f, m)
  )
}

/** Holds if who comes behind `try`, which has a `finally` block, has set a flag in it by `set`: no exception is caught there. */
private predicate isLeftNormally(TryStmt try, AssignExpr set) {
  setsFlag(set, _) and
  set.getEnclosingStmt().getEnclosingStmt() = try.getBlock() and
  exists(try.getFinally()) and
  not exists(try.getACatchClause())
}

/** Holds if `node` comes behind `try`, in which a flag is set, and in no other way than through its `finally` block. */
private predicate isBehind(TryStmt try, ControlFlowNode node) {
  isLeftNormally(try, _) and
  node.getEnclosingCallable() = try.getEnclosingCallable() and
  exists(ControlFlowNode inside |
    inside.asExpr().getEnclosingStmt().getEnclosingStmt+() = try.getFinally() and
    strictlyDominates(inside, node)
  ) and
  not node.asExpr().getEnclosingStmt().getEnclosingStmt+() = try and
  not node.asStmt().getEnclosingStmt*() = try
}

/*-- What is filled once, and used by those who have passed the lock --*/

/** Holds if `f`, once it has another value than `unset`, never gets that back when its object has been made. */
pragma[nomagic]
private predicate isFilledForGood(Field f, string unset) {
  exists(FieldWrite set | setsOtherwise(set, f, unset)) and
  (
    f.isPrivate()
    or
    not f.isPublic() and not f.isProtected()
  ) and
  not exists(FieldWrite w |
    w.getField() = f and
    not setsOtherwise(w, f, unset) and
    not makesObject(w.getEnclosingCallable())
  )
}

/** Holds if `m` is held, alone, where `test` looks at `f` and where `set` gives that its value, and not given back between. */
private predicate areInOneSection(Expr test, Field f, FieldWrite set, Monitor m) {
  exists(ControlFlowNode look, ControlFlowNode effect, LockMode mode |
    look = lookOf(test, f).getControlFlowNode() and
    effect = getEffectNode(set) and
    set.getField() = f and
    test.getEnclosingCallable() = set.getEnclosingCallable() and
    mode.isExclusive() and
    locallyHeld(effect, m, mode) and
    locallyHeld(look, m, mode) and
    not exists(LockRelease release |
      getLockMonitor(release) = m and
      strictlyDominates(look, release.getControlFlowNode()) and
      strictlyDominates(release.getControlFlowNode(), effect)
    )
  ) and
  not exists(SynchronizedStmt s |
    s = getAnEnclosingSynchronized(set.getEnclosingStmt()) and
    m = getSynchronizedMonitor(s) and
    not m = getMethodMonitor(set.getEnclosingCallable())
  |
    not s = getAnEnclosingSynchronized(lookOf(test, f).getEnclosingStmt())
  )
}

/** Holds if `entry` is entered where `test` finds, with `m` held, that `f` is not yet set, and `set` sets it for good. */
private predicate mayFill(Expr test, Field f, Monitor m, BasicBlock entry, FieldWrite set) {
  exists(string unset |
    isFilledForGood(f, unset) and
    setsOtherwise(set, f, unset) and
    entry = unsetEntry(test, f, unset)
  ) and
  identityByName(m, true).isSurelyOne() and
  areInOneSection(test, f, set, m) and
  entry.bbDominates(set.getBasicBlock())
}

/** Holds if who has come to `entry`, where `f` is not yet set, may come to `b` and still not have set it with `m` held. */
private predicate comesUnfilled(BasicBlock entry, Field f, Monitor m, BasicBlock b) {
  mayFill(_, f, m, entry, _) and b = entry
  or
  exists(BasicBlock before |
    comesUnfilled(entry, f, m, before) and
    entry.bbDominates(before) and
    not exists(FieldWrite set | mayFill(_, f, m, entry, set) and before = set.getBasicBlock()) and
    b = goesOnTo(before)
  )
}

/** Gets the block that is executed after `b`, unless an exception ends it that nobody catches. */
private BasicBlock goesOnTo(BasicBlock b) {
  result = b.getANormalSuccessor()
  or
  result = b.getAnExceptionSuccessor() and result.getFirstNode().asStmt() instanceof CatchClause
}

/**
 * Holds if whoever finds by `test`, with `m` held, that `f` is not yet set comes to `entry` and sets it for good, by `set`
 * or another write, before `m` is given back.
 */
private predicate fills(Expr test, Field f, Monitor m, BasicBlock entry, FieldWrite set) {
  mayFill(test, f, m, entry, set) and
  not exists(BasicBlock b | comesUnfilled(entry, f, m, b) and not entry.bbDominates(b))
}

/** Holds if `test`, with `m` held, finds that `f` is set, for good, and its outcome leads to `b`. */
private predicate findsFilled(Expr test, Field f, Monitor m, BasicBlock b) {
  exists(string unset |
    isFilledForGood(f, unset) and b = branchEntry(test, tells(test, f, unset).booleanNot())
  ) and
  fills(_, f, m, _, _) and
  locallyHeld(lookOf(test, f).getControlFlowNode(), m, any(LockMode mode | mode.isExclusive()))
}

/** Holds if `node` is only executed once for each object: by the thread that sets `f`, before `m` is given back. */
private predicate isFilling(ControlFlowNode node, Field f, Monitor m) {
  isFillingItself(node, f, m)
  or
  exists(Method helper |
    helper = node.getEnclosingCallable() and
    helper.isPrivate() and
    isCalledToFill(_, helper, f, m) and
    forall(ExprParent site | RunsInProgram::runs(_, site, helper) |
      isCalledToFill(site, helper, f, m)
    )
  )
}

/** Holds if `site` runs `helper`, on the same object, to fill what `f` stands for. */
private predicate isCalledToFill(ExprParent site, Method helper, Field f, Monitor m) {
  helper = ownTarget(site) and
  isFillingItself(site.(Expr).getControlFlowNode(), f, m)
}

pragma[nomagic]
private predicate isFillingItself(ControlFlowNode node, Field f, Monitor m) {
  exists(BasicBlock entry |
    fills(_, f, m, entry, _) and
    entry.bbDominates(node.getBasicBlock()) and
    locallyHeld(node, m, any(LockMode mode | mode.isExclusive()))
  )
}

/** Holds if `c` returns only after it has seen with `m` held that `f` is set, or has set it. */
private predicate returnsPassed(Callable c, Field f, Monitor m) {
  exists(ExitBlock exit | exit instanceof @cfgexitblock and exit.getEnclosingCallable() = c |
    exists(Expr test | fills(test, f, m, _, _) and test.getBasicBlock().bbDominates(exit))
    or
    exists(MethodCall call |
      returnsPassed(ownTarget(call), f, m) and
      call.getEnclosingCallable() = c and
      call.getBasicBlock().bbDominates(exit)
    )
  )
}

/** Holds if `node` is only executed by threads that have seen with `m` held that `f` is set, in the callable of `node`. */
private predicate isPassedItself(ControlFlowNode node, Field f, Monitor m) {
  exists(Expr test, BasicBlock entry, FieldWrite set |
    fills(test, f, m, entry, set) and
    test.getEnclosingCallable() = node.getEnclosingCallable() and
    strictlyDominates(test.getControlFlowNode(), node) and
    (not entry.bbDominates(node.getBasicBlock()) or strictlyDominates(getEffectNode(set), node))
  )
  or
  exists(BasicBlock b | findsFilled(_, f, m, b) and b.bbDominates(node.getBasicBlock()))
  or
  exists(MethodCall call |
    returnsPassed(ownTarget(call), f, m) and
    call.getEnclosingCallable() = node.getEnclosingCallable() and
    strictlyDominates(call.getControlFlowNode(), node)
  )
}

/** Holds if `node` is only executed by threads that have seen with `m` held that `f` is set: here, or where all calls come from. */
private predicate isPassed(ControlFlowNode node, Field f, Monitor m) {
  isPassedItself(node, f, m)
  or
  exists(Method helper |
    helper = node.getEnclosingCallable() and
    isRunWhenPassed(_, helper, f, m) and
    forall(ExprParent site | RunsInProgram::runs(_, site, helper) |
      isRunWhenPassed(site, helper, f, m)
    )
  )
  or
  // A function that is made by then, whoever runs it.
  exists(LambdaExpr lambda |
    lambda.asMethod() = node.getEnclosingCallable() and
    isPassedItself(lambda.getControlFlowNode(), f, m)
  )
}

/** Holds if `site` runs `helper`, a private method, on the same object when `f` is known to be set. */
private predicate isRunWhenPassed(ExprParent site, Method helper, Field f, Monitor m) {
  helper.isPrivate() and
  helper = ownTarget(site) and
  isPassedItself(site.(Expr).getControlFlowNode(), f, m)
}

/*-- Both --*/

/**
 * Holds if `a` and `b` are never executed at the same time on one object: one of them before a flag is set for good, and the
 * other one by the thread that has set it, or both by that thread; or one by the thread that fills the object, once, and the
 * other one by a thread that has held the lock since. `m` is the lock under which the flag is set: for what is static, it has to be so, too.
 */
bindingset[a, b]
pragma[inline_late]
predicate areOfTwoPhases(ControlFlowNode a, ControlFlowNode b, Monitor m) {
  exists(Field f |
    isClosedAt(a, f, m) and (isOpenAt(b, f, m) or isClosedAt(b, f, m))
    or
    isOpenAt(a, f, m) and isClosedAt(b, f, m)
    or
    isFilling(a, f, m) and isPassed(b, f, m)
    or
    isPassed(a, f, m) and isFilling(b, f, m)
  )
}

/** Holds if `node` is only executed by threads that have seen with `m` held that `f` is set, once and for all. */
predicate isAfterFilling(ControlFlowNode node, Field f, Monitor m) { isPassed(node, f, m) }

/** Holds if `node` is only executed once for each object: by the thread that fills it, with a lock that all its users have passed. */
predicate isFilledOnceAt(ControlFlowNode node) { isFilling(node, _, _) }

/** Holds if `node` is of a phase of the life of its object. */
cached
predicate isOfPhase(ControlFlowNode node) {
  isOpenAt(node, _, _) or
  isClosedAt(node, _, _) or
  isFilling(node, _, _) or
  isPassed(node, _, _)
}

/*-- Volatile fields, and what is as good, and helpers that look at them --*/

/** Gets the field that `e` asks or sets, as `what` says, by a method of what it holds: an atomic flag, a latch. */
pragma[nomagic]
private Field flagOfCall(MethodCall e, string what) {
  result.isFinal() and
  e.getQualifier() = result.getAnAccess() and
  exists(string package, string type |
    flagCall(package, type, e.getMethod().getName(), what) and
    e.getMethod().getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type)
  )
}

/** Holds if threads wait until `f` changes, with a lock held that all have who use `f`, outside of constructors and tests. */
pragma[nomagic]
private predicate isStateToWaitFor(Field f) {
  exists(SignalWait wait, Monitor m |
    f = fieldWaitedFor(wait) and
    f.fromSource() and
    m = neededMonitor(wait) and
    forall(FieldAccess a | a = f.getAnAccess() and isOfSharedLife(a) |
      locallyHeld(getEffectNode(a), m, _)
    )
  )
}

/** Holds if `a` is neither part of making an object nor of a test. */
private predicate isOfSharedLife(FieldAccess a) {
  not a.getEnclosingCallable() instanceof Constructor and
  not a.getEnclosingCallable() instanceof InitializerMethod and
  not isTestCallable(a.getEnclosingCallable())
}

/** Holds if `m` always sets what threads wait for in `f` when it is called. */
private predicate setsState(Method m, Field f) {
  isStateToWaitFor(f) and
  exists(FieldWrite write, ExitBlock exit |
    write.getField() = f and
    write.getEnclosingCallable() = m and
    exit instanceof @cfgexitblock and
    exit.getEnclosingCallable() = m and
    write.getBasicBlock().bbDominates(exit)
  )
}

/** Holds if `e`, in the condition under which `wait` goes on waiting, reads what threads wait for in `f`. */
private predicate readsState(FieldRead e, SignalWait wait, Field f) {
  isStateToWaitFor(f) and
  f = e.getField() and
  e = waitCondition(wait, _).getAChildExpr*()
}

/** Gets the volatile field that `e` writes, or the field of an atomic flag or the like that it sets: others see what came before. */
Field getSetFlag(Expr e) {
  result = e.(FieldWrite).getField() and (result.isVolatile() or isStateToWaitFor(result))
  or
  result = flagOfCall(e, "sets")
  or
  exists(Method m |
    setsState(m, result) and
    // Also in a function, whose calls are on what is around it.
    not e.(MethodCall).hasQualifier() and
    m = e.(MethodCall).getMethod().getSourceDeclaration() and
    not overridesDirectly(_, m)
  )
}

/** Gets the volatile field that `e` reads, or the field of an atomic flag or the like that it asks, itself or by a getter. */
Field getAsked(Expr e) {
  result = e.(FieldRead).getField() and result.isVolatile()
  or
  result = flagOfCall(e, "asks")
  or
  readsState(e, _, result)
  or
  exists(Method m | asksOwn(e, m) and result = getAskedItself(givenBack(m)))
}

/** Gets the field that `e`, or a comparison of what it gives, reads or asks. */
private Field getAskedItself(Expr e) {
  exists(Expr part |
    part = e or part = e.(BinaryExpr).getAnOperand() or part = e.(LogNotExpr).getExpr()
  |
    result = part.(FieldRead).getField() and result.isVolatile()
    or
    result = flagOfCall(part, "asks")
  )
}

/** Holds if `m` returns only after it has read the volatile field `f`, or asked the like, to decide what to do. */
private predicate looksAt(Method m, Field f) {
  exists(Expr read, ExitBlock exit |
    (
      f = getAskedItself(read) and read = any(ConditionalStmt s).getCondition().getAChildExpr*()
      or
      readsState(read, _, f)
    ) and
    read.getEnclosingCallable() = m and
    exit instanceof @cfgexitblock and
    exit.getEnclosingCallable() = m and
    read.getBasicBlock().bbDominates(exit)
  )
  or
  exists(MethodCall call, ExitBlock exit |
    looksAt(ownTarget(call), f) and
    call.getEnclosingCallable() = m and
    exit instanceof @cfgexitblock and
    exit.getEnclosingCallable() = m and
    call.getBasicBlock().bbDominates(exit)
  )
}

/** Gets a volatile field, or one of the like, that a helper, called before `node` whenever that is executed, looks at. */
Field getLookedAtBefore(ControlFlowNode node) {
  exists(MethodCall call |
    looksAt(ownTarget(call), result) and
    call.getEnclosingCallable() = node.getEnclosingCallable() and
    strictlyDominates(call.getControlFlowNode(), node)
  )
}

/*-- What is run while all who meet wait --*/

/** Holds if `made` makes what threads meet by, and is handed the function that one of them runs while the others wait. */
predicate makesMeeting(ClassInstanceExpr made) {
  exists(string package, string type |
    meetingAction(package, type, _) and
    made.getConstructedType().getSourceDeclaration().hasQualifiedName(package, type)
  )
}

/** Holds if `action` is run while all threads wait that meet at the barrier in `f`. */
private predicate isActionOf(Callable action, Field f) {
  exists(ClassInstanceExpr made |
    made = f.getAnAssignedValue() and makesMeeting(made) and handsOver(_, made, action, _)
  )
}

/** Holds if `task`, or a method of its own that it calls, meets others by what `f` holds. */
private predicate meetsBy(Callable task, Field f) {
  exists(MethodCall call, string package, string type |
    meetingAction(package, type, call.getMethod().getName()) and
    call.getMethod().getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type) and
    call.getQualifier() = f.getAnAccess() and
    call.getEnclosingCallable() = task
  )
  or
  exists(MethodCall call | call.getEnclosingCallable() = task and meetsBy(ownTarget(call), f))
}

/** Holds if `action` is only run while `task`, or another run of itself, waits: by a barrier that both belong to. */
predicate isRunWhileWaiting(Callable action, Callable task) {
  exists(Field f | isActionOf(action, f) | meetsBy(task, f) or task = action)
}

/*-- Tasks of an executor that has ended --*/

/** Gets the field of the executor that `site` hands `task` to. */
pragma[nomagic]
private Field executorAt(ExprParent site, Callable task) {
  handsOver(_, site, task, _) and
  result = site.(MethodCall).getQualifier().(FieldAccess).getField()
}

/** Holds if `task` is handed over at some site where no field names the executor. */
pragma[nomagic]
private predicate isHandedElsewhere(Callable task) {
  exists(ExprParent site | handsOver(_, site, task, _) | not exists(executorAt(site, task)))
}

/** Holds if all that runs `task` hands it to the executor in the own field `f`, which is not assigned again. */
private predicate isOnlyHandedTo(Callable task, Field f) {
  f = unique(Field one | one = executorAt(_, task)) and
  f.isFinal() and
  not isHandedElsewhere(task) and
  not RunsInProgram::runs(_, _, task)
}

/** Holds if `node` is only executed when all tasks of the executor in the field `f` have ended. */
private predicate isAfterTasksOf(ControlFlowNode node, Field f) {
  exists(MethodCall wait |
    isWait(wait, "all") and
    wait.getQualifier().(FieldAccess).getField() = f and
    wait.getEnclosingCallable() = node.getEnclosingCallable() and
    strictlyDominates(wait.getControlFlowNode(), node)
  )
}

/** Holds if `node` is only executed when all that runs `task` has ended. */
predicate isAfterTask(ControlFlowNode node, Callable task) {
  exists(Field f | isOnlyHandedTo(task, f) and isAfterTasksOf(node, f))
  or
  // The wait for the stage that has the task, or for one behind it.
  exists(MethodCall wait, MethodCall stage |
    isWait(wait, "result") and
    stage = stageBefore*(stageOf(wait)) and
    handsOver(_, stage, task, _) and
    wait.getEnclosingCallable() = node.getEnclosingCallable() and
    strictlyDominates(wait.getControlFlowNode(), node)
  )
}

/*-- Stages that run one after the other --*/

/** Gets the call whose result `call` is on: by itself, or in a local variable. */
private MethodCall stageOf(MethodCall call) {
  (isStage(call) or isWait(call, "result")) and
  (
    result = call.getQualifier()
    or
    exists(LocalVariableDecl v |
      call.getQualifier() = v.getAnAccess() and result = v.getOnlyValue()
    )
  )
}

/** Holds if what `call` is handed is run when the task has ended that its receiver stands for. */
private predicate isStage(MethodCall call) {
  exists(string package, string type |
    runsAfter(package, type, call.getMethod().getName(), "receiver") and
    call.getMethod().isMemberOf(package, type)
  )
}

/** Gets the stage that ends before what `stage` is handed begins. */
private MethodCall stageBefore(MethodCall stage) { isStage(stage) and result = stageOf(stage) }

/** Holds if `later` is run when `first` has ended: both are handed to stages of one chain. */
predicate isOfLaterStage(Callable first, Callable later) {
  exists(MethodCall one, MethodCall two |
    one = stageBefore+(two) and handsOver(_, one, first, _) and handsOver(_, two, later, _)
  )
}
