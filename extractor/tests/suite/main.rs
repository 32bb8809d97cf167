//! Whole extractions: small trees in, databases out.

mod extraction;
mod golden;
mod support;
