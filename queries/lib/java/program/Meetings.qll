/**
 * Order between threads of which neither starts the other: one gives a signal that the other waits for, or they meet at a
 * barrier. What comes before the first signal in one thread is over where the other one has waited for it; what lies between
 * two meetings of one thread is over when another one has gone on from the second.
 *
 * What flows in are rows of `signals` and `signalsNext`, threads and control flow. What comes out is accesses with their place
 * among the signals and meetings of their threads, and which of two never happen at the same time.
 */

import java
import java.callgraph.CallGraph
import java.concurrency.Locks
private import java.concurrency.Phases
import java.models.Models
import java.program.Accesses
import java.program.ProgramSig
import java.program.Stages

/** Signals and meetings of the threads of the program `P`. */
module Meetings<ProgramSig P> {
  private module S = Stages<P>;

  /*-- What threads do --*/

  /** Holds if `call` does what `what` says by a means of the kind `kind`: it `signals` to others, `waits` for that, or `meets` them. */
  pragma[nomagic]
  private predicate isEvent(MethodCall call, string what, string kind) {
    exists(string package, string type, string signal, string await, string name |
      (signals(package, type, signal, await) or signalsNext(package, type, signal, await)) and
      kind = type and
      name = call.getMethod().getName() and
      call.getMethod().isMemberOf(package, type)
    |
      signal = await and name = signal and what = "meets"
      or
      signal != await and name = signal and what = "signals"
      or
      signal != await and name = await and what = "waits"
    )
  }

  /** Holds if `call` does `what` with `o`. */
  pragma[nomagic]
  private predicate does(MethodCall call, string what, P::Object o) {
    isEvent(call, what, _) and
    P::denotes(call.getQualifier(), _, o)
  }

  /** Holds if `t`, which is a thread of the program, does `what` with `o`. */
  pragma[nomagic]
  private predicate takesPart(P::Thread t, string what, P::Object o) {
    not P::isOutside(t) and
    exists(MethodCall call |
      does(call, what, o) and S::executesCallable(t, call.getEnclosingCallable())
    )
  }

  /**
   * Holds if `o` is a local of code that several threads may execute at once, each execution with one of its own: what one
   * signals says nothing of what another waits for.
   */
  pragma[nomagic]
  private predicate isOfManyExecutions(P::Object o) {
    exists(Callable c, P::Thread t, P::Thread u |
      does(_, _, o) and
      P::isMadeBy(o, any(LocalVariableDecl v).getAnAssignedValue()) and
      P::isMadeIn(o, c) and
      S::executesCallable(t, c) and
      S::executesCallable(u, c) and
      P::inParallel(t, u)
    )
  }

  /** Holds if `t` gives a signal by `o`, or waits for one as `what` says, and another thread does the other. */
  pragma[nomagic]
  private predicate isConnected(P::Thread t, string what, P::Object o) {
    not isOfManyExecutions(o) and
    exists(P::Thread other | P::inParallel(t, other) |
      waitsForAll(o) and
      what = "signals" and
      takesPart(t, "signals", o) and
      takesPart(other, "waits", o)
      or
      waitsForAll(o) and
      what = "waits" and
      takesPart(t, "waits", o) and
      takesPart(other, "signals", o)
      or
      what = "meets" and takesPart(t, "meets", o) and takesPart(other, "meets", o)
    )
  }

  /** Holds if `site`, in the callable `c`, runs `callee`. */
  pragma[nomagic]
  private predicate runs(Callable c, ExprParent site, Callable callee) {
    P::runs(_, _, site, callee, _) and
    c = callableOfSite(site)
  }

  /** Holds if `node`, in `c`, does `what` with `o`, or may run what does. */
  private predicate mayDo(Callable c, ControlFlowNode node, string what, P::Object o) {
    isConnected(_, what, o) and
    exists(MethodCall call |
      does(call, what, o) and c = call.getEnclosingCallable() and node = call.getControlFlowNode()
    )
    or
    exists(ExprParent site, Callable callee |
      mayDo(callee, _, what, o) and runs(c, site, callee) and node = nodeOfSite(site)
    )
  }

  /** Holds if `node`, in `c`, does `what` with `o` whenever it is executed. */
  private predicate surelyDoes(Callable c, ControlFlowNode node, string what, P::Object o) {
    isConnected(_, what, o) and
    exists(MethodCall call |
      does(call, what, o) and c = call.getEnclosingCallable() and node = call.getControlFlowNode()
    )
    or
    exists(ExprParent site, Callable callee |
      alwaysDoes(callee, what, o) and
      runs(c, site, callee) and
      node = nodeOfSite(site) and
      not exists(Callable other | runs(c, site, other) and other != callee)
    )
  }

