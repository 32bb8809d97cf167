/**
 * Functions that are written in place (lambda expressions, method references, anonymous classes of interfaces), and the
 * places where each of them is run.
 *
 * What flows in is the values of local variables, parameters, fields and results, as far as they may hold such a
 * function, and rows that say when library methods run what they are handed. What comes out binds a function to the
 * evaluation that runs it. A function that a call hands to a parameter, and that is run from there before the call ends,
 * is bound to this call: two calls of `lock.run(() -> ...)` run their own functions each, not both functions both.
 */

import java
import java.callgraph.MethodSelection
private import java.callgraph.TypeArguments
import java.models.Models
private import java.concurrency.MethodNames
private import java.concurrency.ThreadCalls

/** A function that is written in place: a lambda expression, a method reference, or an object of an anonymous class of an interface. */
class FunctionCreation extends ClassInstanceExpr {
  FunctionCreation() {
    this instanceof FunctionalExpr
    or
    exists(AnonymousClass c | c = this.getAnonymousClass() |
      implInterface(c, _)
      or
      exists(RefType base | extendsReftype(c, base) |
        not base instanceof TypeObject and
        base.getSourceDeclaration().isAbstract() and
        not base.getSourceDeclaration().fromSource()
      )
    )
  }

  /** Gets the class of the object that this makes. */
  ClassOrInterface getFunctionClass() { isAnonymClass(result, this) }

  /** Gets a callable that running this may execute: for an anonymous class, each method that overrides one. */
  Callable getARunCallable() { functionTarget(this, _, result) }
}

/** Holds if calling the declared method `m` on the function that `f` makes may execute `target`. */
cached
predicate functionTarget(FunctionCreation f, Method m, Callable target) {
  target = f.(LambdaExpr).asMethod() and overridesDirectly(target, m)
  or
  overridesDirectly(f.(MemberRefExpr).asMethod(), m) and target = referenced(f)
  or
  // Default methods of the interface.
  f instanceof FunctionalExpr and
  selects(f.getFunctionClass(), m, target) and
  target != f.(FunctionalExpr).asMethod()
  or
  not f instanceof FunctionalExpr and selects(f.getFunctionClass(), m, target)
}

/** Gets a callable that the method reference `e` stands for: the class of the receiver decides which, if it is virtual. */
private Callable referenced(MemberRefExpr e) {
  exists(Callable c | c = e.getReferencedCallable().getSourceDeclaration() |
    (not c.(Method).isVirtual() or e.getQualifier() instanceof SuperAccess) and result = c
    or
    c.(Method).isVirtual() and
    not e.getQualifier() instanceof SuperAccess and
    (
      selectsBelow(e.getReceiverType().getErasure(), c, result) and
      not isFunctionMethod(result) and
      not isForOtherArguments(e, result)
      or
      result = c and not c.fromSource()
    )
  )
}

/** Holds if `m` is declared in the class of a function, so that only running this function executes it. */
cached
predicate isFunctionMethod(Method m) {
  exists(FunctionCreation f | methods(m, _, _, _, f.getFunctionClass(), _)) and
  m.isVirtual()
}

/** Gets a type of which some function is an object; `Object` is left out. */
pragma[nomagic]
private RefType functionType() {
  exists(FunctionCreation f, ClassOrInterface c | c = f.getFunctionClass() |
    result = c or sourceAncestor(c, result)
  ) and
  not result instanceof TypeObject
}

/** Holds if a function may be an object of the declared type `t`. */
pragma[nomagic]
private predicate mayHoldFunction(Type t) {
  t.(TypeVariable).getErasure() instanceof TypeObject and
  exists(t.(TypeVariable).getGenericCallable())
  or
  t.getErasure() = functionType()
}

private predicate isRelevant(Expr e) {
  mayHoldFunction(e.getType()) and
  not e instanceof TypeAccess
}

/** Holds if the value of `to` may be that of `source`, an expression of the same callable or of one around it. */
private predicate localStep(Expr source, Expr to) {
  isRelevant(to) and
  (
    source = to.(CastingExpr).getExpr()
    or
    source = to.(ConditionalExpr).getABranchExpr()
    or
    source = to.(SwitchExpr).getAResult()
    or
    source = to.(AssignExpr).getSource()
    or
    // `task::run` runs what `task` is.
    source = to.(MemberRefExpr).getQualifier() and isRelevant(source)
    or
    exists(LocalScopeVariable v |
      to.(VarRead).getVariable() = v and source = v.getAnAssignedValue()
    )
  )
}

