//! Which predicates and columns definitions use.

use quarrel_base::IndexVec;
use quarrel_datalog::{Body, Def, GraphOp, LiteralKind, PredId, Program, Term};
use std::collections::{BTreeMap, BTreeSet};

/// These predicates and all that they depend on.
pub(super) fn live(program: &Program, wanted: &BTreeSet<PredId>) -> BTreeSet<PredId> {
    let mut live = BTreeSet::new();
    let mut open: Vec<PredId> = wanted.iter().copied().collect();
    while let Some(pred) = open.pop() {
        if live.insert(pred) {
            open.extend(uses(program, pred));
        }
    }
    live
}

/// For each stored predicate, the columns that these definitions read; `None`: all.
pub(super) fn columns(
    program: &Program,
    live: &BTreeSet<PredId>,
    wanted: &BTreeSet<PredId>,
) -> IndexVec<PredId, Option<Vec<usize>>> {
    let mut read: BTreeMap<PredId, BTreeSet<usize>> = BTreeMap::new();
    let mut all: BTreeSet<PredId> = wanted.clone();
    for &pred in live {
        match &program.preds[pred].def {
            Def::Rules(rules) => rules.iter().for_each(|rule| read_columns(&rule.body, &mut read, &mut all)),
            Def::Graph(_) => all.extend(uses(program, pred)),
            Def::Stored(_) | Def::Rows(_) => {}
        }
    }
    let mut columns: IndexVec<PredId, Option<Vec<usize>>> = program.preds.iter().map(|_| None).collect();
    for (pred, read) in read {
        let is_stored = matches!(program.preds[pred].def, Def::Stored(_));
        if is_stored && !all.contains(&pred) && read.len() < program.preds[pred].columns.len() {
            columns[pred] = Some(read.into_iter().collect());
        }
    }
    columns
}

/// The predicates that a predicate's definition mentions, possibly repeated.
pub(super) fn uses(program: &Program, pred: PredId) -> Vec<PredId> {
    let mut out = Vec::new();
    match &program.preds[pred].def {
        Def::Rules(rules) => rules.iter().for_each(|rule| body_uses(&rule.body, &mut out)),
        Def::Graph(op) => match op {
            GraphOp::TransitiveClosure { step, sources, sinks } => {
                out.push(*step);
                out.extend(*sources);
                out.extend(*sinks);
            }
            GraphOp::ShortestDistances { start: a, step: b }
            | GraphOp::ImmediateDominators { entry: a, successor: b } => out.extend([*a, *b]),
            GraphOp::EquivalenceRelation { base: only } | GraphOp::InternSets { values: only } => {
                out.push(*only)
            }
        },
        Def::Stored(_) | Def::Rows(_) => {}
    }
    out
}

/// The queries that depend on each predicate, directly or not.
pub(super) fn users(program: &Program) -> IndexVec<PredId, BTreeSet<usize>> {
    let mut users: IndexVec<PredId, BTreeSet<usize>> =
        program.preds.iter().map(|_| BTreeSet::new()).collect();
    let mut walk = |query: usize, open: Vec<PredId>, enters: &dyn Fn(PredId) -> bool| {
        let mut open = open;
        while let Some(pred) = open.pop() {
            if enters(pred) && users[pred].insert(query) {
                open.extend(uses(program, pred));
            }
        }
    };
    for output in &program.outputs {
        walk(output.query, vec![output.pred], &|_| true);
    }
    // Texts and locations are computed for the results of all queries together, but a query must not wait for results
    // of another.
    for output in &program.outputs {
        let shown = output.columns.iter().flat_map(|column| [column.text, column.location]).flatten();
        let is_result = |pred: PredId| program.outputs.iter().any(|other| other.pred == pred);
        walk(output.query, shown.collect(), &|pred| !is_result(pred));
    }
    users
}

fn body_uses(body: &Body, out: &mut Vec<PredId>) {
    for literal in &body.literals {
        match &literal.kind {
            LiteralKind::Atom(atom) => out.push(atom.pred),
            LiteralKind::Closure { step, .. } => out.push(*step),
            LiteralKind::Not(body) => body_uses(body, out),
            LiteralKind::Or(bodies) => bodies.iter().for_each(|body| body_uses(body, out)),
            LiteralKind::Aggregate(aggregate) => body_uses(&aggregate.body, out),
            LiteralKind::Compare(..) | LiteralKind::Builtin(..) | LiteralKind::Construct { .. } => {}
        }
    }
}

fn read_columns(body: &Body, read: &mut BTreeMap<PredId, BTreeSet<usize>>, all: &mut BTreeSet<PredId>) {
    for literal in &body.literals {
        match &literal.kind {
            LiteralKind::Atom(atom) => {
                let columns = read.entry(atom.pred).or_default();
                columns.extend((0..atom.args.len()).filter(|&at| atom.args[at] != Term::Wildcard));
            }
            LiteralKind::Closure { step, .. } => {
                all.insert(*step);
            }
            LiteralKind::Not(body) => read_columns(body, read, all),
            LiteralKind::Or(bodies) => bodies.iter().for_each(|body| read_columns(body, read, all)),
            LiteralKind::Aggregate(aggregate) => read_columns(&aggregate.body, read, all),
            LiteralKind::Compare(..) | LiteralKind::Builtin(..) | LiteralKind::Construct { .. } => {}
        }
    }
}
