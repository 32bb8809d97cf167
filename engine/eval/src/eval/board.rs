//! Distributes work among threads: takes strata from the schedule and collects their rows and the account of the work.
//!
//! A thread takes a stratum from the board, does all it can at once, and puts the results back. If the next step needs
//! rows that are being read, or an index that another stratum is building, the stratum is set aside until they are
//! ready: no thread waits, and nothing is done twice. Only the board has a lock, and no thread holds it while it works.
//!
//! Results do not depend on timing: plans look only at rows, and a lookup finds the same rows in whichever index serves
//! it ([`Indexed::find`](crate::index::Indexed::find)).

use super::budget::Budget;
use super::schedule::Schedule;
use super::turn::{Plans, Turn};
use super::update::Fate;
use super::{Effort, Held, Keep, Shared};
use crate::edb::Columns;
use crate::explain::Kept;
use crate::fixpoint::Store;
use crate::limits::Stop;
use crate::ops::prepare::{Wish, WishKey};
use crate::outcome::{EvalError, EvalErrorKind, GivenUp};
use crate::plan::show;
use crate::relation::Relation;
use crate::work::{HeldRows, MemoryPeak, StepWork, StratumWork, Totals, Work};
use quarrel_base::IndexVec;
use quarrel_common::always;
use quarrel_datalog::{Def, PredId, Program};
use rayon::Scope;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many of the largest relations are reported.
const LARGEST: usize = 12;

/// Relations of this size have indexes worth dropping.
const LARGE: usize = 1 << 20;
/// The number of strata after which indexes age by one.
const AGE: usize = 16;
/// The age at which unused indexes are dropped: after some four hundred strata. Few of them are needed again; dropping
/// earlier would rebuild more.
const OLDEST: u32 = 25;

/// Complete strata and remaining work.
pub(super) struct Board<'p> {
    program: &'p Program,
    schedule: Schedule,
    stores: IndexVec<PredId, Option<Store>>,
    /// The last measured size of each store in bytes, and their sum.
    weights: IndexVec<PredId, usize>,
    weight: usize,
    /// Predicates that only queries without time left depend on.
    given_up: BTreeSet<PredId>,
    kept: Kept,
    /// The rows for the next update.
    settled: IndexVec<PredId, Option<Store>>,
    /// What an update did to each predicate that is complete.
    fates: IndexVec<PredId, Option<Fate>>,
    /// The work done, by stratum.
    work: Vec<(usize, StratumWork)>,
    memory: MemoryPeak,
}