/** Holds if the value of `e` comes from `origin`: a function made there, a parameter, a field, the result of a call. */
private predicate localOrigin(Expr e, Element origin) {
  isRelevant(e) and
  (
    origin = e and (e instanceof FunctionCreation or e instanceof MethodCall)
    or
    origin = e.(VarRead).getVariable() and (origin instanceof Parameter or origin instanceof Field)
  )
  or
  exists(Expr source | localOrigin(source, origin) and localStep(source, e))
}

/** Holds if `e` is of a type that may hold a function, and its value comes from `source`, where this analysis does not look. */
private predicate unknownOrigin(Expr e, Expr source) {
  isRelevant(e) and
  source = e and
  (
    e instanceof ArrayAccess
    or
    e.(VarRead).getVariable().(LocalVariableDecl).getDeclExpr().hasImplicitInit()
    or
    e instanceof MethodCall and not exists(bodyTarget(e))
    or
    e.(VarRead).getVariable().(Parameter).getCallable() = any(LambdaExpr l).asMethod()
  )
  or
  exists(Expr prior | unknownOrigin(prior, source) and localStep(prior, e))
}

/** Gets a callable with a body that `call` may execute by class hierarchy; the methods of functions are left out. */
private Callable bodyTarget(Call call) {
  isFunctionCall(call) and
  result = viableCallable(call) and
  exists(result.getBody()) and
  not isFunctionMethod(result)
}

/** Holds if functions may go into or out of `call`. */
private predicate isFunctionCall(Call call) { isRelevant(call.getAnArgument()) or isRelevant(call) }

/** Holds if `call` hands the value of `argument` to `p`, a parameter of a callable with a body; not to the array of varargs. */
predicate passes(Call call, Expr argument, Parameter p) {
  exists(Callable callee, int i |
    isRelevant(argument) and
    argument = call.getArgument(i) and
    callee = [bodyTarget(call), boundTarget(call)] and
    not rowsSayWhen(callee, _) and
    p = callee.getParameter(i) and
    not p.isVarargs()
  )
}

/** Gets the value of a `return` of `c`, which may be a function. */
pragma[nomagic]
private Expr returned(Callable c) {
  exists(ReturnStmt s |
    s.getEnclosingCallable() = c and result = s.getExpr() and isRelevant(result)
  )
}

/** Holds if `c` may return the function that `f` makes, which no call has handed to it. */
private predicate returnsFunction(Callable c, FunctionCreation f) {
  exists(Element origin |
    localOrigin(returned(c), origin) and not origin instanceof Parameter and holds(origin, f)
  )
}

/** Holds if `c` may return its parameter `p`. */
private predicate returnsParameter(Callable c, Parameter p) {
  localOrigin(returned(c), p) and
  p.getCallable() = c
}

/** Holds if `call`, whose result may be a function, may execute `c` by class hierarchy, and `c` may return one. */
pragma[nomagic]
private predicate mayGiveResult(MethodCall call, Callable c) {
  isRelevant(call) and
  c = bodyTarget(call) and
  localOrigin(returned(c), _)
}

/** Gets a callable whose result `call`, which may give a function, may give. */
private Callable resultTarget(MethodCall call) {
  mayGiveResult(call, result)
  or
  isRelevant(call) and result = boundTarget(call)
}

/** Holds if the value of `origin` may be the function that `f` makes. */
cached
private predicate holds(Element origin, FunctionCreation f) {
  origin = f
  or
  exists(Expr e, Element prior | localOrigin(e, prior) and holds(prior, f) |
    passes(_, e, origin) or e = origin.(Field).getAnAssignedValue()
  )
  or
  exists(Callable c | returnsFunction(c, f) and c = resultTarget(origin))
  or
  // A method that returns its argument.
  exists(Expr argument, Parameter p, Element prior |
    returnsParameter(_, p) and
    passes(origin, argument, p) and
    isRelevant(origin) and
    localOrigin(argument, prior) and
    holds(prior, f)
  )
  or
  exists(Expr argument, Element prior |
    returnsItsArgument(origin, argument) and localOrigin(argument, prior) and holds(prior, f)
  )
}

