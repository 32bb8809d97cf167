/**
 * @name Constructors of records
 * @kind table
 * @id java/test/record-constructors
 */

import java

from Constructor c, string kind
where
  c.fromSource() and
  (
    c.isDefaultConstructor() and kind = "default"
    or
    c.isCanonical() and not c.isCompilerGenerated() and kind = "canonical"
    or
    c.isCanonical() and c.isCompilerGenerated() and kind = "canonical, not written"
    or
    not c.isDefaultConstructor() and not c.isCanonical() and kind = "another"
  )
select c, c.getStringSignature(), kind
