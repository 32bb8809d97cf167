/** What the call graphs say at each line: callees by `Class.name`, and functions by the callable that makes them. */

import java
import java.callgraph.CallGraph
import utils.test.InlineExpectationsTest

private string named(Callable c) {
  if c.getDeclaringType() instanceof AnonymousClass and not c instanceof Constructor
  then exists(ClassInstanceExpr e |
    e = c.getDeclaringType().(AnonymousClass).getClassInstanceExpr()
  |
    if e = any(Field f).getInitializer()
    then result = any(Field f | e = f.getInitializer()).getName() + "." + c.getName()
    else result = e.getEnclosingCallable().getName() + "." + c.getName()
  )
  else result = c.getDeclaringType().getName() + "." + c.getName()
}

module Calls implements TestSig {
  string getARelevantTag() { result = ["hierarchy", "created", "later"] }

  predicate hasActualResult(Location location, string element, string tag, string value) {
    exists(Callable caller, ExprParent site, Callable callee |
      ByHierarchy::runs(caller, site, callee) and tag = "hierarchy"
      or
      ByTypesCreated::runs(caller, site, callee) and tag = "created"
      or
      ByHierarchy::runsLater(caller, site, callee) and tag = "later"
    |
      callee.fromSource() and
      not site instanceof SuperConstructorInvocationStmt and
      location = site.getLocation() and
      element = site.toString() and
      value = named(callee)
    )
  }
}

import MakeTest<Calls>
