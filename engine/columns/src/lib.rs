//! The data of an evaluation: [`Values`] of 32 bits, [`Columns`] and relations of them, the [`Edb`] that supplies them,
//! and the [`Meter`] that limits work on them.

pub mod edb;
pub mod limits;
pub mod relation;
pub mod value;

pub use edb::{Columns, Edb, EdbError, MemDb};
pub use limits::{Limits, Meter, Options, Pace, Progress, Step, Stop, StratumRows};
pub use value::Values;
