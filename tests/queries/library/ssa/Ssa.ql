import java
import semmle.code.java.dataflow.SSA

query predicate reads(SsaDefinition def, VarAccess read) { read = def.getARead() }

query predicate writes(SsaExplicitWrite def, SsaSourceVariable v, VariableUpdate update) {
  v = def.getSourceVariable() and
  update = def.getDefiningExpr()
}

query predicate values(SsaExplicitWrite def, Expr value) { value = def.getValue() }

query predicate inputs(SsaPhiDefinition phi, SsaDefinition input, BasicBlock b) {
  phi.hasInputFromBlock(input, b)
}

query predicate prior(SsaUncertainWrite def, SsaDefinition before) {
  before = def.getPriorDefinition()
}

query predicate ultimate(SsaPhiDefinition phi, SsaDefinition def) {
  def = phi.getAnUltimateDefinition() and
  phi.getEnclosingCallable().hasName("looped")
}

query predicate captures(SsaImplicitInit def, SsaDefinition captured) { def.captures(captured) }

query predicate parameters(SsaParameterInit def, Parameter p) { p = def.getParameter() }

query predicate missing(VarRead read) {
  read.getVariable() instanceof LocalScopeVariable and
  read.getBasicBlock().isReachable() and
  not exists(SsaDefinition def | read = def.getARead())
}

query predicate several(VarRead read) { strictcount(SsaDefinition def | read = def.getARead()) > 1 }
