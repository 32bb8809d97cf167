/**
 * Fields of classes that are meant to be thread-safe, the accesses to them that other threads may get in the way of,
 * and what each access does: to the variable, or to the object or array that it holds.
 */

import java
private import java.Maps
private import java.SwitchedOff
private import java.callgraph.Functions
private import java.concurrency.Confined
import java.concurrency.OwnedState
private import java.concurrency.Replacement
private import java.concurrency.SafeByConstruction
private import java.concurrency.Stability
import java.concurrency.ThreadEntries
import java.concurrency.ThreadSafeTypes

/** A field of a class meant to be thread-safe, or of a class that such a one extends, that several threads may use. */
class SharedField extends Field {
  SharedField() {
    this.fromSource() and
    not this instanceof EnumConstant and
    not this.getType() instanceof ConditionType and
    not isSaidConfined(this) and
    isMeantToBeSafe(this.getDeclaringType())
  }

  /** Gets a class meant to be thread-safe that has this field: the one that declares it, if that is one. */
  ClassMeantThreadSafe getMeantClass() {
    result = this.getDeclaringType()
    or
    not this.getDeclaringType() instanceof ClassMeantThreadSafe and
    result = min(ClassMeantThreadSafe sub | properSuperclass(sub, this.getDeclaringType()) |
      sub order by sub.getQualifiedName()
    )
  }

  /** Holds if what the variable holds may be shared by threads without further care. */
  predicate hasSafeContent() {
    isThreadSafeType(this.getType())
    or
    isImmutableType(this.getType())
    or
    this.getType() instanceof PrimitiveType
    or
    exists(Expr value | value = this.getAnAssignedValue() and not value instanceof NullLiteral) and
    forall(Expr value | value = this.getAnAssignedValue() and not value instanceof NullLiteral |
      isThreadSafeValue(value) or isImmutableValue(value) or isSafeByItsClass(value)
    )
  }
}

/** Holds if `e` makes an object that nobody can change. */
private predicate isImmutableValue(Expr e) {
  exists(string package, string type |
    immutableFactory(package, type, e.(MethodCall).getMethod().getName()) and
    e.(MethodCall).getMethod().getDeclaringType().hasQualifiedName(package, type)
  )
  or
  isImmutableType(e.getType()) and not e instanceof NullLiteral
}

/** Holds if `t` is meant to be thread-safe, or a class that is meant to be extends it. */
private predicate isMeantToBeSafe(RefType t) {
  t instanceof ClassMeantThreadSafe
  or
  properSuperclass(_, t) and
  not classAnnotation(t.getAnAnnotation().getType().getName(), ["not-thread-safe", "immutable"])
}

/** Holds if `c`, meant to be thread-safe, extends the class `base` of the sources. */
predicate properSuperclass(ClassMeantThreadSafe c, Class base) {
  base = c.getASourceSupertype+() and
  base.fromSource() and
  base != c
}

/** Holds if `v` only ever holds objects that its method has made; what it does with them is not looked at. */
private predicate holdsMadeHere(LocalVariableDecl v) {
  exists(v.getAnAssignedValue()) and
  forall(Expr value | value = v.getAnAssignedValue() |
    isMadeHere(value) or value instanceof NullLiteral
  )
}

/** Holds if `e` makes an object, copies one, or calls a method that does so. */
private predicate isMadeHere(Expr e) {
  e instanceof ClassInstanceExpr
  or
  isCopy(e)
  or
  isMadeHere(e.(CastingExpr).getExpr())
  or
  exists(Method m | m = e.(MethodCall).getMethod().getSourceDeclaration() | returnsMade(m))
}

/** Holds if all that `m` returns is made on the spot. */
private predicate returnsMade(Method m) {
  exists(ReturnStmt s | s.getEnclosingCallable() = m and isMadeOnTheSpot(s.getExpr())) and
  forall(ReturnStmt s | s.getEnclosingCallable() = m and exists(s.getExpr()) |
    isMadeOnTheSpot(s.getExpr())
  )
}

