/** Expressions. */

import java.Constants
import java.Element
import java.Member
import java.Statement
import java.Type
import java.Variable
import java.controlflow.ControlFlowGraph
import java.controlflow.BasicBlocks

/** What can contain expressions. */
class ExprParent extends @exprparent, Top { }

/** An expression. */
class Expr extends ExprParent, @expr {
  /** Gets the type of this expression. */
  final Type getType() { exprs(this, _, result, _, _) }

  /** Gets what directly contains this expression. */
  ExprParent getParent() { exprs(this, _, _, result, _) }

  /** Gets the place of this expression in its parent. */
  int getIndex() { exprs(this, _, _, _, result) }

  /** Holds if this is the child number `index` of `parent`. */
  predicate isNthChildOf(ExprParent parent, int index) { exprs(this, _, _, parent, index) }

  /** Gets the number of the kind of this expression. */
  int getKind() { exprs(this, result, _, _, _) }

  /** Gets an expression directly inside this one. */
  Expr getAChildExpr() { exprs(result, _, _, this, _) }

  /** Gets the child number `index`. */
  Expr getChildExpr(int index) { exprs(result, _, _, this, index) }

  /**
   * Gets the callable that contains this expression, if one does; that of the initialisers, for an expression of the
   * initialiser of a field.
   */
  Callable getEnclosingCallable() {
    callableEnclosingExpr(this, result) or
    evaluatedByInitializer(this, result)
  }

  /** Gets the innermost statement that contains this expression, if one does. */
  Stmt getEnclosingStmt() { statementEnclosingExpr(this, result) }

  /** Gets a statement that contains this expression, at any depth; lambda bodies are not left. */
  Stmt getAnEnclosingStmt() { result = this.getEnclosingStmt().getEnclosingStmt*() }

  /** Gets the compilation unit in which this is written. */
  CompilationUnit getCompilationUnit() { result = this.getFile() }

  /** Gets the node of this expression in the control flow. */
  ControlFlowNode getControlFlowNode() { result.asExpr() = this }

  /** Gets the basic block in which this is evaluated. */
  BasicBlock getBasicBlock() { result = this.getControlFlowNode().getBasicBlock() }

  /** Holds if this stands in parentheses. */
  predicate isParenthesized() { isParenthesized(this, _) }

  /** Gets this expression without casts around it. */
  Expr getUnderlyingExpr() { result = this }

  /**
   * Holds if this expression occurs in a static context (JLS 8.1.3): in a static method or initialiser, or in the
   * arguments of a call `this(...)` or `super(...)`.
   */
  predicate isInStaticContext() {
    this.getEnclosingCallable().isStatic()
    or
    this.getParent+() instanceof ThisConstructorInvocationStmt
    or
    this.getParent+() instanceof SuperConstructorInvocationStmt
    or
    exists(Field f | f.isStatic() and f.getInitializer().getAChildExpr*() = this)
  }

  override string toString() { result = "expr" }

  override string getAPrimaryQlClass() { result = "Expr" }
}

/** Holds if `e` is evaluated by the initialiser method `c`: it belongs to the initialiser of a field. */
private predicate evaluatedByInitializer(Expr e, InitializerMethod c) {
  exists(@cfgblock b | cfg_blocks(b, c, _) and cfg_position(e, b, _))
}

/** An expression of a primitive type or `String` whose value the language defines to be constant (JLS 15.29). */
class CompileTimeConstantExpr extends Expr {
  CompileTimeConstantExpr() { isConstantExpr(this) }

  /** Gets the value as a text, of whatever type it is. */
  string getStringifiedValue() {
    result = this.getStringValue() or
    result = this.getIntValue().toString() or
    result = this.getBooleanValue().toString()
  }

  /** Gets the value, if it is a string. */
  string getStringValue() { result = constantString(this) }

  /** Gets the value, if it is a truth value. */
  boolean getBooleanValue() { result = constantBoolean(this) }

  /** Gets the value, if it is of an integral type other than `long`. */
  int getIntValue() { result = constantInt(this) }

  override string getAPrimaryQlClass() { result = "CompileTimeConstantExpr" }
}

/** An assignment, simple or compound. */
class Assignment extends Expr, @assignment {
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

/** A call: of a method, of a constructor through `new`, `this(...)` or `super(...)`. */
class Call extends ExprParent, @caller {
  /** Gets an argument. */
  Expr getAnArgument() { result = this.getArgument(_) }

