/** Statements. */

import java.Element
import java.Expr
import java.Member
import java.controlflow.ControlFlowGraph
import java.controlflow.BasicBlocks

/** What can contain statements: a callable, a statement, a `switch` expression. */
class StmtParent extends @stmtparent, Top { }

/** A statement. */
class Stmt extends StmtParent, ExprParent, @stmt, Element {
  /** Gets the statement directly inside this one. */
  Stmt getAChild() { result.getParent() = this }

  /** Gets what directly contains this statement. */
  StmtParent getParent() { stmts(this, _, result, _, _) }

  /** Gets the place of this statement in its parent. */
  int getIndex() { stmts(this, _, _, result, _) }

  /** Holds if this is the child number `index` of `parent`. */
  predicate isNthChildOf(StmtParent parent, int index) { stmts(this, _, parent, index, _) }

  /** Gets the callable that contains this statement. */
  Callable getEnclosingCallable() { stmts(this, _, _, _, result) }

  /** Gets the statement that directly contains this one, if one does. */
  Stmt getEnclosingStmt() {
    result = this.getParent() or
    result = this.getParent().(SwitchExpr).getEnclosingStmt()
  }

  /** Gets the node of this statement in the control flow. */
  ControlFlowNode getControlFlowNode() { result.asStmt() = this }

  /** Gets the basic block in which this stands. */
  BasicBlock getBasicBlock() { result = this.getControlFlowNode().getBasicBlock() }

  /** Gets the metric of this statement. */
  string getHalsteadID() { none() }

  /** Gets the name of the class of this statement. */
  string getAPrimaryQlClass() { result = "Stmt" }

  /** Gets a short text for this statement. */
  string pp() { result = this.toString() }

  override string toString() { result = "stmt" }
}

/** A block `{ ... }`. */
class BlockStmt extends Stmt, @block {
  /** Gets a statement directly in this block. */
  Stmt getAStmt() { result.getParent() = this }

  /** Gets the `index`-th statement of this block. */
  Stmt getStmt(int index) { stmts(result, _, this, index, _) }

  /** Gets the number of statements. */
  int getNumStmt() { result = count(this.getAStmt()) }

  /** Gets the last statement. */
  Stmt getLastStmt() { result = this.getStmt(this.getNumStmt() - 1) }

  override string toString() { result = "{ ... }" }
}

/** A block with exactly one statement. */
class SingletonBlock extends BlockStmt {
  SingletonBlock() { this.getNumStmt() = 1 }

  /** Gets the only statement. */
  Stmt getStmt() { result = this.getStmt(0) }
}

/** A statement that decides what is executed next. */
abstract class ConditionalStmt extends Stmt {
  /** Gets the condition. */
  abstract Expr getCondition();
}

/** An `if` statement. */
class IfStmt extends ConditionalStmt, @ifstmt {
  override Expr getCondition() { result.isNthChildOf(this, 0) }

  /** Gets the branch that is taken when the condition holds. */
  Stmt getThen() { result.isNthChildOf(this, 1) }

  /** Gets the branch that is taken when it does not. */
  Stmt getElse() { result.isNthChildOf(this, 2) }

  override string toString() {
    if exists(this.getElse())
    then result = "if (...) ... else ..."
    else result = "if (...)"
  }
}

/** A loop. */
class LoopStmt extends Stmt {
  LoopStmt() {
    this instanceof @forstmt or
    this instanceof @enhancedforstmt or
    this instanceof @whilestmt or
    this instanceof @dostmt
  }

  /** Gets the body. */
  Stmt getBody() { none() }

  /** Gets the condition, if there is one. */
  Expr getCondition() { none() }
}

/** A basic `for` loop. */
class ForStmt extends ConditionalStmt, @forstmt, LoopStmt {
  /** Gets an initialiser. */
  Expr getAnInit() { exists(int i | i < 0 and result.isNthChildOf(this, i)) }

  override Expr getCondition() { result.isNthChildOf(this, 1) }

