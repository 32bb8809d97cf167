/** What is known of objects where they are used, beside those that nobody else knows yet. */

import java
import java.callgraph.CallGraph
import java.concurrency.ThreadCalls
import java.concurrency.ThreadEntries
import java.concurrency.Unshared
import java.controlflow.Loops
import java.models.Models

/** Holds if `m` returns an object that it has made. */
private predicate returnsNew(Method m) {
  m.fromSource() and
  forex(ReturnStmt s | s.getEnclosingCallable() = m |
    makes(s.getExpr()) or
    makes(s.getExpr().(VarAccess).getVariable().(LocalVariableDecl).getOnlyValue())
  )
}

/** Holds if all that is ever assigned to `f` is made on the spot for it. */
predicate holdsOnlyMade(Field f) {
  f.fromSource() and
  not f.isStatic() and
  makes(f.getAnAssignedValue()) and
  forall(Expr value | value = f.getAnAssignedValue() | makes(value) or value instanceof NullLiteral)
}

/**
 * Holds if `e` denotes another object each time it is evaluated: its callable has made the object, or had it made by a
 * method that does nothing else, and no loop comes to `e` again with the same one.
 */
predicate isAnotherEachTime(VarAccess e) {
  exists(LocalVariableDecl v, Expr value |
    e = v.getAnAccess() and
    e.getEnclosingCallable() = v.getCallable() and
    value = v.getOnlyValue() and
    (
      makes(value)
      or
      exists(Method m | m = value.(MethodCall).getMethod().getSourceDeclaration() |
        returnsNew(m) and not overridesDirectly(_, m)
      )
    ) and
    forall(LoopStmt loop | loop = loopAround(e.getEnclosingStmt()) |
      loop = loopAround(value.getEnclosingStmt())
    )
  )
}

/**
 * Holds if `e`, in a function, denotes what the callable around that has made for it alone: no other function knows it, each
 * evaluation of the function has another one, and the function is handed on once, to start or to be put into what is started.
 */
predicate isCapturedAlone(VarAccess e) {
  exists(LocalVariableDecl v, FunctionalExpr function |
    e = v.getAnAccess() and
    isOnlyCapturedBy(v, function) and
    e.getEnclosingCallable() = function.asMethod()
  )
}

/**
 * Holds if `v` holds an object that its callable has made, and `function`, which is used once, is the only function that
 * captures it.
 */
private predicate isOnlyCapturedBy(LocalVariableDecl v, FunctionalExpr function) {
  makes(v.getOnlyValue()) and
  isArgumentOnly(function) and
  function.getEnclosingCallable() = v.getCallable() and
  function.asMethod() = unique(Callable c |
    c = v.getAnAccess().getEnclosingCallable() and c != v.getCallable()
  ) and
  forall(LoopStmt loop | loop = loopAround(function.getEnclosingStmt()) |
    loop = loopAround(v.getOnlyValue().getEnclosingStmt())
  ) and
  forall(VarAccess other |
    other = v.getAnAccess() and other.getEnclosingCallable() = v.getCallable()
  |
    isUsedOrCollected(other)
  )
}

/** Holds if `e` only uses its object on the spot, or puts it into a collection, so that no other object refers to it. */
private predicate isUsedOrCollected(VarAccess e) {
  e = any(FieldAccess a).getQualifier()
  or
  e = any(MethodCall call).getQualifier()
  or
  exists(MethodCall put | e = put.getAnArgument() | putsIntoCollection(put))
}

/** Holds if `put` puts its argument into a collection of a library. */
private predicate putsIntoCollection(MethodCall put) {
  put.getMethod().hasName(["add", "addLast", "addFirst", "of", "asList"]) and
  not put.getMethod().fromSource()
}

/** Holds if `function` is nothing but an argument of a call: what a thread or an executor runs, or what is put into a collection. */
private predicate isArgumentOnly(FunctionalExpr function) {
  function = any(ThreadStart start).getHandedOver()
  or
  exists(MethodCall put | function = put.getAnArgument() and putsIntoCollection(put))
}

