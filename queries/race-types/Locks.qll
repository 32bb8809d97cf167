/**
 * Lock expressions: `P; E |-final l : t` of the paper. A lock is a path of final names: `this`, a variable that is not
 * assigned again, a ghost parameter, a static field, a class object, and final fields from there on.
 *
 * What flows in are expressions of the code and texts of annotations; what comes out are locks as values that are equal
 * if their paths are. `AccessPath` of the library names what code locks; here, ghosts are roots as well, and every
 * receiver of a field access can be asked.
 */

import java
import java.concurrency.AccessPaths
import java.concurrency.GuardExpressions
import Annotations
import Ownership

/*-- Final names --*/

/** Gets an expression that gives a value to the local variable or parameter `v` after its declaration. */
private Expr laterValue(LocalScopeVariable v) {
  result.(Assignment).getDest() = v.getAnAccess() or
  result.(UnaryAssignExpr).getExpr() = v.getAnAccess()
}

/** Holds if `v` has one value only: it is final, or might be declared so. */
predicate isFinalVariable(LocalScopeVariable v) {
  v.isFinal()
  or
  not exists(laterValue(v))
  or
  not exists(v.getInitializer()) and
  v instanceof LocalVariableDecl and
  strictcount(laterValue(v)) = 1
}

/**
 * Holds if the field `f` has one value only: it is final, or assigned by constructors alone, as far as the sources show; with
 * inference, a field that is not private is taken for final too.
 */
predicate isFinalField(Field f) {
  f.isFinal()
  or
  (f.isPrivate() or isOn("infer")) and
  f.fromSource() and
  not f.isVolatile() and
  not exists(FieldWrite w | w.getField() = f |
    not w.getEnclosingCallable() instanceof Constructor and
    not w.getEnclosingCallable() instanceof InitializerMethod
    or
    not f.isStatic() and not w.isOwnFieldAccess()
    or
    f.isStatic() and w.getEnclosingCallable() instanceof Constructor
  )
}

/** Gets an expression that says which lock is taken, or a part of it. */
private Expr lockPart() {
  isLockOperand(result)
  or
  result = lockPart().(FieldAccess).getQualifier()
  or
  result = lockPart().(CastingExpr).getExpr()
  or
  exists(MethodCall view | view = lockPart() and isLockView(view) and result = view.getQualifier())
  or
  exists(LocalVariableDecl v | lockPart() = v.getAnAccess() and result = v.getAnAssignedValue())
}

/** Holds if the instance field `f` is a step on the way to a lock. */
private predicate isLockField(Field f) {
  not f.isStatic() and
  isFinalField(f) and
  (
    f = lockPart().(FieldAccess).getField()
    or
    f = any(GuardExpr g).getField()
    or
    f = lockPart().(MethodCall).getMethod().(GetterMethod).getField()
    or
    f = any(GuardExpr g).getMethod().(GetterMethod).getField()
    or
    exists(string name | name = f.getName() | isNamedSegment(name))
  )
}

/** Holds if some annotation names `name` on the way to a lock. */
private predicate isNamedSegment(string name) {
  exists(string text | isLockText(_, text) and name = text.splitAt("."))
}

/*-- Ghosts --*/

/** Gets the class that `name`, written in the class `scope`, means. */
bindingset[name]
RefType typeNamed(RefType scope, string name) {
  exists(string last | last = name.regexpReplaceAll("^.*\\.", "") |
    result = min(RefType t, int distance |
      t.hasName(last) and
      t.isSourceDeclaration() and
      t instanceof ClassOrInterface and
      distance = distanceTo(scope, t)
    |
      t order by distance
    )
  )
}

/** Gets the rank, the best being the least, of `t` as what a simple name in the class `scope` means. */
private int distanceTo(RefType scope, RefType t) {
  isScope(scope) and
  t.isSourceDeclaration() and
  (
    t = scope.getEnclosingType*() and result = 0
    or
    t.getEnclosingType() = scope.getEnclosingType*().getASourceSupertype*() and result = 1
    or
    exists(ImportType i | i.getFile() = scope.getFile() and i.getImportedType() = t) and result = 2
    or
    t.getPackage() = scope.getPackage() and not t instanceof NestedType and result = 3
    or
    exists(ImportOnDemandFromPackage i |
      i.getFile() = scope.getFile() and
      i.getPackageHoldingImport() = t.getPackage() and
      not t instanceof NestedType
    ) and
    result = 4
    or
    t.getPackage().hasName("java.lang") and not t instanceof NestedType and result = 5
  )
}

