//! Evaluates stratified Datalog bottom-up: a `Stratified` program and an [`Edb`] flow in, an [`Outcome`] flows out.

pub mod builtins;
pub mod edb;
pub mod eval;
pub mod explain;
pub mod fixpoint;
pub mod graph;
pub mod index;
pub mod limits;
pub mod naive;
pub mod ops;
pub mod outcome;
pub mod plan;
pub mod relation;
pub mod value;
pub mod work;

pub use edb::{Columns, Edb, EdbError, MemDb};
pub use eval::{evaluate, evaluate_kept, evaluate_observed};
pub use limits::{Limits, Meter, Options, Pace, Progress, Step, Stop};
pub use outcome::{EvalError, EvalErrorKind, GivenUp, Outcome, wanted};
pub use value::Values;