  /** Gets the argument at position `index`, from 0. */
  Expr getArgument(int index) { none() }

  /** Gets the number of arguments. */
  int getNumArgument() { result = count(this.getAnArgument()) }

  /** Gets the static target. */
  Callable getCallee() { callableBinding(this, result) }

  /** Gets the callable that contains this call. */
  Callable getEnclosingCallable() { none() }

  /** Gets the callable that contains this call. */
  Callable getCaller() { result = this.getEnclosingCallable() }

  /** Gets the innermost statement that contains this call; itself, if it is one. */
  Stmt getEnclosingStmt() { none() }

  /** Gets the qualifier, if there is one. */
  Expr getQualifier() { none() }

  override string toString() { result = "call" }
}

/** An argument of a call. */
class Argument extends Expr {
  private Call call;
  private int pos;

  Argument() { call.getArgument(pos) = this }

  /** Gets the call. */
  Call getCall() { result = call }

  /** Gets the position of this argument, from 0. */
  int getPosition() { result = pos }

  /** Gets the position of the parameter that this argument is for, which may take several. */
  int getParameterPos() {
    exists(Callable c | c = call.getCallee() |
      if exists(c.getVaragsParameterIndex())
      then result = pos.minimum(c.getVaragsParameterIndex())
      else result = pos
    )
  }

  /** Holds if this is an array that stands for all arguments of a parameter that takes a variable number. */
  predicate isExplicitVarargsArray() {
    this.isVararg() and
    call.getNumArgument() = call.getCallee().getNumberOfParameters() and
    (this.getType() instanceof Array or this.getType() instanceof NullType) and
    this.getType().(Array).getDimension() >=
      call.getCallee().getParameterType(pos).(Array).getDimension()
  }

  /** Holds if this is one of the arguments of a parameter that takes a variable number, the `arrayindex`-th. */
  predicate isNthVararg(int arrayindex) {
    this.isVararg() and
    not this.isExplicitVarargsArray() and
    arrayindex = pos - call.getCallee().getVaragsParameterIndex()
  }

  /** Holds if this is for a parameter that takes a variable number of arguments. */
  predicate isVararg() { pos >= call.getCallee().getVaragsParameterIndex() }
}

/** A call of a constructor. */
abstract class ConstructorCall extends Call {
  /** Gets the constructor. */
  abstract Constructor getConstructor();

  /** Gets the class whose constructor is called. */
  abstract RefType getConstructedType();

  /** Holds if this is a call `this(...)`. */
  predicate callsThis() { this instanceof ThisConstructorInvocationStmt }

  /** Holds if this is a call `super(...)`. */
  predicate callsSuper() { this instanceof SuperConstructorInvocationStmt }

  /** Holds if this calls a constructor of an enum class. */
  predicate isEnumConstructor() { this.getConstructedType() instanceof EnumType }
}

/** `new C(...)`, a lambda expression or a method reference: what creates an object of a known class. */
class ClassInstanceExpr extends Expr, ConstructorCall, @classinstancexpr {
  override Expr getArgument(int index) {
    this instanceof @newexpr and
    result.isNthChildOf(this, index) and
    index >= 0
  }

  override Expr getQualifier() { result.isNthChildOf(this, -2) and this instanceof @newexpr }

  /** Gets the use of the class that is named. */
  Expr getTypeName() { result.isNthChildOf(this, -3) and this instanceof @newexpr }

  /** Gets a type argument of the class that is named. */
  Expr getATypeArgument() { result = this.getTypeName().(TypeAccess).getATypeArgument() }

  /** Gets the type argument of the class that is named at place `index`, from 0. */
  Expr getTypeArgument(int index) {
    result = this.getTypeName().(TypeAccess).getTypeArgument(index)
  }

  /** Holds if the type arguments are to be inferred: `new C<>(...)`. */
  predicate isDiamond() {
    this instanceof @newexpr and
    this.getType().(ParameterizedType).getErasure() =
      this.getType().(RefType).getSourceDeclaration() and
    not exists(this.getATypeArgument())
  }

  override Constructor getConstructor() { callableBinding(this, result) }

  override RefType getConstructedType() { result = this.getType() }

  /** Gets the anonymous class that is declared here, if one is. */
  AnonymousClass getAnonymousClass() { isAnonymClass(result, this) }

