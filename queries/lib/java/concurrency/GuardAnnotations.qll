/**
 * How `@GuardedBy` is written: in whose spelling, with which import, and where.
 *
 * What flows in are elements and guards as texts; what comes out are annotations as texts and the places where they go. The
 * spelling is that of the project, if it has one; else rows of `writtenAnnotation` say it.
 */

import java
import java.concurrency.GuardExpressions
import java.models.Models

/** Gets the package of the annotation `GuardedBy` that most declarations of the project use. */
private string projectPackage() {
  result = max(string package, int n |
    n = strictcount(Annotation a |
      a.getType().hasQualifiedName(package, "GuardedBy") and exists(guardText(a))
    )
  |
    package order by n, package
  )
}

/** Gets the package whose `GuardedBy` is written. */
string annotationPackage() {
  result = projectPackage()
  or
  not exists(projectPackage()) and result = max(string package | writtenAnnotation(package))
}

/** Holds if the simple name `GuardedBy` cannot be imported into `u`, or need not be. */
private predicate isTaken(CompilationUnit u) {
  exists(Import i |
    i.getCompilationUnit() = u and
    i.(ImportType).getImportedType().hasName("GuardedBy") and
    not i.(ImportType).getImportedType().hasQualifiedName(annotationPackage(), "GuardedBy")
  )
  or
  exists(RefType t | t.hasName("GuardedBy") and t.fromSource() |
    t.getCompilationUnit() = u
    or
    t.getPackage() = u.getPackage() and not t.hasQualifiedName(annotationPackage(), "GuardedBy")
  )
}

/** Holds if `u` imports the annotation already. */
private predicate isImported(CompilationUnit u) {
  exists(Import i | i.getCompilationUnit() = u |
    i.(ImportType).getImportedType().hasQualifiedName(annotationPackage(), "GuardedBy") or
    i.(ImportOnDemandFromPackage).getPackageHoldingImport().hasName(annotationPackage())
  )
  or
  u.getPackage().hasName(annotationPackage())
}

/** Gets the last import of `u`. */
private Import lastImport(CompilationUnit u) {
  result = max(Import i, int line, int column |
    i.getCompilationUnit() = u and
    line = i.getLocation().getStartLine() and
    column = i.getLocation().getStartColumn()
  |
    i order by line, column
  )
}

/** Gets the import after which `u` gets the import of the annotation, if it needs one and can have it. */
Import importPlace(CompilationUnit u) {
  not isTaken(u) and
  not isImported(u) and
  result = lastImport(u)
}

/** Gets the text of the import for `e`. */
string importText(Annotatable e) {
  e.fromSource() and
  result = "import " + annotationPackage() + ".GuardedBy;"
}

/** Gets the annotation of `e` that names `guard`: by its simple name, if the file has or gets an import. */
bindingset[e, guard]
string annotationText(Annotatable e, string guard) {
  exists(string name, string value |
    (
      if isImported(e.getCompilationUnit()) or exists(importPlace(e.getCompilationUnit()))
      then name = "GuardedBy"
      else name = annotationPackage() + ".GuardedBy"
    ) and
    (
      if guard.matches("\"%") then value = "({" + guard + "})" else value = "(\"" + guard + "\")"
    ) and
    result = "@" + name + value
  )
}

/** Gets the type in the declaration of `e` before which its annotation goes. */
Element annotationPlace(Annotatable e) {
  exists(FieldDeclaration declaration |
    declaration.getField(0) = e and
    declaration.getNumField() = 1 and
    result = declaration.getTypeAccess()
  )
  or
  // An annotation behind type parameters would be one of the type.
  not e instanceof GenericMethod and isReturnType(e, result)
}

/** Holds if `t`, written in the head of `m`, is its return type and not what it throws: it stands before the name. */
private predicate isReturnType(Method m, TypeAccess t) {
  t.getParent() = m and
  exists(Location name, Location own | name = m.getLocation() and own = t.getLocation() |
    own.getStartLine() < name.getStartLine()
    or
    own.getStartLine() = name.getStartLine() and own.getStartColumn() < name.getStartColumn()
  )
}