private predicate isMadeOnTheSpot(Expr e) {
  exists(Expr made | made = e.getUnderlyingExpr() |
    made instanceof ClassInstanceExpr or callsClone(made)
  )
}

private predicate callsClone(MethodCall call) { call.getMethod() instanceof CloneMethod }

/** Holds if `e` copies an object: nobody else knows the copy, but what its fields refer to may be shared. */
private predicate isCopy(Expr e) {
  callsClone(e)
  or
  exists(Method m | m = e.(MethodCall).getMethod().getSourceDeclaration() |
    returnsMade(m) and
    exists(ReturnStmt s |
      s.getEnclosingCallable() = m and callsClone(s.getExpr().getUnderlyingExpr())
    )
  )
}

/** Gets a value, casts apart, that is assigned to the variable that qualifies `a`. */
private Expr assignedToQualifier(FieldAccess a) {
  exists(LocalVariableDecl v | a.getQualifier() = v.getAnAccess() |
    result = v.getAnAssignedValue().getUnderlyingExpr()
  )
}

/** Holds if `a` is on an object that the method of `a` has made itself. */
private predicate isOnObjectMadeHere(FieldAccess a) {
  exists(LocalVariableDecl v | a.getQualifier() = v.getAnAccess() and holdsMadeHere(v)) and
  (
    not isCopy(assignedToQualifier(a)) or
    a.isVarWrite() or
    a.getField().getType() instanceof PrimitiveType or
    isRefreshed(a)
  )
  or
  isMadeHere(a.getQualifier())
  or
  isUnknownToOthers(a.getQualifier())
}

/** Holds if `a`, on a copy, comes after an assignment to its field in the same copy. */
private predicate isRefreshed(FieldAccess a) {
  exists(FieldAccess earlier, LocalVariableDecl v |
    a.getQualifier() = v.getAnAccess() and
    isCopy(assignedToQualifier(a)) and
    earlier.getQualifier() = v.getAnAccess() and
    earlier.getField() = a.getField() and
    exists(AssignExpr assign | assign.getDest() = earlier |
      dominates(assign.getControlFlowNode(), a.getControlFlowNode())
    )
  )
}

/** Holds if `a` accesses the field of the object that is being made, in its constructor or initialiser. */
private predicate isInitialising(FieldAccess a) {
  exists(Callable c | c = a.getEnclosingCallable() |
    c instanceof InitializerMethod
    or
    c instanceof Constructor and a.isOwnFieldAccess()
    or
    // What a constructor knows other than by its parameters, it has most often just made.
    c instanceof Constructor and
    a.hasQualifier() and
    not a.getField().isStatic() and
    not a.getQualifier().(VarAccess).getVariable() instanceof Parameter and
    not a.getQualifier() instanceof ThisAccess
    or
    // Deserialisation makes objects too.
    makesObject(c) and a.isOwnFieldAccess()
    or
    // What a constructor has a library do with each element, it does itself.
    isRunByConstructor(c) and not a.hasQualifier()
  )
}

/** Holds if `c` is the body of a lambda expression that a constructor hands to a library method, which runs it and keeps it not. */
private predicate isRunByConstructor(Callable c) {
  exists(LambdaExpr lambda |
    lambda.asMethod() = c and
    lambda.getEnclosingCallable() instanceof Constructor and
    handsToLibrary(_, lambda, "now") and
    not exists(string when | handsToLibrary(_, lambda, when) and when != "now")
  )
}

/**
 * Holds if `t` extends a class that others extend to be thread-safe, is none of these, and none of them extends it: its
 * objects are none that are meant to be thread-safe.
 */
predicate isSibling(Class t, RefType base) {
  properSuperclass(_, base) and
  not base instanceof ClassMeantThreadSafe and
  base = t.getASourceSupertype+() and
  not t.getASourceSupertype*() instanceof ClassMeantThreadSafe and
  not properSuperclass(_, t)
}

