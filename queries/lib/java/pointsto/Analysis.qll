/**
 * Points-to analysis: which objects each expression may denote, together with the call graph that follows from it, and on
 * which it depends (Andersen 1994, with the call graph found on the fly). Flow-insensitive; fields are distinguished by object.
 *
 * What flows in are the steps of `java.pointsto.Values` and `java.pointsto.LibraryFlow`, the roots, and a module that says
 * what contexts distinguish. What comes out are relations over nodes, contexts and objects.
 *
 * The rules, with `n` a node, `c` a context, `o` an object, in the order of the text below:
 *
 *     reach(m, c)        <- root(m, c); call(s, c1, m, c)
 *     pt(n, c, o)        <- reach(m, c), makes(m, a, n), o = a in heap(c)
 *     pt(n, c, o)        <- assigns(n1, n), pt(n1, c, o)
 *     pt(n, c, o)        <- loads(b, f, n), pt(b, c, o1), field(o1, f, o)
 *     field(o1, f, o)    <- stores(b, f, n), pt(b, c, o1), pt(n, c, o)
 *     call(s, c, m, c1)  <- callsVirtually(s, n, m0), pt(n, c, o), selects(class(o), m0, m), c1 = context(o)
 *     pt(p, c1, o)       <- call(s, c, m, c1), passes(s, i, n), parameter(m, i, p), pt(n, c, o)
 *     pt(n, c, o)        <- call(s, c, m, c1), result(s, n), pt(return(m), c1, o)
 */

import java
import java.callgraph.CallGraph
import java.callgraph.Functions
import java.callgraph.ImplicitCalls
import java.callgraph.MethodSelection
import java.callgraph.TypeArguments
import java.pointsto.Allocations
import java.pointsto.Contexts
import java.pointsto.LibraryFlow
import java.TestSources
import java.pointsto.Roots
import java.pointsto.Values

/*-- What does not depend on contexts --*/

/** Holds if what `source` holds comes to `target`, and no type keeps anything from it. */
cached
private predicate copies(Node source, Node target) {
  assigns(source, target)
  or
  libraryAssigns(source, target)
  or
  exists(Site site | givesBack(site, source) and getsResultAt(site, target))
  or
  exists(RefType all | narrowsAny(source, target, all) and not isFilter(all))
}

private predicate narrowsAny(Node source, Node target, RefType filter) {
  assignsFiltered(source, target, filter)
  or
  libraryAssignsFiltered(source, target, filter)
  or
  exists(Site site | givesBack(site, source) and getsNarrowedResult(site, target, filter))
}

/** Holds if what `source` holds comes to `target`, as far as it has the type `filter` or one below. */
cached
private predicate narrows(Node source, Node target, RefType filter) {
  narrowsAny(source, target, filter) and
  isFilter(filter)
}

/** Holds if `t` may keep an object away. */
private predicate isFilter(RefType t) {
  (t instanceof ClassOrInterface or t instanceof Array) and
  not t instanceof TypeObject
}

cached
private predicate takes(Node base, Slot slot, Node target) {
  loads(base, slot, target)
  or
  libraryLoads(base, slot, target)
  or
  exists(RefType all | takesAny(base, slot, target, all) and not isFilter(all))
}

private predicate takesAny(Node base, Slot slot, Node target, RefType filter) {
  loadsFiltered(base, slot, target, filter) or
  libraryLoadsFiltered(base, slot, target, filter)
}

cached
private predicate takesNarrowed(Node base, Slot slot, Node target, RefType filter) {
  takesAny(base, slot, target, filter) and
  isFilter(filter)
}

cached
private predicate puts(Node base, Slot slot, Node source) {
  stores(base, slot, source) or
  libraryStores(base, slot, source)
}

cached
private predicate allocates(Callable m, Allocation a, Node target) {
  makes(m, a, target) or
  libraryMakes(m, a, target)
}

cached
private predicate invokes(Site site, Node receiver, Method m) {
  callsVirtually(site, receiver, m)
  or
  exists(Call call, int i | site = callbackSite(call, i) and handsCallback(call, i, m, _) |
    passesArgument(call, i, receiver) and not runsElements(call, i)
    or
    runsElements(call, i) and receiver = placeNode(call, "Argument[" + i.toString() + "].Element")
    or
    i = -1 and receiver = receiverNode(call)
    or
    i = -2 and receiver = placeNode(call, "Argument[this].Element")
  )
}

cached
private predicate passesTo(Site site, int i, Node source) {
  passesArgument(site, i, source) or
  callbackArgument(site, i, source)
}

/** Holds if `site` hands argument `i`, which `source` holds, to whatever it calls, on whatever object. */
cached
private predicate passesPlainly(Site site, int i, Node source) {
  passesTo(site, i, source) and
  not forwards(site, i, _, _)
}

