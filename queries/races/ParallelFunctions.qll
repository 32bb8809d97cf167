/**
 * Functions that a call runs on several threads at once before it returns: those of parallel streams and the like.
 *
 * The thread that makes the call waits for it, so that the locks that it holds keep others out as ever. Among themselves the
 * threads that run the function hold only what the function locks. What comes out are the changes of memory that these have
 * in common, and that the function makes without a lock.
 */

import java
import java.callgraph.CallGraph
import java.callgraph.Functions
import java.concurrency.Locks
import java.program.Accesses
import models.RaceModels

/*-- Which calls run functions on several threads --*/

/** Holds if `call` is of a method that a row of `setsParallelism` names, after which a stream is `parallel`, or is not. */
private predicate setsParallel(MethodCall call, boolean parallel) {
  exists(string package, string type, string how |
    setsParallelism(package, type, call.getMethod().getName(), how) and
    call.getMethod().isMemberOf(package, type)
  |
    how = "parallel" and parallel = true
    or
    how = "sequential" and parallel = false
    or
    how = "argument" and
    parallel = call.getArgument(call.getNumArgument() - 1).(BooleanLiteral).getBooleanValue()
  )
}

/** Holds if objects of the type `t` are streams. */
pragma[nomagic]
private predicate isStream(RefType t) {
  t.getSourceDeclaration().getASourceSupertype*().hasQualifiedName("java.util.stream", "BaseStream")
}

/** Gets the call that gives the stream on which `call` is. */
private MethodCall streamBefore(MethodCall call) {
  isStream(call.getMethod().getDeclaringType()) and
  (
    result = call.getQualifier()
    or
    exists(LocalVariableDecl v |
      call.getQualifier() = v.getAnAccess() and result = v.getOnlyValue()
    )
  )
}

/** Holds if the stream that `call` gives, or asks, is `parallel` or not, as far as the calls before it tell. */
private predicate isParallelBy(MethodCall call, boolean parallel) {
  setsParallel(call, parallel)
  or
  not setsParallel(call, _) and isParallelBy(streamBefore(call), parallel)
}

/** Holds if `call` is one of those that make up the stream that `last`, with which it ends, evaluates. */
private predicate isPartOf(MethodCall call, MethodCall last) {
  isStream(call.getMethod().getDeclaringType()) and
  (
    call = last and not call = streamBefore(_)
    or
    exists(MethodCall next | call = streamBefore(next) and isPartOf(next, last))
  )
}

/** Holds if `call` has the function `f` run on several threads at once, each with another value, before the stream ends. */
predicate runsInParallel(MethodCall call, FunctionCreation f) {
  mayBeFunction(call.getAnArgument(), f) and
  (
    exists(MethodCall last | isPartOf(call, last) and isParallelBy(last, true)) and
    not isInOrder(call)
    or
    exists(string package, string type, string name |
      runsInParallel(package, type, name) and
      call.getMethod().hasName(name) and
      call.getMethod().getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type) and
      // Some methods of the name go on in the thread of the caller: they have no threshold.
      (type = "ConcurrentHashMap" implies call.getMethod().getParameterType(0).hasName("long"))
    )
  )
}

/** Holds if `call` has its function run for one element after the other, even if the stream is parallel. */
private predicate isInOrder(MethodCall call) {
  call.getMethod().hasName(["forEachOrdered", "iterate"])
}

/*-- What such a function runs, without a lock --*/

/** Holds if `c` is, or is written within, the body of `f`. */
private predicate isWithin(Callable c, FunctionCreation f) {
  runsInParallel(_, f) and
  (
    c = f.(LambdaExpr).asMethod()
    or
    c.getDeclaringType() = f.getAnonymousClass()
    or
    exists(FunctionCreation inner |
      isWithin(inner.getEnclosingCallable(), f) and
      (c = inner.(LambdaExpr).asMethod() or c.getDeclaringType() = inner.getAnonymousClass())
    )
  )
}

/** The number of methods from which on it is not known which of them a call runs: most are of other objects than it is on. */
private int manyTargets() { result = 4 }

/** Holds if the reference `f` is to any of many methods. */
private predicate runsAnyOfMany(MemberRefExpr f) {
  strictcount(Callable c | c = f.(FunctionCreation).getARunCallable()) >= manyTargets()
}

/** Holds if `site` runs any of many methods. */
pragma[nomagic]
private predicate isForAnyOfMany(ExprParent site) {
  strictcount(Callable c | RunsInProgram::runs(_, site, c)) >= manyTargets()
}

