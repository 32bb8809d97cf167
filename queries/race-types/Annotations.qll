/**
 * The annotations of race types as they are written: in comments that begin with `#` (`/*# guarded_by this *` `/`), as Java
 * annotations, and in rows by signature. What comes out are clauses: an element, a keyword, and what follows it.
 *
 * `GuardedBy` and its kin are read by `java.concurrency.GuardExpressions`, with their locks; see `Locks.qll`.
 */

import java
import java.concurrency.GuardExpressions
import models.RaceTypeModels

/** Holds if the switch `name` is on. */
predicate isOn(string name) { raceTypeSwitch(name, "on") and not raceTypeSwitch(name, "off") }

/*-- Texts --*/

/** Gets the text of the comment `c` behind its `#`, if it is an annotation. */
private string annotationText(Javadoc c) {
  (c.isNormalComment() or c.isEolComment()) and
  result = c.getText().regexpCapture("(?s)\\s*(?:/\\*|//)#(.*?)(?:\\*/)?\\s*", 1).trim()
}

/** Gets what a Java annotation `a` says, written as in a comment. */
private string javaText(Annotation a) {
  exists(string keyword | raceAnnotationType(a.getType().getName(), keyword) |
    exists(string value | value = a.getAStringArrayValue("value") |
      keyword = "ghost" and result = "<ghost " + value + ">"
      or
      keyword = "of" and result = "<" + value + ">"
      or
      not keyword = ["ghost", "of", "thread_local", "thread_shared"] and
      result = keyword + " " + value
    )
    or
    (keyword = ["thread_local", "thread_shared"] or not exists(a.getAValue())) and result = keyword
  )
}

/** Gets the name of `t` with those of the classes around it. */
private string nestedName(RefType t) {
  t.fromSource() and
  if exists(t.getEnclosingType())
  then result = nestedName(t.getEnclosingType()) + "." + t.getName()
  else result = t.getName()
}

/** Gets the text by which a row names `c`: its name and the simple names of its parameters' types. */
private string signatureOf(Callable c) {
  raceAnnotation(_, _, _, _) and
  c.fromSource() and
  exists(string name |
    if c instanceof Constructor then name = c.getDeclaringType().getName() else name = c.getName()
  |
    result =
      name + "(" +
        concat(Parameter p, int i | p = c.getParameter(i) |
          p.getType().getErasure().getName(), "," order by i
        ) + ")"
  )
}

/** Holds if a row says `text` of `e`. */
private predicate rowText(Element e, string text, string package, string type, string member) {
  raceAnnotation(package, type, member, text) and
  exists(RefType t |
    t.isSourceDeclaration() and t.getPackage().hasName(package) and type = nestedName(t)
  |
    member = "" and e = t
    or
    e.(Field).getDeclaringType() = t and member = e.getName()
    or
    e.(Callable).getDeclaringType() = t and member = signatureOf(e)
  )
}

/** Holds if the row for `package.type` and `member` says `text` of something in the sources. */
predicate isUsedRow(string package, string type, string member, string text) {
  rowText(_, text, package, type, member)
}

/** Holds if the row for `package.type` and `member` names nothing of the sources that it is about. */
predicate isUnusedRow(string package, string type, string member, string text, RefType t) {
  raceAnnotation(package, type, member, text) and
  not rowText(_, text, package, type, member) and
  t.isSourceDeclaration() and
  t.getPackage().hasName(package) and
  type = nestedName(t)
}

private newtype TClause =
  TCommentClause(Javadoc c, string text) {
    text = annotationText(c).splitAt(";").trim() and
    text != ""
  } or
  TJavaClause(Annotation a, string text) { text = javaText(a) } or
  TRowClause(Element e, string text) { rowText(e, text, _, _, _) }

/** Gets the keyword for `text`, if it stands between `<` and `>`. */
bindingset[text]
private string bracketKeyword(string text) {
  text.matches("<%>") and
  if text.suffix(1).trim().regexpMatch("(?s)ghost\\s.*") then result = "ghost" else result = "of"
}

/** One annotation of race types: a keyword and what follows it, at a place. */
class Clause extends TClause {
  /** Gets the comment that this is in, if it is in one. */
  Javadoc getComment() { this = TCommentClause(result, _) }

  /** Gets the Java annotation that this is, if it is one. */
  Annotation getAnnotation() { this = TJavaClause(result, _) }

  /** Holds if this comes from a row. */
  predicate isRow() { this = TRowClause(_, _) }

