/**
 * @name Variables and their types
 * @kind table
 * @id java/test/newest-variables
 */

import java

from LocalVariableDecl v
select v, v.getType().toString()