/// The next step of a stratum.
enum Next<'a, 'p, 'db> {
    /// Determine what it reads from the database.
    Begin,
    /// Its rows are ready: plan it.
    Plan(Turn<'a, 'p, 'db>),
    /// The indexes for its plans are built: compute it.
    Compute(Turn<'a, 'p, 'db>, Plans),
}

/// The board during parallel work.
struct State<'a, 'b, 'p, 'db> {
    board: &'b mut Board<'p>,
    /// Strata set aside, and the number of things each of them waits for.
    aside: BTreeMap<usize, Next<'a, 'p, 'db>>,
    waits_for: BTreeMap<usize, usize>,
    /// Strata set aside that no longer wait for anything.
    ready: BTreeSet<usize>,
    /// What is being read or built, and which strata wait for it.
    reading: BTreeMap<PredId, Vec<usize>>,
    building: BTreeMap<WishKey, Vec<usize>>,
    /// The number of threads called that have not taken a step yet, and of steps in progress.
    called: usize,
    at_work: usize,
    /// The failure of the first of the failed strata.
    failure: Option<(usize, EvalError)>,
}

impl<'p, 'db> Shared<'p, 'db> {
    /// Computes all strata, on all threads.
    pub(super) fn run_parallel(&self, board: &mut Board<'p>) -> Result<(), EvalError> {
        let state = Mutex::new(State {
            board,
            aside: BTreeMap::new(),
            waits_for: BTreeMap::new(),
            ready: BTreeSet::new(),
            reading: BTreeMap::new(),
            building: BTreeMap::new(),
            called: 0,
            at_work: 0,
            failure: None,
        });
        let workers = Workers { shared: self, state, threads: rayon::current_num_threads() };
        rayon::scope(|scope| workers.call(&mut workers.state(), scope));
        let state = workers.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.failure.map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Computes the strata sequentially, so that the time of a query is measured while nothing else runs.
    pub(super) fn run_sequential(
        &self,
        board: &mut Board<'p>,
        limit: Duration,
    ) -> Result<Vec<GivenUp>, EvalError> {
        let mut budget = Budget::new(self.program, limit);
        while let Some(at) = board.schedule.begin() {
            let preds = &self.strata[at].preds;
            let name = &self.program.preds[preds[0]].name;
            if let Some(turn) = budget.begin(preds, name, &self.meter) {
                let result = self.stratum(board, at);
                let out_of_time =
                    |error: &EvalError| matches!(error.kind, EvalErrorKind::Stopped(Stop::QueryTime(_)));
                // Half-done work is worthless, and no remaining query needs it.
                let late = result.as_ref().err().is_some_and(out_of_time);
                budget.end(turn, late, name, &self.meter);
                if !late {
                    result?;
                }
            }
            board.free(self, at);
        }
        board.given_up = self.wanted.iter().copied().filter(|pred| !budget.wants(*pred)).collect();
        Ok(budget.into_given_up())
    }

    /// Computes one stratum while nothing else runs.
    fn stratum(&self, board: &mut Board<'p>, at: usize) -> Result<(), EvalError> {
        let mut turn = Turn::new(self, at);
        board.share_stores(&mut turn);
        let mut computed = turn.look_up();
        if computed.is_ok() {
            for pred in turn.missing() {
                board.read(self, pred)?;
            }
            board.share_stores(&mut turn);
            computed = turn.plan_all().and_then(|plans| {
                turn.build(&plans.wishes)?;
                turn.compute(&plans)
            });
        }
        board.record(self, turn, computed)
    }
}

/// Coordinates the threads.
struct Workers<'a, 'b, 'p, 'db> {
    shared: &'a Shared<'p, 'db>,
    state: Mutex<State<'a, 'b, 'p, 'db>>,
    /// The most strata in progress at a time.
    threads: usize,
}

impl<'a, 'b, 'p, 'db> Workers<'a, 'b, 'p, 'db> {
    fn state(&self) -> MutexGuard<'_, State<'a, 'b, 'p, 'db>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls threads for the steps that are possible now.
    fn call<'s>(&'s self, state: &mut State<'a, 'b, 'p, 'db>, scope: &Scope<'s>) {
        let steps = if state.failure.is_some() { 0 } else { state.ready.len() + self.startable(state) };
        while state.called < steps && state.called + state.at_work < self.threads {
            state.called += 1;
            scope.spawn(move |scope| self.step(scope));
        }
    }

    /// How many strata can start. When memory is short, only one at a time.
    fn startable(&self, state: &State<'a, 'b, 'p, 'db>) -> usize {
        let others = state.called + state.at_work + state.aside.len() > 0;
        match others && self.shared.meter.is_short_of_memory() {
            true => 0,
            false => state.board.schedule.startable(),
        }
    }

    /// Takes one step of one stratum. A thread that waits for parts of another stratum may run this meanwhile, so it
    /// takes only one step before it checks on them.
    fn step<'s>(&'s self, scope: &Scope<'s>) {
        let mut state = self.state();
        state.called -= 1;
        let startable = self.startable(&state);
        let Some((at, next)) = state.take(startable) else {
            return;
        };
        state.at_work += 1;
        drop(state);
        let taken = self.go_on(at, next, scope);
        let mut state = self.state();
        state.at_work -= 1;
        if let Err(error) = taken {
            state.fail(at, error);
        }
        self.call(&mut state, scope);
    }

    fn go_on<'s>(&'s self, at: usize, next: Next<'a, 'p, 'db>, scope: &Scope<'s>) -> Result<(), EvalError> {
        let (mut turn, plans) = match next {
            Next::Begin if self.shared.update.is_some() => return self.begin_update(at, scope),
            Next::Plan(mut turn) if let Some(update) = self.shared.update => {
                let knows_all = {
                    let state = self.state();
                    state.board.share_stores(&mut turn);
                    turn.mentioned().iter().all(|pred| state.board.fates[*pred] != Some(Fate::Unknown))
                };
                let updated = turn.update(update, knows_all);
                return self.record(turn, updated);
            }
            Next::Begin => {
                let mut turn = Turn::new(self.shared, at);
                self.state().board.share_stores(&mut turn);
                // The next update wants all rows.
                let looked_up = if matches!(self.shared.keep, Keep::All) { Ok(()) } else { turn.look_up() };
                if let Err(error) = looked_up {
                    return self.record(turn, Err(error));
                }
                let missing = turn.missing();
                if !missing.is_empty() && !self.read_for(&missing, at, scope) {
                    self.set_aside(at, Next::Plan(turn));
                    return Ok(());
                }
                return self.go_on(at, Next::Plan(turn), scope);
            }
            Next::Plan(mut turn) => {
                self.state().board.share_stores(&mut turn);
                let mut plans = match turn.plan_all() {
                    Ok(plans) => plans,
                    Err(error) => return self.record(turn, Err(error)),
                };
                let wishes = std::mem::take(&mut plans.wishes);
                if let Err(error) = self.build_for(&mut turn, wishes, scope) {
                    return self.record(turn, Err(error));
                }
                if !self.has_all(at) {
                    self.set_aside(at, Next::Compute(turn, plans));
                    return Ok(());
                }
                (turn, plans)
            }
            Next::Compute(turn, plans) => (turn, plans),
        };
        let computed = turn.compute(&plans);
        drop(plans);
        self.record(turn, computed)
    }

    /// Finds out whether anything that a stratum mentions has changed. If so, and all of it is read, updates the rows of
    /// the stratum.
    fn begin_update<'s>(&'s self, at: usize, scope: &Scope<'s>) -> Result<(), EvalError> {
        let mut turn = Turn::new(self.shared, at);
        let mentioned = turn.mentioned();
        // Whether a stored predicate has changed is known when it is read.
        let open: Vec<PredId> = {
            let state = self.state();
            mentioned.iter().copied().filter(|pred| state.board.fates[*pred].is_none()).collect()
        };
        if !open.is_empty() && !self.read_for(&open, at, scope) {
            self.set_aside(at, Next::Begin);
            return Ok(());
        }
        let missing: Vec<PredId> = {
            let mut state = self.state();
            let board = &mut state.board;
            if mentioned.iter().all(|pred| board.fates[*pred] == Some(Fate::Unchanged)) && turn.is_known() {
                board.pass(self.shared, at);
                return Ok(());
            }
            board.share_stores(&mut turn);
            mentioned.into_iter().filter(|pred| !turn.stores.0.contains_key(pred)).collect()
        };
        if !missing.is_empty() && !self.read_for(&missing, at, scope) {
            self.set_aside(at, Next::Plan(turn));
            return Ok(());
        }
        self.go_on(at, Next::Plan(turn), scope)
    }

    fn record(&self, turn: Turn<'a, 'p, 'db>, computed: Result<(), EvalError>) -> Result<(), EvalError> {
        let at = turn.at;
        let mut state = self.state();
        state.board.record(self.shared, turn, computed)?;
        state.board.free(self.shared, at);
        Ok(())
    }

    /// Has missing predicates read; returns whether all are ready now.
    fn read_for<'s>(&'s self, missing: &[PredId], at: usize, scope: &Scope<'s>) -> bool {
        let mut state = self.state();
        for &pred in missing {
            if state.board.stores[pred].is_some() {
                continue;
            }
            *state.waits_for.entry(at).or_default() += 1;
            match state.reading.get_mut(&pred) {
                Some(waiting) => waiting.push(at),
                None => {
                    state.reading.insert(pred, vec![at]);
                    scope.spawn(move |scope| self.read(pred, scope));
                }
            }
        }
        !state.waits_for.contains_key(&at)
    }

    fn read<'s>(&'s self, pred: PredId, scope: &Scope<'s>) {
        let started = Instant::now();
        let store = self.shared.read(pred);
        let mut state = self.state();
        let waiting = always!(state.reading.remove(&pred)).unwrap_or_default();
        match store {
            Ok(store) => {
                state.board.place(self.shared, pred, store, started.elapsed());
                state.now_ready(&waiting);
            }
            Err(error) => state.fail(always!(waiting.first()).copied().unwrap_or_default(), error),
        }
        self.call(&mut state, scope);
    }

    /// Builds what nobody else is building; afterwards the stratum may wait for others.
    fn build_for<'s>(
        &'s self,
        turn: &mut Turn<'a, 'p, 'db>,
        mut wishes: Vec<Wish>,
        scope: &Scope<'s>,
    ) -> Result<(), EvalError> {
        let at = turn.at;
        let mut state = self.state();
        let State { building, waits_for, .. } = &mut *state;
        wishes.retain(|wish| match building.get_mut(&wish.key()) {
            Some(waiting) => {
                waiting.push(at);
                *waits_for.entry(at).or_default() += 1;
                false
            }
            None => {
                building.insert(wish.key(), Vec::new());
                true
            }
        });
        drop(state);
        let built = turn.build(&wishes);
        let mut state = self.state();
        for wish in &wishes {
            let waiting = always!(state.building.remove(&wish.key())).unwrap_or_default();
            state.now_ready(&waiting);
        }
        self.call(&mut state, scope);
        built
    }

    /// Whether a stratum waits for nothing.
    fn has_all(&self, at: usize) -> bool {
        !self.state().waits_for.contains_key(&at)
    }

    /// Sets a stratum aside until everything it waits for is ready.
    fn set_aside(&self, at: usize, next: Next<'a, 'p, 'db>) {
        let mut state = self.state();
        state.aside.insert(at, next);
        // It may have become ready meanwhile.
        if !state.waits_for.contains_key(&at) {
            state.ready.insert(at);
        }
    }
}

