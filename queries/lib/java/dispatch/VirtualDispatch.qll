/**
 * Which callables a call may execute, by class hierarchy: the class of the receiver is its static type or any class
 * below that.
 */

import java.Expr
import java.Member
import java.Type

/** A method call whose target is decided by the class of the receiver. */
class VirtualMethodCall extends MethodCall {
  VirtualMethodCall() {
    this.getMethod().isVirtual() and
    not this.getQualifier() instanceof SuperAccess
  }
}

/** Gets the only callable that `c` can execute, if its class hierarchy leaves no choice. */
Callable exactCallable(Call c) {
  exactTarget(c, result)
  or
  result = unique(Callable target | target = viableCallable(c)) and c instanceof VirtualMethodCall
}

/** Gets the only method that the virtual call `c` can execute, if the class hierarchy leaves no choice. */
Method exactVirtualMethod(VirtualMethodCall c) {
  result = unique(Method target | target = viableImpl(c))
}

/** Gets a callable that `c` may execute. */
pragma[inline]
Callable viableCallable(Call c) { exactTarget(c, result) or result = viableVirtualMethod(c) }

/** Gets a method that the method call `c` may execute. */
pragma[inline]
Method viableImpl(MethodCall c) { exactTarget(c, result) or result = viableVirtualMethod(c) }

/** Gets a method that the virtual call `c` may execute. */
pragma[inline]
Method viableVirtualMethod(VirtualMethodCall c) {
  exists(Method m, RefType receiver |
    receiverOf(c, m, receiver) and dispatches(receiver, m, result)
  )
}

/** Holds if `c` executes `target` whatever the class of the receiver: it is static, private, or called on `super`. */
predicate exactTarget(Call c, Callable target) {
  target = c.getCallee().getSourceDeclaration() and
  not c instanceof VirtualMethodCall
}

/** Holds if the virtual call `c` has the static target `m` and a receiver of the declared type `receiver`. */
cached
predicate receiverOf(VirtualMethodCall c, Method m, RefType receiver) {
  exists(RefType declaring |
    calledOn(c, m, declaring, receiver) and isReceiver(receiver, declaring)
  )
  or
  // A method of an enclosing class, or of a type that is known in part only.
  calls(c, m, receiver) and
  not exists(RefType t | calledOn(c, m, receiver, t) and isReceiver(t, receiver))
}

/** Holds if the virtual call `c` has the static target `m`, which `declaring` declares. */
pragma[nomagic]
private predicate calls(VirtualMethodCall c, Method m, RefType declaring) {
  m = c.getMethod().getSourceDeclaration() and
  methods(m, _, _, _, declaring, _)
}

/** Holds if the virtual call `c` of `m`, which `declaring` declares, is on an expression of the type `t`. */
pragma[nomagic]
private predicate calledOn(VirtualMethodCall c, Method m, RefType declaring, RefType t) {
  calls(c, m, declaring) and
  t = staticReceiver(c)
}

/** Holds if some call is on a `t` and of a method of `declaring`, which `t` is or is below. */
pragma[nomagic]
private predicate isReceiver(RefType t, RefType declaring) {
  calledOn(_, _, declaring, t) and
  isAtOrBelow(t, declaring)
}

private RefType staticReceiver(VirtualMethodCall c) {
  result = c.getQualifier().getType().getErasure()
  or
  not c.hasQualifier() and
  result = c.getEnclosingCallable().getDeclaringType().getSourceDeclaration()
}

pragma[inline]
private predicate isAtOrBelow(RefType sub, RefType sup) { sub = sup or sourceAncestor(sub, sup) }

private predicate isDispatched(RefType receiver, Method m) { receiverOf(_, m, receiver) }

/** Holds if `impl`, which `declaring` declares, is what calls of `m` execute for some classes. */
private predicate implementation(Method m, Method impl, RefType declaring) {
  isDispatched(_, m) and
  (impl = m or overridesDirectly(impl, m)) and
  not impl.isAbstract() and
  methods(impl, _, _, _, declaring, _)
}

/** Holds if `impl` is `m` for instances of `receiver`, or would be if it were not overridden in between. */
private predicate implementationAbove(RefType receiver, Method m, Method impl, RefType declaring) {
  isDispatched(receiver, m) and
  implementation(m, impl, declaring) and
  isAtOrBelow(receiver, declaring)
}

/**
 * Holds if the class `c` inherits `impl` from a superclass that knows nothing of the interface that declares `m`, and
 * so implements `m`.
 */
private predicate implementedByInheritance(RefType c, Method m, Method impl) {
  exists(string signature, RefType superclass |
    mayInherit(c, m, signature, superclass) and
    methods(impl, _, signature, _, superclass, _) and
    impl.isVirtual() and
    not impl.isAbstract()
  )
}

/**
 * Holds if the class `c`, which is the first of its superclasses that implements the interface of `m`, does not declare
 * `m`, which has the signature `signature`, and `superclass`, not `Object`, may.
 */
cached
private predicate mayInherit(RefType c, Method m, string signature, RefType superclass) {
  isUndeclared(c, m, signature) and
  hasProperSuperclass(c, superclass)
}

/** Holds if the class `c` brings the interface of `m`, of the signature `signature`, and does not declare `m`. */
private predicate isUndeclared(RefType c, Method m, string signature) {
  exists(RefType interface |
    isDispatched(_, m) and
    methods(m, _, signature, _, interface, _) and
    isInterface(interface) and
    bringsInterface(c, interface)
  ) and
  not methods(_, _, signature, _, c, _)
}

/** Holds if `superclass` is a superclass of `c`, at any distance, other than `Object`. */
predicate hasProperSuperclass(RefType c, RefType superclass) {
  sourceAncestor(c, superclass) and
  not isInterface(superclass) and
  not superclass instanceof TypeObject
}

/** Holds if `c` is the first class of its chain of superclasses that implements `interface`. */
private predicate bringsInterface(RefType c, RefType interface) {
  not isInterface(c) and
  sourceAncestor(c, interface) and
  isInterface(interface) and
  not exists(RefType superclass |
    extendsReftype(c, superclass) and sourceAncestor(superclass.getSourceDeclaration(), interface)
  )
}

/** Holds if a call of `m` on a receiver of the declared type `receiver` may execute `impl`. */
cached
predicate dispatches(RefType receiver, Method m, Method impl) {
  exists(RefType declaring |
    implementationAbove(receiver, m, impl, declaring) and
    not exists(RefType nearer |
      implementationAbove(receiver, m, _, nearer) and sourceAncestor(nearer, declaring)
    )
  )
  or
  exists(RefType declaring |
    isDispatched(receiver, m) and
    implementation(m, impl, declaring) and
    sourceAncestor(declaring, receiver)
  )
  or
  exists(RefType c |
    isDispatched(receiver, m) and implementedByInheritance(c, m, impl) and isAtOrBelow(c, receiver)
  )
}
