/** Forwards to `java.controlflow.Guards`. */

import java.controlflow.Guards