impl<'a, 'p, 'db> State<'a, '_, 'p, 'db> {
    /// The next step of a stratum in progress, or the first of a new one if one may start.
    fn take(&mut self, startable: usize) -> Option<(usize, Next<'a, 'p, 'db>)> {
        if self.failure.is_some() {
            return None;
        }
        if let Some(at) = self.ready.pop_first() {
            return Some((at, self.aside.remove(&at)?));
        }
        if startable == 0 {
            return None;
        }
        Some((self.board.schedule.begin()?, Next::Begin))
    }

    /// Something that these strata waited for is ready.
    fn now_ready(&mut self, waiting: &[usize]) {
        for &at in waiting {
            let Some(left) = self.waits_for.get_mut(&at) else {
                continue;
            };
            *left -= 1;
            if *left == 0 {
                self.waits_for.remove(&at);
                if self.aside.contains_key(&at) {
                    self.ready.insert(at);
                }
            }
        }
    }

    fn fail(&mut self, at: usize, error: EvalError) {
        if self.failure.as_ref().is_none_or(|(first, _)| at < *first) {
            self.failure = Some((at, error));
        }
    }
}

impl<'p> Board<'p> {
    pub(super) fn new(shared: &Shared<'p, '_>) -> Self {
        let program = shared.program;
        Self {
            program,
            schedule: Schedule::new(program, shared.strata, &shared.live, &shared.limited),
            stores: program.preds.iter().map(|_| None).collect(),
            weights: program.preds.iter().map(|_| 0).collect(),
            weight: 0,
            given_up: BTreeSet::new(),
            kept: Kept::default(),
            settled: program.preds.iter().map(|_| None).collect(),
            fates: program.preds.iter().map(|_| None).collect(),
            work: Vec::new(),
            memory: MemoryPeak::default(),
        }
    }

