/**
 * @name Synchronized collection walked over without its lock
 * @description A collection of Collections.synchronizedList and the like locks itself in each call, but not for the time of
 *              a walk over it: another thread may change it between two steps, and the walk throws.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/unsynchronized-iteration
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Confidence
import java.concurrency.Held
import java.concurrency.LifeCycle
import java.concurrency.SharedObjects
import java.concurrency.Stability
import java.SourceOrder
import java.TestSources
import java.UnknownMethods

/** Gets the name of the method that `call` calls, also where its class is declared nowhere. */
private string nameIn(MethodCall call) {
  result = call.getMethod().getName() or
  result = getUnknownName(call)
}

/** Holds if `value` makes an old collection, that locks itself in each call whether or not threads share it. */
predicate makesOld(ClassInstanceExpr value) {
  value.getConstructedType().getSourceDeclaration().getASourceSupertype*()
      .hasQualifiedName("java.util", ["Vector", "Hashtable"]) and
  not value.getConstructedType().getSourceDeclaration().fromSource()
}

/** Holds if something shows that threads share the old collection in `v`. */
private predicate isSharedOld(Variable v) {
  v.(Field).isStatic() or
  showsSharing(v.(Field).getDeclaringType()) or
  isUsedByTasks(v.(Field).getDeclaringType()) or
  isCapturedByTask(v)
}

/** A field, or a local variable that a task captures, that only ever holds collections that lock themselves in each call. */
class SynchronizedCollection extends Variable {
  SynchronizedCollection() {
    (this.(Field).fromSource() or isCapturedByTask(this)) and
    exists(Expr value | value = this.getAnAssignedValue() |
      makesSynchronizedView(value)
      or
      makesOld(value) and isSharedOld(this)
    ) and
    forall(Expr value | value = this.getAnAssignedValue() |
      makesSynchronizedView(value) or makesOld(value) or value instanceof NullLiteral
    )
  }

  /** Holds if the collection is an old one, which locks itself whether or not threads share it. */
  predicate isOld() { makesOld(this.getAnAssignedValue()) }

  /** Gets an expression that denotes the collection, or a view of it that `view` tells from it. */
  Expr getAUse(boolean view) {
    result = this.getAnAccess() and view = false
    or
    result.(MethodCall).getQualifier() = this.getAUse(_) and
    nameIn(result) = ["keySet", "values", "entrySet", "subList", "subSet", "headSet", "tailSet",
      "headMap", "tailMap", "subMap", "entries", "asMap"] and
    view = true
    or
    exists(Method getter |
      getter = result.(MethodCall).getMethod().getSourceDeclaration() and
      this.isGivenBy(getter, view)
    )
    or
    exists(LocalVariableDecl v | result = v.getAnAccess() | v.getOnlyValue() = this.getAUse(view))
  }

  /** Holds if all that `m` returns is the collection, or a view of it. */
  private predicate isGivenBy(Method m, boolean view) {
    exists(ReturnStmt s | s.getEnclosingCallable() = m and s.getExpr() = this.getAUse(view)) and
    strictcount(ReturnStmt s | s.getEnclosingCallable() = m) = 1
  }

  /** Holds if some method that is not part of making the object changes the collection. */
  predicate isChanged() {
    exists(MethodCall change |
      change.getQualifier() = this.getAUse(_) and
      nameIn(change).regexpMatch("(add|put|remove|retain|replace|poll|clear|compute|merge).*") and
      not runsAlone(change.getEnclosingCallable()) and
      not isTestCallable(change.getEnclosingCallable())
    )
  }
}

/** Holds if other threads may run when `e` is evaluated, and no lock is held. */
private predicate mayBeDisturbed(Expr e) {
  unprotected(e) and not heldDuring(e, _)
  or
  isBesideTask(e) and not locallyHeld(getEffectNode(e), _, _)
}

/** Holds if `e` is walked over: by a loop, an iterator or a stream. */
predicate isWalkedOver(Expr e) {
  e = any(EnhancedForStmt loop).getExpr()
  or
  exists(MethodCall walk | e = walk.getQualifier() |
    nameIn(walk) = ["iterator", "listIterator", "stream", "parallelStream", "spliterator"]
  )
}

/** Holds if `walk` is over the collection in `f`, at a time when other threads may change it: no lock is held. */
predicate walksUnlocked(Expr walk, SynchronizedCollection f) {
  walk = f.getAUse(_) and
  isWalkedOver(walk) and
  mayBeDisturbed(walk) and
  not isTestCallable(walk.getEnclosingCallable())
}

/** Gets the first walk over the collection in `f`, which others change. */
Expr firstWalk(SynchronizedCollection f) {
  f.isChanged() and
  result = min(Expr e, string path, int line, int column |
    walksUnlocked(e, f) and beginsAt(e, path, line, column)
  |
    e order by path, line, column
  )
}

/** Holds if `evidence` makes it surer by `points` that others change the collection during `walk`. */
query predicate confidence(Expr walk, int points, string evidence) {
  exists(SynchronizedCollection f | walk = firstWalk(f) |
    f.isOld() and isLockedByHabit(f) and evidence = ["locked-by-habit", "unmarked"]
  ) and
  isWorth(evidence, points)
}

from SynchronizedCollection f, Expr walk
where walk = firstWalk(f)
select walk,
  "This walks over $@, which locks itself in each call but not between two steps: a thread that changes it meanwhile makes the walk throw. Hold its lock around the walk, or walk over a copy.",
  f, "'" + f.getName() + "'"
