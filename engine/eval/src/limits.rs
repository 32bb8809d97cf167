//! What bounds an evaluation: a cancel flag, time, rows, memory. Evaluators ask often; asking is cheap.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The limits of one evaluation. None by default.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Set from outside to stop.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Wall time.
    pub time: Option<Duration>,
    /// Rows of all predicates together.
    pub rows: Option<u64>,
    /// Bytes of relations, indexes and interned values, roughly.
    pub memory: Option<u64>,
}

/// How an evaluation is done. Never changes results.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// When to give up.
    pub limits: Limits,
    /// How many threads; `None`: as many as rayon's current pool has.
    pub threads: Option<usize>,
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
}

impl Meter {
    /// Starts the clock.
    pub fn start(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            start: Instant::now(),
            rows: AtomicU64::new(0),
            memory: AtomicU64::new(0),
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
    /// Tells how many bytes are in use now.
    pub fn set_memory(&self, bytes: u64) -> Result<(), Stop> {
        self.memory.store(bytes, Ordering::Relaxed);
        self.check()
    }
}
