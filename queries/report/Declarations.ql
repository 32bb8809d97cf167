/**
 * @name Declarations
 * @description The classes and methods of the sources, with their last lines: where a finding is.
 * @kind table
 * @id java/report/declarations
 * @tags declarations
 */

import java
import Ranges

from Element e, string kind, string name, int lastLine
where
  e.fromSource() and
  (
    kind = "callable" and
    name =
      e.(Callable).getDeclaringType().getQualifiedName() + "." +
        e.(Callable).getStringSignature() and
    e.(Callable).isSourceDeclaration() and
    not e instanceof InitializerMethod and
    not e.(Constructor).isCompilerGenerated() and
    lastLine = lastLineOfCallable(e)
    or
    kind = "type" and
    name = e.(RefType).getQualifiedName() and
    e.(RefType).getSourceDeclaration() = e and
    lastLine = lastLineOfType(e)
  )
select e, kind, name, lastLine
