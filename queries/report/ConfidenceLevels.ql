/**
 * @name What points of confidence mean
 * @description How many points findings begin with, and how many make them sure, as rows of confidenceScale say.
 * @kind table
 * @id java/report/confidence-levels
 * @tags confidence-levels
 */

import java
import java.models.Models

from string kind, string name, int points
where
  confidenceScale(kind, name, _) and
  if kind = "odds"
  then points = sum(int one | confidenceScale(kind, name, one) | one)
  else points = max(int one | confidenceScale(kind, name, one) | one)
select kind, name, points
