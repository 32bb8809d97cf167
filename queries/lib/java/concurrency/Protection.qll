/** Under which locks an access happens, whatever way leads there from an entry, and which accesses race. */

import java
private import java.concurrency.Confined
import java.concurrency.DoubleChecked
import java.concurrency.KeptThreads
import java.concurrency.LockSets
import java.concurrency.Locks
import java.concurrency.Phases
private import java.concurrency.MethodNames
import java.concurrency.SharedWays
import java.models.Models

/** Gets the variable of the object whose field `a` accesses. */
private Variable qualifierOf(SharedAccess a) {
  a.isOnOtherInstance() and
  result = a.getQualifier().(VarAccess).getVariable()
}

/** Holds if `m`, held where `a` happens, belongs to the object that `a` is about, or to one that owns it. */
pragma[inline]
private predicate fits(SharedAccess a, Monitor m) {
  m.isStatic() and not isLoose(a, m)
  or
  not a.getField().isStatic() and
  not isLoose(a, m) and
  (
    not a.isOnOtherInstance() or
    not m.getOwner() = instanceMonitorType(a.getField().getDeclaringType()) or
    namesLockOf(a.getEnclosingCallable(), qualifierOf(a), m.(VariableMonitor).getVariable())
  )
}

/**
 * Holds if `m`, held where `a` happens, excludes nobody there: it is a lock of the callable's own making, or one of several,
 * and `a` is to a variable of which there is one for all of them.
 */
pragma[inline]
private predicate isLoose(SharedAccess a, Monitor m) {
  isOwnLock(m)
  or
  m instanceof ChosenMonitor and exists(a)
  or
  isOneOfSeveral(m) and not a.isOnOtherInstance() and not a.touchesContent()
}

/** Holds if `m` is held where `a` happens, and excludes nobody there. */
predicate holdsLoosely(SharedAccess a, Monitor m) {
  locallyHeld(getAnEffect(a), m, _) and
  isLoose(a, m) and
  not m.(VariableMonitor).getVariable() = qualifierOf(a)
}

/** Holds if the callable of `a` makes sure that `g` is held when `a` happens. */
cached
predicate heldAtAccess(SharedAccess a, Guard g) {
  heldAtEffect(a, _, g) and
  not exists(ControlFlowNode effect | effect = getAnEffect(a) and not heldAtEffect(a, effect, g))
}

/** Holds if `g` is held at `node`, where `a` takes effect. */
private predicate heldAtEffect(SharedAccess a, ControlFlowNode node, Guard g) {
  node = getAnEffect(a) and
  (
    exists(Monitor m, LockMode mode |
      locallyHeld(node, m, mode) and g = guardOf(m, mode) and fits(a, m)
    )
    or
    // What is handed over with its lock.
    exists(Monitor m, LockMode mode |
      isUsedUnderLock(_, a, m, mode) and g = guardOf(m, mode) and fits(a, m)
    )
    or
    // The monitor of the object itself, by the name that it has here.
    exists(VariableMonitor m, LockMode mode, InstanceMonitor own |
      locallyHeld(node, m, mode) and
      m.getVariable() = qualifierOf(a) and
      own.getThisType() = instanceMonitorType(a.getField().getDeclaringType()) and
      g = guardOf(own, mode)
    )
    or
    exists(InstanceMonitor own |
      isSynchronizedOn(a.getEnclosingStmt(), qualifierOf(a)) and
      own.getThisType() = instanceMonitorType(a.getField().getDeclaringType()) and
      g = guardOf(own, any(LockMode mode | mode.isExclusive()))
    )
  )
}

/** An access that threads come to from an entry. */
class ReachedAccess extends SharedAccess {
  ReachedAccess() {
    SharedLocks::isReached(this.getEnclosingCallable()) and
    not isConfined(this.getField())
  }

  /** Holds if `g` is held at this access whatever way leads there. */
  predicate isProtectedBy(Guard g) {
    (
      heldAtAccess(this, g)
      or
      SharedLocks::heldOnEntry(this.getEnclosingCallable(), g) and not isLoose(this, g.getMonitor())
    ) and
    (this.getField().isStatic() implies g.getMonitor().isStatic())
  }

