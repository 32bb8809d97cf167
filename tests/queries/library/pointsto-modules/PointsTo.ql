/** What the argument of each call `show(e)` points to: classes of objects, names of enum constants, texts of literals. */

import java
import java.pointsto.PointsTo
import utils.test.InlineExpectationsTest

private string named(Object o) {
  exists(EnumConstant c | c.getInitializer() = o.getExpr() and result = c.getName())
  or
  o.toString().matches(["%.class", "\"%"]) and result = o.toString()
  or
  not exists(EnumConstant c | c.getInitializer() = o.getExpr()) and
  not o.toString().matches(["%.class", "\"%"]) and
  result = o.getType().getName()
}

module Shown implements TestSig {
  string getARelevantTag() { result = "pt" }

  predicate hasActualResult(Location location, string element, string tag, string value) {
    exists(MethodCall call, Expr e, Object o |
      call.getMethod().hasName("show") and
      e = call.getArgument(0) and
      pointsTo(e, o) and
      location = call.getLocation() and
      element = e.toString() and
      tag = "pt" and
      value = named(o)
    )
  }
}

import MakeTest<Shown>
