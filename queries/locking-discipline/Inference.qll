/**
 * The locking discipline that the code keeps: for fields, parameters, results, receivers and methods, the locks under which
 * they are always used (section 4.4 of the paper).
 *
 * What flows in are uses of names, dereferences of values, and the locks that are certainly held there; what comes out
 * are guards, by name and by value. Nothing is taken from annotations. What code outside of the sources does with values that
 * it is given is not known, and not looked at; values that it hands in have no guard.
 */

import java
import Dereferences
import Uses

/*-- What can be annotated --*/

private newtype TPlace =
  TFieldPlace(Field f) { f.fromSource() and not f instanceof EnumConstant } or
  TParameterPlace(Parameter p) {
    p.getCallable().fromSource() and
    exists(p.getCallable().getBody()) and
    not isLambdaMethod(p.getCallable(), _) and
    p.getType() instanceof RefType
  } or
  TResultPlace(Method m) {
    m.fromSource() and
    exists(m.getBody()) and
    not isLambdaMethod(m, _) and
    m.getReturnType() instanceof RefType
  } or
  TReceiverPlace(Method m) {
    m.fromSource() and
    exists(m.getBody()) and
    not m.isStatic() and
    not m instanceof InitializerMethod and
    not isLambdaMethod(m, _)
  }

/** What an annotation can say of what a guard is: a field, a parameter, what a method returns, or its receiver. */
class Place extends TPlace {
  /** Gets the field, if this is one. */
  Field getField() { this = TFieldPlace(result) }

  /** Gets the parameter, if this is one. */
  Parameter getParameter() { this = TParameterPlace(result) }

  /** Gets the method whose result this is. */
  Method getResultOf() { this = TResultPlace(result) }

  /** Gets the method whose receiver this is. */
  Method getReceiverOf() { this = TReceiverPlace(result) }

  /** Gets the declaration of this, or of its method. */
  Element getElement() {
    result = this.getField() or
    result = this.getParameter() or
    result = this.getResultOf() or
    result = this.getReceiverOf()
  }

  /** Gets a word for the kind of this. */
  string getKind() {
    this = TFieldPlace(_) and result = "field"
    or
    this = TParameterPlace(_) and result = "parameter"
    or
    this = TResultPlace(_) and result = "result"
    or
    this = TReceiverPlace(_) and result = "receiver"
  }

  /** Gets the declared type of the values of this. */
  Type getType() {
    result = this.getElement().(Variable).getType() or
    result = this.getResultOf().getReturnType() or
    result = this.getReceiverOf().getDeclaringType()
  }

  /** Holds if this may hold the object `o`. */
  predicate holds(Object o) {
    variablePointsTo(this.getElement(), o)
    or
    exists(ReturnStmt s |
      s.getEnclosingCallable() = this.getResultOf() and pointsTo(s.getExpr(), o)
    )
    or
    thisPointsTo(this.getReceiverOf(), _, o)
  }

  /** Gets a text that describes this. */
  string toString() { result = this.getKind() + " " + this.getElement().getName() }

  /** Gets the place of the declaration. */
  Location getLocation() { result = this.getElement().getLocation() }
}

/*-- By value --*/

/** Holds if all dereferences of `o`, of which there is one, hold `r`. */
pragma[nomagic]
private predicate isGuardOf(Object o, Relative r) {
  exists(Dereference d | isGuardedDereference(o, d) and holdsAt(d, r)) and
  not exists(Dereference d | isGuardedDereference(o, d) and not holdsAt(d, r))
}

/** Holds if some value of `place` has no guard. */
pragma[nomagic]
private predicate hasBareValue(Place place) {
  exists(Object o | place.holds(o) | isUsedBare(o) or isForeign(o))
}

/** Holds if all dereferences of values that `place` ever holds are under `r`: value protection. */
cached
predicate guardsValue(Place place, Relative r) {
  exists(Object o | place.holds(o) and isGuardOf(o, r)) and
  not hasBareValue(place) and
  not exists(Object o | place.holds(o) and isGuardedDereference(o, _) and not isGuardOf(o, r)) and
  hasState(place.getType())
}