    /// The number of remaining strata.
    pub(super) fn left(&self) -> usize {
        self.schedule.len()
    }

    /// Gives a stratum the available rows of the predicates that it mentions.
    fn share_stores(&self, turn: &mut Turn<'_, 'p, '_>) {
        for &pred in self.schedule.around(turn.at) {
            if let Some(store) = &self.stores[pred] {
                turn.stores.0.entry(pred).or_insert_with(|| store.clone());
            }
        }
    }

    /// Stores what a stratum has computed, and its cost, even if it failed.
    fn record(
        &mut self,
        shared: &Shared<'p, '_>,
        mut turn: Turn<'_, 'p, '_>,
        computed: Result<(), EvalError>,
    ) -> Result<(), EvalError> {
        let (at, preds) = (turn.at, &turn.stratum().preds);
        for (pred, rows, time) in std::mem::take(&mut turn.looked_up) {
            self.account(shared, at, vec![(pred, rows)], Effort { time, ..Effort::default() });
        }
        let rows = preds.iter().map(|&pred| (pred, turn.stores.len(pred) as u64)).collect();
        if computed.is_ok() {
            for &pred in preds {
                self.stores[pred] = turn.stores.0.remove(&pred);
                if let Some(store) = &self.stores[pred] {
                    self.fates[pred] = shared.fate(pred, store);
                }
            }
            for (pred, round, rows) in std::mem::take(&mut turn.rounds) {
                self.kept.rounds.entry(pred).or_default().push((round, rows));
            }
            let done = shared.done.fetch_add(1, Ordering::Relaxed);
            // The state of an update has indexes that later ones use.
            if done.is_multiple_of(AGE) && shared.update.is_none() {
                self.age(shared);
            }
        }
        // The predicates that it mentions may have indexes now.
        for pred in self.schedule.around(at).to_vec() {
            self.weigh(shared, pred);
        }
        self.account(shared, at, rows, turn.effort);
        computed?;
        let bytes = (self.weight + shared.values.memory()) as u64;
        shared.meter.set_memory(bytes).map_err(|stop| shared.stopped(stop, preds[0]))
    }

