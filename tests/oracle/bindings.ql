/**
 * @name What names are bound to
 * @description Every call, creation, method reference and variable access, in the columns of JavacView.java.
 * @kind table
 * @id java/oracle/bindings
 */

/*
 * Written over the relations themselves: what the library makes of them is not at stake here.
 */

/**
 * Holds if a class is declared nowhere, neither in the sources nor in a library. The database has the qualified name
 * that an import tells, and nothing else.
 */
predicate isNowhere(@classorinterface c) {
  classes_or_interfaces(c, _, _, c) and
  not hasLocation(c, _) and
  not methods(_, _, _, _, c, _) and
  not constrs(_, _, _, _, c, _) and
  not fields(_, _, _, c) and
  not extendsReftype(c, _) and
  not exists(@package p, string package |
    classes_or_interfaces(c, _, p, c) and packages(p, package) and package.matches("java%")
  )
}

/** Gets the name of a declared type with package and enclosing types, as compilers give it: none if it is anonymous. */
string qualifiedName(@classorinterface c) {
  isAnonymClass(c, _) and result = ""
  or
  isLocalClassOrInterface(c, _) and classes_or_interfaces(c, result, _, c)
  or
  // As the compiler calls what it cannot find.
  isNowhere(c) and not enclInReftype(c, _) and classes_or_interfaces(c, result, _, c)
  or
  not (isNowhere(c) and not enclInReftype(c, _)) and
  not isAnonymClass(c, _) and
  not isLocalClassOrInterface(c, _) and
  exists(string name, @package p, string package |
    classes_or_interfaces(c, name, p, c) and packages(p, package)
  |
    exists(string around | around = enclosingName(c) |
      if around = "" then result = name else result = around + "." + name
    )
    or
    not enclInReftype(c, _) and
    if package = "" then result = name else result = package + "." + name
  )
}

/** Gets the name of the type around a type. */
string enclosingName(@classorinterface c) {
  exists(@reftype outer | enclInReftype(c, outer) and result = qualifiedName(outer))
}

/** Gets the erasure of a type variable or wildcard: that of its first bound. */
@type bound(@boundedtype t) { typeBounds(_, result, 0, t) and not wildcards(t, _, 2) }

predicate isObject(@classorinterface c) {
  exists(@package p | packages(p, "java.lang") and classes_or_interfaces(c, "Object", p, c))
}

/** Gets the name of the erasure of a type. */
string erasedName(@type t) {
  primitives(t, "<nulltype>") and result = "<nulltype>"
  or
  primitives(t, result) and result != "<nulltype>"
  or
  error_type(t) and result = "<any>"
  or
  exists(@classorinterface declaration |
    classes_or_interfaces(t, _, _, declaration) and result = qualifiedName(declaration)
  )
  or
  exists(@type component | arrays(t, _, _, _, component) and result = erasedName(component) + "[]")
  or
  result = erasedName(bound(t))
  or
  t instanceof @boundedtype and not exists(bound(t)) and result = "java.lang.Object"
}

/** Gets the erased types of the parameters of a callable, with `;` between. */
string parameters(@callable c) {
  result = concat(@param p, int i, @type t | params(p, t, i, c, _) | erasedName(t), ";" order by i)
}

@reftype declaringType(@element member) {
  methods(member, _, _, _, result, _) or
  constrs(member, _, _, _, result, _) or
  fields(member, _, _, result)
}

string staticFlag(@element member) {
  exists(@modifier m | modifiers(m, "static") |
    if hasModifier(member, m) then result = "1" else result = "0"
  )
}

/** Gets what the receiver of a call is. */
string receiver(@methodaccess call) {
  exists(@expr qualifier, @type t | exprs(qualifier, _, t, call, -1) and result = erasedName(t))
  or
  not exprs(_, _, _, call, -1) and result = ""
}

