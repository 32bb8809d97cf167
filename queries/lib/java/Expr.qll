/** Expressions. */

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
  Type getType() { exprs(this, _, result, _, _) }

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

  /** Gets the callable that contains this expression, if one does. */
  Callable getEnclosingCallable() { callableEnclosingExpr(this, result) }

  /** Gets the innermost statement that contains this expression, if one does. */
  Stmt getEnclosingStmt() { statementEnclosingExpr(this, result) }

  /** Gets the statement that contains this expression at any depth, lambda bodies apart. */
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

  /** Holds if this expression occurs in a static context: a static method, initialiser or field initialiser. */
  predicate isInStaticContext() {
    this.getEnclosingCallable().isStatic()
    or
    exists(Field f | f.isStatic() and f.getInitializer().getAChildExpr*() = this)
  }

  /** Gets the name of the class of this expression. */
  string getAPrimaryQlClass() { result = "Expr" }

  override string toString() { result = "expr" }
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
class AssignExpr extends Assignment, @assignexpr { }

/** A compound assignment such as `a += b`. */
class AssignOp extends Assignment, @assignop {
  override string toString() { result = "..." + this.getOp() + "..." }

  /** Gets the operator with its `=`. */
  string getOp() { result = "?=" }
}

/** A compound assignment `a += b`. */
class AssignAddExpr extends AssignOp, @assignaddexpr {
  override string getOp() { result = "+=" }
}

/** A compound assignment `a -= b`. */
class AssignSubExpr extends AssignOp, @assignsubexpr {
  override string getOp() { result = "-=" }
}

/** A compound assignment `a *= b`. */
class AssignMulExpr extends AssignOp, @assignmulexpr {
  override string getOp() { result = "*=" }
}

/** A compound assignment `a /= b`. */
class AssignDivExpr extends AssignOp, @assigndivexpr {
  override string getOp() { result = "/=" }
}

/** A compound assignment `a %= b`. */
class AssignRemExpr extends AssignOp, @assignremexpr {
  override string getOp() { result = "%=" }
}

/** A compound assignment `a &= b`. */
class AssignAndExpr extends AssignOp, @assignandexpr {
  override string getOp() { result = "&=" }
}

/** A compound assignment `a |= b`. */
class AssignOrExpr extends AssignOp, @assignorexpr {
  override string getOp() { result = "|=" }
}

/** A compound assignment `a ^= b`. */
class AssignXorExpr extends AssignOp, @assignxorexpr {
  override string getOp() { result = "^=" }
}

/** A compound assignment `a <<= b`. */
class AssignLeftShiftExpr extends AssignOp, @assignlshiftexpr {
  override string getOp() { result = "<<=" }
}

/** A compound assignment `a >>= b`. */
class AssignRightShiftExpr extends AssignOp, @assignrshiftexpr {
  override string getOp() { result = ">>=" }
}

/** A compound assignment `a >>>= b`. */
class AssignUnsignedRightShiftExpr extends AssignOp, @assignurshiftexpr {
  override string getOp() { result = ">>>=" }
}

/** A literal. */
class Literal extends Expr, @literal {
  /** Gets the text of this literal as written. */
  string getLiteral() { namestrings(result, _, this) }

  /** Gets the value of this literal as text. */
  string getValue() { namestrings(_, result, this) }

  override string toString() { result = this.getLiteral() }
}

/** `true` or `false`. */
class BooleanLiteral extends Literal, @booleanliteral {
  /** Gets the value. */
  boolean getBooleanValue() {
    result = true and this.getLiteral() = "true"
    or
    result = false and this.getLiteral() = "false"
  }
}

/** An `int` literal. */
class IntegerLiteral extends Literal, @integerliteral {
  /** Gets the value. */
  int getIntValue() { result = this.getValue().toInt() }
}

/** A `long` literal. */
class LongLiteral extends Literal, @longliteral { }

/** A `float` literal. */
class FloatLiteral extends Literal, @floatingpointliteral {
  /** Gets the value. */
  float getFloatValue() { result = this.getValue().toFloat() }
}

/** A `double` literal. */
class DoubleLiteral extends Literal, @doubleliteral {
  /** Gets the value. */
  float getDoubleValue() { result = this.getValue().toFloat() }
}

/** A `char` literal. */
class CharacterLiteral extends Literal, @characterliteral {
  /** Gets the code point of the value. */
  int getCodePointValue() { result = this.getValue().codePointAt(0) }
}

