/**
 * Helper classes whose fields are always accessed under the lock of an owner: nodes of a list under the lock of the list. The
 * inference makes the owner a ghost parameter of the helper.
 */

import java
import java.concurrency.Held
import Annotations
import Fresh

/** Holds if `a`, not on an object in the making, accesses a field of `t` that can change. */
private predicate accesses(FieldAccess a, RefType t) {
  exists(Field f | f = a.getField() |
    not f.isStatic() and
    not f.isFinal() and
    not f.isVolatile() and
    t = f.getDeclaringType() and
    t.fromSource()
  ) and
  not t.(InnerClass).hasEnclosingInstance() and
  exists(a.getEnclosingCallable()) and
  not isTestCallable(a.getEnclosingCallable()) and
  not isUnshared(a)
}

/** Holds if `a` is under a lock of objects of the class `owner`. */
private predicate isUnderLockOf(FieldAccess a, RefType t, RefType owner) {
  accesses(a, t) and
  exists(Monitor m | heldDuring(a, m) |
    not m.isStatic() and
    (m instanceof InstanceMonitor or m.(VariableMonitor).getVariable() instanceof Field) and
    owner = m.getOwner() and
    owner.fromSource() and
    not t.getASourceSupertype*() = owner and
    not owner.getASourceSupertype*() = t
  )
}

/** Gets a class under whose locks all accesses to fields of `t` are. */
private RefType ownerOf(RefType t) {
  isUnderLockOf(_, t, result) and
  not exists(FieldAccess a | accesses(a, t) and not isUnderLockOf(a, t, result)) and
  strictcount(FieldAccess a | accesses(a, t)) >= 2
}

/** Holds if the class `t` gets a ghost parameter for its owner, of the class `owner`. */
predicate hasInferredOwner(RefType t, RefType owner) {
  isOn("infer") and
  not exists(Clause c | c.getElement() = t and c.getKeyword() = ["ghost", "thread_local"]) and
  owner = unique( | | ownerOf(t))
}
