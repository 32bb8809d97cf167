import java
import java.concurrency.AccessPaths
import java.concurrency.LocksTaken

from Expr e, AccessPath path, string lasting
where
  isLockOperand(e) and
  denotes(e, path) and
  if path.isStable() then lasting = "stable" else lasting = "assigned"
select e, path.toString(), lasting
