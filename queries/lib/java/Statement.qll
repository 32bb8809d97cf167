/** Statements. */

import java.Element
import java.Expr
import java.Member
import java.Variable
import java.controlflow.ControlFlowGraph
import java.controlflow.BasicBlocks

/** What can contain statements: a callable, a statement, a `switch` expression. */
class StmtParent extends @stmtparent, Top { }

/** A statement. */
class Stmt extends StmtParent, ExprParent, @stmt, Element {
  /** Gets a statement directly inside this one. */
  Stmt getAChild() { result.getParent() = this }

  /** Gets what directly contains this statement. */
  StmtParent getParent() { stmts(this, _, result, _, _) }

  /** Holds if this is the child number `index` of `parent`. */
  predicate isNthChildOf(StmtParent parent, int index) { stmts(this, _, parent, index, _) }

  /** Gets the place of this statement in its parent. */
  int getIndex() { stmts(this, _, _, result, _) }

  /** Gets the callable that contains this statement. */
  Callable getEnclosingCallable() { stmts(this, _, _, _, result) }

  /** Gets the statement that directly contains this one, if one does. */
  Stmt getEnclosingStmt() {
    result = this.getParent() or
    result = this.getParent().(SwitchExpr).getEnclosingStmt()
  }

  /** Gets the node of this statement in the control flow. */
  ControlFlowNode getControlFlowNode() { result.asStmt() = this }

  /** Gets the basic block in which this statement begins. */
  BasicBlock getBasicBlock() { result = this.getControlFlowNode().getBasicBlock() }

  /** Gets a short text for this statement. */
  string pp() { result = this.toString() }

  override string toString() { result = "stmt" }

  override string getAPrimaryQlClass() { result = "Stmt" }
}

/** A block `{ ... }`. */
class BlockStmt extends Stmt, @block {
  /** Gets a statement directly in this block. */
  Stmt getAStmt() { result.getParent() = this }

  /** Gets the `index`-th statement of this block, from 0. */
  Stmt getStmt(int index) { stmts(result, _, this, index, _) }

  /** Gets the number of statements. */
  int getNumStmt() { result = count(this.getAStmt()) }

  /** Gets the last statement. */
  Stmt getLastStmt() { result = this.getStmt(this.getNumStmt() - 1) }

  override string toString() { result = "{ ... }" }

  override string getAPrimaryQlClass() { result = "BlockStmt" }
}

/** A block with exactly one statement. */
class SingletonBlock extends BlockStmt {
  SingletonBlock() { this.getNumStmt() = 1 }

  /** Gets the only statement. */
  Stmt getStmt() { result = this.getStmt(0) }

  override string getAPrimaryQlClass() { result = "SingletonBlock" }
}

/** A statement with a condition: `if`, or a loop that has one. */
abstract class ConditionalStmt extends Stmt {
  /** Gets the condition, if there is one. */
  abstract Expr getCondition();
}

/** An `if` statement. */
class IfStmt extends ConditionalStmt, @ifstmt {
  override Expr getCondition() { result.isNthChildOf(this, 0) }

  /** Gets the branch that is taken when the condition holds. */
  Stmt getThen() { result.isNthChildOf(this, 1) }

  /** Gets the branch that is taken when the condition does not hold, if there is one. */
  Stmt getElse() { result.isNthChildOf(this, 2) }

  override string toString() { result = "if (...)" }

  override string getAPrimaryQlClass() { result = "IfStmt" }
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

/** A loop, by the name of the class that CodeQL's library has for it. */
class LoopStmtImpl = LoopStmt;

/** A basic `for` loop. */
class ForStmt extends ConditionalStmt, @forstmt, LoopStmt {
  /** Gets an initialiser: a declaration of a variable, or another expression. */
  Expr getAnInit() { exists(int i | i < 0 and result.isNthChildOf(this, i)) }

  /** Gets the `index`-th initialiser, from 0. */
  Expr getInit(int index) { index >= 0 and result.isNthChildOf(this, -1 - index) }

  override Expr getCondition() { result.isNthChildOf(this, 1) }

  /** Gets an update expression. */
  Expr getAnUpdate() { exists(int i | i >= 3 and result.isNthChildOf(this, i)) }

  /** Gets the `index`-th update expression, from 0. */
  Expr getUpdate(int index) { index >= 0 and result.isNthChildOf(this, 3 + index) }

