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

/** Nothing is told apart but allocations. */
module Insensitive implements ContextSig {
  class HeapContext = NoContext;

  /** Gets the only heap context. */
  HeapContext noHeapContext() { any() }

  /** Gets the only heap context. */
  bindingset[a, h]
  HeapContext heapContext(Allocation a, HeapContext h) { any() }

  /** Holds for no analysis of this sensitivity. */
  predicate tellsReceiversApart() { none() }

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
  predicate tellsReceiversApart() { any() }

  /** Gets the name. */
  string getName() { result = "1-object" }
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

/** The receiver, told apart by the allocation of the receiver that made it, is the context of methods. */
module TwoObject implements ContextSig {
  class HeapContext = OneAllocation;

  /** Gets the heap context of what is made without receiver. */
  HeapContext noHeapContext() { result = TNoAllocation() }

  /** Gets the allocation `a`. */
  bindingset[a, h]
  HeapContext heapContext(Allocation a, HeapContext h) { result = TOneAllocation(a) and exists(h) }

  /** Holds: receivers are contexts. */
  predicate tellsReceiversApart() { any() }

  /** Gets the name. */
  string getName() { result = "2-object" }
}

/** Holds if rows choose `name`, or none does and `name` is the default. */
predicate isChosen(string name) {
  pointsToContext(name) and name = ["insensitive", "1-object", "2-object", "3-object"]
  or
  not pointsToContext(["insensitive", "1-object", "2-object", "3-object"]) and name = "1-object"
}

/** The sensitivity that is chosen. */
module Chosen implements ContextSig {
  class HeapContext = OneAllocation;

  /** Gets the heap context of what is made without receiver. */
  HeapContext noHeapContext() { result = TNoAllocation() }

  /** Gets the heap context of what is made in methods whose receiver is `a`. */
  bindingset[a, h]
  HeapContext heapContext(Allocation a, HeapContext h) {
    exists(h) and
    (
      isChosen("2-object") and result = TOneAllocation(a)
      or
      not isChosen("2-object") and exists(a) and result = TNoAllocation()
    )
  }

  /** Holds if receivers are contexts. */
  predicate tellsReceiversApart() { not isChosen("insensitive") }

  /** Gets the name of the sensitivity. */
  string getName() { isChosen(result) }
}
