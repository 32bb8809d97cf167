//! Computes one stratum from the rows of the predicates that it mentions. It changes nothing outside, so any number of
//! strata can run in parallel.

use super::uses::uses;
use super::{Effort, Keep, Shared, keyed};
use crate::edb::EdbError;
use crate::fixpoint::{Store, Stores};
use crate::graph::{closure, distances, dominators, equivalence};
use crate::limits::{Pace, Stop};
use crate::ops::prepare::{self, Wish};
use crate::ops::{self, Ctx, Relations};
use crate::outcome::{EvalError, EvalErrorKind};
use crate::plan::ir::{Arg, Conj, Translate};
use crate::plan::order::Planner;
use crate::plan::{Pipeline, Version, compile};
use crate::relation::{Relation, Table};
use quarrel_datalog::{Def, GraphOp, PredId, Stratum};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A rule, ready for planning.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct RuleForm {
    pub(super) body: Conj,
    pub(super) head: Vec<Arg>,
    pub(super) n_vars: usize,
}

/// A stratum in progress.
pub(super) struct Turn<'a, 'p, 'db> {
    pub(super) shared: &'a Shared<'p, 'db>,
    /// Its index.
    pub(super) at: usize,
    /// The rows of the predicates that it mentions; in the end, its own.
    pub(super) stores: Stores,
    pub(super) effort: Effort,
    /// Whether rows are being updated: that reads few of them.
    pub(super) is_attempt: bool,
    /// Rows looked up in the database for this stratum alone: how many, and the time it took.
    pub(super) looked_up: Vec<(PredId, u64, Duration)>,
    /// The new rows of each round, if kept.
    pub(super) rounds: Vec<(PredId, u64, Arc<Relation>)>,
}

/// The preparations for computing a stratum.
pub(super) struct Plans {
    /// The pipelines of each predicate; none for a recursive stratum, which is planned round by round.
    pipelines: Vec<(PredId, Vec<Pipeline>)>,
    pub(super) wishes: Vec<Wish>,
}

impl<'a, 'p, 'db> Turn<'a, 'p, 'db> {
    pub(super) fn new(shared: &'a Shared<'p, 'db>, at: usize) -> Self {
        let (stores, effort) = (Stores::default(), Effort::default());
        Self { shared, at, stores, effort, is_attempt: false, looked_up: Vec::new(), rounds: Vec::new() }
    }

