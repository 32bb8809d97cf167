/**
 * Where locks are taken, and what is evaluated while each is held, as the text of one callable shows.
 */

import java
import java.concurrency.AccessPaths
import java.concurrency.Locks
import java.concurrency.ThreadEntries
import java.TestSources

private newtype TAcquisition =
  TBlock(SynchronizedStmt s) { not isTestCallable(s.getEnclosingCallable()) } or
  TMethod(Method m) { m.isSynchronized() and m.fromSource() and not isTestCallable(m) } or
  TCall(LockAcquire call) {
    not call.isConditional() and
    not call.isOptimistic() and
    not isTestCallable(call.getEnclosingCallable())
  }

/** A place that takes a lock and does not give up if another thread holds it. */
class Acquisition extends TAcquisition {
  /** Gets the callable that takes the lock. */
  Callable getCallable() {
    exists(SynchronizedStmt s | this = TBlock(s) and result = s.getEnclosingCallable())
    or
    this = TMethod(result)
    or
    exists(LockAcquire call | this = TCall(call) and result = call.getEnclosingCallable())
  }

  /** Gets the expression of the lock, if there is one. */
  Expr getLockExpr() {
    exists(SynchronizedStmt s | this = TBlock(s) and result = s.getExpr())
    or
    exists(LockAcquire call | this = TCall(call) and result = operandOf(call))
  }

  /** Gets the method, if it is one that is declared `synchronized`. */
  Method getMethod() { this = TMethod(result) }

  /** Gets the monitor, if it is known by name. */
  Monitor getMonitor() {
    exists(SynchronizedStmt s | this = TBlock(s) and result = getSynchronizedMonitor(s))
    or
    exists(Method m | this = TMethod(m) and result = getMethodMonitor(m))
    or
    exists(LockAcquire call | this = TCall(call) and result = getLockMonitor(call))
  }

  /** Holds if other holders may be readers as well. */
  predicate isShared() {
    exists(LockAcquire call | this = TCall(call) and getALockMode(call).isShared())
  }

  /** Gets the element at which the lock is taken. */
  Element getElement() {
    exists(SynchronizedStmt s | this = TBlock(s) and result = s.getExpr())
    or
    this = TMethod(result)
    or
    this = TCall(result)
  }

  /** Gets the node at which the lock is taken, if it is not the beginning of a method. */
  ControlFlowNode getNode() { result = this.getElement().(Expr).getControlFlowNode() }

  /** Holds if the lock is held when `node`, of the same callable, is evaluated. */
  predicate isHeldAt(ControlFlowNode node) {
    exists(SynchronizedStmt s | this = TBlock(s) |
      s = getAnEnclosingSynchronized(statementOf(node)) and
      node.getEnclosingCallable() = s.getEnclosingCallable()
    )
    or
    exists(Method m | this = TMethod(m) and node.getEnclosingCallable() = m)
    or
    exists(LockAcquire call, Monitor m |
      this = TCall(call) and
      m = getLockMonitor(call) and
      locallyHeld(node, m, _) and
      node.getEnclosingCallable() = call.getEnclosingCallable()
    )
  }

  /** Gets the place where the lock is taken. */
  Location getLocation() { result = this.getElement().getLocation() }

  /** Gets the words for the lock. */
  string describe() {
    exists(RefType t | t = this.getMethod().getDeclaringType() |
      if this.getMethod().isStatic()
      then result = "'" + t.getName() + ".class'"
      else result = "'this' of " + shownName(t)
    )
    or
    result = "'" + this.getLockExpr() + "'"
  }

  /** Gets a text that describes this. */
  string toString() { result = "takes " + this.describe() }
}

private Stmt statementOf(ControlFlowNode node) {
  result = node.asExpr().getEnclosingStmt() or
  result = node.asStmt()
}

/** Gets the node at which `site` is evaluated. */
private ControlFlowNode siteNode(ExprParent site) {
  result = site.(Expr).getControlFlowNode() or
  result = site.(Stmt).getControlFlowNode()
}

/** Holds if the lock of `a` is held while `site`, a call or another expression that runs something, is evaluated. */
cached
predicate isHeldAtSite(Acquisition a, ExprParent site) {
  (site instanceof Call or site instanceof Expr) and
  a.isHeldAt(siteNode(site))
}

/** Holds if the lock of `outer` is held where `inner`, in the same callable, takes its own. */
cached
predicate isNestedIn(Acquisition inner, Acquisition outer) {
  inner != outer and
  outer.isHeldAt(inner.getNode()) and
  // What a call takes is not held before it.
  not inner.getElement() = outer.getElement()
}
