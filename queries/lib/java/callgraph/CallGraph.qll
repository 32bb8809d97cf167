/**
 * Call graphs: which callables run where. One signature, `CallGraphSig`, and its instances: by class hierarchy
 * (`ByHierarchy`), by the classes of which objects are made (`ByTypesCreated`), and by the objects that receivers are
 * (`ByObjects`, in `java.pointsto.PointsTo`). An analysis takes a call graph as a parameter and works with each of them.
 *
 * What is written in place (a lambda expression, a method reference, an anonymous class of an interface) is run where it
 * is handed over, or where the field that keeps it is called, and nowhere else: `java.callgraph.Functions` says.
 */

import java
private import java.TestSources
private import java.callgraph.Functions
private import java.callgraph.ImplicitCalls
private import java.callgraph.MethodSelection
private import java.callgraph.TypeArguments

/** Which callables run where. */
signature module CallGraphSig {
  /**
   * Holds if evaluating `site` in `caller` may execute `callee` before the evaluation ends: calls, constructors and
   * initialisers, functions and callbacks run on the spot, and the calls that the language makes (`toString` in a
   * concatenation, iterators of an enhanced `for`, `close` of resources, constructors of superclasses, initialisers of
   * classes). A function that `site` hands to a callable of the sources that runs it on the spot is one of the callees of
   * `site`; which calls within run it, `runsParameter` of `java.callgraph.Functions` says.
   */
  predicate runs(Callable caller, ExprParent site, Callable callee);

  /** Holds if `site` in `caller` hands over `callee` to be executed later, by this thread or another. */
  predicate runsLater(Callable caller, ExprParent site, Callable callee);
}

/** The call graph by class hierarchy: the receiver of a call is an object of its declared type, or of any class below. */
module ByHierarchy implements CallGraphSig {
  /** Holds if evaluating `site` in `caller` may execute `callee` before the evaluation ends. */
  predicate runs(Callable caller, ExprParent site, Callable callee) {
    RunsAt<isAnySite/1>::runs(caller, site, callee)
  }

  /** Holds if `site` in `caller` hands over `callee` to be executed later, by this thread or another. */
  cached
  predicate runsLater(Callable caller, ExprParent site, Callable callee) {
    handsOver(caller, site, callee, _)
  }
}

/** Sites of which somebody wants to know what they run. */
signature predicate siteSig(ExprParent site);

private predicate isAnySite(ExprParent site) { site instanceof Call or site instanceof Expr }

/**
 * `ByHierarchy::runs` at the sites that are `wanted`. A large program has millions of pairs of a call and what it may run
 * by class hierarchy; an analysis that asks for the calls under locks, or for those outside of tests, gets these alone.
 */
module RunsAt<siteSig/1 wanted> {
  pragma[nomagic]
  private predicate wantedCall(Call site, Callable caller) {
    wanted(site) and
    caller = site.getEnclosingCallable()
  }

  pragma[nomagic]
  private predicate wantedVirtualCall(
    VirtualMethodCall site, Callable caller, Method m, RefType receiver, boolean elsewhere
  ) {
    wantedCall(site, caller) and
    receiverOf(site, m, receiver) and
    if hasOtherReceiver(site) then elsewhere = true else elsewhere = false
  }

  /** Holds if a virtual call of `m` on a `receiver`, which is another object than `this` if `elsewhere`, may run `callee`. */
  pragma[nomagic]
  private predicate wantedTarget(Method m, RefType receiver, boolean elsewhere, Callable callee) {
    wantedVirtualCall(_, _, m, receiver, elsewhere) and
    dispatches(receiver, m, callee) and
    (elsewhere = true implies not isFunctionMethod(callee))
  }

  /** Holds if the call `site`, which is wanted, in `caller` may execute `callee` on its receiver, or as a static method. */
  cached
  predicate calls(Callable caller, Call site, Callable callee) {
    exists(Method m, RefType receiver, boolean elsewhere |
      wantedVirtualCall(site, caller, m, receiver, elsewhere) and
      wantedTarget(m, receiver, elsewhere, callee) and
      not isForOtherArguments(site, callee)
    )
    or
    wantedCall(site, caller) and exactTarget(site, callee) and not isBoundOtherwise(site, callee)
  }

  /** Holds if evaluating `site`, which is wanted, in `caller` may execute `callee` before the evaluation ends. */
  predicate runs(Callable caller, ExprParent site, Callable callee) {
    calls(caller, site, callee)
    or
    runsUncalled(caller, site, callee) and wanted(site)
  }
}