/** Holds if `a` accesses an inherited field of an object that is not meant to be thread-safe. */
private predicate isOnSibling(FieldAccess a) {
  exists(RefType t | isSibling(t, a.getField().getDeclaringType()) |
    t = a.getQualifier().getType().(RefType).getSourceDeclaration()
    or
    a.isOwnFieldAccess() and t = a.getEnclosingCallable().getDeclaringType()
  )
}

/** Holds if `e` is part of the value that `a` assigns to a shared field. */
private predicate isPartOfSource(Expr e, AssignExpr a) {
  e = a.getSource() and a.getDest().(FieldAccess).getField() instanceof SharedField
  or
  isPartOfSource(e.getParent(), a)
}

/** Holds if `a` is on a shared field, and may happen while other threads use the object. */
private predicate isShared(FieldAccess a) {
  a.getField() instanceof SharedField and
  exists(a.getEnclosingCallable()) and
  not isInitialising(a) and
  not isOnObjectMadeHere(a) and
  not isOnSibling(a) and
  not exists(SynchronizedStmt sync | sync.getExpr() = a) and
  not isTestCallable(a.getEnclosingCallable()) and
  not isSwitchedOff(a.getEnclosingStmt())
}

/**
 * An access to a shared field that may happen while other threads use the object, or a use of what such a field leads to: of
 * a helper that the object owns, or of what a collection in the field holds.
 */
class SharedAccess extends Expr {
  SharedAccess() {
    isShared(this)
    or
    exists(FieldAccess origin | usesOwned(this, origin, _, _, _) and isShared(origin))
  }

  /** Holds if this is on what the field leads to, some steps down. */
  predicate isOwnedUse() { not isShared(this) }

  /** Gets the access to the shared field: this, or what leads to the object that this uses. */
  FieldAccess getOrigin() {
    isShared(this) and result = this
    or
    not isShared(this) and usesOwned(this, result, _, _, _) and isShared(result)
  }

  /** Gets the shared field. */
  SharedField getField() { result = this.getOrigin().getField() }

  /** Gets the expression of the object that has the field, if one is written. */
  Expr getQualifier() { result = this.getOrigin().getQualifier() }

  /** Holds if the object that has the field is written. */
  predicate hasQualifier() { this.getOrigin().hasQualifier() }

  /** Holds if the field is one of `this`. */
  predicate isOwnFieldAccess() { this.getOrigin().isOwnFieldAccess() }

  /** Holds if this uses a helper where the field that holds it is read: that is one access, although two expressions. */
  predicate isWithOrigin() {
    this.isOwnedUse() and
    this.getOrigin() = [this.(FieldAccess).getQualifier(), this.(MethodCall).getQualifier()]
  }

  /** Holds if this uses the part of what the field leads to that `holder` and `level` say; it changes that if `writes`. */
  predicate usesPart(Field holder, int level, boolean writes) {
    this.isOwnedUse() and
    usesOwned(this, this.getOrigin(), holder, level, writes)
  }

  /** Holds if this is on another object than `this`, or than an enclosing instance. */
  predicate isOnOtherInstance() {
    not this.getField().isStatic() and
    exists(Expr qualifier | qualifier = this.getQualifier() |
      not qualifier instanceof ThisAccess and not qualifier instanceof SuperAccess
    )
  }

  /** Holds if this assigns to the variable. */
  predicate assigns() { not this.isOwnedUse() and this.(VarAccess).isVarWrite() }

  /** Holds if this changes the object or array that the variable holds. */
  predicate modifiesContent() {
    not this.getField().(SharedField).hasSafeContent() and modifiesContentAt(this)
    or
    this.usesPart(_, _, true)
  }

  /** Holds if this looks into the object or array that the variable holds, or changes it. */
  predicate touchesContent() {
    not this.getField().(SharedField).hasSafeContent() and touchesContentAt(this)
    or
    this.isOwnedUse()
  }

  /** Holds if this changes the variable or what it holds. */
  predicate modifies() { this.assigns() or this.modifiesContent() }

