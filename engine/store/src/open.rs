//! Opens a database file and checks that it is a code database.

use crate::source::{Source, Stored};
use quarrel_base::catalog::{self, Catalog};
use quarrel_base::diag::Diagnostic;
use quarrel_base::source::SourceMap;
use quarrel_columns::value::FIRST_TUPLE;
use quarrel_database::{FORMAT_VERSION, Filter};
use rusqlite::{Connection, OpenFlags};
use rustc_hash::FxHashMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// Why a database cannot be opened. Each message stands alone and says what to do.
#[derive(Debug)]
pub enum OpenError {
    /// The file does not exist.
    Missing(PathBuf),
    /// The file is not an SQLite database.
    NotSqlite(PathBuf),
    /// It is an SQLite database, but not a code database.
    NotACodeDatabase(PathBuf),
    /// It has another format version.
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its format version.
        found: String,
    },
    /// Its description of itself is invalid.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Any other error of SQLite or the system.
    Other {
        /// The file.
        path: PathBuf,
        /// The error's message.
        what: String,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const AGAIN: &str = "make it anew with `quarrel extract`";
        match self {
            OpenError::Missing(path) => {
                write!(f, "there is no database `{}`; `quarrel extract` makes one", path.display())
            }
            OpenError::NotSqlite(path) => {
                write!(
                    f,
                    "`{}` is not an SQLite database; give the file that `quarrel extract` wrote",
                    path.display()
                )
            }
            OpenError::NotACodeDatabase(path) => write!(
                f,
                "`{}` is an SQLite database, but not one that `quarrel extract` wrote",
                path.display()
            ),
            OpenError::OtherVersion { path, found } => write!(
                f,
                "`{}` has the format {found}, this program reads format {FORMAT_VERSION}; {AGAIN}",
                path.display()
            ),
            OpenError::Damaged { path, what } => {
                write!(f, "the database `{}` is damaged: {what}; {AGAIN}", path.display())
            }
            OpenError::Other { path, what } => {
                write!(f, "cannot open the database `{}`: {what}", path.display())
            }
        }
    }
}

impl std::error::Error for OpenError {}

pub(crate) struct Opened {
    pub(crate) connection: Connection,
    pub(crate) catalog: Catalog,
    pub(crate) sources: FxHashMap<String, Vec<Source>>,
    pub(crate) meta: Vec<(String, String)>,
    pub(crate) string_count: u32,
    /// Whether an index lets SQLite find a text without reading all of them.
    pub(crate) finds_texts: bool,
}

/// Opens a read-only connection.
pub(crate) fn connect(path: &Path) -> Result<Connection, rusqlite::Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.execute_batch("PRAGMA query_only = 1;")?;
    Ok(connection)
}