/** Holds if `f` executes `c` without a lock; all of its threads have the same `this` in `c`, if `sameThis`. */
private predicate executesBare(FunctionCreation f, Callable c, boolean sameThis) {
  runsInParallel(_, f) and
  c = f.getARunCallable() and
  not runsAnyOfMany(f) and
  (
    not f instanceof MemberRefExpr and sameThis = true
    or
    f instanceof MemberRefExpr and
    if
      c.isStatic() or
      c instanceof Constructor or
      f.(MemberRefExpr).getQualifier() instanceof TypeAccess or
      not exists(f.(MemberRefExpr).getQualifier())
    then sameThis = false
    else sameThis = true
  )
  or
  exists(Callable caller, ExprParent site, boolean before |
    executesBare(f, caller, before) and
    RunsInProgram::runs(caller, site, c) and
    not isForAnyOfMany(site) and
    not locallyHeld(nodeOfSite(site), _, _)
  |
    (
      isWithin(c, f)
      or
      isOwnSite(site) and not c.isStatic()
    ) and
    sameThis = before
    or
    isOnSame(f, caller, before, site) and sameThis = true
    or
    c.isStatic() and
    c.getDeclaringType() = caller.getDeclaringType().getEnclosingType*() and
    sameThis = false
  )
}

/** Holds if `e` accesses a field of the own object, or of one around it. */
private predicate isOfThis(FieldAccess e) { e.isOwnFieldAccess() or e.isEnclosingFieldAccess(_) }

/** Holds if `site` calls a method of the own object, or of one around it. */
private predicate isOwnSite(ExprParent site) {
  site.(MethodCall).isOwnMethodCall() or
  site.(MethodCall).isEnclosingMethodCall(_) or
  site.(MethodCall).getQualifier() instanceof SuperAccess
}

/** Holds if `site` calls a method on an object that all threads of `f` have. */
private predicate isOnSame(FunctionCreation f, Callable caller, boolean sameThis, MethodCall site) {
  site.getEnclosingCallable() = caller and
  isSame(site.getQualifier(), f, sameThis)
}

/** Holds if `e`, which `f` evaluates where all threads have the same `this`, if `sameThis`, is the same object for all of them. */
private predicate isSame(Expr e, FunctionCreation f, boolean sameThis) {
  executesBare(f, e.getEnclosingCallable(), sameThis) and
  (
    // What the function captures.
    exists(LocalScopeVariable v |
      e = v.getAnAccess() and
      isWithin(e.getEnclosingCallable(), f) and
      not isWithin(v.getCallable(), f)
    )
    or
    e.(FieldRead).getField().isStatic()
    or
    // What each thread begins with: the identity of a reduction.
    exists(MethodCall call, string package, string type |
      runsInParallel(call, f) and
      foldsFrom(package, type, call.getMethod().getName()) and
      call.getMethod().getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type) and
      call.getArgument(0) != f and
      e = f.(FunctionalExpr).asMethod().getParameter(0).getAnAccess()
    )
    or
    e instanceof ThisAccess and sameThis = true
    or
    isOfThis(e) and sameThis = true
    or
    isSame(e.(FieldRead).getQualifier(), f, sameThis)
    or
    isSame(e.(CastingExpr).getExpr(), f, sameThis)
    or
    exists(LocalVariableDecl v | e = v.getAnAccess() and isSame(v.getOnlyValue(), f, sameThis))
    or
    exists(Parameter p, Call call |
      e = p.getAnAccess() and
      p.getCallable() = e.getEnclosingCallable() and
      not isWithin(p.getCallable(), f) and
      isSame(call.getArgument(p.getPosition()), f, _) and
      call.getCallee().getSourceDeclaration() = p.getCallable()
    )
  )
}

/*-- What they change --*/

/** Holds if `a` sets a flag to a literal: it does not matter who does so last. */
private predicate setsFlag(Access a) {
  exists(AssignExpr assign | assign.getDest() = a.getExpr() | assign.getSource() instanceof Literal)
}

/** Holds if the element of an array that `a` accesses is one that other threads of `f` access too, as its index tells. */
private predicate hasSameIndex(Access a, FunctionCreation f) {
  exists(Expr index | index = a.getExpr().(ArrayAccess).getIndexExpr() |
    executesBare(f, a.getEnclosingCallable(), _) and
    not exists(Expr part | part = index.getAChildExpr*() |
      part instanceof Call
      or
      exists(LocalScopeVariable v | part = v.getAnAccess() |
        isWithin(v.getCallable(), f) or not isWithin(a.getEnclosingCallable(), f)
      )
    )
  )
}

/** Holds if all threads that run `f` change the same memory by `a`, without a lock that the function takes. */
predicate changesInCommon(FunctionCreation f, Access a) {
  a.isWrite() and
  not isInTheMaking(a) and
  not setsFlag(a) and
  not locallyHeld(a.getNode(), _, _) and
  exists(boolean sameThis | executesBare(f, a.getEnclosingCallable(), sameThis) |
    a.getMemory().isStatic()
    or
    exists(a.getMemory().getField()) and isOfThis(a.getExpr()) and sameThis = true
    or
    isSame(a.getBase(), f, sameThis) and
    (not a.getExpr() instanceof ArrayAccess or hasSameIndex(a, f))
  )
}

/** Holds if the method reference `f`, which is run in parallel, changes what its receiver holds: one for all threads. */
predicate changesReceiver(MemberRefExpr f) {
  runsInParallel(_, f) and
  usesContent(f.getReferencedCallable().getSourceDeclaration(), true) and
  exists(Expr receiver | receiver = f.getQualifier() |
    not receiver instanceof TypeAccess and
    not receiver instanceof InstanceAccess and
    not hasSafeContent(receiver)
  )
}
