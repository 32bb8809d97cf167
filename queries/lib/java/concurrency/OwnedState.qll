/**
 * State that an object owns beyond its own fields: the fields of helper objects, the nodes of a list, what the values of a map
 * hold. Such objects are made by the owner, and code comes to them through the owner's field, so that the owner's locks, its
 * entries and what it promises hold for them.
 *
 * What flows in are accesses to fields of classes meant to be thread-safe; what comes out are the places where what these
 * fields lead to is used, and which part of it: a field of a helper, or the content of a library object some steps away.
 */

import java
private import java.SourceOrder
private import java.TestSources
private import java.concurrency.SharedAccess
private import java.concurrency.Stability
private import java.concurrency.ThreadEntries
private import java.concurrency.ThreadSafeTypes
private import java.concurrency.Unshared
private import java.models.Models
private import java.pointsto.Values

/*-- Helpers --*/

/** Holds if code of `c`, or of what it extends, takes a lock or is volatile: its objects have an ordering of their own. */
private predicate hasOwnOrdering(Class c) {
  exists(Class at | at = c.getASourceSupertype*() and at.fromSource() |
    exists(Method m | m.getDeclaringType() = at and m.isSynchronized())
    or
    exists(SynchronizedStmt s | s.getEnclosingCallable().getDeclaringType() = at)
    or
    exists(LockAcquire call | call.getEnclosingCallable().getDeclaringType() = at)
    or
    exists(Field f | f.getDeclaringType() = at and not f.isStatic() |
      f.isVolatile() or f.getType() instanceof LockType or f.getType() instanceof ReadWriteLockType
    )
  )
}

/** Holds if some code locks objects of the type `t`. */
pragma[nomagic]
private predicate isLocked(RefType t) {
  exists(SynchronizedStmt s |
    t = s.getExpr().getType().(RefType).getSourceDeclaration() and
    not s.getExpr() instanceof InstanceAccess
  )
}

/** A class of the sources whose objects may change and have no ordering of their own: who owns one takes care of it. */
class HelperClass extends Class {
  HelperClass() {
    this.fromSource() and
    not this instanceof AnonymousClass and
    not this instanceof EnumType and
    not isThreadSafeType(this) and
    not isImmutableClass(this) and
    not isTestFile(this.getFile()) and
    not hasOwnOrdering(this) and
    not isLocked(this) and
    not exists(RefType above | above = this.getASourceSupertype+() |
      above instanceof TypeThread or above.hasQualifiedName("java.lang", "Throwable")
    ) and
    not properSuperclass(_, this)
  }
}

/** Gets an expression, no test, that makes an object of the helper class `c`. */
pragma[nomagic]
private ClassInstanceExpr makerOf(HelperClass c) {
  result.getConstructedType().getSourceDeclaration() = c and
  not isTestCallable(result.getEnclosingCallable())
}

/** Holds if all objects of `c` are made in the file `file`, as far as any are. */
private predicate isMadeOnlyIn(HelperClass c, File file) {
  file = unique(File f | f = makerOf(c).getFile())
  or
  not exists(makerOf(c)) and file = c.getFile()
}

/** Holds if objects of `c` belong to whoever has them in `f`: they are made in its file, or all that `f` gets is made on the spot. */
private predicate isOwnedThrough(Field f, HelperClass c) {
  f.fromSource() and isMadeOnlyIn(c, f.getFile())
  or
  f.fromSource() and
  f.getType().(RefType).getSourceDeclaration() = c and
  f.isPrivate() and
  forex(Expr value | value = f.getAnAssignedValue() and not value instanceof NullLiteral |
    value instanceof ClassInstanceExpr
  )
}

/** Holds if `m`, of a helper, reads or, if `writes`, writes the field `g` of its own object, itself or by calls on it. */
predicate usesOwnField(Method m, Field g, boolean writes, FieldAccess at) {
  m.getDeclaringType() instanceof HelperClass and
  not m.isStatic() and
  (
    at.getEnclosingCallable() = m and
    at.isOwnFieldAccess() and
    at.getField() = g and
    isPlainState(g) and
    writes = isWritten(at)
    or
    exists(MethodCall call |
      call.getEnclosingCallable() = m and
      call.isOwnMethodCall() and
      usesOwnField(call.getMethod().getSourceDeclaration(), g, writes, at)
    )
  )
}