/** The call graph by class hierarchy without what tests call. */
module RunsInProgram {
  private predicate isInProgram(ExprParent site) {
    exists(Callable c | c = site.(Call).getEnclosingCallable() and not isTestCallable(c))
  }

  /** Holds if the call `site` in `caller` may execute `callee` on its receiver, or as a static method. */
  predicate calls(Callable caller, Call site, Callable callee) {
    RunsAt<isInProgram/1>::calls(caller, site, callee)
  }

  /** Holds if evaluating `site` in `caller` may execute `callee` before the evaluation ends. */
  pragma[inline]
  predicate runs(Callable caller, ExprParent site, Callable callee) {
    RunsAt<isInProgram/1>::calls(caller, site, callee)
    or
    runsUncalled(caller, site, callee) and not isTestCallable(caller)
  }
}

/** Gets the method that `call` runs, if it is one of its own class, on the same object or static. */
Method ownTarget(MethodCall call) {
  RunsAt<isOwnCall/1>::calls(_, call, result) and
  result.getDeclaringType() = call.getEnclosingCallable().getDeclaringType()
}

/** Holds if `call` is a call of a method of its own class, perhaps an inherited one, on the same object or static. */
private predicate isOwnCall(ExprParent call) {
  call.(MethodCall).isOwnMethodCall()
  or
  exists(Method m | m = call.(MethodCall).getMethod() |
    m.isStatic() and
    m.getDeclaringType() = call.(MethodCall).getEnclosingCallable().getDeclaringType()
  )
}

/**
 * The call graph by the classes of which objects are made: as `ByHierarchy`, but a call executes only what an object of a
 * class selects that the sources make an object of, or that others can make an object of.
 */
module ByTypesCreated implements CallGraphSig {
  /** Holds if evaluating `site` in `caller` may execute `callee` before the evaluation ends. */
  predicate runs(Callable caller, ExprParent site, Callable callee) {
    exists(Call call | site = call and caller = call.getEnclosingCallable() |
      call instanceof VirtualMethodCall and
      exists(Method m, RefType receiver |
        receiverOf(call, m, receiver) and
        createdTarget(receiver, m, callee) and
        not isBoundOtherwise(call, callee)
      )
      or
      not call instanceof VirtualMethodCall and callee = viableCallable(call)
    )
    or
    exists(RefType receiver, Method m | callsImplicitly(site, receiver, m) |
      caller = site.(Expr).getEnclosingCallable() and
      createdTarget(receiver, m, callee) and
      not isFunctionMethod(callee)
    )
    or
    runsAnyway(caller, site, callee)
  }

  /** Holds if `site` in `caller` hands over `callee` to be executed later, by this thread or another. */
  cached
  predicate runsLater(Callable caller, ExprParent site, Callable callee) {
    handsOver(caller, site, callee, _)
  }
}

/** Holds if calling `m` on a receiver of the declared type `receiver` executes `callee` for some class with objects. */
private predicate createdTarget(RefType receiver, Method m, Method callee) {
  (receiverOf(_, m, receiver) or callsImplicitly(_, receiver, m)) and
  exists(ClassOrInterface c |
    hasObjects(c) and (c = receiver or sourceAncestor(c, receiver)) and selects(c, m, callee)
  )
}

/** Holds if there may be objects of exactly the class `c`: the sources make one, or others can. */
predicate hasObjects(ClassOrInterface c) {
  c =
    any(ClassInstanceExpr e | not e instanceof FunctionalExpr).getConstructedType()
        .getSourceDeclaration()
  or
  c = any(FunctionCreation f).getFunctionClass()
  or
  c instanceof EnumType
  or
  not isInterface(c) and
  not c.isAbstract() and
  isNameable(c) and
  exists(Constructor constructor | constrs(constructor, _, _, _, c, _) |
    constructor.isPublic() or constructor.isProtected()
  )
}

/**
 * Holds if code outside of the sources can name `t`: it and each type around it is public or protected, and if it belongs to
 * a module, this exports its package to all others or provides services by it.
 */
predicate isNameable(RefType t) {
  (t.isPublic() or t.isProtected()) and
  not isEncapsulated(t) and
  not t instanceof AnonymousClass and
  not t instanceof LocalClassOrInterface and
  (not exists(t.getEnclosingType()) or isNameable(t.getEnclosingType()))
}

