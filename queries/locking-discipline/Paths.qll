/**
 * What an expression is certainly called: paths of variables, `this`, class objects and fields, and the definite aliases
 * among them (section 4.2 of the paper).
 *
 * What flows in are expressions that name locks, or objects that locks may be named by. What comes out are paths, each
 * in the terms of the callable in which the expression stands; two expressions that share one denote one object, as
 * long as nothing assigns an unstable part of it in between (`java.concurrency` calls the coarser notion, which has no
 * objects in it, a monitor).
 */

import java
import java.callgraph.CallGraph
import java.concurrency.AccessPaths
import java.concurrency.Contexts
import java.concurrency.GuardExpressions
import java.concurrency.Held
import java.concurrency.LockTypes
import java.concurrency.Locks
import java.concurrency.ThreadEntries

/*-- Where paths are wanted --*/

/** Holds if `c` takes a lock in its own code. */
private predicate locksItself(Callable c) {
  c.isSynchronized() or
  c = any(SynchronizedStmt s).getEnclosingCallable() or
  c = any(LockAcquire call).getEnclosingCallable()
}

/** Holds if nothing is held at `site`, as its own callable tells. */
pragma[nomagic]
private predicate isBareSite(Callable caller, ExprParent site, Callable callee) {
  leadsOn(caller, site, callee) and
  not (locksItself(caller) and locallyHeld(nodeOfSite(site), _, _))
}

/** Holds if a thread may come to `c` with no lock held. */
pragma[nomagic]
private predicate isEnteredBare(Callable c) {
  isEntry(c)
  or
  exists(Callable caller | isEnteredBare(caller) and isBareSite(caller, _, c))
}

/** Holds if a lock may be held in `c`: it takes one, or all that lead to it do, or it says that its callers do. */
cached
predicate mayHoldLocks(Callable c) {
  locksItself(c)
  or
  AllLocks::isReached(c) and not isEnteredBare(c)
  or
  exists(GuardDeclaration d | c = d.getElement())
  or
  exists(MethodCall call |
    call.getMethod().hasQualifiedName("java.lang", "Thread", "holdsLock") and
    c = call.getEnclosingCallable()
  )
}

/** Gets the type whose members `a` names, if it is a class around the code of `a`, or its own. */
private RefType impliedOwner(FieldAccess a) {
  not a.hasQualifier() and
  not a.getField().isStatic() and
  result = ownerAround(a, a.getField())
}

/** Gets the innermost class around `e` whose objects have the member `m`. */
pragma[nomagic]
private RefType ownerAround(Expr e, Member m) {
  namesMember(e, m) and
  exists(RefType t | t = thisTypeOf(e.getEnclosingCallable()) |
    result = memberOwner(t, m.getDeclaringType().getSourceDeclaration())
  )
}

private predicate namesMember(Expr e, Member m) {
  exists(FieldAccess a | a = e and not a.hasQualifier() and m = a.getField() and not m.isStatic())
  or
  exists(MethodCall c |
    c = e and not c.hasQualifier() and m = c.getMethod().getSourceDeclaration() and not m.isStatic()
  )
}

pragma[nomagic]
private predicate isNamedIn(RefType t, RefType declaring) {
  exists(Expr e, Member m |
    namesMember(e, m) and
    t = thisTypeOf(e.getEnclosingCallable()) and
    declaring = m.getDeclaringType().getSourceDeclaration()
  )
}

/** Holds if `outer` is `t`, or `distance` classes around it. */
private predicate enclosesAt(RefType t, RefType outer, int distance) {
  isNamedIn(t, _) and outer = t and distance = 0
  or
  exists(RefType inner | enclosesAt(t, inner, distance - 1) and outer = inner.getEnclosingType())
}

/** Gets the class of the object whose member is meant where code of `t` names one that `declaring` declares. */
cached
private RefType memberOwner(RefType t, RefType declaring) {
  isNamedIn(t, declaring) and
  exists(int distance |
    distance = min(int d |
      exists(RefType outer | enclosesAt(t, outer, d) and outer.getASourceSupertype*() = declaring)
    ) and
    enclosesAt(t, result, distance)
  )
}

/*-- Stability --*/

/** Holds if `f` is not assigned once its object, or its class, is made and known to others. */
cached
predicate isStable(Field f) {
  f.isFinal()
  or
  f.fromSource() and
  not isReassigned(f) and
  (f.isPrivate() or isHidden(f.getDeclaringType()) or not (f.isPublic() or f.isProtected())) and
  not f instanceof EnumConstant
}

