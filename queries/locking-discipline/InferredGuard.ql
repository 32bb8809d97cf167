/**
 * @name Locking discipline that is not written down
 * @description A field is always used, or a method always called, with one lock held, and nothing says so: whoever changes the
 *              code next has to find it out. The edit writes the annotation.
 * @kind problem
 * @problem.severity recommendation
 * @precision high
 * @id java/inferred-guard
 * @tags concurrency
 *       locking-discipline
 *       annotations
 */

import java
import Annotations

from Annotatable e, string guard, string kind, string locks
where
  isMissing(e, guard) and
  (if e instanceof Field then kind = "uses" else kind = "calls") and
  if guard.matches("\"%") then locks = guard.replaceAll("\"", "'") else locks = "'" + guard + "'"
select e, "All " + kind + " of $@ hold " + locks + ", and nothing says so.", e,
  "'" + e.getName() + "'"

/** The annotation, and the import that it needs. */
query predicate edits(Annotatable e, string title, Element place, string how, string text) {
  exists(string guard |
    isMissing(e, guard) and
    title = "Annotate '" + e.getName() + "' with " + annotationText(e, guard)
  |
    place = annotationPlace(e) and how = "before" and text = annotationText(e, guard) + " "
    or
    place = importPlace(e.getCompilationUnit()) and how = "line after" and text = importText(e)
  )
}
