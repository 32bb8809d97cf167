/**
 * @name Public mutable field
 * @description A public field that is not final can be changed by anyone, without the class taking notice.
 * @kind problem
 * @problem.severity recommendation
 * @precision high
 * @id {{id}}/public-mutable-field
 * @tags maintainability
 */

import java

from Class c, Field f
where f.getDeclaringType() = c and f.fromSource() and f.isPublic() and not f.isFinal()
select f, "The field '" + f.getName() + "' of $@ is public and not final.", c, c.getName()
