//! The evaluator: stratum by stratum, each planned when all below is complete. A `Stratified` program and a database
//! flow in, an [`Outcome`] and what it cost ([`Work`]) flow out.
//!
//! Of the database only the columns are read that some rule looks at, when the first rule does; rows are freed after
//! the last stratum that reads them.

use crate::edb::{Columns, Edb, EdbError};
use crate::explain::Kept;
use crate::fixpoint::{Store, Stores};
use crate::graph::{closure, distances, dominators, equivalence};
use crate::limits::{Meter, Options, Pace, Progress, Step, Stop};
use crate::ops::prepare::prepare;
use crate::ops::{self, Ctx, Relations};
use crate::outcome::{EvalError, EvalErrorKind, GivenUp, Outcome, wanted};
use crate::plan::ir::{Arg, Conj, Lit, Translate};
use crate::plan::order::Planner;
use crate::plan::rounds::rounds;
use crate::plan::{Pipeline, Version, compile, show};
use crate::relation::{Relation, Table};
use crate::value::Values;
use crate::work::{Counters, HeldRows, MemoryPeak, StepWork, StratumWork, Totals, Work};
use budget::Budget;
use quarrel_base::IndexVec;
use quarrel_datalog::{Body, Def, GraphOp, LiteralKind, PredId, Program, Stratified, Stratum, Term};
use rayon::prelude::*;
use schedule::Schedule;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Computes what the program asks for.
///
/// # Errors
/// If a limit is reached, the run is cancelled, the database fails or does not fit, or a rule leaves a variable
/// unbound.
pub fn evaluate<'db>(
    program: &Stratified,
    edb: &'db dyn Edb,
    options: &Options,
) -> Result<Outcome<'db>, EvalError> {
    evaluate_observed(program, edb, options, false).0
}

/// The same, with an account of the work, of what was done so far if it ended early; with `plans`, the plans as text
/// are part of it, and what their steps did.
pub fn evaluate_observed<'db>(
    program: &Stratified,
    edb: &'db dyn Edb,
    options: &Options,
    plans: bool,
) -> (Result<Outcome<'db>, EvalError>, Work) {
    let run = || {
        let (result, work) = Evaluator::new(program, edb, options, plans).run();
        (result.map(|(outcome, _)| outcome), work)
    };
    on_threads(options, run)
}

/// The same, keeping what is computed on the way, and what came in each round of a recursive stratum.
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_kept<'db>(
    program: &Stratified,
    edb: &'db dyn Edb,
    options: &Options,
) -> Result<(Outcome<'db>, Kept), EvalError> {
    let run = || {
        let mut evaluator = Evaluator::new(program, edb, options, false);
        evaluator.kept_rows = Some(Kept::default());
        evaluator.run().0
    };
    on_threads(options, run)
}

fn on_threads<T: Send>(options: &Options, run: impl FnOnce() -> T + Send) -> T {
    let pool = options.threads.map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
    match pool {
        Some(Ok(pool)) => pool.install(run),
        // Without threads of its own the evaluation runs on the current ones.
        Some(Err(_)) | None => run(),
    }
}

mod budget;
mod keyed;
mod schedule;
mod side_by_side;

struct Evaluator<'p, 'db> {
    program: &'p Program,
    strata: &'p [Stratum],
    edb: &'db dyn Edb,
    values: Values<'db>,
    meter: Arc<Meter>,
    progress: Option<Progress>,
    /// How many strata are complete.
    done: AtomicUsize,
    /// How many there are to compute.
    all: usize,
    stores: Stores,
    /// What each store weighed when it was last looked at, in bytes, and all together.
    weights: IndexVec<PredId, usize>,
    weight: usize,
    wanted: BTreeSet<PredId>,
    /// How often what is computed mentions each predicate.
    mentions: IndexVec<PredId, u32>,
    // Of stored predicates the columns that are read; `None`: all.
    columns: IndexVec<PredId, Option<Vec<usize>>>,
    keep_plans: bool,
    /// What is computed on the way, if it is kept.
    kept_rows: Option<Kept>,
    work: Work,
}

/// A rule, ready for planning.
struct RuleForm {
    body: Conj,
    head: Vec<Arg>,
    n_vars: usize,
}

/// How many relations are named that take most memory.
const LARGEST: usize = 12;

