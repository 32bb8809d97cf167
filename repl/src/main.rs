//! The `quarrel` binary.
fn main() {}
