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

/**
 * Gets a text for the two locks of a deadlock, the same for both orders, so that each pair of locks is told once: the classes
 * of the objects, where these are of the program, whatever the locks are called where they are taken.
 */
string keyOfLocks(
  Acquisition outer, Acquisition inner, Acquisition otherOuter, Acquisition otherInner
) {
  exists(Program::Object a, Program::Object b, string first, string second |
    deadlock(a, outer, inner, b, otherOuter, otherInner) and
    first = nameOfObject(a) and
    second = nameOfObject(b)
  |
    if first < second then result = first + " and " + second else result = second + " and " + first
  )
}

/** Holds if `o` is a lock of a deadlock. */
predicate isDeadlocked(Program::Object o) {
  deadlock(o, _, _, _, _, _) or
  deadlockOfThree(o, _, _, _, _, _, _, _, _) or
  deadlockOfThree(_, _, _, o, _, _, _, _, _) or
  deadlockOfThree(_, _, _, _, _, _, o, _, _)
}

/** Gets the name of the lock `o`: its class, if that is not a library's, or else the place where it is made. */
string nameOfObject(Program::Object o) {
  isDeadlocked(o) and
  if o.getType().fromSource()
  then result = rootClass(o.getType()).getName()
  else exists(Location l | l = o.getLocation() |
    result = l.getFile().getRelativePath() + ":" + l.getStartLine().toString()
  )
}

/** Gets the highest class of the program at or above `t`. */
RefType rootClass(RefType t) {
  t = any(Program::Object o | isDeadlocked(o)).getType() and
  if t instanceof Class
  then
    result = t.(Class).getASupertype*() and
    result instanceof Class and
    result.fromSource() and
    not exists(Class above | above = result.(Class).getASupertype() and above.fromSource())
  else result = t
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

/** Gets a text for three locks, the same in whatever order they come, so that each three are told once. */
string keyOfThree(Acquisition outer, Acquisition outer2, Acquisition outer3) {
  exists(Program::Object a, Program::Object b, Program::Object c |
    deadlockOfThree(a, outer, _, b, outer2, _, c, outer3, _) and
    result = concat(string name | name = nameOfObject([a, b, c]) | name, " and " order by name)
  )
}

/** Gets a text for a deadlock of three that sorts by places. */
string keyOfPlaces(
  Acquisition outer, Acquisition inner, Acquisition outer2, Acquisition inner2, Acquisition outer3,
  Acquisition inner3
) {
  deadlockOfThree(_, outer, inner, _, outer2, inner2, _, outer3, inner3) and
  result =
    keyOf(outer) + keyOf(inner) + keyOf(outer2) + keyOf(inner2) + keyOf(outer3) + keyOf(inner3)
}

/** Holds if this is the deadlock that is shown of its three locks. */
predicate isShownOfThree(
  Acquisition outer, Acquisition inner, Acquisition inner2, Acquisition inner3
) {
  exists(Acquisition outer2, Acquisition outer3, string locks |
    deadlockOfThree(_, outer, inner, _, outer2, inner2, _, outer3, inner3) and
    locks = keyOfThree(outer, outer2, outer3) and
    keyOfPlaces(outer, inner, outer2, inner2, outer3, inner3) = min(Acquisition a, Acquisition b,
      Acquisition c, Acquisition d, Acquisition e, Acquisition f |
      deadlockOfThree(_, a, b, _, c, d, _, e, f) and locks = keyOfThree(a, c, e)
    |
      keyOfPlaces(a, b, c, d, e, f)
    )
  )
}

/** Gets a text that sorts `e` by its place. */
string keyOfExpr(Expr e) {
  (waitsForSignaller(_, _, e, _) or waitsForOwnPool(_, _, e)) and
  exists(Location l | l = e.getLocation() |
    result =
      l.getFile().getRelativePath() + ":" + (100000000 + l.getStartLine()).toString() + ":" +
        (10000 + l.getStartColumn()).toString()
  )
}

/** Holds if these are the first lock, signal and acquisition of those that can be told of `wait`. */
predicate isShownSignal(MethodCall wait, Acquisition held, MethodCall signal, Acquisition needed) {
  waitsForSignaller(wait, held, signal, needed) and
  keyOf(held) + keyOfExpr(signal) + keyOf(needed) = min(Acquisition h, MethodCall s, Acquisition n |
    waitsForSignaller(wait, h, s, n)
  |
    keyOf(h) + keyOfExpr(s) + keyOf(n)
  )
}

/** Holds if `start` is the first place at which a task that `wait` waits for is handed to its own pool, made by `pool`. */
predicate isShownPool(MethodCall wait, Expr pool, Expr start) {
  exists(Program::Object o | waitsForOwnPool(wait, o, start) and pool = o.getExpr()) and
  keyOfExpr(start) = min(Expr other | waitsForOwnPool(wait, _, other) | keyOfExpr(other))
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
  exists(Acquisition outer, Acquisition inner, Acquisition inner2, Acquisition inner3 |
    isShownOfThree(outer, inner, inner2, inner3) and
    place = outer.getElement() and
    message =
      "A thread that takes " + outer.describe() +
        " here waits for $@; another that holds that lock waits for $@; a third that holds that one waits for $@, the first: all wait for ever. Take the three locks in one order everywhere." and
    e1 = inner.getElement() and
    t1 = inner.describe() and
    e2 = inner2.getElement() and
    t2 = inner2.describe() and
    e3 = inner3.getElement() and
    t3 = inner3.describe()
  )
  or
  exists(MethodCall call, LockAcquire acquire, Monitor m |
    upgradesThrough(call, acquire, m) and
    place = call and
    message =
      "The thread holds '" + m +
        "' as a reader here, and what it calls waits $@ until no reader holds $@, itself included$@: it waits for ever. Give the read lock back first." and
    e1 = acquire and
    t1 = "here" and
    e2 = acquire.getLockExpr() and
    t2 = "it" and
    e3 = call and
    t3 = ""
  )
  or
  exists(MethodCall wait, Acquisition held, MethodCall signal, Acquisition needed |
    isShownSignal(wait, held, signal, needed) and
    place = wait and
    message =
      "This waits, with the lock $@ held, for a signal that is only given $@ by a thread that has taken that lock, $@: both wait for ever. Wait when the lock is given back." and
    e1 = held.getElement() and
    t1 = held.describe() and
    e2 = signal and
    t2 = "here" and
    e3 = needed.getElement() and
    t3 = needed.describe()
  )
  or
  exists(MethodCall wait, Expr pool, Expr start |
    isShownPool(wait, pool, start) and
    place = wait and
    message =
      "A task of the pool that is made $@ waits here for another one of the same pool, handed over $@$@: if all of its threads wait, none is left to run it. Use another pool, or go on when the task ends." and
    e1 = pool and
    t1 = "here" and
    e2 = start and
    t2 = "here" and
    e3 = wait and
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
