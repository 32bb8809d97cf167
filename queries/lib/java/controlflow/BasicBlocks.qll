/** Basic blocks: runs of nodes that are executed together. */

import java.controlflow.ControlFlowGraph
import java.Member

/** A basic block. Entry and exits of a callable are blocks of their own. */
class BasicBlock extends @cfgblock {
  /** Gets the node at `pos`, from 0. */
  ControlFlowNode getNode(int pos) {
    cfg_position(result, this, pos)
    or
    pos = 0 and result = this and cfg_blocks(this, _, [1, 2, 3])
  }

  /** Gets a node of this block. */
  ControlFlowNode getANode() { result = this.getNode(_) }

  /** Gets the first node. */
  ControlFlowNode getFirstNode() { result = this.getNode(0) }

  /** Gets the last node. */
  ControlFlowNode getLastNode() { result = this.getNode(this.length() - 1) }

  /** Gets the number of nodes. */
  int length() { result = strictcount(this.getANode()) }

  /** Gets a block that may be executed directly after this one. */
  BasicBlock getASuccessor() { exists(int label | cfg_edges(this, result, label) and label != 4) }

  /** Gets a block that may be executed directly before this one. */
  BasicBlock getAPredecessor() { result.getASuccessor() = this }

  /** Gets a block that is executed directly after this one if the last node throws. */
  BasicBlock getAnExceptionSuccessor() { cfg_edges(this, result, 3) }

  /** Gets a block that is executed directly after this one if the last node has the value `branch`. */
  BasicBlock getABranchSuccessor(boolean branch) {
    branch = true and cfg_edges(this, result, 1)
    or
    branch = false and cfg_edges(this, result, 2)
  }

  /** Gets the callable to which this block belongs. */
  Callable getEnclosingCallable() { cfg_blocks(this, result, _) }

  /** Holds if this block dominates `b`; it dominates itself. */
  pragma[inline]
  predicate bbDominates(BasicBlock b) { bbIDominates*(this, b) }

  /** Holds if this block dominates `b` and is another one. */
  pragma[inline]
  predicate bbStrictlyDominates(BasicBlock b) { bbIDominates+(this, b) }

  /** Holds if this block post-dominates `b`; it post-dominates itself. */
  pragma[inline]
  predicate bbPostDominates(BasicBlock b) { bbIPostDominates*(this, b) }

  /** Holds if this block post-dominates `b` and is another one. */
  pragma[inline]
  predicate bbStrictlyPostDominates(BasicBlock b) { bbIPostDominates+(this, b) }

  /** Gets the place of the first node. */
  Location getLocation() { result = this.getFirstNode().getLocation() }

  /** Gets a text that describes this. */
  string toString() {
    result = this.getFirstNode().toString()
    or
    not exists(this.getFirstNode()) and result = "empty block"
  }
}

/** The block where the execution of a callable begins. */
class EntryBlock extends BasicBlock, @cfgentryblock { }

/** The block where the execution of a callable ends, normally or with an exception. */
class ExitBlock extends BasicBlock {
  ExitBlock() { cfg_blocks(this, _, [2, 3]) }
}

private predicate entryBlock(BasicBlock entry) { cfg_blocks(entry, _, 1) }

private predicate successor(BasicBlock a, BasicBlock b) { b = a.getASuccessor() }

private predicate normalExit(BasicBlock exit) { cfg_blocks(exit, _, 2) }

private predicate predecessor(BasicBlock b, BasicBlock a) { cfg_edges(a, b, _) }

/** Holds if `dom` is the immediate dominator of `b`. */
cached
predicate bbIDominates(BasicBlock dom, BasicBlock b) =
  idominance(entryBlock/1, successor/2)(_, dom, b)

/** Holds if `postDom` is the immediate post-dominator of `b`, with respect to the normal exit. */
cached
predicate bbIPostDominates(BasicBlock postDom, BasicBlock b) =
  idominance(normalExit/1, predecessor/2)(_, postDom, b)
