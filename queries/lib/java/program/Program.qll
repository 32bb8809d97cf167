/**
 * The program, as the analyses of races and deadlocks see it: objects, contexts and calls by points-to analysis, its threads,
 * and which objects several of them know.
 */

import java
import java.SourceOrder
import java.TestSources
import java.concurrency.AccessPaths
import java.concurrency.Containers
import java.concurrency.Locks
import java.concurrency.ThreadCalls
import java.escape.Escape as Escape
import java.models.Models
import java.pointsto.Allocations as Allocations
import java.pointsto.Analysis
import java.pointsto.PointsTo as PointsTo
import java.pointsto.Roots
import java.pointsto.Values as Values
import java.program.Accesses
import java.program.ProgramSig
import java.program.Publication
import java.threads.Threads as Threads

private module Objects = PointsTo::Objects;

/** Gets the name of `t`, or for a class without one, what it is and where. */
string typeText(RefType t) {
  t.fromSource() and
  if t.getName() = "" or t instanceof AnonymousClass
  then
    result =
      "a function in " +
        min(RefType named |
          named = t.getEnclosingType+() and
          named.getName() != "" and
          not named instanceof AnonymousClass
        |
          named.getName()
        )
  else result = t.getName()
}

/** Holds if `slot` of some object holds `o`. */
pragma[nomagic]
private predicate isHeldBy(Objects::Object o, Values::Slot slot) { Objects::holds(_, slot, o) }

/** Holds if `o` is held by fields of two kinds, or by a static one. */
pragma[nomagic]
private predicate isHeldTwice(Objects::Object o) {
  strictcount(Values::Slot slot | isHeldBy(o, slot)) > 1 or
  Objects::staticHolds(_, o)
}

/** Holds if an object that `f` holds is held by something else too. */
pragma[nomagic]
private predicate isHeldElsewhere(Field f) {
  exists(Values::Slot slot, Objects::Object o | slot = f and isHeldBy(o, slot) and isHeldTwice(o))
}

/** Holds if `o` is an executor that runs one task after the other, as rows say. */
private predicate isSerialExecutor(PointsTo::Object o) {
  makesOneThreadExecutor(o.getExpr())
  or
  exists(string package, string type, string name | serialExecutor(package, type, name) |
    exists(MethodCall make | make = o.getExpr() |
      make.getMethod().hasName(name) and
      make.getMethod().getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type)
    )
    or
    exists(ClassInstanceExpr make | make = o.getExpr() |
      name = type and
      make.getConstructedType().getSourceDeclaration().hasQualifiedName(package, type)
    )
  )
}

/** Gets the executor of the tasks of `t`, if there is only one and it runs its tasks one by one. */
private PointsTo::Object serialExecutorOf(Threads::AbstractThread t) {
  isSerialExecutor(result) and
  result = unique(PointsTo::Object o | PointsTo::receives(t.getStart(), _, o))
}

/** Holds if the tasks of `a` and of `b`, perhaps the same, are handed to one executor, which runs one after the other. */
private predicate runOneByOne(Threads::AbstractThread a, Threads::AbstractThread b) {
  serialExecutorOf(a) = serialExecutorOf(b)
}

/** Holds if the analysis asks which objects `e` denotes: what is accessed, locked, started or waited for. */
private predicate isAskedFor(Expr e) {
  e = any(Access a).getBase()
  or
  isLockOperand(e)
  or
  exists(getDenotedMonitor(e))
  or
  // Whose lock a local variable gets.
  exists(FieldAccess lock | exists(getDenotedMonitor(lock)) and e = lock.getQualifier())
  or
  exists(Call call | mayOrder(call) |
    e = call or e = call.(MethodCall).getQualifier() or e = call.getAnArgument()
  )
  or
  e = getAnAwaitedResource(_)
  or
  e = getAReturnedTask()
}

/** Gets what a function returns that is run when a task has ended: another task, as a rule. */
private Expr getAReturnedTask() {
  exists(Threads::AbstractThread t, ReturnStmt s |
    endsWithReturned(_, _, t.getStart().(MethodCall).getMethod().getName()) and
    s.getEnclosingCallable() = t.getAnEntry() and
    result = s.getExpr()
  )
}

