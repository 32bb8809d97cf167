//! INPUT: a program with predicates that are the transitive closure of another (`closure step`).
//! OUTPUT: an equivalent one whose rules use path literals (`step+(a, b)`) instead.
//! HOW: an atom of such a predicate becomes a closure literal. The predicate itself would hold all pairs of connected
//! nodes, often hundreds of millions; the literal searches from the end that is bound.

use crate::walk::nested_bodies_mut;
use crate::{Atom, Body, Def, GraphOp, LiteralKind, PredId, Program, Term};
use rustc_hash::FxHashMap;

/// Runs the pass.
pub fn run(program: &mut Program) {
    let closures: FxHashMap<PredId, PredId> = program
        .preds
        .iter_ids()
        .filter_map(|(id, pred)| match pred.def {
            Def::Graph(GraphOp::TransitiveClosure { step, sources: None, sinks: None }) => Some((id, step)),
            _ => None,
        })
        .collect();
    if closures.is_empty() {
        return;
    }
    for id in program.preds.ids().collect::<Vec<_>>() {
        if let Def::Rules(rules) = &mut program.preds[id].def {
            rules.iter_mut().for_each(|rule| search(&mut rule.body, &closures));
        }
    }
}

fn search(body: &mut Body, closures: &FxHashMap<PredId, PredId>) {
    for literal in &mut body.literals {
        nested_bodies_mut(&mut literal.kind).into_iter().for_each(|inner| search(inner, closures));
        if let LiteralKind::Atom(Atom { pred, args }) = &literal.kind
            && let Some(&step) = closures.get(pred)
            && let [from, to] = &args[..]
            && [from, to].iter().all(|arg| !matches!(arg, Term::Wildcard))
        {
            literal.kind =
                LiteralKind::Closure { step, reflexive: false, from: from.clone(), to: to.clone() };
        }
    }
}
