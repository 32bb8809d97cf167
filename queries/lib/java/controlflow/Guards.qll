/** Conditions, and the parts of a program that are only executed when they have a certain value. */

import java
import java.dataflow.SSA

/** A basic block that ends in a condition. */
class ConditionBlock extends BasicBlock {
  ConditionBlock() { this.getLastNode() instanceof ConditionNode }

  /** Gets the node of the condition. */
  ConditionNode getConditionNode() { result = this.getLastNode() }

  /** Gets the condition. */
  ExprParent getCondition() { result = this.getConditionNode().getCondition() }

  /** Gets a block that is executed directly after this one if the condition is `testIsTrue`. */
  BasicBlock getTestSuccessor(boolean testIsTrue) { result = this.getABranchSuccessor(testIsTrue) }

  /** Holds if `controlled` is only executed after this condition was `testIsTrue`. */
  pragma[inline]
  predicate controls(BasicBlock controlled, boolean testIsTrue) {
    exists(BasicBlock begin | isEnteredBy(this, begin, testIsTrue) and begin.dominates(controlled))
  }
}

/**
 * Holds if `begin`, a successor of `b`, can only be entered through the edge for the value `branch` of the condition of
 * `b`, or by going round in a loop that begins there.
 */
private predicate isEnteredBy(ConditionBlock b, BasicBlock begin, boolean branch) {
  begin = b.getTestSuccessor(branch) and
  not begin = b.getTestSuccessor(branch.booleanNot()) and
  not exists(BasicBlock other |
    blockEdge(other, begin, _) and other != b and not begin.dominates(other)
  )
}

/** A condition, or a case of a `switch`: what decides which part of the program is executed. */
class Guard extends ExprParent {
  Guard() {
    this.(Expr).getType() instanceof BooleanType and not this instanceof BooleanLiteral
    or
    this instanceof SwitchCase
  }

  /** Gets the innermost statement around this guard; the `switch`, of a case. */
  Stmt getEnclosingStmt() {
    result = this.(Expr).getEnclosingStmt() or
    result = this.(SwitchCase).getSwitch() or
    result = this.(SwitchCase).getSwitchExpr().getEnclosingStmt()
  }

  /** Gets the block in which this guard is evaluated. */
  BasicBlock getBasicBlock() {
    result = this.(Expr).getBasicBlock() or
    result = this.(SwitchCase).getSelectorExpr().getBasicBlock()
  }

  /** Gets the callable that contains this guard. */
  Callable getEnclosingCallable() {
    result = this.(Expr).getEnclosingCallable() or
    result = this.(SwitchCase).getEnclosingCallable()
  }

  /**
   * Holds if this tests whether `e1` and `e2` are equal; `polarity` is `true` if it then holds, `false` if it then does
   * not.
   */
  predicate isEquality(Expr e1, Expr e2, boolean polarity) {
    exists(EqualityTest test | test = this |
      test.hasOperands(e1, e2) and polarity = test.polarity()
    )
    or
    exists(MethodCall call | call = this |
      call.getMethod() instanceof EqualsMethod and
      polarity = true and
      (
        e1 = call.getQualifier() and e2 = call.getArgument(0)
        or
        e2 = call.getQualifier() and e1 = call.getArgument(0)
      )
      or
      call.getMethod().hasQualifiedName("java.util", "Objects", "equals") and
      polarity = true and
      (
        e1 = call.getArgument(0) and e2 = call.getArgument(1)
        or
        e2 = call.getArgument(0) and e1 = call.getArgument(1)
      )
    )
    or
    exists(ConstCase c | c = this |
      polarity = true and
      strictcount(c.getAValue()) = 1 and
      (
        e1 = c.getSelectorExpr() and e2 = c.getValue()
        or
        e2 = c.getSelectorExpr() and e1 = c.getValue()
      )
    )
  }

  /** Holds if the edge from `bb1` to `bb2` is taken when this guard is evaluated and has the value `branch`. */
  predicate hasBranchEdge(BasicBlock bb1, BasicBlock bb2, boolean branch) {
    guardEdge(this, bb1, bb2, branch)
  }

  /** Holds if `controlled` is only executed after this guard itself had the value `branch`. */
  pragma[inline]
  predicate directlyControls(BasicBlock controlled, boolean branch) {
    exists(BasicBlock begin | guardBegins(this, begin, branch) and begin.dominates(controlled))
  }

  /** Holds if `controlled` is only executed when this guard has the value `branch`, as other guards may show. */
  pragma[inline]
  predicate controls(BasicBlock controlled, boolean branch) {
    exists(Guard other, boolean outcome |
      other.directlyControls(controlled, outcome) and guardImplies(other, outcome, this, branch)
    )
  }
}

