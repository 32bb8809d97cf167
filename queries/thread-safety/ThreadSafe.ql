/**
 * @name Not thread-safe
 * @description Two threads can access a field of a class that is meant to be thread-safe, one of them changing it,
 *              without a monitor that both hold.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/not-threadsafe
 * @tags concurrency
 *       thread-safety
 */

import java
import java.ConflictingAccess

/** Gets how `m` is named in a message. */
string entryText(Method m) { result = m.getName() + m.paramsString() }

from
  Element element, string message, Element first, string firstText, Element second,
  string secondText, Element third, string thirdText, Element fourth, string fourthText
where
  exists(ExposedFieldAccess a, ExposedFieldAccess b, Method entry, Method otherEntry |
    unmonitoredConflict(a) and
    b = getAConflictToShow(a) and
    entry = getAnEntryToShow(a) and
    otherEntry = getAnEntryToShow(b) and
    element = a and
    message =
      "This " + describeAccess(a) + " of $@, reached from $@ " + describeMonitors(a) +
        ", can race with " + sameOrOther(a, b) + " $@, reached from $@ " + describeMonitors(b) +
        "." and
    first = a.getField() and
    firstText = "'" + a.getField().getName() + "'" and
    second = entry and
    secondText = entryText(entry) and
    third = b and
    thirdText = describeAccess(b) and
    fourth = otherEntry and
    fourthText = entryText(otherEntry)
  )
  or
  exists(ExposedField f, ExposedFieldAccess a, ExposedFieldAccess b, Method entry,
    Method otherEntry |
    noCommonMonitor(f) and
    a = firstModification(f) and
    b = getADisjointAccess(a) and
    entry = getAnEntryToShow(a) and
    otherEntry = getAnEntryToShow(b) and
    element = f and
    message =
      "The accesses of this field hold no common monitor: a $@, reached from $@ " +
        describeMonitors(a) + ", and a $@, reached from $@ " + describeMonitors(b) + "." and
    first = a and
    firstText = describeAccess(a) and
    second = entry and
    secondText = entryText(entry) and
    third = b and
    thirdText = describeAccess(b) and
    fourth = otherEntry and
    fourthText = entryText(otherEntry)
  )
select element, message, first, firstText, second, secondText, third, thirdText, fourth, fourthText

/** Gets the words that tie the access `b` to `a`. */
string sameOrOther(ExposedFieldAccess a, ExposedFieldAccess b) {
  b = getAConflictToShow(a) and
  if a = b then result = "itself on another thread: the" else result = "the"
}

/** Gets the first publicly reachable modification of `f` in its file. */
ExposedFieldAccess firstModification(ExposedField f) {
  result = min(ExposedFieldAccess a, int line, int column |
    noCommonMonitor(f) and
    a.getField() = f and
    isModifying(a) and
    publicAccess(a, _) and
    a.hasLocationInfo(_, line, column, _, _)
  |
    a order by line, column
  )
}

/** Gets an access that shares no monitor with `a`, if there is one; else any other one. */
ExposedFieldAccess getADisjointAccess(ExposedFieldAccess a) {
  a = firstModification(_) and
  result = min(ExposedFieldAccess b, int weight, int line, int column |
    b.getField() = a.getField() and
    publicAccess(b, _) and
    b != a and
    (
      if exists(Monitor mon | monitors(a, mon) and monitors(b, mon)) then weight = 1 else weight = 0
    ) and
    b.hasLocationInfo(_, line, column, _, _)
  |
    b order by weight, line, column
  )
}
