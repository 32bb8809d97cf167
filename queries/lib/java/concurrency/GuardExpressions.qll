/**
 * What annotations and comments such as `@GuardedBy("lock")` say, and which locks their texts name.
 *
 * What flows in are the annotations that rows of `guardAnnotation` name, and comments beside declarations. What comes out
 * are declarations of guards, each with the element that it is about, what it says of that element, and a guard
 * expression: a lock, as seen from the element. Where an element is used through another object, `atUse` in
 * `locking-discipline/Guards.qll` puts that object in the place of `this`.
 *
 * A text is read as a path: `this`, `itself`, `#1`, a parameter, a field, `method()`, `C.class`, `C.this`, `C.field`, and from
 * there on fields and methods without parameters. What a name means is looked up as Java does it: parameters first, then
 * members of the class, of its supertypes, and of the classes around it.
 */

import java
import java.models.Models

/*-- Texts --*/

/** Holds if `a` is an annotation that names locks. */
private predicate isGuardAnnotation(Annotation a) { guardAnnotation(a.getType().getName()) }

/** Gets a string that is written for the element `element` of `a`, an annotation that names locks. */
private string writtenText(Annotation a, string element) {
  isGuardAnnotation(a) and
  element = ["value", "anyOf", "expression"] and
  result = a.getAnArrayValue(element).(CompileTimeConstantExpr).getStringValue()
}

/** Gets one of the locks that `text`, written in an annotation, names: `this, lock` names two. */
bindingset[text]
private string oneOf(string text) {
  result = text.regexpReplaceAll("\\s+and\\s+|&&?", ",").splitAt(",").trim()
}

/** Gets the text in which the annotation `a`, which names a guard, names it. */
string guardText(Annotation a) {
  exists(string written | written = writtenText(a, _) |
    result = oneOf(written) and result != ""
    or
    // Nothing is named, which is a mistake.
    written.trim() = "" and result = ""
  )
}

/**
 * Gets the text of a guard that the comment `c` names: `@GuardedBy("lock")`, `GuardedBy(lock)`, `guarded by lock`, with or
 * without quotes or Javadoc tags around the name.
 */
private string commentText(Javadoc c) {
  exists(string text, string found |
    text = textAtMember(c) and
    text.regexpMatch("(?is).*guarded\\W?by\\b.*") and
    not text.regexpMatch("(?is).*\\bnot\\s+guarded\\b.*") and
    found =
      text.regexpFind("(?i)guarded[ \\t]?by\\b[ \\t]*:?[ \\t]*(?:\\(|\\{@\\w+[ \\t]+)?[\"'`#]?[\\w$.#]+(?:\\(\\)[\\w$.]*)*",
            _, _) and
    result =
      found.regexpReplaceAll("(?i)^guarded[ \\t]?by[ \\t]*:?[ \\t]*(?:\\(|\\{@\\w+[ \\t]+)?[\"'`]?",
            "").regexpReplaceAll("^#(?!\\d)", "").regexpReplaceAll("\\.+$", "")
  )
}

/** Gets a comment on a field or method. */
pragma[nomagic]
private Javadoc getACommentAtMember() {
  exists(Member m | m = result.getAnchor() or m = result.getCommentedElement() |
    m instanceof Field or m instanceof Method
  )
}

/** Gets the text, its tags apart, of the comment `c` on a field or method, if it is about guarding. */
pragma[nomagic]
private string textAtMember(Javadoc c) {
  c = getACommentAtMember() and
  exists(JavadocText t | t.getParent() = c and t.getText().regexpMatch("(?is).*guarded.*")) and
  result = textOfComment(c)
}

/** Holds if the comment `c` spells out an annotation or an expression, rather than prose. */
private predicate spellsAnnotation(Javadoc c) {
  exists(commentText(c)) and textAtMember(c).regexpMatch("(?s).*@?GuardedBy\\s*\\(.*")
  or
  commentText(c).regexpMatch(".*(\\.this|\\.class|\\(\\))")
}

