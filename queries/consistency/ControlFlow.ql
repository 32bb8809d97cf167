/**
 * @name Broken control flow
 * @description Blocks, edges or places of a callable that do not fit each other.
 * @kind problem
 * @problem.severity error
 * @precision very-high
 * @id java/consistency/control-flow
 * @tags consistency
 */

import java

predicate places(@cfgelement e, string message) {
  exists(@cfgblock a, @cfgblock b, int i, int j |
    cfg_position(e, a, i) and cfg_position(e, b, j) and (a != b or i != j)
  ) and
  message = "This has several places in the control flow."
  or
  exists(@cfgelement other, @cfgblock b, int i |
    cfg_position(e, b, i) and cfg_position(other, b, i) and e != other
  ) and
  message = "This shares its place in the control flow."
  or
  exists(@cfgblock b, int i | cfg_position(e, b, i) |
    i < 0
    or
    i > 0 and not cfg_position(_, b, i - 1)
    or
    not b instanceof @cfgbodyblock
  ) and
  message = "The place of this in its block cannot be."
  or
  exists(@cfgblock b, @callable c, @callable d | cfg_position(e, b, _) and cfg_blocks(b, c, _) |
    (callableEnclosingExpr(e, d) or stmts(e, _, _, _, d)) and c != d
  ) and
  message = "This is in the control flow of another callable."
}

/** Holds if a callable has no entry or exit, or several. */
predicate ends(@callable c, string message) {
  exists(int kind | kind in [1 .. 3] and cfg_blocks(_, c, _) |
    not exists(@cfgblock b | cfg_blocks(b, c, kind)) and
    message = "This has no control flow block of the kind " + kind.toString() + "."
    or
    exists(@cfgblock a, @cfgblock b |
      cfg_blocks(a, c, kind) and cfg_blocks(b, c, kind) and a != b
    ) and
    message = "This has several control flow blocks of the kind " + kind.toString() + "."
  )
  or
  exists(@cfgblock entry | cfg_blocks(entry, c, 1) and cfg_edges(_, entry, _)) and
  message = "An edge leads back to the entry."
  or
  exists(@cfgblock exit | cfg_blocks(exit, c, [2, 3]) and cfg_edges(exit, _, _)) and
  message = "An edge leads away from an exit."
  or
  exists(@block body | stmts(body, _, c, _, _)) and
  not cfg_blocks(_, c, _) and
  message = "This has a body and no control flow."
}

predicate edges(@callable c, string message) {
  exists(@cfgblock a, @cfgblock b, @callable d |
    cfg_edges(a, b, _) and cfg_blocks(a, c, _) and cfg_blocks(b, d, _) and c != d
  ) and
  message = "An edge leads into another callable."
  or
  exists(@cfgblock a, int label | cfg_edges(a, _, label) and cfg_blocks(a, c, _) |
    label < 0 or label > 4
  ) and
  message = "An edge has an unknown label."
  or
  exists(@cfgblock a, @cfgblock b |
    cfg_edges(a, b, 4) and cfg_blocks(a, c, _) and not cfg_blocks(b, _, 2)
  ) and
  message = "A virtual edge does not lead to the normal exit."
}

/** Holds if where `b` leads to depends on a value. */
predicate branches(@cfgblock b) { cfg_edges(b, _, [1, 2]) }

predicate branch(@callable c, string message) {
  exists(@cfgblock b | branches(b) and cfg_blocks(b, c, _) |
    cfg_edges(b, _, 0) and message = "A branch has an edge that is always taken."
    or
    not cfg_position(_, b, _) and message = "A branch depends on no value."
  )
}

predicate reachable(@cfgblock b) {
  cfg_blocks(b, _, 1)
  or
  exists(@cfgblock a, int label | reachable(a) and cfg_edges(a, b, label) and label != 4)
}

predicate leaves(@cfgblock b) {
  cfg_blocks(b, _, [2, 3])
  or
  exists(@cfgblock a | leaves(a) and cfg_edges(b, a, _))
}

predicate entry(@cfgblock b) { cfg_blocks(b, _, 1) }

predicate successor(@cfgblock a, @cfgblock b) {
  exists(int label | cfg_edges(a, b, label) and label != 4)
}

predicate immediatelyDominates(@cfgblock a, @cfgblock b) = idominance(entry/1, successor/2)(_, a, b)

predicate paths(@callable c, string message) {
  exists(@cfgblock b | cfg_blocks(b, c, _) and not leaves(b)) and
  message = "No exit can be reached from a block."
  or
  exists(@cfgblock b | cfg_blocks(b, c, 0) and reachable(b) and not immediatelyDominates(_, b)) and
  message = "A block that can be reached has no immediate dominator."
  or
  exists(@cfgblock b | immediatelyDominates(_, b) and cfg_blocks(b, c, _) and not reachable(b)) and
  message = "A block that cannot be reached has an immediate dominator."
}

/** Holds if `e` is evaluated whenever its statement or expression is: it needs a place. */
predicate isEvaluated(@cfgelement e) {
  e instanceof @methodaccess or
  e instanceof @newexpr or
  e instanceof @lambdaexpr or
  e instanceof @assignment or
  e instanceof @unaryassignment or
  e instanceof @literal or
  e instanceof @returnstmt or
  e instanceof @throwstmt or
  e instanceof @ifstmt or
  e instanceof @whilestmt or
  e instanceof @synchronizedstmt or
  e instanceof @trystmt
}

predicate inAnnotation(@expr e) {
  e instanceof @annotation
  or
  exists(@expr p | exprs(e, _, _, p, _) and inAnnotation(p))
}

predicate unplaced(@cfgelement e, string message) {
  isEvaluated(e) and
  (callableEnclosingExpr(e, _) or e instanceof @stmt) and
  not cfg_position(e, _, _) and
  not inAnnotation(e) and
  not compiler_generated(e, _) and
  message = "This is evaluated and has no place in the control flow."
}

/** Holds if a constructor does not execute the initialisers of its class once, and `this(...)` does not either. */
predicate initializers(@constructor c, string message) {
  exists(@method init, @reftype t, int calls |
    methods(init, "<obinit>", _, _, t, _) and
    constrs(c, _, _, _, t, _) and
    stmts(_, _, c, _, c) and
    calls = count(@methodaccess m | callableBinding(m, init) and callableEnclosingExpr(m, c))
  |
    if exists(@constructorinvocationstmt s | stmts(s, _, _, _, c))
    then
      calls > 0 and
      // Code with both does not compile.
      not exists(@superconstructorinvocationstmt s | stmts(s, _, _, _, c)) and
      message = "This calls another constructor and executes the initialisers itself."
    else (calls != 1 and message = "This does not execute the initialisers of the class once.")
  )
}

from Element e, string message
where
  places(e, message) or
  ends(e, message) or
  edges(e, message) or
  branch(e, message) or
  paths(e, message) or
  unplaced(e, message) or
  initializers(e, message)
select e, message