cached
private predicate formal(Callable m, int i, Node p) {
  exists(Parameter declared |
    p = declared and
    declared = m.getParameter(i) and
    m.fromSource() and
    declared.getType() instanceof RefType and
    not isModelledArgument(m, i) and
    not (isChecked(m) and isFilter(declared.getType().getErasure()))
  )
  or
  exists(MemberRefExpr e | m = e.asMethod() and p = referenceArgument(e, i))
}

/** Holds if `p`, parameter `i` of `m`, only gets objects of the type `filter`: `m` overrides a method with type variables. */
cached
private predicate formalNarrowed(Callable m, int i, Parameter p, RefType filter) {
  p = m.getParameter(i) and
  m.fromSource() and
  isChecked(m) and
  not isModelledArgument(m, i) and
  filter = p.getType().getErasure() and
  isFilter(filter)
}

/** Holds if `m` may be called as a method whose parameters have other types. */
private predicate isChecked(Callable m) {
  exists(Method overridden |
    overridesDirectly(m, overridden) and overridden.getSignature() != m.getSignature()
  )
  or
  m = any(FunctionalExpr f).asMethod()
  or
  m = any(MemberRefExpr e).getReferencedCallable().getSourceDeclaration()
}

cached
private predicate getsResultAt(Site site, Node target) {
  getsResult(site, target)
  or
  callbackResult(site, target)
  or
  exists(RefType all | getsFilteredResult(site, target, all) and not isFilter(all))
}

cached
private predicate getsNarrowedResult(Site site, Node target, RefType filter) {
  getsFilteredResult(site, target, filter) and
  isFilter(filter)
}

cached
private predicate isReturn(Callable m, Node n) { n = returnNode(m) }

cached
private predicate isThis(Callable m, Node n) { n = thisNode(m) }

/** Holds if `call`, which a library makes at `site`, gets arguments of which nothing is known. */
cached
private predicate isOpenCallback(Site site) {
  exists(Call call, int i | site = callbackSite(call, i) and not isModelledCallback(call, i))
}

/** Holds if an object of the type `t` has the type `filter`. */
cached
private predicate hasType(RefType t, RefType filter) {
  isAllocatedType(t) and isUsedAsFilter(filter) and (t = filter or sourceAncestor(t, filter))
  or
  isAllocatedType(t) and
  isUsedAsFilter(filter) and
  t instanceof Array and
  (arrayHasType(t, filter) or filter instanceof TypeCloneable or filter instanceof TypeSerializable)
}

private predicate arrayHasType(Array t, Array filter) {
  isAllocatedType(t) and
  isUsedAsFilter(filter) and
  exists(Type a, Type b |
    a = t.getComponentType().getErasure() and b = filter.getComponentType().getErasure()
  |
    a = b
    or
    sourceAncestor(a, b)
    or
    b instanceof TypeObject and a instanceof RefType
    or
    a instanceof TypeObject and b instanceof RefType
    or
    a instanceof Array and b instanceof Array
  )
}

pragma[nomagic]
private predicate isAllocatedType(RefType t) { allocatedType(_, t) }

/**
 * Holds if `a` is an array that refuses whatever has not the type `filter`, however little the code that stores it knows of
 * the array (JLS 10.5).
 */
cached
private predicate holdsOnly(Allocation a, RefType filter) {
  exists(Array t |
    allocatedType(a, t) and filter = t.getComponentType().getErasure() and isFilter(filter)
  )
}

pragma[nomagic]
private predicate isUsedAsFilter(RefType t) {
  narrows(_, _, t) or
  takesNarrowed(_, _, _, t) or
  formalNarrowed(_, _, _, t) or
  getsFilteredResult(_, _, t) or
  holdsOnly(_, t) or
  t = any(CatchClause c).getACaughtType().getSourceDeclaration()
}

/** Holds if `a` is open and of the type `t`. */
pragma[nomagic]
private predicate openAllocation(Allocation a, RefType t) { a.isOpen() and allocatedType(a, t) }

pragma[nomagic]
private predicate isOpenAllocationType(RefType t) { openAllocation(_, t) }

/** Holds if so many classes implement the interface `t` that one of them being meant says next to nothing. */
private predicate isWide(RefType t) {
  strictcount(Class c | isInterface(t) and sourceAncestor(c, t) and not c.isAbstract()) > 30
}

/** Holds if an open object of the type `t`, where the type `filter` is asked for, may be an open object of that type. */
cached
private predicate narrowsOpen(RefType t, RefType filter) {
  isOpenAllocationType(t) and
  isUsedAsFilter(filter) and
  (
    sourceAncestor(filter, t)
    or
    // Interfaces are not below `Object`, but what is cast to one may be an object of it.
    t instanceof TypeObject and isInterface(filter) and not isWide(filter)
    or
    t instanceof ErrorType
  ) and
  exists(openObject(filter))
}

