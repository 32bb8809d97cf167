//! What an evaluation did: deterministic counters for tests and reviews (the same for any number of threads and on
//! any machine), and rows, rounds and time for each predicate for people.

use quarrel_datalog::PredId;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counters of running operators.
#[derive(Debug, Default)]
pub struct Counters {
    rows_read: AtomicU64,
    derived: AtomicU64,
    full_scans: AtomicU64,
}

impl Counters {
    /// Rows looked at by scans and lookups.
    pub fn read(&self, rows: usize) {
        self.rows_read.fetch_add(rows as u64, Ordering::Relaxed);
    }
    /// Rows that came out of pipelines.
    pub fn derived(&self, rows: usize) {
        self.derived.fetch_add(rows as u64, Ordering::Relaxed);
    }
    /// A scan without any known column.
    pub fn full_scan(&self) {
        self.full_scans.fetch_add(1, Ordering::Relaxed);
    }
    /// The counts so far.
    pub fn totals(&self) -> Totals {
        Totals {
            rows_read: self.rows_read.load(Ordering::Relaxed),
            derived: self.derived.load(Ordering::Relaxed),
            full_scans: self.full_scans.load(Ordering::Relaxed),
            ..Totals::default()
        }
    }
}

/// Counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Rows looked at by scans and lookups.
    pub rows_read: u64,
    /// Rows that came out of pipelines.
    pub derived: u64,
    /// Derived rows that were there already.
    pub duplicates: u64,
    /// Rounds of recursive strata.
    pub rounds: u64,
    /// Scans without any known column.
    pub full_scans: u64,
}

impl Totals {
    fn since(self, before: Self) -> Self {
        Self {
            rows_read: self.rows_read - before.rows_read,
            derived: self.derived - before.derived,
            duplicates: self.duplicates - before.duplicates,
            rounds: self.rounds - before.rounds,
            full_scans: self.full_scans - before.full_scans,
        }
    }
    fn add(&mut self, other: Self) {
        self.rows_read += other.rows_read;
        self.derived += other.derived;
        self.duplicates += other.duplicates;
        self.rounds += other.rounds;
        self.full_scans += other.full_scans;
    }
}

/// What one stratum cost.
#[derive(Clone, Debug)]
pub struct StratumWork {
    /// Its predicates with their final numbers of rows.
    pub preds: Vec<(PredId, u64)>,
    /// Counts.
    pub totals: Totals,
    /// Wall time.
    pub time: Duration,
    /// Bytes of all relations and indexes held afterwards.
    pub bytes: u64,
    /// The plans, as text, if they were asked for.
    pub plans: Vec<String>,
}

/// What an evaluation cost.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// In the order of evaluation; only strata that were computed.
    pub strata: Vec<StratumWork>,
    /// All together.
    pub totals: Totals,
}

impl Work {
    pub(crate) fn push(&mut self, mut stratum: StratumWork, now: Totals, before: Totals) {
        let rounds = stratum.totals.rounds;
        let duplicates = stratum.totals.duplicates;
        stratum.totals = Totals { rounds, duplicates, ..now.since(before) };
        self.totals.add(stratum.totals);
        self.strata.push(stratum);
    }
}
