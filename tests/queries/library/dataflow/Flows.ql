import java
import semmle.code.java.dataflow.DataFlow

query predicate literals(StringLiteral literal, Expr e) {
  DataFlow::localExprFlow(literal, e) and
  literal != e
}

query predicate fromParameters(Parameter p, DataFlow::Node n) {
  DataFlow::localFlow(DataFlow::parameterNode(p), n) and
  exists(n.asExpr())
}

query predicate fromThis(DataFlow::InstanceParameterNode n, Expr e) {
  DataFlow::localFlow(n, DataFlow::exprNode(e)) and
  not e.isInStaticContext() and
  e instanceof VarAccess
}

query predicate steps(DataFlow::Node a, DataFlow::Node b) {
  DataFlow::localFlowStep(a, b) and
  a.getEnclosingCallable().hasName("merged")
}

query predicate arguments(DataFlow::ArgumentNode n, Call call, int pos) { n.argumentOf(call, pos) }

query predicate parameterPositions(DataFlow::ParameterNode n, string callable, int pos) {
  exists(Callable c | n.isParameterOf(c, pos) and callable = c.getName()) and
  callable = ["copied", "self"]
}
