//! INPUT: any program.
//! OUTPUT: an equivalent one without predicates that form a product of their rows and all values of a type.
//!
//! ```text
//! label(a, b, t) :- node(a), (marked(a, t) ; not(marked(a, _)), t = ""), node(b).
//! becomes
//! label(a, b, t) :- label~rest(a, t), node(b).
//! label~rest(a, t) :- node(a), (marked(a, t) ; not(marked(a, _)), t = "").
//! ```
//!
//! HOW: in a predicate with one rule, a column of the head is free if only type checks mention it. The rest without the
//! free columns becomes a predicate of its own; the rule becomes a lookup, which the inline pass moves to the callers,
//! who know which values they need.

use super::binding::{Reach, needs_binding};
use super::dead::roots;
use super::extents::check_of;
use super::inline::{LOOKUP, is_lookup};
use crate::walk::literal_vars;
use crate::{Atom, Body, Def, Inline, Literal, LiteralKind, Pred, PredId, Program, Rule, Term, VarId};
use rustc_hash::FxHashSet;

/// Runs the pass.
pub fn run(program: &mut Program) {
    let reach = Reach::new(program);
    let shown: FxHashSet<PredId> = roots(program).collect();
    for id in program.preds.ids().collect::<Vec<_>>() {
        let pred = &program.preds[id];
        let Def::Rules(rules) = &pred.def else { continue };
        let ([rule], Inline::Auto) = (rules.as_slice(), pred.inline) else { continue };
        if pred.on_demand || needs_binding(pred) || shown.contains(&id) || reach.is_recursive(id) {
            continue;
        }
        let free = free_columns(rule);
        if !free.is_empty() && free.len() < rule.head.len() && is_worth_it(rule, &free) {
            let (rest, lookup) = taken_apart(pred, rule.clone(), &free);
            let rest_id = program.preds.push(rest);
            program.preds[id].def = Def::Rules(vec![lookup(rest_id)]);
        }
    }
}

/// The variable of a type check; `None` for other literals.
fn checked(literal: &Literal) -> Option<VarId> {
    check_of(&literal.kind).map(|(_, var)| var)
}

/// The variables of free columns; none unless the head consists of different variables.
fn free_columns(rule: &Rule) -> Vec<VarId> {
    let vars: Vec<VarId> = rule.head.iter().filter_map(Term::var).collect();
    let differ = vars.iter().collect::<FxHashSet<_>>().len() == rule.head.len();
    let (mut typed, mut used): (FxHashSet<VarId>, FxHashSet<VarId>) = Default::default();
    for literal in &rule.body.literals {
        match checked(literal) {
            Some(var) => {
                typed.insert(var);
            }
            None => literal_vars(literal, &mut |var| {
                used.insert(var);
            }),
        }
    }
    let is_free = |var: &VarId| differ && typed.contains(var) && !used.contains(var);
    vars.into_iter().filter(is_free).collect()
}

/// Whether the rule is not a lookup yet, and becomes one.
fn is_worth_it(rule: &Rule, free: &[VarId]) -> bool {
    let checks = rule.body.literals.iter().filter_map(checked).filter(|var| free.contains(var)).count();
    !is_lookup(rule) && checks < LOOKUP
}

/// The predicate without the free columns, and a function that builds the rule that adds them, given the predicate's
/// id.
fn taken_apart(pred: &Pred, rule: Rule, free: &[VarId]) -> (Pred, impl FnOnce(PredId) -> Rule + use<>) {
    let is_free = |term: &Term| term.var().is_some_and(|var| free.contains(&var));
    let kept: Vec<usize> = (0..rule.head.len()).filter(|&col| !is_free(&rule.head[col])).collect();
    let is_check = |literal: &Literal| checked(literal).is_some_and(|var| free.contains(&var));
    let (checks, literals): (Vec<Literal>, Vec<Literal>) = rule.body.literals.into_iter().partition(is_check);
    let locals = rule.body.locals.iter().copied().filter(|var| !free.contains(var)).collect();
    let rest_head: Vec<Term> = kept.iter().map(|&col| rule.head[col].clone()).collect();
    let columns = kept.iter().map(|&col| pred.columns[col].clone()).collect();
    let body = Body { locals, literals };
    let only = Rule { head: rest_head.clone(), body, vars: rule.vars.clone(), origin: rule.origin };
    let rest = Pred::new(format!("{}~rest", pred.name), columns, vec![only], pred.origin);
    let (head, vars, origin) = (rule.head, rule.vars, rule.origin);
    let lookup = move |id: PredId| {
        let call = LiteralKind::Atom(Atom { pred: id, args: rest_head });
        let literals = std::iter::once(Literal { kind: call, origin }).chain(checks).collect();
        let locals = head.iter().filter_map(Term::var).collect();
        Rule { head, body: Body { locals, literals }, vars, origin }
    };
    (rest, lookup)
}