/*-- By name --*/

/** Holds if what `f` names can be changed: the field, or what it holds. */
private predicate isWorthAGuard(Field f) {
  not f.isFinal()
  or
  hasState(f.getType()) and not isThreadSafeType(f.getType())
}

/** Holds if `use` certainly holds `r`, seen from the object that has the field or, for `itself`, from its value. */
pragma[nomagic]
private predicate useHolds(FieldUse use, Relative r) {
  mayHoldLocks(use.getEnclosingCallable()) and
  exists(AccessPath p, boolean exclusive |
    pathHeld(getEffectNode(use), p, exclusive) and (exclusive = true or isRead(use))
  |
    r = TGlobal(p)
    or
    exists(AccessPath owner | denotesOwner(use, owner) and ownerGuard(r, TOwner(), owner, p))
    or
    exists(AccessPath self |
      denotes(use, self) and self.isStable() and ownerGuard(r, TItself(), self, p)
    )
    or
    exists(RefType t |
      t = use.getField().getDeclaringType().getEnclosingType+() and
      use.getEnclosingCallable().getDeclaringType().getEnclosingType*() =
        use.getField().getDeclaringType() and
      ownerGuard(r, TAround(t), TRootPath(TOuterThisRoot(t)), p)
    )
  )
}

/** Holds if `p` is what `r`, which begins with `root`, is called where `root` is `owner`. */
bindingset[owner, p]
pragma[inline_late]
private predicate ownerGuard(Relative r, Relative root, AccessPath owner, AccessPath p) {
  p = owner and p.isStable() and r = root
  or
  exists(Field f | p = TLongerPath(owner, TFieldStep(f)) and p.isStable() and r = TPart(root, f))
  or
  exists(Field f, Field g, AccessPath between |
    between = TLongerPath(owner, TFieldStep(f)) and
    p = TLongerPath(between, TFieldStep(g)) and
    p.isStable() and
    r = TPart(TPart(root, f), g)
  )
}

/** Gets the number of uses of `f` that need a guard of the sort of `r`: `itself` is about the value. */
pragma[nomagic]
private int countUses(Field f, boolean itself) {
  itself = true and
  result = strictcount(FieldUse use | use.getField() = f and not use.isAboutVariableOnly())
  or
  itself = false and
  result = strictcount(FieldUse use | use.getField() = f and not isOperand(use)) and
  isWorthAGuard(f)
}

/** Gets the number of uses of `f`, among those that `r` needs, that hold `r`. */
pragma[nomagic]
private int countHeld(Field f, Relative r) {
  r.getRoot() = TItself() and
  result = strictcount(FieldUse use |
    use.getField() = f and useHolds(use, r) and not use.isAboutVariableOnly()
  )
  or
  not r.getRoot() = TItself() and
  result = strictcount(FieldUse use |
    use.getField() = f and useHolds(use, r) and not isOperand(use)
  )
}

/** Gets the number of uses of `f` that a guard such as `r` is about, and in `held` those that hold it. */
predicate counts(Field f, Relative r, int held, int all) {
  held = countHeld(f, r) and
  (
    r.getRoot() = TItself() and all = countUses(f, true)
    or
    not r.getRoot() = TItself() and all = countUses(f, false)
  ) and
  // A lock is no guard of the field that holds it, if that is final.
  not r = TPart(TOwner(), f)
}

/** Holds if each use of the field `place` is under `r`: name protection. */
cached
predicate guardsName(Place place, Relative r) {
  exists(Field f, int n | f = place.getField() and counts(f, r, n, n) and isWorthAGuard(f)) and
  not place.getField().getType() instanceof LockType
  or
  guardsParameterName(place, r)
}

/** Holds if the use `use` of a parameter holds `r`. */
private predicate parameterUseHolds(VarAccess use, Parameter v, Relative r) {
  use = v.getAnAccess() and
  mayHoldLocks(use.getEnclosingCallable()) and
  exists(AccessPath p, boolean exclusive |
    pathHeld(getEffectNode(use), p, exclusive) and (exclusive = true or isRead(use))
  |
    r = TGlobal(p) or
    ownerGuard(r, TOwner(), TRootPath(TThisRoot()), p) or
    ownerGuard(r, TItself(), TRootPath(TVariableRoot(v)), p)
  )
}