private newtype TGuardDeclaration =
  TByAnnotation(Annotation a, string text) { text = guardText(a) } or
  TByComment(Javadoc c, Element e, string text) {
    text = commentText(c) and
    isCommentOn(c, e) and
    (
      e instanceof Field
      or
      spellsAnnotation(c) and e instanceof Method
    ) and
    not exists(guardText(e.(Annotatable).getAnAnnotation()))
  }

/** Holds if `c` stands beside or before `e`, or documents it. */
private predicate isCommentOn(Javadoc c, Element e) {
  exists(commentText(c)) and
  (e = c.getAnchor() or e = c.getCommentedElement())
}

/** A place in the sources that names a lock for an element: an annotation, one for each lock it names, or a comment. */
class GuardDeclaration extends TGuardDeclaration {
  GuardDeclaration() {
    this = TByAnnotation(_, _)
    or
    // Prose that names nothing is no declaration.
    exists(Javadoc c, Element e, string text | this = TByComment(c, e, text) |
      spellsAnnotation(c) or exists(guardNamed(e, normalised(text)))
    )
  }

  /** Gets the annotation, if this is one. */
  Annotation getAnnotation() { this = TByAnnotation(result, _) }

  /** Gets the comment, if this is one. */
  Javadoc getComment() { this = TByComment(result, _, _) }

  /** Gets the element that this is about. */
  Element getElement() {
    result = this.getAnnotation().getAnnotatedElement() or
    this = TByComment(_, result, _)
  }

  /** Gets the text in which this names the lock. */
  string getText() { this = TByAnnotation(_, result) or this = TByComment(_, _, result) }

  /** Gets the lock that this names, if the text is understood. */
  GuardExpr getGuard() { result = guardNamed(this.getElement(), normalised(this.getText())) }

  /** Holds if this is one of several locks of which any one is enough: those in `anyOf` of Android's annotation. */
  predicate isOneOfSeveral() {
    exists(Annotation a |
      a = this.getAnnotation() and
      this.getText() = oneOf(writtenText(a, "anyOf")) and
      not this.getText() = oneOf(writtenText(a, "value"))
    )
  }

  /** Holds if this says that only changes need the lock: `writes @GuardedBy("lock")`, `guarded by lock for writes`. */
  predicate isAboutWritesOnly() {
    textOfComment(this.getComment()).regexpMatch("(?is).*\\b(writes?|writing|written|setting|modif\\w+|updat\\w+|mutations?|changes?)\\b.{0,30}guarded\\W?by\\b.*|.*guarded\\W?by\\b.{0,25}\\b(for|on) (all )?(writ|modif|updat)\\w*\\b.*")
  }

  /**
   * Gets what this says of its element:
   *
   * - `guarded`: uses of the variable, or of its value, hold the lock
   * - `callers`: callers of the method hold the lock
   * - `result`: uses of what the method returns hold the lock
   * - `acquires`, `releases`: the method takes the lock for its caller, or gives it back
   * - `acquires if`: the method takes the lock for its caller, if it returns what the annotation says
   */
  string getMeaning() {
    this.getElement() instanceof Variable and result = "guarded"
    or
    this.getElement() instanceof Callable and
    (
      result = rowMeaning(this.getAnnotation())
      or
      not exists(rowMeaning(this.getAnnotation())) and
      if this.getGuard().getRoot().isItself() then result = "result" else result = "callers"
    )
  }

  /**
   * Holds if this is about a value, by whatever name it is used, and not about the variable that holds it: an annotation
   * of types, or a guard that begins with the value. The value may be copied without the lock.
   */
  predicate isAboutValue() {
    exists(this.getGuard()) and
    (this.isAboutType() or this.getGuard().getRoot().isItself()) and
    not this.getMeaning() = ["callers", "acquires", "acquires if", "releases"]
  }

  /** Holds if the annotation is one of types: before the type of an array it is about the elements. */
  predicate isAboutType() { rowMeaning(this.getAnnotation()) = "result" }

  /** Gets the location of the annotation or comment. */
  Location getLocation() {
    result = this.getAnnotation().getLocation() or
    result = this.getComment().getLocation()
  }

