//! Reads a code database in SQLite: a path becomes an [`Edb`], or an [`OpenError`] that says what to do. The file is
//! opened read-only; the database itself says where its relations are (tables `quarrel_meta`, `quarrel_relations`,
//! `quarrel_strings`). Whole numbers are read from the pages of the file (`pages`), everything else through SQLite.
//! Columns can stay in memory for the next query of a session (`kept`) or in the user's cache for the next process
//! (`cache`).

mod cache;
mod files;
mod kept;
mod open;
mod pages;
mod source;
mod texts;

pub use open::OpenError;

use cache::CachedColumns;
use kept::Kept;
use pages::{Layout, Pages, Wanted};
use quarrel_base::catalog::{Catalog, Column, ColumnType, Relation};
use quarrel_columns::edb::{Columns, Edb, EdbError};
use quarrel_columns::relation::{Table, sort::sort_distinct};
use quarrel_columns::value::{FIRST_TUPLE, Values};
use quarrel_columns::{Meter, Pace};
use quarrel_database::TableChange;
use quarrel_files::Cache;
use rayon::prelude::*;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use rustc_hash::FxHashMap;
use source::{Source, Stored};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use texts::Texts;

/// Rows read between two checks of the limits.
const PATIENCE: usize = 1 << 14;

/// Rows that can be read in sequence in the time of one look-up: 26 against 0.5 microseconds, measured.
const LOOK_UP: u64 = 48;

/// Rows to allocate at the start.
const HINT: usize = 1 << 14;

/// Rows above which a table is read in parts.
const LARGE: u64 = 1 << 17;

/// An open code database.
#[derive(Debug)]
pub struct SqliteDb {
    path: PathBuf,
    catalog: Catalog,
    /// By relation name.
    sources: FxHashMap<String, Vec<Source>>,
    meta: Vec<(String, String)>,
    texts: Texts,
    /// Idle connections; each reader takes one, so that readers run in parallel.
    idle: Mutex<Vec<Connection>>,
    /// By table: its layout; `None` if it has none that this crate can read.
    layouts: Mutex<FxHashMap<String, Option<Layout>>>,
    /// Columns kept in memory, if enabled.
    kept: Option<Kept>,
    /// Columns in the user's cache, if enabled.
    cache: Option<CachedColumns>,
    /// What the last update of the database has changed, if known.
    changes: Option<Arc<Vec<TableChange>>>,
    /// The file itself. Declared after the connections, so that they are closed first.
    pages: Option<Pages>,
}

