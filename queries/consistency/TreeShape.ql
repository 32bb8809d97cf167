/**
 * @name Misshapen tree
 * @description An expression or statement without exactly one parent and place, or a parent whose children have gaps.
 * @kind problem
 * @problem.severity error
 * @precision very-high
 * @id java/consistency/tree-shape
 * @tags consistency
 */

import java

/** Holds if something hangs on two parents, or in two places of one. */
predicate severalPlaces(@locatableElement e, string message) {
  exists(@exprparent p, @exprparent q, int i, int j |
    exprs(e, _, _, p, i) and exprs(e, _, _, q, j) and (p != q or i != j)
  ) and
  message = "This expression has several places in the tree."
  or
  exists(@stmtparent p, @stmtparent q, int i, int j |
    stmts(e, _, p, i, _) and stmts(e, _, q, j, _) and (p != q or i != j)
  ) and
  message = "This statement has several places in the tree."
}

/** Holds if two children have the same place. */
predicate samePlace(@locatableElement e, string message) {
  exists(@exprparent p, int i, @expr other |
    exprs(e, _, _, p, i) and
    exprs(other, _, _, p, i) and
    e != other and
    not e instanceof @annotation
  ) and
  message = "This expression shares its place with another one."
  or
  exists(@stmtparent p, int i, @stmt other |
    stmts(e, _, p, i, _) and stmts(other, _, p, i, _) and e != other
  ) and
  message = "This statement shares its place with another one."
}

/** Holds if the expressions below `p` that have places from 0 are a list, without gaps. */
predicate hasExprList(@exprparent p) {
  p instanceof @methodaccess or
  p instanceof @newexpr or
  p instanceof @arrayinit or
  p instanceof @arraycreationexpr or
  p instanceof @typeaccess or
  p instanceof @recordpatternexpr or
  p instanceof @intersectiontypeaccess or
  p instanceof @uniontypeaccess or
  p instanceof @binaryexpr or
  p instanceof @conditionalexpr or
  p instanceof @castexpr or
  p instanceof @arrayaccess or
  p instanceof @constructorinvocationstmt or
  p instanceof @superconstructorinvocationstmt or
  p instanceof @case or
  p instanceof @errorexpr
}

/** Holds if something is missing between the children of a parent. */
predicate gap(@locatableElement e, string message) {
  exists(@exprparent p, int i |
    exprs(e, _, _, p, i) and i > 0 and hasExprList(p) and not exprs(_, _, _, p, i - 1)
  ) and
  message = "The expression before this one is missing."
  or
  exists(@stmtparent p, int i |
    stmts(e, _, p, i, _) and
    i > 0 and
    (p instanceof @block or p instanceof @switchstmt or p instanceof @switchexpr) and
    not stmts(_, _, p, i - 1, _)
  ) and
  message = "The statement before this one is missing."
}

/** Holds if `e` must have an expression at place `i`. */
predicate needsChild(@exprparent e, int i) {
  e instanceof @binaryexpr and i in [0, 1]
  or
  e instanceof @unaryexpr and i = 0
  or
  e instanceof @conditionalexpr and i in [0 .. 2]
  or
  e instanceof @castexpr and i in [0, 1]
  or
  e instanceof @arrayaccess and i in [0, 1]
  or
  e instanceof @instanceofexpr and i = 0
  or
  e instanceof @typeliteral and i = 0
  or
  e instanceof @memberref and i = -1
  or
  e instanceof @arraycreationexpr and i = -1
  or
  e instanceof @switchexpr and i = -1
  or
  e instanceof @ifstmt and i = 0
  or
  e instanceof @whilestmt and i = 0
  or
  e instanceof @dostmt and i = 0
  or
  e instanceof @enhancedforstmt and i in [-1, 1]
  or
  e instanceof @switchstmt and i = -1
  or
  e instanceof @synchronizedstmt and i = 0
  or
  e instanceof @throwstmt and i = 0
  or
  e instanceof @yieldstmt and i = 0
  or
  e instanceof @exprstmt and i = 0
  or
  e instanceof @assertstmt and i = 0
  or
  // `var` names no type.
  e instanceof @localvariabledeclstmt and i = 1
  or
  e instanceof @catchclause and i = -1
}

/** Holds if `s` must have a statement at place `i`. */
predicate needsStmt(@stmt s, int i) {
  s instanceof @ifstmt and i = 1
  or
  s instanceof @whilestmt and i = 1
  or
  s instanceof @dostmt and i = 1
  or
  s instanceof @forstmt and i = 2
  or
  s instanceof @enhancedforstmt and i = 2
  or
  s instanceof @trystmt and i = -1
  or
  s instanceof @catchclause and i = 1
  or
  s instanceof @synchronizedstmt and i = 1
  or
  s instanceof @labeledstmt and i = 0
}

/** Holds if a part is missing without which there is no such expression or statement. */
predicate missingPart(@locatableElement e, string message) {
  exists(int i |
    needsChild(e, i) and
    not exprs(_, _, _, e, i) and
    message = "There is no expression at place " + i.toString() + "."
    or
    needsStmt(e, i) and
    not stmts(_, _, e, i, _) and
    message = "There is no statement at place " + i.toString() + "."
  )
}

/** Holds if one comes from `e` up to a declaration. */
predicate rooted(@top e) {
  e instanceof @callable
  or
  e instanceof @field
  or
  e instanceof @fielddecl
  or
  e instanceof @classorinterface
  or
  e instanceof @param
  or
  e instanceof @localvar
  or
  e instanceof @typevariable
  or
  exists(@exprparent p | exprs(e, _, _, p, _) and rooted(p))
  or
  exists(@stmtparent p | stmts(e, _, p, _, _) and rooted(p))
}

/** Holds if `e` is part of no declaration. */
predicate unrooted(@locatableElement e, string message) {
  (e instanceof @expr or e instanceof @stmt) and
  not rooted(e) and
  message = "This is part of no declaration."
}

from Element e, string message
where
  severalPlaces(e, message) or
  samePlace(e, message) or
  gap(e, message) or
  missingPart(e, message) or
  unrooted(e, message)
select e, message
