/** The contexts that an analysis of objects can have, by name, and the ones that rows of `pointsToContext` choose. */

import java
import java.models.Models
import java.pointsto.Allocations
import java.pointsto.Contexts
private import java.pointsto.Analysis

private newtype TUnit = TNone()

/** The only heap context there is. */
class NoContext extends TUnit {
  /** Gets a text that describes this. */
  string toString() { result = "-" }
}

/** Nothing is distinguished but allocations. */
module Insensitive implements ContextSig {
  class HeapContext = NoContext;

  /** Gets the only heap context. */
  HeapContext noHeapContext() { any() }

  /** Gets the only heap context. */
  bindingset[a, h]
  HeapContext heapContext(Allocation a, HeapContext h) { any() }

  /** Holds for no analysis of this sensitivity. */
  predicate keepsReceiversApart() { none() }

  /** Gets the name. */
  string getName() { result = "insensitive" }
}

/** The allocation of the receiver is the context of methods; objects are allocations. */
module OneObject implements ContextSig {
  class HeapContext = NoContext;

  /** Gets the only heap context. */
  HeapContext noHeapContext() { any() }

  /** Gets the only heap context. */
  bindingset[a, h]
  HeapContext heapContext(Allocation a, HeapContext h) { any() }

  /** Holds: receivers are contexts. */
  predicate keepsReceiversApart() { any() }

  /** Gets the name. */
  string getName() { result = "1-object" }
}

/*-- Which receivers distinguish what is made for them --*/

/**
 * The number of allocations below one type from which on the objects of this type do not distinguish what they make: the
 * nodes of a syntax tree make each other, and each pair of them would be a context. (The idea is that of introspective
 * analysis, Smaragdakis, Kastrinis and Balatsouras, 2014; its measure here needs no analysis before this one.)
 */
private int manyAllocations() { result = 100 }

/** Holds if what is made for `a` is distinguished from what is made for other receivers. */
cached
predicate keepsMadeApart(Allocation a) {
  not exists(RefType t | allocatedType(a, t) and isManifold(t))
}

/** Holds if `t`, or a type of the sources above it, has very many allocations. */
private predicate isManifold(RefType t) {
  exists(RefType base |
    base.fromSource() and
    (base = t or sourceAncestor(t, base)) and
    strictcount(Allocation a | isMadeBelow(a, base)) >= manyAllocations()
  )
}

/** Holds if an expression makes `a`, an object of a type of the sources at or below `base`, other than `Object`. */
pragma[nomagic]
private predicate isMadeBelow(Allocation a, RefType base) {
  exists(RefType t |
    allocatedType(a, t) and
    exists(a.getExpr()) and
    t.fromSource() and
    base.fromSource() and
    not base instanceof TypeObject
  |
    base = t or sourceAncestor(t, base)
  )
}

private newtype TOneContext =
  TNoAllocation() or
  TOneAllocation(Allocation a)

/** A heap context of at most one allocation. */
class OneAllocation extends TOneContext {
  /** Gets a text that describes this. */
  string toString() {
    this = TNoAllocation() and result = "-"
    or
    exists(Allocation a | this = TOneAllocation(a) and result = a.toString())
  }
}

/** The receiver, distinguished by the allocation of the receiver that made it, is the context of methods. */
module TwoObject implements ContextSig {
  class HeapContext = OneAllocation;

  /** Gets the heap context of what is made without receiver. */
  HeapContext noHeapContext() { result = TNoAllocation() }

  /** Gets the allocation `a`. */
  bindingset[a, h]
  HeapContext heapContext(Allocation a, HeapContext h) {
    exists(h) and
    if keepsMadeApart(a) then result = TOneAllocation(a) else result = TNoAllocation()
  }

  /** Holds: receivers are contexts. */
  predicate keepsReceiversApart() { any() }

  /** Gets the name. */
  string getName() { result = "2-object" }
}

/** Two receivers for the sake of three: what they find occurs is what may stand in a heap context of two allocations. */
private module TwoForThree implements ContextSig {
  class HeapContext = OneAllocation;

  HeapContext noHeapContext() { result = TNoAllocation() }

  bindingset[a, h]
  HeapContext heapContext(Allocation a, HeapContext h) { result = TOneAllocation(a) and exists(h) }

  predicate keepsReceiversApart() { any() }

  string getName() { result = "2-object" }
}

private module Pairs = PointsToAnalysis<TwoForThree>;

private newtype TTwoContext =
  TNoPair() or
  TPair(Allocation a, OneAllocation h) {
    exists(Pairs::Object o | a = o.getAllocation() and h = o.getHeapContext())
  }

