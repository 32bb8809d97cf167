/**
 * Looks at an object whose answer decides what comes next though no condition names them: what an `Optional` does where
 * nothing was found, and a search through all that a collection has.
 */

import java

/** Gets an expression that holds, as an `Optional`, what `look` found: made of that, and perhaps mapped or filtered. */
private Expr optionalOf(MethodCall look) {
  result.(MethodCall).getMethod().hasName("ofNullable") and
  result.(MethodCall).getMethod().getDeclaringType().getSourceDeclaration()
      .hasQualifiedName("java.util", "Optional") and
  look = result.(MethodCall).getArgument(0)
  or
  result.(MethodCall).getQualifier() = optionalOf(look) and
  result.(MethodCall).getMethod().hasName(["filter", "map", "flatMap"])
}

/** Holds if `act` is made by a function that is run where `look` has found nothing: `Optional.ofNullable(look).orElseGet(..)`. */
predicate isFallback(MethodCall look, MethodCall act) {
  exists(MethodCall call, LambdaExpr function | call.getAnArgument() = function |
    (
      call.getQualifier() = optionalOf(look) and
      call.getMethod().hasName(["orElseGet", "or", "ifPresentOrElse"])
      or
      call.getMethod().hasName("requireNonNullElseGet") and look = call.getArgument(0)
    ) and
    act.getEnclosingCallable() = function.asMethod()
  )
}

/** Gets an expression that goes through all that the collection or map of `e` has. */
private Expr throughAllOf(Expr e) {
  e = any(MethodCall call).getQualifier() and result = e
  or
  result.(MethodCall).getQualifier() = throughAllOf(e) and
  result.(MethodCall).getMethod()
      .hasName(["values", "keySet", "entrySet", "stream", "parallelStream", "filter", "map",
          "mapToInt", "mapToLong", "mapToObj"])
}

/** Holds if `search` goes through all elements of the collection or map that `e` denotes and tells whether there is a certain one. */
predicate searchesAll(MethodCall search, Expr e) {
  search.getMethod().hasName(["anyMatch", "noneMatch", "allMatch"]) and
  search.getQualifier() = throughAllOf(e) and
  search.getQualifier() != e and
  not throughAllOf(_) = e.(MethodCall)
}
