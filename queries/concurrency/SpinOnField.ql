/**
 * @name Loop waits for a field that is not volatile
 * @description A loop that waits for another thread to change a field may never see the change: nothing makes it read
 *              the field again unless it is volatile or read with a lock held.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/spin-on-field
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Polling

/** Gets the first write of the polled field outside the callable of `loop`: the change that it may miss. */
FieldWrite awaitedWrite(PollingLoop loop) {
  result = min(FieldWrite w, string path, int line, int column |
    w.getField() = loop.getField() and
    w.getEnclosingCallable() != loop.getEnclosingCallable() and
    not makesObject(w.getEnclosingCallable()) and
    beginsAt(w, path, line, column)
  |
    w order by path, line, column
  )
}

/** Holds if `loop` waits for `f`, and nothing makes sure that it sees the change by `write`. */
predicate missesChange(PollingLoop loop, Field f, FieldWrite write) {
  f = loop.getField() and
  not f.isVolatile() and
  not exists(getAnEnclosingSynchronized(loop)) and
  not loop.getEnclosingCallable().isSynchronized() and
  write = awaitedWrite(loop)
}

/** Holds if the finding at `condition` is about the `"value"` of `field`. */
query predicate about(Expr condition, Field field, string part) {
  exists(PollingLoop loop | missesChange(loop, field, _) and condition = loop.getCondition()) and
  part = "value"
}

from PollingLoop loop, Field f, FieldWrite write
where missesChange(loop, f, write)
select loop.getCondition(),
  "This loop waits until another thread changes $@, for example $@, but the field is not volatile: it may never see the change. Declare it volatile, or wait on a lock, latch or queue.",
  f, "'" + f.getName() + "'", write, "here"
