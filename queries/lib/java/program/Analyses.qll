/**
 * The stages and the order of threads for the program, and what users say of its fields.
 */

import java
import java.concurrency.Confined
import java.escape.Escape as Escape
import java.models.Models
import java.program.Accesses
import java.program.Meetings
import java.program.Order
import java.program.Program
import java.program.Stages

/** The stages for the program. */
module S = Stages<Program>;

/** The order between the threads of the program. */
module O = Order<Program>;

/** The signals and meetings of the threads of the program. */
module M = Meetings<Program>;

/*-- What the user says --*/

/** Holds if rows or annotations say that only one thread at a time accesses `f`. */
predicate isConfined(Field f) { isSaidConfined(f) }

/** Gets the field whose memory, or what it holds, `a` accesses. */
Field fieldOf(Access a) { result = a.getMemory().getField() or result = a.getHolder().getField() }
