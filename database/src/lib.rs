//! The format of code databases, shared by writer and reader: its version, and the [`Filter`]s by which several
//! relations share a table.

mod filter;

pub use filter::{Filter, quoted};

/// The version of the format: the value of `format_version` in the table `quarrel_meta`.
pub const FORMAT_VERSION: i64 = 1;
