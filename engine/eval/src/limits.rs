//! What bounds an evaluation: a cancel flag, time, rows, memory; and who is told how far it has come. Evaluators ask
//! often; asking is cheap.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long the process's size counts as known, in milliseconds.
const SAMPLE: u64 = 20;

/// The limits of one evaluation. None by default.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Set from outside to stop.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Wall time.
    pub time: Option<Duration>,
    /// Rows of all predicates together.
    pub rows: Option<u64>,
    /// Bytes: of the whole process where the system tells them (Linux), otherwise of relations, indexes and interned
    /// values, roughly.
    pub memory: Option<u64>,
}

/// How far an evaluation has come.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The name of the predicate that is read or computed now.
    pub predicate: &'a str,
    /// How many strata are complete.
    pub done: usize,
    /// How many strata there are to compute.
    pub all: usize,
}

/// Is told before each stratum, and before a relation of the database is read.
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
    /// Who is told how far it has come.
    pub progress: Option<Progress>,
}

/// Why an evaluation stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The cancel flag was set.
    Cancelled,
    /// It took longer than this.
    Time(Duration),
    /// There were more rows than this.
    Rows(u64),
    /// It needed more bytes than this.
    Memory(u64),
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
}

impl Meter {
    /// Starts the clock.
    pub fn start(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            start: Instant::now(),
            rows: AtomicU64::new(0),
            memory: AtomicU64::new(0),
            sampled: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            samples: limits.memory.is_some(),
        }
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
        if self.sampled.compare_exchange(last, elapsed, Ordering::Relaxed, Ordering::Relaxed).is_ok()
            && let Some(bytes) = resident()
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
    /// Counts new rows.
    pub fn add_rows(&self, rows: u64) -> Result<(), Stop> {
        self.rows.fetch_add(rows, Ordering::Relaxed);
        self.check_rows()
    }
    /// Tells how many bytes are in use now, as far as the evaluator knows.
    pub fn set_memory(&self, bytes: u64) -> Result<(), Stop> {
        if !cfg!(target_os = "linux") {
            self.memory.store(bytes, Ordering::Relaxed);
            self.peak.fetch_max(bytes, Ordering::Relaxed);
        }
        self.check()
    }
}

/// The bytes of memory that the process holds, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}
