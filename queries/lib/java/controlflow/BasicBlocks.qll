/** Basic blocks: runs of nodes that are executed together, and how they follow each other and dominate each other. */

import java.controlflow.ControlFlowGraph
import java.Member

/**
 * A basic block: a run of nodes of which the first is entered from elsewhere and the others only from their
 * predecessor. Entry and exits of a callable are blocks of their own.
 */
class BasicBlock extends @cfgblock {
  BasicBlock() { not isEmptyBlock(this) }

  /** Gets the node at `pos`, from 0. */
  pragma[inline]
  ControlFlowNode getNode(int pos) { isNodeAt(result, this, pos) }

  /** Gets a node of this block. */
  pragma[inline]
  ControlFlowNode getANode() { isNodeAt(result, this, _) }

  /** Gets the first node. */
  ControlFlowNode getFirstNode() { result = this.getNode(0) }

  /** Gets the last node. */
  ControlFlowNode getLastNode() { result = this.getNode(this.length() - 1) }

  /** Gets the number of nodes. */
  int length() { result = 1 + max(int pos | isNodeAt(_, this, pos)) }

  /** Gets a block that may be executed directly after this one. */
  BasicBlock getASuccessor() { blockEdge(this, result, _) }

  /** Gets a block that may be executed directly before this one. */
  BasicBlock getAPredecessor() { predecessorEdge(this, result) }

  /** Gets a block that is executed directly after this one if the last node throws. */
  BasicBlock getAnExceptionSuccessor() { blockEdge(this, result, 3) }

  /** Gets a block that is executed directly after this one if the last node does not throw. */
  BasicBlock getANormalSuccessor() { blockEdge(this, result, [0, 1, 2]) }

  /** Gets a block that is executed directly after this one if the last node has the value `branch`. */
  BasicBlock getABranchSuccessor(boolean branch) {
    branch = true and blockEdge(this, result, 1)
    or
    branch = false and blockEdge(this, result, 2)
  }

  /** Gets the callable to which this block belongs. */
  Callable getEnclosingCallable() { cfg_blocks(this, result, _) }

  /** Holds if this block can be entered in a run of its callable. */
  predicate isReachable() { isReachable(this) }

  /** Holds if this block immediately dominates `b`. */
  predicate immediatelyDominates(BasicBlock b) { bbIDominates(this, b) }

  /** Gets the block that immediately dominates this one. */
  BasicBlock getImmediateDominator() { bbIDominates(result, this) }

  /** Holds if every way from the entry to `b` passes this block, or it is `b`. */
  pragma[inline]
  predicate dominates(BasicBlock b) { bbIDominates*(this, b) }

  /** Holds if every way from the entry to `b` passes this block, and it is another one. */
  pragma[inline]
  predicate strictlyDominates(BasicBlock b) { bbIDominates+(this, b) }

  /** Holds if every way from `b` to the normal exit passes this block, or it is `b`. */
  pragma[inline]
  predicate postDominates(BasicBlock b) { bbIPostDominates*(this, b) }

  /** Holds if every way from `b` to the normal exit passes this block, and it is another one. */
  pragma[inline]
  predicate strictlyPostDominates(BasicBlock b) { bbIPostDominates+(this, b) }

  /** Holds if every way from the entry to `b` passes this block, or it is `b`. */
  pragma[inline]
  predicate bbDominates(BasicBlock b) { bbIDominates*(this, b) }

  /** Holds if every way from the entry to `b` passes this block, and it is another one. */
  pragma[inline]
  predicate bbStrictlyDominates(BasicBlock b) { bbIDominates+(this, b) }

  /** Holds if every way from `b` to the normal exit passes this block, or it is `b`. */
  pragma[inline]
  predicate bbPostDominates(BasicBlock b) { bbIPostDominates*(this, b) }

  /** Holds if every way from `b` to the normal exit passes this block, and it is another one. */
  pragma[inline]
  predicate bbStrictlyPostDominates(BasicBlock b) { bbIPostDominates+(this, b) }

  /**
   * Holds if `frontier` is where the reign of this block ends: it dominates a predecessor of `frontier`, but not
   * `frontier` or is `frontier` itself.
   */
  predicate inDominanceFrontier(BasicBlock frontier) { bbInDominanceFrontier(this, frontier) }

  /** Gets the place of the first node. */
  Location getLocation() { result = this.getFirstNode().getLocation() }

  /** Gets a text that describes this: that of the first node. */
  string toString() { result = this.getFirstNode().toString() }
}