/** Holds if `m`, of a helper, looks into or, if `writes`, changes what the field `g` of its own object holds. */
predicate usesOwnContent(Method m, Field g, boolean writes, Expr at) {
  m.getDeclaringType() instanceof HelperClass and
  not m.isStatic() and
  (
    exists(FieldAccess a |
      a.getEnclosingCallable() = m and
      a.isOwnFieldAccess() and
      g = a.getField() and
      not g.isStatic() and
      holdsPlainContent(g) and
      isContentUse(a, at, writes)
    )
    or
    exists(MethodCall call |
      call.getEnclosingCallable() = m and
      call.isOwnMethodCall() and
      usesOwnContent(call.getMethod().getSourceDeclaration(), g, writes, at)
    )
  )
}

/** Holds if `g` is a field of a helper that may change when its object is made. */
private predicate isPlainState(Field g) {
  g.fromSource() and
  not g.isStatic() and
  not g.isFinal() and
  not g.isVolatile()
}

/** Gets whether `a` is the target of an assignment. */
private boolean isWritten(FieldAccess a) {
  if a.isVarWrite()
  then result = true
  else result = false
}

/** Holds if what `g` holds is an array or a library object that is for one thread at a time. */
private predicate holdsPlainContent(Field g) {
  g.fromSource() and
  isPlainObject(g.getType()) and
  not (
    exists(Expr value | value = g.getAnAssignedValue() and not value instanceof NullLiteral) and
    forall(Expr value | value = g.getAnAssignedValue() and not value instanceof NullLiteral |
      isThreadSafeValue(value)
    )
  )
}

/** Holds if objects of the type `t` are arrays, or of a library and known to change, without any ordering. */
private predicate isPlainObject(Type t) {
  t instanceof Array
  or
  not isThreadSafeType(t) and
  not isImmutableType(t) and
  not t.(RefType).getSourceDeclaration().fromSource() and
  isChangeableType(t.(RefType).getSourceDeclaration())
}

pragma[nomagic]
private predicate isChangeableType(RefType t) {
  exists(string package, string type |
    modifiesReceiver(package, type, _) and t.getASourceSupertype*().hasQualifiedName(package, type)
  )
}

/** Holds if `at` uses what `e` denotes, an array or library object: it changes that if `writes`, and looks into it otherwise. */
pragma[inline]
private predicate isContentUse(Expr e, Expr at, boolean writes) {
  exists(ArrayAccess element | element.getArray() = e and at = element |
    if element = any(Assignment a).getDest() or element = any(UnaryAssignExpr a).getExpr()
    then writes = true
    else writes = false
  )
  or
  exists(MethodCall call | call.getQualifier() = e and at = call |
    not call.getMethod().getDeclaringType() instanceof TypeObject and
    not call.getMethod().fromSource() and
    if modifiesItsReceiver(call.getMethod()) then writes = true else writes = false
  )
  or
  exists(EnhancedForStmt loop | loop.getExpr() = e and at = e and writes = false)
  or
  exists(Call call, int index | call.getArgument(index) = e and at = e |
    modifiesItsArgument(call.getCallee(), index) and writes = true
    or
    readsItsArgument(call.getCallee(), index) and
    not modifiesItsArgument(call.getCallee(), index) and
    writes = false
  )
}

/*-- What fields lead to --*/

