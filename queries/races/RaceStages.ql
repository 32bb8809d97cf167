/**
 * @name Stages of the race analysis
 * @description How many pairs of accesses are left after each stage of the race analysis, and on how many fields and objects:
 *              the table of the paper's figure 11.
 * @kind table
 * @id java/race-stages
 * @tags statistics
 *       race
 */

import java
import java.pointsto.PointsTo as PointsTo
import Races

/*-- How many pairs there are, without making them --*/

/** Gets the number of accesses of `memory` that only read, or that write. */
int accessesOf(Memory memory, boolean write) {
  write = true and result = count(Access a | a.getMemory() = memory and a.isWrite())
  or
  write = false and result = count(Access a | a.getMemory() = memory and not a.isWrite())
}

/** Gets the number of pairs of `writes` writes and `reads` reads. */
bindingset[writes, reads]
int pairsOf(int writes, int reads) { result = writes * (writes + 1) / 2 + writes * reads }

/** Gets the number of pairs of accesses of `memory`. */
int originalPairsOf(Memory memory) {
  result = pairsOf(accessesOf(memory, true), accessesOf(memory, false))
}

/** Gets the threads that execute `a`, as a text. */
string threadsOf(Access a) {
  result = strictconcat(string t |
    exists(S::Threads threads | S::reaches(threads.getAThread(), a) and t = threads.toString())
  |
    t, ";" order by t
  )
}

/** Gets the number of accesses of `memory` that write or not and that `threads`, as a text, execute. */
int reachedAccesses(Memory memory, string threads, boolean write) {
  result = strictcount(Access a |
    a.getMemory() = memory and
    threads = threadsOf(a) and
    if a.isWrite() then write = true else write = false
  )
}

/** Holds if of the accesses that `one` and `other` execute, two may happen at the same time. */
predicate coincide(string one, string other) {
  exists(Access a, Access b, Program::Thread s, Program::Thread t |
    one = threadsOf(a) and
    other = threadsOf(b) and
    S::reaches(s, a) and
    S::reaches(t, b) and
    Program::inParallel(s, t)
  )
}

/** Gets a group of accesses of `memory` by the threads that execute them. */
string groupOf(Memory memory) { exists(reachedAccesses(memory, result, _)) }

/** Gets the number of accesses in a group, 0 if there are none. */
int sizeOf(Memory memory, string group, boolean write) {
  group = groupOf(memory) and
  write = [true, false] and
  (
    result = reachedAccesses(memory, group, write)
    or
    not exists(reachedAccesses(memory, group, write)) and result = 0
  )
}

/** Gets the number of reachable pairs of `memory` of which one access is in `one` and the other in `other`. */
int reachablePairsOf(Memory memory, string one, string other) {
  one = groupOf(memory) and
  other = groupOf(memory) and
  coincide(one, other) and
  (
    one = other and result = pairsOf(sizeOf(memory, one, true), sizeOf(memory, one, false))
    or
    one < other and
    result =
      sizeOf(memory, one, true) * sizeOf(memory, other, true) +
        sizeOf(memory, one, true) * sizeOf(memory, other, false) +
        sizeOf(memory, one, false) * sizeOf(memory, other, true)
  )
}

/** Holds if the stage `number` leaves the pair of `a` and `b`, on `place`. */
predicate isLeft(int number, Access a, Access b, S::Place place) {
  number = 3 and S::meet(a, _, b, _, place)
  or
  number = 4 and S::meet(a, _, b, _, place) and place.isShared()
  or
  number = 5 and S::unlockedOn(a, b, place)
  or
  number = 6 and knownPairs(a, b, place)
  or
  number = 7 and racingPairs(a, b, place)
}

/** Gets the name of the stage `number`. */
string stageName(int number) {
  number = 1 and result = "original"
  or
  number = 2 and result = "reachable"
  or
  number = 3 and result = "aliasing"
  or
  number = 4 and result = "escaping"
  or
  number = 5 and result = "unlocked"
  or
  number = 6 and result = "known to others"
  or
  number = 7 and result = "not ordered"
}

/** Gets the number of pairs that the stage `number` leaves. */
int pairsAfter(int number) {
  number = 1 and result = sum(Memory memory | | originalPairsOf(memory))
  or
  number = 2 and
  result = sum(Memory memory, string one, string other | | reachablePairsOf(memory, one, other))
  or
  number in [3 .. 7] and result = count(Access a, Access b | isLeft(number, a, b, _))
}

/** Gets the number of fields, arrays and contents counting as one each, of which the stage `number` leaves a pair. */
int fieldsAfter(int number) {
  number = 1 and result = count(Memory memory | originalPairsOf(memory) > 0)
  or
  number = 2 and result = count(Memory memory | reachablePairsOf(memory, _, _) > 0)
  or
  number in [3 .. 7] and
  result = count(Memory memory |
    exists(Access a | isLeft(number, a, _, _) and memory = a.getMemory())
  )
}

/** Gets the number of objects, the static fields counting as one, on which the stage `number` leaves a pair; none for the first two. */
string objectsAfter(int number) {
  number in [1 .. 2] and result = "-"
  or
  number in [3 .. 7] and result = count(S::Place place | isLeft(number, _, _, place)).toString()
}

/** Gets the sensitivity of the analysis of objects. */
string sensitivity() { result = PointsTo::getSensitivity() }

from int number
where number in [1 .. 7]
select number, stageName(number) as stage, pairsAfter(number) as pairs,
  fieldsAfter(number) as fields, objectsAfter(number) as objects, sensitivity() as contexts
