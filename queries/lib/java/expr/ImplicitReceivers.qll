/** Whose member is meant where the code names a field or method without a qualifier. */

import java.Element
import java.Expr
import java.Member
import java.Statement
import java.Type
import java.Variable

/** Gets the innermost type, `inner` or one around it, that has the member `m`, which is accessed without qualifier in it. */
bindingset[inner, m]
pragma[inline_late]
RefType memberSite(RefType inner, Member m) {
  exists(RefType declaring |
    declaring = m.getDeclaringType().getSourceDeclaration() and
    mayBeMemberSite(inner, declaring, result) and
    isAtOrBelow(result, declaring)
  )
}

/** Holds if `site`, `inner` or a type around it, has no type inside it that `declaring` is a supertype of. */
private predicate mayBeMemberSite(RefType inner, RefType declaring, RefType site) {
  exists(Expr e, Member m | m = e.(FieldAccess).getField() or m = e.(MethodCall).getMethod() |
    not exists(e.(VarAccess).getQualifier()) and
    not exists(e.(MethodCall).getQualifier()) and
    inner = e.getEnclosingCallable().getDeclaringType().getSourceDeclaration() and
    declaring = m.getDeclaringType().getSourceDeclaration() and
    site = inner
  )
  or
  exists(RefType inside |
    mayBeMemberSite(inner, declaring, inside) and
    not isAtOrBelow(inside, declaring) and
    site = inside.getEnclosingType()
  )
}

/** Holds if `sub` is `sup` or one of its subtypes. */
pragma[inline]
predicate isAtOrBelow(RefType sub, RefType sup) { sub = sup or sourceAncestor(sub, sup) }
