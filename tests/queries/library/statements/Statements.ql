import java

query predicate classes(Stmt s, string kind) {
  kind = s.getPrimaryQlClasses() and
  s.getEnclosingCallable().hasName("all")
}

query predicate children(Stmt s, int i, Stmt child) {
  child.isNthChildOf(s, i) and
  child = s.getAChild() and
  s.getEnclosingCallable().hasName("all")
}

query predicate enclosing(Stmt s, Stmt around) {
  around = s.getEnclosingStmt() and
  s instanceof JumpStmt
}

query predicate conditions(ConditionalStmt s, Expr condition) { condition = s.getCondition() }

query predicate branches(IfStmt s, Stmt then_, Stmt else_) {
  then_ = s.getThen() and
  else_ = s.getElse()
}

query predicate loops(LoopStmt s, Stmt body) { body = s.getBody() }

query predicate forParts(ForStmt s, Expr part, string role) {
  exists(int i | part = s.getInit(i) and role = "init " + i.toString())
  or
  exists(int i | part = s.getUpdate(i) and role = "update " + i.toString())
}

query predicate iteration(ForStmt s, Variable v) { v = s.getAnIterationVariable() }

query predicate each(EnhancedForStmt s, LocalVariableDeclExpr v, Expr e) {
  v = s.getVariable() and
  e = s.getExpr()
}

query predicate jumps(JumpStmt s, Top target) { target = s.getTarget() }

query predicate tries(TryStmt s, Top part, string role) {
  part = s.getBlock() and role = "block"
  or
  part = s.getFinally() and role = "finally"
  or
  exists(int i | part = s.getCatchClause(i) and role = "catch " + i.toString())
  or
  exists(int i | part = s.getResource(i) and role = "resource " + i.toString())
}

query predicate caught(CatchClause c, string type) { type = c.getACaughtType().getName() }

query predicate thrown(ThrowStmt s, CatchClause c) { c = s.getCatch() }

query predicate cases(SwitchCase c, string kind, string selector) {
  kind = c.getAPrimaryQlClass() and
  selector = c.getSelectorExpr().toString()
}

query predicate caseValues(ConstCase c, int i, Expr value) { value = c.getValue(i) }

query predicate rules(SwitchCase c, Top rule) {
  c.isRule() and
  (rule = c.getRuleExpression() or rule = c.getRuleStatement())
}

query predicate results(SwitchExpr e, Expr result_) { result_ = e.getAResult() }

query predicate monitors(SynchronizedStmt s, Expr e, Stmt block) {
  e = s.getExpr() and
  block = s.getBlock()
}

query predicate singletons(SingletonBlock b, Stmt s) { s = b.getStmt() }

query predicate asserts(AssertStmt s, Expr e, Expr message) {
  e = s.getExpr() and
  message = s.getMessage()
}

query predicate labels(LabeledStmt s, string label) { label = s.getLabel() }

query predicate variables(LocalVariableDeclStmt s, int i, LocalVariableDeclExpr v) {
  v = s.getVariable(i)
}
