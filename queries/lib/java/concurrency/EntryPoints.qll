/**
 * How threads come to an access: the callables at which they may enter, and the calls that lead on from there.
 *
 * Public methods are entries, whoever calls them; private and package-private ones are reached through their callers.
 * A function that is run where it is handed over is called there; one that is run later is an entry.
 */

import java
import java.concurrency.SharedAccess
import java.concurrency.RunsLambda

/** Holds if `t` cannot be named outside of the class at the top of its file: private, local, anonymous, or within one. */
predicate isHidden(RefType t) {
  exists(RefType nest | nest = t.getEnclosingType*() |
    nest.isPrivate() or nest instanceof AnonymousClass or nest instanceof LocalClassOrInterface
  )
}

/**
 * Holds if `m` overrides or implements a method of a type that others can name, and is called from anywhere: by a
 * library, or, where nothing in the sources calls the method that it overrides, by whoever uses them.
 */
private predicate isCalledFromElsewhere(Method m) {
  exists(Method overridden | overridesDirectly(m, overridden) |
    not isHidden(overridden.getDeclaringType()) and
    not overridden.getDeclaringType() instanceof TypeObject and
    not isCalledInSources(overridden)
  )
}

/** Holds if `m`, declared in the sources, is called there. */
private predicate isCalledInSources(Method m) {
  m.fromSource() and
  exists(MethodCall call |
    call.getMethod().getSourceDeclaration() = m and not isTestCallable(call.getEnclosingCallable())
  )
}

/** Holds if `m` is a `main` method. */
private predicate isMain(Method m) {
  m.hasName("main") and
  m.isStatic() and
  m.getNumberOfParameters() = 1
}

/** Holds if `m`, declared in a class that is not meant to be thread-safe, is called on objects of one that is. */
private predicate isInheritedByMeant(Method m) {
  exists(ClassMeantThreadSafe c | properSuperclass(c, m.getDeclaringType()) |
    not exists(Method overrider |
      overridesDirectly(overrider, m) and overrider.getDeclaringType() = c.getASourceSupertype*()
    )
  )
}

/** Holds if `m` is only called where its object is handed to a method that runs it at once. */
private predicate isRunHere(Method m) {
  exists(string package, string type, Method declared |
    runHere(package, type, m.getName()) and
    overridesDirectly(m, declared) and
    declared.getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type)
  )
}

/** Holds if `m` is called once, before its object is shared. */
private predicate isPreparation(Method m) {
  exists(string package, string type, Method declared |
    preparesObject(package, type, m.getName()) and
    declared = m.getAnOverride() and
    declared.getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type)
  )
  or
  m.getAnAnnotation().getType().hasName("PostConstruct")
}

/** Holds if threads may call `m` directly. */
private predicate isEntryMethod(Method m) {
  not isRunHere(m) and
  not isPreparation(m) and
  not m instanceof InitializerMethod and
  not m.isAbstract() and
  not isMain(m) and
  not isTestCallable(m) and
  not m.hasName(["finalize", "readObject", "readResolve", "writeReplace"]) and
  exists(RefType t | t = m.getDeclaringType() |
    m.isPublic() and not isHidden(t) and not isOverriddenEverywhere(m)
    or
    (m.isPublic() or m.isProtected()) and
    isHidden(t) and
    not t instanceof AnonymousClass and
    isCalledFromElsewhere(m)
    or
    m.isProtected() and
    exists(Method overridden | overridesDirectly(m, overridden) |
      not overridden.fromSource() and not overridden.getDeclaringType() instanceof TypeObject
    )
  )
}

/** Holds if `m`, in a class that others extend to be thread-safe, is replaced in all of them. */
private predicate isOverriddenEverywhere(Method m) {
  properSuperclass(_, m.getDeclaringType()) and
  not m.getDeclaringType() instanceof ClassMeantThreadSafe and
  not isInheritedByMeant(m)
}

/** Holds if threads may enter `c` from anywhere, without any lock of ours. */
cached
predicate isEntry(Callable c) {
  isEntryMethod(c)
  or
  exists(Constructor constructor | constructor = c |
    not constructor.isPrivate() and
    not isHidden(constructor.getDeclaringType()) and
    not isTestCallable(constructor)
  )
  or
  exists(InPlaceFunction function |
    function.runsLater() and
    c = function.getARunMethod().getSourceDeclaration() and
    (function instanceof FunctionalExpr or isCalledFromElsewhere(c)) and
    not isTestCallable(function.getEnclosingCallable())
  )
}

