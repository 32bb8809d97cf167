/**
 * Which deadlocks are reported: one for each pair of locks, or for each place that waits, with the ways on which threads come
 * from the lock that they hold to the one that they wait for, and a rank.
 *
 * What flows in are deadlocks as `Deadlocks` finds them, and rows that give points to what speaks for and against one.
 * What comes out are findings: a place, a message with links, the ways of the threads.
 */

import java
import java.SourceOrder
import java.concurrency.Confidence
import java.pointsto.Allocations as Allocations
import java.program.Program
import Deadlocks
import models.DeadlockModels

/** Gets a text that sorts `a` by its place. */
private string keyOf(Acquisition a) { result = keyOfLocation(a.getLocation()) }

/**
 * Gets a text for the two locks of a deadlock, the same for both orders, so that each pair of locks is reported once: the classes
 * of the objects, where these are of the program, whatever the locks are called where they are taken.
 */
private string keyOfLocks(
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
private predicate isDeadlocked(Program::Object o) {
  deadlock(o, _, _, _, _, _) or
  deadlockOfThree(o, _, _, _, _, _, _, _, _) or
  deadlockOfThree(_, _, _, o, _, _, _, _, _) or
  deadlockOfThree(_, _, _, _, _, _, o, _, _)
}

/** Gets the name of the lock `o`: its class, if that is not a library's, or else the place where it is made. */
private string nameOfObject(Program::Object o) {
  isDeadlocked(o) and
  if o.getType().fromSource()
  then result = rootClass(o.getType()).getName()
  else if o.getAllocation() = Allocations::classObject(_)
  then result = o.toString()
  else exists(Location l | l = o.getLocation() |
    result = l.getFile().getRelativePath() + ":" + l.getStartLine().toString()
  )
}

/** Gets the highest class of the program at or above `t`. */
private RefType rootClass(RefType t) {
  t = any(Program::Object o | isDeadlocked(o)).getType() and
  if t instanceof Class
  then
    result = t.(Class).getASupertype*() and
    result instanceof Class and
    result.fromSource() and
    not exists(Class above | above = result.(Class).getASupertype() and above.fromSource())
  else result = t
}

/** Gets the number of `a`, of a deadlock, in the order of places. */
private int numberOf(Acquisition a) {
  a = rank[result](Acquisition other | isOfDeadlock(other) | other order by keyOf(other))
}

/** Holds if a thread that the program starts takes two locks of a deadlock, by `outer` and `inner`. */
private predicate isTakenByStarted(Acquisition outer, Acquisition inner) {
  isOfDeadlock(outer) and
  isOfDeadlock(inner) and
  exists(Program::Thread t |
    takesBoth(_, outer, _, inner, t) and not Program::isOutside(t) and not Program::isCallback(t)
  )
}

/** Gets how many of the two threads of a deadlock, 0 to 2, the program starts. */
private int countStarted(
  Acquisition outer, Acquisition inner, Acquisition otherOuter, Acquisition otherInner
) {
  deadlock(_, outer, inner, _, otherOuter, otherInner) and
  exists(int one, int other |
    (if isTakenByStarted(outer, inner) then one = 1 else one = 0) and
    (if isTakenByStarted(otherOuter, otherInner) then other = 1 else other = 0) and
    result = one + other
  )
}

/** Gets the greatest number of threads that the program starts, for the deadlocks of the two locks `locks`. */
private int mostStarted(string locks) {
  result = max(Acquisition a, Acquisition b, Acquisition c, Acquisition d |
    locks = keyOfLocks(a, b, c, d)
  |
    countStarted(a, b, c, d)
  )
}

private predicate isOfDeadlock(Acquisition a) {
  deadlock(_, a, _, _, _, _) or
  deadlock(_, _, a, _, _, _) or
  deadlock(_, _, _, _, a, _) or
  deadlock(_, _, _, _, _, a)
}

/** Holds if `a` takes one of the two locks of `locks`, in one order or the other. */
private predicate isTakenFor(string locks, Acquisition a) {
  exists(Acquisition b, Acquisition c, Acquisition d, Acquisition e |
    locks = keyOfLocks(b, c, d, e) and a = [b, c, d, e]
  )
}

/** Holds if the two locks of `locks` are taken by the acquisitions of these numbers, of which there may be very many, and the program starts as many of the threads as for any. */
private predicate isTakenBy(string locks, int outer, int inner, int otherOuter, int otherInner) {
  exists(Acquisition a, Acquisition b, Acquisition c, Acquisition d |
    locks = keyOfLocks(a, b, c, d) and
    // What threads that the program starts do says most.
    countStarted(a, b, c, d) = mostStarted(locks) and
    outer = numberOf(a) and
    inner = numberOf(b) and
    otherOuter = numberOf(c) and
    otherInner = numberOf(d)
  )
}

private int firstOuter(string locks) {
  result = min(int outer | isTakenBy(locks, outer, _, _, _) | outer)
}

private int firstInner(string locks) {
  result = min(int inner | isTakenBy(locks, firstOuter(locks), inner, _, _) | inner)
}

private int firstOtherOuter(string locks) {
  result = min(int outer | isTakenBy(locks, firstOuter(locks), firstInner(locks), outer, _) | outer)
}

private int firstOtherInner(string locks) {
  result = min(int inner |
    isTakenBy(locks, firstOuter(locks), firstInner(locks), firstOtherOuter(locks), inner)
  |
    inner
  )
}

/** Holds if this is the deadlock that is shown of its two locks: the first by its places. */
private predicate isShown(
  Acquisition outer, Acquisition inner, Acquisition otherOuter, Acquisition otherInner
) {
  exists(string locks |
    numberOf(outer) = firstOuter(locks) and
    numberOf(inner) = firstInner(locks) and
    numberOf(otherOuter) = firstOtherOuter(locks) and
    numberOf(otherInner) = firstOtherInner(locks)
  )
}

/** Holds if the swap at `place` is the one that is shown for `outer`. */
private predicate isShownSwap(Acquisition outer, Acquisition inner, Expr place) {
  // What is known of two objects says more.
  not isShown(outer, _, _, _) and
  swapped(_, outer, inner, place, _) and
  place = min(Expr other, int line, int column |
    swapped(_, outer, _, other, _) and beginsAt(other, line, column)
  |
    other order by line, column
  )
}

/** Gets a text for three locks, the same in whatever order they come, so that each three are reported once. */
private string keyOfThree(Acquisition outer, Acquisition outer2, Acquisition outer3) {
  exists(Program::Object a, Program::Object b, Program::Object c |
    deadlockOfThree(a, outer, _, b, outer2, _, c, outer3, _) and
    result = concat(string name | name = nameOfObject([a, b, c]) | name, " and " order by name)
  )
}

/** Gets a text for a deadlock of three that sorts by places. */
private string keyOfPlaces(
  Acquisition outer, Acquisition inner, Acquisition outer2, Acquisition inner2, Acquisition outer3,
  Acquisition inner3
) {
  deadlockOfThree(_, outer, inner, _, outer2, inner2, _, outer3, inner3) and
  result =
    keyOf(outer) + keyOf(inner) + keyOf(outer2) + keyOf(inner2) + keyOf(outer3) + keyOf(inner3)
}

/** Holds if this is the deadlock that is shown of its three locks. */
private predicate isShownOfThree(
  Acquisition outer, Acquisition inner, Acquisition outer2, Acquisition inner2, Acquisition outer3,
  Acquisition inner3
) {
  exists(string locks |
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
private string keyOfExpr(Expr e) {
  (waitsForSignaller(_, _, e, _) or waitsForOwnPool(_, _, e)) and
  result = keyOfLocation(e.getLocation())
}

/** Holds if a finding about `wait` shows these: the first lock, signal and acquisition. */
private predicate isShownSignal(
  MethodCall wait, Acquisition held, MethodCall signal, Acquisition needed
) {
  waitsForSignaller(wait, held, signal, needed) and
  keyOf(held) + keyOfExpr(signal) + keyOf(needed) = min(Acquisition h, MethodCall s, Acquisition n |
    waitsForSignaller(wait, h, s, n)
  |
    keyOf(h) + keyOfExpr(s) + keyOf(n)
  )
}

/** Holds if `start` is the first place at which a task that `wait` waits for is handed to its own pool, made by `pool`. */
private predicate isShownPool(MethodCall wait, Expr pool, Expr start) {
  exists(Program::Object o | waitsForOwnPool(wait, o, start) and pool = o.getExpr()) and
  keyOfExpr(start) = min(Expr other | waitsForOwnPool(wait, _, other) | keyOfExpr(other))
}

/** Gets the first place that takes a lock that `t` needs and that is held at `wait`. */
private predicate isShownWait(MethodCall wait, Acquisition held, Acquisition needed) {
  waitsForHolder(wait, _, _, held, needed) and
  keyOf(held) + keyOf(needed) = min(Acquisition h, Acquisition n |
    waitsForHolder(wait, _, _, h, n)
  |
    keyOf(h) + keyOf(n)
  )
}

/*-- Findings --*/

private newtype TFinding =
  TCycle(Acquisition outer, Acquisition inner, Acquisition otherOuter, Acquisition otherInner) {
    isShown(outer, inner, otherOuter, otherInner)
  } or
  TSwap(Acquisition outer, Acquisition inner, Expr place) { isShownSwap(outer, inner, place) } or
  TSelf(LockAcquire call, Monitor m, LockMode held) { waitsForItself(call, m, held) } or
  TThree(
    Acquisition outer, Acquisition inner, Acquisition outer2, Acquisition inner2,
    Acquisition outer3, Acquisition inner3
  ) { isShownOfThree(outer, inner, outer2, inner2, outer3, inner3) } or
  TSelfThrough(MethodCall call, LockAcquire acquire, Monitor m, LockMode held) {
    waitsForItselfThrough(call, acquire, m, held)
  } or
  TSignal(MethodCall wait, Acquisition held, MethodCall signal, Acquisition needed) {
    isShownSignal(wait, held, signal, needed)
  } or
  TPool(MethodCall wait, Expr pool, Expr start) { isShownPool(wait, pool, start) } or
  TWait(MethodCall wait, Acquisition held, Acquisition needed) { isShownWait(wait, held, needed) }

/** A deadlock that can be reported. */
class Finding extends TFinding {
  /** Gets the element at which this is reported. */
  Element getPlace() {
    exists(Acquisition outer |
      this = TCycle(outer, _, _, _) or
      this = TSwap(outer, _, _) or
      this = TThree(outer, _, _, _, _, _)
    |
      result = outer.getElement()
    )
    or
    this = TSelf(result, _, _)
    or
    this = TSelfThrough(result, _, _, _)
    or
    this = TSignal(result, _, _, _)
    or
    this = TPool(result, _, _)
    or
    this = TWait(result, _, _)
  }

  /** Gets the message, with three links. */
  string getMessage() {
    exists(Acquisition outer | this = TCycle(outer, _, _, _) and not this.isOfOneClass() |
      result =
        "A thread that takes " + outer.describe() +
          " here waits for $@, while another that has taken $@ waits for $@: both wait for ever. Take the two locks in one order everywhere."
    )
    or
    exists(Acquisition outer | this = TCycle(outer, _, _, _) and this.isOfOneClass() |
      result =
        "A thread that takes " + outer.describe() +
          " here waits for $@ of another object of the class, while another thread has that one by $@ and waits for the first, for $@: both wait for ever. Take the two in an order that does not depend on who comes first."
    )
    or
    this = TSwap(_, _, _) and
    result =
      "A thread that holds the lock taken here takes that of another object of the same kind $@; a second thread that does so with the two $@ waits for the first, and the first for it. Take them in an order that does not depend on who comes $@."
    or
    exists(Monitor m, LockMode held | this = TSelf(_, m, held) |
      if held.isShared()
      then
        result =
          "The thread holds '" + m +
            "' as a reader and waits here until no reader holds $@, itself included$@$@: it waits for ever. Give the read lock back first."
      else
        result =
          "The thread holds '" + m +
            "' and waits here until nobody holds $@, itself included$@$@: this lock is not reentrant, and the thread waits for ever. Take it once."
    )
    or
    exists(Acquisition outer | this = TThree(outer, _, _, _, _, _) |
      result =
        "A thread that takes " + outer.describe() +
          " here waits for $@; another that holds that lock waits for $@; a third that holds that one waits for $@, the first: all wait for ever. Take the three locks in one order everywhere."
    )
    or
    exists(Monitor m, LockMode held | this = TSelfThrough(_, _, m, held) |
      if held.isShared()
      then
        result =
          "The thread holds '" + m +
            "' as a reader here, and what it calls waits $@ until no reader holds $@, itself included$@: it waits for ever. Give the read lock back first."
      else
        result =
          "The thread holds '" + m +
            "' here, and what it calls waits $@ until nobody holds $@, itself included$@: this lock is not reentrant, and the thread waits for ever. Take it once."
    )
    or
    this = TSignal(_, _, _, _) and
    result =
      "This waits, with the lock $@ held, for a signal that is only given $@ by a thread that has taken that lock, $@: both wait for ever. Wait when the lock is given back."
    or
    this = TPool(_, _, _) and
    result =
      "A task of the pool that is made $@ waits here for another one of the same pool, handed over $@$@: if all of its threads wait, none is left to run it. Use another pool, or go on when the task ends."
    or
    this = TWait(_, _, _) and
    result =
      "This waits with the lock $@ held, which what it waits for $@ needs $@: both wait for ever. Wait when the lock is given back."
  }

  /** Holds if this is of two objects of one class. */
  private predicate isOfOneClass() {
    exists(Program::Object a, Program::Object b, Acquisition c, Acquisition d, Acquisition e,
      Acquisition f |
      this = TCycle(c, d, e, f) and deadlock(a, c, d, b, e, f) and isOneClass(a, b)
    )
  }

  /** Holds if the link `number` of the message, 1 to 3, leads to `e` by the text `text`. */
  predicate hasLink(int number, Element e, string text) {
    exists(Acquisition a | this.linksTo(number, a) | e = a.getElement() and text = a.describe())
    or
    exists(Acquisition outer, Acquisition inner, Expr place | this = TSwap(outer, inner, place) |
      number = 1 and e = place and text = "here"
      or
      number = 2 and
      text = "swapped" and
      (if exists(placeUpwards(place)) then e = placeUpwards(place) else e = inner.getElement())
      or
      number = 3 and e = outer.getElement() and text = "first"
    )
    or
    exists(LockAcquire call | this = TSelf(call, _, _) |
      number = 1 and e = call.getLockExpr() and text = "it"
      or
      number in [2, 3] and e = call and text = ""
    )
    or
    exists(MethodCall call, LockAcquire acquire | this = TSelfThrough(call, acquire, _, _) |
      number = 1 and e = acquire and text = "here"
      or
      number = 2 and e = acquire.getLockExpr() and text = "it"
      or
      number = 3 and e = call and text = ""
    )
    or
    exists(MethodCall signal | this = TSignal(_, _, signal, _) |
      number = 2 and e = signal and text = "here"
    )
    or
    exists(MethodCall wait, Expr pool, Expr start | this = TPool(wait, pool, start) |
      number = 1 and e = pool and text = "here"
      or
      number = 2 and e = start and text = "here"
      or
      number = 3 and e = wait and text = ""
    )
    or
    exists(Acquisition needed | this = TWait(_, _, needed) |
      number = 2 and
      e = needed.getCallable() and
      text = "in '" + needed.getCallable().getName() + "'"
      or
      number = 3 and e = needed.getElement() and text = "here"
    )
  }

  /** Holds if the link `number` leads to `a` by the name of its lock. */
  private predicate linksTo(int number, Acquisition a) {
    this = TCycle(_, a, _, _) and number = 1
    or
    this = TCycle(_, _, a, _) and number = 2
    or
    this = TCycle(_, _, _, a) and number = 3
    or
    this = TThree(_, a, _, _, _, _) and number = 1
    or
    this = TThree(_, _, _, a, _, _) and number = 2
    or
    this = TThree(_, _, _, _, _, a) and number = 3
    or
    this = TSignal(_, a, _, _) and number = 1
    or
    this = TSignal(_, _, _, a) and number = 3
    or
    this = TWait(_, a, _) and number = 1
  }

  /** Holds if the thread `number` of this takes a lock by `outer` and waits for another one by `inner`. */
  predicate takesBoth(int number, Acquisition outer, Acquisition inner) {
    number = 1 and this = TCycle(outer, inner, _, _)
    or
    number = 2 and this = TCycle(_, _, outer, inner)
    or
    number = 1 and this = TThree(outer, inner, _, _, _, _)
    or
    number = 2 and this = TThree(_, _, outer, inner, _, _)
    or
    number = 3 and this = TThree(_, _, _, _, outer, inner)
    or
    number = [1, 2] and this = TSwap(outer, inner, _)
  }

  /** Gets a place that takes a lock of this in one order or the other, be it shown or not. */
  Acquisition getATaken() {
    exists(Acquisition a, Acquisition b, Acquisition c, Acquisition d |
      this = TCycle(a, b, c, d) and isTakenFor(keyOfLocks(a, b, c, d), result)
    )
  }

  /** Holds if a thread of this waits at `wait`, holding the lock that it has taken by `held`. */
  predicate waitsHolding(Acquisition held, MethodCall wait) {
    this = TSignal(wait, held, _, _) or
    this = TWait(wait, held, _)
  }

  /** Holds if the thread `number` of this goes from `begin` to `end`, where `first` and `last` happen. */
  predicate hasWay(int number, Element begin, string first, Element end, string last) {
    exists(Acquisition outer, Acquisition inner | this.takesBoth(number, outer, inner) |
      begin = outer.getElement() and
      first = "takes " + outer.describe() and
      (
        this = TSwap(_, _, end)
        or
        not this = TSwap(_, _, _) and end = inner.getElement()
      ) and
      last = "waits for " + inner.describe()
    )
    or
    exists(Acquisition held, MethodCall wait | this.waitsHolding(held, wait) |
      number = 1 and
      begin = held.getElement() and
      first = "takes " + held.describe() and
      end = wait and
      last = "waits in '" + wait.getMethod().getName() + "'"
    )
    or
    exists(MethodCall signal, Acquisition needed | this = TSignal(_, _, signal, needed) |
      number = 2 and
      begin = needed.getElement() and
      first = "waits for " + needed.describe() and
      end = signal and
      last = "would give the signal by '" + signal.getMethod().getName() + "'"
    )
    or
    exists(Acquisition needed | this = TWait(_, _, needed) |
      number = 2 and
      begin = needed.getCallable() and
      first = "is what is waited for: '" + needed.getCallable().getName() + "'" and
      end = needed.getElement() and
      last = "waits for " + needed.describe()
    )
    or
    exists(LockAcquire call | this = TSelf(call, _, _) |
      number = 1 and
      begin = call.getEnclosingCallable() and
      first =
        "holds the lock" + this.heldAs() + " in '" + call.getEnclosingCallable().getName() + "'" and
      end = call and
      last = "waits for " + this.wanted()
    )
    or
    exists(MethodCall call, LockAcquire acquire | this = TSelfThrough(call, acquire, _, _) |
      number = 1 and
      begin = call and
      first = "holds the lock" + this.heldAs() and
      end = acquire and
      last = "waits for " + this.wanted()
    )
    or
    exists(MethodCall wait, Expr start | this = TPool(wait, _, start) |
      number = 1 and
      begin = start and
      first = "hands a task to the pool" and
      end = wait and
      last = "a task of the pool waits in '" + wait.getMethod().getName() + "'"
    )
  }

  /** Holds if this is a thread that waits for a lock which it holds itself, as a reader if `shared`. */
  private predicate isOfItself(boolean shared) {
    exists(LockMode held | this = TSelf(_, _, held) or this = TSelfThrough(_, _, _, held) |
      if held.isShared() then shared = true else shared = false
    )
  }

  /*-- What each thread does with which lock, for pictures --*/

  /** Holds if the thread `number` waits for a lock that the thread `other` has. */
  predicate waitsForLockOf(int number, int other) {
    (this = TCycle(_, _, _, _) or this = TSwap(_, _, _)) and
    (
      number = 1 and other = 2
      or
      number = 2 and other = 1
    )
    or
    this = TThree(_, _, _, _, _, _) and number in [1 .. 3] and other = number % 3 + 1
    or
    (this = TSignal(_, _, _, _) or this = TWait(_, _, _)) and number = 2 and other = 1
    or
    (this = TSelf(_, _, _) or this = TSelfThrough(_, _, _, _)) and number = 1 and other = 1
  }

  /** Holds if the thread `number` waits for a lock with the first thing that it does. */
  predicate waitsAtOnce(int number) { this = TSignal(_, _, _, _) and number = 2 }

  private string nameWhereTaken(int number) {
    exists(Acquisition outer | this.takesBoth(number, outer, _) and result = outer.describe())
    or
    exists(Acquisition held |
      this.waitsHolding(held, _) and number = 1 and result = held.describe()
    )
    or
    exists(Monitor m | this = TSelf(_, m, _) or this = TSelfThrough(_, _, m, _) |
      number = 1 and result = "'" + m + "'"
    )
  }

  private string nameWhereAwaited(int number) {
    exists(Acquisition inner | this.takesBoth(number, _, inner) and result = inner.describe())
    or
    exists(Acquisition needed | this = TSignal(_, _, _, needed) or this = TWait(_, _, needed) |
      number = 2 and result = needed.describe()
    )
  }

  /** Gets the name of the lock that the thread `number` holds; where another thread waits for it, with the name there. */
  string getLockOf(int number) {
    exists(string taken | taken = this.nameWhereTaken(number) |
      if this = TSwap(_, _, _)
      then result = taken + " (object " + number + ")"
      else if exists(int other | this.waitsForLockOf(other, number) |
        this.nameWhereAwaited(other) != taken
      )
      then exists(int other | this.waitsForLockOf(other, number) |
        result = taken + ", also " + this.nameWhereAwaited(other)
      )
      else result = taken
    )
  }

  private string heldAs() {
    this.isOfItself(true) and result = " as a reader"
    or
    this.isOfItself(false) and result = ""
  }

  private string wanted() {
    this.isOfItself(true) and result = "the write lock"
    or
    this.isOfItself(false) and result = "it again"
  }

  /*-- Ranking --*/

  /** Gets a feature of this, which rows of `evidencePoints` give points to. */
  string getAFeature() {
    this = TCycle(_, _, _, _) and result = "two-orders"
    or
    this = TThree(_, _, _, _, _, _) and result = "three-orders"
    or
    this = TSwap(_, _, _) and result = "swapped"
    or
    (this = TSelf(_, _, _) or this = TSelfThrough(_, _, _, _)) and result = "upgrade"
    or
    this = TSignal(_, _, _, _) and result = "signal"
    or
    this = TPool(_, _, _) and result = "pool"
    or
    exists(Program::Object pool, Expr made |
      this = TPool(_, made, _) and made = pool.getExpr() and isPoolOfOne(pool)
    ) and
    result = "pool-of-one"
    or
    this = TWait(_, _, _) and result = "wait"
    or
    this.isByThread(1) and this.isByThread(2) and result = "program-threads"
    or
    (
      this.isByThread(1) and not this.isByThread(2)
      or
      this.isByThread(2) and not this.isByThread(1)
    ) and
    result = "program-thread"
    or
    exists(Acquisition outer, Acquisition inner |
      this.takesBoth(_, outer, inner) and isNestedIn(inner, outer) and result = "nested"
    )
    or
    exists(Acquisition outer, Acquisition inner |
      this.takesBoth(_, outer, inner) and isFar(outer, inner) and result = "far"
    )
    or
    this.isOfParts() and result = "parts"
    or
    this.isByArgument() and result = "by-argument"
    or
    exists(Expr place |
      this = TSwap(_, _, place) and exists(placeUpwards(place)) and result = "both-ways"
    )
    or
    exists(Acquisition outer, Acquisition inner |
      this = TCycle(outer, inner, _, _) and knowEachOther(typeOfLock(outer), typeOfLock(inner))
    ) and
    result = "each-other"
    or
    exists(Acquisition outer, Acquisition inner | this = TCycle(outer, inner, _, _) |
      locksOneForAll([outer, inner])
    ) and
    result = "one-for-all"
    or
    exists(Acquisition outer, Acquisition inner |
      this.takesBoth(_, outer, inner) and this = TCycle(_, _, _, _) and isOnLibrary([outer, inner])
    ) and
    result = "library-lock"
  }

  /** Holds if the second object that is locked is an argument, or a field of one, as the first one may be. */
  private predicate isByArgument() {
    exists(Expr place, Expr second, Parameter p |
      this = TSwap(_, _, place) and
      second = secondLocked(place) and
      (second = p.getAnAccess() or second.(FieldAccess).getQualifier() = p.getAnAccess()) and
      not p.getCallable().isPrivate()
    )
  }

  /** Holds if a thread that the program starts is the one of the number `number`. */
  private predicate isByThread(int number) {
    exists(Acquisition outer, Acquisition inner, Expr place, S::Run r, Program::Thread t |
      this = TSwap(outer, inner, place) and
      number = [1, 2] and
      swapped(_, outer, inner, place, r) and
      S::executes(t, r) and
      not Program::isOutside(t) and
      not Program::isCallback(t)
    )
    or
    exists(Acquisition outer, Acquisition inner, Program::Thread t |
      this.takesBoth(number, outer, inner) and
      not this = TSwap(_, _, _) and
      takesBoth(_, outer, _, inner, t) and
      not Program::isOutside(t) and
      not Program::isCallback(t)
    )
  }

  /** Holds if the second object that is locked comes out of a field of the first: parts are locked after what they are parts of. */
  private predicate isOfParts() {
    exists(Acquisition outer, Acquisition inner, Expr place |
      this = TSwap(outer, inner, place) and
      not areElements(outer, inner) and
      exists(fieldBehind(secondLocked(place))) and
      not exists(placeUpwards(place))
    )
  }

  /** Gets the rank of this. */
  int getPoints() {
    result = sum(string feature, int points |
      feature = this.getAFeature() and isWorth(feature, points)
    |
      points
    )
  }

  /**
   * Gets how often the number of methods that the calls on the ways of this may run doubles: a call that may run eight
   * adds three. The more there are, the less likely it is that one thread takes all of the turns that are shown.
   */
  int getDoublings() {
    result = sum(WayNode call | call.getFinding() = this | floorOfLog(call.countTargets()))
  }

  /** Gets a text that tells this apart from others that begin at the same place. */
  private string getKey() {
    result = concat(int number, Element e, string text, string path, int line |
      this.hasLink(number, e, text) and beginsAt(e, path, line, _)
    |
      text + path + line.toString(), "," order by number, text, path, line
    )
  }

  /** Holds if this is the surest of those that begin at its place. */
  predicate isSurest() {
    this = max(Finding f | f.getPlace() = this.getPlace() |
      f order by f.getPoints() - f.getDoublings(), f.getKey() desc, f.getMessage() desc
    )
  }

  /** Gets words for how many more deadlocks begin at its place. */
  string getOthers() {
    exists(int others | others = count(Finding f | f.getPlace() = this.getPlace()) - 1 |
      if others < 1
      then result = ""
      else if others = 1
      then result = " One more deadlock begins here."
      else result = " " + others + " more deadlocks begin here."
    )
  }

  /** Gets the place where this is reported. */
  Location getLocation() { result = this.getPlace().getLocation() }

  /** Gets a text that describes this. */
  string toString() { result = this.getMessage() }
}

/** Gets the greatest power of two, as an exponent, that is not more than `targets`. */
bindingset[targets]
private int floorOfLog(int targets) { result = (targets + 0.5).log2().floor() }

/** Holds if `a`, of a cycle of two, locks a class or what a final static field holds: threads that come to it meet there. */
private predicate locksOneForAll(Acquisition a) {
  exists(Finding f | f = TCycle(a, _, _, _) or f = TCycle(_, a, _, _)) and
  (
    a.getMonitor() instanceof ClassMonitor
    or
    exists(Field f |
      f = a.getMonitor().(VariableMonitor).getVariable() and f.isStatic() and f.isFinal()
    )
  )
}

/** Gets the class of the program of which the lock of `a`, which belongs to a cycle of two, is an object. */
private RefType typeOfLock(Acquisition a) {
  exists(Finding f | f = TCycle(a, _, _, _) or f = TCycle(_, a, _, _)) and
  result.fromSource() and
  (
    exists(Method m | m = a.getMethod() and not m.isStatic() and result = m.getDeclaringType())
    or
    result = a.getLockExpr().getType().(RefType).getSourceDeclaration()
    or
    not exists(a.getLockExpr()) and
    result = a.getLibraryCall().getReceiverType().getSourceDeclaration()
  )
}

/** Holds if each object of the class `t` has a field for an object of the class `other`. */
private predicate hasFieldFor(RefType t, RefType other) {
  exists(Field f |
    t = typeOfLock(_) and
    other = typeOfLock(_) and
    f = t.getASourceSupertype*().getAField() and
    not f.isStatic() and
    other.getASourceSupertype*() = f.getType().(RefType).getSourceDeclaration() and
    f.getType().(RefType).fromSource()
  )
}

/** Holds if each object of `a` has a field for one of `b`, and that one has a field for it, or gets it from it. */
bindingset[a, b]
private predicate knowEachOther(RefType a, RefType b) {
  hasFieldFor(a, b) and (hasFieldFor(b, a) or handsItselfTo(a, b))
  or
  hasFieldFor(b, a) and handsItselfTo(b, a)
}

/** Holds if objects of the class `t` hand themselves to the object in a variable that is of the class `other`. */
private predicate handsItselfTo(RefType t, RefType other) {
  exists(MethodCall call |
    t = typeOfLock(_) and
    other = typeOfLock(_) and
    call.getAnArgument().(ThisAccess).isOwnInstanceAccess() and
    call.getEnclosingCallable().getDeclaringType() = t.getASourceSupertype*() and
    call.getQualifier() instanceof VarAccess and
    other.getASourceSupertype*() = call.getReceiverType().getSourceDeclaration() and
    call.getReceiverType().fromSource()
  )
}

/** Holds if the only ways from `outer` to `inner` have three calls or more. */
private predicate isFar(Acquisition outer, Acquisition inner) {
  exists(Finding f | f.takesBoth(_, outer, inner)) and
  not isNestedIn(inner, outer) and
  min(int calls | leadsFrom(outer, inner, _, _, calls) | calls) >= 2
}

/** Holds if `a` locks an object of a library, which a field or variable holds. */
private predicate isOnLibrary(Acquisition a) {
  exists(RefType t | t = a.getLockExpr().getType() |
    not t.fromSource() and
    not t instanceof TypeObject and
    not a.getElement() instanceof MethodCall and
    not a.getLockExpr() instanceof TypeLiteral
  )
  or
  // What a class of the sources inherits is its own lock.
  exists(MethodCall call | call = a.getLibraryCall() |
    not exists(call.getReceiverType()) or not call.getReceiverType().fromSource()
  )
}

/*-- Ways between two places --*/

/** Holds if `site`, with the lock of `outer` held, runs `callee`, which comes to `end` by `calls` more calls. */
private predicate begins(
  Acquisition outer, Element end, ExprParent site, Callable callee, int calls
) {
  exists(Acquisition inner |
    any(Finding f).takesBoth(_, outer, inner) and
    end = inner.getElement() and
    leadsFrom(outer, inner, site, callee, calls)
  )
  or
  exists(MethodCall wait |
    any(Finding f).waitsHolding(outer, wait) and
    end = wait and
    leadsFromTo(outer, wait, site, callee, calls)
  )
}

/** Holds if `caller`, entered with the lock of `outer` held, runs `callee` by `site`, which comes to `end` by `calls` more calls. */
private predicate continues(
  Acquisition outer, Element end, Callable caller, ExprParent site, Callable callee, int calls
) {
  exists(Acquisition inner |
    begins(outer, end, _, _, _) and
    end = inner.getElement() and
    leadsOn(outer, inner, caller, site, callee, calls)
  )
  or
  exists(MethodCall wait |
    begins(outer, wait, _, _, _) and
    end = wait and
    leadsOnTo(outer, wait, caller, site, callee, calls)
  )
}

/** Holds if the way that is shown from `outer` to `end` runs `callee` by `site`, with `calls` more calls to come. */
private predicate calls(
  Acquisition outer, Element end, ExprParent site, Callable callee, int calls
) {
  calls = min(int n | begins(outer, end, _, _, n) | n) and isFirst(outer, end, site, callee, calls)
  or
  exists(Callable caller |
    calls(outer, end, _, caller, calls + 1) and
    continues(outer, end, caller, site, callee, calls) and
    keyOfCall(site, callee) = min(ExprParent s, Callable c |
      continues(outer, end, caller, s, c, calls)
    |
      keyOfCall(s, c)
    )
  )
}

private predicate isFirst(
  Acquisition outer, Element end, ExprParent site, Callable callee, int calls
) {
  begins(outer, end, site, callee, calls) and
  keyOfCall(site, callee) = min(ExprParent s, Callable c | begins(outer, end, s, c, calls) |
    keyOfCall(s, c)
  )
}

bindingset[site, callee]
pragma[inline_late]
private string keyOfCall(ExprParent site, Callable callee) {
  result = keyOfLocation(site.(Top).getLocation()) + " " + keyOfLocation(callee.getLocation())
}

private newtype TWayNode =
  TBegin(Finding f, int number) { f.hasWay(number, _, _, _, _) } or
  TCall(Finding f, int number, ExprParent site, Callable callee, int left) {
    exists(Acquisition outer, Element end |
      leadsByCalls(f, number, outer, end) and calls(outer, end, site, callee, left)
    )
  } or
  TEnd(Finding f, int number) { f.hasWay(number, _, _, _, _) }

/** Holds if `f` has a thread of the number `number` that takes a lock by `outer` and comes to `end` by calls. */
private predicate leadsByCalls(Finding f, int number, Acquisition outer, Element end) {
  exists(Acquisition inner |
    f.takesBoth(number, outer, inner) and
    not f = TSwap(_, _, _) and
    not isNestedIn(inner, outer) and
    end = inner.getElement()
  )
  or
  f.waitsHolding(outer, end) and number = 1 and not isHeldAtSite(outer, end)
}

/** A place on the way of a thread of a deadlock: where it takes its lock, a call, where it waits. */
class WayNode extends TWayNode {
  /** Gets the deadlock. */
  Finding getFinding() {
    this = TBegin(result, _) or
    this = TCall(result, _, _, _, _) or
    this = TEnd(result, _)
  }

  /** Gets the number of the thread. */
  int getNumber() {
    this = TBegin(_, result) or
    this = TCall(_, result, _, _, _) or
    this = TEnd(_, result)
  }

  /** Gets the number of places that come after this one, the beginning apart. */
  private int getLeft() {
    this = TEnd(_, _) and result = 0
    or
    exists(int left | this = TCall(_, _, _, _, left) and result = left + 1)
  }

  /** Holds if this is where the thread takes its lock. */
  predicate isBeginning() { this = TBegin(_, _) }

  /** Holds if this is where the thread waits. */
  predicate isEnd() { this = TEnd(_, _) }

  /** Gets the next place. */
  WayNode getNext() {
    result.getFinding() = this.getFinding() and
    result.getNumber() = this.getNumber() and
    (
      result.getLeft() = this.getLeft() - 1
      or
      this.isBeginning() and
      result.getLeft() = max(WayNode n |
        n.getFinding() = this.getFinding() and n.getNumber() = this.getNumber()
      |
        n.getLeft()
      )
    )
  }

  /** Gets the number of methods that the call may run, if this is one. */
  int countTargets() {
    exists(ExprParent site | this = TCall(_, _, site, _, _) |
      result = strictcount(Callable target | Program::runs(_, _, site, target, _))
    )
  }

  /** Gets the words for what happens here. */
  string getLabel() {
    exists(Finding f, int number | f.hasWay(number, _, result, _, _) and this = TBegin(f, number))
    or
    exists(Finding f, int number | f.hasWay(number, _, _, _, result) and this = TEnd(f, number))
    or
    exists(Callable callee | this = TCall(_, _, _, callee, _) |
      result =
        "calls " + typeText(callee.getDeclaringType()) + "." + callee.getName() +
          callee.paramsString()
    )
  }

  /** Holds if the thread takes the lock `name` here, or waits for it, as `key` says. */
  predicate usesLock(string key, string name) {
    exists(Finding f, int number |
      name = f.getLockOf(number) and key = "quarrel.takes" and this = TBegin(f, number)
    )
    or
    exists(Finding f, int number, int other |
      f.waitsForLockOf(number, other) and name = f.getLockOf(other) and key = "quarrel.waits"
    |
      if f.waitsAtOnce(number) then this = TBegin(f, number) else this = TEnd(f, number)
    )
  }

  /** Gets the place where this is written. */
  Location getLocation() {
    exists(Finding f, int number, Element e |
      f.hasWay(number, e, _, _, _) and this = TBegin(f, number) and result = e.getLocation()
      or
      f.hasWay(number, _, _, e, _) and this = TEnd(f, number) and result = e.getLocation()
    )
    or
    exists(ExprParent site | this = TCall(_, _, site, _, _) and result = site.(Top).getLocation())
  }

  /** Gets a text that describes this. */
  string toString() { result = this.getLabel() }
}
