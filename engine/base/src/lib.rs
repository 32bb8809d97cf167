//! What all stages of the engine share: typed indices, source texts and spans, diagnostics, and the catalog of the
//! database. Other crates import this one; it imports none of them.

pub mod aggregate;
pub mod budget;
pub mod catalog;
pub mod diag;
pub mod ids;
pub mod source;

pub use aggregate::AggregateOp;
pub use diag::{Code, Diagnostic, Severity};
pub use ids::IndexVec;
pub use source::{FileId, SourceMap, Span};