/// What it cost to compute a stratum.
#[derive(Default)]
struct Effort {
    counters: Counters,
    duplicates: u64,
    rounds: u64,
    /// The plans, if they are kept.
    plans: Vec<(PredId, Pipeline)>,
    time: Duration,
}

/// A rule's pipeline and the sizes that it was made for.
struct Planned {
    pipeline: Pipeline,
    sizes: Vec<u32>,
    /// How many rows it had looked at before the last round, and in it.
    read: (u64, u64),
}

/// A pipeline that looked at so many rows in a round is planned anew for the next: what it does takes longer.
const COSTLY: u64 = 1 << 16;

/// Rows of a round that one thread sorts and merges alone.
const FEW: usize = 1 << 13;
/// Rules that one thread looks at alone, whether they need a new plan.
const PLANS: usize = 16;

impl<'p, 'db> Evaluator<'p, 'db> {
    fn new(stratified: &'p Stratified, edb: &'db dyn Edb, options: &Options, show_plans: bool) -> Self {
        let program = stratified.program();
        let meter = Meter::start(&options.limits);
        let meter = Arc::new(if show_plans { meter.sampling() } else { meter });
        Self {
            program,
            strata: stratified.strata(),
            edb,
            values: Values::new(edb, &program.ctors).under(Arc::clone(&meter)),
            meter,
            progress: options.progress.clone(),
            done: AtomicUsize::new(0),
            all: 0,
            stores: Stores(program.preds.iter().map(|_| None).collect()),
            weights: program.preds.iter().map(|_| 0).collect(),
            weight: 0,
            wanted: wanted(program),
            mentions: program.preds.iter().map(|_| 0).collect(),
            columns: program.preds.iter().map(|_| None).collect(),
            keep_plans: show_plans,
            kept_rows: None,
            work: Work::default(),
        }
    }

