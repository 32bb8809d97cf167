/**
 * @name Inferred locking discipline
 * @description The locks under which fields, parameters, results and receivers are always used, by name and by value, and
 *              the locks that all callers of methods hold.
 * @kind table
 * @id java/inferred-guards
 * @tags locking-discipline
 *       statistics
 */

import java
import Inference

/** Holds if `r` guards `e`, or its result or receiver, as `kind` says, in the way that `semantics` names. */
predicate isInferred(Element e, string kind, string semantics, Relative r) {
  exists(Place place | e = place.getElement() and kind = place.getKind() |
    semantics = "name" and guardsName(place, r)
    or
    semantics = "value" and guardsValue(place, r)
  )
  or
  kind = "callers" and semantics = "holding" and isHolding(e, r)
}

from Element e, string kind, string semantics, Relative r, string guard
where isInferred(e, kind, semantics, r) and guard = r.toString() and not isTestFile(e.getFile())
select e, kind, semantics, guard