  /** Gets an update expression. */
  Expr getAnUpdate() { exists(int i | i >= 3 and result.isNthChildOf(this, i)) }

  override Stmt getBody() { result.isNthChildOf(this, 2) }

  override string toString() { result = "for (...;...;...)" }
}

/** An enhanced `for` loop. */
class EnhancedForStmt extends LoopStmt, @enhancedforstmt {
  /** Gets the declaration of the loop's variable. */
  LocalVariableDeclExpr getVariable() { result.getParent() = this }

  /** Gets what is iterated over. */
  Expr getExpr() { result.isNthChildOf(this, 1) }

  override Stmt getBody() { result.isNthChildOf(this, 2) }

  override string toString() { result = "for (... : ...)" }
}

/** A `while` loop. */
class WhileStmt extends ConditionalStmt, @whilestmt, LoopStmt {
  override Expr getCondition() { result.isNthChildOf(this, 0) }

  override Stmt getBody() { result.isNthChildOf(this, 1) }

  override string toString() { result = "while (...)" }
}

/** A `do` loop. */
class DoStmt extends ConditionalStmt, @dostmt, LoopStmt {
  override Expr getCondition() { result.isNthChildOf(this, 0) }

  override Stmt getBody() { result.isNthChildOf(this, 1) }

  override string toString() { result = "do ... while (...)" }
}

/** A `try` statement. */
class TryStmt extends Stmt, @trystmt {
  /** Gets the block. */
  BlockStmt getBlock() { result.isNthChildOf(this, -1) }

  /** Gets a `catch` clause. */
  CatchClause getACatchClause() { result.getParent() = this }

  /** Gets the `index`-th `catch` clause. */
  CatchClause getCatchClause(int index) { result.isNthChildOf(this, index) and index >= 0 }

  /** Gets the `finally` block. */
  BlockStmt getFinally() { result.isNthChildOf(this, -2) }

  /** Gets a resource: a declaration statement or an expression. */
  ExprParent getAResource() {
    exists(int i | i <= -3 |
      result.(Stmt).isNthChildOf(this, i) or result.(Expr).isNthChildOf(this, i)
    )
  }

  override string toString() { result = "try ..." }
}

/** A `catch` clause. */
class CatchClause extends Stmt, @catchclause {
  /** Gets the block. */
  BlockStmt getBlock() { result.getParent() = this }

  /** Gets the `try` statement. */
  TryStmt getTry() { this = result.getACatchClause() }

  /** Gets the declaration of the exception variable. */
  LocalVariableDeclExpr getVariable() { result.getParent() = this }

  /** Gets a type that is caught. */
  RefType getACaughtType() { exists(TypeAccess a | a.getParent() = this and result = a.getType()) }

  override string toString() { result = "catch (...)" }
}

/** A `switch` statement. */
class SwitchStmt extends Stmt, @switchstmt {
  /** Gets a case. */
  SwitchCase getACase() { result.getParent() = this }

  /** Gets the expression that is switched on. */
  Expr getExpr() { result.isNthChildOf(this, -1) }

  override string toString() { result = "switch (...)" }
}

/** A case of a `switch`. */
class SwitchCase extends Stmt, @case {
  /** Gets a value or pattern of this case. */
  Expr getAValue() { exists(int i | i >= 0 | result.isNthChildOf(this, i)) }

  override string toString() { result = "case ..." }
}

/** A `synchronized` statement. */
class SynchronizedStmt extends Stmt, @synchronizedstmt {
  /** Gets the expression whose monitor is taken. */
  Expr getExpr() { result.getParent() = this }

  /** Gets the block. */
  Stmt getBlock() { result.getParent() = this }

  override string toString() { result = "synchronized (...)" }
}

/** A `return` statement. */
class ReturnStmt extends Stmt, @returnstmt {
  /** Gets the expression, if there is one. */
  Expr getExpr() { result.getParent() = this }

  override string toString() { result = "return ..." }
}