  /** Gets a text that describes this. */
  string toString() {
    result = "@" + this.getAnnotation().getType().getName() + "(\"" + this.getText() + "\")"
    or
    this = TByComment(_, _, _) and result = "guarded by " + this.getText()
  }

  /** Gets the words with which the text fails to name a lock, if it is not understood. */
  string getProblem() {
    not exists(this.getGuard()) and
    exists(Element e, string text | e = this.getElement() and text = normalised(this.getText()) |
      not isPath(text) and
      result =
        "it is no expression that names a lock: a field, a method without parameters, a class or a parameter"
      or
      isPath(text) and
      not exists(int i | isUnderstood(e, text, i)) and
      result = "there is no " + kindOf(segment(text, 1)) + " '" + segment(text, 1) + "' here"
      or
      isPath(text) and
      exists(int i | i = lastUnderstood(e, text) |
        result = problemAfter(e, text, i)
        or
        not exists(problemAfter(e, text, i)) and result = "'" + text + "' is no lock"
      )
    )
  }
}

/** Gets what a row of `guardMeaning` says of the annotation `a` on a method. */
private string rowMeaning(Annotation a) { isGuardAnnotation(a) and result = guardMeaningOf(a) }

/** Gets what a row of `guardMeaning` says of the annotation `a`; its package may be one that is imported and not there. */
string guardMeaningOf(Annotation a) {
  exists(AnnotationType t, string package | t = a.getType() |
    guardMeaning(package, t.getName(), result) and
    (
      t.getPackage().hasName(package)
      or
      t.getPackage().hasName("") and
      not t.fromSource() and
      exists(ImportOnDemandFromPackage i |
        i.getFile() = a.getFile() and i.getPackageHoldingImport().hasName(package)
      )
    )
  )
}

/*-- Paths --*/

/** Gets `text` in the form that is looked up: without blanks, `<self>` and, where no field has that name, `self` as `itself`. */
bindingset[text]
private string normalised(string text) {
  exists(string plain | plain = text.trim().regexpReplaceAll("\\s*([.()])\\s*", "$1") |
    if
      plain = ["<self>", "<itself>"]
      or
      plain = "self" and not exists(Field f | f.fromSource() and f.hasName("self"))
    then result = "itself"
    else result = plain
  )
}

/** Holds if `e` carries a guard named `text`. */
private predicate isNamed(Element e, string text) {
  exists(string written | text = normalised(written) |
    written = guardText(any(Annotation a | a.getAnnotatedElement() = e)) or
    exists(TByComment(_, e, written))
  )
}

/** Holds if `text` is made of names, `name()`, and parameters `#1`, with points between them. */
private predicate isPath(string text) {
  isNamed(_, text) and
  text.regexpMatch("(?:#\\d+|[A-Za-z_$][\\w$]*(?:\\(\\))?)(?:\\.[A-Za-z_$][\\w$]*(?:\\(\\))?)*")
}

/** Gets the part of `text` at place `i`, from 1. */
private string segment(string text, int i) { isPath(text) and result = text.splitAt(".", i - 1) }

/** Gets the number of parts of `text`. */
private int length(string text) { result = max(int i | exists(segment(text, i))) }

/** Gets the name of the method that `part`, which ends in `()`, calls. */
bindingset[part]
private string calledName(string part) {
  part.matches("%()") and
  result = part.prefix(part.length() - 2)
}

/** Gets a word for what `part` could name. */
bindingset[part]
private string kindOf(string part) {
  if part.matches("#%")
  then result = "parameter"
  else if part.matches("%()")
  then result = "method without parameters"
  else result = "field, parameter or class"
}

/** Gets what the use `e` of a type, with a guard on itself or on a type in it, is part of. */
private ExprParent placeOfType(Expr e) {
  isNamed(e, _) and result = e.getParent()
  or
  exists(Expr outer |
    outer = placeOfType(e) and
    (
      outer instanceof TypeAccess or
      outer instanceof ArrayTypeAccess or
      outer instanceof WildcardTypeAccess
    ) and
    result = outer.getParent()
  )
}

