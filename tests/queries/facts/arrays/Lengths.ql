/**
 * @name Lengths of arrays
 * @kind table
 * @id java/test/array-lengths
 */

import java

from VarAccess a, Field f
where f = a.getVariable() and f.hasName("length")
select a, f.getType().toString(), f.getDeclaringType().toString()
