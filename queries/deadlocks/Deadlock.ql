/**
 * @name Deadlock
 * @description One thread holds a lock and waits for a second one, another thread holds the second and waits for the first:
 *              both wait for ever.
 * @kind problem
 * @problem.severity error
 * @precision low
 * @id java/deadlock
 * @tags concurrency
 *       deadlock
 */

import java
import java.SourceOrder
import Deadlocks

/** Gets a text that sorts by place. */
bindingset[a]
string keyOf(Acquisition a) {
  exists(Location l | l = a.getLocation() |
    result =
      l.getFile().getRelativePath() + ":" + (100000000 + l.getStartLine()).toString() + ":" +
        (10000 + l.getStartColumn()).toString()
  )
}

/** Gets a text for the two locks of a deadlock, the same for both orders, so that each pair of locks is told once. */
string keyOfLocks(
  Acquisition outer, Acquisition inner, Acquisition otherOuter, Acquisition otherInner
) {
  deadlock(_, outer, inner, _, otherOuter, otherInner) and
  exists(string first, string second | first = lockName(outer) and second = lockName(otherOuter) |
    if first < second then result = first + " and " + second else result = second + " and " + first
  )
}

/** Gets the name of the lock of `a`: that of the monitor, or else the place. */
string lockName(Acquisition a) {
  deadlock(_, a, _, _, _, _) and
  (
    result = S::keyOfMonitor(a.getMonitor())
    or
    not exists(S::keyOfMonitor(a.getMonitor())) and result = a.describe()
  )
}

/** Gets a text for a deadlock that sorts by places. */
string keyOfDeadlock(
  Acquisition outer, Acquisition inner, Acquisition otherOuter, Acquisition otherInner
) {
  deadlock(_, outer, inner, _, otherOuter, otherInner) and
  result = keyOf(outer) + keyOf(inner) + keyOf(otherOuter) + keyOf(otherInner)
}

/** Holds if this is the deadlock that is shown of its two locks. */
predicate isShown(
  Acquisition outer, Acquisition inner, Acquisition otherOuter, Acquisition otherInner
) {
  exists(string locks |
    locks = keyOfLocks(outer, inner, otherOuter, otherInner) and
    keyOfDeadlock(outer, inner, otherOuter, otherInner) = min(Acquisition a, Acquisition b,
      Acquisition c, Acquisition d |
      locks = keyOfLocks(a, b, c, d)
    |
      keyOfDeadlock(a, b, c, d)
    )
  )
}

/** Holds if the swap at `place` is the one that is shown for `outer`. */
predicate isShownSwap(Acquisition outer, Acquisition inner, Expr place) {
  swapped(_, outer, inner, place, _) and
  place = min(Expr other, int line, int column |
    swapped(_, outer, _, other, _) and beginsAt(other, line, column)
  |
    other order by line, column
  )
}

/** Gets the first place that takes a lock that `t` needs and that is held at `wait`. */
predicate isShownWait(MethodCall wait, Acquisition held, Acquisition needed) {
  waitsForHolder(wait, _, _, held, needed) and
  keyOf(held) + keyOf(needed) = min(Acquisition h, Acquisition n |
    waitsForHolder(wait, _, _, h, n)
  |
    keyOf(h) + keyOf(n)
  )
}

from
  Element place, string message, Element e1, string t1, Element e2, string t2, Element e3, string t3
where
  exists(Acquisition outer, Acquisition inner, Acquisition otherOuter, Acquisition otherInner |
    isShown(outer, inner, otherOuter, otherInner) and
    place = outer.getElement() and
    message =
      "A thread that takes " + outer.describe() +
        " here waits for $@, while another that has taken $@ waits for $@: both wait for ever. Take the two locks in one order everywhere." and
    e1 = inner.getElement() and
    t1 = inner.describe() and
    e2 = otherOuter.getElement() and
    t2 = otherOuter.describe() and
    e3 = otherInner.getElement() and
    t3 = otherInner.describe()
  )
  or
  exists(Acquisition outer, Acquisition inner |
    isShownSwap(outer, inner, e1) and
    place = outer.getElement() and
    message =
      "A thread that holds the lock taken here takes that of another object of the same kind $@; a second thread that does so with the two $@ waits for the first, and the first for it. Take them in an order that does not depend on who comes $@." and
    t1 = "here" and
    e2 = inner.getElement() and
    t2 = "swapped" and
    e3 = outer.getElement() and
    t3 = "first"
  )
  or
  exists(LockAcquire call, Monitor m |
    upgrades(call, m) and
    place = call and
    message =
      "The thread holds '" + m +
        "' as a reader and waits here until no reader holds $@, itself included$@$@: it waits for ever. Give the read lock back first." and
    e1 = call.getLockExpr() and
    t1 = "it" and
    e2 = call and
    t2 = "" and
    e3 = call and
    t3 = ""
  )
  or
  exists(MethodCall wait, Acquisition held, Acquisition needed |
    isShownWait(wait, held, needed) and
    place = wait and
    message =
      "This waits with the lock $@ held, which what it waits for $@ needs $@: both wait for ever. Wait when the lock is given back." and
    e1 = held.getElement() and
    t1 = held.describe() and
    e2 = needed.getCallable() and
    t2 = "in '" + needed.getCallable().getName() + "'" and
    e3 = needed.getElement() and
    t3 = "here"
  )
select place, message, e1, t1, e2, t2, e3, t3
