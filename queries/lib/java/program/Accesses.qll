/**
 * Accesses to memory that two threads can race on: to fields, to elements of arrays, and to the content of library
 * objects that are not made for several threads.
 *
 * What flows in are expressions; what comes out are accesses, what each does, and which of them can meet at all: the
 * OriginalPairs of the paper.
 */

import java
import java.SourceOrder
import java.SwitchedOff
import java.TestSources
import java.callgraph.CallGraph
import java.concurrency.Containers
import java.concurrency.LifeCycle
import java.concurrency.SafeByConstruction
import java.concurrency.SharedAccess
import java.concurrency.ThreadEntries
import java.models.Models

/** Holds if `m`, a method of a library, looks at the content of its receiver or, if `changes`, changes it. */
pragma[nomagic]
predicate usesContent(Method m, boolean changes) {
  not m.fromSource() and
  not m.isStatic() and
  exists(RefType declaring | declaring = m.getDeclaringType().getSourceDeclaration() |
    if exists(string package, string type |
      modifiesReceiver(package, type, m.getName()) and
      declaring.getASourceSupertype*().hasQualifiedName(package, type)
    )
    then changes = true
    else (changes = false and isChangeable(declaring))
  )
}

/** Holds if objects of the library type `t` have content that its methods change. */
pragma[nomagic]
private predicate isChangeable(RefType t) {
  not t instanceof TypeObject and
  exists(string package, string type |
    modifiesReceiver(package, type, _) and
    t.getSourceDeclaration().getASourceSupertype*().hasQualifiedName(package, type)
  )
}

/** Holds if the content of what `e` denotes is safe to share, as the declared type of `e` tells. */
pragma[nomagic]
predicate hasSafeContent(Expr e) {
  (
    e = any(MethodCall call).getQualifier() or
    e = any(MemberRefExpr ref).getQualifier() or
    e = any(EnhancedForStmt s).getExpr() or
    e = any(Call call).getAnArgument()
  ) and
  (isThreadSafeType(e.getType()) or isImmutableType(e.getType()) or isThreadSafeValue(e))
  or
  e.(FieldAccess).getField().(SharedContentField).isSafe()
}

/** A field whose content is used by calls of library methods. */
private class SharedContentField extends Field {
  SharedContentField() {
    this.fromSource() and
    exists(Expr used | used = this.getAnAccess() |
      used = any(MethodCall call).getQualifier() or
      used = any(MemberRefExpr ref).getQualifier() or
      used = any(EnhancedForStmt s).getExpr() or
      used = any(Call call).getAnArgument()
    )
  }

  /** Holds if all that this is assigned is made for several threads, or never changes. */
  predicate isSafe() {
    exists(Expr value | value = this.getAnAssignedValue() and not value instanceof NullLiteral) and
    forall(Expr value | value = this.getAnAssignedValue() and not value instanceof NullLiteral |
      isThreadSafeValue(value) or isImmutableType(value.getType()) or isSafeByItsClass(value)
    )
  }
}

/** Holds if `call` uses the content of its receiver, which others may use too; it changes it, if `changes`. */
private predicate isContentCall(MethodCall call, boolean changes) {
  usesContent(call.getMethod().getSourceDeclaration(), changes) and
  call.hasQualifier() and
  not call.getQualifier() instanceof SuperAccess and
  not hasSafeContent(call.getQualifier())
}

/** Holds if a library is handed the array or library object in `e`, and looks at what is in it or, if `changes`, changes it. */
private predicate isUsedArgument(Expr e, boolean changes) {
  exists(Call call, Callable callee, int index |
    callee = call.getCallee().getSourceDeclaration() and
    not callee.fromSource() and
    e = call.getArgument(index)
  |
    modifiesItsArgument(callee, index) and changes = true
    or
    readsItsArgument(callee, index) and not modifiesItsArgument(callee, index) and changes = false
  ) and
  (
    e.getType() instanceof Array
    or
    isChangeable(e.getType().getErasure()) and not hasSafeContent(e)
  )
}

