/**
 * The methods that a call may run before it returns: by class hierarchy, narrowed to the receiver's static type, and
 * lambda expressions that are run at once.
 */

import java
import java.concurrency.LockTypes
import java.concurrency.RunsLambda
import java.concurrency.AccessPaths
import java.models.Models

/** Gets the greatest number of targets of a call that are followed. */
private int targetBound() { result = max(int value | lockBound("targets", value)) }

/** Holds if a call of `c` runs code that we know, or locks as its declaration tells. */
private predicate isKnown(Callable c) {
  exists(c.getBody())
  or
  c.isSynchronized() and
  exists(string package, string type |
    synchronizesEachCall(package, type) and c.getDeclaringType().hasQualifiedName(package, type)
  )
}

/** Holds if `call` runs exactly `m`, whatever its receiver is. */
private predicate runsExactly(Call call, Callable m) {
  m = call.getCallee().getSourceDeclaration() and
  isKnown(m) and
  (
    m instanceof Constructor or
    not m.(Method).isVirtual() or
    call instanceof SuperMethodCall or
    not exists(m.getBody())
  )
}

/**
 * Holds if `call` runs `m` or a method that overrides it, as its receiver of the static type `receiver` decides. Where
 * that type is a library's, most of the methods that may run are not among the sources, so that following the others
 * would mislead.
 */
private predicate isDispatched(MethodCall call, Method m, RefType receiver) {
  m = call.getMethod().getSourceDeclaration() and
  m.isVirtual() and
  not call instanceof SuperMethodCall and
  exists(RefType declaring | declaring = m.getDeclaringType() |
    receiver = receiverClass(call) and receiver != declaring
    or
    not receiverClass(call) != declaring and receiver = declaring
  ) and
  receiver.fromSource()
}

/** Gets the class of the receiver of `call`, if its static type is a class or interface. */
private ClassOrInterface receiverClass(MethodCall call) {
  result = call.getQualifier().getType().(RefType).getSourceDeclaration()
  or
  not call.hasQualifier() and
  result = thisTypeOf(call.getEnclosingCallable()) and
  result.getASourceSupertype+() = call.getMethod().getDeclaringType().getSourceDeclaration()
}

/** Holds if some call on a receiver of type `receiver` asks for `m`. */
private predicate isAsked(Method m, RefType receiver) { isDispatched(_, m, receiver) }

/** Gets `m` or a method that overrides it, if its code is known; no lambda. */
private Method implementationOf(Method m) {
  isAsked(m, _) and
  (result = m or overridesDirectly(result, m)) and
  exists(result.getBody()) and
  not isLambdaMethod(result, _)
}

/** Gets the type `receiver`, asked for another type's method, or one of its supertypes. */
private RefType aboveReceiver(RefType receiver) {
  exists(Method m | isAsked(m, receiver) and m.getDeclaringType() != receiver) and
  result = receiver.getASourceSupertype*()
}

/** Gets a method that a call of `m` on a receiver of static type `receiver` may run. */
private Method candidate(Method m, RefType receiver) {
  isAsked(m, receiver) and
  result = implementationOf(m) and
  (
    m.getDeclaringType() = receiver
    or
    result.getDeclaringType().getASourceSupertype+() = receiver
    or
    result.getDeclaringType() = aboveReceiver(receiver) and
    not exists(Method nearer |
      nearer = implementationOf(m) and
      nearer.getDeclaringType() = aboveReceiver(receiver) and
      overridesDirectly(nearer, result)
    )
  )
}

/** Holds if `call` may run `target` before it returns; calls that take or give back a lock are not followed. */
cached
predicate callTarget(Call call, Callable target) {
  runsExactly(call, target) and not call instanceof LockCall
  or
  exists(Method m, RefType receiver |
    isDispatched(call, m, receiver) and
    not call instanceof LockCall and
    target = candidate(m, receiver) and
    strictcount(candidate(m, receiver)) <= targetBound()
  )
}

/** Holds if `call` runs the body of a lambda expression that is given to it, `target`, before it returns. */
predicate lambdaTarget(MethodCall call, Method target) {
  exists(LambdaExpr lambda |
    lambda = call.getAnArgument() and
    isLambdaMethod(target, lambda) and
    lambda.(InPlaceFunction).runsNow()
  )
}
