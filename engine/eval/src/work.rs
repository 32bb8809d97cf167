//! What an evaluation did: deterministic counters for tests and reviews (the same for any number of threads and on
//! any machine), and rows, rounds and time for each predicate for people.

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
    /// The greatest size of the process while it was computed, in bytes; 0 where that is not known.
    pub peak: u64,
    /// The plans, as text, if they were asked for.
    pub plans: Vec<String>,
    /// What the steps of its plans did, if plans were asked for.
    pub steps: Vec<StepWork>,
}

/// What one step of a plan did, all rounds together.
#[derive(Clone, Debug)]
pub struct StepWork {
    /// Whose rule it belongs to.
    pub pred: PredId,
    /// The step, as in the text of the plan.
    pub text: String,
    /// Rows of bindings that came.
    pub rows_in: u64,
    /// Rows of the relation that were looked at.
    pub read: u64,
    /// Rows of bindings that went on.
    pub rows_out: u64,
    /// How many the planner expected to go on.
    pub estimate: f64,
    /// Whether it looks up rows of a relation or paths.
    pub is_join: bool,
    /// Whether it combined several bindings with all rows of a relation.
    pub is_product: bool,
}

impl StepWork {
    /// Adds what the steps of a pipeline did, nested ones too, to a list; equal steps are one.
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

/// What the rows of a predicate took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldRows {
    /// The predicate.
    pub pred: PredId,
    /// How many rows.
    pub rows: u64,
    /// Bytes of rows, indexes and graph.
    pub bytes: u64,
    /// Of these, bytes of indexes and graph.
    pub indexes: u64,
}

/// What relations took when they took most.
#[derive(Clone, Debug, Default)]
pub struct MemoryPeak {
    /// Bytes, all together.
    pub bytes: u64,
    /// The largest relations, the largest first.
    pub largest: Vec<HeldRows>,
}

/// What an evaluation cost.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// In the order of evaluation; only strata that were computed.
    pub strata: Vec<StratumWork>,
    /// All together.
    pub totals: Totals,
    /// What took most memory, if plans were asked for.
    pub memory: MemoryPeak,
}

impl Work {
    pub(crate) fn push(&mut self, stratum: StratumWork) {
        self.totals.add(stratum.totals);
        self.strata.push(stratum);
    }
}

impl Work {
    /// The counts as text, stratum by stratum in the order of evaluation: the same on any machine, so that tests can
    /// pin it.
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

    /// The steps that look rows up, the one that looked at most rows first.
    pub fn worst_joins(&self) -> Vec<&StepWork> {
        let steps = self.strata.iter().flat_map(|stratum| &stratum.steps);
        let mut joins: Vec<&StepWork> = steps.filter(|step| step.is_join).collect();
        joins.sort_by_key(|step| std::cmp::Reverse(step.read.max(step.rows_out)));
        joins
    }

    /// The steps that combined several bindings with all rows of a relation, the largest first.
    pub fn products(&self) -> Vec<&StepWork> {
        let mut products = self.worst_joins();
        products.retain(|step| step.is_product);
        products
    }
}
