/**
 * Which of several guards the annotation names that an inferred discipline is written with.
 *
 * What flows in are inferred guards; what comes out are elements with the guards that are missing. How an annotation is
 * written is in `java.concurrency.GuardAnnotations`.
 */

import java
import java.concurrency.GuardAnnotations
import Inference

/*-- Which --*/

/** Gets the order in which the guards of a field are preferred: the plainer one first. */
private int rankOf(Relative r) {
  r = TOwner() and result = 1
  or
  r.getBase() = TOwner() and result = 2
  or
  r.getBase().getBase() = TOwner() and result = 3
  or
  r = TGlobal(_) and result = 4
  or
  r = TAround(_) and result = 5
  or
  r.getBase() = TAround(_) and result = 6
  or
  r = TItself() and result = 7
  or
  r.getBase() = TItself() and result = 8
}

/** Gets the class of the declared types around `e`. */
private RefType around(Annotatable e) { result = e.(Member).getDeclaringType().getEnclosingType*() }

/**
 * Holds if the text of `r` means `r` where `e` is declared: what it names can be named there by its simple name, and the lock
 * of another class is visible.
 */
private predicate isNameable(Annotatable e, Relative r) {
  (guardsName(any(Place p | p.getField() = e), r) or isHolding(e, r)) and
  (
    r.getRoot() = TOwner() and
    not exists(Parameter p | p.getCallable() = e and p.getName() = firstName(r))
    or
    r.getRoot() = TItself() and e instanceof Field
    or
    exists(RefType t |
      r.getRoot() = TAround(t) and t = around(e) and not t instanceof AnonymousClass
    )
    or
    exists(AccessPath p, RefType t | r = TGlobal(p) |
      (
        p = TRootPath(TClassRoot(t))
        or
        exists(Field f |
          p = TRootPath(TStaticFieldRoot(f)) and t = f.getDeclaringType() and not f.isPrivate()
        )
      ) and
      (
        t.getPackage() = e.(Member).getDeclaringType().getPackage() and not t instanceof NestedType
        or
        t = around(e)
      )
      or
      exists(Field f | p = TRootPath(TStaticFieldRoot(f)) and f.getDeclaringType() = around(e))
    )
  )
}

private string firstName(Relative r) {
  exists(Field f | r = TPart(TOwner(), f) and result = f.getName())
  or
  result = firstName(r.getBase())
}

/** Holds if `r` is a guard of the field `f` that is worth writing: some use shows that it is meant. */
private predicate isFieldGuard(Field f, Relative r) {
  guardsName(any(Place p | p.getField() = f), r) and
  isNameable(f, r) and
  // One use alone may hold a lock for another reason.
  exists(int n | counts(f, r, n, n) and n >= 2) and
  // A field that nothing but one thread at a time makes needs a write under the lock, or a value with state.
  (
    exists(FieldUse w | w.getField() = f and w instanceof VarWrite)
    or
    hasState(f.getType()) and not isThreadSafeType(f.getType())
  ) and
  not f.isVolatile() and
  // Where the value leaves the field, what the name's uses hold says little.
  not isTakenOut(f) and
  // The lock itself is guarded by nothing but, perhaps, itself.
  (r.getRoot() = TItself() or not f = any(SynchronizedStmt s).getExpr().(FieldAccess).getField())
}

/** Holds if the value of `f`, which has state, is read into a local variable or returned. */
private predicate isTakenOut(Field f) {
  hasState(f.getType()) and
  exists(FieldUse use | use.getField() = f |
    use = any(LocalVariableDecl v).getAnAssignedValue() or use = any(ReturnStmt s).getExpr()
  )
}

/** Gets the guard of the field `f` that is written. */
private Relative chosenGuard(Field f) {
  result = min(Relative r, int place, string text |
    isFieldGuard(f, r) and place = rankOf(r) and text = r.toString()
  |
    r order by place, text
  )
}

/** Holds if `r` is one of the locks that all callers of the method `m` hold, and that its annotation names. */
private predicate isCallersLock(Method m, Relative r) {
  isHolding(m, r) and
  isNameable(m, r) and
  not m.isSynchronized() and
  not m.isAbstract() and
  not (r = TAround(_) and isHolding(m, TOwner()))
}

/** Gets the locks that all callers of `m` hold, as the elements of an annotation. */
private string callersLocks(Method m) {
  result = strictconcat(Relative r | isCallersLock(m, r) |
    "\"" + r + "\"", ", " order by r.toString()
  )
}

/** Holds if `guard` belongs into an annotation of `e`, and there is none. */
predicate isMissing(Annotatable e, string guard) {
  e.fromSource() and
  not isTestFile(e.getFile()) and
  not exists(GuardDeclaration d | d.getElement() = e) and
  exists(annotationPlace(e)) and
  (
    guard = chosenGuard(e).toString() or
    guard = callersLocks(e).regexpReplaceAll("^\"([^\"]*)\"$", "$1")
  )
}
