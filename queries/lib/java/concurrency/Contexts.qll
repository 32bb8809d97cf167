/** What stands around code: `synchronized` blocks, conditions, a program of its own. */

import java
import java.SourceOrder
import java.concurrency.LockSets
import java.concurrency.ThreadCalls
import java.concurrency.ThreadEntries

/** Holds if code of `c`, or of a class in it, starts a thread or hands something to one. */
private predicate startsThread(RefType c) {
  exists(ThreadStart start |
    c = start.getEnclosingCallable().getDeclaringType().getEnclosingType*()
  )
}

/**
 * Holds if `c` is a program of its own, of the sort that runs on one thread: it has a main method, locks nothing and
 * starts nothing.
 */
predicate isSingleThreadedProgram(RefType c) {
  exists(Method main | main.getDeclaringType() = c and isMain(main)) and
  not startsThread(c) and
  not exists(SynchronizedStmt s | s.getEnclosingCallable().getDeclaringType() = c) and
  not exists(Method m | m.getDeclaringType() = c and m.isSynchronized()) and
  not c.getASourceSupertype*().hasQualifiedName("java.lang", ["Thread", "Runnable"])
}

/** Holds if `f` gets a value somewhere else than in constructors and initialisers. */
predicate isReassigned(Field f) {
  exists(FieldWrite w | w.getField() = f | not runsAlone(w.getEnclosingCallable()))
}

/** Holds if `cond` compares `e` with `null`, and `branch` is its value if `e` is `null`. */
predicate nullTest(EqualityTest cond, Expr e, boolean branch) {
  exists(NullLiteral n | cond.hasOperands(e, n)) and
  branch = cond.polarity()
}

/** Gets the block at which a run goes on if `cond` has the value `branch`, and that no run enters in another way. */
BasicBlock branchEntry(Expr cond, boolean branch) {
  exists(BasicBlock b |
    b = cond.getBasicBlock() and
    b.getLastNode().asExpr() = cond and
    result = b.getABranchSuccessor(branch) and
    not exists(BasicBlock other |
      other = result.getAPredecessor() and other != b and not result.bbDominates(other)
    )
  )
}

/**
 * Holds if `e`, in code that begins alone, such as a main method, comes after it has started a thread, for the end of which it
 * does not wait in between.
 */
predicate isBesideTask(Expr e) {
  exists(ThreadStart start | isStartedAlone(start, e.getEnclosingCallable()) |
    beginsBefore(start, e) and
    not exists(Callable c, MethodCall wait |
      c = e.getEnclosingCallable() and
      isWaitIn(wait, c) and
      beginsBefore(start, wait) and
      beginsBefore(wait, e)
    )
  )
}

/** Holds if `start`, in the main method `c`, starts a thread or hands a task to one. */
private predicate isStartedAlone(ThreadStart start, Callable c) {
  c = start.getEnclosingCallable() and
  isMain(c) and
  // A thread that is only made does not run.
  not start.getCallee() instanceof Constructor
}

/** Holds if `c`, a main method, waits at `wait` for the end of a thread, or of what one does. */
private predicate isWaitIn(MethodCall wait, Callable c) {
  c = wait.getEnclosingCallable() and
  isMain(c) and
  isWait(wait, _)
}
