/**
 * How values move within callables: nodes that hold objects, and the steps between them, each as a narrow relation over
 * nodes that the analysis joins.
 *
 * What flows in are expressions and statements; what comes out, for the analysis in `java.pointsto.Analysis`, are
 * assignments, loads and stores of fields, allocations, and the parts of calls. A read of a local variable or parameter is
 * no node of its own: it is the variable. A lambda expression or a class that is declared in a body holds the variables
 * that it captures in fields of its object, and the instance around it too, as compilers have it.
 */

import java
import java.callgraph.Functions
import java.callgraph.ImplicitCalls
import java.models.Models
import java.pointsto.Allocations
import java.pointsto.Roots

private newtype TSpecialNode =
  /** `this` in an instance method or constructor, the object of a lambda in its body. */
  TThis(Callable m) { not m.isStatic() and m.fromSource() } or
  /** What `m` returns. */
  TReturn(Callable m) { m.fromSource() } or
  /** The captured variable `v` in `m`. */
  TCaptured(Callable m, LocalScopeVariable v) { usesCaptured(m, v) } or
  /** The instance of `t` around the object of `m`. */
  TOuterInstance(Callable m, RefType t) { hasOuter(m, t) } or
  /** The array of the last arguments of `call`. */
  TVarargs(Call call) { exists(varargsArray(call)) } or
  /** A value on its way through a library call; `place` says which. */
  TPlace(ExprParent site, string place) { hasPlace(site, place) } or
  /** Where the receiver of a method reference lies within its method. */
  TBoundReceiver(MemberRefExpr e) or
  /** Argument `i` of the function that a method reference is. */
  TReferenceArgument(MemberRefExpr e, int i) { i in [0 .. referenceArity(e) - 1] } or
  /**
   * Where a library calls back what `call` hands it as argument `i`; the receiver, if `i` is -1, and what others have put into
   * that, if it is -2.
   */
  TCallback(Call call, int i) { handsCallback(call, i, _, _) } or
  /** All reads of the static field `f` in `m`. */
  TStaticRead(Callable m, Field f) { readsStatic(_, m, f) } or
  /** All reads of `f` or `this.f` in `m`, of the type `t`. */
  TOwnRead(Callable m, Field f, boolean qualified, Type t) { readsOwn(_, m, f, qualified, t) } or
  /** All reads of `v.f` in `m`, of the type `t`. */
  TVariableRead(Callable m, LocalScopeVariable v, Field f, Type t) { readsOf(_, m, v, f, t) }

/** What may hold objects. */
private class TNode = @exprparent or @localscopevariable or TSpecialNode;

/** What may hold objects: an expression, a local variable, a parameter, or a place that has no name in the sources. */
class Node extends TNode {
  /** Gets a text that describes this. */
  string toString() {
    result = this.(Expr).toString()
    or
    result = this.(LocalScopeVariable).getName()
    or
    exists(Callable m | this = TThis(m) and result = "this of " + m.getName())
    or
    exists(Callable m | this = TReturn(m) and result = "result of " + m.getName())
    or
    exists(Callable m, LocalScopeVariable v |
      this = TCaptured(m, v) and result = v.getName() + " in " + m.getName()
    )
    or
    exists(Callable m, RefType t |
      this = TOuterInstance(m, t) and result = t.getName() + ".this in " + m.getName()
    )
    or
    exists(Call call | this = TVarargs(call) and result = "arguments of " + call.toString())
    or
    exists(ExprParent site, string place |
      this = TPlace(site, place) and result = place + " of " + site.toString()
    )
    or
    exists(MemberRefExpr e | this = TBoundReceiver(e) and result = "receiver of " + e.toString())
    or
    exists(MemberRefExpr e, int i |
      this = TReferenceArgument(e, i) and
      result = "argument " + i.toString() + " of " + e.toString()
    )
    or
    exists(Callable m, Field f | this = TStaticRead(m, f) or this = TOwnRead(m, f, _, _) |
      result = f.getName() + " in " + m.getName()
    )
    or
    exists(Callable m, LocalScopeVariable v, Field f | this = TVariableRead(m, v, f, _) |
      result = v.getName() + "." + f.getName() + " in " + m.getName()
    )
  }
}

private class TSite = @exprparent or TCallback;

/** What runs callables: a call, an expression or statement that the language makes calls of, a callback of a library. */
class Site extends TSite {
  /** Gets the call, expression or statement in the sources. */
  ExprParent getPlace() { result = this or this = TCallback(result, _) }

  /** Gets a text that describes this. */
  string toString() {
    result = this.(ExprParent).toString()
    or
    exists(Call call, int i |
      this = TCallback(call, i) and
      result = "argument " + i.toString() + " called by " + call.toString()
    )
  }
}

/** Gets the site where a library calls back what `call` hands it as argument `i`. */
Site callbackSite(Call call, int i) { result = TCallback(call, i) }

/** Gets the number of arguments of the function that the method reference `e` is. */
private int referenceArity(MemberRefExpr e) {
  exists(Callable c | c = e.getReferencedCallable() |
    if c instanceof Method and not c.isStatic() and not exists(boundReceiver(e))
    then result = c.getNumberOfParameters() + 1
    else result = c.getNumberOfParameters()
  )
}

/** Gets the node of argument `i` of the function that the method reference `e` is. */
Node referenceArgument(MemberRefExpr e, int i) { result = TReferenceArgument(e, i) }

/** Gets the node of `this` in `m`. */
Node thisNode(Callable m) { result = TThis(m) }

/** Gets the node of what `m` returns. */
Node returnNode(Callable m) { result = TReturn(m) }

/** Gets the node of `place` at `site`. */
Node placeNode(ExprParent site, string place) { result = TPlace(site, place) }

/** Holds if a node is wanted for `place` at `site`: where library calls or the language itself pass values on. */
private predicate hasPlace(ExprParent site, string place) {
  isIterated(site) and place = "iterator"
  or
  exists(innerObject(site)) and site instanceof ArrayCreationExpr and place = "inner"
  or
  isValuesMethod(site, _) and place = "constants"
  or
  containsTexts(site) and place = "texts"
  or
  exists(string package, string type, string name, string path |
    flowRow(site, package, type, name) and
    (libraryFlow(package, type, name, path, _) or libraryFlow(package, type, name, _, path)) and
    place = pathPrefix(path) and
    place.matches("%.%")
  )
}

