/**
 * Where locks are taken, and what is evaluated while each is held, as the text of one callable shows.
 */

import java
import java.concurrency.AccessPaths
import java.concurrency.Locks
import java.concurrency.ThreadEntries
import java.TestSources
import models.DeadlockModels

private newtype TAcquisition =
  TBlock(SynchronizedStmt s) { not isTestCallable(s.getEnclosingCallable()) } or
  TMethod(Method m) { m.isSynchronized() and m.fromSource() and not isTestCallable(m) } or
  TCall(LockAcquire call) {
    not call.isConditional() and
    not call.isOptimistic() and
    not isTestCallable(call.getEnclosingCallable())
  } or
  TLibrary(MethodCall call) {
    (takesInside(call, _) or takesArgument(call, _, _, _)) and
    not isTestCallable(call.getEnclosingCallable())
  } or
  TArgument(Expr argument) {
    takesArgument(_, argument, _, _) and
    not isTestCallable(argument.getEnclosingCallable())
  }

/**
 * Holds if `call` calls a method of a library that takes a lock of its receiver inside, as a row says; `held` says how long it
 * holds it.
 */
private predicate takesInside(MethodCall call, string held) {
  exists(string package, string type, string name |
    locksReceiver(package, type, name, held) and
    name = ["*", call.getMethod().getName()] and
    isOn(call, package, type)
  ) and
  not call.getMethod().isStatic() and
  not call.getQualifier() instanceof SuperAccess
}

/**
 * Holds if `call` calls a method of a library that takes the lock of `argument` while it holds that of its receiver, if the
 * argument is of the type `package.type`, as a row says.
 */
private predicate takesArgument(MethodCall call, Expr argument, string package, string type) {
  exists(string receiverPackage, string receiverType |
    locksArgument(receiverPackage, receiverType, call.getMethod().getName(), package, type) and
    (
      isOn(call, receiverPackage, receiverType)
      or
      // A view that locks itself in all of its methods, as a Vector does.
      receiverPackage = "java.util" and
      receiverType = "Vector" and
      not call.getMethod().fromSource() and
      isLockingView(call.getQualifier().(VarAccess).getVariable().getAnAssignedValue())
    )
  ) and
  argument = call.getAnArgument() and
  argument.getType() instanceof RefType and
  not argument instanceof NullLiteral and
  not call.getMethod().isStatic()
}

/** Holds if `call` is on an object whose type, as it is declared, is `package.type` or below, and runs no code of the sources. */
private predicate isOn(MethodCall call, string package, string type) {
  (locksReceiver(package, type, _, _) or locksArgument(package, type, _, _, _)) and
  not call.getMethod().fromSource() and
  call.getReceiverType().getSourceDeclaration().getASourceSupertype*()
      .hasQualifiedName(package, type)
}

/** Holds if `make` makes a view of a collection that locks itself in each call. */
predicate isLockingView(MethodCall make) {
  make.getMethod().getDeclaringType().hasQualifiedName("java.util", "Collections") and
  make.getMethod().getName().matches("synchronized%")
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
    or
    exists(MethodCall call | this = TLibrary(call) and result = call.getEnclosingCallable())
    or
    exists(Expr argument | this = TArgument(argument) and result = argument.getEnclosingCallable())
  }

  /** Gets the expression of the lock, if there is one. */
  Expr getLockExpr() {
    exists(SynchronizedStmt s | this = TBlock(s) and result = s.getExpr())
    or
    exists(LockAcquire call | this = TCall(call) and result = operandOf(call))
    or
    exists(MethodCall call | this = TLibrary(call) and result = call.getQualifier())
    or
    this = TArgument(result)
  }

  /** Gets the call of a library's method that takes the lock of an argument, by this, while it holds that of its receiver. */
  MethodCall getCallWithArgument() {
    exists(Expr argument | this = TArgument(argument) and takesArgument(result, argument, _, _))
  }

  /** Holds if this takes the lock of an argument if that is an object of the type `t`, or below. */
  predicate takesArgumentOf(RefType t) {
    exists(Expr argument, string package, string type |
      this = TArgument(argument) and
      takesArgument(_, argument, package, type) and
      t.hasQualifiedName(package, type)
    )
  }

  /** Gets the call of a library's method that takes the lock inside, if this is one. */
  MethodCall getLibraryCall() { this = TLibrary(result) }

  /** Gets the method, if it is one that is declared `synchronized`. */
  Method getMethod() { this = TMethod(result) }

  /** Gets the monitor, if it is known by name. */
  Monitor getMonitor() {
    exists(SynchronizedStmt s | this = TBlock(s) and result = getSynchronizedMonitor(s))
    or
    exists(Method m | this = TMethod(m) and result = getMethodMonitor(m))
    or
    exists(LockAcquire call | this = TCall(call) and result = getLockMonitor(call))
    or
    exists(MethodCall call | this = TLibrary(call) |
      result.(VariableMonitor).getVariable() = call.getQualifier().(VarAccess).getVariable()
      or
      call.isOwnMethodCall() and
      result = getInstanceMonitor(call.getEnclosingCallable().getDeclaringType())
    )
    or
    exists(Expr argument | this = TArgument(argument) |
      result.(VariableMonitor).getVariable() = argument.(VarAccess).getVariable()
    )
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
    or
    this = TLibrary(result)
    or
    this = TArgument(result)
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
    not this = TLibrary(_) and result = this.describeLockExpr()
    or
    exists(MethodCall call | this = TLibrary(call) |
      result = "the lock of '" + call.getQualifier() + "'"
      or
      not call.hasQualifier() and result = "the lock of 'this'"
    )
  }

  /** Gets the words for the lock by the expression that it is taken by: of a field, with the name of its class. */
  private string describeLockExpr() {
    exists(Expr lock | lock = this.getLockExpr() |
      if this.getMonitor() instanceof ChosenMonitor
      then result = "'" + this.getMonitor().toString() + "'"
      else if exists(lock.(FieldAccess).getField().getDeclaringType().getName())
      then exists(Field f | f = lock.(FieldAccess).getField() |
        result = "'" + shownName(f.getDeclaringType()) + "." + f.getName() + "'"
      )
      else result = "'" + lock + "'"
    )
  }

  /** Gets a text that describes this. */
  string toString() { result = "takes " + this.describe() }
}

/** Holds if the lock of `a` is held while `site`, a call or another expression that runs something, is evaluated. */
cached
predicate isHeldAtSite(Acquisition a, ExprParent site) {
  (site instanceof Call or site instanceof Expr) and a.isHeldAt(nodeOfSite(site))
  or
  // The functions that a library is handed run with its lock held.
  site = a.getLibraryCall() and takesInside(site, "functions")
}

/** Holds if the lock of `outer` is held where `inner`, in the same callable, takes its own. */
cached
predicate isNestedIn(Acquisition inner, Acquisition outer) {
  inner != outer and
  outer.isHeldAt(inner.getNode()) and
  // What a call takes is not held before it.
  not inner.getElement() = outer.getElement()
  or
  // A library takes the lock of an argument with that of the receiver in hand.
  inner.getCallWithArgument() = outer.getLibraryCall()
}
