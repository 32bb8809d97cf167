/**
 * @name Deadlock
 * @description One thread holds a lock and waits for a second one, another thread holds the second and waits for the first:
 *              both wait for ever. With the way of each thread from the lock that it takes to where it waits.
 * @kind path-problem
 * @problem.severity error
 * @precision low
 * @id java/deadlock
 * @tags concurrency
 *       deadlock
 *       path-per-thread
 *       told-once
 */

import java
import java.concurrency.Confidence
import Findings

/** The ways of the threads from the locks that they take to where they wait. */
query predicate edges(WayNode a, WayNode b) { b = a.getNext() }

/** The places on them, and what happens there, also with which lock. */
query predicate nodes(WayNode n, string key, string val) {
  key = "semmle.label" and val = n.getLabel()
  or
  n.usesLock(key, val)
}

/**
 * Holds if the deadlock at `place` is about the `"lock"` that stays held while the wait `thing` lasts, or the `"order"` of a lock
 * that `thing` holds, or is.
 */
query predicate about(Element place, Element thing, string part) {
  exists(Finding f | f.isSurest() and place = f.getPlace() |
    f.waitsHolding(_, thing) and part = "lock"
    or
    thing = elementOfMonitor(f.getATaken().getMonitor()) and part = "order"
  )
}

/** Holds if `evidence` makes the deadlock at `place` surer by `points`. */
query predicate confidence(Element place, int points, string evidence) {
  exists(Finding f | f.isSurest() and place = f.getPlace() |
    evidence = f.getAFeature() and isWorth(evidence, points)
    or
    evidence = "who-meets" and isWorth(evidence, points)
    or
    exists(int pointsOfDoubling |
      f.getDoublings() > 1 and
      evidence = "many-targets" and
      isWorth(evidence, pointsOfDoubling) and
      points = (f.getDoublings() - 1) * pointsOfDoubling
    )
  )
}

from
  Finding f, WayNode begin, WayNode end, Element e1, string t1, Element e2, string t2, Element e3,
  string t3
where
  f.isSurest() and
  f.hasLink(1, e1, t1) and
  f.hasLink(2, e2, t2) and
  f.hasLink(3, e3, t3) and
  begin.isBeginning() and
  end.isEnd() and
  begin.getFinding() = f and
  end.getFinding() = f and
  begin.getNumber() = end.getNumber()
select f.getPlace(), begin, end, f.getMessage() + f.getOthers(), e1, t1, e2, t2, e3, t3
