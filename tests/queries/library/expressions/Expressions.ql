import java

query predicate classes(Expr e, string kind) {
  kind = e.getPrimaryQlClasses() and
  e.getEnclosingCallable().hasName(["literals", "operators", "objects", "patterns"]) and
  not e instanceof TypeAccess
}

query predicate literals(Literal l, string value) { value = l.getValue() }

query predicate intLiterals(IntegerLiteral l, int value) { value = l.getIntValue() }

query predicate charLiterals(CharacterLiteral l, int value) { value = l.getCodePointValue() }

query predicate textBlocks(StringLiteral l) { l.isTextBlock() }

query predicate constants(Field f, string value) {
  value = f.getInitializer().(CompileTimeConstantExpr).getStringifiedValue()
}

query predicate assignments(Assignment a, Expr dest, Expr source) {
  dest = a.getDest() and
  source = a.getSource()
}

query predicate binary(BinaryExpr e, string op, Expr left, Expr right) {
  op = e.getOp() and
  left = e.getLeftOperand() and
  right = e.getRightOperand() and
  e.hasOperands(right, left)
}

query predicate equality(EqualityTest e, boolean polarity) { polarity = e.polarity() }

query predicate comparisons(ComparisonExpr e, Expr lesser, Expr greater, string strict) {
  lesser = e.getLesserOperand() and
  greater = e.getGreaterOperand() and
  if e.isStrict() then strict = "strict" else strict = ""
}

query predicate unary(UnaryExpr e, Expr operand) { operand = e.getOperand() }

query predicate accesses(VarAccess a, string how) {
  a.isVarRead() and how = "read"
  or
  a.isVarWrite() and how = "write"
}

query predicate ownFields(FieldAccess a, RefType site) {
  a.isOwnFieldAccess() and
  site = a.getSite()
}

query predicate casts(CastingExpr e, Expr operand, string type) {
  operand = e.getExpr() and
  type = e.getTypeExpr().toString()
}

query predicate tests(InstanceOfExpr e, string type, string pattern) {
  type = e.getCheckedType().getName() and
  if e.isPattern() then pattern = e.getLocalVariableDeclExpr().getName() else pattern = "none"
}

query predicate creations(ClassInstanceExpr e, string type, string kind) {
  type = e.getConstructedType().toString() and
  (
    exists(e.getConstructor()) and not e instanceof FunctionalExpr and kind = "new"
    or
    e instanceof LambdaExpr and kind = "lambda"
    or
    e instanceof MemberRefExpr and kind = "reference"
  )
}

query predicate arrays(ArrayCreationExpr e, Expr dimension) { dimension = e.getADimension() }

query predicate elements(ArrayInit e, int i, Expr init) { init = e.getInit(i) }

query predicate patterns(PatternCase c, PatternExpr p, string guard) {
  p = c.getUniquePattern() and
  if exists(c.getGuard()) then guard = c.getGuard().toString() else guard = "none"
}

query predicate subPatterns(RecordPatternExpr p, int i, PatternExpr sub) {
  sub = p.getSubPattern(i)
}

query predicate switches(SwitchExpr e, int i, SwitchCase c, string kind, Expr value) {
  c = e.getCase(i) and
  kind = c.getAPrimaryQlClass() and
  value = c.getRuleExpression()
}

query predicate classLiterals(TypeLiteral e, string type) { type = e.getReferencedType().getName() }
