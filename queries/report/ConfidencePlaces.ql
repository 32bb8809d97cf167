/**
 * @name Places that are evidence
 * @description Types, methods and fields that make findings there more or less sure, as rows of placeEvidence say: stand-ins
 *              for tests, examples, what says that it is not thread-safe.
 * @kind table
 * @id java/report/confidence-places
 * @tags confidence-places
 */

import java
import java.concurrency.Confidence
import java.models.Models
import Ranges

/** Gets a regular expression for the texts of comments that are `evidence`, in any case and with any white space. */
string commentPattern(string evidence) {
  placeEvidence("comment", _, evidence) and
  result =
    "(?is).*(?:" +
      concat(string text | placeEvidence("comment", text, evidence) |
        text.replaceAll(" ", "\\s+"), "|"
      ) + ").*"
}

/** Gets the documentation of `e`. */
Javadoc documentation(Element e) {
  (e instanceof RefType or e instanceof Callable or e instanceof Field) and
  e.fromSource() and
  e = result.getCommentedElement()
}

/** Holds if `e` is itself `evidence`. */
predicate isEvidence(Element e, string evidence) {
  e.fromSource() and
  (
    exists(string pattern | placeEvidence("type", pattern, evidence) |
      e.(RefType).getName().toLowerCase().matches(pattern)
    )
    or
    exists(string name | placeEvidence("annotation", name, evidence) |
      e.(Annotatable).getAnAnnotation().getType().hasName(name)
    )
    or
    textOfComment(documentation(e)).regexpMatch(commentPattern(evidence))
    or
    exists(string name | placeEvidence("folder", name, evidence) |
      e.(RefType).getFile().getRelativePath().matches(["%/" + name + "/%", name + "/%"])
    )
  )
}

/** Gets the last line of `e`. */
int lastLine(Element e) {
  isEvidence(e, _) and
  (
    result = lastLineOfType(e) or
    result = lastLineOfCallable(e) or
    result = e.(Field).getLocation().getEndLine()
  )
}

from Element e, int last, string evidence, int points, string text
where isEvidence(e, evidence) and isWorth(evidence, points, text) and last = lastLine(e)
select e, e.getLocation().getStartLine() as firstLine, last, points, text
