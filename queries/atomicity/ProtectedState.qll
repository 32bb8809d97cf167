/**
 * What a lock protects at the places that take it: the fields that are accessed while it is held, and whether they can
 * change in between.
 */

import java
import Places
import java.concurrency.LockTypes
import java.concurrency.ThreadSafeTypes
import java.concurrency.SharedObjects
import java.models.Models
import java.concurrency.LocksTaken
import Scopes
import WitnessWays

/** Gets the scope that begins at `place`, where a witness is locked. */
private Scope sectionAt(Place place) {
  place = getPlace(_, _) and
  result.isContext() and
  result.getBeginning() = place
}

/** Holds if `e` is executed in the section that begins at `place`, or in a method that it calls on the same object. */
predicate isInSection(Place place, Expr e) {
  exists(Scope section | section = sectionAt(place) |
    section.covers(e.getControlFlowNode()) and e.getEnclosingCallable() = section.getCallable()
    or
    section = TCallableScope(e.getEnclosingCallable())
  )
  or
  exists(Callable c | isCalledInSection(place, c) and e.getEnclosingCallable() = c)
}

/** Holds if the section that begins at `place` calls `c` on the same object, directly or through such calls. */
private predicate isCalledInSection(Place place, Callable c) {
  exists(MethodCall call |
    isInSection(place, call) and call.isOwnMethodCall() and callTarget(call, c)
  )
}

/** Holds if the access `a` may change the object that it finds in its field. */
private predicate changesContent(FieldAccess a) {
  exists(MethodCall call, Method m | call.getQualifier() = a and m = call.getMethod() |
    isChangingMethod(m)
    or
    m.getSourceDeclaration().fromSource() and m.getReturnType() instanceof VoidType
  )
  or
  exists(ArrayAccess element | element.getArray() = a |
    element = any(Assignment assign).getDest() or element = any(UnaryAssignExpr assign).getExpr()
  )
  or
  exists(FieldAccess inner | inner.getQualifier() = a and inner.isVarWrite())
}

/** Holds if some code that is no initialisation changes `f`, or code that we do not know may do so. */
private predicate canChange(Field f) {
  exists(FieldAccess a | a.getField() = f |
    changesFieldOrContent(a) and
    not a.getEnclosingCallable() instanceof InitializerMethod and
    not a.getEnclosingCallable().(Constructor).getDeclaringType() = f.getDeclaringType()
  )
  or
  not f.isFinal() and not f.isPrivate()
}

/** Holds if `a` changes its field, or the object that it finds there. */
predicate changesFieldOrContent(FieldAccess a) { a.isVarWrite() or changesContent(a) }

/** Holds if the section that begins at `place` accesses `f`. */
predicate accesses(Place place, Field f) {
  exists(FieldAccess a | isInSection(place, a) and a.getField() = f) and
  not f.getType() instanceof LockType
}

/** Holds if the section that begins at `place` reads `f`. */
predicate readsInSection(Place place, Field f) {
  exists(FieldAccess a | isInSection(place, a) and a.getField() = f and a.isVarRead()) and
  not f.getType() instanceof LockType
}

/** Holds if the section that begins at `place` changes `f`, or what it holds. */
predicate changesInSection(Place place, Field f) {
  exists(FieldAccess a | isInSection(place, a) and a.getField() = f and changesFieldOrContent(a))
}

/** Gets a field that the first and the second section of `v` access, and that can change. */
Field getACommonField(Violation v) {
  exists(Place first, Place second |
    first = getPlace(getFirst(v), v.getWitness()) and second = getSecondPlace(v)
  |
    accesses(first, result) and
    canChange(result) and
    (
      accesses(second, result)
      or
      exists(Field other | accesses(second, other) and belongTogether(result, other))
    )
  )
}

/** Holds if one method that locks its object sets `f` and `other`, once the object is made: they are one state. */
private predicate belongTogether(Field f, Field other) {
  exists(Method m | setsLocked(m, f) and setsLocked(m, other) and f != other)
}

/** Holds if `m`, which locks its object and does not make it, sets the own field `f`. */
private predicate setsLocked(Method m, Field f) {
  (m.isSynchronized() or exists(SynchronizedStmt s | s.getEnclosingCallable() = m)) and
  not makesObject(m) and
  exists(FieldWrite w | w.getEnclosingCallable() = m and w.isOwnFieldAccess() and f = w.getField())
}

/** Holds if what the sections of `v` access is known, and they have nothing in common that can change. */
predicate isHarmless(Violation v) {
  exists(Place first, Place second |
    first = getPlace(getFirst(v), v.getWitness()) and
    second = getSecondPlace(v) and
    accesses(first, _) and
    accesses(second, _)
  ) and
  not exists(getACommonField(v))
}
