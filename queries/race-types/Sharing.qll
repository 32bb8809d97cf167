/**
 * Which classes are thread-shared and which thread-local: `P |- t shared` of the paper, with its defaults, and inferred
 * from where objects escape.
 */

import java
import java.concurrency.Escapes
import java.concurrency.Held
import java.concurrency.ThreadSafeTypes
import java.escape.Escape
import Annotations
private import java.callgraph.Functions

/** Holds if `t` carries, on itself or on a field or callable of it, an annotation of race types or a guard. */
predicate isAnnotated(RefType t) {
  exists(Clause c | c.getKeyword() != "no_warn" |
    c.getElement() = t or
    c.getElement().(Field).getDeclaringType() = t or
    c.getElement().(Callable).getDeclaringType() = t
  )
  or
  exists(GuardDeclaration d | d.getElement().(Member).getDeclaringType() = t)
}

/** Holds if an annotation says that `t` is `keyword`: `thread_local` or `thread_shared`. */
predicate saysSharing(RefType t, string keyword) {
  exists(Clause c | c.getElement() = t and keyword = c.getKeyword() |
    keyword = ["thread_local", "thread_shared"]
  )
}

/** Holds if `t` is a class of the sources whose objects have state. */
predicate isOwnClass(RefType t) {
  t.fromSource() and
  t.isSourceDeclaration() and
  t instanceof Class and
  not exists(FunctionCreation f | f instanceof FunctionalExpr and t = f.getFunctionClass())
}

/** Holds if what is written in `t` shows that several threads use its objects. */
private predicate hasSharedObjects(RefType t) {
  isOwnClass(t) and
  not saysSharing(t, "thread_local") and
  (
    saysSharing(t, "thread_shared")
    or
    isAnnotated(t)
    or
    exists(Method m | m.getDeclaringType() = t and m.isSynchronized() and not m.isStatic())
    or
    t instanceof ThreadType
    or
    isOn("infer") and locksItself(t)
  )
}

/** Holds if the code of `t` is synchronized on its object, or on what a field of its object holds. */
private predicate locksItself(RefType t) {
  exists(SynchronizedStmt s, Callable c |
    c = s.getEnclosingCallable() and t = c.getDeclaringType()
  |
    s.getExpr().(ThisAccess).isOwnInstanceAccess() or s.getExpr().(FieldAccess).isOwnFieldAccess()
  )
}

/** Gets a class of the sources whose objects the declared type `t` is made of: itself, components, type arguments. */
private RefType partOf(Type t) {
  result = t.(RefType).getSourceDeclaration() and isOwnClass(result)
  or
  result = partOf(t.(Array).getElementType())
  or
  result = partOf(t.(ParameterizedType).getTypeArgument(_))
}

/** Holds if code uses the state of an object of the class `t` that escapes the thread that made it. */
private predicate hasEscapingObject(RefType t) {
  exists(Object o |
    escapes(o) and isUsed(o) and t = o.getAllocation().getType().(RefType).getSourceDeclaration()
  ) and
  isOwnClass(t)
}

/** Holds if code uses the state of `o`; projected, so that objects are joined once. */
private predicate isUsed(Object o) { accesses(_, _, _, o) }

/**
 * Holds if `t` is thread-local by default, because nothing in it speaks of threads. What has no state that changes, of its own
 * or from such a class, needs no lock: it stays thread-shared.
 */
private predicate isLocalByDefault(RefType t) {
  not isSharingInferred() and
  isOn("default_thread_local") and
  isOwnClass(t) and
  not hasSharedObjects(t) and
  (
    exists(Field f | f.getDeclaringType() = t |
      not f.isStatic() and not f.isVolatile() and (not f.isFinal() or isKnownMutable(f.getType()))
    )
    or
    saysSharing(t.getASourceSupertype(), "thread_local")
    or
    isLocalByDefault(t.getASourceSupertype())
  )
}

/** Holds if where objects escape says which classes are thread-local. */
private predicate isSharingInferred() { isOn("infer") and isOn("infer_sharing") }

/** Holds if the inference makes `t` thread-shared: the least set for which the rules hold. */
private predicate isInferredShared(RefType t) {
  isSharingInferred() and
  isOwnClass(t) and
  not saysSharing(t, "thread_local") and
  (
    hasSharedObjects(t)
    or
    hasEscapingObject(t)
    or
    t = partOf(any(Field f | f.isStatic() and f.fromSource()).getType())
    or
    exists(RefType holder | isInferredShared(holder) |
      t = partOf(any(Field f | f.getDeclaringType() = holder).getType()) or
      t = holder.getASourceSupertype()
    )
    or
    t = classOfHandedOver()
  )
}

/** Gets the class of something that is handed to a thread. */
private RefType classOfHandedOver() {
  result = any(ThreadStart s).getHandedOver().getType().(RefType).getSourceDeclaration()
}

/** Holds if `t` is a thread-local class. */
cached
predicate isThreadLocal(RefType t) {
  isOwnClass(t) and
  (
    saysSharing(t, "thread_local")
    or
    not hasSharedObjects(t) and
    (
      isSharingInferred() and not isInferredShared(t)
      or
      isLocalByDefault(t)
    )
  )
}

/** Holds if `t` is thread-local because of an annotation or of the paper's default, not because nothing escapes. */
predicate isClaimedLocal(RefType t) {
  isThreadLocal(t) and
  (saysSharing(t, "thread_local") or not isSharingInferred())
}

/** Holds if `t` is a thread-shared class of the sources. */
predicate isSharedClass(RefType t) { isOwnClass(t) and not isThreadLocal(t) }

/** Gets the thread-local class because of which values of `t` cannot be shared between threads: `not P |- t shared`. */
RefType unsharedPart(Type t) {
  result = t.(RefType).getSourceDeclaration() and isThreadLocal(result)
  or
  result = unsharedPart(t.(Array).getElementType())
}
