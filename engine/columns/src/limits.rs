//! Limits of an evaluation (cancel flag, time, rows, memory) and progress reports. Evaluators check the limits often; a
//! check is cheap.

use quarrel_base::budget::{Budget, Exceeded};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a measurement of the process's size stays valid, in milliseconds.
const SAMPLE: u64 = 10;
/// Allocations of fewer bytes are not reserved; the next sample counts them soon enough.
const SMALL: usize = 1 << 20;
/// The most bytes of one text. Its length in characters must fit into a QL `int`, and no query shows people longer
/// texts.
pub const LONGEST_TEXT: usize = 1 << 28;

/// The limits of one evaluation. None by default.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Another thread sets this flag to stop the evaluation.
    pub cancel: Option<Arc<AtomicBool>>,
    /// When the time starts; `None`: when the evaluation, or the compilation, starts.
    pub start: Option<Instant>,
    /// Wall time of the whole evaluation.
    pub time: Option<Duration>,
    /// Wall time of each query. Work that several queries share is charged to them in equal parts. A query that exceeds
    /// its time is dropped, and the others continue.
    pub query_time: Option<Duration>,
    /// Rows of all predicates together.
    pub rows: Option<u64>,
    /// Rows of the predicates of one recursive stratum.
    pub stratum_rows: Option<StratumRows>,
    /// Bytes: of the whole process where the system counts them (Linux), otherwise an estimate of relations, indexes
    /// and interned values.
    pub memory: Option<u64>,
}

/// Limits the rows of the predicates of one recursive stratum together, counted after each round. Unlike time and
/// memory, it does not depend on the machine or the number of threads. The naive evaluator has no such rounds and
/// ignores it.
#[derive(Clone, Copy, Debug)]
pub struct StratumRows {
    /// The most rows.
    pub rows: u64,
    /// Counts only strata with a predicate whose name starts with this; with the empty text, all.
    pub prefix: &'static str,
}

/// The progress of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The predicate that is being read or computed.
    pub predicate: &'a str,
    /// The queries that depend on it, in ascending order.
    pub queries: &'a [usize],
    /// The number of complete strata.
    pub done: usize,
    /// The number of strata to compute.
    pub all: usize,
}

/// A callback, called before each stratum and before a relation of the database is read.
#[derive(Clone)]
pub struct Progress(pub Arc<dyn Fn(Step<'_>) + Send + Sync>);

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress")
    }
}

/// How an evaluation runs. Options never change results.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// When to stop.
    pub limits: Limits,
    /// The number of threads; `None`: all of rayon's current pool.
    pub threads: Option<usize>,
    /// The callback for progress reports.
    pub progress: Option<Progress>,
}

/// Why an evaluation stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The cancel flag was set.
    Cancelled,
    /// The evaluation took longer than this.
    Time(Duration),
    /// Each query that depended on the work took longer than this.
    QueryTime(Duration),
    /// The rows exceeded this number.
    Rows(u64),
    /// The rows of predicates that depend on each other exceeded this number.
    StratumRows(u64),
    /// The memory in bytes exceeded this number.
    Memory(u64),
    /// A text would have this many bytes, more than [`LONGEST_TEXT`].
    Text(u64),
    /// An attempt read more rows than this, and another way is cheaper.
    Work(u64),
}

impl Limits {
    /// These limits as the budget of a compilation.
    pub fn budget(&self) -> Budget {
        let start = self.start.unwrap_or_else(Instant::now);
        Budget {
            cancel: self.cancel.clone(),
            until: self.time.and_then(|time| Some((start.checked_add(time)?, time))),
            memory: self.memory,
        }
    }
}

