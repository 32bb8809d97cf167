/**
 * Own classes that are thread-safe by how they are made, whether or not they say so: each of their fields is locked wherever
 * it is used, or replaced whole, or holds for good what is safe itself.
 */

import java
private import java.TestSources
private import java.concurrency.ThreadSafeTypes
private import java.models.Models

/** Holds if `a` is evaluated with the monitor of its own object held, by its method or by a block around it. */
private predicate isUnderOwnMonitor(FieldAccess a) {
  a.isOwnFieldAccess() and a.getEnclosingCallable().isSynchronized()
  or
  exists(SynchronizedStmt s |
    a.isOwnFieldAccess() and
    s = a.getAnEnclosingStmt() and
    s.getExpr().(ThisAccess).isOwnInstanceAccess()
  )
}

/** Holds if `a` belongs to the making of an object. */
private predicate isInMaking(FieldAccess a) {
  a.getEnclosingCallable() instanceof Constructor or
  a.getEnclosingCallable() instanceof InitializerMethod or
  isTestCallable(a.getEnclosingCallable())
}

/** Holds if code hands out what `f` holds: as it is, others use it without the lock of its object. */
private predicate isHandedOut(Field f) {
  f.getType() instanceof RefType and
  not isImmutableType(f.getType()) and
  (
    f.getAnAccess() = any(ReturnStmt s).getExpr() or
    f.getAnAccess() = any(Call call).getAnArgument()
  )
}

/** Holds if some code changes what `f` holds, by a call of a library or an assignment to an element. */
private predicate isChangedInside(Field f) {
  exists(FieldAccess a | a = f.getAnAccess() |
    exists(MethodCall call, string package, string type |
      call.getQualifier() = a and
      modifiesReceiver(package, type, call.getMethod().getName()) and
      call.getMethod().isMemberOf(package, type)
    )
    or
    exists(ArrayAccess element | element.getArray() = a |
      element = any(Assignment s).getDest() or element = any(UnaryAssignExpr u).getExpr()
    )
  )
}

/** Holds if `f` is only used with the monitor of its object held, once the object is made, and nobody gets what it holds. */
private predicate isLocked(Field f) {
  f.isPrivate() and
  not isHandedOut(f) and
  exists(FieldAccess a | a = f.getAnAccess() and isUnderOwnMonitor(a)) and
  forall(FieldAccess a | a = f.getAnAccess() and not isInMaking(a) | isUnderOwnMonitor(a))
}

/** Holds if `f` is read and written in one step each, and what it holds is never changed: it is replaced whole, under a lock. */
private predicate isReplacedWhole(Field f) {
  f.isVolatile() and
  not isChangedInside(f) and
  forall(FieldWrite w | w.getField() = f and not isInMaking(w) |
    isUnderOwnMonitor(w)
    or
    w = any(AssignExpr a).getDest() and
    not exists(FieldRead r |
      r.getField() = f and r.getEnclosingCallable() = w.getEnclosingCallable()
    )
  )
}

/** Holds if `f` never changes, and what it holds is safe. */
private predicate isConstantAndSafe(Field f) {
  f.isFinal() and
  (
    f.getType() instanceof PrimitiveType
    or
    isImmutableType(f.getType())
    or
    isThreadSafeType(f.getType())
    or
    forex(Expr value | value = f.getAnAssignedValue() |
      isThreadSafeValue(value) or isImmutableType(value.getType())
    )
  )
}

/** Holds if the library class `c` has no state of its own but what its subclasses give it. */
private predicate isSkeleton(Class c) {
  c instanceof TypeObject or
  c.getSourceDeclaration()
      .hasQualifiedName("java.util",
        ["AbstractCollection", "AbstractList", "AbstractSet", "AbstractQueue", "AbstractMap"])
}

/** Holds if objects of the class `c`, of the sources, may be shared by threads without further care, as its fields show. */
predicate isSafeByConstruction(Class c) {
  c.fromSource() and
  not c.isAbstract() and
  not classAnnotation(c.getAnAnnotation().getType().getName(), "not-thread-safe") and
  forall(Class above | above = c.getASourceSupertype*() and not above.fromSource() |
    isSkeleton(above)
  ) and
  forall(Field f |
    f = c.getASourceSupertype*().getAField() and f.fromSource() and not f.isStatic()
  |
    isConstantAndSafe(f) or isLocked(f) or isReplacedWhole(f)
  )
}

/** Holds if the value of `e` is an object of such a class: its type, or the expression that makes it, tells. */
predicate isSafeByItsClass(Expr e) {
  isSafeByConstruction(e.getType().(RefType).getSourceDeclaration())
  or
  isSafeByItsClass(e.(CastingExpr).getExpr())
  or
  // One branch may be of a library.
  exists(ConditionalExpr c | c = e |
    isSafeByItsClass(c.getTrueExpr()) and
    (isSafeByItsClass(c.getFalseExpr()) or isThreadSafeValue(c.getFalseExpr()))
    or
    isThreadSafeValue(c.getTrueExpr()) and isSafeByItsClass(c.getFalseExpr())
  )
  or
  // A constant, or what a static method always gives back.
  exists(Field f | f = e.(FieldAccess).getField() and f.isStatic() and f.isFinal() |
    isSafeByItsClass(f.getOnlyValue())
  )
  or
  exists(Method m | m = e.(MethodCall).getMethod().getSourceDeclaration() and m.isStatic() |
    isSafeByItsClass(unique(Expr value |
        exists(ReturnStmt r | r.getEnclosingCallable() = m and value = r.getExpr())
      ))
  )
}
