//! What bounds an evaluation: a cancel flag, time, rows, memory; and who learns how far it has come. Evaluators ask
//! often; asking is cheap.

use quarrel_base::budget::{Budget, Exceeded};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long the process's size counts as known, in milliseconds.
const SAMPLE: u64 = 10;
/// Allocations of fewer bytes than this are not asked for; the samples find them soon enough.
const SMALL: usize = 1 << 20;
/// The most bytes that one text may have. A length in characters must fit into a QL `int`, and nothing that a query
/// shows to people is as long.
pub const LONGEST_TEXT: usize = 1 << 28;

/// The limits of one evaluation. None by default.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Set from outside to stop.
    pub cancel: Option<Arc<AtomicBool>>,
    /// When the time began; `None`: when the evaluation, or the compilation, begins.
    pub start: Option<Instant>,
    /// Wall time.
    pub time: Option<Duration>,
    /// Wall time of each query. What several queries need is charged to them in equal shares. A query that has used
    /// its time up is given up, and the others go on.
    pub query_time: Option<Duration>,
    /// Rows of all predicates together.
    pub rows: Option<u64>,
    /// Rows of the predicates of one recursive stratum.
    pub stratum_rows: Option<StratumRows>,
    /// Bytes: of the whole process where the system counts them (Linux), otherwise of relations, indexes and interned
    /// values, roughly.
    pub memory: Option<u64>,
}

/// A limit for the rows of the predicates of one recursive stratum together, counted after each round: the same on any
/// machine and with any number of threads, unlike time and memory. The naive evaluator, which has no such rounds, does not
/// count.
#[derive(Clone, Copy, Debug)]
pub struct StratumRows {
    /// How many.
    pub rows: u64,
    /// Only strata with a predicate whose name begins so are counted; with the empty text, all.
    pub prefix: &'static str,
}

/// How far an evaluation has come.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The name of the predicate that is read or computed now.
    pub predicate: &'a str,
    /// The queries that want it, directly or not, in ascending order.
    pub queries: &'a [usize],
    /// How many strata are complete.
    pub done: usize,
    /// How many strata there are to compute.
    pub all: usize,
}

/// Is called before each stratum, and before a relation of the database is read.
#[derive(Clone)]
pub struct Progress(pub Arc<dyn Fn(Step<'_>) + Send + Sync>);

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress")
    }
}

/// How an evaluation is done. Never changes results.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// When to give up.
    pub limits: Limits,
    /// How many threads; `None`: as many as rayon's current pool has.
    pub threads: Option<usize>,
    /// Who learns how far it has come.
    pub progress: Option<Progress>,
}

/// Why an evaluation stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The cancel flag was set.
    Cancelled,
    /// It took longer than this.
    Time(Duration),
    /// The queries that wanted it took longer than this each.
    QueryTime(Duration),
    /// There were more rows than this.
    Rows(u64),
    /// Predicates that depend on each other had more rows than this.
    StratumRows(u64),
    /// It needed more bytes than this.
    Memory(u64),
    /// A text would have had this many bytes, which is more than [`LONGEST_TEXT`].
    Text(u64),
}