/** Gets a prefix of the path `path`, itself included. */
string pathPrefix(string path) {
  (libraryFlow(_, _, _, path, _) or libraryFlow(_, _, _, _, path)) and
  (result = path or exists(int i | path.charAt(i) = "." and result = path.prefix(i)))
}

/** Holds if rows about the method `name` of `package.type` are about the callee of `call`, which has no body. */
predicate flowRow(Call call, string package, string type, string name) {
  exists(Callable callee |
    callee = call.getCallee().getSourceDeclaration() and flowCallable(callee, package, type, name)
  )
}

/**
 * Holds if rows about the method `name` of `package.type` are about `callee`, a callable of a library. The sources may be
 * those of the library itself: a callable in one of the packages that rows are about is looked at by its rows, too, so that
 * what a list contains belongs to this list, rather than to the array that all lists make in one place.
 */
cached
predicate flowCallable(Callable callee, string package, string type, string name) {
  exists(RefType declaring |
    hasFlowMethod(declaring, package, type, name) and
    (not callee.fromSource() or isFlowHome(declaring.getPackage().getName()))
  |
    methods(callee, name, _, _, declaring, _)
    or
    name = "<init>" and constrs(callee, _, _, _, declaring, _)
  )
}

pragma[nomagic]
private predicate isFlowHome(string package) { libraryFlow(package, _, _, _, _) }

/**
 * Holds if rows say where argument `i` of `m`, which has a body, goes: the body does not get it. No more does it get what
 * a container that rows are about holds of any type, nor arrays of any type, by a method without rows.
 */
cached
predicate isModelledArgument(Callable m, int i) {
  isContainerArgument(m, i)
  or
  m.fromSource() and
  exists(string package, string type, string name, string path |
    flowCallable(m, package, type, name) and
    libraryFlow(package, type, name, path, _) and
    isArgumentPath(path, i)
  )
}

/** Holds if `path` is about what a container contains. */
pragma[nomagic]
predicate isAboutElements(string path) {
  (libraryFlow(_, _, _, path, _) or libraryFlow(_, _, _, _, path)) and
  path.regexpMatch(".*\\.(Element|MapKey|MapValue)\\b.*")
}

/**
 * Holds if `m` is code of a container that rows are about, in the sources of the library itself. The rows say at the calls
 * of it what its objects contain, so that no elements move in its own code: the bodies that all containers share, such as
 * `addAll`, would mix what each of them contains.
 */
cached
predicate isContainerBody(Callable m) { m.fromSource() and isContainerClass(m.getDeclaringType()) }

private predicate isContainerClass(RefType t) {
  t.fromSource() and
  (
    isFlowHome(t.getPackage().getName()) and
    exists(string package, string type |
      hasAncestor(t, package, type) and containsElements(package, type)
    )
    or
    isContainerClass(t.getEnclosingType())
  )
}

/** Holds if rows say what comes into objects of `package.type`. */
pragma[nomagic]
private predicate containsElements(string package, string type) {
  exists(string path |
    libraryFlow(package, type, _, _, path) and
    isAboutElements(path) and
    path.matches("Argument[this].%")
  )
}

private predicate isContainerArgument(Callable m, int i) {
  m.fromSource() and
  exists(RefType declaring |
    declaring = m.getDeclaringType() and
    hasAncestor(declaring, _, _) and
    isFlowHome(declaring.getPackage().getName()) and
    isAnyType(m.getParameterType(i))
  )
}

/** Holds if `t` is any type of objects, or one of arrays of such. */
private predicate isAnyType(Type t) {
  t.getErasure() instanceof TypeObject or
  isAnyType(t.getErasure().(Array).getComponentType())
}

/** Holds if `path` is argument `i`, or something in it; not what a function in it returns. */
pragma[nomagic]
private predicate isArgumentPath(string path, int i) {
  libraryFlow(_, _, _, path, _) and
  i in [0 .. 9] and
  exists(string argument | argument = "Argument[" + i.toString() + "]" |
    path = argument
    or
    path.matches(argument + ".%") and not path.matches("%.ReturnValue%")
  )
}

/** Holds if `t` is `package.type`, or below it, and rows are about its method `name`. */
pragma[nomagic]
private predicate hasFlowMethod(RefType t, string package, string type, string name) {
  hasAncestor(t, package, type) and
  libraryFlow(package, type, name, _, _)
}

/** Holds if `t` is `package.type`, of which there are rows, or a type below it. */
pragma[nomagic]
private predicate hasAncestor(RefType t, string package, string type) {
  exists(RefType declared |
    isFlowType(declared, package, type) and (t = declared or sourceAncestor(t, declared))
  )
}

pragma[nomagic]
private predicate isFlowType(RefType t, string package, string type) {
  libraryFlow(package, type, _, _, _) and
  t.hasQualifiedName(package, type)
}

private predicate isIterated(Expr e) {
  e = any(EnhancedForStmt s).getExpr() and
  not e.getType() instanceof Array
}

/*-- Fields --*/

private newtype TSpecialSlot =
  TArrayElement() or
  TOuterOf(RefType t) or
  TBoundReceiverSlot() or
  TContent(string name) { name = ["Element", "MapKey", "MapValue", "Content"] }

private class TSlot = @field or @localscopevariable or TSpecialSlot;

/** A part of an object that holds objects: a field, the elements of an array, what a collection contains. */
class Slot extends TSlot {
  /** Gets a text that describes this. */
  string toString() {
    result = this.(Field).getName()
    or
    result = this.(LocalScopeVariable).getName()
    or
    this = TArrayElement() and result = "[]"
    or
    exists(RefType t | this = TOuterOf(t) and result = "outer of " + t.getName())
    or
    this = TBoundReceiverSlot() and result = "receiver"
    or
    exists(string name | this = TContent(name) and result = "." + name)
  }
}

/** Gets the slot of the elements of arrays. */
Slot arrayElement() { result = TArrayElement() }

/** Gets the slot `name` of library objects: `Element`, `MapKey`, `MapValue` or `Content`. */
Slot contentSlot(string name) { result = TContent(name) }

/*-- Instances around, captured variables --*/

