/** Forwards to `java.controlflow.Dominance`. */

import java.controlflow.Dominance
