/**
 * @name Generated code
 * @description Files and classes that nobody wrote, by what they say of themselves.
 * @kind table
 * @id java/report/generated
 * @tags generated
 */

import java
import Ranges

/** Gets the first line of `f` on which a type begins. */
private int firstLineOfTypes(File f) {
  result = min(RefType t | t.fromSource() and t.getFile() = f | t.getLocation().getStartLine())
}

/** Gets a comment that documents nothing and stands above all types of its file. */
pragma[nomagic]
private Javadoc getACommentAboveTypes() {
  not exists(result.getCommentedElement()) and
  result.getLocation().getStartLine() < 40 and
  not firstLineOfTypes(result.getFile()) <= result.getLocation().getStartLine()
}

/** Holds if `c` stands above all types of its file and says that the file was generated. */
predicate saysGenerated(Javadoc c) {
  c = getACommentAboveTypes() and
  textOfComment(c).regexpMatch("(?is).*(@generated\\b|\\bgenerated (by|from)\\b|do not (edit|modify)).*")
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
