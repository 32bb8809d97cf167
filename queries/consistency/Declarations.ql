/**
 * @name Broken declaration
 * @description A class, callable, variable or type whose parts do not fit each other.
 * @kind problem
 * @problem.severity error
 * @precision very-high
 * @id java/consistency/declarations
 * @tags consistency
 */

import java

predicate lists(@element e, string message) {
  exists(@callable c, @param p, int i | params(p, _, i, c, _) and e = c |
    i < 0
    or
    i > 0 and not params(_, _, i - 1, c, _)
    or
    exists(@param q | params(q, _, i, c, _) and p != q)
  ) and
  message = "The parameters are not numbered in order."
  or
  exists(@classorinterfaceorcallable c, @typevariable v, int i | typeVars(v, _, i, c) and e = c |
    i < 0
    or
    i > 0 and not typeVars(_, _, i - 1, c)
    or
    exists(@typevariable w | typeVars(w, _, i, c) and v != w)
  ) and
  message = "The type variables are not numbered in order."
  or
  exists(int i | typeArgs(_, i, e) |
    i < 0
    or
    i > 0 and not typeArgs(_, i - 1, e)
  ) and
  message = "The type arguments are not numbered in order."
  or
  exists(@boundedtype b, int i |
    typeBounds(_, _, i, b) and e = b and i > 0 and not typeBounds(_, _, i - 1, b)
  ) and
  message = "The bounds are not numbered in order."
  or
  exists(@fielddecl d, int i |
    fieldDeclaredIn(_, d, i) and e = d and i > 0 and not fieldDeclaredIn(_, d, i - 1)
  ) and
  message = "The fields of this declaration are not numbered in order."
}

predicate generics(@classorinterface c, string message) {
  exists(@classorinterface source | classes_or_interfaces(c, _, _, source) |
    not classes_or_interfaces(source, _, _, source) and
    message = "The declaration of this type is no declaration."
    or
    isParameterized(c) and
    source = c and
    message = "This parameterised type is its own declaration."
    or
    isRaw(c) and source = c and message = "This raw type is its own declaration."
    or
    isRaw(c) and isParameterized(c) and message = "This type is raw and parameterised."
    or
    source != c and
    not isRaw(c) and
    not isParameterized(c) and
    message = "This type is neither a declaration nor parameterised nor raw."
  )
}

predicate hierarchy(@reftype t, string message) {
  exists(@reftype outer, @reftype other |
    enclInReftype(t, outer) and enclInReftype(t, other) and outer != other
  ) and
  message = "This is declared in several types."
  or
  enclInReftype+(t, t) and message = "This encloses itself."
  or
  exists(@reftype s, @reftype u |
    t instanceof @classorinterface and
    not isInterface(t) and
    extendsReftype(t, s) and
    extendsReftype(t, u) and
    s != u
  ) and
  message = "This class has several superclasses."
  or
  exists(@reftype s | implInterface(t, s) | isInterface(t)) and
  message = "This interface implements something."
}

predicate constructors(@constructor c, string message) {
  exists(@classorinterface t, @constructor other |
    isDefConstr(c) and constrs(c, _, _, _, t, _) and constrs(other, _, _, _, t, _) and c != other
  ) and
  message = "A class with constructors has a default one too."
  or
  exists(@classorinterface t, string name |
    constrs(c, name, _, _, t, c) and not classes_or_interfaces(t, name, _, t)
  ) and
  message = "This constructor has another name than its class."
}

predicate classes(@classorinterface c, string message) {
  hasLocation(c, _) and
  classes_or_interfaces(c, _, _, c) and
  not isInterface(c) and
  not isAnonymClass(c, _) and
  not constrs(_, _, _, _, c, _) and
  message = "This class has no constructor."
  or
  isEnumType(c) and
  hasLocation(c, _) and
  (not methods(_, "values", _, _, c, _) or not methods(_, "valueOf", _, _, c, _)) and
  message = "This enum has no values() or valueOf()."
}

from Element e, string message
where
  lists(e, message) or
  generics(e, message) or
  hierarchy(e, message) or
  constructors(e, message) or
  classes(e, message)
select e, message
