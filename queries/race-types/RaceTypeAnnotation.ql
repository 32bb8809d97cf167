/**
 * @name Annotation of race types that is not understood
 * @description An annotation for race types is malformed, stands beside something that it cannot be about, or names a lock that
 *              there is not: it counts for nothing.
 * @kind problem
 * @problem.severity warning
 * @precision very-high
 * @id java/race-type-annotation
 * @tags concurrency
 *       race-types
 *       annotations
 */

import java
import Rules

/** Gets what is wrong with `c`. */
string problemOf(Clause c) {
  result = c.getFormProblem()
  or
  not exists(c.getFormProblem()) and
  (
    exists(string text | result = lockProblem(c, text))
    or
    classInstantiation(c, _, result)
    or
    c.getKeyword() = "guarded_by" and
    c.getElement().(Field).isFinal() and
    not contentNeedsGuard(c.getElement()) and
    result = "the field is final and needs no guard"
    or
    c.getKeyword() = "ghost" and
    exists(Ghost g |
      g.getDeclaringType() = c.getElement() and
      not exists(g.getType()) and
      result = "the class of the ghost '" + g.getName() + "' is not found"
    )
    or
    exists(Clause other |
      other.getElement() = c.getElement() and
      c.getKeyword() = "thread_local" and
      other.getKeyword() = "thread_shared" and
      result = "the class is said to be thread_shared as well"
    )
  )
}

from Location place, string text, string problem
where
  exists(Clause c | problem = problemOf(c) and place = c.getLocation() and text = c.getText())
  or
  exists(RefType t, string package, string type, string member |
    isUnusedRow(package, type, member, text, t) and
    place = t.getLocation() and
    problem = "the row is about '" + member + "', which '" + type + "' does not have"
  )
select place, "The annotation '" + text + "' counts for nothing: " + problem + "."
