/**
 * Which method a virtual call executes for an object of a given class (JVMS 5.4.6): its own, the one that it inherits
 * from the nearest superclass, or a default method of an interface.
 *
 * What flows in are the declarations of the sources and the methods that are called there; what comes out is a relation
 * between the classes of the sources and these methods, so that a call is decided by one look-up.
 */

import java

/** Holds if a call asks for the method declaration `m`, and the class of the receiver decides what it executes. */
predicate isAsked(Method m) {
  m = any(VirtualMethodCall c).getMethod().getSourceDeclaration()
  or
  m = any(MemberRefExpr e).getReferencedCallable().getSourceDeclaration() and m.isVirtual()
  or
  isAskedImplicitly(m)
  or
  isAskedByLibrary(m)
}

/** Holds if the language calls `m` where no call is written (JLS 14.14.2, 14.20.3, 15.18.1). */
private predicate isAskedImplicitly(Method m) {
  m.hasQualifiedName("java.lang", "Object", "toString") or
  m.hasQualifiedName("java.lang", "Iterable", "iterator") or
  m.hasQualifiedName("java.util", "Iterator", ["hasNext", "next"]) or
  m.hasQualifiedName("java.lang", "AutoCloseable", "close")
}

/** Holds if `m` is declared in a library and a class of the sources implements or overrides it, so that the library may call it. */
private predicate isAskedByLibrary(Method m) {
  not m.fromSource() and
  exists(Method own | overridesDirectly(own, m) and own.fromSource())
}

/** Holds if `t` declares `impl`, which is or overrides `m`, and `impl` has a body or may have one in native code. */
private predicate declaresImplementation(RefType t, Method m, Method impl) {
  isAsked(m) and
  (impl = m or overridesDirectly(impl, m)) and
  methods(impl, _, _, _, t, _) and
  not impl.isAbstract()
}

/** Holds if `t` declares a method that is or overrides `m`, abstract or not. */
private predicate declares(RefType t, Method m) {
  exists(Method own |
    isAsked(m) and (own = m or overridesDirectly(own, m)) and methods(own, _, _, _, t, _)
  )
}

private predicate directSuperclass(ClassOrInterface c, ClassOrInterface superclass) {
  exists(RefType t |
    extendsReftype(c, t) and
    superclass = t.getSourceDeclaration() and
    not isInterface(c) and
    c.isSourceDeclaration() and
    c != superclass
  )
}

/** Holds if `c` is the first class on its way from `Object` that implements `interface`. */
private predicate firstToImplement(ClassOrInterface c, ClassOrInterface interface) {
  isInterface(interface) and
  sourceAncestor(c, interface) and
  not isInterface(c) and
  not exists(ClassOrInterface superclass |
    directSuperclass(c, superclass) and sourceAncestor(superclass, interface)
  )
}

/** Holds if `c` brings the interface of `m`, does not declare `m`, and `superclass` declares `impl` of its signature. */
private predicate inheritedCandidate(
  ClassOrInterface c, Method m, Method impl, ClassOrInterface superclass
) {
  exists(ClassOrInterface interface, string signature |
    isAsked(m) and
    methods(m, _, signature, _, interface, _) and
    firstToImplement(c, interface) and
    not declares(c, m) and
    hasProperSuperclass(c, superclass) and
    methods(impl, _, signature, _, superclass, _) and
    impl.isVirtual() and
    not impl.isAbstract()
  )
}

/** Holds if `c` implements `m` by a method that it inherits from a superclass that knows nothing of the interface. */
private predicate implementsByInheritance(ClassOrInterface c, Method m, Method impl) {
  exists(ClassOrInterface superclass |
    inheritedCandidate(c, m, impl, superclass) and
    not exists(ClassOrInterface nearer |
      inheritedCandidate(c, m, _, nearer) and sourceAncestor(nearer, superclass)
    )
  )
}

/** Holds if the class `c` or its nearest superclass that says anything about `m` has the implementation `impl`. */
private predicate selectsFromClass(ClassOrInterface c, Method m, Method impl) {
  not isInterface(c) and (declaresImplementation(c, m, impl) or implementsByInheritance(c, m, impl))
  or
  exists(ClassOrInterface superclass |
    directSuperclass(c, superclass) and
    selectsFromClass(superclass, m, impl) and
    not declares(c, m) and
    not implementsByInheritance(c, m, _)
  )
}

/** Holds if `interface`, a supertype of the class `c` or `c` itself, declares `m` again, with the default `impl`. */
private predicate defaultCandidate(
  ClassOrInterface c, Method m, Method impl, ClassOrInterface interface
) {
  isInterface(interface) and
  declaresImplementation(interface, m, impl) and
  (sourceAncestor(c, interface) or c = interface)
}

private predicate selectsDefault(ClassOrInterface c, Method m, Method impl) {
  exists(ClassOrInterface interface |
    defaultCandidate(c, m, impl, interface) and
    not selectsFromClass(c, m, _) and
    not exists(ClassOrInterface nearer |
      declares(nearer, m) and
      isInterface(nearer) and
      sourceAncestor(nearer, interface) and
      (sourceAncestor(c, nearer) or c = nearer)
    )
  )
}

/**
 * Holds if calling `m` on an object of exactly the class `c` executes `impl`. For an interface `c`, `impl` is the default
 * method that a class gets that implements nothing else. The classes of lambda expressions and method references are
 * among the classes.
 */
cached
predicate selects(ClassOrInterface c, Method m, Method impl) {
  selectsFromClass(c, m, impl) or
  selectsDefault(c, m, impl)
}

/**
 * Holds if calling `m` on an object of the declared type `t` may execute `impl`, which a class at or below `t` selects;
 * for the pairs of types and methods that explicit calls do not ask for (see `viableCallable` for these).
 */
bindingset[t, m]
pragma[inline_late]
predicate selectsBelow(RefType t, Method m, Method impl) {
  exists(ClassOrInterface c | (c = t or sourceAncestor(c, t)) and selects(c, m, impl))
}
