//! Who does what next. Strata that can be computed flow in from the schedule; their rows, and an account of the work,
//! flow out.
//!
//! Threads take a stratum from the board, do what can be done at once, and put the results back. A stratum whose next
//! step needs rows that are being read, or an index that another stratum is building, is put aside until they are there:
//! no thread waits, and nothing is done twice. Only the board is behind a lock, which nobody holds while working.
//!
//! What is computed does not depend on who is faster: plans look at rows alone, and a lookup finds the same in whichever
//! index serves it ([`Indexed::find`](crate::index::Indexed::find)).

use super::budget::Budget;
use super::schedule::Schedule;
use super::turn::{Plans, Turn};
use super::{Effort, Shared};
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
use quarrel_datalog::{Def, PredId, Program};
use rayon::Scope;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many relations are named that take most memory.
const LARGEST: usize = 12;

/// Relations that take as many bytes have indexes that are worth dropping.
const LARGE: usize = 1 << 20;
/// Between how many strata indexes grow older.
const AGE: usize = 16;
/// How old indexes are dropped that nobody asks for: after some four hundred strata. Few of them are wanted again, and
/// sooner it would be more.
const OLDEST: u32 = 25;

/// What is complete, and what is left.
pub(super) struct Board<'p> {
    program: &'p Program,
    schedule: Schedule,
    stores: IndexVec<PredId, Option<Store>>,
    /// What each store weighed when it was last looked at, in bytes, and all together.
    weights: IndexVec<PredId, usize>,
    weight: usize,
    /// What only queries want that took too long.
    given_up: BTreeSet<PredId>,
    kept: Kept,
    /// What was done, by the stratum that did it.
    work: Vec<(usize, StratumWork)>,
    memory: MemoryPeak,
}