/** Holds if `call` is on `this`, or on an object that the calling method has made itself. */
private predicate isOnObjectInTheMaking(Call call) {
  exists(MethodCall c | c = call and c.isOwnMethodCall() |
    c.getEnclosingCallable() instanceof Constructor or
    c.getEnclosingCallable() instanceof InitializerMethod or
    c.getEnclosingCallable().hasName(["readObject", "readExternal"])
  )
  or
  exists(LocalVariableDecl v | call.(MethodCall).getQualifier() = v.getAnAccess() |
    exists(v.getAnAssignedValue()) and
    forall(Expr value | value = v.getAnAssignedValue() |
      value instanceof ClassInstanceExpr or value instanceof NullLiteral
    )
  )
  or
  call.(MethodCall).getQualifier() instanceof ClassInstanceExpr
  or
  // A part of the object that a constructor makes.
  call.getEnclosingCallable() instanceof Constructor and
  call.(MethodCall).getQualifier().(FieldAccess).isOwnFieldAccess()
}

/** Holds if `c` has a body and threads come to it through its callers only. */
private predicate isInternal(Callable c) {
  c.isSourceDeclaration() and
  exists(c.getBody()) and
  not isEntry(c)
}

/** Holds if a call of `target` may run `callee`, which is no entry; by `super`, it can only be `target` itself. */
private predicate isTargetOf(Callable callee, Callable target, boolean bySuper) {
  isInternal(callee) and
  (
    target = callee and bySuper = true
    or
    // What all thread-safe subclasses replace, they only reach by super.
    not isOverriddenEverywhere(callee) and
    bySuper = false and
    (target = callee or overridesDirectly(callee, target))
  )
}

/** Holds if `call` is on `super`. */
private predicate isSuperCall(Call call) { call.(MethodCall).getQualifier() instanceof SuperAccess }

/** Holds if `call` calls an inherited method on an object that is not meant to be thread-safe. */
private predicate isOnSiblingObject(MethodCall call) {
  exists(RefType t |
    isSibling(t, call.getMethod().getDeclaringType().getSourceDeclaration()) and
    t = call.getReceiverType().getSourceDeclaration()
  )
  or
  call.getQualifier() instanceof SuperAccess and
  isSibling(call.getEnclosingCallable().getDeclaringType(),
    call.getMethod().getDeclaringType().getSourceDeclaration())
}

/** Holds if `site`, evaluated in `caller`, runs `callee`, which is no entry. */
private predicate runs(Callable caller, ExprParent site, Callable callee) {
  exists(Call call, boolean bySuper | call = site |
    caller = call.getEnclosingCallable() and
    not isOnObjectInTheMaking(call) and
    not isOnSiblingObject(call) and
    isTargetOf(callee, call.getCallee().getSourceDeclaration(), bySuper) and
    if isSuperCall(call) then bySuper = true else bySuper = false
  )
  or
  // An object that is run at once by what it is handed to: itself, or one of a class that is made for it.
  exists(Call call, Expr task |
    site = task and
    task = call.getAnArgument() and
    caller = task.getEnclosingCallable() and
    isRunHere(callee) and
    not task instanceof InPlaceFunction and
    callee.getDeclaringType() = task.getType().(RefType).getSourceDeclaration()
  )
  or
  exists(InPlaceFunction function |
    site = function.getARunPlace() and
    caller = site.(Expr).getEnclosingCallable() and
    callee = function.getARunMethod().getSourceDeclaration() and
    isInternal(callee)
  )
}

/** Holds if `c` contains a shared access, or leads to one through calls of callables that are no entries. */
private predicate leadsToAccess(Callable c) {
  c = any(SharedAccess a).getEnclosingCallable()
  or
  exists(Callable callee | leadsToAccess(callee) and runs(c, _, callee))
}

/** Holds if `site`, evaluated in `caller`, runs `callee`, which is no entry and leads to a shared access. */
cached
predicate callEdge(Callable caller, ExprParent site, Callable callee) {
  leadsToAccess(callee) and
  runs(caller, site, callee) and
  not isTestCallable(caller)
}

/** Holds if threads come to `c`. */
cached
predicate isReached(Callable c) {
  isEntry(c) and leadsToAccess(c)
  or
  exists(Callable caller | isReached(caller) and callEdge(caller, _, c))
}
