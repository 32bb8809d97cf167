//! Lowers expressions to terms and conditions. An expression denotes a set of values; its variable ranges over them.
//!
//! `expr` returns a term for the value, `expr_into` adds the condition that an existing term is a value. New variables
//! are locals of the innermost body, which is QL's scope of implicit existentials.
//!
//! ```text
//! x = a + b          IntAdd(a, b, x)            a - b = x is IntAdd(x, b, a), so that it binds backwards too
//! x = [a .. b]       IntRange(a, b, x)          floats and dates: a <= x, x <= b
//! x = [f(), 2]       { f(x) } or { x = 2 }      constants alone: a predicate with these rows
//! x = any(T y | f | e)                          y joins the body:  T(y), f, x = e
//! x = e.(T)                                     x = e, T(x)
//! ```

use crate::context::{RuleBuilder, derived, push, push_atom};
use crate::formula::or;
use quarrel_base::source::Span;
use quarrel_datalog::{Body, BuiltinOp, Const, Kind, LiteralKind, Origin, Term};
use quarrel_sema::hir::{BinaryOp, Expr, ExprKind, PredKind, TypeId};

/// The number of constants from which a set literal becomes a predicate.
const CONSTANT_SET: usize = 3;

impl RuleBuilder<'_, '_> {
    /// A term for the expression's value, of its type's kind.
    pub fn expr(&mut self, expr: &Expr, body: &mut Body) -> Term {
        quarrel_base::budget::poll();
        let kind = self.lowering.kind(expr.ty);
        match &expr.kind {
            ExprKind::Wildcard => Term::Wildcard,
            ExprKind::Var(var) => match self.term_of(*var) {
                Some(term) => term,
                // Out of scope: the name stage has reported it.
                None => Term::Var(self.fresh(kind, Some(expr.span), body)),
            },
            ExprKind::OnlyBind { expr: inner, .. } => self.expr(inner, body),
            ExprKind::Cast(inner) => self.cast(inner, expr.ty, expr.span, body),
            ExprKind::Any { vars, range, value } => {
                for var in vars {
                    self.declare(*var, body);
                }
                if let Some(range) = range {
                    self.formula(range, body);
                }
                self.expr_as(value, kind, body)
            }
            ExprKind::Set(items) if items.len() == 1 => self.expr_as(&items[0], kind, body),
            _ => {
                if let Some(constant) = constant(expr, kind) {
                    return Term::Const(constant);
                }
                let term = Term::Var(self.fresh(kind, Some(expr.span), body));
                self.expr_into(expr, term.clone(), kind, body);
                term
            }
        }
    }

    /// A term for the expression's value, converted to the kind.
    pub fn expr_as(&mut self, expr: &Expr, kind: Kind, body: &mut Body) -> Term {
        if let Some(constant) = constant(expr, kind) {
            return Term::Const(constant);
        }
        let own = self.lowering.kind(expr.ty);
        let term = self.expr(expr, body);
        self.convert(term, own, kind, Some(expr.span), body)
    }