/// A step of a stratum.
enum Next<'a, 'p, 'db> {
    /// Look for what it reads of the database.
    Begin,
    /// That is there.
    Plan(Turn<'a, 'p, 'db>),
    /// What the plans want is built.
    Compute(Turn<'a, 'p, 'db>, Plans),
}

/// The board while threads are at work.
struct Desk<'a, 'b, 'p, 'db> {
    board: &'b mut Board<'p>,
    /// Strata put aside, and of each stratum how many things are not there that it waits for.
    aside: BTreeMap<usize, Next<'a, 'p, 'db>>,
    waits_for: BTreeMap<usize, usize>,
    /// Strata put aside that wait for nothing any more.
    ready: BTreeSet<usize>,
    /// What is being read or built, and who waits for it.
    reading: BTreeMap<PredId, Vec<usize>>,
    building: BTreeMap<WishKey, Vec<usize>>,
    /// How many threads were called and have not taken a step yet, and how many steps are being taken.
    called: usize,
    at_work: usize,
    /// Of the strata that failed the first one.
    failure: Option<(usize, EvalError)>,
}

impl<'p, 'db> Shared<'p, 'db> {
    /// Computes all strata, on all threads.
    pub(super) fn side_by_side(&self, board: &mut Board<'p>) -> Result<(), EvalError> {
        let desk = Mutex::new(Desk {
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
        let office = Office { shared: self, desk, threads: rayon::current_num_threads() };
        rayon::scope(|scope| office.call(&mut office.desk(), scope));
        let desk = office.desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        desk.failure.map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Computes one stratum after the other: the time of a query is measured while nothing else runs.
    pub(super) fn one_by_one(
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
                // What is half done is worth nothing, and nobody who goes on wants it.
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
        board.hand_out(&mut turn);
        let mut computed = turn.look_up();
        if computed.is_ok() {
            for pred in turn.missing() {
                board.read(self, pred)?;
            }
            board.hand_out(&mut turn);
            computed = turn.plan_all().and_then(|plans| {
                turn.build(&plans.wishes)?;
                turn.compute(&plans)
            });
        }
        board.take_in(self, turn, computed)
    }
}

/// Where threads meet.
struct Office<'a, 'b, 'p, 'db> {
    shared: &'a Shared<'p, 'db>,
    desk: Mutex<Desk<'a, 'b, 'p, 'db>>,
    /// How many strata may be at work at the same time.
    threads: usize,
}

impl<'a, 'b, 'p, 'db> Office<'a, 'b, 'p, 'db> {
    fn desk(&self) -> MutexGuard<'_, Desk<'a, 'b, 'p, 'db>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls threads for what can be done now.
    fn call<'s>(&'s self, desk: &mut Desk<'a, 'b, 'p, 'db>, scope: &Scope<'s>) {
        let steps = if desk.failure.is_some() { 0 } else { desk.ready.len() + self.startable(desk) };
        while desk.called < steps && desk.called + desk.at_work < self.threads {
            desk.called += 1;
            scope.spawn(move |scope| self.step(scope));
        }
    }

    /// How many strata can begin. Where memory is short, none beside others.
    fn startable(&self, desk: &Desk<'a, 'b, 'p, 'db>) -> usize {
        let others = desk.called + desk.at_work + desk.aside.len() > 0;
        match others && self.shared.meter.is_short_of_memory() {
            true => 0,
            false => desk.board.schedule.startable(),
        }
    }

    /// Takes one step of one stratum. A thread that waits for parts of another stratum may come here meanwhile, so it
    /// takes no second step before it has looked whether they are done.
    fn step<'s>(&'s self, scope: &Scope<'s>) {
        let mut desk = self.desk();
        desk.called -= 1;
        let startable = self.startable(&desk);
        let Some((at, next)) = desk.take(startable) else {
            return;
        };
        desk.at_work += 1;
        drop(desk);
        let taken = self.go_on(at, next, scope);
        let mut desk = self.desk();
        desk.at_work -= 1;
        if let Err(error) = taken {
            desk.fail(at, error);
        }
        self.call(&mut desk, scope);
    }

    fn go_on<'s>(&'s self, at: usize, next: Next<'a, 'p, 'db>, scope: &Scope<'s>) -> Result<(), EvalError> {
        let (mut turn, plans) = match next {
            Next::Begin => {
                let mut turn = Turn::new(self.shared, at);
                self.desk().board.hand_out(&mut turn);
                if let Err(error) = turn.look_up() {
                    return self.take_in(turn, Err(error));
                }
                let missing = turn.missing();
                if !missing.is_empty() && !self.read_for(&missing, at, scope) {
                    self.put_aside(at, Next::Plan(turn));
                    return Ok(());
                }
                return self.go_on(at, Next::Plan(turn), scope);
            }
            Next::Plan(mut turn) => {
                self.desk().board.hand_out(&mut turn);
                let mut plans = match turn.plan_all() {
                    Ok(plans) => plans,
                    Err(error) => return self.take_in(turn, Err(error)),
                };
                let wishes = std::mem::take(&mut plans.wishes);
                if let Err(error) = self.build_for(&mut turn, wishes, scope) {
                    return self.take_in(turn, Err(error));
                }
                if !self.has_all(at) {
                    self.put_aside(at, Next::Compute(turn, plans));
                    return Ok(());
                }
                (turn, plans)
            }
            Next::Compute(turn, plans) => (turn, plans),
        };
        let computed = turn.compute(&plans);
        drop(plans);
        self.take_in(turn, computed)
    }

    fn take_in(&self, turn: Turn<'a, 'p, 'db>, computed: Result<(), EvalError>) -> Result<(), EvalError> {
        let at = turn.at;
        let mut desk = self.desk();
        desk.board.take_in(self.shared, turn, computed)?;
        desk.board.free(self.shared, at);
        Ok(())
    }

    /// Has what is missing read; whether it is all there by now.
    fn read_for<'s>(&'s self, missing: &[PredId], at: usize, scope: &Scope<'s>) -> bool {
        let mut desk = self.desk();
        for &pred in missing {
            if desk.board.stores[pred].is_some() {
                continue;
            }
            *desk.waits_for.entry(at).or_default() += 1;
            match desk.reading.get_mut(&pred) {
                Some(waiting) => waiting.push(at),
                None => {
                    desk.reading.insert(pred, vec![at]);
                    scope.spawn(move |scope| self.read(pred, scope));
                }
            }
        }
        !desk.waits_for.contains_key(&at)
    }

    fn read<'s>(&'s self, pred: PredId, scope: &Scope<'s>) {
        let started = Instant::now();
        let store = self.shared.read(pred);
        let mut desk = self.desk();
        let waiting = desk.reading.remove(&pred).unwrap_or_default();
        match store {
            Ok(store) => {
                desk.board.place(self.shared, pred, store, started.elapsed());
                desk.is_there(&waiting);
            }
            Err(error) => desk.fail(waiting.first().copied().unwrap_or_default(), error),
        }
        self.call(&mut desk, scope);
    }

    /// Builds what nobody else is building; afterwards the stratum may wait for others.
    fn build_for<'s>(
        &'s self,
        turn: &mut Turn<'a, 'p, 'db>,
        mut wishes: Vec<Wish>,
        scope: &Scope<'s>,
    ) -> Result<(), EvalError> {
        let at = turn.at;
        let mut desk = self.desk();
        let Desk { building, waits_for, .. } = &mut *desk;
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
        drop(desk);
        let built = turn.build(&wishes);
        let mut desk = self.desk();
        for wish in &wishes {
            let waiting = desk.building.remove(&wish.key()).unwrap_or_default();
            desk.is_there(&waiting);
        }
        self.call(&mut desk, scope);
        built
    }

    /// Whether a stratum waits for nothing.
    fn has_all(&self, at: usize) -> bool {
        !self.desk().waits_for.contains_key(&at)
    }

    /// Puts a stratum aside until what it waits for is there.
    fn put_aside(&self, at: usize, next: Next<'a, 'p, 'db>) {
        let mut desk = self.desk();
        desk.aside.insert(at, next);
        // It may have come meanwhile.
        if !desk.waits_for.contains_key(&at) {
            desk.ready.insert(at);
        }
    }
}