/** Holds if calls on `a`, whose class is known to be `t`, execute what `t` selects. */
cached
private predicate dispatchClass(Allocation a, RefType t) {
  allocatedType(a, t) and
  not openDispatch(a, t)
}

/** Holds if `a`, of the type `t`, may be an object of any class of the sources at or below `t`. */
cached
private predicate openDispatch(Allocation a, RefType t) { openAllocation(a, t) and t.fromSource() }

/**
 * Holds if others, who know more than the sources, made `a`, an object of the type `t`. What the sources hand to its abstract
 * methods goes to others, then, and they call these methods with whatever they have: the bodies in the sources are executed
 * with open objects as arguments, as if others called them. To follow each argument to each body instead would mix all
 * that is ever handed to an open collection, comparator or the like with all that such an object ever gives.
 */
cached
private predicate isOthers(Allocation a, RefType t) {
  openDispatch(a, t) and
  isOpenObject(a, t) and
  isOpenProgram() and
  isNameable(t)
}

/** Holds if `m0` is there to be implemented, by others too: on an object of others it is theirs. */
cached
private predicate isForOthers(Method m0) { invokes(_, _, m0) and m0.isAbstract() }

/** Holds if calling `m0` on an object of exactly the class `t` executes `m`. */
cached
private predicate selectsBody(RefType t, Method m0, Callable m) {
  selects(t, m0, m) and
  m.fromSource()
}

pragma[nomagic]
private predicate isOpenType(RefType t) { openDispatch(_, t) }

pragma[nomagic]
private predicate isInvoked(Method m) { invokes(_, _, m) }

/**
 * Holds if a call of `m0` on an open object of the type `t` may execute `m`, with an open object of the type `receiver` as
 * `this`.
 */
cached
private predicate openSelects(RefType t, Method m0, Callable m, RefType receiver) {
  isOpenType(t) and
  isInvoked(m0) and
  exists(ClassOrInterface c | (c = t or sourceAncestor(c, t)) and selects(c, m0, m)) and
  m.fromSource() and
  not isFunctionMethod(m) and
  (
    if sourceAncestor(m.getDeclaringType(), t)
    then receiver = m.getDeclaringType()
    else receiver = t
  )
}

/** Holds if some call on what `n` holds asks for `m0`. */
cached
private predicate invokesOn(Node n, Method m0) { invokes(_, n, m0) }

/** Holds if `m` is called on an object. */
cached
private predicate isInstanceCallable(Callable m) { m.fromSource() and not m.isStatic() }

/** Holds if others, or the launcher, may call `m` on the object `a`. */
cached
private predicate harnessReceiver(Callable m, Allocation a) {
  (
    isHarnessCallable(m)
    or
    isHandlerMethod(m)
    or
    isExecutedByContainer(m)
    or
    (isMainMethod(m) or m = launchConstructor(_)) and not isTestFile(m.getFile())
  ) and
  not m.isStatic() and
  a = openObject(m.getDeclaringType())
}

/**
 * Holds if others, who got hold of an object of the class `t`, may call `m` on it. Of classes that they can name, they make
 * their own objects, which the harness has already.
 */
cached
private predicate calledByHolders(RefType t, Method m) {
  isAllocatedType(t) and
  isOpenProgram() and
  not isNameable(t) and
  (
    m.isPublic() and
    not m.isStatic() and
    m.fromSource() and
    not m.isAbstract() and
    methods(m, _, _, _, t, _) and
    not isTestFile(m.getFile())
    or
    exists(Method m0 |
      selectsBody(t, m0, m) and
      m0.isPublic() and
      isNameable(m0.getDeclaringType()) and
      not isTestFile(m.getFile())
    )
  )
}

/** Holds if others may get what `n` holds: a callable that they call returns it. */
cached
private predicate isHandedOut(Callable m, Node n) { isHarnessCallable(m) and n = returnNode(m) }

/** Holds if others may hand the object `a` to `p`. */
cached
private predicate harnessArgument(Callable m, Parameter p, Allocation a) {
  (isRoot(m) or calledByHolders(_, m)) and
  p = m.getAParameter() and
  (
    a = openObject(p.getType().getErasure()) and not p.getType().getErasure() instanceof TypeObject
    or
    p.getType() instanceof TypeString and a = someString()
  )
}

/** Holds if a container puts an object of the type `t` into `f` of the objects that it makes of `owner`. */
cached
private predicate isInjectedAs(Field f, RefType owner, RefType t) {
  isInjected(f) and
  owner = f.getDeclaringType() and
  t = f.getType().getErasure()
}

