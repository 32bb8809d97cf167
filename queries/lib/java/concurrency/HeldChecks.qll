/**
 * Code that asks whether its thread holds a lock, and what runs only where the answer was yes: a branch, the code after an
 * assertion, after a `throw` for the other answer, or after a call of a method that insists on the lock.
 *
 * That the question was asked says nothing: the answer may be printed, kept or thrown away. Which lock a question is about is
 * left to those who ask: `java.concurrency.Locks` by monitors, `locking-discipline` by the names of objects.
 */

import java
import java.callgraph.CallGraph
import java.concurrency.LockTypes
private import java.controlflow.Guards
private import java.models.Models

/** Holds if `call`, of a method that rows name, asks whether the current thread holds a lock, or insists on it. */
private predicate asksItself(MethodCall call) {
  call instanceof LockQuery or
  asksWhetherHeld(call, _)
}

/** Holds if `call` is of the method `m`, which only returns `value`: an answer, if that is one. */
private predicate givesAnswer(MethodCall call, Method m, Expr value) {
  m = call.getMethod().getSourceDeclaration() and
  exists(ReturnStmt only | only = m.getBody().(SingletonBlock).getStmt() and value = only.getExpr())
}

/** A call that asks whether the current thread holds a lock, or insists on it; by way of a method that does just that, too. */
class HeldQuestion extends MethodCall {
  HeldQuestion() {
    asksItself(this)
    or
    exists(Expr value | givesAnswer(this, _, value) and impliesHeld(value, true, _))
  }

  /** Holds if this asks itself. */
  predicate isDirect() { asksItself(this) }

  /** Gets a question that has the answer yes whenever this has. */
  HeldQuestion getInner() {
    exists(Expr value | givesAnswer(this, _, value) and impliesHeld(value, true, result))
  }

  /** Holds if this gives no answer, and returns only if the lock is held. */
  predicate insists() { this.getMethod().getReturnType() instanceof VoidType }
}

/** Holds if `call` gives a boolean, or calls a method that is known by name only. */
private predicate givesBoolean(MethodCall call) {
  call.getMethod().getReturnType() instanceof BooleanType or
  not exists(call.getMethod())
}

/** Gets the integer that `e` is written as. */
private int numberOf(Expr e) { result = e.(CompileTimeConstantExpr).getIntValue() }

/** Holds if `e` itself, which asks or compares an answer, is `value` only if the answer of `question` is yes. */
private predicate answers(Expr e, boolean value, HeldQuestion question) {
  e = question and givesBoolean(question) and value = true
  or
  // How many times the lock is held: at least once.
  exists(EqualityTest test, Expr number | test = e and test.hasOperands(question, number) |
    numberOf(number) = 0 and value = test.polarity().booleanNot()
    or
    numberOf(number) > 0 and value = test.polarity()
  )
  or
  exists(ComparisonExpr test, int least | test = e |
    least = leastOf(test, numberOf(test.getLesserOperand())) and
    question = test.getGreaterOperand() and
    least >= 1 and
    value = true
    or
    // `count < n` is false: it is at least `n`.
    question = test.getLesserOperand() and
    (
      if test.isStrict()
      then least = numberOf(test.getGreaterOperand())
      else least = numberOf(test.getGreaterOperand()) + 1
    ) and
    least >= 1 and
    value = false
  )
}

/** Gets the least number that is greater than `bound`, or not less, as `test` compares. */
bindingset[test, bound]
private int leastOf(ComparisonExpr test, int bound) {
  if test.isStrict()
  then result = bound + 1
  else result = bound
}

/** Holds if the condition `e` is `value` only if the answer of `question` is yes. */
predicate impliesHeld(Expr e, boolean value, HeldQuestion question) {
  answers(e, value, question)
  or
  exists(Expr inner, boolean innerValue |
    answers(inner, innerValue, question) and guardImplies(e, value, inner, innerValue)
  )
}

/** Holds if the condition at the end of `b` is `branch` only if the answer of `question` is yes. */
predicate confirmedOnBranch(BasicBlock b, boolean branch, HeldQuestion question) {
  exists(b.getABranchSuccessor(_)) and
  impliesHeld(b.getLastNode().asExpr(), branch, question)
}

/** Holds if `m`, a method of the sources, returns only if its parameter `p` is `value`. */
private predicate insistsOn(Method m, Parameter p, boolean value) {
  p.getCallable() = m and
  p.getType() instanceof BooleanType and
  not exists(p.getAnAssignedValue()) and
  exists(ExitBlock exit, Expr read |
    exit instanceof @cfgexitblock and
    exit.getEnclosingCallable() = m and
    read = p.getAnAccess() and
    guardControls(read, exit, value)
  )
}

/** Holds if the call at `pos` of `b` returns only if the answer of `question` is yes. */
predicate confirmedAt(BasicBlock b, int pos, HeldQuestion question) {
  question.isDirect() and question.insists() and cfg_position(question, b, pos)
  or
  exists(MethodCall call, int i, boolean value |
    impliesHeld(call.getArgument(i), value, question) and cfg_position(call, b, pos)
  |
    insistsOn(call.getMethod().getSourceDeclaration(),
      call.getMethod().getSourceDeclaration().getParameter(i), value)
    or
    // Without a body the name has to say it: `Preconditions.checkState(Thread.holdsLock(lock))`.
    not exists(call.getMethod().getSourceDeclaration().getBody()) and
    saysThatItInsists(call) and
    value = true
  )
}

/** Holds if the name of the method of `call`, which is known or not, says that it returns only if its argument is true. */
private predicate saysThatItInsists(MethodCall call) {
  exists(string name, string pattern |
    impliesHeld(call.getAnArgument(), true, _) and
    (name = call.getMethod().getName() or unresolved_calls(call, name, _)) and
    methodName(pattern, "insists") and
    name.toLowerCase().matches(pattern)
  )
}

/** Holds if `b` may be entered without that `question` has had the answer yes. */
private predicate enteredUnconfirmed(BasicBlock b, HeldQuestion question) {
  b instanceof EntryBlock and b.getEnclosingCallable() = question.getEnclosingCallable()
  or
  exists(BasicBlock p | enteredUnconfirmed(p, question) |
    // A call that throws has confirmed nothing.
    b = p.getAnExceptionSuccessor() and
    not exists(int pos | confirmedAt(p, pos, question) and pos < p.length() - 1)
    or
    b = p.getASuccessor() and
    not b = p.getAnExceptionSuccessor() and
    not confirmedAt(p, _, question) and
    not exists(boolean branch |
      confirmedOnBranch(p, branch, question) and
      b = p.getABranchSuccessor(branch) and
      not b = p.getABranchSuccessor(branch.booleanNot())
    )
  )
}

/** Holds if `node` is only executed where the answer of `question` was yes. */
cached
predicate isConfirmed(ControlFlowNode node, HeldQuestion question) {
  exists(BasicBlock b, int pos |
    cfg_position(node, b, pos) and b.getEnclosingCallable() = question.getEnclosingCallable()
  |
    not enteredUnconfirmed(b, question)
    or
    exists(int earlier | confirmedAt(b, earlier, question) and earlier < pos)
  )
}
