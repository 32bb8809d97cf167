/** Annotations. */

import java.Element
import java.Expr
import java.Type
import java.Member

/** An annotation, written on a declaration or a type use. */
class Annotation extends @annotation, Expr {
  /** Gets the annotation type. */
  override AnnotationType getType() { result = Expr.super.getType() }

  /** Gets the element that carries this annotation. */
  Element getAnnotatedElement() { exprs(this, _, _, result, _) }

  /** Gets the value that is given to the annotation element `name`. */
  Expr getValue(string name) { exists(Method m | annotValue(this, m, result) and m.hasName(name)) }

  /** Gets the text that is given to the annotation element `name` as a string literal. */
  string getStringValue(string name) { result = this.getValue(name).(StringLiteral).getValue() }

  override string toString() { result = this.getType().getName() }

  override string getAPrimaryQlClass() { result = "Annotation" }
}

/** An element that may carry annotations. */
class Annotatable extends Element {
  Annotatable() {
    this instanceof @member_modifiable or
    this instanceof @reftype or
    this instanceof @param or
    this instanceof @localvar or
    this instanceof @package
  }

  /** Gets an annotation on this element. */
  Annotation getAnAnnotation() { result.getAnnotatedElement() = this }

  /** Holds if this carries an annotation of the type `package.name`. */
  predicate hasAnnotation(string package, string name) {
    this.getAnAnnotation().getType().hasQualifiedName(package, name)
  }

  /** Holds if this carries any annotation. */
  predicate hasAnnotation() { exists(this.getAnAnnotation()) }
}