  /** Holds if whoever comes to the end of `c` has done `what` with `o`, other than by a `catch` clause. */
  private predicate alwaysDoes(Callable c, string what, P::Object o) {
    exists(ControlFlowNode node |
      surelyDoes(c, node, what, o) and
      not exists(LoopStmt loop | loop = node.getEnclosingStmt().getEnclosingStmt*()) and
      not exists(IfStmt test | test = node.getEnclosingStmt().getEnclosingStmt+()) and
      not node.getEnclosingStmt().getEnclosingStmt+() instanceof CatchClause and
      not exists(ReturnStmt early |
        early.getEnclosingCallable() = c and
        not early.getControlFlowNode().getBasicBlock() = node.getBasicBlock().getASuccessor*()
      )
    )
  }

  /*-- Places in the code of a thread --*/

  /** Holds if threads that do `what` with `o`, as others do, access `memory` of `place`; `write` says whether they write there. */
  pragma[nomagic]
  private predicate uses(P::Object o, string what, S::Place place, Memory memory, boolean write) {
    exists(S::Threads some |
      isConnectedIn(some, what, o) and S::usesMemoryOf(some, place, memory, write)
    )
  }

  /** Holds if one of `some` gives signals, waits for them, or meets others as `what` says, by `o`. */
  pragma[nomagic]
  private predicate isConnectedIn(S::Threads some, string what, P::Object o) {
    isConnected(some.getAThread(), what, o)
  }

  /** Holds if threads that signals or meetings by `o` order may both access `memory` of `place`, and one of them writes there. */
  pragma[nomagic]
  private predicate share(P::Object o, S::Place place, Memory memory) {
    exists(string one, string other, boolean write, boolean otherWrite |
      uses(o, one, place, memory, write) and
      uses(o, other, place, memory, otherWrite) and
      write.booleanOr(otherWrite) = true
    |
      one = "signals" and other = "waits"
      or
      one = "meets" and other = "meets"
    )
  }

  /** Holds if it is asked where `a` stands among the signals and meetings by `o`. */
  pragma[nomagic]
  private predicate isAsked(P::Object o, Access a) {
    exists(S::Place place | share(o, place, a.getMemory()) and S::usesKnown(a, _, place, _))
  }

  /** Holds if `c` holds an access that is asked about for `o`, or calls what does. */
  private predicate leadsToAsked(P::Object o, Callable c) {
    c = any(Access a | isAsked(o, a)).getEnclosingCallable()
    or
    exists(Callable callee | leadsToAsked(o, callee) and runs(c, _, callee))
  }

  /** Holds if `node` is at `pos` of `b`: an access that is asked about for `o`, or what runs code with one. */
  pragma[nomagic]
  private predicate isAt(P::Object o, ControlFlowNode node, BasicBlock b, int pos) {
    cfg_position(node, b, pos) and
    (
      node = any(Access a | isAsked(o, a)).getNode()
      or
      exists(ExprParent site, Callable callee |
        leadsToAsked(o, callee) and runs(_, site, callee) and node = nodeOfSite(site)
      )
    )
  }

  /** Holds if `b` is where `t`, which does `what` with `o`, begins. */
  private predicate beginsWithBlock(P::Thread t, string what, P::Object o, BasicBlock b) {
    isConnected(t, what, o) and
    exists(Callable c | beginsIn(t, c) and isEntryOf(b, c))
  }

  /** Holds if `t` begins with the code of `c`, or with a reference to `c`, which does nothing else. */
  private predicate beginsIn(P::Thread t, Callable c) {
    P::begins(t, c, _) and not exists(referredTo(c))
    or
    exists(Callable reference | P::begins(t, reference, _) and c = referredTo(reference))
  }

  /** Gets the method that `reference` runs, which is the function of a method reference. */
  private Callable referredTo(Callable reference) {
    P::begins(_, reference, _) and
    exists(ExprParent site |
      P::runs(reference, _, site, result, _) and callableOfSite(site) != reference
    )
  }

  pragma[nomagic]
  private predicate isEntryOf(EntryBlock b, Callable c) { c = b.getEnclosingCallable() }

  /** Holds if `t` comes by `call` to a callable that begins with `b` and leads to accesses in question for `o`. */
  pragma[nomagic]
  private predicate entersAt(P::Thread t, P::Object o, ControlFlowNode call, BasicBlock b) {
    isConnected(t, _, o) and
    exists(ExprParent site, Callable callee |
      runs(_, site, callee) and
      S::executesCallable(t, callee) and
      leadsToAsked(o, callee) and
      call = nodeOfSite(site) and
      isEntryOf(b, callee)
    )
  }