/** Holds if `v` is assigned at its declaration only, or once. */
private predicate isAssignedOnce(LocalVariableDecl v) {
  strictcount(v.getAnAssignedValue()) = 1 and
  not exists(VarWrite w | w.getVariable() = v and not exists(AssignExpr a | a.getDest() = w)) and
  (
    exists(v.getInitializer()) or
    // `x` is declared without a value, and given one later.
    strictcount(VarWrite w | w.getVariable() = v) = 1
  )
}

/** Holds if `v`, a variable of a callable, has one value as long as it exists. */
predicate isConstant(LocalScopeVariable v) {
  isAssignedOnce(v)
  or
  not exists(VarWrite w | w.getVariable() = v)
}

/*-- Paths --*/

/** Gets the greatest number of members in a path. */
private int memberBound() { result = 4 }

/** Holds if a path for `e` is wanted. */
cached
predicate isNamedExpr(Expr e) {
  exists(Callable c | c = e.getEnclosingCallable() and mayHoldLocks(c)) and
  (
    e = any(SynchronizedStmt s).getExpr()
    or
    e = any(LockCall call).getQualifier()
    or
    exists(FieldAccess a | e = a or e = a.getQualifier())
    or
    exists(MethodCall call | e = call.getQualifier() and not call.getMethod().isStatic())
    or
    exists(Call call | e = call.getAnArgument() and e.getType() instanceof RefType) and
    (e instanceof VarAccess or e instanceof ThisAccess)
    or
    e = any(ArrayAccess a).getArray()
    or
    exists(MethodCall call |
      call.getMethod().hasQualifiedName("java.lang", "Thread", "holdsLock") and
      e = call.getArgument(0)
    )
  )
  or
  exists(Expr outer | isNamedExpr(outer) |
    e = outer.(CastingExpr).getExpr() or
    e = outer.(AssignExpr).getSource() or
    e = outer.(FieldAccess).getQualifier() or
    e = outer.(MethodCall).getQualifier()
  )
  or
  // What a variable that is named holds.
  exists(VarAccess access | isNamedExpr(access) |
    isAssignedOnce(access.getVariable()) and e = access.getVariable().getAnAssignedValue()
  )
  or
  exists(AssignExpr a | isNamedExpr(a.getSource()) and a.getDest() = e and e instanceof FieldAccess)
}

/** A path: what code calls an object. */
newtype TPath =
  /** The object of the class `t` in whose code this is, or one around it. */
  TThisPath(RefType t) {
    t = thisTypeOf(any(Callable c | mayHoldLocks(c))) or
    t = impliedOwner(any(FieldAccess a | isNamedExpr(a))) or
    t = memberOwner(_, _) or
    t = any(ThisAccess a | isNamedExpr(a)).getType().(RefType).getSourceDeclaration() or
    t = any(GuardDeclaration d).getGuard().getRoot().getThisType()
  } or
  /** A variable of a callable. */
  TVariablePath(LocalScopeVariable v) {
    v.getType() instanceof RefType and
    (
      isNamedExpr(v.getAnAccess())
      or
      exists(Callable c | mayHoldLocks(c) and c = v.(Parameter).getCallable())
      or
      exists(GuardDeclaration d | v = d.getGuard().getRoot().getParameter())
    )
  } or
  /** The object of a class. */
  TClassPath(RefType t) {
    exists(TypeLiteral literal |
      isNamedExpr(literal) and t = literal.getReferencedType().(RefType).getSourceDeclaration()
    )
    or
    exists(Method m | m.isSynchronized() and m.isStatic() and t = m.getDeclaringType())
    or
    t = any(GuardDeclaration d).getGuard().getClassType()
  } or
  /** A static field. */
  TStaticPath(Field f) {
    f.isStatic() and
    (
      exists(FieldAccess a | isNamedExpr(a) and f = a.getField())
      or
      exists(GuardDeclaration d | f = d.getGuard().getRoot().getField())
    ) and
    not f.getType() instanceof PrimitiveType
  } or
  /** What a static method without parameters returns. */
  TStaticMethodPath(Method m) {
    m.isStatic() and
    (
      exists(MethodCall call |
        isNamedExpr(call) and isPathMethod(call) and m = call.getMethod().getSourceDeclaration()
      )
      or
      m = any(GuardDeclaration d).getGuard().getRoot().getMethod()
    )
  } or
  /** What the member `m`, a field or a method without parameters, of the object `base` is or gives. */
  TMemberPath(TPath base, Member m) {
    sizeOf(base) < memberBound() and
    (isWrittenMember(_, base, m) or isGuardMember(_, base, m) or isTranslatedMember(base, m))
  }

