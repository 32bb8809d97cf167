/**
 * @name Synchronized on getClass()
 * @description Objects of subclasses have another class: each kind of object has a lock of its own.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/sync-on-get-class
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Confidence

/** Gets the class whose objects `call`, of `getClass`, is about. */
RefType askedClass(MethodCall call) {
  call = any(SynchronizedStmt s).getExpr() and
  call.getMethod().hasQualifiedName("java.lang", "Object", "getClass") and
  if call.hasQualifier()
  then result = call.getQualifier().getType()
  else result = call.getEnclosingCallable().getDeclaringType()
}

/** Holds if all objects of the class `t` have the class `t`. */
predicate hasOneClass(RefType t) {
  t.isFinal() or
  t instanceof AnonymousClass or
  t instanceof EnumType
}

/** Holds if the sources have a class below `t`. */
predicate isExtended(RefType t) {
  t = askedClass(_) and
  exists(RefType sub | sub.getASourceSupertype+() = t.getSourceDeclaration())
}

/** Holds if `evidence` makes it surer by `points` that `call` gives different locks. */
query predicate confidence(MethodCall call, int points, string evidence) {
  exists(askedClass(call)) and
  not isExtended(askedClass(call)) and
  evidence = "no-subclass" and
  isWorth(evidence, points)
}

from MethodCall call, RefType t
where t = askedClass(call) and not hasOneClass(t)
select call,
  "Objects of subclasses of $@ lock another class here than its own objects. Lock '" + t.getName() +
    ".class', or a static final object.", t, t.getName()
