/**
 * Claims: calls that let one thread win and tell the others that they have lost, such as `compareAndSet(false, true)`, and
 * the calls that give the claim up for the next.
 */

import java
import java.concurrency.Contexts
import java.concurrency.SharedObjects

/** Gets the text of `e`, if it is a literal, a constant, or a variable that is not assigned again. */
private string getKeyText(Expr e) {
  result = e.(Literal).getValue()
  or
  exists(Variable v | e = v.getAnAccess() |
    (v instanceof Parameter or v instanceof LocalVariableDecl or v.isFinal()) and
    not strictcount(v.getAnAssignedValue()) > 1 and
    result = v.getName()
  )
}

/** Holds if `call` is the method `name` of a type below `package.type`, on the object in `v`. */
private predicate isCallOf(MethodCall call, string package, string type, string name, Variable v) {
  exists(Method m | m = call.getMethod() |
    m.hasName(name) and
    name = ["compareAndSet", "weakCompareAndSet", "compareAndExchange", "getAndSet", "set",
      "lazySet", "setRelease", "add", "remove", "putIfAbsent", "tryAcquire", "release"] and
    package = m.getDeclaringType().getPackage().getName() and
    m.isMemberOf(_, type)
  ) and
  type = ["AtomicBoolean", "AtomicInteger", "AtomicLong", "AtomicReference", "Set", "Map",
    "Semaphore"] and
  v = getReceiverVariable(call)
}

/** Holds if `claim` claims what `v` stands for, `key` saying what of it; it has the value `won` for the winner. */
private predicate claims(MethodCall claim, Variable v, string key, string won) {
  isCallOf(claim, "java.util.concurrent.atomic", _, ["compareAndSet", "weakCompareAndSet"], v) and
  key = getKeyText(claim.getArgument(0)) and
  not key = getKeyText(claim.getArgument(1)) and
  won = "true"
  or
  isCallOf(claim, "java.util.concurrent.atomic", "AtomicBoolean", "getAndSet", v) and
  claim.getArgument(0).(BooleanLiteral).getBooleanValue() = true and
  key = "false" and
  won = "false"
  or
  isCallOf(claim, _, "Set", "add", v) and
  isThreadSafe(v) and
  key = getKeyText(claim.getArgument(0)) and
  won = "true"
  or
  isCallOf(claim, _, "Map", "putIfAbsent", v) and
  isThreadSafe(v) and
  key = getKeyText(claim.getArgument(0)) and
  won = "null"
  or
  isCallOf(claim, "java.util.concurrent", "Semaphore", "tryAcquire", v) and
  key = "" and
  won = "true"
}

/** Holds if several threads may use the object in `v`, as its type or its values tell. */
private predicate isThreadSafe(Variable v) {
  isThreadSafeType(v.getType()) or
  isThreadSafeValue(v.getAnAssignedValue())
}

/** Holds if `release` gives up the claim on what `v` stands for, `key` saying what of it. */
private predicate givesUp(MethodCall release, Variable v, string key) {
  isCallOf(release, "java.util.concurrent.atomic", _, ["set", "lazySet", "setRelease", "getAndSet"],
    v) and
  key = getKeyText(release.getArgument(0))
  or
  isCallOf(release, "java.util.concurrent.atomic", _, "compareAndSet", v) and
  key = getKeyText(release.getArgument(1))
  or
  isCallOf(release, _, ["Set", "Map"], "remove", v) and key = getKeyText(release.getArgument(0))
  or
  isCallOf(release, "java.util.concurrent", "Semaphore", "release", v) and key = ""
}

/** Gets a local variable that holds what `claim`, of `putIfAbsent`, puts into the map: others who find it there wait for it. */
private LocalVariableDecl placeholderOf(MethodCall claim) {
  claims(claim, _, _, "null") and
  claim.getArgument(1) = result.getAnAccess()
}

/** Holds if `call` ends the wait of those who have found the placeholder of `claim`. */
private predicate fulfils(MethodCall call, MethodCall claim) {
  call.getQualifier() = placeholderOf(claim).getAnAccess() and
  call.getMethod()
      .hasName(["complete", "completeExceptionally", "completeAsync", "cancel", "countDown", "set",
          "setException", "setFuture", "setSuccess", "setFailure", "trySuccess", "tryFailure"])
}

