/**
 * Objects whose locks cannot be contended: those that never leave the method that makes them, and those that
 * never leave a field which is always accessed under the context.
 */

import java
import java.models.Models
import java.concurrency.LockSets
import java.concurrency.LocksTaken
import Scopes
import LockFlow
import Witnesses
import WitnessWays

/** Holds if `v` is a violation whose witness is an object that other threads cannot know, or cannot get at. */
predicate isEncapsulated(Violation v) {
  v.getWitness() = lockOfVariable(any(LocalVariableDecl x | isLocalObject(x)))
  or
  exists(Field f |
    isLockOfOwnField(v.getWitness(), f) and
    isEncapsulatedField(f) and
    not isAccessedOutside(f, getContext(v).getLock())
  )
}

/**
 * Holds if the witness of `v` may be the lock of the context by a longer name, such as `this.lock` and, from an object
 * that `this` knows, `this.parent.owner.lock`.
 */
predicate isContextByAnotherName(Violation v) {
  exists(Lock context, Lock witness, Field f, int short, int long |
    context = getContext(v).getLock() and
    witness = v.getWitness() and
    isLast(context, short, f) and
    isLast(witness, long, f) and
    short < long
  )
}

/** Holds if the last of the `n` names of `lock` is the field `f`. */
private predicate isLast(Lock lock, int n, Field f) {
  lock.getLastField() = f and
  n = lock.getSize()
}

/** Gets the lock of the object in `v`. */
private Lock lockOfVariable(LocalVariableDecl v) { result = TRootPath(TVariableRoot(v)) }

/** Holds if `lock` is that of the object in the field `f` of `this`, or one that this object has in a field of its own. */
private predicate isLockOfOwnField(Lock lock, Field f) {
  lock = TLongerPath(TRootPath(TThisRoot()), TFieldStep(f)) or
  lock = TLongerPath(TLongerPath(TRootPath(TThisRoot()), TFieldStep(f)), TFieldStep(_))
}

/** Holds if `e` makes a new object. */
private predicate isNew(Expr e) {
  e instanceof ClassInstanceExpr and not e instanceof FunctionalExpr
  or
  e instanceof NullLiteral
}

/** Holds if the object in `v` is made here and known to nobody else, at least until the method returns it. */
private predicate isLocalObject(LocalVariableDecl v) {
  exists(lockOfVariable(v)) and
  exists(v.getAnAssignedValue()) and
  forall(Expr value | value = v.getAnAssignedValue() | isNew(value)) and
  forall(VarAccess a | a = v.getAnAccess() |
    a.getEnclosingCallable() = v.getCallable() and
    (isHarmlessUse(a) or a = any(ReturnStmt s).getExpr())
  )
}

/** Holds if the object that `a` finds is not given to others: it is called, or compared, or a part of it is taken. */
private predicate isHarmlessUse(VarAccess a) {
  a = any(MethodCall call).getQualifier() or
  a = any(FieldAccess f).getQualifier() or
  a = any(EqualityTest test).getAnOperand() or
  a = any(AddExpr concatenation).getAnOperand() or
  a = any(AssignExpr assign).getDest() or
  a = any(EnhancedForStmt loop).getExpr() or
  a = any(SynchronizedStmt s).getExpr()
}

/** Holds if `f` holds an object that locks each call, made for it and given to nobody. */
private predicate isEncapsulatedField(Field f) {
  isLockOfOwnField(_, f) and
  not f.isPublic() and
  not f.isProtected() and
  exists(f.getAnAssignedValue()) and
  forall(Expr value | value = f.getAnAssignedValue() | isNew(value)) and
  forall(FieldAccess a | a.getField() = f | isHarmlessUse(a) and a.getFile() = f.getFile())
}

/** Holds if `f`, encapsulated, is accessed where `lock` is not held, when others may know the object. */
private predicate isAccessedOutside(Field f, Lock lock) {
  isEncapsulatedField(f) and
  exists(FieldAccess a |
    a.getField() = f and
    lock = getContext(_).getLock() and
    not holds(a.getControlFlowNode(), lock) and
    not a.getEnclosingCallable() instanceof Constructor and
    not a.getEnclosingCallable() instanceof InitializerMethod and
    not a.getEnclosingCallable().isPrivate()
  )
}
