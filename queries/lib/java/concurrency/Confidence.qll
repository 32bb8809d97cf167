/**
 * What speaks for a finding and against it, as words of `evidencePoints`, which rows give points to.
 *
 * What flows in are fields and accesses; what comes out is evidence. Queries say what each of their findings has by a
 * query predicate `confidence(element, points, evidence)` beside their `select`, where `evidence` is a word that rows give
 * points to; reports show the words of `evidenceText` for it.
 */

import java
import java.concurrency.Locks
import java.concurrency.MethodNames
import java.concurrency.ThreadEntries
import java.models.Models

/** Gets the points that rows give to `evidence`. */
int getPointsOf(string evidence) {
  evidencePoints(evidence, _) and
  result = sum(int points | evidencePoints(evidence, points) | points)
}

/** Holds if rows give `points` to `evidence`, however many. */
predicate isWorth(string evidence, int points) { points = getPointsOf(evidence) }

/** Gets the evidence that the name of `c` is: what the method does with its object. */
string getEvidenceOfName(Callable c) {
  c.fromSource() and
  (
    (nameSays(c, "describes") or c.hasName(["equals", "hashCode", "compareTo"])) and
    result = "describes"
    or
    nameSays(c, "begins") and result = "begins"
    or
    nameSays(c, "ends") and result = "ends"
    or
    (
      nameSays(c, "configures") and c.getNumberOfParameters() > 0
      or
      isChainedSetter(c)
    ) and
    result = "configures"
  )
}

/**
 * Holds if `m` stores what it is given in a field and returns the object, so that calls can be chained, as in
 * `client.timeout(5).retries(3)`: it configures the object, whatever its name.
 */
predicate isChainedSetter(SetterMethod m) {
  m.fromSource() and
  forex(ReturnStmt s | s.getEnclosingCallable() = m |
    s.getExpr().(ThisAccess).isOwnInstanceAccess()
  )
}

/** Holds if the name of `c` says that it makes its object ready, as a rule before others use it. */
predicate isSetUp(Callable c) {
  c.fromSource() and
  (nameSays(c, ["prepares", "begins", "configures"]) or isChainedSetter(c))
}

/** Gets an access to `f` when its object has been made. */
private FieldAccess laterAccess(Field f) {
  result.getField() = f and
  f.fromSource() and
  not makesObject(result.getEnclosingCallable()) and
  not isTestCallable(result.getEnclosingCallable())
}

/** Gets the value that `a` assigns, if that is `true` or `false`. */
boolean assignedTruth(FieldAccess a) {
  exists(AssignExpr assign | assign.getDest() = a |
    result = assign.getSource().(BooleanLiteral).getBooleanValue()
  )
}

/** Gets an access to `f` that is not part of making its object. */
signature FieldAccess laterAccessSig(Field f);

/** Fields on which a race does no harm as a rule, as all accesses that `access` gives show. */
module Benign<laterAccessSig/1 access> {
  /** Holds if `f` is a flag that, once it is set, keeps its value: all that is written to it is one literal. */
  predicate isOneWayFlag(Field f) {
    f.getType() instanceof BooleanType and
    exists(boolean value |
      value = assignedTruth(access(f)) and
      forall(FieldAccess a | a = access(f) and a.isVarWrite() | assignedTruth(a) = value)
    )
  }

  /** Holds if `f` is a number that is counted, and read only to be shown: in a getter, a text, or to be counted. */
  predicate isStatistic(Field f) {
    f.getType() instanceof NumericType and
    countsUp(access(f)) and
    forall(FieldAccess a | a = access(f) | countsUp(a) or isReset(a) or isOnlyShown(a))
  }
}

private module Later = Benign<laterAccess/1>;

/** Holds if `a` counts its field up, and does nothing else with it. */
private predicate countsUp(FieldAccess a) {
  exists(UnaryAssignExpr update |
    update.getExpr() = a and
    update.getParent() instanceof ExprStmt and
    (update instanceof PreIncExpr or update instanceof PostIncExpr)
  )
  or
  exists(AssignAddExpr update | update.getDest() = a and update.getParent() instanceof ExprStmt)
}

