/** Dominance and post-dominance between nodes of the control flow. */

import java.controlflow.ControlFlowGraph
import java.controlflow.BasicBlocks

/** Holds if every execution that reaches `node` has been at `dom` before, or `dom` is `node`. */
pragma[inline]
predicate dominates(ControlFlowNode dom, ControlFlowNode node) {
  strictlyDominates(dom, node) or
  dom = node
}

/** Holds if every execution that reaches `node` has been at `dom`, another node, before. */
pragma[inline]
predicate strictlyDominates(ControlFlowNode dom, ControlFlowNode node) {
  exists(BasicBlock domBlock, int domPos, BasicBlock block, int pos |
    domBlock.getNode(domPos) = dom and block.getNode(pos) = node
  |
    domBlock = block and domPos < pos
    or
    domBlock.bbStrictlyDominates(block)
  )
}

/** Holds if every execution that leaves `node` for the normal exit comes to `postDom`, or `postDom` is `node`. */
pragma[inline]
predicate postDominates(ControlFlowNode postDom, ControlFlowNode node) {
  strictlyPostDominates(postDom, node) or
  postDom = node
}

/** Holds if every execution that leaves `node` for the normal exit comes to `postDom`, another node. */
pragma[inline]
predicate strictlyPostDominates(ControlFlowNode postDom, ControlFlowNode node) {
  exists(BasicBlock postDomBlock, int postDomPos, BasicBlock block, int pos |
    postDomBlock.getNode(postDomPos) = postDom and block.getNode(pos) = node
  |
    postDomBlock = block and pos < postDomPos
    or
    postDomBlock.bbStrictlyPostDominates(block)
  )
}
