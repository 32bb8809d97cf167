/**
 * Which objects an expression may denote, and what follows from it: aliases, what is locked, and the call graph by objects.
 *
 * How much is distinguished is one switch: a row of `pointsToContext`, in a data extension or below `[models]` of
 * `quarrel.toml`; `getSensitivity()` says which it was. An analysis that wants another one than the user's instantiates
 * `PointsToAnalysis` of `java.pointsto.Analysis` with one of the modules of `java.pointsto.Sensitivities`.
 */

import java
import java.callgraph.CallGraph
import java.pointsto.Allocations
private import java.callgraph.Functions
private import java.callgraph.ImplicitCalls
private import java.controlflow.Loops
private import java.models.Models
private import java.pointsto.Analysis
private import java.pointsto.Roots
private import java.pointsto.Sensitivities
private import java.pointsto.Values as Values

/** The analysis with the sensitivity that is chosen. */
module Objects = PointsToAnalysis<Chosen>;

/** An abstract object: an allocation, perhaps distinguished by the receivers for which it was made. */
class Object = Objects::Object;

/** A context in which callables are looked at: the receiver, or none. */
class Context = Objects::Context;

/** Gets the name of the sensitivity of the analysis: `insensitive`, `1-object`, `2-object` or `3-object`. */
string getSensitivity() { result = Chosen::getName() }

/** Holds if `e` may denote the object `o`. */
predicate pointsTo(Expr e, Object o) { pointsToIn(e, _, o) }

/** Holds if `e`, evaluated in the context `c`, may denote the object `o`. */
cached
predicate pointsToIn(Expr e, Context c, Object o) { exists(e) and denotes(e, c, o) }

/**
 * Holds if `e`, evaluated in the context `c`, may denote the object `o`: `pointsToIn`, looked up for the expressions that
 * the caller knows, where that would collect all expressions of the program.
 */
bindingset[e]
pragma[inline]
predicate denotes(Expr e, Context c, Object o) {
  exists(Values::Node n | n = Values::valueNode(e) and Objects::pointsTo(n, c, o))
  or
  // What is declared to be a string is one: the analysis does not follow them.
  e.getType() instanceof TypeString and
  not e instanceof TypeAccess and
  Objects::reaches(e.getEnclosingCallable(), c) and
  o.getAllocation() = someString() and
  not exists(Allocation literal | literal = stringOf(e) and literal != someString())
}

/** Holds if the variable `v` may hold the object `o`. */
predicate variablePointsTo(Variable v, Object o) {
  exists(Values::Node n | n = v and Objects::pointsTo(n, _, o))
  or
  Objects::staticHolds(v, o)
  or
  exists(Values::Slot f | f = v and Objects::holds(_, f, o))
}

/** Holds if the field `f` of the object `o` may hold the object `value`. */
predicate fieldPointsTo(Object o, Field f, Object value) {
  exists(Values::Slot slot | slot = f and Objects::holds(o, slot, value))
}

/** Holds if `value` lies in a field of the object `o`, among the elements if it is an array, or in what it contains. */
cached
predicate refersTo(Object o, Object value) { Objects::holds(o, _, value) }

/** Holds if the static field `f` may hold the object `o`. */
predicate staticFieldPointsTo(Field f, Object o) { Objects::staticHolds(f, o) }

/** Holds if `this` may be the object `o` in `m`, in the context `c`. */
predicate thisPointsTo(Callable m, Context c, Object o) { Objects::executesOn(m, c, o) }

/** Holds if `m` may be executed in the context `c`. */
predicate isReachable(Callable m, Context c) { Objects::reaches(m, c) }

/** Holds if `a` and `b` may denote the same object. */
bindingset[a, b]
pragma[inline_late]
predicate mayAlias(Expr a, Expr b) { exists(Object o | pointsTo(a, o) and pointsTo(b, o)) }

/*-- Bases of accesses --*/

/** Holds if the access `a` to an instance field, in the context `c`, may be to the field of `o`. */
cached
predicate fieldAccessOn(FieldAccess a, Context c, Object o) { exists(a) and accessedIn(a, c, o) }

/**
 * Holds if the access `a` to an instance field, in the context `c`, may be to the field of `o`: `fieldAccessOn`, looked up
 * for the accesses that the caller knows.
 */
bindingset[a]
pragma[inline]
predicate accessedIn(FieldAccess a, Context c, Object o) {
  exists(Values::Node n | n = Values::accessedInstance(a) and Objects::pointsTo(n, c, o))
}

/** Holds if the access `a` to an element of an array, in the context `c`, may be to one of `o`. */
cached
predicate arrayAccessOn(ArrayAccess a, Context c, Object o) { denotes(a.getArray(), c, o) }

/** Holds if `call`, of an instance method, in the context `c`, may be on the object `o`. */
cached
predicate callOn(MethodCall call, Context c, Object o) { exists(call) and receives(call, c, o) }

/**
 * Holds if `call`, of an instance method, in the context `c`, may be on the object `o`: `callOn`, looked up for the calls
 * that the caller knows, where that would collect all calls of the program.
 */
bindingset[call]
pragma[inline]
predicate receives(MethodCall call, Context c, Object o) {
  exists(Values::Node n | n = Values::receiverNode(call) and Objects::pointsTo(n, c, o))
}

/*-- Locks --*/

/** Holds if `s`, executed in the context `c`, may lock the object `o`. */
predicate statementLocks(SynchronizedStmt s, Context c, Object o) { denotes(s.getExpr(), c, o) }

