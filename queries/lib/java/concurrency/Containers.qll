/**
 * Objects that frameworks make and share: controllers, services, servlets, filters. A container makes one object of such a
 * class and lets all of its threads call it.
 *
 * What flows in are annotations and types, by rows of `classAnnotation`, `sharedByContainer` and `injectionAnnotation`; what
 * comes out are classes with one object for all threads, and the places where containers put such objects. The framework
 * need not be on the class path: names are enough.
 */

import java
import java.models.Models

/** Holds if some file of the package of `t`, which is known by name only, imports all types of `package`. */
pragma[nomagic]
private predicate mayBeImportedFrom(RefType t, string package) {
  not t.fromSource() and
  not exists(t.getAMember()) and
  exists(ImportOnDemandFromPackage all |
    all.getPackageHoldingImport().getName() = package and
    all.getCompilationUnit().getPackage() = t.getPackage()
  )
}

/** Holds if `t` is the type `type` of `package`, or, of a library that is not there, must be because of what files import. */
bindingset[package, type]
predicate isTypeOfName(RefType t, string package, string type) {
  t.getSourceDeclaration().hasQualifiedName(package, type)
  or
  t.hasName(type) and mayBeImportedFrom(t, package)
}

/** Gets a type at or above `t`, perhaps of a library that is not there. */
RefType getANamedSupertype(RefType t) { t.fromSource() and result = t.getASourceSupertype*() }

/** Holds if an annotation of the class `c` says `meaning` of it, as rows of `classAnnotation` have it. */
private predicate isAnnotated(ClassOrInterface c, string meaning) {
  exists(RefType annotation | annotation = c.getAnAnnotation().getType() |
    classAnnotation(annotation.getName(), meaning) and
    // Containers of EJBs let one thread at a time call a singleton.
    not annotation.getPackage().getName().matches("%.ejb")
  )
}

/** Holds if an annotation of `c` says that there is an object for each request, session or place where one is put. */
private predicate isScoped(Class c) {
  isAnnotated(c, "one-each")
  or
  exists(Annotation scope, string name |
    scope = c.getAnAnnotation() and
    scope.getType().hasName("Scope") and
    name = scope.getAValue().getAChildExpr*().(StringLiteral).getValue() and
    not name = "singleton"
  )
  or
  exists(Annotation scope |
    scope = c.getAnAnnotation() and
    scope.getType().hasName("Scope") and
    scope.getAValue().getAChildExpr*().(VarAccess).getVariable().getName().matches("%\\_PROTOTYPE")
  )
}

/** Holds if a container makes one object of `c`, a class of the sources, which all of its threads use. */
cached
predicate isSharedByContainer(Class c) {
  c.fromSource() and
  not isScoped(c) and
  (
    isAnnotated(c, "one-for-all")
    or
    not c.isAbstract() and
    exists(string package, string type |
      sharedByContainer(package, type) and isTypeOfName(getANamedSupertype(c), package, type)
    )
  )
}

/** Holds if a container makes an object of `c` for each request: annotations say so, or nothing else of what it makes that way. */
cached
predicate isMadeForRequest(Class c) {
  c.fromSource() and
  not isSharedByContainer(c) and
  exists(string annotation | annotation = c.getAnAnnotation().getType().getName() |
    annotation = ["RequestScoped", "RequestScope"]
    or
    // Resources of JAX-RS, where no other scope is said.
    annotation = "Path" and not isAnnotated(c, "one-each")
  )
}

/** Holds if a container makes objects of `c`, one for all threads or more. */
cached
predicate isMadeByContainer(Class c) {
  isSharedByContainer(c)
  or
  c.fromSource() and isScoped(c)
}

/** Holds if `f` holds what a container puts there. */
cached
predicate isInjected(Field f) {
  f.fromSource() and
  injectionAnnotation(f.getAnAnnotation().getType().getName())
}
