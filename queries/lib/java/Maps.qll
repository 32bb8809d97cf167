/** Maps of `java.util`, and what changes them. */

import java

/** A type below `java.util.Map`, or that itself. */
class MapType extends RefType {
  MapType() {
    this.getSourceDeclaration().getASourceSupertype*().hasQualifiedName("java.util", "Map")
  }

  /** Gets the type of the keys, if both types are given as type arguments. */
  RefType getKeyType() {
    result = this.(ParameterizedType).getTypeArgument(0) and
    this.(ParameterizedType).getNumberOfTypeArguments() = 2
  }

  /** Gets the type of the values, if both types are given as type arguments. */
  RefType getValueType() {
    result = this.(ParameterizedType).getTypeArgument(1) and
    this.(ParameterizedType).getNumberOfTypeArguments() = 2
  }
}

/** A method of a map. */
class MapMethod extends Method {
  MapMethod() { this.getDeclaringType() instanceof MapType }

  /** Gets the type of the keys of the map that declares this, if it is given. */
  RefType getReceiverKeyType() { result = this.getDeclaringType().(MapType).getKeyType() }

  /** Gets the type of the values of the map that declares this, if it is given. */
  RefType getReceiverValueType() { result = this.getDeclaringType().(MapType).getValueType() }
}

/** The method `size()` of a map. */
class MapSizeMethod extends MapMethod {
  MapSizeMethod() { this.hasName("size") and this.hasNoParameters() }
}

/** A method that changes a map, by its name. */
class MapMutator extends MapMethod {
  MapMutator() { this.getName().regexpMatch("put.*|remove|clear|replace.*|merge|compute.*") }
}

/** A call that changes a map. */
class MapMutation extends MethodCall {
  MapMutation() { this.getMethod() instanceof MapMutator }

  /** Holds if the value of the call is used. */
  predicate resultIsChecked() { not this.getParent() instanceof ExprStmt }
}

/** The creation of a map that is empty. */
class FreshMap extends ClassInstanceExpr {
  FreshMap() { this.getConstructedType() instanceof MapType and this.getNumArgument() = 0 }
}

/** Holds if `made` makes a map that keeps its entries in the order of access. */
private predicate isOfAccessOrder(ClassInstanceExpr made) {
  exists(RefType t | t = made.getConstructedType().getSourceDeclaration() |
    t.getASourceSupertype*().hasQualifiedName("java.util", "LinkedHashMap") and
    (
      not t.fromSource() and made.getArgument(2).(BooleanLiteral).getBooleanValue() = true
      or
      t instanceof AnonymousClass and made.getArgument(2).(BooleanLiteral).getBooleanValue() = true
      or
      exists(SuperConstructorInvocationStmt s |
        s.getEnclosingCallable().getDeclaringType() = t and
        s.getArgument(2).(BooleanLiteral).getBooleanValue() = true
      )
    )
  )
}

/** Holds if `call` looks up an entry in the map that `v` holds, which is in the order of access: that changes it. */
predicate reordersByLook(MethodCall call, Variable v) {
  call.getMethod().hasName(["get", "getOrDefault"]) and
  exists(ClassInstanceExpr made | made = v.getAnAssignedValue() and isOfAccessOrder(made))
}
