//! Walks over literals: the predicates and variables that a body mentions, where, and under how many negations.

use crate::{Aggregate, Body, Def, GraphOp, Literal, LiteralKind, Origin, Pred, PredId, Term, VarId};

/// How a mention of a predicate affects monotonicity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Polarity {
    /// More rows of the mentioned predicate never remove rows. `nested`: it stands under a positive even number of
    /// negations.
    Positive {
        /// Whether there are negations around it.
        nested: bool,
    },
    /// Under an odd number of negations, in an aggregate, or input of a graph algorithm: the mentioned predicate must
    /// be complete.
    Negative,
}

/// A mention of a predicate in another's definition.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mention {
    /// The mentioned predicate.
    pub pred: PredId,
    /// Its polarity.
    pub polarity: Polarity,
    /// Whether it is the step of a closure.
    pub closure: bool,
    /// The literal.
    pub origin: Origin,
}

/// Calls `visit` with every mention in the definition of `pred`, in order.
pub fn mentions(pred: &Pred, visit: &mut impl FnMut(Mention)) {
    match &pred.def {
        Def::Rules(rules) => {
            for rule in rules {
                body_mentions(&rule.body, Polarity::Positive { nested: false }, visit);
            }
        }
        Def::Stored(_) | Def::Rows(_) => {}
        Def::Graph(graph) => graph_inputs(graph, &mut |input| {
            visit(Mention { pred: input, polarity: Polarity::Negative, closure: false, origin: pred.origin });
        }),
    }
}

/// Calls `visit` with every input predicate of a graph algorithm.
pub fn graph_inputs(graph: &GraphOp, visit: &mut impl FnMut(PredId)) {
    match graph {
        GraphOp::TransitiveClosure { step, sources, sinks } => {
            visit(*step);
            sources.iter().chain(sinks).for_each(|pred| visit(*pred));
        }
        GraphOp::ShortestDistances { start: unary, step: binary }
        | GraphOp::ImmediateDominators { entry: unary, successor: binary } => {
            visit(*unary);
            visit(*binary);
        }
        GraphOp::EquivalenceRelation { base: input } | GraphOp::InternSets { values: input } => visit(*input),
    }
}

fn body_mentions(body: &Body, polarity: Polarity, visit: &mut impl FnMut(Mention)) {
    // `visit` is a trait object, or the compiler would instantiate a new function for each level.
    fn walk(body: &Body, odd: bool, nested: bool, strict: bool, visit: &mut dyn FnMut(Mention)) {
        let polarity = if strict || odd { Polarity::Negative } else { Polarity::Positive { nested } };
        for literal in &body.literals {
            let mut mention =
                |pred, closure| visit(Mention { pred, polarity, closure, origin: literal.origin });
            match &literal.kind {
                LiteralKind::Atom(atom) => mention(atom.pred, false),
                LiteralKind::Closure { step, .. } => mention(*step, true),
                LiteralKind::Not(inner) => walk(inner, !odd, true, strict, visit),
                LiteralKind::Or(bodies) => {
                    for inner in bodies {
                        walk(inner, odd, nested, strict, visit);
                    }
                }
                // More values only add choices.
                LiteralKind::Aggregate(aggregate) if aggregate.choice.is_some() => {
                    walk(&aggregate.body, odd, true, strict, visit);
                }
                LiteralKind::Aggregate(aggregate) => walk(&aggregate.body, odd, nested, true, visit),
                LiteralKind::Compare(..) | LiteralKind::Builtin(..) | LiteralKind::Construct { .. } => {}
            }
        }
    }
    let nested = polarity != Polarity::Positive { nested: false };
    walk(body, polarity == Polarity::Negative, nested, false, visit);
}

/// The terms of the literal itself, without those of nested bodies, in order.
pub fn own_terms(literal: &LiteralKind) -> Vec<&Term> {
    quarrel_base::budget::poll();
    match literal {
        LiteralKind::Atom(atom) => atom.args.iter().collect(),
        LiteralKind::Closure { from, to, .. } => vec![from, to],
        LiteralKind::Compare(_, _, left, right) => vec![left, right],
        LiteralKind::Builtin(_, args) => args.iter().collect(),
        LiteralKind::Construct { args, result, .. } => args.iter().chain([result]).collect(),
        LiteralKind::Aggregate(aggregate) => {
            aggregate.separator.iter().chain(&aggregate.rank).chain([&aggregate.result]).collect()
        }
        LiteralKind::Not(_) | LiteralKind::Or(_) => Vec::new(),
    }
}

/// The bodies nested directly in the literal.
pub fn nested_bodies(literal: &LiteralKind) -> Vec<&Body> {
    quarrel_base::budget::poll();
    match literal {
        LiteralKind::Not(body) => vec![body],
        LiteralKind::Or(bodies) => bodies.iter().collect(),
        LiteralKind::Aggregate(aggregate) => vec![&aggregate.body],
        _ => Vec::new(),
    }
}

/// The bodies nested directly in the literal, mutable.
pub fn nested_bodies_mut(literal: &mut LiteralKind) -> Vec<&mut Body> {
    quarrel_base::budget::poll();
    match literal {
        LiteralKind::Not(body) => vec![body],
        LiteralKind::Or(bodies) => bodies.iter_mut().collect(),
        LiteralKind::Aggregate(aggregate) => vec![&mut aggregate.body],
        _ => Vec::new(),
    }
}

/// Every variable that the body mentions, its own and others', in order, possibly repeated.
pub fn body_vars(body: &Body, visit: &mut dyn FnMut(VarId)) {
    for literal in &body.literals {
        literal_vars(literal, visit);
    }
}

/// Every variable that the literal mentions, in order, possibly repeated.
pub fn literal_vars(literal: &Literal, visit: &mut dyn FnMut(VarId)) {
    for inner in nested_bodies(&literal.kind) {
        body_vars(inner, visit);
    }
    if let LiteralKind::Aggregate(aggregate) = &literal.kind {
        aggregate_vars(aggregate, visit);
    }
    for term in own_terms(&literal.kind) {
        if let Term::Var(var) = term {
            visit(*var);
        }
    }
}

/// The variables of an aggregate that refer to its body: tuple, value, keys, choice.
fn aggregate_vars(aggregate: &Aggregate, visit: &mut dyn FnMut(VarId)) {
    aggregate.tuple.iter().for_each(|var| visit(*var));
    if let Some(Term::Var(var)) = aggregate.value {
        visit(var);
    }
    aggregate.keys.iter().for_each(|key| visit(key.var));
    if let Some(choice) = &aggregate.choice {
        choice.of.iter().chain([&choice.expected]).for_each(|var| visit(*var));
    }
}

/// The variables that the body mentions but bodies around it declare, ascending and distinct.
pub fn free_vars(body: &Body) -> Vec<VarId> {
    let (mut used, mut declared) = (Vec::new(), Vec::new());
    body_vars(body, &mut |var| used.push(var));
    fn declare(body: &Body, declared: &mut Vec<VarId>) {
        declared.extend(&body.locals);
        for literal in &body.literals {
            for inner in nested_bodies(&literal.kind) {
                declare(inner, declared);
            }
        }
    }
    declare(body, &mut declared);
    declared.sort_unstable();
    used.sort_unstable();
    used.dedup();
    used.retain(|var| declared.binary_search(var).is_err());
    used
}
