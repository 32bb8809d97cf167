/**
 * Values that declarations guard, whatever they are called: what annotations of types say of variables, results, elements of
 * arrays and type arguments, and guards that begin with the value, as `itself`.
 *
 * What flows in are such declarations; what comes out are the expressions whose values they guard, and where these are
 * dereferenced or go where another guard, or none, is declared. Copying a value needs no lock.
 */

import java
import java.concurrency.GuardExpressions
import java.concurrency.Locks
import java.concurrency.Stability
import java.concurrency.ThreadSafeTypes
import java.dataflow.SSA

/*-- Declarations --*/

/** Gets the use of a type in the declaration of `e`: the type of a variable, or the return type of a method. */
private Expr declaredType(Element e) {
  exists(FieldDeclaration d | e = d.getAField() and result = d.getTypeAccess())
  or
  result = e.(LocalVariableDecl).getDeclExpr().getTypeAccess()
  or
  result.isNthChildOf(e.(Parameter), -1)
  or
  result.isNthChildOf(e.(Method), -1)
}

/** Gets the declared type of the variable or of the result of the method `e`. */
private Type typeOf(Element e) {
  result = e.(Variable).getType() or
  result = e.(Method).getReturnType()
}

/** Holds if `d` is about the elements of the array `e` is declared with, and not about the array. */
private predicate isAboutElements(GuardDeclaration d, Element e) {
  d.isAboutType() and
  d.getElement() = e and
  typeOf(e) instanceof Array
}

/** Holds if `d` guards the values of the variable, or the results of the method, `e`. */
predicate guardsValueOf(GuardDeclaration d, Element e) {
  d.isAboutValue() and
  (
    d.getElement() = e and not isAboutElements(d, e)
    or
    d.getElement() = declaredType(e).(ArrayTypeAccess)
  )
}

/** Holds if `d` guards the elements of the array that is the value of `e`. */
private predicate guardsElementsOf(GuardDeclaration d, Element e) {
  d.isAboutValue() and
  isAboutElements(d, e)
}

/** Gets the use of a type, with the guard `d` on a type argument in it, or of that argument. */
private Expr typeAround(GuardDeclaration d) {
  d.isAboutValue() and
  result = d.getElement() and
  result = [argumentOf(_, _), any(WildcardTypeAccess w).getUpperBound()]
  or
  exists(Expr inner | inner = typeAround(d) |
    inner = argumentOf(result, _) or inner = result.(WildcardTypeAccess).getUpperBound()
  )
}

/** Gets the type argument number `i` that `t`, a use of a type, is written with. */
private Expr argumentOf(Expr t, int i) { result = t.(TypeAccess).getTypeArgument(i) }

/** Gets what values of the type argument number `i` of `t` have for a type: of a wildcard its bound. */
private Expr valuesOfArgument(Expr t, int i) {
  t = typeAround(_) and
  exists(Expr argument | argument = argumentOf(t, i) |
    if argument instanceof WildcardTypeAccess
    then result = argument.(WildcardTypeAccess).getUpperBound()
    else result = argument
  )
}

/** Holds if `d` guards values of a type that the type with which `e` is declared is made with. */
private predicate guardsArgumentOf(GuardDeclaration d, Element e) {
  declaredType(e) = typeAround(d) and
  not d.getElement() = declaredType(e)
}

/** Holds if `d` guards the object on which the method `m` is called: its code may use it under the lock only. */
predicate guardsReceiverOf(GuardDeclaration d, Method m) {
  d.isAboutValue() and
  d.getElement() = m.getReceiverTypeExpr()
}

/** Holds if `d` is part of the declaration of `e`. */
predicate isDeclaredFor(GuardDeclaration d, Element e) {
  d.getElement() = e or
  guardsValueOf(d, e) or
  guardsArgumentOf(d, e) or
  guardsReceiverOf(d, e)
}

/** Gets an annotation of a type on `e` that says by what values are guarded, by nothing too. */
private Annotation typeGuard(Element e) {
  result = e.(Annotatable).getAnAnnotation() and
  isTypeGuard(result)
}

private predicate isTypeGuard(Annotation a) { guardMeaningOf(a) = "result" }

/** Holds if `p` takes values whose guards are held, as an annotation of its type says. */
predicate wantsHeldGuard(Parameter p) { p.getAnAnnotation().getType().hasName("GuardSatisfied") }

/** Gets an annotation on the type of the receiver of `m`. */
private Annotation receiverAnnotation(Method m) {
  result.getAnnotatedElement() = m.getReceiverTypeExpr()
}