    /// Completes a stratum of which nothing has changed.
    fn pass(&mut self, shared: &Shared<'p, '_>, at: usize) {
        for &pred in &shared.strata[at].preds {
            self.fates[pred] = Some(Fate::Unchanged);
            self.settled[pred] = shared.update.and_then(|update| update.state.rows(pred)).cloned();
        }
        shared.done.fetch_add(1, Ordering::Relaxed);
        self.free(shared, at);
    }

    /// Frees rows that nobody reads after a stratum is computed.
    fn free(&mut self, shared: &Shared<'p, '_>, at: usize) {
        for pred in self.schedule.finish(at) {
            if !shared.wanted.contains(&pred) {
                self.keep(shared, pred);
                self.stores[pred] = None;
                // What the next update finds takes memory until then.
                if !matches!(shared.keep, Keep::All) {
                    self.weigh(shared, pred);
                }
            }
        }
    }

    /// Keeps the rows of a predicate that is no longer needed. The stored ones can be read from the database again, but
    /// an update needs those from before.
    fn keep(&mut self, shared: &Shared<'p, '_>, pred: PredId) {
        let Some(store) = &self.stores[pred] else { return };
        match shared.keep {
            Keep::Computed if !matches!(self.program.preds[pred].def, Def::Stored(_)) => {
                self.kept.relations.insert(pred, store.rows());
            }
            Keep::All => self.settled[pred] = Some(store.settled()),
            _ => {}
        }
    }

    /// Reads a stored predicate unless present.
    fn read(&mut self, shared: &Shared<'p, '_>, pred: PredId) -> Result<(), EvalError> {
        if self.stores[pred].is_none() {
            let started = Instant::now();
            let store = shared.read(pred)?;
            self.place(shared, pred, store, started.elapsed());
        }
        Ok(())
    }

