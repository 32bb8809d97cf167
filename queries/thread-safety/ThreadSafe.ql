/**
 * @name Not thread-safe
 * @description Two threads can access a field of a class that is meant to be thread-safe, one of them changing it,
 *              without a lock that both hold. One finding a field, with the two accesses that show it best.
 * @kind path-problem
 * @problem.severity error
 * @precision high
 * @id java/not-threadsafe
 * @tags concurrency
 *       thread-safety
 */

import java
import java.concurrency.Confidence
import java.concurrency.Races

/** The ways from entries to the accesses that are shown. */
query predicate edges(WayNode a, WayNode b) { b = a.getNext() }

/** The places on them, and what happens there. */
query predicate nodes(WayNode n, string key, string val) {
  key = "semmle.label" and
  val = n.getLabel()
}

/** Gets the words that say what is wrong with `a`, the first access of a race, up to the other one. */
string firstHalf(ShownAccess a) {
  a = getFirstAccess(_) and
  if a.getField().isVolatile() and a.updates()
  then
    result =
      "This update of the volatile field $@ reads it and writes it in two steps; reached from $@ " +
        a.describeGuards() + ", it can lose "
  else if exists(Monitor m | a.isWriteUnderReadLock(m)) and not a.isUnmonitored()
  then
    result =
      "This " + a.describe() +
        " of $@ happens under a lock that is held as by a reader; reached from $@ " +
        a.describeGuards() + ", it can race with "
  else
    result =
      "This " + a.describe() + " of $@, reached from $@ " + a.describeGuards() + ", can race with "
}

/** Gets the words for the other access of the race that begins with `a`. */
string secondHalf(ShownAccess a) {
  a = getFirstAccess(_) and
  if getSecondAccess(a) = a
  then result = "itself on another thread."
  else result = "the $@, reached from $@ " + getSecondAccess(a).describeGuards() + "."
}

/** Gets the words for further accesses of `f` that hold no monitor. */
string rest(SharedField f) {
  exists(getFirstAccess(f)) and
  exists(int further | further = count(int n | exists(getFurtherAccess(f, n))) |
    further = 0 and result = ""
    or
    further = 1 and result = " So can the $@."
    or
    further = 2 and result = " So can the $@ and the $@."
    or
    further = 3 and result = " So can the $@, the $@ and the $@."
    or
    further > 3 and result = " So can the $@, the $@, the $@ and " + (further - 3) + " more."
  )
}

/** Holds if the `n`-th place in the message about the race that begins with `a` links to `e` by `text`. */
predicate link(ShownAccess a, int n, Element e, string text) {
  exists(SharedField f | a = getFirstAccess(f) |
    n = 1 and e = f and text = "'" + f.getName() + "'"
    or
    n = 2 and e = a.getEntryOnWay() and text = entryText(e)
    or
    exists(int shift | if getSecondAccess(a) = a then shift = 2 else shift = 4 |
      exists(ReachedAccess further |
        further = getFurtherAccess(f, n - shift) and n <= 7 and e = further
      |
        text =
          further.describe() + " in " + further.getEnclosingCallable().getName() +
            further.getEnclosingCallable().paramsString()
      )
      or
      n in [shift + 1 .. 7] and not exists(getFurtherAccess(f, n - shift)) and e = f and text = ""
    )
  )
  or
  exists(ShownAccess b | a = getFirstAccess(_) and b = getSecondAccess(a) and a != b |
    n = 3 and e = b and text = b.describe()
    or
    n = 4 and e = b.getEntryOnWay() and text = entryText(e)
  )
}

/** Holds if a thread that the program starts, or a task that it hands on, comes to `a` on the way that is shown. */
predicate isOnThread(ShownAccess a) {
  a.getEntryOnWay() instanceof ThreadEntryMethod
  or
  exists(LambdaExpr lambda | lambda.asMethod() = a.getEntryOnWay())
}

/** Holds if `a`, the first access of a race, or the other one uses what the field holds, and one changes that. */
predicate isOfContent(ShownAccess a, ShownAccess b) {
  b = getSecondAccess(a) and
  (
    a.modifiesContent() and b.touchesContent()
    or
    b.modifiesContent() and a.touchesContent()
  )
}

/** Gets evidence for or against the race that begins with `a`. */
string getEvidenceOf(ShownAccess a) {
  exists(SharedField f, ShownAccess b | a = getFirstAccess(f) and b = getSecondAccess(a) |
    result = getEvidenceOfField(f)
    or
    result = getEvidenceOfGuards(countSafe(f, getUsualGuard(f)), countAccesses(f))
    or
    exists(getDeclaredGuard(f)) and result = "declared-guard"
    or
    not isMeantByEvidenceOnly(f.getMeantClass()) and result = "declared"
    or
    f.getMeantClass().getEvidence().matches("extends %") and result = "inherited-evidence"
    or
    isOnThread([a, b]) and
    (
      if isOnThread(a) and isOnThread(b) and a.getEntryOnWay() != b.getEntryOnWay()
      then result = "threads"
      else if isOnThread(a) and isOnThread(b)
      then result = "own-path"
      else result = "thread-and-outside"
    )
    or
    // Who locks where an object is configured or begins its life, expects others then.
    exists(ShownAccess one | one = [a, b] and not one.isProtectedBy(_) |
      result = getEvidenceOfName([one.getEnclosingCallable(), one.getEntryOnWay()])
    )
    or
    a.updates() and result = "update"
    or
    a.modifies() and a.isUnmonitored() and result = "unlocked-write"
    or
    if isOfContent(a, b)
    then
      result = "content"
      or
      a.isUnmonitored() and result = "unlocked-content"
    else (
      not a.modifies() and result = "plain-read"
      or
      not a.modifies() and a.getEnclosingCallable() instanceof GetterMethod and result = "told-only"
    )
  )
}

/** Holds if `evidence` makes the race at `a` surer by `points`. */
query predicate confidence(ShownAccess a, int points, string evidence) {
  isWorth(getEvidenceOf(a), points, evidence)
}

from
  SharedField f, ShownAccess a, WayNode source, WayNode sink, string message, Element e1, string t1,
  Element e2, string t2, Element e3, string t3, Element e4, string t4, Element e5, string t5,
  Element e6, string t6, Element e7, string t7
where
  a = getFirstAccess(f) and
  source.isEntryPoint() and
  sink.isAccess() and
  sink.getAccess() = source.getAccess() and
  sink.getAccess() = [a, getSecondAccess(a)] and
  message =
    firstHalf(a) + secondHalf(a) + rest(f) + getStatistics(f) + " " + f.getMeantClass().getName() +
      " is meant to be thread-safe: " + f.getMeantClass().getEvidence() + "." and
  link(a, 1, e1, t1) and
  link(a, 2, e2, t2) and
  link(a, 3, e3, t3) and
  link(a, 4, e4, t4) and
  link(a, 5, e5, t5) and
  link(a, 6, e6, t6) and
  link(a, 7, e7, t7)
select a, source, sink, message, e1, t1, e2, t2, e3, t3, e4, t4, e5, t5, e6, t6, e7, t7
