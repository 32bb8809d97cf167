/** Unary and binary operators, comparisons, casts. */

import java.Element
import java.Expr
import java.Member
import java.Statement
import java.Type
import java.Variable

/** An expression with two operands. */
class BinaryExpr extends Expr, @binaryexpr {
  BinaryExpr() { not this instanceof @assignment }

  /** Gets the left operand. */
  Expr getLeftOperand() { result.isNthChildOf(this, 0) }

  /** Gets the right operand. */
  Expr getRightOperand() { result.isNthChildOf(this, 1) }

  /** Gets an operand. */
  Expr getAnOperand() { result = this.getLeftOperand() or result = this.getRightOperand() }

  /** Holds if the operands are `e1` and `e2`, in either order. */
  predicate hasOperands(Expr e1, Expr e2) {
    exists(int i | i in [0 .. 1] and e1.isNthChildOf(this, i) and e2.isNthChildOf(this, 1 - i))
  }

  /** Gets the operator. */
  string getOp() { result = "??" }

  override string toString() { result = "... " + this.getOp() + " ..." }
}

/** An expression `a * b`. */
class MulExpr extends BinaryExpr, @mulexpr {
  override string getOp() { result = "*" }

  override string getAPrimaryQlClass() { result = "MulExpr" }
}

/** An expression `a / b`. */
class DivExpr extends BinaryExpr, @divexpr {
  override string getOp() { result = "/" }

  override string getAPrimaryQlClass() { result = "DivExpr" }
}

/** An expression `a % b`. */
class RemExpr extends BinaryExpr, @remexpr {
  override string getOp() { result = "%" }

  override string getAPrimaryQlClass() { result = "RemExpr" }
}

/** An expression `a + b`. */
class AddExpr extends BinaryExpr, @addexpr {
  override string getOp() { result = "+" }

  override string getAPrimaryQlClass() { result = "AddExpr" }
}

/** An expression `a - b`. */
class SubExpr extends BinaryExpr, @subexpr {
  override string getOp() { result = "-" }

  override string getAPrimaryQlClass() { result = "SubExpr" }
}

/** An expression `a << b`. */
class LeftShiftExpr extends BinaryExpr, @lshiftexpr {
  override string getOp() { result = "<<" }

  override string getAPrimaryQlClass() { result = "LeftShiftExpr" }
}

/** An expression `a >> b`. */
class RightShiftExpr extends BinaryExpr, @rshiftexpr {
  override string getOp() { result = ">>" }

  override string getAPrimaryQlClass() { result = "RightShiftExpr" }
}

/** An expression `a >>> b`. */
class UnsignedRightShiftExpr extends BinaryExpr, @urshiftexpr {
  override string getOp() { result = ">>>" }

  override string getAPrimaryQlClass() { result = "UnsignedRightShiftExpr" }
}

/** An expression `a & b`. */
class AndBitwiseExpr extends BinaryExpr, @andbitexpr {
  override string getOp() { result = "&" }

  override string getAPrimaryQlClass() { result = "AndBitwiseExpr" }
}

/** An expression `a | b`. */
class OrBitwiseExpr extends BinaryExpr, @orbitexpr {
  override string getOp() { result = "|" }

  override string getAPrimaryQlClass() { result = "OrBitwiseExpr" }
}

/** An expression `a ^ b`. */
class XorBitwiseExpr extends BinaryExpr, @xorbitexpr {
  override string getOp() { result = "^" }

  override string getAPrimaryQlClass() { result = "XorBitwiseExpr" }
}

/** An expression `a && b`. */
class AndLogicalExpr extends BinaryExpr, @andlogicalexpr {
  override string getOp() { result = "&&" }

  override string getAPrimaryQlClass() { result = "AndLogicalExpr" }
}

/** An expression `a || b`. */
class OrLogicalExpr extends BinaryExpr, @orlogicalexpr {
  override string getOp() { result = "||" }

  override string getAPrimaryQlClass() { result = "OrLogicalExpr" }
}

/** A comparison of two values. */
class ComparisonExpr extends BinaryExpr {
  ComparisonExpr() {
    this instanceof @ltexpr or
    this instanceof @leexpr or
    this instanceof @gtexpr or
    this instanceof @geexpr
  }

  /** Gets the operand that is the smaller one, if this holds. */
  Expr getLesserOperand() {
    (this instanceof @ltexpr or this instanceof @leexpr) and result = this.getLeftOperand()
    or
    (this instanceof @gtexpr or this instanceof @geexpr) and result = this.getRightOperand()
  }

  /** Gets the operand that is the greater one, if this holds. */
  Expr getGreaterOperand() { result = this.getAnOperand() and result != this.getLesserOperand() }

  /** Holds if this does not hold for equal operands. */
  predicate isStrict() { this instanceof @ltexpr or this instanceof @gtexpr }
}

/** A test for equality, `==` or `!=`. */
class EqualityTest extends BinaryExpr {
  EqualityTest() { this instanceof @eqexpr or this instanceof @neexpr }

  /** Gets `true` for `==`, `false` for `!=`. */
  boolean polarity() {
    this instanceof @eqexpr and result = true
    or
    this instanceof @neexpr and result = false
  }
}

