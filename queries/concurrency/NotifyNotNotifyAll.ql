/**
 * @name Notify rather than notifyAll
 * @description If threads wait on one monitor, or one 'Condition', for different things, 'notify' and 'signal' may wake one
 *              that cannot go on, while the one that could keeps waiting.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/notify-instead-of-notify-all
 * @tags concurrency
 *       deadlock
 */

import java
import java.concurrency.Confidence
import java.concurrency.Waits

/** Holds if the threads that wait at `a` and at `b`, on one monitor or condition, wait for different things. */
predicate waitForDifferentThings(SignalCall signal, SignalWait a, SignalWait b) {
  isAboutOne(signal, a) and
  isAboutOne(signal, b) and
  a != b and
  exists(string one | one = waitedWhile(a) and not one = waitedWhile(b)) and
  exists(string other | other = waitedWhile(b) and not other = waitedWhile(a))
}

/** Holds if an object can be the `this` of both `a` and `b`, or the two are not about `this`. */
predicate mayMeet(MethodCall a, MethodCall b) {
  (a instanceof SignalWait or a instanceof SignalCall) and
  (b instanceof SignalWait or b instanceof SignalCall) and
  (
    exists(Variable v | v = conditionOf(a) and v = conditionOf(b))
    or
    exists(Monitor m |
      m = receiverMonitor(a.(MonitorCall)) and m = receiverMonitor(b.(MonitorCall))
    |
      not m instanceof InstanceMonitor
      or
      exists(RefType one, RefType other |
        one = a.getEnclosingCallable().getDeclaringType() and
        other = b.getEnclosingCallable().getDeclaringType()
      |
        one = other.getASourceSupertype*() or other = one.getASourceSupertype*()
      )
    )
  )
}

/** Holds if `a` and `b`, which wait for different things, wait where `signal` may wake either. */
predicate competes(SignalCall signal, SignalWait a, SignalWait b) {
  signal.endsOne() and
  waitForDifferentThings(signal, a, b) and
  mayMeet(signal, a) and
  mayMeet(signal, b) and
  mayMeet(a, b)
}

/** Gets the first of the waits that `signal` may end, if they wait for different things. */
SignalWait firstWait(SignalCall signal) {
  result = min(SignalWait a, string path, int line, int column |
    competes(signal, a, _) and beginsAt(a, path, line, column)
  |
    a order by path, line, column
  )
}

/** Gets the first wait that `signal` may end for something else than `firstWait` waits for. */
SignalWait secondWait(SignalCall signal) {
  result = min(SignalWait b, string path, int line, int column |
    competes(signal, firstWait(signal), b) and beginsAt(b, path, line, column)
  |
    b order by path, line, column
  )
}

/** Holds if `call` wakes one thread, and it is not known that threads wait for different things. */
predicate mayWakeAny(NotifyCall call) {
  call.(SignalCall).endsOne() and
  not exists(firstWait(call)) and
  not call.getQualifier() instanceof SuperAccess
}

/** Holds if `evidence` makes it surer by `points` that `call` wakes the wrong thread. */
query predicate confidence(NotifyCall call, int points, string evidence) {
  mayWakeAny(call) and
  evidence = "one-condition" and
  isWorth(evidence, points)
}

from
  SignalCall call, string message, Element first, string firstText, Element second,
  string secondText
where
  first = firstWait(call) and
  second = secondWait(call) and
  firstText = "here" and
  secondText = "here" and
  message =
    "'" + call.getMethod().getName() +
      "()' wakes any one of the threads that wait, but they wait for different conditions, $@ and $@: the one that could go on may not be the one that wakes. Call '" +
      call.getMethod().getName() + "All()'."
  or
  mayWakeAny(call) and
  first = call and
  firstText = "'notify()'" and
  second = call.getEnclosingCallable() and
  secondText = "'" + second.getName() + "'" and
  message =
    "$@ in $@ wakes any one of the threads that wait. If they wait for different conditions, or more than one can go on, call 'notifyAll()'."
select call, message, first, firstText, second, secondText

/** Holds if `call` becomes a call that wakes all that it wakes now, and the others. */
query predicate edits(SignalCall call, string title, Element place, string how, string text) {
  exists(firstWait(call)) and
  exists(secondWait(call)) and
  text = call.getMethod().getName() + "All" and
  title = "Call " + text + "()" and
  place = call and
  how = "replace " + call.getMethod().getName()
}
