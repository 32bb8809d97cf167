/** What is reported of violations: of the uses of one field without its lock, the first one for each rule. */

import java
import java.SourceOrder
import Rules

/** Gets the field whose guard is missing at `at`. */
private Field fieldAt(Element at, string rule) {
  isUnsilenced(at, rule, "race", _, _) and
  exists(FieldAccess a | isUnguarded(a, at, _) and result = a.getField())
}

/** Gets the first use of `f` without its lock that violates `rule`. */
private Element firstUse(Field f, string rule) {
  result = min(Element at, string path, int line, int column |
    f = fieldAt(at, rule) and beginsAt(at, path, line, column)
  |
    at order by path, line, column
  )
}

/** Gets words for how many uses of `f` hold its lock. */
private string statistics(Field f) {
  exists(int all, int bad |
    all = strictcount(FieldAccess a, Expr at | use(a, at, _, _) and a.getField() = f) and
    bad = strictcount(FieldAccess a, Expr at | isUnguarded(a, at, _) and a.getField() = f) and
    if all = bad
    then result = " (no use holds it)"
    else result = " (" + (all - bad) + " of " + all + " uses hold it)"
  )
}

/** Holds if `message` is reported at `at`, and counts against the class `subject`. */
predicate isReported(Element at, RefType subject, string message) {
  exists(string rule, string kind, string text |
    isUnsilenced(at, rule, kind, subject, text) and
    message =
      "[" + rule + "] " + text.prefix(1).toUpperCase() + text.suffix(1) + statisticsAt(at, rule)
  |
    at = firstUse(_, rule) or kind != "race"
  )
}

private string statisticsAt(Element at, string rule) {
  isUnsilenced(at, rule, _, _, _) and
  if exists(fieldAt(at, rule)) then result = statistics(fieldAt(at, rule)) else result = ""
}
