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
import java.concurrency.CompoundOperations
import java.concurrency.Confidence
import java.concurrency.FieldTests
import java.concurrency.Held
import java.concurrency.TestThenLock
import java.concurrency.TestThenUse
import java.concurrency.ThreadCalls
import java.concurrency.ThreadSafeTypes
import java.concurrency.TwoSections
import java.concurrency.Unshared

/** Gets the first use that relies on `test`. */
FieldRead firstUse(EqualityTest test, Field f) {
  result = min(FieldRead use, int line, int column |
    testThenUse(test, use, f) and beginsAt(use, line, column)
  |
    use order by line, column
  )
}

/** Gets the test of `f` at place `i`, from 1, of those that a use relies on. */
EqualityTest getTest(Field f, int i) {
  result = rank[i](EqualityTest test, string path, int line, int column |
    exists(firstUse(test, f)) and beginsAt(test, path, line, column)
  |
    test order by path, line, column
  )
}

/** Gets the number of tests of `f` that a use relies on. */
int countTests(Field f) { result = max(int i | exists(getTest(f, i))) }

/** Gets words for the other tests of `f`; a link shows the second. */
string otherTests(Field f) {
  exists(int n | n = countTests(f) |
    n = 1 and result = ""
    or
    n = 2 and result = " The same goes for $@."
    or
    n = 3 and result = " The same goes for $@ and one more."
    or
    n > 3 and result = " The same goes for $@ and " + (n - 2).toString() + " more."
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

/** Holds if `b` is entered where `test` finds the volatile flag or state `f` not to be `value` yet. */
private predicate isUnsetEntry(Expr test, Field f, string value, BasicBlock b) {
  f.isVolatile() and
  (
    f.getType() instanceof BooleanType and b = unsetEntry(test, f, "false") and value = "true"
    or
    f.getType() instanceof EnumType and
    exists(FieldWrite write |
      write.getField() = f and
      value = nameOfConstant(write.getASource()) and
      write.getEnclosingCallable() = test.getEnclosingCallable()
    ) and
    b = branchEntry(test, rulesOut(test, f, value))
  )
}

/** Gets the node at `i` of `b`, which is entered where a flag is not set. */
pragma[nomagic]
private ControlFlowNode getNodeOfUnset(BasicBlock b, int i) {
  isUnsetEntry(_, _, _, b) and
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

/** Holds if `test` finds the volatile flag or state `f` not set, and `write` then sets it, nothing being held. */
predicate testThenSet(Expr test, FieldWrite write, Field f) {
  write.getField() = f and
  write.getEnclosingCallable() = test.getEnclosingCallable() and
  exists(BasicBlock b |
    isUnsetEntry(test, f, nameOfConstant(write.getASource()), b) and comesFirst(write, b)
  ) and
  not exists(LoopStmt loop | test = loop.getCondition().getAChildExpr*()) and
  unprotected(test) and
  unprotected(write) and
  not heldDuring(write, _)
}

/** Gets the first step, in a later section of its lock, that relies on what `look` found in `f` in a section before. */
Expr firstStaleAct(Expr look, Field f) {
  not testThenSet(look, _, _) and
  not exists(lockedWrite(look, f)) and
  result = min(Expr act, string path, int line, int column |
    isStaleInSection(look, act, f, _, _) and beginsAt(act, path, line, column)
  |
    act order by path, line, column
  )
}

/** Gets what `f`, a flag or state, is found to be before it is set. */
private string unsetText(Field f) {
  testThenSet(_, _, f) and
  if f.getType() instanceof BooleanType then result = "false" else result = "not yet set"
}

/** Gets the class for an atomic flag or state in place of `f`. */
private string atomicFor(Field f) {
  testThenSet(_, _, f) and
  if f.getType() instanceof BooleanType
  then result = "AtomicBoolean"
  else result = "AtomicReference"
}

/** Gets the first write, under a lock, of `f`, which `test` found not yet set, and which is not tested again. */
FieldWrite lockedWrite(Expr test, Field f) {
  result = min(FieldWrite w, string path, int line, int column |
    testThenLock(test, w, f, _) and beginsAt(w, path, line, column)
  |
    w order by path, line, column
  )
}

/** Holds if a thread that finds by `test` that a flag is set throws an exception. */
private predicate isRefused(Expr test) {
  testThenSet(test, _, _) and
  exists(IfStmt s, ThrowStmt refusal |
    s.getCondition() = test and
    refusal.getEnclosingStmt() = [s, s.getThen()] and
    refusal.getExpr().getType().(RefType).hasQualifiedName("java.lang", "IllegalStateException")
  )
}

/** Gets evidence that what `test` finds does not last, or that it does. */
string getEvidenceOf(Expr test) {
  isStaleInSection(test, _, _, _, result)
  or
  exists(Field f | exists(firstUse(test, f)) |
    result = "null-after-test"
    or
    isForOneThread(f.getDeclaringType()) and result = "one-thread-type"
  )
  or
  testThenLock(test, _, _, true) and result = "not-tested-again"
  or
  testThenSet(test, _, _) and isRefused(test) and result = "claimed-twice"
  or
  // Both start a thread or hand over a task, which is what the flag is there for.
  exists(FieldWrite write, MethodCall start |
    testThenSet(test, write, _) and
    start instanceof ThreadStart and
    start.getEnclosingCallable() = write.getEnclosingCallable() and
    strictlyDominates(write.getControlFlowNode(), start.getControlFlowNode())
  ) and
  result = "claimed-twice"
}

/** Holds if `evidence` makes it surer by `points` that what `test` finds does not last. */
query predicate confidence(Expr test, int points, string evidence) {
  evidence = getEvidenceOf(test) and
  isWorth(evidence, points)
}

from
  Expr test, string message, Variable f, Expr second, string secondText, Element third,
  string thirdText, Expr other, string otherText
where
  test = getTest(f, 1) and
  second = firstUse(test, f) and
  secondText = "used" and
  third = nullingWrite(f) and
  thirdText = "here" and
  message =
    "The field $@ is not null here, but may be when it is $@: other code sets it to null, for example $@. Read it once, into a local variable, or hold a lock." +
      otherTests(f) and
  (
    other = getTest(f, 2) and
    otherText = "the test in '" + other.getEnclosingCallable().getName() + "'"
    or
    countTests(f) = 1 and other = test and otherText = ""
  )
  or
  other = test and
  otherText = "" and
  (
    testThenSet(test, second, f) and
    secondText = "set" and
    third = test.getEnclosingCallable() and
    thirdText = "'" + third.getName() + "'" and
    message =
      "Two threads may both find $@ " + unsetText(f) +
        " here before either has $@ it in $@, and both go on. Use " + atomicFor(f) +
        ".compareAndSet, or a lock."
    or
    exists(CompoundOperation operation | operation.isQuestion() |
      test = operation and f = operation.getObject() and second = lastCheck(operation)
    ) and
    secondText = "'" + second.(MethodCall).getMethod().getName() + "'" and
    third = second.(MethodCall).getMethod().getDeclaringType() and
    thirdText = third.getName() and
    message =
      "The object in $@ may have changed since $@ answered: nobody holds its lock between the two calls. Hold the lock of the $@ over both."
    or
    second = firstStaleAct(test, f) and
    secondText = "here" and
    third = f and
    thirdText = "'" + f.getName() + "'" and
    message =
      "What is found in $@ here, with a lock held, is relied on $@ after the lock was given back and taken again: others may have changed $@ in between. Hold the lock over both, or look once more."
    or
    second = lockedWrite(test, f) and
    not testThenSet(test, _, _) and
    secondText = "set" and
    third = test.getEnclosingCallable() and
    thirdText = "'" + third.getName() + "'" and
    message =
      "Two threads may both come past this test of $@, in turn take the lock under which it is then $@, and both go on: $@ does not test it again. Test it once more with the lock held, or take the lock first."
  )
select test, message, f, "'" + f.getName() + "'", second, secondText, third, thirdText, other,
  otherText
