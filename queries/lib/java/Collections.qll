/** Collections of `java.util`, and what changes them. */

import java

/** A type below `java.util.Collection`, or that itself. */
class CollectionType extends RefType {
  CollectionType() {
    this.getSourceDeclaration().getASourceSupertype*().hasQualifiedName("java.util", "Collection")
  }

  /** Gets the type of the elements, if it is given as the only type argument. */
  RefType getElementType() {
    result = this.(ParameterizedType).getTypeArgument(0) and
    this.(ParameterizedType).getNumberOfTypeArguments() = 1
  }
}

/** A method of a collection. */
class CollectionMethod extends Method {
  CollectionMethod() { this.getDeclaringType() instanceof CollectionType }

  /** Gets the type of the elements of the collection that declares this, if it is given. */
  RefType getReceiverElementType() {
    result = this.getDeclaringType().(CollectionType).getElementType()
  }
}

/** The method `size()` of a collection. */
class CollectionSizeMethod extends CollectionMethod {
  CollectionSizeMethod() { this.hasName("size") and this.hasNoParameters() }
}

/** A method that changes a collection, by its name. */
class CollectionMutator extends CollectionMethod {
  CollectionMutator() {
    this.getName()
        .regexpMatch("add.*|remove.*|push|pop|clear|retain.*|put.*|insert.*|offer.*|poll.*|set|sort|replaceAll")
  }
}

/** A call that changes a collection. */
class CollectionMutation extends MethodCall {
  CollectionMutation() { this.getMethod() instanceof CollectionMutator }

  /** Holds if the value of the call is used. */
  predicate resultIsChecked() { not this.getParent() instanceof ExprStmt }
}

/** The creation of a collection that is empty. */
class FreshCollection extends ClassInstanceExpr {
  FreshCollection() {
    this.getConstructedType() instanceof CollectionType and
    this.getNumArgument() = 0
  }
}
