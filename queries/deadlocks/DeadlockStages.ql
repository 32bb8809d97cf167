/**
 * @name Stages of the deadlock analysis
 * @description How many pairs of locks, and of places that take them, are left after each stage of the deadlock analysis.
 * @kind table
 * @id java/deadlock-stages
 * @tags statistics
 *       deadlock
 */

import java
import Deadlocks

/** Gets the name of the stage `number`. */
string stageName(int number) {
  number = 1 and result = "taken one after the other"
  or
  number = 2 and result = "in both orders"
  or
  number = 3 and result = "of two kinds, and not held already"
  or
  number = 4 and result = "by threads that run at the same time"
  or
  number = 5 and result = "no third lock around both, neither reentrant nor shared"
}

/** Holds if the stage `number` leaves the pair of locks `first` and `second`. */
predicate isLeft(int number, Program::Object first, Program::Object second) {
  number = 1 and isBefore(first, second)
  or
  number = 2 and isCycle(first, second)
  or
  number = 3 and contradicts(first, second, _, _) and contradicts(second, first, _, _)
  or
  number = 4 and
  exists(Program::Thread a, Program::Thread b |
    takesBoth(first, _, second, _, a) and
    takesBoth(second, _, first, _, b) and
    Program::inParallel(a, b)
  )
  or
  number = 5 and deadlock(first, _, _, second, _, _)
}

/** Gets the number of pairs of locks that the stage `number` leaves; a pair in both orders counts once. */
int locksAfter(int number) {
  number = 1 and result = count(Program::Object a, Program::Object b | isLeft(1, a, b))
  or
  number in [2 .. 5] and
  result = (count(Program::Object a, Program::Object b | isLeft(number, a, b)) + 1) / 2
}

/** Gets the number of places that take the second lock of a pair that the stage `number` leaves. */
int placesAfter(int number) {
  number = 1 and result = count(Acquisition a | takesSecond(a, _, _))
  or
  number in [2 .. 5] and
  result = count(Acquisition a |
    exists(Program::Object first, Program::Object second |
      isLeft(number, first, second) and takesSecond(a, first, second)
    )
  )
}

from int number
where number in [1 .. 5]
select number, stageName(number) as stage, locksAfter(number) as locks,
  placesAfter(number) as places
