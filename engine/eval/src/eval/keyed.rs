//! Finds out which rows of a stored relation a stratum needs, before the relation is read.
//!
//! Suppose each atom over the relation, in every rule of the stratum, has a column with a constant, or with a variable
//! that a small complete relation of its conjunction (or of one around it) binds. Then only rows with those values in
//! that column matter, and looking them up in the database replaces reading the relation. A constant beside the
//! variable makes a relation small. So the location and text of a few results cost little on a large database.

use crate::relation::Relation;
use crate::value::Values;
use quarrel_datalog::{Atom, Body, Const, Def, LiteralKind, PredId, Program, Term, VarId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many times fewer keys than rows there must be, for each source that may hold rows.
const FEWER: u64 = 24;
/// Relations with fewer rows are read whole.
const LARGE: u64 = 1 << 14;

/// Returns the rows of a predicate if they are complete.
pub type Complete<'a> = &'a dyn Fn(PredId) -> Option<Arc<Relation>>;

/// The column by which the rows of `stored` can be looked up for these predicates' rules, and the values there. `rows`
/// is the number of rows of the relation.
pub fn keys(
    program: &Program,
    preds: &[PredId],
    stored: PredId,
    rows: u64,
    complete: Complete<'_>,
    values: &Values<'_>,
) -> Option<(usize, Vec<u32>)> {
    if rows < LARGE {
        return None;
    }
    (0..program.preds[stored].columns.len()).find_map(|column| {
        let mut search =
            Search { stored, column, complete, values, limit: rows / FEWER, keys: BTreeSet::new() };
        for &pred in preds {
            match &program.preds[pred].def {
                Def::Rules(rules) => {
                    for rule in rules {
                        search.body(&rule.body, &mut Vec::new())?;
                    }
                }
                // A graph algorithm needs all of its inputs.
                Def::Graph(graph) => {
                    let mut used = false;
                    quarrel_datalog::walk::graph_inputs(graph, &mut |input| used |= input == stored);
                    if used {
                        return None;
                    }
                }
                Def::Stored(_) | Def::Rows(_) => {}
            }
        }
        Some((column, search.keys.into_iter().collect()))
    })
}

struct Search<'a> {
    stored: PredId,
    column: usize,
    complete: Complete<'a>,
    values: &'a Values<'a>,
    limit: u64,
    keys: BTreeSet<u32>,
}

impl Search<'_> {
    /// Adds the keys of the atoms in a body and its nested bodies; `around` holds the atoms of the bodies around it.
    /// `None` if some atom has none, or there are too many.
    fn body<'b>(&mut self, body: &'b Body, around: &mut Vec<&'b Atom>) -> Option<()> {
        let before = around.len();
        for literal in &body.literals {
            if let LiteralKind::Atom(atom) = &literal.kind {
                around.push(atom);
            }
        }
        for literal in &body.literals {
            match &literal.kind {
                LiteralKind::Atom(atom) if atom.pred == self.stored => self.atom(atom, around)?,
                LiteralKind::Closure { step, .. } if *step == self.stored => return None,
                other => {
                    for inner in quarrel_datalog::walk::nested_bodies(other) {
                        self.body(inner, around)?;
                    }
                }
            }
        }
        around.truncate(before);
        Some(())
    }

    fn atom(&mut self, atom: &Atom, around: &[&Atom]) -> Option<()> {
        match &atom.args[self.column] {
            Term::Const(constant @ Const::Int(_)) => {
                self.keys.insert(self.values.constant(constant));
            }
            Term::Var(var) => {
                let guard = around
                    .iter()
                    .filter(|guard| guard.pred != self.stored)
                    .filter_map(|guard| self.guard(guard, *var))
                    .min_by_key(Guard::len)?;
                guard.values(&mut self.keys);
            }
            _ => return None,
        }
        (self.keys.len() as u64 <= self.limit).then_some(())
    }

    /// The values that a complete relation allows for the variable, if they are few.
    fn guard(&self, atom: &Atom, var: VarId) -> Option<Guard> {
        let column = atom.args.iter().position(|arg| *arg == Term::Var(var))?;
        let relation = (self.complete)(atom.pred)?;
        let mut fixed = Vec::new();
        for (at, arg) in atom.args.iter().enumerate() {
            if let Term::Const(constant) = arg {
                fixed.push((at, self.values.constant(constant)));
            }
        }
        let rows = (!fixed.is_empty()).then(|| {
            let fits = |row: &usize| fixed.iter().all(|(at, value)| relation.col(*at)[*row] == *value);
            // One more than the limit counts as all.
            (0..relation.len()).filter(fits).take(self.limit as usize + 1).collect()
        });
        let guard = Guard { relation, column, rows };
        (guard.len() as u64 <= self.limit).then_some(guard)
    }
}

/// The values in a column of a relation, of some rows or of all.
struct Guard {
    relation: Arc<Relation>,
    column: usize,
    rows: Option<Vec<usize>>,
}

impl Guard {
    fn len(&self) -> usize {
        self.rows.as_ref().map_or(self.relation.len(), Vec::len)
    }
    fn values(&self, into: &mut BTreeSet<u32>) {
        let column = self.relation.col(self.column);
        match &self.rows {
            Some(rows) => into.extend(rows.iter().map(|&row| column[row])),
            // Sorted in its first column only; elsewhere the set drops duplicates.
            None => into.extend(column.chunk_by(|a, b| a == b).map(|equal| equal[0])),
        }
    }
}
