/**
 * @name Method called without the lock that it asks for
 * @description A method says that its callers hold a lock, and a call, or a reference that others run, does not: what the
 *              method does to guarded state is not protected.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/unheld-lock-at-call
 * @tags concurrency
 *       locking-discipline
 *       annotations
 */

import java
import Uses

from Expr place, GuardDeclaration d, Element m, string words
where
  m = d.getElement() and
  (
    isUnheldCall(place, d) and
    words = "This call does not hold '" + d.getText() + "', which $@ asks its callers to hold."
    or
    isUnheldReference(place, d) and
    words =
      "This hands over $@, which asks its callers to hold '" + d.getText() +
        "', to be run by code that does not hold it."
  )
select place, words, m, "'" + m.getName() + "'"
