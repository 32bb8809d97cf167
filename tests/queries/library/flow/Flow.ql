import java

/** Gets the literal that marks a place of the fixture. */
private string marker(ControlFlowNode n) {
  result = n.asExpr().(AssignExpr).getSource().(Literal).getLiteral()
}

query predicate successors(ControlFlowNode n, string callable, ControlFlowNode next) {
  next = n.getASuccessor() and
  callable = n.getEnclosingCallable().getName() and
  callable = ["branch", "never"]
}

query predicate conditions(ConditionNode n, boolean value, ControlFlowNode next) {
  value = true and next = n.getATrueSuccessor()
  or
  value = false and next = n.getAFalseSuccessor()
}

query predicate exceptions(ControlFlowNode n, ControlFlowNode next) {
  next = n.getAnExceptionSuccessor()
}

query predicate dominance(string a, string b) {
  exists(ControlFlowNode m, ControlFlowNode n |
    a = marker(m) and b = marker(n) and strictlyDominates(m, n) and dominates(m, n)
  )
}

query predicate postDominance(string a, string b) {
  exists(ControlFlowNode m, ControlFlowNode n |
    a = marker(m) and b = marker(n) and strictlyPostDominates(m, n) and postDominates(m, n)
  )
}

query predicate frontiers(BasicBlock b, BasicBlock frontier) {
  b.inDominanceFrontier(frontier) and
  b.getEnclosingCallable().hasName(["branch", "loop"])
}

query predicate blocks(BasicBlock b, string callable, int length, ControlFlowNode last) {
  callable = b.getEnclosingCallable().getName() and
  callable = ["branch", "early"] and
  length = b.length() and
  last = b.getLastNode() and
  b.getFirstNode() = b.getNode(0) and
  last = b.getANode()
}

query predicate exits(ExitBlock b, string callable, BasicBlock pred) {
  callable = b.getEnclosingCallable().getName() and
  callable = ["early", "closed", "never"] and
  pred = b.getAPredecessor()
}

query predicate unreachable(BasicBlock b, string callable) {
  not b.isReachable() and
  callable = b.getEnclosingCallable().getName() and
  callable = "never"
}

query predicate nodes(Stmt s, ControlFlowNode n) {
  n = s.getControlFlowNode() and
  s.getEnclosingCallable().hasName("early")
}