/** Holds if the library method that `call` calls gives back its argument. */
private predicate returnsItsArgument(MethodCall call, Expr argument) {
  isRelevant(call) and
  call.getMethod().isStatic() and
  exists(string package, string type, string name, int i |
    libraryFlow(package, type, name, "Argument[" + i + "]", "ReturnValue") and
    i = [0 .. 3] and
    call.getMethod().hasQualifiedName(package, type, name) and
    argument = call.getArgument(i)
  )
}

/** Holds if the value of `e` may be the function that `f` makes; what its enclosing callables get as arguments included. */
predicate mayBeFunction(Expr e, FunctionCreation f) {
  exists(Element origin | localOrigin(e, origin) and holds(origin, f))
}

/** Holds if `call` calls the declared method `m` on the value of `q`, which may be a function. */
private predicate callsOn(MethodCall call, Expr q, Method m) {
  q = call.getQualifier() and
  isRelevant(q) and
  not q instanceof InstanceAccess and
  m = call.getMethod().getSourceDeclaration() and
  m.isVirtual()
}

/** Gets a callable that `call` executes because a function is its receiver, whichever way it came there. */
private Callable boundTarget(MethodCall call) {
  exists(Expr q, Method m, Element origin, FunctionCreation f |
    callsOn(call, q, m) and
    localOrigin(q, origin) and
    holds(origin, f) and
    functionTarget(f, m, result)
  )
}

/*-- Functions in collections and arrays --*/

/** Holds if `e` is put where this analysis does not follow it: into an array or a collection. */
private predicate isStoredOutOfSight(Expr e) {
  isRelevant(e) and
  (
    exists(AssignExpr a | a.getSource() = e and a.getDest() instanceof ArrayAccess)
    or
    e = any(ArrayInit a).getAnInit()
    or
    e.(Argument).isNthVararg(_)
    or
    exists(Call call, int i, Callable callee |
      e = call.getArgument(i) and
      callee = call.getCallee().getSourceDeclaration() and
      not rowsSayWhen(callee, _) and
      isContentType(callee.getParameterType(i))
    )
  )
}

/** Holds if a library method with a parameter of type `t` keeps what it gets as content, rather than to run it. */
private predicate isContentType(Type t) {
  t instanceof TypeVariable or
  t instanceof TypeObject or
  t instanceof Array
}

/** Holds if `f` is put into an array or collection. */
private predicate isOutOfSight(FunctionCreation f) {
  exists(Expr e | isStoredOutOfSight(e) and mayBeFunction(e, f))
}

/** Holds if `f`, which is put into an array or collection, is an object of the declared type `t`, which is not `Object`. */
pragma[nomagic]
private predicate isOutOfSightAs(FunctionCreation f, RefType t) {
  isOutOfSight(f) and
  sourceAncestor(f.getFunctionClass(), t) and
  not t instanceof TypeObject
}

/** Gets the array or collection that `e`, which is put into it, is handed to. */
private Expr containerOf(Expr e) {
  isStoredOutOfSight(e) and
  (
    e = any(MethodCall call | result = call.getQualifier()).getAnArgument()
    or
    exists(AssignExpr a | a.getSource() = e and result = a.getDest().(ArrayAccess).getArray())
  )
}

/** Gets a field in whose array or collection something is kept that this analysis does not follow. */
private Field containerField() { result.getAnAccess() = containerOf(_) }

/** Holds if `e` is what `f` contains, a part or a copy of it, or a way to go through it. */
private predicate isOfContainer(Expr e, Field f) {
  f = containerField() and e = f.getAnAccess()
  or
  exists(Expr whole | isOfContainer(whole, f) |
    whole = e.(MethodCall).getQualifier()
    or
    whole = e.(ArrayAccess).getArray()
    or
    whole = e.(CastingExpr).getExpr()
    or
    exists(LocalVariableDecl v | e.(VarRead).getVariable() = v |
      whole = v.getAnAssignedValue()
      or
      exists(EnhancedForStmt loop | loop.getExpr() = whole and loop.getVariable().getVariable() = v)
    )
    or
    exists(LambdaExpr l, MethodCall each |
      whole = each.getQualifier() and
      l = each.getAnArgument() and
      e.(VarRead).getVariable() = l.asMethod().getAParameter()
    )
  )
}

