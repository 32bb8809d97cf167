//! Checks rows of data extensions: [`check`] reports a missing predicate or other columns at once; after an evaluation,
//! [`UnmatchedRows`] reports rows that match nothing in the database.
//!
//! Only the pack that declares a predicate knows what its rows must match. It has a query with `@tags model-check`,
//! whose query predicate, with the name and columns of the extensible one, holds for all rows that can match. A user's
//! row outside of it is reported, with the nearest row inside.

use super::extensible::Extensible;
use super::extensions::{Addition, Row};
use super::known::Packs;
use super::{PackError, Roots};
use crate::results::{ResultSet, Value};
use quarrel_base::source::{FileId, SourceMap, Span};
use quarrel_base::{Code, Diagnostic};
use quarrel_common::similar::most_similar;
use quarrel_common::words;
use quarrel_datalog::Const;
use quarrel_syntax::tree::Primitive;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Validates the rows of one addition against its predicate; returns the diagnostics, and the rows that fit.
pub(super) fn check(
    roots: &Roots,
    sources: &mut SourceMap,
    packs: &mut Packs,
    addition: Addition,
) -> Result<(Vec<Diagnostic>, Vec<Row>), PackError> {
    let Some(place) = addition.place else { return Ok((Vec::new(), addition.rows)) };
    let (pack, pack_place) = &addition.pack;
    let Some(root) = packs.target(roots, sources, pack)? else {
        let diagnostic = Diagnostic::warning(
            Code::UnknownTarget,
            pack_place.unwrap_or(place),
            format!("there is no pack `{pack}`; its rows are left out"),
        );
        let names = packs.names();
        return Ok((vec![with_nearest(diagnostic, pack, names.iter().map(String::as_str))], Vec::new()));
    };
    let declared = packs.extensibles.of(roots, &root);
    let Some(extensible) = declared.get(&addition.name) else {
        let message = format!("the pack `{pack}` has no extensible predicate `{}`", addition.name);
        let diagnostic = Diagnostic::error(Code::UnknownExtensible, place, message);
        let mut diagnostic = with_nearest(diagnostic, &addition.name, declared.keys().map(String::as_str));
        if diagnostic.help.is_empty() {
            let names: Vec<String> = declared.keys().map(|name| format!("`{name}`")).collect();
            diagnostic.help.push(match names.as_slice() {
                [] => "it has none".into(),
                names => format!("it has {}", names.join(", ")).into(),
            });
        }
        return Ok((vec![diagnostic], Vec::new()));
    };
    let mut diagnostics = Vec::new();
    let mut fitting = Vec::new();
    for row in addition.rows {
        match misfit(&row, extensible) {
            None => fitting.push(row),
            Some(message) => {
                diagnostics.push(
                    Diagnostic::error(Code::BadExtensionRow, row.place.unwrap_or(place), message)
                        .help(format!("a row of `{}` has the cells ({})", addition.name, shown(extensible))),
                )
            }
        }
    }
    Ok((diagnostics, fitting))
}

fn with_nearest<'a>(diagnostic: Diagnostic, name: &str, names: impl Iterator<Item = &'a str>) -> Diagnostic {
    match most_similar(name, names) {
        Some(similar) => diagnostic.rename(similar),
        None => diagnostic,
    }
}

fn misfit(row: &Row, extensible: &Extensible) -> Option<String> {
    let (found, wanted) = (row.cells.len(), extensible.columns.len());
    if found != wanted {
        return Some(format!("the row has {}, the predicate {wanted}", words::count(found, "cell")));
    }
    let fits = |cell: &Const, ty: Option<Primitive>| match (cell, ty) {
        (_, None) => true,
        (Const::Int(_), Some(Primitive::Int | Primitive::Float)) => true,
        (Const::Float(_), Some(ty)) => ty == Primitive::Float,
        (Const::String(_), Some(ty)) => ty == Primitive::String,
        (Const::Boolean(_), Some(ty)) => ty == Primitive::Boolean,
        (Const::Int(_), Some(_)) => false,
    };
    let columns = row.cells.iter().zip(&extensible.columns).enumerate();
    let mut wrong = columns.filter(|(_, (cell, (_, ty)))| !fits(cell, *ty));
    let (at, (cell, (name, ty))) = wrong.next()?;
    let wanted = match ty {
        Some(Primitive::Int) => "an int",
        Some(Primitive::Float) => "a float",
        Some(Primitive::Boolean) => "a boolean",
        Some(Primitive::Date) => "a date",
        Some(Primitive::String) | None => "a string",
    };
    let found = match cell {
        Const::Int(_) => "an int",
        Const::Float(_) => "a float",
        Const::String(_) => "a string",
        Const::Boolean(_) => "a boolean",
    };
    Some(format!("cell {} is {found}, the column `{name}` wants {wanted}", at + 1))
}

