/**
 * @name Misplaced location
 * @description An element whose location is no range of text, or lies outside of what contains it.
 * @kind problem
 * @problem.severity error
 * @precision very-high
 * @id java/consistency/locations
 * @tags consistency
 */

import java

predicate at(
  @locatableElement e, @file f, int beginLine, int beginColumn, int endLine, int endColumn
) {
  exists(@location l |
    hasLocation(e, l) and locations_default(l, f, beginLine, beginColumn, endLine, endColumn)
  )
}

/** Holds if the whole text of `e` ends there; the location of a compound statement is its head. */
predicate wholeEnd(@locatableElement e, int endLine, int endColumn) {
  whole_ends(e, endLine, endColumn)
  or
  not whole_ends(e, _, _) and at(e, _, _, _, endLine, endColumn)
}

/** Holds if `parent` directly contains the text of `e`. */
predicate inside(@locatableElement e, @locatableElement parent) {
  (exprs(e, _, _, parent, _) or stmts(e, _, parent, _, _)) and
  (parent instanceof @expr or parent instanceof @stmt) and
  // The block around the initialisers of a class is located at the name of the class, a call `super()` that nobody
  // wrote at the name of the constructor.
  not compiler_generated(parent, _) and
  not compiler_generated(e, _) and
  // The element type of `int a[], b` is shared, and annotations stand before what they are about.
  not e instanceof @typeaccess and
  not e instanceof @arraytypeaccess and
  not e instanceof @annotation
}

predicate noRange(@locatableElement e, string message) {
  exists(@file f, int l, int c, int m, int d |
    at(e, f, l, c, m, d) and
    // What nobody wrote, and what is of a library, stands in a class file or in no file.
    not (
      l = 0 and
      c = 0 and
      m = 0 and
      d = 0 and
      (
        compiler_generated(e, _)
        or
        not exists(string name | files(f, name) and name.matches("%.java"))
      )
    ) and
    (
      e instanceof @expr or e instanceof @stmt or e instanceof @callable or e instanceof @variable
    ) and
    (
      l < 1
      or
      c < 1
      or
      l > m
      or
      l = m and c > d + 1
    )
  ) and
  message = "This location is no range."
}

predicate severalLocations(@locatableElement e, string message) {
  exists(@location a, @location b | hasLocation(e, a) and hasLocation(e, b) and a != b) and
  message = "This has several locations."
}

predicate missingLocation(@locatableElement e, string message) {
  (e instanceof @expr or e instanceof @stmt or e instanceof @localvar) and
  not hasLocation(e, _) and
  message = "This has no location."
}

predicate outside(@locatableElement e, string message) {
  exists(@locatableElement p, @file f, @file g, int l, int c, int m, int d, int l2, int c2, int m2,
    int d2 |
    inside(e, p) and
    at(e, f, l, c, _, _) and
    wholeEnd(e, m, d) and
    at(p, g, l2, c2, _, _) and
    wholeEnd(p, m2, d2)
  |
    f != g
    or
    l < l2
    or
    l = l2 and c < c2
    or
    m > m2
    or
    m = m2 and d > d2
  ) and
  message = "This lies outside of what contains it."
}

from Element e, string message
where
  noRange(e, message) or
  severalLocations(e, message) or
  missingLocation(e, message) or
  outside(e, message)
select e, message