/** Gets the class of which the code of `m` has an instance: that of the function, for a lambda expression. */
private RefType classOf(Callable m) { result = m.getDeclaringType() }

/** Holds if `m`, whose class is `t`, has an instance `this`. */
private predicate hasSelf(Callable m) { not m.isStatic() and m.fromSource() }

/** Holds if objects of the class `t` hold an instance of the class `outer` around it. */
cached
predicate outerClass(RefType t, RefType outer) {
  exists(ClassInstanceExpr e, Callable maker |
    isAnonymClass(t, e) and
    maker = e.getEnclosingCallable() and
    hasSelf(maker) and
    not isInvocationArgument(e) and
    outer = classOf(maker)
  )
  or
  exists(LocalTypeDeclStmt s, Callable maker |
    isLocalClassOrInterface(t, s) and
    maker = s.getEnclosingCallable() and
    hasSelf(maker) and
    not t.isStatic() and
    outer = classOf(maker)
  )
  or
  t instanceof MemberType and
  t.fromSource() and
  t.isSourceDeclaration() and
  not t.isStatic() and
  outer = t.getEnclosingType()
}

/** Holds if `e` lies in an argument of `this(...)` or `super(...)`, where there is no `this` yet (JLS 8.8.7.1). */
private predicate isInvocationArgument(Expr e) {
  e = any(ThisConstructorInvocationStmt s).getAnArgument() or
  e = any(SuperConstructorInvocationStmt s).getAnArgument() or
  isInvocationArgument(e.getParent())
}

private predicate hasOuter(Callable m, RefType outer) {
  hasSelf(m) and outerClass(classOf(m), outer)
  or
  exists(RefType inner | hasOuter(m, inner) and outerClass(inner, outer))
}

/** Gets the node of the instance of the class `t` that the code of `m` sees: `this`, or one around it. */
cached
Node instanceNode(Callable m, RefType t) {
  hasSelf(m) and t = classOf(m) and result = TThis(m)
  or
  hasOuter(m, t) and result = TOuterInstance(m, t)
}

/** Gets the class of `this` in `m`: around a lambda expression, that of the code that has it. */
private RefType thisClass(Callable m) {
  not m = any(FunctionalExpr f).asMethod() and result = classOf(m)
  or
  exists(FunctionalExpr f | m = f.asMethod() and result = thisClass(f.getEnclosingCallable()))
}

/** Gets the node of what `this` is in `m`. */
Node selfNode(Callable m) { result = instanceNode(m, thisClass(m)) }

/** Gets the node of the innermost instance that the code of `m` sees whose class is `t` or below it. */
private Node memberSiteNode(Callable m, RefType t) {
  exists(RefType c |
    result = instanceNode(m, c) and (c = t or sourceAncestor(c, t)) and not hasMemberWithin(m, c, t)
  )
}

/**
 * Holds if an instance of a class within `c`, which the code of `m` sees, has the type `t`. The few classes around `m` come
 * first: a type may have a thousand classes below it.
 */
pragma[nomagic]
private predicate hasMemberWithin(Callable m, RefType c, RefType t) {
  exists(RefType inner | seesWithin(m, inner, c) | inner = t or sourceAncestor(inner, t))
}

/** Holds if the code of `m` sees instances of `inner` and of `outer`, a class around it. */
pragma[nomagic]
private predicate seesWithin(Callable m, RefType inner, RefType outer) {
  exists(instanceNode(m, inner)) and
  exists(instanceNode(m, outer)) and
  isWithin(inner, outer)
}

/** Holds if `outer` is a class around `inner`. */
private predicate isWithin(RefType inner, RefType outer) {
  outerClass(inner, outer)
  or
  exists(RefType mid | outerClass(inner, mid) and isWithin(mid, outer))
}

/** Holds if `v`, of a callable around `m`, is used in `m` or in what it makes. */
cached
predicate usesCaptured(Callable m, LocalScopeVariable v) {
  exists(VarAccess a |
    a.getVariable() = v and
    m = a.getEnclosingCallable() and
    v.getCallable() != m and
    holdsObjects(v.getType())
  )
  or
  exists(ClassInstanceExpr e |
    m = e.getEnclosingCallable() and capturesVariable(createdClass(e), v) and v.getCallable() != m
  )
}

/** Holds if objects of the class `t` hold the captured variable `v`. */
private predicate capturesVariable(RefType t, LocalScopeVariable v) {
  exists(Callable m |
    usesCaptured(m, v) and t = classOf(m) and v.getCallable().getDeclaringType() != t
  )
  or
  exists(RefType base |
    capturesVariable(base, v) and sourceSupertype(t, base) and t instanceof LocalClass
  )
}

/*-- Expressions --*/

/** Gets the node that holds the value of `e`. */
cached
Node valueNode(Expr e) {
  isBoxed(e, _) and result = e
  or
  holdsValues(e) and
  (
    result = variableNode(e)
    or
    result = readNode(e)
    or
    not e instanceof LocalAccess and
    not e instanceof ThisAccess and
    not e instanceof AssignExpr and
    not isUpcast(e) and
    not exists(readNode(e)) and
    result = e
    or
    result = valueNode(e.(AssignExpr).getSource())
    or
    isUpcast(e) and result = valueNode(e.(CastingExpr).getExpr())
    or
    exists(ThisAccess a | a = e |
      not exists(a.getQualifier()) and result = selfNode(a.getEnclosingCallable())
      or
      result =
        instanceNode(a.getEnclosingCallable(),
          a.getQualifier().getType().(RefType).getSourceDeclaration())
    )
  )
}

/** Holds if `e` has a value, and it may be a reference. */
private predicate holdsValues(Expr e) {
  e.getType() instanceof RefType and
  not e instanceof TypeAccess and
  not e instanceof Annotation and
  exists(e.getEnclosingCallable())
}

/** An access to a local variable or parameter. */
private class LocalAccess extends VarAccess {
  LocalAccess() { this.getVariable() instanceof LocalScopeVariable }
}

private Node variableNode(LocalAccess a) {
  exists(LocalScopeVariable v | v = a.getVariable() |
    if usesCaptured(a.getEnclosingCallable(), v)
    then result = TCaptured(a.getEnclosingCallable(), v)
    else result = v
  )
}

