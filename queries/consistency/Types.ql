/**
 * @name Impossible type
 * @description An element without exactly one type, or with a type that Java's rules exclude.
 * @kind problem
 * @problem.severity error
 * @precision very-high
 * @id java/consistency/types
 * @tags consistency
 */

import java

/** Holds if `e` has the type `t`, by its declaration or as an expression. */
predicate hasType(@locatableElement e, @type t) {
  exprs(e, _, t, _, _) or
  fields(e, _, t, _) or
  params(e, t, _, _, _) or
  localvars(e, _, t, _) or
  methods(e, _, _, t, _, _) or
  constrs(e, _, _, t, _, _)
}

predicate notOneType(@locatableElement e, string message) {
  exists(@type t, @type u | hasType(e, t) and hasType(e, u) and t != u) and
  message = "This has two types."
  or
  exists(@type component, @type element, int dimension |
    arrays(e, _, element, dimension, component) and
    (
      dimension = 1 and component != element
      or
      dimension > 1 and not arrays(component, _, element, dimension - 1, _)
      or
      dimension < 1
    )
  ) and
  message = "The parts of this array type do not fit."
}

predicate isLang(@type t, string name) {
  exists(@package p | packages(p, "java.lang") and classes_or_interfaces(t, name, p, _))
}

predicate notATruthValue(@expr e, string message) {
  exists(@type t | exprs(e, _, t, _, _) and not primitives(t, "boolean")) and
  (
    e instanceof @instanceofexpr or
    e instanceof @lognotexpr or
    e instanceof @andlogicalexpr or
    e instanceof @orlogicalexpr or
    e instanceof @ltexpr or
    e instanceof @leexpr or
    e instanceof @gtexpr or
    e instanceof @geexpr or
    e instanceof @eqexpr or
    e instanceof @neexpr or
    e instanceof @booleanliteral
  ) and
  message = "This is a boolean and has another type."
}

predicate literalType(@expr e, string message) {
  exists(@type t | exprs(e, _, t, _, _) |
    e instanceof @integerliteral and not primitives(t, "int")
    or
    e instanceof @longliteral and not primitives(t, "long")
    or
    e instanceof @floatingpointliteral and not primitives(t, "float")
    or
    e instanceof @doubleliteral and not primitives(t, "double")
    or
    e instanceof @characterliteral and not primitives(t, "char")
    or
    e instanceof @stringliteral and not isLang(t, "String")
    or
    e instanceof @nullliteral and not primitives(t, "<nulltype>")
  ) and
  message = "This literal has another type than its kind says."
}

predicate partType(@expr e, string message) {
  exists(@type t, @type array, @expr inner |
    e instanceof @arrayaccess and
    exprs(e, _, t, _, _) and
    exprs(inner, _, array, e, 0) and
    exists(@type component | arrays(array, _, _, _, component) and component != t)
  ) and
  message = "This is no element of its array."
  or
  exists(@type t, @type target, @expr inner |
    e instanceof @assignment and
    exprs(e, _, t, _, _) and
    exprs(inner, _, target, e, 0) and
    t != target
  ) and
  message = "This assignment has another type than what is assigned to."
  or
  exists(@type t, @classorinterface c |
    isAnonymClass(c, e) and e instanceof @newexpr and exprs(e, _, t, _, _) and t != c
  ) and
  message = "This creates an anonymous class and has another type."
  or
  exists(@type t, @localvar v, @type declared |
    localvars(v, _, declared, e) and exprs(e, _, t, _, _) and t != declared
  ) and
  message = "This declaration has another type than its variable."
}

from Element e, string message
where
  notOneType(e, message) or
  notATruthValue(e, message) or
  literalType(e, message) or
  partType(e, message)
select e, message
