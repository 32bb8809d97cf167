//! Findings made to happen. Findings flow in, as the lines of a JSON report; a plan of places is made from them
//! ([`plan`]), a debugger watches over a program that runs ([`run`]), and what happened flows out ([`outcome`]) and into
//! reports ([`sarif`], [`text`]).
//!
//! The debugger is one Java source file, started with the user's own `java`. It knows bytecode, breakpoints and threads,
//! and nothing of queries: [`plan`] alone says which finding is about what.

pub mod outcome;
pub mod plan;
pub mod run;
pub mod sarif;
pub mod text;

pub use outcome::{Outcome, Proof, Thread};
pub use plan::Plan;
