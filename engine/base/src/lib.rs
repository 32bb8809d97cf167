//! What every stage of the engine shares: typed indices, source text and places in it, diagnostics, and the
//! catalog of the database. Nothing flows through here; the other crates import it and it imports none of them.

pub mod aggregate;
pub mod budget;
pub mod catalog;
pub mod diag;
pub mod ids;
mod memory;
pub mod similar;
pub mod source;

pub use aggregate::AggregateOp;
pub use diag::{Code, Diagnostic, Severity};
pub use ids::IndexVec;
pub use memory::resident;
pub use source::{FileId, SourceMap, Span};