/** Holds if the library method of `call` takes an object out of its receiver, and leaves it there; `view` if it gives a view. */
pragma[nomagic]
predicate looksUp(MethodCall call, boolean view) {
  exists(string package, string type, string name, string source, string target |
    flowRow(call, package, type, name) and
    libraryFlow(package, type, name, source, target) and
    source = ["Argument[this].Element", "Argument[this].MapValue"] and
    package = ["java.util", "java.lang"] and
    not name = ["remove", "poll", "pollFirst", "pollLast", "pop", "removeFirst", "removeLast",
      "take", "pollFirstEntry", "pollLastEntry", "put", "replace", "set"] and
    (
      target = "ReturnValue" and (if type = "Map$Entry" then view = true else view = false)
      or
      target = ["ReturnValue.Element", "ReturnValue.MapValue", "ReturnValue.Element.MapValue"] and
      view = true
    )
  )
}

/** Holds if `f`, which only code of its file uses, is a field whose objects may lead to others that its class owns. */
private predicate mayOwn(SharedField f) {
  not exists(FieldAccess a |
    a.getField() = f and a.getFile() != f.getFile() and not isTestFile(a.getFile())
  ) and
  (
    f.getType() instanceof Array
    or
    f.getType().(RefType).getSourceDeclaration() instanceof HelperClass
    or
    f.getType() instanceof ParameterizedType and
    f.getType().(RefType).getSourceDeclaration().getASourceSupertype*()
        .hasQualifiedName("java.util", ["Collection", "Map"])
  )
}

/**
 * Holds if `e` denotes an object that code comes to by `origin`: what the field `holder` holds, that of `origin` or one of a
 * helper, for level 0, or what is in there so many steps down.
 */
private predicate leadsTo(Expr e, FieldAccess origin, Field holder, int level) {
  e = origin and
  mayOwn(origin.getField()) and
  holder = origin.getField() and
  level = 0 and
  not origin.isVarWrite()
  or
  leadsTo(e.(CastingExpr).getExpr(), origin, holder, level)
  or
  exists(ConditionalExpr choice | choice = e |
    leadsTo([choice.getTrueExpr(), choice.getFalseExpr()], origin, holder, level)
  )
  or
  exists(LocalVariableDecl v | e = v.getAnAccess() and not e.(VarAccess).isVarWrite() |
    leadsTo(v.getAnAssignedValue(), origin, holder, level)
    or
    exists(EnhancedForStmt loop |
      v = loop.getVariable().getVariable() and
      leadsTo(loop.getExpr(), origin, holder, level - 1) and
      level <= 3
    )
  )
  or
  exists(MethodCall call, boolean view | call = e and looksUp(call, view) |
    view = true and leadsTo(call.getQualifier(), origin, holder, level)
    or
    view = false and leadsTo(call.getQualifier(), origin, holder, level - 1) and level <= 3
  )
  or
  exists(ArrayAccess element | element = e and not element = any(Assignment a).getDest() |
    leadsTo(element.getArray(), origin, holder, level - 1) and level <= 3
  )
  or
  // A copy of a collection has the elements of the first.
  exists(ClassInstanceExpr copy | copy = e |
    leadsTo(copy.getArgument(0), origin, holder, level) and
    level = 0 and
    not copy.getType().(RefType).fromSource() and
    copy.getType().(RefType).getSourceDeclaration().getASourceSupertype*()
        .hasQualifiedName("java.util", "Collection")
  )
  or
  // From node to node.
  exists(FieldAccess a | a = e and not a.isVarWrite() |
    leadsToHelper(a.getQualifier(), origin, _) and
    holder = a.getField() and
    not holder.isStatic() and
    level = 0 and
    (
      isPlainObject(holder.getType()) or
      holder.getType().(RefType).getSourceDeclaration() instanceof HelperClass
    )
  )
  or
  // What a helper hands out.
  exists(MethodCall call, Field g | call = e and g = handedOutBy(call) |
    leadsToHelper(call.getQualifier(), origin, _) and holder = g and level = 0
  )
  or
  // What was put there before.
  exists(LocalVariableDecl v, VarAccess given, MethodCall put |
    e = v.getAnAccess() and
    given = v.getAnAccess() and
    isPut(put, given) and
    leadsTo(put.getQualifier(), origin, holder, level - 1) and
    level <= 3 and
    strictlyDominates(put.getControlFlowNode(), e.getControlFlowNode())
  )
  or
  // What a private method of the owner looks up.
  exists(Method m, ReturnStmt s |
    m = e.(MethodCall).getMethod().getSourceDeclaration() and
    e.(MethodCall).isOwnMethodCall() and
    m.isPrivate() and
    s.getEnclosingCallable() = m and
    leadsTo(s.getExpr(), origin, holder, level)
  )
  or
  // What one hands to a private method.
  exists(Parameter p |
    e = p.getAnAccess() and
    not exists(p.getAnAssignedValue()) and
    exists(MethodCall call, Expr arg |
      call.getMethod().getSourceDeclaration() = p.getCallable() and
      p.getCallable().isPrivate() and
      arg = call.getArgument(p.getPosition()) and
      leadsTo(arg, origin, holder, level)
    )
  )
}

