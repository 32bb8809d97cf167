/**
 * Value protection of what is written: whether each dereference of each value that a variable ever holds, by whatever name,
 * holds the lock that is declared for the variable, and where such values leave it.
 *
 * Guards that begin with the object that has the field can only be named where the value is used through that object:
 * anywhere else its uses count as unguarded, as in the paper's figure 3.
 */

import java
import java.SourceOrder
import java.concurrency.Escapes
import Inference

/** Holds if `d` declares a guard for values with state of `place`. */
predicate declaresValue(GuardDeclaration d, Place place) {
  place = writtenPlace(d) and
  hasState(place.getType()) and
  not isThreadSafeType(place.getType()) and
  exists(d.getGuard())
}

/** Gets the lock of `d`, as it is called at `use`, a dereference of a value of its place. */
private AccessPath guardPathAt(GuardDeclaration d, Dereference use) {
  exists(Place place | declaresValue(d, place) |
    d.getGuard().getRoot().isItself() and guardIs(d, _, use.getPath(), result)
    or
    d.getGuard().isStatic() and guardIs(d, _, _, result) and exists(use.getExpr())
    or
    exists(AccessPath owner |
      use.getPath() = TLongerPath(owner, memberStep(place.getField())) and
      guardIs(d, thisTypeOf(use.getEnclosingCallable()), owner, result)
    )
    or
    exists(Parameter p | p = place.getParameter() |
      use.getPath() = TRootPath(TVariableRoot(p)) and
      guardIs(d, thisTypeOf(p.getCallable()), TRootPath(TThisRoot()), result)
    )
  )
}

/** Holds if `use` may be a dereference of a value that the place of `d` holds. */
private predicate mayUse(GuardDeclaration d, Dereference use) {
  exists(Object o, Place place | declaresValue(d, place) and place.holds(o) and use.isOf(o))
  or
  usesRead(d, use, _)
}

/** Holds if `use` dereferences what the read `a` of the field of `d` gave. */
private predicate usesRead(GuardDeclaration d, Dereference use, FieldAccess a) {
  declaresValue(d, _) and
  a.getField() = d.getElement() and
  comesFrom(use.getValue(), a)
}

/** Holds if `use`, a dereference of a value that the place of `d` may hold, is under the lock of `d`. */
private predicate isUnderGuard(GuardDeclaration d, Dereference use) {
  mayUse(d, use) and
  (
    exists(AccessPath p | p = guardPathAt(d, use) |
      use.holds(p) or isPromised(use.getNode(), p, true)
    )
    or
    // Read out of the field before, with the same lock held at the use as the field asks for.
    exists(FieldAccess a | usesRead(d, use, a) |
      exists(AccessPath p | p = guardAt(d, a) | use.holds(p) or isPromised(use.getNode(), p, true))
      or
      exists(Monitor m | m = getNamedMonitor(d) and heldDuring(use.getExpr(), m) |
        m.isStatic() or a.isOwnFieldAccess()
      )
    )
    or
    // By the name of the place, which is checked by itself.
    isGuardedUse(use.getValue(), d)
    or
    isGuardedValue(use.getValue(), d)
    or
    use.getValue().(VarAccess).getVariable() = d.getElement() and
    not isUnguardedUse(use.getValue(), d) and
    not isUnguardedValue(use.getValue(), d)
  )
}

/** Holds if `use`, which may dereference a value that the place of `d` holds, does so without the lock of `d`. */
predicate isUnguardedDereference(GuardDeclaration d, Dereference use) {
  mayUse(d, use) and
  not isUnderGuard(d, use) and
  not (use.getValue().(VarAccess).getVariable() = d.getElement())
}

/** Holds if code outside of the sources hands in values of the place of `d`. */
predicate isHandedIn(GuardDeclaration d) {
  exists(Place place, Object o | declaresValue(d, place) and place.holds(o) and isForeign(o))
}

/** Holds if `s` returns a value of the place of `d` to callers outside, and nothing says what these have to hold. */
predicate isHandedOut(GuardDeclaration d, ReturnStmt s) {
  exists(Method m, Place place |
    declaresValue(d, place) and
    m = s.getEnclosingCallable() and
    isHarnessCallable(m) and
    exists(Object o | place.holds(o) and pointsTo(s.getExpr(), o)) and
    not exists(GuardDeclaration other | other.getElement() = m and other.getMeaning() = "result")
  )
}

/** Holds if `e` is what `a`, a read of a guarded field, gave: itself, or a local variable that it was read into. */
private predicate comesFrom(Expr e, FieldAccess a) {
  e = a and not a instanceof VarWrite and exists(GuardDeclaration d | d.getElement() = a.getField())
  or
  comesFrom(copiedFrom(e), a)
}