/** Holds if callers of `m` hold the guards of the object on which they call it, as an annotation of its type says. */
predicate wantsHeldReceiver(Method m) { receiverAnnotation(m).getType().hasName("GuardSatisfied") }

/** Holds if `m` may be called on objects whose guards are not held: it uses them under its own lock, or not at all. */
private predicate takesAnyReceiver(Method m) {
  guardsReceiverOf(_, m) or
  receiverAnnotation(m).getType().hasName("GuardedByUnknown")
}

/** Gets the number of the guards that `a` says are held, if it has one: values with one number have one guard. */
private int numberOf(Annotation a) {
  a.getType().hasName("GuardSatisfied") and
  result = a.getIntValue("value")
}

private Annotation annotationOfResult(Method m) {
  result.getAnnotatedElement() = m or
  result.getAnnotatedElement() = declaredType(m)
}

/** Gets what goes into `call` for the receiver or parameter that has the guard of what `call` returns. */
private Expr withGuardOfResult(MethodCall call) {
  exists(Method m, int number |
    m = call.getMethod().getSourceDeclaration() and number = numberOf(annotationOfResult(m))
  |
    number = numberOf(receiverAnnotation(m)) and result = call.getQualifier()
    or
    exists(int i |
      number = numberOf(m.getParameter(i).getAnAnnotation()) and result = call.getArgument(i)
    )
  )
}

/** Holds if `e` may have values with whatever guard, and does nothing that needs to know it. */
private predicate takesAnyGuard(Element e) {
  e.(Annotatable).getAnAnnotation().getType().hasName("GuardedByUnknown")
}

/*-- Expressions --*/

/** Holds if `e` reads the variable, or calls the method, `declared`. */
private predicate names(Expr e, Element declared) {
  e.(VarAccess).getVariable() = declared and not exists(AssignExpr a | a.getDest() = e)
  or
  exists(Method m | m = e.(MethodCall).getMethod().getSourceDeclaration() |
    declared = m
    or
    // A getter that says nothing itself is another name of its field.
    declared = getGottenField(m) and not guardsValueOf(_, m) and not guardsArgumentOf(_, m)
  )
}

/** Gets the expression in `e` that names what the guard `d` of the value of `e` is declared for. */
private Expr namedIn(Expr e, GuardDeclaration d) {
  exists(Element declared | names(result, declared) |
    guardsValueOf(d, declared) and e = result
    or
    guardsElementsOf(d, declared) and isElementOf(e, result)
    or
    guardsElementsOf(d, declared) and e = variableOverElements(result).getAnAccess()
  )
  or
  hasWrittenType(e, result, d.getElement(), false) and e != result and d.isAboutValue()
  or
  guardsReceiverOf(d, e.(ThisAccess).getEnclosingCallable()) and
  e.(ThisAccess).isOwnInstanceAccess() and
  result = e
  or
  d.isAboutValue() and
  e = result and
  (
    d.getElement() = e.(CastingExpr).getTypeExpr() or
    d.getElement() = e.(ClassInstanceExpr).getTypeName()
  )
}

/**
 * Holds if values of `e` have the written type `t`, with a guard in it, by the declaration of what `named` names. With
 * `inside`, they are collections, iterators, optional values and the like of such values.
 */
private predicate hasWrittenType(Expr e, Expr named, Expr t, boolean inside) {
  exists(Element declared | names(named, declared) and t = declaredType(declared) |
    e = named and inside = false and t = typeAround(_)
  )
  or
  exists(Expr whole, Expr outer, boolean within, int i |
    hasWrittenType(whole, named, outer, within) and
    (
      within = false and t = valuesOfArgument(outer, i)
      or
      within = true and t = outer and i = 0
    )
  |
    exists(MethodCall call, Type returned |
      e = call and
      whole = call.getQualifier() and
      returned = call.getMethod().getSourceDeclaration().getReturnType()
    |
      isVariable(returned, i) and inside = false
      or
      isVariable(onlyArgument(returned), i) and inside = true
    )
    or
    i = 0 and inside = false and e = variableOverElements(whole).getAnAccess()
    or
    inside = false and e = lambdaParameterFor(whole, i).getAnAccess()
  )
  or
  hasWrittenType(copiedFrom(e), named, t, inside)
}

/** Holds if `t` is, or is bounded by, the type variable number `i` of a class. */
private predicate isVariable(Type t, int i) {
  i = t.(TypeVariable).getIndex() and exists(t.(TypeVariable).getGenericType())
  or
  isVariable(t.(Wildcard).getATypeBound().getType(), i)
}

