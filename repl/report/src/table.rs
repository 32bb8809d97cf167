//! Renders result sets as tables.

use comfy_table::{ContentArrangement, Table, presets};
use quarrel_common::words::plural;
use quarrel_console::visible::{visible, visible_line};
use quarrel_engine::ResultSet;

/// The result set as a table, at most `limit` rows, with a last line that counts them.
pub fn render(results: &ResultSet, limit: Option<usize>) -> String {
    let made = crate::filled(results);
    let results = made.as_ref().unwrap_or(results);
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(results.columns.iter().map(|column| column.name.as_str()));
    let shown = limit.unwrap_or(usize::MAX).min(results.rows.len());
    for row in &results.rows[..shown] {
        table.add_row(row.iter().map(|cell| match cell.location() {
            Some(at) if at.start_line > 0 => {
                let path = visible_line(&at.path);
                format!("{}\n{path}:{}:{}", visible(&cell.text()), at.start_line, at.start_column)
            }
            _ => visible(&cell.text()).into_owned(),
        }));
    }
    let total = results.rows.len();
    let rows = plural(total, "row");
    if shown < total {
        format!("{table}\n{total} {rows}, the first {shown} shown\n")
    } else {
        format!("{table}\n{total} {rows}\n")
    }
}
