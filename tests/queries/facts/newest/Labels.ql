/**
 * @name Patterns of labels
 * @kind table
 * @id java/test/newest-labels
 */

import java

from Stmt c, Expr label
where c.getParent*() instanceof SwitchExpr and label.getParent() = c and label.getIndex() >= 0
select c, label.getIndex(), label
