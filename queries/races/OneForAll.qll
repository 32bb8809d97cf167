/**
 * Objects of which several threads have the same one for certain: what a container makes once, and what the code that starts
 * threads has made before and hands to all of them.
 *
 * An abstract object stands for all that are made in one place, so that two threads that use it may each have one of their
 * own. Here it is asked where it is made and who starts the threads.
 */

import java
import java.callgraph.Functions
import java.concurrency.AccessPaths
import java.concurrency.Claims
import java.concurrency.Containers
import java.concurrency.MethodNames
import java.concurrency.ThreadCalls
import java.controlflow.Loops
import java.pointsto.Allocations as Allocations
import java.pointsto.PointsTo as PointsTo
import java.pointsto.Values as Values
import java.program.Program

/** Holds if `o` is what a container makes once, for all of its threads. */
private predicate isOfContainer(Program::Object o) {
  exists(Class c | isSharedByContainer(c) and Allocations::isOpenObject(o.getAllocation(), c))
}

/** Holds if a field of `holder`, which is no array or collection, holds `o`, and the class of the field has it made. */
private predicate holdsItsOwn(Program::Object holder, Program::Object o) {
  exists(Field f, Values::Slot slot |
    slot = f and
    PointsTo::Objects::holds(holder, slot, o) and
    not Allocations::isOpenObject(o.getAllocation(), _) and
    o.getExpr().getEnclosingCallable().getDeclaringType() = f.getDeclaringType()
  )
}

/** Holds if a container makes `o` once, for all of its threads, or what makes it does and keeps it in a field. */
cached
predicate isContainersOnly(Program::Object o) {
  isOfContainer(o)
  or
  exists(Program::Object holder | isOfContainer(holder) and holdsItsOwn(holder, o))
}

/** Gets the place in `c` at which `t` is started: the call, or the function written in `c` that makes it. */
private Expr startWithin(Program::Thread t, Callable c) {
  result = t.getStart() and c = result.getEnclosingCallable()
  or
  exists(LambdaExpr lambda |
    isLambdaMethod(startPlace(t).getEnclosingCallable(), lambda) and
    result = lambda and
    c = lambda.getEnclosingCallable()
  )
}

private Expr startPlace(Program::Thread t) { result = startWithin(t, _) }

/** Holds if `t` is started again and again at `place`, in `c`: in a loop, or by a function that a library runs for each element. */
private predicate isStartedAgain(Program::Thread t, Callable c, Expr place) {
  place = startWithin(t, c) and
  (isRunForEach(place) or isStmtInLoop(place.getEnclosingStmt()))
}

/**
 * Holds if a method of a library, such as `forEach`, runs `f` as often as it has elements: the function is its argument, and
 * is not kept for an event that may come once.
 */
private predicate isRunForEach(LambdaExpr f) {
  exists(MethodCall call | call.getAnArgument() = f |
    not call.getMethod().fromSource() and
    runsFunction(call, f, _) and
    not handsFunctionOver(call, f, _, _)
  )
}

/** Holds if `c` makes `o` by `made`. */
private predicate makesObject(Callable c, Expr made, Program::Object o) {
  made = o.getExpr() and
  c = made.getEnclosingCallable() and
  exists(startWithin(_, c))
}

/** Holds if what `c` executes has `o` from the beginning to the end: it is its `this`, or what that keeps in a field. */
private predicate isOfThis(Callable c, Program::Object o) {
  exists(startWithin(_, c)) and
  exists(Program::Object self | PointsTo::thisPointsTo(c, _, self) |
    o = self
    or
    holdsItsOwn(self, o)
    or
    exists(Program::Object reference |
      holdsItsOwn(self, reference) and
      isMadeForReference(reference, o) and
      o.getExpr().getEnclosingCallable().getDeclaringType() =
        reference.getExpr().getEnclosingCallable().getDeclaringType()
    )
  )
}

/** Holds if a constructor or an initialiser makes `o`, outside of loops, and the atomic reference `reference` holds it. */
private predicate isMadeForReference(Program::Object reference, Program::Object o) {
  reference.getType().(RefType).getSourceDeclaration()
      .hasQualifiedName("java.util.concurrent.atomic", "AtomicReference") and
  PointsTo::Objects::holds(reference, _, o) and
  exists(Expr made | made = o.getExpr() |
    (
      made.getEnclosingCallable() instanceof Constructor or
      made.getEnclosingCallable() instanceof InstanceInitializer
    ) and
    not isStmtInLoop(made.getEnclosingStmt())
  )
}

/**
 * Holds if the code that starts threads of `t` has made `o` before, and lets each of them have it: it starts them in a loop
 * that does not make it.
 */
