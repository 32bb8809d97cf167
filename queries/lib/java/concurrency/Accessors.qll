/** Pairs of a setter that synchronizes and a getter of the same field that does not. */

import java
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

/** Holds if `setter` synchronizes to set `f`, and `getter`, of the same property, reads it without. */
predicate unsynchronizedGetter(Method setter, Method getter, Field f) {
  f = synchronizedSet(setter) and
  f = getter.(GetterMethod).getField() and
  setter.getDeclaringType() = getter.getDeclaringType() and
  getter.getName().regexpMatch("(get|is)(\\Q" + setter.getName().suffix(3) + "\\E)") and
  (setter.isStatic() implies getter.isStatic()) and
  not getter.isSynchronized() and
  not f.isVolatile() and
  not f.getDeclaringType() instanceof ClassMeantThreadSafe
}