/** Gets a use of the parameter `v` by its name, but for taking its lock. */
private VarAccess parameterUse(Parameter v) { result = v.getAnAccess() and not isOperand(result) }

private predicate guardsParameterName(Place place, Relative r) {
  exists(Parameter v | v = place.getParameter() |
    hasState(v.getType()) and
    AllLocks::isReached(v.getCallable()) and
    // What is held on entry is said of the method.
    exists(VarAccess use | use = parameterUse(v) and parameterUseHolds(use, v, r)) and
    not exists(VarAccess use | use = parameterUse(v) and not parameterUseHolds(use, v, r)) and
    (r.getRoot() = TItself() or not isHeldOnEntry(v.getCallable(), r))
  )
}

/*-- Callers --*/

/** Holds if `r` is `p` as the code of `c` calls it. */
private predicate inCallable(Callable c, Relative r, AccessPath p) {
  pathHeldOnEntry(c, p, true) and
  p.isStable() and
  (
    r = TGlobal(p)
    or
    ownerGuard(r, TOwner(), TRootPath(TThisRoot()), p) and not c.isStatic()
    or
    exists(RefType t |
      t = thisTypeOf(c).getEnclosingType+() and
      ownerGuard(r, TAround(t), TRootPath(TOuterThisRoot(t)), p)
    )
    or
    exists(Parameter v |
      v.getCallable() = c and ownerGuard(r, TArgument(v), TRootPath(TVariableRoot(v)), p)
    )
  )
}

/** Holds if all that come to `c` hold `r`. */
cached
predicate isHeldOnEntry(Callable c, Relative r) { inCallable(c, r, _) }

/** Holds if each caller of the method or constructor `c` holds `r`: `@Holding`. */
predicate isHolding(Callable c, Relative r) {
  isHeldOnEntry(c, r) and
  c.fromSource() and
  not isLambdaMethod(c, _) and
  not c instanceof InitializerMethod and
  not isTestFile(c.getFile())
}

/*-- What is written, in the same terms --*/

/** Gets the place that `d` says something of, other than of callers. */
Place writtenPlace(GuardDeclaration d) {
  d.getMeaning() = "guarded" and
  (result.getField() = d.getElement() or result.getParameter() = d.getElement())
  or
  d.getMeaning() = "result" and result.getResultOf() = d.getElement()
}

/** Gets the guard of `d` as it is inferred. */
Relative writtenGuard(GuardDeclaration d) { result = relativeOf(d.getGuard(), d) }

/** Gets `g`, a part of the guard of `d`, as it is inferred; methods that only return a field are that field. */
private Relative relativeOf(GuardExpr g, GuardDeclaration d) {
  g = guardPart(d) and
  (
    g.isItself() and result = TItself()
    or
    exists(RefType t | t = g.getThisType() |
      if t = ownClass(d.getElement()) then result = TOwner() else result = TAround(t)
    )
    or
    result = TArgument(g.getParameter())
    or
    g.isStatic() and
    exists(AccessPath p | guardIs(d, _, _, p) and result = TGlobal(p)) and
    g = d.getGuard()
    or
    result = TPart(relativeOf(g.getBase(), d), g.getField())
    or
    // A half of a lock, or the whole of it.
    not exists(g.getField()) and not exists(g.getMethod()) and result = relativeOf(g.getBase(), d)
  )
}

private RefType ownClass(Element e) {
  result = e.(Member).getDeclaringType().getSourceDeclaration() or
  result = e.(Parameter).getCallable().getDeclaringType().getSourceDeclaration()
}

/** Gets `part` of `whole` in percent, rounded, or `-` of nothing. */
bindingset[part, whole]
string percent(int part, int whole) {
  if whole = 0
  then result = "-"
  else result = ((part * 200 + whole) / (2 * whole)).toString()
}
