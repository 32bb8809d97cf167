//! The evaluator. It plans each stratum when all its dependencies are complete, and computes it. The product is an
//! [`Outcome`], and an account of the work ([`Work`]).
//!
//! Strata are the tasks of a graph ([`schedule`]), one per thread at a time ([`board`]); several threads share large
//! work within a stratum ([`crate::ops`]). Only the columns of the database that some rule uses are read, when the
//! first rule needs them; rows are freed after the last stratum that reads them.
//!
//! [`evaluate_updating`] keeps them instead, as a [`State`]; the next evaluation computes only what has changed
//! ([`update`]).

use crate::edb::{Columns, Edb, EdbError};
use crate::explain::Kept;
use crate::fixpoint::{Change, Store};
use crate::limits::{Meter, Options, Pace, Progress, Step, Stop};
use crate::outcome::{EvalError, EvalErrorKind, Outcome, wanted};
use crate::plan::Pipeline;
use crate::relation::{Relation, Table};
use crate::value::Values;
use crate::work::{Counters, Work};
use board::Board;
use quarrel_base::IndexVec;
use quarrel_datalog::{Def, Kind, PredId, Program, Stratified, Stratum};
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
        let (result, work) = Shared::new(program, edb, options, plans, Keep::Nothing).run();
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
    let run = || Shared::new(program, edb, options, false, Keep::Computed).run().0;
    on_threads(options, run).map(|(outcome, held)| (outcome, held.kept))
}

