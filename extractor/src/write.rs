//! Stores rows in a SQLite file.
//!
//! In: [`FileFacts`] in path order, and an [`Identify`] that resolves their symbolic entities. Out: a database that
//! appears under its name when it is complete. One thread calls the writer; it alone assigns ids, in the order of
//! arrival, so that the number of other threads does not matter. Rows with ids go to a thread that stores them
//! ([`storing`]), in that order.
//!
//! SQLite creates the tables, [`btree`] writes rows and texts past it, and SQLite adds descriptions and views.

mod btree;
mod fingerprint;
pub mod meta;
pub mod order;
mod storing;
mod strings;
pub(crate) mod tables;
pub(crate) mod update;

use std::io;
use std::path::{Path, PathBuf};

use quarrel_common::always;
use quarrel_files::Pending;
use rusqlite::{Connection, OpenFlags};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::error::{Error, WriteError};
use crate::facts::batch::{EntKind, FileFacts, TextKey, TextRef, cell_of_number, entity_cell, text_cell};
use crate::facts::ids::{Assigned, Identify, Ids};
use crate::facts::keys::Key;
use crate::facts::schema::Schema;
use crate::facts::storage::{CellKind, Storage, Table};
use crate::limits::Watch;
use btree::{PageFile, Tree};
use storing::{Batch, Store, Storing};
use strings::Strings;
use tables::Tables;

/// A database being written.
#[derive(Debug)]
pub struct Writer {
    target: PathBuf,
    // Before the file, so that it is closed when the file is removed.
    storing: Storing,
    file: Pending,
    strings: Strings,
    schema: Schema,
    storage: Storage,
    layout: Vec<TableLayout>,
    /// By table: the number of the next row, if rows have no ids.
    next_rows: Vec<Option<i64>>,
    is_scratch: bool,
    /// The ids given so far.
    pub ids: Ids,
    /// The ids of the local entities of one file.
    locals: Vec<u32>,
}

impl Writer {
    /// Begins a database for `target`. An existing file stays until [`Writer::finish`].
    ///
    /// With `is_scratch` (one run reads the database and then removes it), there is no index for looking up texts.
    ///
    /// # Errors
    /// If the folder of `target` refuses the file, or there is a file that is no database of ours.
    pub fn create(target: &Path, is_scratch: bool, ids: Ids) -> Result<Writer, WriteError> {
        let target_error = |source| WriteError::Target { path: target.to_owned(), source };
        let file = check_target(target)?;
        let (schema, storage) = Storage::java().map_err(|error| {
            target_error(io::Error::new(io::ErrorKind::InvalidData, format!("in the schema: {error}")))
        })?;
        let create = || -> rusqlite::Result<(Tables, Tree, Tree)> {
            let connection = connect(file.path())?;
            connection.execute_batch(
                "begin;
                 create table quarrel_sources(file_id integer primary key, zstd blob not null);",
            )?;
            let tables = Tables::create(&connection, &storage)?;
            connection
                .execute_batch("create table quarrel_strings(id integer primary key, text text not null);")?;
            let strings = Tree::new(tables::root(&connection, "quarrel_strings")?);
            let sources = Tree::new(tables::root(&connection, "quarrel_sources")?);
            connection.execute_batch("commit")?;
            connection.close().map_err(|(_, error)| error)?;
            Ok((tables, strings, sources))
        };
        let (tables, strings, sources) = create().map_err(|error| failed(target, error))?;
        let begin = || {
            let pages = PageFile::open(file.path())?;
            Storing::begin(Store::new(pages, tables, strings, sources, ids.first_end()))
        };
        let storing = begin().map_err(|error| not_written(target, error))?;
        Ok(Writer {
            target: target.to_owned(),
            storing,
            file,
            strings: Strings::default(),
            layout: storage.tables.iter().map(TableLayout::new).collect(),
            next_rows: storage.tables.iter().map(|table| (!tables::has_key(table)).then_some(1)).collect(),
            schema,
            storage,
            is_scratch,
            ids,
            locals: Vec::new(),
        })
    }

    /// Takes over the texts of an earlier database ([`earlier_texts`]), those too that nothing mentions any more.
    ///
    /// # Errors
    /// If the disk is full or the file cannot be written.
    pub fn take_texts(&mut self, texts: Vec<String>) -> Result<(), WriteError> {
        for text in &texts {
            always!(self.strings.take_over(text));
        }
        self.store(Batch::Texts(texts))
    }

    fn store(&mut self, batch: Batch) -> Result<(), WriteError> {
        self.storing.store(batch).map_err(|e| not_written(&self.target, e))
    }