/** A string literal or text block. */
class StringLiteral extends Literal, @stringliteral { }

/** `null`. */
class NullLiteral extends Literal, @nullliteral { }

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
}

/** An expression `a / b`. */
class DivExpr extends BinaryExpr, @divexpr {
  override string getOp() { result = "/" }
}

/** An expression `a % b`. */
class RemExpr extends BinaryExpr, @remexpr {
  override string getOp() { result = "%" }
}

/** An expression `a + b`. */
class AddExpr extends BinaryExpr, @addexpr {
  override string getOp() { result = "+" }
}

/** An expression `a - b`. */
class SubExpr extends BinaryExpr, @subexpr {
  override string getOp() { result = "-" }
}

/** An expression `a << b`. */
class LeftShiftExpr extends BinaryExpr, @lshiftexpr {
  override string getOp() { result = "<<" }
}

/** An expression `a >> b`. */
class RightShiftExpr extends BinaryExpr, @rshiftexpr {
  override string getOp() { result = ">>" }
}

/** An expression `a >>> b`. */
class UnsignedRightShiftExpr extends BinaryExpr, @urshiftexpr {
  override string getOp() { result = ">>>" }
}

/** An expression `a & b`. */
class AndBitwiseExpr extends BinaryExpr, @andbitexpr {
  override string getOp() { result = "&" }
}

/** An expression `a | b`. */
class OrBitwiseExpr extends BinaryExpr, @orbitexpr {
  override string getOp() { result = "|" }
}

/** An expression `a ^ b`. */
class XorBitwiseExpr extends BinaryExpr, @xorbitexpr {
  override string getOp() { result = "^" }
}

/** An expression `a && b`. */
class AndLogicalExpr extends BinaryExpr, @andlogicalexpr {
  override string getOp() { result = "&&" }
}

/** An expression `a || b`. */
class OrLogicalExpr extends BinaryExpr, @orlogicalexpr {
  override string getOp() { result = "||" }
}

/** A comparison of two values. */
class ComparisonExpr extends BinaryExpr {
  ComparisonExpr() {
    this instanceof @ltexpr or
    this instanceof @leexpr or
    this instanceof @gtexpr or
    this instanceof @geexpr
  }
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

/** `==` on values or references. */
class ValueOrReferenceEqualsExpr extends EqualityTest {
  ValueOrReferenceEqualsExpr() { this instanceof @eqexpr }
}

/** An expression `a < b`. */
class LTExpr extends ComparisonExpr, @ltexpr {
  override string getOp() { result = "<" }
}

/** An expression `a <= b`. */
class LEExpr extends ComparisonExpr, @leexpr {
  override string getOp() { result = "<=" }
}

/** An expression `a > b`. */
class GTExpr extends ComparisonExpr, @gtexpr {
  override string getOp() { result = ">" }
}

/** An expression `a >= b`. */
class GEExpr extends ComparisonExpr, @geexpr {
  override string getOp() { result = ">=" }
}

/** An expression `a == b`. */
class EQExpr extends ValueOrReferenceEqualsExpr, @eqexpr {
  override string getOp() { result = "==" }
}

/** An expression `a != b`. */
class NEExpr extends EqualityTest, @neexpr {
  override string getOp() { result = "!=" }
}

/** An expression with one operand. */
class UnaryExpr extends Expr, @unaryexpr {
  /** Gets the operand. */
  Expr getExpr() { result.getParent() = this }

  /** Gets the operand. */
  Expr getOperand() { result = this.getExpr() }
}

/** An increment or decrement. */
class UnaryAssignExpr extends UnaryExpr, @unaryassignment { }

/** An expression `...++`. */
class PostIncExpr extends UnaryAssignExpr, @postincexpr {
  override string toString() { result = "...++" }
}

/** An expression `...--`. */
class PostDecExpr extends UnaryAssignExpr, @postdecexpr {
  override string toString() { result = "...--" }
}

/** An expression `++...`. */
class PreIncExpr extends UnaryAssignExpr, @preincexpr {
  override string toString() { result = "++..." }
}

/** An expression `--...`. */
class PreDecExpr extends UnaryAssignExpr, @predecexpr {
  override string toString() { result = "--..." }
}

/** An expression `-...`. */
class MinusExpr extends UnaryExpr, @minusexpr {
  override string toString() { result = "-..." }
}

/** An expression `+...`. */
class PlusExpr extends UnaryExpr, @plusexpr {
  override string toString() { result = "+..." }
}

/** An expression `~...`. */
class BitNotExpr extends UnaryExpr, @bitnotexpr {
  override string toString() { result = "~..." }
}

/** An expression `!...`. */
class LogNotExpr extends UnaryExpr, @lognotexpr {
  override string toString() { result = "!..." }
}

/** A cast. */
class CastingExpr extends Expr, @castexpr {
  /** Gets the operand. */
  Expr getExpr() { result.isNthChildOf(this, 1) }

