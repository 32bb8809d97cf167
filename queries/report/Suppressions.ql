/**
 * @name Suppressions
 * @description Comments and annotations that silence findings, with the lines that they cover.
 * @kind table
 * @id java/report/suppressions
 * @tags suppressions
 */

import java
import Ranges

/** Holds if `c` is a comment that silences findings. */
predicate silences(Javadoc c) { c.getText().matches("%quarrel:ignore%") }

/** Holds if the comment `c` stands inside the statement `s`, on a line of its own, so that it has no anchor. */
predicate within(Javadoc c, Stmt s) {
  silences(c) and
  not exists(c.getAnchor()) and
  s.getFile() = c.getFile() and
  not s instanceof BlockStmt and
  s.getLocation().getStartLine() < c.getLocation().getStartLine() and
  s.getLocation().getEndLine() > c.getLocation().getEndLine()
}

/** Gets the innermost statement around the comment `c`. */
Stmt innermostAround(Javadoc c) {
  result = min(Stmt s | within(c, s) | s order by s.getNumberOfLines())
}

/** Holds if the comment `c` covers the lines from `firstLine` to `lastLine`. */
predicate covers(Javadoc c, int firstLine, int lastLine) {
  silences(c) and
  (
    exists(Element e | e = c.getAnchor() |
      firstLine = c.getLocation().getStartLine().minimum(e.getLocation().getStartLine()) and
      lastLine = c.getLocation().getEndLine().maximum(lastLineOf(e))
    )
    or
    exists(Stmt s | s = innermostAround(c) |
      firstLine = s.getLocation().getStartLine() and lastLine = s.getLocation().getEndLine()
    )
    or
    not exists(c.getAnchor()) and
    not exists(innermostAround(c)) and
    firstLine = c.getLocation().getStartLine() and
    lastLine = c.getLocation().getEndLine() + 1
  )
}

/** Gets a text in the annotation `a`, a `@SuppressWarnings`, that is meant for Quarrel. */
string textFor(Annotation a) {
  a.getType().hasName("SuppressWarnings") and
  exists(StringLiteral s |
    s.getParent+() = a and result = s.getValue() and result.matches("quarrel:%")
  )
}

from Top place, string text, int firstLine, int lastLine
where
  exists(Javadoc c | place = c and text = c.getText() and covers(c, firstLine, lastLine))
  or
  exists(Annotation a, Element annotated |
    place = a and
    text = "@" + textFor(a) and
    annotated = a.getAnnotatedElement() and
    firstLine = a.getLocation().getStartLine() and
    lastLine = lastLineOf(annotated)
  )
select place, text, firstLine, lastLine
