/**
 * @name Synchronized readObject
 * @description An object that is being read is known to one thread only: the lock protects nothing.
 * @kind problem
 * @problem.severity recommendation
 * @precision low
 * @id java/sync-read-object
 * @tags concurrency
 *       correctness
 */

import java

from Method m
where
  m.fromSource() and
  m.hasName("readObject") and
  m.isSynchronized() and
  m.getNumberOfParameters() = 1 and
  m.getParameterType(0).(RefType).hasQualifiedName("java.io", "ObjectInputStream")
select m,
  "While $@ is read, only the thread that reads it knows it: 'synchronized' protects nothing. Drop it.",
  m.getDeclaringType(), m.getDeclaringType().getName()
