/** Variables: fields, parameters and local variables. */

import java.Element
import java.Annotation
import java.Expr
import java.Member
import java.Modifier
import java.Type

/** A variable: a field, parameter or local variable. */
class Variable extends @variable, Annotatable, Element, Modifiable {
  /** Gets the type of this variable. */
  Type getType() { none() }

  /** Gets an access to this variable. */
  VarAccess getAnAccess() { variableBinding(result, this) }

  /** Holds if brackets are behind the name of this variable, as in `int a[]`. */
  predicate isCStyleArray() { c_style_arrays(this, _) }

  /**
   * Gets an expression whose value is assigned to this variable, by its initialiser or by `=`. The compound
   * assignments, which compute the new value themselves, are not meant.
   */
  Expr getAnAssignedValue() {
    exists(LocalVariableDeclExpr e | e.getVariable() = this and result = e.getInit())
    or
    exists(AssignExpr e | e.getDest() = this.getAnAccess() and result = e.getSource())
  }

  /** Gets the value that is assigned to this variable, if there is only one. */
  Expr getOnlyValue() { result = unique(Expr value | value = this.getAnAssignedValue()) }

  /** Gets the initialiser of this variable, if it has one. */
  Expr getInitializer() { none() }

  /** Gets a text for this variable with its type, `int x`. */
  string pp() { result = this.getType().getName() + " " + this.getName() }

  override string toString() { result = this.getName() }
}

/** A variable of a callable: a local variable or a parameter. */
class LocalScopeVariable extends Variable, @localscopevariable {
  /** Gets the callable that declares this. */
  Callable getCallable() { none() }

  /** Gets the callable that declares this. */
  Callable getEnclosingCallable() { result = this.getCallable() }
}

/** A local variable. */
class LocalVariableDecl extends @localvar, LocalScopeVariable {
  override string getName() {
    exists(string name | localvars(this, name, _, _) |
      if name = "" then result = "_" else result = name
    )
  }

  override Type getType() { localvars(this, _, result, _) }

  /** Gets the expression that declares this. */
  LocalVariableDeclExpr getDeclExpr() { localvars(this, _, _, result) }

  /** Gets the expression that declares this. */
  Expr getParent() { localvars(this, _, _, result) }

  override Callable getCallable() { result = this.getDeclExpr().getEnclosingCallable() }

  override Expr getInitializer() { result = this.getDeclExpr().getInit() }

  /** Gets a text that describes this: type and name. */
  override string toString() { result = this.getType().getName() + " " + this.getName() }

  override string getAPrimaryQlClass() { result = "LocalVariableDecl" }
}

/** A parameter. */
class Parameter extends Element, @param, LocalScopeVariable {
  override string getName() { paramName(this, result) }

  override Type getType() { params(this, result, _, _, _) }

  /** Gets the position of this parameter, from 0. */
  int getPosition() { params(this, _, result, _, _) }

  override Callable getCallable() { params(this, _, _, result, _) }

  /** Holds if this is the parameter of `c` at position `pos`. */
  predicate hasPosition(Callable c, int pos) { params(this, _, pos, c, _) }

  /** Gets the parameter of the generic declaration of which this is an instantiation; itself, if it is none. */
  Parameter getSourceDeclaration() { params(this, _, _, _, result) }

  /** Holds if this is its own declaration. */
  predicate isSourceDeclaration() { this.getSourceDeclaration() = this }

  /** Holds if this takes a variable number of arguments. */
  predicate isVarargs() { isVarargsParam(this) }

  /**
   * Gets an argument for this parameter in a call whose static target has it. For a parameter that takes a variable
   * number of arguments these are all that go into its array.
   */
  Expr getAnArgument() {
    exists(Call call | call.getCallee().getAParameter() = this |
      not this.isVarargs() and result = call.getArgument(this.getPosition())
      or
      this.isVarargs() and exists(int i | i >= this.getPosition() and result = call.getArgument(i))
    )
  }

  override string toString() { result = this.getName() }

  override string getAPrimaryQlClass() { result = "Parameter" }
}
