/**
 * @name All violations of the race types
 * @description Each place that violates a rule. `java/race-type` reports of the uses of one field without its lock only the
 *              first one for each rule; here are the others too.
 * @kind table
 * @id java/race-type-uses
 * @tags race-types
 *       statistics
 */

import java
import Report

from Element at, string rule, RefType subject, string message, string reported
where
  isUnsilenced(at, rule, _, subject, message) and
  if isReported(at, subject, _) then reported = "yes" else reported = "no"
select at, rule, subject, message, reported
