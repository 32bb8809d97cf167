/**
 * The values of constant expressions (JLS 15.29): literals, constant variables, and operators on these.
 *
 * Integral types are computed in 32 bits; values of type `long`, `float` and `double` are known to be constant, but of
 * those only literals, with a sign or without, have a text in strings.
 */

import java.Expr
import java.Variable

/** Holds if `e` is a constant expression. */
cached
predicate isConstantExpr(Expr e) {
  e instanceof Literal and not e instanceof NullLiteral
  or
  exists(Expr operand | keepsConstant(e, operand) and isConstantExpr(operand))
  or
  isConstantExpr(e.(BinaryExpr).getLeftOperand()) and
  isConstantExpr(e.(BinaryExpr).getRightOperand())
  or
  exists(ConditionalExpr c | c = e |
    isConstantExpr(c.getCondition()) and
    isConstantExpr(c.getTrueExpr()) and
    isConstantExpr(c.getFalseExpr())
  )
  or
  exists(Variable v | isConstantVariable(v) and e = v.getAnAccess())
}

/** Holds if `e`, a cast or an operation on one value, is constant if `operand` is. */
pragma[nomagic]
private predicate keepsConstant(Expr e, Expr operand) {
  exists(CastExpr cast | cast = e |
    (cast.getType() instanceof PrimitiveType or cast.getType() instanceof TypeString) and
    operand = cast.getExpr()
  )
  or
  (
    e instanceof PlusExpr or
    e instanceof MinusExpr or
    e instanceof BitNotExpr or
    e instanceof LogNotExpr
  ) and
  operand = e.(UnaryExpr).getExpr()
}

/** Holds if `v` is a constant variable. */
private predicate isConstantVariable(Variable v) { isConstantExpr(constantInitializer(v)) }

/** Gets the initialiser of the final variable `v`, of a primitive type or `String` (JLS 4.12.4). */
private Expr constantInitializer(Variable v) {
  result = v.getInitializer() and
  v.isFinal() and
  (v.getType() instanceof PrimitiveType or v.getType() instanceof TypeString)
}

/** Gets the value of the constant expression `e` of type `boolean`. */
boolean constantBoolean(Expr e) {
  result = e.(BooleanLiteral).getBooleanValue()
  or
  result = constantBoolean(e.(CastExpr).getExpr())
  or
  result = constantBoolean(e.(LogNotExpr).getExpr()).booleanNot()
  or
  exists(boolean a, boolean b |
    a = constantBoolean(e.(BinaryExpr).getLeftOperand()) and
    b = constantBoolean(e.(BinaryExpr).getRightOperand())
  |
    (e instanceof AndLogicalExpr or e instanceof AndBitwiseExpr) and result = a.booleanAnd(b)
    or
    (e instanceof OrLogicalExpr or e instanceof OrBitwiseExpr) and result = a.booleanOr(b)
    or
    (e instanceof XorBitwiseExpr or e instanceof NEExpr) and result = a.booleanXor(b)
    or
    e instanceof EQExpr and result = a.booleanXor(b).booleanNot()
  )
  or
  exists(int a, int b |
    a = constantInt(e.(BinaryExpr).getLeftOperand()) and
    b = constantInt(e.(BinaryExpr).getRightOperand())
  |
    e instanceof EQExpr and (if a = b then result = true else result = false)
    or
    e instanceof NEExpr and (if a = b then result = false else result = true)
    or
    e instanceof LTExpr and (if a < b then result = true else result = false)
    or
    e instanceof LEExpr and (if a <= b then result = true else result = false)
    or
    e instanceof GTExpr and (if a > b then result = true else result = false)
    or
    e instanceof GEExpr and (if a >= b then result = true else result = false)
  )
  or
  exists(ConditionalExpr c | c = e |
    result = constantBoolean(c.getBranchExpr(constantBoolean(c.getCondition())))
  )
  or
  result = constantBoolean(constantInitializer(e.(VarAccess).getVariable()))
}

/** Holds if `e` computes an `int` from two operands. */
pragma[nomagic]
private predicate isIntOperation(BinaryExpr e) { e.getType().getName() = "int" }

