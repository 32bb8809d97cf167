import java

query predicate overridings(Method m, string overridden) {
  m.getFile().getBaseName() = "Overriding.java" and
  exists(Method o | m.overrides(o) |
    overridden = o.getDeclaringType().getName() + "." + o.getStringSignature()
  )
}

query predicate constants(Field f, string value) {
  f.getFile().getBaseName() = "Overriding.java" and
  value = f.getInitializer().(CompileTimeConstantExpr).getStringValue()
}