  override Stmt getEnclosingStmt() { result = Expr.super.getEnclosingStmt() }

  override Callable getEnclosingCallable() { result = Expr.super.getEnclosingCallable() }

  override string toString() { result = "new " + this.constructedName() + "(...)" }

  private string constructedName() {
    if exists(this.getAnonymousClass()) and exists(this.getTypeName())
    then result = this.getTypeName().getType().getName()
    else result = this.getConstructedType().getName()
  }

  override string getAPrimaryQlClass() { result = "ClassInstanceExpr" }
}

/** A lambda expression or method reference. */
abstract class FunctionalExpr extends ClassInstanceExpr {
  /** Gets the method that is executed when the function is called. */
  abstract Method asMethod();
}

/** A lambda expression. */
class LambdaExpr extends FunctionalExpr, @lambdaexpr {
  override Method asMethod() {
    result = this.getAnonymousClass().getAMethod() and
    not result instanceof InitializerMethod
  }

  /** Holds if the body is an expression. */
  predicate hasExprBody() { lambdaKind(this, 0) }

  /** Holds if the body is a block. */
  predicate hasStmtBody() { lambdaKind(this, 1) }

  /** Gets the body, if it is an expression. */
  Expr getExprBody() {
    this.hasExprBody() and
    exists(Stmt s | s = this.asMethod().getBody().getAStmt() |
      result = s.(ReturnStmt).getExpr() or result = s.(ExprStmt).getExpr()
    )
  }

  /** Gets the body, if it is a block. */
  BlockStmt getStmtBody() { this.hasStmtBody() and result = this.asMethod().getBody() }

  /** Gets the parameter at position `i`, from 0. */
  Parameter getParameter(int i) { result = this.asMethod().getParameter(i) }

  override string toString() { result = "...->..." }

  override string getAPrimaryQlClass() { result = "LambdaExpr" }
}

/** A method reference. */
class MemberRefExpr extends FunctionalExpr, @memberref {
  override Method asMethod() {
    result = this.getAnonymousClass().getAMethod() and
    not result instanceof InitializerMethod
  }

  /** Gets the callable that is referred to. */
  Callable getReferencedCallable() { memberRefBinding(this, result) }

  override Expr getQualifier() { result.isNthChildOf(this, -1) }

  /** Gets the type of the receiver, if the callable is a method. */
  RefType getReceiverType() {
    exists(Method m | m = this.getReferencedCallable() |
      result = this.getQualifier().getType()
      or
      not exists(this.getQualifier()) and result = m.getDeclaringType()
    )
  }

  override string toString() { result = "...::..." }

  override string getAPrimaryQlClass() { result = "MemberRefExpr" }
}

/** A method call. */
class MethodCall extends Expr, Call, @methodaccess {
  override Expr getQualifier() { result.isNthChildOf(this, -1) }

  /** Holds if this has a qualifier. */
  predicate hasQualifier() { exists(this.getQualifier()) }

  /** Gets an argument. */
  override Expr getAnArgument() { exists(int i | i >= 0 and result.isNthChildOf(this, i)) }

  override Expr getArgument(int index) { result.isNthChildOf(this, index) and index >= 0 }

  /** Gets a type argument that is written for the method. */
  Expr getATypeArgument() { result = this.getTypeArgument(_) }

  /** Gets the type argument that is written for the method at place `index`, from 0. */
  Expr getTypeArgument(int index) { index >= 0 and result.isNthChildOf(this, -2 - index) }

  /** Gets the method: the static target. */
  Method getMethod() { result = this.getCallee() }

  override Stmt getEnclosingStmt() { result = Expr.super.getEnclosingStmt() }

  override Callable getEnclosingCallable() { result = Expr.super.getEnclosingCallable() }

  /** Gets the type on which the method is called: that of the qualifier, or the one around this. */
  RefType getReceiverType() {
    result = this.getQualifier().getType()
    or
    not this.hasQualifier() and result = this.getEnclosingCallable().getDeclaringType()
  }

  /** Holds if the method is one of this class or a superclass and is called on `this`, written or implied. */
  predicate isOwnMethodCall() {
    this.getQualifier().(InstanceAccess).isOwnInstanceAccess()
    or
    not this.hasQualifier() and
    exists(RefType caller, RefType declaring |
      callsInstanceMember(this, caller, declaring) and isAtOrBelow(caller, declaring)
    )
  }

