//! The stored tables: the rows of a file are collected, counted, and written to the pages of the database in the order
//! of their ids.

use std::borrow::Cow;
use std::io;

use quarrel_database::Filter;
use rusqlite::Connection;
use rusqlite::types::Null;

use super::btree::{self, PageFile, Tree};
use super::fingerprint::Fingerprint;
use crate::facts::batch::number_cell;
use crate::facts::storage::{CellKind, EMPTY_TABLE, Required, Source, Storage, Table};

#[derive(Debug)]
pub(super) struct Tables {
    tables: Vec<Growing>,
    row: Vec<Option<i64>>,
    record: Vec<u8>,
    /// The number of rows of each source of a relation.
    counts: Vec<u64>,
}

#[derive(Debug)]
struct Growing {
    name: String,
    width: usize,
    /// The column that is the row id, if any; otherwise rows are numbered in order of arrival.
    key: Option<usize>,
    tree: Tree,
    /// Rows with an id not greater than all before; SQLite inserts them in the end.
    late: Vec<Option<i64>>,
    /// Cells of rows that wait until all others are stored.
    held: Vec<u32>,
    /// The sources that contain the whole table.
    whole: Vec<usize>,
    parts: Vec<Part>,
}

/// A source that contains part of a table.
#[derive(Debug)]
struct Part {
    source: usize,
    filter: Filter,
    /// The columns that the filter tests.
    tested: Vec<usize>,
}

impl Part {
    /// `None` if the filter is invalid, which the storage excludes.
    fn new(source: usize, of: &Source, columns: &[(String, CellKind, Required)]) -> Option<Self> {
        let filter = Filter::parse(&of.filter)?;
        let place = |name: &str| columns.iter().position(|(column, ..)| column == name);
        let tested = filter.columns().map(place).collect::<Option<_>>()?;
        Some(Self { source, filter, tested })
    }
}

impl Tables {
    /// Creates the tables, which are filled after the connection is closed.
    pub(super) fn create(connection: &Connection, storage: &Storage) -> rusqlite::Result<Tables> {
        connection.execute_batch(&format!("create table {EMPTY_TABLE}(zero integer);"))?;
        let mut tables = Vec::new();
        for table in &storage.tables {
            connection.execute_batch(&create_table(table))?;
            let name = format!("t_{}", table.name);
            let columns = table.sql_columns();
            let Sources { whole, parts } = Sources::new(table, storage);
            tables.push(Growing {
                width: columns.len(),
                key: has_key(table).then_some(0),
                tree: Tree::new(root(connection, &name)?),
                late: Vec::new(),
                held: Vec::new(),
                name,
                whole,
                parts,
            });
        }
        let counts = vec![0; storage.sources.len()];
        Ok(Tables { tables, row: Vec::new(), record: Vec::new(), counts })
    }

    /// Adds rows of a table; those with ids from `held_from` on wait until [`Tables::finish`].
    pub(super) fn take_in(
        &mut self,
        file: &mut PageFile,
        table: usize,
        cells: &[u32],
        held_from: Option<u32>,
        fingerprint: &mut Fingerprint,
    ) -> io::Result<()> {
        let Growing { width, key, tree, late, held, whole, parts, .. } = &mut self.tables[table];
        let width = *width;
        whole.iter().for_each(|&source| self.counts[source] += (cells.len() / width) as u64);
        for Part { source, filter, tested } in parts {
            let holds = |row: &&[u32]| filter.holds(|test| number_cell(row[tested[test]]));
            self.counts[*source] += cells.chunks_exact(width).filter(holds).count() as u64;
        }
        let sorted;
        let in_order = match *key {
            Some(key) => {
                sorted = by_key(cells, width, key);
                sorted.as_ref()
            }
            None => cells,
        };
        for row in cells.chunks_exact(width) {
            row.iter().enumerate().for_each(|(at, &cell)| fingerprint.value(at, number_cell(cell)));
        }
        fingerprint.rows(table, cells.len() / width);
        for row in in_order.chunks_exact(width) {
            if let (Some(key), Some(from)) = (*key, held_from)
                && row[key] >= from
            {
                held.extend_from_slice(row);
                continue;
            }
            self.row.clear();
            self.row.extend(row.iter().map(|&cell| number_cell(cell)));
            let next = tree.last().map_or(1, |last| last + 1);
            match key.map_or(Some(next), |key| self.row[key]) {
                Some(id) if tree.last().is_none_or(|last| last < id) => {
                    btree::numbers(&mut self.record, &self.row, *key);
                    tree.push(file, id, &self.record)?;
                }
                _ => late.extend_from_slice(&self.row),
            }
        }
        Ok(())
    }

    /// Finishes the tables; late rows are left for [`Late::insert`].
    pub(super) fn finish(
        mut self,
        file: &mut PageFile,
        late_sources: Vec<(u32, Vec<u8>)>,
    ) -> io::Result<Ended> {
        let mut late = Vec::new();
        for Growing { name, width, key, mut tree, late: rows, held, .. } in self.tables {
            let key = key.unwrap_or(0);
            for row in by_key(&held, width, key).chunks_exact(width) {
                self.row.clear();
                self.row.extend(row.iter().map(|&cell| number_cell(cell)));
                btree::numbers(&mut self.record, &self.row, Some(key));
                tree.push(file, i64::from(row[key]), &self.record)?;
            }
            tree.finish(file)?;
            if !rows.is_empty() {
                late.push((name, width, rows));
            }
        }
        Ok(Ended { late: Late { rows: late, sources: late_sources }, counts: self.counts })
    }
}

