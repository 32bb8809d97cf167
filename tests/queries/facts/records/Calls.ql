/**
 * @name Creations of records
 * @kind table
 * @id java/test/record-creations
 */

import java

from ClassInstanceExpr e
select e, e.getConstructor().getStringSignature()
