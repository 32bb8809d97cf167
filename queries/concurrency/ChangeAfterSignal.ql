/**
 * @name State changed after the signal
 * @description A thread that is woken tests its condition again and finds the old state, as this is only changed after the
 *              signal and without the lock: it waits again, and no further signal comes.
 * @kind problem
 * @problem.severity error
 * @precision medium
 * @id java/change-after-signal
 * @tags concurrency
 *       deadlock
 *       correctness
 */

import java
import java.TestSources
import java.SourceOrder
import java.concurrency.Waits

/** Holds if `e` gives `signal`, or calls an own method that does. */
predicate gives(MethodCall e, SignalCall signal) {
  e = signal
  or
  exists(Method m |
    m = e.getMethod().getSourceDeclaration() and
    m = signal.getEnclosingCallable() and
    (e.isOwnMethodCall() or m.isStatic()) and
    m.getDeclaringType() = e.getEnclosingCallable().getDeclaringType()
  )
}

/** Holds if `write`, after `e` has given `signal`, changes what `wait` waits for, without the lock. */
predicate changesAfter(
  MethodCall e, SignalCall signal, FieldWrite write, SignalWait wait, Monitor lock
) {
  gives(e, signal) and
  isAboutOne(signal, wait) and
  not wait.isTimed() and
  lock = neededMonitor(signal) and
  write.getField() = fieldWaitedFor(wait) and
  write.getEnclosingCallable() = e.getEnclosingCallable() and
  not write.getEnclosingCallable() instanceof Constructor and
  comesBefore(e, write) and
  not heldDuring(write, lock)
}

/** Holds if `a` always comes before `b`, in one callable. */
pragma[inline]
predicate comesBefore(Expr a, Expr b) {
  strictlyDominates(a.getControlFlowNode(), getEffectNode(b))
}

/** Holds if another signal is given after `write`, or `e` signals an earlier change of the field. */
predicate isSignalledOtherwise(MethodCall e, FieldWrite write) {
  changesAfter(e, _, write, _, _) and
  (
    exists(MethodCall other, SignalCall again |
      gives(other, again) and
      exists(SignalCall signal, SignalWait wait |
        changesAfter(e, signal, write, wait, _) and isAboutOne(again, wait)
      ) and
      other.getEnclosingCallable() = write.getEnclosingCallable() and
      comesBefore(write, other)
    )
    or
    exists(FieldWrite before |
      before.getField() = write.getField() and
      before.getEnclosingCallable() = e.getEnclosingCallable() and
      strictlyDominates(getEffectNode(before), e.getControlFlowNode())
    )
  )
}

from MethodCall e, FieldWrite write, SignalWait wait, Monitor lock
where
  changesAfter(e, _, write, wait, lock) and
  not isSignalledOtherwise(e, write) and
  not isTestCallable(e.getEnclosingCallable()) and
  wait = min(SignalWait other, string path, int line, int column |
    changesAfter(e, _, write, other, lock) and beginsAt(other, path, line, column)
  |
    other order by path, line, column
  )
select e,
  "The signal comes before the change: '" + write.getField().getName() +
    "', which $@ tests, is only set $@, and without the lock '" + lock.toString() +
    "': the woken thread finds the old value and waits again, for ever. Set it first, with the lock held.",
  wait, "the wait", write, "here"