  private predicate isDoneIn(BasicBlock b, int pos, string what, P::Object o) {
    exists(ControlFlowNode node | surelyDoes(_, node, what, o) and cfg_position(node, b, pos))
  }

  private predicate mayBeDoneIn(BasicBlock b, int pos, string what, P::Object o) {
    exists(ControlFlowNode node | mayDo(_, node, what, o) and cfg_position(node, b, pos))
  }

  /** Holds if `t` may come to `b` and not have waited for a signal by `o`. */
  private predicate lacksWaitIn(P::Thread t, P::Object o, BasicBlock b) {
    beginsWithBlock(t, "waits", o, b)
    or
    exists(BasicBlock before |
      lacksWaitIn(t, o, before) and
      not isDoneIn(before, _, "waits", o) and
      b = before.getASuccessor()
    )
    or
    exists(ControlFlowNode call | lacksWaitAt(t, o, call) and entersAt(t, o, call, b))
  }

  /** Holds if `t` may come to `node` and not have waited for a signal by `o`. */
  private predicate lacksWaitAt(P::Thread t, P::Object o, ControlFlowNode node) {
    exists(BasicBlock b, int pos |
      lacksWaitIn(t, o, b) and
      isAt(o, node, b, pos) and
      not exists(int before | isDoneIn(b, before, "waits", o) and before < pos)
    )
  }

  /** Holds if `t` may come to `b` when it has given a signal by `o`. */
  private predicate hasSignalledIn(P::Thread t, P::Object o, BasicBlock b) {
    exists(BasicBlock before |
      b = before.getASuccessor() and
      (
        hasSignalledIn(t, o, before)
        or
        isConnected(t, "signals", o) and
        mayBeDoneIn(before, _, "signals", o) and
        S::executesCallable(t, before.getEnclosingCallable())
      )
    )
    or
    exists(ControlFlowNode call | hasSignalledAt(t, o, call) and entersAt(t, o, call, b))
  }

  /** Holds if `t` may come to `node` when it has given a signal by `o`. */
  private predicate hasSignalledAt(P::Thread t, P::Object o, ControlFlowNode node) {
    exists(BasicBlock b, int pos | isAt(o, node, b, pos) |
      hasSignalledIn(t, o, b)
      or
      isConnected(t, "signals", o) and
      S::executesCallable(t, b.getEnclosingCallable()) and
      exists(int before | mayBeDoneIn(b, before, "signals", o) and before < pos)
    )
  }

  /** Holds if `t` executes `a`, and only before it gives any signal by `o`. */
  predicate isBeforeSignal(Access a, P::Thread t, P::Object o) {
    isConnected(t, "signals", o) and
    isAsked(o, a) and
    S::reaches(t, a) and
    exists(a.getNode().getBasicBlock()) and
    not hasSignalledAt(t, o, a.getNode())
  }

  /** Holds if `t` executes `a`, and only when it has waited for a signal by `o`. */
  predicate isAfterWait(Access a, P::Thread t, P::Object o) {
    isConnected(t, "waits", o) and
    isAsked(o, a) and
    S::reaches(t, a) and
    exists(a.getNode().getBasicBlock()) and
    not lacksWaitAt(t, o, a.getNode())
  }

  /** Gets the number that `o` is made with: of signals that it takes, of threads that meet, of permits. */
  private int sizeOf(P::Object o) {
    does(_, _, o) and
    exists(ClassInstanceExpr made |
      P::isMadeBy(o, made) and result = made.getArgument(0).(CompileTimeConstantExpr).getIntValue()
    )
  }

  /** Holds if a wait for a signal by `o` ends only when all threads that give one have done so. */
  private predicate waitsForAll(P::Object o) {
    exists(string kind | kind = kindOf(o) |
      kind = "CountDownLatch" and
      (
        not exists(sizeOf(o))
        or
        sizeOf(o) > 1 and exists(P::Thread t | isTeller(t, o) and P::inParallel(t, t))
        or
        sizeOf(o) >= strictcount(P::Thread t | isTeller(t, o)) and hasSingleTellers(o)
      )
      or
      kind != "CountDownLatch" and
      strictcount(P::Thread t | isTeller(t, o)) = 1 and
      hasSingleTellers(o) and
      (kind = "Semaphore" implies sizeOf(o) = 0)
    )
  }

