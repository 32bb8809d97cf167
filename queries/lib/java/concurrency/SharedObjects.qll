/**
 * Objects that lock each call themselves, in fields and local variables, and who else may change them: whether a lock keeps
 * others out between two calls, and whether what was found can go.
 */

import java
import java.callgraph.CallGraph
import java.concurrency.Held
import java.concurrency.Locks
private import java.concurrency.MethodNames
import java.concurrency.Stability
import java.concurrency.ThreadSafeTypes
import java.concurrency.Unshared
private import java.UnknownMethods
import java.models.Models

/** Gets the field of `this`, of an object around it, or static, that `e` reads, directly, by a getter or from a copy. */
private Field fieldOf(Expr e) {
  exists(FieldAccess a | a = e and result = a.getField() |
    a.isOwnFieldAccess() or result.isStatic() or a.isEnclosingFieldAccess(_)
  )
  or
  result = getGottenField(e.(MethodCall).getMethod().getSourceDeclaration()) and
  (e.(MethodCall).isOwnMethodCall() or result.isStatic())
  or
  result = fieldOf(e.(CastingExpr).getExpr())
  or
  exists(LocalVariableDecl v | e = v.getAnAccess() | result = fieldOf(v.getOnlyValue()))
}

/** Holds if `v` has one value from its declaration on. */
private predicate isLasting(LocalScopeVariable v) {
  v instanceof Parameter and not exists(v.getAnAssignedValue())
  or
  v instanceof LocalVariableDecl and not strictcount(v.getAnAssignedValue()) > 1
}

/** Gets the variable by which we know the object of `e`: a field, or a local variable that keeps its value. */
Variable getObjectVariable(Expr e) {
  result = fieldOf(e)
  or
  not exists(fieldOf(e)) and result = e.(VarAccess).getVariable() and isLasting(result)
}

/** Gets the variable by which we know the object on which `call` is made. */
Variable getReceiverVariable(MethodCall call) { result = getObjectVariable(call.getQualifier()) }

/** Holds if `t`, a library type, locks its own object in each call. */
private predicate locksItself(RefType t) {
  exists(string package, string type |
    synchronizesEachCall(package, type) and
    t.getSourceDeclaration().getASourceSupertype*().hasQualifiedName(package, type)
  )
}

/** Holds if `call` makes a view of a collection that locks itself in each call, also where the library is not at hand. */
predicate makesSynchronizedView(MethodCall call) {
  exists(string package, string type | synchronizedFactory(package, type) |
    call.getMethod().getName().matches("synchronized%") and
    call.getMethod().getDeclaringType().hasQualifiedName(package, type)
    or
    exists(string name |
      callsUnknownMethod(call, package, type, name) and name.matches("synchronized%")
    )
  )
}

/** Holds if `v` is meant for several threads, as the type of its object says: it was not there before concurrent collections. */
predicate isMadeForThreads(Variable v) {
  not locksItself(v.getType()) and
  not locksItself(v.getAnAssignedValue().getType())
}

/** Holds if whoever holds the monitor of the object in `v` keeps others from calling it. */
predicate isLockedByCalls(Variable v) {
  locksItself(v.getType())
  or
  locksItself(v.getAnAssignedValue().getType())
  or
  makesSynchronizedView(v.getAnAssignedValue())
  or
  exists(Method m | m.getDeclaringType() = v.getType().(RefType).getSourceDeclaration() |
    m.isSynchronized() and m.fromSource()
  )
}

/** Holds if the method `m` of a library changes its object. */
private predicate isChangingLibraryMethod(Method m) {
  exists(string package, string type |
    modifiesReceiver(package, type, m.getName()) and m.isMemberOf(package, type)
  )
  or
  m.getDeclaringType().getPackage().hasName("java.util.concurrent.atomic") and
  not m.isStatic() and
  not m.getName().regexpMatch("get(Plain|Opaque|Acquire)?|\\w+Value|toString|sum|length")
  or
  m.getDeclaringType().hasQualifiedName("java.lang", "StringBuffer") and
  m.getName().regexpMatch("append\\w*|insert|delete\\w*|replace|set\\w+|reverse|trimToSize")
}

/** Holds if `e` denotes an own field, or what it holds, or an element of that. */
private predicate isOwnContent(Expr e) {
  e.(FieldAccess).isOwnFieldAccess() or
  isOwnContent(e.(ArrayAccess).getArray())
}

/** Holds if `m`, of the sources, changes its object: a field, or what a field holds, itself or by calls on the object. */
predicate changesItsObject(Method m) {
  exists(FieldWrite w | w.getEnclosingCallable() = m and w.isOwnFieldAccess())
  or
  exists(ArrayAccess element | element.getEnclosingCallable() = m and isOwnContent(element) |
    element = any(Assignment a).getDest() or element = any(UnaryAssignExpr a).getExpr()
  )
  or
  exists(MethodCall call | call.getEnclosingCallable() = m |
    call.getQualifier().(FieldAccess).isOwnFieldAccess() and isChangingMethod(call.getMethod())
    or
    call.isOwnMethodCall() and changesItsObject(call.getMethod().getSourceDeclaration())
  )
}

/** Holds if `m` changes the object on which it is called. */
predicate isChangingMethod(Method m) {
  isChangingLibraryMethod(m) or
  changesItsObject(m.getSourceDeclaration())
}

/** Gets an access to the object in `f`, in the callable of a copy or view of it. */
private Expr objectIn(Field f) {
  result = f.getAnAccess()
  or
  result.(MethodCall).getQualifier() = f.getAnAccess() and
  result.(MethodCall).getMethod().hasName(["keySet", "values", "entrySet", "descendingMap"])
  or
  exists(LocalVariableDecl v |
    f.getAnAccess() = v.getAnAssignedValue() and result = v.getAnAccess()
  )
}