/** Holds if `put` puts the object in a local variable, `given`, into a library object. */
pragma[nomagic]
private predicate isPut(MethodCall put, VarAccess given) {
  exists(string package, string type, string name, string source, int i |
    given = put.getArgument(i) and
    given.getVariable() instanceof LocalVariableDecl and
    flowRow(put, package, type, name) and
    libraryFlow(package, type, name, source,
      ["Argument[this].Element", "Argument[this].MapValue"]) and
    source = "Argument[" + i.toString() + "]"
  )
}

/** Gets the field of a helper whose array or library object `call`, of a getter, hands out. */
private Field handedOutBy(MethodCall call) {
  exists(Method m | m = call.getMethod().getSourceDeclaration() |
    m.getDeclaringType() instanceof HelperClass and
    m.hasNoParameters() and
    (
      result = m.(GetterMethod).getField()
      or
      // The accessor of a record.
      result.getDeclaringType() = m.getDeclaringType() and
      m.hasName(result.getName()) and
      m.getDeclaringType() instanceof Record
    )
  ) and
  not result.isStatic() and
  isPlainObject(result.getType())
}

/** Holds if `e` denotes a helper `c` that belongs to the object whose field `origin` reads. */
private predicate leadsToHelper(Expr e, FieldAccess origin, HelperClass c) {
  exists(Field holder |
    leadsTo(e, origin, holder, _) and
    c = e.getType().(RefType).getSourceDeclaration() and
    (isOwnedThrough(origin.getField(), c) or isOwnedThrough(holder, c))
  )
}

/** Gets what is put into a library object in `holder`, `level` steps down. */
private Expr putInto(Field holder, int level) {
  exists(MethodCall call, string package, string type, string name, string source, string target |
    leadsTo(call.getQualifier(), _, holder, level) and
    flowRow(call, package, type, name) and
    libraryFlow(package, type, name, source, target) and
    target = ["Argument[this].Element", "Argument[this].MapValue"]
  |
    exists(int i | source = "Argument[" + i.toString() + "]" and result = call.getArgument(i))
    or
    exists(int i, LambdaExpr function |
      source = "Argument[" + i.toString() + "].ReturnValue" and
      function = call.getArgument(i) and
      result = givenBy(function.asMethod())
    )
  )
}

/** Gets what the method of a lambda expression returns. */
private Expr givenBy(Method m) {
  exists(ReturnStmt s | s.getEnclosingCallable() = m and result = s.getExpr())
  or
  result = any(LambdaExpr function | function.asMethod() = m).getExprBody()
}

/** Holds if `e` makes a library object that is for one thread at a time, or denotes one that has been made so. */
private predicate isMadePlain(Expr e) {
  e instanceof ClassInstanceExpr and isPlainObject(e.getType())
  or
  e instanceof ArrayCreationExpr
  or
  exists(LocalVariableDecl v | e = v.getAnAccess() |
    exists(Expr value | value = v.getAnAssignedValue() and not value instanceof NullLiteral |
      isMadePlain(value)
    )
  )
}

