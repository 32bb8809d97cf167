/**
 * @name Calls in a compact source file
 * @kind table
 * @id java/test/compact-calls
 */

import java

from Call c, string callee
where
  if exists(c.getCallee())
  then
    callee =
      c.getCallee().getDeclaringType().getQualifiedName() + "." + c.getCallee().getStringSignature()
  else callee = "none"
select c, callee
