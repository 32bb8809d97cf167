/**
 * @name What a compiler would not accept
 * @description Types, bindings and declarations that no program has which compiles: the extractor is wrong, or the code.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/consistency/valid-code
 * @tags consistency
 *       valid-code
 */

import java

predicate isLang(@type t, string name) {
  exists(@package p | packages(p, "java.lang") and classes_or_interfaces(t, name, p, _))
}

/** Gets a type that `t` stands for as far as conversions go: itself, or a bound of it. */
@type upper(@type t) {
  result = t and exprs(_, _, t, _, _)
  or
  exists(@type below | below = upper(t) and not wildcards(below, _, 2) |
    typeBounds(_, result, _, below)
  )
}

/** Holds if a type is, or may turn out to be, `boolean`. */
predicate mayBeBoolean(@type t) {
  primitives(t, "boolean") or
  isLang(upper(t), "Boolean") or
  upper(t) instanceof @errortype or
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
}

predicate voidValue(@expr e, string message) {
  exists(@type t | exprs(e, _, t, _, _) and primitives(t, "void")) and
  not e instanceof @methodaccess and
  not e instanceof @typeaccess and
  not e instanceof @switchexpr and
  message = "This value is void."
}

predicate isObject(@classorinterface t) {
  exists(@package p | packages(p, "java.lang") and classes_or_interfaces(t, "Object", p, t))
}

/** Holds if more is known of a class than its name: a superclass, or that it is an interface of a library. */
predicate isDeclared(@classorinterface t) {
  hasLocation(t, _)
  or
  extendsReftype(t, _)
  or
  exists(@modifier m | hasModifier(t, m) and modifiers(m, "abstract"))
  or
  isObject(t)
}

@classorinterface declaration(@type t) {
  classes_or_interfaces(t, _, _, result)
  or
  exists(@type bound |
    typeBounds(_, bound, _, t) and not wildcards(t, _, 2) and result = declaration(bound)
  )
}

predicate supertype(@classorinterface c, @classorinterface s) {
  exists(@reftype t | extendsReftype(c, t) or implInterface(c, t) | s = declaration(t))
}

/** Holds if a class, or a supertype of it, is known by name only. */
predicate hasUnknown(@classorinterface c) {
  classes_or_interfaces(c, _, _, c) and not isDeclared(c)
  or
  exists(@classorinterface s | supertype(c, s) and hasUnknown(s))
}

/** Holds if the members that values of a type have are all known. */
predicate isKnown(@type t) { exists(declaration(t)) and not hasUnknown(declaration(t)) }

predicate hasUnknownPart(@exprparent e) {
  exists(@expr part, @type t | exprs(part, _, t, e, _) |
    t instanceof @errortype
    or
    exists(declaration(t)) and hasUnknown(declaration(t))
    or
    part instanceof @errorexpr
    or
    part instanceof @lambdaexpr
    or
    part instanceof @memberref
  )
}

/** Holds if the file of `e` was not understood in full. */
predicate inBrokenFile(@locatableElement e) {
  exists(@location l, @file f |
    hasLocation(e, l) and
    locations_default(l, f, _, _, _, _) and
    extraction_diagnostics(_, f, _, _, _, _)
  )
}

predicate needlesslyUnbound(@locatableElement e, string message) {
  unresolved_calls(e, _, _) and
  exists(@expr qualifier, @type t | exprs(qualifier, _, t, e, -1) and isKnown(t)) and
  e instanceof @methodaccess and
  not hasUnknownPart(e) and
  not inBrokenFile(e) and
  message = "This call has no target, and all types that it needs are known."
  or
  e instanceof @varaccess and
  not variableBinding(e, _) and
  exists(@expr qualifier, @type t | exprs(qualifier, _, t, e, -1) and isKnown(t)) and
  not inBrokenFile(e) and
  message = "This access is to no variable, and the type that should have it is known."
}

predicate below(@reftype a, @reftype b) { extendsReftype(a, b) or implInterface(a, b) }

predicate hierarchy(@reftype t, string message) {
  below+(t, t) and not inBrokenFile(t) and message = "This is a supertype of itself."
  or
  exists(@classorinterface source, int taken, int given |
    classes_or_interfaces(t, _, _, source) and
    isParameterized(t) and
    taken = count(@typevariable v | typeVars(v, _, _, source)) and
    given = count(int i | typeArgs(_, i, t)) and
    taken > 0 and
    taken != given
  ) and
  message = "This type has another number of arguments than its declaration has variables."
}

predicate twice(@callable c, string message) {
  exists(@callable other, string signature, @reftype t | c != other |
    methods(c, _, signature, _, t, c) and methods(other, _, signature, _, t, other)
    or
    constrs(c, _, signature, _, t, c) and constrs(other, _, signature, _, t, other)
  ) and
  hasLocation(c, _) and
  not inBrokenFile(c) and
  message = "There is another member of this signature."
}

from Element e, string message
where
  notBoolean(e, message) or
  voidValue(e, message) or
  needlesslyUnbound(e, message) or
  hierarchy(e, message) or
  twice(e, message)
select e, message