/** Holds if `call` may start a thread, wait for one or give a signal, as far as its name tells. */
private predicate mayOrder(Call call) {
  call = any(Threads::AbstractThread t).getStart()
  or
  isStartOfThread(call)
  or
  exists(string name | call.(MethodCall).getMethod().hasName(name) |
    awaitsEnd(_, _, name, _) or
    tellsEnd(_, _, name, _, _) or
    awaitsAllOf(_, _, name) or
    signals(_, _, name, _) or
    signals(_, _, _, name) or
    signalsNext(_, _, name, _) or
    signalsNext(_, _, _, name)
  )
}

/** Holds if `call` starts a thread that has been made before. */
private predicate isStartOfThread(MethodCall call) { call instanceof ThreadStartCall }

/** Holds if `e` accesses a field of `this` or of an object around it, which is not written. */
private predicate isAccessOfOwn(FieldAccess e) {
  exists(Access a | e = a.getExpr() and not exists(a.getBase()))
  or
  // A lock in a field.
  (isLockOperand(e) or exists(getDenotedMonitor(e))) and
  not e.getField().isStatic() and
  not e.hasQualifier()
}

/** Gets the name of the one thread that executes `entry`, by annotation or contract. */
private string threadOf(Callable entry) {
  entry = any(Threads::AbstractThread t).getAnEntry() and
  result = getThreadMonitor(entry).getThread()
}

/** The program. */
module Program implements ProgramSig {
  class Context = PointsTo::Context;

  class Object = PointsTo::Object;

  /** A thread, or all threads that are started in one way. */
  class Thread extends Threads::AbstractThread {
    /** Gets words for this that tell what it runs. */
    override string toString() {
      this.getKind() = "outside" and result = "a caller from outside"
      or
      this.getKind() = "main" and result = "main of " + this.entryType()
      or
      this.getKind() = "handler" and result = "a handler thread of " + this.entryType()
      or
      this.getKind() = ["thread", "serial"] and result = "a thread of " + this.entryType()
      or
      this.getKind() = "callback" and result = "a callback of " + this.entryType()
    }

    private string entryTypeName() {
      this.getKind() != "outside" and
      result = typeText(this.getAnEntry().getDeclaringType())
    }

    private string entryType() {
      if strictcount(string name | name = this.entryTypeName()) = 1
      then result = this.entryTypeName()
      else
        result =
          "those that " + typeText(this.getStart().getEnclosingCallable().getDeclaringType()) +
            " starts"
    }
  }

  predicate denotes(Expr e, Context c, Object o) { isAskedFor(e) and PointsTo::denotes(e, c, o) }

  predicate isBase(Expr e, Context c, Object o) {
    isAccessOfOwn(e) and
    PointsTo::accessedIn(e, c, o)
  }

  predicate locksByMethod(Method m, Context c, Object o) { PointsTo::methodLocks(m, c, o) }

  predicate runs(Callable caller, Context outer, ExprParent site, Callable callee, Context inner) {
    exists(Values::Site s |
      Objects::calls(s, outer, callee, inner) and
      not isLater(s) and
      site = s.getPlace() and
      caller = siteCallable(s)
    )
  }

  predicate begins(Thread t, Callable c, Context context) {
    t.begins(c, context) and
    (c instanceof Constructor implies handsTaskOver(c, _)) and
    // What only subclasses may call, they call as its authors do: the harness of the paper calls what is public.
    (t.getKind() = "outside" implies c.isPublic() and not isTask(c)) and
    not (t.getKind() = "outside" and isBeforeHandlers(c)) and
    not (t.getKind() = "handler" and isStartedInstead(c)) and
    not isTestCallable(c) and
    not isTestCallable(t.getStart().getEnclosingCallable())
  }

  /** Holds if a container calls `c` to make its object ready, before it lets other threads call it. */
  private predicate isBeforeHandlers(Callable c) {
    isPreparation(c) and
    isSharedByContainer(c.getDeclaringType()) and
    not handsOver(c, _, _, _)
  }

  /** Holds if a call of the program starts a thread that runs `c`. */
  private predicate isStartedInstead(Callable c) {
    exists(Thread t | t.getKind() = "thread" and t.begins(c, _))
  }