/** Gets a call that changes the object in `f`, when others may know the one that has it. */
private MethodCall changeOf(Field f) {
  f.fromSource() and
  result.getQualifier() = objectIn(f) and
  isChangingMethod(result.getMethod()) and
  not makesObject(result.getEnclosingCallable()) and
  not isTestCallable(result.getEnclosingCallable())
}

/** Holds if code outside of the sources may have the object in `f`: the field can be named there, or a method gets it from there or gives it back. */
predicate isKnownOutside(Field f) {
  f.fromSource() and
  not isHidden(f.getDeclaringType()) and
  (
    f.isPublic()
    or
    exists(Parameter p |
      f.getAnAssignedValue() = p.getAnAccess() and
      (p.getCallable().isPublic() or p.getCallable().isProtected())
    )
    or
    exists(ReturnStmt s, Method m | m = s.getEnclosingCallable() |
      s.getExpr().getUnderlyingExpr() = objectIn(f) and
      not m.isPrivate() and
      not isHidden(m.getDeclaringType())
    )
  )
}

/** Gets the kind of change that `change` makes to an object: what it puts in, or takes out; each is one of any. */
private string kindOfChange(MethodCall change) {
  change = changeOf(_) and
  exists(string name | name = change.getMethod().getName() |
    takesOut(name) and result = "out"
    or
    (not takesOut(name) or name.matches(["compute%", "replace%"])) and result = "in"
    or
    exists(name) and result = "any"
  )
}

/** Gets the number of calls that change the object in `f` as `kind` says, and hold `m`. */
private int countKept(Monitor m, Field f, string kind) {
  kind = ["in", "out", "any"] and
  heldDuring(changeOf(f), m) and
  result = count(MethodCall change |
    change = changeOf(f) and kind = kindOfChange(change) and heldDuring(change, m)
  )
}

/** Gets the number of calls that change the object in `f` as `kind` says, when threads may run them, without `m`. */
private int countUnkept(Monitor m, Field f, string kind) {
  kind = ["in", "out", "any"] and
  heldDuring(f.getAnAccess(), m) and
  result = count(MethodCall change |
    change = changeOf(f) and
    kind = kindOfChange(change) and
    not heldDuring(change, m) and
    not sourceMethodSays(change.getEnclosingCallable(), "initialises") and
    AllLocks::isReached(change.getEnclosingCallable())
  )
}

/**
 * Holds if whoever holds `m` keeps others from changing the object in `f` as `kind` says. Where most changes hold it,
 * those that do not are the odd ones.
 */
private predicate keepsOut(Monitor m, Field f, string kind) {
  f.fromSource() and
  kind = ["in", "out", "any"] and
  heldDuring(f.getAnAccess(), m) and
  (
    m.(VariableMonitor).getVariable() = f and isLockedByCalls(f)
    or
    not isKnownOutside(f) and
    exists(int without | without = countUnkept(m, f, kind) |
      without = 0 or countKept(m, f, kind) > 2 * without
    )
  )
}

/**
 * Holds if a lock that is held at both `look` and `act`, calls on the object in `v`, keeps others from changing it as
 * `kind` says: "in", "out" or "any".
 */
bindingset[look, act, v, kind]
predicate isKeptOut(MethodCall look, MethodCall act, Variable v, string kind) {
  exists(Monitor m | heldDuring(look, m) and heldDuring(act, m) |
    keepsOut(m, v, kind)
    or
    m.(VariableMonitor).getVariable() = v and isLockedByCalls(v)
    or
    m = receiverMonitor(look) and isLockedByCalls(v)
  )
}

/** Holds if some lock is held at both `look` and `act`: one that does not keep others out, where `isKeptOut` does not hold. */
bindingset[look, act]
predicate isUnderSomeLock(Expr look, Expr act) {
  exists(Monitor m | heldDuring(look, m) and heldDuring(act, m))
}

/** Holds if `f` is meant for several threads, by its own type or by its class. */
predicate isMeantForThreads(Field f) {
  f.isStatic() or
  showsSharing(f.getDeclaringType()) or
  isMadeForThreads(f) or
  isUsedByTasks(f.getDeclaringType())
}

/**
 * Holds if nothing shows that threads share the object in `v`: its type locks each call whether they do or not, as old
 * collections do, it is in a field that only its class knows, or in a local variable, and nobody takes its lock.
 */
predicate isLockedByHabit(Variable v) {
  exists(getReceiverVariable(_)) and
  not isMadeForThreads(v) and
  not v instanceof Parameter and
  not v.(Field).isStatic() and
  not isUsedByTasks(v.(Field).getDeclaringType()) and
  not isCapturedByTask(v) and
  not isKnownOutside(v) and
  // Who takes its lock for several calls counts on other threads.
  not v.getAnAccess() = any(SynchronizedStmt s).getExpr()
}

/** Holds if `act`, of a library, throws if what a look before it found is gone. */
predicate throwsIfGone(MethodCall act) {
  not act.getMethod().fromSource() and
  exists(string name | name = act.getMethod().getName() |
    name = ["pop", "element", "firstElement", "lastElement", "elementAt", "removeElementAt",
      "getFirst", "getLast", "removeFirst", "removeLast", "setLength", "charAt", "deleteCharAt",
      "setCharAt", "getChars", "substring", "first", "last", "firstKey", "lastKey"]
    or
    name = "remove" and
    (
      act.getNumArgument() = 0
      or
      // A map or a set takes out nothing if there is nothing.
      act.getArgument(0).getType() instanceof PrimitiveType and
      act.getMethod().isMemberOf("java.util", "List")
    )
    or
    name = ["get", "peek"] and act.getMethod().isMemberOf("java.util", "List")
  )
}
