//! What the writer and the reader of code databases agree on, so that neither needs to know the other: the version of the
//! format, and the [`Filter`]s by which several relations share a table.

mod filter;

pub use filter::{Filter, quoted};

/// The version of the format: what a database says under `format_version` in its table `quarrel_meta`.
pub const FORMAT_VERSION: i64 = 1;
