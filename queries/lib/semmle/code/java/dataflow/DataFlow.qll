/** Forwards to `java.dataflow.DataFlow`. */

import java.dataflow.DataFlow
