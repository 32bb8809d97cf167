/**
 * @name Map changed by its own computing function
 * @description The function of computeIfAbsent, compute, computeIfPresent or merge must not change the map: a
 *              ConcurrentHashMap then hangs or throws, and a HashMap throws or loses entries.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/recursive-compute
 * @tags concurrency
 *       correctness
 */

import java
import java.SourceOrder
import java.callgraph.CallGraph
import java.concurrency.SharedObjects
import java.TestSources

/** Holds if the map in `v` must not be changed by the functions that it runs: it is a hash map, as far as is seen. */
predicate isHashMap(Variable v) {
  exists(RefType t | t = v.getType() or t = v.getAnAssignedValue().getType() |
    t.getSourceDeclaration().hasQualifiedName("java.util.concurrent", "ConcurrentHashMap") or
    t.getSourceDeclaration().hasQualifiedName("java.util", "HashMap")
  )
}

/** Holds if `compute` makes the map in `v` run the function `target`. */
predicate computes(MethodCall compute, Variable v, Callable target) {
  compute.getMethod().hasName(["computeIfAbsent", "computeIfPresent", "compute", "merge"]) and
  v = getReceiverVariable(compute) and
  isHashMap(v) and
  exists(Expr function | function = compute.getArgument(compute.getNumArgument() - 1) |
    target = function.(LambdaExpr).asMethod()
    or
    target = function.(MemberRefExpr).getReferencedCallable().getSourceDeclaration() and
    isOwnReference(function)
    or
    target = function.(ClassInstanceExpr).getAnonymousClass().getAMethod() and
    target.hasName("apply")
  )
}

/** Holds if `e` names a static method, or one of this object. */
predicate isOwnReference(MemberRefExpr e) {
  e.getReferencedCallable().isStatic()
  or
  exists(ThisAccess self | self.getParent() = e)
}

/** Holds if `call` is one on this object, on one around it, or of a static method. */
predicate isOwnCall(MethodCall call) {
  call.getMethod().isStatic() or
  not call.hasQualifier() or
  call.isOwnMethodCall()
}

/** Holds if what `compute` makes the map run comes to `c`, after `calls` calls, always on the same object. */
predicate runs(MethodCall compute, Callable c, int calls) {
  computes(compute, _, c) and calls = 0
  or
  exists(MethodCall call |
    runs(compute, call.getEnclosingCallable(), calls - 1) and
    calls <= 4 and
    isOwnCall(call) and
    c = call.getMethod().getSourceDeclaration() and
    exists(c.getBody())
  )
}

/** Holds if `change`, which the function of `compute` comes to, changes the map in `v`. */
predicate changesOwnMap(MethodCall compute, MethodCall change, Variable v) {
  computes(compute, v, _) and
  runs(compute, change.getEnclosingCallable(), _) and
  v = getReceiverVariable(change) and
  change.getMethod()
      .hasName(["computeIfAbsent", "computeIfPresent", "compute", "merge", "put", "putIfAbsent",
          "putAll", "remove", "clear", "replace"])
}

from MethodCall compute, MethodCall change, Variable v
where
  changesOwnMap(compute, change, v) and
  not isTestCallable(compute.getEnclosingCallable()) and
  change = min(MethodCall c, string path, int line, int column |
    changesOwnMap(compute, c, v) and beginsAt(c, path, line, column)
  |
    c order by path, line, column
  )
select compute,
  "The function that this runs changes $@ itself, $@: a ConcurrentHashMap hangs or throws then, a HashMap throws or loses entries. Compute the value first, and put it with putIfAbsent.",
  v, "'" + v.getName() + "'", change, "here"