  /** Gets the kind of signals by `o`. */
  private string kindOf(P::Object o) {
    exists(MethodCall call | does(call, "waits", o) and isEvent(call, "waits", result))
  }

  /** Holds if `t` gives a signal by `o`; outsiders may, too. */
  private predicate isTeller(P::Thread t, P::Object o) {
    does(_, "waits", o) and
    exists(MethodCall call |
      does(call, "signals", o) and S::executesCallable(t, call.getEnclosingCallable())
    )
  }

  private predicate hasSingleTellers(P::Object o) {
    does(_, "waits", o) and
    not exists(P::Thread t | isTeller(t, o) and P::inParallel(t, t))
  }

  /*-- Meetings --*/

  /** Holds if `t` begins with `c`, meets others by `o`, and each place in `c` that may do so does. */
  private predicate meetsIn(P::Thread t, P::Object o, Callable c) {
    isConnected(t, "meets", o) and
    c = unique(Callable begin | beginsIn(t, begin)) and
    forex(ControlFlowNode node | mayDo(c, node, "meets", o) | surelyDoes(c, node, "meets", o)) and
    not exists(Callable helper |
      S::executesCallable(t, helper) and
      helper != c and
      strictcount(ControlFlowNode node | mayDo(helper, node, "meets", o)) > 1
    )
  }

  /** Holds if the last meeting by `o` before `b`, in `c`, may be `last`; that is the first block of `c` before any. */
  private predicate lastIn(Callable c, P::Object o, BasicBlock b, ControlFlowNode last) {
    meetsIn(_, o, c) and isEntryOf(b, c) and last = b
    or
    exists(BasicBlock before | b = before.getASuccessor() |
      exists(int pos | pos = lastPosition(c, o, before) and cfg_position(last, before, pos))
      or
      not exists(lastPosition(c, o, before)) and lastIn(c, o, before, last)
    )
  }

  /** Gets the position of the last meeting by `o` in `b`, of `c`. */
  private int lastPosition(Callable c, P::Object o, BasicBlock b) {
    meetsIn(_, o, c) and
    result = max(int pos | isDoneIn(b, pos, "meets", o) and c = b.getEnclosingCallable())
  }

  /** Holds if the last meeting by `o` before `node`, in `c`, may be `last`. */
  private predicate lastBefore(
    Callable c, P::Object o, ControlFlowNode node, ControlFlowNode last
  ) {
    exists(BasicBlock b, int pos | isAt(o, node, b, pos) and c = b.getEnclosingCallable() |
      exists(int at |
        at = max(int before |
          isDoneIn(b, before, "meets", o) and before < pos and meetsIn(_, o, c)
        ) and
        cfg_position(last, b, at)
      )
      or
      lastIn(c, o, b, last) and
      not exists(int before | isDoneIn(b, before, "meets", o) and before < pos)
    )
  }

  /** Holds if `t` comes to `c`, in which it meets nobody, when `last` was the last meeting by `o`. */
  private predicate comesAfter(P::Thread t, P::Object o, Callable c, ControlFlowNode last) {
    exists(Callable begin, ExprParent site |
      meetsIn(t, o, begin) and runs(begin, site, c) and lastBefore(begin, o, nodeOfSite(site), last)
    )
    or
    exists(Callable caller | comesAfter(t, o, caller, last) |
      not mayDo(caller, _, "meets", o) and runs(caller, _, c)
    )
  }

  /** Holds if `t` may execute `a` when `last` was the last meeting by `o`. */
  private predicate happensAfter(Access a, P::Thread t, P::Object o, ControlFlowNode last) {
    exists(Callable c | meetsIn(t, o, c) and lastBefore(c, o, a.getNode(), last))
    or
    comesAfter(t, o, a.getEnclosingCallable(), last)
  }

  /** Holds if `t` executes `a` between two known meetings by `o`: no other meeting by `o` may take place beside it. */
  private predicate isBetween(Access a, P::Thread t, P::Object o) {
    isAsked(o, a) and
    happensAfter(a, t, o, _) and
    exists(Callable c | c = a.getEnclosingCallable() |
      meetsIn(t, o, c) or not mayDo(c, _, "meets", o)
    )
  }

  /** Gets the number of meetings by `o` in `c`, which come one after the other, up to `last`: 0 where `c` begins. */
  private int ordinalOf(Callable c, P::Object o, ControlFlowNode last) {
    meetsIn(_, o, c) and
    comeInTurn(c, o) and
    (
      last.(EntryBlock).getEnclosingCallable() = c and result = 0
      or
      surelyDoes(c, last, "meets", o) and
      result = count(ControlFlowNode other |
        surelyDoes(c, other, "meets", o) and (other = last or strictlyDominates(other, last))
      )
    )
  }

