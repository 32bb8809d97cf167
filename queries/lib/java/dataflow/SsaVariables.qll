/**
 * The variables that static single assignment form follows, callable by callable, and where they are read and written.
 *
 * These are the local variables and parameters, and the fields that are not volatile: own, static, of an enclosing
 * instance, or qualified by one of these variables.
 */

import java

/** A variable as one callable sees it. */
newtype TSsaSourceVariable =
  /** A local variable or parameter of `c`, or of a callable around it. */
  TLocalVar(Callable c, LocalScopeVariable v) {
    c = v.getCallable() or
    c = v.getAnAccess().getEnclosingCallable()
  } or
  /** A static field, or a field of `this`. */
  TPlainField(Callable c, Field f) {
    exists(FieldAccess a | isFollowed(a, f, c) | f.isStatic() or a.isOwnFieldAccess())
  } or
  /** A field of an instance of the class `t` around that of `c`. */
  TEnclosingField(Callable c, Field f, RefType t) {
    exists(FieldAccess a | isFollowed(a, f, c) and a.isEnclosingFieldAccess(t))
  } or
  /** A field of the object in `q`. */
  TQualifiedField(Callable c, TSsaSourceVariable q, Field f) {
    exists(FieldAccess a | isFollowed(a, f, c) and isQualifiedBy(a, q))
  }

/** Holds if `a`, in `c`, is an access to the field `f`, which is not volatile. */
private predicate isFollowed(FieldAccess a, Field f, Callable c) {
  f = a.getField() and
  c = a.getEnclosingCallable() and
  not f.isVolatile() and
  cfg_position(a, _, _)
}

/** Holds if `a` accesses an instance field of the object that the variable `q` holds. */
private predicate isQualifiedBy(FieldAccess a, TSsaSourceVariable q) {
  not a.getField().isStatic() and
  accessTo(a.getQualifier(), q)
}

/** Holds if `a` accesses `v`. */
cached
predicate accessTo(VarAccess a, TSsaSourceVariable v) {
  exists(Callable c, LocalScopeVariable l |
    v = TLocalVar(c, l) and a = l.getAnAccess() and c = a.getEnclosingCallable()
  )
  or
  exists(Callable c, Field f | v = TPlainField(c, f) and isFollowed(a, f, c) |
    f.isStatic() or a.(FieldAccess).isOwnFieldAccess()
  )
  or
  exists(Callable c, Field f, RefType t |
    v = TEnclosingField(c, f, t) and
    isFollowed(a, f, c) and
    a.(FieldAccess).isEnclosingFieldAccess(t)
  )
  or
  exists(Callable c, TSsaSourceVariable q, Field f |
    v = TQualifiedField(c, q, f) and isFollowed(a, f, c) and isQualifiedBy(a, q)
  )
}

/** A variable as one callable sees it, which may have several definitions. */
class SsaSourceVariable extends TSsaSourceVariable {
  /** Gets the variable: the local variable, parameter or field. */
  Variable getVariable() {
    this = TLocalVar(_, result) or
    this = TPlainField(_, result) or
    this = TEnclosingField(_, result, _) or
    this = TQualifiedField(_, _, result)
  }

  /** Gets an access to this variable in its callable. */
  VarAccess getAnAccess() { accessTo(result, this) }

  /** Gets the callable in which this is followed. */
  Callable getEnclosingCallable() {
    this = TLocalVar(result, _) or
    this = TPlainField(result, _) or
    this = TEnclosingField(result, _, _) or
    this = TQualifiedField(result, _, _)
  }

  /** Gets the variable that qualifies this one, if it is a qualified field. */
  SsaSourceVariable getQualifier() { this = TQualifiedField(_, result, _) }

  /** Gets the type of this variable. */
  Type getType() { result = this.getVariable().getType() }

  /** Gets the place where the variable is declared. */
  Location getLocation() { result = this.getVariable().getLocation() }

  /** Gets a text that describes this. */
  string toString() {
    exists(LocalScopeVariable v, Callable c | this = TLocalVar(c, v) |
      if c = v.getCallable()
      then result = v.getName()
      else result = v.getName() + " captured by " + c.getName()
    )
    or
    exists(Field f | this = TPlainField(_, f) |
      if f.isStatic()
      then result = f.getDeclaringType().getName() + "." + f.getName()
      else result = "this." + f.getName()
    )
    or
    exists(Field f, RefType t | this = TEnclosingField(_, f, t) |
      result = t.getName() + ".this." + f.getName()
    )
    or
    exists(SsaSourceVariable q, Field f | this = TQualifiedField(_, q, f) |
      result = q.toString() + "." + f.getName()
    )
  }
}

/** A field as one callable sees it. */
class SsaSourceField extends SsaSourceVariable {
  SsaSourceField() { not this = TLocalVar(_, _) }

  /** Gets the field. */
  Field getField() { result = this.getVariable() }
}

/** Holds if `v` is read at place `i` of `b`, by the expression `read`. */
predicate readsAt(SsaSourceVariable v, BasicBlock b, int i, VarAccess read) {
  accessTo(read, v) and
  cfg_position(read, b, i) and
  not exists(AssignExpr a | a.getDest() = read)
}

/**
 * Holds if an object that can use the local variable `v` later, as it has captured it, is made at place `i` of `b` by
 * `creation`.
 */
predicate capturesAt(SsaSourceVariable v, BasicBlock b, int i, ClassInstanceExpr creation) {
  exists(LocalScopeVariable l, Callable inner, Callable outer |
    v = TLocalVar(outer, l) and
    exists(TLocalVar(inner, l)) and
    inner != outer and
    cfg_position(creation, b, i) and
    outer = creation.getEnclosingCallable()
  |
    inner.getDeclaringType() = creation.getAnonymousClass() or
    inner.getDeclaringType() = creation.getConstructedType().getSourceDeclaration().(LocalClass)
  )
}

/** Holds if `update`, at place `i` of `b`, gives a value to `v`. */
predicate writesAt(SsaSourceVariable v, BasicBlock b, int i, VariableUpdate update) {
  cfg_position(update, b, i) and
  (
    accessTo([update.(Assignment).getDest(), update.(UnaryAssignExpr).getOperand()], v)
    or
    exists(LocalVariableDecl l | v = TLocalVar(l.getCallable(), l) and update = l.getDeclExpr() |
      exists(l.getInitializer()) or update.(LocalVariableDeclExpr).hasImplicitInit()
    )
  )
}

/** Holds if the place `i` of `b` gives a value to a variable in the qualifier of `v`, which so becomes another one. */
predicate changesQualifierAt(SsaSourceVariable v, BasicBlock b, int i) {
  exists(SsaSourceVariable q | q = v.getQualifier() |
    writesAt(q, b, i, _) or changesQualifierAt(q, b, i)
  )
}

/** Holds if `v` has a value when its callable begins: it is a parameter, a field, or captured. */
predicate hasValueAtEntry(SsaSourceVariable v, BasicBlock entry) {
  cfg_blocks(entry, v.getEnclosingCallable(), 1) and
  (
    v instanceof SsaSourceField
    or
    exists(Parameter p | v = TLocalVar(p.getCallable(), p))
    or
    exists(LocalScopeVariable l, Callable c | v = TLocalVar(c, l) and c != l.getCallable())
  )
}
