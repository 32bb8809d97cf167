/**
 * Paths of locks and of what they guard: those that uses of guarded state and annotations ask for, beside those of locks
 * (section 4.2 of the paper). `java.concurrency.AccessPaths` says what a path is, and what an expression certainly is
 * called.
 *
 * What flows in are guards as they are declared, and calls on which locks are handed on. What comes out are the guards as
 * the code of a use calls them, and what callers and called methods call one object.
 */

import java
import java.callgraph.CallGraph
import java.concurrency.AccessPaths
import java.concurrency.Contexts
import java.concurrency.GuardExpressions
import java.concurrency.Held
import java.concurrency.HeldChecks
import java.concurrency.LockTypes
import java.concurrency.Locks
import java.concurrency.ThreadEntries
import GuardedValues

/*-- Where paths are wanted --*/

/** Holds if `c` takes a lock in its own code, or by a call on another object. */
private predicate locksItself(Callable c) {
  c.isSynchronized()
  or
  c = any(SynchronizedStmt s).getEnclosingCallable()
  or
  c = any(LockAcquire call).getEnclosingCallable()
  or
  exists(MethodCall call | takesLockInside(call, _, _) and c = call.getEnclosingCallable())
}

/** Holds if nothing is held at `site`, as its own callable shows. */
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
  exists(HeldQuestion question | c = question.getEnclosingCallable())
}

/** Uses and guards, in code that may hold locks. */
private class GuardPaths extends PathRequest {
  override predicate names(Expr e) {
    exists(Callable c | c = e.getEnclosingCallable() and mayHoldLocks(c)) and
    (
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
      asksWhetherHeld(_, e)
      or
      hasGuard(e, _, _)
    )
  }

  override predicate calls(MethodCall call) { mayHoldLocks(call.getEnclosingCallable()) }

  override predicate begins(Element e) {
    exists(Callable c | mayHoldLocks(c) and c = e.(Parameter).getCallable())
    or
    exists(GuardExpr g | g = guardPart(_) |
      e = g.getScopeVariable() or
      e = g.getThisType() or
      e = g.getClassType() or
      e = g.getField() or
      e = g.getMethod()
    )
  }

  override predicate leads(TAccessPath base, TStep last) {
    isGuardStep(_, base, last) or
    isHandedOnStep(base, last)
  }
}

/*-- Guards as paths --*/

/** Gets a part of the guard of `d`, from its beginning on. */
GuardExpr guardPart(GuardDeclaration d) { result = d.getGuard() or result = guardPart(d).getBase() }

/**
 * Holds if in code whose `this` is an `own`, `self` is what an object that has the element of `d` is called somewhere,
 * or the value of that element.
 */
private predicate isSelfPath(GuardDeclaration d, RefType own, TAccessPath self) {
  exists(Element e | isDeclaredFor(d, e) |
    exists(VarAccess a | a.getVariable() = e and own = thisTypeOf(a.getEnclosingCallable()) |
      if guardPart(d).isItself()
      then denotes(a, self)
      else (
        denotesOwner(a, self)
        or
        e instanceof LocalScopeVariable and
        self = TRootPath(instanceRoot(own, thisTypeOf(e.(LocalScopeVariable).getCallable())))
      )
    )
    or
    exists(MethodCall call | call.getMethod().getSourceDeclaration() = e |
      denotesReceiverOf(call, self) and own = thisTypeOf(call.getEnclosingCallable())
    )
    or
    exists(VarAccess a | a.getVariable() = e and e.(Field).isStatic() |
      self = TRootPath(TThisRoot()) and own = thisTypeOf(a.getEnclosingCallable())
    )
  )
  or
  // Where the element is static, or declared, and where subclasses inherit it.
  self = TRootPath(TThisRoot()) and own = elementOwner(d.getElement())
  or
  // What the value is called, and the object whose getter gives it.
  exists(Expr value, Expr named |
    hasGuard(value, named, d) and own = thisTypeOf(value.getEnclosingCallable())
  |
    if guardPart(d).isItself() then denotes(value, self) else denotesReceiverOf(named, self)
  )
}

/**
 * Holds if the part `g` of the guard of `d` is `p` in code whose `this` is an `own`, where `self` is the object that has
 * the element (or, for guards that begin with `itself`, its value).
 */
