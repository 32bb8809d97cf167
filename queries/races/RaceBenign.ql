/**
 * @name Race that does no harm as a rule
 * @description Two threads can access the same field at the same time, but the field is a flag that only goes one way, a
 *              statistic, or a value that each thread may compute for itself.
 * @kind problem
 * @problem.severity recommendation
 * @precision medium
 * @id java/race-benign
 * @tags concurrency
 *       race
 */

import java
import Races

/** Gets the words that say what `feature` is. */
string words(string feature) {
  feature = "benign-flag" and result = "a flag that is only ever set to one value"
  or
  feature = "benign-statistic" and result = "a number that is only counted and shown"
  or
  feature = "benign-cache" and
  result = "a value that is computed where it is missing and never changes"
  or
  feature = any(string other | benignRace(other)) and
  not feature = ["benign-flag", "benign-statistic", "benign-cache"] and
  result = "named as benign (" + feature + ")"
}

from Subject subject, Side first, Side second
where first.getSubject() = subject and first.getNumber() = 1 and second = first.getOther()
select first.getAccess().getExpr(),
  "This " + first.getAccess().describe() + " can happen at the same time as the $@ of $@, " +
    words(getBenignFeature(subject)) +
    ": nothing may break, but without 'volatile' or a lock threads may never see a new value.",
  second.getAccess().getExpr(), second.getAccess().describe(), subject, subject.toString()
