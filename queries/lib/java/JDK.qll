/** Well-known types, members and calls of the JDK. */

import java.Type
import java.Member
import java.Expr

/*--- Types ---*/
/** `java.lang.Object`. */
class TypeObject extends Class {
  TypeObject() { this.hasQualifiedName("java.lang", "Object") }
}

/** `java.lang.Cloneable`. */
class TypeCloneable extends Interface {
  TypeCloneable() { this.hasQualifiedName("java.lang", "Cloneable") }
}

/** `java.lang.ProcessBuilder`. */
class TypeProcessBuilder extends Class {
  TypeProcessBuilder() { this.hasQualifiedName("java.lang", "ProcessBuilder") }
}

/** `java.lang.Runtime`. */
class TypeRuntime extends Class {
  TypeRuntime() { this.hasQualifiedName("java.lang", "Runtime") }
}

/** `java.lang.Enum`. */
class TypeEnum extends Class {
  TypeEnum() { this.hasQualifiedName("java.lang", "Enum") }
}

/** `java.lang.String`. */
class TypeString extends Class {
  TypeString() { this.hasQualifiedName("java.lang", "String") }
}

/** The method `String.length()`. */
class StringLengthMethod extends Method {
  StringLengthMethod() { this.hasName("length") and this.getDeclaringType() instanceof TypeString }
}

/** `java.lang.StringBuffer`. */
class TypeStringBuffer extends Class {
  TypeStringBuffer() { this.hasQualifiedName("java.lang", "StringBuffer") }
}

/** `java.lang.StringBuilder`. */
class TypeStringBuilder extends Class {
  TypeStringBuilder() { this.hasQualifiedName("java.lang", "StringBuilder") }
}

/** `StringBuffer` or `StringBuilder`. */
class StringBuildingType extends Class {
  StringBuildingType() { this instanceof TypeStringBuffer or this instanceof TypeStringBuilder }
}

/** `java.lang.System`. */
class TypeSystem extends Class {
  TypeSystem() { this.hasQualifiedName("java.lang", "System") }
}

/** `java.lang.Throwable`. */
class TypeThrowable extends Class {
  TypeThrowable() { this.hasQualifiedName("java.lang", "Throwable") }
}

/** `java.lang.Exception`. */
class TypeException extends Class {
  TypeException() { this.hasQualifiedName("java.lang", "Exception") }
}

/** `java.lang.Error`. */
class TypeError extends Class {
  TypeError() { this.hasQualifiedName("java.lang", "Error") }
}

/** `java.lang.RuntimeException`. */
class TypeRuntimeException extends Class {
  TypeRuntimeException() { this.hasQualifiedName("java.lang", "RuntimeException") }
}

/** `java.lang.ClassCastException`. */
class TypeClassCastException extends Class {
  TypeClassCastException() { this.hasQualifiedName("java.lang", "ClassCastException") }
}

/** `java.lang.NullPointerException`. */
class TypeNullPointerException extends Class {
  TypeNullPointerException() { this.hasQualifiedName("java.lang", "NullPointerException") }
}

/** `java.lang.InterruptedException`. */
class TypeInterruptedException extends Class {
  TypeInterruptedException() { this.hasQualifiedName("java.lang", "InterruptedException") }
}

/** `java.lang.Class`, or an instantiation of it. */
class TypeClass extends Class {
  TypeClass() { this.getSourceDeclaration().hasQualifiedName("java.lang", "Class") }
}

/** `java.lang.reflect.Constructor`, or an instantiation of it. */
class TypeConstructor extends Class {
  TypeConstructor() {
    this.getSourceDeclaration().hasQualifiedName("java.lang.reflect", "Constructor")
  }
}

/** `java.lang.Thread`. */
class TypeThread extends Class {
  TypeThread() { this.hasQualifiedName("java.lang", "Thread") }
}

/** `java.lang.ThreadLocal`, or a class below it: each thread has a value of its own. */
class TypeThreadLocal extends RefType {
  TypeThreadLocal() {
    this.getSourceDeclaration().getASourceSupertype*().hasQualifiedName("java.lang", "ThreadLocal")
  }
}

/** `java.lang.Runnable`. */
class TypeRunnable extends Interface {
  TypeRunnable() { this.hasQualifiedName("java.lang", "Runnable") }
}

/** `java.lang.Iterable`, or an instantiation of it. */
class TypeIterable extends Interface {
  TypeIterable() { this.getSourceDeclaration().hasQualifiedName("java.lang", "Iterable") }
}

/** `java.util.Iterator`, or an instantiation of it. */
class TypeIterator extends Interface {
  TypeIterator() { this.getSourceDeclaration().hasQualifiedName("java.util", "Iterator") }
}

/** `java.io.Serializable`. */
class TypeSerializable extends Interface {
  TypeSerializable() { this.hasQualifiedName("java.io", "Serializable") }
}

/** `java.io.Externalizable`. */
class TypeExternalizable extends Interface {
  TypeExternalizable() { this.hasQualifiedName("java.io", "Externalizable") }
}

/** `java.io.ObjectOutput`. */
class TypeObjectOutput extends Interface {
  TypeObjectOutput() { this.hasQualifiedName("java.io", "ObjectOutput") }
}