/** Gets the number of members in `p`. */
private int sizeOf(TPath p) {
  (
    p = TThisPath(_) or
    p = TVariablePath(_) or
    p = TClassPath(_) or
    p = TStaticPath(_) or
    p = TStaticMethodPath(_)
  ) and
  result = 0
  or
  exists(TPath base | p = TMemberPath(base, _) and result = sizeOf(base) + 1)
}

/** Holds if `call` may be a part of a path: of a method without parameters that is not one of locks. */
private predicate isPathMethod(MethodCall call) {
  call.getMethod().hasNoParameters() and
  call.getMethod().getReturnType() instanceof RefType and
  call.getMethod().fromSource() and
  not call instanceof LockCall
}

/** Gets the field that `m`, a getter, returns of its receiver. */
private Field gotten(Method m) {
  exists(ReturnStmt s, FieldAccess a |
    s = unique(ReturnStmt r | r.getEnclosingCallable() = m) and
    a = s.getExpr() and
    result = a.getField() and
    (a.isOwnFieldAccess() or result.isStatic()) and
    not overridesDirectly(_, m) and
    m.hasNoParameters() and
    isStable(result)
  )
}

/** Gets the member that `e` names of an object: a field, or a method that does more than to return one. */
private Member memberOf(Expr e) {
  isNamedExpr(e) and
  (
    result = e.(FieldAccess).getField() and not result.isStatic()
    or
    isPathMethod(e) and
    exists(Method m | m = e.(MethodCall).getMethod().getSourceDeclaration() and not m.isStatic() |
      result = gotten(m) and not result.isStatic()
      or
      not exists(gotten(m)) and result = m
    )
  )
}

/** Holds if `base` denotes the object whose member `e` names. */
private predicate denotesOwner(Expr e, TPath base) {
  exists(memberOf(e)) and
  (
    isCalled(e.(FieldAccess).getQualifier(), base)
    or
    isCalled(e.(MethodCall).getQualifier(), base)
    or
    exists(Member m |
      (m = e.(FieldAccess).getField() or m = e.(MethodCall).getMethod().getSourceDeclaration()) and
      base = TThisPath(ownerAround(e, m))
    )
  )
}

/** Holds if `e` names the member `m` of `base`. */
private predicate isWrittenMember(Expr e, TPath base, Member m) {
  m = memberOf(e) and
  denotesOwner(e, base)
}

/**
 * Gets the stable field of the same object of which `f` only ever holds the value, or a view of whose lock it holds: `f` may be
 * assigned again and again, since it gets the same object each time.
 */
private Field copiedField(Field f) {
  not f.isStatic() and
  f.fromSource() and
  result = unique(Field g | g = copiedBy(f, _)) and
  forall(Expr value | value = f.getAnAssignedValue() and not value instanceof NullLiteral |
    exists(copiedBy(f, value))
  ) and
  not exists(FieldWrite w | w.getField() = f and not w.isOwnFieldAccess()) and
  isStable(result) and
  (isStable(f) or f.isPrivate())
}

private Field copiedBy(Field f, Expr value) {
  value = f.getAnAssignedValue() and
  not f.isStatic() and
  not result.isStatic() and
  exists(FieldAccess a | a.getField() = result and a.isOwnFieldAccess() |
    value = a
    or
    isLockView(value) and value.(MethodCall).getQualifier() = a
  )
}

/** Holds if the stable field `f` is the object itself that has it. */
private predicate isSelf(Field f) {
  isStable(f) and
  not f.isStatic() and
  unique(Expr value | value = f.getAnAssignedValue()) instanceof ThisAccess
}

