/** Literals. */

import java.Element
import java.Expr
import java.Member
import java.Statement
import java.Type
import java.Variable
import java.Constants

/** A literal. */
class Literal extends Expr, @literal {
  /** Gets the text of this literal as written. */
  string getLiteral() { namestrings(result, _, this) }

  /** Gets the value of this literal as text. */
  string getValue() { namestrings(_, result, this) }

  override string toString() { result = this.getLiteral() }
}

/** A literal that is neither string, character, `null` nor truth value: a number. */
class NumberLiteral extends Literal {
  NumberLiteral() {
    this instanceof IntegerLiteral or
    this instanceof LongLiteral or
    this instanceof FloatLiteral or
    this instanceof DoubleLiteral
  }
}

/** `true` or `false`. */
class BooleanLiteral extends Literal, @booleanliteral {
  override string getAPrimaryQlClass() { result = "BooleanLiteral" }

  /** Gets the value. */
  boolean getBooleanValue() {
    result = true and this.getLiteral() = "true"
    or
    result = false and this.getLiteral() = "false"
  }
}

/** An `int` literal. */
class IntegerLiteral extends Literal, @integerliteral {
  override string getAPrimaryQlClass() { result = "IntegerLiteral" }

  /** Gets the value. */
  int getIntValue() { result = this.getValue().toInt() }
}

/** A `long` literal. */
class LongLiteral extends Literal, @longliteral {
  override string getAPrimaryQlClass() { result = "LongLiteral" }
}

/** A `float` literal. */
class FloatLiteral extends Literal, @floatingpointliteral {
  override string getAPrimaryQlClass() { result = "FloatLiteral" }

  /** Gets the value. */
  float getFloatValue() { result = this.getValue().toFloat() }
}

/** A `double` literal. */
class DoubleLiteral extends Literal, @doubleliteral {
  override string getAPrimaryQlClass() { result = "DoubleLiteral" }

  /** Gets the value. */
  float getDoubleValue() { result = this.getValue().toFloat() }
}

/** A `char` literal. */
class CharacterLiteral extends Literal, @characterliteral {
  override string getAPrimaryQlClass() { result = "CharacterLiteral" }

  /** Gets the code point of the value. */
  int getCodePointValue() { result = this.getValue().codePointAt(0) }
}

/** A string literal or text block. */
class StringLiteral extends Literal, @stringliteral {
  /** Gets the value, with escapes resolved. */
  string getRepresentedString() { result = this.getValue() }

  /** Holds if this is a text block. */
  predicate isTextBlock() { this.getLiteral().matches("\"\"\"%") }

  override string getAPrimaryQlClass() { result = "StringLiteral" }
}

/** `null`. */
class NullLiteral extends Literal, @nullliteral {
  override string getAPrimaryQlClass() { result = "NullLiteral" }
}
