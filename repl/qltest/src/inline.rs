//! Inline expectations (language.md section 19): compares comments such as `// $ Alert` with the results of a query on
//! their lines, and makes the result set `testFailures`.

use quarrel_console::Failure;
use quarrel_engine::{Cell, Column, Location, Metadata, ResultSet, Value};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The largest source that is read, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// An expectation in a comment about its line.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Expectation {
    tag: String,
    /// The id of the query; `None` for all.
    query: Option<String>,
    /// The value that connects an alert with its source.
    value: Option<String>,
    section: Section,
    place: Location,
    comment: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Section {
    /// Expected, and found.
    Found,
    /// Known to be found wrongly.
    Spurious,
    /// Known to be missing.
    Missing,
}

/// A result of a query on a line.
struct Found<'a> {
    tag: &'static str,
    cell: &'a Cell,
    place: &'a Location,
    /// The source of an alert.
    source: Option<&'a Location>,
    /// Whether it needs no comment.
    optional: bool,
}

/// Whether a source below `folder` has an expectation for a query that reports problems.
///
/// # Errors
/// If a source cannot be read.
pub(super) fn has_expectations(folder: &Path, metadata: &Metadata) -> Result<bool, Failure> {
    const TAGS: &[&str] = &["Alert", "Source", "Sink", "RelatedLocation"];
    let mut expectations = Vec::new();
    read_folder(folder, folder, &mut expectations)?;
    let id = metadata.get("id");
    let is_own = |expectation: &Expectation| {
        TAGS.contains(&&*expectation.tag)
            && (expectation.query.is_none() || expectation.query.as_deref() == id)
    };
    Ok(expectations.iter().any(is_own))
}

/// Compares the results of a query with the comments below `folder`.
///
/// # Errors
/// If the query reports no problems, or a source cannot be read.
pub(super) fn check(folder: &Path, metadata: &Metadata, sets: &[ResultSet]) -> Result<ResultSet, Failure> {
    let is_path = match metadata.get("kind") {
        Some("problem") => false,
        Some("path-problem") => true,
        _ => {
            return Err(Failure::new(
                "inline expectations need a query of `@kind problem` or `path-problem`",
            )
            .help("leave `postprocess` out of the .qlref file"));
        }
    };
    let id = metadata.get("id");
    let mut expectations = Vec::new();
    read_folder(folder, folder, &mut expectations)?;
    expectations.retain(|expectation| expectation.query.is_none() || expectation.query.as_deref() == id);
    let select = sets.iter().find(|set| set.name == "#select");
    let rows = select.map_or(&[][..], |set| &set.rows);
    let found: Vec<Found<'_>> = rows.iter().flat_map(|row| found(row, is_path)).collect();
    let related: BTreeSet<&str> = expectations
        .iter()
        .filter(|expectation| expectation.tag == "RelatedLocation")
        .map(|expectation| &*expectation.place.path)
        .collect();

    let mut rows = Vec::new();
    let mut reported = BTreeSet::new();
    for found in &found {
        let fits = |expectation: &&Expectation| fits(expectation, found, &expectations);
        let section = expectations.iter().filter(fits).map(|expectation| expectation.section);
        let sections: Vec<Section> = section.collect();
        let problem = if sections.contains(&Section::Missing) {
            "Fixed missing result"
        } else if !sections.is_empty() || found.optional {
            continue;
        } else if found.tag == "RelatedLocation" && !related.contains(&*found.place.path) {
            // Places besides the alert count only in files that mention them.
            continue;
        } else {
            "Unexpected result"
        };
        let message = format!("{problem}: {}", found.tag);
        if reported.insert((found.place.clone(), message.clone())) {
            rows.push(vec![found.cell.clone(), text_cell(&message)]);
        }
    }
    for expectation in &expectations {
        let is_found = found.iter().any(|found| fits(expectation, found, &expectations));
        let problem = match expectation.section {
            Section::Found if !is_found => "Missing result",
            Section::Spurious if !is_found => "Fixed spurious result",
            _ => continue,
        };
        let value = expectation.value.as_ref().map_or(String::new(), |value| format!("={value}"));
        let message = format!("{problem}: {}{value}", expectation.tag);
        let comment = Value::String(expectation.comment.as_str().into());
        let cell = Cell::new(comment, expectation.comment.as_str().into(), Some(expectation.place.clone()));
        rows.push(vec![cell, text_cell(&message)]);
    }
    let column = |name: &str, has_places| Column { name: name.to_owned(), is_entity: has_places, has_places };
    let columns = vec![column("element", true), column("message", false)];
    Ok(ResultSet { name: "testFailures".to_owned(), query: 0, columns, rows })
}

fn text_cell(text: &str) -> Cell {
    let text: Arc<str> = text.into();
    Cell::new(Value::String(text.clone()), text, None)
}