  /** Gets the type that is written. */
  Expr getTypeExpr() { result.isNthChildOf(this, 0) }

  override Expr getUnderlyingExpr() { result = this.getExpr().getUnderlyingExpr() }

  override string toString() { result = "(...)..." }
}

/** A cast. */
class CastExpr extends CastingExpr { }

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

/** A call of a constructor. */
abstract class ConstructorCall extends Call {
  /** Gets the constructor. */
  abstract Constructor getConstructor();
}

/** `new C(...)`, a lambda expression or a method reference: what creates an object of a known class. */
class ClassInstanceExpr extends Expr, ConstructorCall, @classinstancexpr {
  override Expr getArgument(int index) {
    this instanceof @newexpr and
    result.isNthChildOf(this, index) and
    index >= 0
  }

  override Expr getQualifier() { result.isNthChildOf(this, -2) and this instanceof @newexpr }

  /** Gets the class that is named. */
  Expr getTypeName() { result.isNthChildOf(this, -3) }

  override Constructor getConstructor() { callableBinding(this, result) }

  /** Gets the class of the new object. */
  RefType getConstructedType() { result = this.getType() }

  /** Gets the anonymous class that is declared here, if one is. */
  AnonymousClass getAnonymousClass() { isAnonymClass(result, this) }

  override Stmt getEnclosingStmt() { result = Expr.super.getEnclosingStmt() }

  override Callable getEnclosingCallable() { result = Expr.super.getEnclosingCallable() }

  override string toString() { result = "new " + this.getType().getName() + "(...)" }
}

/** A lambda expression or method reference. */
abstract class FunctionalExpr extends ClassInstanceExpr {
  /** Gets the method that is executed when the function is called. */
  abstract Method asMethod();
}

/** A lambda expression. */
class LambdaExpr extends FunctionalExpr, @lambdaexpr {
  override Method asMethod() { result = this.getAnonymousClass().getAMethod() }

  /** Holds if the body is an expression. */
  predicate hasExprBody() { lambdaKind(this, 0) }

  /** Holds if the body is a block. */
  predicate hasStmtBody() { lambdaKind(this, 1) }

  override string toString() { result = "...->..." }
}

/** A method reference. */
class MemberRefExpr extends FunctionalExpr, @memberref {
  override Method asMethod() { result = this.getAnonymousClass().getAMethod() }

  /** Gets the callable that is referred to. */
  Callable getReferencedCallable() { memberRefBinding(this, result) }

  override Expr getQualifier() { result.isNthChildOf(this, -1) }

  override string toString() { result = "...::..." }
}

/** A method call. */
class MethodCall extends Expr, Call, @methodaccess {
  override Expr getQualifier() { result.isNthChildOf(this, -1) }

  /** Holds if this has a qualifier. */
  predicate hasQualifier() { exists(this.getQualifier()) }

  override Expr getArgument(int index) { result.isNthChildOf(this, index) and index >= 0 }

  /** Gets the method. */
  Method getMethod() { result = this.getCallee() }

  override Stmt getEnclosingStmt() { result = Expr.super.getEnclosingStmt() }

  override Callable getEnclosingCallable() { result = Expr.super.getEnclosingCallable() }

  /** Gets the type on which the method is called: that of the qualifier, or the enclosing one. */
  RefType getReceiverType() {
    result = this.getQualifier().getType()
    or
    not this.hasQualifier() and result = this.getEnclosingCallable().getDeclaringType()
  }

