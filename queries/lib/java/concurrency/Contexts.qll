/** Where code runs: inside which `synchronized` blocks, and whether a thread can come there without any lock. */

import java
import java.SourceOrder
import java.TestSources
import java.concurrency.Locks

/** Holds if `s` stands in the block of `sync`, of the same callable. */
predicate synchronizedAround(Stmt s, SynchronizedStmt sync) {
  sync.getBlock() = s.getEnclosingStmt*()
}

/** Holds if `s` stands in a `synchronized` block, perhaps of a callable around the lambda expression that contains it. */
private predicate inSynchronized(Stmt s) {
  synchronizedAround(s, _)
  or
  exists(LambdaExpr lambda |
    lambda.asMethod() = s.getEnclosingCallable() and
    (inSynchronized(lambda.getEnclosingStmt()) or lambda.getEnclosingCallable().isSynchronized())
  )
}

/** Holds if `c` calls something that looks like the acquisition of a lock. */
predicate usesExplicitLock(Callable c) {
  exists(MethodCall call | call.getEnclosingCallable() = c |
    call.getMethod().getName().matches("%Lock") and
    call.getMethod().getReturnType() instanceof VoidType
  )
  or
  exists(MethodCall call | call.getEnclosingCallable() = c |
    call.getMethod().getName() = ["lock", "tryLock", "lockInterruptibly", "acquire", "tryAcquire",
      "acquireUninterruptibly", "readLock", "writeLock", "holdsLock", "isHeldByCurrentThread",
      "isWriteLockedByCurrentThread"]
  )
}

/** Holds if all calls of `c`, which is not public, stand in the sources, and there are some. */
predicate calledFromSourceOnly(Callable c) {
  c.isSourceDeclaration() and
  exists(c.getBody()) and
  not c.isPublic() and
  exists(Call call | call.getCallee().getSourceDeclaration() = c) and
  not exists(MemberRefExpr ref | ref.getReferencedCallable().getSourceDeclaration() = c) and
  not overridesDirectly(c, _) and
  not overridesDirectly(_, c)
}

/** Holds if `m` is where a program begins. */
predicate isMain(Method m) { m.hasName("main") and m.isStatic() and m.isPublic() }

/** Gets the callable that contains `site`, a call or the creation of a lambda. */
private Callable callableOf(ExprParent site) {
  result = site.(Expr).getEnclosingCallable() or
  result = site.(Stmt).getEnclosingCallable()
}

/** Gets the statement that contains `site`, a call or the creation of a lambda. */
private Stmt statementOf(ExprParent site) {
  result = site.(Expr).getEnclosingStmt() or
  result = site
}

/** Holds if `c` runs before its object or class can be known to other threads, or is the main method. */
predicate runsAlone(Callable c) {
  c instanceof Constructor or
  c instanceof InitializerMethod or
  isMain(c)
}

/** Holds if `site` is in `c`, and `c` holds no monitor there by its own text. */
private predicate unlockedSite(ExprParent site, Callable c) {
  (site instanceof Call or site instanceof LambdaExpr) and
  c = callableOf(site) and
  not c.isSynchronized() and
  not usesExplicitLock(c) and
  not inSynchronized(statementOf(site))
}

/**
 * Holds if a thread may enter `c` that holds no monitor, when other threads may know the object: not in constructors
 * and initialisers, and not in what is called by them alone.
 */
predicate enteredUnlocked(Callable c) {
  exists(c.getBody()) and
  not runsAlone(c) and
  not calledFromSourceOnly(c) and
  not callersHold(c, _) and
  not exists(LambdaExpr lambda | lambda.asMethod() = c)
  or
  calledFromSourceOnly(c) and
  not runsAlone(c) and
  exists(Call call, Callable caller |
    call.getCallee().getSourceDeclaration() = c and
    unlockedSite(call, caller) and
    enteredUnlocked(caller)
  )
  or
  exists(LambdaExpr lambda, Callable maker |
    lambda.asMethod() = c and
    unlockedSite(lambda, maker) and
    (enteredUnlocked(maker) or runsAlone(maker))
  )
}

/** Holds if `e` may be evaluated by a thread that holds no lock, while other threads run. */
predicate unprotected(Expr e) {
  exists(Callable c | c = e.getEnclosingCallable() |
    enteredUnlocked(c) and
    not c.isSynchronized() and
    not usesExplicitLock(c) and
    not inSynchronized(e.getEnclosingStmt())
  )
}

/** Holds if `c` is a program of its own, of the sort that runs on one thread: it has a main method and locks nothing. */
predicate isSingleThreadedProgram(RefType c) {
  exists(Method main | main.getDeclaringType() = c and isMain(main)) and
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