pragma[nomagic]
predicate isHandedToAll(Program::Thread t, Program::Object o) {
  exists(Callable c, Expr place | isStartedAgain(t, c, place) |
    exists(Expr made, Program::Object root | makesObject(c, made, root) |
      not loopAround(made.getEnclosingStmt()) = loopAround(place.getEnclosingStmt()) and
      (o = root or holdsItsOwn(root, o))
    )
    or
    isOfThis(c, o)
  )
}

/** Holds if `f` holds executors with several threads, which code of its class makes. */
private predicate isPool(Field f) {
  forex(Expr value | value = f.getAnAssignedValue() and not value instanceof NullLiteral |
    isOrMakesExecutor(value.(Call).getCallee().getDeclaringType().getSourceDeclaration()) and
    not makesOneThreadExecutor(value)
  )
}

/** Holds if `t` is a library type that is or makes executors. */
private predicate isOrMakesExecutor(RefType t) {
  t.getPackage().hasName("java.util.concurrent") and
  (
    t.hasName("Executors") or
    t.getASourceSupertype*().hasQualifiedName("java.util.concurrent", "Executor")
  )
}

/**
 * Holds if objects hand tasks, threads of `t`, to a pool of their own whenever they are asked to, and `o` is such an object or
 * what it keeps in a field: the tasks of one object run beside each other.
 */
pragma[nomagic]
predicate isHandedToOwnPool(Program::Thread t, Program::Object o) {
  exists(Callable c, MethodCall start |
    start = startWithin(t, c) and
    start.getQualifier().(FieldAccess).isOwnFieldAccess() and
    isPool(start.getQualifier().(FieldAccess).getField()) and
    not c.isPrivate() and
    not sourceMethodSays(c, "initialises") and
    // Who claims first hands one task over at a time.
    not exists(Claim claim | claim.isWonAt(start)) and
    isOfThis(c, o)
  )
}

/** Holds if `c` starts `t`, and `o` is one that it has made or is called on. */
pragma[nomagic]
predicate isOfStarter(Callable c, Program::Thread t, Program::Object o) {
  exists(startWithin(t, c)) and
  exists(Program::Object root |
    makesObject(c, _, root) and (o = root or holdsItsOwn(root, o))
    or
    isOfThis(c, o)
  )
}

/** Holds if the class of `c` starts `t` where it is initialised: whoever executes `c` does so beside `t`. */
predicate isStartedWithClassOf(Program::Thread t, Callable c) {
  exists(StaticInitializer i |
    exists(startWithin(t, i)) and i.getDeclaringType() = c.getDeclaringType()
  )
}

/** Holds if one callable starts `a` and `b`, and has made `o` before. */
bindingset[a, b, o]
pragma[inline_late]
predicate isHandedToBoth(Program::Thread a, Program::Thread b, Program::Object o) {
  a != b and
  exists(Callable c | isOfStarter(c, a, o) and exists(startWithin(b, c)))
}

/**
 * Holds if one callable starts `a` and `b`, has each of them run a function that is written there, and `o` is what both capture:
 * what it has made before, or is called on.
 */
bindingset[o]
pragma[inline_late]
predicate isWrittenForBoth(Program::Thread a, Program::Thread b, Program::Object o) {
  exists(Callable c | isWrittenFor(a, c, o) and isWrittenFor(b, c, o) and a != b)
}

/** Holds if `c` starts `t` with a function that is written there, and `o` is what `c` has made before, or is called on. */
pragma[nomagic]
predicate isWrittenFor(Program::Thread t, Callable c, Program::Object o) {
  isOfStarter(c, t, o) and
  runsBesideOthers(t) and
  exists(FunctionCreation f |
    t.getAnEntry() = [f.getARunCallable(), f.(FunctionalExpr).asMethod()] and
    c = f.getEnclosingCallable() and
    startWithin(t, c) = startPlace(t)
  )
}

/**
 * Holds if `t` is a thread of its own, or a task of a pool that has several threads: of an executor of which nothing is known, such
 * as an event loop, one thread may run all.
 */
private predicate runsBesideOthers(Program::Thread t) {
  exists(Expr start | start = t.getStart() |
    start.(ClassInstanceExpr).getConstructedType().getASourceSupertype*() instanceof TypeThread or
    start.(MethodCall).getQualifier().getType().(RefType)
        .getASourceSupertype*() instanceof TypeThread or
    isPool(start.(MethodCall).getQualifier().(FieldAccess).getField())
  )
}

/**
 * Holds if the loop that starts threads of `t` has them run a function that is written there, and `o` is what this captures:
 * what the code around the loop has made, or is called on.
 */
pragma[nomagic]
predicate isWrittenForAll(Program::Thread t, Program::Object o) {
  isHandedToAll(t, o) and
  exists(FunctionCreation f |
    t.getAnEntry() = [f.getARunCallable(), f.(FunctionalExpr).asMethod()] and
    startWithin(t, f.getEnclosingCallable()) = startPlace(t)
  )
}