/** Holds if `t` belongs to a module that keeps its package to itself, or to modules that it names (JLS 7.7.2). */
private predicate isEncapsulated(RefType t) {
  exists(Module m |
    m = t.getCompilationUnit().getModule() and
    not m.isOpen() and
    not exists(ExportsDirective d |
      d.getModule() = m and d.getExportedPackage() = t.getPackage() and not d.isQualified()
    ) and
    not exists(ProvidesDirective d |
      d.getModule() = m and d.getServiceImplementationName() = t.getQualifiedName()
    )
  )
}

/**
 * Holds if `callee` is a method of a function, and not run by `call` merely because its receiver has a type that fits:
 * functions are bound to the calls that they come to.
 */
pragma[inline]
private predicate isBoundOtherwise(Call call, Method callee) {
  isFunctionMethod(callee) and
  hasOtherReceiver(call)
}

/** Holds if `call` is on another object than `this`, as far as the text shows. */
private predicate hasOtherReceiver(MethodCall call) {
  exists(Expr q | q = call.getQualifier() and not q instanceof InstanceAccess)
}

/** Holds if evaluating `site` in `caller` may execute `callee` by class hierarchy, although no call of it is written there. */
cached
predicate runsUncalled(Callable caller, ExprParent site, Callable callee) {
  exists(RefType receiver |
    implicitTarget(receiver, callee, site) and caller = site.(Expr).getEnclosingCallable()
  )
  or
  runsAnyway(caller, site, callee)
}

/** Holds if the language calls `callee` at `site`, on an object of the declared type `receiver` or a type below. */
pragma[inline]
private predicate implicitTarget(RefType receiver, Method callee, Expr site) {
  exists(Method m | callsImplicitly(site, receiver, m) and implicitlySelected(receiver, m, callee))
}

/** Holds if calling `m` implicitly on an object of the declared type `receiver` executes `callee` for some class. */
pragma[nomagic]
private predicate implicitlySelected(RefType receiver, Method m, Method callee) {
  (
    selectsIterator(receiver, m, callee)
    or
    callsImplicitly(_, receiver, m) and
    not selectsIterator(_, m, _) and
    selectsBelow(receiver, m, callee)
  ) and
  not isFunctionMethod(callee)
}

/** Gets the callable in whose code `site` stands. */
Callable callableOfSite(ExprParent site) {
  result = site.(Expr).getEnclosingCallable() or
  result = site.(Stmt).getEnclosingCallable()
}

/** Gets the node at which `site`, a call or what calls implicitly, is evaluated. */
ControlFlowNode nodeOfSite(ExprParent site) {
  result = site.(Expr).getControlFlowNode() or
  result = site.(Stmt).getControlFlowNode()
}

/** Holds if `site` runs `callee`, whichever way the receivers of calls are resolved: functions, library callbacks, initialisers. */
private predicate runsAnyway(Callable caller, ExprParent site, Callable callee) {
  runsFunction(site, _, callee) and caller = evaluator(site)
  or
  runsHandedObject(site, callee, "now") and caller = evaluator(site)
  or
  mayInitialize(caller, site, callee)
}

pragma[inline]
private Callable evaluator(ExprParent site) {
  result = site.(Call).getEnclosingCallable() or
  result = site.(Expr).getEnclosingCallable()
}

/**
 * Holds if `site` in `caller` hands over `callee` to be executed later: `when` is `later`, `thread` or `serial`, as rows of
 * `runsArgument` say it, or `unknown` where nothing in the sources shows when a function is run.
 */
cached
predicate handsOver(Callable caller, ExprParent site, Callable callee, string when) {
  caller = evaluator(site) and
  (
    handsFunctionOver(site, _, callee, when)
    or
    runsHandedObject(site, callee, when) and when != "now"
    or
    startsThread(site, callee) and when = "thread"
    or
    exists(FunctionCreation f |
      site = f and isRunOutOfSight(f) and callee = f.getARunCallable() and when = "unknown"
    )
  )
}

/** Holds if `call` starts a thread whose class has the method `run`. */
private predicate startsThread(MethodCall call, Method run) {
  exists(RefType receiver, Method declared |
    call.getMethod().hasName("start") and
    call.getMethod().hasNoParameters() and
    call.getMethod().getDeclaringType().getASourceSupertype*() instanceof TypeThread and
    receiver = call.getReceiverType().getSourceDeclaration() and
    declared.hasQualifiedName("java.lang", "Thread", "run") and
    (
      if call.getQualifier() instanceof ClassInstanceExpr
      then selects(receiver, declared, run)
      else selectsBelow(receiver, declared, run)
    ) and
    run.fromSource()
  )
}
