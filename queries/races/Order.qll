/**
 * Order between threads: what a thread does before it starts another one, or after it has waited for its end, is no race
 * with what that one does.
 *
 * What flows in are the calls that start threads, rows that say which calls wait for the end of what, and the control flow
 * of the starting thread. What comes out is the accesses of the starting thread that cannot happen while the other runs,
 * each with what orders it. It is concluded by one negation: the recursion says where the other thread may run.
 */

import java
import java.callgraph.CallGraph
import java.concurrency.Locks
import Accesses
import ProgramSig
import Publication
import Stages
import models.RaceModels

/** The order between the threads of the program `P`. */
module Order<ProgramSig P> {
  private module S = Stages<P>;

  private predicate runs(ExprParent site, Callable callee) { P::runs(_, _, site, callee, _) }

  /** Holds if `t` executes the callable `c`. */
  private predicate executesCallable(P::Thread t, Callable c) {
    exists(S::Run r | S::executes(t, r) and c = r.getCallable())
  }

  /** Holds if `starter` starts `t` by `site`. */
  private predicate startsAt(P::Thread starter, ExprParent site, P::Thread t) {
    P::startedBy(t, site) and
    executesCallable(starter, callableOfSite(site))
  }

  /** Holds if `starter`, of which there is one, is the only thread that starts `t`, itself or by threads that it starts. */
  private predicate isOnlyStarter(P::Thread starter, P::Thread t) {
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
    // The end of several, which one object stands for.
    exists(MethodCall all, P::Object o, P::Object part |
      isWait(wait, ["result", "receiver"]) and
      standsForAll(all) and
      P::denotes(all, _, o) and
      P::denotes(wait.getQualifier(), _, o) and
      P::denotes(all.getAnArgument(), _, part) and
      standsFor(site, t, ["result", "receiver"], part)
    )
    or
    signalledBefore(wait, site, t)
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
      P::startedBy(t, site)
    )
  }

  /** Holds if `signal` gives a signal of the kind `kind`: who waits for it by which method of which class. */
  pragma[nomagic]
  private predicate isSignal(MethodCall signal, string kind) {
    exists(string package, string type, string await |
      signals(package, type, signal.getMethod().getName(), await) and
      isOfType(signal, package, type) and
      kind = package + "." + type + "." + await
    )
  }

  /** Holds if `wait` waits for a signal of the kind `kind`. */
  pragma[nomagic]
  private predicate isSignalWait(MethodCall wait, string kind) {
    exists(string package, string type |
      signals(package, type, _, wait.getMethod().getName()) and
      isOfType(wait, package, type) and
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

  bindingset[package, type]
  private predicate isOfType(MethodCall call, string package, string type) {
    call.getMethod().getDeclaringType().getSourceDeclaration().getASourceSupertype*()
        .hasQualifiedName(package, type)
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
  private ControlFlowNode endOf(MethodCall wait, ExprParent site, P::Thread t) {
    awaits(wait, site, t) and
    (
      not exists(loopOf(wait, site)) and
      not P::inParallel(t, t) and
      result = wait.getControlFlowNode()
      or
      // In one loop with the start.
      not exists(loopOf(wait, site)) and
      P::inParallel(t, t) and
      wait.getEnclosingCallable() = callableOfSite(site) and
      exists(LoopStmt both |
        both = wait.getEnclosingStmt().getEnclosingStmt+() and
        both = site.(Expr).getEnclosingStmt().getEnclosingStmt+()
      ) and
      result = wait.getControlFlowNode()
      or
      // All tasks of an executor, of a latch.
      not exists(loopOf(wait, site)) and
      P::inParallel(t, t) and
      (isWait(wait, ["all", "itself"]) or signalledBefore(wait, site, t)) and
      result = wait.getControlFlowNode()
      or
      result = headOf(outermostLoopOf(wait, site))
    )
  }

  /** Gets a node that is evaluated before the body of `loop`, and whether or not the body is. */
  private ControlFlowNode headOf(LoopStmt loop) {
    result = loop.(EnhancedForStmt).getExpr().getControlFlowNode()
    or
    not loop instanceof EnhancedForStmt and result = loop.getCondition().getControlFlowNode()
  }

  /*-- Where the other thread may run --*/

  /** Holds if `starter` runs on, from `node`, beside `t`, which it has started there or in what is called there. */
  private predicate opens(P::Thread starter, P::Thread t, ControlFlowNode node) {
    isOnlyStarter(starter, t) and
    (
      exists(ExprParent site, P::Thread first |
        startsAt(starter, site, first) and
        (first = t or startsIndirectly(first, t)) and
        node = nodeOfSite(site) and
        not isWait(site, "itself")
      )
      or
      exists(ExprParent site, Callable callee |
        leavesOpen(starter, t, callee) and
        runs(site, callee) and
        executesCallable(starter, callableOfSite(site)) and
        node = nodeOfSite(site)
      )
    )
  }

  /** Holds if `t` has ended from `node` on, of what `starter` executes. */
  private predicate closes(P::Thread starter, P::Thread t, ControlFlowNode node) {
    isOnlyStarter(starter, t) and
    startsAt(starter, _, t) and
    node = endOf(_, _, t) and
    // All places that start it have to be waited for.
    not exists(ExprParent site | startsAt(starter, site, t) and not node = endOf(_, site, t))
    or
    exists(ExprParent site, Callable callee |
      alwaysCloses(starter, t, callee) and
      runs(site, callee) and
      node = nodeOfSite(site) and
      not exists(Callable other | runs(site, other) and other != callee)
    )
  }

  /** Holds if `c` has waited for `t` when it returns. */
  private predicate alwaysCloses(P::Thread starter, P::Thread t, Callable c) {
    exists(ControlFlowNode node, BasicBlock b |
      closes(starter, t, node) and
      c = node.getEnclosingCallable() and
      b instanceof EntryBlock and
      b.getEnclosingCallable() = c and
      node.getBasicBlock().postDominates(b)
    ) and
    executesCallable(starter, c)
  }

  private predicate isOpener(P::Thread starter, P::Thread t, BasicBlock b, int pos) {
    exists(ControlFlowNode node | opens(starter, t, node) and cfg_position(node, b, pos))
  }

  private predicate isCloser(P::Thread starter, P::Thread t, BasicBlock b, int pos) {
    exists(ControlFlowNode node | closes(starter, t, node) and cfg_position(node, b, pos))
  }

  /** Holds if `t` may run beside `starter` when `b` is left. */
  private predicate openAtExit(P::Thread starter, P::Thread t, BasicBlock b) {
    exists(int pos | isOpener(starter, t, b, pos) |
      not exists(int later | isCloser(starter, t, b, later) and later > pos)
    )
    or
    openAtEntry(starter, t, b) and not isCloser(starter, t, b, _)
  }

  /** Holds if `t` may run beside `starter` when `b` is entered. */
  private predicate openAtEntry(P::Thread starter, P::Thread t, BasicBlock b) {
    exists(BasicBlock before | openAtExit(starter, t, before) and b = before.getASuccessor())
    or
    exists(ExprParent site, Callable callee |
      openAt(starter, t, nodeOfSite(site)) and
      runs(site, callee) and
      b instanceof EntryBlock and
      b.getEnclosingCallable() = callee
    )
  }

  /** Holds if `node`, an access or what runs a callable, is at `pos` of `b`. */
  pragma[nomagic]
  private predicate isAt(ControlFlowNode node, BasicBlock b, int pos) {
    cfg_position(node, b, pos) and
    (
      node = any(Access a).getNode()
      or
      exists(ExprParent site | runs(site, _) and node = nodeOfSite(site))
    )
  }

  /** Holds if `t` may run beside `starter` at `node`. */
  private predicate openAt(P::Thread starter, P::Thread t, ControlFlowNode node) {
    exists(BasicBlock b, int pos | isAt(node, b, pos) |
      openAtEntry(starter, t, b) and
      not exists(int before | isCloser(starter, t, b, before) and before < pos)
      or
      exists(int before | isOpener(starter, t, b, before) and before < pos |
        not exists(int between |
          isCloser(starter, t, b, between) and before < between and between < pos
        )
      )
    )
  }

  /** Holds if `c` may return with `t` running, which it or what it calls has started. */
  private predicate leavesOpen(P::Thread starter, P::Thread t, Callable c) {
    exists(ExitBlock exit |
      openAtEntry(starter, t, exit) and
      c = exit.getEnclosingCallable() and
      executesCallable(starter, c) and
      startsWithin(starter, t, c)
    )
  }

  /** Holds if `c`, or what it calls, starts `t`. */
  private predicate startsWithin(P::Thread starter, P::Thread t, Callable c) {
    isOnlyStarter(starter, t) and
    exists(ExprParent site, P::Thread first |
      startsAt(starter, site, first) and
      (first = t or startsIndirectly(first, t)) and
      c = callableOfSite(site)
    )
    or
    exists(ExprParent site, Callable callee |
      startsWithin(starter, t, callee) and
      runs(site, callee) and
      c = callableOfSite(site) and
      executesCallable(starter, c)
    )
  }

  /**
   * Holds if `a`, which `starter` executes, never happens while `t` runs: `how` tells what orders the two.
   */
  cached
  predicate isApart(Access a, P::Thread starter, P::Thread t, string how) {
    isOnlyStarter(starter, t) and
    S::reaches(starter, a) and
    exists(a.getNode().getBasicBlock()) and
    not openAt(starter, t, a.getNode()) and
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
    exists(FieldWrite write |
      result = write.getField() and
      result.isVolatile() and
      write.getEnclosingCallable() = a.getEnclosingCallable() and
      strictlyDominates(a.getNode(), getEffectNode(write))
    )
  }

  /** Gets a volatile field that is read before `b`, in the same callable, whenever `b` happens. */
  private Field checkedBefore(Access b) {
    not b.isWrite() and
    exists(FieldRead read |
      result = read.getField() and
      result.isVolatile() and
      read.getEnclosingCallable() = b.getEnclosingCallable() and
      strictlyDominates(read.getControlFlowNode(), b.getNode())
    )
  }

  /** Holds if the write `b` is announced by a volatile field that is read before `a` is. */
  predicate isPublished(Access a, Access b, Field f) {
    f = announcedBy(b) and
    f = checkedBefore(a) and
    a.getMemory() = b.getMemory() and
    (exists(a.getMemory().getField()) or a.getHolder().getField() = b.getHolder().getField())
  }
}
