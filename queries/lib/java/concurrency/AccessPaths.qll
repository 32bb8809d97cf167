/**
 * Access paths: what code calls an object, `v | this | C.this | C.class | C.f` and then `.f` and `[i]`, up to a bound.
 *
 * Within one callable two expressions of one path denote one object, as long as nothing on the path is assigned.
 * `java.concurrency.LocksTaken` tells what a path of a called method is called by its caller.
 */

import java
import java.concurrency.LocksTaken
import java.concurrency.LockTypes
import java.models.Models

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

/** Holds if the access path of `e` is of interest: it names a lock, or what is handed to code that locks. */
private predicate isWanted(Expr e) {
  isLockOperand(e)
  or
  exists(Call call | mayLock(call) | e = call.getQualifier() or e = call.getAnArgument())
  or
  exists(Expr whole | isWanted(whole) |
    e = whole.(FieldAccess).getQualifier() or
    e = whole.(ArrayAccess).getArray() or
    e = whole.(ArrayAccess).getIndexExpr() or
    e = whole.(CastingExpr).getExpr()
  )
}

/** Where an access path begins. */
newtype TRoot =
  /** A local variable or parameter. */
  TVariableRoot(LocalScopeVariable v) { isWanted(v.getAnAccess()) } or
  /** `this`. */
  TThisRoot() or
  /** `C.this` for a class `C` around the own one. */
  TOuterThisRoot(RefType t) {
    t = impliedReceiverType(_, _)
    or
    exists(ThisAccess self | isWanted(self) and t = self.getType().(RefType).getSourceDeclaration())
  } or
  /** The class object of `t`. */
  TClassRoot(RefType t) {
    exists(TypeLiteral literal |
      isWanted(literal) and t = literal.getReferencedType().(RefType).getSourceDeclaration()
    )
    or
    exists(Method m | m.isSynchronized() and m.isStatic() | t = m.getDeclaringType())
  } or
  /** A static field. */
  TStaticFieldRoot(Field f) {
    f.isStatic() and
    exists(FieldAccess a | isWanted(a) and a.getField() = f)
  }

/** What leads from one object to the next. */
newtype TStep =
  /** An instance field. */
  TFieldStep(Field f) { exists(FieldAccess a | isWanted(a) and instanceField(a) = f) } or
  /** The array element at a constant index. */
  TConstantStep(int index) {
    exists(IntegerLiteral literal | isWanted(literal) and index = literal.getIntValue())
  } or
  /** The array element whose index is in a variable. */
  TVariableStep(LocalScopeVariable v) { isWanted(v.getAnAccess()) }

/** An access path. */
newtype TAccessPath =
  /** A beginning alone. */
  TRootPath(TRoot root) or
  /** `base` and then `last`. */
  TLongerPath(TAccessPath base, TStep last) {
    (isWritten(base, last) or isTranslatedStep(base, last)) and
    sizeOf(base) < pathBound()
  }

/** Gets the number of names in `path`. */
private int sizeOf(TAccessPath path) {
  path = TRootPath(_) and result = 1
  or
  exists(TAccessPath base | path = TLongerPath(base, _) and result = sizeOf(base) + 1)
}

/** Holds if somewhere `base` and then `last` is written. */
private predicate isWritten(TAccessPath base, TStep last) { isStepAt(_, base, last) }

/** Holds if `e` takes the step `last` from what is denoted by `base`. */
private predicate isStepAt(Expr e, TAccessPath base, TStep last) {
  denotesReceiver(e, base) and last = fieldStep(e)
  or
  denotes(e.(ArrayAccess).getArray(), base) and last = elementStep(e)
}

/** Gets the step that the field of `a` makes. */
private TStep fieldStep(FieldAccess a) { isWanted(a) and result = TFieldStep(instanceField(a)) }

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

  /** Gets the number of names in this. */
  int getSize() { result = sizeOf(this) }

  /** Holds if this means the same in all methods. */
  predicate isGlobal() { isGlobalRoot(this.getRoot()) }

  /** Holds if this ends at, or goes through, an element whose index is in a variable. */
  predicate hasVariableIndex() { this.getAStep() = TVariableStep(_) }

  /** Gets the Java text of this. */
  string toString() {
    exists(TRoot root | this = TRootPath(root) and result = rootText(root))
    or
    result = this.getBase().toString() + stepText(this.getLastStep())
  }
}

/** Holds if `root` means the same in all methods. */
predicate isGlobalRoot(TRoot root) { root = TClassRoot(_) or root = TStaticFieldRoot(_) }

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
}

private string stepText(TStep step) {
  exists(Field f | step = TFieldStep(f) and result = "." + f.getName())
  or
  exists(int i | step = TConstantStep(i) and result = "[" + i.toString() + "]")
  or
  exists(LocalScopeVariable v | step = TVariableStep(v) and result = "[" + v.getName() + "]")
}

/** Gets the step that the index of `a` makes. */
private TStep elementStep(ArrayAccess a) {
  isWanted(a) and
  (
    result = TConstantStep(a.getIndexExpr().(IntegerLiteral).getIntValue())
    or
    exists(LocalScopeVariable v | a.getIndexExpr() = v.getAnAccess() and result = TVariableStep(v))
  )
}