impl Stop {
    /// The stop that corresponds to why a compilation ended.
    pub fn of(exceeded: Exceeded) -> Self {
        match exceeded {
            Exceeded::Cancelled => Stop::Cancelled,
            Exceeded::Time(time) => Stop::Time(time),
            Exceeded::Memory(bytes) => Stop::Memory(bytes),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Cancelled => Exceeded::Cancelled.fmt(f),
            Stop::Time(time) => Exceeded::Time(*time).fmt(f),
            Stop::QueryTime(time) => {
                write!(f, "the time limit of {} s for each query was reached", time.as_secs_f64())
            }
            Stop::Work(rows) => write!(f, "an attempt read more than {rows} rows"),
            Stop::Rows(rows) => write!(f, "the limit of {rows} rows was reached"),
            Stop::StratumRows(rows) => {
                write!(f, "the limit of {rows} rows of predicates that depend on each other was reached")
            }
            Stop::Memory(bytes) => Exceeded::Memory(*bytes).fmt(f),
            Stop::Text(bytes) => {
                write!(
                    f,
                    "a text of {} MiB is longer than any can be ({} MiB)",
                    bytes >> 20,
                    LONGEST_TEXT >> 20
                )
            }
        }
    }
}

/// The limits of a running evaluation and its consumption so far. Threads share it.
#[derive(Debug)]
pub struct Meter {
    limits: Limits,
    start: Instant,
    rows: AtomicU64,
    memory: AtomicU64,
    /// When the process's size was last measured, in milliseconds from the start; and the peak since
    /// [`Meter::take_peak`].
    sampled: AtomicU64,
    peak: AtomicU64,
    samples: bool,
    /// When the queries that depend on the current work run out of time, in nanoseconds from the start.
    deadline: AtomicU64,
}