private predicate guardFrom(
  GuardDeclaration d, GuardExpr g, RefType own, TAccessPath self, TAccessPath p
) {
  g = guardPart(d) and
  isSelfPath(d, own, self) and
  (
    g.isItself() and p = self
    or
    exists(RefType t | t = g.getThisType() |
      t = elementOwner(d.getElement()) and p = self
      or
      t != elementOwner(d.getElement()) and p = TRootPath(instanceRoot(own, t))
    )
    or
    p = TRootPath(TVariableRoot(g.getScopeVariable()))
    or
    p = TRootPath(TClassRoot(g.getClassType()))
    or
    not exists(g.getBase()) and
    (
      p = TRootPath(TStaticFieldRoot(g.getField()))
      or
      exists(Method m | m = g.getMethod() |
        p = TRootPath(TStaticFieldRoot(getGottenField(m)))
        or
        not exists(getGottenField(m)) and p = TRootPath(TStaticMethodRoot(m))
      )
    )
    or
    exists(TAccessPath base | guardFrom(d, g.getBase(), own, self, base) |
      p = TLongerPath(base, stepOf(g))
      or
      isOwnObject(memberOf(g)) and p = base
      or
      not exists(memberOf(g)) and p = base
    )
  )
}

/** Gets the member that `g` names of what is before it. */
private Member memberOf(GuardExpr g) {
  g = guardPart(_) and
  exists(g.getBase()) and
  (result = g.getField() or result = g.getMethod())
}

/** Gets the step that `g` takes from what is before it. */
private TStep stepOf(GuardExpr g) {
  result = memberStep(memberOf(g)) and
  not isOwnObject(memberOf(g))
}

/** Holds if the guard of `d` takes the step `last` from `base`. */
private predicate isGuardStep(GuardDeclaration d, TAccessPath base, TStep last) {
  exists(GuardExpr g |
    g = guardPart(d) and guardFrom(d, g.getBase(), _, _, base) and last = stepOf(g)
  )
}

/** Gets the class whose `this` the guard of a declaration on `e` means. */
private RefType elementOwner(Element e) {
  exists(GuardDeclaration d, Element declared |
    e = d.getElement() and (declared = e or isDeclaredFor(d, declared))
  |
    result = declared.(Member).getDeclaringType().getSourceDeclaration() or
    result =
      declared.(LocalScopeVariable).getCallable().getDeclaringType().getSourceDeclaration() or
    result = declared.(Expr).getEnclosingCallable().getDeclaringType().getSourceDeclaration()
  )
}

/**
 * Holds if the guard of `d` is `p` in code whose `this` is an `own`, where `self` is the object that has the element, or
 * its value: viewpoint adaptation.
 */
predicate guardIs(GuardDeclaration d, RefType own, TAccessPath self, TAccessPath p) {
  guardFrom(d, d.getGuard(), own, self, p)
}

/*-- Calls --*/

/** Holds if locks may be handed on from `caller` to `callee`, which `site` runs. */
private predicate handsOn(Callable caller, ExprParent site, Callable callee) {
  leadsOn(caller, site, callee) and
  mayHoldLocks(caller) and
  mayHoldLocks(callee)
}

private module Renaming = Substitution<handsOn/3>;

/** Holds if `outer`, which is held at `site`, is `inner` in `callee`, which that runs. */
cached
predicate renames(ExprParent site, Callable callee, TAccessPath inner, TAccessPath outer) {
  exists(TRoot root | Renaming::ofRoot(site, callee, root, outer) and inner = TRootPath(root))
  or
  exists(TAccessPath innerBase, TAccessPath outerBase, TStep last |
    renames(site, callee, innerBase, outerBase) and
    outer = TLongerPath(outerBase, last) and
    inner = TLongerPath(innerBase, last)
  )
}

/** Holds if some path that a caller has is `base` and then `last` in something that it calls. */
private predicate isHandedOnStep(TAccessPath base, TStep last) {
  exists(TAccessPath outerBase, Field f |
    renames(_, _, base, outerBase) and
    last = TFieldStep(f) and
    exists(TAccessPath outer | outer = TLongerPath(outerBase, last)) and
    isLockMember(f)
  )
}

/** Holds if `f` is a field that is locked somewhere, or is part of the path of a lock. */
private predicate isLockMember(Field f) {
  exists(Expr e, Field m |
    f = getNamingField(m) and
    (e = any(SynchronizedStmt s).getExpr() or e = any(LockAcquire call).getQualifier())
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
    m = getGottenField(e.(MethodCall).getMethod().getSourceDeclaration())
  )
}