/** Gets the class in which names of the guard of `e` are looked up. */
private RefType scopeOf(Element e) {
  isNamed(e, _) and
  (
    result = e.(Member).getDeclaringType().getSourceDeclaration()
    or
    result = callableOf(e).getDeclaringType().getSourceDeclaration()
    or
    exists(Field f |
      f = placeOfType(e).(FieldDeclaration).getAField() and
      result = f.getDeclaringType().getSourceDeclaration()
    )
  )
}

/** Gets the method whose parameters and local variables the guard of `e` may name. */
private Callable callableOf(Element e) {
  isNamed(e, _) and
  (
    result = e
    or
    result = e.(LocalScopeVariable).getCallable()
    or
    exists(ExprParent place | place = placeOfType(e) |
      result = place or
      result = place.(Parameter).getCallable() or
      result = place.(Expr).getEnclosingCallable() or
      result = place.(Stmt).getEnclosingCallable()
    )
  )
}

/** Gets the class that is `distance` classes around that of `e`. */
private RefType aroundAt(Element e, int distance) {
  result = scopeOf(e) and distance = 0
  or
  result = aroundAt(e, distance - 1).getEnclosingType()
}

/** Gets the field `name` that objects of the class `t` have. */
bindingset[t, name]
pragma[inline_late]
Field fieldIn(RefType t, string name) {
  result.hasName(name) and
  result.getDeclaringType() = t.getASourceSupertype*()
}

/** Gets the method `name`, without parameters, that objects of the class `t` have, as it is declared nearest to `t`. */
bindingset[t, name]
pragma[inline_late]
private Method methodIn(RefType t, string name) {
  result.hasName(name) and
  result.hasNoParameters() and
  result.getDeclaringType() = t.getASourceSupertype*() and
  not exists(Method nearer |
    overridesDirectly(nearer, result) and nearer.getDeclaringType() = t.getASourceSupertype*()
  )
}

/** Gets the field `name` of the classes around `e` that the innermost one of them that has one means; `t` is that class. */
private Field fieldAround(Element e, string name, RefType t) {
  exists(string text, int distance |
    isNamed(e, text) and
    name = segment(text, 1) and
    not name = ["itself", "this"] and
    distance = min(int d | exists(fieldIn(aroundAt(e, d), name))) and
    t = aroundAt(e, distance) and
    result = fieldIn(t, name)
  )
}

/** Gets the method `name()`, likewise. */
private Method methodAround(Element e, string name, RefType t) {
  exists(string text, int distance |
    isNamed(e, text) and
    name = calledName(segment(text, 1)) and
    distance = min(int d | exists(methodIn(aroundAt(e, d), name))) and
    t = aroundAt(e, distance) and
    result = methodIn(t, name)
  )
}

/** Holds if the first `i` parts of `text`, named for `e`, denote the class `t`. */
private predicate typeUpTo(Element e, string text, int i, RefType t) {
  isNamed(e, text) and
  i = 1 and
  exists(string name, int priority |
    name = segment(text, 1) and
    candidate(e, name, t, priority) and
    priority = min(int p | candidate(e, name, _, p))
  )
  or
  exists(RefType outer |
    typeUpTo(e, text, i - 1, outer) and
    t.hasName(segment(text, i)) and
    t.isSourceDeclaration() and
    t.getEnclosingType() = outer.getASourceSupertype*()
  )
  or
  isNamed(e, text) and
  i > 1 and
  exists(string prefix |
    prefix = qualifier(text, i - 1) and
    t.hasQualifiedName(prefix, segment(text, i)) and
    t.isSourceDeclaration()
  )
}

/** Gets the first `i` parts of `text`. */
private string qualifier(string text, int i) {
  i = 1 and result = segment(text, 1)
  or
  result = qualifier(text, i - 1) + "." + segment(text, i)
}

