/**
 * @name Lock taken twice in a block that is meant to be atomic
 * @description While one lock is held, another one is taken and given back twice; what was found the first time
 *              may have changed the second time, so that the block is not atomic.
 * @kind path-problem
 * @problem.severity warning
 * @precision low
 * @id java/atomicity-violation
 * @tags concurrency
 *       atomicity
 */

import java
import java.concurrency.Confidence
import java.concurrency.Reliance
import java.concurrency.SharedObjects
import Places
import LockFlow
import Scopes
import StaleValues
import WitnessPaths
import WitnessWays
import Witnesses

/** Holds if `v` may be reported: a value that others may change in between, whatever they have to do with the context, is used. */
predicate isInQuestion(Violation v) { isRelevant(v) and hasStaleValue(v) and canChangeMeanwhile(v) }

import Reported<isInQuestion/1>

/** Holds if `first` and `second` are the two calls of a violation that is reported. */
private predicate isPair(Expr first, Expr second) {
  exists(Violation v |
    isReported(v) and
    first = getFirst(v).asExpr() and
    second = v.getSecond().asExpr() and
    first != second and
    first instanceof MethodCall and
    second instanceof MethodCall
  )
}

/** Holds if `first` is the second call, and `second` the first. */
private predicate isReversed(Expr first, Expr second) { isPair(second, first) }

private module OfFirst = Reliance<isPair/2>;

private module OfSecond = Reliance<isReversed/2>;

/** Holds if `call` asks its object, and does not change it. */
private predicate onlyAsks(MethodCall call) {
  (isPair(call, _) or isPair(_, call)) and
  not call.getMethod().getReturnType() instanceof VoidType and
  not isChangingMethod(call.getMethod())
}

/**
 * Holds if what the two calls give is combined: computed or compared with one another, or handed on together. Code that
 * asks for one thing twice compares two times, and code that asks by what the first call gave does not take the two for true
 * at one time.
 */
private predicate areCombined(MethodCall first, MethodCall second) {
  isPair(first, second) and
  onlyAsks(first) and
  onlyAsks(second) and
  not second.getAnArgument().getAChildExpr*() = OfFirst::foundIn(first) and
  (
    exists(BinaryExpr e, Expr a, Expr b |
      a = e.getAnOperand() and
      b = e.getAnOperand() and
      a != b and
      (isOfTwoConditions(e) implies givesNumbers(first, second)) and
      not (e instanceof ComparisonExpr and asksTheSame(first, second)) and
      a = OfFirst::foundIn(first) and
      b = OfSecond::foundIn(second) and
      not e.getType() instanceof TypeString
    )
    or
    exists(Call call, int i, int j |
      call.getArgument(i) = OfFirst::foundIn(first) and
      call.getArgument(j) = OfSecond::foundIn(second) and
      i != j
    )
  )
}

/** Holds if `e` combines two conditions, which may be two questions that have nothing to do with one another. */
private predicate isOfTwoConditions(BinaryExpr e) {
  e instanceof AndLogicalExpr or
  e instanceof OrLogicalExpr
}

/** Holds if both calls of the pair give numbers. */
private predicate givesNumbers(MethodCall first, MethodCall second) {
  isPair(first, second) and
  first.getType() instanceof NumericType and
  second.getType() instanceof NumericType
}

/** Holds if the two calls of the pair ask the same, and nothing tells one answer from the other but the time. */
private predicate asksTheSame(MethodCall first, MethodCall second) {
  isPair(first, second) and
  first.getMethod() = second.getMethod() and
  first.getNumArgument() = 0
}

/** Gets the only value of a local variable that `e` reads, or `e` itself. */
private Expr madeFrom(Expr e) {
  isPair(_, e.getParent()) and
  (
    result = e and not e instanceof VarAccess
    or
    exists(LocalVariableDecl v | e = v.getAnAccess() and result = v.getOnlyValue())
  )
}

/** Holds if `first` asks for a value, and `second` sets a value that is computed from that alone. */
private predicate areGetAndSet(MethodCall first, MethodCall second) {
  isPair(first, second) and
  onlyAsks(first) and
  first.getNumArgument() = 0 and
  second.getNumArgument() = 1 and
  second.getParent() instanceof ExprStmt and
  first.getMethod().getDeclaringType() = second.getMethod().getDeclaringType() and
  madeFrom(second.getArgument(0)) = OfFirst::foundIn(first)
}

/** Holds if the answer to `first` decides whether `second` changes the same object, which is in no own field. */
private predicate areTestAndChange(MethodCall first, MethodCall second) {
  isPair(first, second) and
  onlyAsks(first) and
  isChangingMethod(second.getMethod()) and
  second.getParent() instanceof ExprStmt and
  exists(LocalScopeVariable v |
    first.getQualifier() = v.getAnAccess() and second.getQualifier() = v.getAnAccess()
  ) and
  first.getMethod().getDeclaringType() = second.getMethod().getDeclaringType() and
  OfFirst::isDecided(second, first)
}

/** Holds if `changing` decides by `asking`, of its own object, what it does. */
private predicate asksAgain(Method changing, Method asking) {
  exists(MethodCall first, MethodCall second |
    isPair(first, second) and asking = first.getMethod() and changing = second.getMethod()
  ) and
  exists(MethodCall again, IfStmt s |
    again.getMethod().getSourceDeclaration() = asking.getSourceDeclaration() and
    again.isOwnMethodCall() and
    again.getEnclosingCallable() = changing.getSourceDeclaration() and
    again.getParent*() = s.getCondition()
  )
}

/** Gets evidence for the violation that is reported at `e`. */
private string getEvidenceOf(Place e) {
  exists(Violation v, MethodCall first, MethodCall second |
    isReported(v) and
    e = elementOf(v.getSecond()) and
    first = getFirst(v).asExpr() and
    second = v.getSecond().asExpr() and
    exists(getStaleField(v))
  |
    areCombined(first, second) and result = "read-together"
    or
    areGetAndSet(first, second) and
    exists(Field f | f = getACommonField(v) | changesInSection(getSecondPlace(v), f)) and
    result = "lost-update"
    or
    areTestAndChange(first, second) and
    not asksAgain(second.getMethod(), first.getMethod()) and
    exists(Field f |
      readsInSection(getPlace(getFirst(v), v.getWitness()), f) and
      changesInSection(getSecondPlace(v), f)
    ) and
    result = "changed-after-test"
  )
  or
  exists(Violation v, MethodCall first, MethodCall second |
    isReported(v) and
    e = second and
    first = getFirst(v).asExpr() and
    second = v.getSecond().asExpr() and
    throwsIfGone(second) and
    OfFirst::reliesOn(second, first) and
    not isKeptOut(first, second, getReceiverVariable(second), "out")
  |
    result = "gone-after-test"
    or
    isLockedByHabit(getReceiverVariable(second)) and result = "locked-by-habit"
  )
}

/** Holds if `evidence` makes it surer by `points` that the block of the violation at `e` is meant to be atomic. */
query predicate confidence(Place e, int points, string evidence) {
  evidence = getEvidenceOf(e) and
  isWorth(evidence, points)
}

query predicate edges(PathNode a, PathNode b) { isFollowedBy(a, b) }

from Violation v
where isReported(v)
select elementOf(v.getSecond()), getSource(v), getSink(v), getMessage(v), elementOf(getFirst(v)),
  "the first time", getContext(v).getBeginning(), contextText(v)
