//! Whole extractions: small trees in, databases out; and what names and calls are bound to.

mod beside;
mod bound;
mod classpath;
mod extraction;
mod fuzz;
mod golden;
mod hostile;
mod resolve;
mod support;