/** Holds if the simple name `name`, written for `e`, may mean the class `t`; the least `priority` counts. */
private predicate candidate(Element e, string name, RefType t, int priority) {
  exists(string text | isNamed(e, text) and name = segment(text, 1)) and
  t.hasName(name) and
  t.isSourceDeclaration() and
  t instanceof ClassOrInterface and
  (
    exists(int d | t = aroundAt(e, d) and priority = 2 * d)
    or
    exists(int d |
      t.getEnclosingType() = aroundAt(e, d).getASourceSupertype*() and priority = 2 * d + 1
    )
    or
    exists(ImportType i | i.getFile() = e.getFile() and i.getImportedType() = t and priority = 100)
    or
    not t instanceof NestedType and t.getPackage() = scopeOf(e).getPackage() and priority = 101
    or
    exists(Import i |
      i.getFile() = e.getFile() and
      (
        i.(ImportOnDemandFromPackage).getPackageHoldingImport() = t.getPackage() and
        not t instanceof NestedType
        or
        i.(ImportOnDemandFromType).getTypeHoldingImport() = t.getEnclosingType()
      ) and
      priority = 102
    )
    or
    not t instanceof NestedType and t.getPackage().hasName("java.lang") and priority = 103
    or
    // A class of an instance around, named where it is not nested: a superclass of one of those around.
    exists(int d | t = aroundAt(e, d).getASourceSupertype+() and priority = 104 + d)
  )
}

/*-- Guard expressions --*/

/** A lock, as an annotation or comment on an element names it. */
newtype TGuardExpr =
  /** The object of the class `t` that contains the element, or one around it: `this`, `C.this`. */
  TGuardThis(RefType t) { thisUpTo(_, _, _, t) or t = [fieldOwner(), methodOwner()] } or
  /** The value of the element itself. */
  TGuardItself() or
  /** What a parameter or a local variable holds. */
  TGuardVariable(LocalScopeVariable v) { variableUpTo(_, _, v) } or
  /** The object of a class, `C.class`. */
  TGuardClass(RefType t) {
    exists(Element e, string text, int i |
      typeUpTo(e, text, i, t) and segment(text, i + 1) = "class"
    )
  } or
  /** A static field. */
  TGuardStaticField(Field f) {
    f.isStatic() and
    (f = fieldAround(_, _, _) or f = fieldOfNamedType(_, _, _))
  } or
  /** What a static method without parameters returns. */
  TGuardStaticMethod(Method m) {
    m.isStatic() and
    (m = methodAround(_, _, _) or m = methodOfNamedType(_, _, _))
  } or
  /** What the field `f` of `base` holds. */
  TGuardField(TGuardExpr base, Field f) {
    isFirstField(base, f)
    or
    exists(Element e, string text, int i |
      guardUpTo(e, text, i, base) and
      f = fieldIn(typeOf(base, e), segment(text, i + 1)) and
      not f.isStatic()
    )
  } or
  /** What the method `m` of `base` returns. */
  TGuardMethod(TGuardExpr base, Method m) {
    isFirstMethod(base, m)
    or
    exists(Element e, string text, int i |
      guardUpTo(e, text, i, base) and
      m = methodIn(typeOf(base, e), calledName(segment(text, i + 1))) and
      not m.isStatic() and
      not givesView(m)
    )
  } or
  /** A half of the lock `base`, or the whole of it. */
  TGuardView(TGuardExpr base, string mode) {
    exists(Element e, string text, int i |
      guardUpTo(e, text, i, base) and isView(base, e, calledName(segment(text, i + 1)), mode)
    )
  }

/** Holds if the method `name` of the lock `base`, named for `e`, gives a view of it in the mode `mode`. */
bindingset[name]
private predicate isView(TGuardExpr base, Element e, string name, string mode) {
  exists(string package, string type, RefType t |
    guardUpTo(e, _, _, base) and
    t = typeOf(base, e) and
    lockView(package, type, name, mode) and
    t.getASourceSupertype*().hasQualifiedName(package, type)
  )
}

/** Holds if `m` gives a view of the lock that is its receiver. */
private predicate givesView(Method m) {
  exists(string package, string type |
    lockView(package, type, m.getName(), _) and m.isMemberOf(package, type)
  )
}

/** Holds if the first `i` parts of `text` mean `this` or `C.this`: the object of the class `t`. */
private predicate thisUpTo(Element e, string text, int i, RefType t) {
  isNamed(e, text) and i = 1 and segment(text, 1) = "this" and t = scopeOf(e)
  or
  exists(RefType named |
    typeUpTo(e, text, i - 1, named) and
    segment(text, i) = "this" and
    t = enclosingInstance(e, named)
  )
}

