/** Code that is never executed, because a constant has the value that it has: what `if (DEBUG)` guards where `DEBUG` is false. */

import java

/** Holds if `e` has the value `value` because of constants. */
private predicate isAlways(Expr e, boolean value) {
  e = any(IfStmt s).getCondition().getAChildExpr*() and
  (
    value = e.(CompileTimeConstantExpr).getBooleanValue()
    or
    e.(AndLogicalExpr).getAnOperand().(CompileTimeConstantExpr).getBooleanValue() = false and
    value = false
  )
}

/** Holds if `s` is never executed, because of the value of a constant. */
cached
predicate isSwitchedOff(Stmt s) {
  exists(IfStmt test, boolean value | isAlways(test.getCondition(), value) |
    s = test.getThen() and value = false
    or
    s = test.getElse() and value = true
  )
  or
  isSwitchedOff(s.getEnclosingStmt())
}
