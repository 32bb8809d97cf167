//! Renders result sets and [`Report`]s as text. Prints and writes nothing.

pub mod csv;
pub mod dot;
pub mod expected;
pub mod html;
pub mod json;
pub mod lines;
pub mod markdown;
pub mod provenance;
pub mod report;
pub mod sarif;
pub mod summary;
pub mod table;
pub mod terminal;
pub mod text;
pub mod tree;

use quarrel_engine::{Cell, Location, ResultSet, Value};
pub use report::{Facts, Report};

/// Query predicates with details for reports.
const FOR_REPORTS: &[&str] =
    &["edges", "nodes", "subpaths", "properties", "stages", "about", "confidence", "edits"];

/// Whether a result set only has details for reports, so that `run` shows the number of its rows only.
pub fn is_for_reports(set: &ResultSet) -> bool {
    FOR_REPORTS.contains(&set.name.as_str())
}

/// Fills each `$@` in the messages of a problem query, and removes the columns with their places. `None` for other queries.
pub fn filled(set: &ResultSet) -> Option<ResultSet> {
    let at = message_column(set)?;
    let row = |row: &Vec<Cell>| row[..at].iter().cloned().chain([message(row, at)]).collect();
    let columns = set.columns[..=at].to_vec();
    let rows = set.rows.iter().map(row).collect();
    Some(ResultSet { columns, rows, name: set.name.clone(), query: set.query })
}

/// The column of messages with places; `None` if there is none.
fn message_column(set: &ResultSet) -> Option<usize> {
    let has_place = |cell: &Cell| matches!(cell.value, Value::String(_)) && cell.text().contains("$@");
    set.rows.iter().find_map(|row| row.iter().position(has_place))
}

/// The message in a column of a row, with each `$@` replaced by the text of its pair of columns.
fn message(row: &[Cell], at: usize) -> Cell {
    let mut pairs = row[at + 1..].chunks_exact(2);
    let template = row[at].text();
    let mut parts = template.split("$@");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(&pairs.next().map_or_else(|| "$@".to_owned(), |pair| pair[1].text()));
        text.push_str(part);
    }
    Cell::new(Value::String(text.as_str().into()), text.as_str().into(), None)
}

/// A place as `file:line:column:endLine:endColumn`; empty if there is none.
pub fn place(location: Option<&Location>) -> String {
    match location {
        Some(at) => {
            format!("{}:{}:{}:{}:{}", at.path, at.start_line, at.start_column, at.end_line, at.end_column)
        }
        None => String::new(),
    }
}