/** Holds if what `f` contains may come to code that knows another name for it: it is handed on, or another one is put in. */
private predicate isSharedContainer(Field f) {
  f = containerField() and
  (
    exists(Expr e | isOfContainer(e, f) and not isRelevant(e) |
      exists(Call call | e = call.getAnArgument() and not isOfContainer(call, f))
      or
      e = any(ReturnStmt s).getExpr()
      or
      e = any(AssignExpr a | a.getDest() instanceof FieldAccess).getSource()
    )
    or
    exists(Expr value | value = f.getAnAssignedValue() |
      not value instanceof NullLiteral and
      not value instanceof ClassInstanceExpr and
      not value instanceof ArrayCreationExpr and
      not value instanceof ArrayInit and
      not value.(MethodCall).getMethod().isStatic()
    )
    or
    not f.isPrivate() and exists(FieldAccess a | a.getField() = f and not a.isOwnFieldAccess())
  )
}

/** Holds if `f` is put into an array or collection which is not known to be that of one field only. */
private predicate isInAnyContainer(FunctionCreation f) {
  exists(Expr e | isStoredOutOfSight(e) and mayBeFunction(e, f) |
    not exists(Field c | containerOf(e) = c.getAnAccess() and not isSharedContainer(c))
  )
}

/** Holds if `f` is put into the array or collection that the field `c` holds. */
private predicate isInContainer(FunctionCreation f, Field c) {
  exists(Expr e | containerOf(e) = c.getAnAccess() and mayBeFunction(e, f))
}

/** Holds if `e`, whose value comes from an array, a collection or a library, may be the function that `f` makes. */
private predicate mayBeUnseen(Expr e, FunctionCreation f) {
  exists(Expr source | unknownOrigin(e, source) and isOutOfSightAs(f, e.getType().getErasure()) |
    isInAnyContainer(f) or exists(Field c | isInContainer(f, c) and isOfContainer(source, c))
  )
}

/*-- What libraries do with functions --*/

/**
 * Holds if rows say when `callee` runs the functions and tasks that it is handed: `now`, `later`, on a `thread` of its
 * own, or `serial`, one at a time.
 */
cached
predicate rowsSayWhen(Callable callee, string when) {
  exists(string name, ClassOrInterface declaring |
    hasNearestRow(declaring, name, when) and
    methods(callee, name, _, _, declaring, _) and
    not callee instanceof InitializerMethod
  )
  or
  exists(string package, string type |
    runsArgument(package, type, "<init>", when) and
    callee.(Constructor).getDeclaringType().hasQualifiedName(package, type)
  )
}

/** Holds if a row says when methods of the name `name` in `named` run what they are handed. */
pragma[nomagic]
private predicate hasRow(ClassOrInterface named, string name, string when) {
  exists(string package, string type |
    runsArgument(package, type, name, when) and named.hasQualifiedName(package, type)
  )
}

/** Holds if `t` is `named`, which a row names, or a type below. */
private predicate isBelowRow(ClassOrInterface t, ClassOrInterface named) {
  hasRow(named, _, _) and
  (t = named or sourceAncestor(t, named))
}

/**
 * Holds if a row says when methods of the name `name` in `t` run what they are handed: a row of `t`, or of a type above
 * where no row of a type in between says otherwise.
 */
pragma[nomagic]
private predicate hasNearestRow(ClassOrInterface t, string name, string when) {
  exists(ClassOrInterface named | hasRow(named, name, when) and isBelowRow(t, named) |
    not exists(ClassOrInterface nearer |
      hasRow(nearer, name, _) and
      nearer != named and
      isBelowRow(nearer, named) and
      isBelowRow(t, nearer)
    )
  )
}

/** Holds if functions of the type `t` are run on the spot by library methods that nothing else is known of. */
private predicate isAppliedType(RefType t) {
  exists(string package, string type |
    appliedType(package, type) and
    t.getPackage().hasName(package) and
    t.getSourceDeclaration().getName().matches(type)
  )
}

/**
 * Holds if `call` hands `argument` to a library method that runs it, or may run it, at the time `when`, as rows and types have
 * it.
 */