/** Holds if `e` is what the field `f` holds: it reads it, or a local variable that it was read into. */
predicate isReadOf(Expr e, Field f) { comesFrom(e, any(FieldAccess a | a.getField() = f)) }

/** Holds if `e` makes an object that nobody can change. */
private predicate makesImmutable(Expr e) {
  exists(string package, string type, MethodCall call | call = e.getUnderlyingExpr() |
    immutableFactory(package, type, call.getMethod().getName()) and
    call.getMethod().getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type)
  )
  or
  // A view that changes nothing, of what the method has made for it.
  exists(string package, string type, MethodCall call, Expr viewed |
    call = e.getUnderlyingExpr() and
    threadSafeView(package, type, call.getMethod().getName()) and
    call.getMethod().getName().matches("unmodifiable%") and
    call.getMethod().getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type) and
    viewed = call.getArgument(0).getUnderlyingExpr()
  |
    viewed instanceof ClassInstanceExpr or isOnObjectMadeHere(viewed)
  )
  or
  isImmutableType(e.getType())
}

/**
 * Holds if the value of `f` may be used without the lock: nobody changes it, as far as what is assigned shows, or a volatile
 * field gets another one for each change.
 */
private predicate hasSharedValue(Field f) {
  exists(GuardDeclaration d | d.getElement() = f) and
  (
    f.isVolatile()
    or
    exists(Expr value | value = f.getAnAssignedValue() and not value instanceof NullLiteral) and
    forall(Expr value | value = f.getAnAssignedValue() and not value instanceof NullLiteral |
      makesImmutable(value) or isThreadSafeValue(value)
    )
  )
}

/** Holds if `c` gives the field of `d` another value: what it read before is its own from then on. */
private predicate takesOver(Callable c, GuardDeclaration d) {
  exists(FieldWrite w | w.getField() = d.getElement() and w.getEnclosingCallable() = c)
}

/** Holds if `use`, in the callable that read it from the field of `d`, dereferences the value without the lock. */
predicate isUsedAfterLock(GuardDeclaration d, Dereference use) {
  isUnguardedDereference(d, use) and
  not guardsValues(d) and
  use.getValue() instanceof VarAccess and
  not use.getValue() instanceof FieldAccess and
  isReadOf(use.getValue(), d.getElement()) and
  not hasSharedValue(d.getElement()) and
  not takesOver(use.getEnclosingCallable(), d) and
  AllLocks::isReached(use.getEnclosingCallable()) and
  not isSilenced(use.getExpr())
}

/** Holds if `s` returns what the field of `d` holds, read under the lock, to code that anybody may write. */
predicate isReturnedToAll(GuardDeclaration d, ReturnStmt s) {
  declaresValue(d, _) and
  isReadOf(s.getExpr(), d.getElement()) and
  not guardsValues(d) and
  not hasSharedValue(d.getElement()) and
  not takesOver(s.getEnclosingCallable(), d) and
  isEntry(s.getEnclosingCallable()) and
  s.getEnclosingCallable().isPublic() and
  not exists(GuardDeclaration other | other.getElement() = s.getEnclosingCallable()) and
  not isTestFile(s.getFile()) and
  not isSilenced(s.getExpr())
}

/** Holds if `s` returns the value that the field of `d` holds to callers that use it without the lock, such as at `use`. */
predicate isReturnedTo(GuardDeclaration d, ReturnStmt s, Dereference use) {
  isReadOf(s.getExpr(), d.getElement()) and
  not guardsValues(d) and
  not hasSharedValue(d.getElement()) and
  not takesOver(s.getEnclosingCallable(), d) and
  (isUnguardedDereference(d, use) or isBare(use)) and
  exists(MethodCall call |
    call.getMethod().getSourceDeclaration() = s.getEnclosingCallable() and
    call.getEnclosingCallable() = use.getEnclosingCallable() and
    (
      use.getValue() = call
      or
      exists(LocalVariableDecl v |
        use.getValue() = v.getAnAccess() and v.getAnAssignedValue() = call
      )
    )
  ) and
  not exists(GuardDeclaration other |
    other.getElement() = s.getEnclosingCallable() and other.getMeaning() = "result"
  ) and
  AllLocks::isReached(use.getEnclosingCallable()) and
  not isTestFile(use.getExpr().getFile())
}

/*-- As types declare it --*/

/** Holds if `e` counts: it is in code of the sources that is no test, and in none that makes an object of its own only. */
private predicate countsAsMove(Expr e) { not isTestFile(e.getFile()) and not isSilenced(e) }

