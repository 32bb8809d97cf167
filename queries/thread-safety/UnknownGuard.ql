/**
 * @name Guard is not understood
 * @description An annotation, or a comment that spells one, names a guard that does not exist: it says nothing that can be
 *              checked, and is not taken into account.
 * @kind problem
 * @problem.severity recommendation
 * @precision high
 * @id java/unknown-guard
 * @tags concurrency
 *       thread-safety
 *       annotations
 */

import java
import java.concurrency.GuardExpressions
import java.TestSources

from GuardDeclaration d, Element named, Element place
where
  named = d.getElement() and
  not isTestFile(named.getFile()) and
  (if exists(d.getAnnotation()) then place = d.getAnnotation() else place = named)
select place,
  "The guard \"" + d.getText() + "\" of $@ is not understood: " + d.getProblem() +
    ". It is not taken into account.", named, "'" + named.getName() + "'"