  override Stmt getBody() { result.isNthChildOf(this, 2) }

  /** Gets a variable that an update or the condition mentions and an update changes: one that counts the rounds. */
  Variable getAnIterationVariable() {
    exists(VarAccess update |
      update = result.getAnAccess() and
      update.isVarWrite() and
      this.getAnUpdate() = update.getParent() and
      result.getAnAccess().getParent*() = this.getCondition()
    )
  }

  override string toString() { result = "for (...;...;...)" }

  override string getAPrimaryQlClass() { result = "ForStmt" }
}

/** An enhanced `for` loop. */
class EnhancedForStmt extends LoopStmt, @enhancedforstmt {
  /** Gets the declaration of the loop's variable. */
  LocalVariableDeclExpr getVariable() { result.getParent() = this }

  /** Gets what is iterated over. */
  Expr getExpr() { result.isNthChildOf(this, 1) }

  override Stmt getBody() { result.isNthChildOf(this, 2) }

  /** Gets the body. */
  Stmt getStmt() { result.isNthChildOf(this, 2) }

  override string toString() { result = "for (... : ...)" }

  override string getAPrimaryQlClass() { result = "EnhancedForStmt" }
}

/** A `while` loop. */
class WhileStmt extends ConditionalStmt, @whilestmt, LoopStmt {
  override Expr getCondition() { result.isNthChildOf(this, 0) }

  override Stmt getBody() { result.isNthChildOf(this, 1) }

  override string toString() { result = "while (...)" }

  override string getAPrimaryQlClass() { result = "WhileStmt" }
}

/** A `do` loop. */
class DoStmt extends ConditionalStmt, @dostmt, LoopStmt {
  override Expr getCondition() { result.isNthChildOf(this, 0) }

  override Stmt getBody() { result.isNthChildOf(this, 1) }

  override string toString() { result = "do ... while (...)" }

  override string getAPrimaryQlClass() { result = "DoStmt" }
}

/** A `try` statement. */
class TryStmt extends Stmt, @trystmt {
  /** Gets the block. */
  BlockStmt getBlock() { result.isNthChildOf(this, -1) }

  /** Gets a `catch` clause. */
  CatchClause getACatchClause() { result.getParent() = this }

  /** Gets the `index`-th `catch` clause, from 0. */
  CatchClause getCatchClause(int index) { index >= 0 and result.isNthChildOf(this, index) }

  /** Gets the `finally` block, if there is one. */
  BlockStmt getFinally() { result.isNthChildOf(this, -2) }

  /** Holds if there is a `finally` block. */
  predicate hasFinally() { exists(this.getFinally()) }

  /** Gets a declaration of resources. */
  LocalVariableDeclStmt getAResourceDecl() { result.getParent() = this }

  /** Gets the resource declaration at place `index`, from 0, among all resources. */
  LocalVariableDeclStmt getResourceDecl(int index) {
    index >= 0 and
    result.isNthChildOf(this, -3 - index)
  }

  /** Gets a resource that is no declaration but an expression. */
  VarAccess getAResourceExpr() { result.getParent() = this }

  /** Gets the resource expression at place `index`, from 0, among all resources. */
  VarAccess getResourceExpr(int index) { index >= 0 and result.isNthChildOf(this, -3 - index) }

  /** Gets a resource: a declaration statement or an expression. */
  ExprParent getAResource() { result = this.getResource(_) }

  /** Gets the resource at place `index`, from 0. */
  ExprParent getResource(int index) {
    result = this.getResourceDecl(index) or
    result = this.getResourceExpr(index)
  }

  /** Gets a variable that holds a resource. */
  Variable getAResourceVariable() {
    result = this.getAResourceDecl().getAVariable().getVariable() or
    result = this.getAResourceExpr().getVariable()
  }

  override string toString() { result = "try ..." }

  override string getAPrimaryQlClass() { result = "TryStmt" }
}

/** A `catch` clause. */
class CatchClause extends Stmt, @catchclause {
  /** Gets the block. */
  BlockStmt getBlock() { result.getParent() = this }

  /** Gets the `try` statement. */
  TryStmt getTry() { this = result.getACatchClause() }

  /** Gets the declaration of the exception variable. */
  LocalVariableDeclExpr getVariable() { result.getParent() = this }

  /** Holds if several types of exceptions are caught. */
  predicate isMultiCatch() { strictcount(this.getACaughtType()) > 1 }

