//! INPUT: a program whose columns and unary predicates tell what includes them (`Column::within`,
//! `Pred::supersets`).
//! OUTPUT: an equivalent one with fewer type checks: `p(x, y), C(x)` is `p(x, y)` if the first column of `p` is
//! within `C`.
//! HOW: a unary atom goes if another atom of the same conjunction, or of one around it, guarantees it. Atoms go one
//! at a time, so that of two that guarantee each other one stays. That this is right in recursive predicates too
//! follows by induction on derivations: whatever is derived without the check has the property by declaration.

use super::binding::needs_binding;
use crate::walk::nested_bodies_mut;
use crate::{Body, Def, Literal, LiteralKind, PredId, Program, Term, VarId};
use quarrel_base::ids::Id;
use std::collections::{BTreeMap, BTreeSet};

/// Runs the pass.
pub fn run(program: &mut Program) {
    let guarantees = Guarantees::new(program);
    for id in program.preds.ids().collect::<Vec<_>>() {
        if let Def::Rules(rules) = &mut program.preds[id].def {
            for rule in rules {
                guarantees.reduce(&mut rule.body, &BTreeMap::new());
            }
        }
    }
}

struct Guarantees {
    /// For each predicate and column, all unary predicates that its values are known to be in.
    columns: Vec<Vec<BTreeSet<PredId>>>,
}

type Known = BTreeMap<VarId, BTreeSet<PredId>>;

impl Guarantees {
    fn new(program: &Program) -> Self {
        let columns = program
            .preds
            .iter_ids()
            .map(|(id, pred)| {
                pred.columns
                    .iter()
                    .map(|column| {
                        if needs_binding(pred) {
                            // Such an atom binds nothing, so it cannot stand in for one that does.
                            return BTreeSet::new();
                        }
                        let mut all = BTreeSet::new();
                        let mut open: Vec<PredId> = column.within.clone();
                        if pred.columns.len() == 1 {
                            open.push(id);
                        }
                        while let Some(next) = open.pop() {
                            if all.insert(next) {
                                open.extend(&program.preds[next].supersets);
                                if let [only] = program.preds[next].columns.as_slice() {
                                    open.extend(&only.within);
                                }
                            }
                        }
                        all
                    })
                    .collect()
            })
            .collect();
        Self { columns }
    }

    fn of<'g>(&'g self, literal: &Literal, visit: &mut dyn FnMut(VarId, &'g BTreeSet<PredId>)) {
        let mut column = |pred: PredId, col: usize, term: &Term| {
            if let Term::Var(var) = term
                && let Some(known) = self.columns.get(pred.index()).and_then(|columns| columns.get(col))
            {
                visit(*var, known);
            }
        };
        match &literal.kind {
            LiteralKind::Atom(atom) => {
                atom.args.iter().enumerate().for_each(|(col, term)| column(atom.pred, col, term));
            }
            LiteralKind::Closure { step, reflexive: false, from, to } => {
                column(*step, 0, from);
                column(*step, 1, to);
            }
            _ => {}
        }
    }

    fn reduce(&self, body: &mut Body, around: &Known) {
        let mut at = 0;
        while at < body.literals.len() {
            if self.is_redundant(body, at, around) {
                body.literals.remove(at);
            } else {
                at += 1;
            }
        }
        if body.literals.iter_mut().all(|literal| nested_bodies_mut(&mut literal.kind).is_empty()) {
            return;
        }
        let mut inside = around.clone();
        for literal in &body.literals {
            self.of(literal, &mut |var, known| inside.entry(var).or_default().extend(known));
        }
        for literal in &mut body.literals {
            for inner in nested_bodies_mut(&mut literal.kind) {
                self.reduce(inner, &inside);
            }
        }
    }

    fn is_redundant(&self, body: &Body, at: usize, around: &Known) -> bool {
        let LiteralKind::Atom(atom) = &body.literals[at].kind else {
            return false;
        };
        let [Term::Var(var)] = atom.args.as_slice() else {
            return false;
        };
        if around.get(var).is_some_and(|known| known.contains(&atom.pred)) {
            return true;
        }
        body.literals.iter().enumerate().filter(|(other, _)| *other != at).any(|(_, literal)| {
            let mut found = false;
            self.of(literal, &mut |other, known| found |= other == *var && known.contains(&atom.pred));
            found
        })
    }
}
