/**
 * @name Verdict of the race types by class
 * @description Each class with its verdict: free of races, free of races under assumptions (which), or not typable (why).
 * @kind table
 * @id java/race-types-summary
 * @tags race-types
 *       statistics
 */

import java
import Verdicts

from JudgedClass c
select c, c.getVerdict() as verdict, c.getSharing() as sharing, c.getReason() as reason