/** Holds if the value that `a` reads is only reported: returned, or put into a text, by code that takes no lock to have it right. */
private predicate isOnlyShown(FieldAccess a) {
  not a.isVarWrite() and
  not locallyHeld(a.getControlFlowNode(), _, _) and
  (
    a = any(ReturnStmt s).getExpr()
    or
    exists(AddExpr text | text.getType() instanceof TypeString and a = text.getAnOperand())
    or
    nameSays(a.getEnclosingCallable(), "describes")
  )
}

/** Holds if `a` sets its field to zero, or to what else is no number of things. */
private predicate isReset(FieldAccess a) {
  exists(AssignExpr s | s.getDest() = a |
    s.getSource() instanceof MinusExpr
    or
    exists(Literal l | l = s.getSource() |
      not l.getType() instanceof NumericType or l.getLiteral().regexpMatch("0[0.]*[lLfFdD]?")
    )
  )
}

/** Gets what a call that may run `c`, of the sources, names: a method or what it overrides, or a constructor. */
private Callable getNamed(Callable c) {
  c.fromSource() and result = c.(Method).getAnOverride()
  or
  result = c.(Constructor)
}

/** Holds if `call`, in `caller`, which is not there for tests, names `named`. */
pragma[nomagic]
private predicate names(Call call, Callable caller, Callable named) {
  named = call.getCallee().getSourceDeclaration() and
  (named instanceof Constructor or call instanceof MethodCall) and
  caller = call.getEnclosingCallable() and
  not isTestCallable(caller)
}

/**
 * Holds if the sources call `m`, which no library knows by a method that it overrides, and only with a lock held: whoever
 * else may call it is asked to do the same.
 */
predicate isCalledLocked(Method m) {
  not exists(Method overridden | overridden = m.getAnOverride() and not overridden.fromSource()) and
  (exists(Callable named | named = getNamed(m) and names(_, _, named)) or isReferredTo(m, _)) and
  not isCalledUnlocked(m)
}

/**
 * Holds if a method reference in the class of `m` makes a function of it, which calls of `run`, a method of an interface of
 * the sources, execute: one command of a table of them, as a rule.
 */
private predicate isReferredTo(Method m, Method run) {
  exists(MemberRefExpr e |
    m = e.getReferencedCallable().getSourceDeclaration() and
    m.getDeclaringType() = e.getEnclosingCallable().getDeclaringType().getSourceDeclaration() and
    overridesDirectly(e.asMethod(), run) and
    run.fromSource() and
    not isTestCallable(e.getEnclosingCallable())
  )
}

/** Holds if `caller` executes functions by calls of `run`, and is no function of this kind itself, which passes the call on. */
private predicate callsFunction(Callable caller, MethodCall call, Method run) {
  isReferredTo(_, run) and
  names(call, caller, run) and
  not overridesDirectly(caller, run) and
  not isReferredTo(caller, run)
}

/** Holds if some call of `run`, which executes functions, is reached without a lock, other than by such a function. */
private predicate isRunUnlocked(Method run) {
  exists(Callable caller, MethodCall call |
    callsFunction(caller, call, run) and
    not locallyHeld(call.getControlFlowNode(), _, _) and
    isReachedUnlocked(caller)
  )
}

/** Holds if a way without a lock, on which no function of a table stands, leads from what others may call to `caller`, which runs such functions. */
private predicate isReachedUnlocked(Callable caller) {
  leadsToTable(caller) and
  not isReferredTo(caller, _) and
  (
    isEntry(caller)
    or
    exists(Callable before | isReachedUnlocked(before) and namesUnlocked(before, getNamed(caller)))
  )
}

