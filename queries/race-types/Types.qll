/**
 * Instantiated types: which locks stand for the ghost parameters of the class of an expression, and what a lock of a member
 * is called by its user: `[e/this]l` of the paper, with `[l/x]` for ghosts.
 */

import java
import Declarations

/*-- Declared types --*/

/** Gets the class of the objects that values of the type `t` are, or that its components are. */
private RefType elementClass(Type t) {
  result = classOf(t) or
  result = elementClass(t.(Array).getElementType())
}

/** Holds if the type `t` has a lock for the ghost `g`. */
private predicate carries(Type t, Ghost g) {
  exists(RefType c | c = elementClass(t) and c.fromSource() |
    c = g.getDeclaringType() or sourceAncestor(c, g.getDeclaringType())
  )
}

/** Gets the lock that is written for `g` in the type of the declaration `decl`. */
LockExpr writtenArgument(Element decl, Ghost g) {
  exists(Clause c, RefType named |
    c.getKeyword() = "of" and
    decl = subjectOf(c) and
    result = lockNamed(c, c.getPart(g.getPlace()).regexpReplaceAll("\\s", ""))
  |
    (
      named = c.getElement().(TypeAccess).getType().(RefType).getSourceDeclaration()
      or
      not c.getElement() instanceof TypeAccess and named = elementClass(declaredType(decl))
    ) and
    (named = g.getDeclaringType() or sourceAncestor(named, g.getDeclaringType()))
  )
}

/** Gets the type that `decl` is declared with. */
private Type declaredType(Element decl) {
  result = decl.(Variable).getType() or
  result = decl.(Method).getReturnType() or
  result = decl.(Expr).getType()
}

/** Holds if `t` is `distance` classes around `here`, and code there can name its `this`. */
private predicate isAround(RefType here, int distance, RefType t) {
  here = scopeOfDefault(_) and t = here and distance = 0
  or
  exists(RefType inner |
    isAround(here, distance - 1, inner) and
    inner.(InnerClass).hasEnclosingInstance() and
    t = inner.getEnclosingType()
  )
}

/** Gets the class in which the lock for `g`, where none is written, is looked for. */
private RefType scopeOfDefault(Ghost g) {
  exists(Field f |
    carries(f.getType(), g) and
    not f.isStatic() and
    result = f.getDeclaringType() and
    f.fromSource()
  )
  or
  exists(Callable c | not c.isStatic() and result = thisTypeOf(c) and c.fromSource() |
    carries(c.(Method).getReturnType(), g)
    or
    exists(Expr e | carries(e.getType(), g) and e.getEnclosingCallable() = c)
    or
    carries(c.getAParameter().getType(), g)
  )
  or
  isOwnClassBelow(result, g)
}

/** Holds if `t` extends the class of `g`. */
private predicate isOwnClassBelow(RefType t, Ghost g) {
  t.fromSource() and
  sourceAncestor(t, g.getDeclaringType())
}

/** Gets a lock in the class `here` that may stand for `g`; the least `place` counts. */
private LockExpr option(RefType here, Ghost g, int place) {
  here = scopeOfDefault(g) and
  exists(RefType t, int distance | isAround(here, distance, t) |
    t = g.getDeclaringType() and
    place = 4 * distance and
    (
      g.isEnclosing() and result = TThisLock(g.getType())
      or
      result = TGhostLock(g)
    )
    or
    exists(Ghost own |
      own.getDeclaringType() = t and
      own.getType() = g.getType() and
      result = TGhostLock(own) and
      place = 4 * distance + 1
    )
    or
    (t = g.getType() or sourceAncestor(t, g.getType())) and
    result = TThisLock(t) and
    place = 4 * distance + 2
  )
}

/** Gets the lock that stands for `g` in the class `here`, if none is written. */
private LockExpr defaultArgument(RefType here, Ghost g) {
  result = option(here, g, min(int place | exists(option(here, g, place))))
}

/** Holds if `v` gets its type from what is assigned to it: a local variable without annotation. */
private predicate isInitialised(LocalVariableDecl v, Ghost g) {
  carries(v.getType(), g) and
  not exists(writtenArgument(v, g)) and
  exists(Expr value | value = v.getAnAssignedValue() and not value instanceof NullLiteral)
}

/** Gets the array or collection whose elements `v`, the variable of a loop, has. */
private Expr iteratedBy(LocalVariableDecl v) {
  exists(EnhancedForStmt s | s.getVariable().getVariable() = v and result = s.getExpr())
}

