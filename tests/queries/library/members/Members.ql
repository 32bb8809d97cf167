import java

private predicate here(Element e) { e.getFile().getBaseName() = "Members.java" }

query predicate callables(Callable c, string text, string signature, string descriptor) {
  here(c) and
  not c.isCompilerGenerated() and
  text = c.getReturnType().getName() + " " + c.getStringSignature() and
  signature = c.getSignature() and
  descriptor = c.getMethodDescriptor()
}

query predicate modifiers(Modifiable m, string modifiers) {
  here(m) and
  m instanceof Member and
  not m.isCompilerGenerated() and
  modifiers = concat(m.getAModifier().getName(), " ")
}

query predicate fields(Field f, string type, string declaration, string initializer) {
  here(f) and
  type = f.getType().getName() and
  declaration = f.getDeclaration().toString() and
  if exists(f.getInitializer())
  then initializer = f.getInitializer().toString()
  else initializer = "none"
}

query predicate initializerCallable(Field f, Callable c) {
  here(f) and
  c = f.getInitializer().getEnclosingCallable()
}

query predicate assigned(Field f, Expr value) { here(f) and value = f.getAnAssignedValue() }

query predicate overridings(Method m, string overridden) {
  here(m) and
  exists(Method o | m.overrides(o) |
    overridden = o.getDeclaringType().getName() + "." + o.getStringSignature()
  )
}

query predicate overridesOrInstantiates(Method m, Method o) {
  here(m) and
  here(o) and
  m.overridesOrInstantiates(o)
}

query predicate implementations(Method m, Method implementation) {
  here(m) and
  implementation = m.getAPossibleImplementation() and
  m != implementation
}

query predicate getters(GetterMethod m, Field f) { f = m.getField() }

query predicate setters(SetterMethod m, Field f) { f = m.getField() }

query predicate constructorCalls(Constructor c, Constructor target, string how) {
  here(c) and
  (
    c.callsThis(target) and how = "this"
    or
    c.callsSuperConstructor(target) and how = "super"
  ) and
  c.callsConstructor(target) and
  here(target)
}

query predicate calls(Callable c, Callable target) { here(c) and here(target) and c.calls(target) }

query predicate polyCalls(Callable c, Callable target) {
  here(c) and
  here(target) and
  c.polyCalls(target)
}

query predicate parameters(Parameter p, int position, string type, string varargs) {
  here(p) and
  position = p.getPosition() and
  type = p.getType().getName() and
  if p.isVarargs() then varargs = "varargs" else varargs = ""
}

query predicate arity(Callable c, int n) {
  here(c) and
  not c.isCompilerGenerated() and
  n = c.getNumberOfParameters() and
  (n = 0 implies c.hasNoParameters())
}

query predicate thrown(Callable c, RefType t) {
  here(c) and
  t = c.getAThrownExceptionType() and
  t = c.getAnException().getType()
}

query predicate accesses(Callable c, Field f, string how) {
  here(c) and
  here(f) and
  (
    c.reads(f) and how = "reads"
    or
    c.writes(f) and how = "writes"
  )
}

query predicate qualified(Member m) {
  m.hasQualifiedName("people", "Members", "age") or
  m.hasQualifiedName("people", "Child", "getName")
}

query predicate docs(Documentable m, string text) { here(m) and text = m.getDoc().getText() }

query predicate virtual(Method m) { here(m) and not m.isCompilerGenerated() and m.isVirtual() }
