/** By how many receivers the objects of a class are distinguished, with two receivers and with three. */

import java
import java.pointsto.Analysis
import java.pointsto.Sensitivities

module WithTwo = PointsToAnalysis<TwoObject>;

module WithThree = PointsToAnalysis<ThreeObject>;

query predicate objects(RefType t, int two, int three) {
  t.hasName(["Made", "Part"]) and
  two = strictcount(WithTwo::Object o | o.getType() = t and WithTwo::pointsTo(_, _, o)) and
  three = strictcount(WithThree::Object o | o.getType() = t and WithThree::pointsTo(_, _, o))
}
