/** What calls and method references on instantiations of an interface run, by class hierarchy and by objects. */

import java
import java.callgraph.CallGraph
import java.pointsto.PointsTo

from Callable caller, Expr site, Callable callee, string how
where
  callee.hasName("take") and
  (
    ByHierarchy::runs(caller, site, callee) and how = "by hierarchy"
    or
    ByObjects::runs(caller, site, callee) and how = "by objects"
  )
select caller.getName(), site, callee.getDeclaringType().getName(), how
