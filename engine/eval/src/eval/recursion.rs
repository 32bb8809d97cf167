//! Semi-naive evaluation of predicates that depend on each other: each round reads only the rows that the last one
//! added.

use super::Keep;
use super::turn::{RuleForm, Turn};
use crate::fixpoint::{Store, Stores};
use crate::limits::{Pace, Stop};
use crate::ops::prepare;
use crate::outcome::EvalError;
use crate::plan::ir::{Conj, Lit};
use crate::plan::rounds::rounds;
use crate::plan::{Pipeline, Statistics, Version};
use crate::relation::{Relation, Table};
use quarrel_datalog::{Def, PredId};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A rule's pipeline, and the sizes that it was planned for.
struct Planned {
    pipeline: Pipeline,
    sizes: Vec<u32>,
    /// How many rows it had read before the last round, and in it.
    read: (u64, u64),
}

/// A rule's version for rounds, with the predicate that it defines and its present plan.
type InRounds = (PredId, RuleForm, Option<Planned>);

/// The versions of the rules of a recursive stratum.
struct Versions {
    rounds: Vec<InRounds>,
    /// What can have rows before the first round.
    start: Vec<(PredId, RuleForm)>,
}

/// A pipeline that read this many rows in a round is planned anew for the next: execution costs more than planning.
const COSTLY: u64 = 1 << 16;

/// The most rows of a round that one thread sorts and merges alone.
const FEW: usize = 1 << 13;
/// The most rules that one thread checks for new plans alone.
const PLANS: usize = 16;