/** Holds if the synchronized method `m`, executed in the context `c`, may lock the object `o`. */
cached
predicate methodLocks(Method m, Context c, Object o) {
  m.isSynchronized() and
  (
    not m.isStatic() and thisPointsTo(m, c, o)
    or
    m.isStatic() and isReachable(m, c) and o.getAllocation() = classObject(m.getDeclaringType())
  )
}

/*-- One object at run time --*/

/** Holds if `site` executes `m`, or hands it over, as the analysis found. */
private predicate leadsTo(Values::Site site, Callable m) { Objects::calls(site, _, m, _) }

/** Gets the only site that leads to `m`. */
private Values::Site onlySite(Callable m) {
  leadsTo(result, m) and
  strictcount(Values::Site site | leadsTo(site, m)) = 1
}

/** Holds if `m` is executed once at most: it initialises a class, or is called at one place, which is evaluated once at most. */
cached
predicate runsOnce(Callable m) {
  m instanceof StaticInitializer
  or
  (
    isMainMethod(m)
    or
    m = launchConstructor(_) and not isHarnessCallable(m)
  ) and
  not leadsTo(_, m)
  or
  exists(Values::Site site, Callable caller |
    site = onlySite(m) and
    not isHarnessCallable(m) and
    not exists(StaticInitializer i | i = m) and
    caller = siteCallable(site) and
    runsOnce(caller) and
    not isRepeated(site)
  )
}

private predicate isRepeated(Values::Site site) {
  isInLoop(site.getPlace())
  or
  exists(Stmt s | s = site.getPlace() | isStmtInLoop(s) or s instanceof LoopStmt)
  or
  // What is handed over may be executed again and again: timers, handlers; but a thread starts once, a task is run once.
  isLater(site) and
  not site.getPlace().(MethodCall).getMethod().hasName("start") and
  not runsHandedOnce(site.getPlace())
}

/** Holds if `call` has what it is handed run once, as rows say. */
private predicate runsHandedOnce(Call call) {
  exists(string package, string type, string name, Callable callee |
    runsOnceHanded(package, type, name) and
    callee = call.getCallee().getSourceDeclaration() and
    callee.isMemberOf(package, type)
  |
    callee.(Method).hasName(name)
    or
    name = "<init>" and callee instanceof Constructor
  )
}

/**
 * Holds if `o` stands for one object at run time: it is made by an expression that is evaluated once at most, or it is the
 * object of a class or of a string literal.
 */
cached
predicate isSingle(Object o) {
  isMadeOnce(o)
  or
  exists(Expr e | e = o.getExpr() and not o.getAllocation() = innerObject(_) |
    // A factory may be called at many places, each once.
    exists(Expr call | call = o.getAllocation().getFactoryCall() |
      call instanceof MethodCall and
      runsOnce(call.getEnclosingCallable()) and
      not isInLoop(call) and
      not isInLoop(e)
    )
  )
  or
  exists(Allocation a | a = o.getAllocation() |
    a = classObject(_) or
    a = enumValues(_) or
    a = openObject(any(Class t | isMadeByLauncherAlone(t)))
  )
  or
  exists(StringLiteral e | o.getAllocation() = stringOf(e) and stringOf(e) != someString())
}

/** Holds if the expression that makes `o` is evaluated once at most. */
predicate isMadeOnce(Object o) {
  exists(Expr e | e = o.getExpr() and not o.getAllocation() = innerObject(_) |
    runsOnce(e.getEnclosingCallable()) and not isInLoop(e)
  )
}

/** Holds if a constructor or an initialiser makes `o`, once for `owner`, an object that is made once: this is as single as that. */
predicate isMadeWith(Object o, Object owner) {
  Chosen::keepsReceiversApart() and
  isMadeOnce(owner) and
  exists(Callable m |
    thisPointsTo(m, _, owner) and
    isMadeOnceIn(o, m) and
    o.getHeapContext() = Chosen::heapContext(owner.getAllocation(), owner.getHeapContext())
  )
}

/** Holds if the constructor or initialiser `m` makes `o`, not in a loop. */
pragma[nomagic]
private predicate isMadeOnceIn(Object o, Callable m) {
  exists(Expr e |
    (m instanceof Constructor or m instanceof InstanceInitializer) and
    e.getEnclosingCallable() = m and
    e = o.getExpr() and
    not o.getAllocation() = innerObject(_) and
    not isInLoop(e)
  )
}

/*-- The call graph --*/

/** The call graph by the objects that receivers are. */
module ByObjects implements CallGraphSig {
  /** Holds if evaluating `site` in `caller` may execute `callee` before the evaluation ends. */
  cached
  predicate runs(Callable caller, ExprParent site, Callable callee) {
    exists(Values::Site s |
      Objects::calls(s, _, callee, _) and
      not isLater(s) and
      site = s.getPlace() and
      caller = siteCallable(s) and
      not isHandedOver(site, callee)
    )
    or
    exists(FunctionCreation f |
      runsFunction(site, f, callee) and
      Objects::reaches(callee, _) and
      caller = site.(Call).getEnclosingCallable()
    )
    or
    mayInitialize(caller, site, callee) and Objects::reaches(callee, _)
  }

  /** Holds if `site` in `caller` hands over `callee` to be executed later, by this thread or another. */
  cached
  predicate runsLater(Callable caller, ExprParent site, Callable callee) {
    exists(Values::Site s |
      Objects::calls(s, _, callee, _) and
      isLater(s) and
      site = s.getPlace() and
      caller = siteCallable(s)
    )
  }
}

/** Holds if `site` runs the method `callee` of a function that a parameter holds: it is run by the call that hands it over. */
private predicate isHandedOver(ExprParent site, Method callee) {
  isFunctionMethod(callee) and
  runsParameter(_, site)
}