/** A call that claims something for one thread, in a callable that gives it up again. */
class Claim extends MethodCall {
  Variable object;
  string key;
  string won;

  Claim() { claims(this, object, key, won) }

  /** Gets the variable that stands for what is claimed. */
  Variable getObject() { result = object }

  /** Gets a call in the same callable that gives the claim up, or lets those go on who wait for its outcome. */
  MethodCall getARelease() {
    (givesUp(result, object, key) or fulfils(result, this)) and
    result.getEnclosingCallable() = this.getEnclosingCallable() and
    result != this
  }

  /** Gets the value that `e` has if this claim is won. */
  boolean getOutcome(Expr e) {
    e = this and result = [true, false] and result.toString() = won
    or
    exists(EqualityTest test | e = test and won = "null" |
      test.hasOperands(valueOf(this), any(NullLiteral n)) and result = test.polarity()
    )
    or
    result = this.getOutcome(e.(LogNotExpr).getExpr()).booleanNot()
    or
    exists(LocalVariableDecl v | e = v.getAnAccess() | result = this.getOutcome(v.getOnlyValue()))
  }

  /** Gets a block that is only entered if this claim is won. */
  BasicBlock getWonBlock() { exists(Expr e | result = branchEntry(e, this.getOutcome(e))) }

  /** Gets a block that is only entered if this claim is lost. */
  BasicBlock getLostBlock() {
    exists(Expr e | result = branchEntry(e, this.getOutcome(e).booleanNot()))
  }

  /** Holds if `e` is only executed if this claim is won. */
  predicate isWonAt(Expr e) {
    e.getEnclosingCallable() = this.getEnclosingCallable() and
    this.getWonBlock().bbDominates(e.getBasicBlock())
  }
}

/** Gets an expression that has the value of `claim`: itself, or a local variable that holds it. */
private Expr valueOf(MethodCall claim) {
  claims(claim, _, _, "null") and
  (
    result = claim
    or
    exists(LocalVariableDecl v | claim = v.getAnAssignedValue() and result = v.getAnAccess())
  )
}

/** Gets the block of a `finally` in which `e` stands, of its own callable. */
private TryStmt getTryOfFinally(Expr e) {
  (givesUp(e, _, _) or fulfils(e, _)) and
  e.getEnclosingStmt().getEnclosingStmt*() = result.getFinally()
}

/** Holds if something within `finally` decides whether `release` is executed. */
private predicate isDecidedInFinally(MethodCall release, TryStmt try) {
  try = getTryOfFinally(release) and
  exists(Stmt decision |
    decision = release.getEnclosingStmt().getEnclosingStmt*() and
    decision.getEnclosingStmt*() = try.getFinally() and
    decision instanceof ConditionalStmt
  )
}

/** Holds if `release` may give back a permit that its thread has waited for before it tried for another one by `claim`. */
private predicate isOfEarlierPermit(MethodCall release, Claim claim) {
  release = claim.getARelease() and
  exists(MethodCall acquire, Variable v |
    isCallOf(claim, "java.util.concurrent", "Semaphore", "tryAcquire", v) and
    acquire = v.getAnAccess().getParent() and
    acquire.getMethod().hasName(["acquire", "acquireUninterruptibly"]) and
    strictlyDominates(acquire.getControlFlowNode(), claim.getControlFlowNode())
  )
}

/** Holds if `release` is also executed by threads that have lost `claim`: it is in the `finally` around it, whatever the outcome. */
predicate isReleasedByLoser(Claim claim, MethodCall release) {
  release = claim.getARelease() and
  not fulfils(release, claim) and
  not isOfEarlierPermit(release, claim) and
  (exists(claim.getLostBlock()) or exists(claim.getWonBlock())) and
  not claim.isWonAt(release) and
  (
    exists(TryStmt try |
      try = getTryOfFinally(release) and
      try.getBlock() = claim.getEnclosingStmt().getEnclosingStmt+() and
      not isDecidedInFinally(release, try)
    )
    or
    // Behind the branch of the winner, on all ways.
    not exists(getTryOfFinally(release)) and
    strictlyDominates(claim.getControlFlowNode(), release.getControlFlowNode()) and
    exists(claim.getWonBlock()) and
    not exists(LoopStmt loop | loop.getCondition().getAChildExpr*() = claim) and
    not claim.getLostBlock().bbDominates(release.getBasicBlock())
  )
}