/** Holds if the library may hand the object `a` to `p`, when it calls `m` back. */
cached
private predicate callbackFormal(Callable m, Parameter p, Allocation a) {
  p = m.getAParameter() and
  m.fromSource() and
  a = openObject(p.getType().getErasure()) and
  not p.getType().getErasure() instanceof TypeObject
}

/** Holds if all objects of `a` are one, whatever contexts distinguish: no expression makes it, or it has no state to speak of. */
cached
private predicate isMerged(Allocation a) {
  isOpenObject(a, _) or
  a = thrown(_) or
  a = oneOfMany(_) or
  a = classObject(_) or
  a = someClass() or
  isLibraryValue(a) or
  a = boxed(_) or
  a = enumValues(_) or
  allocatedType(a, any(TypeString t))
}

/*-- Exceptions --*/

/** Holds if `site` or `throw` statement `e` lies in the block of `t`, of the tries of one callable the innermost. */
private predicate innermostTry(Stmt s, TryStmt t) {
  t.getBlock() = s
  or
  exists(Stmt parent | parent = s.getParent() and not isTryBlock(s) and innermostTry(parent, t))
}

private predicate isTryBlock(Stmt s) { exists(TryStmt t | t.getBlock() = s) }

/** Gets the `try` statement around the block of which `t` lies. */
private TryStmt outerTry(TryStmt t) { innermostTry(t, result) }

/** Gets the innermost `try` statement whose block contains `site`. */
cached
private TryStmt tryAround(Site site) {
  innermostTry(site.getPlace().(Call).getEnclosingStmt(), result)
  or
  not site.getPlace() instanceof Call and
  innermostTry(site.getPlace().(Expr).getEnclosingStmt(), result)
  or
  innermostTry(site.getPlace().(EnhancedForStmt), result)
}

/** Holds if the exceptions `a`, thrown in the block of `s`, are all caught there or by a `try` around it. */
cached
private predicate catchesAll(TryStmt s, Allocation a) {
  exists(ClassOrInterface t, RefType caught |
    a = thrown(t) and
    caught = s.getACatchClause().getACaughtType().getSourceDeclaration() and
    (t = caught or sourceAncestor(t, caught))
  )
  or
  catchesAll(outerTry(s), a)
}

/** Holds if `v` gets exceptions that are thrown in the block of `s`, if they have the type `filter`. */
cached
private predicate catches(TryStmt s, LocalVariableDecl v, RefType filter) {
  exists(CatchClause c |
    c = s.getACatchClause() and
    v = c.getVariable().getVariable() and
    filter = c.getACaughtType().getSourceDeclaration()
  )
  or
  catches(outerTry(s), v, filter)
}

/** Holds if `m` throws what `source` holds, within `try` statement `s` of its own. */
cached
private predicate throwsWithin(Node source, TryStmt s) {
  exists(ThrowStmt t | source = valueNode(t.getExpr()) and innermostTry(t, s))
}

/** Holds if `m` throws what `source` holds outside of any `try` statement. */
cached
private predicate throwsOut(Callable m, Node source) {
  exists(ThrowStmt t |
    source = valueNode(t.getExpr()) and not innermostTry(t, _) and m = t.getEnclosingCallable()
  )
}

cached
private predicate callableOfTry(TryStmt s, Callable m) { m = s.getEnclosingCallable() }

/*-- The analysis --*/

/** The analysis, for contexts that `C` distinguishes. */
module PointsToAnalysis<ContextSig C> {
  private newtype TObject =
    TAllocated(Allocation a, C::HeapContext h) { allocated(a, h) } or
    TNoObject()

  /** An abstract object: an allocation with a heap context. */
  class Object extends TAllocated {
    /** Gets the allocation. */
    Allocation getAllocation() { this = TAllocated(result, _) }

    /** Gets the heap context. */
    C::HeapContext getHeapContext() { this = TAllocated(_, result) }

    /** Gets the class of this object, or a type that it has, without type arguments. */
    RefType getType() { result = this.getAllocation().getType() }

    /** Gets the expression that makes this object, if one does. */
    Expr getExpr() { result = this.getAllocation().getExpr() }

    /** Gets a text that describes this. */
    string toString() { result = this.getAllocation().toString() }

    /** Gets the place where this object is made, or the declaration of its class. */
    Location getLocation() { result = this.getAllocation().getLocation() }
  }

  /** A context in which callables are looked at: none, or the object that the receiver is. */
  class Context extends TObject {
    /** Gets the object that is the receiver of instance methods in this context, if there is one. */
    Object getReceiver() { result = this }

    /** Gets a text that describes this. */
    string toString() {
      result = this.getReceiver().toString()
      or
      this = TNoObject() and result = "-"
    }
  }

  private Context noContext() { result = TNoObject() }

