//! The stored tables: rows are gathered and go in by many rows a statement, in the order they came.

use rusqlite::Connection;
use rusqlite::types::Null;

use crate::facts::storage::{CellKind, EMPTY_TABLE, Required, Storage, Table};

/// How many values go into one statement, at most; SQLite allows 32,766.
const VALUES: usize = 512;

#[derive(Debug)]
pub(super) struct Tables {
    tables: Vec<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    width: usize,
    rows: usize,
    insert_many: String,
    insert_one: String,
    values: Vec<Option<i64>>,
}

impl Tables {
    pub(super) fn create(connection: &Connection, storage: &Storage) -> rusqlite::Result<Tables> {
        connection.set_prepared_statement_cache_capacity(4 * storage.tables.len() + 32);
        connection.execute_batch(&format!("create table {EMPTY_TABLE}(zero integer);"))?;
        let mut tables = Vec::new();
        for table in &storage.tables {
            connection.execute_batch(&create_table(table))?;
            let columns = table.sql_columns();
            let width = columns.len();
            let rows = (VALUES / width).max(1);
            let one = format!("({})", vec!["?"; width].join(","));
            let names: Vec<String> = columns.iter().map(|c| format!("\"{}\"", c.0)).collect();
            let insert = format!("insert into t_{}({}) values ", table.name, names.join(","));
            tables.push(Waiting {
                width,
                rows,
                insert_many: format!("{insert}{}", vec![one.clone(); rows].join(",")),
                insert_one: format!("{insert}{one}"),
                values: Vec::with_capacity(rows * width),
            });
        }
        Ok(Tables { tables })
    }

    /// Adds a value to the row begun.
    #[inline]
    pub(super) fn value(&mut self, table: usize, value: Option<i64>) {
        self.tables[table].values.push(value);
    }

    /// Ends a row.
    #[inline]
    pub(super) fn end_row(&mut self, connection: &Connection, table: usize) -> rusqlite::Result<()> {
        let waiting = &mut self.tables[table];
        if waiting.values.len() < waiting.rows * waiting.width {
            return Ok(());
        }
        insert(connection, &waiting.insert_many, &waiting.values)?;
        waiting.values.clear();
        Ok(())
    }

    /// Stores what waits.
    pub(super) fn flush(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        for waiting in &mut self.tables {
            for row in waiting.values.chunks_exact(waiting.width) {
                insert(connection, &waiting.insert_one, row)?;
            }
            waiting.values.clear();
        }
        Ok(())
    }
}

fn insert(connection: &Connection, sql: &str, values: &[Option<i64>]) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(sql)?;
    for (at, value) in values.iter().enumerate() {
        match value {
            Some(value) => statement.raw_bind_parameter(at + 1, value)?,
            None => statement.raw_bind_parameter(at + 1, Null)?,
        }
    }
    statement.raw_execute()?;
    Ok(())
}

fn create_table(table: &Table) -> String {
    let columns: Vec<String> = table
        .sql_columns()
        .iter()
        .map(|(name, kind, required)| {
            let key = name == "id" && *kind == CellKind::Entity && table.columns[0].name == "id";
            let rest = match (key && !SHARED_IDS.contains(&table.name.as_str()), required) {
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
