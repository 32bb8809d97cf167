/**
 * Where values are dereferenced, on which objects, and what is locked there (sections 4.1, 4.4 and 4.5 of the paper).
 *
 * What flows in are the objects of `java.pointsto`, the creation points of the paper, and the locked paths. A dereference is
 * an access to a field that is not final or to an element of an array, the iteration over a collection, and the handing of
 * a value to a library, which may do any of these. What a constructor does to its own object, and to what its fields
 * hold, is none: nobody else knows them.
 */

import java
import java.concurrency.ThreadSafeTypes
import java.pointsto.PointsTo
import java.pointsto.Allocations
import java.pointsto.Roots
import Locked

/*-- Places --*/

/** Holds if `e` is handed to a library: the receiver or an argument of a call. */
private predicate isHandedToLibrary(Expr e) {
  exists(MethodCall call | isLibraryCall(call) |
    e = call.getQualifier() and not e instanceof TypeAccess and not e instanceof SuperAccess
  )
  or
  exists(Call call, int i |
    isLibraryCall(call) and e = call.getArgument(i) and not isOnlyKept(call, i)
  )
}

/** Holds if values of the type `t` have state that a lock may guard. */
cached
predicate hasState(Type t) {
  t instanceof RefType and
  not isImmutableType(t) and
  not t instanceof LockType and
  not t instanceof ReadWriteLockType and
  not t instanceof TypeString and
  not t instanceof BoxedType and
  not t instanceof EnumType and
  not t instanceof TypeClass
}

private newtype TDereference =
  TFieldDereference(FieldAccess a) {
    not a.getField().isStatic() and
    not a.getField().isFinal() and
    a.getField().fromSource() and
    not (makesObject(a.getEnclosingCallable()) and a.isOwnFieldAccess())
  } or
  TArrayDereference(ArrayAccess a) { not isOwnPart(a.getArray()) } or
  TLibraryDereference(Expr e) {
    isHandedToLibrary(e) and
    hasState(e.getType()) and
    not isOwnPart(e) and
    not isOwnThis(e)
  } or
  TIteration(Expr e) { e = any(EnhancedForStmt s).getExpr() and not isOwnPart(e) }

/** Holds if `e` is a part of the object that a constructor makes. */
private predicate isOwnPart(Expr e) {
  makesObject(e.getEnclosingCallable()) and
  e.(FieldAccess).isOwnFieldAccess()
}

private predicate isOwnThis(Expr e) {
  makesObject(e.getEnclosingCallable()) and
  e instanceof ThisAccess
}

/** A place at which a value is dereferenced. */
class Dereference extends TDereference {
  /** Gets the expression: an access, or what is handed to a library or iterated over. */
  Expr getExpr() {
    this = TFieldDereference(result) or
    this = TArrayDereference(result) or
    this = TLibraryDereference(result) or
    this = TIteration(result)
  }

  /** Gets the expression of the value, if one is written: the receiver of an unqualified access is implied. */
  Expr getValue() {
    exists(FieldAccess a | this = TFieldDereference(a) and result = a.getQualifier())
    or
    exists(ArrayAccess a | this = TArrayDereference(a) and result = a.getArray())
    or
    this = TLibraryDereference(result)
    or
    this = TIteration(result)
  }

  /** Holds if this may be of the object `o`. */
  predicate isOf(Object o) {
    exists(FieldAccess a | this = TFieldDereference(a) and fieldAccessOn(a, _, o))
    or
    exists(ArrayAccess a | this = TArrayDereference(a) and arrayAccessOn(a, _, o))
    or
    (this = TLibraryDereference(_) or this = TIteration(_)) and pointsTo(this.getExpr(), o)
  }

  /** Gets what the value is certainly called. */
  AccessPath getPath() {
    exists(FieldAccess a | this = TFieldDereference(a) and denotesOwner(a, result))
    or
    not this = TFieldDereference(_) and denotes(this.getValue(), result)
  }

  /** Holds if this changes nothing, as far as it shows. */
  predicate isRead() {
    (this = TFieldDereference(_) or this = TArrayDereference(_)) and
    not this.getExpr() instanceof VarWrite and
    not this.getExpr() = any(Assignment a).getDest() and
    not this.getExpr() = any(UnaryAssignExpr a).getExpr()
  }

  /** Gets the node at which this happens: for what is handed over, that of the call. */
  ControlFlowNode getNode() {
    if this = TLibraryDereference(_)
    then result = this.getExpr().getControlFlowNode()
    else result = getEffectNode(this.getExpr())
  }

  /** Gets the callable in which this is. */
  Callable getEnclosingCallable() { result = this.getExpr().getEnclosingCallable() }

  /** Holds if `p` is certainly locked here, as firmly as this needs. */
  predicate holds(AccessPath p) {
    mayHoldLocks(this.getEnclosingCallable()) and
    exists(boolean exclusive | pathHeld(this.getNode(), p, exclusive) |
      exclusive = true or this.isRead()
    )
  }

