/**
 * @name Own object used where a map may have another
 * @description putIfAbsent leaves the map as it is if another thread was first. Code that does not look at its result and
 *              goes on with an object of its own uses one that nobody else knows: what is put there is lost, and a lock that
 *              is one for each thread keeps nobody out.
 * @kind problem
 * @problem.severity error
 * @precision medium
 * @id java/put-if-absent-ignored
 * @tags concurrency
 *       atomicity
 *       correctness
 */

import java
import java.SourceOrder
import java.concurrency.Claims
import java.TestSources

from MethodCall call, LocalVariableDecl own, VarAccess use
where
  not isTestCallable(call.getEnclosingCallable()) and
  use = min(VarAccess u, int line, int column |
    isUsedByLoser(call, own, u) and beginsAt(u, line, column)
  |
    u order by line, column
  ) and
  isUsedByLoser(call, own, use)
select call,
  "If another thread was first, the map keeps its object and not that in $@, which is used $@ all the same. Go on with what putIfAbsent gives if that is not null, or with what computeIfAbsent gives.",
  own, "'" + own.getName() + "'", use, "here"