impl Turn<'_, '_, '_> {
    /// Computes the least fixpoint of predicates that depend on each other.
    pub(super) fn fixpoint(&mut self) -> Result<(), EvalError> {
        let Versions { rounds, start } = self.versions();
        let mut first: Vec<(PredId, Pipeline)> = Vec::with_capacity(start.len());
        for (pred, form) in &start {
            first.push((*pred, self.plan(form, *pred, false)?));
        }
        let derived = self.derive_by_predicate(&first)?;
        drop(first);
        self.rounds(rounds, derived)
    }

    /// Goes on from rows that hold, to the least fixpoint; `derived` has what follows from them and other predicates in
    /// one step.
    pub(super) fn fixpoint_from(&mut self, derived: BTreeMap<PredId, Vec<Table>>) -> Result<(), EvalError> {
        let versions = self.versions();
        self.rounds(versions.rounds, derived)
    }

    /// The rules of a recursive stratum.
    fn versions(&mut self) -> Versions {
        let (shared, stratum) = (self.shared, self.stratum());
        let mut versions = Versions { rounds: Vec::new(), start: Vec::new() };
        for &pred in &stratum.preds {
            let arity = shared.program.preds[pred].columns.len();
            self.stores.get_mut(pred, arity);
            let Def::Rules(all) = &shared.program.preds[pred].def else {
                continue;
            };
            for rule in all {
                self.add_versions(pred, self.form(rule), &mut versions);
            }
        }
        versions
    }

    fn add_versions(&self, pred: PredId, form: RuleForm, versions: &mut Versions) {
        // Sorted, like all components.
        let recursive = |pred: PredId| self.stratum().preds.binary_search(&pred).is_ok();
        let Some(rounds) = rounds(&form.body, form.n_vars, &recursive) else {
            versions.start.push((pred, form.clone()));
            versions.rounds.push((pred, form, None));
            return;
        };
        for (body, n_vars) in &rounds {
            let form = RuleForm { body: body.clone(), head: form.head.clone(), n_vars: *n_vars };
            versions.rounds.push((pred, form, None));
        }
        if rounds.is_empty() || !requires(&form.body, &recursive) {
            // A rule whose recursive atoms are all in disjunctions can have rows at the start too.
            versions.start.push((pred, form));
        }
    }

    /// What these plans derive, by predicate.
    pub(super) fn derive_by_predicate(
        &mut self,
        plans: &[(PredId, Pipeline)],
    ) -> Result<BTreeMap<PredId, Vec<Table>>, EvalError> {
        let plans: Vec<(PredId, &Pipeline)> = plans.iter().map(|(pred, plan)| (*pred, plan)).collect();
        self.prepare(&plans).map_err(|stop| self.shared.stopped(stop, self.stratum().preds[0]))?;
        let mut derived: BTreeMap<PredId, Vec<Table>> =
            self.stratum().preds.iter().map(|pred| (*pred, Vec::new())).collect();
        for ((pred, _), rows) in plans.iter().zip(self.derive_all(&plans)?) {
            derived.entry(*pred).or_default().extend(rows);
        }
        Ok(derived)
    }

    /// Goes on from the rows that the predicates have, and those derived first, until no round adds any.
    fn rounds(
        &mut self,
        mut rules: Vec<InRounds>,
        mut derived: BTreeMap<PredId, Vec<Table>>,
    ) -> Result<(), EvalError> {
        let (shared, stratum) = (self.shared, self.stratum());
        let stopped = |stop: Stop| shared.stopped(stop, stratum.preds[0]);
        loop {
            let mut grown = false;
            for (pred, promoted) in self.promote(&mut derived) {
                self.effort.duplicates += promoted.map_err(|stop| shared.stopped(stop, pred))? as u64;
                let store = self.stores.0.get(&pred);
                let new = store.map_or(0, Store::delta_len);
                grown |= new > 0;
                if matches!(shared.keep, Keep::Computed)
                    && let Some(rows) = store.and_then(Store::delta_rows)
                {
                    self.rounds.push((pred, self.effort.rounds, rows));
                }
                shared.meter.add_rows(new as u64).map_err(|stop| shared.stopped(stop, pred))?;
            }
            if !grown {
                break;
            }
            self.effort.rounds += 1;
            let rows = stratum.preds.iter().map(|pred| self.stores.len(*pred) as u64).sum();
            let names = stratum.preds.iter().map(|pred| shared.program.preds[*pred].name.as_str());
            shared.meter.check_stratum(rows, names).map_err(stopped)?;
            self.count_memory()?;
            let is_idle =
                |delta: PredId| self.stores.0.get(&delta).is_none_or(|store| store.delta_len() == 0);
            let at_work = (0..rules.len()).filter(|&at| !delta_of(&rules[at].1.body).is_some_and(is_idle));
            let at_work: Vec<usize> = at_work.collect();
            let replanned = at_work.par_iter().with_min_len(PLANS).map(|&at| self.plan_again(&rules[at]));
            let replanned: Vec<Result<Option<Planned>, EvalError>> = replanned.collect();
            for (&at, new) in at_work.iter().zip(replanned) {
                let (pred, _, planned) = &mut rules[at];
                let Some(new) = new? else {
                    continue;
                };
                match planned {
                    Some(planned) if planned.pipeline == new.pipeline => planned.sizes = new.sizes,
                    _ => {
                        self.show_later(*pred, &new.pipeline);
                        *planned = Some(new);
                    }
                }
            }
            let plans = at_work.iter().filter_map(|&at| {
                let (pred, _, planned) = &rules[at];
                planned.as_ref().map(|planned| (*pred, &planned.pipeline))
            });
            let plans: Vec<(PredId, &Pipeline)> = plans.collect();
            self.prepare(&plans).map_err(stopped)?;
            let tables = self.derive_all(&plans)?;
            for (at, rows) in at_work.into_iter().zip(tables) {
                let (pred, _, planned) = &mut rules[at];
                if let Some(planned) = planned {
                    let (before, last) = planned.read;
                    let read = planned.pipeline.rows_read();
                    planned.read = (before + last, read - before - last);
                }
                derived.entry(*pred).or_default().extend(rows);
            }
        }
        for &pred in &stratum.preds {
            if let Some(store) = self.stores.0.get_mut(&pred) {
                store.finish(Pace::all(&shared.meter)).map_err(|stop| shared.stopped(stop, pred))?;
            }
        }
        Ok(())
    }

    /// Builds the indexes that the plans of a round need.
    pub(super) fn prepare(&self, plans: &[(PredId, &Pipeline)]) -> Result<(), Stop> {
        let wishes = prepare::wishes(self.ctx(), plans.iter().map(|(_, plan)| *plan));
        prepare::build(self.ctx(), &wishes)
    }

    /// Ends a round for all predicates at once; returns for each the number of rows that were known, or what stopped
    /// it.
    fn promote(&mut self, derived: &mut BTreeMap<PredId, Vec<Table>>) -> Vec<(PredId, Result<usize, Stop>)> {
        let mut turns = Vec::new();
        for (&pred, tables) in derived {
            let is_at_work = |store: &Store| !tables.is_empty() || store.delta_len() > 0;
            if self.stores.0.get(&pred).is_some_and(is_at_work)
                && let Some(store) = self.stores.0.remove(&pred)
            {
                turns.push((pred, std::mem::take(tables), store));
            }
        }
        let (pace, program) = (self.pace(), self.shared.program);
        let promote = |(pred, tables, mut store): (PredId, Vec<Table>, Store)| {
            let rows = Table::concat(program.preds[pred].columns.len(), tables, pace.threads);
            let known = Relation::distinct(rows, pace).and_then(|rows| store.promote(rows, pace));
            (pred, store, known)
        };
        // Few rows are done before another thread wakes up.
        let rows: usize = turns.iter().flat_map(|(_, tables, _)| tables).map(|table| table.len).sum();
        let done: Vec<(PredId, Store, Result<usize, Stop>)> = match rows < FEW {
            true => turns.into_iter().map(promote).collect(),
            false => turns.into_par_iter().map(promote).collect(),
        };
        let put_back = |(pred, store, known)| {
            self.stores.0.insert(pred, store);
            (pred, known)
        };
        done.into_iter().map(put_back).collect()
    }

    /// A plan for a rule's next round, unless its present one is good enough.
    fn plan_again(&self, (pred, form, planned): &InRounds) -> Result<Option<Planned>, EvalError> {
        let sizes = self.sizes(&form.body);
        if planned.as_ref().is_some_and(|planned| near(&planned.sizes, &sizes) && planned.read.1 < COSTLY) {
            return Ok(None);
        }
        let pipeline = match planned {
            None => self.kept_plan(form, *pred, true)?,
            Some(_) => self.new_plan(form, *pred, true)?,
        };
        Ok(Some(Planned { pipeline, sizes, read: (0, 0) }))
    }

    /// The sizes that a plan depends on, as powers of four.
    pub(super) fn sizes(&self, body: &Conj) -> Vec<u32> {
        let mut sizes = Vec::new();
        fn walk(body: &Conj, sizes: &mut Vec<u32>, stores: &Stores) {
            for lit in &body.lits {
                match lit {
                    Lit::Atom { pred, version, .. } => {
                        sizes.push((stores.rows(*pred, *version) as u64 + 1).ilog2());
                    }
                    Lit::Or(bodies) => bodies.iter().for_each(|body| walk(body, sizes, stores)),
                    _ => {}
                }
            }
        }
        walk(body, &mut sizes, &self.stores);
        sizes
    }
}
/// Whether two lists of sizes are close enough to share a plan.
fn near(a: &[u32], b: &[u32]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(*b) <= 2)
}

/// The predicate whose new rows a body reads.
fn delta_of(body: &Conj) -> Option<PredId> {
    body.lits.iter().find_map(|lit| match lit {
        Lit::Atom { pred, version: Version::Delta, .. } => Some(*pred),
        _ => None,
    })
}

/// Whether a body has no solution while the recursive predicates are empty.
fn requires(body: &Conj, recursive: &dyn Fn(PredId) -> bool) -> bool {
    body.lits.iter().any(|lit| match lit {
        Lit::Atom { pred, .. } => recursive(*pred),
        Lit::Or(bodies) => bodies.iter().all(|body| requires(body, recursive)),
        _ => false,
    })
}
