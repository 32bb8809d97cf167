//! Renders result sets in the form of `.expected` files (language.md section 19): a row a line, cells between bars. A value
//! of a type with places has two cells, its place and its text; others have only the text.

use quarrel_engine::{Cell, Location, ResultSet};
use std::fmt::Write;

/// A result set as texts; a column of a type with places becomes two columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// `#select`, or the name of a query predicate.
    pub name: String,
    /// The rows, sorted.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Converts a result set.
    pub fn of(set: &ResultSet) -> Self {
        let row = |row: &Vec<Cell>| {
            let mut texts = Vec::new();
            for (column, cell) in set.columns.iter().zip(row) {
                if column.has_places {
                    texts.push(place(cell.location()));
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

/// The text of a place; without a file, the name is empty.
fn place(location: Option<&Location>) -> String {
    match location {
        Some(at) if at.path.is_empty() => "file://:0:0:0:0".to_owned(),
        location => super::place(location),
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

/// Sorts the tables and rows in the text of an `.expected` file, since their order is not part of the expectation: other
/// tools sort rows by place or by text. Text outside of tables stays unchanged.
pub fn in_order(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.iter().any(|line| is_row(line)) {
        // A table is an optional name and its rows.
        let mut tables: Vec<&mut [&str]> = lines.chunk_by_mut(|_, next| is_row(next)).collect();
        for table in &mut tables {
            let named = usize::from(table.first().is_some_and(|line| !is_row(line)));
            table[named..].sort_unstable();
        }
        tables.sort_by(|a, b| a.first().cmp(&b.first()));
        lines = tables.into_iter().flat_map(|table| table.iter().copied()).collect();
    }
    lines.iter().fold(String::new(), |out, line| out + line + "\n")
}

fn is_row(line: &str) -> bool {
    line.starts_with("| ")
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

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn rows_are_sorted_within_their_table() {
        let by_place = "#select\n| A.java:5:1:5:2 | x |\n| A.java:13:1:13:2 | y |\nedges\n| b |\n| a |\n";
        let by_text = "#select\n| A.java:13:1:13:2 | y |\n| A.java:5:1:5:2 | x |\nedges\n| a |\n| b |\n";
        assert_eq!(in_order(by_place), in_order(by_text));
        let other_table = "#select\n| a |\nedges\n| b |\n";
        assert_ne!(in_order(other_table), in_order("#select\n| b |\nedges\n| a |\n"));
        assert_eq!(in_order(other_table), in_order("edges\n| b |\n#select\n| a |\n"));
        assert_eq!(in_order("# 2 b\n# 1 a"), "# 2 b\n# 1 a\n", "what is no row keeps its order");
    }
}
