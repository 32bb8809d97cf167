/**
 * @name Class looked for and defined without the lock of class loading
 * @description A class loader that does not find a class loaded and then defines it, without a lock over both, lets two threads
 *              define one class: the second gets a LinkageError.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/class-loaded-twice
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Held
import java.SourceOrder
import java.TestSources

/** Holds if `call` calls the method `name` of class loaders on the loader itself. */
private predicate callsOwn(MethodCall call, string name) {
  call.getMethod().hasName(name) and
  call.getMethod().isMemberOf("java.lang", "ClassLoader") and
  (call.isOwnMethodCall() or call.getQualifier() instanceof SuperAccess)
}

/** Holds if `look` asks whether the loader has loaded a class. */
predicate looks(MethodCall look) { callsOwn(look, "findLoadedClass") }

/** Holds if `act` finds the bytes of a class and defines it, itself or by a private method of the loader. */
predicate defines(MethodCall act) {
  callsOwn(act, ["findClass", "defineClass"])
  or
  exists(Method helper, MethodCall call |
    helper = act.getMethod().getSourceDeclaration() and
    helper.isPrivate() and
    act.isOwnMethodCall() and
    callsOwn(call, ["findClass", "defineClass"]) and
    call.getEnclosingCallable() = helper and
    not locallyHeld(call.getControlFlowNode(), _, _)
  )
}

/** Holds if `act` defines the class that `look` has not found, and nothing keeps another thread from doing so in between. */
predicate definesUnlocked(MethodCall look, MethodCall act) {
  looks(look) and
  defines(act) and
  act.getEnclosingCallable() = look.getEnclosingCallable() and
  strictlyDominates(look.getControlFlowNode(), act.getControlFlowNode()) and
  unprotected(act) and
  unprotected(look) and
  not isTestCallable(look.getEnclosingCallable())
}

from MethodCall look, MethodCall act
where
  act = min(MethodCall a, int line, int column |
    definesUnlocked(look, a) and beginsAt(a, line, column)
  |
    a order by line, column
  )
select act,
  "This defines the class that was not $@, and no lock is held over both: two threads may define it, and the second gets a LinkageError. Hold the lock that getClassLoadingLock gives, or declare the method synchronized.",
  look, "found"
