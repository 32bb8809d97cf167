/**
 * @name Places that are evidence
 * @description Types, methods and fields that make findings there more or less sure, as rows of placeEvidence say: stand-ins
 *              for tests, examples, what says that it is not thread-safe.
 * @kind table
 * @id java/report/confidence-places
 * @tags confidence-places
 */

import java
import java.TestSources
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

/** Holds if `e` says of itself, by an annotation or in its documentation, that it is `evidence`. */
predicate saysItIs(Element e, string evidence) {
  e.fromSource() and
  (
    exists(string name | placeEvidence("annotation", name, evidence) |
      e.(Annotatable).getAnAnnotation().getType().hasName(name)
    )
    or
    textOfComment(documentation(e)).regexpMatch(commentPattern(evidence))
  )
}

/** Holds if `t` has the name of `evidence`, or lies in a folder that has. */
predicate isNamedAs(RefType t, string evidence) {
  t.fromSource() and
  (
    exists(string pattern | placeEvidence("type", pattern, evidence) |
      t.getName().toLowerCase().matches(pattern)
    )
    or
    exists(string name | placeEvidence("folder", name, evidence) |
      t.getFile().getRelativePath().matches(["%/" + name + "/%", name + "/%"])
    )
  )
}

/** Holds if some type of the folder of `f` is named as `evidence`, of which there are folders. */
private predicate isBesideNamed(File f, string evidence) {
  exists(RefType t | isNamedAs(t, evidence) and placeEvidence("folder", _, evidence) |
    f.getParentContainer() = t.getFile().getParentContainer()
  )
}

/**
 * Holds if `evidence` distinguishes nothing: every folder with sources has something of it, as where examples are all that is
 * analysed.
 */
private predicate isEverywhere(string evidence) {
  placeEvidence("folder", _, evidence) and
  forall(File f | f = any(RefType t | t.fromSource()).getFile() and not isTestFile(f) |
    isBesideNamed(f, evidence)
  )
}

/** Holds if `e` is itself `evidence`. */
predicate isEvidence(Element e, string evidence) {
  saysItIs(e, evidence)
  or
  isNamedAs(e, evidence) and not isEverywhere(evidence)
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

/** Holds if `inner` is declared in `t`, and no static class stands between the two. */
private predicate belongsTo(RefType inner, RefType t) {
  saysItIs(t, _) and
  (
    inner.getEnclosingType() = t
    or
    exists(NestedType between | belongsTo(between, t) and not between.isStatic() |
      inner.getEnclosingType() = between
    )
  )
}

/** Holds if `t`, which says something of itself, has a static class from the line `first` to `last`: of that it says nothing. */
private predicate hasStaticClass(RefType t, int first, int last) {
  exists(NestedType inner | belongsTo(inner, t) and inner.isStatic() |
    first = inner.getLocation().getStartLine() and last = lastLineOfType(inner)
  )
}

/** Gets a line with which a part of `t` begins that no static class covers. */
private int beginning(RefType t) {
  saysItIs(t, _) and result = t.getLocation().getStartLine()
  or
  exists(int last | hasStaticClass(t, _, last) and result = last + 1)
}

/** Gets a line with which a part of `t` may end that no static class covers. */
private int end(RefType t) {
  saysItIs(t, _) and result = lastLineOfType(t)
  or
  exists(int first | hasStaticClass(t, first, _) and result = first - 1)
}

/** Holds if the lines from `first` to `last` are `evidence` for what `e` is. */
predicate covers(Element e, int first, int last, string evidence) {
  isEvidence(e, evidence) and
  not (e instanceof RefType and saysItIs(e, evidence)) and
  first = e.getLocation().getStartLine() and
  last = lastLine(e)
  or
  exists(RefType t | e = t and saysItIs(t, evidence) |
    first = beginning(t) and
    last = min(int line | line = end(t) and line >= first - 1) and
    first <= last
  )
}

from Element e, int first, int last, string evidence, int points
where covers(e, first, last, evidence) and isWorth(evidence, points)
select e, first, last, points, evidence
