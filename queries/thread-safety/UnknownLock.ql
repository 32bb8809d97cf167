/**
 * @name Protected only by a lock that is not known
 * @description A field is used under a lock of which only the acquisition is known, because its type or the method that
 *              gives it is not in the sources. Its class is thread-safe if all uses hold that lock, which cannot be
 *              seen.
 * @kind problem
 * @problem.severity recommendation
 * @precision low
 * @id java/unknown-lock
 * @tags concurrency
 *       thread-safety
 */

import java
import java.concurrency.Races

from SharedField f, ReachedAccess a, ReachedAccess b, string condition
where
  a = getUncertainAccess(f) and
  b = getUncertainPartner(a) and
  if a = b
  then condition = "all threads that come to the $@ hold the same one. "
  else condition = "the $@, which happens " + b.describeGuards() + ", holds the same one. "
select a,
  "This " + a.describe() + " of $@ happens " + a.describeGuards() + ": it is safe only if " +
    condition + f.getMeantClass().getName() + " is meant to be thread-safe: " +
    f.getMeantClass().getEvidence() + ".", f, "'" + f.getName() + "'", b, b.describe()
