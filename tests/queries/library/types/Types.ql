import java

private predicate here(Element e) { e.getFile().getBaseName() = "Types.java" }

query predicate kinds(ClassOrInterface t, string kind) {
  here(t) and
  (
    t instanceof Interface and kind = "Interface"
    or
    t instanceof Class and kind = "Class"
    or
    t instanceof EnumType and kind = "EnumType"
    or
    t instanceof Record and kind = "Record"
    or
    t instanceof AnnotationType and kind = "AnnotationType"
    or
    t instanceof GenericType and kind = "GenericType"
    or
    t instanceof InnerClass and kind = "InnerClass"
    or
    t instanceof LocalClass and kind = "LocalClass"
    or
    t instanceof AnonymousClass and kind = "AnonymousClass"
    or
    t instanceof MemberType and kind = "MemberType"
    or
    t instanceof TopLevelType and kind = "TopLevelType"
  )
}

query predicate names(RefType t, string qualified, string descriptor) {
  here(t) and
  qualified = t.getQualifiedName() and
  descriptor = t.getTypeDescriptor() and
  t.hasQualifiedName("shapes", t.nestedName())
}

query predicate supertypes(RefType t, string supertypes) {
  here(t) and
  supertypes = concat(RefType s | t.hasSupertype(s) and s = t.getASupertype() | s.getName(), ", ")
}

query predicate ancestors(RefType t, string ancestors) {
  t.hasQualifiedName("shapes", "Circle") and
  ancestors = concat(RefType s | s = t.getAnAncestor() | s.getName(), ", ")
}

query predicate sourceSupertypes(RefType t, string ancestors) {
  t.hasQualifiedName("shapes", "Circle") and
  ancestors = concat(RefType s | s = t.getASourceSupertype+() | s.getName(), ", ")
}

query predicate inherited(RefType t, Member m) {
  here(t) and
  t.inherits(m) and
  m.getFile().getBaseName() = "Types.java"
}

query predicate declared(RefType t, string members) {
  here(t) and
  members = concat(Member m | m = t.getAMember() | m.getName(), ", ")
}

query predicate fieldTypes(Field f, string type, string kind) {
  f.getDeclaringType().hasQualifiedName("shapes", "Circle") and
  type = f.getType().getName() and
  (
    kind =
      "array of " + f.getType().(Array).getElementType().getName() + ", " +
        f.getType().(Array).getDimension().toString() + " dimensions"
    or
    kind =
      "parameterised: " + f.getType().(ParameterizedType).getGenericType().getName() + " of " +
        concat(int i, RefType a | a = f.getType().(ParameterizedType).getTypeArgument(i) |
          a.getName(), " and " order by i
        )
    or
    f.getType() instanceof PrimitiveType and
    kind = "primitive, boxed " + f.getType().(PrimitiveType).getBoxedType().getName()
  )
}

query predicate generics(TypeVariable v, string owner, string bound, string erasure, string given) {
  v.getGenericType().hasQualifiedName("shapes", "Base") and
  owner = v.getGenericType().getName() and
  bound = v.getFirstTypeBound().getType().getName() and
  erasure = v.getErasure().getName() and
  given = v.getASuppliedType().getName()
}

query predicate wildcards(Wildcard w, string bound) {
  exists(Field f |
    f.hasName("sizes") and w = f.getType().(ParameterizedType).getATypeArgument()
  ) and
  bound = w.getUpperBound().getType().getName() and
  not w.isUnconstrained() and
  not w.hasLowerBound()
}

query predicate immutables(string name) {
  exists(ImmutableType t | name = t.getName() and name = ["int", "String", "Integer", "Object"])
}

query predicate classifications(string name, string kind) {
  exists(Type t |
    name = t.getName() and name = ["int", "boolean", "char", "double", "Integer", "void"]
  |
    t instanceof IntegralType and kind = "IntegralType"
    or
    t instanceof NumericType and kind = "NumericType"
    or
    t instanceof BooleanType and kind = "BooleanType"
    or
    t instanceof CharacterType and kind = "CharacterType"
    or
    t instanceof FloatingPointType and kind = "FloatingPointType"
    or
    t instanceof VoidType and kind = "VoidType"
    or
    t instanceof PrimitiveType and kind = "PrimitiveType"
    or
    t instanceof BoxedType and kind = "BoxedType"
  )
}

query predicate constants(EnumType t, EnumConstant c) { c = t.getAnEnumConstant() and here(t) }

query predicate imports(Import i, string kind) {
  i instanceof ImportType and kind = "type"
  or
  i.(ImportStaticTypeMember).getTypeHoldingImport().hasName("Math") and kind = "static member"
}

query predicate units(CompilationUnit u, string package, string types) {
  package = u.getPackage().getName() and
  types = concat(TopLevelType t | t.getFile() = u | t.getName(), ", ")
}

query predicate implied(Modifiable m, string modifiers) {
  here(m) and
  modifiers = strictconcat(m.getAModifier().getName(), " ") and
  (
    m = any(RefType t | t.hasName(["Shape", "Color", "Point", "Marker", "Nested", "Inner"])) or
    m.(Member).getDeclaringType().hasName(["Shape", "Color", "Point", "Marker"])
  )
}
