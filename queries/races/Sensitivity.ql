/**
 * @name What the analysis of objects tells apart
 * @description The sensitivity of the points-to analysis behind this pack.
 * @kind table
 * @id java/races-sensitivity
 * @tags settings
 */

import java
import java.pointsto.Allocations
import java.pointsto.Sensitivities

from string what, string name
where
  what = "points-to analysis" and isChosen(name)
  or
  exists(RefType base, int creations | isFamilyOfMany(base, creations) |
    what = "told apart by class only" and
    name = base.getQualifiedName() + " and below, made at " + creations + " places"
  )
select what, name
