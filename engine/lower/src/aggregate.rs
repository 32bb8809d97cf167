//! Aggregates (language.md section 11).
//!
//! ```text
//! n = agg(T x | f | e order by k)    n = agg { T(x), f, v = e, w = k } over the distinct (x, v, w), of v by w
//! ```
//!
//! The monotonic form counts the assignments of the declared variables first. Then each takes one of the values of the
//! expressions, and the function is applied to every such choice:
//!
//! ```text
//! c = count { T(x), f } over x,
//! n = agg { T(x), f, v = e, w = k, m = c } over (x, m, v, w), of v by w, choosing one for each x of m
//! ```
//!
//! An aggregate that has a value for no assignments (a sum, say) becomes `{ c = 0, n = 0 } or { the above }`.

use crate::context::{RuleBuilder, derived, push};
use crate::formula::or;
use quarrel_base::aggregate::Gives;
use quarrel_base::source::Span;
use quarrel_datalog as dl;
use quarrel_datalog::{
    AggregateOp, Body, BuiltinOp, Choice, Const, Kind, LiteralKind, Origin, SortKey, Term,
};
use quarrel_sema::hir::{Aggregate, AggregateLabel, Expr, ExprKind};

/// The input of an aggregate: its body, and the roles of the body's variables.
struct Tuples {
    body: Body,
    tuple: Vec<dl::VarId>,
    value: Option<Term>,
    separator: Option<Term>,
    keys: Vec<SortKey>,
    choice: Option<Choice>,
}

impl RuleBuilder<'_, '_> {
    /// Adds the condition that `target` is the aggregate's value.
    pub fn aggregate(
        &mut self,
        aggregate: &Aggregate,
        target: Term,
        kind: Kind,
        span: Span,
        body: &mut Body,
    ) {
        let rank = aggregate.bracket.as_ref().map(|rank| self.expr_as(rank, Kind::Int, body));
        let op = aggregate.function;
        if !aggregate.monotonic || values(aggregate).all(is_one_value) {
            let tuples = self.tuples(aggregate, op, kind, None);
            literal(op, tuples, rank, target, span, body);
            return;
        }
        let counting = if op.is_total() { AggregateOp::Count } else { AggregateOp::StrictCount };
        let assignments = self.assignments(aggregate);
        let number = Term::Var(self.fresh(Kind::Int, Some(span), body));
        literal(counting, assignments, None, number.clone(), span, body);
        if !op.is_total() {
            let tuples = self.tuples(aggregate, op, kind, Some(number));
            literal(op, tuples, rank, target, span, body);
            return;
        }
        let mut none = Body::default();
        self.equate(
            number.clone(),
            Kind::Int,
            Term::Const(Const::Int(0)),
            Kind::Int,
            derived(Some(span)),
            &mut none,
        );
        self.nothing(kind, target.clone(), span, &mut none);
        let mut some = Body::default();
        let tuples = self.tuples(aggregate, op, kind, Some(number));
        literal(op.strict(), tuples, rank, target, span, &mut some);
        or(vec![none, some], span, body);
    }

    /// The assignments of the declared variables that satisfy the range.
    fn assignments(&mut self, aggregate: &Aggregate) -> Tuples {
        let mut body = Body::default();
        let tuple = aggregate.vars.iter().map(|var| self.declare(*var, &mut body)).collect();
        if let Some(range) = &aggregate.range {
            self.formula(range, &mut body);
        }
        Tuples { body, tuple, value: None, separator: None, keys: Vec::new(), choice: None }
    }

