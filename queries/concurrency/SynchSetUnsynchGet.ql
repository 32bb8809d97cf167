/**
 * @name Synchronized setter, getter without
 * @description A getter that does not synchronize may give a value that another thread has replaced long ago, although
 *              the setter synchronizes.
 * @kind problem
 * @problem.severity error
 * @precision medium
 * @id java/unsynchronized-getter
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Accessors
import java.concurrency.Confidence
import java.concurrency.ThreadSafeTypes

/** Gets evidence that it does less harm that `getter` takes no lock, or that other queries see to it. */
string getEvidenceOf(Method getter) {
  unlockedGetter(_, getter) and
  if getter.getDeclaringType() instanceof ClassMeantThreadSafe
  then result = "meant-thread-safe"
  else result = "computes"
}

/** Holds if `evidence` makes it surer by `points` that `getter` may give an old value. */
query predicate confidence(Method getter, int points, string evidence) {
  isWorth(getEvidenceOf(getter), points, evidence)
}

from Method setter, Method getter, Element read, string text, string message
where
  unsynchronizedGetter(setter, getter, read) and
  text = "'" + read.(Field).getName() + "'" and
  message =
    "This reads $@ without a lock, but $@ sets it with one: the value may be an old one, for ever. Synchronize the getter too, or make the field volatile."
  or
  unlockedGetter(setter, getter) and
  read = getter and
  text = "'" + getter.getName() + "'" and
  message =
    "$@ takes no lock, but $@ does: what it gives may be old, or half changed. Synchronize the getter too."
select getter, message, read, text, setter, "'" + setter.getName() + "'"