  /**
   * Holds if this reads the variable and assigns a value that depends on it: `f++`, `f += x`, `f = g(f)`, or for a volatile
   * field a changed copy of what it holds or a value that was found greater.
   */
  predicate updates() {
    replacesByCopy(this, _)
    or
    keepsExtreme(this)
    or
    exists(AssignOp a | a.getDest() = this)
    or
    exists(UnaryAssignExpr a | a.getExpr() = this)
    or
    exists(AssignExpr a, FieldAccess read | a.getDest() = this |
      not this.isOwnedUse() and
      read.getField() = this.getField() and
      isPartOfSource(read, a) and
      read != this and
      not read.getField().getType() instanceof RefType and
      (
        read.isOwnFieldAccess() and this.isOwnFieldAccess()
        or
        read.getField().isStatic()
      )
    )
  }

  /** Gets a word for what this does. */
  string describe() {
    if this.updates()
    then result = "update"
    else if this.assigns()
    then result = "write"
    else if this.modifiesContent()
    then result = "change"
    else result = "read"
  }
}

/** Gets an expression that stands for the value of `a`: itself, behind casts, or a local variable that copies it. */
private Expr valueOf(SharedAccess a) {
  result = a and not a.isOwnedUse()
  or
  result.(CastingExpr).getExpr() = valueOf(a)
  or
  exists(LocalVariableDecl v | v.getOnlyValue() = valueOf(a) and result = v.getAnAccess())
}

/**
 * Gets a node at which `a` takes effect: that of the assignment, for the target of one; for a field that lasts and is only
 * copied to a local variable, those at which what the variable holds is used.
 */
ControlFlowNode getAnEffect(SharedAccess a) {
  if exists(useOfCopy(a))
  then result = useOfCopy(a).getControlFlowNode()
  else result = getEffectNode(a)
}

/** Gets a use of the local variable that is a copy of what the field of `a`, which lasts, holds. */
VarAccess useOfCopy(SharedAccess a) {
  isStable(a.getField()) and
  result = valueOf(a) and
  result != a and
  // To take the lock of the object is no use of what it holds.
  not exists(SynchronizedStmt sync | sync.getExpr() = result) and
  exists(LocalVariableDecl v | v.getAnAssignedValue() = a and result = v.getAnAccess())
}

/** Gets an element, of any depth, of the array that `a` holds. */
private ArrayAccess elementOf(SharedAccess a) {
  result.getArray() = valueOf(a) or
  result.getArray() = elementOf(a)
}

private predicate modifiesContentAt(SharedAccess a) {
  exists(Expr element | element = elementOf(a) |
    element = any(Assignment assign).getDest() or element = any(UnaryAssignExpr unary).getExpr()
  )
  or
  exists(MethodCall call | call.getQualifier() = valueOf(a) |
    modifiesItsReceiver(call.getMethod()) or
    changesOwnState(call.getMethod().getSourceDeclaration()) or
    reordersByLook(call, a.getField())
  )
  or
  exists(MethodCall call, int index |
    call.getArgument(index) = valueOf(a) and modifiesItsArgument(call.getMethod(), index)
  )
}

/** Holds if `m` changes the state of its receiver. */
predicate modifiesItsReceiver(Method m) {
  exists(string package, string type |
    modifiesReceiver(package, type, m.getName()) and m.isMemberOf(package, type)
  )
}

/**
 * Holds if `m`, of a class in the sources that leaves locking to those who use it, changes what its object contains: the
 * array or collection in a field of it, itself or by a method of the object. What only assigns a field is most often a
 * setting, made before others know the object.
 */
private predicate changesOwnState(Method m) {
  not m.isStatic() and
  not m.isSynchronized() and
  isLeftToUsers(m.getDeclaringType()) and
  (
    exists(FieldAccess a | a.getEnclosingCallable() = m and isOwnState(a) |
      exists(MethodCall call | call.getQualifier() = a and modifiesItsReceiver(call.getMethod()))
      or
      exists(ArrayAccess element | element.getArray() = a |
        element = any(Assignment assign).getDest() or element = any(UnaryAssignExpr unary).getExpr()
      )
    )
    or
    exists(MethodCall call |
      call.getEnclosingCallable() = m and
      call.isOwnMethodCall() and
      changesOwnState(call.getMethod().getSourceDeclaration())
    )
  )
}

