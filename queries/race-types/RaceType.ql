/**
 * @name Not typable without races
 * @description A rule of the race types is violated: a field is used without its lock, a method is called without what it
 *              requires, or an object of one thread gets to another. What follows all rules has no data race.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/race-type
 * @tags concurrency
 *       race
 *       race-types
 */

import java
import Report

from Element at, RefType subject, string message
where isReported(at, subject, message)
select at, message + " (class $@).", subject, subject.getName()
