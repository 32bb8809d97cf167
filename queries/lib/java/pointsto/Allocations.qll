/**
 * Abstract objects: where objects are made that the analysis distinguishes, and of which class they are.
 *
 * What flows in are expressions; what comes out is a type of allocations: creations in the sources, and one for each kind
 * of object that no expression makes, or that come from where there is no body.
 */

import java
import java.callgraph.Functions
import java.models.Models
private import java.TestSources

private newtype TSpecialAllocation =
  /** All strings but those that locks are made of. */
  TSomeString() or
  /** A string literal that is used as a lock: equal literals are one object (JLS 3.10.5). */
  TInternedString(string value) { isLockedLiteral(_, value) } or
  /** The object `C.class`, if some code locks it. */
  TClassObject(RefType t) { isLockedClass(t) } or
  /** All other objects of classes. */
  TSomeClass() or
  /** What `e` makes in the factory that `call` calls. */
  TFactoryMade(Expr call, ClassInstanceExpr e) {
    exists(Method m | isFactory(m, e, _) and callsFactory(call, m))
  } or
  /** All exceptions of one class. */
  TThrown(ClassOrInterface c) { isThrowable(c) and c = createdClass(_) } or
  /** All objects of the class `t`, one of a family of which the sources make very many. */
  TOneOfMany(RefType t) { isMadeInMasses(t) } or
  /** What boxes a value of a primitive type. */
  TBoxedValue(BoxedType t) or
  /** The array that is made for a parameter that takes a variable number of arguments. */
  TVarargsArray(Call call) { isImplicitArray(call) } or
  /** What a library call gives back, if it is made for the purpose, or unknown. */
  TLibraryResult(Expr call) { mayGiveObject(call) and not exists(valueType(call)) } or
  /** All objects of the type `t`, which never change, that library calls give back. */
  TLibraryValue(RefType t) { t = valueType(_) } or
  /** What the object that an expression makes holds from the first: entries of a map's set, inner arrays. */
  TInner(Expr e) { isEntryHolder(e) or isArrayOfArrays(e) } or
  /** The array that `values()` of an enum gives. */
  TEnumValues(EnumType t) { t.fromSource() } or
  /** An object that others hand in, of the type `t` or a class below it. */
  TOpenObject(RefType t) { mayComeFromOutside(t) }

/** A creation in the sources, or an abstract object that no expression stands for. */
private class TAllocation = @expr or TSpecialAllocation;

/** Holds if `c` is a class of exceptions. */
predicate isThrowable(ClassOrInterface c) {
  c.hasQualifiedName("java.lang", "Throwable") or
  sourceAncestor(c, any(ClassOrInterface t | t.hasQualifiedName("java.lang", "Throwable")))
}

/** Gets the class of which `e` makes an object: the anonymous class, if it declares one. */
ClassOrInterface createdClass(ClassInstanceExpr e) {
  result = e.getAnonymousClass()
  or
  not exists(e.getAnonymousClass()) and result = e.getConstructedType().getSourceDeclaration()
}

/*-- Families of which very many are made --*/

/**
 * The number of creations of objects of one type from which on objects of the classes below it are distinguished by class only:
 * the nodes of a large syntax tree hold each other, and whatever holds one may hold them all. (Scaler, Zipper and
 * introspective analysis choose by class and method as well, after an analysis before; counting needs none.)
 */
private int manyCreations() { result = 1000 }

/** Holds if `e` makes an object of a class of the sources at or below `base`. */
pragma[nomagic]
private predicate isCreatedBelow(ClassInstanceExpr e, RefType base) {
  exists(RefType t | t = createdClass(e) and t.fromSource() and not t instanceof EnumType |
    (base = t or sourceAncestor(t, base)) and base.fromSource() and not base instanceof TypeObject
  )
}

/**
 * The number of creations from which on this is done for the nodes of a tree or a graph, which hold each other: whatever is said
 * of one field of one node is soon said of all.
 */
