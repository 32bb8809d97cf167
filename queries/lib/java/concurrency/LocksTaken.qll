/**
 * Which locks callables take, themselves and through calls, and what the lock of a called method is called by its
 * caller: `this` is the receiver, a parameter is the argument, class objects and static fields are the same everywhere.
 */

import java
import java.callgraph.CallGraph
import java.concurrency.AccessPaths
import java.models.Models

/** Gets the greatest number of calls through which a lock is followed. */
int callBound() { result = max(int value | lockBound("calls", value)) }

/** Gets the greatest number of calls through which a lock that means the same everywhere is followed. */
private int globalCallBound() { result = max(int value | lockBound("globalCalls", value)) }

/** Holds if `c` takes a lock itself. */
private predicate locksItself(Callable c) {
  c.isSynchronized()
  or
  exists(Expr e | isLockOperand(e) and c = e.getEnclosingCallable())
}

/** Holds if `c`, or something that it calls, takes a lock. */
private predicate isLocker(Callable c) {
  locksItself(c)
  or
  exists(Call call | mayLock(call) and call.getEnclosingCallable() = c)
}

/** Gets the greatest number of targets of a call that are followed. */
private int targetBound() { result = max(int value | lockBound("targets", value)) }

/** Holds if `c` runs code that we know, or locks as its declaration shows. */
private predicate isKnown(Callable c) {
  exists(c.getBody()) and not c instanceof InitializerMethod and not isLambdaMethod(c, _)
  or
  c.isSynchronized() and
  exists(string package, string type |
    synchronizesEachCall(package, type) and c.getDeclaringType().hasQualifiedName(package, type)
  )
}

/**
 * Holds if `call` may execute `target`, of which the code or the lock is known. Where the receiver is of a library's
 * type, most of the methods that may run are not among the sources, so that following the others would mislead.
 */
private predicate mayExecute(Call call, Callable target) {
  RunsInProgram::calls(_, call, target) and
  isKnown(target) and
  not call instanceof LockCall and
  (target = call.getCallee().getSourceDeclaration() or hasReceiverFromSource(call))
}

pragma[nomagic]
private predicate hasReceiverFromSource(MethodCall call) {
  call.getReceiverType().getSourceDeclaration().fromSource()
}

/** Holds if `call` may execute `target`, one of few, on its receiver; calls that take or give back a lock are not followed. */
cached
predicate callTarget(Call call, Callable target) {
  mayExecute(call, target) and
  strictcount(Callable other | mayExecute(call, other)) <= targetBound()
}

/** Holds if `call` runs the body of a lambda expression that its own callable makes, `target`, before it returns. */
private predicate lambdaTarget(MethodCall call, Method target) {
  exists(LambdaExpr lambda |
    isLambdaMethod(target, lambda) and
    RunsInProgram::runs(lambda.getEnclosingCallable(), call, target)
  )
}

/** Holds if `call` runs `target` before it returns. */
private predicate runsAt(Call call, Callable target) {
  callTarget(call, target) or
  lambdaTarget(call, target)
}

/** Holds if `call` may lead to a lock. */
predicate mayLock(Call call) { exists(Callable target | isLocker(target) and runsAt(call, target)) }

/** Holds if `call` runs `target`, which may lock. */
predicate runsLocker(Call call, Callable target) { runsAt(call, target) and isLocker(target) }

/** Locks, and what is handed to code that locks. */
private class LockPaths extends PathRequest {
  override predicate names(Expr e) {
    isLockOperand(e)
    or
    exists(Call call | mayLock(call) |
      e = call.(MethodCall).getQualifier() or e = call.getAnArgument()
    )
  }

  override predicate calls(MethodCall call) { mayLock(call) }

  override predicate leads(TAccessPath base, TStep last) { isTranslatedTo(_, _, _, base, last) }
}

/** Holds if names are followed from `caller` to `target`, which locks and which `call` runs. */
private predicate runsLockerIn(Callable caller, ExprParent call, Callable target) {
  runsLocker(call, target) and
  caller = call.(Call).getEnclosingCallable()
}

private module Renaming = Substitution<runsLockerIn/3>;

/** Holds if `c`, declared `synchronized`, holds the lock `path`. */
predicate isLockOfMethod(Callable c, TAccessPath path) {
  c.isSynchronized() and
  (
    c.isStatic() and path = TRootPath(TClassRoot(c.getDeclaringType().getSourceDeclaration()))
    or
    not c.isStatic() and path = TRootPath(TThisRoot())
  )
}

