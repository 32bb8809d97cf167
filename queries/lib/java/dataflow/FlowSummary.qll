/**
 * What callables of libraries do with the objects that they are given, as rows say it: the names that CodeQL has for it.
 */

import java
import java.models.Models
private import java.concurrency.SharedAccess

/** A callable of a library of which rows say where it passes objects on, or that it changes its receiver. */
class SummarizedCallable instanceof Callable {
  SummarizedCallable() { passesOn(this, _, _) }

  /** Gets this callable. */
  Callable asCallable() { result = this }

  /** Gets its name. */
  string toString() { result = super.toString() }

  /** Gets a call of this callable. */
  Call getACall() { result.getCallee().getSourceDeclaration() = this.asCallable() }

  /**
   * Holds if objects go from the place `input` to the place `output` (`Argument[0]`, `Argument[this].Element`,
   * `ReturnValue`). `preservesValue` is true: rows speak of objects and not of what is computed from them. `model` says
   * where that is written.
   */
  predicate propagatesFlow(string input, string output, boolean preservesValue, string model) {
    passesOn(this.asCallable(), input, output) and
    preservesValue = true and
    model = "rows"
  }
}

/** Holds if a row says of `c`, or of what it overrides, that objects go from `input` to `output`. */
private predicate passesOn(Callable c, string input, string output) {
  exists(string package, string type, string name |
    libraryFlow(package, type, name, input, output) and hasName(c, package, type, name)
  )
  or
  // What changes the content of its receiver puts something into it.
  modifiesItsReceiver(c) and input = "Argument[0]" and output = "Argument[this].Content"
}

private predicate hasName(Callable c, string package, string type, string name) {
  libraryFlow(package, type, name, _, _) and
  (if name = "<init>" then c instanceof Constructor else c.hasName(name)) and
  c.isMemberOf(package, type)
}
