/**
 * The pairs of accesses that race: what is left of the stages when order and configuration are taken into account.
 *
 * What flows in are the stages and the order of threads for the program, and rows and annotations about confinement. What
 * comes out are pairs of accesses, with the threads, the locks that each holds, and the object.
 */

import java
import java.escape.Escape as Escape
import Accesses
import Order
import Program
import Stages
import models.RaceModels

/** The stages for the program. */
module S = Stages<Program>;

/** The order between the threads of the program. */
module O = Order<Program>;

/*-- What the user says --*/

/** Holds if rows or annotations say that only one thread at a time accesses `f`. */
predicate isConfined(Field f) {
  Escape::isConfinedField(f)
  or
  exists(Annotation a | confinedAnnotation(a.getType().getName()) |
    a.getAnnotatedElement() = f or a.getAnnotatedElement() = f.getDeclaringType()
  )
}

/** Gets the field whose memory, or what it holds, `a` accesses. */
Field fieldOf(Access a) { result = a.getMemory().getField() or result = a.getHolder().getField() }

/*-- Races --*/

/**
 * Holds if `one`, holding `held`, may execute `a`, and `other`, holding `otherHeld`, may execute `b`, on `place` at the
 * same time: nothing orders them.
 */
cached
predicate race(
  Access a, S::Threads one, S::LockSet held, Access b, S::Threads other, S::LockSet otherHeld,
  S::Place place
) {
  S::unlocked(a, one, held, b, other, otherHeld, place) and
  not O::isOrdered(a, one, b, other, _) and
  not isConfined(fieldOf(a)) and
  not isConfined(fieldOf(b))
}
