/**
 * @name Generated code
 * @description Files and classes that nobody wrote, by what they say of themselves.
 * @kind table
 * @id java/report/generated
 * @tags generated
 */

import java
import Ranges

/** Holds if `c` stands above all types of its file and says that the file was generated. */
predicate saysGenerated(Javadoc c) {
  not exists(c.getCommentedElement()) and
  c.getLocation().getStartLine() < 40 and
  not exists(RefType t |
    t.fromSource() and
    t.getFile() = c.getFile() and
    t.getLocation().getStartLine() <= c.getLocation().getStartLine()
  ) and
  c.getText().regexpMatch("(?is).*(@generated\\b|\\bgenerated (by|from)\\b|do not (edit|modify)).*")
}

from Top e, int firstLine, int lastLine
where
  exists(Javadoc c | saysGenerated(c) and e = c and firstLine = 1 and lastLine = 2147483647)
  or
  exists(RefType t |
    t.fromSource() and
    t.getAnAnnotation().getType().getName() = "Generated" and
    e = t and
    firstLine = t.getLocation().getStartLine() and
    lastLine = lastLineOfType(t)
  )
select e, firstLine, lastLine
