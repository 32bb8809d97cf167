/**
 * Where threads come into the sources, and on which calls they go on from there.
 *
 * Public methods are entries, whoever calls them; private and package-private ones are reached through their callers.
 * A function that is run where it is handed over is called there; one that is run later is an entry. What happens
 * before others can know an object, or a program has a second thread, is on no way of a thread.
 */

import java
import java.TestSources
import java.callgraph.CallGraph
private import java.callgraph.Functions
private import java.callgraph.ImplicitCalls
import java.concurrency.LifeCycle
import java.models.Models
private import java.pointsto.Roots

/** Holds if `t` cannot be named outside of the class at the top of its file: private, local, anonymous, or within one. */
predicate isHidden(RefType t) {
  exists(RefType nest | nest = t.getEnclosingType*() |
    nest.isPrivate() or nest instanceof AnonymousClass or nest instanceof LocalClassOrInterface
  )
}

/** Holds if `m` is only called where its object is handed to a method that runs it at once. */
predicate isRunHere(Method m) {
  exists(string package, string type, Method declared |
    runHere(package, type, m.getName()) and
    overridesDirectly(m, declared) and
    declared.getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type)
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
  or
  overridesUnknown(m)
}

/**
 * Holds if code makes objects of the hidden class `c` only to call methods on them where they are made, and they hand themselves
 * to nobody: no library and no other thread calls them.
 */
private predicate isUsedInPlace(Class c) {
  isHidden(c) and
  not c.getASourceSupertype*() instanceof TypeThread and
  not exists(Class below | below.getASourceSupertype() = c) and
  isMadeIn(c, _) and
  forall(ClassInstanceExpr made | isMadeIn(c, made) | isOnlyReceiver(made)) and
  not exists(MemberRefExpr made |
    made.getReferencedCallable().(Constructor).getDeclaringType() = c
  ) and
  not handsItselfOn(c) and
  not hasFunction(c)
}

/** Holds if code of `c` uses `this` other than to call a method on it, or to access a field of it. */
pragma[nomagic]
private predicate handsItselfOn(Class c) {
  exists(ThisAccess self | c = self.getType().(RefType).getSourceDeclaration() |
    not self = any(MethodCall call).getQualifier() and not self = any(FieldAccess a).getQualifier()
  )
}

/** Holds if a function is made in `c`. */
pragma[nomagic]
private predicate hasFunction(Class c) {
  exists(FunctionalExpr inside |
    c = inside.getEnclosingCallable().getDeclaringType().getSourceDeclaration()
  )
}

private predicate isMadeIn(Class c, ClassInstanceExpr made) {
  c = made.getConstructedType().getSourceDeclaration() and
  not isTestCallable(made.getEnclosingCallable())
}

/** Holds if methods are called on the value of `made`, a new object, and nothing else is done with it. */
private predicate isOnlyReceiver(ClassInstanceExpr made) {
  made = any(MethodCall call).getQualifier()
  or
  exists(LocalVariableDecl v | made = v.getAnAssignedValue() |
    forex(VarAccess use | use = v.getAnAccess() |
      use = any(MethodCall call).getQualifier() and use.getEnclosingCallable() = v.getCallable()
      or
      use = any(AssignExpr a).getDest()
    )
  )
}

/** Holds if `m`, declared in the sources, is called there. */
private predicate isCalledInSources(Method m) {
  m.fromSource() and
  exists(MethodCall call |
    call.getMethod().getSourceDeclaration() = m and not isTestCallable(call.getEnclosingCallable())
  )
}

/** Holds if threads may call `m` directly. */
private predicate isEntryMethod(Method m) {
  not isRunHere(m) and
  not isCalledBack(m) and
  not isPreparation(m) and
  not isOnlyForPreparation(m) and
  not isOnlyBeforeThreads(m) and
  not runsAlone(m) and
  not oneThreadMethod(m.getName(), _) and
  not m.isAbstract() and
  not isTestCallable(m) and
  exists(RefType t | t = m.getDeclaringType() |
    m.isPublic() and not isHidden(t)
    or
    (m.isPublic() or m.isProtected()) and
    isHidden(t) and
    not isFunctionMethod(m) and
    not isUsedInPlace(t) and
    isCalledFromElsewhere(m)
    or
    m.isProtected() and
    (
      exists(Method overridden | overridesDirectly(m, overridden) |
        not overridden.fromSource() and not overridden.getDeclaringType() instanceof TypeObject
      )
      or
      overridesUnknown(m)
    )
    or
    isForPackage(m) and not isHidden(t)
    or
    isCalledByFramework(m)
  )
}