/** Gets the node of the variable `v` in `m`, where it is declared or captured. */
private Node variableIn(Callable m, LocalScopeVariable v) {
  m = v.getCallable() and result = v
  or
  result = TCaptured(m, v)
}

/*-- Reads of fields: all of one field, by one path, in one callable, are one node, for they give the same --*/

private predicate readsStatic(FieldAccess a, Callable m, Field f) {
  a.isVarRead() and
  f = a.getField() and
  f.isStatic() and
  m = a.getEnclosingCallable()
}

private predicate readsOwn(FieldAccess a, Callable m, Field f, boolean qualified, Type t) {
  a.isVarRead() and
  f = a.getField() and
  not f.isStatic() and
  m = a.getEnclosingCallable() and
  t = a.getType().getErasure() and
  (
    not a.hasQualifier() and qualified = false
    or
    exists(ThisAccess self | self = a.getQualifier() | not exists(self.getQualifier())) and
    qualified = true
  )
}

private predicate readsOf(FieldAccess a, Callable m, LocalScopeVariable v, Field f, Type t) {
  a.isVarRead() and
  f = a.getField() and
  not f.isStatic() and
  m = a.getEnclosingCallable() and
  t = a.getType().getErasure() and
  v = a.getQualifier().(LocalAccess).getVariable()
}

/** Gets the node of all reads of what the access `a` reads, where its path is short. */
private Node readNode(FieldAccess a) {
  exists(Callable m, Field f | readsStatic(a, m, f) and result = TStaticRead(m, f))
  or
  exists(Callable m, Field f, boolean qualified, Type t |
    readsOwn(a, m, f, qualified, t) and result = TOwnRead(m, f, qualified, t)
  )
  or
  exists(Callable m, LocalScopeVariable v, Field f, Type t |
    readsOf(a, m, v, f, t) and result = TVariableRead(m, v, f, t)
  )
}

/** Holds if the cast `e` is to a type above that of its operand, so that it says nothing. */
private predicate isUpcast(CastingExpr e) {
  exists(RefType operand, RefType target |
    operand = e.getExpr().getType().getErasure() and target = e.getType().getErasure()
  |
    operand = target or sourceAncestor(operand, target)
  )
}

/*-- Steps --*/

/** Holds if what `source` holds comes to `target`, in one callable, and no type keeps anything from it. */
cached
predicate assigns(Node source, Node target) {
  exists(Expr value, LocalScopeVariable v |
    value = v.getAnAssignedValue() and
    source = valueNode(value) and
    target = variableIn(value.getEnclosingCallable(), v)
  )
  or
  exists(Expr e | target = e and holdsValues(e) |
    source = valueNode(e.(ConditionalExpr).getABranchExpr()) or
    source = valueNode(e.(SwitchExpr).getAResult())
  )
  or
  exists(ReturnStmt s |
    source = valueNode(s.getExpr()) and
    target = TReturn(s.getEnclosingCallable()) and
    not returnsParameter(s, _, _) and
    not isFactory(_, _, s)
  )
  or
  exists(MemberRefExpr e |
    source = TBoundReceiver(e) and
    target = TReturn(e.asMethod()) and
    not e.getReferencedCallable() instanceof Method
  )
}

/**
 * Holds if `s` gives back what parameter `i` of the static method `m` got. Each call gets what it handed in, then, rather
 * than what all calls handed in: `checkNotNull(x)` is `x`.
 */
private predicate returnsParameter(ReturnStmt s, Method m, int i) {
  exists(Parameter p |
    s.getExpr() = p.getAnAccess() and
    p = m.getParameter(i) and
    m = s.getEnclosingCallable() and
    m.isStatic() and
    not p.isVarargs() and
    not exists(VarWrite w | w.getVariable() = p)
  )
}

/** Holds if the call at `site` gives back what `source` holds, one of its arguments. */
cached
predicate givesBack(Site site, Node source) {
  exists(Method m, int i |
    callsStatic(_, site, m) and returnsParameter(_, m, i) and passesArgument(site, i, source)
  )
}

/** Holds if what `source` holds comes to `target`, in one callable, as far as it has the type `filter` or one below. */
cached
predicate assignsFiltered(Node source, Node target, RefType filter) {
  exists(CastingExpr e |
    target = e and
    not isUpcast(e) and
    source = valueNode(e.getExpr()) and
    filter = e.getType().getErasure()
  )
  or
  exists(PatternExpr p, Expr matched |
    matchedBy(matched, p) and source = valueNode(matched) and patternTarget(p, target, filter)
  )
}

/** Holds if the pattern `p`, no part of another one, is compared with the value of `matched`. */
private predicate matchedBy(Expr matched, PatternExpr p) {
  exists(InstanceOfExpr e | p = e.getPattern() and matched = e.getExpr())
  or
  exists(PatternCase c | p = c.getAPattern() |
    matched = c.getSwitchBlock().(SwitchStmt).getExpr() or
    matched = c.getSwitchBlock().(SwitchExpr).getExpr()
  )
}

/** Holds if `target` is where a value goes that fits `p`: a variable, or the record pattern itself; `filter` is its type. */
private predicate patternTarget(PatternExpr p, Node target, RefType filter) {
  target = p.(LocalVariableDeclExpr).getVariable() and
  filter = p.(LocalVariableDeclExpr).getVariable().getType().getErasure()
  or
  target = p.(RecordPatternExpr) and filter = p.getType().getErasure()
}

/**
 * Holds if `e` is a string, and comes to where other objects may be too. What is declared to be a string is one, so that
 * strings are not followed from one such place to the next.
 */
private predicate leavesStrings(Expr e) {
  isPlainText(e) and
  exists(Type t | goesTo(e, t) and not t instanceof TypeString)
}

/** Holds if `e` is a string, and none that some code locks. */
private predicate isPlainText(Expr e) {
  e.getType() instanceof TypeString and
  not exists(Allocation literal | literal = stringOf(e) and literal != someString())
}

/** Holds if `e` initialises an array that is not one of strings with strings: tables of texts have many. */
private predicate containsTexts(ArrayInit e) {
  isPlainText(e.getAnInit()) and
  not e.getType().(Array).getComponentType() instanceof TypeString
}

