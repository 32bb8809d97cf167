/**
 * @name What was not understood
 * @kind table
 * @id java/test/newest-problems
 */

import java

from string message, int line, int column
where extraction_diagnostics(_, _, _, message, line, column)
select line, column, message
