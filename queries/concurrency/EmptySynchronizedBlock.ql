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

from SynchronizedStmt s
where not exists(s.getBlock().(BlockStmt).getAStmt())
select s,
  "This takes $@ and does nothing with it. Put what the lock protects into the block, or drop it.",
  s.getExpr(), "a lock"
