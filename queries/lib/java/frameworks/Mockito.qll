/** Calls that are made to check or prepare mock objects of Mockito, not to have their effect. */

import java

/** A call of `Mockito.verify`. */
class MockitoVerify extends MethodCall {
  MockitoVerify() { isMockitoCall(this, "verify") }
}

/** A method call on what a call of `Mockito.verify` returns: it tells which call is expected. */
class MockitoVerifiedMethodCall extends MethodCall {
  MockitoVerifiedMethodCall() { this.getQualifier() instanceof MockitoVerify }
}

/** A method call inside `Mockito.when(...)`, or on what `when` of a prepared answer returns. */
class MockitoMockedMethodCall extends MethodCall {
  MockitoMockedMethodCall() {
    exists(MethodCall prepare | isMockitoCall(prepare, "when") |
      this = prepare.getAnArgument() or this.getQualifier() = prepare
    )
    or
    exists(MethodCall prepare |
      prepare.getMethod().hasName("when") and
      prepare.getMethod().getDeclaringType().getPackage().getName().matches("org.mockito%") and
      this.getQualifier() = prepare
    )
  }
}

/**
 * Holds if `call` calls the static method `name` of `org.mockito.Mockito`. Where Mockito itself is not on the class
 * path, an import of it shows.
 */
private predicate isMockitoCall(MethodCall call, string name) {
  call.getMethod().hasName(name) and call.getMethod().isMemberOf("org.mockito", "Mockito")
  or
  unresolved_calls(call, name, _) and
  name = ["verify", "when"] and
  (
    call.getQualifier().(TypeAccess).getType().(RefType).hasQualifiedName("org.mockito", "Mockito")
    or
    not call.hasQualifier() and
    exists(Import i |
      i.getFile() = call.getFile() and
      i.isStatic() and
      i.getImportedType().hasQualifiedName("org.mockito", "Mockito")
    )
  )
}