/** A heap context of at most two allocations: the receiver and what it was made by. */
class TwoAllocations extends TTwoContext {
  /** Gets the first allocation, without what it was made by. */
  OneAllocation getFirst() {
    exists(Allocation a | this = TPair(a, _) and result = TOneAllocation(a))
    or
    this = TNoPair() and result = TNoAllocation()
  }

  /** Gets a text that describes this. */
  string toString() {
    this = TNoPair() and result = "-"
    or
    exists(Allocation a, OneAllocation h |
      this = TPair(a, h) and result = a.toString() + ", " + h.toString()
    )
  }
}

/** The receiver, distinguished by the two receivers before it, is the context of methods. */
module ThreeObject implements ContextSig {
  class HeapContext = TwoAllocations;

  /** Gets the heap context of what is made without receiver. */
  HeapContext noHeapContext() { result = TNoPair() }

  /** Gets `a` with the first allocation of `h`. */
  bindingset[a, h]
  HeapContext heapContext(Allocation a, HeapContext h) { result = TPair(a, h.getFirst()) }

  /** Holds: receivers are contexts. */
  predicate keepsReceiversApart() { any() }

  /** Gets the name. */
  string getName() { result = "3-object" }
}

/** Gets the name of the sensitivity that distinguishes `receivers` receivers. */
private string sensitivityName(int receivers) {
  receivers = 0 and result = "insensitive"
  or
  receivers in [1 .. 3] and result = receivers.toString() + "-object"
}

/** Holds if rows choose `name`, the coarsest one if several do, or none does and `name` is the default. */
predicate isChosen(string name) {
  name = sensitivityName(min(int receivers | pointsToContext(sensitivityName(receivers))))
  or
  not pointsToContext(sensitivityName(_)) and name = "1-object"
}

/** Two receivers, if three are chosen: see `TwoForThree`. */
private module TwoForChosen implements ContextSig {
  class HeapContext = OneAllocation;

  HeapContext noHeapContext() { result = TNoAllocation() }

  bindingset[a, h]
  HeapContext heapContext(Allocation a, HeapContext h) { result = TOneAllocation(a) and exists(h) }

  predicate keepsReceiversApart() { any() }

  predicate isWanted() { isChosen("3-object") }

  string getName() { result = "2-object" }
}

private module ChosenPairs = PointsToAnalysis<TwoForChosen>;

private newtype TChosenContext =
  TNoneChosen() or
  TOneChosen(Allocation a) or
  TTwoChosen(Allocation a, Allocation b) {
    exists(ChosenPairs::Object o | a = o.getAllocation() and o.getHeapContext() = TOneAllocation(b))
  }

/** A heap context of as many allocations as the chosen sensitivity has. */
class ChosenContext extends TChosenContext {
  /** Gets the first allocation, if there is one. */
  Allocation getFirst() { this = TOneChosen(result) or this = TTwoChosen(result, _) }

  /** Gets a text that describes this. */
  string toString() {
    this = TNoneChosen() and result = "-"
    or
    exists(Allocation a | this = TOneChosen(a) and result = a.toString())
    or
    exists(Allocation a, Allocation b |
      this = TTwoChosen(a, b) and result = a.toString() + ", " + b.toString()
    )
  }
}

/** The sensitivity that is chosen. */
module Chosen implements ContextSig {
  class HeapContext = ChosenContext;

  /** Gets the heap context of what is made without receiver. */
  HeapContext noHeapContext() { result = TNoneChosen() }

  /** Gets the heap context of what is made in methods whose receiver is `a` in the context `h`. */
  bindingset[a, h]
  HeapContext heapContext(Allocation a, HeapContext h) {
    isChosen(["insensitive", "1-object"]) and exists(a) and exists(h) and result = TNoneChosen()
    or
    isChosen("2-object") and
    exists(h) and
    (if keepsMadeApart(a) then result = TOneChosen(a) else result = TNoneChosen())
    or
    isChosen("3-object") and
    (
      h = TNoneChosen() and result = TOneChosen(a)
      or
      result = TTwoChosen(a, h.getFirst())
    )
  }

  /** Holds if receivers are contexts. */
  predicate keepsReceiversApart() { not isChosen("insensitive") }

  /** Gets the name of the sensitivity. */
  string getName() { isChosen(result) }
}

/** Holds if `name` is the sensitivity, or a family of types that are distinguished by class only; `what` says which. */
predicate isSetting(string what, string name) {
  what = "points-to analysis" and isChosen(name)
  or
  exists(RefType base, int creations | isFamilyOfMany(base, creations) |
    what = "distinguished by class only" and
    name = base.getQualifiedName() + " and below, made at " + creations + " places"
  )
}
