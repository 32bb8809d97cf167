//! The work of an evaluation: deterministic counters for tests and reviews (independent of threads and machine), and
//! rows, rounds and time of each predicate for people.

use crate::limits::Stop;
use crate::plan::{Op, Pipeline, show};
use quarrel_datalog::{PredId, Program};
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counters of running operators.
#[derive(Debug, Default)]
pub struct Counters {
    rows_read: AtomicU64,
    derived: AtomicU64,
    full_scans: AtomicU64,
    /// How many rows may be read; 0: any number.
    most: AtomicU64,
}

impl Counters {
    /// Sets how many more rows may be read; `None`: any number.
    pub fn limit(&self, rows: Option<u64>) {
        let most = rows.map_or(0, |rows| self.rows_read.load(Ordering::Relaxed) + rows);
        self.most.store(most, Ordering::Relaxed);
    }
    /// Fails if more rows were read than may be.
    ///
    /// # Errors
    /// [`Stop::Work`].
    #[inline]
    pub fn check(&self) -> Result<(), Stop> {
        match self.most.load(Ordering::Relaxed) {
            0 => Ok(()),
            most if self.rows_read.load(Ordering::Relaxed) <= most => Ok(()),
            most => Err(Stop::Work(most)),
        }
    }
    /// Counts rows read by scans and lookups.
    pub fn read(&self, rows: usize) {
        self.rows_read.fetch_add(rows as u64, Ordering::Relaxed);
    }
    /// Counts rows that pipelines derived.
    pub fn derived(&self, rows: usize) {
        self.derived.fetch_add(rows as u64, Ordering::Relaxed);
    }
    /// Counts a scan without known columns.
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
    /// Rows read by scans and lookups.
    pub rows_read: u64,
    /// Rows that pipelines derived.
    pub derived: u64,
    /// Derived rows that were known already.
    pub duplicates: u64,
    /// Rounds of recursive strata.
    pub rounds: u64,
    /// Scans without known columns.
    pub full_scans: u64,
}

impl Totals {
    fn add(&mut self, other: Self) {
        self.rows_read += other.rows_read;
        self.derived += other.derived;
        self.duplicates += other.duplicates;
        self.rounds += other.rounds;
        self.full_scans += other.full_scans;
    }
}

/// The cost of one stratum.
#[derive(Clone, Debug)]
pub struct StratumWork {
    /// Its predicates with their final numbers of rows.
    pub preds: Vec<(PredId, u64)>,
    /// Its counts.
    pub totals: Totals,
    /// Wall time.
    pub time: Duration,
    /// Bytes of all relations and indexes afterwards.
    pub bytes: u64,
    /// The peak size of the process during its computation, in bytes; 0 if unknown.
    pub peak: u64,
    /// The plans as text, if requested.
    pub plans: Vec<String>,
    /// The work of the steps of its plans, if requested.
    pub steps: Vec<StepWork>,
}

/// The work of one step of a plan, all rounds together.
#[derive(Clone, Debug)]
pub struct StepWork {
    /// The predicate of its rule.
    pub pred: PredId,
    /// The step, as in the text of the plan.
    pub text: String,
    /// Input rows.
    pub rows_in: u64,
    /// Rows of the relation that were read.
    pub read: u64,
    /// Output rows.
    pub rows_out: u64,
    /// The planner's estimate of output rows.
    pub estimate: f64,
    /// Whether it looks up rows of a relation or paths.
    pub is_join: bool,
    /// Whether it combined several input rows with all rows of a relation.
    pub is_product: bool,
}

impl StepWork {
    /// Adds the work of a pipeline's steps, including nested ones, to a list; merges equal steps.
    pub(crate) fn collect(program: &Program, pred: PredId, pipeline: &Pipeline, out: &mut Vec<Self>) {
        for step in &pipeline.steps {
            for nested in show::nested(&step.op) {
                Self::collect(program, pred, nested, out);
            }
            let (rows_in, read, rows_out) = step.tally.totals();
            if rows_in == 0 {
                continue;
            }
            let text = show::op(program, &step.op);
            let is_join = matches!(&step.op, Op::Atom { .. } | Op::Meet { .. } | Op::Closure { .. });
            let is_product = step.tally.is_product();
            match out.iter_mut().find(|other| other.pred == pred && other.text == text) {
                Some(other) => {
                    other.rows_in += rows_in;
                    other.read += read;
                    other.rows_out += rows_out;
                    other.estimate += step.estimate;
                    other.is_product |= is_product;
                }
                None => out.push(Self {
                    pred,
                    text,
                    rows_in,
                    read,
                    rows_out,
                    estimate: step.estimate,
                    is_join,
                    is_product,
                }),
            }
        }
    }
}

/// The memory of a predicate's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldRows {
    /// The predicate.
    pub pred: PredId,
    /// The number of rows.
    pub rows: u64,
    /// Bytes of rows, indexes and graph.
    pub bytes: u64,
    /// The part of them in indexes and graph.
    pub indexes: u64,
}

/// The memory of relations at its peak.
#[derive(Clone, Debug, Default)]
pub struct MemoryPeak {
    /// Bytes in total.
    pub bytes: u64,
    /// The largest relations, the largest first.
    pub largest: Vec<HeldRows>,
}

/// The cost of an evaluation.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// The computed strata, in the order of evaluation.
    pub strata: Vec<StratumWork>,
    /// All together.
    pub totals: Totals,
    /// The memory peak, if plans were requested.
    pub memory: MemoryPeak,
}

impl Work {
    pub(crate) fn push(&mut self, stratum: StratumWork) {
        self.totals.add(stratum.totals);
        self.strata.push(stratum);
    }
}

impl Work {
    /// The counts as text, stratum by stratum in the order of evaluation: equal on any machine, so that tests can pin
    /// it.
    pub fn text(&self, program: &Program) -> String {
        let mut out = String::new();
        let line = |out: &mut String, what: &str, totals: &Totals| {
            let Totals { rows_read, derived, duplicates, rounds, full_scans } = totals;
            let _ = writeln!(
                out,
                "{what}: read {rows_read}, derived {derived}, duplicates {duplicates}, rounds {rounds}, \
                 full scans {full_scans}"
            );
        };
        for stratum in &self.strata {
            let preds: Vec<String> = stratum
                .preds
                .iter()
                .map(|(pred, rows)| format!("{} {rows}", program.preds[*pred].name))
                .collect();
            line(&mut out, &preds.join(", "), &stratum.totals);
        }
        line(&mut out, "all", &self.totals);
        out
    }

    /// The steps that look up rows, most rows read first.
    pub fn worst_joins(&self) -> Vec<&StepWork> {
        let steps = self.strata.iter().flat_map(|stratum| &stratum.steps);
        let mut joins: Vec<&StepWork> = steps.filter(|step| step.is_join).collect();
        joins.sort_by_key(|step| std::cmp::Reverse(step.read.max(step.rows_out)));
        joins
    }

    /// The steps that combined several input rows with all rows of a relation, the largest first.
    pub fn products(&self) -> Vec<&StepWork> {
        let mut products = self.worst_joins();
        products.retain(|step| step.is_product);
        products
    }
}