/// Evaluates so that a later call can go on from the returned state: with `update`, the state of an earlier evaluation of
/// this program, only what has changed since is computed.
///
/// The strings and entities of the database must have the numbers that they had then. A time limit for single queries
/// computes everything anew.
///
/// # Errors
/// Those of [`evaluate`].
pub fn evaluate_updating<'db>(
    program: &Stratified,
    edb: &'db dyn Edb,
    options: &Options,
    update: Option<Update<'_>>,
) -> Result<(Outcome<'db>, State), EvalError> {
    on_threads(options, || {
        let mut shared = Shared::new(program, edb, options, false, Keep::All);
        if let Some(update) = update.filter(|_| options.limits.query_time.is_none()) {
            let resumed = Values::resumed(edb, &program.program().ctors, Arc::clone(&update.state.interned));
            shared.values = resumed.with_meter(Arc::clone(&shared.meter));
            shared.plans = Arc::clone(&update.state.plans);
            shared.update = Some(update);
        }
        let (plans, is_update) = (Arc::clone(&shared.plans), shared.update.is_some());
        let (outcome, held) = shared.run().0?;
        let state = State::new(held.stores, outcome.values.interned(), plans);
        if is_update {
            state.age();
        }
        Ok((outcome, state))
    })
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
mod state;
mod turn;
mod update;
mod uses;

use state::KeptPlans;
pub use state::State;
use update::Fate;
pub use update::Update;

/// Which rows are kept after the evaluation, beside those of results.
#[derive(Clone, Copy)]
enum Keep {
    Nothing,
    /// All computed ones, and those of each round.
    Computed,
    /// All computed ones, and those that were read; plans too.
    All,
}

/// The rows that outlive an evaluation.
struct Held {
    kept: Kept,
    /// For the next update.
    stores: IndexVec<PredId, Option<Store>>,
}

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
    keep: Keep,
    /// The state of an earlier evaluation, if it is to be updated.
    update: Option<Update<'p>>,
    /// The plans that are kept for updates.
    plans: Arc<KeptPlans>,
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
        keep: Keep,
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
            keep,
            update: None,
            plans: Arc::default(),
            done: AtomicUsize::new(0),
            all: 0,
            held: AtomicUsize::new(0),
        }
    }

    fn run(mut self) -> (Result<(Outcome<'db>, Held), EvalError>, Work) {
        let mut board = Board::new(&self);
        self.all = board.left();
        let result = match self.meter.limits().query_time {
            Some(limit) => self.run_sequential(&mut board, limit),
            None => self.run_parallel(&mut board).map(|()| Vec::new()),
        };
        let result = result.and_then(|given_up| Ok((board.results(&self)?, given_up)));
        let (held, work) = board.into_account();
        let values = self.values;
        (result.map(|(relations, given_up)| (Outcome { relations, values, given_up }, held)), work)
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

    /// Reads a stored predicate; other predicates have the rows of an earlier evaluation, or none.
    fn read(&self, pred: PredId) -> Result<Store, EvalError> {
        let old = self.update.and_then(|update| update.state.rows(pred)).cloned();
        let Def::Stored(name) = &self.program.preds[pred].def else {
            let empty = || Store::new(self.program.preds[pred].columns.len());
            return Ok(old.unwrap_or_else(empty));
        };
        self.report_progress(pred);
        let failed = |error| self.load_error(error, pred);
        let stopped = |stop: Stop| self.stopped(stop, pred);
        let columns = self.columns_of(pred);
        if let Some(old) = &old
            && let Some(changes) = self.edb.changes(name, &columns, &self.values)
        {
            let [gone, added] = changes.map_err(failed)?;
            let (gone, added) = (self.relation(pred, gone)?, self.relation(pred, added)?);
            if let Some(store) = self.changed(old, &gone, &added).map_err(stopped)? {
                return Ok(store);
            }
        }
        let rows = self.edb.load(name, &columns, &self.values).map_err(failed)?;
        let relation = self.relation(pred, rows)?;
        self.meter.add_rows(relation.len() as u64).map_err(stopped)?;
        let Some(old) = old else { return Ok(Store::complete(relation)) };
        let change = Change::between(&old.rows(), &relation, Pace::alone(&self.meter));
        Ok(match change.map_err(stopped)? {
            Some(change) => Store::complete(relation).changed(&old, change),
            None => old,
        })
    }

    /// These rows, of which a change of the database removes some and adds others; `None` if they do not have the first or
    /// have the others already.
    fn changed(&self, old: &Store, gone: &Relation, added: &Relation) -> Result<Option<Store>, Stop> {
        let (pace, rows) = (Pace::alone(&self.meter), old.rows());
        // A row may go and come back.
        let (gone, added) = gone.changes(added, pace)?;
        if gone.is_empty() && added.is_empty() {
            return Ok(Some(old.clone()));
        }
        let is_known = |of: &Relation, row: usize| rows.contains(&of.row(row));
        if (0..gone.len()).any(|row| !is_known(&gone, row))
            || (0..added.len()).any(|row| is_known(&added, row))
        {
            return Ok(None);
        }
        let new = Store::complete(rows.patched(&gone, &added, pace)?);
        Ok(Some(new.changed(old, Change::new(gone, added))))
    }

    /// Rows of the database.
    fn relation(&self, pred: PredId, rows: Columns) -> Result<Relation, EvalError> {
        self.with_aliases(pred, Relation::from_sorted(Table { cols: rows.columns, len: rows.len }))
    }

    /// These rows of the database, with the texts that an earlier evaluation made before they were stored.
    fn with_aliases(&self, pred: PredId, rows: Relation) -> Result<Relation, EvalError> {
        let kinds = self.columns_of(pred);
        let kinds = kinds.iter().map(|&column| self.program.preds[pred].columns[column].kind);
        let is_text: Vec<bool> = kinds.map(|kind| kind == Kind::String).collect();
        if !self.values.has_aliases() || !is_text.contains(&true) {
            return Ok(rows);
        }
        let mut table = rows.into_table();
        for (column, _) in table.cols.iter_mut().zip(is_text).filter(|(_, is_text)| *is_text) {
            column.iter_mut().for_each(|text| *text = self.values.of_stored(*text));
        }
        let pace = Pace::alone(&self.meter);
        Relation::distinct(table, pace).map_err(|stop| self.stopped(stop, pred))
    }

    /// What an update has done to a complete predicate; `None` if there is no update.
    fn fate(&self, pred: PredId, store: &Store) -> Option<Fate> {
        Some(match (self.update?.state.knows(pred), store.change()) {
            (false, _) => Fate::Unknown,
            (true, Some(_)) => Fate::Changed,
            (true, None) => Fate::Unchanged,
        })
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
