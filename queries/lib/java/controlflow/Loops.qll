/** What one execution of a callable evaluates again and again. */

import java

/** Gets a loop around `s`, within its callable. */
bindingset[s]
pragma[inline]
LoopStmt loopAround(Stmt s) { result = s.getEnclosingStmt+() }

/** Holds if `s` stands in a loop. */
bindingset[s]
pragma[inline]
predicate isStmtInLoop(Stmt s) { exists(loopAround(s)) }

/** Holds if one execution of its callable may evaluate `e` again and again: it stands in a loop, and not in what begins it once. */
bindingset[e]
pragma[inline]
predicate isInLoop(Expr e) {
  exists(LoopStmt loop | loop = e.getAnEnclosingStmt() |
    not e.getEnclosingStmt() = loop or
    loop.(ForStmt).getAnUpdate().getAChildExpr*() = e or
    loop.(ConditionalStmt).getCondition().getAChildExpr*() = e
  )
}

/** Holds if one execution of its callable may come to `n` again and again. */
bindingset[n]
pragma[inline]
predicate isNodeInLoop(ControlFlowNode n) { isStmtInLoop(n.asStmt()) or isInLoop(n.asExpr()) }