private int manyNodes() { result = 150 }

/** Gets the class or interface of which `f` holds objects: itself, or in an array or a container. */
private RefType heldType(Field f) {
  exists(Type t | t = f.getType() and not f.isStatic() and f.fromSource() |
    result = t.getErasure() or
    result = t.(Array).getElementType().getErasure() or
    result = t.(ParameterizedType).getATypeArgument().getErasure()
  )
}

/** Holds if `holder` declares a field that holds objects of `base`, and is itself `base` or below it. */
private predicate holdsItsOwn(RefType holder, RefType base) {
  exists(Field f | base = heldType(f) and holder = f.getDeclaringType() |
    base = holder or sourceAncestor(holder, base)
  )
}

/** Gets the number of creations of objects of the type `base` outside of tests, if they may be as many as those of nodes. */
private int countNodes(RefType base) {
  result = strictcount(ClassInstanceExpr e |
    isCreatedBelow(e, base) and holdsItsOwn(_, base) and not isTestFile(e.getFile())
  ) and
  result >= manyNodes()
}

/** Gets the number of creations of objects of the type `base`, outside of tests, that hold other such objects. */
private int countHolders(RefType base) {
  result = strictcount(ClassInstanceExpr e |
    not isTestFile(e.getFile()) and
    exists(RefType t, RefType holder | t = createdClass(e) and holdsItsOwn(holder, base) |
      t = holder or sourceAncestor(t, holder)
    )
  )
}

/**
 * Gets the number of creations of objects of the type `base`, if these are very many, or many and at least a quarter of them
 * hold others of them.
 */
private int countManyCreations(RefType base) {
  result = strictcount(ClassInstanceExpr e | isCreatedBelow(e, base)) and
  (result >= manyCreations() or 4 * countHolders(base) >= countNodes(base))
}

/** Holds if objects of `base`, and of the classes below it, are distinguished by class only: the sources make them at `creations` places. */
predicate isFamilyOfMany(RefType base, int creations) {
  creations = countManyCreations(base) and
  not exists(RefType above | sourceAncestor(base, above) and exists(countManyCreations(above)))
}

/*-- Methods that are looked at once for all receivers --*/

/** The number of allocations of a class from which on it is asked what its methods cost. */
private int manyReceivers() { result = 10 }

/** The number of expressions of a method from which on it may be one for all receivers. */
private int manyExpressions() { result = 6 }

/**
 * The number of expressions, each counted once for each receiver of its method, up to which a program is looked at for all
 * receivers. Zookeeper has 170,000, tomcat 790,000, derby and rocketmq 1.6 million, hsqldb 4.7, druid 13 million.
 */
private int allExpressions() { result = 2000000 }

/** The number up to which a program is looked at that has more of them: the methods that cost most are left out. */
private int mostExpressions() { result = 300000 }

/** Holds if an expression outside of tests makes `a`, an object at or below the class `t` of the sources. */
pragma[nomagic]
private predicate isReceiver(Allocation a, ClassOrInterface t) {
  exists(RefType c | allocatedType(a, c) and t.fromSource() | t = c or sourceAncestor(c, t)) and
  exists(Expr made |
    made = a.getFactoryCall()
    or
    not exists(a.getFactoryCall()) and made = a.getExpr()
  |
    not isTestFile(made.getFile())
  )
}

/** Gets the number of allocations, outside of tests, of objects at or below the class `t`. */
private int countReceivers(ClassOrInterface t) {
  result = strictcount(Allocation a | isReceiver(a, t))
}

/**
 * Holds if `m` takes or gives an object of any class, as the methods of containers and of what wraps one do: its receivers
 * distinguish what each is given. Those are short.
 */
private predicate passesAnything(Method m) {
  exists(Type t | t = [m.getReturnType(), m.getAParameter().getType()] |
    t instanceof TypeVariable or t instanceof TypeObject
  )
}

