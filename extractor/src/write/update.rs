//! Changes rows of a database: a copy of it gets the new rows, and takes its place.

use std::collections::BTreeMap;
use std::path::Path;

use quarrel_common::always;
use quarrel_database::{Row, TableChange};
use rusqlite::types::Null;
use rusqlite::{Connection, OptionalExtension, Statement, params};
use rustc_hash::{FxHashMap, FxHashSet};

use super::meta::{Entry, Value};
use super::tables::{Sources, has_key};
use super::{RowRange, TableLayout};
use crate::facts::batch::{FileFacts, TextKey, TextRef, number_cell};
use crate::facts::ids::Identify;
use crate::facts::storage::{Storage, Table};

/// Rows by table.
pub(crate) type Rows = BTreeMap<usize, Vec<Row>>;

/// Adds the rows of a batch, with ids in all cells.
pub(crate) fn add_rows(facts: &FileFacts, layout: &[TableLayout], rows: &mut Rows) {
    for (table, cells) in facts.tables.iter().enumerate().filter(|(_, cells)| !cells.is_empty()) {
        let values = cells.chunks_exact(layout[table].width);
        let values = values.map(|row| row.iter().map(|&cell| number_cell(cell)).collect());
        rows.entry(table).or_default().extend(values);
    }
}

/// The ids of texts of an existing database, and of new ones.
#[derive(Debug)]
pub(crate) struct KnownTexts<'a> {
    find: Statement<'a>,
    ids: FxHashMap<TextKey, u32>,
    symbols: FxHashMap<u32, u32>,
    /// Texts that the database does not have, with the ids after the last one.
    pub(crate) new: Vec<String>,
    last: u32,
    has_index: bool,
}

impl<'a> KnownTexts<'a> {
    pub(crate) fn new(connection: &'a Connection) -> rusqlite::Result<KnownTexts<'a>> {
        let index =
            "select count(*) from sqlite_master where type = 'index' and tbl_name = 'quarrel_strings'";
        let has_index = connection.query_row(index, [], |row| Ok(row.get::<_, i64>(0)? > 0))?;
        let last =
            connection.query_row("select coalesce(max(id), 0) from quarrel_strings", [], |row| row.get(0))?;
        let mut ids = FxHashMap::default();
        if !has_index {
            let mut all = connection.prepare("select id, text from quarrel_strings")?;
            let mut rows = all.query([])?;
            while let Some(row) = rows.next()? {
                ids.insert(TextKey::of(row.get_ref(1)?.as_str()?), row.get(0)?);
            }
        }
        let find = connection.prepare("select id from quarrel_strings where text = ?1")?;
        Ok(KnownTexts { find, ids, symbols: FxHashMap::default(), new: Vec::new(), last, has_index })
    }

    fn id(&mut self, key: TextKey, text: &str) -> rusqlite::Result<u32> {
        if let Some(&id) = self.ids.get(&key) {
            return Ok(id);
        }
        let found =
            if self.has_index { self.find.query_row([text], |row| row.get(0)).optional()? } else { None };
        let id = found.unwrap_or_else(|| {
            self.new.push(text.to_owned());
            self.last + self.new.len() as u32
        });
        self.ids.insert(key, id);
        Ok(id)
    }

    /// The ids of a batch's own texts.
    pub(crate) fn own(&mut self, facts: &FileFacts) -> rusqlite::Result<Vec<u32>> {
        facts.texts().map(|(key, text)| self.id(key, text)).collect()
    }

    /// The id of a text of a batch; `own` are the ids of its own texts.
    pub(crate) fn of(
        &mut self,
        text: TextRef,
        own: &[u32],
        identify: &dyn Identify,
    ) -> rusqlite::Result<u32> {
        match text {
            TextRef::Own(number) => Ok(always!(own.get(number as usize)).copied().unwrap_or_default()),
            TextRef::Symbol(number) => {
                if let Some(&id) = self.symbols.get(&number) {
                    return Ok(id);
                }
                let text = identify.symbol(number);
                let id = self.id(TextKey::of(text), text)?;
                self.symbols.insert(number, id);
                Ok(id)
            }
        }
    }
}

/// A change of a file's rows.
#[derive(Debug)]
pub(crate) struct FileChange {
    /// The places of its old rows without ids.
    pub(crate) ranges: Vec<RowRange>,
    pub(crate) old: Rows,
    pub(crate) new: Rows,
    /// The file's id, and its text.
    pub(crate) source: (u32, Vec<u8>),
}

/// What an update changes.
#[derive(Debug)]
pub(crate) struct Update<'a> {
    pub(crate) storage: &'a Storage,
    pub(crate) files: Vec<FileChange>,
    /// Rows that belong to no file. Those that the database has already are left out.
    pub(crate) shared: Rows,
    pub(crate) texts: &'a [String],
    /// Entries of the description.
    pub(crate) entries: &'a [Entry],
}

