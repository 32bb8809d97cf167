/**
 * Access paths: what code calls an object. A path begins at `this`, `C.this`, a variable, a static field, `C.class` or a
 * static method without parameters, and goes on by fields, methods without parameters and elements of arrays, up to a
 * bound.
 *
 * Each expression has one path, the simplest that certainly denotes its object: a variable that is assigned once from
 * lasting names is these names, a getter is the field that it gives back, a view of a lock is the lock, a field that
 * only copies another one is that one. Two expressions of one callable that share a path denote one object, as long as
 * nothing on it is assigned in between; a path that `isStable` is never assigned. What a called method calls an object
 * of its caller, `Substitution` says.
 *
 * Paths are made for what is asked for: whoever needs more than those before extends `PathRequest`.
 */

import java
import codeql.util.Unit
import java.callgraph.CallGraph
import java.concurrency.LockTypes
import java.concurrency.Stability
import java.models.Models

/** What somebody needs access paths for. */
class PathRequest extends Unit {
  /** Holds if the path of `e` is asked for; those of its parts are too. */
  predicate names(Expr e) { none() }

  /** Holds if the path of the object on which `call` is made is asked for, said or implied. */
  predicate calls(MethodCall call) { none() }

  /** Holds if paths may begin at `e`, a variable, a static field or method, or a class: at its object, or around `this`. */
  predicate begins(Element e) { none() }

  /** Holds if `base` and then `last` is a path, although no expression of its callable says so. */
  predicate leads(TAccessPath base, TStep last) { none() }
}

/** Gets the greatest number of names in an access path, its beginning included. */
int pathBound() { result = max(int value | lockBound("names", value)) }

/** Holds if `m` is the method that runs the body of `lambda`. */
predicate isLambdaMethod(Method m, LambdaExpr lambda) { m = lambda.asMethod() }

/** Gets the callable in which the code of `c` stands: `c` itself or, of a lambda's method, what contains the lambda. */
Callable hostOf(Callable c) {
  not isLambdaMethod(c, _) and result = c
  or
  exists(LambdaExpr lambda |
    isLambdaMethod(c, lambda) and result = hostOf(lambda.getEnclosingCallable())
  )
}

/** Gets the callable in which the lambda expression or the anonymous class stands that `c` belongs to. */
Callable hostCallable(Callable c) {
  exists(LambdaExpr lambda | isLambdaMethod(c, lambda) and result = lambda.getEnclosingCallable())
  or
  exists(ClassInstanceExpr e |
    e.getAnonymousClass() = c.getDeclaringType() and result = e.getEnclosingCallable()
  )
}

/** Gets the class whose instance `this` is in the code of `c`. */
RefType thisTypeOf(Callable c) { result = hostOf(c).getDeclaringType().getSourceDeclaration() }

/** Gets the expression of the lock that `call` is about: of a view, the lock that it is a view of. */
Expr operandOf(LockCall call) {
  exists(Expr lock | lock = call.getLockExpr() |
    isLockView(lock) and result = lock.(MethodCall).getQualifier()
    or
    not isLockView(lock) and result = lock
  )
}

/** Holds if `e` says which lock is taken or given back. */
predicate isLockOperand(Expr e) { e = any(SynchronizedStmt s).getExpr() or e = operandOf(_) }

/** Holds if the access path of `e` is of interest. */
cached
predicate isNamedExpr(Expr e) {
  any(PathRequest r).names(e)
  or
  exists(Expr whole | isNamedExpr(whole) |
    e = whole.(FieldAccess).getQualifier() or
    e = whole.(MethodCall).getQualifier() or
    e = whole.(ArrayAccess).getArray() or
    e = whole.(ArrayAccess).getIndexExpr() or
    e = getSameValue(whole)
  )
  or
  exists(VarAccess access | isNamedExpr(access) | e = copiedValue(access))
}

/*-- Whose member is meant --*/

