/**
 * Threads as entities: where each begins, how many of it there may be, which callables it executes on which objects, and
 * which of them may run in parallel. An abstract thread stands for all threads that begin at one place.
 *
 * What flows in is the call graph by objects, rows that say what libraries run when (`runsArgument`, `threadEntry`), and
 * rows about threads that the code does not show (`neverParallel`, `runsOnceEntry`). A thread executes what is called from
 * its entries without anything being handed over to another one.
 */

import java
private import java.concurrency.Confined
private import java.concurrency.LifeCycle
private import java.controlflow.Loops
import java.pointsto.PointsTo
private import java.models.Models
private import java.pointsto.Analysis
private import java.pointsto.Roots
private import java.pointsto.Values as Values
private import java.callgraph.ImplicitCalls

private newtype TThread =
  TMainThread(Method m) { isMainMethod(m) and isReachable(m, _) } or
  TOutsideThread() { isHarnessCallable(_) } or
  /** Callers of a method that rows name: the rows are about them, and not about callers of other methods. */
  TNamedOutsideThread(Callable m) { isHarnessCallable(m) and isNamedByRow(m) } or
  /** Callers of a constructor that hands a task over: the object is theirs, but for that task. */
  TMakerThread(Constructor m) {
    isHarnessCallable(m) and
    not isNamedByRow(m) and
    handsTaskOver(m, _)
  } or
  THandlerThread(Method m) { isHandlerMethod(m) } or
  TStartedThread(Values::Site s) { isLater(s) and Objects::calls(s, _, _, _) } or
  /** Those that are started at one place and begin with a method that rows name, or with a task that is one of several. */
  TNamedStartedThread(Values::Site s, Callable m) {
    isLater(s) and
    Objects::calls(s, _, m, _) and
    isKeptApart(s, m)
  }

/** Gets the place where `t` is started, if it is. */
private Values::Site startSite(TThread t) {
  t = TStartedThread(result) or
  t = TNamedStartedThread(result, _)
}

/** Holds if a row about threads names `m`. */
private predicate isNamedByRow(Callable m) { isNamedByPattern(m, _) }

/** Holds if the threads that begin with `m`, of those that `s` starts, are distinguished from the others. */
private predicate isKeptApart(Values::Site s, Callable m) {
  isLater(s) and Objects::calls(s, _, m, _) and isNamedByRow(m)
  or
  isOneElement(s, m)
}

/** Holds if `s` runs `m` once each time: it is a function that is made and put once into what `s` is handed. */
private predicate isOneElement(Values::Site s, Callable m) {
  startsEach(s) and
  Objects::calls(s, _, m, _) and
  exists(FunctionalExpr f, Expr put |
    m = [f.asMethod(), f.(MemberRefExpr).getReferencedCallable()] and
    f.getEnclosingCallable() = siteCallable(s) and
    put = onlyUse(f) and
    putsInto(put) and
    not isInLoop(f) and
    not isInLoop(put) and
    // Other functions may refer to the same method.
    not exists(MemberRefExpr other | other != f and m = other.getReferencedCallable())
  )
}

/** Gets the only place at which the function `f` is used: where it is made, or where the variable is read that it is in. */
private Expr onlyUse(FunctionalExpr f) {
  result = f and not f = any(LocalVariableDecl v).getAnAssignedValue()
  or
  exists(LocalVariableDecl v |
    f = v.getOnlyValue() and
    result = unique(VarAccess use | use = v.getAnAccess() and not use.isVarWrite())
  )
}

/** Holds if `e` is put into a list or another collection, or an array, once. */
private predicate putsInto(Expr e) {
  exists(MethodCall call |
    e = call.getAnArgument() and
    call.getMethod().hasName(["of", "asList", "add", "addAll", "addLast", "addFirst"])
  )
  or
  e = any(ArrayInit init).getAnInit()
}

/** The threads that begin at one place. */
class AbstractThread extends TThread {
  /**
   * Gets what kind of place this begins at:
   *
   * - `main`: a `main` method
   * - `outside`: whatever code uses the sources; one abstract thread stands for all of its threads
   * - `handler`: a method that a framework calls, as rows of `threadEntry` say
   * - `thread`: what a thread is started with, or an executor, timer or the like is handed
   * - `serial`: the same, run one at a time with all that is handed to the same executor
   * - `callback`: a function that is handed to a library to be run later, perhaps by another thread
   */
  string getKind() {
    this instanceof TMainThread and result = "main"
    or
    (
      this instanceof TOutsideThread or
      this instanceof TNamedOutsideThread or
      this instanceof TMakerThread
    ) and
    result = "outside"
    or
    this instanceof THandlerThread and result = "handler"
    or
    exists(Call call, int i, string when |
      startSite(this) = Values::callbackSite(call, i) and Values::handsCallback(call, i, _, when)
    |
      if when = "later" then result = "callback" else (result = when and when != "now")
    )
  }

