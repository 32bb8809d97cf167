/**
 * @name State of the whole program changed for a while
 * @description Code that saves what belongs to the whole program, such as System.in, sets it, and sets it back, disturbs all
 *              other threads; two threads that do so leave one's value there for good.
 * @kind problem
 * @problem.severity warning
 * @precision low
 * @id java/restored-global-state
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Held
import java.concurrency.ThreadEntries
import java.SourceOrder
import java.TestSources
private import java.models.Models

/** Holds if `read` reads, and `set` sets, the state of the whole program that rows of `globalState` name `getter`. */
private predicate isRead(Expr read, string package, string type, string getter) {
  globalState(package, type, getter, _) and
  (
    read.(MethodCall).getMethod().hasQualifiedName(package, type, getter)
    or
    read.(FieldAccess).getField().hasName(getter) and
    read.(FieldAccess).getField().getDeclaringType().hasQualifiedName(package, type)
  )
}

private predicate isSet(MethodCall set, string package, string type, string getter) {
  exists(string setter |
    globalState(package, type, getter, setter) and
    set.getMethod().hasQualifiedName(package, type, setter)
  )
}

/** Gets the last argument of `set`, the new value: what comes before it is a key. */
private Expr newValue(MethodCall set) {
  isSet(set, _, _, _) and
  result = set.getArgument(set.getNumArgument() - 1)
}

/** Holds if `back` sets back what `read` has saved and `set` has changed, in one callable and without a lock over all of it. */
predicate setsBack(Expr read, MethodCall set, MethodCall back) {
  exists(string package, string type, string getter, LocalVariableDecl saved |
    isRead(read, package, type, getter) and
    isSet(set, package, type, getter) and
    isSet(back, package, type, getter) and
    read = saved.getAnAssignedValue() and
    newValue(back) = saved.getAnAccess() and
    not newValue(set) = saved.getAnAccess()
  ) and
  set.getEnclosingCallable() = back.getEnclosingCallable() and
  strictlyDominates(read.getControlFlowNode(), back.getControlFlowNode()) and
  strictlyDominates(read.getControlFlowNode(), set.getControlFlowNode()) and
  unprotected(back) and
  not isSingleThreadedProgram(back.getEnclosingCallable().getDeclaringType()
        .getEnclosingType*()) and
  not isTestCallable(back.getEnclosingCallable())
}

from Expr read, MethodCall set, MethodCall back
where
  setsBack(read, set, back) and
  set = min(MethodCall s, int line, int column |
    setsBack(read, s, back) and beginsAt(s, line, column)
  |
    s order by line, column
  )
select back,
  "This sets back what $@ found, though another thread may have set it by now; meanwhile all threads had what is set $@. Hold one lock in all code that does so, or leave what belongs to the whole program alone.",
  read, "this look", set, "here"
