//! Whole extractions of small trees; and the bindings of names and calls.

mod beside;
mod bound;
mod canonical;
mod classpath;
mod extraction;
mod fuzz;
mod golden;
mod hostile;
mod ids;
mod resolve;
mod support;