/** Holds if the value of `e`, of a primitive type, is boxed as `t` on its way to where objects are (JLS 5.1.7). */
private predicate isBoxed(Expr e, BoxedType t) {
  t = e.getType().(PrimitiveType).getBoxedType() and
  exists(e.getEnclosingCallable()) and
  (
    exists(RefType target | goesTo(e, target))
    or
    exists(ArrayInit array | e = array.getAnInit() |
      array.getType().(Array).getComponentType() instanceof RefType
    )
  )
}

/** Holds if the value of `e` comes to something of the declared type `t`. */
private predicate goesTo(Expr e, Type t) {
  exists(Call call, int i, Callable callee |
    e = call.getArgument(i) and
    callee = call.getCallee().getSourceDeclaration() and
    t = callee.getParameterType(i)
  )
  or
  e.(Argument).isNthVararg(_) and
  exists(Callable callee, Array a |
    callee = e.(Argument).getCall().getCallee().getSourceDeclaration() and
    a = callee.getParameterType(callee.getVaragsParameterIndex()) and
    t = a.getComponentType()
  )
  or
  exists(Variable v | e = v.getAnAssignedValue() and t = v.getType())
  or
  exists(ReturnStmt s | e = s.getExpr() and t = s.getEnclosingCallable().getReturnType())
  or
  exists(Expr parent | parent = e.getParent() |
    (parent instanceof ConditionalExpr or parent instanceof CastingExpr) and t = parent.getType()
    or
    e = parent.(AssignExpr).getSource() and t = parent.(AssignExpr).getDest().getType()
  )
  or
  exists(SwitchExpr s | e = s.getAResult() and t = s.getType())
}

/** Holds if the object `a` is made in `m` and comes to `target`. */
cached
predicate makes(Callable m, Allocation a, Node target) {
  exists(ClassInstanceExpr e | target = e and m = e.getEnclosingCallable() |
    a = e and not isFactory(_, e, _)
    or
    a = thrown(createdClass(e))
    or
    a = oneOfMany(createdClass(e))
  )
  or
  // What factories make, in the context of the call, which is theirs too.
  exists(ClassInstanceExpr e, Expr call | a = factoryMade(call, e) |
    m = factoryCaller(call) and
    (target = e or target = call.(MethodCall) or target = TReturn(call.(MemberRefExpr).asMethod()))
  )
  or
  exists(ClassInstanceExpr e |
    isFactory(m, e, _) and isRoot(m) and a = e and (target = e or target = TReturn(m))
  )
  or
  exists(Expr e | target = e and m = e.getEnclosingCallable() |
    e instanceof ArrayCreationExpr and a = e
    or
    e instanceof ArrayInit and a = e
    or
    a = stringOf(e) and a != someString()
    or
    a = classLiteral(e)
    or
    e instanceof MethodCall and
    not e.(MethodCall).getMethod().fromSource() and
    a = boxed(e.getType().getErasure())
  )
  or
  exists(Expr e |
    leavesStrings(e) and a = someString() and target = valueNode(e) and m = e.getEnclosingCallable()
    or
    containsTexts(e) and
    a = someString() and
    target = TPlace(e, "texts") and
    m = e.getEnclosingCallable()
  )
  or
  exists(Call call |
    target = TVarargs(call) and a = varargsArray(call) and m = call.getEnclosingCallable()
  )
  or
  exists(ArrayCreationExpr e |
    a = innerObject(e) and target = TPlace(e, "inner") and m = e.getEnclosingCallable()
  )
  or
  exists(Expr e, BoxedType t |
    isBoxed(e, t) and a = boxed(t) and target = e and m = e.getEnclosingCallable()
  )
  or
  exists(EnumType t | isValuesMethod(m, t) and a = enumValues(t) and target = TReturn(m))
  or
  exists(MemberRefExpr e |
    m = e.asMethod() and
    a = libraryResult(e) and
    e.getReferencedCallable() instanceof Constructor and
    target = TBoundReceiver(e)
  )
}

/**
 * Holds if the factory creation `site` gets, as argument `i` for the object `a`, what `source` holds: what the call of the
 * factory hands it, rather than what all calls do.
 */
cached
predicate forwards(Site site, int i, Allocation a, Node source) {
  exists(ClassInstanceExpr e, Method m, Parameter p, int j |
    site = e and
    isFactory(m, e, _) and
    e.getArgument(i) = p.getAnAccess() and
    not e.getArgument(i).(Argument).isNthVararg(_) and
    p = m.getParameter(j) and
    not p.isVarargs() and
    not exists(VarWrite w | w.getVariable() = p)
  |
    exists(Expr call | a = factoryMade(call, e) and passesArgument(call, j, source))
    or
    isRoot(m) and a = e and source = p
  )
}

/** Gets the callable that calls a factory at `call`. */
private Callable factoryCaller(Expr call) {
  result = call.(MethodCall).getEnclosingCallable() or
  result = call.(MemberRefExpr).asMethod()
}

/** Holds if `m` is the method `values()` of `t`, which nobody wrote. */
private predicate isValuesMethod(Method m, EnumType t) {
  m.getDeclaringType() = t and
  t.fromSource() and
  m.hasName("values") and
  m.hasNoParameters() and
  m.isStatic()
}

/** Gets the node of the object whose field the access `a` is about. */
private Node fieldBase(FieldAccess a) {
  not a.getField().isStatic() and
  (
    result = valueNode(a.getQualifier())
    or
    a.getQualifier() instanceof SuperAccess and result = selfNode(a.getEnclosingCallable())
    or
    not a.hasQualifier() and
    result =
      memberSiteNode(a.getEnclosingCallable(),
        a.getField().getDeclaringType().getSourceDeclaration())
  )
}

/** Gets the node of the object whose field the access `a` is about. */
Node accessedInstance(FieldAccess a) { result = fieldBase(a) }

