//! Lowers formulas to conditions. Negations are pushed inwards over `not`, `or`, `implies`, `if` and `forall`
//! (language.md section 13), so that formulas that end up positive also bind.
//!
//! ```text
//! exists(T x | f | g)    x joins the surrounding body:  T(x), f, g
//! forall(T x | f | g)    not { T(x), f, not { g } }
//! forex(T x | f | g)     both of the above
//! if c then f else g     { c, f } or { not c, g }           c is lowered twice, with variables of its own each time
//! ```

use crate::context::{RuleBuilder, derived, push, push_false};
use quarrel_base::source::Span;
use quarrel_datalog::{Body, BuiltinOp, Comparison, Kind, LiteralKind, Origin, Term};
use quarrel_sema::hir::{CompareOp, Expr, ExprKind, Formula, FormulaKind, Quantifier, VarId};

impl RuleBuilder<'_, '_> {
    /// Adds the conditions of a formula.
    pub fn formula(&mut self, formula: &Formula, body: &mut Body) {
        quarrel_base::budget::poll();
        self.signed(formula, true, body);
    }

    /// Adds the conditions of a formula, or of its negation.
    pub fn signed(&mut self, formula: &Formula, positive: bool, body: &mut Body) {
        let span = formula.span;
        match (&formula.kind, positive) {
            (FormulaKind::Not(inner), _) => self.signed(inner, !positive, body),
            (FormulaKind::And(parts), true) => {
                for part in parts {
                    self.signed(part, true, body);
                }
            }
            (FormulaKind::Or(parts), true) => {
                let mut bodies = Vec::with_capacity(parts.len());
                self.branches(parts, &mut bodies);
                or(bodies, span, body);
            }
            (FormulaKind::Or(parts), false) => {
                for part in parts {
                    self.signed(part, false, body);
                }
            }
            (FormulaKind::Implies(left, right), true) => {
                let bodies = vec![self.nested(left, false), self.nested(right, true)];
                or(bodies, span, body);
            }
            (FormulaKind::Implies(left, right), false) => {
                self.signed(left, true, body);
                self.signed(right, false, body);
            }
            // not (if c then f else g) = if c then not f else not g
            (FormulaKind::IfThenElse(condition, then, otherwise), _) => {
                let mut first = self.nested(condition, true);
                self.signed(then, positive, &mut first);
                let mut second = self.nested(condition, false);
                self.signed(otherwise, positive, &mut second);
                or(vec![first, second], span, body);
            }
            (FormulaKind::Quantified { quantifier, vars, range, body: second }, _) => {
                let range = range.as_deref();
                let second = second.as_deref();
                match (quantifier, positive) {
                    (Quantifier::Exists, true) => self.exists(vars, &[range, second], None, body),
                    (Quantifier::Exists, false) => {
                        let mut inner = Body::default();
                        self.exists(vars, &[range, second], None, &mut inner);
                        not(inner, span, body);
                    }
                    (Quantifier::Forall, _) => self.forall(vars, range, second, positive, span, body),
                    (Quantifier::Forex, true) => {
                        self.forall(vars, range, second, true, span, body);
                        self.exists(vars, &[range, second], None, body);
                    }
                    (Quantifier::Forex, false) => {
                        let mut counter = Body::default();
                        self.forall(vars, range, second, false, span, &mut counter);
                        let mut inner = Body::default();
                        self.exists(vars, &[range, second], None, &mut inner);
                        let mut none = Body::default();
                        not(inner, span, &mut none);
                        or(vec![counter, none], span, body);
                    }
                }
            }
            (_, false) => {
                let inner = self.nested(formula, true);
                not(inner, span, body);
            }
            (FormulaKind::Exists(expr), true) => {
                self.expr_into(expr, Term::Wildcard, self.lowering.kind(expr.ty), body);
            }
            (FormulaKind::Compare(op, left, right), true) => self.compare(*op, left, right, span, body),
            (FormulaKind::InstanceOf(expr, ty), true) => {
                let kind = self.lowering.kind(expr.ty);
                let term = self.expr(expr, body);
                self.type_test(term, kind, *ty, Origin::Source(span), body);
            }
            (FormulaKind::Call(call), true) => self.call(call, None, body),
        }
    }

    /// Lowers the formula (or its negation) into a body of its own.
    fn nested(&mut self, formula: &Formula, positive: bool) -> Body {
        let mut body = Body::default();
        self.signed(formula, positive, &mut body);
        body
    }

    /// The branches of a disjunction; nested disjunctions are flattened.
    fn branches(&mut self, parts: &[Formula], bodies: &mut Vec<Body>) {
        for part in parts {
            if let FormulaKind::Or(parts) = &part.kind {
                self.branches(parts, bodies);
            } else {
                bodies.push(self.nested(part, true));
            }
        }
    }

