//! Renames and replaces variables in bodies, for inlining and copying of rules.

use crate::walk::nested_bodies_mut;
use crate::{Aggregate, Body, Comparison, Literal, LiteralKind, Origin, Pred, Rule, Term, Var, VarId};
use quarrel_base::IndexVec;
use quarrel_base::ids::Id;

/// Calls `change` on every term of the body, nested bodies included.
pub fn terms_mut(body: &mut Body, change: &mut dyn FnMut(&mut Term)) {
    for literal in &mut body.literals {
        literal_terms_mut(&mut literal.kind, change);
    }
}

/// Calls `change` on every term of the literal, nested bodies included.
pub fn literal_terms_mut(literal: &mut LiteralKind, change: &mut dyn FnMut(&mut Term)) {
    own_terms_mut(literal, change);
    if let LiteralKind::Aggregate(aggregate) = literal
        && let Some(value) = &mut aggregate.value
    {
        change(value);
    }
    for body in nested_bodies_mut(literal) {
        terms_mut(body, change);
    }
}

/// Calls `change` on every term of the literal itself; an aggregate's value belongs to its body.
pub fn own_terms_mut(literal: &mut LiteralKind, change: &mut dyn FnMut(&mut Term)) {
    match literal {
        LiteralKind::Atom(atom) => atom.args.iter_mut().for_each(change),
        LiteralKind::Closure { from, to, .. } => {
            change(from);
            change(to);
        }
        LiteralKind::Compare(_, _, a, b) => {
            change(a);
            change(b);
        }
        LiteralKind::Builtin(_, args) => args.iter_mut().for_each(change),
        LiteralKind::Construct { args, result, .. } => {
            args.iter_mut().for_each(&mut *change);
            change(result);
        }
        LiteralKind::Aggregate(aggregate) => {
            let Aggregate { separator, rank, result, .. } = aggregate.as_mut();
            separator.iter_mut().chain(rank).for_each(&mut *change);
            change(result);
        }
        LiteralKind::Not(_) | LiteralKind::Or(_) => {}
    }
}

/// Replaces variables by terms. Where only a variable can stand (locals, tuples, keys) the replacement must be a
/// variable.
pub fn substitute(body: &mut Body, map: &dyn Fn(VarId) -> Option<Term>) {
    terms_mut(body, &mut |term| {
        if let Term::Var(var) = term
            && let Some(new) = map(*var)
        {
            *term = new;
        }
    });
    rename_declared(body, &|var| match map(var) {
        Some(Term::Var(new)) => new,
        _ => var,
    });
}

fn rename_declared(body: &mut Body, map: &dyn Fn(VarId) -> VarId) {
    body.locals.iter_mut().for_each(|var| *var = map(*var));
    for literal in &mut body.literals {
        if let LiteralKind::Aggregate(aggregate) = &mut literal.kind {
            aggregate.tuple.iter_mut().for_each(|var| *var = map(*var));
            aggregate.keys.iter_mut().for_each(|key| key.var = map(key.var));
            if let Some(choice) = &mut aggregate.choice {
                choice.of.iter_mut().chain([&mut choice.expected]).for_each(|var| *var = map(*var));
            }
        }
        for inner in nested_bodies_mut(&mut literal.kind) {
            rename_declared(inner, map);
        }
    }
}

/// The bodies of a predicate's rules for a call with these arguments, one per rule, with fresh variables that are added
/// to `vars`.
pub fn instantiate(
    callee: &Pred,
    rules: &[Rule],
    args: &[Term],
    vars: &mut IndexVec<VarId, Var>,
    origin: Origin,
) -> Vec<Body> {
    rules.iter().map(|rule| instantiate_rule(callee, rule, args, vars, origin)).collect()
}

fn instantiate_rule(
    callee: &Pred,
    rule: &Rule,
    args: &[Term],
    vars: &mut IndexVec<VarId, Var>,
    origin: Origin,
) -> Body {
    let base = vars.len();
    for var in rule.vars.iter() {
        vars.push(var.clone());
    }
    let mut map: Vec<Term> = (0..rule.vars.len()).map(|at| Term::Var(VarId::new(base + at))).collect();
    let mut given = vec![false; rule.vars.len()];
    let mut equal: Vec<Literal> = Vec::new();
    for ((term, arg), column) in rule.head.iter().zip(args).zip(&callee.columns) {
        if *arg == Term::Wildcard {
            continue;
        }
        match term {
            Term::Var(var) if !given[var.index()] => {
                given[var.index()] = true;
                map[var.index()] = arg.clone();
            }
            term => {
                let term = match term {
                    Term::Var(var) => map[var.index()].clone(),
                    other => other.clone(),
                };
                equal.push(Literal {
                    kind: LiteralKind::Compare(Comparison::Eq, column.kind, term, arg.clone()),
                    origin,
                });
            }
        }
    }
    let mut body = rule.body.clone();
    body.locals.retain(|var| !given[var.index()]);
    substitute(&mut body, &|var| map.get(var.index()).cloned());
    body.literals.extend(equal);
    body
}