/** Holds if `target` gets what the slot `slot` of the object in `base` holds. */
cached
predicate loads(Node base, Slot slot, Node target) {
  exists(FieldAccess a |
    holdsValues(a) and
    a.isVarRead() and
    target = valueNode(a) and
    slot = a.getField() and
    base = fieldBase(a) and
    not loadIsChecked(a)
  )
  or
  exists(Callable m, LocalScopeVariable v |
    target = TCaptured(m, v) and slot = v and base = closureNode(m, v)
  )
  or
  exists(Callable m, RefType outer, RefType inner |
    target = TOuterInstance(m, outer) and
    outerClass(inner, outer) and
    base = instanceNode(m, inner) and
    slot = TOuterOf(inner)
  )
  or
  exists(MemberRefExpr e |
    target = TBoundReceiver(e) and slot = TBoundReceiverSlot() and base = TThis(e.asMethod())
  )
  or
  // Accessors of records that nobody wrote.
  exists(Method m, Record r |
    m.getDeclaringType() = r and
    not exists(m.getBody()) and
    m.hasNoParameters() and
    slot.(Field) = r.getAComponentField() and
    slot.(Field).getName() = m.getName() and
    base = TThis(m) and
    target = TReturn(m)
  )
}

/** Gets the node of the object in which `m` finds the captured variable `v`: its own, or one around it that captures it. */
private Node closureNode(Callable m, LocalScopeVariable v) {
  usesCaptured(m, v) and
  exists(RefType t | capturesVariable(t, v) and result = instanceNode(m, t) |
    t = classOf(m) or not capturesVariable(classOf(m), v)
  )
}

/** Holds if `target` gets what the slot `slot` of the object in `base` holds, as far as it has the type `filter`. */
cached
predicate loadsFiltered(Node base, Slot slot, Node target, RefType filter) {
  exists(FieldAccess a |
    holdsValues(a) and
    a.isVarRead() and
    target = valueNode(a) and
    slot = a.getField() and
    base = fieldBase(a) and
    loadIsChecked(a) and
    filter = a.getType().getErasure()
  )
  or
  // Arrays of type variables are arrays of objects, and library calls fill arrays of any type.
  exists(ArrayAccess a |
    holdsValues(a) and
    not exists(AssignExpr assign | assign.getDest() = a) and
    target = a and
    slot = TArrayElement() and
    base = valueNode(a.getArray()) and
    filter = a.getType().getErasure()
  )
  or
  exists(EnhancedForStmt s, LocalVariableDecl v |
    s.getExpr().getType() instanceof Array and
    base = valueNode(s.getExpr()) and
    slot = TArrayElement() and
    v = s.getVariable().getVariable() and
    target = v and
    filter = v.getType().getErasure()
  )
  or
  exists(RecordPatternExpr p, PatternExpr part, int i |
    part = p.getSubPattern(i) and
    base = p and
    slot = componentField(p.getType().(RefType).getSourceDeclaration(), i) and
    patternTarget(part, target, filter)
  )
  or
  exists(EnhancedForStmt s, LocalVariableDecl v |
    isIterated(s.getExpr()) and
    v = s.getVariable().getVariable() and
    base = valueNode(s.getExpr()) and
    slot = TContent("Element") and
    not isContainerBody(s.getEnclosingCallable()) and
    target = v and
    filter = v.getType().getErasure()
  )
}

/** Gets the field of the `i`-th component of `r`, from 0. */
private Field componentField(Record r, int i) {
  exists(Constructor c, Parameter p |
    c = r.getAConstructor() and
    c.isCanonical() and
    p = c.getParameter(i) and
    result = r.getAComponentField() and
    result.getName() = p.getName()
  )
}

/** Holds if the type of the field access `a` is narrower than that of the field: it has a type variable. */
private predicate loadIsChecked(FieldAccess a) {
  exists(Type declared, Type used |
    declared = a.getField().getType().getErasure() and used = a.getType().getErasure()
  |
    declared != used
  )
}

/** Holds if the slot `slot` of the object in `base` gets what `source` holds. */
cached
predicate stores(Node base, Slot slot, Node source) {
  exists(AssignExpr e, FieldAccess a |
    a = e.getDest() and
    slot = a.getField() and
    base = fieldBase(a) and
    source = valueNode(e.getSource())
  )
  or
  exists(AssignExpr e, ArrayAccess a |
    a = e.getDest() and
    slot = TArrayElement() and
    base = valueNode(a.getArray()) and
    source = valueNode(e.getSource())
  )
  or
  exists(Field f, Expr value |
    value = f.getInitializer() and
    not f.isStatic() and
    base = TThis(value.getEnclosingCallable()) and
    slot = f and
    source = valueNode(value)
  )
  or
  slot = TArrayElement() and
  (
    exists(Method m |
      isValuesMethod(m, _) and base = TReturn(m) and source = TPlace(m, "constants")
    )
    or
    exists(ArrayInit e |
      if e.getParent() instanceof ArrayCreationExpr then base = e.getParent() else base = e
    |
      exists(Expr value | value = e.getAnInit() |
        source = valueNode(value) and not isPlainText(value)
      )
      or
      source = TPlace(e, "texts")
    )
    or
    exists(Call call, Argument a |
      a.getCall() = call and a.isNthVararg(_) and base = TVarargs(call) and source = valueNode(a)
    )
    or
    exists(ArrayCreationExpr e |
      exists(innerObject(e)) and base = e and source = TPlace(e, "inner")
    )
  )
  or
  exists(ClassInstanceExpr e, Callable m, LocalScopeVariable v |
    m = e.getEnclosingCallable() and
    base = e and
    slot = v and
    capturesVariable(createdClass(e), v) and
    source = variableIn(m, v)
  )
  or
  exists(ClassInstanceExpr e, Callable m, RefType inner, RefType outer |
    m = e.getEnclosingCallable() and
    base = e and
    outerClass(inner, outer) and
    inner = createdClass(e) and
    slot = TOuterOf(inner)
  |
    source = valueNode(e.getQualifier()) and not inner instanceof AnonymousClass
    or
    (not exists(e.getQualifier()) or inner instanceof AnonymousClass) and
    source = memberSiteNode(m, outer)
  )
  or
  // The instance around an object, for its superclass.
  exists(SuperConstructorInvocationStmt s, Callable m, RefType base0, RefType outer |
    m = s.getEnclosingCallable() and
    base0 = s.getConstructor().getDeclaringType().getSourceDeclaration() and
    outerClass(base0, outer) and
    base = TThis(m) and
    slot = TOuterOf(base0)
  |
    source = valueNode(s.getQualifier())
    or
    not exists(s.getQualifier()) and source = memberSiteNode(m, outer) and source != TThis(m)
  )
  or
  exists(ClassInstanceExpr e, RefType inner, RefType outer |
    exists(e.getAnonymousClass()) and
    inner = e.getConstructor().getDeclaringType().getSourceDeclaration() and
    outerClass(inner, outer) and
    base = e and
    slot = TOuterOf(inner)
  |
    source = valueNode(e.getQualifier())
    or
    not exists(e.getQualifier()) and source = memberSiteNode(e.getEnclosingCallable(), outer)
  )
  or
  exists(MemberRefExpr e |
    base = e and slot = TBoundReceiverSlot() and source = valueNode(boundReceiver(e))
  )
  or
  // Canonical constructors of records that do not write the field.
  exists(Constructor c, Parameter p, Field f |
    c.isCanonical() and
    p.getCallable() = c and
    f = c.getDeclaringType().(Record).getAComponentField() and
    f.getName() = p.getName() and
    not exists(FieldWrite w | w.getField() = f and w.getEnclosingCallable() = c) and
    base = TThis(c) and
    slot = f and
    source = p
  )
}

