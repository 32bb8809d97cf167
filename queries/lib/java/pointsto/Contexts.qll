/**
 * How much an analysis of objects distinguishes: the contexts of methods and of the objects that they make. With receivers as
 * contexts (Milanova, Rountev, Ryder 2005), an instance method is looked at once for each object that its receiver may be,
 * and an object is the allocation together with the allocations of the receivers before it.
 */

import java
import java.pointsto.Allocations

/** What an analysis distinguishes. */
signature module ContextSig {
  /** A heap context: what distinguishes an object, beside its allocation. */
  class HeapContext {
    /** Gets a text that describes this. */
    string toString();
  }

  /** Gets the heap context of objects that are made without receiver. */
  HeapContext noHeapContext();

  /** Gets the heap context of objects that are made in methods whose receiver is `a` in the heap context `h`. */
  bindingset[a, h]
  HeapContext heapContext(Allocation a, HeapContext h);

  /** Holds if the receiver is a context of the methods that are called on it. */
  predicate keepsReceiversApart();

  /** Holds if anybody asks for the analysis: where this does not hold, it finds nothing, and costs nothing. */
  default predicate isWanted() { any() }

  /** Gets the name of the sensitivity. */
  string getName();
}