/** Holds if `caller`, outside of tests, calls the static method `m` of the sources. */
private predicate callsStaticMethod(Callable caller, Method m) {
  exists(MethodCall call | caller = call.getEnclosingCallable() |
    m = call.getMethod().getSourceDeclaration() and
    m.isStatic() and
    m.fromSource() and
    not isTestFile(call.getFile())
  )
}

/** Gets a class of which a method calls the static method `m`, itself or through other static methods. */
private RefType callingClass(Method m) {
  exists(Callable caller | callsStaticMethod(caller, m) |
    if caller.isStatic() then result = callingClass(caller) else result = caller.getDeclaringType()
  )
}

/** Gets the number of objects for each of which `m` is looked at: its receivers, or those of the methods that call it. */
private int countContexts(Method m) {
  not m.isStatic() and result = countReceivers(m.getDeclaringType())
  or
  result = strictsum(RefType t | t = callingClass(m) | countReceivers(t))
}

/** Gets the cost of looking at `m` once for each receiver: the number of its expressions times that of its receivers. */
cached
int costOf(Method m) {
  exists(int size, int contexts |
    size = strictcount(Expr e | e.getEnclosingCallable() = m) and
    size >= manyExpressions() and
    (passesAnything(m) implies size >= 10 * manyExpressions()) and
    contexts = countContexts(m) and
    contexts >= manyReceivers() and
    result = size * contexts
  )
}

/** Gets the order of magnitude of the cost of `m`. */
private int magnitudeOf(Method m) { result = costOf(m).log2().floor() }

/** Gets what the methods cost together whose cost is of the order of magnitude `n` or below. */
private int costUpTo(int n) {
  n = magnitudeOf(_) and
  result = sum(Method m | magnitudeOf(m) <= n | costOf(m))
}

/** Holds if the methods of the program cost too much to look at all of them for each receiver. */
private predicate isTooMuch() { sum(Method m | | costOf(m)) > allExpressions() }

/** Holds if no code of `m` denotes an object: it does the same whatever its receiver and its arguments are. */
private predicate isWithoutObjects(Method m) {
  m.fromSource() and
  exists(m.getBody()) and
  not m.isSynchronized() and
  not exists(Expr e | e.getEnclosingCallable() = m |
    e.getType() instanceof RefType or e instanceof Call or e instanceof VarAccess
  )
}

/**
 * Holds if `m` is looked at once for all objects that its receiver may be: it denotes none, or with those that cost less the methods of the
 * program exceed what is looked at for receivers. (Scaler and Zipper, Li, Tan, Møller and Smaragdakis, 2018, choose methods
 * after an analysis before; counting needs none.)
 */
cached
predicate isCostly(Method m) {
  isWithoutObjects(m)
  or
  isTooMuch() and costUpTo(magnitudeOf(m)) > mostExpressions()
}

/** The number of constants of one enum, or of creations of values that never change, from which on they are one object. */
private int manyValues() { result = 50 }

/**
 * Holds if objects of the class `t` are distinguished by class only: it is of a family of which very many are made, and is itself
 * made at several places, or an enum with many constants, or its many objects never change.
 */
cached
predicate isMadeInMasses(RefType t) {
  t.fromSource() and
  strictcount(ClassInstanceExpr e | isCreatedBelow(e, t) and createdClass(e) = t) > 1 and
  exists(RefType base | exists(countManyCreations(base)) | base = t or sourceAncestor(t, base))
  or
  (
    t instanceof EnumType
    or
    isImmutableValue(t) and not t instanceof TypeString
  ) and
  strictcount(ClassInstanceExpr e | createdClass(e) = t) >= manyValues()
}

/**
 * Holds if the static method `m` is a factory: `s` returns what `e` has just made, or the local variable that nothing but
 * that is assigned to. The objects that a factory makes are distinguished by the calls of it.
 */