  /** Holds if the monitor `m` is held at this access, whatever way leads there, as firmly as the access needs. */
  predicate isSafeUnder(Monitor m) {
    exists(Guard g | this.isProtectedBy(g) and m = g.getMonitor() |
      g.isExclusive() or not this.modifies()
    ) and
    not m instanceof UnknownMonitor
  }

  /** Holds if this happens under a lock of which only the acquisition is known. */
  predicate holdsUnknownLock() {
    this.isProtectedBy(any(Guard g | g.getMonitor() instanceof UnknownMonitor))
  }

  /** Holds if `m` is held at this access as by a reader, although the access changes something. */
  predicate isWriteUnderReadLock(Monitor m) {
    this.modifies() and
    this.isProtectedBy(any(Guard g | not g.isExclusive() and g.getMonitor() = m)) and
    not this.isSafeUnder(m)
  }

  /** Holds if some way from an entry to this access holds no monitor at all. */
  predicate isUnmonitored() {
    SharedLocks::entersUnlocked(this.getEnclosingCallable()) and
    not heldAtAccess(this, _)
  }

  /** Gets a text for the monitors that are held at this access, whatever way leads there, and its thread, if it has one. */
  string describeGuards() {
    result =
      concat(ThreadMonitor m, string thread |
        this.isProtectedBy(any(Guard g | g.getMonitor() = m)) and thread = m.toString()
      |
        "on " + thread + ", " order by thread
      ) + this.describeLocks()
  }

  private string describeLocks() {
    if exists(this.guardText())
    then result = "holding " + concat(string text | text = this.guardText() | text, ", ")
    else if this.isProtectedBy(any(Guard g | g.getMonitor() instanceof ThreadMonitor))
    then result = "holding no lock"
    else if exists(Monitor m | holdsLoosely(this, m))
    then
      result =
        "holding '" + concat(Monitor m | holdsLoosely(this, m) | m.toString(), "', '") +
          "', which others need not hold"
    else if this.isUnmonitored()
    then result = "holding no lock"
    else result = "holding no lock on every way"
  }

  private string guardText() {
    exists(Guard g | this.isProtectedBy(g) and not g.getMonitor() instanceof ThreadMonitor |
      result = g.toString() + this.ownerText(g.getMonitor()) and
      (
        g.isExclusive() or
        not this.isProtectedBy(any(Guard h | h.isExclusive() and h.getMonitor() = g.getMonitor()))
      )
    )
  }

  /** Gets a text that says whose `this` the monitor `m` is, where it is not that of the field's own class. */
  private string ownerText(Monitor m) {
    this.isProtectedBy(any(Guard g | g.getMonitor() = m)) and
    if
      m instanceof InstanceMonitor and
      not m.getOwner() = instanceMonitorType(this.getField().getDeclaringType())
    then result = " of " + shownName(m.getOwner())
    else result = ""
  }
}

/** Holds if all ways to accesses of `f` come from one `run` that one thread executes for each object. */
private predicate isConfined(SharedField f) {
  isRunOnce(unique(Method run | run = getARunOf(f)), f) and
  not exists(SharedAccess a | a.getField() = f and isReachedByOthers(a.getEnclosingCallable()))
}

/** Gets the one `run` that leads to `a`, if one thread executes it for each object. */
private Method getOwnRun(SharedAccess a) {
  result = unique(Method run | leadsFromRun(run, a.getEnclosingCallable())) and
  isRunOnce(result, a.getField()) and
  not isReachedByOthers(a.getEnclosingCallable())
}

/**
 * Holds if one thread executes `run` for each object that has the field `f`: that of a thread's class, or that of the
 * field's own class.
 */
private predicate isRunOnce(Method run, SharedField f) {
  run = getARunOf(f) and
  not f.isStatic() and
  (
    run.getDeclaringType().getASourceSupertype*() instanceof TypeThread or
    f.getDeclaringType() = run.getDeclaringType() or
    keepsThreadOf(run, f.getDeclaringType(), _, _)
  )
}

/** Gets a `run` that leads to an access of `f`. */
private Method getARunOf(SharedField f) {
  exists(SharedAccess a | a.getField() = f | leadsFromRun(result, a.getEnclosingCallable()))
}

/** Holds if `m` is what a thread or task executes. */
private predicate isRun(Method m) {
  SharedWays::enters(m) and
  (
    m.hasName("run") and m.hasNoParameters() and m instanceof ThreadEntryMethod
    or
    keepsThreadOf(m, _, _, _)
  )
}

