/** Assignments, simple and compound. */

import java.Element
import java.Expr
import java.Member
import java.Statement
import java.Type
import java.Variable

/** An assignment, simple or compound; the initialisers of fields are none. */
class Assignment extends Expr, @assignment {
  Assignment() { not compiler_generated(this, 8) }

  /** Gets what is assigned to. */
  Expr getDest() { result.isNthChildOf(this, 0) }

  /** Gets the right-hand side. */
  Expr getSource() { result.isNthChildOf(this, 1) }

  /** Gets the right-hand side. */
  Expr getRhs() { result = this.getSource() }

  override string toString() { result = "...=..." }
}

/** A simple assignment `a = b`. */
class AssignExpr extends Assignment, @assignexpr {
  override string getAPrimaryQlClass() { result = "AssignExpr" }
}

/** A compound assignment such as `a += b`. */
class AssignOp extends Assignment, @assignop {
  /** Gets an operand: both sides are read. */
  Expr getAnOperand() { result = this.getDest() or result = this.getRhs() }

  override string toString() { result = "..." + this.getOp() + "..." }

  /** Gets the operator with its `=`. */
  string getOp() { result = "?=" }
}

/** A compound assignment `a += b`. */
class AssignAddExpr extends AssignOp, @assignaddexpr {
  override string getOp() { result = "+=" }

  override string getAPrimaryQlClass() { result = "AssignAddExpr" }
}

/** A compound assignment `a -= b`. */
class AssignSubExpr extends AssignOp, @assignsubexpr {
  override string getOp() { result = "-=" }

  override string getAPrimaryQlClass() { result = "AssignSubExpr" }
}

/** A compound assignment `a *= b`. */
class AssignMulExpr extends AssignOp, @assignmulexpr {
  override string getOp() { result = "*=" }

  override string getAPrimaryQlClass() { result = "AssignMulExpr" }
}

/** A compound assignment `a /= b`. */
class AssignDivExpr extends AssignOp, @assigndivexpr {
  override string getOp() { result = "/=" }

  override string getAPrimaryQlClass() { result = "AssignDivExpr" }
}

/** A compound assignment `a %= b`. */
class AssignRemExpr extends AssignOp, @assignremexpr {
  override string getOp() { result = "%=" }

  override string getAPrimaryQlClass() { result = "AssignRemExpr" }
}

/** A compound assignment `a &= b`. */
class AssignAndExpr extends AssignOp, @assignandexpr {
  override string getOp() { result = "&=" }

  override string getAPrimaryQlClass() { result = "AssignAndExpr" }
}

/** A compound assignment `a |= b`. */
class AssignOrExpr extends AssignOp, @assignorexpr {
  override string getOp() { result = "|=" }

  override string getAPrimaryQlClass() { result = "AssignOrExpr" }
}

/** A compound assignment `a ^= b`. */
class AssignXorExpr extends AssignOp, @assignxorexpr {
  override string getOp() { result = "^=" }

  override string getAPrimaryQlClass() { result = "AssignXorExpr" }
}

/** A compound assignment `a <<= b`. */
class AssignLeftShiftExpr extends AssignOp, @assignlshiftexpr {
  override string getOp() { result = "<<=" }

  override string getAPrimaryQlClass() { result = "AssignLeftShiftExpr" }
}

/** A compound assignment `a >>= b`. */
class AssignRightShiftExpr extends AssignOp, @assignrshiftexpr {
  override string getOp() { result = ">>=" }

  override string getAPrimaryQlClass() { result = "AssignRightShiftExpr" }
}

/** A compound assignment `a >>>= b`. */
class AssignUnsignedRightShiftExpr extends AssignOp, @assignurshiftexpr {
  override string getOp() { result = ">>>=" }

  override string getAPrimaryQlClass() { result = "AssignUnsignedRightShiftExpr" }
}
