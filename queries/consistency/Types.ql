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

/** Gets a type that `t` stands for as far as conversions go: itself, or a bound of it. */
@type upper(@type t) {
  result = t and hasType(_, t)
  or
  exists(@type below | below = upper(t) and not wildcards(below, _, 2) | typeBounds(_, result, _, below))
}

predicate isLang(@type t, string name) {
  exists(@package p | packages(p, "java.lang") and classes_or_interfaces(t, name, p, _))
}

/** Holds if a type is, or may turn out to be, `boolean`. */
predicate mayBeBoolean(@type t) {
  primitives(t, "boolean")
  or
  isLang(upper(t), "Boolean")
  or
  upper(t) instanceof @errortype
  or
  isMissing(upper(t))
}

/** Holds if nothing is known of a class but its name. */
predicate isMissing(@classorinterface t) {
  exists(@classorinterface declaration | classes_or_interfaces(t, _, _, declaration) |
    not hasLocation(declaration, _) and
    not extendsReftype(declaration, _) and
    not exists(@modifier m | hasModifier(declaration, m) and modifiers(m, "abstract")) and
    not isLang(declaration, "Object")
  )
}

/** Holds if `e` must be a truth value. */
predicate isCondition(@expr e) {
  exists(@exprparent p, int i | exprs(e, _, _, p, i) |
    i = 0 and
    (
      p instanceof @ifstmt or
      p instanceof @whilestmt or
      p instanceof @dostmt or
      p instanceof @assertstmt or
      p instanceof @conditionalexpr or
      p instanceof @lognotexpr
    )
    or
    i = 1 and p instanceof @forstmt
    or
    i in [0, 1] and (p instanceof @andlogicalexpr or p instanceof @orlogicalexpr)
    or
    i = -3 and p instanceof @case
  )
}

predicate notBoolean(@expr e, string message) {
  exists(@type t | exprs(e, _, t, _, _) and not mayBeBoolean(t)) and
  isCondition(e) and
  message = "This condition is no boolean."
  or
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
    isAnonymClass(c, e) and
    e instanceof @newexpr and
    exprs(e, _, t, _, _) and
    t != c
  ) and
  message = "This creates an anonymous class and has another type."
  or
  exists(@type t, @localvar v, @type declared |
    localvars(v, _, declared, e) and exprs(e, _, t, _, _) and t != declared
  ) and
  message = "This declaration has another type than its variable."
}

predicate voidValue(@expr e, string message) {
  exists(@type t | exprs(e, _, t, _, _) and primitives(t, "void")) and
  not e instanceof @methodaccess and
  not e instanceof @typeaccess and
  not e instanceof @switchexpr and
  message = "This value is void."
}

from Element e, string message
where
  notOneType(e, message) or
  notBoolean(e, message) or
  literalType(e, message) or
  partType(e, message) or
  voidValue(e, message)
select e, message