/** Holds if `e` is the target of an assignment, an increment or a decrement. */
private predicate isTarget(Expr e) {
  e = any(Assignment a).getDest() or
  e = any(UnaryAssignExpr a).getExpr()
}

/** Holds if `f` is a field that can be raced on: writes of volatile fields and of constants are ordered. */
private predicate canRace(Field f) {
  f.fromSource() and
  not f.isVolatile() and
  not f instanceof EnumConstant
}

private newtype TMemory =
  /** The field, of any object. */
  TFieldMemory(Field f) { canRace(f) } or
  /** The elements of arrays. */
  TElementMemory() or
  /** What library objects hold. */
  TContentMemory()

/** A kind of memory: two accesses can only meet if they are to memory of one kind. */
class Memory extends TMemory {
  /** Gets the field, if this is one. */
  Field getField() { this = TFieldMemory(result) }

  /** Holds if this is the elements of arrays. */
  predicate isElements() { this = TElementMemory() }

  /** Holds if there is only one such place in a program. */
  predicate isStatic() { this.getField().isStatic() }

  /** Gets a text that describes this. */
  string toString() {
    result = this.getField().getDeclaringType().getName() + "." + this.getField().getName()
    or
    this = TElementMemory() and result = "array elements"
    or
    this = TContentMemory() and result = "content"
  }
}

private newtype TAccess =
  TFieldUse(FieldAccess e) {
    canRace(e.getField()) and
    isLookedAt(e) and
    not e = any(SynchronizedStmt s).getExpr()
  } or
  TElementUse(ArrayAccess e) { isLookedAt(e) } or
  TContentUse(MethodCall e) { isContentCall(e, _) and isLookedAt(e) } or
  TIteration(Expr e) {
    exists(EnhancedForStmt s | e = s.getExpr() |
      isChangeable(e.getType().getErasure()) and not hasSafeContent(e) and isLookedAt(e)
    )
  } or
  TArgumentUse(Expr e) { isUsedArgument(e, _) and isLookedAt(e) }

/** Holds if `e` is code of the program, not of its tests, and may be executed. */
private predicate isLookedAt(Expr e) {
  exists(Callable c | c = e.getEnclosingCallable() and not isTestCallable(c)) and
  not isSwitchedOff(e.getEnclosingStmt())
}

/** An access to memory that two threads can race on. */
class Access extends TAccess {
  /** Gets the expression that accesses the memory. */
  Expr getExpr() {
    this = TFieldUse(result) or
    this = TElementUse(result) or
    this = TContentUse(result) or
    this = TIteration(result) or
    this = TArgumentUse(result)
  }

  /** Gets the memory that this accesses. */
  Memory getMemory() {
    exists(FieldAccess e | this = TFieldUse(e) and result.getField() = e.getField())
    or
    this = TElementUse(_) and result = TElementMemory()
    or
    exists(Expr e | this = TArgumentUse(e) |
      if e.getType() instanceof Array then result = TElementMemory() else result = TContentMemory()
    )
    or
    (this = TContentUse(_) or this = TIteration(_)) and result = TContentMemory()
  }

  /** Holds if this changes the memory. */
  predicate isWrite() {
    (this = TFieldUse(_) or this = TElementUse(_)) and isTarget(this.getExpr())
    or
    exists(MethodCall e | this = TContentUse(e) and isContentCall(e, true))
    or
    exists(Expr e | this = TArgumentUse(e) and isUsedArgument(e, true))
  }

  /** Holds if this reads the memory and writes what depends on it: `f++`, `f += x`, `f = f + x`. */
  predicate isUpdate() {
    this.getExpr() = any(AssignOp a).getDest() or
    this.getExpr() = any(UnaryAssignExpr a).getExpr() or
    this.getExpr().(SharedAccess).updates()
  }

