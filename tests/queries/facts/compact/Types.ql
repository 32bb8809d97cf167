/**
 * @name Classes and where they are declared
 * @kind table
 * @id java/test/compact-types
 */

import java

from RefType t, string outer
where
  t.fromSource() and
  t.isSourceDeclaration() and
  not t instanceof AnonymousClass and
  if exists(t.getEnclosingType())
  then outer = "member of " + t.getEnclosingType().getQualifiedName()
  else outer = "top level"
select t, t.getQualifiedName(), outer
