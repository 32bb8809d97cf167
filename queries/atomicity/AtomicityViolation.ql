/**
 * @name Lock taken twice in a block that is meant to be atomic
 * @description While one lock is held, another one is taken and given back twice; what it protects can change in
 *              between, so that the block is not atomic.
 * @kind path-problem
 * @problem.severity warning
 * @precision medium
 * @id java/atomicity-violation
 * @tags concurrency
 *       atomicity
 */

import java
import WitnessPaths

query predicate edges(PathNode a, PathNode b) {
  a.getViolation() = b.getViolation() and
  a.getNumber() + 1 = b.getNumber()
}

from Violation v, PathNode source, PathNode sink, Scope context
where
  isTold(v) and
  context = getContext(v) and
  source.getViolation() = v and
  source.getNumber() = 1 and
  sink.getViolation() = v and
  not exists(PathNode later | later.getViolation() = v and later.getNumber() = sink.getNumber() + 1)
select elementOf(v.getSecond()), source, sink,
  "Here '" + v.getWitness().toString() +
    "' is locked for the second time, after $@, while $@ is held: what it protects can change in between.",
  elementOf(getFirst(v)), "the first time", context.getBeginning(),
  "'" + context.getLockText() + "'"