/** Holds if `a` is made by the thread that its object keeps, and `b` when that has ended. */
private predicate isAfterItsThread(SharedAccess a, SharedAccess b) {
  isAfterKeptThread(b.getControlFlowNode(), getOwnRun(a))
}

/** Holds if the `run` of a thread or task leads to `c`. */
private predicate leadsFromRun(Method run, Callable c) {
  isRun(run) and c = run
  or
  exists(Callable caller | leadsFromRun(run, caller) and SharedWays::leads(caller, _, c))
}

/** Holds if threads come to `c` from another entry than a `run`. */
private predicate isReachedByOthers(Callable c) {
  SharedWays::enters(c) and not isRun(c)
  or
  exists(Callable caller | isReachedByOthers(caller) and SharedWays::leads(caller, _, c))
}

/** Holds if `a` and `b` can happen at the same time in two threads, and one changes what the other uses. */
predicate races(ReachedAccess a, ReachedAccess b) {
  racesUnlessLocked(a, b) and
  not mayShareUnknownLock(a, b)
}

/** Holds if one of `a` and `b` happens under an unknown lock, and the other one under some lock, perhaps the same. */
private predicate mayShareUnknownLock(ReachedAccess a, ReachedAccess b) {
  racesUnlessLocked(a, b) and
  (
    a.holdsUnknownLock() and b.isProtectedBy(_)
    or
    b.holdsUnknownLock() and a.isProtectedBy(_)
  )
}

/** Holds if `a` and `b` conflict and hold no lock in common that is known. */
predicate racesUnlessLocked(ReachedAccess a, ReachedAccess b) {
  a.getField() = b.getField() and
  a.modifies() and
  conflicts(a, b) and
  not isRightUnlockedRead([a, b]) and
  // The query on double-checked locking reports what such a read may see of an assignment.
  not (isWrongUnlockedRead(b) and a.assigns() and b.getField() = a.getField()) and
  not excludeEachOther(a, b) and
  not holdsOneOf(a, b) and
  not holdsOneOf(b, a) and
  not isOrderedByVolatile(a, b) and
  not isBeforeStart(a, b) and
  not isBeforeStart(b, a) and
  not areInPhases(a, b) and
  not isAfterItsTask(a, b) and
  not isAfterItsTask(b, a) and
  not isAfterItsThread(a, b) and
  not isAfterItsThread(b, a) and
  not isOfEarlierStage(a, b) and
  not isOfEarlierStage(b, a) and
  not isAtMeeting(a, b) and
  not isAtMeeting(b, a) and
  not getOwnRun(a) = getOwnRun(b) and
  not areNamedApart(a, b) and
  not areOfUnrelatedClasses(a, b)
}

/** Holds if rows about threads have `pattern`, and threads come to `c` from an entry that it does not name. */
private predicate isReachedPast(Callable c, string pattern) {
  isNamedByPattern(_, pattern) and SharedWays::enters(c) and not isNamedByPattern(c, pattern)
  or
  exists(Callable caller | isReachedPast(caller, pattern) and SharedWays::leads(caller, _, c))
}

/** Holds if all ways to `a` begin with what `pattern`, of a row about threads, names. */
private predicate isOnlyFrom(ReachedAccess a, string pattern) {
  isNamedByPattern(_, pattern) and
  not isReachedPast(a.getEnclosingCallable(), pattern)
}

/** Holds if a row says that threads that come to `a` never run at the same time as those that come to `b`. */
private predicate areNamedApart(ReachedAccess a, ReachedAccess b) {
  exists(string first, string second |
    neverParallel(first, second) or neverParallel(second, first)
  |
    isOnlyFrom(a, first) and isOnlyFrom(b, second)
  )
  or
  exists(string once | runsOnceEntry(once) and isOnlyFrom(a, once) and isOnlyFrom(b, once))
}

/** Holds if `a` and `b` hold one lock, and one of them excludes everybody else from it. */
pragma[inline]
private predicate excludeEachOther(ReachedAccess a, ReachedAccess b) {
  exists(Guard one, Guard other |
    a.isProtectedBy(one) and
    b.isProtectedBy(other) and
    one.getMonitor() = other.getMonitor() and
    not one.getMonitor() instanceof UnknownMonitor
  |
    one.isExclusive() or other.isExclusive()
  )
}

