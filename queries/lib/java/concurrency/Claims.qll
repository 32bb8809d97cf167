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
    m.getDeclaringType().getSourceDeclaration().getASourceSupertype*().hasQualifiedName(_, type)
  ) and
  type = ["AtomicBoolean", "AtomicInteger", "AtomicLong", "AtomicReference", "Set", "Map",
    "Semaphore"] and
  v = getReceiverVariable(call)
}

/** Holds if `claim` claims what `v` stands for, `key` saying what of it; it has the value `won` for who wins. */
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

/** A call that claims something for one thread, in a callable that gives it up again. */
class Claim extends MethodCall {
  Variable object;
  string key;
  string won;

  Claim() { claims(this, object, key, won) }

  /** Gets the variable that stands for what is claimed. */
  Variable getObject() { result = object }

  /** Gets a call in the same callable that gives the claim up. */
  MethodCall getARelease() {
    givesUp(result, object, key) and
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
    exists(LocalVariableDecl v | e = v.getAnAccess() |
      result = this.getOutcome(unique(Expr value | value = v.getAnAssignedValue()))
    )
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
  givesUp(e, _, _) and
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

/** Holds if `release` is also executed by who has lost `claim`: it is in the `finally` around it, whatever the outcome. */
predicate isReleasedByLoser(Claim claim, MethodCall release) {
  release = claim.getARelease() and
  (exists(claim.getLostBlock()) or exists(claim.getWonBlock())) and
  not claim.isWonAt(release) and
  (
    exists(TryStmt try |
      try = getTryOfFinally(release) and
      try.getBlock() = claim.getEnclosingStmt().getEnclosingStmt+() and
      not isDecidedInFinally(release, try)
    )
    or
    // Behind the branch of who has won, on all ways.
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
