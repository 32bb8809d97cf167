/**
 * @name Locks held at accesses, on all ways of threads
 * @kind table
 * @id test/on-entry
 */

import java
import java.concurrency.Held

from FieldAccess a, string held
where
  a.getField().hasName("n") and
  not a.getEnclosingCallable() instanceof InitializerMethod and
  if not AllLocks::isReached(a.getEnclosingCallable())
  then held = "not reached"
  else if heldDuring(a, _)
  then held = concat(Monitor m | heldDuring(a, m) | m.toString(), ", ")
  else held = "none"
select a, a.getEnclosingCallable().getName(), held
