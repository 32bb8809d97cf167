/**
 * What each call `show(e)` shows by the analysis: the line of the call, the class of an object, the line where it is made
 * (0 if nothing in the sources makes it), and whether it may be of any class below.
 */

import java
import java.pointsto.PointsTo

string className(RefType t) {
  result = t.(ClassOrInterface).getQualifiedName() or
  result = t.(Array).getName()
}

query predicate shown(string file, int line, string type, int made, string kind) {
  exists(MethodCall call, Object o |
    call.getMethod().hasName("show") and
    pointsTo(call.getArgument(0), o) and
    file = call.getFile().getBaseName() and
    line = call.getLocation().getStartLine() and
    type = className(o.getType()) and
    (if o.getAllocation().isOpen() then kind = "open" else kind = "exact") and
    (
      made = o.getExpr().(ClassInstanceExpr).getLocation().getStartLine()
      or
      not o.getExpr() instanceof ClassInstanceExpr and made = 0
    )
  )
}
