//! Renders results, sources and derivations for a terminal.

use super::state::Settings;
use comfy_table::{ContentArrangement, Table, presets};
use quarrel_console::visible::{visible, visible_line};
use quarrel_engine::{Cell, Location, ResultSet};
use quarrel_report::filled;
use std::path::Path;
use std::time::Duration;

/// The fewest columns for a value in a table.
const NARROWEST: usize = 8;
/// The most lines that a row of a table may have on average.
const TALLEST: usize = 3;
/// The number of rows that are measured for this.
const LOOKED_AT: usize = 50;

/// Whether rows are shown with a line for each value: by the settings, or since a table would be too narrow.
pub fn is_vertical(set: &ResultSet, settings: &Settings) -> bool {
    let made = filled(set);
    let set = made.as_ref().unwrap_or(set);
    settings.vertical.unwrap_or_else(|| {
        width().is_some_and(|width| {
            width / NARROWEST < set.columns.len() + 1 || natural_width(set) > TALLEST * width
        })
    })
}

/// The width of a table without wrapped values.
fn natural_width(set: &ResultSet) -> usize {
    let widest = |at: usize| {
        let cells = set.rows.iter().take(LOOKED_AT).filter_map(|row| row.get(at));
        cells.map(|cell| cell.text().chars().count()).max().unwrap_or_default()
    };
    (0..set.columns.len()).map(widest).sum()
}

/// The number of columns of the terminal or in `COLUMNS`; `None` without both.
pub fn width() -> Option<usize> {
    quarrel_console::terminal::stdout_width()
}

/// Rows `from..to` of a result set as a table whose first column numbers them from 1, or one below the other.
pub fn rows(set: &ResultSet, from: usize, to: usize, settings: &Settings) -> String {
    let vertical = is_vertical(set, settings);
    let made = filled(set);
    let set = made.as_ref().unwrap_or(set);
    let place = |cell: &Cell| {
        let at = cell.location().filter(|at| settings.places && at.start_line > 0)?;
        Some(format!("{}:{}:{}", visible_line(short(&at.path)), at.start_line, at.start_column))
    };
    if vertical {
        let named = set.columns.iter().map(|column| column.name.chars().count()).max().unwrap_or_default();
        let mut out = String::new();
        for (number, row) in set.rows.iter().enumerate().take(to).skip(from) {
            out.push_str(&format!("row {}\n", number + 1));
            for (column, cell) in set.columns.iter().zip(row) {
                let place = place(cell).map(|place| format!("  ({place})")).unwrap_or_default();
                let text = visible(&cell.text()).into_owned();
                out.push_str(&format!("  {:<named$}  {text}{place}\n", column.name));
            }
        }
        return out;
    }
    let mut table = Table::new();
    let utf8 = speaks_utf8();
    table
        .load_style(if utf8 { presets::UTF8_FULL_CONDENSED } else { presets::ASCII_FULL_CONDENSED })
        .set_content_arrangement(ContentArrangement::Dynamic);
    if let Some(width) = width().and_then(|width| u16::try_from(width).ok()) {
        table.set_width(width);
    }
    let names = set.columns.iter().map(|column| column.name.clone());
    table.set_header(std::iter::once("#".to_owned()).chain(names));
    for (number, row) in set.rows.iter().enumerate().take(to).skip(from) {
        let cells = row.iter().map(|cell| match place(cell) {
            Some(place) => format!("{}\n{place}", visible(&cell.text())),
            None => visible(&cell.text()).into_owned(),
        });
        table.add_row(std::iter::once((number + 1).to_string()).chain(cells));
    }
    format!("{table}\n")
}

/// The most characters of a path in a cell.
const PATH: usize = 32;

/// A path for a cell: only the last part if it is long.
pub fn short(path: &str) -> &str {
    if path.chars().count() <= PATH { path } else { path.rsplit('/').next().unwrap_or(path) }
}

/// Whether the locale uses UTF-8; `true` without a locale.
fn speaks_utf8() -> bool {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")) {
        Some(locale) => {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
        None => true,
    }
}

/// `12 ms`, `3.4 s`.
pub fn time(time: Duration) -> String {
    match time.as_millis() {
        millis @ 0..1000 => format!("{millis} ms"),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

/// The largest source that is read, in bytes.
const MOST_BYTES: u64 = 64 << 20;
/// The number of lines of source around a place.
const AROUND: usize = 4;

/// The numbered lines around a place, with a mark under it.
///
/// # Errors
/// If the file cannot be read.
pub fn source(root: &str, at: &Location) -> Result<String, String> {
    let path =
        if Path::new(&*at.path).is_absolute() { at.path.to_string() } else { format!("{root}/{}", at.path) };
    let bytes = quarrel_files::read(Path::new(&path), MOST_BYTES)
        .map_err(|error| format!("cannot read {path}: {error}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    let (start, end) = (at.start_line.max(1) as usize, at.end_line.max(1) as usize);
    let first = start.saturating_sub(AROUND).max(1);
    // Of a long element only the beginning is shown.
    let last = (end.min(start + 2 * AROUND) + AROUND).min(lines.len());
    let width = last.to_string().len();
    let mut out = format!("{}:{start}:{}\n", at.path, at.start_column);
    for number in first..=last {
        let Some(line) = lines.get(number - 1) else { break };
        let inside = (start..=end).contains(&number);
        out.push_str(&format!("{} {number:width$} | {line}\n", if inside { '>' } else { ' ' }));
        if number == start {
            let until = if start == end { at.end_column } else { line.encode_utf16().count() as i32 };
            let before = at.start_column.max(1) as usize - 1;
            // Tabs stay tabs, so that the mark is below its place.
            let blank: String =
                line.chars().take(before).map(|ch| if ch == '\t' { '\t' } else { ' ' }).collect();
            let marks = "^".repeat((until - at.start_column + 1).clamp(1, 200) as usize);
            out.push_str(&format!("  {:width$} | {blank}{marks}\n", ""));
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::{source, time};
    use quarrel_engine::Location;
    use std::time::Duration;

    #[test]
    fn numbers_and_times() {
        assert_eq!(time(Duration::from_millis(12)), "12 ms");
        assert_eq!(time(Duration::from_millis(3440)), "3.4 s");
    }

    #[test]
    fn places_are_marked() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("A.java"), "class A {\n\tint field;\n}\n").expect("a file");
        let at =
            Location { path: "A.java".into(), start_line: 2, start_column: 6, end_line: 2, end_column: 10 };
        let root = folder.path().display().to_string();
        let shown = source(&root, &at).expect("it can be read");
        assert_eq!(shown, "A.java:2:6\n  1 | class A {\n> 2 | \tint field;\n    | \t    ^^^^^\n  3 | }\n");
        let gone = Location { path: "B.java".into(), ..at };
        assert!(source(&root, &gone).is_err_and(|message| message.contains("B.java")));
    }
}
