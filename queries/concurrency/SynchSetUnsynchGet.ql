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

/** Gets evidence that a missing lock in `m` does less harm, or that other queries report it. */
string getEvidenceOf(Method m) {
  unlockedGetter(_, m) and
  (
    if m.getDeclaringType() instanceof ClassMeantThreadSafe
    then result = "meant-thread-safe"
    else result = "computes"
  )
  or
  unsynchronizedSetter(m, _, _) and
  (
    if m.getDeclaringType() instanceof ClassMeantThreadSafe
    then result = "meant-thread-safe"
    else result = "configured"
  )
}

/** Holds if `evidence` makes it surer by `points` that an old value is given for lack of a lock in `m`. */
query predicate confidence(Method m, int points, string evidence) {
  evidence = getEvidenceOf(m) and
  isWorth(evidence, points)
}

/** Holds if the finding at `m` is about the `"value"` of `field`. */
query predicate about(Method m, Field field, string part) {
  (unsynchronizedGetter(_, m, field) or unsynchronizedSetter(m, _, field)) and
  part = "value"
}

from Method unlocked, Method locked, Element read, string text, string message
where
  unsynchronizedGetter(locked, unlocked, read) and
  text = "'" + read.(Field).getName() + "'" and
  message =
    "This reads $@ without a lock, but $@ sets it with one: the value may be an old one, for ever. Synchronize the getter too, or make the field volatile."
  or
  unlockedGetter(locked, unlocked) and
  read = unlocked and
  text = "'" + unlocked.getName() + "'" and
  message =
    "$@ takes no lock, but $@ does: what it gives may be old, or half changed. Synchronize the getter too."
  or
  unsynchronizedSetter(unlocked, locked, read) and
  text = "'" + read.(Field).getName() + "'" and
  message =
    "This sets $@ without a lock, but $@ reads it with one: the reader need not see the value. Synchronize the setter too, or make the field volatile."
select unlocked, message, read, text, locked, "'" + locked.getName() + "'"