cached
predicate isFactory(Method m, ClassInstanceExpr e, ReturnStmt s) {
  m.isStatic() and
  m = s.getEnclosingCallable() and
  m = e.getEnclosingCallable() and
  not e instanceof FunctionalExpr and
  not isThrowable(createdClass(e)) and
  not isMadeInMasses(createdClass(e)) and
  // The sources of a library: rows say what its containers hold, and its factories are called everywhere.
  not libraryFlow(m.getDeclaringType().getPackage().getName(), _, _, _, _) and
  (
    e = s.getExpr()
    or
    exists(LocalVariableDecl v |
      s.getExpr() = v.getAnAccess() and
      e = v.getAnAssignedValue() and
      not exists(Expr other | other = v.getAnAssignedValue() and other != e)
    )
  )
}

/** Holds if `call`, a call or a method reference, calls the static method `m`. */
private predicate callsFactory(Expr call, Method m) {
  isFactory(m, _, _) and
  (
    m = call.(MethodCall).getMethod().getSourceDeclaration() or
    m = call.(MemberRefExpr).getReferencedCallable().getSourceDeclaration()
  )
}

/** Holds if the array initialiser or creation `e` has elements that are arrays made with it. */
private predicate isArrayOfArrays(ArrayCreationExpr e) { exists(e.getDimension(1)) }

/** Holds if `call` makes an array of its last arguments (JLS 15.12.4.2). */
predicate isImplicitArray(Call call) {
  exists(Callable callee, int n |
    callee = call.getCallee().getSourceDeclaration() and
    n = callee.getVaragsParameterIndex() and
    exists(call.getArgument(n)) and
    not call.getArgument(n).(Argument).isExplicitVarargsArray()
  )
}

/** Holds if the result of the call `call` is an object, neither a string nor a boxed value. */
private predicate mayGiveObject(Expr call) {
  call instanceof MethodCall and
  holdsObjects(call.getType()) and
  not call.(MethodCall).getMethod().getSourceDeclaration().getBody() instanceof BlockStmt
  or
  call instanceof MemberRefExpr
}

/** Holds if `call` gives a set of entries. */
private predicate isEntryHolder(MethodCall call) {
  exists(string to |
    libraryFlow(_, _, call.getMethod().getName(), _, to) and to.matches("ReturnValue.Element.%")
  )
}

/** Holds if variables of the type `t` hold objects that the analysis distinguishes. */
predicate holdsObjects(Type t) {
  t instanceof RefType and
  not t instanceof TypeString and
  not t instanceof BoxedType
}

/** Holds if the literal `e`, of the text `value`, is locked, or is what a locked variable holds. */
private predicate isLockedLiteral(StringLiteral e, string value) {
  value = e.getValue() and
  exists(Expr lock | lock = any(SynchronizedStmt s).getExpr() |
    e = lock or e = lock.(VarAccess).getVariable().getAnAssignedValue()
  )
}

/**
 * Gets the type of the library call `call`, if its objects never change, so that nothing is to be said of one that is not
 * to be said of all, or if nothing is known of its type.
 */
private RefType valueType(MethodCall call) {
  mayGiveObject(call) and
  result = call.getType().getErasure() and
  (isImmutableValue(result) or result instanceof ErrorType)
}

pragma[nomagic]
private predicate isImmutableValue(RefType t) {
  not t.fromSource() and
  exists(string package, string type |
    immutableType(package, type) and
    t.hasQualifiedName(package, type) and
    // An optional value does not change, but it contains an object.
    not libraryFlow(package, type, _, _, _)
  )
}

/** Holds if some code locks `t.class`: a statement, by way of a variable too, or a synchronized static method in `t`. */
private predicate isLockedClass(RefType t) {
  exists(TypeLiteral e, Expr lock |
    t = e.getReferencedType().(RefType).getSourceDeclaration() and
    lock = any(SynchronizedStmt s).getExpr()
  |
    e = lock or e = lock.(VarAccess).getVariable().getAnAssignedValue()
  )
  or
  exists(Method m | m.isStatic() and m.isSynchronized() and t = m.getDeclaringType())
}

