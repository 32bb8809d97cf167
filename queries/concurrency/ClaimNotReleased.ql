/**
 * @name Claim kept when the work throws
 * @description A flag that one thread claims with compareAndSet, or an entry that it puts into a set or map, is given up
 *              after the work, but not if that throws: nobody can claim it again.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/claim-not-released
 * @tags concurrency
 *       correctness
 */

import java
import java.SourceOrder
import java.concurrency.Claims
import java.TestSources

from Claim claim, MethodCall work, MethodCall release
where
  isKeptWhenThrown(claim, work, release) and
  not isTestCallable(claim.getEnclosingCallable()) and
  work = min(MethodCall w, int line, int column |
    isKeptWhenThrown(claim, w, _) and beginsAt(w, line, column)
  |
    w order by line, column
  ) and
  release = min(MethodCall r, int line, int column |
    isKeptWhenThrown(claim, work, r) and beginsAt(r, line, column)
  |
    r order by line, column
  )
select claim,
  "If $@ throws, the claim on '" + claim.getObject().getName() +
    "' is not given up, which is done $@, and nobody can have it again. Give it up in a finally block.",
  work, work.getMethod().getName() + "(...)", release, "here"
