//! Java patterns as Rust has them, compiled once each.

/// Compiled patterns by text.
#[derive(Default, Debug)]
pub struct Patterns {}