  /** Gets a type that is caught. */
  RefType getACaughtType() {
    exists(Expr a | a.getParent() = this and not a instanceof LocalVariableDeclExpr |
      if a instanceof UnionTypeAccess
      then result = a.(UnionTypeAccess).getAnAlternative().getType()
      else result = a.getType()
    )
  }

  override string toString() { result = "catch (...)" }

  override string getAPrimaryQlClass() { result = "CatchClause" }
}

/** A `switch` statement. */
class SwitchStmt extends Stmt, @switchstmt {
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

  /** Gets a statement directly in this one: a case, or a statement behind a case in the form with colons. */
  Stmt getAStmt() { result.getParent() = this }

  /** Gets the `i`-th statement directly in this one, from 0; cases count. */
  Stmt getStmt(int i) { result.isNthChildOf(this, i) }

  /** Gets the expression that is switched on. */
  Expr getExpr() { result.isNthChildOf(this, -1) }

  /** Holds if some case has a pattern. */
  predicate hasPattern() { exists(this.getAPatternCase()) }

  override string toString() { result = "switch (...)" }

  override string getAPrimaryQlClass() { result = "SwitchStmt" }
}

/** A `switch` statement or expression. */
class SwitchBlock extends StmtParent {
  SwitchBlock() { this instanceof SwitchStmt or this instanceof SwitchExpr }

  /** Gets a case. */
  SwitchCase getACase() { result.getParent() = this }

  /** Gets the expression that is switched on. */
  Expr getExpr() { result.isNthChildOf(this, -1) }
}

/** A case of a `switch` statement or expression, `default` included. */
class SwitchCase extends Stmt, @case {
  /** Gets the statement of which this is a case, if it is one of a statement. */
  SwitchStmt getSwitch() { result.getACase() = this }

  /** Gets the expression of which this is a case, if it is one of an expression. */
  SwitchExpr getSwitchExpr() { result.getACase() = this }

  /** Gets the `switch` statement or expression of which this is a case. */
  StmtParent getSwitchBlock() { result = this.getParent() }

  /** Gets the expression that is switched on. */
  Expr getSelectorExpr() {
    result = this.getSwitch().getExpr() or
    result = this.getSwitchExpr().getExpr()
  }

  /** Gets a value or pattern of this case. */
  Expr getAValue() { exists(int i | i >= 0 and result.isNthChildOf(this, i)) }

  /** Gets the condition behind `when`, if there is one. */
  Expr getGuard() { result.isNthChildOf(this, -3) }

  /** Holds if this is written with an arrow. */
  predicate isRule() {
    exists(Expr e | e.isNthChildOf(this, -1))
    or
    exists(Stmt s | s.isNthChildOf(this, -1))
  }

  /** Gets the expression behind the arrow, if this has one and no statement. */
  Expr getRuleExpression() {
    result.isNthChildOf(this, -1)
    or
    // In a `switch` statement, the expression is a statement.
    this.getParent() instanceof SwitchStmt and
    exists(ExprStmt s | s.isNthChildOf(this, -1) and result = s.getExpr())
  }

  /** Gets the statement behind the arrow, if this has one. */
  Stmt getRuleStatement() { result.isNthChildOf(this, -1) }

  override string toString() { result = "case ..." }

  override string getAPrimaryQlClass() { result = "SwitchCase" }
}

/** Holds if `c` stands for all values that no other case takes. */
private predicate isDefaultCase(@case c) {
  isNullDefaultCase(c)
  or
  not exists(Expr e, int i | i >= 0 and exprs(e, _, _, c, i))
}

/** A case with constants, `null` among them, rather than patterns. */
class ConstCase extends SwitchCase {
  ConstCase() {
    exists(Expr e | e.isNthChildOf(this, 0) |
      not e instanceof LocalVariableDeclExpr and not e instanceof RecordPatternExpr
    ) and
    not isNullDefaultCase(this)
  }

  /** Gets the first constant. */
  Expr getValue() { result.isNthChildOf(this, 0) }

  /** Gets the `i`-th constant, from 0. */
  Expr getValue(int i) { i >= 0 and result.isNthChildOf(this, i) }

  override string getAPrimaryQlClass() { result = "ConstCase" }
}

/** A case with a pattern. */
class PatternCase extends SwitchCase {
  PatternCase() {
    exists(Expr e | e.isNthChildOf(this, _) |
      e instanceof LocalVariableDeclExpr or e instanceof RecordPatternExpr
    )
  }

