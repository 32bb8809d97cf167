/** Annotations, their types, and what can carry them. */

import java.Element
import java.Expr
import java.Type
import java.Member

/** An annotation, written on a declaration or a type use. */
class Annotation extends @annotation, Expr {
  /** Gets the annotation type. */
  AnnotationType getType() { result = Expr.super.getType() }

  /** Gets the element that carries this annotation. */
  Element getAnnotatedElement() { exprs(this, _, _, result, _) }

  /** Holds if this annotation applies to a declaration, not to the use of a type. */
  predicate isDeclAnnotation() { this instanceof @declannotation }

  /** Holds if this annotation applies to the use of a type. */
  predicate isTypeAnnotation() { this instanceof @typeannotation }

  /** Gets the element of the annotation type with the name `name`. */
  AnnotationElement getAnnotationElement(string name) {
    result = this.getType().getAnnotationElement(name)
  }

  /** Gets a value that is written for an element of this annotation. */
  Expr getAValue() { annotValue(this, _, result) }

  /** Gets the value that is written for the annotation element `name`. */
  Expr getValue(string name) { exists(Method m | annotValue(this, m, result) and m.hasName(name)) }

  /** Gets the text that the annotation element `name` is given. */
  string getStringValue(string name) {
    result = this.getValue(name).(CompileTimeConstantExpr).getStringValue()
  }

  /** Gets the number that the annotation element `name`, of an integral type, is given. */
  int getIntValue(string name) {
    result = this.getValue(name).(CompileTimeConstantExpr).getIntValue()
  }

  /** Gets the truth value that the annotation element `name` is given. */
  boolean getBooleanValue(string name) {
    result = this.getValue(name).(CompileTimeConstantExpr).getBooleanValue()
  }

  /** Gets the enum constant that the annotation element `name` is given. */
  EnumConstant getEnumConstantValue(string name) {
    result = this.getValue(name).(VarAccess).getVariable()
  }

  /** Gets the type whose class object the annotation element `name` is given. */
  Type getTypeValue(string name) { result = this.getValue(name).(TypeLiteral).getReferencedType() }

  /**
   * Gets the value at place `index`, from 0, of those that the annotation element `name` is given; one value without
   * braces is at 0.
   */
  Expr getArrayValue(string name, int index) {
    exists(Expr value | value = this.getValue(name) |
      result = value.(ArrayInit).getInit(index)
      or
      not value instanceof ArrayInit and index = 0 and result = value
    )
  }

  /** Gets a value of those that the annotation element `name` is given. */
  Expr getAnArrayValue(string name) { result = this.getArrayValue(name, _) }

  /** Gets a text of those that the annotation element `name` is given. */
  string getAStringArrayValue(string name) {
    result = this.getAnArrayValue(name).(CompileTimeConstantExpr).getStringValue()
  }

  /** Gets a number of those that the annotation element `name` is given. */
  int getAnIntArrayValue(string name) {
    result = this.getAnArrayValue(name).(CompileTimeConstantExpr).getIntValue()
  }

  /** Gets an enum constant of those that the annotation element `name` is given. */
  EnumConstant getAnEnumConstantArrayValue(string name) {
    result = this.getAnArrayValue(name).(VarAccess).getVariable()
  }

  /** Gets a type of those whose class objects the annotation element `name` is given. */
  Type getATypeArrayValue(string name) {
    result = this.getAnArrayValue(name).(TypeLiteral).getReferencedType()
  }

  override string toString() { result = this.getType().getName() }

  override string getAPrimaryQlClass() { result = "Annotation" }
}

/** An annotation on a declaration. */
class DeclaredAnnotation extends Annotation, @declannotation { }

/** An annotation on the use of a type. */
class TypeAnnotation extends Annotation, @typeannotation {
  /** Gets the use of a type that carries this. */
  TypeAccess getAnnotatedExpr() { result = this.getParent() }
}

private class TAnnotatable = @member or @variable or @package;

/** An element that may carry annotations: a member, type, variable or package. */
class Annotatable extends Element, TAnnotatable {
  /** Gets an annotation on this element. */
  Annotation getAnAnnotation() { result.getAnnotatedElement() = this }

  /** Gets an annotation that is written on this element. */
  Annotation getADeclaredAnnotation() { result.getAnnotatedElement() = this }

  /** Holds if this carries any annotation. */
  predicate hasAnnotation() { exists(this.getAnAnnotation()) }

  /** Holds if this carries an annotation of the type `package.name`. */
  predicate hasAnnotation(string package, string name) {
    this.getAnAnnotation().getType().hasQualifiedName(package, name)
  }

  /** Gets an annotation of the type `package.name` on this element. */
  Annotation getAnAnnotation(string package, string name) {
    result = this.getAnAnnotation() and
    result.getType().hasQualifiedName(package, name)
  }

  /**
   * Holds if this, or a declaration around it, is annotated with `@SuppressWarnings` for warnings of the category
   * `category`.
   */
  predicate suppressesWarningsAbout(string category) {
    this.getAnAnnotation("java.lang", "SuppressWarnings").getAStringArrayValue("value") =
      category or
    this.(Member).getDeclaringType().suppressesWarningsAbout(category) or
    this.(LocalScopeVariable).getCallable().suppressesWarningsAbout(category)
  }
}

/** An annotation type. */
class AnnotationType extends Interface {
  AnnotationType() { isAnnotType(this) }

  /** Gets the element of this annotation type with the name `name`. */
  AnnotationElement getAnnotationElement(string name) {
    result = this.getAnAnnotationElement() and
    result.hasName(name)
  }

  /** Gets an element of this annotation type. */
  AnnotationElement getAnAnnotationElement() { result.getDeclaringType() = this }

  /** Holds if annotations of this type on a class apply to its subclasses too. */
  predicate isInherited() { this.hasAnnotation("java.lang.annotation", "Inherited") }

  /** Holds if annotations of this type belong to the documentation. */
  predicate isDocumented() { this.hasAnnotation("java.lang.annotation", "Documented") }

  /** Holds if several annotations of this type may be written on one element. */
  predicate isRepeatable() { this.hasAnnotation("java.lang.annotation", "Repeatable") }

  /** Gets the name of the retention policy of this type: `CLASS`, unless another one is written. */
  string getRetentionPolicy() {
    exists(Annotation retention |
      retention = this.getAnAnnotation("java.lang.annotation", "Retention") and
      result = retention.getEnumConstantValue("value").getName()
    )
    or
    not this.hasAnnotation("java.lang.annotation", "Retention") and result = "CLASS"
  }

  override string getAPrimaryQlClass() { result = "AnnotationType" }
}

/** An element of an annotation type: a method without parameters. */
class AnnotationElement extends Method {
  AnnotationElement() { isAnnotElem(this) }

  /** Gets the type of the values of this element. */
  Type getType() { result = this.getReturnType() }
}
