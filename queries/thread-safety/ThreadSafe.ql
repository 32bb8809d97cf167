/**
 * @name Not thread-safe
 * @description Two threads can access a field of a class that is meant to be thread-safe, one of them changing it,
 *              without a lock that both hold. One finding for the fields that race for one cause, with the two accesses that
 *              show it best.
 * @kind path-problem
 * @problem.severity error
 * @precision medium
 * @id java/not-threadsafe
 * @tags concurrency
 *       thread-safety
 *       path-per-thread
 */

import java
import java.concurrency.Confidence
import java.concurrency.Races
import java.SourceOrder

/** The ways from entries to the accesses that are shown. */
query predicate edges(WayNode a, WayNode b) { b = a.getNext() }

/** The places on them, and what happens there, also with which locks in hand. */
query predicate nodes(WayNode n, string key, string val) {
  key = "semmle.label" and val = n.getLabel()
  or
  key = "quarrel.holds" and val = n.getALockInHand()
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

/** Gets the number of further accesses of `f` that the message links to. */
int countFurther(SharedField f) {
  exists(getFirstAccess(f)) and
  result = count(int n | exists(getFurtherAccess(f, n))).minimum(3)
}

/** Gets the number of places that the message about the race that begins with `a` links to before further accesses. */
int countBefore(ShownAccess a) {
  a = getFirstAccess(_) and
  if getSecondAccess(a) = a then result = 2 else result = 4
}

/** Holds if the `n`-th place in the message about the race that begins with `a` links to `e` by `text`. */
predicate isLinked(ShownAccess a, int n, Element e, string text) {
  exists(SharedField f | a = getFirstAccess(f) |
    n = 1 and e = f and text = "'" + f.getName() + "'"
    or
    n = 2 and e = a.getEntryOnWay() and text = entryText(e)
    or
    exists(ReachedAccess further, int number |
      further = getFurtherAccess(f, number) and
      number <= 3 and
      n = countBefore(a) + number and
      e = further and
      text =
        further.describe() + " in " + further.getEnclosingCallable().getName() +
          further.getEnclosingCallable().paramsString()
    )
    or
    exists(SharedField other, int number |
      other = getOfSameCause(f, number) and
      number <= 3 and
      n = countBefore(a) + countFurther(f) + number and
      e = other and
      text = "'" + other.getName() + "'"
    )
    or
    n = placeElsewhere(a) and happensElsewhere(a, e, _, text)
  )
  or
  exists(ShownAccess b | a = getFirstAccess(_) and b = getSecondAccess(a) and a != b |
    n = 3 and e = b and text = b.describe()
    or
    n = 4 and e = b.getEntryOnWay() and text = entryText(e)
  )
}

/** Holds if the `n`-th place is `e` with `text`; where the message has no such place, it is the field. */
predicate link(ShownAccess a, int n, Element e, string text) {
  isLinked(a, n, e, text)
  or
  exists(SharedField f | a = getFirstAccess(f) |
    n in [1 .. 10] and not isLinked(a, n, _, _) and e = f and text = ""
  )
}

/**
 * Gets a text for the cause of the race on `f`: the fields of a class that no lock protects have one cause, and so have the
 * fields that one method uses without the same lock.
 */
string getCause(SharedField f) {
  exists(ShownAccess a, string owner |
    a = getFirstAccess(f) and owner = f.getDeclaringType().getQualifiedName()
  |
    if exists(getUsualGuard(f))
    then
      result =
        owner + "|" + a.getEnclosingCallable().getQualifiedName() +
          a.getEnclosingCallable().paramsString() + "|" + a.describeGuards() + "|" +
          getUsualGuard(f).toString()
    else result = owner
  )
}

/** Gets the points of all evidence for and against the race on `f`. */
int getPoints(SharedField f) {
  result = sum(string evidence, int points |
    evidence = getEvidenceOf(getFirstAccess(f)) and isWorth(evidence, points)
  |
    points
  )
}

/** Gets the `n`-th of the fields that race for one cause, from 1: the one with the most evidence. */
SharedField getOfCause(string cause, int n) {
  result = rank[n](SharedField f, int points, string key |
    cause = getCause(f) and points = getPoints(f) and key = keyOfLocation(f.getLocation())
  |
    f order by points desc, key, f.getName()
  )
}

/** Gets the `n`-th of the other fields, from 1, that race for the same cause as `f`, whose race is reported. */
SharedField getOfSameCause(SharedField f, int n) {
  n >= 1 and
  exists(string cause | f = getOfCause(cause, 1) and result = getOfCause(cause, n + 1))
}

/** Gets words for the other fields that race for the same cause as `f`, whose race is reported. */
string others(SharedField f) {
  f = getOfCause(_, 1) and
  exists(int all | all = count(int n | exists(getOfSameCause(f, n))) |
    all = 0 and result = ""
    or
    all = 1 and result = " The same goes for $@."
    or
    all = 2 and result = " The same goes for $@ and $@."
    or
    all = 3 and result = " The same goes for $@, $@ and $@."
    or
    all > 3 and result = " The same goes for $@, $@, $@ and " + (all - 3) + " more."
  )
}

/** Gets the number of the link to the place, other than `a`, at which the race that begins with `a` takes place. */
int placeElsewhere(ShownAccess a) {
  exists(SharedField f |
    a = getFirstAccess(f) and
    happensElsewhere(a, _, _, _) and
    result =
      countBefore(a) + countFurther(f) + count(int n | exists(getOfSameCause(f, n))).minimum(3) +
        1 and
    result <= 10
  )
}

/** Gets the words for the place, other than `a`, at which the race that begins with `a` takes place. */
string elsewhere(ShownAccess a) {
  a = getFirstAccess(_) and
  if exists(placeElsewhere(a)) then happensElsewhere(a, _, result, _) else result = ""
}

/** Holds if a thread that the program starts, or a task that it hands on, comes to `a` on the way that is shown. */
predicate isOnThread(ShownAccess a) {
  a.getEntryOnWay() instanceof ThreadEntryMethod
  or
  exists(LambdaExpr lambda | lambda.asMethod() = a.getEntryOnWay())
}

/** Holds if a race that begins with `a` is about the content of the field: one side changes that. */
predicate isOfContent(ShownAccess a, ShownAccess b) {
  b = getSecondAccess(a) and
  (
    a.modifiesContent() and b.touchesContent()
    or
    b.modifiesContent() and a.touchesContent()
  )
}

/** Holds if `a` only asks what the field holds for its size. */
predicate isAskedForSize(ShownAccess a) {
  not a.modifies() and
  exists(MethodCall call | call.getQualifier() = a |
    call.getMethod().hasName(["size", "isEmpty"]) and call.getMethod().hasNoParameters()
  )
}

/** Holds if the lock that protects most accesses to `f` is one of other objects: callers hold it for reasons of their own. */
predicate isGuardedByForeignLock(SharedField f) {
  exists(Monitor m, RefType owner, RefType declaring |
    m = getUsualGuard(f) and
    not m.isStatic() and
    owner = m.getOwner() and
    declaring = f.getDeclaringType()
  |
    not declaring.getASourceSupertype*() = owner and
    not owner.getASourceSupertype*() = declaring and
    not declaring.getEnclosingType+() = owner
  )
}

/** Gets an access that changes `f` or what it holds, of a race that is reported. */
ReachedAccess changeOf(SharedField f) {
  exists(getFirstAccess(f)) and
  result.getField() = f and
  result.modifies()
}

/** Holds if each change of `f`, or of what it holds, happens under some lock. */
predicate isChangedUnderLocks(SharedField f) {
  forex(ReachedAccess change | change = changeOf(f) | change.isProtectedBy(_))
}

/** Holds if `f`, and what it holds, is only changed where its object is made ready. */
predicate isChangedInSetUp(SharedField f) {
  forex(ReachedAccess change | change = changeOf(f) | isSetUp(change.getEnclosingCallable()))
}

/** Gets the field of a helper that is at stake in the race that begins with `a`. */
Field fieldOfHelper(ShownAccess a) { a = getFirstAccess(_) and a.usesPart(result, -1, _) }

/** Holds if `a`, the first access of a race, and `b`, which may be the same, use one part of what the field leads to. */
predicate areOfOnePart(ShownAccess a, ReachedAccess b) {
  exists(Field holder, int level |
    a = getFirstAccess(_) and
    a.usesPart(holder, level, _) and
    b.usesPart(holder, level, _) and
    a.getField() = b.getField()
  )
}

/** Holds if a lock is held where the object that `a` uses is looked up, and not where it is used. */
predicate isLookedUpLocked(ShownAccess a) {
  exists(ReachedAccess origin, Monitor m |
    a = getFirstAccess(_) and
    a.isOwnedUse() and
    origin = a.getOrigin() and
    origin.isProtectedBy(any(Guard g | g.getMonitor() = m)) and
    not a.isProtectedBy(any(Guard g | g.getMonitor() = m))
  )
}

/** Gets evidence of how many accesses of `f`, or of the part of what it leads to, hold a lock, where `a` begins the race. */
string getEvidenceOfLocks(ShownAccess a, SharedField f) {
  a = getFirstAccess(f) and
  if a.isOwnedUse()
  then exists(int all, int guarded |
    all = strictcount(ReachedAccess b | areOfOnePart(a, b)) and
    guarded = count(ReachedAccess b | areOfOnePart(a, b) and b.isSafeUnder(getUsualGuard(f))) and
    (guarded = 0 implies isMeantByEvidenceOnly(f.getMeantClass())) and
    result = getEvidenceOfGuards(guarded, all)
  )
  else result = getEvidenceOfGuards(countSafe(f, getUsualGuard(f)), countAccesses(f))
}

/**
 * Holds if `a`, in a setter, gives what that is given to a setter of the object that the field holds, of a class of the
 * sources. A library's objects are set in the midst of their use, as formats are.
 */
private predicate setsHelper(ShownAccess a) {
  exists(MethodCall set, Callable setter | set = a or set.getQualifier() = a |
    setter = set.getEnclosingCallable() and
    nameSays(setter, "configures") and
    sourceMethodSays(set.getMethod().getSourceDeclaration(), "configures") and
    set.getAnArgument() = setter.getAParameter().getAnAccess()
  )
}

/** Gets evidence for or against the race that begins with `a`. */
string getEvidenceOf(ShownAccess a) {
  exists(SharedField f, ShownAccess b | a = getFirstAccess(f) and b = getSecondAccess(a) |
    result = getEvidenceOfField(f)
    or
    result = getEvidenceOfField(fieldOfHelper(a))
    or
    result = getEvidenceOfLocks(a, f)
    or
    isLookedUpLocked(a) and result = "looked-up-locked"
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
      result = getEvidenceOfName([one.getEnclosingCallable(), one.getEntryOnWay()]) and
      // What a setter does to an object that the field holds already, it may do at any time.
      (
        result = "configures"
        implies
        not one.modifiesContent()
        or
        setsHelper(one) and isChangedInSetUp(f)
      )
    )
    or
    isBeforeSharing([a, b]) and result = "before-sharing"
    or
    isByBuilder([a, b]) and result = "builder"
    or
    exists(ShownAccess one | one = [a, b] and not one.isProtectedBy(_) |
      isCalledLocked(one.getEntryOnWay())
    ) and
    result = "callers-locked"
    or
    getUsualGuard(f) instanceof ThreadMonitor and result = "handler-thread"
    or
    isGuardedByForeignLock(f) and result = "foreign-lock"
    or
    isChangedUnderLocks(f) and result = "locked-writes"
    or
    isChangedInSetUp(f) and result = "set-up-writes"
    or
    f.getType() instanceof BooleanType and result = "truth-value"
    or
    f.getType() instanceof NumericType and not a.updates() and result = "number"
    or
    a.getEntryOnWay().getDeclaringType() != f.getDeclaringType() and result = "entry-elsewhere"
    or
    isAskedForSize(a) and result = "size"
    or
    a.updates() and result = "update"
    or
    a.modifies() and a.isUnmonitored() and not holdsLoosely(a, _) and result = "unlocked-write"
    or
    a.modifies() and holdsLoosely(a, _) and result = "loose-lock"
    or
    exists(LockAcquire stamp |
      stamp.isOptimistic() and
      stamp.getEnclosingCallable() = a.getEnclosingCallable() and
      strictlyDominates(stamp.getControlFlowNode(), a.getControlFlowNode())
    ) and
    a.isUnmonitored() and
    result = "not-validated"
    or
    if isOfContent(a, b)
    then
      result = "content"
      or
      a.isUnmonitored() and not exists(fieldOfHelper(a)) and result = "unlocked-content"
    else (
      not a.modifies() and result = "plain-read"
      or
      not a.modifies() and
      a.getEnclosingCallable() instanceof GetterMethod and
      result = "getter-only"
    )
  )
}