  /** Gets the call that starts this, or hands over what it runs, if one does. */
  Call getStart() { startSite(this) = Values::callbackSite(result, _) }

  /** Gets what is handed over: an argument of the start, or the thread that is started. */
  Expr getHandedOver() {
    exists(Call call, int i | startSite(this) = Values::callbackSite(call, i) |
      result = call.getArgument(i)
      or
      i = -1 and result = call.getQualifier()
    )
  }

  /** Gets a callable at which this begins: the `main` method, where a launcher makes an object first. */
  Callable getAnEntry() {
    if this instanceof TMainThread
    then this = TMainThread(result)
    else this.begins(result, _)
  }

  /** Holds if this begins at `m` in the context `c`. */
  predicate begins(Callable m, Context c) {
    exists(Method main | this = TMainThread(main) and isReachable(m, c) |
      m = main or m = launchConstructor(main)
    )
    or
    this = THandlerThread(m) and isReachable(m, c)
    or
    (
      if isHarnessCallable(m) and isNamedByRow(m)
      then this = TNamedOutsideThread(m)
      else if exists(TMakerThread(m))
      then this = TMakerThread(m)
      else this = TOutsideThread()
    ) and
    (
      isHarnessCallable(m) and m.isStatic() and isReachable(m, c)
      or
      Objects::harnessExecutes(m, c, _) and
      not isHandlerMethod(m) and
      not isMainMethod(m) and
      not (m = launchConstructor(_) and not isHarnessCallable(m))
    )
    or
    exists(Values::Site s | Objects::calls(s, _, m, c) and isLater(s) |
      if isKeptApart(s, m) then this = TNamedStartedThread(s, m) else this = TStartedThread(s)
    )
  }

  /** Holds if this executes `m` in the context `c`. */
  predicate executes(Callable m, Context c) { threadExecutes(this, m, c) }

  /** Holds if there may be several threads of this at a time. */
  predicate isMany() {
    this instanceof TOutsideThread
    or
    this instanceof TNamedOutsideThread and not isNamedOnce(this.getAnEntry())
    or
    this instanceof THandlerThread and
    not isNamedOnce(this.getAnEntry()) and
    not isCalledByTimer(this.getAnEntry())
    or
    exists(Values::Site s | s = startSite(this) |
      not startsOnce(s) and
      not startsElementOnce(this) and
      not this.getKind() = "serial" and
      not isNamedOnce(this.getAnEntry())
    )
  }

  /** Holds if this is started for each element of a collection or array, of which several may be the same or alike. */
  predicate isOneOfEach() {
    exists(Values::Site s | s = startSite(this) |
      startsEach(s) and
      not exists(Callable m | this = TNamedStartedThread(s, m) and isOneElement(s, m))
    )
  }

  /** Gets the place of the start, or of the method at which this begins. */
  Location getLocation() {
    result = this.getStart().getLocation()
    or
    not exists(this.getStart()) and
    not this instanceof TOutsideThread and
    not this instanceof TNamedOutsideThread and
    not this instanceof TMakerThread and
    result = this.getAnEntry().getLocation()
  }

  /** Gets a text that describes this. */
  string toString() {
    exists(Method m | this = TMainThread(m) | result = "main of " + m.getDeclaringType().getName())
    or
    this instanceof TOutsideThread and result = "threads of others"
    or
    exists(Callable m | this = TNamedOutsideThread(m) |
      result = "threads of others in " + m.getDeclaringType().getName() + "." + m.getName()
    )
    or
    exists(Callable m | this = TMakerThread(m) |
      result = "threads of others that make " + m.getDeclaringType().getName()
    )
    or
    exists(Method m | this = THandlerThread(m) |
      result = "threads in " + m.getDeclaringType().getName() + "." + m.getName()
    )
    or
    exists(Values::Site s | s = startSite(this) | result = "thread of " + s.getPlace().toString())
  }
}

