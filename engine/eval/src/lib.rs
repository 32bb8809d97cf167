//! Evaluates stratified Datalog bottom-up: a `Stratified` program and an [`Edb`] flow in, an [`Outcome`] flows out.

pub mod builtins;
pub mod edb;
pub mod graph;
pub mod index;
pub mod limits;
pub mod outcome;
pub mod relation;
pub mod value;

pub use edb::{Columns, Edb, EdbError, MemDb};
pub use limits::{Limits, Meter, Options, Stop};
pub use outcome::{EvalError, EvalErrorKind, Outcome, wanted};
pub use value::Values;
