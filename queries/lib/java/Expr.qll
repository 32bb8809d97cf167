/** Expressions: what all of them have, and the files by kind, which lie under `java/expr/`. */

import java.Constants
import java.Element
import java.Member
import java.Statement
import java.Type
import java.Variable
import java.controlflow.ControlFlowGraph
import java.controlflow.BasicBlocks
import java.expr.Accesses
import java.expr.Arrays
import java.expr.Assignments
import java.expr.Calls
import java.expr.Choices
import java.expr.Literals
import java.expr.Operators
import java.expr.TypeAccesses

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
  Callable getEnclosingCallable() { callableEnclosingExpr(this, result) }

  /** Gets the innermost statement that contains this expression, if one does. */
  Stmt getEnclosingStmt() { statementEnclosingExpr(this, result) }

  /** Gets a statement that contains this expression, at any depth; lambda bodies are not left. */
  Stmt getAnEnclosingStmt() { result = this.getEnclosingStmt().getEnclosingStmt*() }

  /** Gets the compilation unit in which this is written. */
  pragma[inline]
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
  pragma[inline]
  predicate isInStaticContext() {
    this.getEnclosingCallable().isStatic()
    or
    isInConstructorCall(this)
    or
    exists(Field f | f.isStatic() and f.getInitializer().getAChildExpr*() = this)
  }

  override string toString() { result = "expr" }

  override string getAPrimaryQlClass() { result = "Expr" }
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

/** An expression that could not be understood. */
class ErrorExpr extends Expr, @errorexpr {
  override string toString() { result = "<error expr>" }

  override string getAPrimaryQlClass() { result = "ErrorExpr" }
}

/** Holds if `e` stands in the arguments of a call `this(...)` or `super(...)`. */
private predicate isInConstructorCall(Expr e) {
  e.getParent() instanceof ThisConstructorInvocationStmt or
  e.getParent() instanceof SuperConstructorInvocationStmt or
  isInConstructorCall(e.getParent())
}
