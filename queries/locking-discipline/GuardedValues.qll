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

/** Gets the use of a type with which the variable, or the method by what it returns, `e` is declared. */
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

/** Holds if `d` guards the values that the type argument number `i` of the type of `e` stands for. */
private predicate guardsArgumentOf(GuardDeclaration d, Element e, int i) {
  d.isAboutValue() and
  d.getElement() = declaredType(e).(TypeAccess).getTypeArgument(i)
}

/** Holds if `d` is part of the declaration of `e`. */
predicate isDeclaredFor(GuardDeclaration d, Element e) {
  d.getElement() = e or
  guardsValueOf(d, e) or
  guardsArgumentOf(d, e, _)
}

/** Gets an annotation of a type on `e` that says by what values are guarded, by nothing too. */
private Annotation typeGuard(Element e) {
  result = e.(Annotatable).getAnAnnotation() and
  isTypeGuard(result)
}

private predicate isTypeGuard(Annotation a) { guardMeaningOf(a) = "result" }

/** Holds if `p` takes values whose guards are held, as an annotation of its type says. */
predicate wantsHeldGuard(Parameter p) { p.getAnAnnotation().getType().hasName("GuardSatisfied") }

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
    declared = getGottenField(m) and not guardsValueOf(_, m)
  )
}

/** Gets the expression in `e` that names what the guard `d` of the value of `e` is declared for. */
private Expr namedIn(Expr e, GuardDeclaration d) {
  exists(Element declared | names(result, declared) |
    guardsValueOf(d, declared) and e = result
    or
    guardsElementsOf(d, declared) and isElementOf(e, result)
    or
    exists(int i | guardsArgumentOf(d, declared, i) |
      exists(MethodCall call | e = call |
        call.getQualifier() = result and
        i = call.getMethod().getSourceDeclaration().getReturnType().(TypeVariable).getIndex()
      )
      or
      i = 0 and e = variableOverElements(result).getAnAccess()
    )
    or
    guardsElementsOf(d, declared) and e = variableOverElements(result).getAnAccess()
  )
  or
  d.isAboutValue() and
  e = result and
  (
    d.getElement() = e.(CastingExpr).getTypeExpr() or
    d.getElement() = e.(ClassInstanceExpr).getTypeName()
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
    callee.getDeclaringType().getASourceSupertype*().hasQualifiedName(package, type)
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
