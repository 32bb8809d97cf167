/**
 * @name What CodeQL's query of thread-safe classes asks for
 * @kind table
 * @id test/surface
 */

import java
import semmle.code.java.Concurrency
import semmle.code.java.ConflictingAccess

query predicate written(ClassAnnotatedAsThreadSafe c, ExposedField f) { c.hasPublicWriteAccess(f) }

query predicate mismatch(ClassAnnotatedAsThreadSafe c, ExposedField f) {
  c.singleMonitorMismatch(f)
}

query predicate notFully(ClassAnnotatedAsThreadSafe c, ExposedField f) { c.notFullyMonitored(f) }

query predicate held(Expr e, string monitor) {
  e instanceof ExposedFieldAccess and
  exists(Monitors::Monitor m | Monitors::locallyMonitors(e, m) and monitor = m.toString())
}

from
  ClassAnnotatedAsThreadSafe c, ExposedField f, Expr e, Method m, ExposedFieldAccess a,
  boolean write
where c.unlockedPublicAccess(f, e, m, a, write)
select e, m, a, write