  /** Holds if the method is called on an instance of the class `t` around this one, written or implied. */
  predicate isEnclosingMethodCall(RefType t) {
    this.getQualifier().(InstanceAccess).isEnclosingInstanceAccess(t)
    or
    not this.hasQualifier() and
    not this.getMethod().isStatic() and
    not this.isOwnMethodCall() and
    t =
      memberSite(this.getEnclosingCallable().getDeclaringType().getSourceDeclaration(),
        this.getMethod())
  }

  override string toString() { result = this.getCallText() }

  /** Gets the name of the method with `(...)` behind it. */
  string getCallText() {
    result = this.getMethod().getName() + "(...)"
    or
    not exists(this.getMethod()) and
    exists(string name | unresolved_calls(this, name, _) and result = name + "(...)")
    or
    not exists(this.getMethod()) and not unresolved_calls(this, _, _) and result = "<call>(...)"
  }

  override string getAPrimaryQlClass() { result = "MethodCall" }
}

/** A method call, by its older name. */
class MethodAccess = MethodCall;

/** Gets the innermost type, `inner` or one around it, that has the member `m`, which is accessed without qualifier in it. */
private RefType memberSite(RefType inner, Member m) {
  exists(RefType declaring |
    declaring = m.getDeclaringType().getSourceDeclaration() and
    mayBeMemberSite(inner, declaring, result) and
    isAtOrBelow(result, declaring)
  )
}

/** Holds if `site`, `inner` or a type around it, has no type inside it that `declaring` is a supertype of. */
private predicate mayBeMemberSite(RefType inner, RefType declaring, RefType site) {
  exists(Expr e, Member m | m = e.(FieldAccess).getField() or m = e.(MethodCall).getMethod() |
    not exists(e.(VarAccess).getQualifier()) and
    not exists(e.(MethodCall).getQualifier()) and
    inner = e.getEnclosingCallable().getDeclaringType().getSourceDeclaration() and
    declaring = m.getDeclaringType().getSourceDeclaration() and
    site = inner
  )
  or
  exists(RefType inside |
    mayBeMemberSite(inner, declaring, inside) and
    not isAtOrBelow(inside, declaring) and
    site = inside.getEnclosingType()
  )
}

/** Holds if `call`, in the class `caller`, calls an instance method of the class `declaring`. */
pragma[noinline]
private predicate callsInstanceMember(MethodCall call, RefType caller, RefType declaring) {
  exists(Method m | m = call.getMethod() and not m.isStatic() |
    caller = call.getEnclosingCallable().getDeclaringType().getSourceDeclaration() and
    declaring = m.getDeclaringType().getSourceDeclaration()
  )
}

pragma[inline]
private predicate isAtOrBelow(RefType sub, RefType sup) { sub = sup or sourceAncestor(sub, sup) }

/** A call of a static method. */
class StaticMethodCall extends MethodCall {
  StaticMethodCall() { this.getMethod().isStatic() }
}

/** A call on `super`. */
class SuperMethodCall extends MethodCall {
  SuperMethodCall() { this.getQualifier() instanceof SuperAccess }
}

/** `this` or `super`, perhaps qualified. */
class InstanceAccess extends Expr {
  InstanceAccess() { this instanceof @thisaccess or this instanceof @superaccess }

  /** Gets the qualifier, if there is one. */
  Expr getQualifier() { result.getParent() = this }

  /** Holds if this refers to the instance of the innermost class. */
  predicate isOwnInstanceAccess() {
    not exists(this.getQualifier())
    or
    this.getQualifier().getType().(RefType).getSourceDeclaration() =
      this.getEnclosingCallable().getDeclaringType().getSourceDeclaration()
    or
    // `Interface.super.m()`
    this instanceof @superaccess and
    exists(RefType own |
      own = this.getEnclosingCallable().getDeclaringType().getSourceDeclaration()
    |
      sourceSupertype(own, this.getQualifier().getType().(Interface).getSourceDeclaration())
    )
  }

  /** Gets the text of this with its qualifier. */
  string getInstanceText() {
    exists(string word |
      this instanceof @thisaccess and word = "this"
      or
      this instanceof @superaccess and word = "super"
    |
      if exists(this.getQualifier())
      then result = this.getQualifier().getType().getName() + "." + word
      else result = word
    )
  }