  /** Holds if objects of `a` are made in the heap context `h`. */
  private predicate allocated(Allocation a, C::HeapContext h) {
    exists(Callable m, Context c |
      reaches(m, c) and allocates(m, a, _) and not isMerged(a) and heapOf(c, h)
    )
    or
    h = C::noHeapContext() and C::isWanted() and isMerged(a)
  }

  /** Holds if `h` is the heap context of what is made in the context `c`. */
  private predicate heapOf(Context c, C::HeapContext h) {
    c = noContext() and h = C::noHeapContext()
    or
    C::keepsReceiversApart() and
    exists(Allocation a, C::HeapContext h0 | c = TAllocated(a, h0) | h = C::heapContext(a, h0))
  }

  /** Gets the object of `a` that no context distinguishes. */
  private Object inNoContext(Allocation a) { result = TAllocated(a, C::noHeapContext()) }

  /** Holds if `m` is looked at once for each object that its receiver may be. */
  private predicate isApart(Callable m) {
    C::keepsReceiversApart() and
    isInstanceCallable(m) and
    not isCostly(m)
  }

  /** Holds if `m`, which has a receiver, is looked at once for all of them. */
  private predicate isTogether(Callable m) { isInstanceCallable(m) and not isApart(m) }

  /** Holds if a call of `m0` may execute a method that is looked at once for all of its receivers. */
  private predicate mayRunTogether(Method m0) {
    exists(Callable m | isTogether(m) and (selectsBody(_, m0, m) or openSelects(_, m0, m, _)))
  }

  /** Holds if calls on `o` execute what the class `t` selects. */
  private predicate hasClass(Object o, RefType t) {
    exists(Allocation a | o = TAllocated(a, _) and dispatchClass(a, t))
  }

  /** Holds if calls on `o` execute what any class at or below `t` selects. */
  private predicate hasOpenClass(Object o, RefType t) {
    exists(Allocation a | o = TAllocated(a, _) and openDispatch(a, t) and not isOthers(a, t))
  }

  /** Holds if others made `o`, and calls on it execute what any class at or below `t` selects. */
  private predicate isOthersOf(Object o, RefType t) {
    exists(Allocation a | o = TAllocated(a, _) and isOthers(a, t))
  }

  /** Holds if `o` has the type `t`. */
  private predicate typed(Object o, RefType t) {
    exists(Allocation a | o = TAllocated(a, _) and allocatedType(a, t))
  }

  /** Holds if `o` is open and has the type `t`. */
  private predicate openTyped(Object o, RefType t) {
    exists(Allocation a | o = TAllocated(a, _) and openAllocation(a, t))
  }

  /** Holds if `o` is what others hand in of the type `t`. */
  private predicate handedIn(RefType t, Object o) {
    exists(Allocation a | isOpenObject(a, t) and o = inNoContext(a))
  }

  /** Holds if `m` may be executed in the context `c`. */
  predicate reaches(Callable m, Context c) {
    C::isWanted() and isRoot(m) and m.isStatic() and c = noContext()
    or
    executesOn(m, c, _)
    or
    callsKnown(_, _, m, c)
    or
    callsOthers(_, _, m, c)
    or
    exists(Callable user | reaches(user, _) and mayInitialize(user, _, m) and c = noContext())
    or
    exists(Method main | isMainMethod(main) and reaches(main, _) and c = noContext() |
      m.(StaticInitializer).getDeclaringType() = main.getDeclaringType()
    )
  }

  /** Holds if `m` may be executed in the context `c` with `o` as its receiver. */
  predicate executesOn(Callable m, Context c, Object o) {
    harnessExecutes(m, c, o)
    or
    isApart(m) and (callsKnown(_, _, m, c) or callsOthers(_, _, m, c)) and o = c
    or
    isTogether(m) and
    c = noContext() and
    (
      exists(Method m0, RefType t | asked(o, t, m0) and selectsBody(t, m0, m))
      or
      exists(RefType receiver | executesOpen(m, receiver) and handedIn(receiver, o))
      or
      exists(Node n | callsExactly(_, n, m) and pointsTo(n, _, o))
    )
  }

  /** Holds if `m0` is called on `o`, whose class is `t`. */
  private predicate asked(Object o, RefType t, Method m0) {
    mayRunTogether(m0) and
    exists(Node n | invokesOn(n, m0) and pointsTo(n, _, o) and hasClass(o, t))
  }

  private predicate executesOpen(Callable m, RefType receiver) {
    isTogether(m) and
    exists(Node n, Method m0, RefType t |
      invokesOn(n, m0) and
      (openReceiver(n, _, t) or othersReceiver(n, _, t)) and
      openSelects(t, m0, m, receiver)
    )
  }