/** Holds if an object of the type `t` may come from outside: a parameter, a field or the operand of a cast has it. */
private predicate mayComeFromOutside(RefType t) {
  exists(Type declared | t = declared.getErasure() and holdsObjects(t) |
    declared = any(Parameter p | p.getCallable().fromSource()).getType() or
    declared = any(CastingExpr e).getType()
  )
  or
  t instanceof ClassOrInterface and t.fromSource() and t.isSourceDeclaration()
}

/** An abstract object without context: what makes it, or what kind of object it is. */
class Allocation extends TAllocation {
  Allocation() {
    this instanceof TSpecialAllocation
    or
    this instanceof @classinstancexpr and
    not isThrowable(createdClass(this)) and
    not isMadeInMasses(createdClass(this))
    or
    this instanceof @arraycreationexpr
    or
    this instanceof @arrayinit and not this.(ArrayInit).getParent() instanceof @arraycreationexpr
  }

  /** Gets the expression that makes the object, if one does. */
  Expr getExpr() {
    result = this or
    this = TFactoryMade(_, result) or
    this = TVarargsArray(result) or
    this = TLibraryResult(result) or
    this = TInner(result)
  }

  /** Gets the call, or method reference, of the factory that makes the object, if one does. */
  Expr getFactoryCall() { this = TFactoryMade(result, _) }

  /** Gets the class of the object, or a type that it has, without type arguments. */
  RefType getType() { allocatedType(this, result) }

  /** Holds if the object comes from where there is no body, so that its class may be any at or below its type. */
  predicate isOpen() {
    this instanceof TOpenObject or
    this instanceof TLibraryResult or
    this instanceof TLibraryValue
  }

  /** Gets the place of the expression that makes the object, or the declaration of its class. */
  Location getLocation() {
    result = this.getExpr().getLocation()
    or
    not exists(this.getExpr()) and result = this.getType().getLocation()
  }

  /** Gets a text that describes the object. */
  string toString() {
    result = this.(ClassInstanceExpr).toString()
    or
    result = this.(ArrayCreationExpr).toString()
    or
    this instanceof @arrayinit and result = "{...}"
    or
    this = TSomeString() and result = "some string"
    or
    exists(string value | this = TInternedString(value) | result = "\"" + value + "\"")
    or
    exists(RefType t | this = TClassObject(t) | result = t.getName() + ".class")
    or
    exists(Expr e | this = TFactoryMade(_, e) | result = e.toString())
    or
    this = TSomeClass() and result = "some class"
    or
    exists(RefType t | this = TLibraryValue(t) | result = "some " + t.getName())
    or
    exists(RefType t | this = TThrown(t) | result = "thrown " + t.getName())
    or
    exists(RefType t | this = TOneOfMany(t) | result = "any " + t.getName())
    or
    exists(RefType t | this = TBoxedValue(t) | result = "some " + t.getName())
    or
    this = TVarargsArray(_) and result = "array of arguments"
    or
    exists(Expr e | this = TLibraryResult(e) | result = "result of " + e.toString())
    or
    exists(Expr e | this = TInner(e) | result = "content of " + e.toString())
    or
    exists(RefType t | this = TEnumValues(t) | result = "values of " + t.getName())
    or
    exists(RefType t | this = TOpenObject(t) | result = "open " + t.getName())
  }
}