  /** Holds if this refers to the instance of the class `t` around the innermost one. */
  predicate isEnclosingInstanceAccess(RefType t) {
    t = this.getQualifier().getType().(RefType).getSourceDeclaration() and
    not this.isOwnInstanceAccess()
  }
}

/** `this`, perhaps qualified. */
class ThisAccess extends InstanceAccess, @thisaccess {
  override string toString() { result = this.getInstanceText() }

  override string getAPrimaryQlClass() { result = "ThisAccess" }
}

/** `super`, perhaps qualified. */
class SuperAccess extends InstanceAccess, @superaccess {
  override string toString() { result = this.getInstanceText() }

  override string getAPrimaryQlClass() { result = "SuperAccess" }
}

/** An access to a variable. */
class VarAccess extends Expr, @varaccess {
  /** Gets the qualifier, if there is one. */
  Expr getQualifier() { result.isNthChildOf(this, -1) }

  /** Holds if this has a qualifier. */
  predicate hasQualifier() { exists(this.getQualifier()) }

  /** Gets the variable. */
  Variable getVariable() { variableBinding(this, result) }

  /** Holds if the variable is written here: this is the target of an assignment, or of an increment or decrement. */
  predicate isVarWrite() {
    exists(Assignment a | a.getDest() = this)
    or
    exists(UnaryAssignExpr a | a.getExpr() = this)
  }

  /**
   * Holds if the variable is read here. The targets of compound assignments, increments and decrements are read and
   * written.
   */
  predicate isVarRead() { not exists(AssignExpr a | a.getDest() = this) }

  /** Holds if the variable is of the callable around this, or a field that is accessed on `this` or without qualifier. */
  predicate isLocal() { not this.hasQualifier() or this.getQualifier() instanceof InstanceAccess }

  override string toString() { result = varAccessText(this) }

  override string getAPrimaryQlClass() { result = "VarAccess" }
}

/**
 * Gets the text of `a` with its qualifiers. It calls no `toString()` of other classes: that would make all texts depend
 * on each other, so that none could be computed alone.
 */
private string varAccessText(VarAccess a) {
  not exists(a.getQualifier()) and result = accessedName(a)
  or
  result = qualifierText(a.getQualifier()) + "." + accessedName(a)
}

private string accessedName(VarAccess a) {
  result = a.getVariable().getName()
  or
  not exists(a.getVariable()) and result = "<variable>"
}

/** Gets the text of the qualifier `q` of an access to a variable. */
private string qualifierText(Expr q) {
  q = any(VarAccess a).getQualifier() and
  if q.isParenthesized()
  then result = "(...)"
  else (
    result = varAccessText(q)
    or
    result = q.(MethodCall).getCallText()
    or
    result = q.(InstanceAccess).getInstanceText()
    or
    result = q.(TypeAccess).getType().getName()
    or
    q instanceof ArrayAccess and result = "...[...]"
    or
    q instanceof PackageAccess and result = "package"
    or
    not q instanceof VarAccess and
    not q instanceof MethodCall and
    not q instanceof InstanceAccess and
    not q instanceof TypeAccess and
    not q instanceof ArrayAccess and
    not q instanceof PackageAccess and
    result = "..."
  )
}

/** An access that writes. */
class VarWrite extends VarAccess {
  VarWrite() { this.isVarWrite() }

  /** Gets the expression whose value is written, of a plain assignment, or goes into the value of a compound one. */
  Expr getASource() { exists(Assignment a | a.getDest() = this and result = a.getSource()) }
}

/** An access that reads. */
class VarRead extends VarAccess {
  VarRead() { this.isVarRead() }
}

/** An expression that gives a value to a variable: an assignment, a declaration, an increment or decrement. */
class VariableUpdate extends Expr {
  VariableUpdate() {
    this.(Assignment).getDest() instanceof VarAccess or
    this instanceof LocalVariableDeclExpr or
    this.(UnaryAssignExpr).getOperand() instanceof VarAccess
  }

  /** Gets the variable. */
  Variable getDestVar() {
    result = this.(Assignment).getDest().(VarAccess).getVariable() or
    result = this.(LocalVariableDeclExpr).getVariable() or
    result = this.(UnaryAssignExpr).getOperand().(VarAccess).getVariable()
  }
}

/** A plain assignment to a variable, or the declaration of a local variable. */
class VariableAssign extends VariableUpdate {
  VariableAssign() { this instanceof AssignExpr or this instanceof LocalVariableDeclExpr }