impl Meter {
    /// Starts the clock.
    pub fn start(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            start: limits.start.unwrap_or_else(Instant::now),
            rows: AtomicU64::new(0),
            memory: AtomicU64::new(0),
            sampled: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            samples: limits.memory.is_some(),
            deadline: AtomicU64::new(u64::MAX),
        }
    }
    /// A meter that never stops anything.
    pub fn unlimited() -> Self {
        Self::start(&Limits::default())
    }
    /// Makes this meter measure the process's size now and then even if memory is unlimited.
    #[must_use]
    pub fn sampling(self) -> Self {
        Self { samples: true, ..self }
    }
    /// The peak size of the process since the last call, in bytes.
    pub fn take_peak(&self) -> u64 {
        self.sample(true);
        self.peak.swap(0, Ordering::Relaxed)
    }
    fn sample(&self, now: bool) {
        if !self.samples {
            return;
        }
        let elapsed = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let last = self.sampled.load(Ordering::Relaxed);
        if !now && elapsed < last + SAMPLE {
            return;
        }
        // Only one of several threads measures.
        if (self.sampled.compare_exchange(last, elapsed, Ordering::Relaxed, Ordering::Relaxed).is_ok() || now)
            && let Some(bytes) = quarrel_common::memory::resident()
        {
            self.memory.store(bytes, Ordering::Relaxed);
            self.peak.fetch_max(bytes, Ordering::Relaxed);
        }
    }
    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
    /// Fails if a limit is reached.
    pub fn check(&self) -> Result<(), Stop> {
        if let Some(time) = self.limits.query_time
            && self.start.elapsed().as_nanos() > u128::from(self.deadline.load(Ordering::Relaxed))
        {
            return Err(Stop::QueryTime(time));
        }
        self.check_run()
    }
    /// Fails if a limit of the whole evaluation is reached, and ignores the time of the current query: for work that
    /// must not stay half done when only that query ends.
    pub fn check_run(&self) -> Result<(), Stop> {
        if self.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if let Some(time) = self.limits.time
            && self.start.elapsed() > time
        {
            return Err(Stop::Time(time));
        }
        self.check_rows()?;
        self.sample(false);
        match self.limits.memory {
            Some(bytes) if self.memory.load(Ordering::Relaxed) > bytes => Err(Stop::Memory(bytes)),
            _ => Ok(()),
        }
    }
    fn check_rows(&self) -> Result<(), Stop> {
        match self.limits.rows {
            Some(rows) if self.rows.load(Ordering::Relaxed) > rows => Err(Stop::Rows(rows)),
            _ => Ok(()),
        }
    }
    /// Fails if a recursive stratum of so many rows, with predicates of these names, exceeds its limit.
    pub fn check_stratum<'a>(&self, rows: u64, mut names: impl Iterator<Item = &'a str>) -> Result<(), Stop> {
        match self.limits.stratum_rows {
            Some(limit) if rows > limit.rows && names.any(|name| name.starts_with(limit.prefix)) => {
                Err(Stop::StratumRows(limit.rows))
            }
            _ => Ok(()),
        }
    }
    /// Fails if `bytes` more would exceed the memory limit. Reserved bytes that are never used do not count later.
    pub fn reserve(&self, bytes: usize) -> Result<(), Stop> {
        let Some(limit) = self.limits.memory.filter(|_| bytes >= SMALL) else {
            return Ok(());
        };
        self.sample(true);
        // The allocator keeps freed memory, which counts as used though it can be used again: hence the slack.
        let slack = limit / 16;
        let used = self.memory.load(Ordering::Relaxed);
        if used.saturating_add(bytes as u64) > limit.saturating_add(slack) {
            return Err(Stop::Memory(limit));
        }
        self.check()
    }
    /// Reserves memory for a text of so many bytes and for the copy that is interned.
    pub fn reserve_text(&self, bytes: usize) -> Result<(), Stop> {
        if bytes > LONGEST_TEXT {
            return Err(Stop::Text(bytes as u64));
        }
        self.reserve(bytes * 2)
    }
    /// Counts new rows.
    pub fn add_rows(&self, rows: u64) -> Result<(), Stop> {
        self.rows.fetch_add(rows, Ordering::Relaxed);
        self.check_rows()
    }
    /// Records how many bytes are in use now, as far as the evaluator knows.
    pub fn set_memory(&self, bytes: u64) -> Result<(), Stop> {
        if !cfg!(target_os = "linux") {
            self.memory.store(bytes, Ordering::Relaxed);
            self.peak.fetch_max(bytes, Ordering::Relaxed);
        }
        self.check()
    }
    /// Whether more than three quarters of the memory limit are in use: then work should run sequentially.
    pub fn is_short_of_memory(&self) -> bool {
        let used = || self.memory.load(Ordering::Relaxed);
        self.limits.memory.is_some_and(|limit| used() > limit / 4 * 3)
    }
    /// Sets the deadline from which [`Meter::check`] returns [`Stop::QueryTime`]; `None`: never.
    pub fn set_deadline(&self, from_now: Option<Duration>) {
        let at = from_now.map_or(u64::MAX, |time| {
            u64::try_from((self.start.elapsed() + time).as_nanos()).unwrap_or(u64::MAX)
        });
        self.deadline.store(at, Ordering::Relaxed);
    }
}

/// The meter and the number of threads of a pass over many rows.
#[derive(Clone, Copy, Debug)]
pub struct Pace<'a> {
    /// When to stop.
    pub meter: &'a Meter,
    /// How many threads the pass may use.
    pub threads: usize,
}

impl<'a> Pace<'a> {
    /// Uses all threads of the current pool. Only for callers that hold no lock: a thread that waits for others of its
    /// pool may run any other work of the pool meanwhile, and that work may want the lock.
    pub fn all(meter: &'a Meter) -> Self {
        Self { meter, threads: rayon::current_num_threads() }
    }
    /// On the calling thread alone.
    pub fn alone(meter: &'a Meter) -> Self {
        Self { meter, threads: 1 }
    }
    /// Splits the threads of this pace into two paces.
    pub fn halves(self) -> (Self, Self) {
        let lower = self.threads / 2;
        (Self { threads: lower, ..self }, Self { threads: self.threads - lower, ..self })
    }
}
