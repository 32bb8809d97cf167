/** Calls with which threads start, pause, wait for and wake one another. */

import java
import java.concurrency.LockTypes
import java.models.Models

/** A call of one of the methods of `Object` that need the monitor of their receiver: `wait`, `notify`, `notifyAll`. */
class MonitorCall extends MethodCall {
  MonitorCall() {
    this.getMethod().hasQualifiedName("java.lang", "Object", ["wait", "notify", "notifyAll"])
  }

  /** Gets the name of the method. */
  string getName() { result = this.getMethod().getName() }

  /** Holds if the receiver is `this`, written or implied. */
  predicate isOnThis() { not this.hasQualifier() or this.getQualifier() instanceof ThisAccess }
}

/** A call of `Object.wait`. */
class WaitCall extends MonitorCall {
  WaitCall() { this.getName() = "wait" }

  /** Holds if the wait ends after a time. */
  predicate isTimed() { exists(this.getArgument(0)) }
}

/** A call of `Object.notify` or `Object.notifyAll`. */
class NotifyCall extends MonitorCall {
  NotifyCall() { this.getName() = ["notify", "notifyAll"] }
}

/** A call of one of the `await` methods of a condition. */
class AwaitCall extends MethodCall {
  AwaitCall() {
    this.getMethod().getName() = ["await", "awaitNanos", "awaitUntil", "awaitUninterruptibly"] and
    this.getMethod().getDeclaringType() instanceof ConditionType
  }

  /** Holds if the wait ends after a time. */
  predicate isTimed() { exists(this.getArgument(0)) }
}

/** Holds if a row says that `call` does what `meaning` says to the current thread. */
predicate doesToThread(MethodCall call, string meaning) {
  exists(string package, string type, string name |
    threadCall(package, type, name, meaning) and
    call.getMethod().hasQualifiedName(package, type, name)
  )
}

/** A call that lets the current thread sleep for a time. */
class SleepCall extends MethodCall {
  SleepCall() { doesToThread(this, "sleeps") }
}

/** A class of threads: `java.lang.Thread` or a subclass. */
class ThreadType extends RefType {
  ThreadType() {
    this.getSourceDeclaration().getASourceSupertype*().hasQualifiedName("java.lang", "Thread")
  }
}

/** A method that threads have from `java.lang.Thread`. */
class ThreadMethod extends Method {
  ThreadMethod() { this.getDeclaringType() instanceof ThreadType }
}

/** A call of `Thread.start`. */
class ThreadStartCall extends MethodCall {
  ThreadStartCall() {
    exists(Method m | m = this.getMethod() |
      m.hasName("start") and m.hasNoParameters() and m instanceof ThreadMethod
    )
  }
}

/** A call that says that the current thread has been interrupted: `Thread.interrupt`. */
class InterruptCall extends MethodCall {
  InterruptCall() {
    this.getMethod().hasName("interrupt") and
    this.getMethod() instanceof ThreadMethod
  }
}

/** A call that makes another thread run something: the argument, or the receiver of `start`. */
class ThreadStart extends Call {
  Expr handed;

  ThreadStart() {
    handed = this.getAnArgument() and
    exists(string package, string type, RefType declaring |
      declaring = this.getCallee().getDeclaringType().getSourceDeclaration()
    |
      runsArgument(package, type, this.getCallee().(Method).getName(), "thread") and
      declaring.getASourceSupertype*().hasQualifiedName(package, type) and
      not awaitsAtOnce(this, _)
      or
      this.getCallee() instanceof Constructor and
      runsArgument(package, type, "<init>", "thread") and
      declaring.hasQualifiedName(package, type)
    )
    or
    handed = this.(ThreadStartCall).getQualifier()
  }

  /** Gets what the other thread runs. */
  Expr getHandedOver() { result = handed }
}

/** Holds if `call` calls a method that a row of `awaitsEnd` names; `what` says whose end the call waits for. */
predicate isWait(MethodCall call, string what) {
  exists(string package, string type |
    awaitsEnd(package, type, call.getMethod().getName(), what) and
    call.getMethod().isMemberOf(package, type)
  )
}

/** Holds if `call` gives `answer` only when a thread or task has ended, as a row of `tellsEnd` says; `what` says which. */
predicate asksForEnd(MethodCall call, boolean answer, string what) {
  answer = [true, false] and
  exists(string package, string type |
    tellsEnd(package, type, call.getMethod().getName(), answer.toString(), what) and
    call.getMethod().isMemberOf(package, type)
  )
}

/** Holds if `call` calls the method `name` of `package.type`, or its constructor, if `name` is `<init>`. */
bindingset[package, type, name]
private predicate makesBy(Call call, string package, string type, string name) {
  exists(Callable callee | callee = call.getCallee().getSourceDeclaration() |
    callee.getDeclaringType().hasQualifiedName(package, type) and
    (
      callee.(Method).hasName(name)
      or
      callee instanceof Constructor and name = "<init>"
    )
  )
}

/** Holds if `call` makes an executor with one thread at most, which runs its tasks one by one. */
cached
predicate makesOneThreadExecutor(Call call) {
  exists(string package, string type, string name |
    oneThreadExecutor(package, type, name) and makesBy(call, package, type, name)
  )
  or
  exists(string package, string type, string name, int index |
    threadLimit(package, type, name, index) and
    makesBy(call, package, type, name) and
    call.getArgument(index).(CompileTimeConstantExpr).getIntValue() = 1
  )
}

/** Gets a resource of `s` whose `close`, when `s` is left, waits for the end of all tasks that it was handed. */
Expr getAnAwaitedResource(TryStmt s) {
  exists(LocalVariableDeclExpr e | e = s.getAResourceDecl().getAVariable() | result = e.getInit())
  or
  result = s.getAResourceExpr()
}

/** Gets a wait for the task whose start gave the value of `v`, if `s` begins with one on each way through it. */
private MethodCall firstWait(Stmt s, LocalVariableDecl v) {
  isWait(result, "result") and
  result.getQualifier() = v.getAnAccess() and
  result.getEnclosingStmt() = s
  or
  result = firstWait(s.(BlockStmt).getStmt(0), v)
  or
  result = firstWait(s.(TryStmt).getBlock(), v)
  or
  exists(IfStmt test | test = s |
    result = firstWait(test.getThen(), v) and exists(firstWait(test.getElse(), v))
    or
    result = firstWait(test.getElse(), v) and exists(firstWait(test.getThen(), v))
  )
}

/**
 * Holds if the thread that hands over a task at `start` waits at `wait`, at once, for the end of that task: in effect it runs
 * the task itself, as with a time limit.
 */
predicate awaitsAtOnce(MethodCall start, MethodCall wait) {
  isWait(wait, "result") and wait.getQualifier() = start
  or
  exists(LocalVariableDeclExpr e, BlockStmt block, int i |
    e.getInit() = start and
    block.getStmt(i) = e.getEnclosingStmt() and
    wait = firstWait(block.getStmt(i + 1), e.getVariable())
  )
}