/** Holds if `a` holds one of several locks, and `b`, alone, all of these. */
pragma[inline]
private predicate holdsOneOf(ReachedAccess a, ReachedAccess b) {
  exists(ChosenMonitor m | holdsLoosely(a, m) |
    forall(Monitor alternative | alternative = m.getAnAlternative() |
      b.isProtectedBy(any(Guard g | g.isExclusive() and g.getMonitor() = alternative))
    )
  )
}

/** Holds if `start`, in `c`, starts the thread that executes `run`. */
private predicate startsRun(Callable c, MethodCall start, Callable run) {
  exists(ExprParent site | ByHierarchy::runsLater(c, site, run) |
    start = site and start instanceof ThreadStartCall
    or
    // `new Thread(task)`, which is started afterwards.
    site.(ClassInstanceExpr).getConstructedType() instanceof ThreadType and
    start.(ThreadStartCall).getEnclosingCallable() = c and
    (
      start.getQualifier() = site or
      site = start.getQualifier().(VarAccess).getVariable().getAnAssignedValue()
    )
  )
}

private signature predicate entrySig(Callable entry);

/** Which callables threads come to from some entries, and from others than these. */
private module ReachedFrom<entrySig/1 isOne> {
  /** Holds if threads come to `c` from `entry`. */
  predicate comesFrom(Callable entry, Callable c) {
    isOne(entry) and SharedWays::enters(entry) and c = entry
    or
    exists(Callable caller | comesFrom(entry, caller) and SharedWays::leads(caller, _, c))
  }

  /** Holds if threads come to `c` from another entry. */
  predicate comesFromOthers(Callable c) {
    SharedWays::enters(c) and not isOne(c)
    or
    exists(Callable caller | comesFromOthers(caller) and SharedWays::leads(caller, _, c))
  }
}

/** Holds if some code starts `run` as a thread. */
private predicate isStarted(Callable run) { startsRun(_, _, run) }

private module FromStarted = ReachedFrom<isStarted/1>;

/** Gets what the one thread executes that comes to `c`. */
private Callable getItsOnlyRun(Callable c) {
  not FromStarted::comesFromOthers(c) and
  result = unique(Callable run | FromStarted::comesFrom(run, c))
}

/** Holds if the callable of `a`, or the only calls of that, start the thread that executes `run`, after `a` has happened. */
private predicate precedesStart(ReachedAccess a, Callable run) {
  exists(Callable c, MethodCall start |
    startsRun(c, start, run) and
    c = a.getEnclosingCallable() and
    strictlyDominates(getEffectNode(a), start.getControlFlowNode())
  )
  or
  isCalledBeforeStart(a.getEnclosingCallable(), run)
}

/** Holds if the only calls of `c`, which is called from there alone, start the thread that executes `run` afterwards. */
private predicate isCalledBeforeStart(Callable c, Callable run) {
  not SharedWays::enters(c) and
  exists(Callable caller, ExprParent site |
    SharedWays::leads(caller, site, c) and precedesStartAt(caller, site, run)
  ) and
  forall(Callable caller, ExprParent site | SharedWays::leads(caller, site, c) |
    precedesStartAt(caller, site, run)
  )
}

/** Holds if `c` starts the thread that executes `run` after it has evaluated `site`. */
private predicate precedesStartAt(Callable c, ExprParent site, Callable run) {
  exists(MethodCall start |
    startsRun(c, start, run) and
    SharedWays::leads(c, site, _) and
    strictlyDominates(site.(Expr).getControlFlowNode(), start.getControlFlowNode())
  )
}

/** Holds if `a` happens before the thread is started that alone comes to `b`, or both do so before one is started. */
private predicate isBeforeStart(ReachedAccess a, ReachedAccess b) {
  a.getField() = b.getField() and
  exists(Callable run | precedesStart(a, run) |
    run = getItsOnlyRun(b.getEnclosingCallable()) or precedesStart(b, run)
  )
}

