/** Comments, Javadoc or not. */

import java.Location
import java.Element
import java.Member

/** Something of a documentation comment that has parts. */
class JavadocParent extends @javadocParent, Top {
  /** Gets a part of this. */
  JavadocElement getAChild() { result.getParent() = this }
}

/** A comment. */
class Javadoc extends JavadocParent, @javadoc {
  /** Gets the member that this documents. */
  Member getCommentedElement() { hasJavadoc(result, this) }

  /** Gets the text of this comment. */
  string getText() {
    result = concat(JavadocText t, int i | javadocText(t, _, this, i) | t.getText(), " " order by i)
  }

  /** Holds if this is a `//` comment. */
  predicate isEolComment() { isEolComment(this) }

  /** Holds if this is a plain block comment. */
  predicate isNormalComment() { isNormalComment(this) }

  /** Gets the element that this comment stands beside or before. */
  Element getAnchor() { comment_anchor(this, result) }

  override string toString() {
    result = this.toStringPrefix() + this.shortText() + this.toStringPostfix()
  }

  private string toStringPrefix() {
    if isEolComment(this)
    then result = "//"
    else if isNormalComment(this)
    then result = "/* "
    else result = "/** "
  }

  private string toStringPostfix() { if isEolComment(this) then result = "" else result = " */" }

  private string shortText() {
    result = min(JavadocText t, int i | javadocText(t, _, this, i) |
      t.getText().splitAt("\n", 0) order by i
    )
    or
    not javadocText(_, _, this, _) and result = ""
  }
}

/** A part of a documentation comment. */
class JavadocElement extends @javadocElement, Top {
  /** Gets what contains this. */
  JavadocParent getParent() { javadocTag(this, _, result, _) or javadocText(this, _, result, _) }
}

/** A block tag such as `@return`. */
class JavadocTag extends JavadocElement, JavadocParent, @javadocTag {
  /** Gets the name with its `@`. */
  string getTagName() { javadocTag(this, result, _, _) }

  override string toString() { result = this.getTagName() }
}

/** Running text of a comment. */
class JavadocText extends JavadocElement, @javadocText {
  /** Gets the text. */
  string getText() { javadocText(this, result, _, _) }

  override string toString() { result = this.getText() }
}