/** Holds if the library objects in `holder`, `level` steps down, are made by the owner and have no ordering of their own. */
private predicate holdsPlainElements(Field holder, int level) {
  exists(Expr put | put = putInto(holder, level - 1) | isMadePlain(put)) and
  forall(Expr put | put = putInto(holder, level - 1) and not put instanceof NullLiteral |
    isMadePlain(put)
  )
}

/** Holds if some code locks an object in `holder`, `level` steps down. */
private predicate isLockedIn(Field holder, int level) {
  exists(SynchronizedStmt s | leadsTo(s.getExpr(), _, holder, level))
}

/**
 * Gets a method of a helper that `call` may run: the named method, or that of a helper class below which is made in the same
 * file.
 */
private Method methodOfHelper(MethodCall call) {
  result = call.getMethod().getSourceDeclaration()
  or
  exists(Method named | named = call.getMethod().getSourceDeclaration() |
    overridesDirectly(result, named) and
    named.getDeclaringType() instanceof HelperClass and
    isMadeOnlyIn(result.getDeclaringType(), call.getFile())
  )
}

/**
 * Holds if `use`, to which `origin` leads, uses the field `holder` of a helper, for level -1, or the content of what that
 * holds, `level` steps down; it changes that if `writes`. The helper's own code does so `at` some place.
 */
private predicate mayUse(
  Expr use, FieldAccess origin, Field holder, int level, boolean writes, Expr at
) {
  exists(FieldAccess a | a = use |
    leadsToHelper(a.getQualifier(), origin, _) and
    not isUnknownToOthers(a.getQualifier()) and
    holder = a.getField() and
    isPlainState(holder) and
    level = -1 and
    writes = isWritten(a) and
    at = a
  )
  or
  exists(MethodCall call, Method m |
    call = use and
    m = methodOfHelper(call) and
    leadsToHelper(call.getQualifier(), origin, _) and
    not isUnknownToOthers(call.getQualifier())
  |
    usesOwnField(m, holder, writes, at) and level = -1
    or
    usesOwnContent(m, holder, writes, at) and level = 0
  )
  or
  exists(Expr e | leadsTo(e, origin, holder, level) |
    (
      // The first level of an own field is for those who look at its accesses.
      level > 0 and holdsPlainElements(holder, level)
      or
      level = 0 and not holder instanceof SharedField and holdsPlainContent(holder)
    ) and
    isPlainObject(e.getType()) and
    not isUnknownToOthers(e) and
    not isLockedIn(holder, level) and
    isContentUse(e, use, writes) and
    at = use
  )
}

/** Holds if `use` uses a part of what the field of `origin` leads to, as `mayUse` has it, when others may know its object. */
cached
predicate usesOwned(Expr use, FieldAccess origin, Field holder, int level, boolean writes) {
  mayUse(use, origin, holder, level, writes, _) and
  not use.(FieldAccess).getField() instanceof SharedField and
  isChangedPart(origin.getField(), holder, level) and
  not isTestCallable(use.getEnclosingCallable()) and
  not isMaking(use.getEnclosingCallable()) and
  not isMaking(origin.getEnclosingCallable())
}

/** Holds if `c` makes an object. */
private predicate isMaking(Callable c) {
  c instanceof Constructor or
  c instanceof InitializerMethod or
  makesObject(c)
}

/** Holds if some code that does not make the object changes the part that `holder` and `level` say of what `f` leads to. */
private predicate isChangedPart(SharedField f, Field holder, int level) {
  exists(Expr use, FieldAccess origin |
    mayUse(use, origin, holder, level, true, _) and
    f = origin.getField() and
    not isMaking(use.getEnclosingCallable())
  )
}

/** Gets the first place at which `use` changes, or reads, the state of a helper: in its own code. */
Expr placeOfUse(Expr use) {
  usesOwned(use, _, _, _, _) and
  result = min(Expr at, boolean writes, int key, string path, int line, int column |
    mayUse(use, _, _, _, writes, at) and
    (if writes = true then key = 0 else key = 1) and
    beginsAt(at, path, line, column)
  |
    at order by key, path, line, column
  )
}

/*-- What collections for several threads hold --*/