/** Holds if `e` is certainly `p`: the path that is written there, or a definite alias. */
cached
predicate isCalled(Expr e, TPath p) {
  isNamedExpr(e) and
  (
    exists(RefType own, RefType t |
      own = thisTypeOf(e.getEnclosingCallable()) and
      t = e.(ThisAccess).getType().(RefType).getSourceDeclaration()
    |
      if t != own and exists(e.(ThisAccess).getQualifier())
      then p = TThisPath(t)
      else p = TThisPath(own)
    )
    or
    e instanceof SuperAccess and p = TThisPath(thisTypeOf(e.getEnclosingCallable()))
    or
    p = TClassPath(e.(TypeLiteral).getReferencedType().(RefType).getSourceDeclaration())
    or
    p = TStaticPath(e.(FieldAccess).getField())
    or
    p = TVariablePath(e.(VarAccess).getVariable())
    or
    isAssignedOnce(e.(VarAccess).getVariable()) and
    isCalled(e.(VarAccess).getVariable().getAnAssignedValue(), p) and
    isStablePath(p)
    or
    isCalled(e.(CastingExpr).getExpr(), p)
    or
    isCalled(e.(AssignExpr).getSource(), p)
    or
    isLockView(e) and isCalled(e.(MethodCall).getQualifier(), p)
    or
    exists(Method m |
      isPathMethod(e) and m = e.(MethodCall).getMethod().getSourceDeclaration() and m.isStatic()
    |
      p = TStaticPath(gotten(m))
      or
      not exists(gotten(m)) and p = TStaticMethodPath(m)
    )
    or
    p =
      TStaticPath(any(Field f |
          f.isStatic() and f = gotten(e.(MethodCall).getMethod().getSourceDeclaration())
        )) and
    isPathMethod(e)
    or
    exists(TPath base, Member m | isWrittenMember(e, base, m) |
      p = TMemberPath(base, m)
      or
      p = TMemberPath(base, copiedField(m))
      or
      isSelf(m) and p = base
    )
  )
}

/** Holds if `b` may be executed after `a`, both of one callable. */
bindingset[a, b]
pragma[inline_late]
predicate mayFollow(ControlFlowNode a, ControlFlowNode b) {
  exists(BasicBlock one, BasicBlock other, int i, int j |
    cfg_position(a, one, i) and cfg_position(b, other, j)
  |
    one = other and i < j
    or
    other = one.getASuccessor+()
  )
}

/** Holds if no part of `p` is assigned as long as it can be named. */
predicate isStablePath(TPath p) {
  p = TThisPath(_)
  or
  p = TClassPath(_)
  or
  exists(LocalScopeVariable v | p = TVariablePath(v) and isConstant(v))
  or
  exists(Field f | p = TStaticPath(f) and isStable(f))
  or
  exists(TPath base, Field f | p = TMemberPath(base, f) and isStable(f) and isStablePath(base))
}

/** A path: what code calls an object. */
class Path extends TPath {
  /** Gets the object of which this names a member. */
  Path getBase() { this = TMemberPath(result, _) }

  /** Gets the last member that this names. */
  Member getMember() { this = TMemberPath(_, result) }

  /** Gets the beginning of this. */
  Path getRoot() {
    result = this.getBase().getRoot()
    or
    not exists(this.getBase()) and result = this
  }

  /** Gets the class of the object that this is, if it is `this` or `C.this`. */
  RefType getThisType() { this = TThisPath(result) }

  /** Gets the variable that this is. */
  LocalScopeVariable getVariable() { this = TVariablePath(result) }

  /** Gets a field or variable that occurs in this. */
  Variable getAVariable() {
    result = this.getVariable() or
    this = TStaticPath(result) or
    result = this.getMember() or
    result = this.getBase().getAVariable()
  }

  /** Holds if this means the same everywhere. */
  predicate isGlobal() {
    exists(Path root | root = this.getRoot() |
      root = TClassPath(_) or root = TStaticPath(_) or root = TStaticMethodPath(_)
    )
  }

  /** Holds if nothing in this is ever assigned, and it has no calls: it may stand in what is inferred. */
  predicate isStable() { isStablePath(this) }

  /** Holds if a method is called in this. */
  predicate hasMethod() {
    this = TStaticMethodPath(_) or
    this.getMember() instanceof Method or
    this.getBase().hasMethod()
  }

  /** Gets the declared type of this. */
  RefType getType() {
    this = TThisPath(result)
    or
    result = this.getVariable().getType().getErasure()
    or
    exists(Field f | this = TStaticPath(f) and result = f.getType().getErasure())
    or
    result = this.getMember().(Field).getType().getErasure()
    or
    result = this.getMember().(Method).getReturnType().getErasure()
    or
    exists(Method m | this = TStaticMethodPath(m) and result = m.getReturnType().getErasure())
  }

