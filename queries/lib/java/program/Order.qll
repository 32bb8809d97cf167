/**
 * Order between threads: the accesses of a thread before it starts another thread, or after it has waited for its end, do not
 * race with those of the other thread.
 *
 * What flows in are the calls that start threads, rows that say which calls wait for the end of what, and the control flow of
 * the starting thread. What comes out is the accesses of the starting thread that cannot happen while the other runs, each
 * with what orders it. It is concluded by one negation: the recursion says where the other thread may run.
 */

import java
import java.callgraph.CallGraph
import java.concurrency.Locks
import java.concurrency.Phases
private import java.concurrency.ThreadCalls
private import java.controlflow.Guards
import java.models.Models
import java.program.Accesses
import java.program.Meetings
import java.program.ProgramSig
import java.program.Publication
import java.program.Stages

/** The order between the threads of the program `P`. */
module Order<ProgramSig P> {
  private module S = Stages<P>;

  private module M = Meetings<P>;

  private predicate runs(ExprParent site, Callable callee) { P::runs(_, _, site, callee, _) }

  /** Holds if `starter` starts `t` by `site`. */
  private predicate startsAt(P::Thread starter, ExprParent site, P::Thread t) {
    P::startedBy(t, site) and
    S::executesCallable(starter, callableOfSite(site))
  }

  /** Holds if `starter`, a single thread, is the only one that starts `t`, itself or by threads that it starts. */
  predicate isOnlyStarter(P::Thread starter, P::Thread t) {
    not P::inParallel(starter, starter) and
    startsIndirectly(starter, t) and
    not P::isOutside(t) and
    not exists(P::Thread other | startsAt(other, _, t) |
      other != starter and other != t and not startsIndirectly(starter, other)
    )
  }

  private predicate startsIndirectly(P::Thread starter, P::Thread t) {
    startsAt(starter, _, t)
    or
    exists(P::Thread between | startsIndirectly(starter, between) and startsAt(between, _, t))
  }

  /*-- Where order is looked for --*/

  private newtype TScope =
    TOfStarter(P::Thread starter) { isOnlyStarter(starter, _) } or
    TWithin(Callable c) { isOnlyStartedIn(_, c) and isMadeFor(_, c) }

  /**
   * Holds if all threads of `t` are started in `c`, which several threads may execute: what one execution of `c` makes, only
   * the threads have that it starts.
   */
  private predicate isOnlyStartedIn(P::Thread t, Callable c) {
    not isOnlyStarter(_, t) and
    not P::isOutside(t) and
    c = unique(ExprParent site | P::startedBy(t, site) | callableOfSite(site))
  }

  /** Holds if each execution of `c`, which starts threads, has an `o` of its own: it makes it, or is called on it once, by its maker. */
  private predicate isMadeFor(P::Object o, Callable c) {
    P::isMadeIn(o, c)
    or
    isOnlyStartedIn(_, c) and
    forex(S::Run r | r.getCallable() = c | r.getState().isInTheMaking()) and
    exists(Access a |
      a.isOnThis() and a.getEnclosingCallable() = c and P::isBase(a.getExpr(), _, o)
    )
  }

  /** What executes the code in which threads are started and waited for: a thread, or each execution of one callable. */
  private class Scope extends TScope {
    /** Gets the thread, if this is one. */
    P::Thread getStarter() { this = TOfStarter(result) }

    /** Gets the callable, if this is each execution of one. */
    Callable getCallable() { this = TWithin(result) }

    /** Holds if this starts `t`, itself or by threads that it starts, and nobody else does. */
    predicate tracks(P::Thread t) {
      isOnlyStarter(this.getStarter(), t) or
      isOnlyStartedIn(t, this.getCallable())
    }

    /** Holds if this starts `t` by `site`. */
    predicate startsBy(ExprParent site, P::Thread t) {
      startsAt(this.getStarter(), site, t)
      or
      isOnlyStartedIn(t, this.getCallable()) and P::startedBy(t, site)
    }

    /** Holds if this executes `c`. */
    predicate executes(Callable c) {
      S::executesCallable(this.getStarter(), c) or
      c = this.getCallable()
    }

    /** Holds if this executes `c`, or what calls `c`. */
    predicate calls(Callable c) {
      this.executes(c)
      or
      exists(ExprParent site | runs(site, c) and callableOfSite(site) = this.getCallable())
    }

    /** Holds if this may start several threads of `t`. */
    predicate startsMany(P::Thread t) {
      exists(this.getStarter()) and P::inParallel(t, t)
      or
      exists(ExprParent site |
        isOnlyStartedIn(t, this.getCallable()) and
        P::startedBy(t, site) and
        exists(LoopStmt loop | loop = statementOfSite(site).getEnclosingStmt+())
      )
    }

    string toString() {
      result = this.getStarter().toString() or
      result = this.getCallable().toString()
    }
  }

  /** Gets the statement in which `site` stands. */
  private Stmt statementOfSite(ExprParent site) {
    P::startedBy(_, site) and
    (result = site.(Expr).getEnclosingStmt() or result = site.(Stmt))
  }

  /*-- Waiting --*/

  /** Holds if `e` denotes the thread or task that `t` is, or what runs it: what `site` was called on, or gave. */
  private predicate standsFor(ExprParent site, P::Thread t, string what, P::Object o) {
    P::startedBy(t, site) and
    (
      P::denotes(site.(MethodCall).getQualifier(), _, o) and what = "receiver"
      or
      // A thread that is made with what it runs.
      P::denotes(site.(ClassInstanceExpr), _, o) and what = "receiver"
      or
      P::denotes(site, _, o) and what = "result"
    )
  }

