//! Evaluates stratified Datalog bottom-up: takes a `Stratified` program and an [`Edb`], returns an [`Outcome`].

pub mod builtins;
pub mod eval;
pub mod explain;
pub mod fixpoint;
pub mod graph;
pub mod index;
mod known;
pub mod naive;
pub mod ops;
pub mod outcome;
pub mod plan;
pub mod work;

pub use eval::{State, Update, evaluate, evaluate_kept, evaluate_observed, evaluate_updating};
pub use outcome::{EvalError, EvalErrorKind, GivenUp, Outcome, wanted};
pub use quarrel_columns::{Columns, Edb, EdbError, MemDb, Values, edb, limits, relation, value};
pub use quarrel_columns::{Limits, Meter, Options, Pace, Progress, Step, Stop, StratumRows};