/** Holds if `e` denotes a collection or map made for several threads; each thread has no entry of its own in it. */
private predicate isConcurrentCollection(Expr e) {
  (
    e = any(MethodCall call | looksUp(call, _)).getQualifier() or
    e = any(EnhancedForStmt loop).getExpr()
  ) and
  e.getType().(RefType).getSourceDeclaration().getASourceSupertype*()
      .hasQualifiedName("java.util", ["Collection", "Map"]) and
  (
    isThreadSafeType(e.getType())
    or
    exists(Field f | f = e.(FieldAccess).getField() |
      forex(Expr value | value = f.getAnAssignedValue() and not value instanceof NullLiteral |
        isThreadSafeValue(value)
      )
    )
  ) and
  not exists(RefType key | key = e.getType().(ParameterizedType).getATypeArgument() |
    key.getASourceSupertype*() instanceof TypeThread
  )
}

/** Gets the object of which `e` gets the field `part`: it reads the field, or calls its getter. */
private Expr wholeOf(Expr e, Field part) {
  part = e.(FieldAccess).getField() and
  not part.isStatic() and
  result = e.(FieldAccess).getQualifier()
  or
  exists(Method m | m = e.(MethodCall).getMethod().getSourceDeclaration() |
    m.fromSource() and
    m.hasNoParameters() and
    result = e.(MethodCall).getQualifier() and
    (
      part = m.(GetterMethod).getField()
      or
      part.getDeclaringType() = m.getDeclaringType() and
      m.getDeclaringType() instanceof Record and
      m.hasName(part.getName())
    )
  )
}

/** Holds if `e` denotes what a collection made for several threads holds or, if `view`, a view of the collection. */
private predicate isFoundConcurrently(Expr e, boolean view) {
  exists(MethodCall call | call = e and looksUp(call, view) and view = [true, false] |
    isConcurrentCollection(call.getQualifier())
  )
  or
  exists(MethodCall call, boolean further | call = e and looksUp(call, further) |
    isFoundConcurrently(call.getQualifier(), true) and view = further
  )
  or
  isFoundConcurrently(e.(CastingExpr).getExpr(), view)
  or
  // What is in a field of that which never gets another object.
  exists(Field part | view = false and isFoundConcurrently(wholeOf(e, part), false) |
    part.isFinal() and isPlainObject(part.getType()) and not part.getType() instanceof Array
  )
  or
  isGottenFromReference(e) and view = false
  or
  isFoundConcurrently([e.(ConditionalExpr).getTrueExpr(), e.(ConditionalExpr).getFalseExpr()], view)
  or
  exists(LocalVariableDecl v | e = v.getAnAccess() |
    isFoundConcurrently(v.getAnAssignedValue(), view)
    or
    exists(EnhancedForStmt loop |
      v = loop.getVariable().getVariable() and
      (isFoundConcurrently(loop.getExpr(), true) or isConcurrentCollection(loop.getExpr())) and
      view = false
    )
  )
}

/** Holds if `e` denotes what a collection or map made for several threads holds: threads meet there. */
predicate isHeldConcurrently(Expr e) { isFoundConcurrently(e, false) and not isUnknownToOthers(e) }

/** Holds if `call` gets what an atomic reference holds, and leaves it there. */
private predicate isGottenFromReference(MethodCall call) {
  call.getMethod().hasName(["get", "getPlain", "getAcquire", "getOpaque"]) and
  call.getMethod().getDeclaringType().getSourceDeclaration()
      .hasQualifiedName("java.util.concurrent.atomic", ["AtomicReference", "AtomicReferenceArray"])
}

/** Holds if `e` denotes what an atomic reference holds: threads meet there, as its owner knows. */
predicate isHeldByReference(Expr e) {
  isGottenFromReference(e) and not isUnknownToOthers(e)
  or
  isHeldByReference(e.(CastingExpr).getExpr())
  or
  exists(LocalVariableDecl v | e = v.getAnAccess() and isHeldByReference(v.getOnlyValue()))
}
