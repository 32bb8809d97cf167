//! Analyses many repositories into one results database. [`run`] reads a [`list`], fetches the [`source`] of each
//! repository, analyses it in its own process ([`child`]) and writes a record to the [`results`]; [`report`] shows results,
//! draws samples and imports verdicts; [`fit`] learns the points of evidence.

pub mod archive;
pub mod child;
pub mod fit;
pub mod list;
pub mod report;
pub mod results;
pub mod run;
pub mod source;
