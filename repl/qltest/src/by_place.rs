//! Lists missing and unexpected alerts of a test by place, in lines such as `A.java:7: unexpected alert: text`.

use quarrel_engine::{Cell, Metadata, ResultSet};
use quarrel_report::expected::{self, Table};
use quarrel_report::filled;
use std::path::Path;

/// The place and the text of each alert of a query.
pub(super) fn alerts(metadata: &Metadata, sets: &[ResultSet]) -> Vec<(String, String)> {
    let Some(select) = sets.iter().find(|set| set.name == "#select") else { return Vec::new() };
    let made = filled(select);
    let rows = &made.as_ref().unwrap_or(select).rows;
    // Paths have a source and a sink before the text.
    let text = if metadata.get("kind") == Some("path-problem") { 3 } else { 1 };
    let alert =
        |row: &Vec<Cell>| Some((quarrel_report::place(row.first()?.location()), row.get(text)?.text()));
    rows.iter().filter_map(alert).collect()
}

/// The failed expectations in comments, from a table of `testFailures`.
pub(super) fn failures(folder: &Path, alerts: &[(String, String)], table: &Table) -> Vec<String> {
    let line = |row: &Vec<String>| {
        let (path, line) = place(row.first()?)?;
        let (problem, what) = row.last()?.split_once(": ")?;
        let what = if what == "Alert" { "alert" } else { what };
        let message = match problem {
            "Unexpected result" => {
                let on_line = |at: &str| place(at) == Some((path, line));
                let text = alerts.iter().find(|(at, _)| what == "alert" && on_line(at));
                let text = text.map_or(String::new(), |(_, text)| format!(": {text}"));
                format!("unexpected {what}{text}")
            }
            "Missing result" => format!("missing {what}"),
            "Fixed missing result" => format!("{what} is found now: take `MISSING:` out of the comment"),
            "Fixed spurious result" => format!("{what} is not found any more: take it out of the comment"),
            other => format!("{other}: {what}"),
        };
        Some(format!("{}:{line}: {message}", folder.join(path).display()))
    };
    table.rows.iter().filter_map(line).collect()
}

/// The rows of `#select` in which two texts of `.expected` files differ.
pub(super) fn rows(folder: &Path, alerts: &[(String, String)], expected: &str, actual: &str) -> Vec<String> {
    let select = |text: &str| -> Vec<String> {
        let text = expected::in_order(text);
        let mut name = "#select";
        let mut rows = Vec::new();
        for line in text.lines() {
            match line.strip_prefix("| ") {
                Some(row) if name == "#select" => rows.push(row.to_owned()),
                Some(_) => {}
                None => name = line,
            }
        }
        rows
    };
    let (expected, actual) = (select(expected), select(actual));
    let line = |row: &String, what: &str| {
        let at = row.split(" | ").next()?;
        let (path, line) = place(at)?;
        let text = alerts.iter().find(|(place, _)| what == "unexpected" && place == at);
        let own = || row.split(" | ").nth(2).unwrap_or_default().trim_end_matches(" |").to_owned();
        let text = text.map_or_else(own, |(_, text)| text.clone());
        Some(format!("{}:{line}: {what} alert: {text}", folder.join(path).display()))
    };
    let only = |all: &[String], others: &[String], what: &str| -> Vec<String> {
        all.iter().filter(|row| !others.contains(row)).filter_map(|row| line(row, what)).collect()
    };
    let mut lines = only(&expected, &actual, "missing");
    lines.extend(only(&actual, &expected, "unexpected"));
    lines
}

/// The file and line of a place, `file:line:column:endLine:endColumn`.
fn place(text: &str) -> Option<(&str, u32)> {
    let mut parts = text.rsplitn(5, ':');
    let numbers: Vec<u32> = parts.by_ref().take(4).map_while(|part| part.parse().ok()).collect();
    let path = parts.next()?;
    (numbers.len() == 4 && !path.is_empty()).then(|| (path, numbers[3]))
}

#[cfg(test)]
mod tests {
    use super::rows;
    use std::path::Path;

    #[test]
    fn rows_that_differ_are_listed_by_place() {
        let expected =
            "#select\n| A.java:3:1:3:9 | x | Gone. |\n| A.java:4:1:4:9 | y | Stays. |\nedges\n| a |\n";
        let actual =
            "#select\n| A.java:4:1:4:9 | y | Stays. |\n| A.java:7:1:7:9 | z | Came. |\nedges\n| b |\n";
        let lines = rows(Path::new("t"), &[], expected, actual);
        assert_eq!(lines, ["t/A.java:3: missing alert: Gone.", "t/A.java:7: unexpected alert: Came."]);
    }
}