/** Holds if `a` and `b` are of two phases of one object, or of one executed by a single thread. */
pragma[inline]
private predicate areInPhases(ReachedAccess a, ReachedAccess b) {
  not a.isOnOtherInstance() and
  not b.isOnOtherInstance() and
  exists(Monitor m | areOfTwoPhases(getEffectNode(a), getEffectNode(b), m) |
    a.getField().isStatic() implies m.isStatic()
  )
}

/** Holds if `a` only happens when the one task has ended that comes to `b`. */
pragma[inline]
private predicate isAfterItsTask(ReachedAccess a, ReachedAccess b) {
  isAfterTask(getEffectNode(a), getItsOnlyTask(b.getEnclosingCallable()))
}

/** Holds if the one task that comes to `a` is run before the one that comes to `b`, as stages of a chain are. */
pragma[inline]
private predicate isOfEarlierStage(ReachedAccess a, ReachedAccess b) {
  isOfLaterStage(getItsOnlyTask(a.getEnclosingCallable()), getItsOnlyTask(b.getEnclosingCallable()))
}

/** Holds if `a` only happens while the one task waits that comes to `b`, or is itself of that task. */
pragma[inline]
private predicate isAtMeeting(ReachedAccess a, ReachedAccess b) {
  isRunWhileWaiting(getItsOnlyTask(a.getEnclosingCallable()),
    getItsOnlyTask(b.getEnclosingCallable()))
}

/** Gets the task that alone comes to `c`. */
private Callable getItsOnlyTask(Callable c) {
  not FromHandedOver::comesFromOthers(c) and
  result = unique(Callable task | FromHandedOver::comesFrom(task, c))
}

/** Holds if some code hands `task` over, to be run by another thread. */
private predicate isHandedOver(Callable task) { handsOver(_, _, task, _) }

private module FromHandedOver = ReachedFrom<isHandedOver/1>;

/** Holds if `a` and `b` access a field of `this` in two classes of which no object can be both. */
pragma[inline]
private predicate areOfUnrelatedClasses(ReachedAccess a, ReachedAccess b) {
  exists(RefType one, RefType other |
    one = ownClass(a) and
    other = ownClass(b) and
    not one.getASourceSupertype*() = other and
    not other.getASourceSupertype*() = one
  )
}

/** Gets the class of the object whose field `a` accesses, if that is `this` or an enclosing instance. */
private RefType ownClass(ReachedAccess a) {
  not a.hasQualifier() and
  not a.getField().isStatic() and
  result = a.getEnclosingCallable().getDeclaringType().getEnclosingType*() and
  result instanceof Class and
  result.getASourceSupertype*() = a.getField().getDeclaringType()
}

/** Gets a volatile field that is assigned after `a`, in the same callable, whenever `a` has happened. */
private Field announcedBy(ReachedAccess a) {
  exists(Expr write |
    result = getSetFlag(write) and
    a.modifies() and
    result != a.getField() and
    write.getEnclosingCallable() = a.getEnclosingCallable() and
    strictlyDominates(getEffectNode(a), getEffectNode(write))
  )
}

/** Gets a volatile field that is read before `b`, in the same callable, whenever `b` happens. */
private Field checkedBefore(ReachedAccess b) {
  exists(Expr read |
    result = getAsked(read) and
    not b.modifies() and
    result != b.getField() and
    read.getEnclosingCallable() = b.getEnclosingCallable() and
    strictlyDominates(read.getControlFlowNode(), b.getControlFlowNode())
  )
  or
  not b.modifies() and result = getLookedAtBefore(b.getControlFlowNode()) and result != b.getField()
}

/**
 * Holds if the change `a` is announced by an assignment to a volatile field that is read before `b`, and the changes of
 * the field hold a lock among themselves: `b` looks at the volatile field first, and at this one only if it may.
 */
private predicate isOrderedByVolatile(ReachedAccess a, ReachedAccess b) {
  a.getField() = b.getField() and
  announcedBy(a) = checkedBefore(b)
}

/** Gets the number of accesses of `f` that threads come to. */
int countAccesses(SharedField f) {
  result = strictcount(ReachedAccess a | a.getField() = f and not a.isWithOrigin())
}

/** Gets the number of accesses of `f` that are safe under `m`. */
int countSafe(SharedField f, Monitor m) {
  result = strictcount(ReachedAccess a |
    a.getField() = f and a.isSafeUnder(m) and not a.isWithOrigin()
  )
}

