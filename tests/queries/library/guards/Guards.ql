import java
import semmle.code.java.controlflow.Guards

/** Holds if the marker `place` of the fixture is assigned in `b`. */
private predicate marks(BasicBlock b, string place) {
  exists(AssignExpr a |
    a = b.getANode().asExpr() and place = a.getSource().(IntegerLiteral).getLiteral()
  )
}

query predicate controlled(string place, Guard g, boolean value) {
  exists(BasicBlock b | marks(b, place) and g.controls(b, value))
}

query predicate directly(string place, Guard g, boolean value) {
  exists(BasicBlock b | marks(b, place) and g.directlyControls(b, value))
}

query predicate blocks(ConditionBlock b, ExprParent condition, boolean value, string place) {
  condition = b.getCondition() and
  exists(BasicBlock c | marks(c, place) and c = b.getTestSuccessor(value))
}

query predicate controlledByBlock(ConditionBlock b, boolean value, string place) {
  exists(BasicBlock c | marks(c, place) and b.controls(c, value))
}

query predicate equalities(Guard g, Expr a, Expr b, boolean polarity) {
  g.isEquality(a, b, polarity)
}

query predicate edges(Guard g, boolean value, string place) {
  exists(BasicBlock b | marks(b, place) and g.hasBranchEdge(_, b, value))
}