/** Gets the value of the constant expression `e` of a type of at most 32 bits. */
int constantInt(Expr e) {
  result = e.(IntegerLiteral).getIntValue()
  or
  result = e.(CharacterLiteral).getCodePointValue()
  or
  result = narrowed(constantInt(e.(CastExpr).getExpr()), e.getType().getName())
  or
  result = constantInt(e.(PlusExpr).getExpr())
  or
  result = -constantInt(e.(MinusExpr).getExpr())
  or
  result = constantInt(e.(BitNotExpr).getExpr()).bitNot()
  or
  exists(int a, int b |
    isIntOperation(e) and
    a = constantInt(e.(BinaryExpr).getLeftOperand()) and
    b = constantInt(e.(BinaryExpr).getRightOperand())
  |
    e instanceof AddExpr and result = a + b
    or
    e instanceof SubExpr and result = a - b
    or
    e instanceof MulExpr and result = a * b
    or
    e instanceof DivExpr and b != 0 and result = a / b
    or
    e instanceof RemExpr and b != 0 and result = a % b
    or
    e instanceof AndBitwiseExpr and result = a.bitAnd(b)
    or
    e instanceof OrBitwiseExpr and result = a.bitOr(b)
    or
    e instanceof XorBitwiseExpr and result = a.bitXor(b)
    or
    e instanceof LeftShiftExpr and result = a.bitShiftLeft(b.bitAnd(31))
    or
    e instanceof RightShiftExpr and result = a.bitShiftRightSigned(b.bitAnd(31))
    or
    e instanceof UnsignedRightShiftExpr and result = a.bitShiftRight(b.bitAnd(31))
  )
  or
  exists(ConditionalExpr c | c = e |
    result = constantInt(c.getBranchExpr(constantBoolean(c.getCondition())))
  )
  or
  exists(Variable v | v = e.(VarAccess).getVariable() |
    result = narrowed(constantInt(constantInitializer(v)), v.getType().getName())
  )
}

/** Gets `value` in the primitive type with the name `type`. */
bindingset[value, type]
private int narrowed(int value, string type) {
  type = "int" and result = value
  or
  type = "char" and result = value.bitAnd(65535)
  or
  type = "short" and result = value.bitShiftLeft(16).bitShiftRightSigned(16)
  or
  type = "byte" and result = value.bitShiftLeft(24).bitShiftRightSigned(24)
}

/** Gets the value of the constant expression `e` of type `String`. */
string constantString(Expr e) {
  result = e.(StringLiteral).getValue()
  or
  result = constantString(e.(CastExpr).getExpr())
  or
  exists(Expr left, Expr right | isConcatenation(e, left, right) |
    result = constantText(left) + constantText(right)
  )
  or
  exists(ConditionalExpr c | c = e |
    result = constantString(c.getBranchExpr(constantBoolean(c.getCondition())))
  )
  or
  result = constantString(constantInitializer(e.(VarAccess).getVariable()))
}

/** Holds if `add` puts the texts of `left` and `right` together. */
pragma[nomagic]
private predicate isConcatenation(AddExpr add, Expr left, Expr right) {
  add.getType() instanceof TypeString and
  left = add.getLeftOperand() and
  right = add.getRightOperand()
}

/** Holds if `e` is an operand of a concatenation. */
pragma[nomagic]
private predicate isOperandOfText(Expr e) { isConcatenation(_, e, _) or isConcatenation(_, _, e) }

/** Gets the text of the constant operand `e` of a concatenation. */
private string constantText(Expr e) {
  isOperandOfText(e) and
  (
    result = constantString(e)
    or
    result = constantBoolean(e).toString()
    or
    if e.getType().getName() = "char"
    then result = constantInt(e).toUnicode()
    else result = constantInt(e).toString()
    or
    result = wideText(e)
  )
}

/**
 * Gets the text of the constant `e` of type `long`, `float` or `double`, as a string has it: of a literal, its
 * negation, or a variable of one.
 */
private string wideText(Expr e) {
  (e instanceof LongLiteral or e instanceof FloatLiteral or e instanceof DoubleLiteral) and
  result = e.(Literal).getValue()
  or
  result = wideText(e.(PlusExpr).getExpr())
  or
  exists(string operand | operand = wideText(e.(MinusExpr).getExpr()) |
    // The smallest number of type `long` has no positive one.
    if operand = ["0", "-9223372036854775808"]
    then result = operand
    else if operand.charAt(0) = "-"
    then result = operand.suffix(1)
    else result = "-" + operand
  )
  or
  exists(Variable v | v = e.(VarAccess).getVariable() |
    v.getType() = constantInitializer(v).getType() and result = wideText(constantInitializer(v))
  )
}
