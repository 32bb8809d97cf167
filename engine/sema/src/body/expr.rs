//! Expressions (language.md section 10).

use super::Body;
use crate::hir::{Expr, ExprKind, Primitive, TypeId};
use quarrel_base::{Code, Diagnostic, Span};
use quarrel_syntax::tree;
use rustc_hash::FxHashSet;

impl<'t> Body<'_, 't> {
    /// Checks an expression; one with a mistake becomes an empty set of unknown type.
    pub(super) fn expr(&mut self, written: &'t tree::Expr) -> Expr {
        quarrel_base::budget::poll();
        let span = written.span;
        match self.deeper(span, |this| this.expr_inner(written)) {
            Some(Some(expr)) => expr,
            _ => self.mistake(span),
        }
    }

    /// Like [`Body::expr`], but rejects `_`.
    pub(super) fn value(&mut self, written: &'t tree::Expr) -> Expr {
        let expr = self.expr(written);
        if matches!(strip(written).kind, tree::ExprKind::Wildcard) {
            self.error(Code::WildcardWithoutType, expr.span, "`_` has no type here");
        }
        expr
    }

    /// Replaces an expression whose mistake has been reported.
    pub(super) fn mistake(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::Set(Vec::new()), ty: self.sema.error_type(), span }
    }

    fn expr_inner(&mut self, written: &'t tree::Expr) -> Option<Expr> {
        use tree::ExprKind as Written;
        let span = written.span;
        let primitive = |kind, primitive: Primitive, this: &Self| {
            Some(Expr { kind, ty: this.sema.primitive(primitive), span })
        };
        if self.is_tangled(written) {
            return self.untangled(written);
        }
        match &written.kind {
            Written::Int(value) => primitive(ExprKind::Int(*value), Primitive::Int, self),
            Written::Float(value) => primitive(ExprKind::Float(*value), Primitive::Float, self),
            Written::String(value) => primitive(ExprKind::String(value.clone()), Primitive::String, self),
            Written::Boolean(value) => primitive(ExprKind::Boolean(*value), Primitive::Boolean, self),
            Written::Var(name) => self.variable(name),
            Written::This => self.this(span),
            Written::Result => {
                // A constructor's result is the value that its body does not know yet.
                let data = &self.sema.out.preds[self.pred];
                let is_branch = matches!(data.kind, crate::hir::PredKind::Constructor { .. });
                let Some(var) = data.result.filter(|_| !is_branch) else {
                    self.error(Code::NoResult, span, "this predicate has no result");
                    return None;
                };
                let ty = self.sema.var_type(self.pred, var);
                Some(Expr { kind: ExprKind::Var(var), ty, span })
            }
            Written::Wildcard => Some(Expr { kind: ExprKind::Wildcard, ty: self.sema.error_type(), span }),
            Written::Super(_) => {
                self.error(Code::SuperWithoutCall, span, "`super` can only be the receiver of a call");
                None
            }
            Written::Paren(inner) => Some(Expr { span, ..self.expr(inner) }),
            Written::Neg(inner) | Written::Plus(inner) => {
                let inner = self.value(inner);
                self.signed(written, inner, span)
            }
            Written::Chain(first, rest) => {
                let mut left = self.value(first);
                for (op, operand) in rest {
                    let right = self.value(operand);
                    left = self.binary(*op, left, right);
                }
                Some(Expr { span, ..left })
            }
            Written::Cast { expr, ty, .. } => {
                let inner = self.value(expr);
                self.cast(inner, ty, span)
            }
            Written::Call { module, name, closure, args } => {
                let call = self.plain_call(module.as_ref(), name, *closure, args, span)?;
                self.call_value(call, name)
            }
            Written::MemberCall { receiver, name, closure, args } => {
                let call = self.member_call(receiver, name, *closure, args, span)?;
                self.call_value(call, name)
            }
            Written::Range(a, b) => {
                let low = self.value(a);
                let high = self.value(b);
                let kinds = (self.kind_of(&low), self.kind_of(&high));
                let error = self.sema.error_type();
                let ty = match kinds {
                    (Some(Primitive::Int), Some(Primitive::Int)) => Primitive::Int,
                    (Some(Primitive::Int | Primitive::Float), Some(Primitive::Int | Primitive::Float)) => {
                        Primitive::Float
                    }
                    (Some(Primitive::Date), Some(Primitive::Date)) => Primitive::Date,
                    _ if low.ty == error || high.ty == error => return None,
                    _ => {
                        let message = format!(
                            "a range has numbers or dates as ends, not `{}` and `{}`",
                            self.sema.show(low.ty),
                            self.sema.show(high.ty)
                        );
                        self.error(Code::IncompatibleTypes, span, message);
                        return None;
                    }
                };
                let kind = ExprKind::Range(Box::new(low), Box::new(high));
                Some(Expr { kind, ty: self.sema.primitive(ty), span })
            }
            Written::Set(elements) => {
                let elements: Vec<Expr> = elements.iter().map(|element| self.value(element)).collect();
                let ty = self.element_type(&elements, span)?;
                Some(Expr { kind: ExprKind::Set(elements), ty, span })
            }
            Written::Aggregate(aggregate) => self.aggregate(aggregate, span),
            Written::OnlyBind { out, expr } => {
                let inner = self.value(expr);
                let ty = inner.ty;
                Some(Expr { kind: ExprKind::OnlyBind { out: *out, expr: Box::new(inner) }, ty, span })
            }
        }
    }

    /// A cast: the values of an expression that are in a type.
    pub(super) fn cast(&mut self, inner: Expr, ty: &'t tree::TypeExpr, span: Span) -> Option<Expr> {
        let target = self.sema.type_or_error(self.module, ty);
        if !self.sema.compatible(inner.ty, target) {
            let message = format!(
                "a value of type `{}` is never in `{}`",
                self.sema.show(inner.ty),
                self.sema.show(target)
            );
            self.error(Code::IncompatibleTypes, span, message);
        }
        self.sema.reach_extent(target);
        Some(Expr { kind: ExprKind::Cast(Box::new(inner)), ty: target, span })
    }

    pub(super) fn variable(&mut self, name: &'t tree::Name) -> Option<Expr> {
        let sym = self.sema.sym(name);
        if let Some((_, var)) = self.scope.iter().rev().find(|(other, _)| *other == sym) {
            let var = *var;
            let ty = self.sema.var_type(self.pred, var);
            let declared = self.sema.out.preds[self.pred].vars[var].span;
            self.sema.record_variable(name, declared, ty);
            return Some(Expr { kind: ExprKind::Var(var), ty, span: name.span });
        }
        let mut names: Vec<_> =
            self.scope.iter().map(|(sym, _)| self.sema.names.text(*sym).clone()).collect();
        if let Some(class) = self.class {
            match self.sema.find_fields(class, sym)[..] {
                [field] => {
                    let var = self.sema.field_var(self.pred, field);
                    let ty = self.sema.out.fields[field].ty;
                    let declared = self.sema.out.fields[field].span;
                    self.sema.record_variable(name, declared, ty);
                    return Some(Expr { kind: ExprKind::Var(var), ty, span: name.span });
                }
                [] => {}
                [first, second, ..] => {
                    let places = [self.sema.out.fields[first].span, self.sema.out.fields[second].span];
                    let message = format!("field `{}` is inherited twice", name.text);
                    self.sema.report(
                        Diagnostic::error(Code::AmbiguousField, name.span, message)
                            .label(places[0], "here")
                            .label(places[1], "and here"),
                    );
                    return None;
                }
            }
            for field in self.sema.all_fields(class) {
                names.push(self.sema.out.fields[field].name.clone());
            }
        }
        if let Some(class) = self.class
            && self.sema.has_error_base(class)
        {
            // It may be a field of a base that could not be resolved.
            self.sema.errors += 1;
            return None;
        }
        let message = format!("no variable `{}` is in scope", name.text);
        let mut diagnostic = Diagnostic::error(Code::UnresolvedVariable, name.span, message);
        let key = crate::names::Key::predicate(sym, 0);
        let is_member = self.class.is_some_and(|class| self.sema.has_member(class, sym, 0));
        if is_member || matches!(self.sema.visible(self.module, key), crate::world::Lookup::One(_)) {
            let help = format!("`{0}` is a predicate: write `{0}()`", name.text);
            self.sema.report(diagnostic.help(help));
            return None;
        }
        let texts = names.iter().map(|name| &**name);
        if let Some(similar) = crate::suggest::most_similar(&name.text, texts) {
            diagnostic = diagnostic.rename(similar);
        }
        self.sema.report(diagnostic);
        None
    }

    /// `this`, which exists in classes only.
    pub(super) fn this(&mut self, span: Span) -> Option<Expr> {
        let Some(var) = self.sema.out.preds[self.pred].this else {
            self.error(Code::NoThis, span, "`this` exists only in members of classes");
            return None;
        };
        let ty = self.sema.var_type(self.pred, var);
        Some(Expr { kind: ExprKind::Var(var), ty, span })
    }

    /// A call as an expression, which needs a result.
    pub(super) fn call_value(&mut self, call: crate::hir::Call, name: &tree::Name) -> Option<Expr> {
        let span = call.span;
        let Some(ty) = self.sema.result_type(call.pred) else {
            let message = format!("predicate `{}` has no result", name.text);
            let declared = self.sema.out.preds[call.pred].span;
            let mut diagnostic = Diagnostic::error(Code::NoResult, span, message);
            if !matches!(self.sema.pred_info[call.pred].source, crate::world::PredSource::BuiltIn) {
                diagnostic = diagnostic.label(declared, "declared here");
            }
            self.sema.report(diagnostic);
            return None;
        };
        Some(Expr { kind: ExprKind::Call(Box::new(call)), ty, span })
    }

    /// The type of a set literal: an element type that is a supertype of all others.
    fn element_type(&mut self, elements: &[Expr], span: Span) -> Option<TypeId> {
        let error = self.sema.error_type();
        let mut types = Vec::new();
        let mut seen = FxHashSet::default();
        for element in elements {
            if element.ty == error {
                return None;
            }
            if seen.insert(element.ty) {
                types.push(element.ty);
            }
        }
        for candidate in &types {
            if types.iter().all(|other| self.sema.is_subtype(*other, *candidate)) {
                return Some(*candidate);
            }
        }
        let shown: Vec<_> = types.iter().map(|ty| format!("`{}`", self.sema.show(*ty))).collect();
        let message = format!("none of the element types {} is a supertype of all others", shown.join(", "));
        self.error(Code::NoCommonType, span, message);
        None
    }
}

/// Strips the parentheses around an expression.
pub(super) fn strip(mut written: &tree::Expr) -> &tree::Expr {
    while let tree::ExprKind::Paren(inner) = &written.kind {
        written = inner;
    }
    written
}