/** Gets the class around `e`, the innermost one, whose objects are of the class `named`. */
private RefType enclosingInstance(Element e, RefType named) {
  typeUpTo(e, _, _, named) and
  exists(int distance |
    distance = min(int d | aroundAt(e, d).getASourceSupertype*() = named) and
    result = aroundAt(e, distance) and
    // A static class has no object around it.
    not exists(RefType between, int d |
      between = aroundAt(e, d) and
      d < distance and
      between.isStatic() and
      between instanceof NestedType
    )
  )
}

/** Holds if `text`, named for `e`, begins with `v`: a parameter, by its name or place, or a local variable. */
private predicate variableUpTo(Element e, string text, LocalScopeVariable v) {
  isNamed(e, text) and
  v.getCallable() = callableOf(e) and
  v != e and
  (
    segment(text, 1) = v.getName() and not e instanceof Callable
    or
    segment(text, 1) = v.(Parameter).getName()
    or
    segment(text, 1) = "#" + (v.(Parameter).getPosition() + 1)
  )
}

/** Gets the field at place `i` of `text`, after the name of a class. */
private Field fieldOfNamedType(Element e, string text, int i) {
  exists(RefType t | typeUpTo(e, text, i - 1, t) and result = fieldIn(t, segment(text, i)))
}

/** Gets the method at place `i` of `text`, after the name of a class. */
private Method methodOfNamedType(Element e, string text, int i) {
  exists(RefType t |
    typeUpTo(e, text, i - 1, t) and result = methodIn(t, calledName(segment(text, i)))
  )
}

/** Gets a class around an element whose field the element's guard begins with. */
private RefType fieldOwner() { isOwnersField(_, _, _, result, _) }

private RefType methodOwner() { isOwnersMethod(_, _, _, result, _) }

/** Holds if the first `i` parts of `text` mean the instance field `f` of the object of the class `t` around `e`. */
private predicate isOwnersField(Element e, string text, int i, RefType t, Field f) {
  not f.isStatic() and
  (
    isNamed(e, text) and i = 1 and f = fieldAround(e, segment(text, 1), t)
    or
    f = fieldOfNamedType(e, text, i) and
    exists(RefType named | typeUpTo(e, text, i - 1, named) and t = enclosingInstance(e, named))
  )
}

/** Holds if the first `i` parts of `text` mean the instance method `m` of the object of the class `t` around `e`. */
private predicate isOwnersMethod(Element e, string text, int i, RefType t, Method m) {
  not m.isStatic() and
  (
    isNamed(e, text) and i = 1 and m = methodAround(e, calledName(segment(text, 1)), t)
    or
    m = methodOfNamedType(e, text, i) and
    exists(RefType named | typeUpTo(e, text, i - 1, named) and t = enclosingInstance(e, named))
  )
}

private predicate isFirstField(TGuardExpr base, Field f) {
  exists(RefType t | isOwnersField(_, _, _, t, f) and base = TGuardThis(t))
}

private predicate isFirstMethod(TGuardExpr base, Method m) {
  exists(RefType t | isOwnersMethod(_, _, _, t, m) and base = TGuardThis(t))
}

