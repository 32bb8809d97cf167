/** Threads and where they begin, which objects escape, which are shared, which are one at run time. */

import java
import java.escape.Escape
import java.pointsto.PointsTo
import java.threads.Threads
import utils.test.InlineExpectationsTest

module Found implements TestSig {
  string getARelevantTag() { result = ["kind", "many", "escapes", "shared", "single"] }

  predicate hasActualResult(Location location, string element, string tag, string value) {
    exists(AbstractThread t |
      location = t.getLocation() and
      element = t.toString() and
      (
        tag = "kind" and value = t.getKind()
        or
        tag = "many" and t.isMany() and value = ""
      )
    )
    or
    exists(Object o |
      exists(o.getExpr()) and location = o.getLocation() and element = o.toString() and value = ""
    |
      tag = "escapes" and escapes(o)
      or
      tag = "shared" and isShared(o)
      or
      tag = "single" and isSingle(o) and o.getExpr().getEnclosingCallable().hasName("main")
    )
  }
}

import MakeTest<Found>
