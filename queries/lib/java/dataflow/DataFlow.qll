/** Data flow within callables: which values an expression may have, unchanged, from other expressions. */

import java

/** Data flow within callables. */
module DataFlow {
  import java.dataflow.LocalFlow
}
