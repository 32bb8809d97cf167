//! Calls and closures.
//!
//! ```text
//! y = x.m(f(z))      f(z, v), m.dispatch(x, v, y)
//! p+(a, b)           closure+ of p from a to b
//! p*(a, b)           closure* of p from a to b, T(a)        if the first column's type T lies within the second's
//!                    { closure+ ... } or { a = b, T(a), U(a) }    if neither lies within the other
//! ```

use crate::context::{RuleBuilder, derived, push, push_atom, push_false};
use crate::formula::or;
use quarrel_common::{always, never};
use quarrel_datalog::{Body, BuiltinOp, Const, Kind, LiteralKind, Origin, Term};
use quarrel_sema::hir;
use quarrel_sema::hir::{BuiltinPred, Call, ClosureOp, Expr, PredKind};

impl RuleBuilder<'_, '_> {
    /// Adds the conditions of a call; `result` receives its result, if it has one.
    pub fn call(&mut self, call: &Call, result: Option<(Term, Kind)>, body: &mut Body) {
        let checked = self.lowering.checked;
        let pred = &checked.preds[call.pred];
        match &pred.kind {
            PredKind::BuiltinMember { receiver, name } => {
                let args = self.own_args(call, body);
                self.builtin_member((*receiver, name), pred, args, result, call.span, body);
                return;
            }
            PredKind::Builtin(BuiltinPred::ToUrl) => {
                let args = self.own_args(call, body);
                self.url(args, call.span, body);
                return;
            }
            PredKind::Builtin(BuiltinPred::GetAQlClass) => {
                let receiver = call.receiver.as_ref().or(call.args.first());
                let Some(receiver) = always!(receiver) else { return };
                let callee = self.lowering.ql_class(receiver.ty);
                let receiver = self.expr(receiver, body);
                let result = result.map_or(Term::Wildcard, |(term, _)| term);
                push_atom(body, callee, vec![receiver, result], Origin::Source(call.span));
                return;
            }
            _ => {}
        }
        let callee = self.lowering.callee(call.pred, call.dispatch);
        let arity = self.lowering.arity(callee);
        let mut args: Vec<Term> = Vec::with_capacity(arity);
        for expr in call.receiver.iter().chain(&call.args) {
            let kind = self.lowering.column_kind(callee, args.len());
            args.push(self.argument(expr, kind, body));
        }
        let origin = Origin::Source(call.span);
        if pred.result.is_some() && args.len() < arity {
            let kind = self.lowering.column_kind(callee, args.len());
            match result {
                Some((target, wanted)) if wanted != kind => {
                    let value = Term::Var(self.fresh(kind, Some(call.span), body));
                    args.push(value.clone());
                    self.finish_call(call, callee, args, origin, body);
                    self.equate(value, kind, target, wanted, origin, body);
                    return;
                }
                Some((target, _)) => args.push(target),
                None => args.push(Term::Wildcard),
            }
        }
        if args.len() != arity {
            // A wrong number of arguments, which the name stage reported.
            push_false(body, origin);
            return;
        }
        self.finish_call(call, callee, args, origin, body);
    }

    fn argument(&mut self, expr: &Expr, kind: Kind, body: &mut Body) -> Term {
        let own = self.lowering.kind(expr.ty);
        let number = |kind| matches!(kind, Kind::Int | Kind::Float);
        if matches!(expr.kind, hir::ExprKind::Wildcard) {
            return Term::Wildcard;
        }
        if own != kind && !(number(own) && number(kind)) {
            push_false(body, Origin::Source(expr.span));
            return Term::Wildcard;
        }
        self.expr_as(expr, kind, body)
    }

    fn own_args(&mut self, call: &Call, body: &mut Body) -> Vec<(Term, Kind)> {
        call.receiver
            .iter()
            .chain(&call.args)
            .map(|expr| {
                let kind = self.lowering.kind(expr.ty);
                (self.expr(expr, body), kind)
            })
            .collect()
    }

    fn finish_call(
        &mut self,
        call: &Call,
        callee: quarrel_datalog::PredId,
        args: Vec<Term>,
        origin: Origin,
        body: &mut Body,
    ) {
        let Some(closure) = call.closure else {
            push_atom(body, callee, args, origin);
            return;
        };
        let Ok([from, to]) = <[Term; 2]>::try_from(args) else {
            push_false(body, origin);
            return;
        };
        let step = |reflexive, from, to| LiteralKind::Closure { step: callee, reflexive, from, to };
        if closure == ClosureOp::Plus {
            push(body, step(false, from, to), origin);
            return;
        }
        let checked = self.lowering.checked;
        let pred = &checked.preds[call.pred];
        let types: Vec<_> = self.lowering.columns_of(pred).iter().map(|var| pred.vars[*var].ty).collect();
        let [first, second] = types[..] else { return never!("a step without two ends") };
        let kind = self.lowering.column_kind(callee, 0);
        let hint = derived(Some(call.span));
        if self.lowering.is_subtype(first, second) || self.lowering.is_subtype(second, first) {
            // Every path of at least one step starts in the first type and ends in the second. If one type contains the
            // other, testing for the smaller one at its end covers the empty path too.
            let (from, to) =
                (self.no_wildcard(from, kind, call, body), self.no_wildcard(to, kind, call, body));
            if self.lowering.is_subtype(first, second) {
                self.type_test(from.clone(), kind, first, hint, body);
            } else {
                self.type_test(to.clone(), kind, second, hint, body);
            }
            push(body, step(true, from, to), origin);
            return;
        }
        let (from, to) = (self.no_wildcard(from, kind, call, body), self.no_wildcard(to, kind, call, body));
        let mut some = Body::default();
        push(&mut some, step(false, from.clone(), to.clone()), origin);
        let mut none = Body::default();
        self.type_test(from.clone(), kind, first, hint, &mut none);
        self.type_test(from.clone(), kind, second, hint, &mut none);
        self.equate(from, kind, to, kind, origin, &mut none);
        or(vec![some, none], call.span, body);
    }

    fn no_wildcard(&mut self, term: Term, kind: Kind, call: &Call, body: &mut Body) -> Term {
        match term {
            Term::Wildcard => Term::Var(self.fresh(kind, Some(call.span), body)),
            term => term,
        }
    }

    // url = "file://" + file + ":" + sl + ":" + sc + ":" + el + ":" + ec
    fn url(&mut self, mut args: Vec<(Term, Kind)>, span: quarrel_base::Span, body: &mut Body) {
        let origin = Origin::Source(span);
        let Some((url, _)) = always!(args.pop()) else { return };
        let text = |text: &str| Term::Const(Const::String(text.into()));
        let mut so_far = text("file://");
        let last = args.len().saturating_sub(1);
        for (at, (arg, kind)) in args.into_iter().enumerate() {
            let part = if kind == Kind::Int {
                let part = Term::Var(self.fresh(Kind::String, Some(span), body));
                push(body, LiteralKind::Builtin(BuiltinOp::IntToString, vec![arg, part.clone()]), origin);
                let joined = Term::Var(self.fresh(Kind::String, Some(span), body));
                push(
                    body,
                    LiteralKind::Builtin(BuiltinOp::StringConcat, vec![so_far, text(":"), joined.clone()]),
                    origin,
                );
                so_far = joined;
                part
            } else {
                arg
            };
            let joined =
                if at == last { url.clone() } else { Term::Var(self.fresh(Kind::String, Some(span), body)) };
            push(
                body,
                LiteralKind::Builtin(BuiltinOp::StringConcat, vec![so_far, part, joined.clone()]),
                origin,
            );
            so_far = joined;
        }
    }
}
