/**
 * @name Synchronized on a field that is assigned elsewhere
 * @description If the field that holds the lock gets another object while the program runs, two threads can hold "the
 *              lock" at once.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/sync-on-reassigned-field
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Held
import java.concurrency.MethodNames

/** Holds if `sync` locks the object in `f`. */
predicate locks(SynchronizedStmt sync, Field f) { sync.getExpr().(FieldAccess).getField() = f }

/** Holds if `write` gives `f`, which some block locks, another object when other threads may use it. */
predicate replaces(FieldWrite write, Field f) {
  locks(_, f) and
  write.getField() = f and
  not runsAlone(write.getEnclosingCallable()) and
  enteredWithOthers(write.getEnclosingCallable()) and
  not isTestFile(write.getFile()) and
  (not write.hasQualifier() or write.isOwnFieldAccess() or f.isStatic()) and
  not nameSays(write.getEnclosingCallable(), "prepares") and
  mayReplace(write, f) and
  not write.getASource() instanceof NullLiteral and
  not exists(SynchronizedStmt sync |
    sync = getAnEnclosingSynchronized(write.getEnclosingStmt()) and locks(sync, f)
  ) and
  not isOnObjectMadeHere(write)
}

/** Holds if `f` may hold an object before `write`: something else sets it too. */
predicate mayReplace(FieldWrite write, Field f) {
  locks(_, f) and
  write.getField() = f and
  (
    exists(f.getInitializer()) and not f.getInitializer() instanceof NullLiteral
    or
    exists(FieldWrite other |
      other.getField() = f and
      other != write and
      not isTestFile(other.getFile()) and
      not other.getASource() instanceof NullLiteral and
      other.getEnclosingCallable() != write.getEnclosingCallable()
    )
  )
}

/** Holds if threads come to `c` when others may know its object. */
predicate enteredWithOthers(Callable c) {
  exists(FieldWrite w | w.getEnclosingCallable() = c and locks(_, w.getField())) and
  AllLocks::isReached(c)
}

/** Holds if `write` sets a field of an object that the same callable makes. */
predicate isOnObjectMadeHere(FieldWrite write) {
  locks(_, write.getField()) and
  exists(LocalVariableDecl v |
    write.getQualifier() = v.getAnAccess() and
    v.getInitializer().getUnderlyingExpr() instanceof ClassInstanceExpr
  )
}

/** Holds if a block that locks the object in `f` replaces it: that is reported by `java/unsafe-sync-on-field`. */
predicate isFutile(Field f) {
  exists(SynchronizedStmt sync, FieldWrite write |
    locks(sync, f) and
    write.getField() = f and
    sync = getAnEnclosingSynchronized(write.getEnclosingStmt())
  )
}

from Field f, FieldWrite write, SynchronizedStmt sync
where
  not isFutile(f) and
  write = min(FieldWrite w, int line, int column | replaces(w, f) and beginsAt(w, line, column) |
    w order by line, column
  ) and
  sync = min(SynchronizedStmt s, int line, int column |
    locks(s, f) and replaces(_, f) and beginsAt(s, line, column)
  |
    s order by line, column
  )
select sync.getExpr(),
  "This locks the object in $@, but $@ puts another object there: a thread that still holds the old one excludes nobody. Make the lock a final field.",
  f, "'" + f.getName() + "'", write, "this assignment"
