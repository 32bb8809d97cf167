/**
 * @name Calls and what they call
 * @kind table
 * @id java/test/newest-calls
 */

import java

from Call c, string callee
where if exists(c.getCallee()) then callee = c.getCallee().getStringSignature() else callee = "none"
select c, callee
