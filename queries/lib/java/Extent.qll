/**
 * All of a statement, for queries that edit or cover its lines. The location of a statement that governs others (`if`,
 * `while`, `for`, `switch`, `synchronized`, `catch`, `case`) is its head.
 */

import java

private newtype TExtent = TExtentOf(Stmt s)

/** Gets the last line of all of `e`. */
bindingset[e]
pragma[inline_late]
int lastLineOf(Top e) {
  whole_ends(e, result, _)
  or
  not whole_ends(e, _, _) and result = e.getLocation().getEndLine()
}

/** All of a statement, from its first to its last character; its location is that range. */
class Extent extends TExtent {
  private Stmt s;

  Extent() { this = TExtentOf(s) }

  /** Gets the statement. */
  Stmt getStmt() { result = s }

  /** Holds if this is the range from line `startLine`, column `startColumn` to line `endLine`, column `endColumn` of `path`. */
  predicate hasLocationInfo(
    string path, int startLine, int startColumn, int endLine, int endColumn
  ) {
    exists(int headLine, int headColumn |
      s.getLocation().hasLocationInfo(path, startLine, startColumn, headLine, headColumn)
    |
      whole_ends(s, endLine, endColumn)
      or
      not whole_ends(s, _, _) and endLine = headLine and endColumn = headColumn
    )
  }

  /** Gets a text that describes this. */
  string toString() { result = s.toString() }
}
