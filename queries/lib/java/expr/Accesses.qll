/** Accesses: to `this`, variables, fields, array elements. */

import java.Element
import java.Expr
import java.Member
import java.Statement
import java.Type
import java.Variable
private import java.expr.ImplicitReceivers

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

/** An access to a variable; not what nobody wrote of the assignment that initialises a field. */
class VarAccess extends Expr, @varaccess {
  VarAccess() { not compiler_generated(this, 8) }

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
