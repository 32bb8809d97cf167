/**
 * @name Locks held at accesses
 * @description For each access of a field that races, the locks that are held there whatever way leads to it.
 * @kind table
 * @id java/lock-sets
 * @tags lock-sets
 */

import java
import java.concurrency.Races

from ReachedAccess a, string text
where
  exists(getFirstAccess(a.getField())) and
  (
    exists(Guard g | a.isProtectedBy(g) |
      text = g.toString().replaceAll("'", "") and
      (
        g.isExclusive() or
        not a.isProtectedBy(any(Guard h | h.isExclusive() and h.getMonitor() = g.getMonitor()))
      )
    )
    or
    not a.isProtectedBy(_) and text = ""
  )
select a, a.describe() as does, a.getField().getQualifiedName() as field,
  a.getEnclosingCallable().getName() + a.getEnclosingCallable().paramsString() as callable,
  text as lock