/** Holds if an annotation names something in the class `scope`. */
private predicate isScope(RefType scope) { scope = scopeClass(any(Clause c)) }

private newtype TGhost =
  TWrittenGhost(RefType t, int place, string name) {
    exists(Clause c |
      c.getKeyword() = "ghost" and
      c.getElement() = t and
      name = c.getPart(place).regexpCapture("ghost\\s+[\\w.$]+\\s+([\\w$]+)", 1)
    )
  } or
  TOwnerGhost(RefType t, RefType owner) { hasInferredOwner(t, owner) } or
  TEnclosingGhost(InnerClass t) {
    t.isSourceDeclaration() and
    t.fromSource() and
    t.hasEnclosingInstance() and
    not t instanceof AnonymousClass and
    not t instanceof LocalClass
  }

/** A ghost parameter of a class: written, its owner as inferred, or the instance around an inner class. */
class Ghost extends TGhost {
  /** Gets the class that has this parameter. */
  RefType getDeclaringType() {
    this = TWrittenGhost(result, _, _) or
    this = TOwnerGhost(result, _) or
    this = TEnclosingGhost(result)
  }

  /** Gets the place of this among the parameters of its class, if it is written or inferred. */
  int getPlace() {
    this = TWrittenGhost(_, result, _)
    or
    this = TOwnerGhost(_, _) and result = 0
  }

  /** Gets the name of this. */
  string getName() {
    this = TWrittenGhost(_, _, result)
    or
    exists(RefType owner | this = TOwnerGhost(_, owner) |
      result = owner.getName().prefix(1).toLowerCase() + owner.getName().suffix(1)
    )
    or
    exists(InnerClass t | this = TEnclosingGhost(t) |
      result = t.getEnclosingType().getName() + ".this"
    )
  }

  /** Gets the class of the objects that this stands for. */
  RefType getType() {
    this = TOwnerGhost(_, result)
    or
    exists(InnerClass t | this = TEnclosingGhost(t) and result = t.getEnclosingType())
    or
    exists(RefType t, int place, Clause c |
      this = TWrittenGhost(t, place, _) and
      c.getElement() = t and
      c.getKeyword() = "ghost" and
      result = typeNamed(t, c.getPart(place).regexpCapture("ghost\\s+([\\w.$]+)\\s+[\\w$]+", 1))
    )
  }

  /** Holds if this is inferred. */
  predicate isInferred() { this = TOwnerGhost(_, _) }

  /** Holds if this is the instance around an inner class. */
  predicate isEnclosing() { this = TEnclosingGhost(_) }

  /** Gets a text that describes this. */
  string toString() { result = "ghost " + this.getName() }

  /** Gets the place of the class. */
  Location getLocation() { result = this.getDeclaringType().getLocation() }
}

/*-- Locks --*/

newtype TLock =
  /** `this` where code of the class `t` stands. */
  TThisLock(RefType t) {
    t.isSourceDeclaration() and
    t.fromSource() and
    t instanceof ClassOrInterface
  } or
  /** What a local variable or parameter holds. */
  TVariableLock(LocalScopeVariable v) { isFinalVariable(v) and v.getType() instanceof RefType } or
  /** What a ghost parameter stands for. */
  TGhostLock(Ghost g) { not g.isEnclosing() } or
  /** A class object. */
  TClassLock(RefType t) {
    t.isSourceDeclaration() and
    (t.fromSource() or isScope(t) or t = any(TypeLiteral l).getReferencedType())
  } or
  /** A static field. */
  TStaticLock(Field f) { f.isStatic() and isFinalField(f) and f.getType() instanceof RefType } or
  /** A final field of another lock. */
  TFieldLock(TLock base, Field f) {
    isLockField(f) and
    fits(typeOf(base), f.getDeclaringType().getSourceDeclaration()) and
    depth(base) < 3
  }

/** Holds if objects of the type `t` may have the fields that the class `declaring` declares. */
private predicate fits(RefType t, RefType declaring) {
  declaring = any(Field f | isLockField(f)).getDeclaringType().getSourceDeclaration() and
  (t = declaring or sourceAncestor(t, declaring) or sourceAncestor(declaring, t)) and
  not t instanceof TypeObject
}