    /// Stores the rows of one file. The file's own entities get consecutive ids, or those that its pieces had before;
    /// `scope` is the key of the file. Returns the places of rows without ids.
    ///
    /// # Errors
    /// If the disk is full or the file cannot be written, or there are more entities than ids.
    pub(crate) fn commit(
        &mut self,
        mut facts: FileFacts,
        scope: Key,
        identify: &mut dyn Identify,
    ) -> Result<Vec<RowRange>, WriteError> {
        let (mut texts, mut names) = (Vec::new(), Vec::new());
        let Writer { strings, ids, layout, locals, .. } = self;
        let own = strings.own(&facts, &mut texts);
        number_cells(&mut facts, scope, layout, locals, ids, identify, |table, text, identify| match text {
            TextRef::Own(number) => own.get(number as usize).copied(),
            TextRef::Symbol(number) => {
                let (id, new) = strings.symbol(number, identify);
                names.extend(new.map(|name| (table, name)));
                Some(id)
            }
        });
        let mut ranges = Vec::new();
        for (table, cells) in facts.tables.iter().enumerate().filter(|(_, cells)| !cells.is_empty()) {
            if let Some(next) = &mut self.next_rows[table] {
                let count = (cells.len() / self.layout[table].width) as u32;
                ranges.push(RowRange { table: table as u32, first: *next, count });
                *next += i64::from(count);
            }
        }
        if self.ids.are_used_up() || self.strings.are_used_up() {
            return Err(WriteError::TooMany);
        }
        self.store(Batch::Rows { facts, texts, names })?;
        Ok(ranges)
    }

    /// Stores the source text of a file, compressed.
    ///
    /// # Errors
    /// If the disk is full or the file cannot be written.
    pub fn source(&mut self, file: u32, compressed: Vec<u8>) -> Result<(), WriteError> {
        self.store(Batch::Source { file, compressed })
    }

    /// Stores the rest, adds the description, and puts the database in place. Returns the number of rows of each
    /// relation and the size of the file in bytes.
    ///
    /// # Errors
    /// If the disk is full, SQLite fails, the file cannot be renamed, or a limit is reached.
    pub fn finish(self, entries: &[meta::Entry], watch: &Watch) -> Result<Finished, Error> {
        let Writer { target, mut storing, file, schema, storage, is_scratch, ids, .. } = self;
        let mut entries = entries.to_vec();
        let mut fingerprint = String::new();
        let mut fill = || {
            let store = storing.end()?;
            fingerprint = store.fingerprint(&entries);
            entries.push(meta::Entry::text("fingerprint", fingerprint.as_str()));
            store.finish()
        };
        let ended = fill().map_err(|error| not_written(&target, error))?;
        watch.check()?;
        let describe = |connection: &mut Connection| -> rusqlite::Result<Vec<(String, u64)>> {
            // SQLite calls this now and then; a statement that is stopped fails.
            let stop = watch.stop().clone();
            connection.progress_handler(OPERATIONS, Some(move || stop.is_set()))?;
            connection.execute_batch("begin")?;
            ended.late.insert(connection)?;
            let rows = meta::describe(connection, &schema, &storage, &ended.counts, &entries)?;
            if !is_scratch {
                connection.execute_batch("create index quarrel_strings_text on quarrel_strings(text)")?;
            }
            connection.execute_batch("commit")?;
            Ok(rows)
        };
        let mut connection = connect(file.path()).map_err(|e| failed(&target, e))?;
        let rows = describe(&mut connection);
        let closed = connection.close();
        watch.check()?;
        let rows = rows.map_err(|e| failed(&target, e))?;
        closed.map_err(|(_, error)| failed(&target, error))?;
        let bytes = std::fs::metadata(file.path()).map_or(0, |m| m.len());
        file.commit().map_err(|source| not_written(&target, source))?;
        Ok(Finished { rows, bytes, assigned: ids.assigned(&fingerprint) })
    }
}

/// The number of columns of a table, and which of them hold entities and strings.
#[derive(Debug)]
pub(crate) struct TableLayout {
    pub(crate) width: usize,
    symbolic: Vec<(usize, CellKind)>,
}

impl TableLayout {
    pub(crate) fn new(table: &Table) -> TableLayout {
        let columns = table.sql_columns();
        let kinds = columns.iter().map(|column| column.1).enumerate();
        TableLayout {
            width: columns.len(),
            symbolic: kinds.filter(|(_, kind)| *kind != CellKind::Int).collect(),
        }
    }
}

/// Rows of one file in a table whose rows have no ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RowRange {
    pub(crate) table: u32,
    pub(crate) first: i64,
    pub(crate) count: u32,
}

