/**
 * @name Written locking discipline
 * @description Each guard that is declared, whether it is understood, and whether the code keeps it: by name, by value, and for
 *              callers of methods.
 * @kind table
 * @id java/written-guards
 * @tags locking-discipline
 *       statistics
 */

import java
import ValueProtection

/** Gets what the code makes of `d`, for uses of the name. */
string byName(GuardDeclaration d) {
  if d.getMeaning() != "guarded"
  then result = "-"
  else if isNameProtected(d)
  then result = "holds"
  else if isUnguardedUse(_, d) or isUnguardedValue(_, d)
  then
    result = strictcount(Expr e | isUnguardedUse(e, d) or isUnguardedValue(e, d)) + " uses without"
  else result = "no uses"
}

/** Gets what the code makes of `d`, for the values. */
string byValue(GuardDeclaration d) {
  if not declaresValue(d, _)
  then result = "-"
  else if isValueProtected(d)
  then result = "holds"
  else if isUnguardedDereference(d, _) or isUnguardedUse(_, d) or isUnguardedValue(_, d)
  then result = "uses without"
  else if isHandedOut(d, _)
  then result = "handed out"
  else if isHandedIn(d)
  then result = "handed in"
  else result = "no values"
}

/** Gets what the code makes of `d`, for callers. */
string byCallers(GuardDeclaration d) {
  if d.getMeaning() != "callers"
  then result = "-"
  else if isUnheldCall(_, d) or isUnheldReference(_, d)
  then
    result =
      count(Expr e | isUnheldCall(e, d) or isUnheldReference(e, d)).toString() + " calls without"
  else result = "holds"
}

from GuardDeclaration d, string guard, string name, string value, string callers
where
  guard = d.getText() and
  not isTestFile(d.getElement().getFile()) and
  (
    exists(d.getGuard()) and name = byName(d) and value = byValue(d) and callers = byCallers(d)
    or
    not exists(d.getGuard()) and name = "not understood" and value = name and callers = name
  )
select d.getElement(), d.getMeaning() as meaning, guard, name, value, callers