/** Gets the number of fields behind the root of `l`. */
private int depth(TLock l) {
  exists(TLock base | l = TFieldLock(base, _) and result = depth(base) + 1)
  or
  (l = TThisLock(_) or l = TVariableLock(_) or l = TGhostLock(_) or l = TStaticLock(_)) and
  result = 0
}

/** Gets the declared class of what `l` denotes. */
private RefType typeOf(TLock l) {
  l = TThisLock(result)
  or
  exists(LocalScopeVariable v | l = TVariableLock(v) and result = classOf(v.getType()))
  or
  exists(Ghost g | l = TGhostLock(g) and result = g.getType())
  or
  exists(Field f | l = TStaticLock(f) or l = TFieldLock(_, f) | result = classOf(f.getType()))
}

/** Gets the declaration of the class `t`, or of the components of the array type `t`. */
RefType classOf(Type t) {
  result = t.getErasure().(RefType).getSourceDeclaration() and
  not t instanceof Array
}

/** A lock expression. */
class LockExpr extends TLock {
  /** Gets this without its last field, if it has one. */
  LockExpr getBase() { this = TFieldLock(result, _) }

  /** Gets the beginning of this. */
  LockExpr getRoot() {
    result = this.getBase().getRoot()
    or
    not exists(this.getBase()) and result = this
  }

  /** Gets the local variable or parameter that this is. */
  LocalScopeVariable getVariable() { this = TVariableLock(result) }

  /** Gets the ghost that this is. */
  Ghost getGhost() { this = TGhostLock(result) }

  /** Gets the declared class of the object. */
  RefType getType() { result = typeOf(this) }

  /** Gets the text of this as it is written in the class `t`. */
  bindingset[t]
  string textIn(RefType t) {
    exists(string long | long = this.toString() |
      if long.matches(t.getName() + ".this%")
      then result = long.suffix(t.getName().length() + 1)
      else result = long
    )
  }

  /** Gets the Java text of this. */
  string toString() {
    exists(RefType t | this = TThisLock(t) and result = t.getName() + ".this")
    or
    result = this.getVariable().getName()
    or
    result = this.getGhost().getName()
    or
    exists(RefType t | this = TClassLock(t) and result = t.getName() + ".class")
    or
    exists(Field f | this = TStaticLock(f) |
      result = f.getDeclaringType().getName() + "." + f.getName()
    )
    or
    exists(LockExpr base, Field f | this = TFieldLock(base, f) |
      result = base.toString() + "." + f.getName()
    )
  }
}

/*-- Expressions --*/

/** Gets the class whose instance is the receiver of `site`, an access or call without another qualifier than `this`. */
RefType receiverThis(ExprParent site) {
  exists(FieldAccess a | a = site and not a.getField().isStatic() |
    a.isOwnFieldAccess() and result = thisTypeOf(a.getEnclosingCallable())
    or
    a.isEnclosingFieldAccess(result)
  )
  or
  exists(MethodCall call | call = site and not call.getMethod().isStatic() |
    call.isOwnMethodCall() and result = thisTypeOf(call.getEnclosingCallable())
    or
    call.isEnclosingMethodCall(result)
  )
  or
  exists(ConstructorCall call | call = site and (call.callsThis() or call.callsSuper()) |
    result = thisTypeOf(call.getEnclosingCallable())
  )
}

/** Gets the qualifier of `site`, if it is another object than `this`. */
Expr receiverExpr(ExprParent site) {
  not exists(receiverThis(site)) and
  (
    exists(FieldAccess a | a = site and not a.getField().isStatic() and result = a.getQualifier())
    or
    exists(MethodCall c | c = site and not c.getMethod().isStatic() and result = c.getQualifier())
  )
}