    fn pace(&self) -> Pace<'_> {
        Pace::all(&self.meter)
    }

    fn ctx<'a>(&'a self, counters: &'a Counters) -> Ctx<'a> {
        let (relations, values, meter) = (&self.stores, &self.values, &*self.meter);
        Ctx { relations, values, meter, counters, tally: None }
    }

    fn run(mut self) -> (Result<(Outcome<'db>, Kept), EvalError>, Work) {
        let result = self.compute_all();
        let values = self.values;
        let result = result.map(|(relations, given_up)| {
            (Outcome { relations, values, given_up }, self.kept_rows.unwrap_or_default())
        });
        (result, self.work)
    }

    fn compute_all(&mut self) -> Result<(BTreeMap<PredId, Columns>, Vec<GivenUp>), EvalError> {
        let live = self.live();
        self.find_columns(&live);
        live.iter().flat_map(|pred| uses(self.program, *pred)).for_each(|used| self.mentions[used] += 1);
        let mut schedule = Schedule::new(self.program, self.strata, &live);
        self.all = schedule.len();
        let query_time = self.meter.limits().query_time;
        let mut budget = query_time.map(|limit| Budget::new(self.program, limit));
        loop {
            // The time of a query is measured while nothing else runs.
            let group = match budget {
                None => schedule.group(|stratum| self.is_keyed(stratum)),
                Some(_) => schedule.one(),
            };
            let (Some(&first), alone) = (group.strata.first(), group.alone) else {
                break;
            };
            match &mut budget {
                Some(budget) => self.within(budget, &self.strata[first])?,
                None if alone => self.stratum(&self.strata[first])?,
                None => self.side_by_side(&group.strata)?,
            }
            for &at in &group.strata {
                for pred in schedule.finish(at) {
                    if !self.wanted.contains(&pred) {
                        self.keep(pred);
                        self.stores.0[pred] = None;
                        self.weigh(pred);
                    }
                }
                self.count_memory(&self.strata[at].preds)?;
            }
        }
        let mut relations = BTreeMap::new();
        for pred in self.wanted.clone() {
            if budget.as_ref().is_some_and(|budget| !budget.wants(pred)) {
                continue;
            }
            self.load(pred)?;
            self.keep(pred);
            let relation = match self.stores.0[pred].take() {
                Some(store) => store.into_rows(),
                None => Relation::empty(self.program.preds[pred].columns.len()),
            };
            let table = relation.into_table();
            relations.insert(pred, Columns { len: table.len, columns: table.cols });
        }
        Ok((relations, budget.map(Budget::into_given_up).unwrap_or_default()))
    }

    /// Computes a stratum in the time that the queries that want it have left.
    fn within(&mut self, budget: &mut Budget, stratum: &Stratum) -> Result<(), EvalError> {
        let name = &self.program.preds[stratum.preds[0]].name;
        let Some(turn) = budget.begin(&stratum.preds, name, &self.meter) else {
            return Ok(());
        };
        let result = self.stratum(stratum);
        let out_of_time =
            |error: &EvalError| matches!(error.kind, EvalErrorKind::Stopped(Stop::QueryTime(_)));
        let late = result.as_ref().err().is_some_and(out_of_time);
        budget.end(turn, late, name, &self.meter);
        if !late {
            return result;
        }
        // What is half done is worth nothing, and nobody who goes on wants it.
        for &pred in &stratum.preds {
            if !matches!(self.program.preds[pred].def, Def::Stored(_)) {
                self.stores.0[pred] = None;
                self.weigh(pred);
            }
        }
        Ok(())
    }

    /// Keeps the rows of a predicate that is not needed any more; what the database has can be read there again.
    fn keep(&mut self, pred: PredId) {
        if let (Some(kept), Some(store)) = (&mut self.kept_rows, &self.stores.0[pred])
            && !matches!(self.program.preds[pred].def, Def::Stored(_))
        {
            kept.relations.insert(pred, store.rows());
        }
    }

    /// Looks at what a store takes now. Only those that a stratum uses can change while it is computed.
    fn weigh(&mut self, pred: PredId) {
        let now = self.stores.0[pred].as_ref().map_or(0, Store::bytes);
        let before = std::mem::replace(&mut self.weights[pred], now);
        self.weight = self.weight + now - before;
    }

    /// The predicates that what is wanted depends on.
    fn live(&self) -> BTreeSet<PredId> {
        let mut live = BTreeSet::new();
        let mut open: Vec<PredId> = self.wanted.iter().copied().collect();
        while let Some(pred) = open.pop() {
            if live.insert(pred) {
                open.extend(uses(self.program, pred));
            }
        }
        live
    }

    /// Which columns of stored predicates are read.
    fn find_columns(&mut self, live: &BTreeSet<PredId>) {
        let mut read: BTreeMap<PredId, BTreeSet<usize>> = BTreeMap::new();
        let mut all: BTreeSet<PredId> = self.wanted.clone();
        for &pred in live {
            match &self.program.preds[pred].def {
                Def::Rules(rules) => {
                    rules.iter().for_each(|rule| read_columns(&rule.body, &mut read, &mut all))
                }
                Def::Graph(_) => all.extend(uses(self.program, pred)),
                Def::Stored(_) | Def::Rows(_) => {}
            }
        }
        for (pred, columns) in read {
            let is_stored = matches!(self.program.preds[pred].def, Def::Stored(_));
            if is_stored && !all.contains(&pred) && columns.len() < self.program.preds[pred].columns.len() {
                self.columns[pred] = Some(columns.into_iter().collect());
            }
        }
    }

    fn error(&self, kind: EvalErrorKind, pred: PredId) -> EvalError {
        EvalError::of(kind, self.program, pred)
    }
    fn stopped(&self, stop: Stop, pred: PredId) -> EvalError {
        self.error(EvalErrorKind::Stopped(stop), pred)
    }

    /// Makes the rows of a stored predicate available, unless they are.
    fn load(&mut self, pred: PredId) -> Result<(), EvalError> {
        if self.stores.0[pred].is_none()
            && let Some(loaded) = self.read(pred)
        {
            self.place(pred, loaded?);
        }
        Ok(())
    }

    /// Reads a stored predicate, and says how long that took.
    fn read(&self, pred: PredId) -> Option<Result<(Store, Duration), EvalError>> {
        let Def::Stored(name) = &self.program.preds[pred].def else {
            return None;
        };
        let all: Vec<usize> = (0..self.program.preds[pred].columns.len()).collect();
        let columns = self.columns[pred].as_deref().unwrap_or(&all);
        let started = Instant::now();
        self.tell(pred);
        let rows = match self.edb.load(name, columns, &self.values) {
            Ok(rows) => rows,
            Err(error) => return Some(Err(self.load_error(error, pred))),
        };
        let relation = Relation::from_sorted(Table { cols: rows.columns, len: rows.len });
        let counted = self.meter.add_rows(relation.len() as u64).map_err(|stop| self.stopped(stop, pred));
        Some(counted.map(|()| (Store::complete(relation), started.elapsed())))
    }

    /// Puts what was read where it belongs.
    fn place(&mut self, pred: PredId, (store, time): (Store, Duration)) {
        self.stores.0[pred] = Some(store);
        self.account(&[pred], Effort { time, ..Effort::default() });
    }

    /// Says which predicate is at work.
    fn tell(&self, pred: PredId) {
        if let Some(Progress(tell)) = &self.progress {
            let done = self.done.load(Ordering::Relaxed);
            tell(Step { predicate: &self.program.preds[pred].name, done, all: self.all });
        }
    }

    /// Remembers what takes memory if it was never more.
    fn note_memory(&mut self) {
        if !self.keep_plans || self.weight as u64 <= self.work.memory.bytes {
            return;
        }
        let mut held: Vec<(usize, PredId)> = self
            .weights
            .ids()
            .map(|pred| (self.weights[pred], pred))
            .filter(|(bytes, _)| *bytes > 0)
            .collect();
        held.sort_unstable_by_key(|&(bytes, pred)| (std::cmp::Reverse(bytes), pred));
        held.truncate(LARGEST);
        let largest = held.into_iter().map(|(bytes, pred)| {
            let rows = self.stores.0[pred].as_ref().map_or(0, Store::row_bytes);
            let indexes = bytes.saturating_sub(rows) as u64;
            HeldRows { pred, rows: self.stores.len(pred) as u64, bytes: bytes as u64, indexes }
        });
        self.work.memory = MemoryPeak { bytes: self.weight as u64, largest: largest.collect() };
    }

    /// Compares what is held with the limit.
    fn count_memory(&mut self, preds: &[PredId]) -> Result<(), EvalError> {
        preds.iter().for_each(|pred| self.weigh(*pred));
        self.note_memory();
        let bytes = (self.weight + self.values.memory()) as u64;
        self.meter.set_memory(bytes).map_err(|stop| self.stopped(stop, preds[0]))
    }

    fn account(&mut self, preds: &[PredId], effort: Effort) {
        preds.iter().for_each(|pred| self.weigh(*pred));
        self.note_memory();
        let (mut plans, mut steps) = (Vec::new(), Vec::new());
        for (pred, pipeline) in &effort.plans {
            let name = &self.program.preds[*pred].name;
            plans.push(format!("{name}:\n{}", show::pipeline(self.program, pipeline)));
            StepWork::collect(self.program, *pred, pipeline, &mut steps);
        }
        let (duplicates, rounds) = (effort.duplicates, effort.rounds);
        self.work.push(StratumWork {
            preds: preds.iter().map(|&pred| (pred, self.stores.len(pred) as u64)).collect(),
            totals: Totals { duplicates, rounds, ..effort.counters.totals() },
            time: effort.time,
            bytes: self.weight as u64,
            peak: if self.keep_plans { self.meter.take_peak() } else { 0 },
            plans,
            steps,
        });
    }

    /// Reads what the stratum uses of the database: of large relations only some rows, if it can look at no others.
    /// Notes the predicates of which the rows are not all there.
    fn load_for(&mut self, stratum: &Stratum, partial: &mut Vec<PredId>) -> Result<(), EvalError> {
        let mut open = self.missing(&stratum.preds);
        // Rows that were looked up can be the keys of the next relation.
        let mut grown = true;
        while grown {
            grown = false;
            let mut left = Vec::new();
            for pred in open {
                if self.load_some(stratum, pred)? {
                    partial.push(pred);
                    grown = true;
                } else {
                    left.push(pred);
                }
            }
            open = left;
        }
        for pred in open {
            self.load(pred)?;
        }
        Ok(())
    }

    /// Looks the rows of a stored predicate up that the stratum can look at, if they are few; whether that was done.
    fn load_some(&mut self, stratum: &Stratum, pred: PredId) -> Result<bool, EvalError> {
        let (Def::Stored(name), Some((key, keys))) =
            (&self.program.preds[pred].def, self.keys(stratum, pred))
        else {
            return Ok(false);
        };
        let all: Vec<usize> = (0..self.program.preds[pred].columns.len()).collect();
        let columns = self.columns[pred].as_deref().unwrap_or(&all);
        let started = Instant::now();
        let Some(rows) = self.edb.load_keyed(name, columns, key, &keys, &self.values) else {
            return Ok(false);
        };
        let rows = rows.map_err(|error| self.load_error(error, pred))?;
        let relation = Relation::from_sorted(Table { cols: rows.columns, len: rows.len });
        self.place(pred, (Store::complete(relation), started.elapsed()));
        Ok(true)
    }

    /// If the stratum can look at few rows only of a stored predicate: by which values of which column they are found.
    fn keys(&self, stratum: &Stratum, pred: PredId) -> Option<(usize, Vec<u32>)> {
        let Def::Stored(name) = &self.program.preds[pred].def else {
            return None;
        };
        let rows = self.edb.row_count(name)?;
        let complete = |pred: PredId| {
            let cut = self.columns[pred].is_some();
            let known = self.stores.0[pred].as_ref().filter(|_| !cut && !stratum.preds.contains(&pred));
            known.map(Store::rows)
        };
        keyed::keys(self.program, &stratum.preds, pred, rows, &complete, &self.values)
    }

    /// Whether the stratum would look rows up in the database rather than have a relation read.
    fn is_keyed(&self, stratum: &Stratum) -> bool {
        self.missing(&stratum.preds).into_iter().any(|pred| self.keys(stratum, pred).is_some())
    }

    /// What these predicates mention that is not there; ascending.
    fn missing(&self, preds: &[PredId]) -> Vec<PredId> {
        let used = preds.iter().flat_map(|pred| uses(self.program, *pred));
        let mut missing: Vec<PredId> = used.filter(|used| self.stores.0[*used].is_none()).collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    fn load_error(&self, error: EdbError, pred: PredId) -> EvalError {
        match self.meter.check() {
            Err(stop) if error == EdbError::Interrupted => self.stopped(stop, pred),
            _ => self.error(EvalErrorKind::Database(error), pred),
        }
    }

    /// Computes a stratum while nothing else runs.
    fn stratum(&mut self, stratum: &Stratum) -> Result<(), EvalError> {
        let mut partial = Vec::new();
        let result = self.load_for(stratum, &mut partial).and_then(|()| self.compute(stratum));
        self.look_again(&stratum.preds);
        for pred in partial {
            self.stores.0[pred] = None;
            self.weigh(pred);
        }
        self.done.fetch_add(1, Ordering::Relaxed);
        result
    }

    /// How many rows a predicate and those that it mentions have now.
    fn rows_around(&self, pred: PredId) -> usize {
        uses(self.program, pred).into_iter().map(|used| self.stores.len(used)).sum()
    }

    /// Looks again at the stores of these predicates and of those that they mention, which may have indexes now.
    fn look_again(&mut self, preds: &[PredId]) {
        let used = preds.iter().flat_map(|pred| uses(self.program, *pred)).chain(preds.iter().copied());
        for pred in used.collect::<BTreeSet<PredId>>() {
            if let Some(store) = &self.stores.0[pred] {
                store.settle_indexes();
            }
            self.weigh(pred);
        }
    }

    fn compute(&mut self, stratum: &Stratum) -> Result<(), EvalError> {
        let started = Instant::now();
        let mut effort = Effort::default();
        self.tell(stratum.preds[0]);
        let result = if stratum.recursive {
            self.fixpoint(stratum, &mut effort)
        } else {
            stratum.preds.iter().try_for_each(|pred| self.single(*pred, &mut effort))
        };
        // Work done in vain counts too.
        effort.time = started.elapsed();
        self.account(&stratum.preds, effort);
        result.and_then(|()| self.check_values(stratum.preds[0]))
    }

    /// A predicate that does not depend on itself.
    fn single(&mut self, pred: PredId, effort: &mut Effort) -> Result<(), EvalError> {
        let pipelines = self.pipelines(pred, effort)?;
        let all = pipelines.iter().map(|pipeline| (0, pipeline));
        prepare(self.ctx(&effort.counters), all).map_err(|stop| self.stopped(stop, pred))?;
        let (relation, duplicates) = self.rows(pred, &pipelines, &effort.counters)?;
        effort.duplicates += duplicates;
        self.stores.0[pred] = Some(Store::complete(relation));
        Ok(())
    }

    /// Whether the database failed where only values were asked for.
    fn check_values(&self, pred: PredId) -> Result<(), EvalError> {
        self.values.failure().map_or(Ok(()), |error| Err(self.load_error(error.clone(), pred)))
    }

    /// The plans of a predicate that does not depend on itself.
    fn pipelines(&self, pred: PredId, effort: &mut Effort) -> Result<Vec<Pipeline>, EvalError> {
        let Def::Rules(rules) = &self.program.preds[pred].def else {
            return Ok(Vec::new());
        };
        rules.iter().map(|rule| self.plan(&self.form(rule), pred, false, effort)).collect()
    }

    /// The rows of a predicate that does not depend on itself, and how many were derived again.
    fn rows(
        &self,
        pred: PredId,
        pipelines: &[Pipeline],
        counters: &Counters,
    ) -> Result<(Relation, u64), EvalError> {
        let mut derived = None;
        let arity = self.program.preds[pred].columns.len();
        let relation = match &self.program.preds[pred].def {
            // Nothing to compute: it is read when it is wanted.
            Def::Stored(_) => Ok(Relation::empty(arity)),
            Def::Rows(rows) => {
                let mut table = Table::empty(arity);
                for row in rows.iter() {
                    let row: Vec<u32> = row.iter().map(|constant| self.values.constant(constant)).collect();
                    table.push_row(&row);
                }
                Relation::distinct(table, self.pace())
            }
            Def::Graph(op) => self.graph(op, pred),
            Def::Rules(_) => {
                let pipelines: Vec<(PredId, &Pipeline)> = pipelines.iter().map(|plan| (pred, plan)).collect();
                let tables = self.derive_all(&pipelines, counters)?;
                let tables = tables.into_iter().flatten().collect();
                let rows = Table::concat(arity, tables, self.pace().threads);
                derived = Some(rows.len);
                Relation::distinct(rows, self.pace())
            }
        };
        let relation = relation.map_err(|stop| self.stopped(stop, pred))?;
        self.meter.add_rows(relation.len() as u64).map_err(|stop| self.stopped(stop, pred))?;
        let duplicates = derived.map_or(0, |derived| derived - relation.len()) as u64;
        Ok((relation, duplicates))
    }

    /// What several pipelines derive, in their order, each any number of tables; they run side by side.
    fn derive_all(
        &self,
        pipelines: &[(PredId, &Pipeline)],
        counters: &Counters,
    ) -> Result<Vec<Vec<Table>>, EvalError> {
        let ctx = self.ctx(counters);
        let derive = |(pred, pipeline): &(PredId, &Pipeline)| {
            ops::run_in_tables(ctx, pipeline, Table::unit()).map_err(|stop| self.stopped(stop, *pred))
        };
        pipelines.par_iter().map(derive).collect()
    }

    fn form(&self, rule: &quarrel_datalog::Rule) -> RuleForm {
        let translate = Translate {
            constant: &|constant| self.values.constant(constant),
            columns: &|pred| self.columns[pred].as_deref(),
        };
        let (body, head, n_vars) = translate.rule(rule);
        RuleForm { body, head, n_vars }
    }

    /// A plan for a rule; `in_rounds` if it is evaluated round by round.
    fn new_plan(&self, form: &RuleForm, pred: PredId, in_rounds: bool) -> Result<Pipeline, EvalError> {
        let planner = Planner::new(&self.stores).mentions(&self.mentions).in_rounds(in_rounds);
        let (pipeline, _) = compile::rule(&planner, form.n_vars, &form.body, &form.head).map_err(|_| {
            let name = format!("a variable of a rule of `{}`", self.program.preds[pred].name);
            self.error(EvalErrorKind::Unbound(name), pred)
        })?;
        Ok(pipeline)
    }

    /// A plan that is kept for who wants to see what was done.
    fn plan(
        &self,
        form: &RuleForm,
        pred: PredId,
        in_rounds: bool,
        effort: &mut Effort,
    ) -> Result<Pipeline, EvalError> {
        let pipeline = self.new_plan(form, pred, in_rounds)?;
        self.show_later(pred, &pipeline, effort);
        Ok(pipeline)
    }

    fn show_later(&self, pred: PredId, pipeline: &Pipeline, effort: &mut Effort) {
        if self.keep_plans {
            // Clones share the tallies of their steps.
            effort.plans.push((pred, pipeline.clone()));
        }
    }

    /// The least fixpoint of predicates that depend on each other.
    fn fixpoint(&mut self, stratum: &Stratum, effort: &mut Effort) -> Result<(), EvalError> {
        // Sorted, as all components are.
        let recursive = |pred: PredId| stratum.preds.binary_search(&pred).is_ok();
        let mut rules: Vec<(PredId, RuleForm, Option<Planned>)> = Vec::new();
        let mut first: Vec<(PredId, Pipeline)> = Vec::new();
        let mut derived: BTreeMap<PredId, Vec<Table>> = BTreeMap::new();
        for &pred in &stratum.preds {
            let arity = self.program.preds[pred].columns.len();
            self.stores.get_mut(pred, arity);
            derived.insert(pred, Vec::new());
        }
        for &pred in &stratum.preds {
            let Def::Rules(all) = &self.program.preds[pred].def else {
                continue;
            };
            for rule in all {
                let form = self.form(rule);
                let Some(rounds) = rounds(&form.body, form.n_vars, &recursive) else {
                    first.push((pred, self.plan(&form, pred, false, effort)?));
                    rules.push((pred, form, None));
                    continue;
                };
                if rounds.is_empty() || !requires(&form.body, &recursive) {
                    // Also a rule whose recursive atoms all stand in disjunctions can give rows at the start.
                    first.push((pred, self.plan(&form, pred, false, effort)?));
                }
                for (body, n_vars) in rounds {
                    rules.push((pred, RuleForm { body, head: form.head.clone(), n_vars }, None));
                }
            }
        }
        let at_start: Vec<(PredId, &Pipeline)> = first.iter().map(|(pred, plan)| (*pred, plan)).collect();
        prepare(self.ctx(&effort.counters), at_start.iter().map(|(_, plan)| (0, *plan)))
            .map_err(|stop| self.stopped(stop, stratum.preds[0]))?;
        for ((pred, _), rows) in at_start.iter().zip(self.derive_all(&at_start, &effort.counters)?) {
            derived.entry(*pred).or_default().extend(rows);
        }
        drop(first);
        loop {
            let mut grown = false;
            for (pred, promoted) in self.promote(&mut derived) {
                effort.duplicates += promoted.map_err(|stop| self.stopped(stop, pred))? as u64;
                let store = self.stores.0[pred].as_ref();
                let new = store.map_or(0, Store::delta_len);
                grown |= new > 0;
                if let (Some(kept), Some(rows)) = (&mut self.kept_rows, store.and_then(Store::delta_rows)) {
                    kept.rounds.entry(pred).or_default().push((effort.rounds, rows));
                }
                self.meter.add_rows(new as u64).map_err(|stop| self.stopped(stop, pred))?;
            }
            if !grown {
                break;
            }
            effort.rounds += 1;
            let rows = stratum.preds.iter().filter_map(|pred| self.stores.0[*pred].as_ref());
            let rows = rows.map(|store| store.len() as u64).sum();
            self.meter.check_stratum(rows).map_err(|stop| self.stopped(stop, stratum.preds[0]))?;
            self.count_memory(&stratum.preds)?;
            let is_idle =
                |delta: PredId| self.stores.0[delta].as_ref().is_none_or(|store| store.delta_len() == 0);
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
                        self.show_later(*pred, &new.pipeline, effort);
                        *planned = Some(new);
                    }
                }
            }
            let plans = at_work.iter().filter_map(|&at| {
                let (pred, _, planned) = &rules[at];
                planned.as_ref().map(|planned| (*pred, &planned.pipeline))
            });
            let plans: Vec<(PredId, &Pipeline)> = plans.collect();
            prepare(self.ctx(&effort.counters), plans.iter().map(|(_, plan)| (0, *plan)))
                .map_err(|stop| self.stopped(stop, stratum.preds[0]))?;
            let tables = self.derive_all(&plans, &effort.counters)?;
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
            if let Some(store) = &mut self.stores.0[pred] {
                store
                    .finish(Pace::all(&self.meter))
                    .map_err(|stop| EvalError::of(EvalErrorKind::Stopped(stop), self.program, pred))?;
            }
        }
        Ok(())
    }

    /// Ends a round for all predicates at once: gives of each how many rows were known, or what stopped it.
    fn promote(&mut self, derived: &mut BTreeMap<PredId, Vec<Table>>) -> Vec<(PredId, Result<usize, Stop>)> {
        let mut turns = Vec::new();
        for (&pred, tables) in derived {
            if let Some(store) =
                self.stores.0[pred].take_if(|store| !tables.is_empty() || store.delta_len() > 0)
            {
                turns.push((pred, std::mem::take(tables), store));
            }
        }
        let pace = self.pace();
        let promote = |(pred, tables, mut store): (PredId, Vec<Table>, Store)| {
            let rows = Table::concat(self.program.preds[pred].columns.len(), tables, pace.threads);
            let known = Relation::distinct(rows, pace).and_then(|rows| store.promote(rows, pace));
            (pred, store, known)
        };
        // Few rows are done before another thread is awake.
        let rows: usize = turns.iter().flat_map(|(_, tables, _)| tables).map(|table| table.len).sum();
        let done: Vec<(PredId, Store, Result<usize, Stop>)> = match rows < FEW {
            true => turns.into_iter().map(promote).collect(),
            false => turns.into_par_iter().map(promote).collect(),
        };
        let put_back = |(pred, store, known)| {
            self.stores.0[pred] = Some(store);
            (pred, known)
        };
        done.into_iter().map(put_back).collect()
    }

    /// A plan for a rule's next round, unless the one that it has is good enough.
    fn plan_again(
        &self,
        (pred, form, planned): &(PredId, RuleForm, Option<Planned>),
    ) -> Result<Option<Planned>, EvalError> {
        let sizes = self.sizes(&form.body);
        if planned.as_ref().is_some_and(|planned| near(&planned.sizes, &sizes) && planned.read.1 < COSTLY) {
            return Ok(None);
        }
        let pipeline = self.new_plan(form, *pred, true)?;
        Ok(Some(Planned { pipeline, sizes, read: (0, 0) }))
    }

    /// The sizes that a plan depends on, as powers of four.
    fn sizes(&self, body: &Conj) -> Vec<u32> {
        use crate::plan::Statistics;
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

    fn graph(&self, op: &GraphOp, pred: PredId) -> Result<Relation, Stop> {
        let (pace, meter) = (self.pace(), &*self.meter);
        let rows = |pred: PredId| match &self.stores.0[pred] {
            Some(store) => store.rows(),
            None => Relation::empty(self.program.preds[pred].columns.len()).into(),
        };
        let kind = |pred: PredId, col: usize| self.program.preds[pred].columns[col].kind;
        Ok(match op {
            GraphOp::TransitiveClosure { step, sources, sinks } => {
                let (sources, sinks) = (sources.map(rows), sinks.map(rows));
                let (sources, sinks) = (sources.as_deref(), sinks.as_deref());
                closure::transitive_closure(&*self.stores.graph(*step, meter)?, sources, sinks, pace)?
            }
            GraphOp::ShortestDistances { start, step } => {
                distances::shortest_distances(&*self.stores.graph(*step, meter)?, &rows(*start), pace)?
            }
            GraphOp::ImmediateDominators { entry, successor } => dominators::immediate_dominators(
                &*self.stores.graph(*successor, meter)?,
                &rows(*entry),
                pace,
            )?,
            GraphOp::EquivalenceRelation { base } => {
                let kind = kind(*base, 0);
                equivalence::equivalence_relation(
                    &rows(*base),
                    &|a, b| self.values.compare(kind, a, b),
                    pace,
                )?
            }
            GraphOp::InternSets { values } => {
                let rows = rows(*values);
                let mut table = Table::empty(self.program.preds[pred].columns.len());
                let keys = rows.col(0);
                let mut at = 0;
                while at < keys.len() {
                    meter.check()?;
                    let end = at + keys[at..].partition_point(|&key| key == keys[at]);
                    table.push_row(&[keys[at], self.values.set(&rows.col(1)[at..end])]);
                    at = end;
                }
                Relation::distinct(table, pace)?
            }
        })
    }
}

/// Whether two lists of sizes are close enough for the same plan.
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

/// Whether a body gives nothing while the recursive predicates are empty.
fn requires(body: &Conj, recursive: &dyn Fn(PredId) -> bool) -> bool {
    body.lits.iter().any(|lit| match lit {
        Lit::Atom { pred, .. } => recursive(*pred),
        Lit::Or(bodies) => bodies.iter().all(|body| requires(body, recursive)),
        _ => false,
    })
}

/// The predicates that a predicate's definition mentions; some more than once.
fn uses(program: &Program, pred: PredId) -> Vec<PredId> {
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
