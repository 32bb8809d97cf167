/**
 * Methods of classes that are declared nowhere, neither in the sources nor in a library that was found: a call that names
 * one is known by the class and the name.
 */

import java

/** Holds if `t` is declared nowhere: its name is all that is known. */
predicate isDeclaredNowhere(ClassOrInterface t) {
  t.isSourceDeclaration() and
  not hasLocation(t, _) and
  not methods(_, _, _, _, t, _) and
  not constrs(_, _, _, _, t, _) and
  not fields(_, _, _, t) and
  not extendsReftype(t, _)
}

/** Gets the name by which `call` calls a method that is declared nowhere. */
string getUnknownName(MethodCall call) { unresolved_calls(call, result, _) }

/**
 * Holds if `call` calls the static method `name` of `package.type`, which is declared nowhere: the class stands before the
 * dot, or a static import says that it is this one.
 */
predicate callsUnknownMethod(MethodCall call, string package, string type, string name) {
  unresolved_calls(call, name, _) and
  exists(RefType t | t.hasQualifiedName(package, type) |
    t = call.getQualifier().(TypeAccess).getType()
    or
    not call.hasQualifier() and t = importedClass(call, name)
  )
}

/** Gets the one class from which the static method `name`, that `call` calls, can be imported. */
private ClassOrInterface importedClass(MethodCall call, string name) {
  unresolved_calls(call, name, _) and
  (
    result = unique(ClassOrInterface t | importsByName(call.getFile(), name, t))
    or
    not importsByName(call.getFile(), name, _) and
    result = unique(ClassOrInterface t | importsAllOfUnknown(call.getFile(), t)) and
    not mayInherit(call.getEnclosingCallable().getDeclaringType().getSourceDeclaration())
  )
}

private predicate importsByName(File f, string name, ClassOrInterface t) {
  exists(ImportStaticTypeMember i |
    f = i.getFile() and name = i.getName() and t = i.getTypeHoldingImport()
  )
}

private predicate importsAllOfUnknown(File f, ClassOrInterface t) {
  exists(ImportStaticOnDemand i | f = i.getFile() and t = i.getTypeHoldingImport()) and
  isDeclaredNowhere(t)
}

/** Holds if `t`, or a class around it, may have methods from a supertype that is declared nowhere. */
private predicate mayInherit(RefType t) {
  isDeclaredNowhere(t.getASourceSupertype+()) or
  mayInherit(t.getEnclosingType().getSourceDeclaration())
}
