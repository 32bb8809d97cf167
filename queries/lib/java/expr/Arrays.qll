/** Array creation. */

import java.Element
import java.Expr
import java.Member
import java.Statement
import java.Type
import java.Variable

/** The creation of an array. */
class ArrayCreationExpr extends Expr, @arraycreationexpr {
  /** Gets the size of a dimension. */
  Expr getADimension() { result = this.getDimension(_) }

  /** Gets the size of the `index`-th dimension, from 0. */
  Expr getDimension(int index) { result.isNthChildOf(this, index) and index >= 0 }

  /** Gets the initialiser, if there is one. */
  ArrayInit getInit() { result.isNthChildOf(this, -2) }

  /** Gets the size of the first dimension, if it is known here: a constant, or the number of elements given. */
  int getFirstDimensionSize() {
    if exists(this.getInit())
    then result = this.getInit().getSize()
    else result = this.getDimension(0).(CompileTimeConstantExpr).getIntValue()
  }

  override string toString() { result = "new " + this.getType().getName() }

  override string getAPrimaryQlClass() { result = "ArrayCreationExpr" }
}

/** An array initialiser. */
class ArrayInit extends Expr, @arrayinit {
  /** Gets an element. */
  Expr getAnInit() { result.getParent() = this }

  /** Gets the `index`-th element, from 0. */
  Expr getInit(int index) { result.isNthChildOf(this, index) }

  /** Gets the number of elements. */
  int getSize() { result = count(this.getAnInit()) }

  override string toString() { result = "{...}" }

  override string getAPrimaryQlClass() { result = "ArrayInit" }
}