/// What an update has changed.
#[derive(Debug)]
pub(crate) struct Updated {
    pub(crate) changes: Vec<TableChange>,
    /// The places of the new rows without ids, by file.
    pub(crate) ranges: Vec<Vec<RowRange>>,
    /// Rows of each relation, in the order of the schema.
    pub(crate) relations: Vec<(String, u64)>,
}

impl Update<'_> {
    /// Applies the update in one transaction; `None`, without any change, if the database does not have the old rows.
    pub(crate) fn apply(&self, connection: &mut Connection) -> rusqlite::Result<Option<Updated>> {
        let transaction = connection.transaction()?;
        let mut changes: BTreeMap<usize, TableChange> = BTreeMap::new();
        let mut ranges: Vec<Vec<RowRange>> = Vec::new();
        let mut counts: BTreeMap<usize, i64> = BTreeMap::new();
        // All old rows go before any new one comes: an entity may move from one file to another.
        for file in &self.files {
            for (&at, rows) in &file.old {
                let table = &self.storage.tables[at];
                let stays = self.stays(file, at);
                if has_key(table) {
                    let mut select =
                        transaction.prepare(&format!("select * from t_{} where id = ?1", table.name))?;
                    let mut delete =
                        transaction.prepare(&format!("delete from t_{} where id = ?1", table.name))?;
                    for row in rows.iter().filter(|row| !stays.contains(*row)) {
                        let found =
                            select.query_row([row[0]], |found| values(found, row.len())).optional()?;
                        if found.as_ref() != Some(row) {
                            return Ok(None);
                        }
                        delete.execute([row[0]])?;
                    }
                } else {
                    let Some(range) = file.ranges.iter().find(|range| range.table as usize == at) else {
                        return Ok(None);
                    };
                    let (first, end) = (range.first, range.first + i64::from(range.count));
                    let sql = format!(
                        "select * from t_{} where rowid >= ?1 and rowid < ?2 order by rowid",
                        table.name
                    );
                    let mut select = transaction.prepare(&sql)?;
                    let width = rows.first().map_or(0, Vec::len);
                    let found = select.query_map([first, end], |row| values(row, width))?;
                    let found: Vec<Row> = found.collect::<Result<_, _>>()?;
                    if found != *rows {
                        return Ok(None);
                    }
                    if file.new.get(&at) != Some(rows) {
                        let sql = format!("delete from t_{} where rowid >= ?1 and rowid < ?2", table.name);
                        transaction.execute(&sql, [first, end])?;
                    }
                }
                let removed = rows.iter().filter(|row| !stays.contains(*row)).cloned();
                changes.entry(at).or_default().removed.extend(removed);
            }
        }
        for file in &self.files {
            let mut places = Vec::new();
            for (&at, rows) in &file.new {
                let table = &self.storage.tables[at];
                let stays = self.stays(file, at);
                let fresh = || rows.iter().filter(|row| !stays.contains(*row));
                if has_key(table) {
                    insert(&transaction, table, fresh())?;
                } else if file.old.get(&at) == Some(rows) {
                    places.extend(file.ranges.iter().find(|range| range.table as usize == at));
                } else {
                    let sql = format!("select coalesce(max(rowid), 0) + 1 from t_{}", table.name);
                    let first = transaction.query_row(&sql, [], |row| row.get(0))?;
                    insert(&transaction, table, rows.iter())?;
                    places.push(RowRange { table: at as u32, first, count: rows.len() as u32 });
                }
                changes.entry(at).or_default().added.extend(fresh().cloned());
            }
            ranges.push(places);
        }
        for (&at, rows) in &self.shared {
            let table = &self.storage.tables[at];
            let absent = absent(&transaction, table, rows)?;
            insert(&transaction, table, absent.iter().copied())?;
            changes.entry(at).or_default().added.extend(absent.into_iter().cloned());
        }
        let mut text = transaction.prepare("insert into quarrel_strings(text) values (?1)")?;
        for new in self.texts {
            text.execute([new])?;
        }
        drop(text);
        for FileChange { source: (file, compressed), .. } in &self.files {
            let sql = "update quarrel_sources set zstd = ?2 where file_id = ?1";
            if transaction.execute(sql, params![file, compressed])? != 1 {
                return Ok(None);
            }
        }
        for (&at, change) in &mut changes {
            let table = &self.storage.tables[at];
            change.table = format!("t_{}", table.name);
            let sources = Sources::new(table, self.storage);
            for (rows, by) in [(&change.removed, -1), (&change.added, 1)] {
                rows.iter()
                    .for_each(|row| sources.of(row).for_each(|at| *counts.entry(at).or_default() += by));
            }
        }
        for (at, by) in counts {
            let source = &self.storage.sources[at];
            let sql = "update quarrel_relations set rows = rows + ?3 where name = ?1 and ord = ?2";
            transaction.execute(sql, params![source.relation, source.ord, by])?;
        }
        transaction.execute("delete from quarrel_meta where key like 'unresolved_calls: %'", [])?;
        for entry in self.entries {
            let sql = "insert or replace into quarrel_meta(key, value) values (?1, ?2)";
            match &entry.value {
                Value::Text(text) => transaction.execute(sql, params![entry.key, text])?,
                Value::Number(number) => transaction.execute(sql, params![entry.key, number])?,
            };
        }
        let relations = relations(&transaction)?;
        transaction.commit()?;
        let changes = changes.into_values().filter(|it| !it.removed.is_empty() || !it.added.is_empty());
        Ok(Some(Updated { changes: changes.collect(), ranges, relations }))
    }

    /// The rows of a file that are old and new.
    fn stays<'f>(&self, file: &'f FileChange, table: usize) -> FxHashSet<&'f Row> {
        let (Some(old), Some(new)) = (file.old.get(&table), file.new.get(&table)) else {
            return FxHashSet::default();
        };
        let old: FxHashSet<&Row> = old.iter().collect();
        new.iter().filter(|row| old.contains(row)).collect()
    }
}

