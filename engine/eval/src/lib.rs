//! Evaluates stratified Datalog bottom-up.

pub mod graph;
pub mod index;
pub mod relation;
