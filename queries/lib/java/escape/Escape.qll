/**
 * Thread escape: which objects several threads reach. An object escapes if it can be reached from what a thread is started
 * with, from what others hold, or from a static field (Naik, Aiken and Whaley, 2006, section 2.2.3); it is shared if two
 * threads that may run in parallel access it.
 */

import java
import java.pointsto.PointsTo
import java.threads.Threads
private import java.models.Models
private import java.pointsto.Allocations

/** Holds if `o` is one of the objects from which all that escapes is reached; `how` says in words. */
cached
predicate escapesAt(Object o, string how) {
  exists(AbstractThread t, Expr e |
    e = t.getHandedOver() and denotes(e, _, o) and how = "is handed to a thread"
  )
  or
  exists(AbstractThread t, Callable m, Context c |
    exists(t.getStart()) and
    t.begins(m, c) and
    thisPointsTo(m, c, o) and
    how = "is what a thread runs"
  )
  or
  isOpenObject(o.getAllocation(), _) and how = "comes from others"
  or
  Objects::isHeldOutside(o) and how = "is returned to others"
  or
  exists(Field f | staticFieldPointsTo(f, o) and how = "is held by a static field")
  or
  o.getAllocation() = classObject(_) and how = "is a class"
}

/** Holds if several threads may reach `o`. */
cached
predicate escapes(Object o) {
  escapesAt(o, _)
  or
  exists(Object holder | escapes(holder) and refersTo(holder, o))
}

/** Holds if `m`, executed in the context `c`, evaluates `access`, which reads or writes a part of `o`. */
cached
predicate accesses(Callable m, Context c, Expr access, Object o) {
  fieldAccessOn(access, c, o) and m = access.getEnclosingCallable()
  or
  arrayAccessOn(access, c, o) and m = access.getEnclosingCallable()
}

/** Holds if threads of `t` access the state of `o`. */
cached
predicate accessedBy(Object o, AbstractThread t) {
  exists(Callable m, Context c | accessesObject(m, c, o) and t.executes(m, c))
}

/** Holds if `m`, executed in the context `c`, accesses a part of `o`; projected, so that threads are joined once. */
private predicate accessesObject(Callable m, Context c, Object o) { accesses(m, c, _, o) }

/** Holds if threads of `a` and threads of `b`, which may run at the same time, both access the state of `o`, which escapes. */
predicate sharedBy(Object o, AbstractThread a, AbstractThread b) {
  escapes(o) and
  accessedBy(o, a) and
  accessedBy(o, b) and
  mayHappenInParallel(a, b)
}

/** Holds if two threads that may run at the same time both access the state of `o`. */
cached
predicate isShared(Object o) { sharedBy(o, _, _) }
