//! The data seam: what evaluation needs from a database. `quarrel-store` implements it over SQLite, [`MemDb`] over rows
//! in memory. It yields columns of 32-bit values; texts cross only when an operation or a result needs them.

use crate::limits::Meter;
use crate::value::Values;
use quarrel_base::catalog::Catalog;
use std::borrow::Cow;
use std::fmt;

mod memory;

pub use memory::{Cell, MemDb};

/// Rows by column. Every column has `len` values; `len` alone says whether a relation without columns holds.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Columns {
    /// How many rows.
    pub len: usize,
    /// The columns.
    pub columns: Vec<Vec<u32>>,
}

impl Columns {
    /// The given rows, sorted (by unsigned value, first column first) and distinct.
    pub fn from_rows(width: usize, mut rows: Vec<Vec<u32>>) -> Self {
        rows.sort_unstable();
        rows.dedup();
        let mut columns = vec![Vec::with_capacity(rows.len()); width];
        for row in &rows {
            for (column, value) in columns.iter_mut().zip(row) {
                column.push(*value);
            }
        }
        Self { len: rows.len(), columns }
    }
    /// One row.
    pub fn row(&self, at: usize) -> Vec<u32> {
        self.columns.iter().map(|column| column[at]).collect()
    }
    /// All rows in order.
    pub fn rows(&self) -> impl Iterator<Item = Vec<u32>> + '_ {
        (0..self.len).map(|at| self.row(at))
    }
}

/// Why reading a database failed. Each message stands alone and says what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EdbError {
    /// The database has no relation of this name.
    NoSuchRelation(String),
    /// The relation of that name has no such column.
    NoSuchColumn {
        /// The relation.
        relation: String,
        /// The requested column.
        column: usize,
    },
    /// A stored value contradicts the schema.
    BadValue {
        /// The relation.
        relation: String,
        /// The column's name.
        column: String,
        /// What was found.
        found: String,
    },
    /// Any other read error.
    Read(String),
    /// [`Values::check`] requested the stop.
    Interrupted,
}

impl fmt::Display for EdbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EdbError::NoSuchRelation(name) => write!(f, "the database has no relation `{name}`"),
            EdbError::NoSuchColumn { relation, column } => {
                write!(f, "the relation `{relation}` of the database has no column {column}")
            }
            EdbError::BadValue { relation, column, found } => {
                write!(
                    f,
                    "column `{column}` of the relation `{relation}` holds {found}; the database is damaged"
                )
            }
            EdbError::Read(text) => write!(f, "cannot read the database: {text}"),
            EdbError::Interrupted => write!(f, "reading the database was interrupted"),
        }
    }
}

impl std::error::Error for EdbError {}

/// A path relative to the source root: the part below it, or `../lib/A.java` beside it. A path that shares no folder
/// with the root stays unchanged.
pub fn below_root<'a>(path: &'a str, root: Option<&str>) -> Cow<'a, str> {
    let Some(root) = root.map(|root| root.trim_end_matches('/')) else { return path.into() };
    if let Some(rest) = path.strip_prefix(root).and_then(|rest| rest.strip_prefix('/')) {
        return rest.into();
    }
    let common = root.split('/').zip(path.split('/')).take_while(|(ours, theirs)| ours == theirs).count();
    if common < 2 {
        return path.into();
    }
    let up = root.split('/').skip(common).map(|_| "..");
    up.chain(path.split('/').skip(common)).collect::<Vec<_>>().join("/").into()
}

/// A database that describes itself. Its strings have ids from 1 to [`Edb::string_count`].
pub trait Edb: Sync {
    /// Its schema.
    fn catalog(&self) -> &Catalog;
    /// The rows of a relation projected to `columns` (indices in the order wanted, possibly none), sorted by unsigned
    /// value, first column first, and distinct. Strings are the database's ids; floats and dates are interned in
    /// `values`, which belongs to this database. The error is [`EdbError::Interrupted`] if [`Values::check`] requests a
    /// stop.
    fn load(&self, relation: &str, columns: &[usize], values: &Values<'_>) -> Result<Columns, EdbError>;
    /// Like [`Edb::load`], only the rows whose column `key` is one of `keys` (ascending, distinct); `None` if the
    /// database cannot find them quickly.
    fn load_keyed(
        &self,
        _relation: &str,
        _columns: &[usize],
        _key: usize,
        _keys: &[u32],
        _values: &Values<'_>,
    ) -> Option<Result<Columns, EdbError>> {
        None
    }
    /// How the rows that [`Edb::load`] returns differ from those that it returned before the last change of the database:
    /// the rows that are gone, and those that are new. `None` if that is not known.
    fn changes(
        &self,
        _relation: &str,
        _columns: &[usize],
        _values: &Values<'_>,
    ) -> Option<Result<[Columns; 2], EdbError>> {
        None
    }
    /// The folder that contains all paths of result locations, which are shown relative to it; `None` if they are
    /// relative already.
    fn source_root(&self) -> Option<&str> {
        None
    }
    /// The number of rows of a relation; `None` if only reading it would tell.
    fn row_count(&self, relation: &str) -> Option<u64>;
    /// The highest string id.
    fn string_count(&self) -> u32;
    /// The text of a string id of the database; `None` if it has no such id. If this reads many texts at once and the
    /// meter requests a stop, the error is [`EdbError::Interrupted`].
    fn text(&self, id: u32, meter: &Meter) -> Result<Option<&str>, EdbError>;
    /// The id of a text, `None` if the database does not hold it; can be interrupted like [`Edb::text`].
    fn find_text(&self, text: &str, meter: &Meter) -> Result<Option<u32>, EdbError>;
}