  /** Holds if others may execute `m` in the context `c` on `o`. */
  predicate harnessExecutes(Callable m, Context c, Object o) {
    (
      C::isWanted() and exists(Allocation a | harnessReceiver(m, a) and o = inNoContext(a))
      or
      exists(RefType t | isHeldOutside(o) and typed(o, t) and calledByHolders(t, m))
    ) and
    (
      isApart(m) and c = o
      or
      isTogether(m) and c = noContext()
    )
  }

  /** Holds if others may hold `o`, because something that they call returned it. */
  predicate isHeldOutside(Object o) {
    exists(Callable m, Node n | isHandedOut(m, n) and pointsTo(n, _, o))
    or
    exists(Callable m, Node n, Context c |
      harnessExecutes(m, c, _) and isReturn(m, n) and pointsTo(n, c, o)
    )
    or
    exists(Node n, Context c | handsToOthers(n, c) and pointsTo(n, c, o))
  }

  /** Holds if what `n` holds in the context `c` is handed to a method of an object that others made. */
  private predicate handsToOthers(Node n, Context c) {
    exists(Site site, Node receiver, Method m0 |
      invokes(site, receiver, m0) and
      isForOthers(m0) and
      othersReceiver(receiver, c, _) and
      passesTo(site, _, n)
    )
  }

  /** Holds if `n`, on which something is called, may hold an object of the class `t`. */
  private predicate receiverClass(Node n, Context c, RefType t) {
    exists(Object o |
      invokesOn(n, any(Method m0 | mayRunTogether(m0))) and pointsTo(n, c, o) and hasClass(o, t)
    )
  }

  /** Holds if `n`, on which something is called, may hold an open object of the type `t`. */
  private predicate openReceiver(Node n, Context c, RefType t) {
    exists(Object o | invokesOn(n, _) and pointsTo(n, c, o) and hasOpenClass(o, t))
  }

  /** Holds if `n`, on which something is called, may hold an object of the type `t` that others made. */
  private predicate othersReceiver(Node n, Context c, RefType t) {
    exists(Object o | invokesOn(n, _) and pointsTo(n, c, o) and isOthersOf(o, t))
  }

  /** Holds if evaluating `site` in the context `c` may execute `m` in the context `c1`. */
  predicate calls(Site site, Context c, Callable m, Context c1) {
    callsKnown(site, c, m, c1) or
    callsOthers(site, c, m, c1)
  }

  /**
   * Holds if evaluating `site` in the context `c` may execute `m` in the context `c1`, on an object that others made, so
   * that it gets open objects as arguments.
   */
  private predicate callsOthers(Site site, Context c, Callable m, Context c1) {
    exists(Node n, Method m0, RefType t, RefType receiver |
      invokes(site, n, m0) and
      isForOthers(m0) and
      othersReceiver(n, c, t) and
      openSelects(t, m0, m, receiver) and
      not isForOtherArguments(site.(Expr), m) and
      (
        isApart(m) and handedIn(receiver, c1)
        or
        isTogether(m) and c1 = noContext()
      )
    )
  }

  /** Holds if evaluating `site` in the context `c` may execute `m` in the context `c1`, with the arguments of `site`. */
  private predicate callsKnown(Site site, Context c, Callable m, Context c1) {
    exists(Callable caller | callsStatic(caller, site, m) and reaches(caller, c) |
      if isCostly(m) then c1 = noContext() else c1 = c
    )
    or
    isApart(m) and
    (
      exists(Node n | callsExactly(site, n, m) and pointsTo(n, c, c1))
      or
      exists(Node n, Method m0, RefType t |
        invokes(site, n, m0) and
        pointsTo(n, c, c1) and
        hasClass(c1, t) and
        selectsBody(t, m0, m) and
        not isForOtherArguments(site.(Expr), m)
      )
      or
      exists(Node n, Method m0, RefType t, RefType receiver |
        invokes(site, n, m0) and
        (
          openReceiver(n, c, t)
          or
          othersReceiver(n, c, t) and not isForOthers(m0)
        ) and
        openSelects(t, m0, m, receiver) and
        not isForOtherArguments(site.(Expr), m) and
        handedIn(receiver, c1)
      )
    )
    or
    isTogether(m) and
    c1 = noContext() and
    (
      exists(Node n | callsExactly(site, n, m) and isUsed(n, c))
      or
      exists(Node n, Method m0, RefType t |
        invokes(site, n, m0) and
        receiverClass(n, c, t) and
        selectsBody(t, m0, m) and
        not isForOtherArguments(site.(Expr), m)
      )
      or
      exists(Node n, Method m0, RefType t |
        invokes(site, n, m0) and
        (
          openReceiver(n, c, t)
          or
          othersReceiver(n, c, t) and not isForOthers(m0)
        ) and
        openSelects(t, m0, m, _) and
        not isForOtherArguments(site.(Expr), m)
      )
    )
  }

