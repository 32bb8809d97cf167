//! Result sets in the form of `.expected` files (language.md section 19): a row a line, cells between bars, an entity as
//! two cells, its place and its text.

use quarrel_engine::ResultSet;
use std::fmt::Write;

/// The result sets of one query: a header line for each if there is more than one, rows sorted.
pub fn render(results: &[&ResultSet]) -> String {
    let mut sets = results.to_vec();
    sets.sort_by_key(|set| (set.name != "#select", set.name.clone()));
    let mut out = String::new();
    for set in &sets {
        if sets.len() > 1 {
            let _ = writeln!(out, "{}", set.name);
        }
        let mut lines: Vec<String> = set
            .rows
            .iter()
            .map(|row| {
                let mut line = String::from("|");
                for (column, cell) in set.columns.iter().zip(row) {
                    if column.is_entity {
                        let _ = write!(line, " {} |", escape(&super::place(cell.location())));
                    }
                    let _ = write!(line, " {} |", escape(&cell.text()));
                }
                line
            })
            .collect();
        lines.sort();
        for line in lines {
            let _ = writeln!(out, "{line}");
        }
    }
    out
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