/** Gets the field that `a` accesses, if it is an instance field; of a view, that of the lock that it is a view of. */
private Field instanceField(FieldAccess a) {
  exists(Field f | f = a.getField() and not f.isStatic() |
    result = viewedField(f)
    or
    not exists(viewedField(f)) and result = f
  )
}

/** Gets the field that holds the lock of which `f`, another field of the same object, holds a view. */
private Field viewedField(Field f) {
  not f.isStatic() and
  result = unique(Field g | g = viewedFieldBy(f, _)) and
  forall(Expr value | value = f.getAnAssignedValue() | exists(viewedFieldBy(f, value)))
}

/** Gets the field of the lock of which `value`, assigned to `f`, is a view. */
private Field viewedFieldBy(Field f, MethodCall value) {
  value = f.getAnAssignedValue() and
  isLockView(value) and
  value.getQualifier() = result.getAnAccess() and
  not result.isStatic() and
  result.getDeclaringType() = f.getDeclaringType()
}

/** Holds if code whose `this` is a `t` names a member of `declaring` without a qualifier. */
private predicate impliedReceiver(RefType t, RefType declaring) {
  exists(FieldAccess a |
    isWanted(a) and
    not a.hasQualifier() and
    not a.getField().isStatic() and
    t = thisTypeOf(a.getEnclosingCallable()) and
    declaring = a.getField().getDeclaringType().getSourceDeclaration()
  )
  or
  exists(MethodCall c |
    mayLock(c) and
    not c.hasQualifier() and
    not c.getMethod().isStatic() and
    t = thisTypeOf(c.getEnclosingCallable()) and
    declaring = c.getMethod().getDeclaringType().getSourceDeclaration()
  )
}

/** Holds if `outer` is `distance` classes around `t`, the class of `this` where `declaring`'s members are named. */
private predicate outerAt(RefType t, RefType declaring, RefType outer, int distance) {
  impliedReceiver(t, declaring) and outer = t and distance = 0
  or
  exists(RefType inner |
    outerAt(t, declaring, inner, distance - 1) and outer = inner.getEnclosingType()
  )
}

/** Gets the class of the instance whose member is meant where code in `t` names one of `declaring` unqualified. */
private RefType impliedReceiverType(RefType t, RefType declaring) {
  exists(int distance |
    distance = min(int d |
      exists(RefType outer |
        outerAt(t, declaring, outer, d) and outer.getASourceSupertype*() = declaring
      )
    ) and
    outerAt(t, declaring, result, distance)
  )
}

/** Gets the receiver that is implied where code in `t` names a member of `declaring`. */
private TRoot impliedReceiverRoot(RefType t, RefType declaring) {
  exists(RefType receiver | receiver = impliedReceiverType(t, declaring) |
    receiver = t and result = TThisRoot()
    or
    receiver != t and result = TOuterThisRoot(receiver)
  )
}

/** Holds if `path` denotes the object whose field `a` accesses. */
private predicate denotesReceiver(FieldAccess a, TAccessPath path) {
  isWanted(a) and
  exists(instanceField(a)) and
  (
    denotes(a.getQualifier(), path)
    or
    not a.hasQualifier() and
    path =
      TRootPath(impliedReceiverRoot(thisTypeOf(a.getEnclosingCallable()),
          a.getField().getDeclaringType().getSourceDeclaration()))
  )
}

/** Gets what `e` denotes, if it is no more than a root. */
private TRoot rootOf(Expr e) {
  isWanted(e) and
  (
    exists(LocalScopeVariable v | e = v.getAnAccess() and result = TVariableRoot(v))
    or
    exists(RefType own, RefType t |
      own = thisTypeOf(e.getEnclosingCallable()) and
      t = e.(ThisAccess).getType().(RefType).getSourceDeclaration()
    |
      (t = own or not exists(e.(ThisAccess).getQualifier())) and result = TThisRoot()
      or
      t != own and exists(e.(ThisAccess).getQualifier()) and result = TOuterThisRoot(t)
    )
    or
    e instanceof SuperAccess and result = TThisRoot()
    or
    result = TClassRoot(e.(TypeLiteral).getReferencedType().(RefType).getSourceDeclaration())
    or
    result = TStaticFieldRoot(e.(FieldAccess).getField())
  )
}

/** Holds if `path` is what `e` denotes, within the bound. */
predicate denotes(Expr e, TAccessPath path) {
  path = TRootPath(rootOf(e))
  or
  exists(TAccessPath base, TStep last | isStepAt(e, base, last) and path = TLongerPath(base, last))
  or
  isWanted(e) and denotes(e.(CastingExpr).getExpr(), path)
}

/** Holds if `path` is what `call` is made on. */
predicate denotesReceiverOf(Call call, TAccessPath path) {
  mayLock(call) and
  (
    denotes(call.(MethodCall).getQualifier(), path)
    or
    exists(MethodCall unqualified | unqualified = call |
      not unqualified.hasQualifier() and
      not unqualified.getMethod().isStatic() and
      path =
        TRootPath(impliedReceiverRoot(thisTypeOf(call.getEnclosingCallable()),
            unqualified.getMethod().getDeclaringType().getSourceDeclaration()))
    )
    or
    (
      call instanceof ThisConstructorInvocationStmt or
      call instanceof SuperConstructorInvocationStmt
    ) and
    path = TRootPath(TThisRoot())
  )
}
