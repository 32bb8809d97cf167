/**
 * @name Reported by one pack only
 * @description The fields on which only one of the queries for races in whole programs and for thread-safe classes reports a
 *              race, and the rule that explains it.
 * @kind problem
 * @problem.severity recommendation
 * @precision high
 * @id java/race-disagreement
 * @tags statistics
 *       race
 */

import java
import java.concurrency.Races as Classes
import java.concurrency.SharedAccess as Shared
import Races

/** Holds if the query for thread-safe classes reports a race on `f`. */
predicate isReportedByClass(Field f) { exists(Classes::getFirstAccess(f)) }

/** Holds if the query for whole programs reports a race on `f`, or on what it holds. */
predicate isReportedByProgram(Field f) {
  exists(Subject subject | f = subject.getField() and mayHarm(subject))
}

/** Holds if the stages leave a pair on `f`, or on what it holds. */
predicate isLeft(Field f) { exists(Subject subject | f = subject.getField()) }

/** Gets an access to `f` or to what it holds. */
Access accessTo(Field f) { result.getMemory().getField() = f or result.getHolder().getField() = f }

/** Gets the reason why the query for whole programs does not report the race on `f` that the other one reports. */
string whyNotByProgram(Field f) {
  isReportedByClass(f) and
  not isReportedByProgram(f) and
  if exists(Subject subject | f = subject.getField() and exists(getBenignFeature(subject)))
  then result = "it is reported as benign"
  else if isLeft(f)
  then result = "its rank is below the threshold"
  else if f.isVolatile()
  then result = "updates of volatile fields in two steps are no data race"
  else if not exists(Access a | a = accessTo(f) and S::reaches(_, a))
  then result = "no thread of the program comes to an access that is not elided"
  else if not exists(Access a | a = accessTo(f) and a.isWrite() and S::reaches(_, a))
  then result = "no thread writes it after its object was made"
  else if not exists(S::Place place | S::uses(accessTo(f), _, place) and place.isShared())
  then result = "no object of its class is known to several threads"
  else if not exists(Access a | a = accessTo(f) and S::usesKnown(a, _, _, _))
  then result = "others do not know the object when it is accessed"
  else if exists(Sort s | s.getAnAccess() = accessTo(f) and isOrdered(s, _, _, _, _))
  then result = "something orders the accesses"
  else result = "no two conflicting accesses meet on one object without a common lock"
}

/** Gets the reason why the query for thread-safe classes does not report the race on `f` that the other one reports. */
string whyNotByClass(Field f) {
  isReportedByProgram(f) and
  not isReportedByClass(f) and
  if not f instanceof Shared::SharedField
  then result = "its class is not meant to be thread-safe, as far as annotations and options say"
  else if not Classes::isMeantToBeGuarded(f)
  then result = "nothing shows that the field is meant to be guarded"
  else result = "by the names of the locks the accesses are protected, by the objects they are not"
}

from Field f, string message
where
  message =
    "Only the query for thread-safe classes reports a race on this field: " + whyNotByProgram(f) +
      "." or
  message =
    "Only the query for whole programs reports a race on this field: " + whyNotByClass(f) + "."
select f, message
