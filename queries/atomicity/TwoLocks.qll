/**
 * The two-lock variant: while a context is held, a lock is taken and given back, and then another one (sections 2.3 and
 * 4.6, figures 9 and 10 of the paper).
 */

import java
import Places
import java.concurrency.LocksTaken
import Scopes
import LockFlow
import Witnesses

/** Holds if `lock` is taken in `scope`, and so is another one. */
private predicate isAmongOthers(Scope scope, Lock lock) {
  takesWithin(scope, lock, _, _, _) and
  exists(Lock other | takesWithin(scope, other, _, _, _) and other != lock)
}

private module Any = Released<isAmongOthers/2>;

/** Holds if in `scope`, `second` is taken at `n`, after `first`, another lock, was taken and given back. */
private predicate isTakenAfter(Scope scope, Lock first, Lock second, ControlFlowNode n) {
  exists(BasicBlock b, int i |
    isAmongOthers(scope, first) and
    isAmongOthers(scope, second) and
    takesWithin(scope, second, n, b, i) and
    Any::isTakenBeforeNode(scope, first, b, i) and
    first != second and
    not mayHold(n, first)
  )
}

/** Holds if `c`, or something that it calls at a distance of `calls`, takes `first` and then `second`, in no context. */
private predicate takesBoth(Callable c, Lock first, Lock second, int calls) {
  isTakenAfter(TCallableScope(c), first, second, _) and not c.isSynchronized() and calls = 0
  or
  exists(Call call |
    takesBothAt(call, first, second, calls) and
    not isInContext(nodeOfSite(call)) and
    c = call.getEnclosingCallable()
  )
}

/** Holds if what `call` runs, `calls` calls from here, takes `first` and then `second`, as the caller names them. */
private predicate takesBothAt(Call call, Lock first, Lock second, int calls) {
  exists(Callable target, Lock innerFirst, Lock innerSecond |
    takesBoth(target, innerFirst, innerSecond, calls - 1) and
    calls < callBound() and
    runsLocker(call, target) and
    isCalled(call, target, innerFirst, first) and
    isCalled(call, target, innerSecond, second) and
    isPossible(first, call.getEnclosingCallable()) and
    isPossible(second, call.getEnclosingCallable()) and
    first != second
  )
}

/** Holds if at `n`, in the context `scope`, `second` is taken after `first`; all three are different locks. */
predicate isVariant(Scope scope, Lock first, Lock second, ControlFlowNode n) {
  scope.isContext() and
  (
    isTakenAfter(scope, first, second, n)
    or
    exists(Call call | takesBothAt(call, first, second, _) and n = nodeOfSite(call) |
      (scope.covers(n) or scope = TCallableScope(n.getEnclosingCallable())) and
      not mayHold(n, first) and
      not mayHold(n, second)
    )
  )
}

/** Gets a place where `first` is taken in the context `scope` before `second` is at `n`, if it is there. */
ControlFlowNode firstTaking(Scope scope, Lock first, Lock second, ControlFlowNode n) {
  isVariant(scope, first, second, n) and
  result = min(ControlFlowNode other, int line, int column |
    takesWithin(scope, first, other, _, _) and beginsAt(elementOf(other), _, line, column)
  |
    other order by line, column
  )
}
