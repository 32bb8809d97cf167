/**
 * @name Interrupt swallowed
 * @description Who catches InterruptedException and goes on as if nothing had happened takes from the callers the
 *              request to stop: the exception has cleared the interrupt status.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/swallowed-interrupt
 * @tags concurrency
 *       reliability
 */

import java
import java.concurrency.Confidence
import java.concurrency.Contexts
import java.concurrency.MethodNames
import java.concurrency.ThreadCalls

/** Holds if `clause` catches interrupts. */
predicate catchesInterrupt(CatchClause clause) {
  clause.getACaughtType().hasQualifiedName("java.lang", "InterruptedException")
}

/** Holds if `call` throws `InterruptedException`. */
pragma[nomagic]
private predicate throwsInterrupt(Call call) {
  call.getCallee().getAThrownExceptionType().hasQualifiedName("java.lang", "InterruptedException")
}

/** Holds if `clause` catches all exceptions, interrupts among them, which no other clause catches. */
predicate catchesAll(CatchClause clause) {
  clause.getACaughtType().hasQualifiedName("java.lang", ["Exception", "Throwable"]) and
  not exists(CatchClause other | other.getTry() = clause.getTry() and catchesInterrupt(other)) and
  exists(Call call |
    throwsInterrupt(call) and
    call.getEnclosingCallable() = clause.getEnclosingCallable() and
    clause.getTry() = innermostTry(call.getEnclosingStmt())
  )
}

/** Gets the innermost `try` that catches something and in the block of which `s` stands. */
private TryStmt innermostTry(Stmt s) {
  exists(Stmt around | around = s.getEnclosingStmt() |
    if exists(TryStmt t | t.getBlock() = around and exists(t.getACatchClause()))
    then result.getBlock() = around
    else result = innermostTry(around)
  )
}

/** Holds if `clause` may catch an interrupt, by its name or among all exceptions. */
predicate mayCatchInterrupt(CatchClause clause) { catchesInterrupt(clause) or catchesAll(clause) }

/** Holds if `s` stands in the block of `clause`, which may catch interrupts. */
predicate handles(CatchClause clause, Stmt s) {
  mayCatchInterrupt(clause) and
  clause.getBlock() = s.getEnclosingStmt*()
}

/** Holds if `call` only reports something. */
predicate onlyReports(MethodCall call) { nameSays(call.getMethod(), "reports") }

/** Holds if `clause` does something with the interrupt: passes it on, ends what was going on, or informs others. */
predicate reacts(CatchClause clause) {
  exists(Stmt s | handles(clause, s) |
    s instanceof ThrowStmt or s instanceof ReturnStmt or s instanceof BreakStmt
  )
  or
  exists(MethodCall call | handles(clause, call.getEnclosingStmt()) | not onlyReports(call))
  or
  exists(VarAccess w | handles(clause, w.getEnclosingStmt()) and w.isVarWrite())
  or
  exists(ClassInstanceExpr made | handles(clause, made.getEnclosingStmt()))
  or
  exists(InstanceOfExpr test | handles(clause, test.getEnclosingStmt()))
}

/** Holds if `clause` goes on with the loop around it: what was interrupted is tried again. */
predicate triesAgain(CatchClause clause) {
  exists(ContinueStmt s | handles(clause, s)) and
  not reacts(clause)
}

/** Gets evidence that it does less harm, or none, that `clause` loses an interrupt. */
string getEvidenceOf(CatchClause clause) {
  mayCatchInterrupt(clause) and
  (
    restoresInterrupt(clause.getEnclosingCallable().getDeclaringType()) and
    result = "restored-elsewhere"
    or
    catchesAll(clause) and result = "catches-all"
    or
    triesAgain(clause) and result = "tries-again"
    or
    (endsAnyway(clause) or testsFlagNext(clause)) and result = "thread-ends"
  )
}

/** Holds if the thread ends anyway when `clause` is left: nothing of its `run`, or of the program, follows. */
predicate endsAnyway(CatchClause clause) {
  mayCatchInterrupt(clause) and
  exists(Callable c | c = clause.getEnclosingCallable() |
    (
      isMain(c)
      or
      c.hasName("run") and c.hasNoParameters()
    ) and
    clause.getTry() = c.getBody().getLastStmt()
  )
}

/** Holds if the loop around `clause` tests a flag next: the interrupt may only have been sent to make it look. */
predicate testsFlagNext(CatchClause clause) {
  mayCatchInterrupt(clause) and
  exists(LoopStmt loop, Expr flag |
    loop = clause.getEnclosingStmt+() and
    flag = loop.getCondition().getAChildExpr*() and
    flag.getType() instanceof BooleanType
  |
    flag instanceof FieldAccess or flag.(MethodCall).getMethod().hasNoParameters()
  )
}

/** Gets a call in the block of the `try` of `clause` that throws the exception. */
Expr interruptible(CatchClause clause) {
  mayCatchInterrupt(clause) and
  exists(Call call |
    throwsInterrupt(call) and
    result = call and
    clause.getTry().getBlock() = result.getEnclosingStmt().getEnclosingStmt*()
  )
}

/** Holds if `call` asks for the result of a task that a test around it has found done: it does not wait. */
predicate isDoneAlready(Expr call) {
  call = interruptible(_) and
  call.(MethodCall).getMethod().hasName("get") and
  exists(IfStmt test, MethodCall done |
    test = call.getEnclosingStmt().getEnclosingStmt+() and
    done = test.getCondition().getAChildExpr*() and
    done.getMethod().hasName("isDone")
  )
}

/** Gets the first of these calls. */
Expr firstInterruptible(CatchClause clause) {
  result = min(Expr e, int line, int column |
    e = interruptible(clause) and not isDoneAlready(e) and beginsAt(e, line, column)
  |
    e order by line, column, e.toString()
  )
}

/** Holds if code of `t` sets the interrupt status again somewhere. */
private predicate restoresInterrupt(RefType t) {
  exists(MethodCall call |
    call.getMethod().hasQualifiedName("java.lang", "Thread", "interrupt") and
    call.getQualifier().(MethodCall).getMethod().hasName("currentThread") and
    t = call.getEnclosingCallable().getDeclaringType()
  )
}

/** Holds if `evidence` makes it surer by `points` that somebody misses the interrupt that `clause` catches. */
query predicate confidence(CatchClause clause, int points, string evidence) {
  evidence = getEvidenceOf(clause) and
  isWorth(evidence, points)
}

from CatchClause clause, Expr call
where mayCatchInterrupt(clause) and not reacts(clause) and call = firstInterruptible(clause)
select clause,
  "The interrupt that ended $@ is lost here: nobody can see any more that this thread should stop. Call 'Thread.currentThread().interrupt()', or let the exception pass.",
  call, "'" + call.toString() + "'"
