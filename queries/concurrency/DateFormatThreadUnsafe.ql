/**
 * @name Static format shared without a lock
 * @description Formats and calendars keep the state of a conversion in fields: two threads that use one at once get
 *              wrong results or exceptions.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/thread-unsafe-dateformat
 * @tags concurrency
 *       correctness
 */

import java
import java.concurrency.Contexts
import java.concurrency.Held
import java.concurrency.MethodNames
private import java.models.Models

/** Holds if objects of the type `t` must not be used by two threads at once, though they look like constants. */
predicate isUnsafeFormat(RefType t) {
  exists(string package, string type |
    conversionType(package, type) and
    t.getSourceDeclaration().getASourceSupertype*().hasQualifiedName(package, type)
  )
}

/** Holds if the objects of the type `t` keep others: arrays, lists and maps, which everybody asks for the same ones. */
private predicate isKeeper(Type t) {
  t instanceof Array
  or
  t.(RefType).getSourceDeclaration().getASourceSupertype*()
      .hasQualifiedName("java.util", ["Collection", "Map"]) and
  not t.(RefType).getSourceDeclaration().getASourceSupertype*()
      .hasQualifiedName("java.util", "Queue")
}

/** Holds if there is one object of the class `c`: a constant holds it, and nothing else makes one. */
private predicate isOfOneConstant(Class c) {
  c.fromSource() and
  exists(ClassInstanceExpr made, Field constant |
    (c = made.getAnonymousClass() or c = made.getConstructedType().getSourceDeclaration()) and
    constant.isStatic() and
    constant.isFinal() and
    made = constant.getAnAssignedValue() and
    strictcount(ClassInstanceExpr other |
      c = other.getAnonymousClass() or c = other.getConstructedType().getSourceDeclaration()
    ) = 1
  ) and
  (c instanceof AnonymousClass or forex(Constructor k | k = c.getAConstructor() | k.isPrivate()))
}

/**
 * A static field that holds a format or the like, or several in an array, a list or a map, or such a field of the one object
 * that a constant holds.
 */
class StaticFormat extends Field {
  StaticFormat() {
    (this.isStatic() or isOfOneConstant(this.getDeclaringType())) and
    this.fromSource() and
    (isUnsafeFormat(this.getType()) or isKeeper(this.getType())) and
    not isSingleThreadedProgram(this.getDeclaringType().getEnclosingType*())
  }
}

/** Gets an expression of the type of a format that denotes the one in `f`, or one of those. */
private Expr formatIn(StaticFormat f) {
  isUnsafeFormat(result.getType()) and
  (
    result = f.getAnAccess()
    or
    isKeeper(f.getType()) and
    (
      result.(ArrayAccess).getArray() = f.getAnAccess()
      or
      result.(MethodCall).getQualifier() = f.getAnAccess() and
      result.(MethodCall).getMethod().hasName("get")
      or
      exists(EnhancedForStmt loop |
        loop.getExpr() = f.getAnAccess() and result = loop.getVariable().getVariable().getAnAccess()
      )
    )
    or
    exists(LocalVariableDecl v | v.getOnlyValue() = formatIn(f) and result = v.getAnAccess())
    or
    exists(Parameter p |
      formatIn(f) = handedTo(p) and not exists(p.getAnAssignedValue()) and result = p.getAnAccess()
    )
  )
}

/** Gets what a call, made without a lock, hands to the parameter `p`, of a format, of a private or static method. */
private Expr handedTo(Parameter p) {
  isUnsafeFormat(p.getType()) and
  exists(MethodCall call |
    call.getMethod().getSourceDeclaration() = p.getCallable() and
    (p.getCallable().isPrivate() or p.getCallable().isStatic()) and
    result = call.getArgument(p.getPosition()) and
    not locallyHeld(getEffectNode(call), _, _)
  )
}

/** Holds if `call` changes the object that `e` denotes, on which it is called or which it is given. */
private predicate changes(MethodCall call, Expr e) {
  call.getQualifier() = e and isUnsafeFormat(e.getType()) and not nameSays(call.getMethod(), "asks")
  or
  exists(string package, string type, int index |
    modifiesArgument(package, type, call.getMethod().getName(), index) and
    call.getMethod().isMemberOf(package, type) and
    e = call.getArgument(index) and
    isUnsafeFormat(e.getType())
  )
}

/** Holds if `call` uses the state of the format in `f`, and may do so at the same time as another thread. */
predicate usesUnlocked(MethodCall call, StaticFormat f) {
  changes(call, formatIn(f)) and
  unprotected(call) and
  not heldDuring(call, _)
}

/** Gets the first use of `f` without a lock. */
MethodCall firstUse(StaticFormat f) {
  result = min(MethodCall call, string path, int line, int column |
    usesUnlocked(call, f) and beginsAt(call, path, line, column)
  |
    call order by path, line, column
  )
}

/** Gets the name of the type of the formats that `f` holds, as `call` uses them. */
private RefType typeOfFormat(MethodCall call, StaticFormat f) {
  call = firstUse(f) and
  exists(Expr e | e = formatIn(f) and changes(call, e) and result = e.getType())
}

from StaticFormat f, MethodCall call, RefType t, string what, string remedy
where
  call = firstUse(f) and
  t = typeOfFormat(call, f) and
  (
    if not f.isStatic()
    then
      what = "The $@ of the type " + f.getType().getName() + ", of an object that all threads have,"
    else if isUnsafeFormat(f.getType())
    then what = "The static $@ of the type " + f.getType().getName()
    else what = "A " + t.getName() + " of those in the static $@"
  ) and
  (
    if t.getSourceDeclaration().getASourceSupertype*().hasName("DateFormat")
    then remedy = "Use java.time.format.DateTimeFormatter, or a new object for each use."
    else remedy = "Make a new object for each use, or keep one in a ThreadLocal."
  )
select call,
  what + " is used here without a lock, but its objects must not be used by two threads at once. " +
    remedy, f, "'" + f.getName() + "'"
