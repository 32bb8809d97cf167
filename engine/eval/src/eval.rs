//! The evaluator: stratum by stratum, each planned when all that it depends on is complete. A `Stratified` program and
//! a database flow in, an [`Outcome`] and what it cost ([`Work`]) flow out.
//!
//! Strata are the tasks of a graph ([`schedule`]), and one is at work on each thread ([`board`]); what is large within one
//! goes to several threads ([`crate::ops`]). Of the database only the columns are read that some rule looks at, when the
//! first rule does; rows are freed after the last stratum that reads them.

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
        let (result, work) = Shared::new(program, edb, options, plans, false).run();
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
    on_threads(options, || Shared::new(program, edb, options, false, true).run().0)
}

/// What each thread may have on its stack: while it waits for parts of a stratum it may begin another one.
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

/// What all strata share while they are computed.
struct Shared<'p, 'db> {
    program: &'p Program,
    strata: &'p [Stratum],
    edb: &'db dyn Edb,
    values: Values<'db>,
    meter: Arc<Meter>,
    progress: Option<Progress>,
    /// The queries that want each predicate, where somebody is to know them.
    users: Option<IndexVec<PredId, Vec<usize>>>,
    /// What results and who shows them want.
    wanted: BTreeSet<PredId>,
    /// That, and all that it depends on.
    live: BTreeSet<PredId>,
    /// What may come to too many rows in a stratum, as far as a limit names it, and all that it depends on.
    limited: BTreeSet<PredId>,
    /// How often what is computed mentions each predicate.
    mentions: IndexVec<PredId, u32>,
    /// Of stored predicates the columns that are read; `None`: all.
    columns: IndexVec<PredId, Option<Vec<usize>>>,
    keep_plans: bool,
    /// Whether all that is computed on the way is kept.
    keep_rows: bool,
    /// How many strata are complete.
    done: AtomicUsize,
    /// How many there are to compute.
    all: usize,
    /// What complete relations weigh, in bytes.
    held: AtomicUsize,
}

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
            values: Values::new(edb, &program.ctors).under(Arc::clone(&meter)),
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
            Some(limit) => self.one_by_one(&mut board, limit),
            None => self.side_by_side(&mut board).map(|()| Vec::new()),
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

    /// Reads a stored predicate; another has no rows that could be read.
    fn read(&self, pred: PredId) -> Result<Store, EvalError> {
        let Def::Stored(name) = &self.program.preds[pred].def else {
            return Ok(Store::new(self.program.preds[pred].columns.len()));
        };
        self.tell(pred);
        let rows = self.edb.load(name, &self.columns_of(pred), &self.values);
        let rows = rows.map_err(|error| self.load_error(error, pred))?;
        let relation = Relation::from_sorted(Table { cols: rows.columns, len: rows.len });
        self.meter.add_rows(relation.len() as u64).map_err(|stop| self.stopped(stop, pred))?;
        Ok(Store::complete(relation))
    }

    /// Says which predicate is at work.
    fn tell(&self, pred: PredId) {
        if let Some(Progress(tell)) = &self.progress {
            let done = self.done.load(Ordering::Relaxed);
            let queries = self.users.as_ref().map_or(&[][..], |users| &users[pred]);
            tell(Step { predicate: &self.program.preds[pred].name, queries, done, all: self.all });
        }
    }
}
