/** The lines that declarations and statements cover. */

import java

/** Gets the last line of the body of `c`, or of its header if it has none. */
int lastLineOfCallable(Callable c) {
  result = c.getBody().getLocation().getEndLine()
  or
  not exists(c.getBody()) and result = c.getLocation().getEndLine()
}

/** Gets the last line of something that stands in the body of `t` or of a type in it. */
private int aLineWithin(RefType t) {
  exists(Member m | m.getDeclaringType() = t and m.fromSource() |
    result = lastLineOfCallable(m) or
    result = m.(Field).getLocation().getEndLine() or
    result = m.(Field).getInitializer().getLocation().getEndLine()
  )
  or
  result = t.getLocation().getEndLine()
}

/** Gets the last line on which something of `t`, a type that is written in the sources, stands. */
int lastLineOfType(RefType t) {
  t.fromSource() and
  result = max(RefType inner | inner.getEnclosingType*() = t | aLineWithin(inner))
}

/** Gets the last line of `e`, something that a comment or an annotation can stand at. */
int lastLineOf(Element e) {
  result = lastLineOfCallable(e)
  or
  result = lastLineOfType(e)
  or
  not e instanceof Callable and
  not e instanceof RefType and
  (
    if exists(e.(Field).getInitializer())
    then result = e.(Field).getInitializer().getLocation().getEndLine()
    else result = e.getLocation().getEndLine()
  )
}
