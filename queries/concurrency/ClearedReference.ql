/**
 * @name Weak or soft reference asked twice
 * @description The garbage collector may clear a weak or soft reference between two calls of its method get: the first
 *              gives an object, the second null.
 * @kind problem
 * @problem.severity warning
 * @precision high
 * @id java/reference-cleared
 * @tags concurrency
 *       atomicity
 *       correctness
 */

import java
import java.SourceOrder
import java.concurrency.Reliance
import java.TestSources

/** Holds if `get` asks the weak or soft reference in `v` for its object. */
predicate asksReference(MethodCall get, Variable v) {
  get.getMethod().hasName("get") and
  get.getNumArgument() = 0 and
  get.getQualifier() = v.getAnAccess() and
  get.getMethod().isMemberOf("java.lang.ref", "Reference") and
  not v.getType().(RefType).getSourceDeclaration().getASourceSupertype*()
      .hasQualifiedName("java.lang.ref", "PhantomReference")
}

/** Holds if `look` and `use` ask one reference, in one callable that does not put another one there. */
private predicate askTwice(Expr look, Expr use) {
  exists(Variable v |
    asksReference(look, v) and
    asksReference(use, v) and
    look != use and
    look.getEnclosingCallable() = use.getEnclosingCallable() and
    not exists(VarWrite w |
      w.getVariable() = v and
      w.getEnclosingCallable() = use.getEnclosingCallable() and
      not v instanceof LocalVariableDecl
    )
  )
}

/** Holds if `test` compares what `look` gives with null, and nothing keeps the object. */
private predicate isTested(MethodCall look, EqualityTest test) {
  askTwice(look, _) and
  test.hasOperands(look, any(NullLiteral n))
}

/** Holds if `use` is only reached where `look` gave an object, and needs one. */
predicate reliesOnLook(MethodCall look, MethodCall use) {
  exists(EqualityTest test |
    askTwice(look, use) and
    isTested(look, test) and
    branchEntry(test, test.polarity().booleanNot()).bbDominates(use.getBasicBlock()) and
    not use.getParent() instanceof EqualityTest and
    not use.getParent() instanceof ExprStmt
  )
}

from MethodCall look, MethodCall use, Variable v
where
  asksReference(look, v) and
  reliesOnLook(look, use) and
  not isTestCallable(use.getEnclosingCallable()) and
  look = max(MethodCall l, int line, int column |
    reliesOnLook(l, use) and beginsAt(l, line, column)
  |
    l order by line, column
  )
select use,
  "The reference in $@ had an object $@, but the garbage collector may have cleared it since, and this gives null. Call get once, and keep the object in a local variable.",
  v, "'" + v.getName() + "'", look, "here"
