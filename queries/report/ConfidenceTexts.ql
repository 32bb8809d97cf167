/**
 * @name What evidence says
 * @description The words for each kind of evidence, as rows of evidenceText say.
 * @kind table
 * @id java/report/confidence-texts
 * @tags confidence-texts
 */

import java
import java.models.Models

from string evidence, string text
where text = min(string one | evidenceText(evidence, one) | one)
select evidence, text
