/** Control flow between the expressions and statements of a callable. */

import java.Expr
import java.Statement
import java.Member
import java.controlflow.BasicBlocks

private class TControlFlowNode = @cfgelement or @cfgentryblock or @cfgexitblock or
  @cfgexceptionalexitblock;

/** A node of the control flow: an expression or statement that is evaluated, or an entry or exit of a callable. */
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

  /** Gets the block of this node. */
  BasicBlock getBasicBlock() { cfg_position(this, result, _) or result = this.(@cfgblock) }

  /** Gets the callable to which this node belongs. */
  Callable getEnclosingCallable() { result = this.getBasicBlock().getEnclosingCallable() }

  /** Gets a node that may be executed directly after this one. */
  ControlFlowNode getASuccessor() {
    exists(BasicBlock b, int i | b.getNode(i) = this |
      result = b.getNode(i + 1)
      or
      not exists(b.getNode(i + 1)) and result = nextNonEmpty(b.getASuccessor()).getFirstNode()
    )
  }

  /** Gets a node that may be executed directly before this one. */
  ControlFlowNode getAPredecessor() { result.getASuccessor() = this }

  /** Gets a node that is executed directly after this one if this one throws. */
  ControlFlowNode getAnExceptionSuccessor() {
    exists(BasicBlock b | this = b.getLastNode() |
      result = nextNonEmpty(b.getAnExceptionSuccessor()).getFirstNode()
    )
  }

  /** Gets a node that is executed directly after this one if its value is `true`. */
  ControlFlowNode getATrueSuccessor() {
    exists(BasicBlock b | this = b.getLastNode() |
      result = nextNonEmpty(b.getABranchSuccessor(true)).getFirstNode()
    )
  }

  /** Gets a node that is executed directly after this one if its value is `false`. */
  ControlFlowNode getAFalseSuccessor() {
    exists(BasicBlock b | this = b.getLastNode() |
      result = nextNonEmpty(b.getABranchSuccessor(false)).getFirstNode()
    )
  }

  /** Gets the place where this is written. */
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

/** A node whose value decides what is executed next. */
class ConditionNode extends ControlFlowNode {
  ConditionNode() { exists(this.getATrueSuccessor()) or exists(this.getAFalseSuccessor()) }
}

/** Gets `b`, or a block reached from it through blocks without any node. */
private BasicBlock nextNonEmpty(BasicBlock b) {
  exists(b.getFirstNode()) and result = b
  or
  not exists(b.getFirstNode()) and result = nextNonEmpty(b.getASuccessor())
}
