//! The result of an evaluation: relations and the values in them, or an error. Every evaluator has the signature
//! `evaluate(&Stratified, &dyn Edb, &Options) -> Result<Outcome, EvalError>`.

use crate::edb::{Columns, EdbError};
use crate::limits::Stop;
use crate::value::Values;
use quarrel_datalog::{Origin, PredId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

/// The result of an evaluation.
#[derive(Debug)]
pub struct Outcome<'db> {
    /// For each predicate of [`wanted`], its rows, sorted by unsigned value and distinct. A predicate that shows values
    /// (the texts and locations of an output column) has at least the rows for values that occur in the output.
    pub relations: BTreeMap<PredId, Columns>,
    /// The meaning of the values in the rows.
    pub values: Values<'db>,
    /// The queries that ran out of time, in order: their relations are missing, unless others need them too.
    pub given_up: Vec<GivenUp>,
}

/// A query that ran out of time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenUp {
    /// Its index in the program's outputs.
    pub query: usize,
    /// The name of the predicate that was being computed.
    pub predicate: String,
    /// Its time limit.
    pub limit: Duration,
}

/// Why there is no result.
#[derive(Clone, PartialEq, Debug)]
pub struct EvalError {
    /// What ended the evaluation.
    pub kind: EvalErrorKind,
    /// The name of the current predicate, if any.
    pub predicate: Option<String>,
    /// Where it was declared.
    pub origin: Origin,
}

/// What ended an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvalErrorKind {
    /// A limit or cancellation.
    Stopped(Stop),
    /// The database failed, or does not fit the program.
    Database(EdbError),
    /// A rule cannot be evaluated: nothing binds this variable or argument (`verify` rejects such programs).
    Unbound(String),
}

impl EvalError {
    /// An error while computing the predicate.
    pub fn of(kind: EvalErrorKind, program: &Program, pred: PredId) -> Self {
        let pred = &program.preds[pred];
        Self { kind, predicate: Some(pred.name.clone()), origin: pred.origin }
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            EvalErrorKind::Stopped(stop) => stop.fmt(f)?,
            EvalErrorKind::Database(error) => error.fmt(f)?,
            EvalErrorKind::Unbound(what) => write!(f, "{what} is not bound to a finite set of values")?,
        }
        match &self.predicate {
            Some(name) => write!(f, ", while computing `{name}`"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for EvalError {}

/// The predicates whose rows a run must return: the outputs, and those that show the values of their columns.
pub fn wanted(program: &Program) -> BTreeSet<PredId> {
    let mut wanted = BTreeSet::new();
    for output in &program.outputs {
        wanted.insert(output.pred);
        wanted.extend(output.columns.iter().flat_map(|column| [column.text, column.location]).flatten());
    }
    wanted
}