/** Gets the lock for `g` in the type of the variable, method or superclass `decl`, as it is declared. */
LockExpr declaredArgument(Element decl, Ghost g) {
  result = writtenArgument(decl, g)
  or
  not exists(writtenArgument(decl, g)) and
  (
    exists(Field f | f = decl and carries(f.getType(), g) and not f.isStatic() |
      result = defaultArgument(f.getDeclaringType(), g)
    )
    or
    exists(Method m | m = decl and carries(m.getReturnType(), g) and not m.isStatic() |
      result = defaultArgument(thisTypeOf(m), g)
    )
    or
    exists(Parameter p | p = decl and carries(p.getType(), g) and not p.getCallable().isStatic() |
      result = defaultArgument(thisTypeOf(p.getCallable()), g)
    )
    or
    exists(LocalVariableDecl v |
      v = decl and
      carries(v.getType(), g) and
      not isInitialised(v, g) and
      not carries(iteratedBy(v).getType(), g) and
      not v.getCallable().isStatic()
    |
      result = defaultArgument(thisTypeOf(v.getCallable()), g)
    )
  )
}

/** Gets the lock for `g` where it is a parameter of `t`, or of a class that `t` extends, in code of `t`. */
LockExpr ownArgument(RefType t, Ghost g) {
  g.getDeclaringType() = t and
  (
    g.isEnclosing() and result = TThisLock(g.getType())
    or
    result = TGhostLock(g)
  )
  or
  isOwnClassBelow(t, g) and
  (
    result = writtenArgument(t, g)
    or
    not exists(writtenArgument(t, g)) and result = defaultArgument(t, g)
  )
}

/*-- Types of expressions --*/

/** Gets a lock that stands for `g` in the type of `e`. */
LockExpr argumentOf(Expr e, Ghost g) {
  carries(e.getType(), g) and
  (
    e instanceof InstanceAccess and
    (
      if e.(InstanceAccess).isOwnInstanceAccess()
      then result = ownArgument(thisTypeOf(e.getEnclosingCallable()), g)
      else result = ownArgument(e.getType().(RefType).getSourceDeclaration(), g)
    )
    or
    result = newArgument(e, g)
    or
    result = argumentOf(e.(CastingExpr).getExpr(), g)
    or
    (
      result = writtenArgument(e.(CastingExpr), g)
      or
      e instanceof CastingExpr and
      not exists(writtenArgument(e, g)) and
      not carries(e.(CastingExpr).getExpr().getType(), g) and
      not hasWrittenContent(e.(CastingExpr).getExpr(), g) and
      result = defaultHere(e, g)
    )
    or
    result = argumentOfContent(e.(CastingExpr).getExpr(), g)
    or
    result = argumentOf(e.(ConditionalExpr).getABranchExpr(), g)
    or
    result = argumentOf(e.(AssignExpr).getSource(), g)
    or
    result = argumentOf(e.(ArrayAccess).getArray(), g)
    or
    // What a container gives, if nothing is written.
    e instanceof MethodCall and
    not carries(methodOf(e).getReturnType(), g) and
    (
      result = argumentOfContent(e, g)
      or
      not hasWrittenContent(e, g) and result = defaultHere(e, g)
    )
    or
    e instanceof ArrayCreationExpr and
    (
      result = writtenArgument(e, g)
      or
      not exists(writtenArgument(e, g)) and result = defaultHere(e, g)
    )
  )
  or
  result = argumentOfName(e, g)
}

/** Gets the method that `call` calls, if it is declared in the sources. */
private Method methodOf(MethodCall call) { result = call.getMethod().getSourceDeclaration() }

/** Holds if a lock for `g` is written in the type of the container on which `call` is called. */
private predicate hasWrittenContent(MethodCall call, Ghost g) {
  exists(Variable v | call.getQualifier() = v.getAnAccess() and exists(writtenArgument(v, g)))
}

/** Gets the lock for `g` that is written in the type of the container on which `call` is called. */
private LockExpr argumentOfContent(MethodCall call, Ghost g) {
  exists(Variable v | call.getQualifier() = v.getAnAccess() and not carries(v.getType(), g) |
    v instanceof Field and substitutes(call.getQualifier(), writtenArgument(v, g), result)
    or
    not v instanceof Field and result = writtenArgument(v, g)
  )
}