/** Holds if `b` joins ways without evaluating anything. */
predicate isEmptyBlock(@cfgblock b) { cfg_blocks(b, _, 0) and not cfg_position(_, b, _) }

/**
 * Holds if `b` may be executed directly after `a`; `label` says what of the last node of `a` leads there: 0 its end, 1
 * and 2 the values `true` and `false`, 3 an exception. Blocks without nodes are skipped.
 */
cached
predicate blockEdge(BasicBlock a, BasicBlock b, int label) {
  exists(@cfgblock next | cfg_edges(a, next, label) and label != 4 | b = next or skipsTo(next, b))
}

/** Holds if the way from the empty block `empty` goes on at `b`. */
private predicate skipsTo(@cfgblock empty, BasicBlock b) {
  emptyEdge(empty, b)
  or
  exists(@cfgblock next | emptyEdge(empty, next) and skipsTo(next, b))
}

/** Holds if the way from the empty block `empty` goes on at `next`, which may be empty too. */
private predicate emptyEdge(@cfgblock empty, @cfgblock next) {
  exists(int label | isEmptyBlock(empty) and cfg_edges(empty, next, label) and label != 4)
}

/** Holds if `a` may be executed directly before `b`: `blockEdge` the other way round, for walks against the flow. */
cached
predicate predecessorEdge(BasicBlock b, BasicBlock a) { blockEdge(a, b, _) }

/** The block where the execution of a callable begins. */
class EntryBlock extends BasicBlock, @cfgentryblock { }

/** The block where the execution of a callable begins, by another name. */
class EntryBasicBlock = EntryBlock;

/** The block where the execution of a callable ends, normally or with an exception. */
class ExitBlock extends BasicBlock {
  ExitBlock() { this instanceof @cfgexitblock or this instanceof @cfgexceptionalexitblock }
}

private predicate entryBlock(@cfgblock entry) { cfg_blocks(entry, _, 1) }

private predicate isReachable(BasicBlock b) {
  entryBlock(b)
  or
  exists(BasicBlock a | isReachable(a) and blockEdge(a, b, _))
}

private predicate successor(BasicBlock a, BasicBlock b) { blockEdge(a, b, _) }

private predicate normalExit(@cfgblock exit) { cfg_blocks(exit, _, 2) }

private predicate predecessor(@cfgblock b, @cfgblock a) { cfg_edges(a, b, _) }

/** Holds if `dom` is the immediate dominator of `b`. */
cached
predicate bbIDominates(BasicBlock dom, BasicBlock b) =
  idominance(entryBlock/1, successor/2)(_, dom, b)

/** Holds if `postDom` is the immediate post-dominator of `b`, with respect to the normal exit; both may be empty. */
private predicate idomBackwards(@cfgblock postDom, @cfgblock b) =
  idominance(normalExit/1, predecessor/2)(_, postDom, b)

/** Gets the nearest block with nodes that post-dominates `b`, or `b` itself. */
private BasicBlock nonEmptyPostDominator(@cfgblock b) {
  result = b
  or
  exists(@cfgblock postDom |
    isEmptyAndPostDominated(b, postDom) and result = nonEmptyPostDominator(postDom)
  )
}

/** Holds if `b` has no nodes and `postDom` is the nearest block that post-dominates it. */
pragma[nomagic]
private predicate isEmptyAndPostDominated(@cfgblock b, @cfgblock postDom) {
  isEmptyBlock(b) and
  idomBackwards(postDom, b)
}

/** Holds if `postDom` is the immediate post-dominator of `b`, with respect to the normal exit. */
cached
predicate bbIPostDominates(BasicBlock postDom, BasicBlock b) {
  exists(@cfgblock next | idomBackwards(next, b) and postDom = nonEmptyPostDominator(next))
}

/** Holds if `frontier` is in the dominance frontier of `b`. */
cached
predicate bbInDominanceFrontier(BasicBlock b, BasicBlock frontier) {
  isJoin(frontier) and blockEdge(b, frontier, _) and not bbIDominates(b, frontier)
  or
  exists(BasicBlock child |
    bbInDominanceFrontier(child, frontier) and
    isDominatedBy(child, b) and
    not bbIDominates(b, frontier)
  )
}

/** Holds if `dom` is the immediate dominator of `b`: `bbIDominates` the other way round. */
cached
private predicate isDominatedBy(BasicBlock b, BasicBlock dom) { bbIDominates(dom, b) }

/** Holds if several edges lead to `b`. */
private predicate isJoin(BasicBlock b) { strictcount(BasicBlock a | blockEdge(a, b, _)) > 1 }
