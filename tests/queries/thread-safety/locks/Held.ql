/**
 * @name Locks held at accesses
 * @kind table
 * @id test/held
 */

import java
import java.Concurrency

from FieldAccess a, string held
where
  a.getField().getType() instanceof PrimitiveType and
  not a.getEnclosingCallable() instanceof InitializerMethod and
  if locallyHeld(getEffectNode(a), _, _)
  then exists(Monitor m, LockMode mode | locallyHeld(getEffectNode(a), m, mode) |
    held = m + " " + mode
  )
  else held = "-"
select a, held
