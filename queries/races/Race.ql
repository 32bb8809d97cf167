/**
 * @name Race
 * @description Two threads can access the same memory at the same time, one of them changing it, without a lock that both
 *              hold and without anything that orders them. One finding a field or container, the worst pair of each, with
 *              the calls by which each thread comes to its access.
 * @kind path-problem
 * @problem.severity warning
 * @precision low
 * @id java/race
 * @tags concurrency
 *       race
 */

import java
import Races

/** The ways of the threads to the accesses that are shown. */
query predicate edges(WayNode a, WayNode b) { b = a.getNext() }

/** The places on them, and what happens there. */
query predicate nodes(WayNode n, string key, string val) {
  key = "semmle.label" and
  val = n.getLabel()
}

from Subject subject, Side first, Side second, Side shown
where
  isTold(subject) and
  not exists(getBenignFeature(subject)) and
  first.getSubject() = subject and
  first.getNumber() = 1 and
  second = first.getOther() and
  shown = [first, second]
select first.getAccess().getExpr(), getBeginning(shown), getEnd(shown),
  getMessage(subject, first, second), second.getAccess().getExpr(), second.getAccess().describe(),
  subject, subject.toString()
