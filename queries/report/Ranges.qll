/** The lines that declarations and statements cover. */

import java
import java.Extent

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
    result = lastLineOf(m.(Field).getInitializer())
  )
  or
  result = t.getLocation().getEndLine()
}

/** Gets the last line on which something of `t`, a type that is written in the sources, stands. */
int lastLineOfType(RefType t) {
  t.fromSource() and
  result = max(RefType inner | inner.getEnclosingType*() = t | aLineWithin(inner))
}

/** Something that a comment or an annotation that silences findings stands at. */
class Silenced extends Element {
  Silenced() {
    exists(SilencingComment c | this = c.getAnchor())
    or
    exists(SilencingAnnotation a | this = a.getAnnotatedElement())
  }

  /** Gets its last line. */
  int getLastLine() {
    result = lastLineOfCallable(this)
    or
    result = lastLineOfType(this)
    or
    not this instanceof Callable and
    not this instanceof RefType and
    (
      if exists(this.(Field).getInitializer())
      then result = lastLineOf(this.(Field).getInitializer())
      else result = lastLineOf(this)
    )
  }
}

/** A comment that silences findings. */
class SilencingComment extends Javadoc {
  SilencingComment() {
    exists(JavadocText t | t.getText().matches("%quarrel:ignore%") and this = t.getParent())
  }

  /** Holds if this stands inside the statement `s`, on a line of its own, so that it has no anchor. */
  private predicate isWithin(Stmt s, int lines) {
    not exists(this.getAnchor()) and
    exists(Location own, Location around |
      own = this.getLocation() and around = s.getLocation() and own.getFile() = around.getFile()
    |
      not s instanceof BlockStmt and
      around.getStartLine() < own.getStartLine() and
      lastLineOf(s) > own.getEndLine() and
      lines = lastLineOf(s) - around.getStartLine()
    )
  }

  /** Gets the innermost statement around this. */
  Stmt getInnermostAround() {
    result = min(Stmt s, int lines | this.isWithin(s, lines) | s order by lines)
  }
}

/** Gets a text in `a`, a `@SuppressWarnings`. */
private StringLiteral getATextIn(Annotation a) { result = getAPartOf(a) }

/** Gets an expression in `a`, a `@SuppressWarnings`. */
private Expr getAPartOf(Annotation a) {
  a.getType().hasName("SuppressWarnings") and
  (result.getParent() = a or result.getParent() = getAPartOf(a))
}

/** An annotation that silences findings, a `@SuppressWarnings` with a text that is meant for Quarrel. */
class SilencingAnnotation extends Annotation {
  string text;

  SilencingAnnotation() { text = getATextIn(this).getValue() and text.matches("quarrel:%") }

  /** Gets a text in it that is meant for Quarrel. */
  string getAText() { result = text }
}
