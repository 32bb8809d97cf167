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
import java.concurrency.FieldTests
import java.concurrency.Held
import java.concurrency.TestThenLock
import java.concurrency.TestThenUse
import java.concurrency.ThreadCalls
import java.concurrency.ThreadSafeTypes
import java.concurrency.Unshared

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

/** Holds if `b` is entered where `test` finds the volatile flag `f` not set. */
private predicate isUnsetEntry(Expr test, Field f, BasicBlock b) {
  f.isVolatile() and
  f.getType() instanceof BooleanType and
  b = unsetEntry(test, f, "false")
}

/** Gets the node at `i` of `b`, which is entered where a flag is not set. */
pragma[nomagic]
private ControlFlowNode getNodeOfUnset(BasicBlock b, int i) {
  isUnsetEntry(_, _, b) and
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

/** Holds if `test` finds the volatile flag `f` not set, and `write` then sets it, nothing being held. */
predicate testThenSet(Expr test, FieldWrite write, Field f) {
  write.getField() = f and
  write.getEnclosingCallable() = test.getEnclosingCallable() and
  write.getASource().(BooleanLiteral).getBooleanValue() = true and
  exists(BasicBlock b | isUnsetEntry(test, f, b) and comesFirst(write, b)) and
  not exists(LoopStmt loop | test = loop.getCondition().getAChildExpr*()) and
  unprotected(test) and
  unprotected(write) and
  not heldDuring(write, _)
}

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
      a.getEnclosingCallable() = c and
      a.getVariable().getType().(RefType).getSourceDeclaration()
          .hasQualifiedName("java.lang", "ThreadLocal")
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
predicate askThenUse(MethodCall ask, MethodCall use, Variable v) {
  usesAfter(ask, use, v) and
  mindsThreads(use.getEnclosingCallable()) and
  not areLockedTogether(ask, use, v) and
  not isAlwaysLocked(v) and
  not isUnknownToOthers(use.getQualifier())
}

/** Gets the first write, under a lock, of `f`, which `test` found not yet set, and which is not tested again. */
FieldWrite lockedWrite(Expr test, Field f) {
  result = min(FieldWrite w, string path, int line, int column |
    testThenLock(test, w, f, _) and beginsAt(w, path, line, column)
  |
    w order by path, line, column
  )
}

/** Gets evidence that what `test` finds does not last, or that it does. */
string getEvidenceOf(Expr test) {
  exists(Field f | exists(firstUse(test, f)) |
    result = "null-after-test"
    or
    isForOneThread(f.getDeclaringType()) and result = "one-thread-type"
  )
  or
  testThenLock(test, _, _, true) and result = "not-tested-again"
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
  isWorth(getEvidenceOf(test), points, evidence)
}

from
  Expr test, string message, Variable f, Expr second, string secondText, Element third,
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
  or
  askThenUse(second, test, f) and
  secondText = "'" + second.(MethodCall).getMethod().getName() + "'" and
  third = second.(MethodCall).getMethod().getDeclaringType() and
  thirdText = third.getName() and
  message =
    "The object in $@ may have changed since $@ answered: nobody holds its lock between the two calls. Hold the lock of the $@ over both."
  or
  second = lockedWrite(test, f) and
  not testThenSet(test, _, _) and
  secondText = "set" and
  third = test.getEnclosingCallable() and
  thirdText = "'" + third.getName() + "'" and
  message =
    "Two threads may both come past this test of $@, in turn take the lock under which it is then $@, and both go on: $@ does not test it again. Test it once more with the lock held, or take the lock first."
select test, message, f, "'" + f.getName() + "'", second, secondText, third, thirdText