/** Holds if the first `i` parts of `text`, named for `e`, denote `g`. */
private predicate guardUpTo(Element e, string text, int i, TGuardExpr g) {
  exists(RefType t | thisUpTo(e, text, i, t) and g = TGuardThis(t))
  or
  isNamed(e, text) and i = 1 and segment(text, 1) = "itself" and g = TGuardItself()
  or
  exists(LocalScopeVariable v | variableUpTo(e, text, v) and i = 1 and g = TGuardVariable(v))
  or
  exists(RefType t |
    typeUpTo(e, text, i - 1, t) and segment(text, i) = "class" and g = TGuardClass(t)
  )
  or
  exists(Field f |
    i = 1 and
    f = fieldAround(e, segment(text, 1), _) and
    isNamed(e, text) and
    not variableUpTo(e, text, _)
    or
    f = fieldOfNamedType(e, text, i)
  |
    g = TGuardStaticField(f)
  )
  or
  exists(Method m |
    i = 1 and m = methodAround(e, calledName(segment(text, 1)), _) and isNamed(e, text)
    or
    m = methodOfNamedType(e, text, i)
  |
    g = TGuardStaticMethod(m)
  )
  or
  exists(RefType t, Field f |
    isOwnersField(e, text, i, t, f) and
    g = TGuardField(TGuardThis(t), f) and
    not (i = 1 and variableUpTo(e, text, _))
  )
  or
  exists(RefType t, Method m |
    isOwnersMethod(e, text, i, t, m) and g = TGuardMethod(TGuardThis(t), m)
  )
  or
  exists(TGuardExpr base | guardUpTo(e, text, i - 1, base) |
    g = TGuardField(base, fieldIn(typeOf(base, e), segment(text, i)))
    or
    g = TGuardMethod(base, methodIn(typeOf(base, e), calledName(segment(text, i))))
    or
    exists(string mode |
      isView(base, e, calledName(segment(text, i)), mode) and g = TGuardView(base, mode)
    )
  )
}

/** Gets the type of `g`, as `e` names it. */
private RefType typeOf(TGuardExpr g, Element e) {
  guardUpTo(e, _, _, g) and
  (
    g = TGuardThis(result)
    or
    g = TGuardItself() and
    (
      result = e.(Variable).getType().getErasure() or
      result = e.(Method).getReturnType().getErasure() or
      result = e.(Expr).getType().getErasure()
    )
    or
    exists(LocalScopeVariable v | g = TGuardVariable(v) and result = v.getType().getErasure())
    or
    exists(Field f |
      (g = TGuardStaticField(f) or g = TGuardField(_, f)) and result = f.getType().getErasure()
    )
    or
    exists(Method m |
      (g = TGuardStaticMethod(m) or g = TGuardMethod(_, m)) and
      result = m.getReturnType().getErasure()
    )
  )
}

/** Holds if something is known of the first `i` parts of `text`. */
private predicate isUnderstood(Element e, string text, int i) {
  guardUpTo(e, text, i, _) or
  typeUpTo(e, text, i, _)
}

/** Gets the last place of `text`, which names a guard of `e`, up to which it is understood. */
pragma[nomagic]
private int lastUnderstood(Element e, string text) {
  result = max(int i | isUnderstood(e, text, i))
}

/** Gets the part of `text`, which names a guard of `e`, behind the place `i`, up to which it is understood. */
pragma[nomagic]
private string partBehind(Element e, string text, int i) {
  i = lastUnderstood(e, text) and
  result = segment(text, i + 1)
}

/** Gets the words for what is wrong with the part of `text` behind place `i`, up to which it is understood. */
private string problemAfter(Element e, string text, int i) {
  exists(string part | part = partBehind(e, text, i) |
    exists(TGuardExpr g, RefType t | guardUpTo(e, text, i, g) and t = typeOf(g, e) |
      result = "'" + t.getName() + "' has no " + memberKind(part) + " '" + part + "'" and
      exists(t.getAMember())
      or
      result =
        "'" + qualifier(text, i) + "' is of the type '" + t.getName() +
          "', of which nothing is known, so '" + part + "' is not found" and
      not exists(t.getAMember())
    )
    or
    not exists(TGuardExpr g | guardUpTo(e, text, i, g) and exists(typeOf(g, e))) and
    exists(RefType t | typeUpTo(e, text, i, t) |
      if part = "this"
      then
        result =
          "'" + scopeOf(e).getName() + "' is not within a class '" + t.getName() +
            "', so there is no such object"
      else if exists(fieldIn(t, part)) or exists(methodIn(t, calledName(part)))
      then
        result =
          "'" + part + "' is not static, and '" + scopeOf(e).getName() +
            "' is not within an object of '" + t.getName() + "'"
      else result = "'" + t.getName() + "' has no " + memberKind(part) + " '" + part + "'"
    )
    or
    not exists(TGuardExpr g | guardUpTo(e, text, i, g) and exists(typeOf(g, e))) and
    not typeUpTo(e, text, i, _) and
    result =
      "'" + qualifier(text, i) + "' is of a type that is not known, so '" + part + "' is not found"
  )
  or
  not exists(segment(text, i + 1)) and
  typeUpTo(e, text, i, _) and
  not guardUpTo(e, text, i, _) and
  result = "'" + text + "' is a class; its object would be '" + text + ".class'"
}

