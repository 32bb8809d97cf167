/** Pairs of a setter that synchronizes and a getter of the same field that does not. */

import java
import java.concurrency.Locks
import java.concurrency.ThreadSafeTypes

/** Holds if `m` is synchronized, or all it does stands in a block that is synchronized on `this` or its class. */
private predicate synchronizesWhole(Method m) {
  m.isSynchronized()
  or
  exists(SynchronizedStmt s | s = m.getBody().(SingletonBlock).getStmt() |
    s.getExpr() instanceof ThisAccess or s.getExpr() instanceof TypeLiteral
  )
}

/** Gets the field that `m`, a method `setX` which synchronizes, sets from its parameter. */
private Field synchronizedSet(Method m) {
  synchronizesWhole(m) and
  m.getName().matches("set%") and
  m.getNumberOfParameters() = 1 and
  exists(AssignExpr a |
    a.getEnclosingCallable() = m and
    a.getDest() = result.getAnAccess() and
    a.getSource() = m.getAParameter().getAnAccess()
  )
}

/** Holds if `setter` and `getter`, methods of one class, set and get one property by their names. */
private predicate isPair(Method setter, Method getter) {
  setter.getName().matches("set%") and
  setter.fromSource() and
  getter.getDeclaringType() = setter.getDeclaringType() and
  getter.getName() = ["get", "is"] + setter.getName().suffix(3) and
  (if setter.isStatic() then getter.isStatic() else not getter.isStatic()) and
  // What is asked for with arguments is set with these and a value.
  getter.getNumberOfParameters() < setter.getNumberOfParameters().maximum(1)
}

/** Holds if `setter` synchronizes to set `f`, and `getter`, of the same property, reads it without. */
predicate unsynchronizedGetter(Method setter, Method getter, Field f) {
  f = synchronizedSet(setter) and
  isPair(setter, getter) and
  f = getter.(GetterMethod).getField() and
  not getter.isSynchronized() and
  not f.isVolatile() and
  not f.getDeclaringType() instanceof ClassMeantThreadSafe
}

/** Holds if `getter` synchronizes to read the field `f`, and `setter`, of the same property, sets it without a lock. */
predicate unsynchronizedSetter(Method setter, Method getter, Field f) {
  isPair(setter, getter) and
  getter.isSynchronized() and
  f = getter.(GetterMethod).getField() and
  f = setter.(SetterMethod).getField() and
  not synchronizesWhole(setter) and
  not f.isVolatile() and
  not exists(SynchronizedStmt s | s.getEnclosingCallable() = setter) and
  not exists(LockCall call | call.getEnclosingCallable() = setter)
}

/** Holds if what `getter` gives may change: it is computed, or read from a field that can change and need not be seen. */
private predicate givesWhatChanges(Method getter) {
  isPair(_, getter) and
  (
    exists(FieldRead read | read.getEnclosingCallable() = getter)
    or
    exists(MethodCall call | call.getEnclosingCallable() = getter)
  ) and
  not exists(Field f | f = getter.(GetterMethod).getField() | f.isVolatile() or f.isFinal())
}

/**
 * Holds if `setter` is synchronized, and `getter`, of the same property, takes no lock, though the two show less than
 * `unsynchronizedGetter` asks for.
 */
predicate unlockedGetter(Method setter, Method getter) {
  isPair(setter, getter) and
  synchronizesWhole(setter) and
  not getter.isSynchronized() and
  givesWhatChanges(getter) and
  not exists(SynchronizedStmt s | s.getEnclosingCallable() = getter) and
  not exists(LockCall call | call.getEnclosingCallable() = getter) and
  not unsynchronizedGetter(setter, getter, _)
}
