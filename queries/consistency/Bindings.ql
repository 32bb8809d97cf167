/**
 * @name Wrong binding
 * @description A call or access that is bound to several things, or to something of another shape.
 * @kind problem
 * @problem.severity error
 * @precision high
 * @id java/consistency/bindings
 * @tags consistency
 */

import java

predicate severalBindings(@locatableElement e, string message) {
  exists(@callable a, @callable b | callableBinding(e, a) and callableBinding(e, b) and a != b) and
  message = "This call has several targets."
  or
  exists(@callable a, @callable b |
    memberRefBinding(e, a) and memberRefBinding(e, b) and a != b
  ) and
  message = "This method reference has several targets."
  or
  exists(@variable a, @variable b | variableBinding(e, a) and variableBinding(e, b) and a != b) and
  message = "This access is to several variables."
  or
  callableBinding(e, _) and
  unresolved_calls(e, _, _) and
  message = "This call has a target and is said to have none."
}

/** Holds if `e` calls something by syntax, so that it must have a target or be known to lack one. */
predicate isCall(@locatableElement e) {
  e instanceof @methodaccess
  or
  e instanceof @constructorinvocationstmt
  or
  e instanceof @superconstructorinvocationstmt
  or
  // An anonymous class of an interface calls the constructor of `Object`, which nobody wrote.
  e instanceof @newexpr and not isAnonymClass(_, e)
}

predicate noBinding(@locatableElement e, string message) {
  isCall(e) and
  not callableBinding(e, _) and
  not unresolved_calls(e, _, _) and
  message = "This call has no target and is not said to have none."
}

/** Gets the number of arguments of a call. */
int argumentCount(@caller call) {
  callableBinding(call, _) and
  not call instanceof @lambdaexpr and
  not call instanceof @memberref and
  result = count(@expr argument, int i | exprs(argument, _, _, call, i) and i >= 0)
}

int parameterCount(@callable c) {
  callableBinding(_, c) and
  result = count(@param p | params(p, _, _, c, _))
}

predicate takesAny(@callable c) { exists(@param p | params(p, _, _, c, _) and isVarargsParam(p)) }

predicate wrongCount(@locatableElement e, string message) {
  exists(@callable c, int given, int taken |
    callableBinding(e, c) and
    given = argumentCount(e) and
    taken = parameterCount(c) and
    // The implied `super(...)` of an enum passes on what nobody writes.
    not (compiler_generated(e, 6) and given = 0)
  |
    not takesAny(c) and given != taken
    or
    takesAny(c) and given < taken - 1
  ) and
  message = "The target of this call takes another number of arguments."
}

predicate wrongSort(@locatableElement e, string message) {
  exists(@callable c | callableBinding(e, c) |
    e instanceof @methodaccess and not c instanceof @method
    or
    not e instanceof @methodaccess and not c instanceof @constructor
  ) and
  message = "The target of this call is of the wrong sort."
}

/** Gets the callable around the declaration of a local variable or parameter. */
@callable scope(@localscopevariable v) {
  params(v, _, _, result, _)
  or
  exists(@localvariabledeclexpr d | localvars(v, _, _, d) and callableEnclosingExpr(d, result))
}

/** Gets the callable directly around `c`: the one in which its class is declared. */
@callable around(@callable c) {
  exists(@reftype t | methods(c, _, _, _, t, _) or constrs(c, _, _, _, t, _) |
    exists(@expr creation | isAnonymClass(t, creation) and callableEnclosingExpr(creation, result))
    or
    exists(@stmt declaration |
      isLocalClassOrInterface(t, declaration) and stmts(declaration, _, _, _, result)
    )
    or
    // A member class of a local one, or one made in the initialiser of its field.
    exists(@reftype outer, @callable sibling |
      enclInReftype(t, outer) and
      not exists(@expr creation |
        isAnonymClass(t, creation) and callableEnclosingExpr(creation, _)
      ) and
      not isLocalClassOrInterface(t, _) and
      (methods(sibling, _, _, _, outer, _) or constrs(sibling, _, _, _, outer, _)) and
      result = around(sibling)
    )
  )
}

predicate outOfScope(@locatableElement e, string message) {
  exists(@localscopevariable v, @callable c |
    variableBinding(e, v) and
    callableEnclosingExpr(e, c) and
    exists(scope(v)) and
    scope(v) != c and
    not scope(v) = around+(c)
  ) and
  message = "The variable that this accesses is not in scope."
}

from Element e, string message
where
  severalBindings(e, message) or
  noBinding(e, message) or
  wrongCount(e, message) or
  wrongSort(e, message) or
  outOfScope(e, message)
select e, message
