//! Makes findings happen in a running program. Reads findings as lines of a JSON report, makes a plan of places for each
//! ([`plan`]), runs the program under a debugger ([`run`]), and reports what happened ([`outcome`], [`sarif`], [`text`]).
//!
//! The debugger, called the confirmer, is one Java source file, started with the user's `java`. It knows bytecode,
//! breakpoints and threads; only [`plan`] knows queries.

pub mod outcome;
pub mod plan;
pub mod run;
pub mod sarif;
pub mod text;

pub use outcome::{Outcome, Proof, Thread};
pub use plan::Plan;
