/** Control flow between the expressions and statements of a callable. */

import java.Expr
import java.Statement
import java.Member
import java.controlflow.BasicBlocks

private class TControlFlowNode = @cfgelement or @cfgentryblock or @cfgexitblock or
  @cfgexceptionalexitblock;

/** Holds if `node` is at `pos` in `block`, counted from 0; entries and exits of callables are blocks of their own. */
predicate isNodeAt(TControlFlowNode node, @cfgblock block, int pos) {
  cfg_position(node, block, pos)
  or
  pos = 0 and node = block and cfg_blocks(block, _, [1, 2, 3])
}

/**
 * A node of the control flow: an expression or statement that is evaluated, or an entry or exit of a callable.
 *
 * Operands come before the expression they belong to; statements, and expressions that decide which operands are
 * evaluated (`&&`, `||`, `!`, `?:`, `switch`), before their parts.
 */
class ControlFlowNode extends TControlFlowNode {
  ControlFlowNode() {
    cfg_position(this, _, _) or
    this instanceof @cfgentryblock or
    this instanceof @cfgexitblock or
    this instanceof @cfgexceptionalexitblock
  }

  /** Gets this node as an expression, if it is one. */
  Expr asExpr() { result = this }

  /** Gets this node as a statement, if it is one. */
  Stmt asStmt() { result = this }

  /** Gets this node as a call, if it is one. */
  Call asCall() { result = this }

  /** Gets the expression or statement of this node, if it has one. */
  ExprParent getAstNode() { cfg_position(this, _, _) and result = this }

  /** Gets the block of this node. */
  pragma[inline]
  BasicBlock getBasicBlock() { isNodeAt(this, result, _) }

  /** Gets the callable to which this node belongs. */
  pragma[inline]
  Callable getEnclosingCallable() {
    exists(@cfgblock b | isNodeAt(this, b, _) and cfg_blocks(b, result, _))
  }

  /** Gets the innermost statement that this node belongs to: itself, or that around the expression. */
  Stmt getEnclosingStmt() { result = this.asStmt() or result = this.asExpr().getEnclosingStmt() }

  /** Gets a node that may be executed directly after this one. */
  ControlFlowNode getASuccessor() {
    nextInBlock(this, result)
    or
    exists(BasicBlock b | isLast(this, b) and result = b.getASuccessor().getFirstNode())
  }

  /** Gets a node that may be executed directly before this one. */
  ControlFlowNode getAPredecessor() { result.getASuccessor() = this }

  /** Gets a node that is executed directly after this one if this one does not throw. */
  ControlFlowNode getANormalSuccessor() {
    nextInBlock(this, result)
    or
    exists(BasicBlock b | isLast(this, b) and result = b.getANormalSuccessor().getFirstNode())
  }

  /** Gets a node that is executed directly after this one if this one throws. */
  ControlFlowNode getAnExceptionSuccessor() {
    exists(BasicBlock b | isLast(this, b) and result = b.getAnExceptionSuccessor().getFirstNode())
  }

  /** Gets a node that is executed directly after this one if its value is `true`. */
  ControlFlowNode getATrueSuccessor() { result = this.getABranchSuccessor(true) }

  /** Gets a node that is executed directly after this one if its value is `false`. */
  ControlFlowNode getAFalseSuccessor() { result = this.getABranchSuccessor(false) }

  /** Gets a node that is executed directly after this one if its value is `branch`. */
  ControlFlowNode getABranchSuccessor(boolean branch) {
    exists(BasicBlock b | isLast(this, b) and result = b.getABranchSuccessor(branch).getFirstNode())
  }

  /** Holds if every way from the entry to `that` passes this node, or it is `that`. */
  pragma[inline]
  predicate dominates(ControlFlowNode that) { this.strictlyDominates(that) or this = that }

  /** Holds if every way from the entry to `that` passes this node, and it is another one. */
  pragma[inline]
  predicate strictlyDominates(ControlFlowNode that) {
    exists(BasicBlock a, int i, BasicBlock b, int j | a.getNode(i) = this and b.getNode(j) = that |
      a = b and i < j
      or
      a.strictlyDominates(b)
    )
  }

  /** Holds if every way from `that` to the normal exit passes this node, or it is `that`. */
  pragma[inline]
  predicate postDominates(ControlFlowNode that) { this.strictlyPostDominates(that) or this = that }

  /** Holds if every way from `that` to the normal exit passes this node, and it is another one. */
  pragma[inline]
  predicate strictlyPostDominates(ControlFlowNode that) {
    exists(BasicBlock a, int i, BasicBlock b, int j | a.getNode(i) = this and b.getNode(j) = that |
      a = b and i > j
      or
      a.strictlyPostDominates(b)
    )
  }

  /** Gets the place where this is written; for an entry or exit, that of the callable. */
  Location getLocation() {
    result = this.(@cfgelement).(Top).getLocation()
    or
    not this instanceof @cfgelement and result = this.getEnclosingCallable().getLocation()
  }

  /** Gets a text that describes this. */
  string toString() {
    result = this.(@cfgelement).(Top).toString()
    or
    this instanceof @cfgentryblock and result = "Entry"
    or
    this instanceof @cfgexitblock and result = "Normal Exit"
    or
    this instanceof @cfgexceptionalexitblock and result = "Exceptional Exit"
  }
}

/** Holds if `b` is executed directly after `a`, in one block. */
private predicate nextInBlock(ControlFlowNode a, ControlFlowNode b) {
  exists(@cfgblock block, int i | cfg_position(a, block, i) and cfg_position(b, block, i + 1))
}

/** Holds if `n` is the last node of `b`. */
private predicate isLast(ControlFlowNode n, BasicBlock b) { n = b.getLastNode() }

/** A node whose value decides what is executed next. */
class ConditionNode extends ControlFlowNode {
  ConditionNode() { exists(BasicBlock b | isLast(this, b) and exists(b.getABranchSuccessor(_))) }

  /** Gets the condition. */
  Expr getCondition() { result = this.asExpr() }
}

/** The nodes of the control flow, by the names that CodeQL's library has for them. */
module ControlFlow {
  /** A node of the control flow. */
  class Node = ControlFlowNode;

  /** The node where the execution of a callable begins. */
  class EntryNode extends ControlFlowNode, @cfgentryblock { }

  /** A node where the execution of a callable ends. */
  class ExitNode extends ControlFlowNode {
    ExitNode() { this instanceof @cfgexitblock or this instanceof @cfgexceptionalexitblock }
  }

  /** The node where the execution of a callable ends without an exception. */
  class NormalExitNode extends ExitNode, @cfgexitblock { }

  /** The node where the execution of a callable ends with an exception. */
  class ExceptionalExitNode extends ExitNode, @cfgexceptionalexitblock { }

  /** A node of an expression. */
  class ExprNode extends ControlFlowNode {
    ExprNode() { this instanceof @expr }

    /** Gets the expression. */
    Expr getExpr() { result = this.asExpr() }
  }

  /** A node of a statement. */
  class StmtNode extends ControlFlowNode {
    StmtNode() { this instanceof @stmt }

    /** Gets the statement. */
    Stmt getStmt() { result = this.asStmt() }
  }
}
