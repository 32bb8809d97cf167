/** Forwards to `java.Concurrency`, with the module that CodeQL's library has around monitors. */

import java.Concurrency
private import java.Concurrency as Held

/** Monitors, and the expressions that are evaluated while they are held. */
module Monitors {
  import java.concurrency.Monitors

  /** Holds if `e` is only evaluated while `m` is held, as the callable of `e` alone shows. */
  predicate locallyMonitors = Held::locallyMonitors/2;
}
