/** Unit tests: JUnit 3 to 5, and TestNG. */

import java

/** A class below `junit.framework.TestCase`, whose tests are methods `test...`. */
class JUnit38TestClass extends Class {
  JUnit38TestClass() { this.getASourceSupertype+().hasQualifiedName("junit.framework", "TestCase") }
}

/** A method that a framework executes as a test. */
abstract class TestMethod extends Method { }

/** A method `test...` of a JUnit 3 test class. */
class JUnit3TestMethod extends TestMethod {
  JUnit3TestMethod() {
    this.isPublic() and
    this.getDeclaringType() instanceof JUnit38TestClass and
    this.getName().matches("test%") and
    this.getReturnType() instanceof VoidType and
    this.hasNoParameters()
  }
}

/** A method that is annotated `@Test` of JUnit 4. */
class JUnit4TestMethod extends TestMethod {
  JUnit4TestMethod() { this.hasAnnotation("org.junit", "Test") }
}

/** A method that is annotated as a test of JUnit 5. */
class JUnitJupiterTestMethod extends TestMethod {
  JUnitJupiterTestMethod() {
    exists(AnnotationType a | a = this.getAnAnnotation().getType() |
      a.hasQualifiedName("org.junit.jupiter.api",
            ["Test", "RepeatedTest", "TestFactory", "TestTemplate"]) or
      a.hasQualifiedName("org.junit.jupiter.params", "ParameterizedTest")
    )
  }
}

/** A method that is annotated `@Test` of TestNG, or is public in a class that is. */
class TestNGTestMethod extends TestMethod {
  TestNGTestMethod() {
    this.hasAnnotation("org.testng.annotations", "Test")
    or
    this.isPublic() and
    this.fromSource() and
    this.getDeclaringType().hasAnnotation("org.testng.annotations", "Test")
  }
}

/** A class with tests. */
class TestClass extends Class {
  TestClass() {
    this instanceof JUnit38TestClass or
    this.getAMethod() instanceof TestMethod or
    this.getASourceSupertype() instanceof TestClass
  }
}