    /// Adds the condition that `target`, of kind `kind`, is a value of the expression. A wildcard only requires some
    /// value.
    pub fn expr_into(&mut self, expr: &Expr, target: Term, kind: Kind, body: &mut Body) {
        let origin = Origin::Source(expr.span);
        let own = self.lowering.kind(expr.ty);
        if own != kind {
            let value = self.expr(expr, body);
            self.equate(value, own, target, kind, origin, body);
            return;
        }
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Boolean(_)
            | ExprKind::Var(_)
            | ExprKind::Wildcard
            | ExprKind::Cast(_) => {
                let value = self.expr(expr, body);
                self.equate(value, own, target, kind, origin, body);
            }
            ExprKind::OnlyBind { expr: inner, .. } => self.expr_into(inner, target, kind, body),
            ExprKind::Neg(inner) => {
                if let Some(constant) = constant(expr, kind) {
                    self.equate(Term::Const(constant), kind, target, kind, origin, body);
                    return;
                }
                let operand = self.expr_as(inner, kind, body);
                let op = match kind {
                    Kind::Float => BuiltinOp::FloatNeg,
                    Kind::BigInt => BuiltinOp::BigIntNeg,
                    _ => BuiltinOp::IntNeg,
                };
                push(body, LiteralKind::Builtin(op, vec![operand, target]), origin);
            }
            ExprKind::Chain(first, rest) => self.chain(first, rest, (target, kind), body),
            ExprKind::ToString(inner, pred) => self.implicit_to_string(inner, *pred, target, expr.span, body),
            ExprKind::Call(call) => self.call(call, Some((target, kind)), body),
            ExprKind::Range(lower, upper) => {
                let lower = self.expr_as(lower, kind, body);
                let upper = self.expr_as(upper, kind, body);
                let target = match target {
                    Term::Wildcard if kind != Kind::Int => Term::Var(self.fresh(kind, Some(expr.span), body)),
                    target => target,
                };
                self.between(lower, upper, target, kind, expr.span, body);
            }
            ExprKind::Set(items) => self.set(items, target, kind, expr.span, body),
            ExprKind::Any { vars, range, value } => {
                for var in vars {
                    self.declare(*var, body);
                }
                if let Some(range) = range {
                    self.formula(range, body);
                }
                self.expr_into(value, target, kind, body);
            }
            ExprKind::Aggregate(aggregate) => self.aggregate(aggregate, target, kind, expr.span, body),
        }
    }

    fn cast(&mut self, inner: &Expr, ty: TypeId, span: Span, body: &mut Body) -> Term {
        let (from, to) = (self.lowering.kind(inner.ty), self.lowering.kind(ty));
        let term = self.expr(inner, body);
        // A variable is in its type already, so an upcast adds no condition.
        let known = matches!(inner.kind, ExprKind::Var(_)) && self.lowering.is_subtype(inner.ty, ty);
        let term = self.convert(term, from, to, Some(span), body);
        if !known {
            self.type_test(term.clone(), to, ty, Origin::Source(span), body);
        }
        term
    }

    // v1 = first op e1, v2 = v1 op e2, ..., target = vn op en
    fn chain(
        &mut self,
        first: &Expr,
        rest: &[(BinaryOp, Expr)],
        (target, kind): (Term, Kind),
        body: &mut Body,
    ) {
        let mut left = self.expr_as(first, kind, body);
        for (at, (op, operand)) in rest.iter().enumerate() {
            let span = first.span.to(operand.span);
            let right = self.expr_as(operand, kind, body);
            let value = if at + 1 < rest.len() {
                Term::Var(self.fresh(kind, Some(span), body))
            } else {
                target.clone()
            };
            operation(*op, [left, right, value.clone()], kind, span, body);
            left = value;
        }
    }

    fn implicit_to_string(
        &mut self,
        inner: &Expr,
        pred: quarrel_sema::hir::PredId,
        target: Term,
        span: Span,
        body: &mut Body,
    ) {
        let checked = self.lowering.checked;
        let own = self.lowering.kind(inner.ty);
        let receiver = self.expr(inner, body);
        if let PredKind::BuiltinMember { receiver: primitive, name } = &checked.preds[pred].kind {
            self.builtin_member(
                (*primitive, name),
                &checked.preds[pred],
                vec![(receiver, own)],
                Some((target, Kind::String)),
                span,
                body,
            );
            return;
        }
        let callee = self.lowering.callee(pred, quarrel_sema::hir::Dispatch::Virtual);
        let wanted = self.lowering.column_kind(callee, 0);
        let receiver = self.convert(receiver, own, wanted, Some(span), body);
        push_atom(body, callee, vec![receiver, target], Origin::Source(span));
    }

    fn set(&mut self, items: &[Expr], target: Term, kind: Kind, span: Span, body: &mut Body) {
        let constants: Option<Vec<Const>> = items.iter().map(|item| constant(item, kind)).collect();
        if let Some(constants) = constants
            && constants.len() >= CONSTANT_SET
        {
            let pred = self.lowering.constant_set(kind, constants);
            push_atom(body, pred, vec![target], Origin::Source(span));
            return;
        }
        let bodies = items
            .iter()
            .map(|item| {
                let mut branch = Body::default();
                self.expr_into(item, target.clone(), kind, &mut branch);
                branch
            })
            .collect();
        or(bodies, span, body);
    }

    /// A variable equal to the term, for places that require a variable of the body.
    pub fn as_local(
        &mut self,
        term: Term,
        kind: Kind,
        span: Span,
        body: &mut Body,
    ) -> quarrel_datalog::VarId {
        if let Term::Var(var) = term
            && body.locals.contains(&var)
        {
            return var;
        }
        let var = self.fresh(kind, Some(span), body);
        self.equate(term, kind, Term::Var(var), kind, derived(Some(span)), body);
        var
    }
}