  /** Holds if the method is called on `this`, written or implied. */
  predicate isOwnMethodCall() {
    not this.getMethod().isStatic() and
    (
      not this.hasQualifier() and
      this.getEnclosingCallable().getDeclaringType().getSourceDeclaration().getASourceSupertype*() =
        this.getMethod().getDeclaringType().getSourceDeclaration()
      or
      this.getQualifier().(ThisAccess).isOwnInstanceAccess()
      or
      this.getQualifier() instanceof SuperAccess
    )
  }

  override string toString() { result = this.callText() }

  private string callText() {
    result = this.getMethod().getName() + "(...)"
    or
    not exists(this.getMethod()) and
    exists(string name | unresolved_calls(this, name, _) and result = name + "(...)")
    or
    not exists(this.getMethod()) and not unresolved_calls(this, _, _) and result = "<call>(...)"
  }
}

/** A method call, by its older name. */
class MethodAccess = MethodCall;

/** A call on `super`. */
class SuperMethodCall extends MethodCall {
  SuperMethodCall() { this.getQualifier() instanceof SuperAccess }
}

/** `this`, perhaps qualified. */
class ThisAccess extends Expr, @thisaccess {
  /** Gets the qualifier, if there is one. */
  Expr getQualifier() { result.getParent() = this }

  /** Holds if this refers to the instance of the innermost class. */
  predicate isOwnInstanceAccess() {
    not exists(this.getQualifier()) or
    this.getType().(RefType).getSourceDeclaration() =
      this.getEnclosingCallable().getDeclaringType().getSourceDeclaration()
  }

  override string toString() {
    if exists(this.getQualifier())
    then result = "...this"
    else result = "this"
  }
}

/** `super`, perhaps qualified. */
class SuperAccess extends Expr, @superaccess {
  /** Gets the qualifier, if there is one. */
  Expr getQualifier() { result.getParent() = this }

  /** Holds if this refers to the instance of the innermost class. */
  predicate isOwnInstanceAccess() { not exists(this.getQualifier()) }

  override string toString() { result = "super" }
}

/** An access to a variable. */
class VarAccess extends Expr, @varaccess {
  /** Gets the qualifier, if there is one. */
  Expr getQualifier() { result.isNthChildOf(this, -1) }

  /** Holds if this has a qualifier. */
  predicate hasQualifier() { exists(this.getQualifier()) }

  /** Gets the variable. */
  Variable getVariable() { variableBinding(this, result) }

  /** Holds if the variable is written here. */
  predicate isVarWrite() {
    exists(Assignment a | a.getDest() = this)
    or
    exists(UnaryAssignExpr a | a.getExpr() = this)
  }

  /** Holds if the variable is read here; compound assignments do both. */
  predicate isVarRead() { not exists(AssignExpr a | a.getDest() = this) }

  /** Holds if this refers to a variable of the innermost method. */
  predicate isLocal() { this.getVariable() instanceof LocalScopeVariable }

  override string toString() {
    exists(string name | name = this.accessedName() |
      if this.hasQualifier()
      then if this.getQualifier().isParenthesized()
      then result = "(...)." + name
      else result = this.getQualifier().toString() + "." + name
      else result = name
    )
  }

  private string accessedName() {
    result = this.getVariable().getName()
    or
    not exists(this.getVariable()) and result = "<variable>"
  }
}

/** An access that writes. */
class VarWrite extends VarAccess {
  VarWrite() { this.isVarWrite() }

  /** Gets an expression whose value is written, of a plain assignment. */
  Expr getASource() { exists(Assignment a | a.getDest() = this and result = a.getSource()) }
}

/** An access that reads. */
class VarRead extends VarAccess {
  VarRead() { this.isVarRead() }
}

/** An access to a field. */
class FieldAccess extends VarAccess {
  FieldAccess() { this.getVariable() instanceof Field }

  /** Gets the field. */
  Field getField() { result = this.getVariable() }

  /** Gets the type whose member the access names. */
  RefType getSite() {
    result = this.getQualifier().getType()
    or
    not this.hasQualifier() and result = this.getField().getDeclaringType()
  }

  /** Holds if this accesses a field of the innermost instance. */
  predicate isOwnFieldAccess() {
    not this.getField().isStatic() and
    (
      not this.hasQualifier() and
      this.getEnclosingCallable().getDeclaringType().getSourceDeclaration().getASourceSupertype*() =
        this.getField().getDeclaringType().getSourceDeclaration()
      or
      this.getQualifier().(ThisAccess).isOwnInstanceAccess()
      or
      this.getQualifier().(SuperAccess).isOwnInstanceAccess()
    )
  }
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
}

/** The creation of an array. */
class ArrayCreationExpr extends Expr, @arraycreationexpr {
  /** Gets the initialiser, if there is one. */
  ArrayInit getInit() { result.isNthChildOf(this, -2) }

