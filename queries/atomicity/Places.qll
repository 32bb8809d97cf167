/** What findings point at, and where it begins. */

import java
import java.SourceOrder

/** A thing that a finding points at: what locks, or calls what does. */
class Place instanceof Top {
  Place() {
    this instanceof Call or
    this = any(SynchronizedStmt s).getExpr() or
    this instanceof Callable
  }

  /** Gets the place where this is written. */
  Location getLocation() { result = super.getLocation() }

  /** Gets a text that describes this. */
  string toString() {
    result = this.(Expr).toString() or
    result = this.(Stmt).toString() or
    result = this.(Callable).toString()
  }
}

/** Gets what stands at `n`: of a block, the expression of its lock. */
bindingset[n]
Place elementOf(ControlFlowNode n) {
  result = n.asStmt().(SynchronizedStmt).getExpr()
  or
  result = n and not n.asStmt() instanceof SynchronizedStmt
}