/** Holds if an annotation says that the one thread of a framework's timer calls `m`. */
private predicate isCalledByTimer(Method m) {
  methodAnnotation(m.getAnAnnotation().getType().getName(), "timer-entry")
}

/** Holds if a row says that `m` is run by one thread at a time, and once. */
private predicate isNamedOnce(Callable m) {
  exists(string pattern | runsOnceEntry(pattern) and isNamedByPattern(m, pattern))
}

/** Holds if `s` starts a thread for each element of a collection or array. */
private predicate startsEach(Values::Site s) {
  exists(Call call, int i, Type t |
    s = Values::callbackSite(call, i) and t = call.getArgument(i).getType().getErasure()
  |
    t instanceof Array or
    t.(RefType).getASourceSupertype*().hasQualifiedName("java.lang", "Iterable")
  )
}

/** Holds if `t` is one element of what is started once. */
private predicate startsElementOnce(TThread t) {
  exists(Values::Site s, Callable m, Call call |
    t = TNamedStartedThread(s, m) and
    isOneElement(s, m) and
    s = Values::callbackSite(call, _) and
    runsOnce(siteCallable(s)) and
    not isInLoop(call)
  )
}

/** Holds if `s` starts one thread, once: it is evaluated once at most, or starts an object that stands for one thread. */
private predicate startsOnce(Values::Site s) {
  exists(Call call, int i | s = Values::callbackSite(call, i) |
    runsOnce(siteCallable(s)) and not isInLoop(call) and not startsEach(s)
    or
    i = -1 and
    strictcount(Object o | receives(call, _, o)) = 1 and
    exists(Object o | receives(call, _, o) and isSingle(o))
  )
}

/** Holds if executing `m0` in the context `c0` executes `m` in the context `c`, by the same thread. */
private predicate stepsTo(Callable m0, Context c0, Callable m, Context c) {
  exists(Values::Site s | Objects::calls(s, c0, m, c) and not isLater(s) and m0 = siteCallable(s))
  or
  initializes(m0, c0, m, c)
}

private predicate initializes(Callable m0, Context c0, Callable m, Context c) {
  mayInitialize(m0, _, m) and
  isReachable(m0, c0) and
  isReachable(m, c)
}

/** Holds if the thread `t` executes `m` in the context `c`. */
cached
predicate threadExecutes(AbstractThread t, Callable m, Context c) {
  t.begins(m, c)
  or
  exists(Callable m0, Context c0 | threadExecutes(t, m0, c0) and stepsTo(m0, c0, m, c))
}

/**
 * Holds if a thread of `a` and a thread of `b`, which may be the same if there are several, may run at the same time. What
 * orders them (`join`, `get`, latches) is left to analyses that look at the code between.
 */
cached
predicate mayHappenInParallel(AbstractThread a, AbstractThread b) {
  (a != b or a.isMany()) and
  not areSerial(a, b) and
  not areNamedApart(a, b) and
  // Others know the object when it has been made.
  not (a instanceof TMakerThread and b.getKind() = "outside") and
  not (b instanceof TMakerThread and a.getKind() = "outside") and
  // Two programs: their `main` methods are not run together.
  not (a != b and a.getKind() = "main" and b.getKind() = "main")
}

/** Holds if `a` and `b` are handed to the same executor, which runs one at a time. */
private predicate areSerial(AbstractThread a, AbstractThread b) {
  isCalledByTimer(a.getAnEntry()) and isCalledByTimer(b.getAnEntry())
  or
  a.getKind() = "serial" and
  b.getKind() = "serial" and
  (
    exists(Object o | receives(a.getStart(), _, o) and receives(b.getStart(), _, o))
    or
    // Static methods: one executor for all, such as the event dispatch thread.
    exists(Callable callee, Callable other |
      callee = a.getStart().getCallee() and
      other = b.getStart().getCallee() and
      callee.isStatic() and
      callee.getDeclaringType().getPackage().getName().splitAt(".", 0) =
        other.getDeclaringType().getPackage().getName().splitAt(".", 0)
    )
  )
}

/** Holds if a row says that `a` and `b` never run at the same time. */
private predicate areNamedApart(AbstractThread a, AbstractThread b) {
  exists(string first, string second |
    neverParallel(first, second) or neverParallel(second, first)
  |
    isNamedByPattern(a.getAnEntry(), first) and isNamedByPattern(b.getAnEntry(), second)
  )
}
