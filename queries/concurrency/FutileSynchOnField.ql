/**
 * @name Futile synchronization on a field that is replaced
 * @description A block that is synchronized on the object in a field and then replaces that object lets the next
 *              thread in at once: it locks another object.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/unsafe-sync-on-field
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Contexts

/** Holds if `write`, in the block of `sync`, replaces the object in `f` whose monitor it holds. */
predicate replacesLock(SynchronizedStmt sync, FieldWrite write, Field f) {
  exists(FieldAccess lock | lock = sync.getExpr() |
    f = lock.getField() and
    write.getField() = f and
    not write.getASource() instanceof NullLiteral and
    sync = getAnEnclosingSynchronized(write.getEnclosingStmt()) and
    (sameObject(lock, write) or f.isStatic())
  )
}

/** Holds if `a` and `b` access a field of one object, as far as their text shows. */
predicate sameObject(FieldAccess a, FieldAccess b) {
  a = any(SynchronizedStmt s).getExpr() and
  b.isVarWrite() and
  a.getField() = b.getField() and
  (
    ofThis(a) and ofThis(b)
    or
    a.getQualifier().(VarAccess).getVariable() = b.getQualifier().(VarAccess).getVariable()
  )
}

/** Holds if `a` accesses a field of `this`. */
predicate ofThis(FieldAccess a) {
  (a = any(SynchronizedStmt s).getExpr() or a.isVarWrite()) and
  (not a.hasQualifier() or a.getQualifier() instanceof ThisAccess)
}

from SynchronizedStmt sync, FieldWrite write, Field f
where
  replacesLock(sync, write, f) and
  write = min(FieldWrite w, int line, int column |
    replacesLock(sync, w, f) and beginsAt(w, line, column)
  |
    w order by line, column
  )
select sync.getExpr(),
  "This locks the object in $@, which the block $@: from then on other threads lock another object, and come in. Lock a final field that is never replaced.",
  f, "'" + f.getName() + "'", write, "replaces"
