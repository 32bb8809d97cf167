/**
 * @name Guard is not understood
 * @description An annotation names a guard that is neither a field nor `this` nor a class: it says nothing that can be
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
import java.concurrency.Locks
import java.concurrency.ThreadSafeTypes

from Annotation a, string text, string why
where
  text = guardText(a) and
  not exists(getNamedMonitor(a)) and
  not isTestFile(a.getFile()) and
  if text = "itself"
  then
    why =
      "\"itself\" guards nothing that the name tells: name the field, whose own monitor it means"
  else why = "there is no field, method or class of that name here"
select a,
  "The guard \"" + text + "\" of $@ is not understood: " + why +
    ". The annotation is not taken into account.", a.getAnnotatedElement(),
  "'" + a.getAnnotatedElement().getName() + "'"