  /** Holds if a constructor, or a method that is not dispatched, is called on what `n` holds, for all objects at once. */
  private predicate isUsed(Node n, Context c) {
    callsExactly(_, n, any(Callable m | isTogether(m))) and
    pointsTo(n, c, _)
  }

  /** Holds if `n` gets, in the context `c`, what the slot `f` of `o` holds. */
  private predicate takesFrom(Object o, Slot f, Node n, Context c) {
    exists(Node b | takes(b, f, n) and pointsTo(b, c, o))
  }

  /** Holds if `n` gets, in the context `c`, what the slot `f` of `o` holds, as far as it has the type `filter`. */
  private predicate takesNarrowedFrom(Object o, Slot f, Node n, Context c, RefType filter) {
    exists(Node b | takesNarrowed(b, f, n, filter) and pointsTo(b, c, o))
  }

  /** Holds if the slot `f` of `o` gets what `source` holds in the context `c`. */
  private predicate putsInto(Object o, Slot f, Node source, Context c) {
    exists(Node b | puts(b, f, source) and pointsTo(b, c, o) and holdsAnything(o))
  }

  private predicate holdsAnything(Object o) {
    exists(Allocation a | o = TAllocated(a, _) and not holdsOnly(a, _))
  }

  /** Holds if the array `o` gets what `source` holds in the context `c`, as far as it has the type `filter`. */
  private predicate putsIntoArray(Object o, Node source, Context c, RefType filter) {
    exists(Node b, Allocation a |
      puts(b, arrayElement(), source) and
      pointsTo(b, c, o) and
      o = TAllocated(a, _) and
      holdsOnly(a, filter)
    )
  }

  /** Holds if some code puts `value` into the array `o`, which gets it if it has the type `filter`. */
  private predicate comesToArray(Object o, Object value, RefType filter) {
    exists(Node source, Context c |
      putsIntoArray(o, source, c, filter) and pointsTo(source, c, value)
    )
  }

  /** Holds if a factory hands argument `i`, which `source` holds in the context `c0`, to a constructor `m` in `c`. */
  private predicate getsForwarded(Callable m, Context c, int i, Node source, Context c0) {
    isApart(m) and
    exists(Site site, Allocation a |
      forwards(site, i, a, source) and callsKnown(site, c0, m, c) and c = TAllocated(a, _)
    )
    or
    isTogether(m) and
    exists(Site site | forwards(site, i, _, source) and callsKnown(site, c0, m, c))
  }

  /** Holds if `o` comes to `n` in the context `c` as far as it has the type `filter`. */
  private predicate comesTo(Node n, Context c, Object o, RefType filter) {
    exists(Node n1 | narrows(n1, n, filter) and pointsTo(n1, c, o))
    or
    exists(Object o1, Slot f | takesNarrowedFrom(o1, f, n, c, filter) and holds(o1, f, o))
    or
    exists(Site site, Callable m, Context c0, Node source, int i |
      callsKnown(site, c0, m, c) and
      passesPlainly(site, i, source) and
      formalNarrowed(m, i, n, filter) and
      pointsTo(source, c0, o)
    )
    or
    exists(Callable m, Context c0, Node source, int i |
      getsForwarded(m, c, i, source, c0) and
      formalNarrowed(m, i, n, filter) and
      pointsTo(source, c0, o)
    )
    or
    exists(Site site, Callable m, Context c1, Node r |
      calls(site, c, m, c1) and
      getsNarrowedResult(site, n, filter) and
      isReturn(m, r) and
      pointsTo(r, c1, o)
    )
  }

  /** Holds if `n` may hold `o` in the context `c`. */
  predicate pointsTo(Node n, Context c, Object o) {
    exists(Callable m, Allocation a, C::HeapContext h |
      reaches(m, c) and
      allocates(m, a, n) and
      not isMerged(a) and
      heapOf(c, h) and
      o = TAllocated(a, h)
    )
    or
    exists(Callable m, Allocation a |
      reaches(m, c) and allocates(m, a, n) and isMerged(a) and o = inNoContext(a)
    )
    or
    exists(Callable m | executesOn(m, c, o) and isThis(m, n))
    or
    exists(Node n1 | copies(n1, n) and pointsTo(n1, c, o))
    or
    exists(RefType filter, RefType t |
      comesTo(n, c, o, filter) and typed(o, t) and hasType(t, filter)
    )
    or
    exists(RefType filter, RefType t, Object o1 |
      comesTo(n, c, o1, filter) and
      openTyped(o1, t) and
      narrowsOpen(t, filter) and
      handedIn(filter, o)
    )
    or
    exists(Slot f, Object o1 | takesFrom(o1, f, n, c) and holds(o1, f, o))
    or
    exists(Callable m, Field f | loadsStatic(m, f, n) and reaches(m, c) and staticHolds(f, o))
    or
    exists(Site site, Callable m, Context c0, Node source, int i |
      callsKnown(site, c0, m, c) and
      passesPlainly(site, i, source) and
      formal(m, i, n) and
      pointsTo(source, c0, o)
    )
    or
    exists(Callable m, Context c0, Node source, int i |
      getsForwarded(m, c, i, source, c0) and formal(m, i, n) and pointsTo(source, c0, o)
    )
    or
    exists(Site site, Callable m, Context c1, Node r |
      calls(site, c, m, c1) and getsResultAt(site, n) and isReturn(m, r) and pointsTo(r, c1, o)
    )
    or
    exists(Callable m, Allocation a |
      harnessArgument(m, n, a) and isHarnessContext(m, c) and o = inNoContext(a)
    )
    or
    exists(Callable m, Allocation a |
      getsOpenArguments(m, c) and callbackFormal(m, n, a) and o = inNoContext(a)
    )
    or
    exists(TryStmt s, RefType filter, RefType t, Callable m |
      catches(s, n, filter) and
      raisedIn(s, o) and
      typed(o, t) and
      hasType(t, filter) and
      callableOfTry(s, m) and
      reaches(m, c)
    )
  }

