/** Pairs of places where a local variable gets a value and where it is read, and of successive reads. */

import java
import java.dataflow.SSA

/** Holds if `use` reads the value that `def` gives to a variable, on some way. */
predicate defUsePair(VariableUpdate def, VarRead use) {
  exists(SsaExplicitWrite write, SsaDefinition read |
    write.getDefiningExpr() = def and
    read.getARead() = use and
    read.getAnUltimateDefinition() = write
  )
}

/** Holds if `use` reads the value that the parameter `p` has when its callable begins, on some way. */
predicate parameterDefUsePair(Parameter p, VarRead use) {
  exists(SsaParameterInit init, SsaDefinition read |
    init.getParameter() = p and read.getARead() = use and read.getAnUltimateDefinition() = init
  )
}

/** Holds if `second` reads the value that `first` reads and comes after it, with no read or write between on some way. */
predicate useUsePair(VarRead first, VarRead second) { adjacentUseUse(first, second) }