  /** Holds if this accesses a field of the own object, written or implied, or what such a field holds. */
  predicate isOnThis() {
    exists(FieldAccess e | this = TFieldUse(e) and e.isOwnFieldAccess())
    or
    this.getHolder().isOwnFieldAccess()
  }

  /** Gets the expression of the object whose memory this accesses, if one is written. */
  Expr getBase() {
    exists(FieldAccess e | this = TFieldUse(e) |
      result = e.getQualifier() and not e.getField().isStatic() and not result instanceof TypeAccess
    )
    or
    exists(ArrayAccess e | this = TElementUse(e) and result = e.getArray())
    or
    exists(MethodCall e | this = TContentUse(e) and result = e.getQualifier())
    or
    this = TIteration(result)
    or
    this = TArgumentUse(result)
  }

  /** Gets the access to a field through which this came to the array or library object, if it did. */
  FieldAccess getHolder() { not this = TFieldUse(_) and result = holderOf(this.getBase()) }

  /** Gets the callable around this. */
  Callable getEnclosingCallable() { result = this.getExpr().getEnclosingCallable() }

  /** Gets the node at which this takes effect. */
  ControlFlowNode getNode() { result = getEffectNode(this.getExpr()) }

  /** Gets a word for what this does. */
  string describe() {
    if this.isUpdate()
    then result = "update"
    else if this.isWrite()
    then if this = TContentUse(_) or this = TArgumentUse(_)
    then result = "change"
    else result = "write"
    else if this = TIteration(_)
    then result = "iteration"
    else if this = TContentUse(_) or this = TArgumentUse(_)
    then result = "use"
    else result = "read"
  }

  /** Gets the place where this is written. */
  Location getLocation() { result = this.getExpr().getLocation() }

  /** Gets a text that describes this. */
  string toString() { result = this.getExpr().toString() }
}

/** Gets the access to a field that the value of `e` is read from, behind casts, other arrays and local variables. */
private FieldAccess holderOf(Expr e) {
  isHeld(e) and
  (
    result = e
    or
    result = holderOf(e.(CastingExpr).getExpr())
    or
    result = holderOf(e.(ArrayAccess).getArray())
    or
    exists(LocalVariableDecl v | e = v.getAnAccess() and result = holderOf(v.getOnlyValue()))
  )
}

/** Holds if the elements or the content of what `e` denotes are accessed. */
private predicate isObjectUsed(Expr e) {
  exists(Access a | not a.getExpr() instanceof FieldAccess and e = a.getBase())
  or
  TIteration(e) = any(Access a)
  or
  TArgumentUse(e) = any(Access a)
}

/** Holds if `e` is the base of an access to an array or library object, or what that is read from. */
private predicate isHeld(Expr e) {
  isObjectUsed(e)
  or
  exists(Expr outer | isHeld(outer) |
    e = outer.(CastingExpr).getExpr()
    or
    e = outer.(ArrayAccess).getArray()
    or
    exists(LocalVariableDecl v | outer = v.getAnAccess() and e = v.getOnlyValue())
  )
}

/** Gets the place of `e` among all expressions, as a text that sorts by file, line and column. */
pragma[nomagic]
private predicate placeOf(Access e, string path, int line, int column) {
  beginsAt(e.getExpr(), path, line, column)
}

/** Holds if `a` stands before `b`, or is `b`. */
bindingset[a, b]
predicate isNotAfter(Access a, Access b) {
  a = b
  or
  exists(string p1, int l1, int c1, string p2, int l2, int c2 |
    placeOf(a, p1, l1, c1) and placeOf(b, p2, l2, c2)
  |
    p1 < p2
    or
    p1 = p2 and
    (
      l1 < l2
      or
      l1 = l2 and c1 < c2
    )
  )
}

/** Holds if `a` and `b`, in this order, make a pair: one of them writes, which is the second if only one does. */
bindingset[a, b]
predicate isPair(Access a, Access b) {
  b.isWrite() and
  (if a.isWrite() then isNotAfter(a, b) else any())
}

