//! INPUT: any program.
//! OUTPUT: an equivalent one: no disjunction of one body, no literal that is always true, twice there or decided by
//! its constants, no rule that is never satisfied, no variable that merely equals another term, wildcards for
//! variables that occur once.
//! HOW: each rule from the inside out, again until nothing changes.

use super::rename::{literal_terms_mut, own_terms_mut, substitute};
use crate::walk::{nested_bodies, nested_bodies_mut};
use crate::{Body, Comparison, Const, Def, Kind, Literal, LiteralKind, Program, Rule, Term, VarId};
use quarrel_base::ids::Id;
use rustc_hash::FxHashMap;

/// Runs the pass.
pub fn run(program: &mut Program) {
    for pred in program.preds.iter_mut() {
        let Def::Rules(rules) = &mut pred.def else {
            continue;
        };
        let mut kept: Vec<Rule> = Vec::with_capacity(rules.len());
        for mut rule in std::mem::take(rules) {
            let satisfiable = simplify_rule(&mut rule);
            if satisfiable && !kept.iter().any(|other| other.head == rule.head && other.body == rule.body) {
                kept.push(rule);
            }
        }
        *rules = kept;
    }
}

/// Simplifies a rule; whether it can have rows.
fn simplify_rule(rule: &mut Rule) -> bool {
    loop {
        let Truth::Open = simplify_body(&mut rule.body) else {
            return rule.body.literals.iter().all(|literal| !is_false(literal));
        };
        let Some((var, term)) = replaceable(&rule.body, &[]) else {
            break;
        };
        eliminate(&mut rule.body, var, &term);
        for head in &mut rule.head {
            if *head == Term::Var(var) {
                *head = term.clone();
            }
        }
    }
    wildcards(rule);
    true
}

/// What is known of a body without looking at data.
#[derive(PartialEq, Eq)]
enum Truth {
    True,
    False,
    Open,
}

fn is_false(literal: &Literal) -> bool {
    matches!(&literal.kind, LiteralKind::Or(bodies) if bodies.is_empty())
}

fn simplify_body(body: &mut Body) -> Truth {
    let mut literals: Vec<Literal> = Vec::with_capacity(body.literals.len());
    let mut open = std::mem::take(&mut body.literals);
    open.reverse();
    while let Some(mut literal) = open.pop() {
        if let LiteralKind::Or(bodies) = &mut literal.kind {
            let mut kept: Vec<Body> = Vec::with_capacity(bodies.len());
            let mut always = false;
            for mut inner in std::mem::take(bodies) {
                match simplify_nested(&mut inner, &[]) {
                    Truth::False => {}
                    Truth::True => always = true,
                    Truth::Open if kept.contains(&inner) => {}
                    Truth::Open => kept.push(inner),
                }
            }
            if always {
                continue;
            }
            if kept.len() == 1
                && let Some(inner) = kept.pop()
            {
                body.locals.extend(inner.locals);
                open.extend(inner.literals.into_iter().rev());
                continue;
            }
            literal.kind = LiteralKind::Or(splice(kept));
        }
        match truth(&mut literal) {
            Truth::True => {}
            Truth::False => {
                let never = Literal { kind: LiteralKind::Or(Vec::new()), origin: literal.origin };
                body.literals = vec![never];
                return Truth::False;
            }
            Truth::Open => {
                if !literals.iter().any(|other| other.kind == literal.kind) {
                    literals.push(literal);
                }
            }
        }
    }
    body.literals = literals;
    if body.literals.is_empty() { Truth::True } else { Truth::Open }
}

/// A disjunction directly inside a disjunction is one.
fn splice(bodies: Vec<Body>) -> Vec<Body> {
    let mut out = Vec::with_capacity(bodies.len());
    for mut body in bodies {
        match body.literals.as_mut_slice() {
            [Literal { kind: LiteralKind::Or(inner), .. }] if body.locals.is_empty() && !inner.is_empty() => {
                out.append(inner);
            }
            _ => out.push(body),
        }
    }
    out
}

/// Simplifies a body inside another; `fixed` are variables that must stay.
fn simplify_nested(body: &mut Body, fixed: &[VarId]) -> Truth {
    loop {
        let truth = simplify_body(body);
        if truth != Truth::Open {
            return truth;
        }
        let Some((var, term)) = replaceable(body, fixed) else {
            return Truth::Open;
        };
        eliminate(body, var, &term);
    }
}

fn truth(literal: &mut Literal) -> Truth {
    match &mut literal.kind {
        LiteralKind::Or(bodies) if bodies.is_empty() => Truth::False,
        LiteralKind::Not(body) => match simplify_nested(body, &[]) {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Open => Truth::Open,
        },
        LiteralKind::Aggregate(aggregate) => {
            let mut fixed = aggregate.tuple.clone();
            fixed.extend(aggregate.keys.iter().map(|key| key.var));
            for term in aggregate.value.iter().chain(&aggregate.separator) {
                if let Term::Var(var) = term {
                    fixed.push(*var);
                }
            }
            simplify_nested(&mut aggregate.body, &fixed);
            Truth::Open
        }
        LiteralKind::Compare(comparison, kind, a, b) => compare(*comparison, *kind, a, b),
        _ => Truth::Open,
    }
}

