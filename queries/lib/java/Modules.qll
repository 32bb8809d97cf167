/** Modules of the Java platform module system and their directives. */

import java.Element
import java.CompilationUnit
import java.Package

/** A module declaration. */
class Module extends @module {
  /** Gets the name of this module. */
  string getName() { modules(this, result) }

  /** Holds if this module is open. */
  predicate isOpen() { isOpen(this) }

  /** Gets a directive of this module. */
  Directive getADirective() { directives(this, result) }

  /** Gets the compilation unit that declares this module. */
  CompilationUnit getACompilationUnit() { cumodule(result, this) }

  /** Gets a text that describes this. */
  string toString() { result = this.getName() }
}

/** A directive of a module declaration. */
abstract class Directive extends @directive {
  /** Gets the module whose directive this is. */
  Module getModule() { directives(result, this) }

  /** Gets a text that describes this. */
  abstract string toString();
}

/** A directive `requires`. */
class RequiresDirective extends Directive, @requires {
  /** Gets the module that is required. */
  Module getTargetModule() { requires(this, result) }

  /** Holds if this is `transitive`. */
  predicate isTransitive() { isTransitive(this) }

  /** Holds if this is `static`. */
  predicate isStatic() { isStatic(this) }

  override string toString() {
    exists(string transitive, string static |
      (if this.isTransitive() then transitive = "transitive " else transitive = "") and
      (if this.isStatic() then static = "static " else static = "") and
      result = "requires " + transitive + static + this.getTargetModule().getName() + ";"
    )
  }
}

/** A directive `exports`. */
class ExportsDirective extends Directive, @exports {
  /** Gets the package that is exported. */
  Package getExportedPackage() { exports(this, result) }

  /** Holds if the package is exported to named modules only. */
  predicate isQualified() { exportsTo(this, _) }

  /** Gets a module to which the package is exported. */
  Module getATargetModule() { exportsTo(this, result) }

  override string toString() {
    result = "exports " + this.getExportedPackage().getName() + toClause(this) + ";"
  }
}

/** A directive `opens`. */
class OpensDirective extends Directive, @opens {
  /** Gets the package that is opened. */
  Package getOpenedPackage() { opens(this, result) }

  /** Holds if the package is opened to named modules only. */
  predicate isQualified() { opensTo(this, _) }

  /** Gets a module to which the package is opened. */
  Module getATargetModule() { opensTo(this, result) }

  override string toString() {
    result = "opens " + this.getOpenedPackage().getName() + toClause(this) + ";"
  }
}

/** A directive `uses`. */
class UsesDirective extends Directive, @uses {
  /** Gets the qualified name of the service. */
  string getServiceInterfaceName() { uses(this, result) }

  override string toString() { result = "uses " + this.getServiceInterfaceName() + ";" }
}

/** A directive `provides`. */
class ProvidesDirective extends Directive, @provides {
  /** Gets the qualified name of the service. */
  string getServiceInterfaceName() { provides(this, result) }

  /** Gets the qualified name of an implementation. */
  string getServiceImplementationName() { providesWith(this, result) }

  override string toString() {
    result =
      "provides " + this.getServiceInterfaceName() + " with " +
        concat(this.getServiceImplementationName(), ", ") + ";"
  }
}

/** Gets the `to` clause of `d`, empty if there is none. */
private string toClause(Directive d) {
  (d instanceof @exports or d instanceof @opens) and
  exists(string names |
    names = concat(Module m | exportsTo(d, m) or opensTo(d, m) | m.getName(), ", ") and
    if names = "" then result = "" else result = " to " + names
  )
}
