/**
 * @name Brackets behind names (JLS 10.2)
 * @kind table
 * @id java/test/c-style-arrays
 */

import java

from Element e, Type t
where
  e.(Variable).isCStyleArray() and t = e.(Variable).getType()
  or
  e.(Method).isCStyleArray() and t = e.(Method).getReturnType()
select e, t.toString()
