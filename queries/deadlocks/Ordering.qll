/**
 * Locks of one kind that are taken in an order of their own: by a number, a name, a hash code, a place in a list.
 *
 * What flows in are acquisitions. What comes out are those before which something compares the objects, or what they are known
 * by: in their own callable, in what that calls, in all that call it, or where the fields are set that hold the locks.
 */

import java
import Acquisitions

/** Gets what `e` reads: itself, or what the local variable that it reads was set to. */
private Expr keyBehind(Expr e) {
  e = any(ComparisonExpr test).getAnOperand() and
  (result = e or result = e.(VarAccess).getVariable().(LocalVariableDecl).getAnAssignedValue())
}

/** Holds if `a` and `b`, which are compared, read one property of two objects. */
private predicate readOneProperty(Expr a, Expr b) {
  exists(ComparisonExpr test | a = test.getLeftOperand() and b = test.getRightOperand()) and
  (
    exists(FieldRead x, FieldRead y | x = keyBehind(a) and y = keyBehind(b) |
      x.getField() = y.getField() and not x.getField().isStatic()
    )
    or
    exists(MethodCall x, MethodCall y | x = keyBehind(a) and y = keyBehind(b) |
      x.getMethod().getSourceDeclaration() = y.getMethod().getSourceDeclaration()
    )
    or
    isIndex(a.(VarAccess).getVariable()) and isIndex(b.(VarAccess).getVariable())
  )
}

/** Holds if `v` says which element of an array or a list is meant. */
private predicate isIndex(LocalScopeVariable v) {
  v.getAnAccess() = any(ArrayAccess a).getIndexExpr()
  or
  exists(MethodCall call |
    call.getMethod().hasName("get") and v.getAnAccess() = call.getArgument(0)
  )
}

/** Holds if `c` compares objects, or what they are known by, or sorts them. */
private predicate compares(Callable c) {
  exists(ComparisonExpr test |
    readOneProperty(test.getLeftOperand(), test.getRightOperand()) and
    c = test.getEnclosingCallable()
  )
  or
  exists(MethodCall call | c = call.getEnclosingCallable() |
    call.getMethod().getName() = ["identityHashCode", "compareTo", "compare", "compareUnsigned",
      "sort", "sorted", "parallelSort"]
    or
    call.getMethod().getDeclaringType().hasQualifiedName("java.lang", "Math") and
    call.getMethod().getName() = ["min", "max"] and
    isIndexOfLock(call)
  )
  or
  exists(ClassInstanceExpr made |
    c = made.getEnclosingCallable() and
    made.getConstructedType().getASourceSupertype*()
        .hasQualifiedName("java.util", ["SortedSet", "SortedMap"])
  )
}

/** Holds if the lesser or greater one of two numbers says which element is meant. */
private predicate isIndexOfLock(MethodCall call) {
  call = any(ArrayAccess a).getIndexExpr()
  or
  exists(LocalVariableDecl v | call = v.getAnAssignedValue() and isIndex(v))
  or
  exists(MethodCall get | get.getMethod().hasName("get") and call = get.getArgument(0))
}

/** Gets a field from which the lock of `a` comes. */
private Field fieldOfLock(Acquisition a) {
  result = a.getLockExpr().(FieldRead).getField()
  or
  exists(LocalVariableDecl v |
    a.getLockExpr() = v.getAnAccess() and result = v.getAnAssignedValue().(FieldRead).getField()
  )
}

/** Holds if `call` calls a method of the class of `caller`, or a static one, with a body. */
private predicate callsHelper(Callable caller, MethodCall call, Method callee) {
  call.getEnclosingCallable() = caller and
  callee = call.getMethod().getSourceDeclaration() and
  (callee.isStatic() or callee.getDeclaringType() = caller.getDeclaringType()) and
  exists(callee.getBody())
}

/** Gets the callable, of the sources, that a call in `result` runs. */
private Callable callerOf(Callable c) {
  c = any(Acquisition a).getCallable() and
  exists(Call call |
    call.getCallee().getSourceDeclaration() = c and result = call.getEnclosingCallable()
  )
}

/** Holds if something compares the objects whose locks `a` and those around it take, before they do so. */
predicate isOrderedByValue(Acquisition a) {
  compares(a.getCallable())
  or
  exists(Method helper | callsHelper(a.getCallable(), _, helper) and compares(helper))
  or
  // Whoever hands in the locks has compared them.
  forex(Callable caller | caller = callerOf(a.getCallable()) | compares(caller))
  or
  // The fields are set in this order.
  exists(FieldWrite w |
    w.getField() = fieldOfLock(a) and
    compares(w.getEnclosingCallable()) and
    not w.getEnclosingCallable() = a.getCallable()
  )
}

/*-- By age --*/

/** Gets the field of the own object whose content, or an element of which, `e` denotes, by local variables and calls. */
Field fieldBehind(Expr e) {
  exists(LocalVariableDecl v | e = v.getAnAccess() |
    result = ownFieldRead(v.getAnAssignedValue())
    or
    exists(EnhancedForStmt loop |
      v = loop.getVariable().getVariable() and result = ownFieldRead(loop.getExpr())
    )
  )
  or
  result = ownFieldRead(e)
}

private Field ownFieldRead(Expr e) {
  e.(FieldRead).isOwnFieldAccess() and result = e.(FieldRead).getField()
  or
  result = ownFieldRead(e.(MethodCall).getQualifier())
  or
  result = ownFieldRead(e.(CastingExpr).getExpr())
  or
  result = ownFieldRead(e.(ArrayAccess).getArray())
}

/** Holds if `e` makes an object, or reads a local variable that holds one which is made by then. */
private predicate isMadeThere(Expr e) {
  e instanceof ClassInstanceExpr
  or
  exists(LocalVariableDecl v | e = v.getAnAccess() |
    forex(Expr value | value = v.getAnAssignedValue() | value instanceof ClassInstanceExpr)
  )
}

/** Holds if `e` is no object that could be locked as those of a field are: a number, a text, nothing. */
private predicate isPlain(Expr e) {
  e.getType() instanceof PrimitiveType or
  e.getType() instanceof BoxedType or
  e.getType() instanceof TypeString or
  e instanceof NullLiteral
}

/** Holds if `f` may hold other objects than those that its object makes for it, or a collection of such. */
private predicate mayHoldOlder(Field f) {
  f = fieldBehind(_) and
  (
    not f.isPrivate()
    or
    exists(Expr value | value = f.getAnAssignedValue() |
      not value instanceof NullLiteral and
      not (
        value instanceof ClassInstanceExpr and
        forall(Expr given | given = value.(ClassInstanceExpr).getAnArgument() |
          isPlain(given) or given instanceof ThisAccess
        )
      )
    )
    or
    exists(FieldRead read | read.getField() = f |
      read = any(Call call).getAnArgument() or
      read = any(ReturnStmt s).getExpr() or
      read = any(Variable v).getAnAssignedValue() or
      read = any(MemberRefExpr e).getQualifier() or
      read.getParent() instanceof ArrayAccess
    )
    or
    exists(MethodCall call, Expr given |
      call.getQualifier().(FieldRead).getField() = f and given = call.getAnArgument()
    |
      not isMadeThere(given) and
      not isPlain(given) and
      not given.(LambdaExpr).getExprBody() instanceof ClassInstanceExpr
    )
  )
}

/** Holds if `second` comes from a field that holds younger objects than its own: nothing leads back from these. */
predicate isOrderedByAge(Expr second) {
  exists(fieldBehind(second)) and
  not mayHoldOlder(fieldBehind(second))
}
