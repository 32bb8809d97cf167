/** Forwards to `java.controlflow.ControlFlowGraph`. */

import java.controlflow.ControlFlowGraph
