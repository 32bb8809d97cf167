/**
 * @name Check, then act, on an object that synchronizes each call
 * @description Each call of a thread-safe collection or atomic variable is atomic, two calls are not: what the first
 *              one finds may have changed when the second one relies on it.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/check-then-act
 * @tags concurrency
 *       atomicity
 */

import java
import CompoundOperations

from CompoundOperation operation, MethodCall check, string remedy
where check = lastCheck(operation) and remedy = min(string text | text = operation.getRemedy(check))
select operation.getAct(),
  "This call relies on what $@ found in '" + operation.getText() +
    "', which other threads may have changed in between. " + remedy, check,
  check.getMethod().getName() + "(...)"