    /// Variables with their types and formulas join the body; `negated`, if any, in a negation.
    fn exists(
        &mut self,
        vars: &[VarId],
        formulas: &[Option<&Formula>],
        negated: Option<&Formula>,
        body: &mut Body,
    ) {
        for var in vars {
            self.declare(*var, body);
        }
        for formula in formulas.iter().flatten() {
            self.signed(formula, true, body);
        }
        if let Some(formula) = negated {
            self.signed(formula, false, body);
        }
    }

    fn forall(
        &mut self,
        vars: &[VarId],
        range: Option<&Formula>,
        second: Option<&Formula>,
        positive: bool,
        span: Span,
        body: &mut Body,
    ) {
        let (range, claim) = if second.is_some() { (range, second) } else { (None, range) };
        if positive {
            let mut inner = Body::default();
            self.exists(vars, &[range], claim, &mut inner);
            not(inner, span, body);
        } else {
            self.exists(vars, &[range], claim, body);
        }
    }

    fn compare(&mut self, op: CompareOp, left: &Expr, right: &Expr, span: Span, body: &mut Body) {
        if op == CompareOp::Eq {
            self.equal(left, right, span, body);
            return;
        }
        let (left_kind, right_kind) = (self.lowering.kind(left.ty), self.lowering.kind(right.ty));
        let kind = if left_kind == right_kind { left_kind } else { Kind::Float };
        let left = self.expr_as(left, kind, body);
        let right = self.expr_as(right, kind, body);
        let comparison = match op {
            CompareOp::Eq => Comparison::Eq,
            CompareOp::Ne => Comparison::Ne,
            CompareOp::Lt => Comparison::Lt,
            CompareOp::Le => Comparison::Le,
            CompareOp::Gt => Comparison::Gt,
            CompareOp::Ge => Comparison::Ge,
        };
        push(body, LiteralKind::Compare(comparison, kind, left, right), Origin::Source(span));
    }

    /// `left = right`: the side that is more than a variable or constant gets the other as its value.
    fn equal(&mut self, left: &Expr, right: &Expr, span: Span, body: &mut Body) {
        let wildcard = |expr: &Expr| matches!(expr.kind, ExprKind::Wildcard);
        if wildcard(left) || wildcard(right) {
            let expr = if wildcard(left) { right } else { left };
            self.expr_into(expr, Term::Wildcard, self.lowering.kind(expr.ty), body);
            return;
        }
        let (left, right) = if is_simple(right) && !is_simple(left) { (right, left) } else { (left, right) };
        let kind = self.lowering.kind(left.ty);
        let target = self.expr(left, body);
        if is_simple(right) {
            let right_kind = self.lowering.kind(right.ty);
            let value = self.expr(right, body);
            if value == target && kind == right_kind {
                // `x = x` and `1 = 1` hold; the declaration of a variable added its type.
                return;
            }
            self.equate(value, right_kind, target, kind, Origin::Source(span), body);
        } else {
            self.expr_into(right, target, kind, body);
        }
    }

    /// `lower <= value <= upper` for a range whose values cannot be enumerated.
    pub fn between(
        &mut self,
        lower: Term,
        upper: Term,
        value: Term,
        kind: Kind,
        span: Span,
        body: &mut Body,
    ) {
        let origin = Origin::Source(span);
        if kind == Kind::Int {
            push(body, LiteralKind::Builtin(BuiltinOp::IntRange, vec![lower, upper, value]), origin);
            return;
        }
        push(body, LiteralKind::Compare(Comparison::Le, kind, lower, value.clone()), origin);
        push(body, LiteralKind::Compare(Comparison::Le, kind, value, upper), origin);
    }
}

/// Whether an expression is a term already.
fn is_simple(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Boolean(_)
        | ExprKind::Var(_) => true,
        ExprKind::OnlyBind { expr, .. } => is_simple(expr),
        _ => false,
    }
}

/// Adds a disjunction of bodies; a single one joins the surrounding body. Branches that never hold stay until the
/// program is verified: their dependencies count.
pub(crate) fn or(mut bodies: Vec<Body>, span: Span, body: &mut Body) {
    if bodies.len() == 1
        && let Some(only) = bodies.pop()
    {
        body.locals.extend(only.locals);
        body.literals.extend(only.literals);
        return;
    }
    push(body, LiteralKind::Or(bodies), Origin::Source(span));
}

/// Adds the negation of a body; that of truth is falsity and vice versa.
pub(crate) fn not(mut inner: Body, span: Span, body: &mut Body) {
    if inner.locals.is_empty() && inner.literals.is_empty() {
        push_false(body, derived(Some(span)));
        return;
    }
    if let [only] = &mut inner.literals[..]
        && inner.locals.is_empty()
        && let LiteralKind::Not(twice) = &mut only.kind
    {
        body.locals.append(&mut twice.locals);
        body.literals.append(&mut twice.literals);
        return;
    }
    push(body, LiteralKind::Not(inner), Origin::Source(span));
}
