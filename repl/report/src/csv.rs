//! Result sets as comma-separated values (RFC 4180): a header row, then a row a result. An entity column is preceded by
//! a column with its place, `file:line:column:endLine:endColumn`. Values stand there as they are; findings, which people
//! open in spreadsheets, are [`guarded`] first.

use quarrel_engine::ResultSet;
use std::fmt::Write;

/// The result set as CSV. Messages are filled in; the columns that fill them stay, since they say where each place is.
pub fn render(results: &ResultSet) -> String {
    let messages = crate::message_column(results);
    let mut out = String::new();
    let mut header = Vec::new();
    for column in &results.columns {
        if column.is_entity {
            header.push(format!("{} location", column.name));
        }
        header.push(column.name.clone());
    }
    push_row(&mut out, &header);
    for row in &results.rows {
        let mut fields = Vec::new();
        for (at, (column, cell)) in results.columns.iter().zip(row).enumerate() {
            if column.is_entity {
                fields.push(super::place(cell.location()));
            }
            fields.push(if messages == Some(at) { crate::message(row, at).text() } else { cell.text() });
        }
        push_row(&mut out, &fields);
    }
    out
}

/// A text that spreadsheets take for a text: those that begin like a formula get an apostrophe before them.
pub fn guarded(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

/// Adds one row.
pub fn push_row(out: &mut String, fields: &[String]) {
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            let _ = write!(out, "\"{}\"", field.replace('"', "\"\""));
        } else {
            out.push_str(field);
        }
    }
    out.push_str("\r\n");
}
