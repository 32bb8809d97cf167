/**
 * @name Local types that are static without saying so (JLS 14.3)
 * @kind table
 * @id java/test/implicitly-static
 */

import java

from RefType t
where t.fromSource() and t.isStatic()
select t
