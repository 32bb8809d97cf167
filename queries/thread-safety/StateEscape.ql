/**
 * @name State of a thread-safe class escapes
 * @description A method hands out, or a constructor keeps, the very object that a class meant to be thread-safe
 *              changes: others can use it without the locks of the class.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/state-escape
 * @tags concurrency
 *       thread-safety
 */

import java
import java.concurrency.Escapes

from Element place, GuardedContentField f, string what, string others, string remedy
where
  exists(Method m | handsOut(m, place, f) |
    what = "hands out the very object that $@ holds" and
    others = "others can do so without" and
    remedy = "Return a copy or a thread-safe view."
  )
  or
  exists(Method m | handsOutView(m, place, f) |
    what = "hands out a live view of what $@ holds" and
    others = "others can look through the view without" and
    remedy = "Return a copy."
  )
  or
  exists(Parameter p | keeps(_, place, p, f) |
    what = "keeps the very object that the caller gave for '" + p.getName() + "' in $@" and
    others = "others can do so without" and
    remedy = "Store a copy."
  )
select place,
  "This " + what + "; the class changes it $@ " + f.getFirstChange().describeGuards() + ", " +
    others + ". " + remedy + " " + f.getMeantClass().getName() + " is meant to be thread-safe: " +
    f.getMeantClass().getEvidence() + ".", f, "'" + f.getName() + "'", f.getFirstChange(), "here"