/** Gets the qualifier of the method reference `e`, if it is an expression: the receiver of the method. */
private Expr boundReceiver(MemberRefExpr e) {
  result = e.getQualifier() and
  not result instanceof TypeAccess and
  not result instanceof ArrayTypeAccess
}

/** Holds if `target`, in `m`, gets what the static field `f` holds. */
cached
predicate loadsStatic(Callable m, Field f, Node target) {
  exists(FieldAccess a |
    holdsValues(a) and
    a.isVarRead() and
    target = valueNode(a) and
    f = a.getField() and
    f.isStatic() and
    m = a.getEnclosingCallable()
  )
  or
  exists(EnumType t |
    isValuesMethod(m, t) and f = t.getAnEnumConstant() and target = TPlace(m, "constants")
  )
  or
  // `valueOf(name)` of an enum.
  exists(EnumType t |
    m.getDeclaringType() = t and
    m.hasName("valueOf") and
    m.isStatic() and
    not exists(m.getBody()) and
    f = t.getAnEnumConstant() and
    target = TReturn(m)
  )
}

/** Holds if the static field `f` gets what `source` holds. */
cached
predicate storesStatic(Field f, Node source) {
  f.isStatic() and
  source = valueNode(f.getAnAssignedValue())
}

/*-- Calls --*/

/** Holds if `site`, in `m`, calls `callee`, which has no receiver. */
cached
predicate callsStatic(Callable m, Site site, Callable callee) {
  exists(MethodCall call |
    site = call and
    callee = call.getMethod().getSourceDeclaration() and
    callee.isStatic() and
    callee.fromSource() and
    m = call.getEnclosingCallable()
  )
  or
  exists(MemberRefExpr e |
    site = e and
    callee = e.getReferencedCallable().getSourceDeclaration() and
    callee.isStatic() and
    callee.fromSource() and
    m = e.asMethod()
  )
}

/** Holds if `site` calls `callee` on the object in `receiver`, whatever its class is. */
cached
predicate callsExactly(Site site, Node receiver, Callable callee) {
  exists(Call call |
    site = call and callee = call.getCallee().getSourceDeclaration() and callee.fromSource()
  |
    call instanceof ClassInstanceExpr and receiver = call
    or
    (
      call instanceof ThisConstructorInvocationStmt or
      call instanceof SuperConstructorInvocationStmt
    ) and
    receiver = TThis(call.getEnclosingCallable())
    or
    callee instanceof Method and
    not callee.isStatic() and
    not call instanceof VirtualMethodCall and
    receiver = receiverNode(call)
  )
  or
  // The initialisers of an anonymous class.
  exists(ClassInstanceExpr e |
    site = e and
    receiver = e and
    callee.(InstanceInitializer).getDeclaringType() = e.getAnonymousClass() and
    not e instanceof FunctionalExpr
  )
  or
  exists(MemberRefExpr e |
    site = e and
    callee = e.getReferencedCallable().getSourceDeclaration() and
    callee.fromSource() and
    not callee.isStatic() and
    (
      callee instanceof Constructor and receiver = TBoundReceiver(e)
      or
      callee instanceof Method and
      (not callee.(Method).isVirtual() or e.getQualifier() instanceof SuperAccess) and
      receiver = referenceReceiver(e)
    )
  )
}

/** Gets the node of the object on which `call` is called. */
cached
Node receiverNode(MethodCall call) {
  result = valueNode(call.getQualifier())
  or
  call.getQualifier() instanceof SuperAccess and
  (
    if exists(call.getQualifier().(SuperAccess).getQualifier())
    then
      result =
        memberSiteNode(call.getEnclosingCallable(),
          call.getQualifier().(SuperAccess).getQualifier().getType().(RefType)
              .getSourceDeclaration())
    else result = selfNode(call.getEnclosingCallable())
  )
  or
  not call.hasQualifier() and
  not call.getMethod().isStatic() and
  result =
    memberSiteNode(call.getEnclosingCallable(),
      call.getMethod().getDeclaringType().getSourceDeclaration())
}

private Node referenceReceiver(MemberRefExpr e) {
  exists(boundReceiver(e)) and result = TBoundReceiver(e)
  or
  not exists(boundReceiver(e)) and result = TReferenceArgument(e, 0)
}

/** Holds if `site` calls `m` on the object in `receiver`, whose class decides what is executed. */
cached
predicate callsVirtually(Site site, Node receiver, Method m) {
  exists(VirtualMethodCall call |
    site = call and receiver = receiverNode(call) and m = call.getMethod().getSourceDeclaration()
  )
  or
  exists(MemberRefExpr e |
    site = e and
    m = e.getReferencedCallable().getSourceDeclaration() and
    m.isVirtual() and
    not e.getQualifier() instanceof SuperAccess and
    receiver = referenceReceiver(e)
  )
  or
  isIterated(site) and
  m.hasQualifiedName("java.lang", "Iterable", "iterator") and
  receiver = valueNode(site)
  or
  exists(EnhancedForStmt s |
    site = s and
    isIterated(s.getExpr()) and
    m.hasQualifiedName("java.util", "Iterator", ["hasNext", "next"]) and
    receiver = TPlace(s.getExpr(), "iterator")
  )
  or
  callsImplicitly(site, _, m) and
  m.hasQualifiedName("java.lang", "Object", "toString") and
  receiver = valueNode(site)
  or
  callsImplicitly(site, _, m) and
  m.hasQualifiedName("java.lang", "AutoCloseable", "close") and
  (
    receiver = valueNode(site) and not site instanceof LocalVariableDeclExpr
    or
    receiver = site.(LocalVariableDeclExpr).getVariable()
  )
}