  /** Gets the expression whose value is assigned, if there is one: declarations of loops and `catch` have none. */
  Expr getSource() {
    result = this.(AssignExpr).getSource() or
    result = this.(LocalVariableDeclExpr).getInit()
  }
}

/** An access to a field. */
class FieldAccess extends VarAccess {
  FieldAccess() { this.getVariable() instanceof Field }

  /** Gets the field. */
  Field getField() { result = this.getVariable() }

  /** Gets the type whose member this names: that of the qualifier, or the innermost one around this that has it. */
  RefType getSite() {
    result = this.getQualifier().getType()
    or
    not this.hasQualifier() and
    result =
      memberSite(this.getEnclosingCallable().getDeclaringType().getSourceDeclaration(),
        this.getField())
  }

  /** Holds if this accesses a field of the innermost instance, `x` or `this.x`. */
  predicate isOwnFieldAccess() {
    not this.getField().isStatic() and
    (
      not this.hasQualifier() and
      exists(RefType user, RefType declaring |
        usesField(this, user, declaring) and isAtOrBelow(user, declaring)
      )
      or
      this.getQualifier().(InstanceAccess).isOwnInstanceAccess()
    )
  }

  /** Holds if this accesses a field of an instance of the class `t` around the innermost one, `x` or `T.this.x`. */
  predicate isEnclosingFieldAccess(RefType t) {
    not this.getField().isStatic() and
    (
      this.getQualifier().(InstanceAccess).isEnclosingInstanceAccess(t)
      or
      not this.hasQualifier() and not this.isOwnFieldAccess() and t = this.getSite()
    )
  }

  override string getAPrimaryQlClass() { result = "FieldAccess" }
}

/** Holds if `access`, in the class `user`, is one to a field of the class `declaring`. */
pragma[noinline]
private predicate usesField(FieldAccess access, RefType user, RefType declaring) {
  user = access.getEnclosingCallable().getDeclaringType().getSourceDeclaration() and
  declaring = access.getField().getDeclaringType().getSourceDeclaration()
}

/** An access that writes a field. */
class FieldWrite extends FieldAccess, VarWrite { }

/** An access that reads a field. */
class FieldRead extends FieldAccess, VarRead { }

/** An access to an array element. */
class ArrayAccess extends Expr, @arrayaccess {
  /** Gets the array. */
  Expr getArray() { result.isNthChildOf(this, 0) }

  /** Gets the index. */
  Expr getIndexExpr() { result.isNthChildOf(this, 1) }

  override string toString() { result = "...[...]" }

  override string getAPrimaryQlClass() { result = "ArrayAccess" }
}

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

/** `c ? a : b`. */
class ConditionalExpr extends Expr, @conditionalexpr {
  /** Gets the condition. */
  Expr getCondition() { result.isNthChildOf(this, 0) }

  /** Gets the expression for `true`. */
  Expr getTrueExpr() { result.isNthChildOf(this, 1) }

  /** Gets the expression for `false`. */
  Expr getFalseExpr() { result.isNthChildOf(this, 2) }

  /** Gets the expression for `branch`. */
  Expr getBranchExpr(boolean branch) {
    branch = true and result = this.getTrueExpr()
    or
    branch = false and result = this.getFalseExpr()
  }

  /** Gets the expression for `true` or that for `false`. */
  Expr getABranchExpr() { result = this.getBranchExpr(_) }

  override string toString() { result = "...?...:..." }

  override string getAPrimaryQlClass() { result = "ConditionalExpr" }
}

/** A `switch` expression. */
class SwitchExpr extends Expr, StmtParent, @switchexpr {
  /** Gets a case. */
  SwitchCase getACase() { result.getParent() = this }

  /** Gets the `i`-th case, from 0. */
  SwitchCase getCase(int i) {
    result = rank[i + 1](SwitchCase c, int index | c.isNthChildOf(this, index) | c order by index)
  }

  /** Gets a case with constants. */
  ConstCase getAConstCase() { result.getParent() = this }

  /** Gets a case with a pattern. */
  PatternCase getAPatternCase() { result.getParent() = this }

  /** Gets the `default` case, if there is one. */
  DefaultCase getDefaultCase() { result.getParent() = this }

  /** Gets a statement directly in this: a case, or a statement behind a case in the form with colons. */
  Stmt getAStmt() { result.getParent() = this }

  /** Gets the expression that is switched on. */
  Expr getExpr() { result.isNthChildOf(this, -1) }