impl SqliteDb {
    /// Opens a database and reads its description, no rows.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let opened = open::open(path)?;
        Ok(Self {
            path: path.to_owned(),
            catalog: opened.catalog,
            sources: opened.sources,
            meta: opened.meta,
            texts: Texts::new(opened.string_count, opened.finds_texts),
            idle: Mutex::new(vec![opened.connection]),
            layouts: Mutex::default(),
            kept: None,
            cache: None,
            changes: None,
            pages: Pages::open(path),
        })
    }
    /// Caches large relations: what any process has read once can be read again at the speed of copying. The cache
    /// identifies the database by its fingerprint, its size and its time of change; without a fingerprint nothing is
    /// cached.
    #[must_use]
    pub fn with_cache(self, cache: &Cache) -> Self {
        let cache = self
            .meta("fingerprint")
            .and_then(|fingerprint| CachedColumns::of(&self.path, fingerprint, cache));
        Self { cache, ..self }
    }
    /// Says what has changed since the database of before, for an evaluation that knows its rows.
    #[must_use]
    pub fn with_changes(self, changes: Arc<Vec<TableChange>>) -> Self {
        Self { changes: Some(changes), ..self }
    }
    /// Keeps up to `bytes` of columns in memory for the next query of a session; the least recently used go first.
    #[must_use]
    pub fn with_kept(self, bytes: usize) -> Self {
        Self { kept: Some(Kept::new(bytes)), ..self }
    }
    /// The value of a key of `quarrel_meta`, such as `source_root`.
    pub fn meta(&self, key: &str) -> Option<&str> {
        self.meta.iter().find(|(have, _)| have == key).map(|(_, value)| value.as_str())
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
    /// The parts in which to read a source: ranges of row ids, or `None` for all of it.
    fn ranges(&self, source: &Source) -> Result<Vec<Option<(i64, i64)>>, EdbError> {
        let threads = rayon::current_num_threads() as i64;
        if source.rows < LARGE || threads < 2 {
            return Ok(vec![None]);
        }
        let ends = self.with(|connection| {
            let ends: Result<(Option<i64>, Option<i64>), _> =
                connection.query_row(&source.select_ends(), [], |row| Ok((row.get(0)?, row.get(1)?)));
            // A table without row ids is read in one piece.
            Ok(ends.ok())
        })?;
        let Some((Some(first), Some(last))) = ends else {
            return Ok(vec![None]);
        };
        // Ids may be any 64-bit numbers.
        let (low, high) = (i128::from(first), i128::from(last));
        let step = (high - low) / i128::from(threads) + 1;
        let end = |at: i64| (low + i128::from(at) * step).min(high + 1);
        let parts = (0..threads).map(|at| (end(at), end(at + 1) - 1)).filter(|(first, last)| first <= last);
        let narrow =
            |(first, last): (i128, i128)| Some((i64::try_from(first).ok()?, i64::try_from(last).ok()?));
        Ok(parts.map(narrow).collect())
    }
    /// Adds the rows of one source, or of a range of its row ids, to the columns.
    fn read(
        &self,
        source: &Source,
        range: Option<(i64, i64)>,
        declared: &Relation,
        columns: &[usize],
        values: &Values<'_>,
        table: &mut Table,
    ) -> Result<(), EdbError> {
        let damaged = |text: String| EdbError::Read(format!("the relation `{}` {text}", declared.name));
        if source.columns.len() != declared.columns.len() {
            return Err(damaged("is stored with another number of columns than declared".to_owned()));
        }
        let sql = source.select(columns, range);
        let types: Vec<&ColumnType> = columns.iter().map(|column| &declared.columns[*column].ty).collect();
        let mut bad = None;
        let mut interrupted = false;
        self.with(|connection| {
            let mut statement = connection.prepare(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                if table.len.is_multiple_of(PATIENCE) && values.check().is_err() {
                    interrupted = true;
                    return Ok(());
                }
                bad = push(row, &types, columns, values, table)?;
                if bad.is_some() {
                    return Ok(());
                }
            }
            Ok(())
        })?;
        if interrupted { Err(EdbError::Interrupted) } else { sound(declared, bad) }
    }

    /// Adds the rows of a source whose ids are the keys minus an offset.
    fn look_up(
        &self,
        source: &Source,
        declared: &Relation,
        columns: &[usize],
        (keys, offset): (&[u32], i64),
        values: &Values<'_>,
        table: &mut Table,
    ) -> Result<(), EdbError> {
        if source.columns.len() != declared.columns.len() {
            let text = "is stored with another number of columns than declared";
            return Err(EdbError::Read(format!("the relation `{}` {text}", declared.name)));
        }
        let types: Vec<&ColumnType> = columns.iter().map(|column| &declared.columns[*column].ty).collect();
        let (mut bad, mut interrupted) = (None, false);
        self.with(|connection| {
            let mut statement = connection.prepare_cached(&source.select_by_id(columns))?;
            for (at, key) in keys.iter().enumerate() {
                if at % PATIENCE == 0 && values.check().is_err() {
                    interrupted = true;
                    return Ok(());
                }
                let mut rows = statement.query([i64::from(*key).saturating_sub(offset)])?;
                if let Some(row) = rows.next()? {
                    bad = push(row, &types, columns, values, table)?;
                    if bad.is_some() {
                        return Ok(());
                    }
                }
            }
            Ok(())
        })?;
        if interrupted { Err(EdbError::Interrupted) } else { sound(declared, bad) }
    }

    /// The number to add to a row id to get the column; `None` if the column is not the row id.
    fn row_id_offset(&self, source: &Source, column: usize) -> Option<i64> {
        let Stored::Column(name, offset) = source.columns.get(column)? else {
            return None;
        };
        (self.layout(&source.table)?.row_id.as_ref() == Some(name)).then_some(*offset)
    }

    /// How a table is stored.
    fn layout(&self, table: &str) -> Option<Layout> {
        let mut known = self.layouts.lock().unwrap_or_else(PoisonError::into_inner);
        let layout = known.entry(table.to_owned()).or_insert_with(|| {
            let read = self.with(|connection| {
                let root = "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?1";
                let root: u32 = connection.query_row(root, [table], |row| row.get(0))?;
                let columns = "SELECT name, upper(type), pk FROM pragma_table_info(?1) ORDER BY cid";
                let mut statement = connection.prepare(columns)?;
                let rows = statement.query_map([table], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
                Ok((root, rows.collect::<Result<Vec<(String, String, i64)>, _>>()?))
            });
            let (root, columns) = read.ok()?;
            let mut key = columns.iter().filter(|(.., key)| *key > 0);
            // A single key column of exactly this type is the row id; in tables without row ids it serves as one.
            let row_id = match (key.next(), key.next()) {
                (Some((name, ty, _)), None) if ty == "INTEGER" => Some(name.clone()),
                _ => None,
            };
            let columns = columns.into_iter().map(|(name, ty, _)| (name, ty)).collect();
            Some(Layout { root, columns, row_id })
        });
        layout.clone()
    }

    /// Reads the rows of a source directly from the file, in parts; `None` if SQLite must read them.
    fn read_pages(
        &self,
        source: &Source,
        declared: &Relation,
        columns: &[usize],
        values: &Values<'_>,
    ) -> Option<Vec<Table>> {
        let types: Vec<&ColumnType> = columns.iter().map(|column| &declared.columns[*column].ty).collect();
        let is_whole = |ty: &&ColumnType| !matches!(ty, ColumnType::Float | ColumnType::Date);
        if columns.is_empty() || source.columns.len() != declared.columns.len() || !types.iter().all(is_whole)
        {
            return None;
        }
        let pages = self.pages.as_ref()?;
        let state = pages.state()?;
        let layout = self.layout(&source.table)?;
        let wanted = Wanted::new(source, columns, &layout)?;
        let leaves = pages.leaves(layout.root)?;
        let threads = rayon::current_num_threads();
        let part = if source.rows < LARGE { leaves.len() } else { leaves.len().div_ceil(threads) };
        let tables = leaves.par_chunks(part.max(1)).map(|leaves| {
            let mut table = Table::empty(columns.len());
            pages.rows(leaves, &wanted, |row| {
                if table.len.is_multiple_of(PATIENCE) {
                    values.check().ok()?;
                }
                for (at, ty) in types.iter().enumerate() {
                    table.cols[at].push(value(ty, ValueRef::Integer(row[at]), values)?);
                }
                table.len += 1;
                Some(())
            })?;
            Some(table)
        });
        let tables = tables.collect::<Option<Vec<Table>>>()?;
        // Nobody has written meanwhile.
        (pages.state()? == state).then_some(tables)
    }

    /// The rows of a source in parts, in order; several threads read large tables.
    fn tables(
        &self,
        source: &Source,
        declared: &Relation,
        columns: &[usize],
        values: &Values<'_>,
    ) -> Result<Vec<Table>, EdbError> {
        if let Some(tables) = self.read_pages(source, declared, columns, values) {
            return Ok(tables);
        }
        let read = |range: Option<(i64, i64)>| {
            let mut table = Table::empty(columns.len());
            // The database's own count may be wrong, so it is only a hint.
            let room = usize::try_from(source.rows).unwrap_or(0).min(HINT);
            table.cols.iter_mut().for_each(|column| column.reserve(room));
            self.read(source, range, declared, columns, values, &mut table)?;
            Ok(table)
        };
        self.ranges(source)?.into_par_iter().map(read).collect()
    }
}

fn sorted(table: Table, values: &Values<'_>) -> Result<Columns, EdbError> {
    let table = sort_distinct(table, Pace::all(values.meter())).map_err(|_| EdbError::Interrupted)?;
    Ok(Columns { len: table.len, columns: table.cols })
}

fn sound(declared: &Relation, bad: Option<(usize, String)>) -> Result<(), EdbError> {
    match bad {
        None => Ok(()),
        Some((column, found)) => Err(EdbError::BadValue {
            relation: declared.name.clone(),
            column: declared.columns[column].name.clone(),
            found,
        }),
    }
}

/// Adds a row to the columns; returns the column and the value found if a value does not fit its type.
fn push(
    row: &rusqlite::Row<'_>,
    types: &[&ColumnType],
    columns: &[usize],
    values: &Values<'_>,
    table: &mut Table,
) -> Result<Option<(usize, String)>, rusqlite::Error> {
    for (at, ty) in types.iter().enumerate() {
        let stored = row.get_ref(at)?;
        match value(ty, stored, values) {
            Some(value) => table.cols[at].push(value),
            None => return Ok(Some((columns[at], format!("{stored:?}")))),
        }
    }
    table.len += 1;
    Ok(None)
}

/// A stored value as the 32 bits of its kind; `None` if it does not fit.
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
    fn source_root(&self) -> Option<&str> {
        self.meta("source_root")
    }
    fn load(&self, relation: &str, columns: &[usize], values: &Values<'_>) -> Result<Columns, EdbError> {
        let missing = || EdbError::NoSuchRelation(relation.to_owned());
        let declared = self.catalog.relation(relation).ok_or_else(missing)?;
        let sources = self.sources.get(relation).ok_or_else(missing)?;
        if let Some(&column) = columns.iter().find(|column| **column >= declared.columns.len()) {
            return Err(EdbError::NoSuchColumn { relation: relation.to_owned(), column });
        }
        // Each evaluation interns floats and dates anew.
        let lasting =
            |column: &usize| !matches!(declared.columns[*column].ty, ColumnType::Float | ColumnType::Date);
        let read = || {
            // In this order the rows form few ascending runs.
            let tables: Vec<Vec<Table>> = sources
                .par_iter()
                .map(|source| self.tables(source, declared, columns, values))
                .collect::<Result<_, EdbError>>()?;
            let tables = tables.into_iter().flatten().collect();
            sorted(Table::concat(columns.len(), tables, rayon::current_num_threads()), values)
        };
        if !columns.iter().all(lasting) {
            return read();
        }
        let cached = || match &self.cache {
            Some(cache) => cache.or_read(relation, columns, read),
            None => read(),
        };
        match &self.kept {
            Some(kept) => kept.or_read(relation, columns, cached),
            None => cached(),
        }
    }
    fn load_keyed(
        &self,
        relation: &str,
        columns: &[usize],
        key: usize,
        keys: &[u32],
        values: &Values<'_>,
    ) -> Option<Result<Columns, EdbError>> {
        let declared = self.catalog.relation(relation)?;
        let sources = self.sources.get(relation)?;
        if columns.iter().any(|column| *column >= declared.columns.len())
            || !matches!(declared.columns.get(key)?.ty, ColumnType::Entity(_))
            || (keys.len() * sources.len()) as u64 * LOOK_UP > self.row_count(relation)?
        {
            return None;
        }
        // For each source, the key of a row minus its id.
        let offsets: Vec<i64> =
            sources.iter().map(|source| self.row_id_offset(source, key)).collect::<Option<_>>()?;
        let read = || {
            let mut table = Table::empty(columns.len());
            for (source, offset) in sources.iter().zip(offsets) {
                self.look_up(source, declared, columns, (keys, offset), values, &mut table)?;
            }
            sorted(table, values)
        };
        Some(read())
    }
    fn changes(
        &self,
        relation: &str,
        columns: &[usize],
        values: &Values<'_>,
    ) -> Option<Result<[Columns; 2], EdbError>> {
        let declared = self.catalog.relation(relation)?;
        let read: Vec<&Column> =
            columns.iter().map(|column| declared.columns.get(*column)).collect::<Option<_>>()?;
        // Where no column is a key, another row of the table may have the values of a row that is gone. Floats and dates
        // have no numbers that last.
        let lasts = |column: &&Column| !matches!(column.ty, ColumnType::Float | ColumnType::Date);
        if !read.iter().any(|column| column.unique) || !read.iter().all(lasts) {
            return None;
        }
        let mut tables = [Table::empty(columns.len()), Table::empty(columns.len())];
        for source in self.sources.get(relation)? {
            let Some(change) = self.changes.as_ref()?.iter().find(|change| change.table == source.table)
            else {
                continue;
            };
            let layout = self.layout(&source.table)?;
            let place = |name: &str| layout.columns.iter().position(|(known, _)| known == name);
            let tested: Vec<usize> = source.filter.columns().map(place).collect::<Option<_>>()?;
            for (rows, table) in [&change.removed, &change.added].into_iter().zip(&mut tables) {
                for row in rows {
                    if !source.filter.holds(|test| row.get(tested[test]).copied().flatten()) {
                        continue;
                    }
                    for ((column, declared), cells) in columns.iter().zip(&read).zip(&mut table.cols) {
                        let stored = match source.columns.get(*column)? {
                            Stored::Number(number) => *number,
                            Stored::Column(name, offset) => {
                                row.get(place(name)?).copied().flatten()? + offset
                            }
                        };
                        cells.push(value(&declared.ty, ValueRef::Integer(stored), values)?);
                    }
                    table.len += 1;
                }
            }
        }
        let [gone, added] = tables.map(|table| sorted(table, values));
        Some(gone.and_then(|gone| Ok([gone, added?])))
    }
    fn row_count(&self, relation: &str) -> Option<u64> {
        Some(self.sources.get(relation)?.iter().map(|source| source.rows).sum())
    }
    fn string_count(&self) -> u32 {
        self.texts.count()
    }
    fn text(&self, id: u32, meter: &Meter) -> Result<Option<&str>, EdbError> {
        self.texts.text(id, self, meter)
    }
    fn find_text(&self, text: &str, meter: &Meter) -> Result<Option<u32>, EdbError> {
        self.texts.find(text, self, meter)
    }
}