  /** Holds if the meetings by `o` in `c` come one after the other, each once at most. */
  private predicate comeInTurn(Callable c, P::Object o) {
    meetsIn(_, o, c) and
    not exists(ControlFlowNode node | surelyDoes(c, node, "meets", o) |
      exists(LoopStmt loop | loop = node.getEnclosingStmt().getEnclosingStmt*())
      or
      exists(ControlFlowNode other | surelyDoes(c, other, "meets", o) and other != node |
        not strictlyDominates(other, node) and not strictlyDominates(node, other)
      )
    )
  }

  /** Holds if as many threads meet by `o` as it is made for, as far as that is known. */
  private predicate isForAll(P::Object o) {
    isConnected(_, "meets", o) and
    not (
      sizeOf(o) < strictcount(P::Thread t | takesPart(t, "meets", o)) and
      not exists(P::Thread t | takesPart(t, "meets", o) and P::inParallel(t, t))
    ) and
    not sizeOf(o) = 1
  }

  /** Holds if `t` runs what those who meet by `o` have one of them run while the others wait: the action of a barrier. */
  private predicate isActionOf(P::Thread t, P::Object o) {
    does(_, "meets", o) and
    exists(ClassInstanceExpr made |
      makesMeeting(made) and P::isMadeBy(o, made) and P::startedBy(t, made)
    )
  }

  /** Gets the threads that have `action` run by one of them while the others wait, if all are started in one way. */
  P::Thread getMembers(P::Thread action) {
    exists(P::Object o |
      isActionOf(action, o) and result = unique(P::Thread t | takesPart(t, "meets", o))
    )
  }

  /** Holds if all who meet by `o` wait while `action` runs, `t` among them, or `t` is `action` at another meeting. */
  private predicate waitsFor(P::Thread t, P::Thread action, P::Object o) {
    isActionOf(action, o) and
    isForAll(o) and
    (takesPart(t, "meets", o) or t = action)
  }

  /** Holds if `a` by `t` and `b` by `u` lie between meetings by `o` that are not the same ones. */
  bindingset[a, t, b, u]
  private predicate areBetweenOthers(Access a, P::Thread t, Access b, P::Thread u, P::Object o) {
    isBetween(a, t, o) and
    isBetween(b, u, o) and
    isForAll(o) and
    exists(Callable c, Callable d | meetsIn(t, o, c) and meetsIn(u, o, d) |
      c = d and
      not exists(ControlFlowNode last | happensAfter(a, t, o, last) and happensAfter(b, u, o, last))
      or
      c != d and
      comeInTurn(c, o) and
      comeInTurn(d, o) and
      not exists(ControlFlowNode last, ControlFlowNode other |
        happensAfter(a, t, o, last) and
        happensAfter(b, u, o, other) and
        ordinalOf(c, o, last) = ordinalOf(d, o, other)
      )
    )
  }

  /** Holds if `a` by `t` and `b` by `u` never happen at the same time, for the signals that one gives the other; `how` says which. */
  bindingset[a, t, b, u]
  pragma[inline_late]
  predicate areApart(Access a, P::Thread t, Access b, P::Thread u, string how) {
    exists(P::Object o |
      isBeforeSignal(a, t, o) and isAfterWait(b, u, o)
      or
      isBeforeSignal(b, u, o) and isAfterWait(a, t, o)
    ) and
    how = "a signal that the one gives and the other waits for"
    or
    areBetweenOthers(a, t, b, u, _) and how = "a meeting of the threads"
    or
    exists(a) and
    exists(b) and
    (waitsFor(t, u, _) or waitsFor(u, t, _)) and
    how = "a meeting of the threads"
  }

  /** Gets a text for where `a` stands among the signals and meetings of a thread. */
  string placeOf(Access a) {
    exists(P::Thread t, P::Object o, string when |
      isBeforeSignal(a, t, o) and when = "before"
      or
      isAfterWait(a, t, o) and when = "after"
      or
      S::reaches(t, a) and waitsFor(t, _, o) and when = "beside the meetings of"
      or
      isBetween(a, t, o) and
      when =
        "between " +
          concat(ControlFlowNode last | happensAfter(a, t, o, last) |
            placeText(last.getLocation()), " "
          )
    |
      result = when + " " + t + placeText(t.getLocation()) + " " + o + placeText(o.getLocation())
    )
  }
}