    /// Adds the values of the expressions to the assignments; with a choice if the number of assignments is given.
    fn tuples(&mut self, aggregate: &Aggregate, op: AggregateOp, kind: Kind, number: Option<Term>) -> Tuples {
        let Tuples { body: mut inner, mut tuple, .. } = self.assignments(aggregate);
        let choice = number.map(|number| {
            let of = tuple.clone();
            let expected = self.fresh(Kind::Int, self.span, &mut inner);
            self.equate(number, Kind::Int, Term::Var(expected), Kind::Int, derived(self.span), &mut inner);
            tuple.push(expected);
            Choice { of, expected }
        });
        // The average of ints is taken over floats; min, max, rank and unique keep the value's kind; a sum has the kind
        // of the whole expression.
        let value_kind = aggregate.value.as_ref().map(|value| match op.gives() {
            Gives::Float => Kind::Float,
            Gives::Value => kind,
            Gives::String => Kind::String,
            Gives::Int => self.lowering.kind(value.ty),
        });
        let value = match (&aggregate.value, value_kind) {
            (Some(expr), Some(kind)) => {
                let term = self.expr_as(expr, kind, &mut inner);
                Some(self.in_tuple(term, kind, expr.span, &mut tuple, &mut inner))
            }
            _ => None,
        };
        self.label(aggregate, AggregateLabel::Value, value.as_ref());
        let separator = aggregate.separator.as_ref().map(|expr| {
            let term = self.expr_as(expr, Kind::String, &mut inner);
            match term {
                // A variable of the surroundings or a constant can stay as it is.
                Term::Var(var) if inner.locals.contains(&var) => {
                    self.in_tuple(term, Kind::String, expr.span, &mut tuple, &mut inner)
                }
                term => term,
            }
        });
        self.label(aggregate, AggregateLabel::Separator, separator.as_ref());
        let keys = aggregate
            .order_by
            .iter()
            .map(|(expr, descending)| {
                let kind = self.lowering.kind(expr.ty);
                let term = self.expr(expr, &mut inner);
                let var = self.as_local(term, kind, expr.span, &mut inner);
                if !tuple.contains(&var) {
                    tuple.push(var);
                }
                SortKey { var, descending: *descending }
            })
            .collect();
        Tuples { body: inner, tuple, value, separator, keys, choice }
    }

    /// Adds the value of the aggregate for no assignments.
    fn nothing(&mut self, kind: Kind, target: Term, span: Span, body: &mut Body) {
        let zero = match kind {
            Kind::String => Term::Const(Const::String("".into())),
            Kind::Float => Term::Const(Const::Float(0.0)),
            Kind::BigInt => {
                let zero = vec![Term::Const(Const::Int(0)), target];
                push(body, LiteralKind::Builtin(BuiltinOp::IntToBigInt, zero), derived(Some(span)));
                return;
            }
            _ => Term::Const(Const::Int(0)),
        };
        self.equate(zero, kind, target, kind, derived(Some(span)), body);
    }

    /// The term as part of the tuple: constants stay, variables of the surroundings get a local copy.
    fn in_tuple(
        &mut self,
        term: Term,
        kind: Kind,
        span: Span,
        tuple: &mut Vec<dl::VarId>,
        body: &mut Body,
    ) -> Term {
        match term {
            Term::Const(_) => term,
            // `_` as a value: any value of its type; the name stage allows it nowhere else.
            Term::Wildcard | Term::Var(_) => {
                let var = match term {
                    Term::Wildcard => self.fresh(kind, Some(span), body),
                    term => self.as_local(term, kind, span, body),
                };
                if !tuple.contains(&var) {
                    tuple.push(var);
                }
                Term::Var(var)
            }
        }
    }

    fn label(&mut self, aggregate: &Aggregate, which: AggregateLabel, term: Option<&Term>) {
        for (var, label) in &aggregate.labels {
            if *label == which
                && let Some(term) = term
            {
                self.bind(*var, term.clone());
            }
        }
    }
}

/// Adds the aggregate as a condition.
fn literal(op: AggregateOp, tuples: Tuples, rank: Option<Term>, result: Term, span: Span, body: &mut Body) {
    let Tuples { body: inner, tuple, value, separator, keys, choice } = tuples;
    let aggregate = dl::Aggregate { op, body: inner, tuple, value, separator, keys, rank, result, choice };
    push(body, LiteralKind::Aggregate(Box::new(aggregate)), Origin::Source(span));
}

/// The expressions that are evaluated for each assignment.
fn values(aggregate: &Aggregate) -> impl Iterator<Item = &Expr> {
    let keys = aggregate.order_by.iter().map(|(key, _)| key);
    aggregate.value.iter().chain(&aggregate.separator).chain(keys)
}

/// Whether the expression visibly has exactly one value, so that there is no choice.
fn is_one_value(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_) | ExprKind::Boolean(_) | ExprKind::Var(_)
    )
}
