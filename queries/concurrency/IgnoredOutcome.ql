/**
 * @name Result of a wait that may give up is ignored
 * @description 'tryLock' may not take the lock, and 'await' with a time limit may end before what it waits for has happened:
 *              only the result says so.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/ignored-wait-result
 * @tags concurrency
 *       correctness
 */

import java
import java.TestSources
import java.SourceOrder
import java.concurrency.Locks
import java.concurrency.MethodNames
import java.controlflow.Loops
import java.models.Models

/** Holds if nobody looks at the result of `call`. */
predicate isIgnored(MethodCall call) {
  call.getParent() instanceof ExprStmt
  or
  exists(LocalVariableDecl v |
    call = v.getAnAssignedValue() and
    not exists(VarAccess read | read = v.getAnAccess() and not read.isVarWrite())
  )
}

/** Holds if `call` takes a lock, if nobody else holds it. */
predicate triesLock(LockAcquire call) { call.isConditional() and not call.isOptimistic() }

/** Holds if other code of the callable of `call` asks whether the thread holds the lock that `call` tries to take. */
predicate isAskedLater(LockAcquire call) {
  triesLock(call) and
  exists(LockQuery query |
    query.getEnclosingCallable() = call.getEnclosingCallable() and
    getLockMonitor(query) = getLockMonitor(call)
  )
}

/** Holds if `call` waits for a time at most, and its result says whether `outcome`. */
predicate waitsForTime(MethodCall call, string outcome) {
  exists(string package, string type |
    mayGiveUp(package, type, call.getMethod().getName(), outcome) and
    call.getMethod().getReturnType() instanceof BooleanType and
    call.getMethod().isMemberOf(package, type)
  ) and
  not triesLock(call)
}

/** Holds if a loop around `call` waits again, something is asked after it, or the object is let go. */
predicate isAskedOtherwise(MethodCall call) {
  waitsForTime(call, _) and
  (
    isStmtInLoop(call.getEnclosingStmt())
    or
    exists(BasicBlock b, Expr asked |
      (comesTo(call, b) or b = call.getBasicBlock()) and
      (
        exists(b.getABranchSuccessor(_)) and asked = b.getLastNode().asExpr()
        or
        exists(ReturnStmt s | asked = s.getExpr() and b = asked.getBasicBlock()) and
        asked instanceof MethodCall and
        asked.getType() instanceof BooleanType
      ) and
      asked != call and
      not strictlyDominates(asked.getControlFlowNode(), call.getControlFlowNode()) and
      asked.getAChildExpr*() = any(Expr part |
        part instanceof VarAccess or part instanceof MethodCall
      )
    )
    or
    exists(MethodCall other |
      comesTo(call, other.getBasicBlock()) and other.getMethod().hasName("shutdownNow")
    )
    or
    exists(AssignExpr release |
      release.getEnclosingCallable() = call.getEnclosingCallable() and
      release.getSource() instanceof NullLiteral and
      release.getDest().(VarAccess).getVariable() = call.getQualifier().(VarAccess).getVariable()
    )
  )
}

/** Holds if a run comes from `call`, if that returns, to the beginning of `b`. */
predicate comesTo(MethodCall call, BasicBlock b) {
  waitsForTime(call, _) and isIgnored(call) and b = call.getBasicBlock().getANormalSuccessor()
  or
  exists(BasicBlock before | comesTo(call, before) and b = before.getANormalSuccessor())
}

/** Holds if `e` does something, or gives something back. */
predicate isEffect(Expr e) {
  e instanceof Assignment or
  e instanceof Call or
  e = any(ReturnStmt s).getExpr()
}

/** Holds if `call` comes before something else that its callable does. */
predicate isFollowed(MethodCall call) {
  exists(BasicBlock b | comesTo(call, b) and isEffect(b.getANode().asExpr()))
  or
  waitsForTime(call, _) and
  exists(BasicBlock b, int i, int j, Expr later |
    b.getNode(i).asExpr() = call and b.getNode(j).asExpr() = later and i < j
  |
    isEffect(later) and not later.(Assignment).getSource() = call
  )
}

/** Holds if `call` begins an optimistic read of fields, and nobody asks by its stamp whether a writer has come in between. */
predicate isNeverValidated(LockAcquire call) {
  call.isOptimistic() and
  not exists(LockCall other |
    other.getEnclosingCallable() = call.getEnclosingCallable() and
    other != call and
    exists(other.getAnArgument()) and
    getLockMonitor(other) = getLockMonitor(call)
  ) and
  // A stamp that is handed on, or kept, others ask by.
  not exists(VarAccess read | read = stampOf(call).getAnAccess() and not read.isVarWrite()) and
  (call.getParent() instanceof ExprStmt or exists(stampOf(call)))
}

/** Gets the local variable that holds the stamp of `call`, and nothing else. */
LocalVariableDecl stampOf(LockAcquire call) { call.isOptimistic() and call = result.getOnlyValue() }

/** Gets the first read of a field after `call`, an optimistic read that nobody validates. */
FieldRead firstRead(LockAcquire call) {
  isNeverValidated(call) and
  result = min(FieldRead read, int line, int column |
    read.getEnclosingCallable() = call.getEnclosingCallable() and
    not read.getField().isFinal() and
    strictlyDominates(call.getControlFlowNode(), read.getControlFlowNode()) and
    beginsAt(read, line, column)
  |
    read order by line, column
  )
}

from MethodCall call, string message, Expr place, string name
where
  isNeverValidated(call) and
  not isTestCallable(call.getEnclosingCallable()) and
  place = firstRead(call) and
  name = "'" + place.toString() + "'" and
  message =
    "Nobody asks by 'validate' whether a writer has come since this: what is read after it, such as $@, may be of two writes."
  or
  isIgnored(call) and
  not isTestCallable(call.getEnclosingCallable()) and
  place = call and
  name = "" and
  (
    triesLock(call) and
    not isAskedLater(call) and
    message =
      "Nobody looks at whether '" + call.getMethod().getName() +
        "' has taken the lock: without it what follows runs all the same, and giving the lock back throws."
    or
    exists(string outcome |
      waitsForTime(call, outcome) and
      isFollowed(call) and
      not isAskedOtherwise(call) and
      // What ends waits as long as it may, and ends all the same.
      not nameSays(call.getEnclosingCallable(), "ends") and
      message =
        "'" + call.getMethod().getName() + "' may give up, and nobody looks at whether " + outcome +
          ": what follows runs all the same."
    )
  )
select call, message, place, name