  /** Gets the Java text of this. */
  string toString() {
    exists(RefType t | this = TThisPath(t) and result = t.getName() + ".this")
    or
    result = this.getVariable().getName()
    or
    exists(RefType t | this = TClassPath(t) and result = t.getName() + ".class")
    or
    exists(Field f |
      this = TStaticPath(f) and result = f.getDeclaringType().getName() + "." + f.getName()
    )
    or
    exists(Method m |
      this = TStaticMethodPath(m) and
      result = m.getDeclaringType().getName() + "." + m.getName() + "()"
    )
    or
    result = this.getBase().toString() + "." + this.getMember().getName() + this.callText()
  }

  private string callText() {
    this.getMember() instanceof Method and result = "()"
    or
    this.getMember() instanceof Field and result = ""
  }
}

/*-- Guards as paths --*/

/** Holds if `m` of `base` is named where the guard of `d` is used: see `guardFrom`. */
private predicate isGuardMember(GuardDeclaration d, TPath base, Member m) {
  exists(GuardExpr g, TPath self |
    g = partOf(d) and
    guardFrom(d, g.getBase(), self, base) and
    (
      m = g.getField()
      or
      exists(Method n | n = g.getMethod() |
        m = gotten(n) and not m.isStatic()
        or
        not exists(gotten(n)) and m = n
      )
    )
  )
}

/** Gets a part of the guard of `d`, from its beginning on. */
private GuardExpr partOf(GuardDeclaration d) {
  result = d.getGuard() or
  result = partOf(d).getBase()
}

/** Holds if `self` is what an object that has the element of `d` is called somewhere, or the value of that element. */
private predicate isSelfPath(GuardDeclaration d, TPath self) {
  exists(Element e | e = d.getElement() |
    exists(FieldAccess a | a.getField() = e |
      if partOf(d).isItself() then isCalled(a, self) else denotesOwner(a, self)
    )
    or
    exists(VarAccess a | a.getVariable() = e and e instanceof Parameter |
      if partOf(d).isItself()
      then isCalled(a, self)
      else self = TThisPath(thisTypeOf(e.(Parameter).getCallable()))
    )
    or
    exists(MethodCall call | call.getMethod().getSourceDeclaration() = e | receiverIs(call, self))
    or
    self = TThisPath(e.(Method).getDeclaringType().getSourceDeclaration())
  )
}

/** Holds if `p` denotes the receiver of `call`. */
predicate receiverIs(MethodCall call, TPath p) {
  isCalled(call.getQualifier(), p)
  or
  exists(Method m | m = call.getMethod().getSourceDeclaration() and not m.isStatic() |
    p = TThisPath(ownerAround(call, m))
  )
  or
  call.getQualifier() instanceof SuperAccess and
  p = TThisPath(thisTypeOf(call.getEnclosingCallable()))
}

/**
 * Holds if the part `g` of the guard of `d` is `p` where `self` is the object that has the element (or, for guards that begin
 * with `itself`, its value).
 */
private predicate guardFrom(GuardDeclaration d, GuardExpr g, TPath self, TPath p) {
  g = partOf(d) and
  isSelfPath(d, self) and
  (
    g.isItself() and p = self
    or
    exists(RefType t | t = g.getThisType() |
      isOwnGuardClass(d, t) and p = self
      or
      not isOwnGuardClass(d, t) and p = TThisPath(t)
    )
    or
    p = TVariablePath(g.getParameter())
    or
    p = TClassPath(g.getClassType())
    or
    not exists(g.getBase()) and p = TStaticPath(g.getField())
    or
    not exists(g.getBase()) and
    exists(Method m | m = g.getMethod() |
      p = TStaticPath(gotten(m))
      or
      not exists(gotten(m)) and p = TStaticMethodPath(m)
    )
    or
    exists(TPath base | guardFrom(d, g.getBase(), self, base) |
      exists(Member m |
        isGuardStep(g, m) and
        (
          p = TMemberPath(base, m)
          or
          p = TMemberPath(base, copiedField(m))
          or
          isSelf(m) and p = base
        )
      )
      or
      exists(g.getBase()) and not exists(g.getField()) and not exists(g.getMethod()) and p = base
    )
  )
}

private predicate isGuardStep(GuardExpr g, Member m) {
  exists(g.getBase()) and
  (
    m = g.getField()
    or
    exists(Method n | n = g.getMethod() |
      m = gotten(n) and not m.isStatic()
      or
      not exists(gotten(n)) and m = n
    )
  )
}

/** Holds if `t`, whose object the guard of `d` begins with, is the class of the element itself. */
private predicate isOwnGuardClass(GuardDeclaration d, RefType t) {
  t = partOf(d).getThisType() and
  t = elementOwner(d.getElement())
}