/** Gets the index of the element that `a` accesses, if that is a constant. */
int getConstantIndex(Access a) {
  result = a.getExpr().(ArrayAccess).getIndexExpr().(CompileTimeConstantExpr).getIntValue()
}

/** Holds if `a` and `b` are never to one place, whatever the array: their indexes are two constants, or each thread has its own. */
bindingset[a, b]
predicate areToOtherElements(Access a, Access b) {
  getConstantIndex(a) != getConstantIndex(b) or
  getOwnIndex(a) = getOwnIndex(b)
}

/** Gets the variable that is the index of `a`, and has another value for each thread that executes `a`. */
Variable getOwnIndex(Access a) {
  result = a.getExpr().(ArrayAccess).getIndexExpr().(VarAccess).getVariable() and
  (isIndexOfTask(result, a.getEnclosingCallable()) or isIndexOfObject(result))
}

/** Gets the innermost loop around `e`. */
private LoopStmt innermostLoop(Expr e) {
  result = e.getEnclosingStmt().getEnclosingStmt*() and
  not exists(LoopStmt inner |
    inner = e.getEnclosingStmt().getEnclosingStmt*() and inner.getEnclosingStmt+() = result
  )
}

/** Holds if `v` counts the rounds of `loop`, and nothing in it changes it. */
private predicate countsRounds(LocalVariableDecl v, ForStmt loop) {
  exists(UnaryAssignExpr step | step = loop.getAnUpdate() and step.getExpr() = v.getAnAccess()) and
  strictcount(VarAccess write | write = v.getAnAccess() and write.isVarWrite()) = 1 and
  exists(LocalVariableDeclExpr e | e = loop.getAnInit() and e.getVariable() = v)
}

/** Holds if `e` has another value in each round of `loop`, which counts them. */
private predicate isOfRound(Expr e, LoopStmt loop) {
  exists(LocalVariableDecl v | countsRounds(v, loop) and e = v.getAnAccess())
}

/** Holds if `c`, a function that a loop makes, captures `v`, which has another value in each round. */
private predicate isIndexOfTask(LocalScopeVariable v, Callable c) {
  exists(LocalVariableDeclExpr declaration, LoopStmt loop, ClassInstanceExpr f |
    declaration.getVariable() = v and
    isOfRound(declaration.getInit(), loop) and
    loop = innermostLoop(declaration) and
    exists(v.getOnlyValue()) and
    isMadeBy(c, f) and
    loop = innermostLoop(f)
  )
  or
  // Each number of a range is handed to the function once.
  exists(MethodCall each, LambdaExpr f |
    v = f.asMethod().getParameter(0) and
    f = each.getAnArgument() and
    isOfRange(each.getQualifier()) and
    each.getMethod().hasName(["forEach", "map", "mapToObj", "mapToLong", "mapToDouble", "peek"])
  |
    c = f.asMethod() or isMadeBy(c, madeIn(f.asMethod()))
  )
}

/** Gets a function that `c` makes once, not in a loop. */
private ClassInstanceExpr madeIn(Callable c) {
  result.getEnclosingCallable() = c and
  isMadeBy(_, result) and
  not exists(innermostLoop(result))
}

/** Holds if `f` makes a function with the body `c`, or an object of an anonymous class that declares it. */
private predicate isMadeBy(Callable c, ClassInstanceExpr f) {
  c = f.(LambdaExpr).asMethod() or
  c.getDeclaringType() = f.getAnonymousClass()
}

/** Holds if `e` is a stream of the numbers of a range, each of them once. */
private predicate isOfRange(MethodCall e) {
  e.getMethod()
      .hasQualifiedName("java.util.stream", ["IntStream", "LongStream"], ["range", "rangeClosed"])
  or
  isOfRange(e.getQualifier()) and
  e.getMethod().hasName(["parallel", "sequential", "filter", "unordered", "onClose"])
}

