//! The grammar, the formatter and random sources, in one binary.

mod format;
mod grammar;
#[path = "support/shape.rs"]
mod shape;
mod sources;