  /** Gets the pattern at place `i`, from 0. */
  PatternExpr getPattern(int i) { i >= 0 and result.isNthChildOf(this, i) }

  /** Gets a pattern. */
  PatternExpr getAPattern() { result = this.getPattern(_) }

  /** Gets the only pattern. */
  PatternExpr getUniquePattern() { result = unique(PatternExpr p | p = this.getAPattern()) }

  override string toString() { result = "case <Pattern>" }

  override string getAPrimaryQlClass() { result = "PatternCase" }
}

/** A case `default`, or `case null, default`. */
class DefaultCase extends SwitchCase {
  DefaultCase() { isDefaultCase(this) }

  override string toString() { result = "default" }

  override string getAPrimaryQlClass() { result = "DefaultCase" }
}

/** A case `case null, default`. */
class NullDefaultCase extends DefaultCase {
  NullDefaultCase() { isNullDefaultCase(this) }

  override string toString() { result = "case null, default" }

  override string getAPrimaryQlClass() { result = "NullDefaultCase" }
}

/** A `synchronized` statement. */
class SynchronizedStmt extends Stmt, @synchronizedstmt {
  /** Gets the expression whose monitor is taken. */
  Expr getExpr() { result.getParent() = this }

  /** Gets the block. */
  Stmt getBlock() { result.getParent() = this }

  override string toString() { result = "synchronized (...)" }

  override string getAPrimaryQlClass() { result = "SynchronizedStmt" }
}

/** A `return` statement. */
class ReturnStmt extends Stmt, @returnstmt {
  /** Gets the expression, if there is one. */
  Expr getExpr() { result.getParent() = this }

  /** Gets the expression, if there is one. */
  Expr getResult() { result.getParent() = this }

  override string toString() { result = "return ..." }

  override string getAPrimaryQlClass() { result = "ReturnStmt" }
}

/** A `throw` statement. */
class ThrowStmt extends Stmt, @throwstmt {
  /** Gets the expression. */
  Expr getExpr() { result.getParent() = this }

  /** Gets the static type of what is thrown. */
  RefType getThrownExceptionType() { result = this.getExpr().getType() }

  /** Gets a `catch` clause around this, in the same callable, that may catch what is thrown. */
  CatchClause getCatch() {
    exists(TryStmt t |
      result = t.getACatchClause() and
      t.getBlock() = this.getEnclosingStmt*() and
      this.getThrownExceptionType().getASourceSupertype*() =
        result.getACaughtType().getSourceDeclaration()
    )
  }

  override string toString() { result = "throw ..." }

  override string getAPrimaryQlClass() { result = "ThrowStmt" }
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

  /** Gets the labelled statement to which the label belongs, if there is one. */
  LabeledStmt getTargetLabel() {
    result = this.getEnclosingStmt+() and
    result.getLabel() = this.getLabel()
  }

  /** Gets the statement or `switch` expression that this jump leaves or goes on with. */
  StmtParent getTarget() {
    result = this.getTargetLabel().getStmt() or
    result = this.getAPotentialTarget(min(int n | exists(this.getAPotentialTarget(n))))
  }

  /** Gets what this may jump to by its sort and stands `n` levels out, if this has no label. */
  private StmtParent getAPotentialTarget(int n) {
    not exists(this.getLabel()) and
    result = ancestor(this, n) and
    (
      this instanceof @breakstmt and (result instanceof LoopStmt or result instanceof SwitchStmt)
      or
      this instanceof @continuestmt and result instanceof LoopStmt
      or
      this instanceof @yieldstmt and result instanceof SwitchExpr
    )
  }
}

/** Gets what contains the jump `s` directly (`n` is 0) or `n` levels out. */
private StmtParent ancestor(JumpStmt s, int n) {
  n = 0 and result = s.getParent()
  or
  result = ancestor(s, n - 1).(Stmt).getParent()
}

/** A `break` statement. */
class BreakStmt extends JumpStmt, @breakstmt {
  override string toString() { result = "break" }

  override string getAPrimaryQlClass() { result = "BreakStmt" }
}

/** A `continue` statement. */
class ContinueStmt extends JumpStmt, @continuestmt {
  override string toString() { result = "continue" }

