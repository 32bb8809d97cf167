/** Program elements: whatever has a name or a place in a program. */

import java.Location
import java.FileSystem
import java.CompilationUnit
import java.Annotation
import java.Import
import java.Type

/** A program element. */
class Element extends @element, Top {
  /** Holds if this has the name `name`. */
  predicate hasName(string name) { name = this.getName() }

  /** Gets the name of this, if it has one. */
  string getName() { none() }

  /** Holds if this contains `e`, directly or not. */
  predicate contains(Element e) { this.hasChildElement+(e) }

  /** Holds if this directly contains `e`. */
  predicate hasChildElement(Element e) { hasChildElement(this, e) }

  /** Holds if this belongs to a file of the source tree, be it written there or implied. */
  pragma[inline]
  predicate fromSource() {
    exists(@location l, @file f |
      hasLocation(this, l) and locations_default(l, f, _, _, _, _) and isSourceFile(f)
    )
    or
    // Methods of enums and records that nobody wrote stand in no source file.
    compiler_generated(this, [2, 3]) and this instanceof @method
    or
    isSourceFile(this)
    or
    cupackage(_, this)
  }

  /** Gets the compilation unit in which this is written. */
  pragma[inline]
  CompilationUnit getCompilationUnit() { result = this.getFile() }

  /** Holds if nobody wrote this: it is implied by the language. */
  predicate isCompilerGenerated() { compiler_generated(this, _) }

  /** Gets why this exists though nobody wrote it, if so. */
  string compilerGeneratedReason() {
    exists(int kind | compiler_generated(this, kind) |
      kind = 1 and result = "Default constructor"
      or
      kind = 2 and result = "Method of an enum class"
      or
      kind = 3 and result = "Member of a record class"
      or
      kind = 4 and result = "Initialiser method"
      or
      kind = 5 and result = "Part of a lambda expression or method reference"
      or
      kind = 6 and result = "Implied call of the superclass constructor"
      or
      kind = 7 and result = "Call of the initialiser method"
      or
      kind = 8 and result = "Part of the assignment that initialises a field"
    )
  }

  /** Holds if this is an element of Kotlin: never, as only Java is read. */
  predicate isInKotlinSource() { none() }
}

/** Holds if `f` is a source file. */
private predicate isSourceFile(File f) { f.isSourceFile() }

/** Holds if `parent` directly contains `e`. */
private predicate hasChildElement(Element parent, Element e) {
  cupackage(e, parent)
  or
  parent = e.getFile() and
  (
    e.(ClassOrInterface).isSourceDeclaration() and not enclInReftype(e, _)
    or
    e instanceof Import
  )
  or
  enclInReftype(e, parent)
  or
  fields(e, _, _, parent)
  or
  fielddecls(e, parent)
  or
  methods(e, _, _, _, parent, _)
  or
  constrs(e, _, _, _, parent, _)
  or
  params(e, _, _, parent, _)
  or
  exceptions(e, _, parent)
  or
  typeVars(e, _, _, parent)
  or
  localvars(e, _, _, parent)
  or
  exprs(e, _, _, parent, _)
  or
  stmts(e, _, parent, _, _)
}