  /** Holds if some case has a pattern. */
  predicate hasPattern() { exists(this.getAPatternCase()) }

  /** Gets an expression whose value this may have: behind an arrow, or of a `yield`. */
  Expr getAResult() {
    result = this.getACase().getRuleExpression()
    or
    exists(YieldStmt yield | yield.getTarget() = this and result = yield.getValue())
  }

  override string toString() { result = "switch (...)" }

  override string getAPrimaryQlClass() { result = "SwitchExpr" }
}

/** An expression whose value is that of one of several others: a conditional or a `switch` expression. */
class ChooseExpr extends Expr {
  ChooseExpr() { this instanceof ConditionalExpr or this instanceof SwitchExpr }

  /** Gets an expression whose value this may have. */
  Expr getAResultExpr() {
    result = this.(ConditionalExpr).getABranchExpr() or
    result = this.(SwitchExpr).getAResult()
  }
}

/** `e instanceof T`. */
class InstanceOfExpr extends Expr, @instanceofexpr {
  /** Gets the operand. */
  Expr getExpr() { result.isNthChildOf(this, 0) }

  /** Gets the use of the type that is written, if there is one. */
  Expr getTypeName() { result.isNthChildOf(this, 1) }

  /** Gets the pattern, if there is one. */
  PatternExpr getPattern() { result.isNthChildOf(this, 2) }

  /** Holds if there is a pattern. */
  predicate isPattern() { exists(this.getPattern()) }

  /** Gets the declaration of the variable of the pattern, if the pattern is nothing else. */
  LocalVariableDeclExpr getLocalVariableDeclExpr() { result = this.getPattern() }

  /** Gets the type that values are tested for. */
  RefType getCheckedType() {
    result = this.getTypeName().getType()
    or
    not exists(this.getTypeName()) and result = this.getPattern().getType()
  }

  override string toString() { result = "...instanceof..." }

  override string getAPrimaryQlClass() { result = "InstanceOfExpr" }
}

/** A pattern: the declaration of a variable, or a record pattern. */
class PatternExpr extends Expr {
  PatternExpr() {
    this instanceof RecordPatternExpr
    or
    this instanceof @localvariabledeclexpr and
    (
      this.getParent() instanceof @instanceofexpr or
      this.getParent() instanceof @case or
      this.getParent() instanceof @recordpatternexpr
    )
  }

  /** Gets this pattern as the declaration of a variable, if it is one. */
  LocalVariableDeclExpr asBindingOrUnnamedPattern() { result = this }

  /** Gets this pattern as a record pattern, if it is one. */
  RecordPatternExpr asRecordPattern() { result = this }
}

/** The declaration of a local variable, with its initialiser. */
class LocalVariableDeclExpr extends Expr, @localvariabledeclexpr {
  /** Gets the variable. */
  LocalVariableDecl getVariable() { localvars(result, _, _, this) }

  /** Gets the initialiser, if there is one. */
  Expr getInit() { result.isNthChildOf(this, 0) }

  /** Gets an access to the variable. */
  VarAccess getAnAccess() { result = this.getVariable().getAnAccess() }

  /** Gets the name of the variable. */
  string getName() { result = this.getVariable().getName() }

  /** Gets the use of the type that is written. */
  Expr getTypeAccess() {
    exists(LocalVariableDeclStmt s | s.getAVariable() = this and result.isNthChildOf(s, 0))
    or
    exists(ForStmt f | f.getAnInit() = this and result.isNthChildOf(f, 0))
    or
    exists(EnhancedForStmt f | f.getVariable() = this and result.isNthChildOf(f, 0))
    or
    exists(CatchClause c | c.getVariable() = this and result.isNthChildOf(c, 0))
    or
    exists(InstanceOfExpr i | i.getPattern() = this and result = i.getTypeName())
  }

  /** Gets the `instanceof` expression of which this is the pattern or a part of it, if it is one. */
  InstanceOfExpr getAssociatedInstanceOfExpr() { result.getPattern().getAChildExpr*() = this }

  /** Gets the `switch` statement or expression with this pattern in a case, if there is one. */
  StmtParent getAssociatedSwitch() {
    exists(PatternCase c | c.getAPattern().getAChildExpr*() = this | result = c.getSwitchBlock())
  }

