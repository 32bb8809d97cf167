//! What bounds a run: time, memory, the wish of whoever started it.

use crate::memory;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a run may take. Nothing is bounded by default.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Somebody else sets this to stop the run.
    pub cancel: Option<Arc<AtomicBool>>,
    /// When the run stops, and how long it may take.
    pub until: Option<(Instant, Duration)>,
    /// Bytes that the process may hold, where the system counts them (Linux).
    pub memory: Option<u64>,
}

/// Which limit a run exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exceeded {
    /// Somebody stopped the run.
    Cancelled,
    /// The run took longer than this.
    Time(Duration),
    /// The process held more bytes than this.
    Memory(u64),
}

impl Limits {
    /// Limits of time alone, from now on; `None` for a time without end.
    pub fn of_time(time: Duration) -> Self {
        Self { until: Instant::now().checked_add(time).map(|until| (until, time)), ..Self::default() }
    }
    /// Whether nothing is bounded.
    pub fn is_empty(&self) -> bool {
        self.cancel.is_none() && self.until.is_none() && self.memory.is_none()
    }
    /// The first limit that is exceeded now. Looking at the memory costs some microseconds; without `memory` it is left
    /// out.
    pub fn exceeded(&self, memory: bool) -> Option<Exceeded> {
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Exceeded::Cancelled);
        }
        if let Some((_, time)) = self.until.filter(|(until, _)| Instant::now() > *until) {
            return Some(Exceeded::Time(time));
        }
        let limit = self.memory.filter(|_| memory)?;
        memory::resident().filter(|held| *held > limit).map(|_| Exceeded::Memory(limit))
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => write!(f, "cancelled"),
            Self::Time(time) => write!(f, "the time limit of {} s was reached", time.as_secs_f64()),
            Self::Memory(bytes) => write!(f, "the memory limit of {} MiB was reached", bytes >> 20),
        }
    }
}