/** Holds if `m` is a package-private method that nothing in the sources calls, tests included: it is there for others. */
private predicate isForPackage(Method m) {
  not m.isPublic() and
  not m.isProtected() and
  not m.isPrivate() and
  m.fromSource() and
  exists(m.getBody()) and
  not overridesDirectly(m, _) and
  not m = any(Call call).getCallee().getSourceDeclaration() and
  not m = any(MemberRefExpr e).getReferencedCallable()
}

/** Holds if threads may enter `c` from anywhere, without any lock of the sources. */
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
  exists(Callable maker |
    ByHierarchy::runsLater(maker, _, c) and exists(c.getBody()) and not isTestCallable(maker)
  )
  or
  exists(FunctionCreation f | isHandedOut(f) | c = f.getARunCallable() and exists(c.getBody()))
}

/** Holds if a method that threads may call directly gives back the function that `f` makes, to be run by whoever calls. */
private predicate isHandedOut(FunctionCreation f) {
  exists(ReturnStmt s | mayBeFunction(s.getExpr(), f) and isEntryMethod(s.getEnclosingCallable()))
}

/**
 * Holds if a thread that executes `caller` comes to `callee` when it evaluates `site`: what `callee` does, it does to
 * objects that others may know.
 */
cached
predicate leadsOn(Callable caller, ExprParent site, Callable callee) {
  RunsInProgram::runs(caller, site, callee) and
  exists(callee.getBody()) and
  not callee instanceof InitializerMethod and
  not isOnlyForPreparation(callee) and
  not isOnObjectInTheMaking(site)
}

/** A method that threads of its own call: `run` of a `Runnable`, and what else the rows of `threadEntry` name. */
class ThreadEntryMethod extends Method {
  ThreadEntryMethod() {
    exists(string package, string type, Method declared |
      threadEntry(package, type, this.getName()) and
      declared = this.getAnOverride() and
      declared.getDeclaringType().hasQualifiedName(package, type)
    )
  }
}

/**
 * Holds if nothing runs `m`: no code of the sources calls it or hands it over, no code outside can name its class, and no
 * library gets an object of its class under the type that declares the overridden method.
 */
predicate isNeverRun(Method m) {
  m.fromSource() and
  exists(m.getBody()) and
  not isNameable(m.getDeclaringType()) and
  not isMain(m) and
  not oneThreadMethod(m.getName(), _) and
  not overridesUnknown(m) and
  not RunsInProgram::runs(_, _, m) and
  not ByHierarchy::runsLater(_, _, m) and
  not m = any(MemberRefExpr e).getReferencedCallable() and
  not isFunctionMethod(m) and
  // What only the package may call, others of the package may.
  (m.isPrivate() or overridesDirectly(m, _)) and
  isMadeAndKept(m.getDeclaringType()) and
  forall(Annotation a | a = m.getAnAnnotation() | a.getType().hasName("Override")) and
  not exists(m.getDeclaringType().getAnAnnotation()) and
  not exists(Method overridden | overridesDirectly(m, overridden) |
    overridden.fromSource() or isKnownToLibrary(m.getDeclaringType(), overridden.getDeclaringType())
  )
}

/** Holds if a library gets an object of the class `c`, of the sources, as one of the type `t`. */
private predicate isKnownToLibrary(RefType c, RefType t) {
  exists(Call call, int i, Callable callee, RefType declared |
    call.getArgument(i).getType().(RefType).getSourceDeclaration() = c and
    callee = call.getCallee().getSourceDeclaration() and
    not callee.fromSource() and
    declared =
      callee.getParameterType(i.minimum(callee.getNumberOfParameters() - 1)).getErasure() and
    declared.getASourceSupertype*() = t
  )
}

/** Holds if the sources make objects of `c`, and give them to nobody who would only know them as something else. */
private predicate isMadeAndKept(Class c) {
  exists(ClassInstanceExpr made | made.getConstructedType().getSourceDeclaration() = c) and
  not exists(ReturnStmt s |
    s.getExpr().getType().(RefType).getSourceDeclaration() = c and
    s.getEnclosingCallable().getReturnType().(RefType).getSourceDeclaration() != c
  )
}
