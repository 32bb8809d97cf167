//! Aggregates (language.md section 11).
//!
//! ```text
//! n = agg(T x | f | e order by k)    n = agg { T(x), f, v = e, w = k } over the distinct (x, v, w), of v by w
//! ```
//!
//! In the monotonic form the tuples are the assignments of the declared variables alone, and each must have a value.
//! That is the same where the expression has one value for each, plus one condition:
//!
//! ```text
//! not { T(x), f, not { v = e } }
//! ```
//!
//! Where the expression has several values the choices are not told apart; an expression that is not obviously
//! functional gets a warning.

use crate::context::{RuleBuilder, derived, push};
use crate::formula::not;
use quarrel_base::diag::{Code, Diagnostic};
use quarrel_base::source::Span;
use quarrel_datalog as dl;
use quarrel_datalog::{AggregateOp, Body, Kind, LiteralKind, Origin, SortKey, Term};
use quarrel_sema::hir::{Aggregate, AggregateFn, AggregateLabel, Expr, ExprKind, PredKind};

impl RuleBuilder<'_, '_> {
    /// That `target` is the aggregate's value.
    pub fn aggregate(
        &mut self,
        aggregate: &Aggregate,
        target: Term,
        kind: Kind,
        span: Span,
        body: &mut Body,
    ) {
        let rank = aggregate.bracket.as_ref().map(|rank| self.expr_as(rank, Kind::Int, body));
        let op = operation(aggregate.function);

        let mut inner = Body::default();
        let mut tuple: Vec<dl::VarId> =
            aggregate.vars.iter().map(|var| self.declare(*var, &mut inner)).collect();
        if let Some(range) = &aggregate.range {
            self.formula(range, &mut inner);
        }
        // The average of ints is taken of floats; min, max, rank and unique keep the value's kind; a sum has the kind
        // of the whole expression.
        let value_kind = aggregate.value.as_ref().map(|value| match op {
            AggregateOp::Avg => Kind::Float,
            AggregateOp::Sum
            | AggregateOp::StrictSum
            | AggregateOp::Min
            | AggregateOp::Max
            | AggregateOp::Rank
            | AggregateOp::Unique => kind,
            AggregateOp::Concat | AggregateOp::StrictConcat => Kind::String,
            AggregateOp::Count | AggregateOp::StrictCount => self.lowering.kind(value.ty),
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
                // A variable of the surroundings or a constant may stay as it is.
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

        if aggregate.monotonic {
            self.every_tuple_has_a_value(aggregate, span, body);
        }
        let literal = LiteralKind::Aggregate(Box::new(dl::Aggregate {
            op,
            body: inner,
            tuple,
            value,
            separator,
            keys,
            rank,
            result: target,
        }));
        push(body, literal, Origin::Source(span));
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
            // `_` as a value: any value of its type; names allow it nowhere else.
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

    // not { T(x), f, not { exists values } }
    fn every_tuple_has_a_value(&mut self, aggregate: &Aggregate, span: Span, body: &mut Body) {
        let exprs: Vec<&Expr> = aggregate
            .value
            .iter()
            .chain(&aggregate.separator)
            .chain(aggregate.order_by.iter().map(|(key, _)| key))
            .collect();
        if let Some(doubtful) = exprs.iter().find(|expr| !self.is_functional(expr)) {
            self.lowering.diagnostics.push(
                Diagnostic::warning(
                    Code::MonotonicAggregate,
                    doubtful.span,
                    "this expression of a monotonic aggregate may have several values",
                )
                .label(span, "several values for one assignment count as several tuples here")
                .help("aggregate an expression with one value for each assignment, or leave `monotonicAggregates` off"),
            );
        }
        // Labels stand for the expressions they name inside the inner negation too.
        let labels: Vec<(AggregateLabel, quarrel_sema::hir::VarId)> =
            aggregate.labels.iter().map(|(var, label)| (*label, *var)).collect();
        let mut tuples = Body::default();
        for var in &aggregate.vars {
            self.declare(*var, &mut tuples);
        }
        if let Some(range) = &aggregate.range {
            self.formula(range, &mut tuples);
        }
        let mut valued = Body::default();
        for (which, expr) in [
            (AggregateLabel::Value, aggregate.value.as_ref()),
            (AggregateLabel::Separator, aggregate.separator.as_ref()),
        ] {
            let Some(expr) = expr else { continue };
            let term = self.expr(expr, &mut valued);
            for (label, var) in &labels {
                if *label == which {
                    self.bind(*var, term.clone());
                }
            }
        }
        for (key, _) in &aggregate.order_by {
            self.expr(key, &mut valued);
        }
        if valued.locals.is_empty() && valued.literals.is_empty() {
            return;
        }
        not(valued, span, &mut tuples);
        push(body, LiteralKind::Not(tuples), derived(Some(span)));
    }

    /// Whether the expression has at most one value for each assignment, for all that its form tells.
    fn is_functional(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Boolean(_)
            | ExprKind::Var(_) => true,
            ExprKind::Neg(inner) | ExprKind::Cast(inner) | ExprKind::OnlyBind { expr: inner, .. } => {
                self.is_functional(inner)
            }
            ExprKind::Binary(_, left, right) => self.is_functional(left) && self.is_functional(right),
            ExprKind::Aggregate(aggregate) => matches!(
                aggregate.function,
                AggregateFn::Count
                    | AggregateFn::StrictCount
                    | AggregateFn::Sum
                    | AggregateFn::StrictSum
                    | AggregateFn::Avg
                    | AggregateFn::Unique
            ),
            ExprKind::ToString(inner, pred) => {
                matches!(self.lowering.checked.preds[*pred].kind, PredKind::BuiltinMember { .. })
                    && self.is_functional(inner)
            }
            ExprKind::Call(call) => {
                let PredKind::BuiltinMember { name, .. } = &self.lowering.checked.preds[call.pred].kind
                else {
                    return false;
                };
                let several = matches!(&**name, "indexOf" | "splitAt");
                !several && call.receiver.iter().chain(&call.args).all(|arg| self.is_functional(arg))
            }
            ExprKind::Wildcard | ExprKind::Range(..) | ExprKind::Set(_) | ExprKind::Any { .. } => false,
        }
    }
}

fn operation(function: AggregateFn) -> AggregateOp {
    match function {
        AggregateFn::Avg => AggregateOp::Avg,
        AggregateFn::Concat => AggregateOp::Concat,
        AggregateFn::Count => AggregateOp::Count,
        AggregateFn::Max => AggregateOp::Max,
        AggregateFn::Min => AggregateOp::Min,
        AggregateFn::Rank => AggregateOp::Rank,
        AggregateFn::StrictConcat => AggregateOp::StrictConcat,
        AggregateFn::StrictCount => AggregateOp::StrictCount,
        AggregateFn::StrictSum => AggregateOp::StrictSum,
        AggregateFn::Sum => AggregateOp::Sum,
        // `any` is a quantifier and has a form of its own; all values of its tuples is what `unique` would give if
        // there were several.
        AggregateFn::Any | AggregateFn::Unique => AggregateOp::Unique,
    }
}
