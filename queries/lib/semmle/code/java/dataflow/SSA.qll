/** Forwards to `java.dataflow.SSA`. */

import java.dataflow.SSA