/** Gets the type argument of `t`, which has one. */
private Type onlyArgument(ParameterizedType t) {
  result = t.getTypeArgument(0) and
  not exists(t.getTypeArgument(1))
}

/** Gets the parameter of a lambda that gets values of type argument `i` of that of `e`, on which a method is called. */
private Parameter lambdaParameterFor(Expr e, int i) {
  exists(MethodCall call, LambdaExpr lambda, int argument, ParameterizedType function, int at |
    hasWrittenType(e, _, _, _) and
    e = call.getQualifier() and
    lambda = call.getArgument(argument) and
    function = call.getMethod().getSourceDeclaration().getParameterType(argument) and
    result = lambda.getParameter(at) and
    not exists(typeGuard(result))
  |
    isVariable(function.getTypeArgument(at), i)
    or
    // A comparison gets two values of one type.
    isVariable(onlyArgument(function), i) and at > 0
  )
}

/** Holds if `e` is an element, which is no array, of the array `array`. */
private predicate isElementOf(ArrayAccess e, Expr array) {
  guardsElementsOf(_, array.(VarAccess).getVariable()) and e.getArray() = array
  or
  guardsElementsOf(_, array.(MethodCall).getMethod().getSourceDeclaration()) and
  e.getArray() = array
  or
  isElementOf(e.getArray(), array)
}

/** Gets the variable, without a guard of its own, of the loop over `e`. */
private LocalVariableDecl variableOverElements(Expr e) {
  exists(EnhancedForStmt loop |
    e = loop.getExpr() and result = loop.getVariable().getVariable()
  ) and
  not exists(typeGuard(result))
}

/** Gets an expression whose value `e` has, and that may have a guard that nothing at `e` declares. */
Expr copiedFrom(Expr e) {
  exists(CastingExpr cast | e = cast |
    result = cast.getExpr() and
    not isTypeGuard(any(Annotation a | a.getAnnotatedElement() = cast.getTypeExpr()))
  )
  or
  result = e.(ConditionalExpr).getABranchExpr()
  or
  result = e.(AssignExpr).getSource()
  or
  result = withGuardOfResult(e)
  or
  exists(SsaExplicitWrite write, LocalVariableDecl v |
    write.getSourceVariable() = TLocalVar(_, v) and
    e = write.getARead() and
    result = write.getValue() and
    not guardsValueOf(_, v) and
    not exists(typeGuard(v)) and
    hasState(v.getType())
  )
}

/** Holds if a lock may guard the state of values of the type `t`. */
private predicate hasState(Type t) { t instanceof RefType and not isImmutableType(t) }

/** Holds if the guard of `d`, which `named` is declared with, is that of the value of `e`. */
predicate hasGuard(Expr e, Expr named, GuardDeclaration d) {
  named = namedIn(e, d) and hasState(e.getType())
  or
  hasGuard(copiedFrom(e), named, d)
}

/*-- What is done with values --*/

/** Holds if `call` calls a method of which there is no body among the sources. */
predicate isLibraryCall(Call call) {
  not call instanceof LockCall and
  not exists(Callable callee | callee = call.getCallee().getSourceDeclaration() |
    callee.fromSource()
    or
    // What every object has: the monitor's own methods need the lock anyhow, and the others look at no field.
    callee.hasName(["wait", "notify", "notifyAll", "getClass"]) and
    callee.getDeclaringType() instanceof TypeObject
    or
    callee.hasName(["holdsLock", "identityHashCode"])
  )
}

/** Holds if a row says that the library keeps argument `i` of `call`, or gives it back, and looks at nothing in it. */
pragma[nomagic]
predicate isOnlyKept(Call call, int i) {
  exists(Callable callee, string package, string type, string name, string place |
    isLibraryCall(call) and
    callee = call.getCallee().getSourceDeclaration() and
    name = callee.getName() and
    libraryFlow(package, type, name, place, _) and
    place = "Argument[" + i + "]" and
    exists(call.getArgument(i)) and
    callee.isMemberOf(package, type)
  )
}

/** Holds if `at` reads or changes the state of the value of `e`, or calls a method on it. */
predicate isDereferenced(Expr e, Expr at) {
  exists(FieldAccess a | a = at and e = a.getQualifier() |
    not a.getField().isStatic() and not a.getField().isFinal()
  )
  or
  exists(MethodCall call | call = at and e = call.getQualifier() |
    not call.getMethod().isStatic() and
    not takesAnyReceiver(call.getMethod().getSourceDeclaration()) and
    not call.getMethod().hasName(["getClass", "wait", "notify", "notifyAll"])
  )
  or
  at.(ArrayAccess).getArray() = e
  or
  e = any(EnhancedForStmt s).getExpr() and at = e
  or
  exists(AddExpr added |
    e = added.getAnOperand() and added.getType() instanceof TypeString and at = e
  )
  or
  exists(AssignAddExpr added |
    e = added.getSource() and added.getDest().getType() instanceof TypeString and at = e
  )
}