cached
predicate givesToLibrary(Call call, Expr argument, string when) {
  exists(Callable callee, int i, Type t |
    argument = call.getArgument(i) and
    callee = call.getCallee().getSourceDeclaration() and
    t = callee.getParameterType(i.minimum(callee.getNumberOfParameters() - 1))
  |
    rowsSayWhen(callee, when) and (argument instanceof FunctionCreation or isRunType(t))
    or
    not rowsSayWhen(callee, _) and
    not exists(callee.getBody()) and
    not callee.fromSource() and
    (argument instanceof FunctionCreation or isRelevant(argument) or isListener(argument, t)) and
    not isContentType(t) and
    (if isAppliedType(t) and not isListener(argument, t) then when = "now" else when = "later")
  )
}

/** Holds if `argument`, an object of a class of the sources, is registered with a library, which calls it by its own type `t`. */
private predicate isListener(Expr argument, RefType t) {
  exists(Call call, int i, Callable callee |
    argument = call.getArgument(i) and
    callee = call.getCallee().getSourceDeclaration() and
    t = callee.getParameterType(i.minimum(callee.getNumberOfParameters() - 1)) and
    not callee.fromSource() and
    nameSays(callee, "registers") and
    argument.getType().(RefType).getSourceDeclaration().fromSource() and
    exists(runMethod(t.getErasure()))
  )
}

/**
 * Holds if `call` hands `argument` to a library method that runs it, or may run it, at the time `when`: `now`, too, where
 * another thread runs it and the caller, with all locks that it holds, waits for it at once.
 */
cached
predicate handsToLibrary(Call call, Expr argument, string when) {
  if awaitsAtOnce(call, _)
  then givesToLibrary(call, argument, _) and when = "now"
  else givesToLibrary(call, argument, when)
}

/** Holds if objects of the declared type `t` are there to be run: it is an interface or abstract class with an abstract method. */
private predicate isRunType(Type t) {
  exists(runMethod(t.getErasure())) or
  t instanceof TypeVariable
}

/** Gets an abstract method that objects of the interface or abstract class `t` have, or `run` of a class of threads. */
Method runMethod(RefType t) {
  (t instanceof Interface or t.isAbstract() or t instanceof TypeThread) and
  exists(RefType declaring |
    (declaring = t or sourceAncestor(t, declaring)) and
    methods(result, _, _, _, declaring, _) and
    (result.isAbstract() or result.hasQualifiedName("java.lang", "Thread", "run"))
  )
  or
  // What tasks of all kinds below do when they are run, as rows say: that of `ForkJoinTask` has another name.
  exists(string package, string type, string run |
    runsReceiver(package, type, _, run, _) and
    t.hasQualifiedName(package, type) and
    result.hasName(run) and
    not result.fromSource() and
    sourceAncestor(result.getDeclaringType(), t)
  )
  or
  // What a class that is there to be extended, such as `DefaultHandler`, does by itself.
  exists(string package, string type |
    adapterType(package, type) and
    t.hasQualifiedName(package, type) and
    result = t.(Class).getAMethod() and
    exists(Method declared | result.overrides(declared) and declared.isAbstract())
  )
}

/**
 * Holds if `call` hands an object of the declared type `t`, no function written in place, to a library method that calls
 * `m` on it at the time `when`.
 */
private predicate handsObject(Call call, RefType t, Method m, string when) {
  exists(Expr argument, int i, Callable callee |
    handsToLibrary(call, argument, when) and
    argument = call.getArgument(i) and
    not argument instanceof FunctionCreation and
    // What is bound to functions is not joined to all classes that fit.
    not mayBeFunction(argument, _) and
    callee = call.getCallee().getSourceDeclaration() and
    // What a library does with an object that nothing is known of is not guessed: a list that it gets is no task.
    rowsSayWhen(callee, when) and
    t = argument.getType().getErasure() and
    not t instanceof TypeObject and
    m =
      runMethod(callee.getParameterType(i.minimum(callee.getNumberOfParameters() - 1)).getErasure())
  )
}

/** Holds if `m`, a method of a class with a name, runs at the time `when` because `call` hands an object to a library. */
predicate runsHandedObject(Call call, Method m, string when) {
  exists(RefType t, Method declared |
    handsObject(call, t, declared, when) and handedTarget(t, declared, m)
  )
}

/** Holds if a library that calls `declared` on an object of the declared type `t` may execute `m` of the sources. */
pragma[nomagic]
private predicate handedTarget(RefType t, Method declared, Method m) {
  handsObject(_, t, declared, _) and
  selectsBelow(t, declared, m) and
  not isFunctionMethod(m) and
  m.fromSource()
}

/*-- Where functions are run --*/

