//! INPUT: a program whose columns and unary predicates list their supersets (`Column::within`, `Pred::supersets`).
//! OUTPUT: an equivalent one with fewer type checks: `p(x, y), C(x)` is `p(x, y)` if the first column of `p` is within
//! `C`.
//! HOW: a unary atom goes if another atom of its conjunction, or of one around it, guarantees it, or one in each branch
//! of a disjunction beside it. Atoms go one at a time, so that of two that guarantee each other one stays. This is
//! right in recursive predicates too, by induction on derivations: whatever is derived without the check has the
//! property by declaration.

use super::binding::needs_binding;
use crate::walk::nested_bodies_mut;
use crate::{Body, Def, Literal, LiteralKind, PredId, Program, Term, VarId};
use quarrel_base::ids::Id;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

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

/// The types of columns' values. The supersets of a type are computed when first needed: in a long chain of classes,
/// all of them together would be quadratic.
struct Guarantees {
    /// For each predicate and column, unary predicates that contain its values.
    starts: Vec<Vec<Vec<PredId>>>,
    /// For each unary predicate, its direct supersets.
    above: Vec<Vec<PredId>>,
    all_above: RefCell<FxHashMap<PredId, Rc<FxHashSet<PredId>>>>,
}

/// The columns in which a variable occurs.
type Known = BTreeMap<VarId, Vec<(PredId, usize)>>;

impl Guarantees {
    fn new(program: &Program) -> Self {
        let starts = program
            .preds
            .iter_ids()
            .map(|(id, pred)| {
                if needs_binding(pred) {
                    // Such an atom binds nothing, so it cannot replace one that does.
                    return Vec::new();
                }
                let own = (pred.columns.len() == 1).then_some(id);
                pred.columns.iter().map(|column| column.within.iter().copied().chain(own).collect()).collect()
            })
            .collect();
        let above = program
            .preds
            .iter()
            .map(|pred| match pred.columns.as_slice() {
                [only] => pred.supersets.iter().chain(&only.within).copied().collect(),
                _ => pred.supersets.clone(),
            })
            .collect();
        Self { starts, above, all_above: RefCell::default() }
    }

    /// Whether all values of a column are in a unary predicate.
    fn has(&self, (pred, column): (PredId, usize), wanted: PredId) -> bool {
        let starts = self.starts.get(pred.index()).and_then(|columns| columns.get(column));
        starts.is_some_and(|starts| {
            starts.iter().any(|start| *start == wanted || self.all_above(*start).contains(&wanted))
        })
    }

    fn all_above(&self, pred: PredId) -> Rc<FxHashSet<PredId>> {
        if let Some(known) = self.all_above.borrow().get(&pred) {
            return Rc::clone(known);
        }
        let mut all = FxHashSet::default();
        let mut open = self.above[pred.index()].clone();
        while let Some(next) = open.pop() {
            if all.insert(next) {
                open.extend(&self.above[next.index()]);
            }
        }
        let all = Rc::new(all);
        self.all_above.borrow_mut().insert(pred, Rc::clone(&all));
        all
    }

    /// Calls `visit` with each variable and a column in which it occurs.
    fn of(&self, literal: &Literal, visit: &mut dyn FnMut(VarId, (PredId, usize))) {
        let mut column = |pred: PredId, col: usize, term: &Term| {
            if let Term::Var(var) = term {
                visit(*var, (pred, col));
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
            self.of(literal, &mut |var, known| inside.entry(var).or_default().push(known));
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
        let known = around.get(var);
        if known.is_some_and(|known| known.iter().any(|column| self.has(*column, atom.pred))) {
            return true;
        }
        let mut others = body.literals.iter().enumerate().filter(|(other, _)| *other != at);
        others.any(|(_, literal)| self.guarantees(literal, *var, atom.pred))
    }

    /// Whether the literal implies that the variable is in a unary predicate.
    fn guarantees(&self, literal: &Literal, var: VarId, wanted: PredId) -> bool {
        if let LiteralKind::Or(bodies) = &literal.kind {
            return bodies
                .iter()
                .all(|body| body.literals.iter().any(|literal| self.guarantees(literal, var, wanted)));
        }
        let mut found = false;
        self.of(literal, &mut |other, known| found |= other == var && self.has(known, wanted));
        found
    }
}