  /** Holds if the variable has a value from here on though there is no initialiser: of a loop, `catch`, pattern. */
  predicate hasImplicitInit() {
    this.getParent() instanceof EnhancedForStmt or
    this.getParent() instanceof CatchClause or
    this instanceof PatternExpr
  }

  override string toString() { result = this.getName() }

  override string getAPrimaryQlClass() { result = "LocalVariableDeclExpr" }
}

/** A class literal `C.class`. */
class TypeLiteral extends Expr, @typeliteral {
  /** Gets the use of the type that is written. */
  Expr getTypeName() { result.getParent() = this }

  /** Gets the type. */
  Type getReferencedType() { result = this.getTypeName().getType() }

  override string toString() { result = this.getReferencedType().getName() + ".class" }

  override string getAPrimaryQlClass() { result = "TypeLiteral" }
}

/** The use of a type where an expression could stand, or as part of a declaration. */
class TypeAccess extends Expr, @typeaccess {
  /** Gets the qualifier, if there is one. */
  Expr getQualifier() { result.isNthChildOf(this, -1) }

  /** Holds if this has a qualifier. */
  predicate hasQualifier() { exists(this.getQualifier()) }

  /** Gets a type argument. */
  Expr getATypeArgument() { result = this.getTypeArgument(_) }

  /** Gets the type argument at place `index`, from 0. */
  Expr getTypeArgument(int index) { index >= 0 and result.isNthChildOf(this, index) }

  /** Gets the compilation unit in which this is written. */
  override CompilationUnit getCompilationUnit() { result = this.getFile() }

  override string toString() { result = this.getType().getName() }

  override string getAPrimaryQlClass() { result = "TypeAccess" }
}

/** A use of an array type. */
class ArrayTypeAccess extends Expr, @arraytypeaccess {
  /** Gets the use of the type of the components. */
  Expr getComponentName() { result.getParent() = this }

  override string toString() { result = "...[]" }

  override string getAPrimaryQlClass() { result = "ArrayTypeAccess" }
}

/** A use of a wildcard as a type argument. */
class WildcardTypeAccess extends Expr, @wildcardtypeaccess {
  /** Gets the use of the bound from above, if one is written. */
  Expr getUpperBound() { result.isNthChildOf(this, 0) }

  /** Gets the use of the bound from below, if there is one. */
  Expr getLowerBound() { result.isNthChildOf(this, 1) }

  /** Holds if no bound is written. */
  predicate hasNoBound() { not exists(this.getAChildExpr()) }

  override string toString() { result = "? ..." }

  override string getAPrimaryQlClass() { result = "WildcardTypeAccess" }
}

/** A use of a union type, in a `catch` clause. */
class UnionTypeAccess extends Expr, @uniontypeaccess {
  /** Gets an alternative. */
  Expr getAnAlternative() { result.getParent() = this }

  /** Gets the alternative at place `index`, from 0. */
  Expr getAlternative(int index) { result.isNthChildOf(this, index) }

  override string toString() { result = "...|..." }

  override string getAPrimaryQlClass() { result = "UnionTypeAccess" }
}

/** A use of an intersection type, in a cast or a bound. */
class IntersectionTypeAccess extends Expr, @intersectiontypeaccess {
  /** Gets a bound. */
  Expr getABound() { result.getParent() = this }

  /** Gets the bound at place `index`, from 0. */
  Expr getBound(int index) { result.isNthChildOf(this, index) }

  override string toString() { result = "...&..." }

  override string getAPrimaryQlClass() { result = "IntersectionTypeAccess" }
}

/** A package name that qualifies something. */
class PackageAccess extends Expr, @packageaccess {
  override string toString() { result = "package" }

  override string getAPrimaryQlClass() { result = "PackageAccess" }
}

/** A record pattern. */
class RecordPatternExpr extends Expr, @recordpatternexpr {
  /** Gets the pattern for the component at place `index`, from 0. */
  PatternExpr getSubPattern(int index) { index >= 0 and result.isNthChildOf(this, index) }

  /** Gets a pattern for a component. */
  PatternExpr getASubPattern() { result = this.getSubPattern(_) }

  override string toString() { result = "record pattern" }

  override string getAPrimaryQlClass() { result = "RecordPatternExpr" }
}

/** An expression that could not be understood. */
class ErrorExpr extends Expr, @errorexpr {
  override string toString() { result = "<error expr>" }

  override string getAPrimaryQlClass() { result = "ErrorExpr" }
}