/** Holds if `e` names the instance member `m` without a qualifier, and a request asks for its object. */
private predicate namesMember(Expr e, Member m) {
  exists(FieldAccess a |
    a = e and isNamedExpr(a) and not a.hasQualifier() and m = a.getField() and not m.isStatic()
  )
  or
  exists(MethodCall c |
    c = e and
    (isNamedExpr(c) or any(PathRequest r).calls(c)) and
    not c.hasQualifier() and
    m = c.getMethod().getSourceDeclaration() and
    not m.isStatic()
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

/** Gets what code whose `this` is of the class `own` calls the object of the class `t` that is its own or around it. */
bindingset[own, t]
TRoot instanceRoot(RefType own, RefType t) {
  if own = t
  then result = TThisRoot()
  else result = TOuterThisRoot(t)
}

/** Gets the receiver that is implied where `e` names the instance member `m` without a qualifier. */
pragma[nomagic]
private TRoot impliedReceiver(Expr e, Member m) {
  namesMember(e, m) and
  exists(RefType own | own = thisTypeOf(e.getEnclosingCallable()) |
    result = instanceRoot(own, memberOwner(own, m.getDeclaringType().getSourceDeclaration()))
  )
}

/*-- Paths --*/

/** Where an access path begins. */
newtype TRoot =
  /** A local variable or parameter. */
  TVariableRoot(LocalScopeVariable v) {
    isNamedExpr(v.getAnAccess()) or
    any(PathRequest r).begins(v)
  } or
  /** `this`. */
  TThisRoot() or
  /** `C.this` for a class `C` around the own one. */
  TOuterThisRoot(RefType t) {
    exists(RefType own | t = memberOwner(own, _) and t != own)
    or
    exists(ThisAccess self |
      isNamedExpr(self) and t = self.getType().(RefType).getSourceDeclaration()
    )
    or
    any(PathRequest r).begins(t)
  } or
  /** The class object of `t`. */
  TClassRoot(RefType t) {
    exists(TypeLiteral literal |
      isNamedExpr(literal) and t = literal.getReferencedType().(RefType).getSourceDeclaration()
    )
    or
    exists(Method m | m.isSynchronized() and m.isStatic() | t = m.getDeclaringType())
    or
    any(PathRequest r).begins(t)
  } or
  /** A static field. */
  TStaticFieldRoot(Field f) {
    f.isStatic() and
    (
      exists(FieldAccess a | isNamedExpr(a) and a.getField() = f)
      or
      exists(MethodCall call | isNamedExpr(call) and f = getGottenField(pathMethod(call)))
      or
      any(PathRequest r).begins(f)
    )
  } or
  /** What a static method without parameters gives. */
  TStaticMethodRoot(Method m) {
    m.isStatic() and
    (
      exists(MethodCall call | isNamedExpr(call) and m = pathMethod(call))
      or
      any(PathRequest r).begins(m)
    )
  }

/** What leads from one object to the next. */
newtype TStep =
  /** An instance field. */
  TFieldStep(Field f) { not f.isStatic() and f = getNamingField(f) } or
  /** What an instance method without parameters gives. */
  TMethodStep(Method m) {
    not m.isStatic() and
    m.hasNoParameters() and
    (
      exists(MethodCall call | isNamedExpr(call) and m = pathMethod(call))
      or
      any(PathRequest r).begins(m)
    )
  } or
  /** The array element at a constant index. */
  TConstantStep(int index) {
    exists(IntegerLiteral literal | isNamedExpr(literal) and index = literal.getIntValue())
  } or
  /** The array element whose index is in a variable. */
  TVariableStep(LocalScopeVariable v) { isNamedExpr(v.getAnAccess()) }

/** An access path. */
newtype TAccessPath =
  /** A beginning alone. */
  TRootPath(TRoot root) or
  /** `base` and then `last`. */
  TLongerPath(TAccessPath base, TStep last) {
    (isStepAt(_, base, last) or any(PathRequest r).leads(base, last)) and
    sizeOf(base) < pathBound()
  }

/** Gets the number of names in `path`. */
private int sizeOf(TAccessPath path) {
  path = TRootPath(_) and result = 1
  or
  exists(TAccessPath base | path = TLongerPath(base, _) and result = sizeOf(base) + 1)
}

/** An access path. */
class AccessPath extends TAccessPath {
  /** Gets where this begins. */
  TRoot getRoot() { this = TRootPath(result) or result = this.getBase().getRoot() }

  /** Gets this without its last step, if it has one. */
  AccessPath getBase() { this = TLongerPath(result, _) }

  /** Gets the last step of this, if there is one. */
  TStep getLastStep() { this = TLongerPath(_, result) }

  /** Gets a step of this. */
  TStep getAStep() { result = this.getLastStep() or result = this.getBase().getAStep() }

  /** Gets the field that is the last step of this. */
  Field getLastField() { this.getLastStep() = TFieldStep(result) }

  /** Gets a field or variable that occurs in this, as an index too: what this denotes depends on it. */
  Variable getAVariable() {
    this.getRoot() = TVariableRoot(result) or
    this.getRoot() = TStaticFieldRoot(result) or
    this.getAStep() = TFieldStep(result) or
    this.getAStep() = TVariableStep(result)
  }

  /** Gets the number of names in this. */
  int getSize() { result = sizeOf(this) }

  /** Holds if this means the same in all methods. */
  predicate isGlobal() { isGlobalRoot(this.getRoot()) }

  /** Holds if no part of this is assigned as long as it can be named, and it has neither calls nor elements of arrays. */
  predicate isStable() { isStablePath(this) }

  /** Holds if this goes through an element of an array. */
  predicate hasElement() {
    this.getAStep() = TConstantStep(_) or
    this.getAStep() = TVariableStep(_)
  }

  /** Holds if a method is called in this, which may give another object each time. */
  predicate hasMethod() {
    this.getAStep() = TMethodStep(_) or
    this.getRoot() = TStaticMethodRoot(_)
  }

  /** Gets the Java text of this. */
  string toString() {
    exists(TRoot root | this = TRootPath(root) and result = rootText(root))
    or
    result = this.getBase().toString() + stepText(this.getLastStep())
  }
}

/** Holds if `root` means the same in all methods. */
predicate isGlobalRoot(TRoot root) {
  root = TClassRoot(_) or
  root = TStaticFieldRoot(_) or
  root = TStaticMethodRoot(_)
}

/** Holds if no part of `path` is assigned as long as it can be named. */
private predicate isStablePath(TAccessPath path) {
  exists(TRoot root | path = TRootPath(root) |
    root = TThisRoot()
    or
    root = TOuterThisRoot(_)
    or
    root = TClassRoot(_)
    or
    exists(LocalScopeVariable v | root = TVariableRoot(v) and isConstant(v))
    or
    exists(Field f | root = TStaticFieldRoot(f) and isStable(f))
  )
  or
  exists(TAccessPath base, Field f |
    path = TLongerPath(base, TFieldStep(f)) and isStable(f) and isStablePath(base)
  )
}

private string rootText(TRoot root) {
  exists(LocalScopeVariable v | root = TVariableRoot(v) and result = v.getName())
  or
  root = TThisRoot() and result = "this"
  or
  exists(RefType t | root = TOuterThisRoot(t) and result = t.getName() + ".this")
  or
  exists(RefType t | root = TClassRoot(t) and result = t.getName() + ".class")
  or
  exists(Field f |
    root = TStaticFieldRoot(f) and result = f.getDeclaringType().getName() + "." + f.getName()
  )
  or
  exists(Method m |
    root = TStaticMethodRoot(m) and
    result = m.getDeclaringType().getName() + "." + m.getName() + "()"
  )
}

private string stepText(TStep step) {
  exists(Field f | step = TFieldStep(f) and result = "." + f.getName())
  or
  exists(Method m | step = TMethodStep(m) and result = "." + m.getName() + "()")
  or
  exists(int i | step = TConstantStep(i) and result = "[" + i.toString() + "]")
  or
  exists(LocalScopeVariable v | step = TVariableStep(v) and result = "[" + v.getName() + "]")
}

/*-- What expressions denote --*/

/** Gets the method of `call`, if its call may be a part of a path: without parameters, and none of locks. */
private Method pathMethod(MethodCall call) {
  result = call.getMethod().getSourceDeclaration() and
  result.hasNoParameters() and
  result.getReturnType() instanceof RefType and
  result.fromSource() and
  not call instanceof LockCall
}

/** Gets the value of the variable of `access`, if it is assigned once, from names that last and mean the same here. */
private Expr copiedValue(VarAccess access) {
  exists(LocalVariableDecl v |
    v = access.getVariable() and
    isAssignedOnce(v) and
    result = v.getAnAssignedValue() and
    hasLastingName(result) and
    thisTypeOf(access.getEnclosingCallable()) = thisTypeOf(v.getCallable())
  )
}

/** Holds if `e` is made of names that nothing assigns any more. */
private predicate hasLastingName(Expr e) {
  isCopied(e) and
  (
    e instanceof InstanceAccess
    or
    e instanceof TypeLiteral
    or
    isConstant(e.(VarAccess).getVariable())
    or
    exists(FieldAccess a | a = e and isStable(a.getField()) |
      a.getField().isStatic() or not a.hasQualifier() or hasLastingName(a.getQualifier())
    )
    or
    exists(MethodCall call | call = e |
      isLockView(call) and hasLastingName(call.getQualifier())
      or
      exists(Field f | f = getGottenField(pathMethod(call)) |
        f.isStatic() or not call.hasQualifier() or hasLastingName(call.getQualifier())
      )
    )
    or
    hasLastingName(getSameValue(e))
  )
}

/** Holds if `e` is the value of a variable that is assigned once, or a part of it. */
private predicate isCopied(Expr e) {
  exists(LocalVariableDecl v |
    v.getType() instanceof RefType and isAssignedOnce(v) and e = v.getAnAssignedValue()
  )
  or
  exists(Expr whole | isCopied(whole) |
    e = whole.(FieldAccess).getQualifier() or
    e = whole.(MethodCall).getQualifier() or
    e = getSameValue(whole)
  )
}

/** Gets what `e` denotes, if it is no more than a root. */
private TRoot rootOf(Expr e) {
  isNamedExpr(e) and
  (
    not exists(copiedValue(e)) and result = TVariableRoot(e.(VarAccess).getVariable())
    or
    exists(RefType own, RefType t |
      own = thisTypeOf(e.getEnclosingCallable()) and
      t = e.(ThisAccess).getType().(RefType).getSourceDeclaration()
    |
      if exists(e.(ThisAccess).getQualifier())
      then result = instanceRoot(own, t)
      else result = TThisRoot()
    )
    or
    e instanceof SuperAccess and result = TThisRoot()
    or
    result = TClassRoot(e.(TypeLiteral).getReferencedType().(RefType).getSourceDeclaration())
    or
    result = TStaticFieldRoot(e.(FieldAccess).getField())
    or
    exists(Method m | m = pathMethod(e) |
      result = TStaticFieldRoot(getGottenField(m))
      or
      not exists(getGottenField(m)) and result = TStaticMethodRoot(m)
    )
  )
}

/** Gets the step that `m`, a member of an object, leads by: the field behind a getter, or behind a copy. */
TStep memberStep(Member m) {
  result = TFieldStep(getNamingField(m))
  or
  result = TFieldStep(getNamingField(getGottenField(m)))
  or
  not exists(getGottenField(m)) and result = TMethodStep(m)
}

/** Gets the member that `e` names of an object. */
private Member memberOf(Expr e) {
  isNamedExpr(e) and
  (result = e.(FieldAccess).getField() or result = pathMethod(e))
}

/** Holds if `path` denotes the object whose member `e`, a field or a method without parameters, names. */
predicate denotesOwner(Expr e, TAccessPath path) {
  exists(Member m | m = memberOf(e) and not m.isStatic() |
    denotes(e.(FieldAccess).getQualifier(), path) or
    denotes(e.(MethodCall).getQualifier(), path) or
    path = TRootPath(impliedReceiver(e, m))
  )
}

/** Gets the step that the index of `a` makes. */
private TStep elementStep(ArrayAccess a) {
  isNamedExpr(a) and
  (
    result = TConstantStep(a.getIndexExpr().(IntegerLiteral).getIntValue())
    or
    exists(LocalScopeVariable v | a.getIndexExpr() = v.getAnAccess() and result = TVariableStep(v))
  )
}

/** Holds if `e` takes the step `last` from what is denoted by `base`. */
private predicate isStepAt(Expr e, TAccessPath base, TStep last) {
  denotesOwner(e, base) and
  exists(Member m | m = memberOf(e) and last = memberStep(m) and not isOwnObject(m))
  or
  denotes(e.(ArrayAccess).getArray(), base) and last = elementStep(e)
}

/** Holds if the member `m` of an object, a field or a getter of one, is that object itself. */
predicate isOwnObject(Member m) { holdsItsObject(m) or holdsItsObject(getGottenField(m)) }

/** Holds if `path` is what `e` certainly denotes, within the bound. */
cached
predicate denotes(Expr e, TAccessPath path) {
  path = TRootPath(rootOf(e))
  or
  isNamedExpr(e) and
  (
    denotes(copiedValue(e), path)
    or
    denotes(getSameValue(e), path)
    or
    isLockView(e) and denotes(e.(MethodCall).getQualifier(), path)
  )
  or
  denotesOwner(e, path) and isOwnObject(memberOf(e))
  or
  exists(TAccessPath base, TStep last | isStepAt(e, base, last) and path = TLongerPath(base, last))
}

/** Holds if `path` is what `call` is made on. */
predicate denotesReceiverOf(Call call, TAccessPath path) {
  denotes(call.(MethodCall).getQualifier(), path)
  or
  path = TRootPath(impliedReceiver(call, call.(MethodCall).getMethod().getSourceDeclaration()))
  or
  (
    call instanceof ThisConstructorInvocationStmt or
    call instanceof SuperConstructorInvocationStmt or
    call.(MethodCall).getQualifier() instanceof SuperAccess
  ) and
  path = TRootPath(TThisRoot())
}

/*-- At calls --*/

/** Holds if names are followed from `caller`, in which `site` stands, to `callee`, which it runs. */
signature predicate followedSig(Callable caller, ExprParent site, Callable callee);

/** What called code calls the objects of its caller, at the calls that are `followed`: viewpoint adaptation. */
module Substitution<followedSig/3 followed> {
  /** Holds if `site` calls `callee` itself, or what it overrides: with its receiver and its arguments. */
  pragma[nomagic]
  private predicate isCallOf(Callable caller, Call site, Callable callee) {
    followed(caller, site, callee) and
    exists(Callable declared | declared = site.getCallee().getSourceDeclaration() |
      declared = callee
      or
      declared.getName() = callee.getName() and
      declared.getNumberOfParameters() = callee.getNumberOfParameters() and
      not isLambdaMethod(callee, _)
    )
  }

  /** Holds if `callee` is the body of a lambda expression of `caller`, which `site` runs. */
  pragma[nomagic]
  private predicate runsOwnLambda(Callable caller, ExprParent site, Callable callee) {
    followed(caller, site, callee) and
    exists(LambdaExpr lambda |
      isLambdaMethod(callee, lambda) and lambda.getEnclosingCallable() = caller
    )
  }

  /** Holds if what `callee`, run by `site`, calls `inner` is `outer` in the caller. */
  predicate ofRoot(ExprParent site, Callable callee, TRoot inner, TAccessPath outer) {
    exists(Callable caller | isCallOf(caller, site, callee) |
      inner = TThisRoot() and not callee.isStatic() and denotesReceiverOf(site, outer)
      or
      exists(int i |
        inner = TVariableRoot(callee.getParameter(i)) and
        not callee.isVarargs() and
        denotes(site.(Call).getArgument(i), outer)
      )
      or
      // The objects around: those of the caller, if it stands within the same class.
      exists(RefType t, RefType own | t = aroundInstance(thisTypeOf(callee)) |
        own = thisTypeOf(caller) and
        t = [own, aroundInstance(own)] and
        inner = TOuterThisRoot(t) and
        outer = TRootPath(instanceRoot(own, t))
      )
    )
    or
    exists(Callable caller | runsOwnLambda(caller, site, callee) |
      (
        inner = TVariableRoot(capturedBy(callee)) or
        inner = TThisRoot() or
        inner = TOuterThisRoot(thisTypeOf(callee).getEnclosingType+())
      ) and
      outer = TRootPath(inner)
    )
  }

  /** Gets what the caller calls `step` of `callee`, run by `site`. */
  bindingset[site, callee, step]
  TStep ofStep(ExprParent site, Callable callee, TStep step) {
    (step = TFieldStep(_) or step = TMethodStep(_) or step = TConstantStep(_)) and result = step
    or
    exists(int i | step = TVariableStep(callee.getParameter(i)) |
      result = TConstantStep(site.(Call).getArgument(i).(IntegerLiteral).getIntValue())
      or
      exists(LocalScopeVariable v |
        site.(Call).getArgument(i) = v.getAnAccess() and result = TVariableStep(v)
      )
    )
    or
    step = TVariableStep(capturedBy(callee)) and result = step
  }
}

/** Gets a class of whose objects one is around each object of the class `t`. */
private RefType aroundInstance(RefType t) {
  t.(InnerClass).hasEnclosingInstance() and
  (
    result = t.getEnclosingType().getSourceDeclaration() or
    result = aroundInstance(t.getEnclosingType().getSourceDeclaration())
  )
}

/** Gets the variables that the body of a lambda, run as `m`, uses and does not declare. */
private LocalScopeVariable capturedBy(Method m) {
  isLambdaMethod(m, _) and
  exists(VarAccess a |
    a.getEnclosingCallable() = m and result = a.getVariable() and result.getCallable() != m
  )
}