private RefType elementOwner(Element e) {
  result = e.(Member).getDeclaringType().getSourceDeclaration() or
  result = e.(Parameter).getCallable().getDeclaringType().getSourceDeclaration()
}

/** Holds if the guard of `d` is `p` where `self` is the object that has the element, or its value: viewpoint adaptation. */
predicate guardIs(GuardDeclaration d, TPath self, TPath p) { guardFrom(d, d.getGuard(), self, p) }

/** Holds if `p` denotes the object of which `a` accesses a field. */
predicate ownerIs(FieldAccess a, TPath p) { isNamedExpr(a) and denotesOwner(a, p) }

/*-- Calls --*/

/** Holds if what `callee`, run by `site`, calls `inner`, a variable or `this`, is `outer` in the caller. */
cached
predicate renamesRoot(ExprParent site, Callable callee, TPath inner, TPath outer) {
  exists(Callable caller |
    leadsOn(caller, site, callee) and mayHoldLocks(caller) and mayHoldLocks(callee)
  |
    inner = TThisPath(thisTypeOf(callee)) and
    not callee.isStatic() and
    not isOwnFunction(site, callee) and
    receiverIs(site, outer)
    or
    exists(int i |
      inner = TVariablePath(callee.getParameter(i)) and
      not callee.isVarargs() and
      site.(Call).getCallee().getSourceDeclaration().getNumberOfParameters() =
        callee.getNumberOfParameters() and
      isCalled(site.(Call).getArgument(i), outer)
    )
    or
    // The objects around: of the same class, or of one within the other.
    exists(RefType around |
      inner = TThisPath(around) and
      around = thisTypeOf(callee).getEnclosingType+() and
      outer = inner and
      (
        thisTypeOf(caller) = thisTypeOf(callee) and isOnOwnObject(site)
        or
        around = thisTypeOf(caller).getEnclosingType*()
      )
    )
    or
    // A function that stands in the caller has its `this` and its variables.
    isOwnFunction(site, callee) and
    (
      inner = TThisPath(thisTypeOf(callee).getEnclosingType*())
      or
      exists(LocalScopeVariable v |
        inner = TVariablePath(v) and
        v.getCallable() = caller and
        isConstant(v) and
        exists(VarAccess a | a.getVariable() = v and a.getEnclosingCallable() = callee)
      )
    ) and
    outer = inner
  )
}

/** Holds if `callee` is the body of a lambda expression that stands in the callable of `site`, which runs it. */
private predicate isOwnFunction(ExprParent site, Callable callee) {
  exists(LambdaExpr lambda |
    leadsOn(lambda.getEnclosingCallable(), site, callee) and isLambdaMethod(callee, lambda)
  )
}

private predicate isOnOwnObject(MethodCall call) {
  not call.hasQualifier() or
  call.getQualifier() instanceof InstanceAccess
}

/** Holds if `outer`, which is held at some call, is `inner` in what the call runs. */
cached
predicate renames(ExprParent site, Callable callee, TPath inner, TPath outer) {
  renamesRoot(site, callee, inner, outer)
  or
  exists(TPath innerBase, TPath outerBase, Member m |
    renames(site, callee, innerBase, outerBase) and
    outer = TMemberPath(outerBase, m) and
    inner = TMemberPath(innerBase, m)
  )
}

/** Holds if some path that a caller has is `base` and then `m` in something that it calls. */
private predicate isTranslatedMember(TPath base, Member m) {
  exists(TPath outerBase, TPath outer |
    renames(_, _, base, outerBase) and
    outer = TMemberPath(outerBase, m) and
    m instanceof Field and
    isLockMember(m)
  )
}

/** Holds if `m` is a field that is locked somewhere, or is part of the path of a lock. */
private predicate isLockMember(Member m) {
  exists(Expr e |
    e = any(SynchronizedStmt s).getExpr() or e = any(LockAcquire call).getQualifier()
  |
    m = e.(FieldAccess).getField()
    or
    m = e.(FieldAccess).getQualifier+().(FieldAccess).getField()
    or
    exists(LocalVariableDecl v |
      e = v.getAnAccess() and m = v.getAnAssignedValue().(FieldAccess).getField()
    )
    or
    m = e.(MethodCall).getQualifier().(FieldAccess).getField()
    or
    m = gotten(e.(MethodCall).getMethod().getSourceDeclaration())
  )
}