fn values(row: &rusqlite::Row<'_>, width: usize) -> rusqlite::Result<Row> {
    (0..width).map(|at| row.get(at)).collect()
}

fn insert<'r>(
    connection: &Connection,
    table: &Table,
    rows: impl Iterator<Item = &'r Row>,
) -> rusqlite::Result<()> {
    let places = vec!["?"; table.sql_columns().len()].join(",");
    let mut statement = connection.prepare(&format!("insert into t_{} values ({places})", table.name))?;
    for row in rows {
        for (at, value) in row.iter().enumerate() {
            match value {
                Some(value) => statement.raw_bind_parameter(at + 1, value)?,
                None => statement.raw_bind_parameter(at + 1, Null)?,
            }
        }
        statement.raw_execute()?;
    }
    Ok(())
}

/// The rows that a table does not have.
fn absent<'r>(connection: &Connection, table: &Table, rows: &'r [Row]) -> rusqlite::Result<Vec<&'r Row>> {
    if has_key(table) {
        let mut select = connection.prepare(&format!("select 1 from t_{} where id = ?1", table.name))?;
        let mut absent = Vec::new();
        for row in rows {
            if select.query_row([row[0]], |_| Ok(())).optional()?.is_none() {
                absent.push(row);
            }
        }
        return Ok(absent);
    }
    let mut wanted: FxHashSet<&Row> = rows.iter().collect();
    let mut select = connection.prepare(&format!("select * from t_{}", table.name))?;
    let width = table.sql_columns().len();
    let mut found = select.query([])?;
    while let Some(row) = found.next()? {
        wanted.remove(&values(row, width)?);
    }
    Ok(rows.iter().filter(|row| wanted.contains(row)).collect())
}

/// The rows of each relation, in the order of the schema.
pub(crate) fn relations(connection: &Connection) -> rusqlite::Result<Vec<(String, u64)>> {
    let sql = "select name, sum(rows) from quarrel_relations group by name order by min(rowid)";
    let mut select = connection.prepare(sql)?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned())))?;
    rows.collect()
}

/// The fingerprint of a database after an update of the one with that fingerprint.
pub(crate) fn fingerprint_after(before: &str, update: &Update<'_>) -> String {
    let mut key = quarrel_files::cache::Key::new("fingerprint");
    key.add(before.as_bytes());
    for file in &update.files {
        key.add(format!("{:?}", (&file.old, &file.new, file.source.0)).as_bytes());
        key.add(&file.source.1);
    }
    key.add(format!("{:?} {:?} {:?}", update.shared, update.texts, update.entries).as_bytes());
    key.hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Copies a database, without its locks.
pub(crate) fn copy(from: &Path, to: &Path) -> std::io::Result<u64> {
    std::fs::copy(from, to)
}