/** Holds if the race at `a` is about `field`: about its `"value"` and the `"content"` of what it holds. */
query predicate about(ShownAccess a, SharedField field, string part) {
  exists(SharedField f | f = getOfCause(_, 1) and a = getFirstAccess(f) |
    field = f or field = getOfSameCause(f, _)
  ) and
  part = ["value", "content"]
}

/** Holds if `evidence` makes the race at `a` surer by `points`. */
query predicate confidence(ShownAccess a, int points, string evidence) {
  evidence = getEvidenceOf(a) and
  isWorth(evidence, points)
}

from
  SharedField f, ShownAccess a, WayNode source, WayNode sink, string message, Element e1, string t1,
  Element e2, string t2, Element e3, string t3, Element e4, string t4, Element e5, string t5,
  Element e6, string t6, Element e7, string t7, Element e8, string t8, Element e9, string t9,
  Element e10, string t10
where
  f = getOfCause(_, 1) and
  a = getFirstAccess(f) and
  source.isEntryPoint() and
  sink.isAccess() and
  sink.getAccess() = source.getAccess() and
  sink.getAccess() = [a, getSecondAccess(a)] and
  message =
    firstHalf(a) + secondHalf(a) + rest(f) + getStatistics(f) + others(f) + elsewhere(a) + " " +
      f.getMeantClass().getName() + " is meant to be thread-safe: " +
      f.getMeantClass().getEvidence() + "." and
  link(a, 1, e1, t1) and
  link(a, 2, e2, t2) and
  link(a, 3, e3, t3) and
  link(a, 4, e4, t4) and
  link(a, 5, e5, t5) and
  link(a, 6, e6, t6) and
  link(a, 7, e7, t7) and
  link(a, 8, e8, t8) and
  link(a, 9, e9, t9) and
  link(a, 10, e10, t10)
select a, source, sink, message, e1, t1, e2, t2, e3, t3, e4, t4, e5, t5, e6, t6, e7, t7, e8, t8, e9,
  t9, e10, t10
