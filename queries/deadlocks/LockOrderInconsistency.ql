/**
 * @name Locks taken in different orders
 * @description Two threads that take the same two locks in opposite orders can each hold one and wait for the other.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/lock-order-inconsistency
 * @tags concurrency
 *       deadlock
 *       told-once
 */

import java
import java.callgraph.CallGraph
import java.concurrency.Contexts
import java.concurrency.Held
import java.concurrency.Locks

/** Holds if `c` takes `m` whenever it is called, or when its code gets so far: itself, or in its own methods. */
predicate takes(Callable c, Monitor m) {
  m = getMethodMonitor(c)
  or
  exists(Expr e | e.getEnclosingCallable() = c and waitsForLock(e, m))
  or
  exists(MethodCall call | call.getEnclosingCallable() = c and takes(ownTarget(call), m))
}

/** Holds if `e`, in the class `c`, takes `second` while `first` is held. */
predicate nested(RefType c, Monitor first, Monitor second, Expr e) {
  (waitsForLock(e, second) or takes(ownTarget(e), second)) and
  holdsAlone(e, first) and
  not locallyHeld(e.getControlFlowNode(), second, _) and
  // Taking again what all callers hold does not wait.
  not AllLocks::heldOnEntry(e.getEnclosingCallable(), any(Guard g | g.getMonitor() = second)) and
  first != second and
  isShared(first) and
  isShared(second) and
  c = e.getEnclosingCallable().getDeclaringType()
}

/** Holds if `m` is held at `e`, and nobody else can hold it. */
predicate holdsAlone(Expr e, Monitor m) {
  locallyHeld(e.getControlFlowNode(), m, any(LockMode mode | mode.isExclusive()))
}

/** Holds if `m` is the same for different runs of a method: no local variable or parameter. */
predicate isShared(Monitor m) {
  not m.(VariableMonitor).getVariable() instanceof LocalScopeVariable and
  not m instanceof CallMonitor and
  not m instanceof ChosenMonitor
}

/** Holds if a third lock is held both at `a` and at `b`, so that only one thread at a time comes to either. */
predicate haveCommonLock(Expr a, Expr b) {
  exists(RefType c, Monitor first, Monitor second |
    nested(c, first, second, a) and nested(c, second, first, b)
  |
    exists(Monitor third, boolean one, boolean other |
      holdsAsGate(a, third, one) and holdsAsGate(b, third, other)
    |
      third != first and third != second and (one = true or other = true)
    )
  )
}

/**
 * Holds if `third` is held at `e`, where one lock is taken after another, by its own callable or on all ways to it: `alone`, or
 * perhaps beside other readers.
 */
predicate holdsAsGate(Expr e, Monitor third, boolean alone) {
  nested(_, _, _, e) and
  (
    locallyHeld(e.getControlFlowNode(), third, _) and
    (if holdsAlone(e, third) then alone = true else alone = false)
    or
    exists(Guard g | AllLocks::heldOnEntry(e.getEnclosingCallable(), g) |
      third = g.getMonitor() and if g.isExclusive() then alone = true else alone = false
    )
  )
}

/** Gets the first expression of `c` that takes `second` while `first` is held, if there is another order too. */
Expr firstNested(RefType c, Monitor first, Monitor second) {
  nested(c, second, first, _) and
  result = min(Expr e, int line, int column |
    nested(c, first, second, e) and
    exists(Expr other | nested(c, second, first, other) and not haveCommonLock(e, other)) and
    beginsAt(e, line, column)
  |
    e order by line, column
  )
}

/**
 * Holds if the locks `first` and `second` are taken in one order at `here`, in the class `c`, and in the other at `there`, which
 * comes later.
 */
predicate areSwapped(RefType c, Monitor first, Monitor second, Expr here, Expr there) {
  here = firstNested(c, first, second) and
  there = firstNested(c, second, first) and
  beginsBefore(here, there) and
  not haveCommonLock(here, there)
}

/** Gets the number of pairs of locks that `c` takes in both orders. */
int pairsOf(RefType c) {
  result = strictcount(Monitor first, Monitor second | areSwapped(c, first, second, _, _))
}

/**
 * Gets the number of pairs from which on one finding stands for all those of a class: it keeps no order at all, and who gives it
 * one mends them together.
 */
int manyPairs() { result = 5 }

/** Gets what sorts a pair of locks among those of `c`, a class with many: where the two orders begin, and the names. */
pragma[noinline]
string keyOf(RefType c, Monitor first, Monitor second) {
  exists(Expr here, Expr there |
    pairsOf(c) >= manyPairs() and
    areSwapped(c, first, second, here, there) and
    result =
      keyOfLocation(here.getLocation()) + " " + keyOfLocation(there.getLocation()) + " " +
        first.toString() + " " + second.toString()
  )
}

/** Holds if the pair is reported, and stands for `further` other pairs of the class `c`. */
predicate stands(RefType c, Monitor first, Monitor second, int further) {
  areSwapped(c, first, second, _, _) and pairsOf(c) < manyPairs() and further = 0
  or
  keyOf(c, first, second) = min(keyOf(c, _, _)) and further = pairsOf(c) - 1
}

/** Holds if the finding at `here` is about the order of a lock that `thing` holds, or is. */
query predicate about(Expr here, Element thing, string part) {
  exists(Monitor first, Monitor second |
    areSwapped(_, first, second, here, _) and
    thing = elementOfMonitor([first, second]) and
    part = "order"
  )
}

from Monitor first, Monitor second, Expr here, Expr there, RefType c, int further, string others
where
  areSwapped(c, first, second, here, there) and
  stands(c, first, second, further) and
  if further = 0
  then others = ""
  else
    others = " " + further + " more pairs of locks of " + c.getName() + " are taken in both orders."
select here,
  "This takes the lock '" + second.toString() + "' while '" + first.toString() +
    "' is held, but $@ they are taken in the other order: two threads can wait for each other for ever." +
    others + " Take them in one order everywhere.", there, "here"
