/** What findings point at, and where it begins. */

import java

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

/** Holds if `e` begins in the file `path`, at `line` and `column`. */
predicate beginsAt(Place e, string path, int line, int column) {
  exists(Location l | l = e.getLocation() |
    path = l.getFile().getRelativePath() and line = l.getStartLine() and column = l.getStartColumn()
  )
}

/** Gets what stands at `n`: of a block, the expression of its lock. */
bindingset[n]
Place elementOf(ControlFlowNode n) {
  result = n.asStmt().(SynchronizedStmt).getExpr()
  or
  result = n and not n.asStmt() instanceof SynchronizedStmt
}
