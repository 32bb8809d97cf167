/** Variables: fields, parameters and local variables. */

import java.Element
import java.Expr
import java.Member
import java.Type

/** A variable. */
class Variable extends @variable, Annotatable, Element, Modifiable {
  /** Gets the type of this variable. */
  Type getType() { none() }

  /** Gets an access to this variable. */
  VarAccess getAnAccess() { variableBinding(result, this) }

  /** Gets an expression that is assigned to this variable, its initialiser included. */
  Expr getAnAssignedValue() {
    exists(LocalVariableDeclExpr e | e.getVariable() = this and result = e.getInit())
    or
    exists(AssignExpr e | e.getDest() = this.getAnAccess() and result = e.getSource())
  }

  /** Gets the initialiser of this variable, if it has one. */
  Expr getInitializer() { none() }

  override string toString() { result = this.getName() }
}

/** A variable of a method: a local variable or a parameter. */
class LocalScopeVariable extends Variable, @localscopevariable {
  /** Gets the callable to which this belongs. */
  Callable getCallable() { none() }
}

/** A local variable. */
class LocalVariableDecl extends @localvar, LocalScopeVariable {
  override string getName() { localvars(this, result, _, _) }

  override Type getType() { localvars(this, _, result, _) }

  /** Gets the expression that declares this. */
  LocalVariableDeclExpr getDeclExpr() { localvars(this, _, _, result) }

  override Callable getCallable() { result = this.getDeclExpr().getEnclosingCallable() }

  /** Gets the callable to which this belongs. */
  Callable getEnclosingCallable() { result = this.getCallable() }

  override Expr getInitializer() { result = this.getDeclExpr().getInit() }

  override string toString() { result = this.getType().getName() + " " + this.getName() }
}

/** A parameter. */
class Parameter extends Element, @param, LocalScopeVariable {
  override string getName() { paramName(this, result) }

  override Type getType() { params(this, result, _, _, _) }

  /** Gets the position of this parameter, from 0. */
  int getPosition() { params(this, _, result, _, _) }

  override Callable getCallable() { params(this, _, _, result, _) }

  /** Gets the declaration of which this is an instantiation; itself, if it is none. */
  Parameter getSourceDeclaration() { params(this, _, _, _, result) }

  /** Holds if this takes a variable number of arguments. */
  predicate isVarargs() { isVarargsParam(this) }

  /** Gets an argument that a call gives to this parameter. */
  Expr getAnArgument() {
    exists(Call call | call.getCallee() = this.getCallable() |
      result = call.getArgument(this.getPosition()) and not this.isVarargs()
    )
  }

  override string toString() { result = this.getName() }
}
