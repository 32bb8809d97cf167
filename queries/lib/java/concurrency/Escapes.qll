/** How state leaves the class that guards it: objects that a field holds, and `this` before it is ready. */

import java
import java.SourceOrder
import java.concurrency.MethodNames
import java.concurrency.Phases
import java.concurrency.Protection

/** Holds if objects of the type `t` have state that the models know how to change, or are arrays. */
predicate isKnownMutable(Type t) {
  t instanceof Array
  or
  exists(string package, string type |
    modifiesReceiver(package, type, _) and
    t.(RefType).getSourceDeclaration().getASourceSupertype*().hasQualifiedName(package, type)
  ) and
  not isImmutableType(t)
}

/** Holds if `a` changes the object that `f` holds, other than where that is filled once, before anybody has it. */
private predicate changesContentOf(ReachedAccess a, SharedField f) {
  f = a.getField() and
  a.modifiesContent() and
  not a.isOwnedUse() and
  not isFilledOnceAt(a.getControlFlowNode())
}

/** A field whose class changes the object that it holds, behind a lock or not, and lets nobody else see it. */
class GuardedContentField extends SharedField {
  GuardedContentField() {
    isKnownMutable(this.getType()) and
    not this.hasSafeContent() and
    isMeantToBeGuarded(this) and
    exists(ReachedAccess a | changesContentOf(a, this) |
      a.isProtectedBy(_) or not isMeantByEvidenceOnly(this.getMeantClass())
    )
  }

  /** Gets the first change, in its file, of the object that this holds. */
  ReachedAccess getFirstChange() {
    result = min(ReachedAccess a, string path, int line, int column |
      changesContentOf(a, this) and beginsAt(a, path, line, column)
    |
      a order by path, line, column
    )
  }
}

/** Gets an expression whose value is a view of the object that `a` reads: what it shows changes with the object. */
private Expr viewOf(FieldAccess a) {
  a.getField() instanceof GuardedContentField and
  exists(MethodCall call | call = result |
    (looksUp(call, true) or givesKeys(call)) and
    not call.getMethod().hasName(["toString", "toArray"]) and
    (call.getQualifier() = a or call.getQualifier() = viewOf(a))
    or
    call.getMethod().getDeclaringType().hasQualifiedName("java.util", "Collections") and
    call.getMethod().getName().matches("unmodifiable%") and
    (call.getArgument(0) = a or call.getArgument(0) = viewOf(a))
  )
}

/** Holds if `call` gives the keys of a map, a view of it. */
private predicate givesKeys(MethodCall call) {
  call.getMethod().hasName(["keySet", "navigableKeySet", "descendingKeySet", "keys"]) and
  call.getMethod().isMemberOf("java.util", ["Map", "Dictionary"])
}

/** Gets an expression of `m` whose value is a view of the object that `a` reads, or a local variable that holds one. */
private Expr viewIn(Callable m, FieldAccess a) {
  a.getEnclosingCallable() = m and
  (
    result = viewOf(a)
    or
    exists(LocalVariableDecl v | viewOf(a) = v.getOnlyValue() and result = v.getAnAccess())
  )
}

/** Holds if code of `c`, a class of the sources, uses what its field `kept` holds and takes no lock for that. */
private predicate usesWithoutLock(Class c, Field kept) {
  kept.getDeclaringType() = c and
  exists(MethodCall use |
    use.getQualifier() = kept.getAnAccess() and
    use.getEnclosingCallable().(Method).getDeclaringType() = c and
    not use.getEnclosingCallable() instanceof InitializerMethod and
    not locallyHeld(use.getControlFlowNode(), _, _)
  )
}

/** Holds if the object that `made` makes keeps a view of the object that `a` reads, and steps through it without a lock. */
private predicate keepsView(ClassInstanceExpr made, FieldAccess a) {
  exists(Class c, Field kept |
    (c = made.getAnonymousClass() or c = made.getConstructedType().getSourceDeclaration()) and
    usesWithoutLock(c, kept)
  |
    kept.getAnAssignedValue() = viewOf(a)
    or
    exists(Parameter p |
      kept.getAnAssignedValue() = p.getAnAccess() and
      made.getArgument(p.getPosition()) = viewOf(a) and
      p.getCallable() = made.getConstructor().getSourceDeclaration()
    )
  )
}

/** Holds if the public method `m` returns a live view of the object that `f` holds, at `s`. */
predicate handsOutView(Method m, ReturnStmt s, GuardedContentField f) {
  exists(FieldAccess a | a.getField() = f |
    s.getExpr().getUnderlyingExpr() = viewIn(m, a) or keepsView(s.getExpr().getUnderlyingExpr(), a)
  ) and
  isHandingOut(m, s, f)
}

/** Holds if `s`, of the public method `m`, may hand out what `f` holds. */
bindingset[f]
private predicate isHandingOut(Method m, ReturnStmt s, GuardedContentField f) {
  s.getEnclosingCallable() = m and
  m.isPublic() and
  not isHidden(m.getDeclaringType()) and
  not isTestCallable(m) and
  // A private copy that replaces the field, or a field given up, is no live view.
  not exists(AssignExpr replaced |
    replaced.getDest().(FieldAccess).getField() = f and replaced.getEnclosingCallable() = m
  )
}