/** Gets a word for the member that `part` could name. */
bindingset[part]
private string memberKind(string part) {
  if part.matches("%()")
  then result = "method without parameters"
  else result = "field"
}

/** Gets the lock that `text` names for `e`. */
private GuardExpr guardNamed(Element e, string text) { guardUpTo(e, text, length(text), result) }

/** A lock, as an annotation or comment on an element names it. */
class GuardExpr extends TGuardExpr {
  /** Gets the lock of which this is a view, if it is one; otherwise this. */
  GuardExpr getWhole() {
    this = TGuardView(result, _)
    or
    not this = TGuardView(_, _) and result = this
  }

  /** Gets the mode in which this is to be held, if it is a half of a lock: `shared` or `exclusive`. */
  string getMode() { this = TGuardView(_, result) and result != "any" }

  /** Gets what this is a member of: `a.b` of `a.b.c`. */
  GuardExpr getBase() {
    this = TGuardField(result, _) or
    this = TGuardMethod(result, _) or
    this = TGuardView(result, _)
  }

  /** Gets the beginning of this. */
  GuardExpr getRoot() {
    result = this.getBase().getRoot()
    or
    not exists(this.getBase()) and result = this
  }

  /** Gets the field that this ends with. */
  Field getField() { this = TGuardField(_, result) or this = TGuardStaticField(result) }

  /** Gets the method that this ends with. */
  Method getMethod() { this = TGuardMethod(_, result) or this = TGuardStaticMethod(result) }

  /** Gets the parameter that this is. */
  Parameter getParameter() { this = TGuardVariable(result) }

  /** Gets the parameter or local variable that this is. */
  LocalScopeVariable getScopeVariable() { this = TGuardVariable(result) }

  /** Gets the class of the object that this denotes: the object that contains the element, or one around it. */
  RefType getThisType() { this = TGuardThis(result) }

  /** Gets the class whose class object this is. */
  RefType getClassType() { this = TGuardClass(result) }

  /** Holds if this is the value of the element itself. */
  predicate isItself() { this = TGuardItself() }

  /** Holds if this means the same wherever it is used. */
  predicate isStatic() {
    exists(GuardExpr root | root = this.getRoot() |
      root = TGuardClass(_) or root = TGuardStaticField(_) or root = TGuardStaticMethod(_)
    )
  }

  /** Gets the Java text of this. */
  string toString() {
    exists(RefType t | this = TGuardThis(t) and result = t.getName() + ".this")
    or
    this = TGuardItself() and result = "itself"
    or
    exists(LocalScopeVariable v | this = TGuardVariable(v) and result = v.getName())
    or
    exists(RefType t | this = TGuardClass(t) and result = t.getName() + ".class")
    or
    exists(Field f |
      this = TGuardStaticField(f) and result = f.getDeclaringType().getName() + "." + f.getName()
    )
    or
    exists(Method m |
      this = TGuardStaticMethod(m) and
      result = m.getDeclaringType().getName() + "." + m.getName() + "()"
    )
    or
    exists(TGuardExpr base, Field f |
      this = TGuardField(base, f) and result = base.(GuardExpr).toString() + "." + f.getName()
    )
    or
    exists(TGuardExpr base, Method m |
      this = TGuardMethod(base, m) and
      result = base.(GuardExpr).toString() + "." + m.getName() + "()"
    )
    or
    exists(TGuardExpr base, string mode | this = TGuardView(base, mode) |
      mode = "shared" and result = base.(GuardExpr).toString() + ".readLock()"
      or
      mode = "exclusive" and result = base.(GuardExpr).toString() + ".writeLock()"
      or
      mode = "any" and result = base.(GuardExpr).toString()
    )
  }
}
