/**
 * @name Not thread-safe, each access
 * @description Each access of a field of a class that is meant to be thread-safe that can race with another one: the
 *              same races as java/not-threadsafe, one finding an access instead of one a field.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/not-threadsafe-accesses
 * @tags concurrency
 *       thread-safety
 *       flat
 */

import java
import java.SourceOrder
import java.ConflictingAccess
import java.concurrency.Races

/** Gets the first entry, in its file, from which `a` is reached without a monitor if there is such a way. */
Callable firstEntry(ReachedAccess a) {
  result = min(Callable c, int weight, int line, int column |
    publicAccess(a, c) and
    (if unmonitoredFrom(a, c) then weight = 0 else weight = 1) and
    beginsAt(c, line, column)
  |
    c order by weight, line, column
  )
}

from Element element, string message, SharedField f, Element entry, string text
where
  exists(ReachedAccess a |
    a.isUnmonitored() and
    (races(a, _) or races(_, a)) and
    element = a and
    f = a.getField() and
    entry = firstEntry(a) and
    text = entryText(entry) and
    message =
      "This " + a.describe() +
        " of $@, reached from $@ holding no lock, can race with other accesses."
  )
  or
  exists(ReachedAccess a |
    a = getFirstAccess(f) and
    noCommonMonitor(f) and
    element = f and
    entry = getSecondAccess(a) and
    text = a.(ShownAccess).describe() and
    message = "The accesses of $@ hold no common monitor: compare the $@."
  )
select element, message, f, "'" + f.getName() + "'", entry, text
