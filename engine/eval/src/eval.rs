//! The evaluator. It plans each stratum when all its dependencies are complete, and computes it. The product is an
//! [`Outcome`], and an account of the work ([`Work`]).
//!
//! Strata are the tasks of a graph ([`schedule`]), one per thread at a time ([`board`]); several threads share large
//! work within a stratum ([`crate::ops`]). Only the columns of the database that some rule uses are read, when the
//! first rule needs them; rows are freed after the last stratum that reads them.

use crate::edb::{Edb, EdbError};
use crate::explain::Kept;
use crate::fixpoint::Store;
use crate::limits::{Meter, Options, Progress, Step, Stop};
use crate::outcome::{EvalError, EvalErrorKind, Outcome, wanted};
use crate::plan::Pipeline;
use crate::relation::{Relation, Table};
use crate::value::Values;
use crate::work::{Counters, Work};
use board::Board;
use quarrel_base::IndexVec;
use quarrel_datalog::{Def, PredId, Program, Stratified, Stratum};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Computes the outputs of the program.
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

/// Evaluates and accounts for the work, including work before an early end; with `plans`, the account has the plans as
/// text and what their steps did.
pub fn evaluate_observed<'db>(
    program: &Stratified,
    edb: &'db dyn Edb,
    options: &Options,
    plans: bool,
) -> (Result<Outcome<'db>, EvalError>, Work) {
    let run = || {
        let (result, work) = Shared::new(program, edb, options, plans, false).run();
        (result.map(|(outcome, _)| outcome), work)
    };
    on_threads(options, run)
}

/// Evaluates and keeps all rows computed on the way, and the new rows of each round of recursive strata.
///
/// # Errors
/// Those of [`evaluate`].
pub fn evaluate_kept<'db>(
    program: &Stratified,
    edb: &'db dyn Edb,
    options: &Options,
) -> Result<(Outcome<'db>, Kept), EvalError> {
    on_threads(options, || Shared::new(program, edb, options, false, true).run().0)
}

/// Stack size of a thread: while it waits for parts of a stratum it may start another one.
const STACK: usize = 16 << 20;

fn on_threads<T: Send>(options: &Options, run: impl FnOnce() -> T + Send) -> T {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    let pool = options.threads.map(pool);
    match pool {
        Some(Ok(pool)) => pool.install(run),
        // Without threads of its own the evaluation runs on the current ones.
        Some(Err(_)) | None => run(),
    }
}

mod board;
mod budget;
mod keyed;
mod recursion;
mod schedule;
mod turn;
mod uses;

/// The state that all strata share.
struct Shared<'p, 'db> {
    program: &'p Program,
    strata: &'p [Stratum],
    edb: &'db dyn Edb,
    values: Values<'db>,
    meter: Arc<Meter>,
    progress: Option<Progress>,
    /// The queries that depend on each predicate, if progress is reported.
    users: Option<IndexVec<PredId, Vec<usize>>>,
    /// Outputs, and the predicates that show their columns.
    wanted: BTreeSet<PredId>,
    /// Those and all that they depend on.
    live: BTreeSet<PredId>,
    /// Predicates whose strata may exceed a row limit, and all that they depend on.
    limited: BTreeSet<PredId>,
    /// How often live definitions mention each predicate.
    mentions: IndexVec<PredId, u32>,
    /// For each stored predicate, the columns that are read; `None`: all.
    columns: IndexVec<PredId, Option<Vec<usize>>>,
    keep_plans: bool,
    /// Whether to keep all rows computed on the way.
    keep_rows: bool,
    /// The number of complete strata.
    done: AtomicUsize,
    /// The number of strata to compute.
    all: usize,
    /// The size of complete relations, in bytes.
    held: AtomicUsize,
}

/// The cost of computing a stratum.
#[derive(Default)]
struct Effort {
    counters: Counters,
    duplicates: u64,
    rounds: u64,
    /// The plans, if requested.
    plans: Vec<(PredId, Pipeline)>,
    time: Duration,
}

