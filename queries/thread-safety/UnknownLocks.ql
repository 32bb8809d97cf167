/**
 * @name Locks that are not known
 * @description Places that take a lock of which only the acquisition is known: what it excludes cannot be seen.
 * @kind table
 * @id java/unknown-locks
 * @tags unknown-locks
 */

import java
import java.concurrency.Locks

from Expr place, string why
where takesUnknownLockAt(place, why)
select place, why
