//! Calls of members of parameterised types.

use super::Emitter;
use crate::ast::{Expr, ExprKind};
use crate::facts::batch::Ent;
use crate::facts::describe::Mention;
use crate::facts::rows;
use crate::facts::world::callable_ent;
use crate::model::{CallableId, ClassId, Ty, TyKind};

impl Emitter<'_> {
    /// The target column of a call: `None` if it calls a member of a parameterised or raw type, which gets a row of its
    /// own.
    pub(super) fn called(&mut self, call: Ent, declaration: CallableId, site: Option<Ty>) -> Option<Ent> {
        self.bound_target(call, declaration, site, false)
    }

    /// The target column of a method reference.
    pub(super) fn referred_to(
        &mut self,
        reference: Ent,
        declaration: CallableId,
        site: Option<Ty>,
    ) -> Option<Ent> {
        self.bound_target(reference, declaration, site, true)
    }

    fn bound_target(
        &mut self,
        call: Ent,
        declaration: CallableId,
        site: Option<Ty>,
        is_reference: bool,
    ) -> Option<Ent> {
        let target = callable_ent(declaration);
        let site = self.input.bound.and(site).and_then(|site| self.declaring(site, declaration));
        let Some(site) = site else { return Some(target) };
        let member = self.mention.bound_member(site, declaration);
        self.facts.row(rows::BoundCall {
            id: call,
            member,
            declaration: target,
            reference: i32::from(is_reference),
        });
        None
    }

    /// The type whose member is called on `site`, unless it is a declaration.
    fn declaring(&self, site: Ty, declaration: CallableId) -> Option<Ty> {
        let model = self.model;
        let callable = model.callable(declaration);
        if callable.is_static() {
            return None;
        }
        let site = model.as_super(site, callable.class)?;
        let TyKind::Class { class, args } = model.types.kind(site) else { return None };
        let class = model.class(*class);
        let is_declaration =
            if args.is_empty() { class.all_params.is_empty() } else { class.this_type.get() == site };
        (!is_declaration).then_some(site)
    }

    /// The type on which an expression calls a member.
    pub(super) fn site(&self, id: crate::ast::ExprId, expr: Expr, declaration: CallableId) -> Option<Ty> {
        match expr.kind {
            ExprKind::Call { qualifier: Some(qualifier), .. } => Some(self.expr_type(qualifier)),
            ExprKind::Call { qualifier: None, .. } => self.implicit_site(declaration),
            ExprKind::New(_) => Some(self.expr_type(id)),
            ExprKind::MethodRef { qualifier, .. } => Some(self.expr_type(qualifier)),
            _ => None,
        }
    }

    /// The innermost enclosing class that has a method.
    fn implicit_site(&self, declaration: CallableId) -> Option<Ty> {
        let above = self.model.callable(declaration).class;
        let mut around = self.class;
        while let Some(class) = around {
            if self.model.is_subclass(class, above) {
                return Some(self.model.class(class).this_type.get());
            }
            around = self.model.class(class).outer;
        }
        None
    }

    /// The superclass of a class: the type whose constructors those of the class call.
    pub(super) fn superclass(&self, class: Option<ClassId>) -> Option<Ty> {
        self.model.class(class?).supertypes.get()?.superclass
    }
}
