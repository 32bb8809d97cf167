/**
 * @name What the analysis of objects tells apart
 * @description The sensitivity of the points-to analysis behind this pack.
 * @kind table
 * @id java/deadlocks-sensitivity
 * @tags settings
 */

import java
import java.pointsto.Sensitivities

from string name
where isChosen(name)
select "points-to analysis", name