impl Limits {
    /// As what bounds a compilation.
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
    /// The same for what ended a compilation.
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
            Stop::Cancelled => write!(f, "cancelled"),
            Stop::Time(time) => write!(f, "the time limit of {} s was reached", time.as_secs_f64()),
            Stop::QueryTime(time) => {
                write!(f, "the time limit of {} s for each query was reached", time.as_secs_f64())
            }
            Stop::Rows(rows) => write!(f, "the limit of {rows} rows was reached"),
            Stop::StratumRows(rows) => {
                write!(f, "the limit of {rows} rows of predicates that depend on each other was reached")
            }
            Stop::Memory(bytes) => write!(f, "the memory limit of {} MiB was reached", bytes >> 20),
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

/// The limits of a running evaluation and what it has used of them. Shared between threads.
#[derive(Debug)]
pub struct Meter {
    limits: Limits,
    start: Instant,
    rows: AtomicU64,
    memory: AtomicU64,
    /// When the process's size was last looked at, in milliseconds from the start; and the greatest size since
    /// [`Meter::take_peak`].
    sampled: AtomicU64,
    peak: AtomicU64,
    samples: bool,
    /// When the queries that want what is computed now have used their time up, in nanoseconds from the start.
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
    pub fn free() -> Self {
        Self::start(&Limits::default())
    }
    /// The same, and looks at the process's size now and then even if that is not limited.
    #[must_use]
    pub fn sampling(self) -> Self {
        Self { samples: true, ..self }
    }
    /// The greatest size of the process that was seen since the last call, in bytes.
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
        // Of several threads one looks.
        if (self.sampled.compare_exchange(last, elapsed, Ordering::Relaxed, Ordering::Relaxed).is_ok() || now)
            && let Some(bytes) = quarrel_base::resident()
        {
            self.memory.store(bytes, Ordering::Relaxed);
            self.peak.fetch_max(bytes, Ordering::Relaxed);
        }
    }
    /// What it measures against.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
    /// Whether to go on.
    pub fn check(&self) -> Result<(), Stop> {
        if let Some(time) = self.limits.query_time
            && self.start.elapsed().as_nanos() > u128::from(self.deadline.load(Ordering::Relaxed))
        {
            return Err(Stop::QueryTime(time));
        }
        self.check_run()
    }
    /// Whether the evaluation as a whole goes on, however long the query at work takes: for what must not be left half
    /// done when only that query ends.
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
    /// Whether a recursive stratum of so many rows, of predicates with these names, may go on.
    pub fn check_stratum<'a>(&self, rows: u64, mut names: impl Iterator<Item = &'a str>) -> Result<(), Stop> {
        match self.limits.stratum_rows {
            Some(limit) if rows > limit.rows && names.any(|name| name.starts_with(limit.prefix)) => {
                Err(Stop::StratumRows(limit.rows))
            }
            _ => Ok(()),
        }
    }
    /// Asks for memory before it is allocated: whether `bytes` more are within the limit. What is asked for but not
    /// used counts for nothing later.
    pub fn reserve(&self, bytes: usize) -> Result<(), Stop> {
        let Some(limit) = self.limits.memory.filter(|_| bytes >= SMALL) else {
            return Ok(());
        };
        self.sample(true);
        // Freed memory that the allocator kept counts as used, though it would be used again: hence the slack.
        let slack = limit / 16;
        let used = self.memory.load(Ordering::Relaxed);
        if used.saturating_add(bytes as u64) > limit.saturating_add(slack) {
            return Err(Stop::Memory(limit));
        }
        self.check()
    }
    /// Asks for a text of so many bytes before it is made, and for the copy that is interned.
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
    /// Notes how many bytes are in use now, as far as the evaluator knows.
    pub fn set_memory(&self, bytes: u64) -> Result<(), Stop> {
        if !cfg!(target_os = "linux") {
            self.memory.store(bytes, Ordering::Relaxed);
            self.peak.fetch_max(bytes, Ordering::Relaxed);
        }
        self.check()
    }
    /// Whether more than three quarters of the memory that is allowed are in use: time to do one thing after the other.
    pub fn is_short_of_memory(&self) -> bool {
        let used = || self.memory.load(Ordering::Relaxed);
        self.limits.memory.is_some_and(|limit| used() > limit / 4 * 3)
    }
    /// From now on [`Meter::check`] says [`Stop::QueryTime`] after this time; `None`: never.
    pub fn set_deadline(&self, from_now: Option<Duration>) {
        let at = from_now.map_or(u64::MAX, |time| {
            u64::try_from((self.start.elapsed() + time).as_nanos()).unwrap_or(u64::MAX)
        });
        self.deadline.store(at, Ordering::Relaxed);
    }
}

/// How a pass over many rows goes: under which limits, and on how many threads.
#[derive(Clone, Copy, Debug)]
pub struct Pace<'a> {
    /// When to stop.
    pub meter: &'a Meter,
    /// How many threads the pass may use.
    pub threads: usize,
}

impl<'a> Pace<'a> {
    /// On all threads of the current pool. Only for callers that hold no lock: a thread that waits for others of its
    /// pool may be given any other work of the pool meanwhile, and that work may want the lock.
    pub fn all(meter: &'a Meter) -> Self {
        Self { meter, threads: rayon::current_num_threads() }
    }
    /// On the calling thread alone.
    pub fn alone(meter: &'a Meter) -> Self {
        Self { meter, threads: 1 }
    }
    /// Two paces that share the threads of this one.
    pub fn halves(self) -> (Self, Self) {
        let lower = self.threads / 2;
        (Self { threads: lower, ..self }, Self { threads: self.threads - lower, ..self })
    }
}