/** Gets the lock for `g` in the type of `e`, a variable or field or the result of a method of the sources. */
private LockExpr argumentOfName(Expr e, Ghost g) {
  exists(LocalScopeVariable v | e = v.getAnAccess() |
    result = declaredArgument(v, g)
    or
    isInitialised(v, g) and result = argumentOf(v.getAnAssignedValue(), g)
    or
    carries(v.getType(), g) and
    not exists(writtenArgument(v, g)) and
    result = argumentOf(iteratedBy(v), g)
  )
  or
  exists(Member m, LockExpr inner | m = e.(FieldAccess).getField() or m = methodOf(e) |
    inner = declaredArgument(m, g) and substitutes(e, inner, result)
  )
}

/** Gets the lock for `g` in the type of `e`, which makes an object. */
private LockExpr newArgument(ClassInstanceExpr e, Ghost g) {
  carries(e.getType(), g) and
  (
    result = writtenArgument(e, g)
    or
    not exists(writtenArgument(e, g)) and
    (
      g.isEnclosing() and exists(e.getQualifier()) and result = lockOf(e.getQualifier())
      or
      not (g.isEnclosing() and exists(e.getQualifier())) and result = defaultHere(e, g)
    )
  )
}

/** Gets the lock for `g` that is the default where `e` stands. */
private LockExpr defaultHere(Expr e, Ghost g) {
  carries(e.getType(), g) and
  (
    e instanceof CastingExpr or
    e instanceof ClassInstanceExpr or
    e instanceof MethodCall or
    e instanceof ArrayCreationExpr
  ) and
  not e.getEnclosingCallable().isStatic() and
  result = defaultArgument(thisTypeOf(e.getEnclosingCallable()), g)
}

/*-- Substitution --*/

/** Gets a lock that the declaration of `m` names: of its guard, of what it requires, of its types. */
LockExpr lockOfMember(Member m) {
  result = candidateGuard(m) or
  result = writtenRequires(m) or
  result = possibleRequires(m) or
  result = declaredArgument(m, _) or
  result = declaredArgument(m.(Callable).getAParameter(), _) or
  result = lockOfMember(m).getBase()
}

/** Gets the member that `site` uses. */
private Member memberOf(ExprParent site) {
  result = site.(FieldAccess).getField() or
  result = site.(Call).getCallee().getSourceDeclaration()
}

/** Gets the class around `t` or a class that it extends, at any distance, that is of the class `outer`. */
private RefType outerOf(RefType t, RefType outer) {
  exists(Ghost g | g.isEnclosing() and outer = g.getType()) and
  t.fromSource() and
  result = t.getEnclosingType() and
  (result = outer or sourceAncestor(result, outer))
  or
  result = outerOf(t.getEnclosingType(), outer)
}

/** Holds if `inner`, a lock as the member that `site` uses names it, is `outer` for the code of `site`. */
cached
predicate substitutes(ExprParent site, LockExpr inner, LockExpr outer) {
  exists(Member m, RefType home |
    m = memberOf(site) and
    inner = lockOfMember(m) and
    home = m.getDeclaringType().getSourceDeclaration()
  |
    inner = TThisLock(home) and outer = receiverLock(site)
    or
    // The instance around an inner class.
    exists(RefType around | inner = TThisLock(around) and around = home.getEnclosingType+() |
      exists(RefType t | t = receiverThis(site) | outer = TThisLock(outerOf(t, around)))
      or
      exists(Ghost g |
        g.isEnclosing() and
        g.getDeclaringType() = home and
        g.getType() = around and
        outer = argumentOf([receiverExpr(site), site.(ClassInstanceExpr)], g)
      )
    )
    or
    exists(Ghost g | inner = TGhostLock(g) |
      outer = ownArgument(receiverThis(site), g) or
      outer = argumentOf([receiverExpr(site), site.(ClassInstanceExpr)], g)
    )
    or
    exists(Parameter p | inner = TVariableLock(p) and p.getCallable() = m |
      outer = lockOf(site.(Call).getArgument(p.getPosition()))
    )
    or
    (inner = TClassLock(_) or inner = TStaticLock(_)) and outer = inner
  )
  or
  exists(LockExpr base, LockExpr outerBase, Field f |
    inner = TFieldLock(base, f) and
    inner = lockOfMember(memberOf(site)) and
    substitutes(site, base, outerBase) and
    outer = TFieldLock(outerBase, f)
  )
}