/** Holds if `c` itself takes the lock `path`. */
private predicate takesItself(Callable c, TAccessPath path) {
  isLockOfMethod(c, path)
  or
  exists(Expr e | isLockOperand(e) and denotes(e, path) and c = e.getEnclosingCallable())
}

/** Holds if `path` has no index that only its own method understands. */
private predicate isPlain(TAccessPath path) {
  path = TRootPath(_)
  or
  exists(TAccessPath base, TStep last | path = TLongerPath(base, last) and isPlain(base) |
    last = TFieldStep(_) or last = TMethodStep(_) or last = TConstantStep(_)
  )
}

/** Holds if `path` begins where its own method says, so that its callers call it otherwise. */
private predicate isRelative(TAccessPath path) {
  exists(TRoot root | path = TRootPath(root) and not isGlobalRoot(root))
  or
  exists(TAccessPath base | path = TLongerPath(base, _) and isRelative(base))
}

/** Holds if the lock `path`, taken in `c` or, `calls` calls away, in something that it calls, is passed on to the callers. */
private predicate isPassedOn(Callable c, TAccessPath path, int calls) {
  takesItself(c, path) and isRelative(path) and calls = 0
  or
  exists(Call call |
    isTaken(call, path, calls - 1) and
    // A fact about a lock that is passed on through this many calls may begin as many calls from the place that locks.
    calls < 2 * callBound() and
    isRelative(path) and
    isPlain(path) and
    c = call.getEnclosingCallable()
  )
}

/** Holds if something that `call` runs takes the lock that the caller names `path`. */
private predicate isTaken(Call call, TAccessPath path, int calls) {
  exists(Callable target, TAccessPath inner |
    isPassedOn(target, inner, calls) and isTranslated(call, target, inner, path)
  )
}

/** Holds if `path` is known of `c`, or the beginning of what is. */
private predicate isPassedOnFrom(Callable c, TAccessPath path) {
  isPassedOn(c, path, _)
  or
  exists(TAccessPath longer | isPassedOnFrom(c, longer) and longer = TLongerPath(path, _))
}

/** Holds if what `target`, run by `call`, names `inner` is `outer` in the caller: TRANSLATELOCK of the atomicity paper. */
predicate isTranslated(Call call, Callable target, TAccessPath inner, TAccessPath outer) {
  exists(TRoot root |
    isPassedOnFrom(target, inner) and
    inner = TRootPath(root) and
    Renaming::ofRoot(call, target, root, outer)
  )
  or
  exists(TAccessPath base, TStep last |
    isTranslatedTo(call, target, inner, base, last) and outer = TLongerPath(base, last)
  )
}

/** Holds if what `target`, run by `call`, names `inner` is `base` and then `last` in the caller. */
private predicate isTranslatedTo(
  Call call, Callable target, TAccessPath inner, TAccessPath base, TStep last
) {
  exists(TAccessPath innerBase, TStep step |
    isTranslated(call, target, innerBase, base) and
    isPassedOnStep(target, innerBase, inner, step) and
    last = Renaming::ofStep(call, target, step)
  )
}

/** Holds if `inner`, which is `base` and then `last`, is known of `c`, or the beginning of what is. */
private predicate isPassedOnStep(Callable c, TAccessPath base, TAccessPath inner, TStep last) {
  isPassedOnFrom(c, inner) and
  inner = TLongerPath(base, last)
}

/**
 * A lock, as one callable names it: the access path of something that it, or a method that it calls, takes. What a method
 * gives, other than a getter, may be another object at each call, and is no lock that can be compared.
 */
class Lock extends AccessPath {
  Lock() {
    not this.hasMethod() and
    (takesItself(_, this) or exists(int calls | isTaken(_, this, calls) and calls < callBound()))
  }
}

/** Holds if `c` does something to `lock`. */
signature predicate lockFactSig(Callable c, Lock lock);

/** Holds if what `call` runs does to locks is passed on to the callers of its callable. */
signature predicate passedOnSig(Call call);

/** What becomes of facts about locks on the way from methods to their callers. */
module ToCallers<lockFactSig/2 fact, passedOnSig/1 passedOn> {
  /**
   * Holds if the fact holds in `c`, or in something that it calls, for `lock`, whose name means something in `c` only
   * and can be passed on to the callers; `calls` calls lie in between.
   */
  private predicate relative(Callable c, Lock lock, int calls) {
    fact(c, lock) and isRelative(lock) and calls = 0
    or
    exists(Call call |
      atCall(call, lock, calls - 1) and
      calls < callBound() and
      isRelative(lock) and
      isPlain(lock) and
      passedOn(call) and
      c = call.getEnclosingCallable()
    )
  }

