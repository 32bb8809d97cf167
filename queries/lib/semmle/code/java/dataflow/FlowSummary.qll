/** Forwards to `java.dataflow.FlowSummary`. */

import java.dataflow.FlowSummary