/** Holds if `call` is of a method that takes the lock of the object on which it is called. */
predicate locksReceiver(MethodCall call) {
  exists(Method m | m = call.getMethod().getSourceDeclaration() |
    m.isSynchronized() and not m.isStatic()
  )
}

/** Gets the variable that gets the value of `e`, or the method that returns it. */
Element targetOf(Expr e) {
  exists(AssignExpr a | e = a.getSource() and result = a.getDest().(VarAccess).getVariable())
  or
  e = result.(Field).getInitializer()
  or
  e = result.(LocalVariableDecl).getInitializer()
  or
  exists(Call call, int i |
    e = call.getArgument(i) and result = call.getCallee().getSourceDeclaration().getParameter(i)
  )
  or
  exists(ReturnStmt s | e = s.getExpr() and result = s.getEnclosingCallable())
}

/** Holds if `target` declares the guard of `d` for its values. */
private predicate declaresSame(Element target, GuardDeclaration d) {
  exists(GuardDeclaration other | guardsValueOf(other, target) and isSameGuard(other, d))
}

/** Holds if `a` and `b` name one guard. */
bindingset[a, b]
private predicate isSameGuard(GuardDeclaration a, GuardDeclaration b) {
  a.getGuard() = b.getGuard() or
  a.getText() = b.getText()
}

/** Holds if `target` declares a guard that the value of `e`, for which others are declared, does not have. */
private predicate declaresMore(Element target, Expr e) {
  target = targetOf(e) and
  exists(GuardDeclaration other |
    other.isAboutType() and
    guardsValueOf(other, target) and
    exists(GuardDeclaration own | hasGuard(e, _, own) and own.isAboutType()) and
    not exists(GuardDeclaration own | hasGuard(e, _, own) and isSameGuard(own, other))
  )
}

/**
 * Holds if the value of `e`, guarded by `d`, goes to `target`, which declares other guards, or keeps values and declares
 * none: nobody who uses it by that name knows the lock.
 */
predicate losesGuard(Expr e, GuardDeclaration d, Element target) {
  hasGuard(e, _, d) and
  target = targetOf(e) and
  target.fromSource() and
  (not declaresSame(target, d) or declaresMore(target, e)) and
  not wantsHeldGuard(target) and
  not takesAnyGuard(target) and
  hasState(typeOf(target)) and
  (
    exists(typeGuard(target))
    or
    target instanceof Field
    or
    exists(Method m | m = target |
      not m.isPrivate() and
      not exists(GuardDeclaration other |
        other.getElement() = m and other.getMeaning() = ["result", "callers"]
      )
    )
  )
}

/** Holds if the value of `e`, which a variable without a guard holds, goes to `target`, whose guard `d` it gets. */
predicate gainsGuard(Expr e, GuardDeclaration d, Element target) {
  d.isAboutType() and
  guardsValueOf(d, target) and
  target = targetOf(e) and
  d = min(GuardDeclaration first | guardsValueOf(first, target) |
    first order by first.getText()
  ) and
  exists(Variable v | e.(VarAccess).getVariable() = v |
    v.fromSource() and
    not v = target and
    not guardsValueOf(_, v) and
    not takesAnyGuard(v) and
    not (v instanceof LocalVariableDecl and not exists(typeGuard(v)))
  ) and
  not hasGuard(e, _, _)
}

/** Holds if the callable of `p`, a parameter without a guard, dereferences its value where it takes no lock. */
private predicate usesBare(Parameter p) {
  not guardsValueOf(_, p) and
  not takesAnyGuard(p) and
  exists(VarAccess a |
    a = p.getAnAccess() and isDereferenced(a, _) and not locallyHeld(a.getControlFlowNode(), _, _)
  )
}

/** Holds if `e` is handed to a method that may dereference its value without knowing the lock. */
predicate isHandedToUser(Expr e) {
  exists(Call call, int i | e = call.getArgument(i) |
    isLibraryCall(call) and not isOnlyKept(call, i)
    or
    exists(Parameter p | p = call.getCallee().getSourceDeclaration().getParameter(i) |
      wantsHeldGuard(p) or usesBare(p)
    )
  )
}
