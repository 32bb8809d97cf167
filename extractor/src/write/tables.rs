//! The stored tables: the rows of a file are gathered, and go in by their ids.

use std::io;

use rusqlite::Connection;
use rusqlite::types::Null;

use super::btree::{self, PageFile, Tree};
use crate::facts::storage::{CellKind, EMPTY_TABLE, Required, Storage, Table};

#[derive(Debug)]
pub(super) struct Tables {
    tables: Vec<Growing>,
    record: Vec<u8>,
}

#[derive(Debug)]
struct Growing {
    name: String,
    width: usize,
    /// The column that is the id of the table's rows, if there is one; otherwise they are numbered as they come.
    key: Option<usize>,
    tree: Tree,
    /// Rows that came since the table was last asked to take them in.
    values: Vec<Option<i64>>,
    /// Rows whose ids are not greater than all before; SQLite puts them in their places in the end.
    late: Vec<Option<i64>>,
}

impl Tables {
    /// Makes the tables, which are filled once the connection is closed.
    pub(super) fn create(connection: &Connection, storage: &Storage) -> rusqlite::Result<Tables> {
        connection.execute_batch(&format!("create table {EMPTY_TABLE}(zero integer);"))?;
        let mut tables = Vec::new();
        for table in &storage.tables {
            connection.execute_batch(&create_table(table))?;
            let name = format!("t_{}", table.name);
            tables.push(Growing {
                width: table.sql_columns().len(),
                key: has_key(table).then_some(0),
                tree: Tree::new(root(connection, &name)?),
                values: Vec::new(),
                late: Vec::new(),
                name,
            });
        }
        Ok(Tables { tables, record: Vec::new() })
    }

    /// Adds a value to the row begun.
    #[inline]
    pub(super) fn value(&mut self, table: usize, value: Option<i64>) {
        self.tables[table].values.push(value);
    }

    /// Takes in the rows that came.
    pub(super) fn take_in(&mut self, file: &mut PageFile, table: usize) -> io::Result<()> {
        let Growing { width, key, tree, values, late, .. } = &mut self.tables[table];
        let Some(key) = *key else {
            for row in values.chunks_exact(*width) {
                btree::numbers(&mut self.record, row, None);
                tree.push(file, tree.last().unwrap_or(0) + 1, &self.record)?;
            }
            values.clear();
            return Ok(());
        };
        let mut rows: Vec<&[Option<i64>]> = values.chunks_exact(*width).collect();
        rows.sort_by_key(|row| row[key]);
        for row in rows {
            match row[key] {
                Some(id) if tree.last().is_none_or(|last| last < id) => {
                    btree::numbers(&mut self.record, row, Some(key));
                    tree.push(file, id, &self.record)?;
                }
                _ => late.extend_from_slice(row),
            }
        }
        values.clear();
        Ok(())
    }

    /// Ends the tables; what came late is left for [`Late::insert`].
    pub(super) fn finish(self, file: &mut PageFile) -> io::Result<Late> {
        let mut late = Vec::new();
        for Growing { name, width, tree, late: rows, .. } in self.tables {
            tree.finish(file)?;
            if !rows.is_empty() {
                late.push((name, width, rows));
            }
        }
        Ok(Late(late))
    }
}

/// Rows that did not come in the order of their ids: table, columns and values.
#[derive(Debug)]
pub(super) struct Late(Vec<(String, usize, Vec<Option<i64>>)>);

impl Late {
    /// Stores the rows.
    pub(super) fn insert(&self, connection: &Connection) -> rusqlite::Result<()> {
        for (table, width, values) in &self.0 {
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

/// The page that SQLite has given a new table.
pub(super) fn root(connection: &Connection, table: &str) -> rusqlite::Result<u32> {
    let sql = "select rootpage from sqlite_master where type = 'table' and name = ?1";
    connection.query_row(sql, [table], |row| row.get(0))
}

/// Whether the first column is the id of the table's rows.
fn has_key(table: &Table) -> bool {
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

/// Tables whose `id` may stand in several rows.
const SHARED_IDS: [&str; 4] = ["compiler_generated", "exportsTo", "opensTo", "providesWith"];