/** Holds if `f` is a number that each object gets from a loop that makes them, or that they get one by one: no two have the same. */
private predicate isIndexOfObject(Field f) {
  f.fromSource() and
  not f.isStatic() and
  f.getType() instanceof IntegralType and
  exists(Parameter p, Constructor c |
    p.getCallable() = c and
    c.getDeclaringType() = f.getDeclaringType() and
    p.getAnAccess() = f.getOnlyValue() and
    not exists(p.getAnAssignedValue()) and
    (
      exists(ClassInstanceExpr made, LoopStmt loop |
        made = unique(ClassInstanceExpr one | one.getConstructor() = c) and
        isOfRound(made.getArgument(p.getPosition()), loop) and
        loop = innermostLoop(made)
      )
      or
      forex(ClassInstanceExpr made | made.getConstructor() = c |
        not exists(innermostLoop(made)) and
        exists(numberHandedTo(made, p)) and
        not exists(ClassInstanceExpr other | other != made and other.getConstructor() = c |
          numberHandedTo(other, p) = numberHandedTo(made, p)
        )
      )
    )
  )
}

/** Gets the number that `made` hands to `p`, a constant. */
private int numberHandedTo(ClassInstanceExpr made, Parameter p) {
  made.getConstructor() = p.getCallable() and
  result = made.getArgument(p.getPosition()).(CompileTimeConstantExpr).getIntValue()
}

/** Holds if `a` and `b` are to memory of one kind, and one of them writes: OriginalPairs of the paper. */
predicate originalPairs(Access a, Access b) { a.getMemory() = b.getMemory() and isPair(a, b) }

/** Holds if `a` is to what its callable makes, as far as that is known: to the object or class in the making, or a part of it. */
predicate isInTheMaking(Access a) {
  isElided(a.getEnclosingCallable()) and
  not isToOthersInConstructor(a) and
  not isAfterHandingOver(a)
  or
  a.isOnThis() and makesReady(a.getEnclosingCallable())
}

/**
 * Holds if a container calls `m`, or only methods that it calls so do, to make its object ready before its threads use that. Where
 * the sources of the container are among those at hand, threads of the program come here.
 */
private predicate makesReady(Method m) {
  (
    isPreparation(m)
    or
    m.isPrivate() and
    exists(callTo(m)) and
    forall(Call call | call = callTo(m) | isPreparation(call.getEnclosingCallable()))
  ) and
  isMadeByContainer(m.getDeclaringType()) and
  not handsOver(m, _, _, _)
}

/** Gets a call of the private method `m`. */
private Call callTo(Method m) { m.isPrivate() and result.getCallee().getSourceDeclaration() = m }

/** Holds if `a` is to the object in the making when its constructor has handed a task to others, who may run it by then. */
private predicate isAfterHandingOver(Access a) {
  a.isOnThis() and
  exists(Constructor c, Expr site |
    handsTaskOver(c, site) and
    c = a.getEnclosingCallable() and
    strictlyDominates(site.getControlFlowNode(), a.getNode())
  )
}

/** Holds if `a`, where an object is made, is to a static field or what that holds, or to what the constructor is handed. */
private predicate isToOthersInConstructor(Access a) {
  (
    a.getEnclosingCallable() instanceof Constructor or
    a.getEnclosingCallable() instanceof InstanceInitializer
  ) and
  (
    exists(Field f | f = [a.getMemory().getField(), a.getHolder().getField()] | f.isStatic())
    or
    exists(a.getMemory().getField()) and a.getBase().(VarAccess).getVariable() instanceof Parameter
  )
}

/** Holds if accesses in `c` are not looked at: nobody else knows the object or class in the making, or to be removed. */
predicate isElided(Callable c) {
  c instanceof Constructor or
  c instanceof InitializerMethod or
  oneThreadMethod(c.getName(), _)
}
