//! Describes extensible predicates as text: a list, or one with its columns, the words in its rows and an example for
//! `quarrel.toml`.

use quarrel_common::similar::most_similar;
use quarrel_common::words::plural;
use quarrel_console::Failure;
use quarrel_engine::packs::models::{Model, models};
use quarrel_engine::{Const, Roots};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The most rows that are shown.
const SHOWN: usize = 12;
/// A column with at most so many values, some in several rows, is an enumeration.
const WORDS: usize = 12;

/// All models, a line each; or those with a name, in full.
///
/// # Errors
/// If none has the name.
pub fn describe(roots: &Roots, name: &str) -> Result<String, Failure> {
    let all = models(roots).map_err(crate::pack_failure)?;
    if name.is_empty() {
        return Ok(list(&all));
    }
    let found: Vec<&Model> = all.iter().filter(|model| model.name == name).collect();
    if found.is_empty() {
        let failure = Failure::new(format!("there is no extensible predicate `{name}`"));
        return Err(match most_similar(name, all.iter().map(|model| model.name.as_str())) {
            Some(meant) => failure.help(format!("did you mean `{meant}`?")),
            None => failure.help("`quarrel models` lists them"),
        });
    }
    Ok(found.into_iter().map(page).collect::<Vec<_>>().join("\n"))
}

fn list(all: &[Model]) -> String {
    let width = all.iter().map(|model| model.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    let packs: BTreeSet<&str> = all.iter().map(|model| model.pack.as_str()).collect();
    for pack in packs {
        let _ = writeln!(out, "{pack}");
        for model in all.iter().filter(|model| model.pack == pack) {
            let _ = writeln!(
                out,
                "  {:<width$}  {:>4} {}",
                model.name,
                model.rows.len(),
                plural(model.rows.len(), "row")
            );
        }
    }
    out + "`quarrel models NAME` shows one with its columns, rows and an example for quarrel.toml\n"
}

fn page(model: &Model) -> String {
    let mut out = String::new();
    let head: Vec<String> = model.columns.iter().map(|(name, ty)| format!("{ty} {name}")).collect();
    let _ = writeln!(out, "{}({})   pack {}\n", model.name, head.join(", "), model.pack);
    let _ = writeln!(out, "{}\n", model.doc);
    for (at, (name, _)) in model.columns.iter().enumerate() {
        if let Some(words) = words(model, at) {
            let _ = writeln!(out, "words in rows for {name}: {}", words.join(", "));
        }
    }
    let _ = writeln!(out, "{} bundled {}", model.rows.len(), plural(model.rows.len(), "row"));
    for row in model.rows.iter().take(SHOWN) {
        let _ = writeln!(out, "  {}", shown(row));
    }
    if model.rows.len() > SHOWN {
        let _ = writeln!(out, "  and {} more", model.rows.len() - SHOWN);
    }
    let _ = writeln!(out, "\nin quarrel.toml:\n\n[models]\n{} = [{}]", model.name, example(model));
    out
}

/// The values of a column of strings; `None` if it is not an enumeration.
fn words(model: &Model, column: usize) -> Option<Vec<String>> {
    let values: BTreeSet<String> = model
        .rows
        .iter()
        .map(|row| match row.get(column) {
            Some(Const::String(text)) => Some(text.to_string()),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let few = !values.is_empty() && values.len() <= WORDS && model.rows.len() > values.len();
    // Packages and classes are names, not words.
    let are_words = values.iter().all(|value| !value.contains('.') && !value.is_empty());
    (few && are_words).then(|| values.into_iter().collect())
}

fn shown(row: &[Const]) -> String {
    let cell = |cell: &Const| match cell {
        Const::String(text) => format!("{text:?}"),
        Const::Int(value) => value.to_string(),
        Const::Float(value) => value.to_string(),
        Const::Boolean(value) => value.to_string(),
    };
    format!("[{}]", row.iter().map(cell).collect::<Vec<_>>().join(", "))
}

/// An example row of a project: names of its own in columns that name code, else the values of a bundled row.
fn example(model: &Model) -> String {
    let bundled = model.rows.first();
    let cells = model.columns.iter().enumerate().map(|(at, (name, ty))| match (name.as_str(), ty.as_str()) {
        ("package", _) => "\"org.example\"".to_owned(),
        ("type", _) => "\"Pool\"".to_owned(),
        ("pattern", _) => "\"org.example.*\"".to_owned(),
        ("name", "string") if model.columns.iter().any(|(name, _)| name == "type") => "\"borrow\"".to_owned(),
        _ => match (bundled.and_then(|row| row.get(at)), ty.as_str()) {
            (Some(cell), _) => {
                let one = shown(std::slice::from_ref(cell));
                one[1..one.len() - 1].to_owned()
            }
            (None, "int") => "1".to_owned(),
            (None, "boolean") => "true".to_owned(),
            (None, _) => format!("{name:?}"),
        },
    });
    format!("[{}]", cells.collect::<Vec<_>>().join(", "))
}