/// Adds `left op right = target`; a difference becomes a sum, so that it binds backwards too.
fn operation(op: BinaryOp, [left, right, target]: [Term; 3], kind: Kind, span: Span, body: &mut Body) {
    use BuiltinOp as B;
    let (op, args) = match (op, kind) {
        (BinaryOp::Add, Kind::String) => (B::StringConcat, [left, right, target]),
        (BinaryOp::Add, Kind::Float) => (B::FloatAdd, [left, right, target]),
        (BinaryOp::Add, Kind::BigInt) => (B::BigIntAdd, [left, right, target]),
        (BinaryOp::Add, _) => (B::IntAdd, [left, right, target]),
        (BinaryOp::Sub, Kind::Float) => (B::FloatSub, [left, right, target]),
        (BinaryOp::Sub, Kind::BigInt) => (B::BigIntAdd, [target, right, left]),
        (BinaryOp::Sub, _) => (B::IntAdd, [target, right, left]),
        (BinaryOp::Mul, Kind::Float) => (B::FloatMul, [left, right, target]),
        (BinaryOp::Mul, Kind::BigInt) => (B::BigIntMul, [left, right, target]),
        (BinaryOp::Mul, _) => (B::IntMul, [left, right, target]),
        (BinaryOp::Div, Kind::Float) => (B::FloatDiv, [left, right, target]),
        (BinaryOp::Div, Kind::BigInt) => (B::BigIntDiv, [left, right, target]),
        (BinaryOp::Div, _) => (B::IntDiv, [left, right, target]),
        (BinaryOp::Rem, Kind::Float) => (B::FloatRem, [left, right, target]),
        (BinaryOp::Rem, Kind::BigInt) => (B::BigIntRem, [left, right, target]),
        (BinaryOp::Rem, _) => (B::IntRem, [left, right, target]),
    };
    push(body, LiteralKind::Builtin(op, args.to_vec()), Origin::Source(span));
}

/// The value of a constant expression, converted to the kind.
pub(crate) fn constant(expr: &Expr, kind: Kind) -> Option<Const> {
    let constant = match &expr.kind {
        ExprKind::Int(value) => Const::Int(*value),
        ExprKind::Float(value) => Const::Float(*value),
        ExprKind::String(value) => Const::String(value.clone()),
        ExprKind::Boolean(value) => Const::Boolean(*value),
        ExprKind::Neg(inner) => match inner.kind {
            ExprKind::Int(value) => Const::Int(value.wrapping_neg()),
            ExprKind::Float(value) => Const::Float(-value),
            _ => return None,
        },
        _ => return None,
    };
    match (constant, kind) {
        (Const::Int(value), Kind::Float) => Some(Const::Float(f64::from(value))),
        (Const::Int(value), Kind::Int) => Some(Const::Int(value)),
        (Const::Float(value), Kind::Float) => Some(Const::Float(value)),
        (Const::String(value), Kind::String) => Some(Const::String(value)),
        (Const::Boolean(value), Kind::Boolean) => Some(Const::Boolean(value)),
        _ => None,
    }
}