/** Holds if the evaluation of `inner` runs what `p` holds, or hands it to what runs it before it returns. */
cached
predicate runsParameter(Parameter p, ExprParent inner) {
  exists(Expr e | localOrigin(e, p) |
    callsOn(inner, e, _)
    or
    handsToLibrary(inner, e, "now")
    or
    exists(Parameter next | passes(inner, e, next) and isRunBeforeReturn(next))
  )
}

/** Holds if what `p` holds may be run while its callable is being executed, by the same thread. */
cached
predicate isRunBeforeReturn(Parameter p) {
  exists(ExprParent inner, Callable runner |
    runsParameter(p, inner) and runner = enclosingCallable(inner)
  |
    runner = p.getCallable() or isRunWithin(runner, p.getCallable())
  )
}

/** Holds if what `p` holds is handed on to be run after its callable has returned, or by another thread. */
cached
predicate isRunAfterReturn(Parameter p) {
  exists(Expr e | localOrigin(e, p) |
    handsToLibrary(_, e, ["later", "thread", "serial"])
    or
    exists(Parameter next | passes(_, e, next) and isRunAfterReturn(next))
  )
  or
  exists(ExprParent inner, Callable runner |
    runsParameter(p, inner) and
    runner = enclosingCallable(inner) and
    runner != p.getCallable() and
    not isRunWithin(runner, p.getCallable())
  )
}

private Callable enclosingCallable(ExprParent site) { result = site.(Call).getEnclosingCallable() }

/** Holds if `inner` is the body of a function that a callable makes and runs on the spot: `outer`, or one within `outer`. */
private predicate isRunWithin(Callable inner, Callable outer) {
  exists(FunctionCreation f, Callable maker |
    isFunctionMethod(inner) and
    inner.getDeclaringType() = f.getFunctionClass() and
    maker = f.getEnclosingCallable() and
    runsHere(f)
  |
    outer = maker or isRunWithin(maker, outer)
  )
}

/** Holds if the callable that makes `f` hands it to what runs it on the spot. */
private predicate runsHere(FunctionCreation f) {
  exists(Expr e | localOrigin(e, f) |
    callsOn(_, e, _)
    or
    handsToLibrary(_, e, "now")
    or
    exists(Parameter next | passes(_, e, next) and isRunBeforeReturn(next))
  )
}

/**
 * Holds if the evaluation of `site` runs the function `f`, which it gets from elsewhere than from a parameter: `site` calls
 * a method on it, or hands it to a callable that runs it before it returns.
 */
private predicate runsFunctionFrom(ExprParent site, Expr e, FunctionCreation f) {
  exists(Element origin |
    localOrigin(e, origin) and not origin instanceof Parameter and holds(origin, f)
  |
    handsToLibrary(site, e, "now")
    or
    exists(Parameter p | passes(site, e, p) and isRunBeforeReturn(p))
  )
  or
  mayBeUnseen(e, f) and
  (
    handsToLibrary(site, e, "now")
    or
    exists(Parameter p | passes(site, e, p) and isRunBeforeReturn(p))
  )
}

/** Holds if evaluating `site` runs `target`, a callable of the function `f`, before the evaluation ends. */
cached
predicate runsFunction(ExprParent site, FunctionCreation f, Callable target) {
  runsFunctionFrom(site, _, f) and target = f.getARunCallable()
  or
  exists(Expr q, Method m | callsOn(site, q, m) and functionTarget(f, m, target) |
    exists(Element origin |
      localOrigin(q, origin) and not origin instanceof Parameter and holds(origin, f)
    )
    or
    mayBeUnseen(q, f)
  )
}

/** Holds if `site` hands the function `f`, with the callable `target`, to a library that runs it later, at the time `when`. */
cached
predicate handsFunctionOver(ExprParent site, FunctionCreation f, Callable target, string when) {
  exists(Expr e |
    handsToLibrary(site, e, when) and
    when != "now" and
    (mayBeFunction(e, f) or mayBeUnseen(e, f)) and
    target = f.getARunCallable()
  )
}

/** Holds if the sources show no place where `f` is run: it is returned to whoever calls, or kept by something unknown. */
cached
predicate isRunOutOfSight(FunctionCreation f) {
  f instanceof FunctionCreation and
  not runsFunction(_, f, _) and
  not handsFunctionOver(_, f, _, _)
}
