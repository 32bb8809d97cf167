/**
 * @name Suppressions
 * @description Comments and annotations that silence findings, with the lines that they cover.
 * @kind table
 * @id java/report/suppressions
 * @tags suppressions
 */

import java
import Ranges

/** Holds if the comment `c` covers the lines from `firstLine` to `lastLine`. */
predicate covers(SilencingComment c, int firstLine, int lastLine) {
  exists(Silenced e | e = c.getAnchor() |
    firstLine = c.getLocation().getStartLine().minimum(e.getLocation().getStartLine()) and
    lastLine = c.getLocation().getEndLine().maximum(e.getLastLine())
  )
  or
  exists(Stmt s | s = c.getInnermostAround() |
    firstLine = s.getLocation().getStartLine() and lastLine = lastLineOf(s)
  )
  or
  not exists(c.getAnchor()) and
  not exists(c.getInnermostAround()) and
  firstLine = c.getLocation().getStartLine() and
  lastLine = c.getLocation().getEndLine() + 1
}

from Top place, string text, int firstLine, int lastLine
where
  text = textOfComment(place.(SilencingComment)) and covers(place, firstLine, lastLine)
  or
  exists(SilencingAnnotation a |
    place = a and
    text = "@" + a.getAText() and
    firstLine = a.getLocation().getStartLine() and
    lastLine = a.getAnnotatedElement().(Silenced).getLastLine()
  )
select place, text, firstLine, lastLine
