//! Whole extractions: small trees in, databases out.

mod classpath;
mod extraction;
mod fuzz;
mod golden;
mod hostile;
mod support;