/** Holds if the public method `m` returns the very object that `f` holds, at `s`. */
predicate handsOut(Method m, ReturnStmt s, GuardedContentField f) {
  exists(FieldAccess a | a.getField() = f and a.getEnclosingCallable() = m and not a.isVarWrite() |
    a = s.getExpr().getUnderlyingExpr()
    or
    exists(LocalVariableDecl v |
      s.getExpr().getUnderlyingExpr() = v.getAnAccess() and a = v.getOnlyValue()
    )
  ) and
  isHandingOut(m, s, f)
}

/** Holds if the constructor of an object of the type `t` may keep a copy of what it is given: streams and the like have none. */
private predicate hasCopies(Type t) {
  t instanceof Array or
  t.(RefType).getSourceDeclaration().getASourceSupertype*()
      .hasQualifiedName("java.util",
        ["Collection", "Map", "Dictionary", "BitSet", "Date", "Calendar"]) or
  t.(RefType).hasQualifiedName("java.lang", ["StringBuilder", "StringBuffer"])
}

/** Holds if `assign`, in the public constructor or method `c`, stores the parameter `p` itself in `f`, where a copy would do. */
predicate keeps(Callable c, AssignExpr assign, Parameter p, GuardedContentField f) {
  assign.getEnclosingCallable() = c and
  assign.getDest().(FieldAccess).getField() = f and
  assign.getSource().getUnderlyingExpr() = p.getAnAccess() and
  p.getCallable() = c and
  hasCopies(p.getType()) and
  c.isPublic() and
  not isHidden(c.getDeclaringType()) and
  not exists(AssignExpr copied | copied.getDest() = p.getAnAccess()) and
  not isTestCallable(c)
}

/** Gets `this` in `c`, a constructor or an initialiser of objects. */
private Expr selfIn(Callable c) {
  (c instanceof Constructor or c instanceof InstanceInitializer) and
  result.(ThisAccess).getEnclosingCallable() = c and
  result.(ThisAccess).isOwnInstanceAccess()
}

/** Holds if the value of `e` has been made in its callable: nobody else knows it yet. */
private predicate isMadeHere(Expr e) {
  e instanceof ClassInstanceExpr
  or
  exists(Variable v |
    e = v.getAnAccess() and (v instanceof LocalVariableDecl or v instanceof Field)
  |
    exists(Expr value |
      value = v.getAnAssignedValue() and value.getUnderlyingExpr() instanceof ClassInstanceExpr
    )
  )
  or
  e instanceof ThisAccess
  or
  e instanceof SuperAccess
}

/** Holds if the library method `m` never hands out, or calls, what is registered with it. */
private predicate keepsToItself(Method m) {
  exists(string package, string type |
    registersInSecret(package, type, m.getName()) and m.isMemberOf(package, type)
  )
}

/** Holds if `place`, in the constructor or initialiser `c`, lets others see the object that is being made; `how` says in words. */
predicate publishesThis(Callable c, Expr place, string how) {
  exists(AssignExpr assign, Field f | assign.getSource() = selfIn(c) and place = assign |
    f = assign.getDest().(FieldAccess).getField() and
    f.isStatic() and
    how = "stores it in the static field '" + f.getName() + "'"
  )
  or
  exists(MethodCall call, Method m | call.getAnArgument() = selfIn(c) and place = call |
    m = call.getMethod() and
    nameSays(m, "registers") and
    not keepsToItself(m) and
    not call.isOwnMethodCall() and
    not isMadeHere(call.getQualifier()) and
    how = "registers it by " + m.getName() + "()"
  )
  or
  exists(MethodCall call, Field f |
    call.getAnArgument() = selfIn(c) and
    place = call and
    call.getQualifier() = f.getAnAccess() and
    f.isStatic() and
    call.getMethod().getName() = ["put", "putIfAbsent", "offer", "push", "add"] and
    how = "puts it into the static '" + f.getName() + "'"
  )
}

/** Gets the first assignment, after `place` in the constructor or initialiser `c`, to a field of the object in the making. */
FieldAccess getAssignmentAfter(Callable c, Expr place) {
  publishesThis(c, place, _) and
  result = min(FieldAccess a, int line, int column |
    isAssignedAfter(a, c, place) and beginsAt(a, line, column)
  |
    a order by line, column
  )
}

/**
 * Holds if two objects may have one object in `f`: the field of one is assigned what that of another holds. The lock of either
 * does not keep those out who come by the other.
 */
predicate isSharedByOwners(Field f) {
  f.fromSource() and
  not f.isStatic() and
  exists(FieldRead other |
    other = f.getAnAssignedValue() and
    other.getField() = f and
    other.hasQualifier() and
    not other.isOwnFieldAccess()
  )
}

/** Holds if `a` assigns to a field of the object in the making after `place`, in `c` or in a constructor that runs after it. */
private predicate isAssignedAfter(FieldAccess a, Callable c, Expr place) {
  publishesThis(c, place, _) and
  a.isVarWrite() and
  a.isOwnFieldAccess() and
  (
    a.getEnclosingCallable() = c and strictlyDominates(place.getControlFlowNode(), getEffectNode(a))
    or
    // What initialises an object runs before the body of its constructor.
    c instanceof InstanceInitializer and
    a.getEnclosingCallable().(Constructor).getDeclaringType() = c.getDeclaringType()
  )
}