impl<'a, 'p, 'db> Desk<'a, '_, 'p, 'db> {
    /// The next step: of a stratum that has begun, or of a new one if any may begin.
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

    /// Something is there that these strata waited for.
    fn is_there(&mut self, waiting: &[usize]) {
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
            work: Vec::new(),
            memory: MemoryPeak::default(),
        }
    }

    /// How many strata are left.
    pub(super) fn left(&self) -> usize {
        self.schedule.len()
    }

    /// Gives a stratum what is there of what it mentions.
    fn hand_out(&self, turn: &mut Turn<'_, 'p, '_>) {
        for &pred in self.schedule.around(turn.at) {
            if let Some(store) = &self.stores[pred] {
                turn.stores.0.entry(pred).or_insert_with(|| store.clone());
            }
        }
    }

    /// Takes what a stratum has computed, and what that cost, also if it was in vain.
    fn take_in(
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
            }
            for (pred, round, rows) in std::mem::take(&mut turn.rounds) {
                self.kept.rounds.entry(pred).or_default().push((round, rows));
            }
            let done = shared.done.fetch_add(1, Ordering::Relaxed);
            if done.is_multiple_of(AGE) {
                self.age(shared);
            }
        }
        // Those that it mentions may have indexes now.
        for pred in self.schedule.around(at).to_vec() {
            self.weigh(shared, pred);
        }
        self.account(shared, at, rows, turn.effort);
        computed?;
        let bytes = (self.weight + shared.values.memory()) as u64;
        shared.meter.set_memory(bytes).map_err(|stop| shared.stopped(stop, preds[0]))
    }

    /// Frees what nobody reads any more when a stratum is computed.
    fn free(&mut self, shared: &Shared<'p, '_>, at: usize) {
        for pred in self.schedule.finish(at) {
            if !shared.wanted.contains(&pred) {
                self.keep(shared, pred);
                self.stores[pred] = None;
                self.weigh(shared, pred);
            }
        }
    }

    /// Keeps the rows of a predicate that is not needed any more; what the database has can be read there again.
    fn keep(&mut self, shared: &Shared<'p, '_>, pred: PredId) {
        let is_stored = matches!(self.program.preds[pred].def, Def::Stored(_));
        if let Some(store) = self.stores[pred].as_ref().filter(|_| shared.keep_rows && !is_stored) {
            self.kept.relations.insert(pred, store.rows());
        }
    }

    /// Reads a stored predicate, unless it is there.
    fn read(&mut self, shared: &Shared<'p, '_>, pred: PredId) -> Result<(), EvalError> {
        if self.stores[pred].is_none() {
            let started = Instant::now();
            let store = shared.read(pred)?;
            self.place(shared, pred, store, started.elapsed());
        }
        Ok(())
    }

    /// Puts what was read where it belongs.
    fn place(&mut self, shared: &Shared<'p, '_>, pred: PredId, store: Store, time: Duration) {
        let rows = vec![(pred, store.len() as u64)];
        self.stores[pred] = Some(store);
        self.weigh(shared, pred);
        let home = shared.strata.iter().position(|stratum| stratum.preds.contains(&pred));
        self.account(shared, home.unwrap_or_default(), rows, Effort { time, ..Effort::default() });
    }

    /// Looks at what a store takes now.
    fn weigh(&mut self, shared: &Shared<'p, '_>, pred: PredId) {
        let now = self.stores[pred].as_ref().map_or(0, Store::bytes);
        let before = std::mem::replace(&mut self.weights[pred], now);
        self.weight = self.weight + now - before;
        shared.held.store(self.weight, Ordering::Relaxed);
    }

    /// Lets the indexes of what is complete grow older.
    fn age(&mut self, shared: &Shared<'p, '_>) {
        let is_large = |pred: &PredId| self.weights[*pred] >= LARGE;
        for pred in self.weights.ids().filter(is_large).collect::<Vec<PredId>>() {
            if let Some(store) = &self.stores[pred] {
                store.age(OLDEST);
            }
            self.weigh(shared, pred);
        }
    }

    /// Remembers what takes memory if it was never more.
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

    /// The rows of all that is wanted and was not given up.
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

    /// What was kept, and an account of the work: in the program's order, whoever was faster.
    pub(super) fn into_account(self) -> (Kept, Work) {
        let mut strata = self.work;
        strata.sort_by_key(|(at, _)| *at);
        let mut work = Work { memory: self.memory, ..Work::default() };
        strata.into_iter().for_each(|(_, stratum)| work.push(stratum));
        (self.kept, work)
    }
}
