/**
 * @name Locks that are nearly always held, by evidence
 * @description The odd uses and calls of `java/usually-guarded`, those with the most evidence first: the share of uses that hold
 *              the lock, in thousandths, where few uses count for less.
 * @kind table
 * @id java/usual-guards
 * @tags locking-discipline
 *       statistics
 */

import java
import UsualGuards

from Expr odd, Element e, string lock, int held, int all, int evidence
where
  (oddUse(odd, e, lock, held, all) or oddCall(odd, e, lock, held, all)) and
  // Laplace: as if one use more held it, and one more did not.
  evidence = (held + 1) * 1000 / (all + 2)
select evidence, odd, e, lock, held, all
order by evidence desc
