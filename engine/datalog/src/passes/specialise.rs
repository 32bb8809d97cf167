//! INPUT: a valid program, in which predicates may need some of their columns given (`modes`).
//! OUTPUT: an equivalent program in which live predicates call no non-recursive predicate of that sort; the demand pass
//! handles the recursive ones.
//! HOW: calls are replaced by the callee's bodies, callees first, at every depth of nesting. One rule becomes part of
//! the conjunction, several a disjunction, none the empty disjunction, which never holds.

use super::binding::{Reach, needs_binding};
use super::rename::instantiate;
use crate::walk::nested_bodies_mut;
use crate::{Body, Def, Literal, LiteralKind, PredId, Program, Rule, Var, VarId};
use quarrel_base::IndexVec;
use std::collections::{BTreeMap, BTreeSet};

/// Runs the pass.
pub fn run(program: &mut Program) {
    crate::strata::expand_demanded_closures(program);
    let reach = Reach::new(program);
    let wanted: BTreeSet<PredId> = program
        .preds
        .iter_ids()
        .filter(|(id, pred)| {
            needs_binding(pred) && matches!(pred.def, Def::Rules(_)) && !reach.is_recursive(*id)
        })
        .map(|(id, _)| id)
        .collect();
    inline_calls(program, &reach, &wanted);
}

/// Replaces every call of the given predicates, none of which is recursive, by their bodies.
pub fn inline_calls(program: &mut Program, reach: &Reach, wanted: &BTreeSet<PredId>) {
    if wanted.is_empty() {
        return;
    }
    // Bodies of the predicates to inline, with such calls already replaced.
    let mut ready: BTreeMap<PredId, Vec<Rule>> = BTreeMap::new();
    for &pred in wanted {
        prepare(program, reach, wanted, pred, &mut ready);
    }
    for id in program.preds.ids().collect::<Vec<_>>() {
        if wanted.contains(&id) {
            if let Some(rules) = ready.get(&id) {
                program.preds[id].def = Def::Rules(rules.clone());
            }
            continue;
        }
        if !reach.direct(id).iter().any(|callee| wanted.contains(callee)) {
            continue;
        }
        if let Def::Rules(rules) = &program.preds[id].def {
            let mut rules = rules.clone();
            for rule in &mut rules {
                inline_body(program, &ready, &mut rule.body, &mut rule.vars);
            }
            program.preds[id].def = Def::Rules(rules);
        }
    }
}

fn prepare(
    program: &Program,
    reach: &Reach,
    wanted: &BTreeSet<PredId>,
    pred: PredId,
    ready: &mut BTreeMap<PredId, Vec<Rule>>,
) {
    // An explicit stack: chains of small predicates can be long.
    let mut stack = vec![(pred, false)];
    while let Some((pred, callees_done)) = stack.pop() {
        if ready.contains_key(&pred) {
            continue;
        }
        if !callees_done {
            stack.push((pred, true));
            stack.extend(
                reach
                    .direct(pred)
                    .iter()
                    .filter(|callee| wanted.contains(callee))
                    .map(|callee| (*callee, false)),
            );
            continue;
        }
        if let Def::Rules(rules) = &program.preds[pred].def {
            let mut rules = rules.clone();
            for rule in &mut rules {
                inline_body(program, ready, &mut rule.body, &mut rule.vars);
            }
            ready.insert(pred, rules);
        }
    }
}

fn inline_body(
    program: &Program,
    ready: &BTreeMap<PredId, Vec<Rule>>,
    body: &mut Body,
    vars: &mut IndexVec<VarId, Var>,
) {
    let mut literals = Vec::with_capacity(body.literals.len());
    for mut literal in std::mem::take(&mut body.literals) {
        for inner in nested_bodies_mut(&mut literal.kind) {
            inline_body(program, ready, inner, vars);
        }
        let LiteralKind::Atom(atom) = &literal.kind else {
            literals.push(literal);
            continue;
        };
        let Some(rules) = ready.get(&atom.pred) else {
            literals.push(literal);
            continue;
        };
        let origin = literal.origin;
        let mut bodies = instantiate(&program.preds[atom.pred], rules, &atom.args, vars, origin);
        if bodies.len() == 1
            && let Some(inner) = bodies.pop()
        {
            body.locals.extend(inner.locals);
            literals.extend(inner.literals);
        } else {
            literals.push(Literal { kind: LiteralKind::Or(bodies), origin });
        }
    }
    body.literals = literals;
}
