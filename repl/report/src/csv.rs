//! Renders result sets as comma-separated values (RFC 4180) with a header row. An entity column is preceded by a column
//! with its place, `file:line:column:endLine:endColumn`. Values are not changed; findings, which people open in
//! spreadsheets, are [`guarded`].

use quarrel_engine::ResultSet;
use std::fmt::Write;

/// Renders the result set as CSV. Messages are filled in; the columns with their places stay.
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

/// Puts an apostrophe before a text that begins like a formula, so that spreadsheets show it as text.
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