fn compare(comparison: Comparison, kind: Kind, a: &Term, b: &Term) -> Truth {
    use std::cmp::Ordering;
    let order = match (a, b) {
        (Term::Var(a), Term::Var(b)) if a == b => Ordering::Equal,
        (Term::Const(a), Term::Const(b)) => match (a, b) {
            (Const::Int(a), Const::Int(b)) if kind == Kind::Int => a.cmp(b),
            (Const::Boolean(a), Const::Boolean(b)) => a.cmp(b),
            (Const::String(a), Const::String(b)) if a == b => Ordering::Equal,
            (Const::String(_), Const::String(_)) => match comparison {
                Comparison::Eq => return Truth::False,
                Comparison::Ne => return Truth::True,
                _ => return Truth::Open,
            },
            _ => return Truth::Open,
        },
        _ => return Truth::Open,
    };
    let holds = match comparison {
        Comparison::Eq => order.is_eq(),
        Comparison::Ne => order.is_ne(),
        Comparison::Lt => order.is_lt(),
        Comparison::Le => order.is_le(),
        Comparison::Gt => order.is_gt(),
        Comparison::Ge => order.is_ge(),
    };
    if holds { Truth::True } else { Truth::False }
}

/// A variable of the body's own that equals another term there.
fn replaceable(body: &Body, fixed: &[VarId]) -> Option<(VarId, Term)> {
    body.literals.iter().find_map(|literal| {
        let LiteralKind::Compare(Comparison::Eq, _, a, b) = &literal.kind else {
            return None;
        };
        [(a, b), (b, a)].into_iter().find_map(|(var, term)| match (var, term) {
            (_, Term::Wildcard) => None,
            (Term::Var(var), term)
                if body.locals.contains(var) && !fixed.contains(var) && *term != Term::Var(*var) =>
            {
                Some((*var, term.clone()))
            }
            _ => None,
        })
    })
}

/// Puts the term in the variable's place. The equation itself becomes `t = t` and is dropped by the next round.
fn eliminate(body: &mut Body, var: VarId, term: &Term) {
    body.locals.retain(|local| *local != var);
    substitute(body, &|other| (other == var).then(|| term.clone()));
    body.literals
        .retain(|literal| !matches!(&literal.kind, LiteralKind::Compare(Comparison::Eq, _, a, b) if a == b));
}

/// Variables that occur once, as an argument of an atom or an end of a path, become wildcards.
fn wildcards(rule: &mut Rule) {
    let mut counts: FxHashMap<usize, u32> = FxHashMap::default();
    let mut count = |term: &Term| {
        if let Term::Var(var) = term {
            *counts.entry(var.index()).or_default() += 1;
        }
    };
    rule.head.iter().for_each(&mut count);
    for literal in &mut rule.body.literals {
        literal_terms_mut(&mut literal.kind, &mut |term| count(term));
    }
    declared(&rule.body, &mut |var| *counts.entry(var.index()).or_default() += 2);
    let mut gone = Vec::new();
    replace_single(&mut rule.body, &counts, &mut gone);
    drop_locals(&mut rule.body, &gone);
}

/// Variables that tuples and keys of aggregates name.
fn declared(body: &Body, visit: &mut dyn FnMut(VarId)) {
    for literal in &body.literals {
        if let LiteralKind::Aggregate(aggregate) = &literal.kind {
            aggregate.tuple.iter().for_each(|var| visit(*var));
            aggregate.keys.iter().for_each(|key| visit(key.var));
        }
        for inner in nested_bodies(&literal.kind) {
            declared(inner, visit);
        }
    }
}

fn replace_single(body: &mut Body, counts: &FxHashMap<usize, u32>, gone: &mut Vec<VarId>) {
    for literal in &mut body.literals {
        if matches!(literal.kind, LiteralKind::Atom(_) | LiteralKind::Closure { reflexive: false, .. }) {
            own_terms_mut(&mut literal.kind, &mut |term| {
                if let Term::Var(var) = term
                    && counts.get(&var.index()) == Some(&1)
                {
                    gone.push(*var);
                    *term = Term::Wildcard;
                }
            });
        }
        for inner in nested_bodies_mut(&mut literal.kind) {
            replace_single(inner, counts, gone);
        }
    }
}

fn drop_locals(body: &mut Body, gone: &[VarId]) {
    if gone.is_empty() {
        return;
    }
    body.locals.retain(|var| !gone.contains(var));
    for literal in &mut body.literals {
        for inner in nested_bodies_mut(&mut literal.kind) {
            drop_locals(inner, gone);
        }
    }
}