/// The results after the last row.
#[derive(Debug)]
pub(super) struct Ended {
    /// The rows for SQLite to insert.
    pub(super) late: Late,
    /// Rows of each source of a relation.
    pub(super) counts: Vec<u64>,
}

/// Rows that did not come in the order of their ids.
#[derive(Debug)]
pub(super) struct Late {
    /// Table, columns and values.
    rows: Vec<(String, usize, Vec<Option<i64>>)>,
    sources: Vec<(u32, Vec<u8>)>,
}

impl Late {
    /// Inserts the rows.
    pub(super) fn insert(&self, connection: &Connection) -> rusqlite::Result<()> {
        let mut statement = connection.prepare("insert into quarrel_sources values (?1, ?2)")?;
        for (file, compressed) in &self.sources {
            statement.execute((file, compressed))?;
        }
        for (table, width, values) in &self.rows {
            let places = vec!["?"; *width].join(",");
            let mut statement = connection.prepare(&format!("insert into {table} values ({places})"))?;
            for row in values.chunks_exact(*width) {
                for (at, value) in row.iter().enumerate() {
                    match value {
                        Some(value) => statement.raw_bind_parameter(at + 1, value)?,
                        None => statement.raw_bind_parameter(at + 1, Null)?,
                    }
                }
                statement.raw_execute()?;
            }
        }
        Ok(())
    }
}

/// The sources of relations that a table is, and those that it has in part.
pub(super) struct Sources {
    whole: Vec<usize>,
    parts: Vec<Part>,
}

impl Sources {
    pub(super) fn new(table: &Table, storage: &Storage) -> Sources {
        let name = format!("t_{}", table.name);
        let columns = table.sql_columns();
        let (mut whole, mut parts) = (Vec::new(), Vec::new());
        for (at, source) in storage.sources.iter().enumerate().filter(|(_, it)| it.table == name) {
            match source.filter.as_str() {
                "" => whole.push(at),
                _ => parts.extend(Part::new(at, source, &columns)),
            }
        }
        Sources { whole, parts }
    }

    /// The sources that have a row with these values.
    pub(super) fn of(&self, row: &[Option<i64>]) -> impl Iterator<Item = usize> {
        let holds = |part: &&Part| part.filter.holds(|test| row[part.tested[test]]);
        self.whole.iter().copied().chain(self.parts.iter().filter(holds).map(|part| part.source))
    }
}

/// The rows in the order of their keys; most arrive in it.
fn by_key(cells: &[u32], width: usize, key: usize) -> Cow<'_, [u32]> {
    let key = |row: &&[u32]| row[key].cast_signed();
    let rows = cells.chunks_exact(width);
    if rows.clone().is_sorted_by_key(|row| key(&row)) {
        return Cow::Borrowed(cells);
    }
    let mut rows: Vec<&[u32]> = rows.collect();
    rows.sort_by_key(key);
    Cow::Owned(rows.concat())
}

/// The root page that SQLite has allocated for a new table.
pub(super) fn root(connection: &Connection, table: &str) -> rusqlite::Result<u32> {
    let sql = "select rootpage from sqlite_master where type = 'table' and name = ?1";
    connection.query_row(sql, [table], |row| row.get(0))
}

/// Whether the first column is the row id.
pub(super) fn has_key(table: &Table) -> bool {
    let first = &table.columns[0];
    first.name == "id" && first.kind == CellKind::Entity && !SHARED_IDS.contains(&table.name.as_str())
}

fn create_table(table: &Table) -> String {
    let columns: Vec<String> = table
        .sql_columns()
        .iter()
        .enumerate()
        .map(|(at, (name, _, required))| {
            let rest = match (at == 0 && has_key(table), required) {
                (true, _) => " primary key",
                (false, Required::Yes) => " not null",
                (false, Required::No) => "",
            };
            format!("\"{name}\" integer{rest}")
        })
        .collect();
    format!("create table t_{}({});", table.name, columns.join(", "))
}

/// Tables whose `id` may occur in several rows.
const SHARED_IDS: [&str; 4] = ["compiler_generated", "exportsTo", "opensTo", "providesWith"];

#[cfg(test)]
mod tests {
    use super::{Part, Storage};

    #[test]
    fn every_part_of_a_table_can_be_counted() {
        let (_, storage) = Storage::java().expect("both texts read");
        let parts = storage.sources.iter().enumerate().filter(|(_, source)| !source.filter.is_empty());
        let mut count = 0;
        for (at, source) in parts {
            let table = storage.table(source.table.trim_start_matches("t_")).expect("a table");
            assert!(Part::new(at, source, &table.sql_columns()).is_some(), "{}", source.filter);
            count += 1;
        }
        assert!(count > 20, "{count}");
    }
}