fn shown(extensible: &Extensible) -> String {
    let columns = extensible.columns.iter().map(|(name, ty)| match ty {
        Some(ty) => format!("{} {name}", format!("{ty:?}").to_lowercase()),
        None => name.clone(),
    });
    columns.collect::<Vec<_>>().join(", ")
}

/// A user's rows for one predicate, and the query that says which rows can match.
#[derive(Clone, Debug)]
pub struct RowCheck {
    /// The name of the predicate and of the query predicate.
    pub(crate) name: String,
    /// The rows.
    pub(crate) rows: Vec<Row>,
}

/// The rows that match nothing.
#[derive(Debug, Default)]
pub struct UnmatchedRows {
    /// One diagnostic per reported row.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of further rows that are not reported, to keep a file's list short.
    pub more: usize,
}

/// The most rows that are reported per file.
const REPORTED_PER_FILE: usize = 5;

/// The unmatched rows of an evaluation.
pub(crate) fn unmatched(checks: &[RowCheck], sets: &[ResultSet]) -> UnmatchedRows {
    let mut out = UnmatchedRows::default();
    let mut reported_in: BTreeMap<FileId, usize> = BTreeMap::new();
    for check in checks {
        // If a limit ended the query that says which rows can match, nothing is reported.
        if !sets.iter().any(|set| set.name == check.name) {
            continue;
        }
        let known = Known::of(sets.iter().filter(|set| set.name == check.name));
        for row in &check.rows {
            let cells: Vec<String> = row.cells.iter().map(text).collect();
            let Some(place) = row.place.filter(|_| !known.rows.contains(&cells)) else { continue };
            let reported = reported_in.entry(place.file).or_default();
            *reported += 1;
            if *reported > REPORTED_PER_FILE {
                out.more += 1;
                continue;
            }
            out.diagnostics.push(known.unmatched(&check.name, &cells, place));
        }
    }
    out.diagnostics.sort_by_key(|diagnostic| diagnostic.primary);
    out
}

/// A cell as shown to people.
pub(crate) fn text(cell: &Const) -> String {
    match cell {
        Const::Int(value) => value.to_string(),
        Const::Float(value) => value.to_string(),
        Const::String(value) => value.to_string(),
        Const::Boolean(value) => value.to_string(),
    }
}

/// The shortest dotted name that ends with `written`.
fn end_of<'a>(written: &str, names: &BTreeSet<&'a str>) -> Option<&'a str> {
    let end = format!(".{}", written.replace('$', "."));
    names.iter().copied().filter(|name| name.ends_with(&end)).min_by_key(|name| name.len())
}

/// The rows that can match.
struct Known {
    rows: HashSet<Vec<String>>,
}

impl Known {
    fn of<'a>(sets: impl Iterator<Item = &'a ResultSet>) -> Self {
        let cell = |value: &Value, shown: String| match value {
            Value::Float(value) => value.to_string(),
            _ => shown,
        };
        let rows = sets.flat_map(|set| &set.rows);
        let texts = rows.map(|row| row.iter().map(|it| cell(&it.value, it.text())).collect());
        Self { rows: texts.collect() }
    }

    fn unmatched(&self, name: &str, cells: &[String], place: Span) -> Diagnostic {
        let shown = |cells: &[String]| {
            format!("[{}]", cells.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>().join(", "))
        };
        let message = format!("the row {} of `{name}` matches nothing in the database", shown(cells));
        let diagnostic = Diagnostic::warning(Code::UnmatchedRow, place, message);
        // Try each cell: the most similar row is one that differs in a single cell.
        for at in 0..cells.len() {
            let others = |row: &&Vec<String>| {
                row.len() == cells.len()
                    && (0..cells.len()).all(|other| other == at || row[other] == cells[other])
            };
            let candidates: BTreeSet<&str> =
                self.rows.iter().filter(others).map(|row| row[at].as_str()).collect();
            let similar = most_similar(&cells[at], candidates.iter().copied());
            if let Some(similar) = similar.or_else(|| end_of(&cells[at], &candidates)) {
                let mut row = cells.to_vec();
                row[at] = similar.to_owned();
                return diagnostic.help(format!("did you mean {}?", shown(&row)));
            }
        }
        let joined = |row: &[String]| row.join("\u{1f}");
        let all: BTreeMap<String, &Vec<String>> = self.rows.iter().map(|row| (joined(row), row)).collect();
        match most_similar(&joined(cells), all.keys().map(String::as_str)).and_then(|text| all.get(text)) {
            Some(row) => diagnostic.help(format!("did you mean {}?", shown(row))),
            None => diagnostic,
        }
    }
}
