/**
 * Calls that the language makes where the sources write none: text conversion in concatenations (JLS 15.18.1), iterators
 * of enhanced `for` (14.14.2), `close` of resources (14.20.3), and initialisation of classes (12.4.1); and calls that
 * methods of libraries make on their own object, by rows of `callsBack`.
 */

import java
private import java.models.Models
import java.callgraph.MethodSelection

/** Holds if evaluating `site` calls `m` on an object of the declared type `receiver`, without a call being written. */
cached
predicate callsImplicitly(Expr site, RefType receiver, Method m) {
  convertsToText(site) and
  receiver = site.getType().getErasure() and
  m.hasQualifiedName("java.lang", "Object", "toString")
  or
  exists(EnhancedForStmt s | site = s.getExpr() |
    receiver = site.getType().getErasure() and
    not site.getType() instanceof Array and
    m.hasQualifiedName("java.lang", "Iterable", "iterator")
    or
    receiver = iteratorType(site.getType().getErasure()) and
    m.hasQualifiedName("java.util", "Iterator", ["hasNext", "next"])
  )
  or
  exists(TryStmt s |
    site = s.getAResourceDecl().getAVariable() and
    receiver = site.(LocalVariableDeclExpr).getVariable().getType().getErasure()
    or
    site = s.getAResourceExpr() and receiver = site.getType().getErasure()
  |
    m.hasQualifiedName("java.lang", "AutoCloseable", "close")
  )
  or
  callsBackOn(site, receiver, m)
}

/** Holds if a library method that is called on `site`, of the declared type `receiver`, calls `m` on the same object. */
private predicate callsBackOn(Expr site, RefType receiver, Method m) {
  exists(MethodCall call, string package, string type, string callback |
    callsBack(package, type, call.getMethod().getName(), callback) and
    site = call.getQualifier() and
    receiver = site.getType().getErasure() and
    receiver.getASourceSupertype*().hasQualifiedName(package, type) and
    m.hasQualifiedName(package, type, callback)
  )
}

/** Holds if `m` overrides a method that a library calls on an object, of which it executes another method then. */
predicate isCalledBack(Method m) {
  exists(string package, string type |
    callsBack(package, type, _, m.getName()) and
    m.getAnOverride().hasQualifiedName(package, type, m.getName()) and
    m.fromSource()
  )
}

/** Gets the type of the iterators that objects of the declared type `iterable` give, by the declarations in the sources. */
private RefType iteratorType(RefType iterable) {
  exists(Method impl | givesIterators(iterable, impl) and result = typeReturned(impl))
}

private predicate givesIterators(RefType iterable, Method impl) {
  selectsIterator(iterable, _, impl) and
  impl.fromSource()
}

/** Holds if a loop over objects of the declared type `iterable` asks them for iterators by `m`, which executes `impl` for some. */
cached
predicate selectsIterator(RefType iterable, Method m, Method impl) {
  isLoopedOver(iterable) and
  m.hasQualifiedName("java.lang", "Iterable", "iterator") and
  selectsBelow(iterable, m, impl)
}

pragma[nomagic]
private predicate isLoopedOver(RefType iterable) {
  exists(Expr e | e = any(EnhancedForStmt s).getExpr() |
    iterable = e.getType().getErasure() and not e.getType() instanceof Array
  )
}

/** Gets the declared type of what a `return` of `m`, which makes iterators, returns. */
pragma[nomagic]
private RefType typeReturned(Method m) {
  m.hasName("iterator") and
  exists(ReturnStmt s |
    s.getEnclosingCallable() = m and result = s.getExpr().getType().getErasure()
  )
}

/** Holds if `e` is an operand of a concatenation that its `toString` makes a text of. */
private predicate convertsToText(Expr e) {
  isOperandOfText(e) and
  exists(RefType t | t = e.getType().getErasure() |
    not t instanceof TypeString and
    not t instanceof BoxedType and
    not t instanceof Array and
    // Of the objects of all classes nothing is known; following all of their texts would mislead.
    not t instanceof TypeObject
  )
}

/** Holds if `e` is an operand of a concatenation, which is of the type `String`. */
pragma[nomagic]
private predicate isOperandOfText(Expr e) {
  exists(AddExpr add | e = add.getAnOperand() and isOfTypeString(add))
  or
  exists(AssignAddExpr add | e = add.getRhs() and isOfTypeString(add))
}

pragma[inline]
private predicate isOfTypeString(Expr e) { e.getType() instanceof TypeString }

/** Holds if evaluating `site`, in `caller`, may initialise the class whose static initialiser `initializer` is. */
cached
predicate mayInitialize(Callable caller, ExprParent site, StaticInitializer initializer) {
  exists(RefType initialised |
    initialised = initializer.getDeclaringType() and
    initializedAt(caller, site, initialised) and
    not caller.getDeclaringType().getSourceDeclaration() = initialised and
    not sourceAncestor(caller.getDeclaringType().getSourceDeclaration(), initialised)
  )
}

private predicate initializedAt(Callable caller, ExprParent site, RefType t) {
  exists(RefType used |
    t = used
    or
    sourceAncestor(used, t) and not isInterface(t)
  |
    usesClass(caller, site, used)
  )
}

/** Holds if `site` makes an object of the class `used`, calls a static method of it, or accesses a static field that is no constant. */
private predicate usesClass(Callable caller, ExprParent site, RefType used) {
  exists(ClassInstanceExpr e |
    site = e and
    not e instanceof FunctionalExpr and
    used = e.getConstructedType().getSourceDeclaration() and
    caller = e.getEnclosingCallable()
  )
  or
  exists(MethodCall call | site = call and call.getMethod().isStatic() |
    used = call.getMethod().getDeclaringType().getSourceDeclaration() and
    caller = call.getEnclosingCallable()
  )
  or
  exists(FieldAccess access, Field f | site = access and f = access.getField() |
    f.isStatic() and
    not (f.isFinal() and f.getInitializer() instanceof CompileTimeConstantExpr) and
    used = f.getDeclaringType().getSourceDeclaration() and
    caller = access.getEnclosingCallable()
  )
}