/** Holds if argument `i` of the call at `site` is what `source` holds. */
cached
predicate passesArgument(Site site, int i, Node source) {
  exists(Call call | site = call |
    source = valueNode(call.getArgument(i)) and not call.getArgument(i).(Argument).isNthVararg(_)
    or
    source = TVarargs(call) and i = call.getCallee().getVaragsParameterIndex()
  )
  or
  exists(MemberRefExpr e, int j, Callable callee |
    site = e and
    callee = e.getReferencedCallable().getSourceDeclaration() and
    source = TReferenceArgument(e, j)
  |
    (exists(boundReceiver(e)) or callee.isStatic() or callee instanceof Constructor) and i = j
    or
    not exists(boundReceiver(e)) and
    not callee.isStatic() and
    callee instanceof Method and
    i = j - 1 and
    i >= 0
  )
}

/** Holds if `target` gets what the call at `site` returns, and no type keeps anything from it. */
cached
predicate getsResult(Site site, Node target) {
  exists(MethodCall call | site = call and target = call and holdsValues(call) |
    not exists(checkedResult(call)) and not isDiscarded(call)
  )
  or
  exists(MemberRefExpr e |
    site = e and e.getReferencedCallable() instanceof Method and target = TReturn(e.asMethod())
  )
  or
  isIterated(site) and target = TPlace(site, "iterator")
}

/** Holds if `target` gets what the call at `site` returns, as far as it has the type `filter` or one below. */
cached
predicate getsFilteredResult(Site site, Node target, RefType filter) {
  site = target and filter = checkedResult(site) and not isDiscarded(site)
  or
  exists(EnhancedForStmt s, LocalVariableDecl v |
    site = s and
    isIterated(s.getExpr()) and
    v = s.getVariable().getVariable() and
    target = v and
    filter = v.getType().getErasure()
  )
}

/** Holds if nobody has what `call` gives: `map.put(k, v);`. */
cached
predicate isDiscarded(MethodCall call) { call.getParent() instanceof ExprStmt }

/** Gets the type of the call `call`, if it is narrower than what its method is declared to return: type variables are replaced. */
private RefType checkedResult(MethodCall call) {
  result = call.getType().getErasure() and
  result != call.getMethod().getSourceDeclaration().getReturnType().getErasure() and
  not result instanceof TypeObject and
  not result instanceof ErrorType
}

/*-- Callbacks --*/

/**
 * Holds if `call` hands a library the argument `i` (its receiver, if `i` is -1, what earlier calls have put into that, if it is
 * -2), on which the library calls `m` at the time `when`. What another thread runs is its own here, also where the caller
 * waits: the thread may be one that runs all of this.
 */
cached
predicate handsCallback(Call call, int i, Method m, string when) {
  exists(Expr argument, RefType t |
    givesToLibrary(call, argument, when) and
    argument = call.getArgument(i) and
    t = callbackType(call, i) and
    m = runMethod(t)
  )
  or
  i = -1 and
  exists(RefType t, string name, string run |
    runsItself(t, name, run, when) and
    call.getCallee().hasName(name) and
    isAtOrBelow(call.getCallee().getDeclaringType().getSourceDeclaration(), t) and
    m.hasName(run) and
    not m.fromSource() and
    isAtOrBelow(m.getDeclaringType(), t)
  )
  or
  i = -2 and callsStored(call, m) and when = "now"
}

/** Holds if `call` makes a library call `m` on the objects that its receiver has been given before, as a row says. */
private predicate callsStored(MethodCall call, Method m) {
  exists(string package, string type, string name, string storedPackage, string storedType,
    string run, RefType t |
    runsStored(package, type, name, storedPackage, storedType, run) and
    call.getMethod().hasName(name) and
    not call.getMethod().fromSource() and
    t.hasQualifiedName(package, type) and
    isAtOrBelow(call.getMethod().getDeclaringType().getSourceDeclaration(), t) and
    m.hasQualifiedName(storedPackage, storedType, run)
  )
}

/** Holds if rows say that the method `name` of `t` makes a library call the method `run` of its receiver, at the time `when`. */
private predicate runsItself(RefType t, string name, string run, string when) {
  exists(string package, string type |
    runsReceiver(package, type, name, run, when) and
    t.hasQualifiedName(package, type) and
    t.isSourceDeclaration()
  )
}

pragma[inline]
private predicate isAtOrBelow(RefType sub, RefType sup) { sub = sup or sourceAncestor(sub, sup) }

/** Gets the type by which a library calls argument `i` of `call`: that of the parameter, or of the argument. */
private RefType callbackType(Call call, int i) {
  exists(Callable callee, Type declared, RefType erased |
    callee = call.getCallee().getSourceDeclaration() and
    declared = callee.getParameterType(i.minimum(callee.getNumberOfParameters() - 1)) and
    exists(call.getArgument(i)) and
    erased = declared.getErasure()
  |
    if exists(taskOfElements(declared))
    then result = taskOfElements(declared)
    else if exists(runMethod(erased))
    then result = erased
    else result = call.getArgument(i).getType().getErasure()
  )
}

/** Gets the type of the elements of the collection type `t`, if these are tasks. */
private RefType taskOfElements(ParameterizedType t) {
  t.getErasure().(RefType).getASourceSupertype*().hasQualifiedName("java.lang", "Iterable") and
  result = t.getATypeArgument().getErasure() and
  exists(string package, string type |
    taskType(package, type) and result.hasQualifiedName(package, type)
  )
}

/** Holds if the library calls back the elements of the argument `i` of `call`, which is a collection of tasks. */
predicate runsElements(Call call, int i) {
  exists(Callable callee |
    givesToLibrary(call, call.getArgument(i), _) and
    callee = call.getCallee().getSourceDeclaration() and
    exists(taskOfElements(callee.getParameterType(i)))
  )
}
