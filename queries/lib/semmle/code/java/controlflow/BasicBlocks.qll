/** Forwards to `java.controlflow.BasicBlocks`. */

import java.controlflow.BasicBlocks
