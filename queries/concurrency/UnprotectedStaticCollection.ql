/**
 * @name Static collection that nothing protects
 * @description A collection in a static field is one for the whole program: if callers may change it without any lock, two of
 *              them lose entries, or make a hash map loop for ever.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/unprotected-static-collection
 * @tags concurrency
 *       correctness
 *       told-once
 */

import java
import java.concurrency.Confidence
import java.concurrency.Held
import java.concurrency.LifeCycle
import java.concurrency.SharedAccess
import java.concurrency.ThreadSafeTypes
import java.SourceOrder
import java.SwitchedOff
import java.TestSources
private import java.models.Models

/** A static field that holds a collection of a library that is for one thread at a time. */
class StaticCollection extends Field {
  StaticCollection() {
    this.isStatic() and
    this.fromSource() and
    not isThreadSafeType(this.getType()) and
    exists(ClassInstanceExpr made | made = this.getAnAssignedValue() |
      made.getType().(RefType).getSourceDeclaration().getASourceSupertype*()
          .hasQualifiedName("java.util", ["Collection", "Map"]) and
      (not made.getType().(RefType).fromSource() or exists(made.getAnonymousClass())) and
      not isThreadSafeType(made.getType())
    ) and
    forall(Expr value | value = this.getAnAssignedValue() | not isThreadSafeValue(value)) and
    not isSingleThreadedProgram(this.getDeclaringType().getEnclosingType*()) and
    not classAnnotation(this.getDeclaringType().getAnAnnotation().getType().getName(),
      "not-thread-safe")
  }
}

/**
 * Holds if `c` is what a thread runs: which threads run at the same time, and what is done before and after them, is for
 * `java/race` to say.
 */
predicate isTask(Callable c) {
  exists(RefType t | t = c.getDeclaringType().getASourceSupertype*() |
    t.hasQualifiedName("java.lang", ["Runnable", "Thread"]) and c.hasName("run")
    or
    t.hasQualifiedName("java.util.concurrent", "Callable") and c.hasName("call")
  )
}

/** Holds if `call` changes what `f` holds, and callers from outside may do so at any time, without a lock. */
predicate changesUnlocked(MethodCall call, StaticCollection f) {
  call.getQualifier() = f.getAnAccess() and
  modifiesItsReceiver(call.getMethod()) and
  (unprotected(call) or isInConstructor(call)) and
  not heldDuring(call, _) and
  not isTask(call.getEnclosingCallable()) and
  not isTestCallable(call.getEnclosingCallable()) and
  not isSwitchedOff(call.getEnclosingStmt())
}

/**
 * Holds if `call` is made by a constructor that code outside can call, as it is not only called where classes are
 * initialised: whatever it changes of its own object, what is static is not its own.
 */
private predicate isInConstructor(MethodCall call) {
  exists(Constructor c | c = call.getEnclosingCallable() |
    c.isPublic() and
    c.getDeclaringType().isPublic() and
    not forex(ClassInstanceExpr made | made.getConstructor().getSourceDeclaration() = c |
      made.getEnclosingCallable() instanceof StaticInitializer
    ) and
    not locallyHeld(getEffectNode(call), _, _)
  )
}

/** Holds if some access of `f` holds a lock, which is for other queries. */
predicate isLockedSomewhere(StaticCollection f) { heldDuring(f.getAnAccess(), _) }

/** Holds if a method looks into `f` and changes it where what it looks for is not there: a cache, which fills while it is used. */
predicate isCache(StaticCollection f, MethodCall change) {
  changesUnlocked(change, f) and change.getMethod().hasName("computeIfAbsent")
  or
  changesUnlocked(change, f) and
  exists(MethodCall look |
    look.getQualifier() = f.getAnAccess() and
    look.getEnclosingCallable() = change.getEnclosingCallable() and
    look.getMethod().hasName(["get", "containsKey", "contains", "isEmpty", "size"])
  )
}

/**
 * Holds if `f` is a registry: a public method puts in what it is given, or a constructor something for its object, by
 * `change`, and others look there for it, all of them without a lock.
 */
predicate isRegistry(StaticCollection f, MethodCall change) {
  changesUnlocked(change, f) and
  (
    isInConstructor(change)
    or
    isForCallers(change.getEnclosingCallable()) and
    not isCalledInInitializersOnly(change.getEnclosingCallable()) and
    exists(Parameter p |
      p.getCallable() = change.getEnclosingCallable() and
      p.getAnAccess() = change.getAnArgument().getAChildExpr*()
    )
  ) and
  exists(Expr look |
    look = any(MethodCall call).getQualifier() or look = any(EnhancedForStmt loop).getExpr()
  |
    look = f.getAnAccess() and
    look.getEnclosingCallable() != change.getEnclosingCallable() and
    not look = any(MethodCall other | changesUnlocked(other, f)).getQualifier() and
    isForCallers(look.getEnclosingCallable())
  )
}

/** Holds if the sources call `m`, and only where classes are initialised. */
private predicate isCalledInInitializersOnly(Method m) {
  changesUnlocked(any(MethodCall change | m = change.getEnclosingCallable()), _) and
  forex(MethodCall call | call.getMethod().getSourceDeclaration() = m |
    call.getEnclosingCallable() instanceof StaticInitializer
  )
}

/** Holds if code outside of the package can call `m`, of a class that it can name. */
private predicate isForCallers(Method m) {
  (m.isPublic() or m.isProtected()) and
  m.getDeclaringType().isPublic() and
  not runsAlone(m)
}

/** Holds if `evidence` makes it surer by `points` that `change` loses something. */
query predicate confidence(MethodCall change, int points, string evidence) {
  isWorth(evidence, points) and
  (
    isCache(_, change) and evidence = "filled-on-demand"
    or
    isRegistry(_, change) and not isCache(_, change) and evidence = "registry"
  )
}

from StaticCollection f, MethodCall change, string what
where
  not isLockedSomewhere(f) and
  change = min(MethodCall call, string path, int line, int column |
    changesUnlocked(call, f) and
    (isCache(f, call) or not isCache(f, _)) and
    beginsAt(call, path, line, column)
  |
    call order by path, line, column
  ) and
  if isCache(f, _)
  then what = "This fills the static $@ when it is asked, and nothing keeps two callers apart"
  else what = "This changes the static $@, and nothing keeps two callers apart"
select change,
  what +
    ": they lose entries, or find it half changed. Use a concurrent collection, or one lock for all uses.",
  f, "'" + f.getName() + "'"