  /** Gets what is written. */
  string getText() {
    this = TCommentClause(_, result) or
    this = TJavaClause(_, result) or
    this = TRowClause(_, result)
  }

  /**
   * Gets the keyword: `guarded_by`, `requires`, `holds`, `thread_local`, `thread_shared`, `no_warn`, `ghost` for
   * `<ghost T x>`, `of` for `<l>`.
   */
  string getKeyword() {
    result =
      this.getText()
          .regexpCapture("(?s)(guarded_by|requires|holds|thread_local|thread_shared|no_warn)(?:\\s.*)?",
            1) or
    result = bracketKeyword(this.getText())
  }

  /** Gets what follows the keyword, or stands between `<` and `>`. */
  string getArgument() {
    exists(string keyword | keyword = this.getKeyword() |
      if keyword = ["ghost", "of"]
      then result = this.getText().substring(1, this.getText().length() - 1).trim()
      else result = this.getText().suffix(keyword.length()).trim()
    )
  }

  /** Gets the part at place `i`, from 0, of what follows the keyword: parts have commas between them. */
  string getPart(int i) { result = this.getArgument().splitAt(",", i).trim() }

  /** Gets the element that this is about; of `of` in a comment, the use of a type that stands before it. */
  Element getElement() {
    if this.getKeyword() = "of" and exists(this.getComment())
    then result = typeBefore(this.getComment())
    else (
      result = elementBeside(this.getComment(), this.getKeyword()) or
      result = this.getAnnotation().getAnnotatedElement() or
      this = TRowClause(result, _)
    )
  }

  /** Gets the place of this; of a row, that of the element. */
  Location getLocation() {
    result = this.getComment().getLocation()
    or
    result = this.getAnnotation().getLocation()
    or
    exists(Element e | this = TRowClause(e, _) and result = e.getLocation())
  }

  /** Gets the text of this. */
  string toString() { result = this.getText() }

  /** Gets what is wrong with how this is written, or with where it stands. */
  string getFormProblem() {
    not exists(this.getKeyword()) and
    result =
      "it is none of guarded_by, requires, holds, thread_local, thread_shared, no_warn, <ghost T x> and <lock>"
    or
    this.getKeyword() = ["guarded_by", "requires", "holds", "of"] and
    this.getPart(_) = "" and
    result = "a lock is missing"
    or
    this.getKeyword() = ["thread_local", "thread_shared"] and
    exists(this.getComment()) and
    this.getArgument() != "" and
    result = "'" + this.getKeyword() + "' stands alone"
    or
    this.getKeyword() = "guarded_by" and
    this.getArgument().matches("%,%") and
    result = "one lock guards a field, and here are several"
    or
    this.getKeyword() = "no_warn" and
    not this.getArgument() = [violationKind(), ""] and
    result =
      "there is no kind '" + this.getArgument() + "'; the kinds are " +
        concat(string kind | kind = violationKind() | kind, ", ")
    or
    this.getKeyword() = "ghost" and
    exists(string part | part = this.getPart(_) |
      not part.regexpMatch("ghost\\s+[\\w.$]+\\s+[A-Za-z_$][\\w$]*") and
      result = "'" + part + "' is not of the form 'ghost T x'"
    )
    or
    result = placeProblem(this.getKeyword(), this.getElement())
    or
    exists(this.getKeyword()) and
    this.getKeyword() != "no_warn" and
    not exists(this.getElement()) and
    result = "it stands beside nothing that it could be about"
  }
}

/** Gets the kinds of violations, which `no_warn` names. */
string violationKind() {
  result = ["race", "requires", "final", "fork", "shared", "thread_local_override", "override",
    "cast", "ghost", "guard", "leak"]
}

/** Gets what is wrong with a clause of `keyword` that stands at `e`. */
bindingset[keyword, e]
private string placeProblem(string keyword, Element e) {
  keyword = "guarded_by" and
  not e instanceof Field and
  not e instanceof RefType and
  result = "'guarded_by' is about a field or a class"
  or
  keyword = "requires" and
  not e instanceof Callable and
  result = "'requires' is about a method or constructor"
  or
  keyword = ["thread_local", "thread_shared", "ghost"] and
  not e instanceof RefType and
  result = "'" + keyword + "' is about a class"
  or
  keyword = "holds" and
  not e instanceof Stmt and
  not e instanceof LocalVariableDecl and
  not e instanceof Callable and
  result = "'holds' is about the rest of a block, or a method"
}

/*-- Declarations on one line --*/

