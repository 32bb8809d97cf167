//! Aggregates in normal form (language.md 11.1), and `any`.

use super::Body;
use crate::hir::{Aggregate, AggregateLabel, Expr, ExprKind, Primitive, VarId};
use quarrel_base::aggregate::{AggregateOp, Gives, Takes};
use quarrel_base::{Code, Span};
use quarrel_syntax::tree;

impl<'t> Body<'_, 't> {
    pub(super) fn aggregate(&mut self, written: &'t tree::Aggregate, span: Span) -> Option<Expr> {
        // `any` is a quantifier; it has all values of its tuples, as `unique` would if there were several.
        let function = written.function.unwrap_or(AggregateOp::Unique);
        let bracket = written.bracket.as_ref().map(|expr| self.value(expr));
        if let Some(bracket) = &bracket
            && function == AggregateOp::Rank
        {
            let kind = self.kind_of(bracket);
            if kind != Some(Primitive::Int) && bracket.ty != self.sema.error_type() {
                let message = format!("a rank is an int, not `{}`", self.sema.show(bracket.ty));
                self.error(Code::IncompatibleTypes, bracket.span, message);
            }
        } else if function == AggregateOp::Rank {
            self.error(Code::BadAggregate, written.function_span, "`rank` needs its rank: `rank[n](...)`");
        }
        let mark = self.scope.len();
        let vars: Vec<VarId> = written.vars.iter().map(|decl| self.declare(decl)).collect();
        let range = written.range.as_ref().map(|formula| self.formula(formula));
        let mut values = Vec::new();
        let mut labels = Vec::new();
        for (at, item) in written.exprs.iter().enumerate() {
            let value = self.value(&item.expr);
            if let Some(label) = &item.label {
                let which = if at == 0 { AggregateLabel::Value } else { AggregateLabel::Separator };
                let var = self.bind(label, value.ty);
                labels.push((var, which));
            }
            values.push(value);
        }
        let order_by: Vec<(Expr, bool)> =
            written.order_by.iter().map(|(key, down)| (self.value(key), down.unwrap_or(false))).collect();
        self.scope.truncate(mark);

        let allowed = if function.takes() == Takes::Strings { 2 } else { 1 };
        if values.len() > allowed {
            let place = values[allowed].span;
            self.error(Code::BadAggregate, place, "too many expressions in this aggregate");
        }
        if !order_by.is_empty() && !matches!(function.takes(), Takes::Ordered | Takes::Strings) {
            let place = order_by[0].0.span;
            self.error(Code::BadAggregate, place, "this aggregate takes no `order by`");
        }
        let mut values = values.into_iter();
        let mut value = values.next();
        let separator = values.next();
        if value.is_none() && function.takes() != Takes::Tuples {
            value = match vars[..] {
                [var] => {
                    let data = &self.sema.out.preds[self.pred].vars[var];
                    Some(Expr { kind: ExprKind::Var(var), ty: data.ty, span: data.span })
                }
                _ => {
                    let message = "this needs an expression: there is not just one variable to take";
                    self.error(Code::BadAggregate, written.function_span, message);
                    return None;
                }
            };
        }
        if written.function.is_none() {
            let value = Box::new(value?);
            let ty = value.ty;
            let kind = ExprKind::Any { vars, range: range.map(Box::new), value };
            return Some(Expr { kind, ty, span });
        }
        let error = self.sema.error_type();
        let mut ty = value.as_ref().map_or(error, |value| value.ty);
        match (function.takes(), &value) {
            (Takes::Tuples, _) => {}
            (_, None) => return None,
            (Takes::Numbers, Some(value)) => {
                let kind = self.numeric(value)?;
                if kind == Primitive::BigInt && function.gives() == Gives::Float {
                    let message = "`avg` takes ints and floats, not `QlBuiltins::BigInt`";
                    self.error(Code::NotANumber, value.span, message);
                    return None;
                }
                ty = self.sema.primitive(kind);
            }
            (Takes::Strings, Some(value)) => {
                for part in [Some(value), separator.as_ref()].into_iter().flatten() {
                    if part.ty != error && self.kind_of(part) != Some(Primitive::String) {
                        let message = format!("`concat` joins strings, not `{}`", self.sema.show(part.ty));
                        self.error(Code::IncompatibleTypes, part.span, message);
                    }
                }
            }
            (Takes::Ordered | Takes::Values, Some(_)) => {}
        }
        ty = match function.gives() {
            Gives::Int => self.sema.primitive(Primitive::Int),
            Gives::Float => self.sema.primitive(Primitive::Float),
            Gives::String => self.sema.primitive(Primitive::String),
            Gives::Value => ty,
        };
        for (key, _) in &order_by {
            if !self.sema.is_orderable(key.ty) {
                let message = format!("values of `{}` have no order", self.sema.show(key.ty));
                self.error(Code::NotOrderable, key.span, message);
            }
        }
        if let Some(value) = &value
            && order_by.is_empty()
            && function.takes() == Takes::Ordered
            && !self.sema.is_orderable(value.ty)
        {
            let message = format!("values of `{}` have no order: add `order by`", self.sema.show(value.ty));
            self.error(Code::NotOrderable, value.span, message);
        }
        let monotonic = self.monotonic && !written.short;
        let aggregate =
            Aggregate { function, bracket, vars, range, value, separator, order_by, labels, monotonic };
        Some(Expr { kind: ExprKind::Aggregate(Box::new(aggregate)), ty, span })
    }

    fn numeric(&mut self, value: &Expr) -> Option<Primitive> {
        match self.kind_of(value) {
            Some(kind @ (Primitive::Int | Primitive::Float | Primitive::BigInt)) => Some(kind),
            _ if value.ty == self.sema.error_type() => None,
            _ => {
                let message = format!("this aggregate needs numbers, not `{}`", self.sema.show(value.ty));
                self.error(Code::NotANumber, value.span, message);
                None
            }
        }
    }
}
