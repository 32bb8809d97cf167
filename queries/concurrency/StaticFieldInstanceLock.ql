/**
 * @name Static field guarded by an instance lock
 * @description A lock of one object does not keep other objects of the class from changing a static field at the same
 *              time.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/static-field-guarded-by-instance-lock
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Held

/** Holds if `write` changes the static field `f` with `m`, a lock of one object, held, and no lock of the class. */
predicate changedUnderInstanceLock(FieldWrite write, Field f, Monitor m) {
  f = write.getField() and
  f.isStatic() and
  f.fromSource() and
  locallyHeld(getEffectNode(write), m, any(LockMode mode | mode.isExclusive())) and
  isOfOneObject(m) and
  not exists(Monitor other | heldDuring(write, other) and not isOfOneObject(other)) and
  // Two threads may make objects at the same time, each with a lock of its own.
  (
    runsAlone(write.getEnclosingCallable())
    implies
    write.getEnclosingCallable() instanceof Constructor
  ) and
  not usesUnknownLock(write.getEnclosingStmt()) and
  // A plain write of a volatile field needs no lock.
  (f.isVolatile() implies not exists(AssignExpr a | a.getDest() = write))
}

/** Holds if there is a monitor `m` in each object of a class of which there may be several. */
predicate isOfOneObject(Monitor m) {
  not m.isStatic() and
  (
    exists(RefType c | c = m.(InstanceMonitor).getThisType() | mayHaveSeveral(c))
    or
    exists(Field f | f = m.(VariableMonitor).getVariable() |
      mayHaveSeveral(f.getDeclaringType()) and f.getInitializer() instanceof ClassInstanceExpr
    )
  )
}

/** Holds if more than one object of `c` may be made. */
predicate mayHaveSeveral(RefType c) {
  c instanceof Class and
  not c instanceof EnumType and
  not c instanceof AnonymousClass and
  not isSingleton(c)
}

/** Holds if only `c` itself makes its object, once, for a static field. */
predicate isSingleton(Class c) {
  c.isSourceDeclaration() and
  exists(c.getAConstructor()) and
  forall(Constructor k | k = c.getAConstructor() | k.isPrivate()) and
  exists(Field f | f.isStatic() and f.getType() = c) and
  1 >= count(ClassInstanceExpr made | made.getConstructedType().getSourceDeclaration() = c)
}

/** Holds if a lock that is not understood is held at `s`. */
predicate usesUnknownLock(Stmt s) {
  exists(SynchronizedStmt sync | sync = getAnEnclosingSynchronized(s) |
    not exists(getSynchronizedMonitor(sync))
  )
}

/** Gets the first change of `f` under a lock of one object. */
FieldWrite firstWrite(Field f) {
  result = min(FieldWrite w, int line, int column |
    changedUnderInstanceLock(w, f, _) and beginsAt(w, line, column)
  |
    w order by line, column
  )
}

from Field f, FieldWrite write, Monitor m
where
  write = firstWrite(f) and
  m = min(Monitor n, string name | changedUnderInstanceLock(write, f, n) and name = n.toString() |
    n order by name
  )
select write,
  "The static field $@ is changed here with '" + m.toString() +
    "' held, of which each object of $@ has its own: two objects change it at once. Use a static lock, or an atomic class.",
  f, "'" + f.getName() + "'", m.getOwner(), shownName(m.getOwner())
