/**
 * More context never adds a pair: what an analysis that tells more apart says of an expression, projected to allocations, the
 * next coarser one says too. What open objects are narrowed to counts as the same.
 */

import java
import java.pointsto.Allocations
import java.pointsto.Analysis
import java.pointsto.Sensitivities
import java.pointsto.Values

module Insensitively = PointsToAnalysis<Insensitive>;

module WithOne = PointsToAnalysis<OneObject>;

module WithTwo = PointsToAnalysis<TwoObject>;

module WithThree = PointsToAnalysis<ThreeObject>;

predicate insensitively(Expr e, Allocation a) {
  exists(Insensitively::Object o |
    Insensitively::pointsTo(valueNode(e), _, o) and a = o.getAllocation()
  )
}

predicate withOne(Expr e, Allocation a) {
  exists(WithOne::Object o | WithOne::pointsTo(valueNode(e), _, o) and a = o.getAllocation())
}

predicate withTwo(Expr e, Allocation a) {
  exists(WithTwo::Object o | WithTwo::pointsTo(valueNode(e), _, o) and a = o.getAllocation())
}

predicate withThree(Expr e, Allocation a) {
  exists(WithThree::Object o | WithThree::pointsTo(valueNode(e), _, o) and a = o.getAllocation())
}

query predicate added(Expr e, Allocation a, string finer) {
  withOne(e, a) and not insensitively(e, a) and finer = "1-object"
  or
  withTwo(e, a) and not withOne(e, a) and finer = "2-object"
  or
  withThree(e, a) and not withTwo(e, a) and finer = "3-object"
}

/** The analyses differ, so that the comparison compares something. */
query predicate tellsApart(string finer) {
  finer = "1-object" and exists(Expr e, Allocation a | insensitively(e, a) and not withOne(e, a))
  or
  finer = "2-object" and exists(Expr e, Allocation a | withOne(e, a) and not withTwo(e, a))
  or
  finer = "3-object" and exists(Expr e, Allocation a | withTwo(e, a) and not withThree(e, a))
}