pub(crate) fn open(path: &Path) -> Result<Opened, OpenError> {
    let own = || path.to_owned();
    if !path.exists() {
        return Err(OpenError::Missing(own()));
    }
    let classify = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => OpenError::NotSqlite(own()),
        Some(rusqlite::ErrorCode::DatabaseCorrupt) => {
            OpenError::Damaged { path: own(), what: error.to_string() }
        }
        _ => OpenError::Other { path: own(), what: error.to_string() },
    };
    let damaged = |what: String| OpenError::Damaged { path: own(), what };
    let connection = connect(path).map_err(classify)?;
    // An empty file is a valid empty SQLite database; this query rejects it too.
    let ours = "SELECT count(*) FROM sqlite_master WHERE name IN ('quarrel_meta', 'quarrel_relations', 'quarrel_strings')";
    let tables: i64 = connection.query_row(ours, [], |row| row.get(0)).map_err(classify)?;
    if tables != 3 {
        return Err(OpenError::NotACodeDatabase(own()));
    }
    let meta = read_meta(&connection).map_err(classify)?;
    let lookup = |key: &str| meta.iter().find(|(have, _)| have == key).map(|(_, value)| value.as_str());
    let found = lookup("format_version").unwrap_or("unknown");
    if found != FORMAT_VERSION.to_string() {
        return Err(OpenError::OtherVersion { path: own(), found: found.to_owned() });
    }
    let text = lookup("dbscheme").ok_or_else(|| damaged("it has no schema".to_owned()))?;
    let mut texts = SourceMap::new();
    let file = texts.add("the database's schema", text);
    let (catalog, diagnostics) = catalog::parse(file, text);
    if let Some(first) = diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        return Err(damaged(format!("its schema has an error: {}", place(first, &texts))));
    }
    let sources = read_sources(&connection).map_err(classify)?.map_err(damaged)?;
    let mut tables: Vec<&str> = sources.values().flatten().map(|source| source.table.as_str()).collect();
    tables.push("quarrel_strings");
    tables.sort_unstable();
    tables.dedup();
    for table in tables {
        if !is_plain_table(&connection, table).map_err(classify)? {
            return Err(damaged(format!("`{table}` is no plain table")));
        }
    }
    if let Some(relation) = catalog.relations.iter().find(|relation| !sources.contains_key(&relation.name)) {
        return Err(damaged(format!("it does not say where the relation `{}` lies", relation.name)));
    }
    let count = "SELECT coalesce(max(id), 0) FROM quarrel_strings";
    let count: i64 = connection.query_row(count, [], |row| row.get(0)).map_err(classify)?;
    // Each string takes some bytes of the file, and ids have no gaps.
    let size = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let fits = u64::try_from(count).is_ok_and(|count| count <= size / 4);
    let string_count = u32::try_from(count)
        .ok()
        .filter(|count| fits && *count < FIRST_TUPLE)
        .ok_or_else(|| damaged(format!("it has a string with the id {count}")))?;
    let indexes = "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND tbl_name = 'quarrel_strings'";
    let indexes: i64 = connection.query_row(indexes, [], |row| row.get(0)).map_err(classify)?;
    Ok(Opened { connection, catalog, sources, meta, string_count, finds_texts: indexes > 0 })
}

/// Whether a table of that name only stores rows: no view, virtual table or generated column, which could compute
/// anything.
fn is_plain_table(connection: &Connection, name: &str) -> Result<bool, rusqlite::Error> {
    let mut statement = connection
        .prepare_cached("SELECT coalesce(sql, '') FROM sqlite_master WHERE type = 'table' AND name = ?1")?;
    let mut rows = statement.query([name])?;
    let Some(row) = rows.next()? else { return Ok(false) };
    let sql: String = row.get(0)?;
    let mut words = sql.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    Ok(!words.any(|word| ["as", "virtual", "generated"].iter().any(|other| word.eq_ignore_ascii_case(other))))
}

fn place(diagnostic: &Diagnostic, texts: &SourceMap) -> String {
    let (line, column) = texts.line_column(diagnostic.primary);
    format!("line {line}, column {column}: {}", diagnostic.message)
}

fn read_meta(connection: &Connection) -> Result<Vec<(String, String)>, rusqlite::Error> {
    let mut statement =
        connection.prepare("SELECT key, CAST(value AS TEXT) FROM quarrel_meta ORDER BY key")?;
    let rows = statement
        .query_map([], |row| Ok((row.get(0)?, row.get::<_, Option<String>>(1)?.unwrap_or_default())))?;
    rows.collect()
}

type Sources = FxHashMap<String, Vec<Source>>;

fn read_sources(connection: &Connection) -> Result<Result<Sources, String>, rusqlite::Error> {
    let mut sources = Sources::default();
    let mut statement = connection.prepare(
        "SELECT name, source_table, columns, coalesce(filter, ''), rows FROM quarrel_relations ORDER BY name, ord",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (name, columns): (String, String) = (row.get(0)?, row.get(2)?);
        let list = columns.split(',').filter(|column| !column.trim().is_empty());
        let Some(stored) = list.map(Stored::parse).collect::<Option<Vec<_>>>() else {
            return Ok(Err(format!("it says that `{name}` lies in the columns `{columns}`")));
        };
        let rows: Option<i64> = row.get(4)?;
        let rows = rows.and_then(|rows| u64::try_from(rows).ok()).unwrap_or(0);
        let filter: String = row.get(3)?;
        let Some(filter) = Filter::parse(&filter) else {
            return Ok(Err(format!(
                "it says that `{name}` lies where `{filter}`, which is no condition on columns"
            )));
        };
        let source = Source { table: row.get(1)?, columns: stored, filter, rows };
        sources.entry(name).or_default().push(source);
    }
    Ok(Ok(sources))
}
