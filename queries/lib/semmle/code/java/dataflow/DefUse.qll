/** Forwards to `java.dataflow.DefUse`. */

import java.dataflow.DefUse
