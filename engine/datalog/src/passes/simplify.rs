//! INPUT: any program.
//! OUTPUT: an equivalent one without: disjunctions of one body, literals that are always true, repeated or decided by
//! their constants, aggregates over nothing, rules that are never satisfied, variables that only equal another term.
//! Variables that occur once become wildcards.
//! HOW: each rule from the inside out, repeated until nothing changes.

use super::distinct::{Distinct, body_print, literal_print, rule_print};
use super::rename::{literal_terms_mut, own_terms_mut, substitute};
use crate::normal::may_hold;
use crate::walk::{nested_bodies, nested_bodies_mut};
use crate::{Body, Comparison, Const, Def, Kind, Literal, LiteralKind, Program, Rule, Term, VarId};
use quarrel_base::ids::Id;
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs the pass.
pub fn run(program: &mut Program) {
    for pred in program.preds.iter_mut() {
        let Def::Rules(rules) = &mut pred.def else {
            continue;
        };
        let mut kept: Distinct<Rule> = Distinct::new(
            rules.len(),
            |rule| rule_print(&rule.head, &rule.body),
            |a, b| a.head == b.head && a.body == b.body,
        );
        for mut rule in std::mem::take(rules) {
            if simplify_rule(&mut rule) && may_hold(&mut rule) {
                kept.add(rule);
            }
        }
        *rules = kept.into_vec();
    }
}

/// Simplifies a rule; returns whether it can have rows.
fn simplify_rule(rule: &mut Rule) -> bool {
    loop {
        let Truth::Open = simplify_body(&mut rule.body) else {
            return rule.body.literals.iter().all(|literal| !is_false(literal));
        };
        let equal = Equal::of(&rule.body, &[]);
        if equal.is_empty() {
            break;
        }
        equal.eliminate(&mut rule.body);
        for head in &mut rule.head {
            if let Term::Var(var) = head
                && let Some(term) = equal.of_var(*var)
            {
                *head = term;
            }
        }
    }
    wildcards(rule);
    true
}

/// The truth of a body as far as it shows without data.
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
    let mut literals: Distinct<Literal> =
        Distinct::new(body.literals.len(), |literal| literal_print(&literal.kind), |a, b| a.kind == b.kind);
    let mut open = std::mem::take(&mut body.literals);
    open.reverse();
    while let Some(mut literal) = open.pop() {
        if let LiteralKind::Or(bodies) = &mut literal.kind {
            let mut kept: Distinct<Body> = Distinct::new(bodies.len(), body_print, |a, b| a == b);
            let mut always = false;
            for mut inner in std::mem::take(bodies) {
                match simplify_nested(&mut inner, &[]) {
                    Truth::False => {}
                    Truth::True => always = true,
                    Truth::Open => kept.add(inner),
                }
            }
            let mut kept = kept.into_vec();
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
            Truth::Open => literals.add(literal),
        }
    }
    body.literals = literals.into_vec();
    if body.literals.is_empty() { Truth::True } else { Truth::Open }
}

/// Flattens a disjunction directly inside a disjunction.
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

/// Simplifies a nested body; the `fixed` variables stay.
fn simplify_nested(body: &mut Body, fixed: &[VarId]) -> Truth {
    loop {
        let truth = simplify_body(body);
        if truth != Truth::Open {
            return truth;
        }
        let equal = Equal::of(body, fixed);
        if equal.is_empty() {
            return Truth::Open;
        }
        equal.eliminate(body);
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
            if let Some(choice) = &aggregate.choice {
                fixed.extend(choice.of.iter().chain([&choice.expected]));
            }
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
    if comparison.holds(order) { Truth::True } else { Truth::False }
}

/// A body's own variables that only equal other terms, and these terms.
struct Equal {
    terms: FxHashMap<VarId, Term>,
}

impl Equal {
    /// Collects them; the `fixed` variables stay.
    fn of(body: &Body, fixed: &[VarId]) -> Self {
        let mut equal = Self { terms: FxHashMap::default() };
        let mut own: Option<FxHashSet<VarId>> = None;
        let mut named: Option<FxHashSet<VarId>> = None;
        let mut order = Vec::new();
        for literal in &body.literals {
            let LiteralKind::Compare(Comparison::Eq, _, a, b) = &literal.kind else {
                continue;
            };
            let own = own.get_or_insert_with(|| {
                let mut own: FxHashSet<VarId> = body.locals.iter().copied().collect();
                for var in fixed {
                    own.remove(var);
                }
                own
            });
            let named = named.get_or_insert_with(|| {
                let mut named = FxHashSet::default();
                declared(body, &mut |var| {
                    named.insert(var);
                });
                named
            });
            let (a, b) = (equal.resolve(a), equal.resolve(b));
            if a == b || a == Term::Wildcard || b == Term::Wildcard {
                continue;
            }
            for (var, term) in [(&a, &b), (&b, &a)] {
                if let Term::Var(var) = var
                    && own.contains(var)
                    && (matches!(term, Term::Var(_)) || !named.contains(var))
                {
                    if let Term::Var(other) = term
                        && named.contains(var)
                    {
                        named.insert(*other);
                    }
                    equal.terms.insert(*var, term.clone());
                    order.push(*var);
                    break;
                }
            }
        }
        // Follow long chains of equations only once: the newest targets are final.
        for var in order.iter().rev() {
            if let Some(term) = equal.of_var(*var) {
                equal.terms.insert(*var, term);
            }
        }
        equal
    }

    fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The final replacement of the term.
    fn resolve(&self, term: &Term) -> Term {
        let mut term = term;
        while let Term::Var(var) = term
            && let Some(next) = self.terms.get(var)
        {
            term = next;
        }
        term.clone()
    }

    /// The final replacement of the variable, if it has one.
    fn of_var(&self, var: VarId) -> Option<Term> {
        self.terms.get(&var).map(|term| self.resolve(term))
    }

    /// Replaces the variables and drops the equations.
    fn eliminate(&self, body: &mut Body) {
        body.locals.retain(|local| !self.terms.contains_key(local));
        substitute(body, &|var| self.of_var(var));
        body.literals.retain(
            |literal| !matches!(&literal.kind, LiteralKind::Compare(Comparison::Eq, _, a, b) if a == b),
        );
    }
}

/// Replaces variables that occur once, as an argument of an atom or an end of a path, by wildcards.
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
    gone.sort_unstable();
    drop_locals(&mut rule.body, &gone);
}

/// Visits the variables named by tuples, keys and choices of aggregates: only variables can stand there.
fn declared(body: &Body, visit: &mut dyn FnMut(VarId)) {
    for literal in &body.literals {
        if let LiteralKind::Aggregate(aggregate) = &literal.kind {
            aggregate.tuple.iter().for_each(|var| visit(*var));
            aggregate.keys.iter().for_each(|key| visit(key.var));
            if let Some(choice) = &aggregate.choice {
                choice.of.iter().chain([&choice.expected]).for_each(|var| visit(*var));
            }
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
    body.locals.retain(|var| gone.binary_search(var).is_err());
    for literal in &mut body.literals {
        for inner in nested_bodies_mut(&mut literal.kind) {
            drop_locals(inner, gone);
        }
    }
}