/** `java.io.ObjectOutputStream`. */
class TypeObjectOutputStream extends RefType {
  TypeObjectOutputStream() { this.hasQualifiedName("java.io", "ObjectOutputStream") }
}

/** `java.io.ObjectInputStream`. */
class TypeObjectInputStream extends RefType {
  TypeObjectInputStream() { this.hasQualifiedName("java.io", "ObjectInputStream") }
}

/** `java.io.InputStream`. */
class TypeInputStream extends RefType {
  TypeInputStream() { this.hasQualifiedName("java.io", "InputStream") }
}

/** `java.nio.file.Path`. */
class TypePath extends Interface {
  TypePath() { this.hasQualifiedName("java.nio.file", "Path") }
}

/** `java.io.File`. */
class TypeFile extends Class {
  TypeFile() { this.hasQualifiedName("java.io", "File") }
}

/** `java.lang.Number`, or a class below it. */
class TypeNumber extends RefType {
  TypeNumber() { this.hasQualifiedName("java.lang", "Number") }
}

/** A class of exceptions that callers must care for: neither `RuntimeException` nor `Error` nor below them. */
class CheckedThrowableType extends RefType {
  CheckedThrowableType() {
    this.getAnAncestor() instanceof TypeThrowable and
    not this.getAnAncestor() instanceof TypeRuntimeException and
    not this.getAnAncestor() instanceof TypeError
  }
}

/** A class of exceptions that callers need not care for. */
class UncheckedThrowableType extends RefType {
  UncheckedThrowableType() {
    this.getAnAncestor() instanceof TypeRuntimeException or
    this.getAnAncestor() instanceof TypeError
  }
}

/** An array of arrays. */
class MultiDimArray extends Array {
  MultiDimArray() { this.getDimension() > 1 }
}

/*--- Methods ---*/
/** The method `System.exit`. */
class MethodSystemExit extends Method {
  MethodSystemExit() { this.hasName("exit") and this.getDeclaringType() instanceof TypeSystem }
}

/** The methods `Runtime.exit` and `Runtime.halt`. */
class MethodRuntimeExitOrHalt extends Method {
  MethodRuntimeExitOrHalt() {
    this.hasName(["exit", "halt"]) and
    this.getDeclaringType() instanceof TypeRuntime
  }
}

/** A method that ends the program. */
class MethodExit extends Method {
  MethodExit() { this instanceof MethodSystemExit or this instanceof MethodRuntimeExitOrHalt }
}

/** A method `equals(Object)`. */
class EqualsMethod extends Method {
  EqualsMethod() {
    this.hasName("equals") and
    this.getNumberOfParameters() = 1 and
    this.getParameterType(0).(RefType) instanceof TypeObject
  }

  /** Gets the parameter. */
  Parameter getParameter() { result = this.getParameter(0) }
}

/** A method `hashCode()`. */
class HashCodeMethod extends Method {
  HashCodeMethod() { this.hasName("hashCode") and this.hasNoParameters() }
}

/** A method `clone()`. */
class CloneMethod extends Method {
  CloneMethod() { this.hasName("clone") and this.hasNoParameters() }
}

/** A method `toString()`. */
class ToStringMethod extends Method {
  ToStringMethod() { this.hasName("toString") and this.hasNoParameters() }
}

/** A method `compareTo` with one parameter, of a class that is `Comparable`. */
class CompareToMethod extends Method {
  CompareToMethod() {
    this.hasName("compareTo") and
    this.getNumberOfParameters() = 1 and
    this.isMemberOf("java.lang", "Comparable")
  }
}

/** A method `finalize()`. */
class FinalizeMethod extends Method {
  FinalizeMethod() {
    this.hasName("finalize") and
    this.hasNoParameters() and
    this.getReturnType() instanceof VoidType
  }
}

/** A method `main(String[])` with which a program can begin. */
class MainMethod extends Method {
  MainMethod() {
    this.isStatic() and
    this.isPublic() and
    this.hasName("main") and
    this.getReturnType() instanceof VoidType and
    this.getNumberOfParameters() = 1 and
    exists(Array a | a = this.getParameterType(0) |
      a.getDimension() = 1 and a.getComponentType() instanceof TypeString
    )
  }
}

/** A method `run()` of a class that is `Runnable`. */
class RunnableRunMethod extends Method {
  RunnableRunMethod() {
    this.hasName("run") and
    this.hasNoParameters() and
    this.getDeclaringType().getAnAncestor() instanceof TypeRunnable
  }
}

/** `Thread.start()`. */
class ThreadStartMethod extends Method {
  ThreadStartMethod() {
    this.hasName("start") and
    this.hasNoParameters() and
    this.getDeclaringType() instanceof TypeThread
  }
}

/** `Object.wait` with any parameters. */
class ObjectWaitMethod extends Method {
  ObjectWaitMethod() { this.hasName("wait") and this.getDeclaringType() instanceof TypeObject }
}

/** `Object.notify()` or `Object.notifyAll()`. */
class ObjectNotifyMethod extends Method {
  ObjectNotifyMethod() {
    this.hasName(["notify", "notifyAll"]) and
    this.getDeclaringType() instanceof TypeObject
  }
}