/** Holds if the value of `e`, which `d` guards, goes to `target`, where nobody knows of that guard. */
predicate isMovedOut(Expr e, GuardDeclaration d, Element target) {
  losesGuard(e, d, target) and
  countsAsMove(e) and
  // One finding for each move is enough.
  d = min(GuardDeclaration other | losesGuard(e, other, target) | other order by other.getText())
}

/** Holds if the value of `e`, which another variable holds without any guard, goes to `target`, which `d` guards. */
predicate isMovedIn(Expr e, GuardDeclaration d, Element target) {
  gainsGuard(e, d, target) and
  countsAsMove(e) and
  not isOnObjectMadeHere(e)
}

/*-- By other names --*/

/** Holds if `e` gives the value of the field of `d` to `v`: a parameter of a method of the sources, or another field. */
private predicate givesTo(Expr e, GuardDeclaration d, Variable v) {
  declaresValue(d, _) and
  not guardsValues(d) and
  isReadOf(e, d.getElement()) and
  not hasSharedValue(d.getElement()) and
  v = targetOf(e) and
  v.fromSource() and
  v != d.getElement() and
  not exists(GuardDeclaration other | other.getElement() = v) and
  not takesOver(e.getEnclosingCallable(), d) and
  not isTestFile(e.getFile()) and
  not isSilenced(e) and
  (v instanceof Field or v instanceof Parameter)
}

/** Holds if `e` gives the value of the field of `d` away, and code calls it `v` afterwards. */
private predicate isKnownAs(Expr e, GuardDeclaration d, Variable v) {
  givesTo(e, d, v)
  or
  exists(Parameter p, Expr again |
    isKnownAs(e, d, p) and
    again = p.getAnAccess() and
    v = targetOf(again) and
    v.fromSource() and
    v != d.getElement() and
    not exists(p.getAnAssignedValue()) and
    not exists(GuardDeclaration other | other.getElement() = v) and
    (v instanceof Field or v instanceof Parameter)
  )
}

/** Holds if `use` holds no lock at all, whatever way leads there. */
private predicate isBare(Dereference use) {
  enteredUnlocked(use.getEnclosingCallable()) and
  not locallyHeld(use.getNode(), _, _) and
  not makesObject(use.getEnclosingCallable()) and
  not isTestFile(use.getExpr().getFile())
}

/** Holds if `e` gives the value of the field of `d` another name, by which `use` dereferences it without any lock. */
predicate isUsedByOtherName(Expr e, GuardDeclaration d, Dereference use) {
  exists(Variable v | isKnownAs(e, d, v) and use.getValue() = v.getAnAccess() and isBare(use))
}

/**
 * Holds if `call` hands the value of a local variable to a method that keeps it in the field of `d`, and `use`, which comes
 * after it, dereferences the value by the local variable without any lock.
 */
predicate isUsedByGiver(Expr given, GuardDeclaration d, Dereference use) {
  exists(Call call, Parameter p, LocalVariableDecl v |
    declaresValue(d, _) and
    not guardsValues(d) and
    d.getElement().(Field).getAnAssignedValue() = p.getAnAccess() and
    not exists(p.getAnAssignedValue()) and
    call.getCallee().getSourceDeclaration() = p.getCallable() and
    given = call.getArgument(p.getPosition()) and
    given = v.getAnAccess() and
    isConstant(v) and
    use.getValue() = v.getAnAccess() and
    strictlyDominates(given.getControlFlowNode(), use.getNode()) and
    use.getEnclosingCallable() = given.getEnclosingCallable() and
    not use.getExpr() = given and
    isBare(use) and
    not isSilenced(use.getExpr())
  )
}

/*-- Verdicts --*/

/** Holds if values of the place of `d` are only dereferenced under its lock, and stay where that can be seen. */
predicate isValueProtected(GuardDeclaration d) {
  declaresValue(d, _) and
  mayUse(d, _) and
  not isUnguardedDereference(d, _) and
  not isUnguardedUse(_, d) and
  not isUnguardedValue(_, d) and
  not isHandedIn(d) and
  not isHandedOut(d, _)
  or
  // What uses of the name fail may still hold for the value: `itself` is about values only.
  declaresValue(d, _) and
  d.getGuard().getRoot().isItself() and
  guardsValue(writtenPlace(d), writtenGuard(d)) and
  not isHandedOut(d, _)
}

/** Holds if all uses of the name of `d` are under its lock, and there is one. */
predicate isNameProtected(GuardDeclaration d) {
  d.getMeaning() = "guarded" and
  (isGuardedUse(_, d) or isGuardedValue(_, d)) and
  not isUnguardedUse(_, d) and
  not isUnguardedValue(_, d)
  or
  // Of a result the name is what the method returns: there is none to use.
  d.getMeaning() = "result" and isValueProtected(d)
}
