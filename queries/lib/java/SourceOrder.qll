/**
 * Where elements begin, for choosing the first of a few, and which of two stands first. The predicates are inlined, so that
 * only the places of the callers' elements are read.
 */

import java

/** Holds if `e` begins in the file `path`, on the line `line` at the column `column`. */
bindingset[e]
pragma[inline]
predicate beginsAt(Top e, string path, int line, int column) {
  exists(Location l, @file f |
    hasLocation(e, l) and locations_default(l, f, line, column, _, _) and files(f, path)
  )
}

/** Holds if `e` begins on the line `line` at the column `column` of its file. */
bindingset[e]
pragma[inline]
predicate beginsAt(Top e, int line, int column) {
  exists(Location l | hasLocation(e, l) and locations_default(l, _, line, column, _, _))
}

/** Holds if `a` begins before `b`, which is in the same file. */
bindingset[a, b]
pragma[inline]
predicate beginsBefore(Top a, Top b) {
  exists(int line, int column, int otherLine, int otherColumn |
    beginsAt(a, line, column) and beginsAt(b, otherLine, otherColumn)
  |
    line < otherLine
    or
    line = otherLine and column < otherColumn
  )
}

/** Gets a text that sorts places by file, line and column. */
bindingset[l]
pragma[inline_late]
string keyOfLocation(Location l) {
  result =
    l.getFile().getRelativePath() + ":" + (100000000 + l.getStartLine()).toString() + ":" +
      (10000 + l.getStartColumn()).toString()
}