  /** Holds if threads that the program starts begin with `c`: it is public because its interface asks for that. */
  private predicate isTask(Callable c) {
    exists(Thread t | t.getKind() = ["thread", "serial"] and t.begins(c, _))
  }

  predicate beginsOnOwn(Thread t, Callable c) {
    t.begins(c, _) and
    not c.isStatic() and
    not isLambdaMethod(c, _) and
    t.getKind() = "handler" and
    isMadeForRequest(c.getDeclaringType())
    or
    t.begins(c, _) and
    not c.isStatic() and
    not isLambdaMethod(c, _) and
    exists(Expr handed | handed = t.getHandedOver() and not handed instanceof FunctionalExpr |
      // A thread starts once, a task is forked once.
      exists(MethodCall start | start = t.getStart() and handed = start.getQualifier())
      or
      isUnknownBefore(handed)
      or
      isAnotherEachTime(handed) and
      not exists(Thread other |
        other != t and other.getHandedOver() = handed.(VarAccess).getVariable().getAnAccess()
      )
    )
  }

  predicate isOwningField(Field f) { holdsOnlyMade(f) and not isHeldElsewhere(f) }

  predicate startedBy(Thread t, ExprParent site) {
    site = startOf(t)
    or
    not exists(startOf(t)) and site = t.getStart()
  }

  predicate startsSeveral(ExprParent site, Thread t) { startedBy(t, site) and t.isOneOfEach() }

  /** Gets the call of `start` of the thread that is made, or asked for, with what `t` runs: only then it begins. */
  private MethodCall startOf(Thread t) {
    exists(Object o |
      isStartOfThread(result) and
      PointsTo::denotes(result.getQualifier(), _, o) and
      o.getExpr() = t.getStart()
    )
  }

  predicate isMadeBy(Object o, Expr made) { made = o.getExpr() }

  predicate isMadeIn(Object o, Callable c) {
    c = o.getExpr().getEnclosingCallable() and
    not exists(o.getAllocation().getFactoryCall())
  }

  predicate contains(Object holder, Object o) { PointsTo::refersTo(holder, o) }

  predicate isOutside(Thread t) { t.getKind() = "outside" }

  predicate isCallback(Thread t) { t.getKind() = "callback" }

  predicate isLesser(Thread t) { t.getKind() = "main" and isOpenProgram() }

  predicate isRunBy(Thread t, string thread) {
    thread = getHandlerThread(t.getStart()).getThread()
    or
    not t.getKind() = ["outside", "main"] and
    not exists(getHandlerThread(t.getStart())) and
    thread = unique(string name | name = threadOf(t.getAnEntry())) and
    forall(Callable entry | entry = t.getAnEntry() | exists(threadOf(entry)))
  }

  predicate inParallel(Thread a, Thread b) {
    Threads::mayHappenInParallel(a, b) and
    not runOneByOne(a, b) and
    not exists(string thread | isRunBy(a, thread) and isRunBy(b, thread))
  }

  predicate isShared(Object o) { Escape::escapes(o) and not isOfNoElements(o) }

  /** Holds if `o` is an array of no elements: nobody writes or reads what it holds. */
  private predicate isOfNoElements(Object o) {
    o.getExpr().(ArrayInit).getSize() = 0 or
    o.getExpr().(ArrayCreationExpr).getFirstDimensionSize() = 0
  }

  predicate isSingle(Object o) { PointsTo::isSingle(o) }

  predicate isOpen(Object o) { Allocations::isOpenObject(o.getAllocation(), _) }

  string keyOf(Object o) {
    exists(string place, string call |
      place = keyOfLocation(o.getLocation()) and
      (
        call = " by " + keyOfLocation(o.getAllocation().getFactoryCall().getLocation())
        or
        not exists(o.getAllocation().getFactoryCall()) and call = ""
      ) and
      result = place + call + " for " + o.getHeapContext()
    )
  }

  predicate isMade(Object o) {
    exists(Expr e | e = o.getExpr() and o.getAllocation() = e | e instanceof ClassInstanceExpr)
  }
}