  /** Holds if `wait` returns only when `t`, started by `site`, has ended. */
  private predicate awaits(MethodCall wait, ExprParent site, P::Thread t) {
    exists(string what, P::Object o | isWait(wait, what) |
      standsFor(site, t, what, o) and P::denotes(wait.getQualifier(), _, o)
      or
      what = "all" and standsFor(site, t, "receiver", o) and P::denotes(wait.getQualifier(), _, o)
      or
      what = "argument" and
      standsFor(site, t, ["receiver", "result"], o) and
      P::denotes(wait.getArgument(0), _, o)
      or
      what = "itself" and site = wait and P::startedBy(t, wait)
    )
    or
    // The end of what has another task behind it, or several.
    exists(P::Object o |
      isWait(wait, ["result", "receiver"]) and
      P::denotes(wait.getQualifier(), _, o) and
      completesAfter(o, t) and
      P::startedBy(t, site)
    )
    or
    signalledBefore(wait, site, t)
    or
    // The end of what begins when the task has ended.
    exists(P::Thread last |
      awaits(wait, _, last) and beginsAfter(t, last) and P::startedBy(t, site)
    )
  }

  /** Holds if the task that `o` stands for ends only when `t` has ended: it is `t`, waits for several, or begins after it. */
  private predicate completesAfter(P::Object o, P::Thread t) {
    standsFor(_, t, "result", o)
    or
    exists(MethodCall all, P::Object part |
      standsForAll(all) and P::denotes(all, _, o) and isPartOfAll(all, part)
    |
      standsFor(_, t, ["result", "receiver"], part) or completesAfter(part, t)
    )
    or
    exists(P::Thread last | standsFor(_, last, "result", o) and beginsAfter(t, last))
    or
    // The task that the function returns.
    exists(MethodCall call, P::Thread function, Callable c, ReturnStmt s, P::Object inner |
      standsFor(call, function, "result", o) and
      endsWithReturned(call) and
      P::begins(function, c, _) and
      c = s.getEnclosingCallable() and
      P::denotes(s.getExpr(), _, inner) and
      completesAfter(inner, t)
    )
  }

  /** Holds if the result of `call` ends with the task that the function returns which it is handed. */
  private predicate endsWithReturned(MethodCall call) {
    exists(string package, string type |
      endsWithReturned(package, type, call.getMethod().getName()) and
      call.getMethod().isMemberOf(package, type)
    )
  }

  /** Holds if `later` begins when the task `t` has ended, as rows say of what `later` is handed to. */
  private predicate beginsAfter(P::Thread t, P::Thread later) {
    exists(MethodCall call, string what, P::Object o |
      P::startedBy(later, call) and
      isRunAfter(call, what) and
      (
        what = "receiver" and P::denotes(call.getQualifier(), _, o)
        or
        what = "argument" and P::denotes(call.getArgument(0), _, o)
      )
    |
      completesAfter(o, t)
    )
  }

  /** Holds if `later` begins when `first` has ended, itself or because what starts it does. */
  private predicate isBefore(P::Thread first, P::Thread later) {
    beginsAfter(first, later)
    or
    exists(P::Thread between | isBefore(first, between) |
      beginsAfter(between, later) or startsAlone(between, later)
    )
  }

  /** Holds if `first` starts `later`, itself or by threads that it starts, and nobody else does. */
  private predicate startsAlone(P::Thread first, P::Thread later) {
    beginsAfter(_, first) and
    startsIndirectly(first, later) and
    forall(P::Thread starter | startsAt(starter, _, later) |
      starter = first or startsIndirectly(first, starter)
    )
  }

  /** Holds if what `call` is handed is run when the task has ended that `what` stands for. */
  private predicate isRunAfter(MethodCall call, string what) {
    exists(string package, string type |
      runsAfter(package, type, call.getMethod().getName(), what) and
      call.getMethod().isMemberOf(package, type)
    )
  }

  /** Holds if `part` is an argument of `all`, or an element of one. */
  private predicate isPartOfAll(MethodCall all, P::Object part) {
    standsForAll(all) and
    exists(P::Object argument | P::denotes(all.getAnArgument(), _, argument) |
      part = argument or P::contains(argument, part)
    )
  }