/** Holds if `keyword` may be about `e`, a declaration. */
bindingset[keyword]
private predicate mayBeAbout(string keyword, Element e) {
  keyword = "guarded_by" and (e instanceof Field or e instanceof Class)
  or
  keyword = "requires" and e instanceof Callable and not e instanceof InitializerMethod
  or
  keyword = ["thread_local", "thread_shared", "ghost"] and e instanceof Class
}

/** Gets a keyword that the comment `c` has. */
private string keywordIn(Javadoc c) {
  result = any(Clause clause | clause.getComment() = c).getKeyword()
}

/** Holds if the name of `e`, which `keyword` may be about, stands in `column` of the line on which `c`, which has it, begins. */
private predicate isNamedBeside(Javadoc c, string keyword, Element e, int column) {
  keyword = keywordIn(c) and
  mayBeAbout(keyword, e) and
  e.fromSource() and
  exists(Location name, Location comment | name = e.getLocation() and comment = c.getLocation() |
    name.getFile() = comment.getFile() and
    name.getStartLine() = comment.getStartLine() and
    column = name.getStartColumn()
  )
}

/** Gets the declaration with the last name before `c` on its line. */
private Element lastBefore(Javadoc c, string keyword) {
  exists(int column |
    column = max(int before |
      isNamedBeside(c, keyword, _, before) and before < c.getLocation().getStartColumn()
    ) and
    isNamedBeside(c, keyword, result, column)
  )
}

/** Gets the declaration with the first name after `c` on its line. */
private Element firstAfter(Javadoc c, string keyword) {
  exists(int column |
    column = min(int after |
      isNamedBeside(c, keyword, _, after) and after > c.getLocation().getStartColumn()
    ) and
    isNamedBeside(c, keyword, result, column)
  )
}

/** Gets the last part of the declaration of `e`. */
private Top endOf(Element e) {
  exists(FieldDeclaration d | e = d.getAField() and result = d)
  or
  result = e.(Callable).getBody()
}

/** Holds if the declaration of `e` has ended before `c`. */
private predicate hasEndedBefore(Element e, Javadoc c) {
  e = lastBefore(c, _) and
  exists(Location end, Location comment |
    end = endOf(e).getLocation() and comment = c.getLocation()
  |
    end.getEndLine() = comment.getStartLine() and end.getEndColumn() < comment.getStartColumn()
  )
  or
  // Of a class the head has ended where a member stands before the comment.
  exists(Member m, int column, int own |
    m.getDeclaringType() = e and
    isNamedBefore(c, e, own) and
    isNamedBefore(c, m, column) and
    own < column
  )
}

/** Holds if the name of the class `e`, or of a member of one, stands in `column` of the line of `c`, before it. */
private predicate isNamedBefore(Javadoc c, Element e, int column) {
  exists(RefType t, Location name | t = lastBefore(c, _) and name = e.getLocation() |
    (e = t or e.(Member).getDeclaringType() = t) and
    name.getStartLine() = c.getLocation().getStartLine() and
    column = name.getStartColumn() and
    column < c.getLocation().getStartColumn()
  )
}

/**
 * Gets the declaration that `keyword` in the comment `c` is about: of several on its line, the one in which it stands or,
 * between two, the next one.
 */
private Element elementBeside(Javadoc c, string keyword) {
  result = lastBefore(c, keyword) and not hasEndedBefore(result, c)
  or
  hasEndedBefore(lastBefore(c, keyword), c) and result = firstAfter(c, keyword)
  or
  keyword = keywordIn(c) and
  not exists(Element last | last = lastBefore(c, keyword) and not hasEndedBefore(last, c)) and
  not (exists(lastBefore(c, keyword)) and exists(firstAfter(c, keyword))) and
  result = c.getAnchor()
}

/*-- Uses of types --*/

/** Holds if the comment `c` says `<lock>`. */
private predicate isInstantiation(Javadoc c) { bracketKeyword(annotationText(c)) = "of" }

/** Holds if the use `t` of a type ends in `column` of the line on which the comment `c` stands, before it. */
private predicate endsBefore(TypeAccess t, Javadoc c, int column) {
  isInstantiation(c) and
  exists(Location type, Location comment | type = t.getLocation() and comment = c.getLocation() |
    type.getFile() = comment.getFile() and
    type.getEndLine() = comment.getStartLine() and
    column = type.getEndColumn() and
    column < comment.getStartColumn()
  )
}

/** Gets the use of a type directly before the comment `c`. */
private TypeAccess typeBefore(Javadoc c) {
  endsBefore(result, c, max(int column | endsBefore(_, c, column))) and
  not exists(TypeAccess whole | whole.getQualifier() = result)
}
