/**
 * @name Unlocked accesses by two threads
 * @description Two threads access a field of one object, one of them writes, and neither holds a lock.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id example/unlocked-pairs
 */

import java
import java.escape.Escape
import java.pointsto.PointsTo
import java.threads.Threads

/** An access to an instance field that no lock of its own callable surrounds. */
class UnlockedAccess extends FieldAccess {
  UnlockedAccess() {
    not this.getField().isStatic() and
    not this.getField().isFinal() and
    not this.getField().isVolatile() and
    not this.getEnclosingCallable() instanceof Constructor and
    not this.getEnclosingCallable().isSynchronized() and
    not this.getAnEnclosingStmt() instanceof SynchronizedStmt
  }

  /** Holds if threads of `t` evaluate this on the object `o`. */
  predicate isOn(AbstractThread t, Object o) {
    exists(Context c | fieldAccessOn(this, c, o) and t.executes(this.getEnclosingCallable(), c))
  }
}

/** Holds if threads of `a` write the field `f` of `o` at `write`, and threads of `b` access it at `other`. */
predicate race(UnlockedAccess write, UnlockedAccess other, Object o) {
  exists(AbstractThread a, AbstractThread b |
    write.isVarWrite() and
    write.isOn(a, o) and
    other.isOn(b, o) and
    other.getField() = write.getField() and
    escapes(o) and
    mayHappenInParallel(a, b)
  )
}

from UnlockedAccess write, UnlockedAccess other, Object o
where race(write, other, o)
select write, "This write and $@ may happen at the same time, on $@.", other, "another access", o,
  o.toString()
