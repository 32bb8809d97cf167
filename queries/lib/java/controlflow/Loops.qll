/** What one execution of a callable evaluates again and again. */

import java

/** Holds if `s` stands in a loop. */
bindingset[s]
pragma[inline]
predicate isStmtInLoop(Stmt s) { s.getEnclosingStmt+() instanceof LoopStmt }

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