  /** Holds if a library or others call `m` in the context `c` with arguments of which nothing is known. */
  private predicate getsOpenArguments(Callable m, Context c) {
    callsOthers(_, _, m, c)
    or
    exists(Site site | isOpenCallback(site) and callsKnown(site, _, m, c))
  }

  /** Holds if others call `m` in the context `c`. */
  private predicate isHarnessContext(Callable m, Context c) {
    C::isWanted() and isRoot(m) and m.isStatic() and c = noContext()
    or
    harnessExecutes(m, c, _)
  }

  /** Holds if the slot `f` of `o` may hold `value`. */
  predicate holds(Object o, Slot f, Object value) {
    exists(Node source, Context c | putsInto(o, f, source, c) and pointsTo(source, c, value))
    or
    f = arrayElement() and holdsElement(o, value)
    or
    exists(RefType owner, RefType t |
      isInjectedAs(f, owner, t) and handedIn(owner, o) and handedIn(t, value)
    )
  }

  /** Holds if `value` may be an element of the array `o`, of whose elements the type is known. */
  private predicate holdsElement(Object o, Object value) {
    exists(RefType filter, RefType t |
      comesToArray(o, value, filter) and typed(value, t) and hasType(t, filter)
    )
    or
    exists(Object put, RefType filter, RefType t |
      comesToArray(o, put, filter) and
      openTyped(put, t) and
      narrowsOpen(t, filter) and
      handedIn(filter, value)
    )
  }

  /** Holds if the static field `f` may hold `value`. */
  predicate staticHolds(Field f, Object value) {
    exists(Node source | storesStatic(f, source) and pointsTo(source, _, value))
  }

  /** Holds if the exception `o` may leave `m`. */
  predicate raises(Callable m, Object o) {
    exists(Node source | throwsOut(m, source) and pointsTo(source, _, o))
    or
    exists(TryStmt s, Allocation a |
      raisedIn(s, o) and callableOfTry(s, m) and o = TAllocated(a, _) and not catchesAll(s, a)
    )
    or
    exists(Site site, Callable callee |
      callsFrom(m, site, callee) and not exists(tryAround(site)) and raises(callee, o)
    )
  }

  /** Holds if the exception `o` may be thrown in the block of `s`. */
  private predicate raisedIn(TryStmt s, Object o) {
    exists(Node source | throwsWithin(source, s) and pointsTo(source, _, o))
    or
    exists(Site site, Callable callee |
      callsFrom(_, site, callee) and s = tryAround(site) and raises(callee, o)
    )
  }

  /** Holds if evaluating `site`, in `caller`, executes `callee` before the evaluation ends, in some context. */
  private predicate callsFrom(Callable caller, Site site, Callable callee) {
    (callsKnown(site, _, callee, _) or callsOthers(site, _, callee, _)) and
    not isLater(site) and
    caller = siteCallable(site)
  }
}

/** Gets the callable that evaluates `site`. */
cached
Callable siteCallable(Site site) {
  result = site.(Call).getEnclosingCallable() and not site instanceof FunctionalExpr
  or
  result = site.(MemberRefExpr).asMethod()
  or
  not site instanceof Call and
  (
    result = site.(Expr).getEnclosingCallable() or
    result = site.(EnhancedForStmt).getEnclosingCallable()
  )
  or
  exists(Call call, int i | site = callbackSite(call, i) and result = call.getEnclosingCallable())
}

/** Holds if what is called at `site` is executed later, by this thread or another. */
cached
predicate isLater(Site site) {
  exists(Call call, int i |
    site = callbackSite(call, i) and handsCallback(call, i, _, ["later", "thread", "serial"])
  )
}
