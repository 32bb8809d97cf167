/**
 * @name Classes that initialise each other
 * @description The initialisation of a class takes a lock of that class. If the static initialisers of two classes need
 *              each other, and two threads begin with different ones, both wait for ever.
 * @kind problem
 * @problem.severity warning
 * @precision medium
 * @id java/class-initialization-deadlock
 * @tags concurrency
 *       deadlock
 */

import java
import java.concurrency.Confidence
import java.concurrency.Contexts

/** Holds if the initialisation of `c` executes code: it has a static initialiser. */
predicate hasInitializer(RefType c) {
  exists(StaticInitializer init | init.getDeclaringType() = c and exists(init.getBody().getAStmt()))
  or
  exists(Expr e | e = initializerPart(c))
}

/**
 * Gets an expression that is evaluated when `c` is initialised, by its initialiser or by code of `c` that the initialiser
 * runs.
 */
Expr initializerPart(RefType c) { runsInInitializer(result.getEnclosingCallable(), c) }

/** Holds if the initialisation of `c` runs `m`, its initialiser or a constructor or static method of it. */
predicate runsInInitializer(Callable m, RefType c) {
  c.isSourceDeclaration() and m.(StaticInitializer).getDeclaringType() = c
  or
  exists(Callable caller, Call call |
    runsInInitializer(caller, c) and
    call.getEnclosingCallable() = caller and
    m = call.getCallee().getSourceDeclaration() and
    m.getDeclaringType() = c and
    (m instanceof Constructor or m.isStatic())
  )
  or
  exists(Constructor made |
    runsInInitializer(made, c) and
    m.(InstanceInitializer).getDeclaringType() = made.getDeclaringType()
  )
}

/** Holds if `e` makes the virtual machine initialise `c` (JLS 12.4.1). */
predicate initializes(Expr e, RefType c) {
  runsInInitializer(e.getEnclosingCallable(), _) and
  (
    exists(ClassInstanceExpr made | e = made |
      not made instanceof FunctionalExpr and
      c = made.getConstructedType().getSourceDeclaration() and
      not exists(made.getAnonymousClass())
    )
    or
    exists(Method m | m = e.(MethodCall).getMethod().getSourceDeclaration() |
      m.isStatic() and c = m.getDeclaringType()
    )
    or
    exists(Field f | f = e.(FieldAccess).getField() |
      f.isStatic() and c = f.getDeclaringType() and not isConstant(f)
    )
  ) and
  c.fromSource()
}

/** Holds if `f` is a constant variable, the use of which initialises nothing (JLS 4.12.4). */
predicate isConstant(Field f) {
  mayBeConstant(f) and
  exists(f.getInitializer()) and
  not exists(Expr part | part = f.getInitializer().getAChildExpr*() and not isConstantPart(part))
}

/** Holds if `f` is of the sort that constant variables are of. */
predicate mayBeConstant(Field f) {
  f.isStatic() and
  f.isFinal() and
  (f.getType() instanceof PrimitiveType or f.getType() instanceof TypeString)
}

/** Holds if `e` may be part of a constant expression. */
predicate isConstantPart(Expr e) {
  e instanceof Literal and not e instanceof NullLiteral
  or
  e instanceof UnaryExpr and not e instanceof UnaryAssignExpr
  or
  e instanceof BinaryExpr
  or
  e instanceof CastingExpr
  or
  e instanceof ConditionalExpr
  or
  e instanceof TypeAccess
  or
  mayBeConstant(e.(FieldAccess).getField())
}

/** Holds if the initialisation of `c` needs that of `d`, another class, at `e` (a superclass at its declaration). */
predicate needs(RefType c, RefType d, Top e) {
  exists(Expr part | part = initializerPart(c) and initializes(part, d) and e = part and c != d)
  or
  c.isSourceDeclaration() and
  c.getASourceSupertype() = d and
  d instanceof Class and
  d.fromSource() and
  e = c
}

/** Holds if code anywhere can make an object of `c` or a class below it, or use a static member that is not constant. */
predicate hasPublicWay(RefType c) {
  needs(_, c, _) and
  (
    not c instanceof Class
    or
    not exists(c.getAConstructor())
    or
    exists(Constructor k | k = c.getAConstructor() and not k.isPrivate())
    or
    exists(Member m | m.getDeclaringType() = c and m.isStatic() and not m.isPrivate() |
      m instanceof Method
      or
      m instanceof Field and not isConstant(m)
    )
  )
}

/** Holds if code outside `outer` can be the first that initialises `c`. */
predicate isReachable(RefType c, RefType outer) {
  needs(outer, c, _) and
  not c instanceof AnonymousClass and
  (
    forall(RefType t | t = c.getEnclosingType*() | t.isPublic()) and hasPublicWay(c)
    or
    exists(RefType user | userOf(c, user) |
      not user.getEnclosingType*() = outer and not user.getEnclosingType*() = c
    )
  )
}

/** Holds if code of `user` makes an object of `c`, or uses a static member of it. */
predicate userOf(RefType c, RefType user) {
  needs(_, c, _) and
  (
    exists(ClassInstanceExpr made |
      made.getConstructedType().getSourceDeclaration() = c and
      user = made.getEnclosingCallable().getDeclaringType()
    )
    or
    exists(MethodCall call, Method m |
      m = call.getMethod().getSourceDeclaration() and
      m.isStatic() and
      m.getDeclaringType() = c and
      user = call.getEnclosingCallable().getDeclaringType()
    )
    or
    exists(FieldAccess a |
      a.getField().isStatic() and
      a.getField().getDeclaringType() = c and
      not isConstant(a.getField()) and
      user = a.getEnclosingCallable().getDeclaringType()
    )
  )
}

/** Gets the first expression in the initialisation of `c` that needs `d`. */
Expr firstNeed(RefType c, RefType d) {
  result = min(Expr e, int line, int column | needs(c, d, e) and beginsAt(e, line, column) |
    e order by line, column
  )
}

/** Gets the place that shows that `d` needs `c` initialised. */
Element way(RefType d, RefType c) {
  result = firstNeed(d, c)
  or
  not exists(firstNeed(d, c)) and needs(d, c, result)
}

/** Holds if code in the sources, neither of `outer` nor of `c`, may be the first that initialises `c`. */
private predicate isUsedElsewhere(RefType c, RefType outer) {
  needs(outer, c, _) and
  exists(RefType user | userOf(c, user) |
    not user.getEnclosingType*() = outer and not user.getEnclosingType*() = c
  )
}

/** Holds if `evidence` makes it surer by `points` that `here`, which needs a class, is part of a deadlock. */
query predicate confidence(Expr here, int points, string evidence) {
  exists(RefType c, RefType d |
    here = firstNeed(c, d) and
    not hasInitializer(d) and
    not isUsedElsewhere(d, c) and
    evidence = "begun-inside" and
    isWorth(evidence, points)
  )
}

from RefType c, RefType d, Expr here, Element back, string text
where
  here = firstNeed(c, d) and
  back = way(d, c) and
  isReachable(d, c) and
  // A superclass is initialised even if the class itself has nothing to do.
  (hasInitializer(d) or not back instanceof Expr) and
  (
    back instanceof Expr and
    isReachable(c, d) and
    c.getQualifiedName() < d.getQualifiedName() and
    text = "whose initialiser needs this one"
    or
    not back instanceof Expr and text = "which extends this one"
  )
select here,
  "The initialisation of '" + c.getName() + "' needs that of $@, " + text +
    ": two threads that begin with different ones wait for each other for ever. Break the circle with a holder class.",
  back, "'" + d.getName() + "'"