/** Holds if `e` is part of an annotation, where compilers are not asked. */
predicate inAnnotation(@expr e) {
  e instanceof @annotation
  or
  exists(@expr parent | exprs(e, _, _, parent, _) and inAnnotation(parent))
}

/** Gets what `c` is to compilers: of the constructor of an anonymous class, the one that it calls of the named class. */
@callable named(@callable c) {
  callableBinding(_, c) and
  if exists(@reftype t | constrs(c, _, _, _, t, _) and isAnonymClass(t, _))
  then exists(@stmt s |
    stmts(s, _, _, _, c) and
    s instanceof @superconstructorinvocationstmt and
    callableBinding(s, result)
  )
  else result = c
}

/** Holds if the call, creation or reference `e` means `callee`. */
predicate calls(@expr e, string kind, string name, @callable callee, string receiver) {
  exists(@callable bound | callableBinding(e, bound) and callee = named(bound)) and
  (
    kind = "call" and methods(callee, name, _, _, _, _) and receiver = receiver(e)
    or
    kind = "new" and name = "<init>" and e instanceof @newexpr and receiver = ""
  )
  or
  kind = "methodref" and
  memberRefBinding(e, callee) and
  (
    if callee instanceof @constructor then name = "<init>" else methods(callee, name, _, _, _, _)
  ) and
  receiver = ""
}

/**
 * Holds if a method of an interface declares anew what `Object` declares, and the receiver of `call` is of another
 * interface below it. The member is that of the interface (JLS 9.2); the compiler names `Object`.
 */
predicate isOfObject(@methodaccess call, @method callee) {
  exists(@classorinterface declaring, string signature, @classorinterface object |
    methods(callee, _, signature, _, declaring, _) and
    isInterface(declaring) and
    isObject(object) and
    methods(_, _, signature, _, object, _) and
    exists(@expr qualifier, @type t |
      exprs(qualifier, _, t, call, -1) and erasedName(t) != qualifiedName(declaring)
    )
  )
}

predicate constructorCall(@stmt s, string kind, @callable callee) {
  callableBinding(s, callee) and
  not compiler_generated(s, _) and
  (
    s instanceof @constructorinvocationstmt and kind = "this"
    or
    s instanceof @superconstructorinvocationstmt and kind = "super"
  )
}

predicate rows(
  @locatable e, string kind, string owner, string name, string parameters, string isStatic,
  string receiver
) {
  exists(@callable callee |
    calls(e, kind, name, callee, receiver)
    or
    constructorCall(e, kind, callee) and name = kind and receiver = ""
  |
    (
      if isOfObject(e, callee)
      then owner = "java.lang.Object"
      else owner = qualifiedName(declaringType(callee))
    ) and
    parameters = parameters(callee) and
    isStatic = staticFlag(callee)
  )
  or
  exists(@field f |
    variableBinding(e, f) and
    kind = "field" and
    owner = qualifiedName(declaringType(f)) and
    fields(f, name, _, _) and
    parameters = "" and
    isStatic = staticFlag(f) and
    receiver = ""
  )
  or
  exists(@localscopevariable v | variableBinding(e, v) |
    (
      localvars(v, name, _, _) and kind = "local"
      or
      paramName(v, name) and kind = "parameter"
    ) and
    owner = "" and
    parameters = "" and
    isStatic = "0" and
    receiver = ""
  )
  or
  unresolved_calls(e, name, _) and
  kind = "unresolved" and
  owner = "" and
  parameters = "" and
  isStatic = "0" and
  (
    receiver = receiver(e)
    or
    not e instanceof @methodaccess and receiver = ""
  )
}

from
  @locatable e, @location l, @file f, string file, int line, int column, string kind, string owner,
  string name, string parameters, string isStatic, string receiver
where
  rows(e, kind, owner, name, parameters, isStatic, receiver) and
  not inAnnotation(e) and
  hasLocation(e, l) and
  locations_default(l, f, line, column, _, _) and
  files(f, file)
select file, line, column, kind, owner, name, parameters, isStatic, receiver
