/**
 * Locking expressions: names for locks, `v | this | e.f | e[c]`, up to a bound, what they become on the way from a
 * called method to its caller, and which of them a method takes (section 4.1 and figure 7 of the paper).
 */

import java
import java.concurrency.LockTypes
import models.Models
import CallTargets

/** Gets the greatest size of a locking expression, at most 5. */
int expressionBound() { result = max(int value | atomicityBound("expression", value)).minimum(5) }

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

/** Holds if `c` takes a lock itself. */
private predicate locksItself(Callable c) {
  c.isSynchronized()
  or
  exists(Expr e | isLockOperand(e) and c = e.getEnclosingCallable())
}

/** Holds if `c`, or something that it calls, takes a lock. */
private predicate isLocker(Callable c) {
  locksItself(c)
  or
  exists(Call call | mayLock(call) and call.getEnclosingCallable() = c)
}

/** Holds if `call` may lead to a lock. */
predicate mayLock(Call call) {
  exists(Callable target | isLocker(target) |
    callTarget(call, target) or lambdaTarget(call, target)
  )
}

/** Holds if the locking expression of `e` is wanted. */
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

/** Where a locking expression begins. */
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
newtype TSelector =
  /** Nothing: stands behind the last selector. */
  TNoSelector() or
  /** An instance field. */
  TFieldSelector(Field f) { exists(FieldAccess a | isWanted(a) and instanceField(a) = f) } or
  /** The array element at a constant index. */
  TConstantSelector(int index) {
    exists(IntegerLiteral literal | isWanted(literal) and index = literal.getIntValue())
  } or
  /** The array element whose index is in a variable. */
  TVariableSelector(LocalScopeVariable v) { isWanted(v.getAnAccess()) }

/** Selectors as they are written one after the other. */
newtype TChain =
  /** None. */
  TNoChain() or
  /** `prefix` and then `last`. */
  TSomeChain(TChain prefix, TSelector last) {
    exists(FieldAccess a |
      denotesReceiver(a, _, prefix) and last = TFieldSelector(instanceField(a))
    ) and
    lengthOf(prefix) < expressionBound() - 1
    or
    exists(ArrayAccess a | denotes(a.getArray(), _, prefix) and last = selectorOf(a)) and
    lengthOf(prefix) < expressionBound() - 1
  }

/** Gets the number of selectors in `chain`. */
private int lengthOf(TChain chain) {
  chain = TNoChain() and result = 0
  or
  exists(TChain prefix | chain = TSomeChain(prefix, _) and result = lengthOf(prefix) + 1)
}