/// Replaces entities and texts in all cells by ids; `locals` is room for the ids of the file's own entities.
pub(crate) fn number_cells(
    facts: &mut FileFacts,
    scope: Key,
    layout: &[TableLayout],
    locals: &mut Vec<u32>,
    ids: &mut Ids,
    identify: &mut dyn Identify,
    mut text_id: impl FnMut(usize, TextRef, &dyn Identify) -> Option<u32>,
) {
    locals.clear();
    for (key, count) in facts.pieces() {
        let first = ids.of_piece(scope.with(key.0), count);
        locals.extend(first..first.saturating_add(count));
    }
    for (table, cells) in facts.tables.iter_mut().enumerate() {
        let TableLayout { width, symbolic } = &layout[table];
        for row in cells.chunks_exact_mut(*width) {
            for &(at, kind) in symbolic {
                let number = match kind {
                    CellKind::Int => continue,
                    CellKind::Entity => entity_cell(row[at]).map(|entity| match entity.parts() {
                        (EntKind::Local, index) => locals[index as usize],
                        (EntKind::Fixed, index) => index,
                        (kind, index) => {
                            let id = identify.entity(kind, index, ids);
                            ids.mention(id);
                            id
                        }
                    }),
                    CellKind::String => text_cell(row[at]).and_then(|text| text_id(table, text, &*identify)),
                };
                row[at] = cell_of_number(number);
            }
        }
    }
}

/// The texts of the database with that fingerprint, in the order of their ids; `None` if the file is another one, or
/// cannot be read.
pub fn earlier_texts(path: &Path, fingerprint: &str) -> Option<Vec<String>> {
    let read = || -> rusqlite::Result<Option<Vec<String>>> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let found: String =
            connection.query_row("select value from quarrel_meta where key = 'fingerprint'", [], |row| {
                row.get(0)
            })?;
        if found != fingerprint {
            return Ok(None);
        }
        let mut all = connection.prepare("select id, text from quarrel_strings order by id")?;
        let mut rows = all.query([])?;
        let (mut texts, mut seen) = (Vec::new(), FxHashSet::default());
        while let Some(row) = rows.next()? {
            let (id, text): (i64, String) = (row.get(0)?, row.get(1)?);
            // Ids have no gaps, and no two texts are equal.
            if id != texts.len() as i64 + 1 || !seen.insert(TextKey::of(&text)) {
                return Ok(None);
            }
            texts.push(text);
        }
        Ok(Some(texts))
    };
    read().ok().flatten()
}

/// A connection for a file that nobody else knows yet.
pub(crate) fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.execute_batch(&format!(
        "pragma page_size = {}; pragma journal_mode = off; pragma synchronous = off;
         pragma locking_mode = exclusive; pragma cache_size = -65536; pragma temp_store = memory;",
        btree::PAGE
    ))?;
    Ok(connection)
}

/// The number of SQLite's operations between two checks of the limits.
const OPERATIONS: std::ffi::c_int = 10_000;

/// A finished database.
#[derive(Debug, Clone)]
pub struct Finished {
    /// Rows of each relation, in the order of the schema.
    pub rows: Vec<(String, u64)>,
    /// Size of the file.
    pub bytes: u64,
    /// The ids, if they are remembered.
    pub assigned: Option<Assigned>,
}

/// Checks that a database can be written to `target`, and begins it.
///
/// # Errors
/// If the folder of `target` refuses the file, or there is a file that is neither empty nor a database of ours.
pub fn check_target(target: &Path) -> Result<Pending, WriteError> {
    // A pipe or a device receives it as bytes.
    let is_file = std::fs::metadata(target).is_ok_and(|found| found.is_file() && found.len() > 0);
    if is_file && !is_ours(target) {
        return Err(WriteError::Occupied { path: target.to_owned() });
    }
    Pending::create(target).map_err(|source| WriteError::Target { path: target.to_owned(), source })
}

/// Whether a file is a database with our description.
fn is_ours(path: &Path) -> bool {
    let described = || -> rusqlite::Result<bool> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let tables = "select count(*) from sqlite_master where name in ('quarrel_meta', 'quarrel_relations')";
        connection.query_row(tables, [], |row| Ok(row.get::<_, i64>(0)? == 2))
    };
    described().unwrap_or(false)
}

pub(crate) fn failed(target: &Path, error: rusqlite::Error) -> WriteError {
    let path = target.to_owned();
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => WriteError::DiskFull { path },
        _ => WriteError::Sqlite { path, source: error },
    }
}

pub(crate) fn not_written(target: &Path, error: io::Error) -> WriteError {
    let path = target.to_owned();
    match error.kind() {
        io::ErrorKind::StorageFull => WriteError::DiskFull { path },
        _ => WriteError::Target { path, source: error },
    }
}
