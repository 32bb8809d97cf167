//! Infers the kinds of variables from their positions. The parser fills them in, the printer leaves them out.

use crate::walk::nested_bodies;
use crate::{Aggregate, Body, Kind, LiteralKind, Program, Rule, Term, VarId};
use quarrel_base::IndexVec;
use quarrel_base::aggregate::Gives;

/// Infers kinds, starting from the known ones, which never change.
pub(super) fn infer(
    program: &Program,
    head: &[(Term, Kind)],
    body: &Body,
    known: &mut IndexVec<VarId, Option<Kind>>,
) {
    for (term, kind) in head {
        learn(known, term, Some(*kind));
    }
    // Equalities and aggregates propagate kinds, so repeat until nothing changes.
    while walk(program, body, known) {}
}

/// For each variable, its kind if it can be inferred from the rule and the kinds of the variables for which it cannot.
pub(super) fn inferred(program: &Program, rule: &Rule, columns: &[Kind]) -> IndexVec<VarId, Option<Kind>> {
    let head: Vec<_> = rule.head.iter().cloned().zip(columns.iter().copied()).collect();
    let mut stated: IndexVec<VarId, Option<Kind>> = rule.vars.iter().map(|_| None).collect();
    loop {
        let mut known = stated.clone();
        infer(program, &head, &rule.body, &mut known);
        let mut changed = false;
        for (id, var) in rule.vars.iter_ids() {
            if known[id] != Some(var.kind) {
                stated[id] = Some(var.kind);
                changed = true;
            }
        }
        if !changed {
            return rule
                .vars
                .iter_ids()
                .map(|(id, var)| Some(var.kind).filter(|_| stated[id].is_none()))
                .collect();
        }
    }
}

fn learn(known: &mut IndexVec<VarId, Option<Kind>>, term: &Term, kind: Option<Kind>) -> bool {
    if let (Term::Var(var), Some(kind)) = (term, kind)
        && known.get(*var) == Some(&None)
    {
        known[*var] = Some(kind);
        return true;
    }
    false
}

fn kind_of(known: &IndexVec<VarId, Option<Kind>>, term: &Term) -> Option<Kind> {
    match term {
        Term::Var(var) => known.get(*var).copied().flatten(),
        Term::Const(constant) => Some(constant.kind()),
        Term::Wildcard => None,
    }
}

fn walk(program: &Program, body: &Body, known: &mut IndexVec<VarId, Option<Kind>>) -> bool {
    let mut learnt = false;
    for literal in &body.literals {
        for inner in nested_bodies(&literal.kind) {
            learnt |= walk(program, inner, known);
        }
        match &literal.kind {
            LiteralKind::Atom(atom) => {
                for (term, column) in atom.args.iter().zip(&program.preds[atom.pred].columns) {
                    learnt |= learn(known, term, Some(column.kind));
                }
            }
            LiteralKind::Closure { step, from, to, .. } => {
                let columns = &program.preds[*step].columns;
                learnt |= learn(known, from, columns.first().map(|column| column.kind));
                learnt |= learn(known, to, columns.get(1).map(|column| column.kind));
            }
            LiteralKind::Compare(_, _, left, right) => {
                let (one, other) = (kind_of(known, left), kind_of(known, right));
                learnt |= learn(known, left, other) | learn(known, right, one);
            }
            LiteralKind::Builtin(op, args) => {
                for (term, kind) in args.iter().zip(op.kinds()) {
                    learnt |= learn(known, term, Some(*kind));
                }
            }
            LiteralKind::Construct { ctor, args, result } => {
                for (term, kind) in args.iter().zip(&program.ctors[*ctor].args) {
                    learnt |= learn(known, term, Some(*kind));
                }
                learnt |= learn(known, result, Some(Kind::Entity));
            }
            LiteralKind::Aggregate(aggregate) => {
                let value = aggregate.value.as_ref().and_then(|value| kind_of(known, value));
                learnt |= learn(known, &aggregate.result, result_kind(aggregate, value));
                if let Some(rank) = &aggregate.rank {
                    learnt |= learn(known, rank, Some(Kind::Int));
                }
                if let Some(separator) = &aggregate.separator {
                    learnt |= learn(known, separator, Some(Kind::String));
                }
            }
            LiteralKind::Not(_) | LiteralKind::Or(_) => {}
        }
    }
    learnt
}

/// The kind of an aggregate's result, given that of its value.
pub(crate) fn result_kind(aggregate: &Aggregate, value: Option<Kind>) -> Option<Kind> {
    match aggregate.op.gives() {
        Gives::Int => Some(Kind::Int),
        Gives::Float => Some(Kind::Float),
        Gives::String => Some(Kind::String),
        Gives::Value => value,
    }
}
