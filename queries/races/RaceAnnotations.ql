/**
 * @name What users say to the race analysis
 * @description How many rows and Java annotations say what the code does not: which methods never run at the same time, which
 *              run once, which fields only one thread accesses; and how many pairs of accesses this takes away.
 * @kind table
 * @id java/race-annotations
 * @tags statistics
 *       race
 */

import java
import java.concurrency.Confined
import java.models.Models
import Races

/** Holds if `a` is an annotation that says that what carries it is confined to a thread. */
predicate confines(Annotation a) {
  confinedAnnotation(a.getType().getName()) and
  exists(Element e | e = a.getAnnotatedElement() | e instanceof Field or e instanceof RefType)
}

/** Gets the number of rows or annotations of the kind `kind`. */
int countOf(string kind) {
  kind = "neverParallel rows" and result = count(string a, string b | neverParallel(a, b))
  or
  kind = "runsOnceEntry rows" and result = count(string a | runsOnceEntry(a))
  or
  kind = "threadConfined rows" and
  result = count(string p, string t, string f | threadConfined(p, t, f))
  or
  kind = "annotations" and result = count(Annotation a | confines(a))
}

/** Gets the number of fields of which the rows or annotations of the kind `kind` say something. */
int fieldsOf(string kind) {
  kind = ["neverParallel rows", "runsOnceEntry rows"] and result = 0
  or
  kind = "threadConfined rows" and result = count(Field f | isConfinedByRow(f))
  or
  kind = "annotations" and
  result = count(Field f |
    exists(Annotation a | confines(a) |
      a.getAnnotatedElement() = f or a.getAnnotatedElement() = f.getDeclaringType()
    )
  )
}

/** Holds if the pair of `a` and `b` is no race because of what users say of a field. */
predicate isTakenAway(Access a, Access b) { knownPairs(a, b, _) and isConfined(fieldOf([a, b])) }

from string kind, int written, int fields
where
  written = countOf(kind) and fields = fieldsOf(kind)
  or
  kind = "pairs that they take away" and
  written = count(Access a, Access b | isTakenAway(a, b)) and
  fields = count(Field f | exists(Access a | isTakenAway(a, _) and f = fieldOf(a)))
select kind, written as number, fields as fields