/** Holds if `a` is on a field of `this` that has no ordering of its own. */
private predicate isOwnState(FieldAccess a) {
  a.isOwnFieldAccess() and
  not a.getField().isStatic() and
  not a.getField().isVolatile() and
  not isThreadSafeType(a.getField().getType()) and
  not holdsThreadSafeValues(a.getField())
}

/** Holds if all that is assigned to `f` is thread-safe, and something is. */
pragma[nomagic]
private predicate holdsThreadSafeValues(Field f) {
  forex(Expr value | value = f.getAnAssignedValue() | isThreadSafeValue(value))
}

/** Holds if the class `c` has no lock of its own, and says nothing of threads; its objects stand alone. */
private predicate isLeftToUsers(Class c) {
  c.fromSource() and
  not c instanceof AnonymousClass and
  (exists(c.getEnclosingType()) implies c.isStatic()) and
  not c instanceof ClassMeantThreadSafe and
  not showsSharing(c) and
  not c.getASourceSupertype*() instanceof TypeThread
}

/** Holds if `m` changes the state of its argument number `index`. */
predicate modifiesItsArgument(Method m, int index) {
  exists(string package, string type |
    modifiesArgument(package, type, m.getName(), index) and m.isMemberOf(package, type)
  )
}

/** Holds if `c`, of a library, looks at the elements or the content of its argument number `index`. */
predicate readsItsArgument(Callable c, int index) {
  exists(string package, string type |
    readsArgument(package, type, c.getName(), index) and c.isMemberOf(package, type)
  )
}

private predicate touchesContentAt(SharedAccess a) {
  modifiesContentAt(a)
  or
  exists(Expr value | value = valueOf(a) |
    exists(MethodCall call | call.getQualifier() = value |
      not call.getMethod().getDeclaringType() instanceof TypeObject and not call instanceof LockCall
    )
    or
    exists(ArrayAccess element | element.getArray() = value)
    or
    exists(EnhancedForStmt loop | loop.getExpr() = value)
    or
    exists(Call call | call.getAnArgument() = value and not isOnlyKept(call, value))
  )
}

/** Holds if `call` hands `argument` to what does nothing with it but to put it into fields. */
private predicate isOnlyKept(Call call, Expr argument) {
  exists(Parameter p |
    p = call.getCallee().getSourceDeclaration().getParameter(argument.(Argument).getPosition()) and
    call.getAnArgument() = argument and
    forex(VarAccess use | use = p.getAnAccess() |
      exists(AssignExpr assign |
        assign.getSource() = use and assign.getDest() instanceof FieldAccess
      )
    )
  )
}

/** Holds if `a` and `b`, accesses to one field, conflict: one changes what the other uses. */
pragma[inline]
predicate conflicts(SharedAccess a, SharedAccess b) {
  conflictDirectly(a, b) or
  conflictBelow(a, b) or
  conflictBelow(b, a)
}

/** Holds if `a` changes a part of what the field leads to that `b` uses. */
pragma[nomagic]
private predicate conflictBelow(SharedAccess a, SharedAccess b) {
  exists(Field holder, int level |
    a.usesPart(holder, level, true) and b.usesPart(holder, level, _) and a.getField() = b.getField()
  )
}

/** Holds if `a` and `b`, accesses to one field, conflict on the variable or the object in it. */
pragma[inline]
private predicate conflictDirectly(SharedAccess a, SharedAccess b) {
  not a.isOwnedUse() and
  not b.isOwnedUse() and
  (
    not a.getField().isVolatile() and (a.assigns() or b.assigns())
    or
    a.modifiesContent() and b.touchesContent()
    or
    b.modifiesContent() and a.touchesContent()
    or
    a.getField().isVolatile() and
    (
      a.updates() and b.assigns()
      or
      b.updates() and a.assigns()
    )
  )
}
