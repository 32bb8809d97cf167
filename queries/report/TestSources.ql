/**
 * @name Test sources
 * @description Files of tests, whose findings reports leave out unless tests are asked for.
 * @kind table
 * @id java/report/test-sources
 * @tags test-sources
 */

import java
import java.TestSources

from File f
where isTestFile(f)
select f
