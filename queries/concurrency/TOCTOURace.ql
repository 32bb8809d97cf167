/**
 * @name Shared state tested, then used
 * @description A field that is tested without a lock may have changed when it is used a moment later.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/toctou-race-condition
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Confidence
import java.concurrency.Held
import java.concurrency.TestThenUse
import java.concurrency.ThreadSafeTypes

/** Gets the first use that relies on `test`. */
FieldRead firstUse(EqualityTest test, Field f) {
  result = min(FieldRead use, int line, int column |
    testThenUse(test, use, f) and beginsAt(use, line, column)
  |
    use order by line, column
  )
}

/** Gets the first write elsewhere that sets `f` to null. */
FieldWrite nullingWrite(Field f) {
  testThenUse(_, _, f) and
  result = min(FieldWrite w, string path, int line, int column |
    setsNull(w, f) and beginsAt(w, path, line, column)
  |
    w order by path, line, column
  )
}

/** Holds if `b` is entered where the volatile flag that `read` tests is not set. */
private predicate isUnsetEntry(FieldRead read, BasicBlock b) {
  read.getField().isVolatile() and
  read.getType() instanceof BooleanType and
  b = branchEntry(read, false)
}

/** Gets the node at `i` of `b`, which is entered where a flag is not set. */
pragma[nomagic]
private ControlFlowNode getNodeOfUnset(BasicBlock b, int i) {
  isUnsetEntry(_, b) and
  result = b.getNode(i)
}

/** Holds if `write` is the first thing that is done in `b`, where a flag is not set: the test was made for it. */
predicate comesFirst(FieldWrite write, BasicBlock b) {
  exists(int first, int at |
    first = min(int i | getNodeOfUnset(b, i).asStmt() instanceof ExprStmt | i) and
    getNodeOfUnset(b, first).asStmt() = write.getEnclosingStmt() and
    getNodeOfUnset(b, at).asExpr() = write and
    not exists(int i | getNodeOfUnset(b, i).asExpr() instanceof Call and i < at)
  )
}

/** Holds if `read` tests the volatile flag `f`, is not set, and `write` then sets it, nothing being held. */
predicate testThenSet(FieldRead read, FieldWrite write, Field f) {
  read.getField() = f and
  write.getField() = f and
  write.getEnclosingCallable() = read.getEnclosingCallable() and
  write.getASource().(BooleanLiteral).getBooleanValue() = true and
  exists(BasicBlock b | isUnsetEntry(read, b) and comesFirst(write, b)) and
  not exists(LoopStmt loop | read = loop.getCondition().getAChildExpr*()) and
  unprotected(read) and
  unprotected(write) and
  not heldDuring(write, _)
}

/** Gets evidence that what `test` finds does not last, or that it does. */
string getEvidenceOf(Expr test) {
  exists(Field f | exists(firstUse(test, f)) |
    result = "null-after-test"
    or
    isForOneThread(f.getDeclaringType()) and result = "one-thread-type"
  )
}

/** Holds if `evidence` makes it surer by `points` that what `test` finds does not last. */
query predicate confidence(Expr test, int points, string evidence) {
  isWorth(getEvidenceOf(test), points, evidence)
}

from
  Expr test, string message, Field f, Expr second, string secondText, Element third,
  string thirdText
where
  second = firstUse(test, f) and
  secondText = "used" and
  third = nullingWrite(f) and
  thirdText = "here" and
  message =
    "The field $@ is not null here, but may be when it is $@: other code sets it to null, for example $@. Read it once, into a local variable, or hold a lock."
  or
  testThenSet(test, second, f) and
  secondText = "set" and
  third = test.getEnclosingCallable() and
  thirdText = "'" + third.getName() + "'" and
  message =
    "Two threads may both find $@ false here before either has $@ it in $@, and both go on. Use AtomicBoolean.compareAndSet, or a lock."
select test, message, f, "'" + f.getName() + "'", second, secondText, third, thirdText