private newtype TState =
  TShared() or
  TReached() or
  TThreadOwn() or
  TKnownToStarted() or
  TMaking()

/** What is known of an object where it is used: who may use it at the same time. */
class State extends TState {
  /** Holds if others may know it. */
  predicate isShared() { this = TShared() }

  /** Holds if the thread came to it from an object of its own, by fields that others may hold too. */
  predicate isReached() { this = TReached() }

  /** Holds if it belongs to the thread: no other thread of the same start has the same one. */
  predicate isOwn() { this = TThreadOwn() }

  /** Holds if its maker has started threads that may know it, and nobody else does. */
  predicate isKnownToStarted() { this = TKnownToStarted() }

  /** Holds if nobody else knows it yet. */
  predicate isInTheMaking() { this = TMaking() }

  /** Holds if more threads may have an object in this state than one in the state `other`. */
  predicate isLessOwn(State other) {
    this.isShared() and (other.isReached() or other.isOwn() or other.isKnownToStarted())
    or
    this.isReached() and other.isOwn()
  }

  /** Gets the state of what the fields of such an object hold, if others may hold it too. */
  State ofParts() {
    if this.isOwn() or this.isReached()
    then result.isReached()
    else result.isShared()
  }

  /** Gets the state of such an object where its maker has started threads. */
  State afterStart() { if this.isInTheMaking() then result.isKnownToStarted() else result = this }

  /** Gets a text that describes this. */
  string toString() {
    this = TShared() and result = "shared"
    or
    this = TReached() and result = "reached"
    or
    this = TThreadOwn() and result = "own"
    or
    this = TKnownToStarted() and result = "known to started threads"
    or
    this = TMaking() and result = "in the making"
  }
}

/** Holds if `site` is a call on the own object. */
predicate isOnOwn(ExprParent site) {
  site.(MethodCall).isOwnMethodCall() or
  site.(MethodCall).getQualifier() instanceof SuperAccess or
  site instanceof ThisConstructorInvocationStmt or
  site instanceof SuperConstructorInvocationStmt
}

/** Gets the field of the own object that the value of `e` is read from, directly, by a local variable or by a getter. */
cached
Field ownFieldRead(Expr e) {
  result = e.(FieldRead).getField() and e.(FieldRead).isOwnFieldAccess()
  or
  result = ownFieldRead(e.(CastingExpr).getExpr())
  or
  result = ownFieldRead(e.(VarAccess).getVariable().(LocalVariableDecl).getOnlyValue())
  or
  e.(MethodCall).isOwnMethodCall() and
  result = e.(MethodCall).getMethod().getSourceDeclaration().(GetterMethod).getField()
}

/** Holds if `f` holds what the maker of its object has handed in, so that the maker may hand the same to several. */
predicate isHandedIn(Field f) {
  exists(Parameter p |
    p.getCallable() instanceof Constructor and f.getAnAssignedValue() = p.getAnAccess()
  )
}

/** Holds if `e` is reached from the own object, by fields that it has found itself and by methods that take nothing. */
cached
predicate isReachedFromOwn(Expr e) {
  exists(Field f | f = ownFieldRead(e) and not isHandedIn(f))
  or
  exists(FieldRead read | read = e |
    isReachedFromOwn(read.getQualifier()) and not isHandedIn(read.getField())
  )
  or
  isReachedFromOwn(e.(CastingExpr).getExpr())
  or
  isReachedFromOwn(e.(VarAccess).getVariable().(LocalVariableDecl).getOnlyValue())
  or
  exists(MethodCall call | call = e |
    call.getMethod().hasNoParameters() and
    call.getMethod().fromSource() and
    not call.getMethod().isStatic() and
    not isHandedIn(call.getMethod().getSourceDeclaration().(GetterMethod).getField()) and
    isReachedFromOwn(call.getQualifier())
  )
}