/** Gets a lock that `e`, a final expression, denotes. A variable that copies a final expression denotes that too. */
LockExpr lockOf(Expr e) {
  exists(RefType t | t = e.(ThisAccess).getType().(RefType).getSourceDeclaration() |
    if e.(ThisAccess).isOwnInstanceAccess()
    then result = TThisLock(thisTypeOf(e.getEnclosingCallable()))
    else result = TThisLock(t)
  )
  or
  exists(LocalScopeVariable v | e = v.getAnAccess() |
    result = TVariableLock(v)
    or
    isFinalVariable(v) and
    v instanceof LocalVariableDecl and
    result = lockOf(v.getAnAssignedValue())
  )
  or
  result = TStaticLock(e.(FieldAccess).getField())
  or
  result = TFieldLock(receiverLock(e), e.(FieldAccess).getField())
  or
  result = TClassLock(e.(TypeLiteral).getReferencedType().(RefType).getSourceDeclaration())
  or
  result = lockOf(e.(CastingExpr).getExpr())
  or
  // A half of a lock counts as the lock; how it is held says the rest.
  isLockView(e) and result = lockOf(e.(MethodCall).getQualifier())
  or
  // A method that gives what a final field holds is that field.
  exists(Field f | isGetterOf(e.(MethodCall).getMethod().getSourceDeclaration(), f) |
    result = TFieldLock(receiverLock(e), f)
  )
}

/** Holds if calls of `m` give what the field `f` of their receiver holds. */
private predicate isGetterOf(GetterMethod m, Field f) {
  f = m.getField() and
  isLockField(f) and
  m.getBody().(SingletonBlock).getStmt().(ReturnStmt).getExpr().(FieldAccess).isOwnFieldAccess() and
  not exists(Method other | other.overrides(m))
}

/** Gets a lock that the receiver of `site` denotes. */
LockExpr receiverLock(ExprParent site) {
  result = TThisLock(receiverThis(site)) or
  result = lockOf(receiverExpr(site))
}

/*-- Texts --*/

/** Gets the declaration whose type the use `t` of a type is, or is part of. */
Element declaredWith(TypeAccess t) {
  exists(Element parent | parent = typeParent(t) |
    result = parent.(FieldDeclaration).getAField()
    or
    result = parent.(LocalVariableDeclExpr).getVariable()
    or
    result = parent.(LocalVariableDeclStmt).getAVariable().getVariable()
    or
    (
      parent instanceof Parameter or
      parent instanceof Method or
      parent instanceof RefType or
      parent instanceof CastingExpr or
      parent instanceof ClassInstanceExpr or
      parent instanceof ArrayCreationExpr
    ) and
    result = parent
  )
}

/** Gets what stands around the use `t` of a type, other uses of types apart. */
private Element typeParent(Expr t) {
  t = any(Clause c | c.getKeyword() = "of").getElement() and result = t.getParent()
  or
  exists(Expr inner | inner = typeParent(t) |
    (
      inner instanceof TypeAccess or
      inner instanceof ArrayTypeAccess or
      inner instanceof WildcardTypeAccess
    ) and
    result = inner.getParent()
  )
}

/** Gets the declaration that `c` is about: of `<lock>`, that whose type it is in. */
Element subjectOf(Clause c) {
  if c.getElement() instanceof TypeAccess
  then result = declaredWith(c.getElement())
  else result = c.getElement()
}

/** Gets the callable in which names in `c` are looked up, if it stands in one, or is about one. */
Callable scopeCallable(Clause c) {
  exists(Element e | e = subjectOf(c) |
    result = e or
    result = e.(Expr).getEnclosingCallable() or
    result = e.(Stmt).getEnclosingCallable() or
    result = e.(LocalScopeVariable).getCallable()
  )
}

/** Gets the class in which names in `c` are looked up. */
RefType scopeClass(Clause c) {
  result = scopeCallable(c).getDeclaringType().getSourceDeclaration() or
  result = subjectOf(c).(Field).getDeclaringType().getSourceDeclaration() or
  result = subjectOf(c).(RefType)
}

/** Holds if `c` names the lock `text`. */
predicate isLockText(Clause c, string text) {
  c.getKeyword() = ["guarded_by", "requires", "holds", "of"] and
  text = c.getPart(_).regexpReplaceAll("\\s", "") and
  text != ""
}

/** Gets the part of `text` at place `i`, from 0. */
private string segment(string text, int i) { isLockText(_, text) and result = text.splitAt(".", i) }

/** Gets the class `distance` classes around that in which names in `c` are looked up. */
private RefType aroundAt(Clause c, int distance) {
  isLockText(c, _) and result = scopeClass(c) and distance = 0
  or
  result = aroundAt(c, distance - 1).getEnclosingType()
}