  override string getAPrimaryQlClass() { result = "ContinueStmt" }
}

/** A `yield` statement. */
class YieldStmt extends JumpStmt, @yieldstmt {
  /** Gets the value. */
  Expr getValue() { result.getParent() = this }

  override string toString() { result = "yield ..." }

  override string getAPrimaryQlClass() { result = "YieldStmt" }
}

/** An empty statement. */
class EmptyStmt extends Stmt, @emptystmt {
  override string toString() { result = ";" }

  override string getAPrimaryQlClass() { result = "EmptyStmt" }
}

/** An expression statement; not what nobody wrote of the assignment that initialises a field. */
class ExprStmt extends Stmt, @exprstmt {
  ExprStmt() { not compiler_generated(this, 8) }

  /** Gets the expression. */
  Expr getExpr() { result.getParent() = this }

  override string toString() { result = "<Expr>;" }

  override string getAPrimaryQlClass() { result = "ExprStmt" }
}

/** A labelled statement. */
class LabeledStmt extends Stmt, @labeledstmt {
  /** Gets the statement. */
  Stmt getStmt() { result.getParent() = this }

  /** Gets the label. */
  string getLabel() { namestrings(result, _, this) }

  override string toString() { result = "<Label>: ..." }

  override string getAPrimaryQlClass() { result = "LabeledStmt" }
}

/** An `assert` statement. */
class AssertStmt extends Stmt, @assertstmt {
  /** Gets the condition. */
  Expr getExpr() { result.isNthChildOf(this, 0) }

  /** Gets the message, if there is one. */
  Expr getMessage() { result.isNthChildOf(this, 1) }

  override string toString() { result = "assert ..." }

  override string getAPrimaryQlClass() { result = "AssertStmt" }
}

/** A declaration of local variables. */
class LocalVariableDeclStmt extends Stmt, @localvariabledeclstmt {
  /** Gets a declared variable. */
  LocalVariableDeclExpr getAVariable() { result.getParent() = this }

  /** Gets the `index`-th declared variable, from 1. */
  LocalVariableDeclExpr getVariable(int index) { index > 0 and result.isNthChildOf(this, index) }

  /** Gets an index of a declared variable. */
  int getAVariableIndex() { exists(this.getVariable(result)) }

  override string toString() { result = "var ...;" }

  override string getAPrimaryQlClass() { result = "LocalVariableDeclStmt" }
}

/** A declaration of a local class or interface. */
class LocalTypeDeclStmt extends Stmt, @localtypedeclstmt {
  /** Gets the type that is declared. */
  LocalClassOrInterface getLocalType() { isLocalClassOrInterface(result, this) }

  override string toString() { result = "class ..." }

  override string getAPrimaryQlClass() { result = "LocalTypeDeclStmt" }
}

/** A call `this(...)`. */
class ThisConstructorInvocationStmt extends Stmt, ConstructorCall, @constructorinvocationstmt {
  override Expr getArgument(int index) { result.isNthChildOf(this, index) and index >= 0 }

  override Constructor getConstructor() { staticTarget(this, result) }

  override Stmt getEnclosingStmt() { result = this }

  override Callable getEnclosingCallable() { result = Stmt.super.getEnclosingCallable() }

  override RefType getConstructedType() { result = this.getConstructor().getDeclaringType() }

  override string toString() { result = "this(...)" }

  override string getAPrimaryQlClass() { result = "ThisConstructorInvocationStmt" }
}

/** A call `super(...)`, written or implied. */
class SuperConstructorInvocationStmt
  extends Stmt, ConstructorCall, @superconstructorinvocationstmt {
  override Expr getArgument(int index) { result.isNthChildOf(this, index) and index >= 0 }

  override Constructor getConstructor() { staticTarget(this, result) }

  override Expr getQualifier() { result.isNthChildOf(this, -1) }

  override Stmt getEnclosingStmt() { result = this }

  override Callable getEnclosingCallable() { result = Stmt.super.getEnclosingCallable() }

  override RefType getConstructedType() { result = this.getConstructor().getDeclaringType() }

  override string toString() { result = "super(...)" }

  override string getAPrimaryQlClass() { result = "SuperConstructorInvocationStmt" }
}

/** A statement that could not be understood. */
class ErrorStmt extends Stmt, @errorstmt {
  override string toString() { result = "<error stmt>" }

  override string getAPrimaryQlClass() { result = "ErrorStmt" }
}
