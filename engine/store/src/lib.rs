//! Reads a code database in SQLite. A path flows in; an [`Edb`] that loads the columns asked for flows out, or an
//! [`OpenError`] that says what to do. The file is opened read-only and never changed; the database says itself
//! where its relations lie (tables `quarrel_meta`, `quarrel_relations`, `quarrel_strings`).

mod open;
mod source;
mod texts;

pub use open::OpenError;

use quarrel_base::catalog::{Catalog, ColumnType, Relation};
use quarrel_eval::edb::{Columns, Edb, EdbError};
use quarrel_eval::relation::{Table, sort::sort_distinct};
use quarrel_eval::value::{FIRST_TUPLE, Values};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use rustc_hash::FxHashMap;
use source::Source;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use texts::Texts;

/// The format that this engine reads: the `format_version` of `quarrel_meta`.
pub const FORMAT_VERSION: i64 = 1;

/// An open code database.
#[derive(Debug)]
pub struct SqliteDb {
    path: PathBuf,
    catalog: Catalog,
    /// By relation name.
    sources: FxHashMap<String, Vec<Source>>,
    meta: Vec<(String, String)>,
    texts: Texts,
    /// Connections that nobody uses now; each reader takes one, so that readers run side by side.
    idle: Mutex<Vec<Connection>>,
}

impl SqliteDb {
    /// Opens a database and reads what it says about itself, no rows.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let opened = open::open(path)?;
        Ok(Self {
            path: path.to_owned(),
            catalog: opened.catalog,
            sources: opened.sources,
            meta: opened.meta,
            texts: Texts::new(opened.string_count),
            idle: Mutex::new(vec![opened.connection]),
        })
    }
    /// What the database says about itself under a key of `quarrel_meta`, such as `source_root`.
    pub fn meta(&self, key: &str) -> Option<&str> {
        self.meta.iter().find(|(have, _)| have == key).map(|(_, value)| value.as_str())
    }
    /// All of `quarrel_meta` by key, but for the schema's text.
    pub fn all_meta(&self) -> impl Iterator<Item = (&str, &str)> {
        let others = self.meta.iter().filter(|(key, _)| key != "dbscheme");
        others.map(|(key, value)| (key.as_str(), value.as_str()))
    }
    /// Runs something on a connection of its own.
    fn with<T>(&self, work: impl FnOnce(&Connection) -> Result<T, rusqlite::Error>) -> Result<T, EdbError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle().pop();
        let run = || {
            let connection = match known {
                Some(connection) => connection,
                None => open::connect(&self.path)?,
            };
            let result = work(&connection)?;
            idle().push(connection);
            Ok(result)
        };
        run().map_err(|error: rusqlite::Error| EdbError::Read(error.to_string()))
    }
    /// Adds the rows of one source to the columns.
    fn read(
        &self,
        source: &Source,
        declared: &Relation,
        columns: &[usize],
        values: &Values<'_>,
        table: &mut Table,
    ) -> Result<(), EdbError> {
        let damaged = |text: String| EdbError::Read(format!("the relation `{}` {text}", declared.name));
        if source.columns.len() != declared.columns.len() {
            return Err(damaged("is stored with another number of columns than declared".to_owned()));
        }
        let sql = source.select(columns);
        let types: Vec<&ColumnType> = columns.iter().map(|column| &declared.columns[*column].ty).collect();
        let mut bad = None;
        self.with(|connection| {
            let mut statement = connection.prepare(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                for (at, ty) in types.iter().enumerate() {
                    let stored = row.get_ref(at)?;
                    match value(ty, stored, values) {
                        Some(value) => table.cols[at].push(value),
                        None => {
                            bad = Some((columns[at], format!("{stored:?}")));
                            return Ok(());
                        }
                    }
                }
                table.len += 1;
            }
            Ok(())
        })?;
        match bad {
            None => Ok(()),
            Some((column, found)) => Err(EdbError::BadValue {
                relation: declared.name.clone(),
                column: declared.columns[column].name.clone(),
                found,
            }),
        }
    }
}

/// A stored value as the 32 bits of its kind; `None` if it cannot be one.
#[inline]
fn value(ty: &ColumnType, stored: ValueRef<'_>, values: &Values<'_>) -> Option<u32> {
    match (ty, stored) {
        (ColumnType::Int, ValueRef::Integer(int)) => i32::try_from(int).ok().map(i32::cast_unsigned),
        (ColumnType::Entity(_), ValueRef::Integer(id)) => {
            u32::try_from(id).ok().filter(|id| *id < FIRST_TUPLE)
        }
        (ColumnType::String, ValueRef::Integer(id)) => u32::try_from(id).ok(),
        (ColumnType::Boolean, ValueRef::Integer(truth)) => u32::try_from(truth).ok().filter(|bit| *bit < 2),
        (ColumnType::Float, ValueRef::Real(float)) => Some(values.float(float)),
        (ColumnType::Float, ValueRef::Integer(int)) => Some(values.float(int as f64)),
        (ColumnType::Date, ValueRef::Integer(millis)) => Some(values.date(millis)),
        _ => None,
    }
}

impl Edb for SqliteDb {
    fn catalog(&self) -> &Catalog {
        &self.catalog
    }
    fn load(&self, relation: &str, columns: &[usize], values: &Values<'_>) -> Result<Columns, EdbError> {
        let missing = || EdbError::NoSuchRelation(relation.to_owned());
        let declared = self.catalog.relation(relation).ok_or_else(missing)?;
        let sources = self.sources.get(relation).ok_or_else(missing)?;
        if let Some(&column) = columns.iter().find(|column| **column >= declared.columns.len()) {
            return Err(EdbError::NoSuchColumn { relation: relation.to_owned(), column });
        }
        let mut table = Table::empty(columns.len());
        let known = sources.iter().map(|source| source.rows).sum::<u64>();
        let room = usize::try_from(known).unwrap_or(0).min(1 << 28);
        table.cols.iter_mut().for_each(|column| column.reserve(room));
        for source in sources {
            self.read(source, declared, columns, values, &mut table)?;
        }
        let table = sort_distinct(table);
        Ok(Columns { len: table.len, columns: table.cols })
    }
    fn row_count(&self, relation: &str) -> Option<u64> {
        Some(self.sources.get(relation)?.iter().map(|source| source.rows).sum())
    }
    fn string_count(&self) -> u32 {
        self.texts.count()
    }
    fn text(&self, id: u32) -> Result<Option<&str>, EdbError> {
        self.texts.text(id, self)
    }
    fn find_text(&self, text: &str) -> Result<Option<u32>, EdbError> {
        self.texts.find(text, self)
    }
    fn load_texts(&self) -> Result<(), EdbError> {
        self.texts.load(self).map(|_| ())
    }
}