/** Gets the variable or ghost that the first name of `text` means. */
private LockExpr localNamed(Clause c, string text) {
  isLockText(c, text) and
  exists(string name | name = segment(text, 0) |
    exists(LocalScopeVariable v |
      v.getCallable() = scopeCallable(c) and v.getName() = name and result = TVariableLock(v)
    )
    or
    exists(Ghost g |
      g.getDeclaringType() = aroundAt(c, _) and g.getName() = name and result = TGhostLock(g)
    )
  )
}

/** Gets the number of classes around that of `c` to the one that has the field with which `text` begins. */
private int fieldDistance(Clause c, string text) {
  isLockText(c, text) and
  result = min(int d | exists(fieldIn(aroundAt(c, d), segment(text, 0))))
}

/** Gets the class that the first `i + 1` parts of `text` name. */
private RefType typeUpTo(Clause c, string text, int i) {
  isLockText(c, text) and
  (
    i = 0 and result = typeNamed(scopeClass(c), segment(text, 0))
    or
    exists(RefType outer | outer = typeUpTo(c, text, i - 1) |
      result.getEnclosingType() = outer and result.hasName(segment(text, i))
    )
  )
}

/** Gets the lock that the first `i + 1` parts of `text` name. */
private LockExpr lockUpTo(Clause c, string text, int i) {
  isLockText(c, text) and
  i = 0 and
  (
    segment(text, 0) = "this" and result = TThisLock(scopeClass(c))
    or
    result = localNamed(c, text)
    or
    not exists(localNamed(c, text)) and
    exists(RefType t, Field f |
      t = aroundAt(c, fieldDistance(c, text)) and f = fieldIn(t, segment(text, 0))
    |
      result = TStaticLock(f) or result = TFieldLock(TThisLock(t), f)
    )
  )
  or
  exists(RefType t | t = typeUpTo(c, text, i - 1) and not exists(lockUpTo0(c, text)) |
    segment(text, i) = "class" and result = TClassLock(t)
    or
    segment(text, i) = "this" and t = aroundAt(c, _) and result = TThisLock(t)
    or
    result = TStaticLock(fieldIn(t, segment(text, i)))
  )
  or
  exists(LockExpr base, Field f |
    base = lockUpTo(c, text, i - 1) and f = fieldIn(base.getType(), segment(text, i))
  |
    result = TFieldLock(base, f) or result = TStaticLock(f)
  )
}

/** Gets the variable, ghost or field with which `text` begins. */
private Element lockUpTo0(Clause c, string text) {
  isLockText(c, text) and
  (
    exists(LocalScopeVariable v |
      v.getCallable() = scopeCallable(c) and v.getName() = segment(text, 0) and result = v
    )
    or
    result = fieldIn(aroundAt(c, _), segment(text, 0))
  )
}

/** Gets the lock that `text`, written in `c`, names. */
LockExpr lockNamed(Clause c, string text) {
  result = lockUpTo(c, text, max(int i | exists(segment(text, i))))
}

/** Gets what is wrong with the lock `text` in `c`, if it names none. */
string lockProblem(Clause c, string text) {
  isLockText(c, text) and
  not exists(lockNamed(c, text)) and
  exists(c.getElement()) and
  if exists(finalityProblem(c, text))
  then result = finalityProblem(c, text)
  else
    result =
      "'" + text +
        "' names no lock here: 'this', a ghost, a variable, a final field or a class object"
}

/** Gets the words for a name in `text` that is not final. */
private string finalityProblem(Clause c, string text) {
  exists(Element e | e = lockUpTo0(c, text) |
    e.(Field).getName() = segment(text, 0) and
    not isFinalField(e) and
    result = "the field '" + e.(Field).getName() + "' is not final"
    or
    e instanceof LocalScopeVariable and
    not isFinalVariable(e) and
    result = "the variable '" + e.(Variable).getName() + "' is assigned again"
  )
}

/*-- What annotations of other kinds name --*/

/** Gets the lock that `g`, a guard in an annotation `GuardedBy` or the like, is. */
LockExpr lockOfGuard(GuardExpr g) {
  result = TThisLock(g.getThisType())
  or
  result = TVariableLock(g.getParameter())
  or
  result = TClassLock(g.getClassType())
  or
  exists(Field f | f = g.getField() |
    result = TStaticLock(f) or result = TFieldLock(lockOfGuard(g.getBase()), f)
  )
  or
  exists(Field f | isGetterOf(g.getMethod(), f) | result = TFieldLock(lockOfGuard(g.getBase()), f))
}