/** Holds if objects that `a` stands for have the class `t`, or, for open ones, a class at or below `t`. */
cached
predicate allocatedType(Allocation a, RefType t) {
  t = createdClass(a)
  or
  t = a.(ArrayCreationExpr).getType().getErasure()
  or
  t = a.(ArrayInit).getType().getErasure()
  or
  exists(Expr e | a = TFactoryMade(_, e) and t = createdClass(e))
  or
  a = TSomeString() and t instanceof TypeString
  or
  a = TInternedString(_) and t instanceof TypeString
  or
  (a = TClassObject(_) or a = TSomeClass()) and t instanceof TypeClass and t.isSourceDeclaration()
  or
  a = TLibraryValue(t)
  or
  a = TThrown(t)
  or
  a = TOneOfMany(t)
  or
  a = TBoxedValue(t)
  or
  exists(Call call, Callable callee | a = TVarargsArray(call) |
    callee = call.getCallee().getSourceDeclaration() and
    t = callee.getParameterType(callee.getVaragsParameterIndex()).getErasure()
  )
  or
  exists(Expr e | a = TLibraryResult(e) |
    t = e.(MethodCall).getType().getErasure() or
    t =
      e.(MemberRefExpr).getReferencedCallable().(Constructor).getDeclaringType()
          .getSourceDeclaration()
  )
  or
  exists(MethodCall e | a = TInner(e) | t.hasQualifiedName("java.util", "Map$Entry"))
  or
  exists(ArrayCreationExpr e | a = TInner(e) | t = e.getType().(Array).getComponentType())
  or
  exists(EnumType e | a = TEnumValues(e) | t.(Array).getComponentType() = e)
  or
  a = TOpenObject(t)
}

/** Gets the object that stands for strings. */
Allocation someString() { result = TSomeString() }

/** Gets the string that the literal `e` denotes: one of its own, if it is locked. */
Allocation stringOf(StringLiteral e) {
  result = TInternedString(e.getValue())
  or
  not exists(TInternedString(e.getValue())) and result = TSomeString()
}

/** Gets the object `t.class`, if some code locks it. */
Allocation classObject(RefType t) { result = TClassObject(t) }

/** Gets the object that the literal `e` denotes: one of its own, if some code locks it. */
Allocation classLiteral(TypeLiteral e) {
  exists(RefType t | t = e.getReferencedType().(RefType).getSourceDeclaration() |
    result = TClassObject(t)
    or
    not exists(TClassObject(t)) and result = TSomeClass()
  )
}

/** Gets the object that stands for the objects of classes that no code locks. */
Allocation someClass() { result = TSomeClass() }

/** Gets the object that stands for exceptions of the class `c`. */
Allocation thrown(ClassOrInterface c) { result = TThrown(c) }

/** Gets the object that stands for all of the class `t`, of a family of which very many are made. */
Allocation oneOfMany(RefType t) { result = TOneOfMany(t) }

/** Gets the object that boxes values of type `t`. */
Allocation boxed(BoxedType t) { result = TBoxedValue(t) }

/** Gets what `e` makes in the factory that `call` calls. */
Allocation factoryMade(Expr call, ClassInstanceExpr e) { result = TFactoryMade(call, e) }

/** Gets the array that is made for the last arguments of `call`. */
Allocation varargsArray(Call call) { result = TVarargsArray(call) }

/** Gets the object that the library call `call` gives. */
Allocation libraryResult(Expr call) {
  result = TLibraryResult(call) or
  result = TLibraryValue(valueType(call))
}

/** Holds if `a` stands for all objects of one type that library calls give back. */
predicate isLibraryValue(Allocation a) { a = TLibraryValue(_) }

/** Gets what the object that `e` makes holds from the first. */
Allocation innerObject(Expr e) { result = TInner(e) }

/** Gets the array that `values()` of `t` gives. */
Allocation enumValues(EnumType t) { result = TEnumValues(t) }

/** Gets the object of type `t` that others hand in. */
Allocation openObject(RefType t) { result = TOpenObject(t) }

/** Holds if `a` stands for objects of the type `t` that others hand in. */
predicate isOpenObject(Allocation a, RefType t) { a = TOpenObject(t) }
