/**
 * @name Claim given up by a thread that has not won it
 * @description A flag that one thread claims with compareAndSet, or an entry that it puts into a set or map, is also taken
 *              back by threads that found it claimed, so that the next one comes in while the first is at work.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/claim-released-by-loser
 * @tags concurrency
 *       correctness
 */

import java
import java.SourceOrder
import java.concurrency.Claims
import java.TestSources

from Claim claim, MethodCall release
where
  isReleasedByLoser(claim, release) and
  not isTestCallable(claim.getEnclosingCallable()) and
  release = min(MethodCall r, int line, int column |
    isReleasedByLoser(claim, r) and beginsAt(r, line, column)
  |
    r order by line, column
  )
select release,
  "This gives up the claim on '" + claim.getObject().getName() +
    "' also where $@ has found that another thread has it: that thread is not alone then. Give it up only where it was won.",
  claim, claim.getMethod().getName() + "(...)"