  /** Holds if the result of `call` stands for the tasks of all of its arguments. */
  private predicate standsForAll(MethodCall call) {
    exists(string package, string type |
      awaitsAllOf(package, type, call.getMethod().getName()) and
      call.getMethod().getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type)
    )
  }

  /** Holds if `wait` returns only when `t` has ended, or has given a signal. */
  predicate isWaitFor(MethodCall wait, P::Thread t) { awaits(wait, _, t) }

  /** Holds if `wait` returns only when `t`, started by `site`, has given a signal, and it does nothing after that. */
  private predicate signalledBefore(MethodCall wait, ExprParent site, P::Thread t) {
    exists(MethodCall signal, P::Object o, string kind |
      endsWith(t, signal) and
      isSignal(signal, kind) and
      isSignalWait(wait, kind) and
      isOn(signal, o) and
      isOn(wait, o) and
      not takesFewer(wait, o) and
      P::startedBy(t, site)
    )
  }

  /** Gets the number of signals after which `wait` goes on, if that is the number that `o` is made with. */
  private int sizeOf(MethodCall wait, P::Object o) {
    isOn(wait, o) and
    isSignalWait(wait, "java.util.concurrent.CountDownLatch.await") and
    exists(ClassInstanceExpr made |
      P::isMadeBy(o, made) and result = made.getArgument(0).(CompileTimeConstantExpr).getIntValue()
    )
  }

  /** Holds if more threads, started at several places, give `o` a signal than `wait` takes. */
  private predicate takesFewer(MethodCall wait, P::Object o) {
    sizeOf(wait, o) < strictcount(P::Thread t |
      exists(MethodCall signal | endsWith(t, signal) and isSignal(signal, _) and isOn(signal, o))
    )
  }

  /** Holds if one signal is enough for `wait` to go on, whoever gives it. */
  private predicate takesOne(MethodCall wait) {
    sizeOf(wait, _) = 1
    or
    exists(string name | isSignalWait(wait, "java.util.concurrent.Semaphore." + name) |
      not exists(wait.getArgument(0)) or wait.getArgument(0).(Literal).getLiteral() = "1"
    )
    or
    isSignalWait(wait, "java.util.concurrent.CompletableFuture." + ["get", "join"])
  }

  /** Holds if `signal` gives a signal of the kind `kind`: the class, and the method with which threads wait for it. */
  pragma[nomagic]
  private predicate isSignal(MethodCall signal, string kind) {
    exists(string package, string type, string await |
      signals(package, type, signal.getMethod().getName(), await) and
      signal.getMethod().isMemberOf(package, type) and
      kind = package + "." + type + "." + await
    )
  }

  /** Holds if `wait` waits for a signal of the kind `kind`. */
  pragma[nomagic]
  private predicate isSignalWait(MethodCall wait, string kind) {
    exists(string package, string type |
      signals(package, type, _, wait.getMethod().getName()) and
      wait.getMethod().isMemberOf(package, type) and
      kind = package + "." + type + "." + wait.getMethod().getName()
    )
  }

  /** Holds if `call`, which gives a signal or waits for one, may be on `o`. */
  pragma[nomagic]
  private predicate isOn(MethodCall call, P::Object o) {
    (isSignal(call, _) or isSignalWait(call, _)) and
    P::denotes(call.getQualifier(), _, o)
  }

  /** Holds if `t` begins with a callable in which `signal` comes last. */
  pragma[nomagic]
  private predicate endsWith(P::Thread t, MethodCall signal) {
    exists(Callable body | isLastThing(signal, body) and P::begins(t, body, _))
  }

  /** Holds if no access, and no call that runs code of the program, comes after `signal` in `body`. */
  private predicate isLastThing(MethodCall signal, Callable body) {
    isSignal(signal, _) and
    body = signal.getEnclosingCallable() and
    not exists(Expr later |
      doesSomething(later, body) and
      later != signal and
      later != signal.getQualifier() and
      mayFollow(signal, later)
    )
  }

  /** Holds if `e`, in the callable `c` of a signal, accesses memory or runs code of the program. */
  pragma[nomagic]
  private predicate doesSomething(Expr e, Callable c) {
    c = any(MethodCall signal | isSignal(signal, _)).getEnclosingCallable() and
    c = e.getEnclosingCallable() and
    (runs(e, _) or e = any(Access a).getExpr())
  }

  bindingset[first, later]
  pragma[inline_late]
  private predicate mayFollow(Expr first, Expr later) {
    exists(BasicBlock b, int i, int j |
      cfg_position(first.getControlFlowNode(), b, i) and
      cfg_position(later.getControlFlowNode(), b, j) and
      i < j
    )
    or
    later.getBasicBlock() = first.getBasicBlock().getASuccessor+()
  }

  /** Holds if `question` gives `answer` only when `t`, started by `site`, has ended. */
  private predicate showsEnd(MethodCall question, boolean answer, ExprParent site, P::Thread t) {
    exists(string what, P::Object o |
      asksForEnd(question, answer, what) and
      P::denotes(question.getQualifier(), _, o) and
      P::startedBy(t, site)
    |
      what = ["receiver", "all"] and standsFor(site, t, "receiver", o)
      or
      what = "result" and completesAfter(o, t)
    )
  }

  /** Gets the first node of what is only executed where a question has shown that `t`, which `scope` starts by `site`, has ended. */
  private ControlFlowNode endShownBy(Scope scope, ExprParent site, P::Thread t) {
    exists(MethodCall question, boolean answer, BasicBlock test, boolean branch, BasicBlock b |
      scope.startsBy(site, t) and
      showsEnd(question, answer, site, t) and
      (asksForEnd(question, answer, "all") or not scope.startsMany(t)) and
      isDecidedBy(test, branch, question, answer) and
      b = test.getABranchSuccessor(branch) and
      not exists(BasicBlock other | other = b.getAPredecessor() and other != test) and
      cfg_position(result, b, 0)
    )
  }

  /** Holds if the condition at the end of `test` is `branch` only if `question` gave `answer`. */
  private predicate isDecidedBy(
    BasicBlock test, boolean branch, MethodCall question, boolean answer
  ) {
    asksForEnd(question, answer, _) and
    exists(Expr condition |
      condition = test.getLastNode().asExpr() and exists(test.getABranchSuccessor(branch))
    |
      condition = question and branch = answer
      or
      guardImplies(condition, branch, question, answer)
    )
  }

  /** Gets the innermost loop around `call` that `site` is not in: what it waits for in turn, it has waited for behind it. */
  private LoopStmt loopOf(MethodCall wait, ExprParent site) {
    awaits(wait, site, _) and
    result = wait.getEnclosingStmt().getEnclosingStmt+() and
    not result = site.(Expr).getEnclosingStmt().getEnclosingStmt+()
  }

  private LoopStmt outermostLoopOf(MethodCall wait, ExprParent site) {
    result = loopOf(wait, site) and
    not exists(LoopStmt outer | outer = loopOf(wait, site) and outer = result.getEnclosingStmt+())
  }

  /** Gets the node from which on `t`, started by `site`, has ended, because of `wait`. */
  private ControlFlowNode endOf(Scope scope, MethodCall wait, ExprParent site, P::Thread t) {
    scope.startsBy(site, t) and
    awaits(wait, site, t) and
    not mayGiveUp(wait) and
    (
      not exists(loopOf(wait, site)) and
      not scope.startsMany(t) and
      result = wait.getControlFlowNode()
      or
      // Each execution of their callable, or each round, starts one and waits for it.
      not exists(loopOf(wait, site)) and
      scope.startsMany(t) and
      wait.getEnclosingCallable() = callableOfSite(site) and
      forall(LoopStmt loop | loop = site.(Expr).getEnclosingStmt().getEnclosingStmt+() |
        loop = wait.getEnclosingStmt().getEnclosingStmt+()
      ) and
      result = wait.getControlFlowNode()
      or
      // All tasks of an executor, of a latch, of a future for several.
      not exists(loopOf(wait, site)) and
      scope.startsMany(t) and
      (
        isWait(wait, ["all", "itself"])
        or
        signalledBefore(wait, site, t) and not takesOne(wait)
        or
        isWaitForAll(wait)
      ) and
      result = wait.getControlFlowNode()
      or
      result = headOf(outermostLoopOf(wait, site))
    )
  }

  /** Holds if `wait` returns after some time, and does not say whether the thread has ended: what uses a result then is wrong. */
  private predicate mayGiveUp(MethodCall wait) {
    isWait(wait, "receiver") and
    (
      wait.getMethod().getReturnType() instanceof VoidType or
      wait.getMethod().getReturnType() instanceof BooleanType
    ) and
    exists(Expr limit | limit = wait.getArgument(0) |
      limit.getType() instanceof NumericType and not limit.(Literal).getLiteral() = "0"
    )
  }

  /** Holds if `wait` ends `before`, and `handler` catches what it throws when its time is over and the task goes on. */
  private predicate isGivenUpTo(MethodCall wait, BasicBlock before, BasicBlock handler) {
    awaits(wait, _, _) and
    exists(RefType timeout |
      timeout = wait.getMethod().getAThrownExceptionType() and
      timeout.hasQualifiedName("java.util.concurrent", "TimeoutException") and
      cfg_position(wait.getControlFlowNode(), before, before.length() - 1) and
      handler = before.getAnExceptionSuccessor() and
      handler.getFirstNode().asStmt().(CatchClause).getACaughtType() =
        timeout.getASourceSupertype*()
    )
  }

  /** Holds if `wait` waits for all tasks that the arguments of a call stand for. */
  private predicate isWaitForAll(MethodCall wait) {
    exists(MethodCall all, P::Object o |
      isWait(wait, ["result", "receiver"]) and
      standsForAll(all) and
      P::denotes(all, _, o) and
      P::denotes(wait.getQualifier(), _, o)
    )
  }

  /** Gets a node that is evaluated before the body of `loop`, and whether or not the body is. */
  private ControlFlowNode headOf(LoopStmt loop) {
    result = loop.(EnhancedForStmt).getExpr().getControlFlowNode()
    or
    not loop instanceof EnhancedForStmt and result = loop.getCondition().getControlFlowNode()
  }

  /*-- Which threads are followed --*/

  /**
   * Holds if `t`, a single thread that starts others or that one starts, accesses `memory` of `place` when others may know it;
   * `write` says whether it writes there.
   */
  pragma[nomagic]
  private predicate uses(P::Thread t, S::Place place, Memory memory, boolean write) {
    (isOnlyStarter(t, _) or isOnlyStarter(_, t)) and
    exists(S::Threads one | S::usesMemoryOf(one, place, memory, write) and t = one.getTheThread())
  }

  /** Holds if `starter` and `t`, which it starts, may both access `memory` of `place`, and one of them writes there. */
  pragma[nomagic]
  private predicate share(P::Thread starter, P::Thread t, S::Place place, Memory memory) {
    exists(boolean one, boolean other |
      uses(starter, place, memory, one) and
      usesBeside(starter, t, place, memory, other) and
      one.booleanOr(other) = true
    )
  }

  /** Holds if `t`, which `starter` starts, accesses `memory` of `place`; `write` says whether it writes there. */
  pragma[nomagic]
  private predicate usesBeside(
    P::Thread starter, P::Thread t, S::Place place, Memory memory, boolean write
  ) { isOnlyStarter(starter, t) and uses(t, place, memory, write) }

  /** Holds if `scope` waits for the end of `t`. */
  private predicate isEnded(Scope scope, P::Thread t) {
    scope.tracks(t) and
    (closesItself(scope, t, _) or isEndedBy(t, _) or beginsAfter(t, _))
  }

  /** Holds if `scope` starts few threads, or waits for the end of some: all of them are followed. */
  private predicate followsAll(Scope scope) {
    isEnded(scope, _) or
    exists(scope.getCallable()) or
    strictcount(P::Thread t | scope.tracks(t)) <= 64
  }

  /**
   * Holds if it is asked where `t` may run beside `scope`: in code that starts thousands of threads, and waits for none, that
   * is asked only of those that have memory in common with it.
   */
  pragma[nomagic]
  private predicate isFollowed(Scope scope, P::Thread t) {
    scope.tracks(t) and
    (followsAll(scope) or share(scope.getStarter(), t, _, _))
  }

  /*-- Where the other thread may run --*/

  /** Gets a place at which `scope` starts `t`, or what starts `t`. */
  private ExprParent startOf(Scope scope, P::Thread t) {
    exists(P::Thread first |
      scope.startsBy(result, first) and (first = t or startsIndirectly(first, t))
    )
  }

  /** Holds if `t` has ended from `node` on, which waits for it itself, of what `scope` executes. */
  private predicate closesItself(Scope scope, P::Thread t, ControlFlowNode node) {
    scope.tracks(t) and
    scope.startsBy(_, t) and
    node = [endOf(scope, _, _, t), endShownBy(scope, _, t)] and
    // All places that start it have to be waited for.
    not exists(ExprParent site |
      scope.startsBy(site, t) and
      not node = endOf(scope, _, site, t) and
      not node = endShownBy(scope, site, t)
    )
    or
    // What a task has started, and the wait is for what comes behind that.
    exists(MethodCall wait |
      scope.tracks(t) and
      not scope.startsBy(_, t) and
      not scope.startsMany(t) and
      awaits(wait, unique(ExprParent site | P::startedBy(t, site)), t) and
      scope.executes(wait.getEnclosingCallable()) and
      node = wait.getControlFlowNode()
    )
    or
    // One of those who meet runs it.
    scope.tracks(t) and closesItself(scope, M::getMembers(t), node)
  }

  /** Holds if it is asked where `t` may run beside `scope`, which nowhere waits for its end. */
  private predicate isNeverClosed(Scope scope, P::Thread t) {
    isFollowed(scope, t) and
    not closesItself(scope, t, _) and
    not isEndedBy(t, _)
  }

  /** Gets a text for the places at which `scope` starts `t`, or what starts `t`. */
  private string keyOfStarts(Scope scope, P::Thread t) {
    isNeverClosed(scope, t) and
    result = concat(ExprParent site, Location l |
      site = startOf(scope, t) and l = site.(Top).getLocation()
    |
      l.getFile().getRelativePath() + ":" + l.getStartLine() + ":" + l.getStartColumn() + ":" +
        l.getEndLine() + ":" + l.getEndColumn(), " "
    )
  }

  private newtype TRunning =
    TEnding(Scope scope, P::Thread t) { isFollowed(scope, t) and not isNeverClosed(scope, t) } or
    TEndless(Scope scope, string starts) { starts = keyOfStarts(scope, _) }

  /**
   * Threads that a scope starts, and that run beside it in the same places: one, if the scope waits for its end, or all that
   * it starts at the same places and waits for nowhere. A program starts dozens of threads by one call.
   */
  private class Running extends TRunning {
    /** Gets the scope. */
    Scope getScope() { this = TEnding(result, _) or this = TEndless(result, _) }

    /** Gets one of the threads. */
    P::Thread getAThread() {
      this = TEnding(_, result)
      or
      exists(Scope scope | this = TEndless(scope, keyOfStarts(scope, result)))
    }

    /** Gets a place at which the scope starts these threads, or what starts them. */
    ExprParent getStart() { result = startOf(this.getScope(), this.getAThread()) }

    string toString() { result = this.getScope().toString() }
  }

  /** Holds if the scope of `x` runs on, from `node`, beside the threads of `x`, which it has started there or in what is called there. */
  private predicate opens(Running x, ControlFlowNode node) {
    exists(ExprParent site |
      site = x.getStart() and node = nodeOfSite(site) and not isWait(site, "itself")
    )
    or
    exists(ExprParent site, Callable callee |
      leavesOpen(x, callee) and
      runs(site, callee) and
      x.getScope().executes(callableOfSite(site)) and
      node = nodeOfSite(site)
    )
  }

  /** Holds if `t` has ended from `node` on, of what `scope` executes. */
  private predicate closes(Scope scope, P::Thread t, ControlFlowNode node) {
    closesItself(scope, t, node)
    or
    exists(ExprParent site, Callable callee |
      alwaysCloses(scope, t, callee) and
      runs(site, callee) and
      node = nodeOfSite(site) and
      not exists(Callable other | runs(site, other) and other != callee)
    )
  }

  /** Holds if `c` has waited for `t` when it returns. */
  private predicate alwaysCloses(Scope scope, P::Thread t, Callable c) {
    exists(ControlFlowNode node, BasicBlock b |
      closes(scope, t, node) and
      c = node.getEnclosingCallable() and
      b instanceof EntryBlock and
      b.getEnclosingCallable() = c and
      node.getBasicBlock().postDominates(b)
    ) and
    scope.calls(c)
  }

  private predicate isOpener(Running x, BasicBlock b, int pos) {
    exists(ControlFlowNode node | opens(x, node) and cfg_position(node, b, pos))
  }

  private predicate isCloser(Running x, BasicBlock b, int pos) {
    exists(Scope scope, P::Thread t, ControlFlowNode node |
      x = TEnding(scope, t) and closes(scope, t, node) and cfg_position(node, b, pos)
    )
    or
    // Within the block, the first node behind the statement whose resource is closed.
    exists(P::Thread t, TryStmt s, ControlFlowNode last, ControlFlowNode next |
      x = TEnding(_, t) and
      isEndedBy(t, s) and
      isInTry(last, s) and
      not isInTry(next, s) and
      cfg_position(last, b, pos - 1) and
      cfg_position(next, b, pos)
    )
  }

  /** Holds if `t` has ended when `s` is left, which closes the executor that it was handed to. */
  private predicate isEndedBy(P::Thread t, TryStmt s) {
    exists(P::Object o |
      standsFor(_, t, "receiver", o) and P::denotes(getAnAwaitedResource(s), _, o)
    )
  }

  /** Holds if `node` lies in the block of `s`, which waits for the end of tasks. */
  pragma[nomagic]
  private predicate isInTry(ControlFlowNode node, TryStmt s) {
    exists(getAnAwaitedResource(s)) and
    node.getEnclosingCallable() = s.getEnclosingCallable() and
    exists(Stmt inner | inner = s.getBlock() |
      node.asExpr().getEnclosingStmt().getEnclosingStmt*() = inner or
      node.asStmt().getEnclosingStmt*() = inner
    )
  }

  /** Holds if `next` comes after `before`, and the statement is left between them that ends `t`. */
  private predicate isLeft(P::Thread t, BasicBlock before, BasicBlock next) {
    exists(TryStmt s |
      isEndedBy(t, s) and
      next = before.getASuccessor() and
      exists(ControlFlowNode last |
        isInTry(last, s) and cfg_position(last, before, max(int i | cfg_position(_, before, i)))
      ) and
      not exists(ControlFlowNode first | isInTry(first, s) and cfg_position(first, next, 0))
    )
  }

  /** Holds if the threads of `x` may run beside their scope when `b` is left. */
  private predicate openAtExit(Running x, BasicBlock b) {
    exists(int pos | isOpener(x, b, pos) |
      not exists(int later | isCloser(x, b, later) and later > pos)
    )
    or
    openAtEntry(x, b) and not isCloser(x, b, _)
  }

  /** Holds if the statement is left between `before` and `next` that ends the thread of `x`. */
  private predicate isLeftFor(Running x, BasicBlock before, BasicBlock next) {
    exists(P::Thread t | x = TEnding(_, t) and isLeft(t, before, next))
  }

  /** Holds if the threads of `x` may run beside their scope in `b`, which is executed when a wait for them has been given up. */
  private predicate openAfterWait(Running x, BasicBlock before, BasicBlock b) {
    exists(MethodCall wait, Scope scope, P::Thread t, int pos |
      isGivenUpTo(wait, before, b) and
      x = TEnding(scope, t) and
      closes(scope, t, wait.getControlFlowNode()) and
      cfg_position(wait.getControlFlowNode(), before, pos)
    |
      openAtEntry(x, before) or exists(int earlier | isOpener(x, before, earlier) and earlier < pos)
    )
  }

  /** Holds if the threads of `x` may run beside their scope when `b` is entered. */
  private predicate openAtEntry(Running x, BasicBlock b) {
    openAfterWait(x, _, b)
    or
    exists(BasicBlock before | openAtExit(x, before) and b = before.getASuccessor() |
      not isLeftFor(x, before, b)
    )
    or
    exists(ControlFlowNode call | openAt(x, call) and entersBy(x.getScope(), call, b))
  }

  /** Holds if `scope` enters a callable, which begins with `b`, by `call`, and comes to what is asked about there or below. */
  pragma[nomagic]
  private predicate entersBy(Scope scope, ControlFlowNode call, BasicBlock b) {
    exists(ExprParent site, Callable callee |
      runs(site, callee) and
      leadsToAsked(scope, callee) and
      call = nodeOfSite(site) and
      isEntryOf(b, callee)
    )
  }

  /** Holds if `scope` executes `c`, which holds a node that is asked about, or calls what does. */
  private predicate leadsToAsked(Scope scope, Callable c) {
    scope.executes(c) and
    (
      c = any(ControlFlowNode node | isAsked(scope, node)).getEnclosingCallable()
      or
      exists(Running x | x.getScope() = scope and c = callableOfSite(x.getStart()))
      or
      exists(ExprParent site, Callable callee |
        leadsToAsked(scope, callee) and runs(site, callee) and c = callableOfSite(site)
      )
    )
  }

  /** Holds if it is asked which threads may run beside `scope` at `node`, an access or the start of a thread. */
  pragma[nomagic]
  private predicate isAsked(Scope scope, ControlFlowNode node) {
    exists(Access a | node = a.getNode() |
      isToShared(a, scope.getStarter(), _) or a.getEnclosingCallable() = scope.getCallable()
    )
    or
    node = startNode(scope, _)
  }

  pragma[nomagic]
  private predicate isEntryOf(EntryBlock b, Callable c) { c = b.getEnclosingCallable() }

  /** Holds if `node`, at `pos` of `b`, is asked about for `scope`, or calls what leads to such a node. */
  pragma[nomagic]
  private predicate isAt(Scope scope, ControlFlowNode node, BasicBlock b, int pos) {
    cfg_position(node, b, pos) and
    (isAsked(scope, node) or entersBy(scope, node, _))
  }

  /** Holds if the threads of `x` may run beside their scope at `node`. */
  private predicate openAt(Running x, ControlFlowNode node) {
    exists(BasicBlock b, int pos | isAt(x.getScope(), node, b, pos) |
      openAtEntry(x, b) and not exists(int before | isCloser(x, b, before) and before < pos)
      or
      exists(int before | isOpener(x, b, before) and before < pos |
        not exists(int between | isCloser(x, b, between) and before < between and between < pos)
      )
    )
  }

  /** Holds if `t` may run beside `scope` at `node`. */
  bindingset[scope, t, node]
  pragma[inline_late]
  private predicate isOpenAt(Scope scope, P::Thread t, ControlFlowNode node) {
    exists(Running x | x.getScope() = scope and x.getAThread() = t and openAt(x, node))
  }

  /** Holds if `c` may return with the threads of `x` running, which it or what it calls has started. */
  private predicate leavesOpen(Running x, Callable c) {
    exists(ExitBlock exit |
      openAtEntry(x, exit) and
      c = exit.getEnclosingCallable() and
      x.getScope().executes(c) and
      startsWithin(x, c)
    )
  }

  /** Holds if `c`, or what it calls, starts the threads of `x`. */
  private predicate startsWithin(Running x, Callable c) {
    c = callableOfSite(x.getStart())
    or
    exists(ExprParent site, Callable callee |
      startsWithin(x, callee) and
      runs(site, callee) and
      c = callableOfSite(site) and
      x.getScope().executes(c)
    )
  }

  /** Holds if `starter` executes `a`, an access to memory that `t`, which it starts, may access, too. */
  pragma[nomagic]
  private predicate isToShared(Access a, P::Thread starter, P::Thread t) {
    exists(S::Place place |
      share(starter, t, place, a.getMemory()) and
      exists(S::Threads one | S::usesKnown(a, one, place, _) and starter = one.getTheThread())
    )
  }

  /**
   * Holds if `a`, which `starter` executes, never happens while `t` runs: `how` tells what orders the two.
   */
  cached
  predicate isApart(Access a, P::Thread starter, P::Thread t, string how) {
    isToShared(a, starter, t) and
    exists(a.getNode().getBasicBlock()) and
    not isOpenAt(TOfStarter(starter), t, a.getNode()) and
    (
      if exists(MethodCall wait | awaits(wait, _, t) and mayPrecede(wait, a))
      then
        how =
          "the wait by '" +
            min(MethodCall wait | awaits(wait, _, t) and mayPrecede(wait, a) |
              wait.getMethod().getName()
            ) + "', or the start of the thread,"
      else how = "the start of the thread"
    )
  }

  /*-- Threads that one code starts, one after the other --*/

  /** Gets a node at which `scope` starts `t`, or what starts `t`. */
  private ControlFlowNode startNode(Scope scope, P::Thread t) {
    scope.tracks(t) and
    result = nodeOfSite(startOf(scope, t))
  }

  /** Holds if the threads of `x` may still run when their scope starts `next`. */
  pragma[nomagic]
  private predicate runsAtStart(Running x, P::Thread next) {
    openAt(x, startNode(x.getScope(), next))
  }

  /** Holds if `t` may still run when `scope` starts `next`. */
  bindingset[scope, t, next]
  pragma[inline_late]
  private predicate openAtStart(Scope scope, P::Thread t, P::Thread next) {
    exists(Running x | x.getScope() = scope and x.getAThread() = t and runsAtStart(x, next))
  }

  /** Holds if `scope` starts the tasks of `a` and of `b` all at once. */
  private predicate startTogether(Scope scope, P::Thread a, P::Thread b) {
    exists(ExprParent site | scope.startsBy(site, a) and scope.startsBy(site, b) |
      P::startsSeveral(site, a)
      or
      a != b and isWait(site, "itself")
    )
  }

  /** Holds if threads of `a` and of `b`, perhaps two of one start, never run at the same time, as far as `scope` starts them. */
  bindingset[scope, a, b]
  private predicate areApartIn(Scope scope, P::Thread a, P::Thread b) {
    isFollowed(scope, a) and
    isFollowed(scope, b) and
    exists(startNode(scope, a)) and
    exists(startNode(scope, b)) and
    not openAtStart(scope, a, b) and
    not openAtStart(scope, b, a) and
    not startTogether(scope, a, b) and
    not startsIndirectly(a, a) and
    not startsIndirectly(b, b)
    or
    scope.tracks(a) and
    scope.tracks(b) and
    not scope.startsMany(a) and
    not scope.startsMany(b) and
    (isBefore(a, b) or isBefore(b, a))
  }

  /** Holds if threads of `a` and of `b`, perhaps two of one start, never run at the same time; `how` tells what orders them. */
  bindingset[a, b]
  predicate areApart(P::Thread a, P::Thread b, string how) {
    exists(Scope scope | exists(scope.getStarter()) and areApartIn(scope, a, b)) and
    how = "the end of one thread before the start of the other"
    or
    isChain(a) and
    (b = a or beginsChain(b, a)) and
    how = "the start of the next task at the end of the one before"
    or
    isChain(b) and
    beginsChain(a, b) and
    how = "the start of the next task at the end of the one before"
  }

  /*-- Tasks that hand in the next one at their end --*/

  /** Holds if nothing that accesses memory or runs code comes after `site` in `c`. */
  private predicate isLast(ExprParent site, Callable c) {
    mayEndChain(site, c) and
    not exists(Expr later |
      c = later.getEnclosingCallable() and
      (runs(later, _) or later = any(Access a).getExpr() or P::startedBy(_, later)) and
      later != site and
      mayFollow(site, later)
    ) and
    not exists(LoopStmt loop | loop = site.(Expr).getEnclosingStmt().getEnclosingStmt+())
  }

  /** Holds if `site`, in `c`, may be where a task hands in the next one. */
  private predicate mayEndChain(ExprParent site, Callable c) {
    c = callableOfSite(site) and
    (
      exists(P::Thread t | startsAt(t, _, t) and P::startedBy(t, site))
      or
      isOfSelfStarter(c) and
      exists(Callable callee | runs(site, callee) and isOfSelfStarter(callee))
    )
  }

  /** Holds if a thread that starts the next one like it executes `c`. */
  pragma[nomagic]
  private predicate isOfSelfStarter(Callable c) {
    exists(P::Thread t | startsAt(t, _, t) and S::executesCallable(t, c))
  }

  /** Holds if a thread that begins with `c` starts `t` by the last that it does. */
  private predicate endsWithStartOf(Callable c, P::Thread t) {
    exists(ExprParent site | P::startedBy(t, site) and isLast(site, c) and callableOfSite(site) = c)
    or
    exists(ExprParent site, Callable callee |
      endsWithStartOf(callee, t) and P::runs(c, _, site, callee, _)
    |
      // A method reference does nothing else.
      c != callableOfSite(site)
      or
      isLast(site, c) and
      // Once in each round.
      strictcount(ExprParent other | runs(other, callee) and callableOfSite(other) = c) = 1
    )
  }

  /** Holds if each thread of `t` starts the next one as its last action, and a single thread starts the first. */
  private predicate isChain(P::Thread t) {
    startsAt(t, _, t) and
    forall(P::Thread starter | startsAt(starter, _, t) | starter = t or beginsChain(starter, t)) and
    strictcount(P::Thread starter | startsAt(starter, _, t) and starter != t) = 1 and
    forex(Callable c | P::begins(t, c, _) | endsWithStartOf(c, t))
  }

  /** Holds if `first`, a single thread, starts `t`, a chain of threads, as its last action. */
  private predicate beginsChain(P::Thread first, P::Thread t) {
    startsAt(first, _, t) and
    first != t and
    not P::inParallel(first, first) and
    forex(Callable c | P::begins(first, c, _) | endsWithStartOf(c, t))
  }

  /*-- What one execution of a callable makes --*/

  /** Holds if `c` makes `o`, and starts threads that use it. */
  cached
  predicate isMadeForThreads(Callable c, P::Object o) {
    isMadeFor(o, c) and
    exists(P::Thread t, S::Place place |
      isOnlyStartedIn(t, c) and
      exists(S::Run r | S::executes(t, r) and S::isTo(_, r, place)) and
      o = place.getObject()
    )
  }

  /** Holds if `a`, in `c`, never happens while `t` runs, as far as the same execution of `c` has started it. */
  cached
  predicate isApartWithin(Access a, Callable c, P::Thread t) {
    isOnlyStartedIn(t, c) and
    exists(TWithin(c)) and
    a.getEnclosingCallable() = c and
    exists(a.getNode().getBasicBlock()) and
    not isOpenAt(TWithin(c), t, a.getNode())
  }

  /** Holds if threads of `a` and of `b` never run at the same time, as far as one execution of `c` has started them. */
  bindingset[c, a, b]
  predicate areApartWithin(Callable c, P::Thread a, P::Thread b) { areApartIn(TWithin(c), a, b) }

  private predicate mayPrecede(MethodCall wait, Access a) {
    awaits(wait, _, _) and
    a.getEnclosingCallable() = wait.getEnclosingCallable() and
    mayFollow(wait, a.getExpr())
  }

  /**
   * Holds if `a` stands in the callable that starts `t`, or what starts `t`, and never comes after the start: if the callable
   * is executed once for each object, `a` comes before what `t` does to it.
   */
  cached
  predicate isBeforeStart(Access a, P::Thread t) {
    exists(ExprParent site, P::Thread first |
      P::startedBy(first, site) and
      callableOfSite(site) = a.getEnclosingCallable() and
      exists(S::Run r | S::executes(_, r) and r.getCallable() = a.getEnclosingCallable()) and
      not mayFollow(site, a.getExpr())
    |
      t = first or comesFrom(first, t)
    )
  }

  /** Holds if `t` is started by threads of `first`, or by what these start, and by no other thread of the program. */
  private predicate comesFrom(P::Thread first, P::Thread t) {
    startsIndirectly(first, t) and
    not exists(P::Thread other | startsAt(other, _, t) and not P::isOutside(other) |
      other != first and other != t and not startsIndirectly(first, other)
    )
  }

  /*-- Publication by volatile fields --*/

  /** Gets a volatile field that is assigned after `a`, in the same callable, whenever `a` has happened. */
  private Field announcedBy(Access a) {
    a.isWrite() and
    exists(Expr write |
      result = getSetFlag(write) and
      write.getEnclosingCallable() = a.getEnclosingCallable() and
      strictlyDominates(a.getNode(), getEffectNode(write))
    )
  }

  /** Gets a volatile field that is read before `b`, in the same callable, whenever `b` happens. */
  private Field checkedBefore(Access b) {
    not b.isWrite() and
    exists(Expr read |
      result = getAsked(read) and
      read.getEnclosingCallable() = b.getEnclosingCallable() and
      strictlyDominates(read.getControlFlowNode(), b.getNode())
    )
    or
    not b.isWrite() and result = getLookedAtBefore(b.getNode())
  }

  /** Holds if the write `b` is announced by a volatile field that is read before `a` is. */
  predicate isPublished(Access a, Access b, Field f) {
    f = announcedBy(b) and
    f = checkedBefore(a) and
    a.getMemory() = b.getMemory() and
    (exists(a.getMemory().getField()) or a.getHolder().getField() = b.getHolder().getField())
  }
}