  /** Holds if the fact holds in something that `call` runs, for what the caller names `lock`. */
  private predicate atCall(Call call, Lock lock, int calls) {
    exists(Callable target, Lock inner |
      relative(target, inner, calls) and isTranslated(call, target, inner, lock)
    )
  }

  /** Holds if the fact holds in `c`, or in something that it calls, for `lock`, the same lock for all methods. */
  private predicate global(Callable c, Lock lock, int calls) {
    lock.isGlobal() and
    isPlain(lock) and
    (
      fact(c, lock) and calls = 0
      or
      exists(Call call |
        atCall(call, lock, calls - 1) and
        passedOn(call) and
        c = call.getEnclosingCallable() and
        calls <= globalCallBound()
      )
    )
    or
    exists(Callable target |
      passesOn(c, target) and global(target, lock, calls - 1) and calls < globalCallBound()
    )
  }

  /** Holds if `c` runs `target` through some call and learns what it does. */
  private predicate passesOn(Callable c, Callable target) {
    exists(Call call | runsAt(call, target) and passedOn(call) and c = call.getEnclosingCallable())
  }

  /** Holds if the fact holds in `c`, or in something that it calls, for `lock`. */
  predicate inCallable(Callable c, Lock lock) {
    relative(c, lock, _) and isPlain(lock)
    or
    global(c, lock, _)
  }

  /** Holds if the fact holds in something that `call` runs, for `lock` as the caller names it. */
  predicate inCall(Call call, Lock lock) {
    atCall(call, lock, _)
    or
    exists(Callable target, int calls |
      runsAt(call, target) and global(target, lock, calls) and calls < globalCallBound()
    )
  }
}

/** Holds if `call` is a call: what it runs is passed on to all callers. */
private predicate isPassedOn(Call call) { mayLock(call) }

/** Holds if `c` itself takes `lock`. */
private predicate takesLockItself(Callable c, Lock lock) { takesItself(c, lock) }

/** What methods take, themselves and through calls. */
private module Taken = ToCallers<takesLockItself/2, isPassedOn/1>;

/** Gets the lock that the block of `s` holds, if it has an access path. */
Lock lockOfBlock(SynchronizedStmt s) { denotes(s.getExpr(), result) }

/** Gets the lock that `c`, declared `synchronized`, holds. */
Lock lockOfMethod(Callable c) { isLockOfMethod(c, result) }

/** Gets the lock that `call` takes or gives back, if it has an access path. */
Lock lockOfCall(LockCall call) { denotes(operandOf(call), result) }

/** Holds if `c`, or something that it calls, takes `lock`: LOCKSHELD of the atomicity paper. */
predicate takes(Callable c, Lock lock) { Taken::inCallable(c, lock) }

/** Holds if something that `call` runs takes `lock`, named as the caller names it. */
predicate takesAt(Call call, Lock lock) { Taken::inCall(call, lock) }

/** Holds if what `target`, run by `call`, names `inner` is `outer` in the caller, a global lock included. */
bindingset[call, target, inner]
predicate isCalled(Call call, Callable target, Lock inner, Lock outer) {
  inner.isGlobal() and outer = inner and runsAt(call, target)
  or
  isTranslated(call, target, inner, outer)
}

/**
 * Holds if `lock`, as `c` names it, can exist: a field of `this` is one of the class of `this`, of a superclass or of a
 * subclass. What is passed on through calls that class hierarchy allows and no object makes is none.
 */
bindingset[lock, c]
predicate isPossible(Lock lock, Callable c) {
  not exists(Field f | f = firstOfThis(lock) | not isRelated(thisTypeOf(c), f.getDeclaringType()))
}

/** Gets the field with which `path` leads on from `this`. */
private Field firstOfThis(AccessPath path) {
  path = TLongerPath(TRootPath(TThisRoot()), TFieldStep(result)) or
  result = firstOfThis(path.getBase())
}

/** Holds if an object can be of both classes. */
bindingset[t, declaring]
private predicate isRelated(RefType t, RefType declaring) {
  t.getASourceSupertype*() = declaring.getSourceDeclaration() or
  declaring.getSourceDeclaration().getASourceSupertype*() = t
}
