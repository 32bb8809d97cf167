//! Result sets in the form of `.expected` files (language.md section 19): a row a line, cells between bars, an entity as
//! two cells, its place and its text.

use quarrel_engine::{Cell, ResultSet};
use std::fmt::Write;

/// A result set as texts; an entity column is two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// `#select`, or the name of a query predicate.
    pub name: String,
    /// The rows, sorted.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The texts of a result set.
    pub fn of(set: &ResultSet) -> Self {
        let row = |row: &Vec<Cell>| {
            let mut texts = Vec::new();
            for (column, cell) in set.columns.iter().zip(row) {
                if column.is_entity {
                    texts.push(super::place(cell.location()));
                }
                texts.push(cell.text());
            }
            texts
        };
        let mut rows: Vec<Vec<String>> = set.rows.iter().map(row).collect();
        rows.sort_by_cached_key(|row| line(row));
        Self { name: set.name.clone(), rows }
    }
}

/// The tables of one query: a header line for each if there is more than one, rows sorted.
pub fn render(tables: &[Table]) -> String {
    let mut tables: Vec<&Table> = tables.iter().collect();
    tables.sort_by_key(|table| (table.name != "#select", &table.name));
    let mut out = String::new();
    for table in &tables {
        if tables.len() > 1 {
            let _ = writeln!(out, "{}", table.name);
        }
        let mut lines: Vec<String> = table.rows.iter().map(|row| line(row)).collect();
        lines.sort();
        for line in lines {
            let _ = writeln!(out, "{line}");
        }
    }
    out
}

fn line(row: &[String]) -> String {
    row.iter().fold("|".to_owned(), |mut line, cell| {
        let _ = write!(line, " {} |", escape(cell));
        line
    })
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for ch in text.chars() {
        match ch {
            '\\' => out.push_str("\\\\"),
            '|' => out.push_str("\\|"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            ' '..='~' => out.push(ch),
            _ => {
                let mut units = [0; 2];
                for unit in ch.encode_utf16(&mut units) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out
}