/// The results in a row of a problem query.
fn found(row: &[Cell], is_path: bool) -> Vec<Found<'_>> {
    let Some(alert) = row.first().and_then(Cell::location) else { return Vec::new() };
    let line = |place: &Location| (place.path.clone(), place.start_line);
    let on_alert = |place: &Location| line(place) == line(alert);
    let mut out = Vec::new();
    let mut related = 2;
    let mut source = None;
    if is_path {
        related = 4;
        source = row.get(1).and_then(Cell::location);
        for (tag, cell) in ["Source", "Sink"].into_iter().zip(&row[1..]) {
            if let Some(place) = cell.location() {
                out.push(Found { tag, cell, place, source: None, optional: on_alert(place) });
            }
        }
    }
    out.push(Found { tag: "Alert", cell: &row[0], place: alert, source, optional: false });
    for cell in row.iter().skip(related).step_by(2) {
        if let Some(place) = cell.location() {
            let optional = on_alert(place);
            out.push(Found { tag: "RelatedLocation", cell, place, source: None, optional });
        }
    }
    out
}

fn fits(expectation: &Expectation, found: &Found<'_>, all: &[Expectation]) -> bool {
    let same_line = |a: &Location, b: &Location| a.path == b.path && a.start_line == b.start_line;
    let tied = || match (&expectation.value, found.source) {
        // `Alert=x` belongs to the `Source=x` that leads to it.
        (Some(value), Some(source)) => all.iter().any(|other| {
            other.tag == "Source" && other.value.as_ref() == Some(value) && same_line(&other.place, source)
        }),
        _ => true,
    };
    expectation.tag == found.tag && same_line(&expectation.place, found.place) && tied()
}

fn read_folder(root: &Path, folder: &Path, out: &mut Vec<Expectation>) -> Result<(), Failure> {
    let fail =
        |path: &Path, error: std::io::Error| Failure::new(format!("cannot read {}: {error}", path.display()));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| fail(folder, error))? {
        paths.push(entry.map_err(|error| fail(folder, error))?.path());
    }
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read_folder(root, &path, out)?;
        } else if path.extension().is_some_and(|extension| extension == "java") {
            let bytes = quarrel_files::read(&path, MOST_BYTES).map_err(|error| fail(&path, error))?;
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            read_source(&name, &String::from_utf8_lossy(&bytes), out);
        }
    }
    Ok(())
}

/// The expectations in the comments of one source.
fn read_source(path: &str, text: &str, out: &mut Vec<Expectation>) {
    for (index, line) in text.lines().enumerate() {
        let Some(at) = comment_start(line) else { continue };
        let comment = &line[at..];
        let Some(list) = comment[2..].trim_start().strip_prefix('$') else { continue };
        let columns = |text: &str| text.encode_utf16().count() as i32;
        let place = Location {
            path: path.into(),
            start_line: index as i32 + 1,
            start_column: columns(&line[..at]) + 1,
            end_line: index as i32 + 1,
            end_column: columns(line),
        };
        let list = list.split("//").next().unwrap_or("");
        let mut section = Section::Found;
        for word in super::words(list) {
            match word.as_str() {
                "SPURIOUS:" => section = Section::Spurious,
                "MISSING:" => section = Section::Missing,
                _ => out.extend(tags(&word).map(|(tag, query, value)| Expectation {
                    tag,
                    query,
                    value,
                    section,
                    place: place.clone(),
                    comment: comment.to_owned(),
                })),
            }
        }
    }
}

/// The offset of the `//` comment of a line, outside of strings; `None` if there is none.
fn comment_start(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut quote = None;
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], quote) {
            (b'\\', Some(_)) => at += 1,
            (byte, Some(open)) if byte == open => quote = None,
            (b'"' | b'\'', None) => quote = Some(bytes[at]),
            (b'/', None) if bytes.get(at + 1) == Some(&b'/') => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// `a,b[id]=value` as tags with the query and the value of each.
fn tags(word: &str) -> impl Iterator<Item = (String, Option<String>, Option<String>)> {
    let (names, value) = match word.split_once('=') {
        Some((names, value)) => (names, Some(value.to_owned())),
        None => (word, None),
    };
    let names: Vec<String> = names.split(',').map(str::to_owned).collect();
    names.into_iter().map(move |name| match name.split_once('[') {
        Some((tag, id)) => (tag.to_owned(), Some(id.trim_end_matches(']').to_owned()), value.clone()),
        None => (name, None, value.clone()),
    })
}

#[cfg(test)]
mod tests {
    use super::{Expectation, Section, read_source};

    fn read(line: &str) -> Vec<(String, Option<String>, Option<String>, Section)> {
        let mut out: Vec<Expectation> = Vec::new();
        read_source("A.java", line, &mut out);
        out.into_iter().map(|found| (found.tag, found.query, found.value, found.section)).collect()
    }

    #[test]
    fn comments_are_read() {
        let plain = |tag: &str, section| (tag.to_owned(), None, None, section);
        assert_eq!(read("x(); // $ Alert"), [plain("Alert", Section::Found)]);
        assert_eq!(read("x(\"// $ Alert\"); // Alert"), []);
        assert_eq!(
            read("x('\"'); // $ Source,Sink SPURIOUS: Alert MISSING: RelatedLocation // why: Alert"),
            [
                plain("Source", Section::Found),
                plain("Sink", Section::Found),
                plain("Alert", Section::Spurious),
                plain("RelatedLocation", Section::Missing),
            ]
        );
        assert_eq!(
            read("// $ Alert[java/a-b]=\"x y\""),
            [("Alert".to_owned(), Some("java/a-b".to_owned()), Some("x y".to_owned()), Section::Found)]
        );
    }
}
