import java

query predicate annotations(Annotation a, string type, Element on) {
  type = a.getType().getQualifiedName() and
  on = a.getAnnotatedElement()
}

query predicate has(Annotatable e, string name) {
  e.hasAnnotation("notes", name) or
  e.hasAnnotation("java.lang", name)
}

query predicate values(Annotation a, string name, string value) {
  value = a.getStringValue(name) or
  value = a.getBooleanValue(name).toString() or
  value = a.getTypeValue(name).getName() or
  value = a.getEnumConstantValue(name).getName()
}

query predicate lists(Annotation a, string name, string value) {
  value = a.getAStringArrayValue(name) or
  value = a.getAnIntArrayValue(name).toString() or
  value = a.getAnEnumConstantArrayValue(name).getName() or
  value = a.getATypeArrayValue(name).getName()
}

query predicate elements(AnnotationType t, AnnotationElement e, string type, string retention) {
  t.hasName("Mark") and
  e = t.getAnAnnotationElement() and
  type = e.getType().getName() and
  retention = t.getRetentionPolicy()
}

query predicate suppressed(Annotatable e, string category) {
  e.suppressesWarningsAbout(category) and
  (e instanceof Callable or e instanceof LocalVariableDecl)
}

query predicate comments(Javadoc c, string kind) {
  c.isEolComment() and kind = "end of line"
  or
  c.isNormalComment() and kind = "block"
  or
  exists(c.getCommentedElement()) and kind = "documents " + c.getCommentedElement().getName()
}

query predicate texts(Javadoc c, string text) { text = c.getText() }

query predicate tags(JavadocTag t, string name, string text) {
  name = t.getTagName() and
  text = t.getText()
}

query predicate parameters(ParamTag t, string name, string description) {
  name = t.getParamName() and
  description = t.getDescription()
}

query predicate exceptions(ThrowsTag t, string name) { name = t.getExceptionName() }

query predicate authors(Documentable e, string author, string version) {
  author = e.getAuthor() and
  version = e.getDoc().getVersion()
}