  /** Gets the place of this. */
  Location getLocation() { result = this.getExpr().getLocation() }

  /** Gets a text that describes this. */
  string toString() { result = this.getExpr().toString() }
}

/*-- Guards relative to a value or its owner --*/

/** A lock, seen from a value or from the object that holds it. */
newtype TRelative =
  /** The value itself. */
  TItself() or
  /** The object that has the field, or the receiver of the method. */
  TOwner() or
  /** The object of the class `t` around that of the element. */
  TAround(RefType t) { exists(TOuterThisRoot(t)) } or
  /** A parameter of the method. */
  TArgument(Parameter p) { exists(TRootPath(TVariableRoot(p))) } or
  /** A path that means the same everywhere. */
  TGlobal(AccessPath p) { p.isGlobal() and p.isStable() } or
  /** A field of one of these. */
  TPart(TRelative base, Field f) { isPart(base, f) }

/** Holds if the field `f` of `base` may be a lock, or may hold one. */
private predicate isPart(TRelative base, Field f) {
  isLockPart(f) and
  (
    base = TItself()
    or
    base = TOwner()
    or
    exists(RefType t |
      base = TAround(t) and exists(TLongerPath(TRootPath(TOuterThisRoot(t)), TFieldStep(f)))
    )
    or
    exists(Parameter v |
      base = TArgument(v) and exists(TLongerPath(TRootPath(TVariableRoot(v)), TFieldStep(f)))
    )
    or
    exists(Field first |
      base = [TPart(TItself(), first), TPart(TOwner(), first)] and isStep(first, f)
    )
    or
    exists(RefType t, Field first |
      base = TPart(TAround(t), first) and
      exists(TLongerPath(TLongerPath(TRootPath(TOuterThisRoot(t)), TFieldStep(first)),
          TFieldStep(f)))
    )
  )
}

/** Holds if a path goes through `first` and then `f`. */
private predicate isStep(Field first, Field f) {
  exists(AccessPath base, AccessPath p |
    base = TLongerPath(_, TFieldStep(first)) and p = TLongerPath(base, TFieldStep(f))
  )
}

/** Holds if `f`, which is not assigned once its object is made, occurs in the path of something that is locked. */
private predicate isLockPart(Field f) {
  isStable(f) and
  not f.isStatic() and
  exists(AccessPath p | f = p.getAVariable() | pathLocallyHeld(_, p, _) or pathHeldOnEntry(_, p, _))
}

/** A lock, seen from a value or from the object that holds it. */
class Relative extends TRelative {
  /** Gets what this is a field of. */
  Relative getBase() { this = TPart(result, _) }

  /** Gets the beginning of this. */
  Relative getRoot() {
    result = this.getBase().getRoot()
    or
    not exists(this.getBase()) and result = this
  }

  /** Gets the text of this in an annotation. */
  string toString() {
    this = TItself() and result = "itself"
    or
    this = TOwner() and result = "this"
    or
    exists(RefType t | this = TAround(t) and result = t.getName() + ".this")
    or
    exists(Parameter p | this = TArgument(p) and result = "#" + (p.getPosition() + 1))
    or
    exists(AccessPath p | this = TGlobal(p) and result = p.toString())
    or
    exists(Relative base, Field f | this = TPart(base, f) |
      if base = TOwner() then result = f.getName() else result = base.toString() + "." + f.getName()
    )
  }
}

/** Gets the path of `r` where the value is called `self`; for guards of the value itself, and those that mean the same everywhere. */
predicate valueGuard(Relative r, AccessPath self, AccessPath p) {
  r = TItself() and p = self and self.isStable()
  or
  exists(Relative base, Field f, AccessPath inner |
    r = TPart(base, f) and valueGuard(base, self, inner) and p = TLongerPath(inner, TFieldStep(f))
  )
}

/** Holds if the lock `r` is certainly held at `d`: `itself` is the value that is dereferenced. */
cached
predicate holdsAt(Dereference d, Relative r) {
  exists(AccessPath p | d.holds(p) |
    r = TGlobal(p) or exists(AccessPath self | self = d.getPath() and valueGuard(r, self, p))
  )
}

/*-- Objects --*/

/** Holds if some dereference of `o` is under no lock that could be named for it. */
cached
predicate isUsedBare(Object o) { exists(Dereference d | not holdsAt(d, _) and d.isOf(o)) }

/** Holds if code that is not known may use `o` as it likes. */
predicate isForeign(Object o) { o.getAllocation().isOpen() }

/** Holds if `d` is one of the dereferences of `o`, all of which are under locks. */
cached
predicate isGuardedDereference(Object o, Dereference d) {
  d.isOf(o) and
  not isUsedBare(o) and
  not isForeign(o)
}
