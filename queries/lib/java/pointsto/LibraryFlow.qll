/**
 * What library calls do with objects, from rows of `libraryFlow`: steps between nodes, as those of `java.pointsto.Values`.
 */

import java
import java.callgraph.Functions
import java.models.Models
import java.pointsto.Allocations
import java.pointsto.Values

/** Holds if a row about the callee of `call` passes objects from `source` to `target`. */
pragma[nomagic]
private predicate isAbout(Call call, string source, string target) {
  exists(string package, string type, string name |
    flowRow(call, package, type, name) and libraryFlow(package, type, name, source, target)
  )
}

/** Holds if `call` passes objects from `source` to `target`, as a row says, and rows do not stand for its own code. */
pragma[nomagic]
private predicate flows(Call call, string source, string target) {
  isAbout(call, source, target) and
  not (isContainerBody(call.getEnclosingCallable()) and isAboutElements([source, target]))
}

/** Holds if `path` is `prefix` and the slot `slot` of what lies there. */
private predicate endsWithSlot(string path, string prefix, Slot slot) {
  path = pathPrefix(_) and
  exists(int i, string name |
    path.charAt(i) = "." and prefix = path.prefix(i) and name = path.suffix(i + 1)
  |
    slot = contentSlot(name)
    or
    name = "ArrayElement" and slot = arrayElement()
  )
}

/** Gets the node of `path` at `call`, where it is named by a row. */
private Node pathNode(Call call, string path) {
  isNamed(call, path) and
  (
    path = "ReturnValue" and result = call
    or
    path = "Argument[this]" and
    (
      result = receiverNode(call)
      or
      call instanceof ClassInstanceExpr and result = call
      or
      call instanceof SuperConstructorInvocationStmt and
      result = thisNode(call.getEnclosingCallable())
    )
    or
    exists(int i | path = "Argument[" + i.toString() + "]" | passesArgument(call, i, result))
    or
    result = placeNode(call, path)
  )
}

/** Holds if a row about the callee of `call` names `path`, or a longer one. */
pragma[nomagic]
private predicate isNamed(Call call, string path) {
  exists(string whole |
    (flows(call, whole, _) or flows(call, _, whole)) and (path = pathPrefix(whole) or path = whole)
  )
}

/** Holds if the row from `source` to `target` about `call` takes one slot out of something, and returns it. */
private predicate returnsSlot(Call call, string prefix, Slot slot) {
  exists(string source | flows(call, source, "ReturnValue") and endsWithSlot(source, prefix, slot))
}

/** Holds if a library call copies what `source` holds to `target`, where a parameter of a callback lies. */
cached
predicate libraryAssigns(Node source, Node target) {
  exists(Call call, string a, string b | flows(call, a, b) |
    source = pathNode(call, a) and
    target = pathNode(call, b) and
    b != "ReturnValue" and
    not endsWithSlot(b, _, _)
  )
}

/** Holds if a library call returns at `target` what `source` holds, as far as it has the type `filter` or one below. */
cached
predicate libraryAssignsFiltered(Node source, Node target, RefType filter) {
  exists(MethodCall call, string a |
    flows(call, a, "ReturnValue") and
    not endsWithSlot(a, _, _) and
    source = pathNode(call, a) and
    target = call and
    not isDiscarded(call) and
    filter = call.getType().getErasure()
  )
}

/** Holds if a library call takes the slot `slot` out of what `base` holds, and puts it into `target`. */
cached
predicate libraryLoads(Node base, Slot slot, Node target) {
  exists(Call call, string path, string prefix |
    isNamed(call, path) and
    endsWithSlot(path, prefix, slot) and
    isSource(call, path) and
    base = pathNode(call, prefix) and
    target = placeNode(call, path)
  )
}

/** Holds if a row about `call` takes something out of `path`, or out of something in it. */
private predicate isSource(Call call, string path) {
  exists(string whole, string target |
    flows(call, whole, target) and
    path = pathPrefix(whole) and
    not (whole = path and target = "ReturnValue")
  )
}

