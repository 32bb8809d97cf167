/** Well-known types of the JDK. */

import java.Type
import java.Member

/** `java.lang.Object`. */
class TypeObject extends Class {
  TypeObject() { this.hasQualifiedName("java.lang", "Object") }
}

/** `java.lang.String`. */
class TypeString extends Class {
  TypeString() { this.hasQualifiedName("java.lang", "String") }
}

/** `java.lang.Class`, or an instantiation of it. */
class TypeClass extends Class {
  TypeClass() { this.getSourceDeclaration().hasQualifiedName("java.lang", "Class") }
}

/** `java.lang.Thread`. */
class TypeThread extends Class {
  TypeThread() { this.hasQualifiedName("java.lang", "Thread") }
}

/** `java.io.Serializable`. */
class TypeSerializable extends Interface {
  TypeSerializable() { this.hasQualifiedName("java.io", "Serializable") }
}

/** `java.io.ObjectOutputStream`. */
class TypeObjectOutputStream extends RefType {
  TypeObjectOutputStream() { this.hasQualifiedName("java.io", "ObjectOutputStream") }
}

/** A class whose instances never change: strings, boxes, and the like. */
class ImmutableType extends Type {
  ImmutableType() {
    this instanceof PrimitiveType or
    this instanceof NullType or
    this instanceof TypeString or
    this instanceof BoxedType or
    this instanceof EnumType or
    this instanceof TypeClass
  }
}
