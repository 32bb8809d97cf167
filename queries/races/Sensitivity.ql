/**
 * @name What the analysis of objects distinguishes
 * @description The sensitivity of the points-to analysis behind this pack.
 * @kind table
 * @id java/races-sensitivity
 * @tags settings
 */

import java
import java.pointsto.Sensitivities

from string what, string name
where isSetting(what, name)
select what, name