/**
 * Holds if the value `b1` of `g1` settles that of `g2` to be `b2`, as `g1` is computed from `g2` with logical operators
 * or reads a variable that has been given its value.
 */
predicate guardImplies(Guard g1, boolean b1, Guard g2, boolean b2) {
  g1 = g2 and b1 = b2 and b1 = [true, false]
  or
  exists(Guard mid, boolean b | impliesStep(g1, b1, mid, b) and guardImplies(mid, b, g2, b2))
}

/** Holds if the value `b1` of `g1` settles at once that `g2` has the value `b2`. */
private predicate impliesStep(Guard g1, boolean b1, Guard g2, boolean b2) {
  isOpposite(g1, g2) and
  (
    b1 = true and b2 = false
    or
    b1 = false and b2 = true
  )
  or
  isSame(g1, g2) and
  (
    b1 = true and b2 = true
    or
    b1 = false and b2 = false
  )
  or
  g2 = g1.(AndLogicalExpr).getAnOperand() and b1 = true and b2 = true
  or
  g2 = g1.(OrLogicalExpr).getAnOperand() and b1 = false and b2 = false
}

/** Holds if `g1` has the value of `g2`. */
private predicate isSame(Guard g1, Guard g2) {
  g2 = g1.(AssignExpr).getSource()
  or
  g2 = g1.(CastExpr).getExpr()
  or
  g2 = comparedWith(g1, true)
  or
  // The value of a test that was stored in a local variable.
  exists(SsaExplicitWrite def |
    g1 = def.getARead() and g2 = def.getValue() and def.getSourceVariable() = TLocalVar(_, _)
  )
}

/** Holds if `g1` has the value that `g2` has not. */
private predicate isOpposite(Guard g1, Guard g2) {
  g2 = g1.(LogNotExpr).getExpr() or
  g2 = comparedWith(g1, false)
}

/** Gets the test that `g` compares with a literal, so that `g` has its value if `same`, else the opposite. */
private Expr comparedWith(EqualityTest g, boolean same) {
  exists(BooleanLiteral literal |
    g.hasOperands(result, literal) and
    same = literal.getBooleanValue().booleanXor(g.polarity()).booleanNot()
  )
}

/** Holds if the leaf `leaf` of the condition `g`, evaluated last, gives `g` the value `b` when its own is `outcome`. */
private predicate decides(Expr leaf, boolean outcome, Guard g, boolean b) {
  leaf = any(ConditionNode n).getCondition() and
  g = leaf and
  b = outcome and
  outcome = [true, false]
  or
  exists(Expr part, boolean value | decides(leaf, outcome, part, value) |
    g.(LogNotExpr).getExpr() = part and b = value.booleanNot()
    or
    g.(AndLogicalExpr).getLeftOperand() = part and value = false and b = false
    or
    g.(AndLogicalExpr).getRightOperand() = part and b = value
    or
    g.(OrLogicalExpr).getLeftOperand() = part and value = true and b = true
    or
    g.(OrLogicalExpr).getRightOperand() = part and b = value
    or
    g.(ConditionalExpr).getABranchExpr() = part and b = value
  )
}

/** Holds if the edge from `bb1` to `bb2` is taken when `g` has the value `branch`. */
private predicate guardEdge(Guard g, BasicBlock bb1, BasicBlock bb2, boolean branch) {
  exists(ConditionBlock b, boolean outcome |
    bb1 = b and bb2 = b.getTestSuccessor(outcome) and decides(b.getCondition(), outcome, g, branch)
  )
  or
  exists(SwitchCase c | c = g |
    bb1 = c.getSelectorExpr().getBasicBlock() and
    bb2 = c.getControlFlowNode().getBasicBlock() and
    bb2.getFirstNode().asStmt() = c and
    blockEdge(bb1, bb2, _) and
    branch = true
  )
}

/** Holds if all ways to `begin`, but those that come round from it, take an edge for the value `branch` of `g`. */
cached
private predicate guardBegins(Guard g, BasicBlock begin, boolean branch) {
  guardEdge(g, _, begin, branch) and
  not exists(BasicBlock pred |
    blockEdge(pred, begin, _) and
    not guardEdge(g, pred, begin, branch) and
    not begin.dominates(pred)
  ) and
  not guardEdge(g, _, begin, branch.booleanNot())
}

/** Holds if `controlled` is only executed after `guard` had the value `branch`. */
pragma[inline]
predicate guardControls(Guard guard, BasicBlock controlled, boolean branch) {
  guard.controls(controlled, branch)
}
