/** Conditional and `switch` expressions, tests of types, patterns, declarations of local variables. */

import java.Element
import java.Expr
import java.Member
import java.Statement
import java.Type
import java.Variable

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
    exists(EnhancedForStmt f | f.getVariable() = this and result.isNthChildOf(f, -1))
    or
    exists(CatchClause c | c.getVariable() = this and result.isNthChildOf(c, -1))
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

/** A record pattern. */
class RecordPatternExpr extends Expr, @recordpatternexpr {
  /** Gets the pattern for the component at place `index`, from 0. */
  PatternExpr getSubPattern(int index) { index >= 0 and result.isNthChildOf(this, index) }

  /** Gets a pattern for a component. */
  PatternExpr getASubPattern() { result = this.getSubPattern(_) }

  override string toString() { result = "record pattern" }

  override string getAPrimaryQlClass() { result = "RecordPatternExpr" }
}
