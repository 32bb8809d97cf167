/** Loops that do nothing but test whether another thread has changed something. */

import java
import java.concurrency.Contexts
import java.concurrency.ThreadCalls
private import java.models.Models

/** Holds if `call` passes time: sleeping, giving way, or reading the clock. */
predicate passesTime(MethodCall call) {
  doesToThread(call, ["sleeps", "yields", "parks", "tells-time"])
}

/** Gets a part of the condition of `loop`. */
private Expr conditionPart(LoopStmt loop) { result = loop.getCondition().getAChildExpr*() }

/** Gets an expression evaluated in the body of `loop`. */
private Expr bodyPart(LoopStmt loop) {
  loop instanceof PollingCandidate and
  loop.getBody() = result.getEnclosingStmt().getEnclosingStmt*()
}

/** A loop with a condition that reads a field. */
private class PollingCandidate extends LoopStmt {
  PollingCandidate() {
    exists(FieldRead r | r = this.getCondition().getAChildExpr*()) and
    not exists(this.(ForStmt).getAnUpdate())
  }
}

/** Holds if `call`, in the body of a loop, reports something, or deals with an interrupt that ended a pause. */
private predicate isBeside(MethodCall call) {
  call = bodyPart(_) and
  (
    exists(string pattern | reportingType(pattern) |
      call.getMethod().getDeclaringType().getName().toLowerCase().matches(pattern)
    )
    or
    call instanceof InterruptCall
    or
    doesToThread(call, "asks")
    or
    inInterruptHandler(call.getEnclosingStmt())
  )
}

/** Holds if `s` stands in a clause that catches interrupts. */
private predicate inInterruptHandler(Stmt s) {
  exists(CatchClause clause |
    clause.getACaughtType().hasName("InterruptedException") and
    clause.getBlock() = s.getEnclosingStmt*()
  )
}

/**
 * A loop that waits for another thread: its condition reads the field `getField()`, and neither the condition nor the
 * body does anything but pass time and report.
 */
class PollingLoop extends PollingCandidate {
  /** The field whose change ends this loop. */
  Field polled;

  PollingLoop() {
    exists(FieldRead r | r = conditionPart(this) and r.getField() = polled) and
    not polled.isFinal() and
    not exists(VarAccess v | v = conditionPart(this) |
      v.isVarWrite()
      or
      v.getVariable() instanceof LocalScopeVariable and
      exists(VarAccess w |
        w = bodyPart(this) and w.isVarWrite() and w.getVariable() = v.getVariable()
      )
    ) and
    not exists(MethodCall call | call = conditionPart(this) and not passesTime(call)) and
    not exists(MethodCall call |
      call = bodyPart(this) and not passesTime(call) and not isBeside(call)
    ) and
    not exists(FieldAccess w | w = bodyPart(this) and w.isVarWrite()) and
    not exists(ArrayAccess a | a = bodyPart(this) or a = conditionPart(this)) and
    not exists(Stmt s |
      this.getBody() = s.getEnclosingStmt*() and
      (
        s instanceof ReturnStmt or
        s instanceof ThrowStmt or
        s instanceof SynchronizedStmt or
        s instanceof BreakStmt or
        s instanceof LoopStmt
      ) and
      not s.getEnclosingStmt*() instanceof CatchClause
    ) and
    not exists(ClassInstanceExpr made | made = bodyPart(this))
  }

  /** Gets the field whose change ends this loop. */
  Field getField() { result = polled }

  /** Gets a call that passes time in this loop. */
  MethodCall getAPause() { result = bodyPart(this) and passesTime(result) }
}

/**
 * Holds if a loop goes on until `f` changes and does nothing that makes its thread look again: no call but such as pass time,
 * no lock, no volatile field. The compiler may read `f` once for all rounds, so that the loop never ends.
 */
predicate mayNeverBeSeen(Field f) {
  f.fromSource() and
  not f.isVolatile() and
  exists(LoopStmt loop | asksFor(loop, f) |
    not exists(Expr e | e.getEnclosingStmt().getEnclosingStmt*() = loop | looksAgain(e, f)) and
    not exists(getAnEnclosingSynchronized(loop)) and
    not exists(SynchronizedStmt s | s.getEnclosingStmt+() = loop) and
    not loop.getEnclosingCallable().isSynchronized()
  )
}

/** Holds if the condition of `loop` reads `f`. */
private predicate asksFor(LoopStmt loop, Field f) {
  exists(FieldRead r | r = loop.getCondition().getAChildExpr*() and r.getField() = f)
}

/**
 * Holds if `m` is a small method of the sources that cannot be overridden and calls nothing, takes no lock and reads nothing that
 * others order: a compiler may put its body in the place of a call.
 */
private predicate isPlain(Callable m) {
  m.fromSource() and
  exists(m.getBody()) and
  (m.isPrivate() or m.isStatic() or m.isFinal() or m.getDeclaringType().isFinal()) and
  not m.isSynchronized() and
  not exists(Call call | call.getEnclosingCallable() = m) and
  not exists(SynchronizedStmt s | s.getEnclosingCallable() = m) and
  not exists(FieldAccess a | a.getEnclosingCallable() = m and a.getField().isVolatile())
}

/** Holds if `e`, in a loop that asks for `f`, is a call of code that may do anything, or an access that others order, or sets `f`. */
bindingset[e, f]
private predicate looksAgain(Expr e, Field f) {
  e instanceof Call and not passesTime(e) and not isBeside(e) and not isPlain(e.(Call).getCallee())
  or
  e.(FieldAccess).getField().isVolatile()
  or
  e.(FieldWrite).getField() = f
}