    pub(super) fn stratum(&self) -> &'p Stratum {
        &self.shared.strata[self.at]
    }

    pub(super) fn pace(&self) -> Pace<'a> {
        Pace::all(&self.shared.meter)
    }

    pub(super) fn ctx(&self) -> Ctx<'_> {
        let Shared { values, meter, .. } = self.shared;
        let (counters, reads_few) = (&self.effort.counters, self.is_attempt);
        Ctx { relations: &self.stores, values, meter, counters, tally: None, reads_few }
    }

    /// The stored predicates that it mentions and whose rows are missing; ascending.
    pub(super) fn missing(&self) -> Vec<PredId> {
        let program = self.shared.program;
        let used = self.stratum().preds.iter().flat_map(|pred| uses(program, *pred));
        let is_missing = |pred: &PredId| {
            matches!(program.preds[*pred].def, Def::Stored(_)) && !self.stores.0.contains_key(pred)
        };
        let mut missing: Vec<PredId> = used.filter(is_missing).collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    /// The predicates of other strata that it mentions; ascending.
    pub(super) fn mentioned(&self) -> Vec<PredId> {
        let own = &self.stratum().preds;
        let mut used: Vec<PredId> = own.iter().flat_map(|pred| uses(self.shared.program, *pred)).collect();
        used.retain(|pred| !own.contains(pred));
        used.sort_unstable();
        used.dedup();
        used
    }

    /// Whether an earlier evaluation knows the rows of all its predicates.
    pub(super) fn is_known(&self) -> bool {
        let preds = &self.stratum().preds;
        self.shared.update.is_some_and(|update| preds.iter().all(|pred| update.state.knows(*pred)))
    }

    /// Looks up only the rows needed from large missing relations, where possible.
    pub(super) fn look_up(&mut self) -> Result<(), EvalError> {
        let mut open = self.missing();
        // Rows just looked up can be the keys of the next relation.
        let mut grown = true;
        while grown {
            grown = false;
            let mut left = Vec::new();
            for pred in open {
                match self.look_up_in(pred)? {
                    true => grown = true,
                    false => left.push(pred),
                }
            }
            open = left;
        }
        Ok(())
    }

    /// Looks up the rows of a stored predicate that the stratum needs, if they are few; returns whether it did.
    fn look_up_in(&mut self, pred: PredId) -> Result<bool, EvalError> {
        let shared = self.shared;
        let (Def::Stored(name), Some((key, keys))) = (&shared.program.preds[pred].def, self.keys(pred))
        else {
            return Ok(false);
        };
        let started = Instant::now();
        let columns = shared.columns_of(pred);
        let Some(rows) = shared.edb.load_keyed(name, &columns, key, &keys, &shared.values) else {
            return Ok(false);
        };
        let rows = rows.map_err(|error| shared.load_error(error, pred))?;
        let relation = Relation::from_sorted(Table { cols: rows.columns, len: rows.len });
        self.looked_up.push((pred, relation.len() as u64, started.elapsed()));
        self.stores.0.insert(pred, Store::complete(relation));
        Ok(true)
    }

    /// The column and values by which the needed rows of a stored predicate can be looked up; `None` if they are many.
    fn keys(&self, pred: PredId) -> Option<(usize, Vec<u32>)> {
        let Shared { program, edb, columns, values, .. } = self.shared;
        let Def::Stored(name) = &program.preds[pred].def else {
            return None;
        };
        let own = &self.stratum().preds;
        let complete = |pred: PredId| {
            let cut = columns[pred].is_some();
            let known = self.stores.0.get(&pred).filter(|_| !cut && !own.contains(&pred));
            known.map(Store::rows)
        };
        keyed::keys(program, own, pred, edb.row_count(name)?, &complete, values)
    }

    /// Plans in advance what is possible, and lists the indexes to build.
    pub(super) fn plan_all(&mut self) -> Result<Plans, EvalError> {
        let started = Instant::now();
        let mut pipelines = Vec::new();
        if !self.stratum().recursive {
            for &pred in &self.stratum().preds {
                let plans = self.pipelines(pred);
                // Failed work counts too.
                self.effort.time = started.elapsed();
                pipelines.push((pred, plans?));
            }
        }
        let wishes = prepare::wishes(self.ctx(), pipelines.iter().flat_map(|(_, plans)| plans));
        self.effort.time = started.elapsed();
        Ok(Plans { pipelines, wishes })
    }

    /// Builds indexes and graphs.
    pub(super) fn build(&mut self, wishes: &[Wish]) -> Result<(), EvalError> {
        let started = Instant::now();
        let built = prepare::build(self.ctx(), wishes);
        self.effort.time += started.elapsed();
        built.map_err(|stop| self.shared.stopped(stop, self.stratum().preds[0]))
    }

    /// Computes the rows.
    pub(super) fn compute(&mut self, plans: &Plans) -> Result<(), EvalError> {
        let started = Instant::now();
        let before = self.effort.time;
        self.shared.report_progress(self.stratum().preds[0]);
        let result = match self.stratum().recursive {
            true => self.fixpoint(),
            false => plans.pipelines.iter().try_for_each(|(pred, plans)| self.single(*pred, plans)),
        };
        self.effort.time = before + started.elapsed();
        result?;
        // Whether the database failed where no error could be returned.
        let failure = self.shared.values.failure();
        failure.map_or(Ok(()), |error: &EdbError| {
            Err(self.shared.load_error(error.clone(), self.stratum().preds[0]))
        })
    }

    /// Computes a predicate that does not depend on itself.
    fn single(&mut self, pred: PredId, pipelines: &[Pipeline]) -> Result<(), EvalError> {
        let (relation, duplicates) = self.rows(pred, pipelines)?;
        self.effort.duplicates += duplicates;
        self.stores.0.insert(pred, Store::complete(relation));
        Ok(())
    }

    /// The plans of a predicate that does not depend on itself.
    fn pipelines(&mut self, pred: PredId) -> Result<Vec<Pipeline>, EvalError> {
        let Def::Rules(rules) = &self.shared.program.preds[pred].def else {
            return Ok(Vec::new());
        };
        rules.iter().map(|rule| self.plan(&self.form(rule), pred, false)).collect()
    }

    /// The rows of a predicate that does not depend on itself, and how many were derived more than once.
    fn rows(&self, pred: PredId, pipelines: &[Pipeline]) -> Result<(Relation, u64), EvalError> {
        let Shared { program, values, meter, .. } = self.shared;
        let stopped = |stop: Stop| self.shared.stopped(stop, pred);
        let mut derived = None;
        let arity = program.preds[pred].columns.len();
        let relation = match &program.preds[pred].def {
            // Nothing to compute: it is read on demand.
            Def::Stored(_) => Ok(Relation::empty(arity)),
            Def::Rows(rows) => {
                let mut table = Table::empty(arity);
                for row in rows.iter() {
                    let row: Vec<u32> = row.iter().map(|constant| values.constant(constant)).collect();
                    table.push_row(&row);
                }
                Relation::distinct(table, self.pace())
            }
            Def::Graph(op) => self.graph(op, pred),
            Def::Rules(_) => {
                let pipelines: Vec<(PredId, &Pipeline)> = pipelines.iter().map(|plan| (pred, plan)).collect();
                let tables = self.derive_all(&pipelines)?.into_iter().flatten().collect();
                let rows = Table::concat(arity, tables, self.pace().threads);
                derived = Some(rows.len);
                Relation::distinct(rows, self.pace())
            }
        };
        let relation = relation.map_err(stopped)?;
        meter.add_rows(relation.len() as u64).map_err(stopped)?;
        let duplicates = derived.map_or(0, |derived| derived - relation.len()) as u64;
        Ok((relation, duplicates))
    }

    /// The rows derived by several pipelines, in their order, each in any number of tables; they run in parallel.
    pub(super) fn derive_all(&self, pipelines: &[(PredId, &Pipeline)]) -> Result<Vec<Vec<Table>>, EvalError> {
        let ctx = self.ctx();
        let derive = |(pred, pipeline): &(PredId, &Pipeline)| {
            ops::run_in_tables(ctx, pipeline, Table::unit()).map_err(|stop| self.shared.stopped(stop, *pred))
        };
        pipelines.par_iter().map(derive).collect()
    }

    pub(super) fn form(&self, rule: &quarrel_datalog::Rule) -> RuleForm {
        let Shared { values, columns, .. } = self.shared;
        let translate = Translate {
            constant: &|constant| values.constant(constant),
            columns: &|pred| columns[pred].as_deref(),
        };
        let (body, head, n_vars) = translate.rule(rule);
        RuleForm { body, head, n_vars }
    }

    /// Plans a rule; `in_rounds` if it is evaluated round by round.
    pub(super) fn new_plan(
        &self,
        form: &RuleForm,
        pred: PredId,
        in_rounds: bool,
    ) -> Result<Pipeline, EvalError> {
        let Shared { program, mentions, .. } = self.shared;
        let planner =
            Planner::new(&self.stores).mentions(mentions).in_rounds(in_rounds).quick(self.is_attempt);
        let (pipeline, _) = compile::rule(&planner, form.n_vars, &form.body, &form.head).map_err(|_| {
            let name = format!("a variable of a rule of `{}`", program.preds[pred].name);
            EvalError::of(EvalErrorKind::Unbound(name), program, pred)
        })?;
        Ok(pipeline)
    }

    /// The plan of a rule that an evaluation before this one made for sizes like these, or a new one.
    pub(super) fn kept_plan(
        &self,
        form: &RuleForm,
        pred: PredId,
        in_rounds: bool,
    ) -> Result<Pipeline, EvalError> {
        if !matches!(self.shared.keep, Keep::All) {
            return self.new_plan(form, pred, in_rounds);
        }
        let sizes = self.sizes(&form.body);
        if let Some(pipeline) = self.shared.plans.get(pred, form, &sizes) {
            return Ok(pipeline);
        }
        let pipeline = self.new_plan(form, pred, in_rounds)?;
        self.shared.plans.put(pred, form, sizes, &pipeline);
        Ok(pipeline)
    }

    /// Plans a rule, and keeps the plan if requested.
    pub(super) fn plan(
        &mut self,
        form: &RuleForm,
        pred: PredId,
        in_rounds: bool,
    ) -> Result<Pipeline, EvalError> {
        let pipeline = self.kept_plan(form, pred, in_rounds)?;
        self.show_later(pred, &pipeline);
        Ok(pipeline)
    }

    pub(super) fn show_later(&mut self, pred: PredId, pipeline: &Pipeline) {
        if self.shared.keep_plans {
            // Clones share the tallies of their steps.
            self.effort.plans.push((pred, pipeline.clone()));
        }
    }

    /// Checks the memory in use against the limit.
    pub(super) fn count_memory(&self) -> Result<(), EvalError> {
        let Shared { values, meter, held, .. } = self.shared;
        let preds = &self.stratum().preds;
        let own: usize = preds.iter().filter_map(|pred| self.stores.0.get(pred)).map(Store::bytes).sum();
        let bytes = held.load(Ordering::Relaxed) + own + values.memory();
        meter.set_memory(bytes as u64).map_err(|stop| self.shared.stopped(stop, preds[0]))
    }

    fn graph(&self, op: &GraphOp, pred: PredId) -> Result<Relation, Stop> {
        let Shared { program, values, meter, .. } = self.shared;
        let pace = self.pace();
        let rows = |pred: PredId| match self.stores.0.get(&pred) {
            Some(store) => store.rows(),
            None => Relation::empty(program.preds[pred].columns.len()).into(),
        };
        let kind = |pred: PredId, col: usize| program.preds[pred].columns[col].kind;
        Ok(match op {
            GraphOp::TransitiveClosure { step, sources, sinks } => {
                let (sources, sinks) = (sources.map(rows), sinks.map(rows));
                let (sources, sinks) = (sources.as_deref(), sinks.as_deref());
                closure::transitive_closure(
                    &*self.stores.graph(*step, Version::Full, meter)?,
                    sources,
                    sinks,
                    pace,
                )?
            }
            GraphOp::ShortestDistances { start, step } => distances::shortest_distances(
                &*self.stores.graph(*step, Version::Full, meter)?,
                &rows(*start),
                pace,
            )?,
            GraphOp::ImmediateDominators { entry, successor } => dominators::immediate_dominators(
                &*self.stores.graph(*successor, Version::Full, meter)?,
                &rows(*entry),
                pace,
            )?,
            GraphOp::EquivalenceRelation { base } => {
                let kind = kind(*base, 0);
                equivalence::equivalence_relation(&rows(*base), &|a, b| values.compare(kind, a, b), pace)?
            }
            GraphOp::InternSets { values: pairs } => {
                let rows = rows(*pairs);
                let mut table = Table::empty(program.preds[pred].columns.len());
                let keys = rows.col(0);
                let mut at = 0;
                while at < keys.len() {
                    meter.check()?;
                    let end = at + keys[at..].partition_point(|&key| key == keys[at]);
                    table.push_row(&[keys[at], values.set(&rows.col(1)[at..end])]);
                    at = end;
                }
                Relation::distinct(table, pace)?
            }
        })
    }
}