/** A `throw` statement. */
class ThrowStmt extends Stmt, @throwstmt {
  /** Gets the expression. */
  Expr getExpr() { result.getParent() = this }

  override string toString() { result = "throw ..." }
}

/** A jump: `break`, `continue`, `yield`. */
class JumpStmt extends Stmt {
  JumpStmt() {
    this instanceof @breakstmt or
    this instanceof @continuestmt or
    this instanceof @yieldstmt
  }

  /** Gets the label, if there is one. */
  string getLabel() { namestrings(result, _, this) }
}

/** A `break` statement. */
class BreakStmt extends JumpStmt, @breakstmt {
  override string toString() { result = "break" }
}

/** A `continue` statement. */
class ContinueStmt extends JumpStmt, @continuestmt {
  override string toString() { result = "continue" }
}

/** A `yield` statement. */
class YieldStmt extends JumpStmt, @yieldstmt {
  /** Gets the value. */
  Expr getValue() { result.getParent() = this }

  override string toString() { result = "yield ..." }
}

/** An empty statement. */
class EmptyStmt extends Stmt, @emptystmt {
  override string toString() { result = ";" }
}

/** An expression statement. */
class ExprStmt extends Stmt, @exprstmt {
  /** Gets the expression. */
  Expr getExpr() { result.getParent() = this }

  override string toString() { result = "<Expr>;" }
}

/** A labelled statement. */
class LabeledStmt extends Stmt, @labeledstmt {
  /** Gets the statement. */
  Stmt getStmt() { result.getParent() = this }

  /** Gets the label. */
  string getLabel() { namestrings(result, _, this) }

  override string toString() { result = "<Label>: ..." }
}

/** An `assert` statement. */
class AssertStmt extends Stmt, @assertstmt {
  /** Gets the condition. */
  Expr getExpr() { result.isNthChildOf(this, 0) }

  /** Gets the message. */
  Expr getMessage() { result.isNthChildOf(this, 1) }

  override string toString() { result = "assert ..." }
}

/** A declaration of local variables. */
class LocalVariableDeclStmt extends Stmt, @localvariabledeclstmt {
  /** Gets a declared variable. */
  LocalVariableDeclExpr getAVariable() { result.getParent() = this }

  /** Gets the `index`-th declared variable, from 1. */
  LocalVariableDeclExpr getVariable(int index) { result.isNthChildOf(this, index) }

  override string toString() { result = "var ...;" }
}

/** A declaration of a local class or interface. */
class LocalTypeDeclStmt extends Stmt, @localtypedeclstmt {
  /** Gets the type that is declared. */
  LocalClassOrInterface getLocalType() { isLocalClassOrInterface(result, this) }

  override string toString() { result = "class ..." }
}

/** A call `this(...)`. */
class ThisConstructorInvocationStmt extends Stmt, ConstructorCall, @constructorinvocationstmt {
  override Expr getArgument(int index) { result.isNthChildOf(this, index) and index >= 0 }

  override Constructor getConstructor() { callableBinding(this, result) }

  override Stmt getEnclosingStmt() { result = Stmt.super.getEnclosingStmt() }

  override Callable getEnclosingCallable() { result = Stmt.super.getEnclosingCallable() }

  override string toString() { result = "this(...)" }
}

/** A call `super(...)`. */
class SuperConstructorInvocationStmt
  extends Stmt, ConstructorCall, @superconstructorinvocationstmt {
  override Expr getArgument(int index) { result.isNthChildOf(this, index) and index >= 0 }

  override Constructor getConstructor() { callableBinding(this, result) }

  override Stmt getEnclosingStmt() { result = Stmt.super.getEnclosingStmt() }

  override Callable getEnclosingCallable() { result = Stmt.super.getEnclosingCallable() }

  override string toString() { result = "super(...)" }
}

/** A statement that could not be understood. */
class ErrorStmt extends Stmt, @errorstmt {
  override string toString() { result = "<error stmt>" }
}
