/**
 * What type arguments say of the method that a call executes: a call on a `Handler<Event>` runs no class that implements
 * `Handler<Buffer>`.
 *
 * What flows in are the types of receivers and the classes that declare methods; what comes out are the methods that are not
 * meant.
 */

import java

/** Gets the type on which `site`, a call or a method reference, calls a method, if it is an instantiation. */
pragma[nomagic]
private ParameterizedType getReceiverInstance(Expr site) {
  result = site.(VirtualMethodCall).getQualifier().getType() or
  result = site.(MemberRefExpr).getQualifier().getType()
}

/** Gets the class or interface that `argument`, a type argument, names. */
bindingset[argument]
pragma[inline_late]
private ClassOrInterface getNamed(RefType argument) {
  result = argument.getSourceDeclaration() and
  not argument instanceof BoundedType and
  not result instanceof TypeObject
}

/** Holds if the class `c` of the sources implements `d` for `argument` at `i`. */
pragma[nomagic]
private predicate implementsFor(
  ClassOrInterface c, GenericType d, int i, ClassOrInterface argument
) {
  c.fromSource() and
  c.isSourceDeclaration() and
  exists(ParameterizedType t |
    t = c.getASupertype+() and d = t.getGenericType() and argument = getNamed(t.getTypeArgument(i))
  )
}

/** Holds if some class of the sources implements `d` for one type. */
private predicate isImplemented(GenericType d) { implementsFor(_, d, _, _) }

/** Holds if objects of the type `t`, on which something is called, are a `d` for `argument` at `i`, or for what a wildcard that names it allows. */
pragma[nomagic]
private predicate isFor(ParameterizedType t, GenericType d, int i, ClassOrInterface argument) {
  t = getReceiverInstance(_) and
  isImplemented(d) and
  exists(ParameterizedType s, RefType given |
    s = t.getASupertype*() and d = s.getGenericType() and given = s.getTypeArgument(i)
  |
    argument = getNamed(given)
    or
    argument = getNamed(given.(Wildcard).getFirstBound()) and argument.fromSource()
  )
}

/** Holds if an object may be both an `a` and a `b`, or a cast between the two is likely. */
bindingset[a, b]
pragma[inline_late]
private predicate areRelated(ClassOrInterface a, ClassOrInterface b) {
  a = b or
  sourceAncestor(a, b) or
  sourceAncestor(b, a)
}

/** Holds if `c` implements for another type what objects of the type `t`, on which something is called, are. */
pragma[nomagic]
private predicate isOtherInstance(ParameterizedType t, ClassOrInterface c) {
  exists(GenericType d, int i, ClassOrInterface a, ClassOrInterface b |
    isFor(t, d, i, a) and implementsFor(c, d, i, b) and not areRelated(a, b)
  )
}

/** Holds if objects of the type `t`, on which something is called, never execute `m`. */
cached
private predicate neverRuns(ParameterizedType t, Method m) {
  isOtherInstance(t, m.getDeclaringType()) and
  not m.isStatic()
}

/** Holds if `site` does not execute `m`, as the receiver is an object for other type arguments than the class of `m`. */
bindingset[site, m]
pragma[inline_late]
predicate isForOtherArguments(Expr site, Callable m) { neverRuns(getReceiverInstance(site), m) }
