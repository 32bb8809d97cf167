//! Disjunctions that bind a variable for literals which in turn bind an input of the disjunction.
//!
//! A disjunction binds what all of its branches bind, whatever inputs they need (language.md section 13). An evaluator
//! runs it as one step, after all inputs of all branches. If that is circular, the waiting literals move into the
//! branches:
//!
//! ```text
//! { x = 1 } or { x = 5, y > x },  y = x + 1
//! { x = 1, y = x + 1 } or { x = 5, y > x, y = x + 1 }
//! ```
//!
//! They also move if the branches bind different variables, and an equation leads from each to the others:
//!
//! ```text
//! { p(l) } or { u = true, not p(l) },  l = not(u)
//! ```

use super::is_false;
use crate::binding::{VarSet, bind};
use crate::passes::binding::{Bound, all_bound, binds, given_modes};
use crate::passes::rename::substitute;
use crate::walk::{nested_bodies, nested_bodies_mut};
use crate::{Body, Def, Literal, LiteralKind, PredId, Program, Rule, Term, Var, VarId};
use quarrel_base::IndexVec;

/// A disjunction with more branches is not rewritten on the chance that it helps.
const MOST_BRANCHES: usize = 8;

/// Rewrites the rules in which disjunctions and other literals wait for each other.
pub fn with_choices_first(program: &mut Program) {
    let ids: Vec<PredId> = program.preds.ids().collect();
    for id in ids {
        let pred = &program.preds[id];
        let Def::Rules(rules) = &pred.def else { continue };
        let mut changed: Vec<(usize, Rule)> = Vec::new();
        for (at, rule) in rules.iter().enumerate() {
            // A rewrite for one mode is correct in the others too.
            let mut rewritten: Option<Rule> = None;
            for given in given_modes(pred, rule) {
                let current = rewritten.as_ref().unwrap_or(rule);
                if all_bound(program, &current.body, &given).is_none() {
                    let mut copy = current.clone();
                    if order_literals(program, &mut copy.body, &given, &mut copy.vars) {
                        rewritten = Some(copy);
                    }
                }
            }
            changed.extend(rewritten.map(|rule| (at, rule)));
        }
        if let Def::Rules(rules) = &mut program.preds[id].def {
            for (at, rule) in changed {
                rules[at] = rule;
            }
        }
    }
}

/// Rewrites a body so that it can be evaluated with these variables bound outside; returns whether it can.
fn order_literals(
    program: &Program,
    body: &mut Body,
    given: &Bound,
    vars: &mut IndexVec<VarId, Var>,
) -> bool {
    if is_false(body) {
        return true;
    }
    let mut bound = given.clone();
    let mut open = std::mem::take(&mut body.literals);
    loop {
        let before = open.len();
        open.retain(|literal| match binds(program, &literal.kind, &bound) {
            Some(new) => {
                bound.extend(new);
                body.literals.push(literal.clone());
                false
            }
            None => true,
        });
        if open.is_empty() {
            return true;
        }
        if open.len() < before {
            continue;
        }
        // The circle may be inside a literal.
        let helped = open.iter_mut().any(|literal| {
            let mut copy = literal.clone();
            let settled = nested_bodies_mut(&mut copy.kind)
                .into_iter()
                .all(|inner| order_literals(program, inner, &bound, vars));
            let helps = settled && binds(program, &copy.kind, &bound).is_some();
            if helps {
                *literal = copy;
            }
            helps
        });
        if helped {
            continue;
        }
        if let Some(at) = open.iter().position(|literal| is_choice(program, literal, &bound)) {
            let (choice, settled) = with_others(program, &open, at, &bound, vars);
            body.literals.push(choice);
            return settled;
        }
        // The branches may bind different variables, each enough for the waiting equations.
        let simple = |literal: &Literal| nested_bodies(&literal.kind).is_empty();
        let places = (0..open.len()).filter(|at| {
            matches!(&open[*at].kind, LiteralKind::Or(branches) if branches.len() <= MOST_BRANCHES)
                && open.iter().enumerate().all(|(other, literal)| other == *at || simple(literal))
        });
        for at in places {
            let (choice, settled) = with_others(program, &open, at, &bound, vars);
            if settled {
                body.literals.push(choice);
                return true;
            }
        }
        body.literals.append(&mut open);
        return false;
    }
}

/// Moves the other open literals into the branches of a disjunction among them; returns it, and whether all branches
/// can be evaluated then.
fn with_others(
    program: &Program,
    open: &[Literal],
    at: usize,
    bound: &Bound,
    vars: &mut IndexVec<VarId, Var>,
) -> (Literal, bool) {
    let choice = open[at].clone();
    let LiteralKind::Or(branches) = choice.kind else { return (choice, false) };
    let mut settled = true;
    let branches = branches
        .into_iter()
        .map(|mut branch| {
            let others = open.iter().enumerate().filter(|(other, _)| *other != at);
            branch.literals.extend(others.map(|(_, literal)| copy(literal, vars)));
            settled &= order_literals(program, &mut branch, bound, vars);
            branch
        })
        .collect();
    (Literal { kind: LiteralKind::Or(branches), origin: choice.origin }, settled)
}

/// Whether it is a disjunction all of whose branches bind a variable that is not bound yet.
fn is_choice(program: &Program, literal: &Literal, bound: &Bound) -> bool {
    let LiteralKind::Or(branches) = &literal.kind else { return false };
    let mut common: Option<VarSet> = None;
    for branch in branches.iter().filter(|branch| !is_false(branch)) {
        let mut inside: VarSet = bound.iter().copied().collect();
        bind(program, branch, &mut inside);
        common = Some(match common {
            Some(common) => common.iter().filter(|var| inside.contains(*var)).collect(),
            None => inside,
        });
    }
    common.is_some_and(|common| common.iter().any(|var| !bound.contains(&var)))
}

/// Copies the literal, with fresh variables for those that its nested bodies declare.
fn copy(literal: &Literal, vars: &mut IndexVec<VarId, Var>) -> Literal {
    fn declared(literal: &Literal, into: &mut Vec<VarId>) {
        for body in nested_bodies(&literal.kind) {
            into.extend(&body.locals);
            body.literals.iter().for_each(|literal| declared(literal, into));
        }
    }
    let mut own = Vec::new();
    declared(literal, &mut own);
    let map: Vec<(VarId, VarId)> = own
        .into_iter()
        .map(|var| {
            let new = vars[var].clone();
            (var, vars.push(new))
        })
        .collect();
    let mut body = Body { locals: Vec::new(), literals: vec![literal.clone()] };
    substitute(&mut body, &|var| map.iter().find(|(old, _)| *old == var).map(|(_, new)| Term::Var(*new)));
    body.literals.pop().unwrap_or_else(|| literal.clone())
}
