/**
 * What users say of threads that the code does not show: what is confined to one thread at a time, by rows or by annotations of
 * fields and classes, and which callables rows about threads name.
 */

import java
private import java.models.Models

/** Holds if rows say that the field `f` is only used by one thread at a time. */
cached
predicate isConfinedByRow(Field f) {
  exists(string package, string type, string name |
    threadConfined(package, type, name) and
    f.getDeclaringType().getSourceDeclaration()
        .hasQualifiedName(package, type.replaceAll(".", "$")) and
    (name = "*" or name = f.getName())
  )
}

/** Holds if rows or annotations say that only one thread at a time accesses `f`, or what it holds. */
cached
predicate isSaidConfined(Field f) {
  isConfinedByRow(f)
  or
  exists(Annotation a | confinedAnnotation(a.getType().getName()) |
    a.getAnnotatedElement() = f or a.getAnnotatedElement() = f.getDeclaringType()
  )
}

/** Holds if `pattern`, of a row about threads, names `m`: its qualified name, with `*` for any text. */
predicate isNamedByPattern(Callable m, string pattern) {
  m.fromSource() and
  (neverParallel(pattern, _) or neverParallel(_, pattern) or runsOnceEntry(pattern)) and
  m.getQualifiedName().replaceAll("$", ".").matches(likePattern(pattern))
}

bindingset[pattern]
private string likePattern(string pattern) {
  result =
    pattern.replaceAll("$", ".").replaceAll("\\", "\\\\").replaceAll("_", "\\_")
        .replaceAll("%", "\\%").replaceAll("*", "%")
}