/** Gets the selector that the index of `a` makes. */
private TSelector selectorOf(ArrayAccess a) {
  isWanted(a) and
  (
    result = TConstantSelector(a.getIndexExpr().(IntegerLiteral).getIntValue())
    or
    exists(LocalScopeVariable v |
      a.getIndexExpr() = v.getAnAccess() and result = TVariableSelector(v)
    )
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
  isLockView(value, _) and
  value.getQualifier() = result.getAnAccess() and
  not result.isStatic() and
  result.getDeclaringType() = f.getDeclaringType()
}

/** Holds if the object whose field `a` accesses is denoted by `root` and `chain`. */
private predicate denotesReceiver(FieldAccess a, TRoot root, TChain chain) {
  isWanted(a) and
  exists(instanceField(a)) and
  (
    denotes(a.getQualifier(), root, chain)
    or
    not a.hasQualifier() and
    root =
      impliedReceiverRoot(thisTypeOf(a.getEnclosingCallable()),
        a.getField().getDeclaringType().getSourceDeclaration()) and
    chain = TNoChain()
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

/** Holds if `e` is a locking expression within the bound, `root` and then `chain`. */
private predicate denotes(Expr e, TRoot root, TChain chain) {
  root = rootOf(e) and chain = TNoChain()
  or
  exists(TChain prefix |
    denotesReceiver(e, root, prefix) and
    chain = TSomeChain(prefix, TFieldSelector(instanceField(e)))
  )
  or
  exists(TChain prefix |
    denotes(e.(ArrayAccess).getArray(), root, prefix) and chain = TSomeChain(prefix, selectorOf(e))
  )
  or
  isWanted(e) and denotes(e.(CastingExpr).getExpr(), root, chain)
}

/** Holds if `call` is made on the object that is denoted by `root` and `chain`. */
private predicate denotesReceiverOf(Call call, TRoot root, TChain chain) {
  mayLock(call) and
  (
    denotes(call.(MethodCall).getQualifier(), root, chain)
    or
    exists(MethodCall unqualified | unqualified = call |
      not unqualified.hasQualifier() and
      not unqualified.getMethod().isStatic() and
      root =
        impliedReceiverRoot(thisTypeOf(call.getEnclosingCallable()),
          unqualified.getMethod().getDeclaringType().getSourceDeclaration())
    ) and
    chain = TNoChain()
    or
    (
      call instanceof ThisConstructorInvocationStmt or
      call instanceof SuperConstructorInvocationStmt
    ) and
    root = TThisRoot() and
    chain = TNoChain()
  )
}

/** Holds if what `target`, run by `call`, names `inner` is what the caller names `root` and then `chain`. */
private predicate means(Call call, Callable target, TRoot inner, TRoot root, TChain chain) {
  mayLock(call) and
  callTarget(call, target) and
  isLocker(target) and
  (
    inner = TThisRoot() and denotesReceiverOf(call, root, chain)
    or
    exists(int i |
      inner = TVariableRoot(target.getParameter(i)) and denotes(call.getArgument(i), root, chain)
    )
    or
    denotesReceiverOf(call, TThisRoot(), TNoChain()) and
    target.getDeclaringType() = thisTypeOf(call.getEnclosingCallable()) and
    inner = TOuterThisRoot(target.getDeclaringType().getEnclosingType+()) and
    root = inner and
    chain = TNoChain()
  )
  or
  lambdaTarget(call, target) and
  isLocker(target) and
  (
    inner = TVariableRoot(capturedBy(target)) or
    inner = TThisRoot() or
    inner = TOuterThisRoot(thisTypeOf(target).getEnclosingType+())
  ) and
  root = inner and
  chain = TNoChain()
}

/** Gets a variable that the body of a lambda, run as `m`, uses and does not declare. */
private LocalScopeVariable capturedBy(Method m) {
  isLambdaMethod(m, _) and
  exists(VarAccess a |
    a.getEnclosingCallable() = m and result = a.getVariable() and result.getCallable() != m
  )
}

/** Holds if `root` means the same in all methods. */
predicate isGlobalRoot(TRoot root) { root = TClassRoot(_) or root = TStaticFieldRoot(_) }

/** Holds if `chain` is `s1`, `s2`, `s3`, `s4`, without those that are no selectors. */
private predicate isChain(TChain chain, TSelector s1, TSelector s2, TSelector s3, TSelector s4) {
  chain = TNoChain() and
  s1 = TNoSelector() and
  s2 = TNoSelector() and
  s3 = TNoSelector() and
  s4 = TNoSelector()
  or
  chain = TSomeChain(TNoChain(), s1) and
  s2 = TNoSelector() and
  s3 = TNoSelector() and
  s4 = TNoSelector()
  or
  chain = TSomeChain(TSomeChain(TNoChain(), s1), s2) and s3 = TNoSelector() and s4 = TNoSelector()
  or
  chain = TSomeChain(TSomeChain(TSomeChain(TNoChain(), s1), s2), s3) and s4 = TNoSelector()
  or
  chain = TSomeChain(TSomeChain(TSomeChain(TSomeChain(TNoChain(), s1), s2), s3), s4)
}

/** Holds if `e` says which lock is taken or given back. */
private predicate isLockOperand(Expr e) {
  e = any(SynchronizedStmt s).getExpr() or
  e = operandOf(_)
}

/** Gets the expression of the lock that `call` is about: of a view, the lock that it is a view of. */
private Expr operandOf(LockCall call) {
  exists(Expr lock | lock = call.getLockExpr() |
    isLockView(lock, _) and result = lock.(MethodCall).getQualifier()
    or
    not isLockView(lock, _) and result = lock
  )
}

/** Holds if `c`, declared `synchronized`, holds the lock of `root`. */
private predicate isLockOfMethod(Callable c, TRoot root) {
  c.isSynchronized() and
  (
    c.isStatic() and root = TClassRoot(c.getDeclaringType().getSourceDeclaration())
    or
    not c.isStatic() and root = TThisRoot()
  )
}

/** Holds if `e`, the operand of a lock, is `root` and then the selectors. */
private predicate isNamed(
  Expr e, TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4
) {
  isLockOperand(e) and
  exists(TChain chain | denotes(e, root, chain) and isChain(chain, s1, s2, s3, s4))
}

/** Holds if `c` itself takes the lock `root` and then the selectors. */
private predicate takesNamed(
  Callable c, TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4
) {
  isLockOfMethod(c, root) and isChain(TNoChain(), s1, s2, s3, s4)
  or
  exists(Expr e | isNamed(e, root, s1, s2, s3, s4) and c = e.getEnclosingCallable())
}

/** Holds if `selector` does not need the method to be understood. */
private predicate isPlain(TSelector selector) {
  selector = TNoSelector() or
  selector = TFieldSelector(_) or
  selector = TConstantSelector(_)
}

/** Holds if `selector` may be the one at position `n`, from 1, of a locking expression within the bound. */
private predicate isWithinBound(int n, TSelector selector) {
  n in [1 .. 4] and
  (
    selector = TNoSelector()
    or
    n < expressionBound() and exists(selector)
  )
}

/** Holds if what `target`, run by `call`, names `inner` is `root` and then `s1` in the caller. */
private predicate meansField(Call call, Callable target, TRoot inner, TRoot root, TSelector s1) {
  means(call, target, inner, root, TSomeChain(TNoChain(), s1))
}

/** Holds if what `target`, run by `call`, names `inner` is `root` and then `s1` and `s2` in the caller. */
private predicate meansFields(
  Call call, Callable target, TRoot inner, TRoot root, TSelector s1, TSelector s2
) { means(call, target, inner, root, TSomeChain(TSomeChain(TNoChain(), s1), s2)) }

/** Holds if what `target`, run by `call`, names `inner` is `root` and then three selectors in the caller. */
private predicate meansThreeFields(
  Call call, Callable target, TRoot inner, TRoot root, TSelector s1, TSelector s2, TSelector s3
) { means(call, target, inner, root, TSomeChain(TSomeChain(TSomeChain(TNoChain(), s1), s2), s3)) }

/** Holds if what `target`, run by `call`, names `inner` is `root` and then four selectors in the caller. */
private predicate meansFourFields(
  Call call, Callable target, TRoot inner, TRoot root, TSelector s1, TSelector s2, TSelector s3,
  TSelector s4
) {
  exists(TChain chain |
    means(call, target, inner, root, chain) and
    isChain(chain, s1, s2, s3, s4) and
    s4 != TNoSelector()
  )
}

/** Gets what the caller names `selector` of `target`, run by `call`. */
bindingset[call, target, selector]
private TSelector renamed(Call call, Callable target, TSelector selector) {
  isPlain(selector) and result = selector
  or
  exists(int i | selector = TVariableSelector(target.getParameter(i)) |
    result = TConstantSelector(call.getArgument(i).(IntegerLiteral).getIntValue())
    or
    exists(LocalScopeVariable v |
      call.getArgument(i) = v.getAnAccess() and result = TVariableSelector(v)
    )
  )
  or
  selector = TVariableSelector(capturedBy(target)) and result = selector
}

/** Holds if `c` does something to the lock `root` and then the selectors. */
signature predicate lockFactSig(
  Callable c, TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4
);

/** Holds if what a call of `call` does to locks is told to the callers of its callable. */
signature predicate passedOnSig(Call call);

/** What becomes of facts about locks on the way from methods to their callers. */
module ToCallers<lockFactSig/6 fact, passedOnSig/1 passedOn> {
  /**
   * Holds if the fact holds in `c`, or in something that it calls, for `root` and then the selectors, whose name means
   * something in `c` only and can be told to the callers; `calls` calls lie in between.
   */
  predicate relative(
    Callable c, TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4, int calls
  ) {
    fact(c, root, s1, s2, s3, s4) and
    not isGlobalRoot(root) and
    isPlain(s1) and
    isPlain(s2) and
    isPlain(s3) and
    isPlain(s4) and
    calls = 0
    or
    exists(Call call |
      atCall(call, root, s1, s2, s3, s4, calls - 1) and
      calls < callBound() and
      not isGlobalRoot(root) and
      isPlain(s1) and
      isPlain(s2) and
      isPlain(s3) and
      isPlain(s4) and
      passedOn(call) and
      c = call.getEnclosingCallable()
    )
  }

  /** Holds if the fact holds in something that `call` runs, for what the caller names `root` and then the selectors. */
  predicate atCall(
    Call call, TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4, int calls
  ) {
    exists(Callable target, TRoot inner |
      means(call, target, inner, root, TNoChain()) and
      relative(target, inner, s1, s2, s3, s4, calls)
    )
    or
    exists(Callable target, TRoot inner |
      meansField(call, target, inner, root, s1) and
      relative(target, inner, s2, s3, s4, TNoSelector(), calls) and
      isWithinBound(2, s2) and
      isWithinBound(3, s3) and
      isWithinBound(4, s4)
    )
    or
    exists(Callable target, TRoot inner |
      meansFields(call, target, inner, root, s1, s2) and
      relative(target, inner, s3, s4, TNoSelector(), TNoSelector(), calls) and
      isWithinBound(3, s3) and
      isWithinBound(4, s4)
    )
    or
    exists(Callable target, TRoot inner |
      meansThreeFields(call, target, inner, root, s1, s2, s3) and
      relative(target, inner, s4, TNoSelector(), TNoSelector(), TNoSelector(), calls) and
      isWithinBound(4, s4)
    )
    or
    exists(Callable target, TRoot inner |
      meansFourFields(call, target, inner, root, s1, s2, s3, s4) and
      relative(target, inner, TNoSelector(), TNoSelector(), TNoSelector(), TNoSelector(), calls)
    )
    or
    exists(Callable target, TRoot inner, TSelector t1, TSelector t2, TSelector t3, TSelector t4 |
      hasVariableIndex(target, inner, t1, t2, t3, t4) and
      calls = 0 and
      means(call, target, inner, root, TNoChain()) and
      s1 = renamed(call, target, t1) and
      s2 = renamed(call, target, t2) and
      s3 = renamed(call, target, t3) and
      s4 = renamed(call, target, t4)
    )
  }

  /** Holds if the fact holds in `c` itself for an element at an index in a variable. */
  private predicate hasVariableIndex(
    Callable c, TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4
  ) {
    fact(c, root, s1, s2, s3, s4) and
    not isGlobalRoot(root) and
    not (isPlain(s1) and isPlain(s2) and isPlain(s3) and isPlain(s4))
  }

  /**
   * Holds if the fact holds in `c`, or in something that it calls at a distance of `calls`, for `root` and then the
   * selectors, the same lock for all methods.
   */
  private predicate global(
    Callable c, TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4, int calls
  ) {
    isGlobalRoot(root) and
    isPlain(s1) and
    isPlain(s2) and
    isPlain(s3) and
    isPlain(s4) and
    (
      fact(c, root, s1, s2, s3, s4) and calls = 0
      or
      exists(Call call |
        atCall(call, root, s1, s2, s3, s4, calls - 1) and
        passedOn(call) and
        c = call.getEnclosingCallable() and
        calls <= globalCallBound()
      )
    )
    or
    exists(Callable target |
      passesOn(c, target) and
      global(target, root, s1, s2, s3, s4, calls - 1) and
      calls < globalCallBound()
    )
  }

  /** Holds if `c` runs `target` through some call and is told of what it does. */
  private predicate passesOn(Callable c, Callable target) {
    exists(Call call | runsAt(call, target) and passedOn(call) and c = call.getEnclosingCallable())
  }

  /** Holds if the fact holds in `c`, or in something that it calls, for `root` and then the selectors. */
  predicate inCallable(
    Callable c, TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4
  ) { relative(c, root, s1, s2, s3, s4, _) or global(c, root, s1, s2, s3, s4, _) }

  /** Holds if the fact holds in something that `call` runs, for `root` and then the selectors in the caller. */
  predicate inCall(Call call, TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4) {
    atCall(call, root, s1, s2, s3, s4, _)
    or
    exists(Callable target, int calls |
      runsAt(call, target) and
      global(target, root, s1, s2, s3, s4, calls) and
      calls < globalCallBound()
    )
  }
}

/** Gets the greatest number of calls on a way. */
int callBound() { result = max(int value | atomicityBound("calls", value)) }

/** Gets the greatest number of calls through which a lock that means the same everywhere is followed. */
private int globalCallBound() { result = max(int value | atomicityBound("globalCalls", value)) }

/** Holds if `call` is a call: what it runs is told to all callers. */
private predicate isPassedOn(Call call) { mayLock(call) }

/** What methods take, themselves and through calls. */
private module Held = ToCallers<takesNamed/6, isPassedOn/1>;

/** Holds if `call` runs `target`. */
private predicate runsAt(Call call, Callable target) {
  callTarget(call, target) or
  lambdaTarget(call, target)
}

/** A locking expression. */
newtype TLock =
  /** `root` and then the selectors, without those that are no selectors. */
  TLockAt(TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4) {
    takesNamed(_, root, s1, s2, s3, s4) or
    Held::atCall(_, root, s1, s2, s3, s4, _)
  }

/** A locking expression. */
class Lock extends TLock {
  /** Gets where this begins. */
  TRoot getRoot() { this = TLockAt(result, _, _, _, _) }

  /** Gets the selector at position `n`, from 1, if there is one. */
  TSelector getSelector(int n) {
    exists(TSelector s1, TSelector s2, TSelector s3, TSelector s4 |
      this = TLockAt(_, s1, s2, s3, s4)
    |
      n = 1 and result = s1
      or
      n = 2 and result = s2
      or
      n = 3 and result = s3
      or
      n = 4 and result = s4
    ) and
    result != TNoSelector()
  }

  /** Holds if this means the same in all methods. */
  predicate isGlobal() { isGlobalRoot(this.getRoot()) }

  /** Gets the Java text of this. */
  string toString() {
    result =
      rootText(this.getRoot()) +
        concat(int n, string text | text = selectorText(this.getSelector(n)) | text order by n)
  }
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
}

private string selectorText(TSelector selector) {
  exists(Field f | selector = TFieldSelector(f) and result = "." + f.getName())
  or
  exists(int i | selector = TConstantSelector(i) and result = "[" + i.toString() + "]")
  or
  exists(LocalScopeVariable v |
    selector = TVariableSelector(v) and result = "[" + v.getName() + "]"
  )
}

/** Gets the lock that the block of `s` holds, if it has a locking expression. */
Lock lockOfBlock(SynchronizedStmt s) {
  exists(TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4 |
    isNamed(s.getExpr(), root, s1, s2, s3, s4) and result = TLockAt(root, s1, s2, s3, s4)
  )
}

/** Gets the lock that `c`, declared `synchronized`, holds. */
Lock lockOfMethod(Callable c) {
  exists(TRoot root |
    isLockOfMethod(c, root) and
    result = TLockAt(root, TNoSelector(), TNoSelector(), TNoSelector(), TNoSelector())
  )
}

/** Gets the lock that `call` takes or gives back, if it has a locking expression. */
Lock lockOfCall(LockCall call) {
  exists(TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4 |
    isNamed(operandOf(call), root, s1, s2, s3, s4) and result = TLockAt(root, s1, s2, s3, s4)
  )
}

/** Holds if `c`, or something that it calls, takes `lock`: LOCKSHELD of the paper. */
predicate takes(Callable c, Lock lock) {
  exists(TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4 |
    Held::inCallable(c, root, s1, s2, s3, s4) and lock = TLockAt(root, s1, s2, s3, s4)
  )
}

/** Holds if something that `call` runs takes `lock`, named as the caller names it. */
predicate takesAt(Call call, Lock lock) {
  exists(TRoot root, TSelector s1, TSelector s2, TSelector s3, TSelector s4 |
    Held::inCall(call, root, s1, s2, s3, s4) and lock = TLockAt(root, s1, s2, s3, s4)
  )
}

/** Holds if what `target`, run by `call`, names `inner` is `outer` in the caller: TRANSLATELOCK of the paper. */
bindingset[call, target, inner]
predicate isTranslated(Call call, Callable target, Lock inner, Lock outer) {
  inner.isGlobal() and outer = inner and runsAt(call, target)
  or
  exists(TRoot innerRoot, TSelector s1, TSelector s2, TSelector s3, TSelector s4, TRoot root |
    inner = TLockAt(innerRoot, s1, s2, s3, s4)
  |
    means(call, target, innerRoot, root, TNoChain()) and
    outer =
      TLockAt(root, renamed(call, target, s1), renamed(call, target, s2), renamed(call, target, s3),
        renamed(call, target, s4))
    or
    exists(TSelector t1 |
      meansField(call, target, innerRoot, root, t1) and
      s4 = TNoSelector() and
      outer = TLockAt(root, t1, s1, s2, s3)
    )
    or
    exists(TSelector t1, TSelector t2 |
      meansFields(call, target, innerRoot, root, t1, t2) and
      s3 = TNoSelector() and
      outer = TLockAt(root, t1, t2, s1, s2)
    )
    or
    exists(TSelector t1, TSelector t2, TSelector t3 |
      meansThreeFields(call, target, innerRoot, root, t1, t2, t3) and
      s2 = TNoSelector() and
      outer = TLockAt(root, t1, t2, t3, s1)
    )
    or
    exists(TSelector t1, TSelector t2, TSelector t3, TSelector t4 |
      meansFourFields(call, target, innerRoot, root, t1, t2, t3, t4) and
      s1 = TNoSelector() and
      outer = TLockAt(root, t1, t2, t3, t4)
    )
  )
}

/** Holds if `call` runs `target`, which may lock. */
predicate runsLocker(Call call, Callable target) { runsAt(call, target) and isLocker(target) }

/**
 * Holds if `lock`, as `c` names it, can exist: a field of `this` is one of the class of `this`, of a superclass or of a
 * subclass. What is told through calls that class hierarchy allows and no object makes is none.
 */
bindingset[lock, c]
predicate isPossible(Lock lock, Callable c) {
  not exists(Field f | lock.getRoot() = TThisRoot() and lock.getSelector(1) = TFieldSelector(f) |
    not isRelated(thisTypeOf(c), f.getDeclaringType())
  )
}

/** Holds if an object can be of both classes. */
bindingset[t, declaring]
private predicate isRelated(RefType t, RefType declaring) {
  t.getASourceSupertype*() = declaring.getSourceDeclaration() or
  declaring.getSourceDeclaration().getASourceSupertype*() = t
}