/** A test whether two references are equal, `==` or `!=`. */
class ReferenceEqualityTest extends EqualityTest {
  ReferenceEqualityTest() {
    this.getLeftOperand().getType() instanceof RefType and
    this.getRightOperand().getType() instanceof RefType
  }
}

/** `==` on values or references. */
class ValueOrReferenceEqualsExpr extends EqualityTest {
  ValueOrReferenceEqualsExpr() { this instanceof @eqexpr }
}

/** An expression `a < b`. */
class LTExpr extends ComparisonExpr, @ltexpr {
  override string getOp() { result = "<" }

  override string getAPrimaryQlClass() { result = "LTExpr" }
}

/** An expression `a <= b`. */
class LEExpr extends ComparisonExpr, @leexpr {
  override string getOp() { result = "<=" }

  override string getAPrimaryQlClass() { result = "LEExpr" }
}

/** An expression `a > b`. */
class GTExpr extends ComparisonExpr, @gtexpr {
  override string getOp() { result = ">" }

  override string getAPrimaryQlClass() { result = "GTExpr" }
}

/** An expression `a >= b`. */
class GEExpr extends ComparisonExpr, @geexpr {
  override string getOp() { result = ">=" }

  override string getAPrimaryQlClass() { result = "GEExpr" }
}

/** An expression `a == b`. */
class EQExpr extends ValueOrReferenceEqualsExpr, @eqexpr {
  override string getOp() { result = "==" }

  override string getAPrimaryQlClass() { result = "EQExpr" }
}

/** An expression `a != b`. */
class NEExpr extends EqualityTest, @neexpr {
  override string getOp() { result = "!=" }

  override string getAPrimaryQlClass() { result = "NEExpr" }
}

/** An expression with one operand. */
class UnaryExpr extends Expr, @unaryexpr {
  /** Gets the operand. */
  Expr getExpr() { result.getParent() = this }

  /** Gets the operand. */
  Expr getOperand() { result = this.getExpr() }

  override string getAPrimaryQlClass() { result = "UnaryExpr" }
}

/** An increment or decrement. */
class UnaryAssignExpr extends UnaryExpr, @unaryassignment { }

/** An expression `...++`. */
class PostIncExpr extends UnaryAssignExpr, @postincexpr {
  override string toString() { result = "...++" }

  override string getAPrimaryQlClass() { result = "PostIncExpr" }
}

/** An expression `...--`. */
class PostDecExpr extends UnaryAssignExpr, @postdecexpr {
  override string toString() { result = "...--" }

  override string getAPrimaryQlClass() { result = "PostDecExpr" }
}

/** An expression `++...`. */
class PreIncExpr extends UnaryAssignExpr, @preincexpr {
  override string toString() { result = "++..." }

  override string getAPrimaryQlClass() { result = "PreIncExpr" }
}

/** An expression `--...`. */
class PreDecExpr extends UnaryAssignExpr, @predecexpr {
  override string toString() { result = "--..." }

  override string getAPrimaryQlClass() { result = "PreDecExpr" }
}

/** An expression `-...`. */
class MinusExpr extends UnaryExpr, @minusexpr {
  override string toString() { result = "-..." }

  override string getAPrimaryQlClass() { result = "MinusExpr" }
}

/** An expression `+...`. */
class PlusExpr extends UnaryExpr, @plusexpr {
  override string toString() { result = "+..." }

  override string getAPrimaryQlClass() { result = "PlusExpr" }
}

/** An expression `~...`. */
class BitNotExpr extends UnaryExpr, @bitnotexpr {
  override string toString() { result = "~..." }

  override string getAPrimaryQlClass() { result = "BitNotExpr" }
}

/** A bitwise operation: `&`, `|`, `^` or `~`. */
class BitwiseExpr extends Expr {
  BitwiseExpr() {
    this instanceof AndBitwiseExpr or
    this instanceof OrBitwiseExpr or
    this instanceof XorBitwiseExpr or
    this instanceof BitNotExpr
  }
}

/** An expression `!...`. */
class LogNotExpr extends UnaryExpr, @lognotexpr {
  override string toString() { result = "!..." }

  override string getAPrimaryQlClass() { result = "LogNotExpr" }
}

/** A logical operation: `&&`, `||` or `!`. */
class LogicExpr extends Expr {
  LogicExpr() {
    this instanceof AndLogicalExpr or
    this instanceof OrLogicalExpr or
    this instanceof LogNotExpr
  }

  /** Gets an operand. */
  Expr getAnOperand() {
    result = this.(BinaryExpr).getAnOperand() or
    result = this.(UnaryExpr).getOperand()
  }
}

/** A cast. */
class CastingExpr extends Expr, @castexpr {
  /** Gets the operand. */
  Expr getExpr() { result.isNthChildOf(this, 1) }

  /** Gets the use of the type that is written. */
  Expr getTypeExpr() { result.isNthChildOf(this, 0) }

  override Expr getUnderlyingExpr() { result = this.getExpr().getUnderlyingExpr() }

  override string toString() { result = "(...)..." }
}

/** A cast. */
class CastExpr extends CastingExpr {
  override string getAPrimaryQlClass() { result = "CastExpr" }
}
