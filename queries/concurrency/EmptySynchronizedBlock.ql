/**
 * @name Empty synchronized block
 * @description A block that takes a lock and does nothing protects nothing.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/empty-synchronized-block
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Confidence

/** Holds if `s` takes a lock and does nothing. */
predicate isEmpty(SynchronizedStmt s) { not exists(s.getBlock().(BlockStmt).getAStmt()) }

/** Holds if a comment in `s`, which does nothing, says something about that. */
private predicate isExplained(SynchronizedStmt s) {
  isEmpty(s) and
  exists(Javadoc comment, Location inner, Location outer |
    outer = s.getBlock().getLocation() and
    inner = comment.getLocation() and
    inner.getFile() = outer.getFile() and
    (
      outer.getStartLine() < inner.getStartLine()
      or
      outer.getStartLine() = inner.getStartLine() and
      outer.getStartColumn() < inner.getStartColumn()
    ) and
    (
      inner.getEndLine() < outer.getEndLine()
      or
      inner.getEndLine() = outer.getEndLine() and inner.getEndColumn() < outer.getEndColumn()
    )
  )
}

/** Holds if `evidence` makes it surer by `points` that `s` is a mistake. */
query predicate confidence(SynchronizedStmt s, int points, string evidence) {
  isExplained(s) and
  evidence = "explained" and
  isWorth(evidence, points)
}

from SynchronizedStmt s
where isEmpty(s)
select s,
  "This takes $@ and does nothing with it. Put what the lock protects into the block, or drop it.",
  s.getExpr(), "a lock"
