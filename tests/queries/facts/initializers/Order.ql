/**
 * @name Order of initialisers
 * @kind table
 * @id java/test/initializer-order
 */

import java

from InstanceInitializer init, Expr before, Expr after
where
  before instanceof Literal and
  after instanceof Literal and
  exists(BasicBlock b | b.getEnclosingCallable() = init and b.getANode() = before) and
  strictlyDominates(before, after)
select init.getDeclaringType().getName(), before, after