  /** Gets the size of the `index`-th dimension. */
  Expr getDimension(int index) { result.isNthChildOf(this, index) and index >= 0 }

  override string toString() { result = "new " + this.getType().getName() }
}

/** An array initialiser. */
class ArrayInit extends Expr, @arrayinit {
  /** Gets an element. */
  Expr getAnInit() { result.getParent() = this }

  /** Gets the `index`-th element. */
  Expr getInit(int index) { result.isNthChildOf(this, index) }

  override string toString() { result = "{...}" }
}

/** `c ? a : b`. */
class ConditionalExpr extends Expr, @conditionalexpr {
  /** Gets the condition. */
  Expr getCondition() { result.isNthChildOf(this, 0) }

  /** Gets the expression for `true`. */
  Expr getTrueExpr() { result.isNthChildOf(this, 1) }

  /** Gets the expression for `false`. */
  Expr getFalseExpr() { result.isNthChildOf(this, 2) }

  override string toString() { result = "...?...:..." }
}

/** A `switch` expression. */
class SwitchExpr extends Expr, StmtParent, @switchexpr {
  /** Gets a case. */
  SwitchCase getACase() { result.getParent() = this }

  /** Gets the expression that is switched on. */
  Expr getExpr() { result.isNthChildOf(this, -1) }

  override string toString() { result = "switch (...)" }
}

/** `e instanceof T`. */
class InstanceOfExpr extends Expr, @instanceofexpr {
  /** Gets the operand. */
  Expr getExpr() { result.isNthChildOf(this, 0) }

  /** Gets the type that is written. */
  Expr getTypeName() { result.isNthChildOf(this, 1) }

  override string toString() { result = "...instanceof..." }
}

/** The declaration of a local variable, with its initialiser. */
class LocalVariableDeclExpr extends Expr, @localvariabledeclexpr {
  /** Gets the variable. */
  LocalVariableDecl getVariable() { localvars(result, _, _, this) }

  /** Gets the initialiser, if there is one. */
  Expr getInit() { result.isNthChildOf(this, 0) }

  /** Gets the name of the variable. */
  string getName() { result = this.getVariable().getName() }

  override string toString() { result = this.getName() }
}

/** A class literal `C.class`. */
class TypeLiteral extends Expr, @typeliteral {
  /** Gets the type that is written. */
  Expr getTypeName() { result.getParent() = this }

  /** Gets the type. */
  Type getReferencedType() { result = this.getTypeName().getType() }

  override string toString() { result = this.getReferencedType().getName() + ".class" }
}

/** The use of a type where an expression could stand, or as part of a declaration. */
class TypeAccess extends Expr, @typeaccess {
  /** Gets the qualifier, if there is one. */
  Expr getQualifier() { result.isNthChildOf(this, -1) }

  /** Gets a type argument. */
  Expr getATypeArgument() { exists(int i | i >= 0 and result.isNthChildOf(this, i)) }

  override string toString() { result = this.getType().getName() }
}

/** A use of an array type. */
class ArrayTypeAccess extends Expr, @arraytypeaccess {
  override string toString() { result = "...[]" }
}

/** A use of a wildcard. */
class WildcardTypeAccess extends Expr, @wildcardtypeaccess {
  override string toString() { result = "? ..." }
}

/** A use of a union type, in a `catch` clause. */
class UnionTypeAccess extends Expr, @uniontypeaccess {
  /** Gets an alternative. */
  Expr getAnAlternative() { result.getParent() = this }

  override string toString() { result = "...|..." }
}

/** A use of an intersection type. */
class IntersectionTypeAccess extends Expr, @intersectiontypeaccess {
  override string toString() { result = "...&..." }
}

/** A package name that qualifies something. */
class PackageAccess extends Expr, @packageaccess {
  override string toString() { result = "package" }
}

/** A record pattern. */
class RecordPatternExpr extends Expr, @recordpatternexpr {
  override string toString() { result = "record pattern" }
}

/** An expression that could not be understood. */
class ErrorExpr extends Expr, @errorexpr {
  override string toString() { result = "<error expr>" }
}
