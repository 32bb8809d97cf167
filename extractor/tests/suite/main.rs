//! Whole extractions: small trees in, databases out.

mod classpath;
mod extraction;
mod golden;
mod hostile;
mod support;