/** Holds if a library call returns at `target` the slot `slot` of what `base` holds, as far as it has the type `filter`. */
cached
predicate libraryLoadsFiltered(Node base, Slot slot, Node target, RefType filter) {
  exists(MethodCall call, string prefix |
    returnsSlot(call, prefix, slot) and
    base = pathNode(call, prefix) and
    target = call and
    not isDiscarded(call) and
    filter = call.getType().getErasure()
  )
}

/** Holds if a library call puts what `source` holds into the slot `slot` of what `base` holds. */
cached
predicate libraryStores(Node base, Slot slot, Node source) {
  exists(Call call, string a, string b, string prefix |
    flows(call, a, b) and
    endsWithSlot(b, prefix, slot) and
    source = pathNode(call, a) and
    base = pathNode(call, prefix)
  )
  or
  // What the result contains from the first.
  exists(Call call, string path |
    exists(innerObject(call)) and
    path = "ReturnValue.Element" and
    not isContainerBody(call.getEnclosingCallable()) and
    base = call and
    slot = contentSlot("Element") and
    source = placeNode(call, path)
  )
}

/** Holds if the object `a` is made in `m` by a library call, and comes to `target`. */
cached
predicate libraryMakes(Callable m, Allocation a, Node target) {
  exists(MethodCall call |
    m = call.getEnclosingCallable() and
    a = libraryResult(call) and
    target = call and
    isWithoutBody(call) and
    (
      exists(string path | flows(call, _, path) and path.matches("ReturnValue.%"))
      or
      not isAbout(call, _, "ReturnValue") and not isFunctionCall(call)
    )
  )
  or
  exists(MethodCall call |
    m = call.getEnclosingCallable() and
    a = innerObject(call) and
    target = placeNode(call, "ReturnValue.Element")
  )
}

/** Holds if `call` calls a function, whose creation says what it returns. */
private predicate isFunctionCall(MethodCall call) {
  exists(Method m | m = call.getMethod().getSourceDeclaration() |
    m.isAbstract() and isFunctionType(m.getDeclaringType())
  )
}

/** Holds if `t` is a library's interface of functions. */
private predicate isFunctionType(Interface t) {
  t.getPackage().hasName("java.util.function") or
  t.hasQualifiedName("com.google.common.base", ["Function", "Supplier", "Predicate"]) or
  t.hasQualifiedName("java.util.concurrent", "Callable") or
  t.hasQualifiedName("java.security", ["PrivilegedAction", "PrivilegedExceptionAction"])
}

/** Holds if what `call` calls is a method of a library, a native one, or unknown. */
private predicate isWithoutBody(MethodCall call) {
  not exists(call.getMethod())
  or
  exists(Method m | m = call.getMethod().getSourceDeclaration() |
    not m.fromSource() or m.isNative()
  )
}

/** Holds if rows say what a library gives argument `i` of `call`, or what its receiver has been given, if `i` is -2, when it calls that. */
predicate isModelledCallback(Call call, int i) {
  exists(string path |
    flows(call, _, path) and path.matches("Argument[" + argumentName(call, i) + "].Parameter%")
  )
}

/** Gets the name that rows have for argument `i` of `call`, which is called back: `stored` for what its receiver has been given. */
private string argumentName(Call call, int i) {
  exists(callbackSite(call, i)) and
  if i = -2 then result = "stored" else result = i.toString()
}

/** Holds if argument `j` of what a library calls at `site` is what `source` holds. */
cached
predicate callbackArgument(Site site, int j, Node source) {
  exists(Call call, int i, string path |
    site = callbackSite(call, i) and
    flows(call, _, path) and
    path = "Argument[" + argumentName(call, i) + "].Parameter[" + j.toString() + "]" and
    j in [0 .. 2] and
    source = placeNode(call, path)
  )
}

/** Holds if `target` gets what a function returns that a library calls at `site`. */
cached
predicate callbackResult(Site site, Node target) {
  exists(Call call, int i, string path |
    site = callbackSite(call, i) and
    path = "Argument[" + i.toString() + "].ReturnValue" and
    target = placeNode(call, path)
  )
}
