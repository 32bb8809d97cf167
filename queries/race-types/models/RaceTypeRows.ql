/**
 * @name What rows of the race types may name
 * @description For each extensible predicate of the race types the rows that mean something: switches that there are, keywords
 *              of annotations, members of the sources, and methods. A row of the user's that means nothing is reported,
 *              with the nearest one.
 * @kind table
 * @id java/race-type-rows
 * @tags model-check
 */

import java
private import Annotations as Annotations
private import models.RaceTypeModels as Models

/** Holds if the race types have the switch `name`, and `value` is one that it can have. */
query predicate raceTypeSwitch(string name, string value) {
  (
    name = ["infer", "infer_sharing", "default_thread_local", "default_guard",
      "constructor_holds_lock"] or
    name = "no_warn " + Annotations::violationKind()
  ) and
  value = ["on", "off"]
}

/** Holds if some annotation has the simple name `name`, or a row says so, and `keyword` is one that there is. */
query predicate raceAnnotationType(string name, string keyword) {
  (name = any(Annotation a).getType().getName() or Models::raceAnnotationType(name, _)) and
  keyword = ["guarded_by", "requires", "holds", "thread_local", "thread_shared", "ghost", "of",
    "no_warn"]
}

/** Holds if there is such a member in the sources. */
query predicate raceAnnotation(string package, string type, string member, string annotation) {
  Annotations::isUsedRow(package, type, member, annotation)
}

/** Holds if there is such a method, and `of` is what it can give a view of. */
query predicate givesContentView(string package, string type, string name, string of) {
  Models::givesContentView(package, type, name, _) and
  exists(Method m | m.getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type) |
    m.hasName(name)
  ) and
  of = ["receiver", "argument"]
}