/** Holds if `caller` runs functions of a table, or calls what does so, and holds no lock there. */
private predicate leadsToTable(Callable caller) {
  exists(MethodCall call |
    callsFunction(caller, call, _) and not locallyHeld(call.getControlFlowNode(), _, _)
  )
  or
  exists(Callable next | leadsToTable(next) and namesUnlocked(caller, getNamed(next)))
}

/**
 * Holds if the sources call `c` without a lock: at the call, and, where that stands in the file of `c`, on some way to it
 * from what others may call. What code elsewhere holds may be a lock of its own.
 */
private predicate isCalledUnlocked(Callable c) {
  exists(Callable named | named = getNamed(c) |
    isNamedElsewhere(named, c.getFile()) or isNamedUnlocked(named)
  )
  or
  exists(Method run | isReferredTo(c, run) and isRunUnlocked(run))
}

/** Holds if a call in `caller` names `named` and holds no lock there. */
pragma[nomagic]
private predicate namesUnlocked(Callable caller, Callable named) {
  exists(Call call | names(call, caller, named) and not locallyHeld(nodeOfSite(call), _, _))
}

/** Gets a file with a call that names `named` and holds no lock there. */
private File getAFileNaming(Callable named) {
  exists(Callable caller | namesUnlocked(caller, named) and result = caller.getFile())
}

/** Holds if a call in another file than `f` names `named`, which may be run by it in `f`, and holds no lock there. */
bindingset[named, f]
private predicate isNamedElsewhere(Callable named, File f) {
  exists(getAFileNaming(named)) and
  not f = unique(File other | other = getAFileNaming(named))
}

/** Holds if, on some way to a call that names `named` from what others may call, no lock is held. */
private predicate isNamedUnlocked(Callable named) {
  exists(Callable caller | namesUnlocked(caller, named) |
    // Who makes objects of a class that only its package knows, is in the sources.
    isEntry(caller) and
    (caller instanceof Constructor implies caller.isPublic()) and
    not isReferredTo(caller, _)
    or
    isCalledUnlocked(caller)
  )
}

/**
 * Holds if rows say that each object of the class `t` is used by one thread at a time, such as iterators, and no annotation
 * says the contrary.
 */
predicate isForOneThread(RefType t) {
  t.fromSource() and
  exists(string package, string type |
    oneThreadType(package, type) and
    t.getSourceDeclaration().getASourceSupertype*().hasQualifiedName(package, type)
  ) and
  not exists(ClassOrInterface safe | safe = t.getSourceDeclaration().getASourceSupertype*() |
    classAnnotation(safe.getAnAnnotation().getType().getName(), ["thread-safe", "shared"])
  )
}

/** Gets evidence that `f` is, whoever accesses it. */
string getEvidenceOfField(Field f) {
  Later::isOneWayFlag(f) and result = "benign-flag"
  or
  Later::isStatistic(f) and result = "benign-statistic"
  or
  f.fromSource() and
  f.getType().hasName(["long", "double"]) and
  not f.isVolatile() and
  result = "wide"
  or
  f.fromSource() and f.isStatic() and result = "static"
  or
  isWrittenOnce(f) and result = "started-once"
  or
  isForOneThread(f.getDeclaringType()) and result = "one-thread-type"
}

/** Gets the evidence that `guarded` of `all` accesses are protected by one lock: that speaks for a rule. */
bindingset[guarded, all]
string getEvidenceOfRule(int guarded, int all) {
  if guarded >= 3 and guarded * 3 >= all * 2
  then result = "mostly-guarded"
  else if guarded >= 2 and guarded * 2 >= all
  then result = "half-guarded"
  else result = "guarded-elsewhere"
}

/** Gets the evidence that `guarded` of `all` accesses are protected by one lock: that there are few may speak against a rule. */
bindingset[guarded, all]
string getEvidenceOfGuards(int guarded, int all) {
  if guarded * 4 < all
  then result = "hardly-guarded"
  else result = getEvidenceOfRule(guarded, all)
}
