/**
 * Where execution begins: `main` methods, and, for an open program, whatever others may call of it. Others call each public
 * or protected method of each class that they can name, on an object of this class, with arguments of the parameters' types
 * (the harness of Naik, Aiken and Whaley, 2006, section 2.1).
 */

import java
import java.callgraph.CallGraph
import java.concurrency.Containers
import java.pointsto.Allocations
import java.TestSources
import java.models.Models

/**
 * Holds if `m` is a `main` method: public and static, or one that the launcher calls on an object of its class, which it
 * makes with the constructor without parameters (JLS 12.1.4).
 */
predicate isMainMethod(Method m) {
  isNamedMain(m) and
  (
    m.isStatic() and (m.isPublic() or m.getDeclaringType().(Class).isImplicit())
    or
    exists(launchConstructor(m))
  )
}

private predicate isNamedMain(Method m) {
  programEntry(m.getName()) and
  m.fromSource() and
  m.getReturnType() instanceof VoidType and
  (
    m.hasNoParameters()
    or
    m.getNumberOfParameters() = 1 and
    m.getParameterType(0).(Array).getComponentType() instanceof TypeString
  )
}

/** Gets the constructor that makes the object on which the launcher calls the instance method `main`. */
Constructor launchConstructor(Method main) {
  isNamedMain(main) and
  not main.isStatic() and
  not main.isPrivate() and
  not main.isAbstract() and
  exists(Class c | c = main.getDeclaringType() |
    not c.isAbstract() and
    (c.isTopLevel() or c.isStatic()) and
    result = c.getAConstructor() and
    result.hasNoParameters() and
    not result.isPrivate()
  )
}

/** Holds if there is one object of the class `t`: the launcher makes it to call `main`, and nothing makes another. */
predicate isMadeByLauncherAlone(Class t) {
  t = launchConstructor(_).getDeclaringType() and
  not exists(ClassInstanceExpr e | createdClass(e) = t) and
  not (isOpenProgram() and isNameable(t))
}

/** Holds if the program is looked at as an open one: rows say so, or do not say that it is closed. */
predicate isOpenProgram() { not exists(string kind | programKind(kind) and kind = "closed") }

/** Holds if code outside of the sources may call `m`, of a class that it can name. */
predicate isHarnessCallable(Callable m) {
  isOpenProgram() and
  m.fromSource() and
  m.isSourceDeclaration() and
  (m.isPublic() or m.isProtected()) and
  not m instanceof InitializerMethod and
  not isMainMethod(m) and
  isNameable(m.getDeclaringType()) and
  not isTestFile(m.getFile())
}

/** Holds if an annotation of `m`, of a row of `methodAnnotation`, says that a framework calls it. */
predicate isCalledByFramework(Method m) {
  methodAnnotation(m.getAnAnnotation().getType().getName(), "entry")
}

/**
 * Holds if a framework calls `m` by threads of its own, as rows of `threadEntry` or annotations say, on objects that it
 * makes itself: a servlet, a handler.
 */
predicate isHandlerMethod(Method m) {
  m.fromSource() and
  not m.isAbstract() and
  not isTestFile(m.getFile()) and
  (
    isCalledByFramework(m)
    or
    exists(string package, string type, Method declared |
      threadEntry(package, type, m.getName()) and
      not taskType(package, type) and
      declared = m.getAnOverride() and
      declared.getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type)
    )
    or
    overridesByName(m)
  )
}

/** Holds if `m` overrides a method that a row of `threadEntry` names, of a class whose members are not known. */
private predicate overridesByName(Method m) {
  not m.isStatic() and
  not m.isPrivate() and
  exists(string package, string type, RefType declaring |
    threadEntry(package, type, m.getName()) and
    not taskType(package, type) and
    declaring = getANamedSupertype(m.getDeclaringType()) and
    not exists(declaring.getAMember()) and
    isTypeOfName(declaring, package, type)
  )
}

/** Holds if a container executes `c` to make an object of a class of the sources, whoever can name that. */
predicate isExecutedByContainer(Constructor c) {
  c.fromSource() and
  isMadeByContainer(c.getDeclaringType()) and
  not isTestFile(c.getFile())
}

/** Holds if `c` is where execution begins other than by initialising a class. */
private predicate isEntry(Callable c) {
  isMainMethod(c) and not isTestFile(c.getFile())
  or
  c = launchConstructor(_) and not isTestFile(c.getFile())
  or
  isHarnessCallable(c)
  or
  isHandlerMethod(c)
  or
  isExecutedByContainer(c)
}

/**
 * Holds if `m` initialises a class that is initialised before execution begins at a method of it: that of a `main` method,
 * or one of which others have an object, and the classes above it (JLS 12.4.1).
 */
private predicate initializesRoot(StaticInitializer m) {
  exists(Callable c, RefType t | isEntry(c) and t = c.getDeclaringType().getSourceDeclaration() |
    m.getDeclaringType() = t
    or
    sourceAncestor(t, m.getDeclaringType()) and m.getDeclaringType() instanceof Class
  )
}

/** Holds if execution may begin at `m`. */
predicate isRoot(Callable m) {
  initializesRoot(m)
  or
  isMainMethod(m) and not isTestFile(m.getFile())
  or
  m = launchConstructor(_) and not isTestFile(m.getFile())
  or
  isHarnessCallable(m)
  or
  isHandlerMethod(m)
  or
  isExecutedByContainer(m)
}
