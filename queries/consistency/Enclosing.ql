/**
 * @name Wrong enclosing callable or statement
 * @description An expression or statement that is said to be inside another callable or statement than its parents are.
 * @kind problem
 * @problem.severity error
 * @precision very-high
 * @id java/consistency/enclosing
 * @tags consistency
 */

import java

predicate statement(@locatableElement e, string message) {
  exists(@callable c, @stmtparent p | stmts(e, _, p, _, c) |
    p instanceof @callable and p != c
    or
    exists(@callable d | stmts(p, _, _, _, d) and d != c)
    or
    exists(@callable d | p instanceof @switchexpr and callableEnclosingExpr(p, d) and d != c)
  ) and
  message = "This statement and its parent are in different callables."
  or
  exists(@stmt other, @stmtparent p |
    stmts(e, _, p, _, _) and p instanceof @callable and stmts(other, _, p, _, _) and other != e
  ) and
  message = "This callable has several bodies."
}

predicate expression(@locatableElement e, string message) {
  exists(@exprparent p, @callable c | exprs(e, _, _, p, _) and callableEnclosingExpr(e, c) |
    exists(@callable d | (callableEnclosingExpr(p, d) or stmts(p, _, _, _, d)) and d != c)
  ) and
  message = "This expression and its parent are in different callables."
  or
  exists(@stmt p, @stmt s | exprs(e, _, _, p, _) and statementEnclosingExpr(e, s) and p != s) and
  message = "The innermost statement of this expression is not its parent."
  or
  exists(@expr p, @stmt s, @stmt t |
    exprs(e, _, _, p, _) and
    statementEnclosingExpr(e, s) and
    statementEnclosingExpr(p, t) and
    s != t
  ) and
  message = "This expression and its parent are in different statements."
  or
  exists(@stmt s, @callable c, @callable d |
    statementEnclosingExpr(e, s) and stmts(s, _, _, _, c) and callableEnclosingExpr(e, d) and c != d
  ) and
  message = "This expression and its statement are in different callables."
  or
  exists(@exprparent p | exprs(e, _, _, p, _) |
    p instanceof @stmt and (not callableEnclosingExpr(e, _) or not statementEnclosingExpr(e, _))
    or
    p instanceof @expr and callableEnclosingExpr(p, _) and not callableEnclosingExpr(e, _)
    or
    p instanceof @expr and statementEnclosingExpr(p, _) and not statementEnclosingExpr(e, _)
  ) and
  message = "This expression does not know the callable or statement around it."
}

from Element e, string message
where statement(e, message) or expression(e, message)
select e, message
