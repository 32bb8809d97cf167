//! INPUT: any program; best after variables that occur once became wildcards.
//! OUTPUT: an equivalent one that keeps only the used columns of predicates that have rules and are not outputs.
//! HOW: a column is used if some atom has a constant there, or a variable that occurs elsewhere in the rule's body, or
//! one that stands in a used column of the head. So a column that recursion only passes on goes too. A head variable
//! inside an aggregate groups it, so its columns count as used, and so do all columns of outputs, of inputs of graph
//! algorithms and of closed predicates.

use super::binding::needs_binding;
use super::dead::roots;
use crate::walk::{body_vars, nested_bodies, nested_bodies_mut};
use crate::{Body, Def, LiteralKind, PredId, Program, Rule, Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A column of a predicate.
type Place = (PredId, usize);

/// Runs the pass.
pub fn run(program: &mut Program) {
    let used = used_columns(program);
    let kept = |pred: PredId, columns: usize| -> Option<Vec<usize>> {
        let kept: Vec<usize> = (0..columns).filter(|col| used.contains(&(pred, *col))).collect();
        (kept.len() < columns).then_some(kept)
    };
    let dropped: FxHashMap<PredId, Vec<usize>> =
        program.preds.iter_ids().filter_map(|(id, pred)| Some((id, kept(id, pred.columns.len())?))).collect();
    if dropped.is_empty() {
        return;
    }
    for id in program.preds.ids().collect::<Vec<_>>() {
        let pred = &mut program.preds[id];
        let own = dropped.get(&id);
        if let Some(kept) = own {
            pred.columns = kept.iter().map(|&col| pred.columns[col].clone()).collect();
            pred.modes.clear();
            // Supersets speak of the column that is gone.
            if pred.columns.len() != 1 {
                pred.supersets.clear();
            }
        }
        if let Def::Rules(rules) = &mut pred.def {
            for rule in rules {
                let mut changed = own.is_some();
                if let Some(kept) = own {
                    rule.head = kept.iter().map(|&col| rule.head[col].clone()).collect();
                }
                drop_args(&mut rule.body, &dropped, &mut changed);
                if changed {
                    drop_locals(rule);
                }
            }
        }
    }
}

fn used_columns(program: &Program) -> FxHashSet<Place> {
    let mut used: FxHashSet<Place> = FxHashSet::default();
    // Columns of atoms that are used if one of these columns of the head is.
    let mut follows: FxHashMap<Place, Vec<Place>> = FxHashMap::default();
    let mut open: Vec<Place> = Vec::new();
    let all = |pred: PredId| (0..program.preds[pred].columns.len()).map(move |col| (pred, col));
    for pred in roots(program) {
        open.extend(all(pred));
    }
    for (id, pred) in program.preds.iter_ids() {
        match &pred.def {
            Def::Rules(rules) => {
                if needs_binding(pred) || pred.on_demand {
                    open.extend(all(id));
                }
                for rule in rules {
                    let mut counts: FxHashMap<VarId, u32> = FxHashMap::default();
                    body_vars(&rule.body, &mut |var| *counts.entry(var).or_default() += 1);
                    look(&rule.body, id, rule, &counts, program, &mut open, &mut follows);
                }
            }
            Def::Graph(graph) => {
                open.extend(all(id));
                crate::walk::graph_inputs(graph, &mut |input| open.extend(all(input)));
            }
            Def::Stored(_) | Def::Rows(_) => open.extend(all(id)),
        }
    }
    while let Some(place) = open.pop() {
        if used.insert(place) {
            open.extend(follows.get(&place).into_iter().flatten());
        }
    }
    used
}

fn look(
    body: &Body,
    head: PredId,
    rule: &Rule,
    counts: &FxHashMap<VarId, u32>,
    program: &Program,
    open: &mut Vec<Place>,
    follows: &mut FxHashMap<Place, Vec<Place>>,
) {
    for literal in &body.literals {
        match &literal.kind {
            LiteralKind::Atom(atom) => {
                for (col, arg) in atom.args.iter().enumerate() {
                    let place = (atom.pred, col);
                    match arg {
                        Term::Wildcard => {}
                        Term::Var(var) if counts.get(var) == Some(&1) => {
                            for (at, term) in rule.head.iter().enumerate() {
                                if term == arg {
                                    follows.entry((head, at)).or_default().push(place);
                                }
                            }
                        }
                        _ => open.push(place),
                    }
                }
            }
            LiteralKind::Closure { step, .. } => {
                open.extend((0..program.preds[*step].columns.len()).map(|col| (*step, col)));
            }
            other => {
                for inner in nested_bodies(other) {
                    if matches!(other, LiteralKind::Aggregate(_)) {
                        body_vars(inner, &mut |var| {
                            let columns = rule.head.iter().enumerate();
                            open.extend(
                                columns
                                    .filter(|(_, term)| **term == Term::Var(var))
                                    .map(|(at, _)| (head, at)),
                            );
                        });
                    }
                    look(inner, head, rule, counts, program, open, follows);
                }
            }
        }
    }
}

fn drop_args(body: &mut Body, dropped: &FxHashMap<PredId, Vec<usize>>, changed: &mut bool) {
    for literal in &mut body.literals {
        if let LiteralKind::Atom(atom) = &mut literal.kind
            && let Some(kept) = dropped.get(&atom.pred)
        {
            atom.args = kept.iter().map(|&col| atom.args[col].clone()).collect();
            *changed = true;
        }
        for inner in nested_bodies_mut(&mut literal.kind) {
            drop_args(inner, dropped, changed);
        }
    }
}

/// Removes variables that no longer occur from the locals.
fn drop_locals(rule: &mut Rule) {
    fn keep(body: &mut Body, vars: &FxHashSet<VarId>) {
        body.locals.retain(|var| vars.contains(var));
        for literal in &mut body.literals {
            nested_bodies_mut(&mut literal.kind).into_iter().for_each(|inner| keep(inner, vars));
        }
    }
    let mut vars: FxHashSet<VarId> = FxHashSet::default();
    for term in &rule.head {
        if let Term::Var(var) = term {
            vars.insert(*var);
        }
    }
    body_vars(&rule.body, &mut |var| {
        vars.insert(var);
    });
    keep(&mut rule.body, &vars);
}
