//! Writes the database's description of itself: its contents, where each relation's rows are, and views for people.

use std::fmt;

use quarrel_database::FORMAT_VERSION;
use rusqlite::{Connection, params};

use crate::facts::schema::{ColumnType, JAVA_DBSCHEME, Relation, Schema};
use crate::facts::storage::{EMPTY_TABLE, Source, Storage};

/// An entry of the description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub key: String,
    /// Its value.
    pub value: Value,
}

/// The value of an [`Entry`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A number.
    Number(i64),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::Number(number) => number.fmt(f),
        }
    }
}

impl Entry {
    /// A text under a name.
    pub fn text(key: &str, value: impl Into<String>) -> Entry {
        Entry { key: key.to_owned(), value: Value::Text(value.into()) }
    }

    /// A number under a name.
    pub fn number(key: &str, value: u64) -> Entry {
        Entry { key: key.to_owned(), value: Value::Number(i64::try_from(value).unwrap_or(i64::MAX)) }
    }
}

/// Writes `quarrel_meta`, `quarrel_relations` and the views; returns the rows of each relation. `counts` has the number
/// of rows of each source.
pub(super) fn describe(
    connection: &Connection,
    schema: &Schema,
    storage: &Storage,
    counts: &[u64],
    entries: &[Entry],
) -> rusqlite::Result<Vec<(String, u64)>> {
    connection.execute_batch(
        "create table quarrel_meta(key text primary key, value) without rowid;
         create table quarrel_relations(name text not null, ord int not null, source_table text not null,
             columns text not null, filter text not null, rows int not null);",
    )?;
    let own = [
        Entry::number("format_version", FORMAT_VERSION.unsigned_abs()),
        Entry::text("schema_name", "java"),
        Entry::text("dbscheme", JAVA_DBSCHEME),
        Entry::text("tool_version", env!("CARGO_PKG_VERSION")),
    ];
    let mut insert = connection.prepare("insert into quarrel_meta(key, value) values (?1, ?2)")?;
    for entry in own.iter().chain(entries) {
        match &entry.value {
            Value::Text(text) => insert.execute(params![entry.key, text])?,
            Value::Number(number) => insert.execute(params![entry.key, number])?,
        };
    }
    let mut insert = connection.prepare("insert into quarrel_relations values (?1, ?2, ?3, ?4, ?5, ?6)")?;
    let mut totals = Vec::new();
    for relation in &schema.relations {
        let mut total = 0;
        let mut sources = Vec::new();
        for (source, rows) in storage.sources.iter().zip(counts).filter(|(s, _)| s.relation == relation.name)
        {
            let columns = source.columns.join(",");
            let count = i64::try_from(*rows).unwrap_or(i64::MAX);
            insert.execute(params![
                relation.name,
                source.ord,
                source.table,
                columns,
                source.filter,
                count
            ])?;
            total += rows;
            sources.push(source);
        }
        connection.execute_batch(&view(relation, &sources))?;
        totals.push((relation.name.clone(), total));
    }
    Ok(totals)
}

/// A view under the relation's own name, with strings spelled out.
fn view(relation: &Relation, sources: &[&Source]) -> String {
    let selects: Vec<String> = sources
        .iter()
        .map(|source| {
            let columns: Vec<String> = source
                .columns
                .iter()
                .zip(&relation.columns)
                .map(|(stored, column)| {
                    if column.ty == ColumnType::String && source.table != EMPTY_TABLE {
                        format!(
                            "(select text from quarrel_strings where quarrel_strings.id = t.{stored}) as \"{}\"",
                            column.name
                        )
                    } else {
                        format!("{stored} as \"{}\"", column.name)
                    }
                })
                .collect();
            let filter = if source.filter.is_empty() { String::new() } else { format!(" where {}", source.filter) };
            format!("select {} from {} as t{filter}", columns.join(", "), source.table)
        })
        .collect();
    format!("create view \"{}\" as {};", relation.name, selects.join(" union all "))
}
