/**
 * @name Field inconsistently synchronized
 * @description A field that is nearly always used with one lock held, and sometimes without, is not protected by it.
 * @kind problem
 * @problem.severity error
 * @precision medium
 * @id java/inconsistent-field-synchronization
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Accessors
import java.concurrency.Confidence
import java.concurrency.DoubleChecked
import java.concurrency.Held
import java.concurrency.LockIdentity
import java.concurrency.MethodNames
import java.concurrency.Phases
import java.concurrency.TestThenUse

/** A field whose accesses should hold a lock, if any of them does. */
class SharedField extends Field {
  SharedField() {
    this.fromSource() and
    not this.isFinal() and
    not this.isVolatile() and
    isReassigned(this) and
    not this.getDeclaringType() instanceof ClassMeantThreadSafe and
    not unsynchronizedGetter(_, _, this) and
    // These are reported by queries of their own.
    not testThenUse(_, _, this) and
    not doubleCheckedLocking(_, _, _, _, this)
  }
}

/** An access that counts: by code of the field's class, to the own object or a static field, when others may come. */
class CountedAccess extends FieldAccess {
  CountedAccess() {
    this.getField() instanceof SharedField and
    exists(Callable c | c = this.getEnclosingCallable() |
      c.getDeclaringType().getSourceDeclaration() = this.getField().getDeclaringType() and
      (this.isOwnFieldAccess() or this.getField().isStatic()) and
      not runsAlone(c) and
      not c.hasName(["writeObject", "clone"]) and
      not nameSays(c, "describes") and
      (enteredUnlocked(c) or heldDuring(this, _))
    )
  }
}

/** Gets the number of accesses of `f` that hold `m`. */
int countHeld(SharedField f, Monitor m) {
  result = strictcount(CountedAccess a | a.getField() = f and heldDuring(a, m))
}

/** Gets the number of accesses of `f`. */
int countAll(SharedField f) { result = strictcount(CountedAccess a | a.getField() = f) }

/** Holds if some code of the sources takes `m` as a lock: it is not only asked about. */
predicate isTaken(Monitor m) { takesLockAt(_, m) }

/** Holds if `m` is a private lock of another class, and no code beside `f` takes it: it is not there for `f`. */
bindingset[m, f]
pragma[inline_late]
predicate isOutOfReach(VariableMonitor m, SharedField f) {
  m.getVariable().(Field).isPrivate() and
  not m.getVariable().getFile() = f.getFile() and
  not isTakenIn(m, f.getFile())
}

/** Holds if code in `file` takes `m`. */
pragma[nomagic]
predicate isTakenIn(Monitor m, File file) {
  exists(Expr e | m = getDenotedMonitor(e) and file = e.getFile())
}

/** Holds if `m`, which is one lock for all accesses to one object, may be that of `f`: most of them hold it, and one of those writes. */
predicate isGuard(SharedField f, Monitor m) {
  isTaken(m) and
  identityByName(m, true).isSurelyOne() and
  exists(int held, int all | held = countHeld(f, m) and all = countAll(f) |
    held >= 3 and held < all and held * 4 >= all * 3
  ) and
  not isOutOfReach(m, f) and
  exists(CountedAccess write | write.getField() = f and write.isVarWrite() and heldDuring(write, m))
}

/** Gets the lock that most accesses of `f` hold. */
Monitor bestGuard(SharedField f) {
  result = max(Monitor m, int held, string name |
    isGuard(f, m) and held = countHeld(f, m) and name = m.toString()
  |
    m order by held, name
  )
}

/** Gets 0 for a write, 1 for a read. */
int weight(CountedAccess a) { if a.isVarWrite() then result = 0 else result = 1 }

/** Holds if a thread may come to `a` without any lock, as far as locks are understood. */
predicate holdsNothing(CountedAccess a) {
  not heldDuring(a, _) and
  not exists(getAnEnclosingSynchronized(a.getEnclosingStmt())) and
  exists(Callable c | c = a.getEnclosingCallable() |
    enteredUnlocked(c) and
    (
      c.isPublic()
      or
      not overridesDirectly(c, _) and not overridesDirectly(_, c)
    ) and
    not nameSays(c, "initialises") and
    not c.isSynchronized()
  )
}

/** Gets the access of `f` without `m` to report: a write rather than a read. */
CountedAccess without(SharedField f, Monitor m) {
  m = bestGuard(f) and
  result = min(CountedAccess a, int line, int column |
    a.getField() = f and
    holdsNothing(a) and
    not isAfterFilling(a.getControlFlowNode(), f, m) and
    beginsAt(a, line, column)
  |
    a order by weight(a), line, column
  )
}

/** Gets an access of `f` with `m` to show: a write. */
CountedAccess with(SharedField f, Monitor m) {
  m = bestGuard(f) and
  result = min(CountedAccess a, int line, int column |
    a.getField() = f and a.isVarWrite() and heldDuring(a, m) and beginsAt(a, line, column)
  |
    a order by line, column
  )
}

/** Gets the words for `m`, which guards `f`: whose `this` it is, if it is not that of the field's own object. */
string lockText(SharedField f, Monitor m) {
  m = bestGuard(f) and
  if m instanceof InstanceMonitor and not m.getOwner() = instanceMonitorType(f.getDeclaringType())
  then result = "'this' of " + shownName(m.getOwner())
  else result = "'" + m.toString() + "'"
}

/** Holds if `evidence` makes it surer by `points` that `bare` should hold a lock. */
query predicate confidence(CountedAccess bare, int points, string evidence) {
  exists(SharedField f, Monitor m, string word |
    bare = without(f, m) and evidence = word and isWorth(word, points)
  |
    word = getEvidenceOfGuards(countHeld(f, m), countAll(f))
    or
    word = getEvidenceOfField(f)
    or
    word = getEvidenceOfName(bare.getEnclosingCallable())
    or
    bare.isVarWrite() and word = "unlocked-write"
    or
    not bare.isVarWrite() and word = "plain-read"
    or
    bare.getEnclosingCallable() instanceof GetterMethod and word = "getter-only"
  )
}

/** Holds if the finding at `bare` is about the `"value"` of `field`. */
query predicate about(CountedAccess bare, SharedField field, string part) {
  bare = without(field, _) and
  part = "value"
}

from SharedField f, Monitor m, CountedAccess bare, string kind
where bare = without(f, m) and if bare.isVarWrite() then kind = "write" else kind = "read"
select bare,
  countHeld(f, m).toString() + " of " + countAll(f).toString() + " accesses of $@ hold the lock " +
    lockText(f, m) + ", as does $@; this " + kind +
    " holds none, so the others are not protected from it. Hold the lock here too, or make the field volatile if that is enough.",
  f, "'" + f.getName() + "'", with(f, m), "this write"
