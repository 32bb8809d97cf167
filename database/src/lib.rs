//! The format of code databases, shared by writer and reader: its version, the [`Filter`]s by which several relations
//! share a table, and how rows of a table change ([`TableChange`]).

mod filter;

pub use filter::{Filter, quoted};

/// The version of the format: the value of `format_version` in the table `quarrel_meta`.
pub const FORMAT_VERSION: i64 = 1;

/// The values of a row of a table; `None` for null.
pub type Row = Vec<Option<i64>>;

/// The rows that an update has removed from a table and added to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableChange {
    /// The name of the table.
    pub table: String,
    /// Rows of before, with the columns of the table.
    pub removed: Vec<Row>,
    /// Rows of now.
    pub added: Vec<Row>,
}
