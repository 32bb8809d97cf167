import java

private string named(Callable c) { result = c.getDeclaringType().getName() + "." + c.getName() }

query predicate targets(Call call, string target) {
  exists(Callable c | c = viableCallable(call) and c.fromSource() and target = named(c))
}

query predicate exact(Call call, string target) {
  exists(Callable c | c = exactCallable(call) and c.fromSource() and target = named(c)) and
  call.getEnclosingCallable().hasName(["exact", "own", "puppy"])
}

query predicate own(MethodCall call) { call.isOwnMethodCall() }

query predicate enclosing(MethodCall call, RefType t) { call.isEnclosingMethodCall(t) }

query predicate superCalls(SuperMethodCall call, Method m) { m = call.getMethod() }

query predicate receivers(MethodCall call, string type) {
  type = call.getReceiverType().getName() and
  call.getEnclosingCallable().hasName("dog")
}

query predicate functions(FunctionalExpr e, string kind, Method m, string target) {
  m = e.asMethod() and
  (
    e instanceof LambdaExpr and kind = "lambda" and target = e.(LambdaExpr).getExprBody().toString()
    or
    kind = "reference" and target = named(e.(MemberRefExpr).getReferencedCallable())
  )
}

query predicate arguments(Argument a, int position, string kind) {
  position = a.getPosition() and
  a.getCall().getCallee().hasName("lambdas") and
  (
    if a.isExplicitVarargsArray()
    then kind = "array of all"
    else if a.isVararg()
    then exists(int n | a.isNthVararg(n) and kind = "number " + n.toString() + " of many")
    else kind = "plain"
  )
}

query predicate possible(string m, string implementation) {
  exists(Method a, Method b |
    b = a.getAPossibleImplementation() and
    a.fromSource() and
    m = named(a) and
    implementation = named(b)
  ) and
  m.matches("%sound")
}

query predicate poly(string caller, string target) {
  exists(Callable a, Callable b |
    a.polyCalls(b) and
    not a.isCompilerGenerated() and
    b.fromSource() and
    not b.isCompilerGenerated() and
    caller = named(a) and
    target = named(b)
  )
}