impl<'p, 'db> Shared<'p, 'db> {
    fn new(
        stratified: &'p Stratified,
        edb: &'db dyn Edb,
        options: &Options,
        keep_plans: bool,
        keep_rows: bool,
    ) -> Self {
        let program = stratified.program();
        let meter = Meter::start(&options.limits);
        let meter = Arc::new(if keep_plans { meter.sampling() } else { meter });
        let wanted = wanted(program);
        let live = uses::live(program, &wanted);
        let limited = options.limits.stratum_rows.map_or_else(BTreeSet::new, |limit| {
            let is_limited = |pred: &PredId| program.preds[*pred].name.starts_with(limit.prefix);
            uses::live(program, &live.iter().copied().filter(is_limited).collect())
        });
        let mut mentions: IndexVec<PredId, u32> = program.preds.iter().map(|_| 0).collect();
        live.iter().flat_map(|pred| uses::uses(program, *pred)).for_each(|used| mentions[used] += 1);
        Self {
            program,
            strata: stratified.strata(),
            edb,
            values: Values::new(edb, &program.ctors).with_meter(Arc::clone(&meter)),
            meter,
            users: options.progress.is_some().then(|| {
                let users = uses::users(program);
                users.iter().map(|users| users.iter().copied().collect()).collect()
            }),
            progress: options.progress.clone(),
            columns: uses::columns(program, &live, &wanted),
            mentions,
            wanted,
            live,
            limited,
            keep_plans,
            keep_rows,
            done: AtomicUsize::new(0),
            all: 0,
            held: AtomicUsize::new(0),
        }
    }

    fn run(mut self) -> (Result<(Outcome<'db>, Kept), EvalError>, Work) {
        let mut board = Board::new(&self);
        self.all = board.left();
        let result = match self.meter.limits().query_time {
            Some(limit) => self.run_sequential(&mut board, limit),
            None => self.run_parallel(&mut board).map(|()| Vec::new()),
        };
        let result = result.and_then(|given_up| Ok((board.results(&self)?, given_up)));
        let (kept, work) = board.into_account();
        let values = self.values;
        (result.map(|(relations, given_up)| (Outcome { relations, values, given_up }, kept)), work)
    }

    fn stopped(&self, stop: Stop, pred: PredId) -> EvalError {
        EvalError::of(EvalErrorKind::Stopped(stop), self.program, pred)
    }

    fn load_error(&self, error: EdbError, pred: PredId) -> EvalError {
        match self.meter.check() {
            Err(stop) if error == EdbError::Interrupted => self.stopped(stop, pred),
            _ => EvalError::of(EvalErrorKind::Database(error), self.program, pred),
        }
    }

    /// The columns of a stored predicate that are read.
    fn columns_of(&self, pred: PredId) -> Cow<'_, [usize]> {
        match &self.columns[pred] {
            Some(columns) => Cow::Borrowed(columns),
            None => (0..self.program.preds[pred].columns.len()).collect(),
        }
    }

    /// Reads a stored predicate; other predicates get no rows.
    fn read(&self, pred: PredId) -> Result<Store, EvalError> {
        let Def::Stored(name) = &self.program.preds[pred].def else {
            return Ok(Store::new(self.program.preds[pred].columns.len()));
        };
        self.report_progress(pred);
        let rows = self.edb.load(name, &self.columns_of(pred), &self.values);
        let rows = rows.map_err(|error| self.load_error(error, pred))?;
        let relation = Relation::from_sorted(Table { cols: rows.columns, len: rows.len });
        self.meter.add_rows(relation.len() as u64).map_err(|stop| self.stopped(stop, pred))?;
        Ok(Store::complete(relation))
    }

    /// Reports the current predicate to the progress callback.
    fn report_progress(&self, pred: PredId) {
        if let Some(Progress(report)) = &self.progress {
            let done = self.done.load(Ordering::Relaxed);
            let queries = self.users.as_ref().map_or(&[][..], |users| &users[pred]);
            report(Step { predicate: &self.program.preds[pred].name, queries, done, all: self.all });
        }
    }
}