/** Holds if `call` may throw, as it says itself: by checked exceptions, as a function that others wrote, by a `throw`. */
private predicate saysThatItThrows(MethodCall call) {
  exists(Claim claim | call.getEnclosingCallable() = claim.getEnclosingCallable()) and
  exists(Method m | m = call.getMethod().getSourceDeclaration() |
    exists(m.getAnException())
    or
    exists(ThrowStmt s | s.getEnclosingCallable() = m)
    or
    not m.fromSource() and
    m.getDeclaringType().(Interface).getPackage().getName() = ["java.util.function", "java.lang",
      "java.util.concurrent"] and
    m.hasName(["run", "call", "accept", "apply", "get", "test"]) and
    m.isAbstract()
  )
}

/** Holds if what `e` throws is caught within the block that gives the claim up. */
private predicate isCaughtAround(Expr e) {
  saysThatItThrows(e) and
  exists(TryStmt try |
    try.getBlock() = e.getEnclosingStmt().getEnclosingStmt+() and
    (exists(try.getACatchClause()) or exists(try.getFinally()))
  )
}

/**
 * Holds if `release` gives `claim` up on the way on which `work` returns, and nothing does so where it throws.
 */
predicate isKeptWhenThrown(Claim claim, MethodCall work, MethodCall release) {
  release = claim.getARelease() and
  claim.isWonAt(work) and
  saysThatItThrows(work) and
  not isCaughtAround(work) and
  not exists(TryStmt try, MethodCall other |
    other = claim.getARelease() and
    (
      try = getTryOfFinally(other) or
      other.getEnclosingStmt().getEnclosingStmt*() = try.getACatchClause()
    )
  ) and
  strictlyDominates(work.getControlFlowNode(), release.getControlFlowNode()) and
  not work = claim.getARelease()
}

/*-- Losers who do not look --*/

/** Holds if `call` puts the object in `own`, which can be changed, into a map where there is none, and nobody looks whether there was. */
private predicate putsUnlooked(MethodCall call, LocalVariableDecl own) {
  claims(call, any(Field f), _, "null") and
  own = placeholderOf(call) and
  not own.getType() instanceof ImmutableType and
  not own.getType() instanceof BoxedType and
  exists(Expr made | made = own.getAnAssignedValue().getUnderlyingExpr() |
    (made instanceof ClassInstanceExpr or made.(MethodCall).getMethod().isStatic()) and
    // Of objects that never change, one does as well as another.
    not isImmutableType(made.getType())
  ) and
  (
    call.getParent() instanceof ExprStmt
    or
    exists(LocalVariableDecl v |
      call = v.getAnAssignedValue() and
      not exists(VarAccess read | read = v.getAnAccess() and not read.isVarWrite())
    )
  )
}

/** Holds if the `i`-th node of `b` assigns `own`, an object that was put into a map. */
private predicate assignsAt(LocalVariableDecl own, BasicBlock b, int i) {
  putsUnlooked(_, own) and
  b.getNode(i).asExpr().(AssignExpr).getDest() = own.getAnAccess()
}

/** Holds if a run goes on from `call` at the `start`-th node of `b`, with its own object still in `own`. */
private predicate goesOn(MethodCall call, LocalVariableDecl own, BasicBlock b, int start) {
  putsUnlooked(call, own) and exists(int i | b.getNode(i).asExpr() = call and start = i + 1)
  or
  exists(BasicBlock before, int first |
    goesOn(call, own, before, first) and
    not exists(int i | assignsAt(own, before, i) and i >= first) and
    b = before.getANormalSuccessor() and
    start = 0
  )
}

/**
 * Holds if `use` uses the object in `own` that `call` has put into a map, if that had none: where it had one, this thread goes on
 * with an object that nobody else knows.
 */
predicate isUsedByLoser(MethodCall call, LocalVariableDecl own, VarAccess use) {
  exists(BasicBlock b, int start, int at |
    goesOn(call, own, b, start) and
    use = own.getAnAccess() and
    b.getNode(at).asExpr() = use and
    at >= start and
    not exists(int i | assignsAt(own, b, i) and i in [start .. at])
  ) and
  not use.isVarWrite() and
  not use.getParent() instanceof EqualityTest and
  not exists(MethodCall again |
    again.getAnArgument() = use and getReceiverVariable(again) = getReceiverVariable(call)
  )
}
