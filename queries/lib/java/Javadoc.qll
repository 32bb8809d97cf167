/** Comments, Javadoc or not. */

import java.Location
import java.Element
import java.Member

/** Something of a documentation comment that has parts. */
class JavadocParent extends @javadocParent, Top {
  /** Gets a part of this. */
  JavadocElement getAChild() { result.getParent() = this }

  /** Gets the part at place `index` of this. */
  JavadocElement getChild(int index) { result = this.getAChild() and result.getIndex() = index }

  /** Gets the number of parts of this. */
  int getNumChild() { result = count(this.getAChild()) }

  /** Gets a text that belongs directly to this. */
  string getText() { result = this.getAChild().(JavadocText).getText() }
}

/** A comment. The texts of comments that are no documentation begin with `//` or `/*`. */
class Javadoc extends JavadocParent, @javadoc {
  /** Gets the element that this documents. */
  Documentable getCommentedElement() { result.getDoc() = this }

  /** Gets the text of this comment. */
  override string getText() { result = textOfComment(this) }

  /** Gets the text of a `@version` tag. */
  string getVersion() { result = this.tagText("@version") }

  /** Gets the text of an `@author` tag. */
  string getAuthor() { result = this.tagText("@author") }

  /** Holds if this is a `//` comment. */
  predicate isEolComment() { isEolComment(this) }

  /** Holds if this is a plain block comment. */
  predicate isNormalComment() { isNormalComment(this) and not isEolComment(this) }

  /** Gets the element that this comment stands beside or before. */
  Element getAnchor() { comment_anchor(this, result) }

  override string toString() {
    if this.isEolComment()
    then result = "//" + this.shortText()
    else if this.isNormalComment()
    then result = "/* " + this.shortText() + " */"
    else result = "/** " + this.shortText() + " */"
  }

  override string getAPrimaryQlClass() { result = "Javadoc" }

  private string tagText(string name) {
    exists(JavadocTag t | t = this.getAChild() and t.getTagName() = name and result = t.getText())
  }

  private string shortText() {
    result = min(JavadocText t, int i | javadocText(t, _, this, i) |
      t.getText().splitAt("\n", 0) order by i
    )
    or
    not javadocText(_, _, this, _) and result = ""
  }
}

/** Gets `c.getText()`, which is put together for those comments only that the caller finds by other means. */
bindingset[c]
string textOfComment(Javadoc c) {
  exists(string lines |
    lines = concat(JavadocText t, int i | javadocText(t, _, c, i) | t.getText(), "\n" order by i)
  |
    if c.isEolComment()
    then result = "//" + lines
    else if c.isNormalComment()
    then result = "/*" + paddingOf(c) + lines + " */"
    else result = lines
  )
}

/** Gets what stands between the opening of the block comment `c` and its text: a blank, or nothing. */
bindingset[c]
private string paddingOf(Javadoc c) {
  exists(Location l, Location first |
    l = c.getLocation() and first = getFirstPart(c).getLocation()
  |
    if first.getStartLine() = l.getStartLine() and first.getStartColumn() = l.getStartColumn() + 2
    then result = ""
    else result = " "
  )
  or
  not exists(getFirstPart(c)) and result = ""
}

/** Gets the part of `c` with which it begins. */
bindingset[c]
private JavadocElement getFirstPart(Javadoc c) {
  javadocText(result, _, c, 0) or
  javadocTag(result, _, c, 0)
}

/** An element that can be documented. */
class Documentable extends Element, @member {
  /** Gets the documentation comment of this. */
  Javadoc getDoc() { hasJavadoc(this, result) and not isNormalComment(result) }

  /** Gets the text of an `@author` tag of this. */
  string getAuthor() { result = this.getDoc().getAuthor() }
}

/** A part of a documentation comment. */
class JavadocElement extends @javadocElement, Top {
  /** Gets what contains this. */
  JavadocParent getParent() { javadocTag(this, _, result, _) or javadocText(this, _, result, _) }

  /** Gets the place of this in what contains it. */
  int getIndex() { javadocTag(this, _, _, result) or javadocText(this, _, _, result) }
}

/** A block tag such as `@return`. */
class JavadocTag extends JavadocElement, JavadocParent, @javadocTag {
  /** Gets the name with its `@`. */
  string getTagName() { javadocTag(this, result, _, _) }

  /** Gets the text behind the name. */
  override string getText() {
    result = concat(JavadocText t, int i | javadocText(t, _, this, i) | t.getText(), " " order by i)
  }

  override string toString() { result = this.getTagName() }

  override string getAPrimaryQlClass() { result = "JavadocTag" }
}

/** A `@param` tag. */
class ParamTag extends JavadocTag {
  ParamTag() { this.getTagName() = "@param" }

  /** Gets the name of the parameter. */
  string getParamName() { result = this.getChild(0).(JavadocText).getText() }

  /** Gets the text behind the name of the parameter. */
  string getDescription() { result = this.getChild(1).(JavadocText).getText() }

  override string getAPrimaryQlClass() { result = "ParamTag" }
}

/** A `@throws` or `@exception` tag. */
class ThrowsTag extends JavadocTag {
  ThrowsTag() { this.getTagName() = ["@throws", "@exception"] }

  /** Gets the name of the exception, as it is written. */
  string getExceptionName() { result = this.getChild(0).(JavadocText).getText() }

  /** Gets the text behind the name of the exception. */
  string getDescription() { result = this.getChild(1).(JavadocText).getText() }

  override string getAPrimaryQlClass() { result = "ThrowsTag" }
}

/** A `@see` tag. */
class SeeTag extends JavadocTag {
  SeeTag() { this.getTagName() = "@see" }

  /** Gets what is referred to, as it is written. */
  string getReference() { result = this.getText() }

  override string getAPrimaryQlClass() { result = "SeeTag" }
}

/** An `@author` tag. */
class AuthorTag extends JavadocTag {
  AuthorTag() { this.getTagName() = "@author" }

  /** Gets the name of the author. */
  string getAuthorName() { result = this.getText() }

  override string getAPrimaryQlClass() { result = "AuthorTag" }
}

/** Running text of a comment. */
class JavadocText extends JavadocElement, @javadocText {
  /** Gets the comment that contains this, directly or in a tag. */
  Javadoc getJavadoc() { result = this.getParent() or result.getAChild() = this.getParent() }

  /** Gets the text. */
  string getText() { javadocText(this, result, _, _) }

  override string toString() { result = this.getText() }

  override string getAPrimaryQlClass() { result = "JavadocText" }
}