    /// Stores the rows that were read.
    fn place(&mut self, shared: &Shared<'p, '_>, pred: PredId, store: Store, time: Duration) {
        let rows = vec![(pred, store.len() as u64)];
        if self.fates[pred].is_none() {
            self.fates[pred] = shared.fate(pred, &store);
        }
        self.stores[pred] = Some(store);
        self.weigh(shared, pred);
        let home = always!(shared.strata.iter().position(|stratum| stratum.preds.contains(&pred)));
        self.account(shared, home.unwrap_or_default(), rows, Effort { time, ..Effort::default() });
    }

    /// Updates the measured size of a store.
    fn weigh(&mut self, shared: &Shared<'p, '_>, pred: PredId) {
        let now = self.stores[pred].as_ref().map_or(0, Store::bytes);
        let before = std::mem::replace(&mut self.weights[pred], now);
        self.weight = self.weight + now - before;
        shared.held.store(self.weight, Ordering::Relaxed);
    }

    /// Ages the indexes of complete relations.
    fn age(&mut self, shared: &Shared<'p, '_>) {
        let is_large = |pred: &PredId| self.weights[*pred] >= LARGE;
        for pred in self.weights.ids().filter(is_large).collect::<Vec<PredId>>() {
            if let Some(store) = &self.stores[pred] {
                store.age(OLDEST);
            }
            self.weigh(shared, pred);
        }
    }

    /// Records the memory of the largest relations at a new peak.
    fn note_memory(&mut self) {
        if self.weight as u64 <= self.memory.bytes {
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
            let store = self.stores[pred].as_ref();
            let indexes = bytes.saturating_sub(store.map_or(0, Store::row_bytes)) as u64;
            HeldRows { pred, rows: store.map_or(0, Store::len) as u64, bytes: bytes as u64, indexes }
        });
        self.memory = MemoryPeak { bytes: self.weight as u64, largest: largest.collect() };
    }

    fn account(&mut self, shared: &Shared<'p, '_>, at: usize, preds: Vec<(PredId, u64)>, effort: Effort) {
        if shared.keep_plans {
            self.note_memory();
        }
        let (mut plans, mut steps) = (Vec::new(), Vec::new());
        for (pred, pipeline) in &effort.plans {
            let name = &self.program.preds[*pred].name;
            plans.push(format!("{name}:\n{}", show::pipeline(self.program, pipeline)));
            StepWork::collect(self.program, *pred, pipeline, &mut steps);
        }
        let (duplicates, rounds) = (effort.duplicates, effort.rounds);
        let work = StratumWork {
            preds,
            totals: Totals { duplicates, rounds, ..effort.counters.totals() },
            time: effort.time,
            bytes: self.weight as u64,
            peak: if shared.keep_plans { shared.meter.take_peak() } else { 0 },
            plans,
            steps,
        };
        self.work.push((at, work));
    }

    /// The rows of all wanted predicates that were not given up.
    pub(super) fn results(
        &mut self,
        shared: &Shared<'p, '_>,
    ) -> Result<BTreeMap<PredId, Columns>, EvalError> {
        let mut relations = BTreeMap::new();
        let given_up = std::mem::take(&mut self.given_up);
        for &pred in shared.wanted.difference(&given_up) {
            self.read(shared, pred)?;
            self.keep(shared, pred);
            let relation = match self.stores[pred].take() {
                Some(store) => store.into_rows(),
                None => Relation::empty(self.program.preds[pred].columns.len()),
            };
            let table = relation.into_table();
            relations.insert(pred, Columns { len: table.len, columns: table.cols });
        }
        Ok(relations)
    }

    /// The kept rows and the account of the work, in the program's order whatever the timing.
    pub(super) fn into_account(self) -> (Held, Work) {
        let mut strata = self.work;
        strata.sort_by_key(|(at, _)| *at);
        let mut work = Work { memory: self.memory, ..Work::default() };
        strata.into_iter().for_each(|(_, stratum)| work.push(stratum));
        (Held { kept: self.kept, stores: self.settled }, work)
    }
}
