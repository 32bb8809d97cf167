/**
 * @name Nearly always under one lock
 * @description All uses of a field but a few, or all calls of a method but a few, hold one lock: the odd ones have most likely
 *              forgotten it. `java/usual-guards` ranks them by their evidence.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/usually-guarded
 * @tags concurrency
 *       locking-discipline
 */

import java
import UsualGuards

from Expr odd, Element e, int held, int all, string lock, string kind
where
  (
    oddUse(odd, e, lock, held, all) and kind = "uses of"
    or
    oddCall(odd, e, lock, held, all) and kind = "calls of"
  )
select odd, held + " of " + all + " " + kind + " $@ hold '" + lock + "'; this one does not.", e,
  "'" + e.getName() + "'"
