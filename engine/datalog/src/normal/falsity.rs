//! Removes literals that never hold. Such a literal may leave variables open, because falsity binds all of them, but no
//! evaluator should search for their values.
//!
//! ```text
//! p(x) :- false, ...            no rule
//! { false, ... } or { a }       a
//! not { false, ... }            nothing
//! n = count { false, ... }      n = 0
//! ```

use crate::{
    Aggregate, AggregateOp, Body, BuiltinOp, Comparison, Const, Def, Kind, Literal, LiteralKind, Program,
    Rule, Term, Var, VarId,
};
use quarrel_base::IndexVec;

/// Whether a literal of the body shows that it never holds.
pub fn is_false(body: &Body) -> bool {
    body.literals.iter().any(|literal| matches!(&literal.kind, LiteralKind::Or(bodies) if bodies.is_empty()))
}

/// Removes what never holds from all rules.
pub fn without_falsity(program: &mut Program) {
    for pred in program.preds.iter_mut() {
        if let Def::Rules(rules) = &mut pred.def {
            rules.retain_mut(may_hold);
        }
    }
}

/// Removes what never holds from a rule; returns whether the rule itself may hold.
pub fn may_hold(rule: &mut Rule) -> bool {
    remove_falsity(&mut rule.body, &rule.vars)
}

/// Removes what never holds from a body; returns whether the body itself may hold.
fn remove_falsity(body: &mut Body, vars: &IndexVec<VarId, Var>) -> bool {
    let mut kept = Vec::with_capacity(body.literals.len());
    for mut literal in std::mem::take(&mut body.literals) {
        match &mut literal.kind {
            LiteralKind::Or(bodies) => {
                bodies.retain_mut(|inner| remove_falsity(inner, vars));
                match &mut bodies[..] {
                    [] => return false,
                    [only] => {
                        body.locals.append(&mut only.locals);
                        kept.append(&mut only.literals);
                        continue;
                    }
                    _ => {}
                }
            }
            LiteralKind::Not(inner) => {
                if !remove_falsity(inner, vars) {
                    continue;
                }
                if inner.literals.is_empty() && inner.locals.is_empty() {
                    return false;
                }
            }
            LiteralKind::Aggregate(aggregate) => {
                let has_tuples = remove_falsity(&mut aggregate.body, vars);
                if !has_tuples {
                    match value_of_nothing(aggregate, vars) {
                        Some(kind) => literal = Literal { kind, origin: literal.origin },
                        None => return false,
                    }
                }
            }
            _ => {}
        }
        kept.push(literal);
    }
    body.literals = kept;
    true
}

/// The value of an aggregate over no tuples, as a condition; `None` if it has none.
fn value_of_nothing(aggregate: &Aggregate, vars: &IndexVec<VarId, Var>) -> Option<LiteralKind> {
    let result = aggregate.result.clone();
    let is =
        |kind, value| Some(LiteralKind::Compare(Comparison::Eq, kind, result.clone(), Term::Const(value)));
    if aggregate.choice.is_some() {
        return None;
    }
    match aggregate.op {
        AggregateOp::Count => is(Kind::Int, Const::Int(0)),
        AggregateOp::Concat => is(Kind::String, Const::String("".into())),
        AggregateOp::Sum => match mentioned_kind(aggregate.value.as_ref()?, vars)? {
            Kind::Float => is(Kind::Float, Const::Float(0.0)),
            Kind::BigInt => {
                let zero = vec![Term::Const(Const::Int(0)), result];
                Some(LiteralKind::Builtin(BuiltinOp::IntToBigInt, zero))
            }
            _ => is(Kind::Int, Const::Int(0)),
        },
        _ => None,
    }
}

/// The kind of a variable or constant; `None` for a wildcard.
fn mentioned_kind(term: &Term, vars: &IndexVec<VarId, Var>) -> Option<Kind> {
    match term {
        Term::Var(var) => vars.get(*var).map(|var| var.kind),
        Term::Const(constant) => Some(constant.kind()),
        Term::Wildcard => None,
    }
}
