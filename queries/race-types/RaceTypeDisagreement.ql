/**
 * @name Race that the race types accept
 * @description Fields of which the analysis of whole programs reports a race, and none of whose uses violates a race type: which
 *              threads meet there, and the rule by which the race types accept the field.
 * @kind table
 * @id java/race-type-disagreement
 * @tags race-types
 *       statistics
 */

import java
import Verdicts
import Races as Whole

/** Holds if the analysis of whole programs reports a race on `f`, or on what it holds if `content`. */
predicate isRacyInProgram(Field f, boolean content, Whole::Subject subject) {
  f = subject.getField() and
  Whole::isReported(subject) and
  not exists(Whole::getBenignFeature(subject)) and
  if subject.isContent() then content = true else content = false
}

/** Holds if the race types find a use of `f`, or its declaration, at fault. */
predicate isRejected(Field f) {
  exists(FieldAccess a | a.getField() = f and isUnguarded(a, _, _))
  or
  isUnsilenced(f, _, _, _, _)
  or
  exists(ReturnStmt s | leak(s, f, _))
}

/** Gets who meets at the race on `subject`: two threads that the program starts, or callers from outside. */
string whoMeets(Whole::Subject subject) {
  exists(Whole::Side first, Whole::Side second |
    isRacyInProgram(_, _, subject) and
    first.getSubject() = subject and
    first.getNumber() = 1 and
    second = first.getOther()
  |
    if isExplicit(first) and isExplicit(second)
    then result = "two threads of the program"
    else result = "callers from outside"
  )
}

/** Holds if a thread that the program starts executes the access of `side`. */
predicate isExplicit(Whole::Side side) {
  side.getAThread().getKind() = ["thread", "serial", "main"]
}

/** Gets the reason for which what `f` holds needs no guard. */
private string contentReason(Field f) {
  if isKnownMutable(f.getType()) and not f.getType().(RefType).getSourceDeclaration().fromSource()
  then result = "nothing changes what it holds once others know its object"
  else
    result =
      "what it holds has its own class's verdict, or is of a library class that is taken for thread-safe"
}

/** Gets the reason for which the race types accept `f`. */
string whyAccepted(Field f, boolean content) {
  isRacyInProgram(f, content, _) and
  not isRejected(f) and
  if f.isVolatile() and content = false
  then result = "it is volatile: no data race, whatever happens between two of its uses"
  else if not f.isStatic() and isThreadLocal(f.getDeclaringType())
  then result = "its class is thread-local"
  else if content = false and isFinalInType(f)
  then result = "nothing assigns it once others know its object"
  else if content = true and not contentNeedsGuard(f)
  then result = contentReason(f)
  else if exists(FieldAccess a | a.getField() = f and use(a, _, _, _))
  then result = "all uses hold its lock " + concat(guardOf(f).toString(), " or ")
  else result = "all uses are on objects that nobody else knows"
}

from Field f, boolean content, Whole::Subject subject, string who, string why, string verdict
where
  isRacyInProgram(f, content, subject) and
  who = whoMeets(subject) and
  why = whyAccepted(f, content) and
  verdict = f.getDeclaringType().(JudgedClass).getVerdict()
select f, content, who, verdict, why