/**
 * Holds if `f` is one of the fields that its class means to guard. Where only the code of the class shows that it is
 * meant to be thread-safe, the field has to show so as well: it is `volatile` or has a declared guard, some change of it
 * or at least half of its accesses hold a lock, or its object runs on a thread of its own.
 */
predicate isMeantToBeGuarded(SharedField f) {
  exists(ClassMeantThreadSafe c | c = f.getMeantClass() |
    not isMeantByEvidenceOnly(c)
    or
    // What the object's own thread uses.
    handsItselfToThread(c) and getARunOf(f).getDeclaringType() = c and not isLockFree(c)
    or
    isSharedWithTask(f) and not isLockFree(c)
  )
  or
  f.isVolatile()
  or
  exists(getDeclaredGuard(f))
  or
  exists(ReachedAccess a, Monitor m |
    a.getField() = f and a.modifies() and a.isSafeUnder(m) and not isOrderOfTasks(m)
  )
  or
  exists(Monitor m | countSafe(f, m) * 2 >= countAccesses(f) and not isOrderOfTasks(m)) and
  not isOnlyConfigured(f)
  or
  isChangedLoosely(f)
}

/** Holds if `f` is changed under a lock that is meant to guard it, and does not: one that is made there, or one of several. */
private predicate isChangedLoosely(SharedField f) {
  exists(ReachedAccess a, Monitor m |
    a.getField() = f and a.modifies() and not a.touchesContent() and holdsLoosely(a, m)
  |
    m instanceof NewMonitor or m instanceof ElementMonitor or m instanceof ChosenMonitor
  )
}

/** Holds if `m` stands for the order in which an executor of one thread runs its tasks: nobody takes it to guard something. */
private predicate isOrderOfTasks(Monitor m) {
  isOneThreadExecutor(m.(VariableMonitor).getVariable())
}

/**
 * Holds if `f` changes only in methods that make its object ready, as their names say, and without any lock: the locks
 * under which it is read are there for something else.
 */
private predicate isOnlyConfigured(SharedField f) {
  exists(ReachedAccess a | a.getField() = f and a.modifies()) and
  forall(ReachedAccess a | a.getField() = f and a.modifies() |
    not a.modifiesContent() and
    not a.isProtectedBy(_) and
    nameSays(a.getEnclosingCallable(), ["prepares", "initialises", "configures"])
  )
}

/** Holds if `task` is a function or task that code of the file of `f` hands to another thread. */
private predicate isTaskOfClass(Callable task, SharedField f) {
  exists(Callable maker |
    handsOver(maker, _, task, "thread") and
    SharedWays::enters(task) and
    maker.getDeclaringType().getEnclosingType*() = f.getDeclaringType() and
    not exists(getSerialMonitor(task)) and
    not exists(getThreadMonitor(task))
  )
}

/** Holds if `task` is a function or task that code hands to another thread. */
private predicate isTask(Callable task) { isTaskOfClass(task, _) }

private module FromTasks = ReachedFrom<isTask/1>;

/**
 * Holds if a task that the class of `f` hands to another thread uses `f` and so do callers of the class, one of them
 * changing it, in methods that do more than to make the object ready or to report a value.
 */
private predicate isSharedWithTask(SharedField f) {
  exists(Callable task, ReachedAccess inside, ReachedAccess outside |
    isTaskOfClass(task, f) and
    inside.getField() = f and
    outside.getField() = f and
    FromTasks::comesFrom(task, inside.getEnclosingCallable()) and
    FromTasks::comesFromOthers(outside.getEnclosingCallable()) and
    not FromTasks::comesFrom(_, outside.getEnclosingCallable()) and
    not nameSays(outside.getEnclosingCallable(),
      ["prepares", "initialises", "configures", "describes"]) and
    // Who only reports the value can live with an old one.
    not outside.getEnclosingCallable() instanceof GetterMethod and
    (races(inside, outside) or races(outside, inside))
  )
}

/** Holds if the class at the top of the file of `c` uses atomic access to fields: it orders accesses by other means. */
private predicate isLockFree(Class c) {
  exists(Field f | f.getFile() = c.getFile() |
    exists(string package, string type |
      atomicAccessType(package, type) and
      f.getType().(RefType).getSourceDeclaration().hasQualifiedName(package, type)
    )
  )
}
